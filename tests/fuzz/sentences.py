"""Sentences and headings: every kind that the grammar has, made of what is known where they stand."""

from __future__ import annotations

import re
from collections.abc import Callable

from attrs import evolve

from .expressions import (
    Elements,
    element,
    elements,
    expression,
    has,
    index,
    indexable,
    keys,
    more_zones,
    number,
    place,
    truth,
    visible_zones,
    where,
    with_name,
    zone_place,
)
from .tree import Line, Phrase
from .world import Index, Name, Phase, Piece, Scope, Use, Variable, World, Zone, digits, several, words

Made = tuple[list[Line], Scope]
"""Some lines, and what is known behind them."""

MOST_PASSES = 40
"""How often a sentence that asks may be carried out, roughly."""


def block(w: World, scope: Scope, most: int, depth: int) -> tuple[Line, ...]:
    """A list of sentences; *depth* is how deep headings may still go."""
    found: list[Line] = []
    inner = scope
    for _ in range(w.number(1, max(1, most))):
        if w.lines <= 0 and found:
            break
        made = sentence(w, inner, depth)
        if made is not None:
            lines, inner = made
            found += lines
    return tuple(found) or (Line("assign", words("let ", w.fresh("n"), " = 0")),)


def sentence(w: World, scope: Scope, depth: int) -> Made | None:
    """A sentence that may stand here, or a heading with its list."""
    w.lines -= 1

    def one(make: Callable[[World, Scope], Line | None]) -> Callable[[], Made | None]:
        def made() -> Made | None:
            line = make(w, scope)
            return None if line is None else ([line], scope)

        return made

    def with_names(make: Callable[[World, Scope], Made | None]) -> Callable[[], Made | None]:
        return lambda: make(w, scope)

    def deeper(make: Callable[[World, Scope, int], Line | None]) -> Callable[[], Made | None]:
        def made() -> Made | None:
            line = make(w, scope, depth - 1) if depth > 0 else None
            return None if line is None else ([line], scope)

        return made

    anywhere: list[tuple[int, Callable[[], Made | None]]] = [
        (44, one(_assignment)),
        (26, with_names(_choice)),
        (12, with_names(_let)),
        (5, with_names(_row)),
        (5, one(_change_of_name)),
        (5, one(_all_at_once)),
        (3, one(_added_for_each)),
        (10, deeper(_menu)),
        (4, deeper(_may)),
        (12, deeper(_if)),
        (12, deeper(_for_each)),
        (8, deeper(_repeat)),
        (18, one(_put)),
        (5, one(_choose_cards)),
        (11, one(_piece)),
        (9, with_names(_do)),
        (3, one(_leave)),
        (1, one(_nothing)),
    ]
    if scope.me:
        return w.made(anywhere)
    return w.made(
        [
            *anywhere,
            (7, with_names(_pick)),
            (3, one(_pick_into)),
            (5, one(_deal)),
            (9, with_names(_draw)),
            (2, one(_draw_some)),
            (4, one(_put_top)),
            (3, one(_move_all)),
            (3, one(_move_some)),
            (1, one(_gather)),
            (2, one(_shuffle)),
            (4, one(_reveal)),
            (4, one(_tell)),
            (2, one(_swap)),
            (2, one(_pass)),
            (4, one(_say)),
            (1, one(_end)),
            (8, deeper(_together)),
            (3, with_names(_two_names)),
            *([(16, one(_remember)), (3, one(_forget))] if w.positions else []),
        ]
    )


def _actor(w: World, scope: Scope) -> Phrase | None:
    """Who chooses: outside of `together` some seat. None where too much is asked already."""
    if scope.passes > MOST_PASSES:
        return None
    return words("") if scope.me else element(w, scope, "player", 1 if w.chance(10) else 0)


def _asks(w: World, scope: Scope, choice: str = "") -> Phrase | None:
    """The words before what is chosen."""
    actor = _actor(w, scope)
    if actor is None:
        return None
    if scope.me:
        return words(f"choose {choice}")
    if not choice and w.chance(8):
        return words(actor, " secretly chooses ", kind="secretly chooses")
    return words(actor, f" chooses {choice}")


# ------------------------------------------------------------------------------------------------------------- changes


def _writable(w: World, scope: Scope, sort: str = "") -> list[Variable]:
    found = [each for each in w.variables if not each.fixed and sort in ("", each.sort) and indexable(w, scope, each.per)]
    if not scope.me:
        return found
    inside_loop = scope.loops > 0
    return [each for each in found if each.use is Use.OWN or (each.use is Use.SENT and not inside_loop)]


def _target(w: World, scope: Scope, variable: Variable) -> Phrase:
    mine = not scope.me or scope.loops > 0 or w.chance(75)
    own = scope.me if variable.use is Use.OWN and mine else ""
    return place(w, scope, variable.name, variable.per, own)


