"""Expressions of a sort, in the words of the rules."""

from __future__ import annotations

import re

from attrs import evolve, frozen

from .prints import WARE, reached
from .tree import Phrase
from .world import Attribute, Board, Index, Name, Phase, Piece, Scope, Use, Variable, World, Zone, digits, several, words

CLOSED = re.compile(r"\w*[(\[]")
"""How a phrase begins that needs no brackets if it ends with one."""

SIMPLE = re.compile(r"[\w.]+")
"""What needs no brackets: a name, a number, what is printed."""

DEEPEST = 3
"""How many indices may be inside each other."""

LARGE = (2_147_483_647, 2_147_483_646, 2_000_000_000, 1_000_000, 65_536, 1_073_741_824)
"""Numbers near the ends of what a slot holds, and such whose products are there."""


@frozen
class Elements:
    """A set in words, the sort of its elements, and, for numbers, between what they lie."""

    phrase: Phrase
    sort: str
    low: int | None = None
    high: int | None = None
    zone: str = ""


# ------------------------------------------------------------------------------------------------------------- by sort


def expression(w: World, scope: Scope, sort: str, depth: int = 2) -> Phrase:
    """A value of that sort."""
    if sort != "truth" and depth > 0 and w.aside.randrange(100) < 6 and not scope.me and any(phase.settled for phase in w.phases):
        return _tried(w, scope, sort, depth - 1)
    match sort:
        case "number":
            return number(w, scope, depth)
        case "truth":
            return truth(w, scope, depth)
        case _:
            return element(w, scope, sort, depth)


def number(w: World, scope: Scope, depth: int) -> Phrase:
    """A number."""
    inner = depth - 1

    def sub() -> Phrase:
        return number(w, scope, inner)

    simple = [
        (30, lambda: digits(w.number(0, 6))),
        (30, lambda: _named(w, scope, "number")),
        (40, lambda: reading(w, scope, "number")),
        (3, lambda: digits(w.pick(LARGE)) if w.chance(25) else None),
    ]
    if depth <= 0:
        return w.made(simple) or digits(1)
    found = w.made(
        [
            *simple,
            (24, lambda: _operation(w, sub(), sub())),
            (5, lambda: words(w.pick(["min(", "max("]), sub(), ", ", sub(), ")", sort="number", kind="min, max")),
            (2, lambda: words("abs(", sub(), ")", sort="number", kind="abs")),
            (2, lambda: words("(-", _bracketed(sub()), ")", sort="number", kind="minus")),
            (
                3,
                lambda: words(
                    "(half of ", _bracketed(sub()), " rounded ", w.pick(["up", "down"]), ")", sort="number", kind="half of"
                ),
            ),
            (5, lambda: either(w, scope, "number", inner)),
            (14, lambda: _aggregate(w, scope, inner)),
            (7, lambda: counted(w, scope, inner)),
            (10, lambda: printed(w, scope, "number")),
            (7, lambda: call(w, scope, "number", inner)),
            (2, lambda: _seat_number(w, scope, inner)),
            (3, lambda: _occurrences(w, scope)),
            (2, lambda: words("players", sort="number", kind="players as a number")),
            (2, lambda: _edge(w, scope)),
            (3, lambda: _options_of(w, scope, "count(options of ", ")", "number")),
            *([(20, lambda: _times(w, scope))] if w.positions else []),
            *([(25, lambda: _sum_of_cards(w, scope))] if WARE in w.enumerations else []),
        ]
    )
    return found or digits(1)


def truth(w: World, scope: Scope, depth: int) -> Phrase:
    """A condition."""
    inner = depth - 1
    simple = [
        (60, lambda: _compared(w, scope, max(0, inner))),
        (10, lambda: reading(w, scope, "truth")),
        (8, lambda: _named(w, scope, "truth")),
        (14, lambda: _same(w, scope, max(0, inner))),
        (8, lambda: _contained(w, scope, max(0, inner))),
        (1, lambda: words(w.pick(["yes", "no"]), sort="truth")),
        (40, lambda: _held_there(w, scope)),
    ]
    if depth <= 0:
        return w.made(simple) or words("yes", sort="truth")

    def sub() -> Phrase:
        return _bracketed(truth(w, scope, inner))

    if w.aside.randrange(100) < 15 and not scope.me and any(phase.settled for phase in w.phases):
        return _tried(w, scope, "truth", inner)
    found = w.made(
        [
            *simple,
            (10, lambda: words(sub(), w.pick([" and ", " or "]), sub(), sort="truth", kind="and, or")),
            (5, lambda: words("not ", sub(), sort="truth", kind="not")),
            (12, lambda: _quantified(w, scope, inner)),
            (4, lambda: call(w, scope, "truth", inner)),
            (4, lambda: _empty(w, scope)),
            (2, lambda: either(w, scope, "truth", inner)),
            (6, lambda: _options_of(w, scope, "any option of ", "", "truth")),
        ]
    )
    return found or words("yes", sort="truth")


def _empty(w: World, scope: Scope) -> Phrase | None:
    """Whether a zone has no cards, or has some."""
    found = visible_zones(w, scope)
    if not found:
        return None
    return words(zone_place(w, scope, w.pick(found)), w.pick([" is empty", " is not empty"]), sort="truth", kind="is empty")


def _options_of(w: World, scope: Scope, before: str, behind: str, sort: str) -> Phrase | None:
    """Whether a phase that was made already has an option, or how many."""
    found = [phase for phase in w.phases if phase.chooses and not scope.me]
    if not found:
        return None
    phase = w.pick(found)
    given = several(", ", _given(w, scope, phase))
    return words(f"{before}{phase.name} (", given, f"){behind}", sort=sort, kind=f"{before.split(' of')[0]} of")