def _assignment(w: World, scope: Scope) -> Line | None:
    found = _writable(w, scope)
    if not found:
        return None
    variable = w.pick(found)
    target = _target(w, scope, variable)
    if variable.sort == "number":
        how = w.pick([" = ", " = ", " += ", " += ", " -= "])
        if variable.optional and w.chance(92):
            how = " = "
            return Line("number =", words(target, how, fitted(w, scope, variable) if variable.high else number(w, scope, 2)))
        if variable.high is None:
            how = w.pick([" = ", " += ", " += ", " -= "])
            return Line(f"score or number{how.rstrip()}", words(target, how, number(w, scope, 2)))
        if how == " = ":
            return Line("number =", words(target, how, fitted(w, scope, variable)))
        few = digits(w.number(0, 1)) if w.chance(60) else number(w, scope, 1)
        if w.chance(80):
            limit = variable.high if how == " += " else variable.low or 0
            if w.chance(50):
                end = f", at most {limit}" if how == " += " else f", at least {limit}"
                return Line(f"number{how.rstrip()} with a limit", words(target, how, few, end))
            clip = "min" if how == " += " else "max"
            bound = f"{clip}({limit}, "
            sign = " + " if how == " += " else " - "
            return Line("number =", words(target, " = ", bound, target, sign, few, ")"))
        return Line(f"number{how.rstrip()}", words(target, how, few))
    if variable.optional and w.chance(12):
        return Line("= nothing", words(target, " = nothing"))
    if not has(w, scope, variable.sort):
        return None
    return Line(
        f"{'truth' if variable.sort == 'truth' else 'element'} =", words(target, " = ", expression(w, scope, variable.sort, 1))
    )


def _all_at_once(w: World, scope: Scope) -> Line | None:
    """Many elements of an array changed at once; the name runs over the index, and the array may stand in the value."""
    found = [each for each in _writable(w, scope) if len(each.per) == 1 and not scope.me]
    if not found:
        return None
    variable = w.pick(found)
    source = elements(w, scope, 1, variable.per[0].sort)
    name = w.fresh("q")
    inside = with_name(scope, Name(name, source.sort, low=source.low, high=source.high, zone=source.zone))
    if variable.sort == "number":
        value = number(w, inside, 1) if variable.high is None else fitted(w, inside, variable)
    elif has(w, inside, variable.sort):
        value = expression(w, inside, variable.sort, 1)
    else:
        return None
    condition = where(w, inside, 1, 50)
    return Line("all at once", words(f"{variable.name}[{name}] = ", value, f" for each {name} in ", source.phrase, condition))


def _added_for_each(w: World, scope: Scope) -> Line | None:
    """Every element of a set adds its value, to one place or to its own."""
    found = [each for each in _writable(w, scope) if each.sort == "number"]
    if not found:
        return None
    variable, name = w.pick(found), w.fresh("q")
    own = len(variable.per) == 1 and not scope.me and w.chance(50)
    source = elements(w, scope, 1, variable.per[0].sort if own else "")
    inside = with_name(scope, Name(name, source.sort, low=source.low, high=source.high, zone=source.zone))
    target = words(f"{variable.name}[{name}]") if own else _target(w, scope, variable)
    value = number(w, inside, 1) if variable.high is None else digits(w.number(0, 1))
    ends = words(f" for each {name} in ", source.phrase, where(w, inside, 1, 50))
    return Line("add for each", words(target, w.pick([" += ", " -= "]), value, ends))


def _two_names(w: World, scope: Scope) -> Made | None:
    """One value under two names: written by a constant index, again by a name, and then used as an index."""
    written = [
        each for each in w.variables if not each.fixed and each.sort == "number" and [i.sort for i in each.per] == ["player"]
    ]
    used = [each for each in w.variables if not each.fixed and each.sort == "number" and [i.sort for i in each.per] == ["number"]]
    if not written or not used or scope.passes > MOST_PASSES:
        return None
    one, two, seat, name = w.pick(written), w.pick(used), w.pick(w.seats[: w.fewest]), w.fresh("y")
    inside = with_name(evolve(scope, loops=scope.loops + 1), Name(name, "player"))
    value = fitted(w, inside, one) if one.high is not None else number(w, inside, 1)
    loop = Line("for each", words(f"for each {name} in players"), (Line("number =", words(f"{one.name}[{name}] = ", value)),))
    first = Line("number =", words(f"{one.name}[{seat}] = ", digits(w.number(two.per[0].low, two.per[0].high))))
    last = Line("number =", words(f"{two.name}[{one.name}[{seat}]] = ", number(w, scope, 1)))
    return [first, loop, last], scope


def fitted(w: World, scope: Scope, variable: Variable) -> Phrase:
    """A number that fits into a variable most of the time."""
    low, high = variable.low or 0, variable.high or 0
    found = w.made(
        [
            (25, lambda: digits(w.number(low, high))),
            (40, lambda: words(f"max({low}, min({high}, ", number(w, scope, 2), "))", sort="number")),
            (
                20,
                lambda: (
                    words(f"{low} + (", number(w, scope, 1), f") mod {high - low + 1}", sort="number")
                    if high - low < 10**6
                    else None
                ),
            ),
            (20, lambda: _fits(w, scope, low, high)),
            (7, lambda: number(w, scope, 1)),
            (4, lambda: words("nothing", sort="number") if variable.optional else None),
        ]
    )
    return found or digits(low)


def _fits(w: World, scope: Scope, low: int, high: int) -> Phrase | None:
    fitting = [
        name.text
        for name in scope.of("number")
        if name.low is not None and name.high is not None and low <= name.low <= name.high <= high
    ]
    return words(w.pick(fitting), sort="number") if fitting else None


def _let(w: World, scope: Scope) -> Made | None:
    name = w.fresh("n")
    if w.chance(20):
        some = elements(w, scope, 1)
        line = Line("let of a set", words(f"let {name} = ", some.phrase))
        if str(some.phrase) == "players":
            return None
        return [line], with_name(scope, Name(name, f"set of {some.sort}", low=some.low, high=some.high))
    sort = w.pick(["number", "number", "number", "truth", "player", *w.enumerations])
    line = Line("let", words(f"let {name} = ", expression(w, scope, sort, 2)))
    return [line], with_name(scope, Name(name, sort, fixed=False))


def _row(w: World, scope: Scope) -> Made | None:
    name, running = w.fresh("row"), w.fresh("i")
    sort = w.pick(["number", *w.enumerations, "player"])
    value = number(w, scope, 1)
    if sort == "number":
        top = w.number(0, 4)
        binder = words(f"number {running} in 0..{top}")
        wanted = Index("", "number", 0, top)
        inside = with_name(scope, Name(running, "number", low=0, high=top))
        value = number(w, inside, 1) if w.chance(60) else value
        line = Line("let row", words(f"let {name}[{running}] = ", value, " for each ", binder))
        later = Line("row element", words(f"{name}[", index(w, scope, wanted), "] = ", number(w, scope, 1)))
        return ([line, later] if w.chance(60) else [line]), scope
    line = Line("let row", words(f"let {name}[{running}] = ", value, f" for each {sort} {running}"))
    return [line], with_name(scope, Name(name, "number", fixed=False, index=sort))


def _nothing(w: World, scope: Scope) -> Line | None:
    return Line("nothing happens", words("nothing happens"))


def _change_of_name(w: World, scope: Scope) -> Line | None:
    found = [name for name in scope.names if not name.fixed]
    if not found:
        return None
    name = w.pick(found)
    at = words("[", element(w, scope, name.index, 0), "]") if name.index else words("")
    how = w.pick([" = ", " += ", " -= "]) if name.sort == "number" else " = "
    return Line("change of a name", words(name.text, at, how, expression(w, scope, name.sort, 1)))


# ------------------------------------------------------------------------------------------------------------- choices


def _domain(w: World, scope: Scope, chance: bool = False) -> tuple[Phrase, Name]:
    """What is chosen; by *chance*, cards are not chosen several at once."""
    source = elements(w, scope, 1 if w.chance(10) else 0)
    few = source.low is not None and source.high is not None and source.high - source.low < 5
    if not source.zone and (few or source.sort in ("player", *w.enumerations)) and w.chance(25):
        return _several(w, scope, source)
    rows = [zone.name for zone in w.zones if zone.row]
    if not chance and source.zone and source.zone.split("[")[0] not in rows and w.aside.randrange(100) < 25:
        return _cards_at_once(w, scope, source)
    name = _element_name(w.fresh("x"), source)
    inside = with_name(scope, name)
    condition = where(w, inside, 1, 5)
    if str(condition) and w.chance(30):
        condition = words(condition, ' because "it is so"', sort="clause", kind="because")
    return words(f"{name.text} from ", source.phrase, condition), name


def _several(w: World, scope: Scope, source: Elements) -> tuple[Phrase, Name]:
    """Several things at once: a set that has a name."""
    text = w.fresh("z")
    member = Name(w.fresh("x"), source.sort, low=source.low, high=source.high)
    chosen = Name(text, f"several {source.sort}", low=source.low, high=source.high)
    if w.chance(40):
        condition = where(w, with_name(scope, chosen), 1, 60)
        return words(f"{text} from subsets of ", source.phrase, condition, kind="subsets of"), chosen
    amount = w.pick(["1", "0..1", "1..2", "0..2"])
    if w.aside.randrange(100) < 30:
        amount = f"0..(max(1, {number(w, scope, 0)}))" if w.aside.randrange(2) else f"(max(0, min(1, {number(w, scope, 0)})))..2"
    condition = where(w, with_name(scope, member), 1, 40)
    return words(f"{amount} different {member.text} from ", source.phrase, condition, f" as {text}", kind="different"), chosen


def _cards_at_once(w: World, scope: Scope, source: Elements) -> tuple[Phrase, Name]:
    """Several cards of a zone as one thing that is chosen."""
    usual, w.random = w.random, w.aside
    try:
        amount = w.pick(["1", "2", "0..1", "0..2", "1..2", "1..3", f"(min(2, count({source.zone})))"])
        text, member = w.fresh("z"), Name(w.fresh("x"), source.sort, zone=source.zone)
        chosen = Name(text, f"several {source.sort}", zone=source.zone)
        condition = where(w, with_name(scope, member), 1, 40)
        name = f" {member.text}" if str(condition) or w.chance(50) else ""
        return words(f"{amount} cards{name} from {source.zone}", condition, f" as {text}", kind="cards at once"), chosen
    finally:
        w.random = usual


def _element_name(text: str, source: Elements) -> Name:
    return Name(text, source.sort, low=source.low, high=source.high, zone=source.zone)


def _choice(w: World, scope: Scope) -> Made | None:
    asks = _asks(w, scope)
    if asks is None:
        return None
    domain, name = _domain(w, scope)
    guards, below = _guards(w, with_name(scope, name), 8)
    if guards:
        line = Line("choose with a list", words(asks, domain), (*guards, *block(w, below, 1, 0)))
    else:
        line = Line("choose", words(asks, domain))
    if name.zone and w.chance(75):
        rest = _with_card(w, with_name(scope, name))
        return [Line("if", words(f"if count({name.zone}) > 0"), (line, *rest))], scope
    return [line], with_name(scope, name)