def _tried(w: World, scope: Scope, sort: str, depth: int) -> Phrase:
    """What a value would be once a phase were done that was made already."""
    phase = w.pick([phase for phase in w.phases if phase.settled])
    given = words(" (", several(", ", _given(w, scope, phase)), ")") if phase.takes else words("")
    return words(f"(after {phase.name}", given, ", ", _bracketed(expression(w, scope, sort, depth)), ")", sort=sort, kind="after")


def _given(w: World, scope: Scope, phase: Phase) -> list[Phrase]:
    return [
        digits(w.number(each.low or 0, each.high)) if each.high is not None else expression(w, scope, each.sort, 0)
        for each in phase.takes
    ]


def element(w: World, scope: Scope, sort: str, depth: int) -> Phrase:
    """A seat, a value of an enumeration, a space or a card. What may be nothing comes up now and then."""
    found = w.made(
        [
            (40, lambda: _named(w, scope, sort)),
            (16, lambda: _constant(w, scope, sort)),
            (20, lambda: reading(w, scope, sort)),
            (6, lambda: _first(w, scope, sort, depth - 1) if depth > 0 else None),
            (5, lambda: call(w, scope, sort, depth - 1) if depth > 0 else None),
            (5, lambda: either(w, scope, sort, depth - 1) if depth > 0 else None),
            (4, lambda: _next(w, scope, depth - 1) if sort == "player" and depth > 0 else None),
            (6, lambda: printed(w, scope, sort)),
            (4, lambda: _step(w, scope, sort, depth - 1) if depth > 0 else None),
            (4, lambda: _top(w, scope, sort)),
        ]
    )
    return found or _constant(w, scope, sort) or words("nothing", sort=sort)


def has(w: World, scope: Scope, sort: str) -> bool:
    """Whether a value of the sort can be written at all."""
    return sort in ("number", "truth") or _constant(w, scope, sort) is not None or bool(scope.of(sort))


# --------------------------------------------------------------------------------------------------------- simple ones


def _named(w: World, scope: Scope, sort: str) -> Phrase | None:
    names = [name for name in scope.names if name.sort == sort]
    if not names:
        return None
    rows = [name for name in names if name.index]
    name = w.pick(rows) if rows and w.chance(40) else w.pick(names[-4:] if w.chance(60) else names)
    if name.index:
        return words(name.text, "[", element(w, scope, name.index, 0), "]", sort=sort, kind="row of values")
    return words(name.text, sort=sort)


def _constant(w: World, scope: Scope, sort: str) -> Phrase | None:
    if sort == "player":
        return words(w.pick(w.seats[: w.fewest]), sort=sort)
    if sort in w.enumerations:
        return words(w.pick(w.enumerations[sort]), sort=sort)
    for board in w.boards:
        if board.name == sort:
            if board.shape == "track":
                return digits(w.number(board.low, board.high))
            if not board.spaces:
                return words(f"{w.pick(['first_space', 'last_space'])}({sort})", sort=sort, kind="end of a board")
            space = w.pick(board.spaces)
            if board.shape == "lanes":
                return words(f"at({sort}, {space.replace('/', ', ')})", sort=sort, kind="at")
            return words(space, sort=sort)
        if sort == _way_sort(board) and board.shape in DIRECTIONS:
            way = words(f"{w.pick(DIRECTIONS[board.shape])} of {board.name}", sort=sort, kind="direction")
            if board.shape in WAYS and w.aside.randrange(100) < 25:
                return words("turned(", way, f", {w.aside.randrange(-3, 8)})", sort=sort, kind="turned")
            return way
    return None


def readable(variable: Variable, scope: Scope) -> bool:
    """Whether a sentence here may look at the variable; inside `together` what is its own is looked at by its own name."""
    if not scope.me and not scope.calm:
        return True
    return variable.use is Use.SEEN or (variable.use is Use.OWN and bool(scope.me))


def _times(w: World, scope: Scope) -> Phrase | None:
    """How often things stood as they stand now."""
    quiet = bool(scope.me) or scope.calm
    found = [each for each in w.positions if (each.calm or not quiet) and indexable(w, scope, each.per)]
    if not found:
        return None
    position = w.pick(found)
    return words("(times ", place(w, scope, position.name, position.per), " was remembered)", sort="number", kind="times")


def indexable(w: World, scope: Scope, per: tuple[Index, ...]) -> bool:
    """Whether every index can be written here."""
    return all(has(w, scope, each.sort) for each in per)


def reading(w: World, scope: Scope, sort: str) -> Phrase | None:
    """A variable, score, parameter or piece of that sort, with its indices."""
    pieces = [_as_variable(each) for each in w.pieces if _space_sort(each.board.name, each.board.shape) == sort]
    found = [
        each
        for each in (*w.variables, *pieces)
        if each.sort == sort and readable(each, scope) and indexable(w, scope, each.per) and (not each.optional or w.chance(4))
    ]
    if not found:
        return None
    variable = w.pick(found)
    own = scope.me if variable.use is Use.OWN else ""
    return words(place(w, scope, variable.name, variable.per, own), sort=sort, kind="reading a variable")


def _space_sort(board: str, shape: str) -> str:
    return "number" if shape == "track" else board


def _as_variable(piece: Piece) -> Variable:
    return Variable(
        piece.name, _space_sort(piece.board.name, piece.board.shape), piece.per, optional=not piece.starts, use=piece.use
    )