def _menu(w: World, scope: Scope, depth: int) -> Line | None:
    asks = _asks(w, scope, "one")
    if asks is None:
        return None
    options = list[Line]()
    for _ in range(w.number(1, 3)):
        if w.chance(12):
            options.append(Line("only if between options", words("only if ", truth(w, scope, 1))))
        options.append(_option(w, scope, depth))
    if w.chance(15):
        return Line("menu", asks, tuple(options), (Line("else of a menu", words("else"), block(w, scope, 2, depth)),))
    if w.chance(90):
        above = next((at for at, each in enumerate(options) if each.kind != "option"), len(options))
        stay, at = w.fresh("stay"), w.number(0, above)
        resort = w.chance(25)
        body = block(w, scope, 2, depth) if resort and w.chance(50) else None
        line = Line("otherwise", words(f"otherwise {stay}"), body) if resort else Line("option", words(stay))
        options.insert(at, line)
    return Line("menu", asks, tuple(options))


def _may(w: World, scope: Scope, depth: int) -> Line | None:
    actor = words(scope.me) if scope.me and scope.passes <= MOST_PASSES else _actor(w, scope)
    if actor is None:
        return None
    option = _option(w, scope, depth)
    instead = (Line("else of what may be", words("else"), block(w, scope, 2, depth)),) if w.chance(50) else ()
    nothing = Line("nothing happens", words("nothing happens"))
    return Line("may", words(actor, " may ", option.phrase), option.body or (nothing,), instead)


def _option(w: World, scope: Scope, depth: int) -> Line:
    label = w.fresh("take")
    domains: list[Phrase] = []
    inside = scope
    for _ in range(w.pick([0, 1, 1, 1, 2])):
        domain, name = _domain(w, inside)
        domains.append(domain)
        inside = with_name(inside, name)
    conditions, inside = _guards(w, inside, 20)
    phrase = words(label, " ", several(", ", domains)) if domains else words(label)
    if not conditions and w.chance(12):
        return Line("option", phrase)
    return Line("option", phrase, (*conditions, *block(w, inside, 2, depth)))


def _guards(w: World, scope: Scope, chance: int) -> tuple[list[Line], Scope]:
    """Now and then conditions of an option, with names above them, and what is known below."""
    found: list[Line] = []
    while w.chance(chance):
        for _ in range(w.pick([0, 0, 0, 1, 1, 2])):
            made = _let(w, scope)
            if made is not None:
                lines, scope = made
                found += lines
        reason = words(" because ", w.pick(['"no"', "why_not"]), sort="clause", kind="because")
        told = reason if w.chance(50) else words("", sort="clause")
        found.append(Line("only if", words("only if ", truth(w, scope, 1), told)))
    return found, scope


def _choose_cards(w: World, scope: Scope) -> Line | None:
    own = [zone for zone in visible_zones(w, scope) if not scope.me or (zone.use is Use.OWN and not scope.loops)]
    sources = [zone for zone in own if zone.open]
    if not sources or scope.passes > MOST_PASSES:
        return None
    zone = w.pick(sources)
    target = w.pick([each for each in _putable(w, scope) if each.deck == zone.deck] or [zone])
    asks = _asks(w, scope, "")
    if asks is None or "secretly" in str(asks):
        return None
    source = zone_place(w, scope, zone)
    amount = (
        words("min(", digits(w.number(1, 3)), ", count(", source, "))", sort="number") if w.chance(80) else digits(w.number(0, 2))
    )
    into = zone_place(w, scope, target)
    if scope.me and target.use is not Use.OWN:  # they wait until all are done: so many are known
        return Line("choose cards", words(asks, digits(w.number(1, 2)), " cards from ", source, " and put them in ", into))
    if w.aside.randrange(100) < 50:
        return Line("choose some cards", words(asks, *_some_cards(w, scope, zone, amount, source), " and put them in ", into))
    return Line("choose cards", words(asks, amount, " cards from ", source, " and put them in ", into))


def _some_cards(w: World, scope: Scope, zone: Zone, amount: Phrase, source: Phrase) -> tuple[Phrase | str, ...]:
    """From a least number of cards to a most, or those that meet a condition, or both."""
    usual, w.random = w.random, w.aside
    try:
        least = "" if w.chance(15) else f"{w.pick([0, 0, 0, 1])}.."
        most: Phrase | str = amount if w.chance(40) else str(w.number(1, 3))
        if least and w.chance(40):
            return least, most, " cards from ", source
        name = w.fresh("c")
        test = truth(w, with_name(scope, Name(name, zone.deck)), 1)
        return least, most, f" cards {name} from ", source, " where ", test
    finally:
        w.random = usual


# -------------------------------------------------------------------------------------------------------------- chance


def _weighing(w: World, scope: Scope) -> Phrase:
    if not w.chance(25):
        return words("", sort="clause")
    return words(" weighing 1 + abs(", number(w, scope, 1), ")" if w.chance(85) else " - 1)", sort="clause", kind="weighing")


def _pick(w: World, scope: Scope) -> Made | None:
    if scope.passes > MOST_PASSES:
        return None
    domain, name = _domain(w, scope, chance=True)
    inside = with_name(scope, name)
    if name.zone and w.chance(80):
        line = Line("random", words("random ", domain))
        return [Line("if", words(f"if count({name.zone}) > 0"), (line, *block(w, inside, 1, 0)))], scope
    start, _, faces = str(domain).partition(" from ")
    if not name.zone and start == name.text and " where " not in faces and int(start[1:]) % 2:
        dice = f"2 dice of {faces} as {start}, {start}b" if int(start[1:]) % 4 == 1 else f"1 die of {faces} as {start}"
        return [Line("roll", words(f"roll {dice}"))], inside
    return [Line("random", words("random ", domain, _weighing(w, inside)))], inside


def _pick_into(w: World, scope: Scope) -> Line | None:
    found = [each for each in _writable(w, scope) if each.sort != "truth" and (each.high is None or each.high < 50)]
    if not found or scope.passes > MOST_PASSES:
        return None
    variable = w.pick(found)
    target = _target(w, scope, variable)
    if variable.sort == "number":
        low, high = (0, 3) if variable.low is None else (variable.low, variable.high or 0)
        source: Phrase = words(f"{low}..{w.number(low, high)}", sort="set of number")
        if w.chance(25):
            source = words("[", several(", ", [digits(w.number(low, high)) for _ in range(4)]), "]", sort="set of number")
    else:
        source = elements(w, scope, 1, variable.sort).phrase
    return Line("random into", words("random ", target, " from ", source))


# --------------------------------------------------------------------------------------------------------------- cards


def _putable(w: World, scope: Scope) -> list[Zone]:
    if not scope.me:
        return list(w.zones)
    return [zone for zone in w.zones if zone.use is Use.OWN or (zone.use is Use.SENT and not scope.loops)]


def _two_zones(w: World, scope: Scope, pile: bool) -> tuple[Zone, Zone] | None:
    sources = [zone for zone in w.zones if zone.pile or not pile]
    if not sources:
        return None
    source = w.pick(sources)
    target = w.pick([zone for zone in w.zones if zone.deck == source.deck])
    return source, target


def _end_of(w: World, target: Zone) -> str:
    return w.pick(["in", "on top of", "on the bottom of"]) if target.pile and w.chance(60) else "in"


def _put(w: World, scope: Scope) -> Line | None:
    cards = [
        name
        for name in scope.names
        if any(deck.name == name.sort.removeprefix("several ") for deck in w.decks) and not name.index and name.zone
    ]
    if scope.me:
        own = [zone.name for zone in w.zones if zone.use is Use.OWN]
        cards = [card for card in cards if card.zone.split("[")[0] in own and card.zone.endswith(f"[{scope.me}]")]
    if not cards:
        return None
    card = w.pick(cards)
    sort, at_once = card.sort.removeprefix("several "), card.sort.startswith("several ")
    own_alone = at_once and bool(scope.me)
    targets = [zone for zone in _putable(w, scope) if zone.deck == sort and not (own_alone and zone.use is not Use.OWN)]
    if not targets:
        return None
    target = w.pick(targets)
    source = words(" from ", card.zone, sort="clause") if w.chance(30) else words("", sort="clause")
    how = _end_of(w, target)
    if how == "on top of":
        w.topped.append(target.name)
    away = bool(scope.me) and scope.loops == 0 and w.chance(40) and not at_once
    goal = place(w, scope, target.name, target.per) if away else zone_place(w, scope, target)
    return Line(f"put … {how}", words(f"put {card.text}", source, f" {how} ", goal))


def _put_top(w: World, scope: Scope) -> Line | None:
    pair = _two_zones(w, scope, True)
    if pair is None or scope.passes > MOST_PASSES:
        return None
    source, end, how = zone_place(w, scope, pair[0]), w.pick(["top", "top", "bottom"]), _end_of(w, pair[1])
    kind = f"put {end} of" if how == "in" else f"put {end} of … {how}"
    return _if_any(w, source, Line(kind, words(f"put {end} of ", source, f" {how} ", zone_place(w, scope, pair[1]))))


def _if_any(w: World, source: Phrase, line: Line, amount: int = 1) -> Line:
    """The line where so many cards lie there; now and then without looking."""
    if w.chance(12):
        return line
    return Line("if", words("if count(", source, f") >= {amount}"), (line,))


def _deal(w: World, scope: Scope) -> Line | None:
    pair = _two_zones(w, scope, True)
    if pair is None or scope.passes > MOST_PASSES:
        return None
    source, target = zone_place(w, scope, pair[0]), pair[1]
    each = len(target.per) == 1 and target.per[0].sort == "player" and w.chance(80)
    most = w.number(1, 3)
    amount = words(f"min({most}, count(", source, ") div players)", sort="number") if w.chance(80) else digits(most)
    if w.chance(20):
        amount = words("count(", source, ") div ", digits(w.number(2, 3)), sort="number")
    kind, up_to = ("deal up to", "up to ") if w.chance(25) else ("deal", "")
    if each:
        return Line(f"{kind} to each", words(f"deal {up_to}", amount, " from ", source, f" to {target.name} of each player"))
    cards = w.pick([" cards", " card", ""])
    return Line(kind, words(f"deal {up_to}", amount, f"{cards} from ", source, " to ", zone_place(w, scope, target)))