def place(w: World, scope: Scope, name: str, per: tuple[Index, ...], own: str = "") -> Phrase:
    """A thing with its indices, the first of which is *own* where that is given."""
    if not per:
        return words(name)
    indices = [words(own, sort="own") if own and number == 0 else index(w, scope, each) for number, each in enumerate(per)]
    pieces: list[str | Phrase] = [name, "["]
    for number, each in enumerate(indices):
        pieces += [", ", each] if number else [each]
    return Phrase("place", (*pieces, "]"))


def index(w: World, scope: Scope, wanted: Index) -> Phrase:
    """An index: a constant, a name, or something that may go wrong; only a few deep in each other."""
    if w.nesting >= DEEPEST:
        simple = digits(wanted.low) if wanted.sort == "number" else _constant(w, scope, wanted.sort)
        return simple or words(scope.of(wanted.sort)[0].text, sort=wanted.sort)
    w.nesting += 1
    found = _index(w, scope, wanted)
    w.nesting -= 1
    return found


def _index(w: World, scope: Scope, wanted: Index) -> Phrase:
    if wanted.sort != "number":
        return element(w, scope, wanted.sort, 1)
    size = wanted.high - wanted.low + 1

    def wrapped() -> Phrase:
        inner = words(number(w, scope, 1), sort="number")
        start = f"{wanted.low} + " if wanted.low else ""
        return words(start, "(", inner, ") mod ", digits(size), sort="number", kind="index by a calculation")

    fitting = [
        name
        for name in scope.of("number")
        if name.low is not None and name.high is not None and name.low >= wanted.low and name.high <= wanted.high
    ]
    found = w.made(
        [
            (45, lambda: digits(w.number(wanted.low, wanted.high))),
            (35, lambda: words(w.pick(fitting).text, sort="number") if fitting else None),
            (14, wrapped),
            (2, lambda: _unsure(w, scope)),
        ]
    )
    return found or digits(wanted.low)


def _unsure(w: World, scope: Scope) -> Phrase | None:
    """A number of which nobody can say beforehand whether it is an index."""
    found = reading(w, scope, "number")
    known = [each.name for each in w.variables if each.fixed]
    return None if found is None or any(str(phrase) in known for phrase in found.inside) else found


def _bracketed(phrase: Phrase) -> Phrase:
    """The phrase in brackets, where it may need them."""
    first, last = phrase.pieces[0], phrase.pieces[-1]
    closed = isinstance(first, str) and isinstance(last, str) and CLOSED.match(first) and last.endswith((")", "]"))
    if closed or (len(phrase.pieces) == 1 and SIMPLE.fullmatch(str(phrase))):
        return phrase
    if len(phrase.pieces) == 1 and isinstance(first, Phrase) and first.sort == "place":
        return phrase
    return words("(", phrase, ")", sort=phrase.sort)


# ---------------------------------------------------------------------------------------------------------- operations


def _operation(w: World, left: Phrase, right: Phrase) -> Phrase:
    how = w.pick(["+", "+", "+", "-", "-", "*", "div", "mod"])
    if how in ("div", "mod") and w.chance(80):
        right = digits(w.pick([1, 2, 2, 3, 3, 7, -2]))
        if how == "div" and w.chance(10):
            right = words("(0 - 1)", sort="number")
    return words("(", _bracketed(left), f" {how} ", _bracketed(right), ")", sort="number", kind=f"{how}")


def _edge(w: World, scope: Scope) -> Phrase:
    more = number(w, scope, 0)
    sign = "+" if str(more).lstrip("-").isdigit() else "-"
    return words(f"(0 - 2147483647 {sign} ", more, ")", sort="number", kind="lowest numbers")


def either(w: World, scope: Scope, sort: str, depth: int) -> Phrase | None:
    """One of two values."""
    if not has(w, scope, sort):
        return None
    parts = [expression(w, scope, sort, depth) for _ in range(2)]
    test = truth(w, scope, depth)
    return words(
        "(", _bracketed(parts[0]), " if ", _bracketed(test), " else ", _bracketed(parts[1]), ")", sort=sort, kind="if … else"
    )


def _compared(w: World, scope: Scope, depth: int) -> Phrase:
    how = w.pick(["=", "=", "!=", "<", "<=", ">", ">=", "is", "is not"])
    nothing = [each for each in w.variables if each.optional and each.sort == "number" and readable(each, scope)]
    nothing = [each for each in nothing if indexable(w, scope, each.per)]
    if nothing and w.chance(30):
        variable = w.pick(nothing)
        own = scope.me if variable.use is Use.OWN else ""
        one = words(place(w, scope, variable.name, variable.per, own), sort="number", kind="what may be nothing compared")
        other = _edge(w, scope) if w.chance(30) else number(w, scope, depth)
        pair = (one, other) if w.chance(50) else (other, one)
        return words(_bracketed(pair[0]), f" {how} ", _bracketed(pair[1]), sort="truth")
    left, right = number(w, scope, depth), number(w, scope, depth)
    if w.chance(6):
        return words("0 <= ", _bracketed(left), " < ", _bracketed(right), sort="truth", kind="chained comparison")
    return words(_bracketed(left), f" {how} ", _bracketed(right), sort="truth", kind=f"comparison {how}")


def sorts(w: World, scope: Scope) -> list[str]:
    """The sorts of elements of which there are any here, without numbers and truths."""
    boards = [board.name for board in w.boards if board.shape != "track"]
    cards = [deck.name for deck in w.decks if scope.of(deck.name)]
    return ["player", "player", *w.enumerations, *boards, *cards]


def _same(w: World, scope: Scope, depth: int) -> Phrase:
    sort = w.pick(sorts(w, scope))
    left = element(w, scope, sort, depth)
    right = words("nothing") if w.chance(12) else element(w, scope, sort, depth)
    relations = ["=", "!=", "=", "<", ">="] if sort in w.enumerations else ["=", "!="]
    return words(_bracketed(left), f" {w.pick(relations)} ", _bracketed(right), sort="truth", kind="comparison of elements")


def _held_there(w: World, scope: Scope) -> Phrase | None:
    """Whether an array holds a value at the name that was given last: what is asked of the spaces of a board."""
    if not scope.names or scope.names[-1].index:
        return None
    name = scope.names[-1]
    found = [
        each
        for each in w.variables
        if each.per and _reaches(name, each.per[-1]) and readable(each, scope) and indexable(w, scope, each.per)
    ]
    if not found:
        return None
    variable = w.pick(found)
    own = scope.me if variable.use is Use.OWN else ""
    if own and len(variable.per) == 1:
        return None
    before: list[str | Phrase] = []
    for number_, each in enumerate(variable.per[:-1]):
        before += [words(own, sort="own") if own and not number_ else index(w, scope, each), ", "]
    held = Phrase("place", (variable.name, "[", *before, name.text, "]"))
    if variable.sort == "truth":
        return words(held, sort="truth", kind="held at a name") if w.chance(70) else words("not ", held, sort="truth")
    if variable.sort == "number":
        low = variable.low or 0
        few = w.number(low, min(low + 3 if variable.high is None else variable.high, low + 3))
        value = (digits(few) if few >= 0 else words(f"({few})")) if w.chance(70) else number(w, scope, 0)
    else:
        value = element(w, scope, variable.sort, 0)
    return words(held, w.pick([" = ", " = ", " = ", " != "]), _bracketed(value), sort="truth", kind="held at a name")


def _reaches(name: Name, wanted: Index) -> bool:
    """Whether every value of the name is an index."""
    if wanted.sort != "number":
        return name.sort == wanted.sort
    bounded = name.sort == "number" and name.low is not None and name.high is not None
    return bounded and wanted.low <= (name.low or 0) and (name.high or 0) <= wanted.high


def _contained(w: World, scope: Scope, depth: int) -> Phrase | None:
    source = elements(w, scope, depth)
    if not has(w, scope, source.sort):
        return None
    value = expression(w, scope, source.sort, depth)
    how = " not in " if w.chance(30) else " in "
    return words(_bracketed(value), how, _bracketed(source.phrase), sort="truth", kind="in, not in")


# ---------------------------------------------------------------------------------------------------------------- sets


def elements(w: World, scope: Scope, depth: int, sort: str = "") -> Elements:
    """A set, of that sort where one is given."""
    plain = w.made(
        [
            (30, lambda: _range(w, scope) if sort in ("", "number") else None),
            (12, lambda: _list(w, scope, sort or w.pick(["number", "number", *sorts(w, scope)]), depth)),
            (20, lambda: Elements(words("players", kind="players"), "player") if sort in ("", "player") else None),
            (10, lambda: _values(w, sort)),
            (16, lambda: _cards(w, scope, sort)),
            (8, lambda: _spaces(w, scope, sort, depth)),
            (8, lambda: _printed_list(w, scope, sort)),
            (6, lambda: _given_set(w, scope, sort, depth)),
            (14, lambda: _set_with_name(w, scope, sort)),
            (4, lambda: _directions(w, sort)),
            (9, lambda: _made_of_sets(w, scope, sort, depth - 1) if depth > 0 else None),
            (40, lambda: _chosen_set(w, scope, sort)),
        ]
    )
    found = plain or _list(w, scope, sort or "number", 0)
    if depth > 0 and w.chance(15):
        name = w.fresh("e")
        inside = with_name(scope, Name(name, found.sort, low=found.low, high=found.high))
        test = truth(w, inside, depth - 1)
        phrase = words("(", found.phrase, f" {name} where ", _bracketed(test), ")", sort=found.phrase.sort, kind="filtered set")
        if isinstance(found.phrase, Phrase) and str(found.phrase).isidentifier():
            return evolve(found, phrase=phrase)
    return found


def _set_with_name(w: World, scope: Scope, sort: str) -> Elements | None:
    found = [each for each in scope.names if each.sort.startswith("set of ") and sort in ("", each.sort.removeprefix("set of "))]
    if not found:
        return None
    name = w.pick(found)
    phrase = words(name.text, sort=name.sort, kind="a set's name")
    return Elements(phrase, name.sort.removeprefix("set of "), name.low, name.high)


def _directions(w: World, sort: str) -> Elements | None:
    """Directions of a board."""
    found = [board for board in w.boards if board.shape in WAYS and sort in ("", _way_sort(board))]
    if not found:
        return None
    board = w.pick(found)
    ways = [f"{way} of {board.name}" for way in (*WAYS[board.shape], "directions")]
    text = w.pick(ways) if w.chance(70) else f"({w.pick(ways)} + {w.pick(ways)})"
    return Elements(words(text, sort=f"set of {_way_sort(board)}", kind="directions"), _way_sort(board))


def _way_sort(board: Board) -> str:
    return f"direction of {board.name}"