def _draw(w: World, scope: Scope) -> Made | None:
    pair = _two_zones(w, scope, True)
    if pair is None or scope.passes > MOST_PASSES:
        return None
    source, target = zone_place(w, scope, pair[0]), zone_place(w, scope, pair[1])
    how = w.pick(["to", "on top of"]) if pair[1].pile else "to"
    if how == "on top of":
        w.topped.append(pair[1].name)
    name = w.fresh("c")
    lowest = "the bottom of " if how == "to" and w.chance(20) else ""
    line = Line(f"draw {how} {lowest}".strip(), words(f"draw {name} from {lowest}", source, f" {how} ", target))
    if w.chance(70) and source == target:
        return None
    if w.chance(85):
        guard = Line("if", words("if count(", source, ") > 0"), (line, *_after_draw(w, scope, name, pair[1], target)))
        return [guard], scope
    return [line], with_name(scope, Name(name, pair[0].deck, zone=str(target)))


def _after_draw(w: World, scope: Scope, name: str, zone: Zone, target: Phrase) -> list[Line]:
    return _with_card(w, with_name(scope, Name(name, zone.deck, zone=str(target))))


def _with_card(w: World, scope: Scope) -> list[Line]:
    """What is done with the card that has got a name last."""
    shown = _reveal_card(w, scope) if w.chance(60) and not scope.me else None
    put = _put(w, scope) if w.chance(60) else None
    return [line for line in (shown, *block(w, scope, 2, 0), put) if line is not None]


def _reveal_card(w: World, scope: Scope) -> Line | None:
    zones = [zone.name for zone in w.zones if not zone.pile and not zone.row]
    cards = [name.text for name in scope.names if _lies_in(name, zones)]
    if not cards:
        return None
    whom = words(" to ", element(w, scope, "player", 1)) if w.chance(40) else words("")
    return Line("reveal a card", words(f"reveal {w.pick(cards)}", whom))


def _lies_in(name: Name, zones: list[str]) -> bool:
    return name.zone.split("[")[0] in zones and not name.index and not name.sort.startswith("several ")


def _draw_some(w: World, scope: Scope) -> Line | None:
    pair = _two_zones(w, scope, True)
    if pair is None or scope.passes > MOST_PASSES:
        return None
    source, amount = zone_place(w, scope, pair[0]), w.number(1, 3)
    line = Line("draw some", words(f"draw {amount} cards from ", source, " to ", zone_place(w, scope, pair[1])))
    return _if_any(w, source, line, amount)


def _move_all(w: World, scope: Scope) -> Line | None:
    pair = _two_zones(w, scope, False)
    if pair is None:
        return None
    how = _end_of(w, pair[1]).replace("in", "to")
    if how != "to" and scope.passes > MOST_PASSES:
        return None
    kind = "move all" if how == "to" else f"move all {how}"
    return Line(kind, words("move all from ", zone_place(w, scope, pair[0]), f" {how} ", zone_place(w, scope, pair[1])))


def _move_some(w: World, scope: Scope) -> Line | None:
    pair = _two_zones(w, scope, False)
    if pair is None:
        return None
    name = w.fresh("c")
    test = truth(w, with_name(scope, Name(name, pair[0].deck)), 1)
    source, target = zone_place(w, scope, pair[0]), zone_place(w, scope, pair[1])
    if w.aside.randrange(100) < 30:
        most = w.aside.randrange(4)
        return Line("move so many", words(f"move up to {most} cards {name} from ", source, " to ", target, " where ", test))
    return Line("move some", words(f"move all {name} from ", source, " to ", target, " where ", test))


def _gather(w: World, scope: Scope) -> Line | None:
    if not w.zones:
        return None
    zone = w.pick(w.zones)
    if zone.row:
        return None
    return Line("gather", words(f"gather {zone.deck} into ", zone_place(w, scope, zone)))


def _shuffle(w: World, scope: Scope) -> Line | None:
    piles = [zone for zone in w.zones if zone.pile]
    return Line("shuffle", words("shuffle ", zone_place(w, scope, w.pick(piles)))) if piles else None


def _reveal(w: World, scope: Scope) -> Line | None:
    hidden = [each for each in w.variables if each.hidden and indexable(w, scope, each.per)]
    if hidden and w.aside.randrange(100) < 35:
        return _reveal_value(w, scope, hidden[w.aside.randrange(len(hidden))])
    concealed = [zone for zone in w.zones if not zone.told]
    if not concealed:
        return None
    zone = w.pick(concealed)
    if len(zone.per) == 1 and zone.per[0].sort == "player" and w.chance(20):
        return Line("reveal of everyone", words(f"reveal {zone.name} of everyone"))
    if w.chance(35):
        secretly = "secretly " if w.aside.randrange(100) < 40 else ""
        seat = element(w, scope, "player", 1)
        return Line(f"{secretly}reveal to", words(f"{secretly}reveal ", zone_place(w, scope, zone), " to ", seat))
    return Line("reveal", words("reveal ", zone_place(w, scope, zone)))


def _reveal_value(w: World, scope: Scope, variable: Variable) -> Line:
    """A value is revealed to everybody, or to one seat, perhaps in secret."""
    usual, w.random = w.random, w.aside
    if [each.sort for each in variable.per] == ["player"] and w.chance(30):
        line = Line("reveal a value of everyone", words(f"reveal {variable.name} of everyone"))
    else:
        shown = place(w, scope, variable.name, variable.per)
        whom = words(" to ", element(w, scope, "player", 1)) if w.chance(60) else words("")
        secretly = "secretly " if str(whom) and w.chance(40) else ""
        line = Line(f"{secretly}reveal a value", words(f"{secretly}reveal ", shown, whom))
    w.random = usual
    return line