def _made_of_sets(w: World, scope: Scope, sort: str, depth: int) -> Elements | None:
    """A set made of one or two others, none of them cards of a zone."""
    if w.chance(40):
        ray = _ray(w, scope, sort, depth)
        if ray is not None:
            return ray
    one = elements(w, scope, depth, sort)
    if not _joinable(w, one):
        return None
    kind = w.pick(["+", "+", "up to", "if", "all of", "all of"])
    part = _bracketed(one.phrase)
    if kind == "up to":
        name = w.fresh("u")
        test = _bracketed(truth(w, with_name(scope, Name(name, one.sort, low=one.low, high=one.high)), depth))
        return evolve(one, phrase=words("(", part, f" up to {name} where ", test, ")", sort=one.phrase.sort, kind="up to"))
    if kind == "all of":
        return _all_of(w, scope, one.sort, depth)
    other = Elements(words("[]"), one.sort, one.low, one.high) if w.chance(15) else elements(w, scope, depth, one.sort)
    if not _joinable(w, other):
        return None
    low = None if one.low is None or other.low is None else min(one.low, other.low)
    high = None if one.high is None or other.high is None else max(one.high, other.high)
    if kind == "+":
        phrase = words("(", part, " + ", _bracketed(other.phrase), ")", sort=one.phrase.sort, kind="sets joined")
    else:
        test = _bracketed(truth(w, scope, depth))
        pieces = ("(", part, " if ", test, " else ", _bracketed(other.phrase), ")")
        phrase = words(*pieces, sort=one.phrase.sort, kind="one of two sets")
    return Elements(phrase, one.sort, low, high)


def _joinable(w: World, found: Elements) -> bool:
    """Whether another set may be made of it: its elements are no cards of a zone."""
    return not found.zone and all(found.sort != deck.name for deck in w.decks)


def _all_of(w: World, scope: Scope, sort: str, depth: int) -> Elements | None:
    binder, _, inside = _bound(w, scope, depth)
    condition = where(w, inside, depth, 25)
    if w.chance(50) and has(w, inside, sort):
        value = _small(w, inside) if sort == "number" else element(w, inside, sort, depth)
        each = Elements(value, sort)
    else:
        each = elements(w, inside, depth, sort)
        if not _joinable(w, each):
            return None
    phrase = words("(all of ", _bracketed(each.phrase), " for ", binder, condition, ")", sort=f"set of {sort}", kind="all of")
    return Elements(phrase, sort, each.low, each.high)


def _ray(w: World, scope: Scope, sort: str, depth: int) -> Elements | None:
    """The spaces in a direction, or in all of some, perhaps up to one that passes."""
    found = [board for board in w.boards if board.shape in DIRECTIONS and sort in ("", board.name) and has(w, scope, board.name)]
    if not found:
        return None
    board = w.pick(found)
    space, kind = element(w, scope, board.name, 0), f"set of {board.name}"
    way, over = _way(w, scope, board), ""
    if board.shape in WAYS and w.chance(50):
        over = w.fresh("d")
        way = words(over)
    ray = words("ray(", space, ", ", way, ")", sort=kind, kind="ray")
    if w.chance(50):
        name = w.fresh("u")
        test = _bracketed(truth(w, with_name(scope, Name(name, board.name)), max(0, depth)))
        ray = words("(", ray, f" up to {name} where ", test, ")", sort=kind, kind="ray up to")
    elif len(str(space)) % 2:
        ray = words("between(", space, f", last_space({board.name}))", sort=kind, kind="between")
    if over:
        ways = _directions(w, _way_sort(board))
        assert ways is not None
        ray = words("(all of ", ray, f" for {over} in ", ways.phrase, ")", sort=kind, kind="all of rays")
    return Elements(ray, board.name)


def _way(w: World, scope: Scope, board: Board) -> Phrase:
    """A direction of a board: a name, or what leads back."""
    names = [name for name in scope.of(_way_sort(board)) if not name.index]
    if names and w.chance(70):
        way = words(w.pick(names).text, sort=_way_sort(board))
        if board.shape in WAYS and w.aside.randrange(100) < 50:
            return words("turned(", way, ", ", number(w, scope, 0), ")", sort=_way_sort(board), kind="turned")
        return words("opposite(", way, ")", sort=_way_sort(board), kind="opposite") if w.chance(30) else way
    return words(f"{w.pick(DIRECTIONS[board.shape])} of {board.name}", sort=_way_sort(board), kind="direction")


def _chosen_set(w: World, scope: Scope, sort: str) -> Elements | None:
    """Several things that were chosen at once."""
    sets = [each for each in scope.names if each.sort.startswith("several ")]
    found = [each for each in sets if sort in ("", each.sort.removeprefix("several "))]
    if not found:
        return None
    name = w.pick(found)
    return Elements(words(name.text, kind="chosen set"), name.sort.removeprefix("several "), name.low, name.high)


def with_name(scope: Scope, *names: Name) -> Scope:
    """The scope with more names."""
    return evolve(scope, names=(*scope.names, *names))


def _range(w: World, scope: Scope) -> Elements:
    low = w.pick([0, 0, 1, 1, 1, 2, -2])
    high = low + w.pick([0, 1, 2, 2, 3, 5, 9])
    if w.chance(2):
        high = low + 100
    bounded = [name for name in scope.of("number") if name.high is not None and name.high <= 12]
    variables = [each for each in w.variables if each.sort == "number" and each.high is not None and each.high <= 12]
    variables = [each for each in variables if readable(each, scope) and not each.optional and indexable(w, scope, each.per)]
    top: Phrase = digits(high)
    given = [name for name in bounded if name.given]
    if bounded and w.chance(40):
        name = w.pick(given if given and w.chance(70) else bounded)
        top, high = words(name.text, sort="number"), name.high or 0
        low = min(low, name.low or 0)
    elif variables and w.chance(15):
        variable = w.pick(variables)
        own = scope.me if variable.use is Use.OWN else ""
        top, high = words(place(w, scope, variable.name, variable.per, own), sort="number"), variable.high or 0
        low = min(low, variable.low or 0)
    bottom = digits(low)
    if bounded and w.chance(4):
        bottom, low = words(w.pick(bounded).text, sort="number"), 0
    return Elements(words(bottom, "..", top, sort="set of number", kind="range"), "number", low, max(low, high))


def _list(w: World, scope: Scope, sort: str, depth: int) -> Elements:
    items = [expression(w, scope, sort, 0) for _ in range(w.number(1, 5))]
    if sort == "number":
        items = [each if str(each).isdigit() and int(str(each)) < 20 else _small(w, scope) for each in items]
    if w.chance(30):
        items.append(w.pick(items))
    if sort == "number" and w.chance(10):
        items = [digits(w.number(0, 3)) for _ in range(w.number(5, 25))]
    return Elements(words("[", several(", ", items), "]", sort=f"set of {sort}", kind="list"), sort)


def _small(w: World, scope: Scope) -> Phrase:
    """A number of which it is known that it is small."""
    names = [name for name in scope.of("number") if name.high is not None and name.high <= 100]
    variables = [
        each
        for each in w.variables
        if each.sort == "number"
        and each.high is not None
        and each.high <= 100
        and readable(each, scope)
        and indexable(w, scope, each.per)
    ]
    if names and w.chance(50):
        return words(w.pick(names).text, sort="number")
    if variables and w.chance(70):
        variable = w.pick(variables)
        own = scope.me if variable.use is Use.OWN else ""
        return words(place(w, scope, variable.name, variable.per, own), sort="number")
    return digits(w.number(0, 5))


def _values(w: World, sort: str) -> Elements | None:
    found = [name for name in w.enumerations if sort in ("", name)]
    return Elements(words(w.pick(found), kind="enumeration as a set"), w.pick(found)) if len(found) == 1 else None


def zone_place(w: World, scope: Scope, zone: Zone) -> Phrase:
    """A zone with its indices."""
    own = scope.me if scope.me and zone.use is Use.OWN else ""
    return evolve(place(w, scope, zone.name, zone.per, own), sort=f"zone of {zone.deck}")


def visible_zones(w: World, scope: Scope) -> list[Zone]:
    """The zones that a sentence here may look into."""
    if not scope.me and not scope.calm:
        return list(w.zones)
    return [zone for zone in w.zones if zone.use is Use.SEEN or (zone.use is Use.OWN and scope.me)]


def _cards(w: World, scope: Scope, sort: str) -> Elements | None:
    found = [zone for zone in visible_zones(w, scope) if sort in ("", zone.deck) and (zone.open or w.chance(4))]
    if not found:
        return None
    zone = w.pick(found)
    phrase = zone_place(w, scope, zone)
    return Elements(phrase, zone.deck, zone=str(phrase))


def _spaces(w: World, scope: Scope, sort: str, depth: int) -> Elements | None:
    found = [board for board in w.boards if sort in ("", _space_sort(board.name, board.shape))]
    if not found:
        return None
    board = w.pick(found)
    if board.shape == "track":
        return Elements(words(board.name, kind="board as a set"), "number", board.low, board.high)
    links = next((each for each in w.boards if each.of == board.name), None)
    if board.of and depth > 0 and sort in ("", board.of) and w.chance(30):
        return Elements(words("ends(", element(w, scope, board.name, 0), ")", sort=f"set of {board.of}", kind="ends"), board.of)
    if links is not None and depth > 0 and sort in ("", links.name) and w.chance(30):
        return Elements(
            words("links(", element(w, scope, board.name, 0), ")", sort=f"set of {links.name}", kind="links"), links.name
        )
    if w.chance(45) and depth > 0:
        space = element(w, scope, board.name, 0)
        return Elements(words("neighbours(", space, ")", sort=f"set of {board.name}", kind="neighbours"), board.name)
    if w.chance(25) and depth > 0:
        return _linked(w, scope, board.name, depth)
    return Elements(words(board.name, sort=f"set of {board.name}", kind="board as a set"), board.name)


def _linked(w: World, scope: Scope, board: str, depth: int) -> Elements:
    """The spaces that are connected to a space or to those of a set, or that lie around a set."""
    begin = element(w, scope, board, 0) if w.chance(50) else _bracketed(elements(w, scope, depth - 1, board).phrase)
    if w.chance(30):
        some = elements(w, scope, depth - 1, board).phrase
        return Elements(words("neighbours(", some, ")", sort=f"set of {board}", kind="neighbours of a set"), board)
    name = w.fresh("z")
    links = next((each for each in w.boards if each.of == board), None)
    over = links is not None and w.chance(60)
    inside = with_name(scope, Name(name, links.name if links is not None and over else board))
    test = _bracketed(truth(w, inside, depth - 1))
    how, kind = ("over", "connected over links") if over else ("through", "connected to")
    phrase = words("(connected to ", begin, f" {how} {name} where ", test, ")", sort=f"set of {board}", kind=kind)
    return Elements(phrase, board)