def _swap(w: World, scope: Scope) -> Line | None:
    pair = _two_zones(w, scope, False)
    if pair is None:
        return None
    other = pair[0] if pair[0].per and w.chance(70) else pair[1]
    return Line("swap", words("swap ", zone_place(w, scope, pair[0]), " and ", zone_place(w, scope, other)))


def _pass(w: World, scope: Scope) -> Line | None:
    zones = [zone for zone in w.zones if len(zone.per) == 1 and zone.per[0].sort == "player"]
    if not zones:
        return None
    way = w.pick(["next", "previous"])
    name = w.fresh("p")
    return Line("pass", words(f"pass {w.pick(zones).name} of each player {name} to {way}({name})"))


def _tell(w: World, scope: Scope) -> Line | None:
    hidden = [zone for zone in w.zones if not zone.told]
    if not hidden:
        return None
    zone, name = w.pick(hidden), w.fresh("c")
    test = truth(w, with_name(scope, Name(name, zone.deck)), 1)
    if not re.search(rf"\b{name}\b", str(test)):  # it would say nothing of the cards
        return None
    which = words(f" which {name} in ", zone_place(w, scope, zone), " has ", test)
    if w.chance(30):
        secretly = "secretly " if w.aside.randrange(100) < 40 else ""
        return Line(f"{secretly}tell one", words(f"{secretly}tell ", element(w, scope, "player", 1), which))
    return Line("tell", words("tell everyone", which))


def _remember(w: World, scope: Scope) -> Line | None:
    found = [each for each in w.positions if indexable(w, scope, each.per)]
    if not found:
        return None
    position = w.pick(found)
    return Line("remember", words("remember ", place(w, scope, position.name, position.per)))


def _forget(w: World, scope: Scope) -> Line | None:
    position = w.pick(w.positions)
    if not indexable(w, scope, position.per) or w.chance(40):
        return Line("forget all", words(f"forget {position.name}"))
    return Line("forget", words("forget ", place(w, scope, position.name, position.per)))


def _say(w: World, scope: Scope) -> Line:
    sort = w.pick(["number", "number", "player"])
    if w.chance(15):
        return Line("say", words("say well"))
    value = expression(w, scope, sort, 1)
    if w.chance(30):  # without a blank behind the colon, which would make a key
        test = truth(w, scope, 1)
        return Line("say", words('say "it is {if ', test, ":{", value, '} | unknown} now"', kind="say words by condition"))
    return Line("say", words('say "it is {', value, '} now"', kind="say with a value"))


# -------------------------------------------------------------------------------------------------------------- pieces


def _piece(w: World, scope: Scope) -> Line | None:
    found = [each for each in w.pieces if not scope.me or each.use is Use.OWN or (each.use is Use.SENT and not scope.loops)]
    if not found:
        return None
    piece = w.pick(found)
    own = scope.me if piece.use is Use.OWN else ""
    target = place(w, scope, piece.name, piece.per, own)
    by = piece.board.shape in ("track", "lanes")
    if by and w.chance(60) and piece.starts and not (scope.me and piece.use is Use.SENT):
        return Line("move by", words("move ", target, " by ", number(w, scope, 1)))
    if not piece.starts and w.chance(15):
        return Line("remove", words("remove ", target))
    return Line("place on", words(f"{w.pick(['place', 'move'])} ", target, " on ", _space(w, scope, piece)))


def _space(w: World, scope: Scope, piece: Piece) -> Phrase:
    board = piece.board
    if board.shape != "track":
        return element(w, scope, board.name, 1)
    return fitted(w, scope, Variable("", "number", low=board.low, high=board.high))


# ------------------------------------------------------------------------------------------------------------- control


def _do(w: World, scope: Scope) -> Made | None:
    found = [each for each in w.phases if each.own or not scope.me]
    if not found or scope.passes > MOST_PASSES:
        return None
    phase = w.pick(found)
    w.lines -= 3
    done = _done(w, scope, phase)
    if not phase.gives or w.chance(20):
        return [done], scope
    into = _writable(w, scope, phase.gives)
    if into and w.chance(40):
        target = _target(w, scope, w.pick(into))
        return [Line("assign what is given", words(target, " = ", done.phrase))], scope
    name = w.fresh("n")
    line = Line("let what is given", words(f"let {name} = ", done.phrase))
    return [line], with_name(scope, Name(name, phase.gives, fixed=False))


def giving(w: World, scope: Scope, body: tuple[Line, ...], sort: str) -> tuple[Line, ...]:
    """The sentences of a phase that gives a value of that sort: at its end, and perhaps before on a condition."""
    last = Line("give", words("give ", expression(w, scope, sort, 1)))
    if not w.chance(50):
        return (*body, last)
    at = w.number(0, len(body))
    sooner = _perhaps(w, scope, Line("give sooner", words("give ", expression(w, scope, sort, 1))))
    return (*body[:at], sooner, *body[at:], last)


def _done(w: World, scope: Scope, phase: Phase) -> Line:
    given = [_given(w, scope, taken, scope.me if not at and phase.own else "") for at, taken in enumerate(phase.takes)]
    pieces: list[str | Phrase] = [f"do {phase.name}"]
    for at, each in enumerate(given):
        pieces += [", " if at else " (", each]
    return Line("do", words(*pieces, ")" if given else ""))