def _printed(w: World, scope: Scope, sort: str, many: bool) -> Phrase | None:
    found: list[tuple[str, Attribute]] = []
    owners = [(deck.name, deck.printed) for deck in w.decks]
    owners += [(board.name, board.printed) for board in w.boards if board.shape != "track"]
    for owner, printed_there in (*owners, *w.marked.items()):
        for name in scope.of(owner):
            found += reached(w, name.text, printed_there)
    if WARE in w.enumerations and w.chance(20):
        held = [each for each in w.variables if each.sort in w.marked and not each.optional and readable(each, scope)]
        held = [each for each in held if indexable(w, scope, each.per)]
        if held:
            variable = w.pick(held)
            own = scope.me if variable.use is Use.OWN else ""
            found += reached(w, place(w, scope, variable.name, variable.per, own), w.marked[variable.sort])
    found = [(text, each) for text, each in found if each.many is many and sort in ("", each.sort)]
    if not found:
        return None
    text, attribute = w.pick(found)
    if attribute.optional and w.chance(90):
        return None
    deep = " on what is printed" if text.count(".") > 1 else ""
    if attribute.by:
        key = element(w, scope, attribute.by, 0)
        return words(f"{text}[", key, "]", sort=attribute.sort, kind=f"what is printed by element{deep}")
    return words(text, sort=attribute.sort, kind=("printed list" if many else "what is printed") + deep)


def printed(w: World, scope: Scope, sort: str) -> Phrase | None:
    """What is printed on a card or space that has a name here."""
    return _printed(w, scope, sort, False)


def _printed_list(w: World, scope: Scope, sort: str) -> Elements | None:
    found = _printed(w, scope, sort, True)
    return None if found is None else Elements(evolve(found, sort=f"set of {found.sort}"), found.sort)


def _given_set(w: World, scope: Scope, sort: str, depth: int) -> Elements | None:
    calm = bool(scope.me) or scope.calm
    found = [each for each in w.functions if each.many and sort in ("", each.sort) and (each.calm or not calm)]
    if not found:
        return None
    function = w.pick(found)
    if not all(has(w, scope, taken) for taken in function.takes):
        return None
    return Elements(_called(w, scope, function.name, function.takes, max(0, depth - 1), function.sort, True), function.sort)


# ---------------------------------------------------------------------------------------------------- one out of many


def _bound(w: World, scope: Scope, depth: int, sort: str = "") -> tuple[Phrase, Elements, Scope]:
    """What runs over a set: the words `x in SET`, the set, and the scope in which the name is known."""
    source = elements(w, scope, depth, sort)
    name = w.fresh("q")
    inside = with_name(scope, Name(name, source.sort, low=source.low, high=source.high, zone=source.zone))
    return words(f"{name} in ", source.phrase), source, inside


def where(w: World, scope: Scope, depth: int, percent: int) -> Phrase:
    """A condition behind `where`, or nothing."""
    if not w.chance(percent):
        return words("", sort="clause")
    return words(" where ", _bracketed(truth(w, scope, depth)), sort="clause", kind="where")


def keys(w: World, scope: Scope, depth: int) -> Phrase:
    """What to sort by."""
    found = [words(w.pick(["highest ", "lowest ", ""]), number(w, scope, depth)) for _ in range(1 if w.chance(75) else 2)]
    return several(", then ", found)


def more_zones(w: World, scope: Scope, source: Elements) -> tuple[Phrase, ...]:
    """Sometimes another zone of the same deck, to be gone through as well."""
    found = [zone for zone in visible_zones(w, scope) if zone.deck == source.sort and not zone.per]
    if not found or w.aside.randrange(100) >= 20:
        return ()
    return (words(" + ", found[w.aside.randrange(len(found))].name, kind="zones joined"),)


def _aggregate(w: World, scope: Scope, depth: int) -> Phrase:
    binder, source, inside = _bound(w, scope, depth)
    condition = where(w, inside, depth, 35)
    worth = number(w, inside, depth) if WARE not in w.enumerations or w.chance(60) else _worth(w, inside, depth)
    which = w.number(0, 5)
    if which < 4 and source.zone:
        binder = words(binder, *more_zones(w, scope, source))
    match which:
        case 0 | 1:
            name = inside.names[-1].text
            more = f", for {name}b in 1..2" if name[1:].isdigit() and int(name[1:]) % 3 == 0 else ""
            return words("(sum of ", worth, " for ", binder, more, condition, ")", sort="number", kind="sum of")
        case 2 | 3:
            return words("(number of ", binder, condition, ")", sort="number", kind="number of")
        case _:
            rank = w.pick(["", "", "", "second ", "third "])
            which = w.pick(["highest ", "lowest ", "highest distinct ", "lowest distinct "])
            other = words(", else ", number(w, scope, 0), sort="clause") if w.chance(95) else words("", sort="clause")
            kind = f"{rank and 'ranked '}{which.strip()} of"
            return words(f"({rank}{which}of ", worth, " for ", binder, condition, other, ")", sort="number", kind=kind)


def _sum_of_cards(w: World, scope: Scope) -> Phrase | None:
    """What is printed on all cards of a zone, or on what is printed on them."""
    source = _cards(w, scope, "")
    if source is None:
        return None
    name = w.fresh("q")
    worth = printed(w, evolve(scope, names=(Name(name, source.sort, zone=source.zone),)), "number")
    if worth is None:
        return None
    return words("(sum of ", worth, f" for {name} in ", source.phrase, ")", sort="number", kind="sum of")


def _worth(w: World, scope: Scope, depth: int) -> Phrase:
    """A number of what was named last, from what is printed on it where something is."""
    return printed(w, evolve(scope, names=scope.names[-1:]), "number") or number(w, scope, depth)


def _top(w: World, scope: Scope, sort: str) -> Phrase | None:
    found = [zone for zone in visible_zones(w, scope) if zone.deck == sort and zone.name in w.topped]
    return words("(top of ", zone_place(w, scope, w.pick(found)), ")", sort=sort, kind="top of") if found else None


def _row_of_spaces(w: World, scope: Scope, board: str, depth: int) -> Phrase:
    line, space = w.fresh("q"), w.fresh("q")
    inside = with_name(scope, Name(space, board))
    outer, inner = w.pick(["any", "every", "no"]), w.pick(["any", "every", "no"])
    test = words(f"{inner} {space} in {line} has ", _bracketed(truth(w, inside, depth)))
    return words(f"({outer} {line} in lines({board}, 2) has ", test, ")", sort="truth", kind="lines")


def _quantified(w: World, scope: Scope, depth: int) -> Phrase:
    grids = [board.name for board in w.boards if board.shape in ("grid", "hexagon") and len(board.spaces) > 3]
    if grids and w.chance(30):
        return _row_of_spaces(w, scope, w.pick(grids), depth)
    binder, _, inside = _bound(w, scope, depth)
    how = w.pick(["any", "every", "no"])
    condition, test = where(w, inside, depth, 25), truth(w, inside, depth)
    return words(f"({how} ", binder, condition, " has ", _bracketed(test), ")", sort="truth", kind=f"{how} … has")


def _first(w: World, scope: Scope, sort: str, depth: int) -> Phrase | None:
    if sort not in ("player", *w.enumerations, *(board.name for board in w.boards)) or sort == "number":
        return None
    binder, _, inside = _bound(w, scope, depth, sort)
    condition = where(w, inside, depth, 50)
    order = words(" in order of ", keys(w, inside, depth), sort="clause") if w.chance(50) else words("", sort="clause")
    fallback = _constant(w, scope, sort)
    other = words(", else ", fallback, sort="clause") if fallback and w.chance(95) else words("", sort="clause")
    return words("(first ", binder, condition, order, other, ")", sort=sort, kind="first")


def counted(w: World, scope: Scope, depth: int) -> Phrase:
    """How many elements a set has."""
    return words("count(", elements(w, scope, depth).phrase, ")", sort="number", kind="count")


def _occurrences(w: World, scope: Scope) -> Phrase | None:
    found = _printed_list(w, scope, "")
    if found is None or not has(w, scope, found.sort):
        return None
    value = expression(w, scope, found.sort, 0)
    return words("(count of ", _bracketed(value), " in ", found.phrase, ")", sort="number", kind="count of … in")


def call(w: World, scope: Scope, sort: str, depth: int) -> Phrase | None:
    """A function of the ruleset."""
    calm = bool(scope.me) or scope.calm
    found = [each for each in w.functions if not each.many and each.sort == sort and (each.calm or not calm)]
    found = [each for each in found if all(has(w, scope, taken) for taken in each.takes)]
    if not found:
        return None
    function = w.pick(found)
    return _called(w, scope, function.name, function.takes, depth, sort, False)


def _called(w: World, scope: Scope, name: str, takes: tuple[str, ...], depth: int, sort: str, many: bool) -> Phrase:
    plain = many and any(sort == deck.name for deck in w.decks)
    given = [_plain_value(w, scope, taken) if plain else expression(w, scope, taken, min(depth, 1)) for taken in takes]
    pieces: list[str | Phrase] = [name]
    for at, each in enumerate(given):
        pieces += [", " if at else "(", each]
    return Phrase(
        f"set of {sort}" if many else sort, (*pieces, ")" if given else ""), "function that gives a set" if many else "function"
    )


def _plain_value(w: World, scope: Scope, sort: str) -> Phrase:
    """A name or a constant: nothing else is given to a function that gives the cards of a zone."""
    plain = [name for name in scope.of(sort) if not name.index]
    if plain and w.chance(70):
        return words(w.pick(plain).text, sort=sort)
    return digits(w.number(0, 3)) if sort == "number" else _constant(w, scope, sort) or words(plain[0].text, sort=sort)


def _seat_number(w: World, scope: Scope, depth: int) -> Phrase:
    return words("player_number(", element(w, scope, "player", depth), ")", sort="number", kind="player_number")


def _next(w: World, scope: Scope, depth: int) -> Phrase:
    return words("next(", element(w, scope, "player", depth), ")", sort="player", kind="next")


DIRECTIONS = {
    "grid": ("up", "down", "left", "right", "up_left"),
    "lanes": ("forward", "back", "inward"),
    "hexagon": ("left", "up_left"),
}
WAYS = {"grid": ("straight", "diagonal"), "hexagon": ("straight",)}
"""The sets of directions of boards that have some, by shape."""


def _step(w: World, scope: Scope, sort: str, depth: int) -> Phrase | None:
    links = next((each for each in w.boards if each.of and each.of == sort), None)
    if links is not None and has(w, scope, links.name) and w.chance(50):
        pieces = ("across(", element(w, scope, sort, 0), ", ", element(w, scope, links.name, 0), ")")
        return words(*pieces, sort=sort, kind="across")
    for board in w.boards:
        if board.name == sort and board.shape in DIRECTIONS:
            if w.chance(30) and board.shape == "grid":
                at = words("at(", board.name, ", ", number(w, scope, 0), ", ", number(w, scope, 0), ")", sort=sort, kind="at")
                return at
            space = words(w.pick(scope.of(sort)).text) if scope.of(sort) else None
            if space is not None:
                way = _way(w, scope, board) if w.chance(50) else words(w.pick(DIRECTIONS[board.shape]))
                return words("step(", space, ", ", way, ")", sort=sort, kind="step")
    return None