def _given(w: World, scope: Scope, taken: Name, me: str) -> Phrase:
    if me:
        return words(me, sort="own")
    if taken.sort == "number" and taken.high is not None:
        return digits(w.number(taken.low or 0, taken.high))
    return expression(w, scope, taken.sort, 1)


def do_again(w: World, scope: Scope, phase: Phase) -> tuple[Line, ...]:
    """A phase done once or several times in turn, with what it is given anew each time."""
    return tuple(_done(w, scope, phase) for _ in range(w.number(1, 2)))


def do_itself(w: World, scope: Scope, phase: Phase) -> Line:
    """A phase done in itself, on a condition."""
    line = _perhaps(w, scope, _done(w, scope, phase))
    return evolve(line, kind="if, do itself")


def _leave(w: World, scope: Scope) -> Line | None:
    if scope.loops and w.chance(70):
        return _perhaps(w, scope, Line("leave the loop", words("leave the loop")))
    if scope.phase and (not scope.me):
        return _perhaps(w, scope, Line("end the phase", words("end the phase")))
    return None


def _perhaps(w: World, scope: Scope, line: Line) -> Line:
    return Line("if", words("if ", truth(w, scope, 1)), (line,))


def _end(w: World, scope: Scope) -> Line | None:
    text = w.pick(["end the game", "end the game after this phase"])
    return _perhaps(w, scope, Line(text, words(text)))


def _if(w: World, scope: Scope, depth: int) -> Line:
    also: list[Line] = []
    if w.chance(20):
        also.append(Line("else if", words("else if ", truth(w, scope, 1)), block(w, scope, 2, depth)))
    if w.chance(35):
        also.append(Line("else", words("else"), block(w, scope, 2, depth)))
    return Line("if", words("if ", truth(w, scope, 2)), block(w, scope, 3, depth), tuple(also))


def _for_each(w: World, scope: Scope, depth: int) -> Line | None:
    source = elements(w, scope, 1)
    if scope.me and source.zone and w.chance(80):
        return None
    name = _element_name(w.fresh("y"), source)
    inside = with_name(scope, name)
    condition = where(w, inside, 1, 25)
    order = words("", sort="clause")
    kind = "for each"
    if source.sort == "player" and str(source.phrase) == "players" and w.chance(30):
        start = element(w, scope, "player", 1)
        order, kind = words(" starting with ", start, sort="clause"), "for each starting with"
    elif w.chance(28):
        order, kind = words(" in order of ", keys(w, inside, 1), sort="clause"), "for each in order"
    joined: tuple[Phrase, ...] = ()
    if source.zone and not str(order):
        joined = more_zones(w, scope, source)
        inside = (
            evolve(inside, names=tuple(evolve(each, zone="") if each == name else each for each in inside.names))
            if joined
            else inside
        )
    often = 20 if source.high is not None and source.high > 9 else 3
    inside = evolve(inside, loops=scope.loops + 1, passes=scope.passes * often)
    still = words(", while ", truth(w, inside, 1), sort="clause", kind=", while") if w.chance(10) else words("", sort="clause")
    return Line(
        kind, words(f"for each {name.text} in ", source.phrase, *joined, condition, order, still), block(w, inside, 3, depth)
    )


def _repeat(w: World, scope: Scope, depth: int) -> Line | None:
    name = w.fresh("r")
    counted = w.chance(40)
    more = f" as {name}" if counted else ""
    until = words(" until ", truth(w, scope, 1), sort="clause") if w.chance(30) else words("", sort="clause")
    still = words(" while ", truth(w, scope, 1), sort="clause", kind="while") if w.chance(20) else words("", sort="clause")
    times = w.number(1, 3)
    inside = with_name(scope, Name(name, "number", low=1, high=times)) if counted else scope
    inside = evolve(inside, loops=scope.loops + 1, passes=scope.passes * times)
    if w.chance(12) and scope.passes <= 6 and not scope.loops:
        w.endless = True
        actor = _asks(w, inside)
        ask = Line("choose", words(actor or "choose ", f"{w.fresh('x')} from 1..2"))
        over = words(" until ", truth(w, scope, 1)) if w.chance(70) else words(" until 1 = 2")
        endless = evolve(inside, passes=scope.passes * 6)
        return Line("repeat until", words("repeat", more, over), (ask, *block(w, endless, 3, depth)))
    amount = digits(times)
    if w.chance(20):
        amount = words(f"min({times}, ", number(w, scope, 1), ")", sort="number")
    return Line("repeat times", words("repeat ", amount, " times", more, still, until), block(w, inside, 3, depth))


def _together(w: World, scope: Scope, depth: int) -> Line | None:
    if scope.passes > 6:
        return None
    me = w.fresh("me")
    names = tuple(evolve(name, fixed=True) for name in scope.names)
    inside = evolve(scope, names=(*names, Name(me, "player")), me=me, loops=0, passes=scope.passes * 2, phase="")
    condition = where(w, with_name(scope, Name(me, "player")), 1, 25)
    if w.chance(12):
        condition = words(" in ", elements(w, scope, 1, "player").phrase, condition)
    ask = _choice(w, inside)
    first: list[Line] = []
    if ask is not None:
        first, inside = ask
    return Line("together", words(f"together, each player {me}", condition), (*first, *block(w, inside, 4, depth)))
