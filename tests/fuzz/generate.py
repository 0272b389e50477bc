"""A whole ruleset, made from a seed: declarations, functions, phases, and how the match ends."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random

from attrs import evolve

from rulerun.program.figures import FIGURES

from .expressions import DIRECTIONS, elements, expression, number, truth, with_name
from .prints import WARE, wares
from .sentences import block, do_again, do_itself, giving
from .tree import Entry, Line, Phrase, Ruleset, every_line
from .undone import with_phases_undone
from .world import (
    Attribute,
    Board,
    Deck,
    Function,
    Index,
    Name,
    Phase,
    Piece,
    Position,
    Scope,
    Use,
    Variable,
    World,
    Zone,
    digits,
    several,
    words,
)

NAMES = ("Anne", "Ben", "Chris", "Dana")
BUILTINS = ("lines", "at", "abs", "player_number", "neighbours")
"""Functions of the language after which a ruleset may call one of its own."""

HEAVY = 400
"""One ruleset of so many has something that becomes large."""

SIGHTS = ("nobody", "owner", "everyone but the owner", "everyone", "player q where q = owner or q = next(owner)")


def generate(seed: int) -> Ruleset:
    """The ruleset of that number. The same number gives the same ruleset."""
    w = World(Random(seed), Random(-1 - seed))
    w.lines = w.pick([3, 5, 8, 10, 14, 20, 30])
    _players(w)
    _parameters(w)
    _enumerations(w)
    wares(w, Random(f"prints {seed}"))
    if w.chance(65):
        _deck(w)
        if w.chance(8):
            _deck(w)
    _named_deck(w, Random(f"named {seed}"))
    if w.chance(45):
        _board(w)
    _variables(w)
    _positions(w, Random(f"memory {seed}"))
    _functions(w)
    heavy = _heavy(w) if w.number(1, HEAVY) == 1 else ()
    phases = _phases(w, heavy, Random(f"effects {seed}"))
    _outcome(w)
    _extras(w)
    _shown(w, Random(f"the table {seed}"))
    _hints(w, Random(f"hints {seed}"))
    _spoken(w, Random(f"spoken {seed}"))
    entries = [Entry((), words("ruleset"), words("fuzzed")), *w.entries, *phases, *w.texts]
    longest = w.endless or w.chance(28)
    if longest:
        most = w.number(1, 9) if w.chance(60) else w.number(10, 60)
        ranked = any(str(entry.key).startswith("ranking ") for entry in w.entries) and w.chance(40)
        then = "ranking" if ranked else "draw"
        entries.append(Entry((), words("longest"), words("{decisions: ", digits(most), f", then: {then}}}")))
    ruleset = with_phases_undone(Ruleset(tuple(entries)), Random(f"undone {seed}"))
    return Ruleset(tuple(_sorted(ruleset.entries)))


def _sorted(entries: tuple[Entry, ...]) -> list[Entry]:
    """The entries of one section side by side, sections in the order in which they first come."""
    order: dict[tuple[str, ...], int] = {}
    for entry in entries:
        for depth in range(len(entry.stem) + 1):
            order.setdefault(entry.stem[:depth], len(order))
    return sorted(entries, key=lambda entry: [order[entry.stem[:depth]] for depth in range(len(entry.stem) + 1)])


# ---------------------------------------------------------------------------------------------------------- who and what


def _players(w: World) -> None:
    w.fewest = w.pick([1, 2, 2, 2, 2, 3, 3, 4])
    w.most = w.fewest if w.chance(70) else min(4, w.fewest + w.number(1, 2))
    w.seats = list(NAMES[: w.most])
    number_of = f"{w.fewest}..{w.most}" if w.most > w.fewest else f"{w.fewest}"
    w.entries.append(Entry((), words("players"), words(number_of)))
    if w.chance(6):
        w.automa = "Robot"
        w.entries.append(Entry(("automa",), words("Robot"), words("{}")))


def _parameters(w: World) -> None:
    if not w.chance(25):
        return
    if w.chance(70):
        name, high = w.fresh("dial"), w.number(1, 6)
        w.declare("parameters", name, default=digits(w.number(1, high)), range=f"1..{high}")
        w.variables.append(Variable(name, "number", low=1, high=high, fixed=True))
    if w.chance(25):
        name = w.fresh("mood")
        calm, wild = w.fresh("calm"), w.fresh("wild")
        w.declare("parameters", name, default=calm, one_of=f"[{calm}, {wild}]")
        w.functions.append(Function(f"({name} = {wild})", (), "truth", False, True))
    if w.chance(40):
        name = w.fresh("switch")
        w.declare("parameters", name, default=w.pick(["yes", "no"]))
        w.variables.append(Variable(name, "truth", fixed=True))


def _enumerations(w: World) -> None:
    if w.chance(55):
        values = ("red", "green", "blue", "white")[: w.number(2, 4)]
        w.enumerations["colour"] = values
        if w.chance(35):
            _marked(w)
            return
        listed = several(", ", [words(value) for value in values])
        w.entries.append(Entry(("enumerations",), words("colour"), words("[", listed, "]")))


def _marked(w: World) -> None:
    """The colours, with something printed on each."""
    lacking = w.chance(30)
    w.marked["colour"] = (
        Attribute("pay", "number", optional=lacking),
        Attribute("far", "truth"),
        Attribute("mix", "colour"),
        Attribute("needs", "number", optional=lacking, by="colour"),
    )
    values = []
    for value in w.enumerations["colour"]:
        parts = [words("far: ", w.pick(["yes", "no"])), words("mix: ", w.pick(w.enumerations["colour"]))]
        if not lacking or w.chance(60):
            parts += [words("pay: ", digits(w.number(-2, 9))), words("needs: ", _by_colour(w, lacking))]
        values.append(words(f"{value}: {{", several(", ", parts), "}"))
    w.entries.append(Entry(("enumerations",), words("colour"), words("{", several(", ", values), "}")))


def _by_colour(w: World, lacking: bool) -> Phrase:
    chosen = [value for value in w.enumerations["colour"] if not lacking or w.chance(70)]
    cells = [words(f"{value}: ", digits(w.number(0, 6))) for value in chosen or w.enumerations["colour"][:1]]
    return words("{", several(", ", cells), "}")


def _per(w: World, others: bool = True) -> tuple[Index, ...]:
    """The indices of something declared; the first is the player where there is one."""
    found = []
    if w.chance(55):
        found.append(Index("player", "player"))
    if not found or w.chance(25):
        high = w.pick([1, 2, 3, 4, 4, 8])
        choices = [Index(f"0..{high}", "number", 0, high), Index(f"1..{high}", "number", 1, high)]
        choices += [Index(name, name) for name in w.enumerations]
        choices += [Index(f"card of {deck.name}", deck.name) for deck in w.decks]
        choices += [Index(f"space of {board.name}", board.name) for board in w.boards if board.shape != "track"] * 3
        found.append(w.pick(choices))
    return tuple(found)


def _per_words(per: tuple[Index, ...]) -> Phrase:
    if len(per) == 1:
        return words(per[0].text)
    return words("[", several(", ", [words(each.text) for each in per]), "]")


def _use(w: World, per: tuple[Index, ...]) -> Use:
    if per and per[0].sort == "player":
        return w.pick([Use.OWN, Use.OWN, Use.OWN, Use.SENT, Use.SEEN])
    return w.pick([Use.SENT, Use.SEEN])


def _deck(w: World) -> None:
    deck = f"deck{len(w.decks) + 1}"
    printed, cards, total = _cards(w)
    w.decks.append(Deck(deck, printed, total))
    stock = f"stock{len(w.decks)}"
    w.declare("decks", deck, cards=cards, starts_in=stock)
    own: tuple[Index, ...] = (Index("player", "player"),) if w.chance(8) else ()
    if own:
        w.declare("decks", deck, per="player")
    names = [(stock, own, w.chance(85), w.pick(["nobody", "nobody", "nobody", "everyone"]))]
    if w.chance(85):
        names.append((w.fresh("hand"), (Index("player", "player"),), w.chance(15), w.pick(SIGHTS[1:])))
    if w.chance(70):
        names.append((w.fresh("table"), (), w.chance(30), w.pick(["everyone", "everyone", "nobody"])))
    if w.chance(35):
        names.append((w.fresh("heap"), _per(w) if w.chance(60) else (), w.chance(75), w.pick(["nobody", "everyone"])))
    refilled = False
    for name, per, is_pile, sight in names:
        use = Use.OWN if per and per[0].sort == "player" and w.chance(80) else Use.SENT if w.chance(70) else Use.SEEN
        if any(index.sort not in ("player", "number", *w.enumerations) for index in per):
            per = (Index("player", "player"),)
        is_row = not is_pile and name != stock and w.chance(25)
        if names[0][2] and name != stock and not per and not is_row and w.aside.randrange(100) < 12 and not refilled:
            w.declare("zones", stock, refills_from=name)
            refilled = True
        w.zones.append(Zone(name, deck, per, is_pile, use, sight in ("everyone", "owner"), is_row, sight == "everyone"))
        keys: dict[str, Phrase | str] = {"of": deck}
        if per:
            keys["per"] = _per_words(per)
        if is_pile:
            keys["kind"] = "pile"
        elif is_row:
            keys["kind"] = "row"
        w.declare("zones", name, **keys, seen_by=sight if (per and per[0].sort == "player") or "owner" not in sight else "nobody")


def _cards(w: World) -> tuple[tuple[Attribute, ...], Phrase, int]:
    if w.enumerations and w.chance(20):
        if w.chance(40):
            return (Attribute("tints", "colour", many=True),), words("every pair of colour as tints", kind="every pair of"), 3
        return (Attribute("tint", "colour"),), words("every colour as tint", kind="every … as"), 3
    attributes = [Attribute("worth", "number", optional=w.chance(15))]
    if w.enumerations and w.chance(45):
        attributes.append(Attribute("tint", "colour", optional=w.chance(20)))
    if w.enumerations and w.chance(25):
        attributes.append(Attribute("cost", "number", optional=w.chance(30), by="colour"))
    if WARE in w.enumerations and w.chance(65):
        attributes.append(Attribute(WARE, WARE, optional=w.chance(10)))
    if w.chance(30):
        attributes.append(Attribute("marks", w.pick(["number", *w.enumerations]), many=True))
    cards, total = [], 0
    for kind in range(w.number(1, 4)):
        parts = []
        for each in attributes:
            if each.optional and kind and w.chance(50):
                continue
            value = _printed_value(w, each, kind)
            parts.append(words(f"{each.name}: ", value))
        if not parts:
            parts.append(words("worth: ", digits(kind)))
        copies = w.pick([1, 1, 2, 3])
        if copies > 1:
            parts.append(words("copies: ", digits(copies)))
        elif w.chance(6):
            parts.append(words("copies: players"))
        total += copies
        cards.append(words("{", several(", ", parts), "}"))
    return tuple(attributes), words("[", several(", ", cards), "]"), total


def _named_deck(w: World, random: Random) -> None:
    """Sometimes a deck more, each of whose cards has a word that names it."""
    if random.randrange(100) >= 10:
        return
    crafts = ("reeve", "mason", "hag", "echo")[: random.randint(2, 4)]
    w.enumerations["craft"] = crafts
    copies = [random.randint(1, 3) for _ in crafts]
    rows = [
        words(f"{{craft: {craft}, worth: ", digits(random.randrange(6)), ", copies: ", digits(count), "}")
        for craft, count in zip(crafts, copies, strict=True)
    ]
    w.decks.append(Deck("guild", (Attribute("craft", "craft"), Attribute("worth", "number")), sum(copies)))
    w.declare("decks", "guild", named_by="craft", cards=words("[", several(", ", rows), "]"), starts_in="yard")
    w.zones.append(Zone("yard", "guild", (), True, Use.SENT, False, False, False))
    w.declare("zones", "yard", of="guild", kind="pile", seen_by="nobody")
    w.zones.append(Zone("shop", "guild", (Index("player", "player"),), False, Use.OWN, True, False, True))
    w.declare("zones", "shop", of="guild", per="player", seen_by="everyone")


def _printed_value(w: World, attribute: Attribute, kind: int) -> Phrase:
    def one() -> Phrase:
        if attribute.sort == "number":
            return digits(w.number(0, 6))
        return words(w.pick(w.enumerations[attribute.sort]))

    if attribute.many:
        found = [one() for _ in range(w.number(0 if w.chance(20) else 1, 4))]
        return words("[", several(", ", found), "]")
    if attribute.by:
        return _by_colour(w, attribute.optional)
    if attribute.name == "worth":
        low = 10 * kind + w.number(0, 2)
        return words(digits(low), "..", digits(low + w.number(1, 2))) if w.chance(35) else digits(low)
    return one()


def _board(w: World) -> None:
    name = "board1"
    shape = w.pick(["track", "track", "track", "grid", "lanes", "graph", "hexagon"])
    low, high, holed, drawn_links = 0, 0, False, False
    spaces: tuple[str, ...] = ()
    printed: tuple[Attribute, ...] = ()
    match shape:
        case "track":
            low = w.pick([0, 0, 1, -1])
            high = low + w.number(2, 8)
            w.declare("boards", name, kind=shape, spaces=f"{low}..{high}")
        case "grid":
            columns, rows = w.number(1, 3), w.number(2, 3)
            spaces = tuple(f"{'abc'[column]}{row + 1}" for row in range(rows) for column in range(columns))
            w.declare("boards", name, kind=shape)
            holed = columns > 1 and w.chance(30)
            if holed:
                spaces = tuple(space for space in spaces if space != "a1")
                drawn = [". " * columns] * (rows - 1) + ["_" + " ." * (columns - 1)]
                w.declare("boards", name, rows=words("[", several(", ", [words(row.strip()) for row in drawn]), "]"), legend="{}")
            else:
                w.declare("boards", name, columns=digits(columns), rows=digits(rows))
            if w.chance(30):
                w.declare("boards", name, touch="edges")
            if w.aside.randrange(100) < 30:
                w.declare("boards", name, steps="{hop: [[2, 0], [-1, 1]], skip: [0, 2]}")
            printed = (Attribute("row", "number"), Attribute("column", "number"))
        case "lanes":
            lanes, top = w.number(1, 3), w.number(2, 4)
            spaces = tuple(f"{lane + 1}/{row}" for lane in range(lanes) for row in range(top + 1))
            w.declare("boards", name, kind=shape, lanes=digits(lanes), spaces=f"0..{top}")
            printed = (Attribute("row", "number"), Attribute("lane", "number"))
        case "graph" if w.aside.randrange(100) < 60:
            spaces, drawn_links = ("inn", "mill", "ford", "isle"), True
            w.declare("boards", name, kind=shape, spaces=LINKED)
        case "graph":
            spaces = ("inn", "mill", "ford")
            w.declare("boards", name, kind=shape, spaces="{inn: [mill, ford], mill: inn, ford: }")
        case _ if w.chance(40):
            spaces = ("a1", "b1", "c1", "a2", "b2", "c2")
            w.declare("boards", name, kind=shape, columns="3", rows="2")
            printed = (Attribute("row", "number"), Attribute("column", "number"))
        case _:
            spaces = ("A1", "A2", "B1", "B2", "B3", "C1", "C2")
            w.declare("boards", name, kind=shape, side="2")
            printed = (Attribute("row", "number"),)
    if shape in ("grid", "graph") and not holed and w.chance(40):
        marked = [words(f"{space}: {{pay: {w.number(1, 5)}}}") for space in w.random.sample(spaces, 2)]
        w.declare("boards", name, legend=words("{", several(", ", marked), "}"))
        printed = (*printed, Attribute("pay", "number", optional=True))
    elif shape in ("grid", "graph", "hexagon") and not holed and WARE in w.enumerations and w.chance(60):
        every = [words(f"{space}: {{stall: {w.pick(w.enumerations[WARE])}}}") for space in spaces]
        w.declare("boards", name, legend=words("{", several(", ", every), "}"))
        printed = (*printed, Attribute("stall", WARE))
    if shape in ("grid", "hexagon") and not holed and len(spaces) > 2 and w.aside.randrange(100) < 50:
        gates = [f"{space}: {{gate: {_by_direction(w, shape)}}}" for space in spaces]
        w.declare("boards", name, legend=words(f"{{{', '.join(gates)}}}"))
        kept = tuple(each for each in printed if each.name not in ("pay", "stall"))
        printed = (*kept, Attribute("gate", "number", by=f"direction of {name}"))
    board = Board(name, shape, spaces, printed, low, high)
    w.boards.append(board)
    _pieces(w, board)
    if drawn_links or (len(spaces) > 2 and shape in ("grid", "hexagon") and w.aside.randrange(100) < 40):
        _links(w, board)


LINKED = '"inn--r1--mill--r2--ford\\n |         |\\nr3--------isle\\n"'
"""A drawing with links: `r3` goes round a corner, from `mill` a plain line leads to `isle`."""


def _links(w: World, board: Board) -> None:
    """Links between the spaces of a board, with tolls on some."""
    name = "board2"
    w.declare("boards", name, kind="links", of=board.name)
    names = ("r1", "r2", "r3") if board.shape == "graph" else ()
    if names:
        w.declare("boards", name, legend=f"{{r1: {{toll: {w.aside.randrange(4)}}}, r2: {{}}, r3: {{toll: 1}}}}")
    printed = (Attribute("toll", "number", optional=True),) if names else ()
    links = Board(name, "links", names, printed, of=board.name)
    w.boards.append(links)
    if names:
        _pieces(w, links)


def _by_direction(w: World, shape: str) -> str:
    """A number for each direction that rules name."""
    return "{" + ", ".join(f"{way}: {w.aside.randrange(7)}" for way in DIRECTIONS[shape]) + "}"


def _pieces(w: World, board: Board) -> None:
    for _ in range(w.number(1, 2)):
        name = w.fresh("pawn")
        per = w.pick(
            [(), (Index("player", "player"),), (Index("player", "player"),), *[(Index(each, each),) for each in w.enumerations]]
        )
        starts = w.chance(65)
        w.pieces.append(Piece(name, board, per, starts, _use(w, per)))
        keys: dict[str, Phrase | str] = {"on": board.name}
        if per:
            keys["per"] = _per_words(per)
        if starts:
            space = digits(w.number(board.low, board.high)) if board.shape == "track" else words(_space(w.pick(board.spaces)))
            keys["starts_on"] = space
        if w.chance(15) and per and per[0].sort == "player":
            keys["seen_by"] = "owner"
        w.declare("pieces", name, **keys)
    if board.shape in ("track", "lanes") and w.chance(75):
        keys = {"beyond_the_ends": w.pick(["stop", "stay", "bounce", "go round", "leave"])}
        if w.chance(45):
            keys["capacity"] = digits(w.number(1, 2))
            keys["blocked"] = w.pick(["stop short", "stay", *(["jump"] if keys["beyond_the_ends"] != "bounce" else [])])
        w.declare("movement", board.name, **keys)


def _variables(w: World) -> None:
    for _ in range(w.number(2, 6)):
        _variable(w)
    if w.chance(60):
        name = w.fresh("points")
        per = Index("seat" if w.automa else "player", "player")
        w.declare("scores", name, per=per.text)
        w.variables.append(Variable(name, "number", (per,), use=w.pick([Use.OWN, Use.SENT])))


def _variable(w: World) -> None:
    name = w.fresh("v")
    per = _per(w) if w.chance(60) else ()
    use = _use(w, per)
    boards = [board for board in w.boards if board.shape != "track"]
    sort = w.pick(
        ["number"] * 7 + ["player", "truth", *w.enumerations, *(board.name for board in boards), *(deck.name for deck in w.decks)]
    )
    low = high = None
    keys: dict[str, Phrase | str] = {}
    optional = False
    if sort == "number":
        kind = w.number(0, 9)
        if kind <= 5:
            low = w.pick([0, 0, 0, 1, -2])
            high = low + w.pick([1, 3, 5, 9, 9])
        elif kind == 6:
            low, high = 0, w.pick([100, 100_000_000, 2_147_483_647])
        keys["holds"] = "number" if low is None or high is None else words(digits(low), "..", digits(high))
        if low is not None and w.chance(30):
            keys["starts_as"] = digits(w.number(low, min(high or 0, low + 9)))
        elif w.chance(25):
            keys["starts_as"], optional = "nothing", True
    elif sort == "truth":
        keys["holds"] = "truth"
    else:
        kinds = {**{board.name: "space of " for board in w.boards}, **{deck.name: "card of " for deck in w.decks}}
        keys["holds"] = f"{kinds.get(sort, '')}{sort}"
        optional = w.chance(40) or any(deck.name == sort for deck in w.decks)
        if not optional:
            keys["starts_as"] = _first_value(w, sort)
    if per:
        keys["per"] = _per_words(per)
    if len(per) == 1 and "starts_as" not in keys and w.chance(35):
        keys.update(_starts(w, per[0], sort, low, high))
    if w.chance(22):
        keys["seen_by"] = w.pick(SIGHTS) if per and per[0].sort == "player" else "nobody"
    w.variables.append(Variable(name, sort, per, low, high, optional, use=use, hidden="seen_by" in keys))
    w.declare("variables", name, **keys)


def _positions(w: World, chance: Random) -> None:
    """Sometimes a position or two, by a chance of their own: rulesets without one are as they would be without all this."""
    if chance.randrange(100) >= 15:
        return
    places = [(each.name, each.use) for each in w.variables if not each.hidden and not each.fixed]
    places += [(each.name, each.use) for each in w.pieces if not any(index.sort == "player" for index in each.per)]
    pers: list[tuple[Index, ...]] = [(), (), (Index("player", "player"),), (Index("1..3", "number", 1, 3),)]
    pers += [(Index("player", "player"), Index(name, name)) for name in w.enumerations]
    for _ in range(chance.choice([1, 1, 2]) if places else 0):
        name, per = w.fresh("shape"), chance.choice(pers)
        chosen = chance.sample(places, chance.randint(1, min(4, len(places))))
        of = several(", ", [words(place) for place, _ in chosen])
        most = chance.choice([2, 5, 20, 60, 60])
        keys: dict[str, Phrase | str] = {"of": words("[", of, "]"), "at_most": digits(most)}
        if per:
            keys["per"] = _per_words(per)
        w.positions.append(Position(name, per, all(use is Use.SEEN for _, use in chosen)))
        w.declare("positions", name, **keys)


def _starts(w: World, per: Index, sort: str, low: int | None, high: int | None) -> dict[str, Phrase | str]:
    """How a variable starts that is not the same for all."""
    spaces = {board.name: board.spaces for board in w.boards if board.shape != "track"}
    known = {"player": w.seats[:1], "number": [str(per.low)], **w.enumerations, **spaces}.get(per.sort, ())
    if not known:
        return {}
    chosen = w.pick(known)
    if sort == "truth":
        if w.chance(50) and per.sort == "number":
            return {"starts_as_(number_n)": "n mod 2 = 0"}
        return {"starts_as": f"[{chosen}]"}
    if sort != "number" or low is None or high is None:
        return {}
    if w.chance(50) and per.sort in ("number", "player"):
        value = "n" if per.sort == "number" else "player_number(n)"
        return {f"starts_as_({per.sort}_n)": f"max({low}, min({high}, {value}))"}
    return {"starts_as": f"{{{chosen}: {w.number(low, min(high, low + 9))}}}"}


def _first_value(w: World, sort: str) -> str:
    if sort == "player":
        return w.seats[0]
    if sort in w.enumerations:
        return w.enumerations[sort][0]
    board = next(board for board in w.boards if board.name == sort)
    return _space(board.spaces[0]) if board.spaces else f"first_space({sort})"


def _space(name: str) -> str:
    """A space where a value stands: a name with a sign in it is in quotes, and YAML takes off the outer ones."""
    return name if name.isalnum() else f"'\"{name}\"'"


def _functions(w: World) -> None:
    for _ in range(w.pick([0, 0, 1, 2, 3])):
        name, calm = w.fresh("f"), w.chance(50)
        if w.chance(4) and not any(each.name in BUILTINS for each in w.functions):
            name = w.pick(BUILTINS)
        takes = [Name(w.fresh("a"), w.pick(["player", "number", *w.enumerations, *(deck.name for deck in w.decks)]))]
        takes = takes if w.chance(65) else []
        scope = Scope(tuple(takes), calm=calm)
        many, lets = w.chance(30), list[Line]()
        if w.chance(30):
            lets, scope = _named_above(w, scope)
        if many:
            found = elements(w, scope, 1)
            sort, value = found.sort, words("(", found.phrase, ")") if str(found.phrase)[0] in "[(" else found.phrase
        else:
            sort = w.pick(["number", "number", "truth", "player", *w.enumerations])
            value = expression(w, scope, sort, 2)
        signature = f" ({', '.join(f'{_kind(w, each.sort)} {each.text}' for each in takes)})" if takes else ""
        if not many and w.aside.randrange(100) < 25:
            value, deep = _using_itself(w, scope, name, tuple(takes), value)
            signature += f", at most {deep} deep"
        body: Phrase | tuple[Line, ...] = _safe(value)
        if w.chance(30):
            other = elements(w, scope, 1, sort).phrase if many else expression(w, scope, sort, 1)
            body = (*lets, _by_condition(w, scope, value, other))
        elif lets:
            body = (*lets, Line("value", _safe(value)))
        w.entries.append(Entry(("functions",), words(name + signature), body))
        w.functions.append(Function(name, tuple(each.sort for each in takes), sort, many, calm))


def _using_itself(w: World, scope: Scope, name: str, takes: tuple[Name, ...], value: Phrase) -> tuple[Phrase, int]:
    """The value, or by a condition what the function gives to something else; and how deep it may do that."""
    usual, w.random = w.random, w.aside
    deep = w.number(1, 5)
    given = [
        words(f"{each.text} - 1") if each.sort == "number" and w.chance(80) else expression(w, scope, each.sort, 1)
        for each in takes
    ]
    again = words(name, *(("(", several(", ", given), ")") if given else ()), sort=value.sort, kind="function in itself")
    if value.sort == "number" and w.chance(50):
        again = words(again, " + 1", sort="number")
    ends = words(f"{takes[0].text} < 1") if takes and takes[0].sort == "number" else words("(", truth(w, scope, 1), ")")
    w.random = usual
    return words("(", value, ") if ", ends, " else ", again, sort=value.sort), deep


def _safe(value: Phrase) -> Phrase:
    """A value that YAML takes for a text."""
    return words("(", value, ")") if str(value)[:1] in '-[{"' else value


def _named_above(w: World, scope: Scope) -> tuple[list[Line], Scope]:
    """Names above what a function gives: a value, or a set."""
    name = w.fresh("n")
    if w.chance(40):
        some = elements(w, scope, 1)
        if str(some.phrase) != "players":
            line = Line("let of a set in a function", words(f"let {name} = ", some.phrase))
            return [line], with_name(scope, Name(name, f"set of {some.sort}", low=some.low, high=some.high))
    sort = w.pick(["number", "truth", "player", *w.enumerations])
    line = Line("let in a function", words(f"let {name} = ", expression(w, scope, sort, 1)))
    return [line], with_name(scope, Name(name, sort))


def _by_condition(w: World, scope: Scope, value: Phrase, other: Phrase) -> Line:
    """One of two values of a function."""
    last = Line("else of a function", words("else"), (Line("value", _safe(other)),))
    return Line("if of a function", words("if ", truth(w, scope, 1)), (Line("value", _safe(value)),), (last,))


def _kind(w: World, sort: str) -> str:
    return sort


# --------------------------------------------------------------------------------------------------------------- rules


def _heavy(w: World) -> tuple[Line, ...]:
    """Something small in the text that becomes large: a program, a board, a deck in many zones, a menu."""
    name, size = w.fresh("v"), w.pick([30, 100, 200])
    w.declare("variables", name, holds="number")
    match w.number(0, 3):
        case 0:
            one, two = w.fresh("f"), w.fresh("f")
            for function, inner in ((one, "n"), (two, f"{one}(n)")):
                value = words("count([", several(", ", [words(inner)] * size), "])")
                w.entries.append(Entry(("functions",), words(f"{function} (number n)"), value))
            return (Line("score or number =", words(f"{name} = {two}({name})")),)
        case 1:
            name = w.fresh("grid")
            w.declare("boards", name, kind="grid", columns=digits(size), rows=digits(size))
            return (Line("let", words(f"let {w.fresh('n')} = (number of l in lines({name}, 3) where no x in l has x.row = 1)")),)
        case 2:
            deck, stock, zone = w.fresh("deck"), w.fresh("stock"), w.fresh("zone")
            w.declare("decks", deck, cards=f"[{{worth: 1..{10 * size}}}]", starts_in=stock)
            w.declare("zones", stock, of=deck, kind="pile")
            w.declare("zones", zone, of=deck, per=f"1..{10 * size}", kind="pile")
            return (Line("move all", words(f"move all from {stock} to {zone}[{size}]")),)
        case _:
            a, b, c = (w.fresh("x") for _ in range(3))
            option = Line(
                "option", words(f"take {a} from 1..{size}, {b} from 1..{size}, {c} from 1..9"), (Line("let", words("let z = 0")),)
            )
            return (Line("menu", words(f"{w.seats[0]} chooses one"), (option,)),)


def _phases(w: World, first: tuple[Line, ...], aside: Random) -> list[Entry]:
    found = []
    for _ in range(w.pick([0, 1, 1, 2, 2, 3])):
        own = w.chance(40)
        name = w.pick(["turn", "round", "pay", "pick"]) + str(len(w.phases) + 1)
        takes = [Name(w.fresh("me"), "player")] if own or w.chance(50) else []
        if w.chance(55):
            takes.append(Name(w.fresh("n"), "number", low=w.number(0, 1), high=w.pick([2, 3, 5, 9]), given=True))
        if w.chance(15):
            takes.append(Name(w.fresh("n"), w.pick(["number", "truth", *w.enumerations])))
        scope = Scope(tuple(takes), me=takes[0].text if own else "", phase=name, passes=3)
        body = block(w, scope, 4, 2)
        gives = w.pick(["", "", "number", "truth", "player", *w.enumerations])
        if gives:
            body = giving(w, scope, body, gives)
        if own:
            body = tuple(_by_name(line, takes[0].text) for line in body)
        signature = f" ({', '.join(f'{each.sort} {each.text}' for each in takes)})" if takes else ""
        if not own and w.chance(25):
            signature += f", at most {w.number(1, 4)} deep"
            again = do_itself(w, scope, Phase(name, tuple(takes), own, False, False))
            at = w.number(0, len(body) - bool(gives))
            body = (*body[:at], again, *body[at:])
        found.append(Entry(("phases",), words(name + signature), body))
        kinds = [line.kind for line in body if line.kind != "let"]
        chooses = kinds[:1] in (["choose"], ["choose with a list"], ["menu"])
        w.phases.append(Phase(name, tuple(takes), own, chooses, _settled(w, body), gives))
    scope = Scope(phase="game")
    lines = list(first)
    for zone in w.zones:
        if zone.per and zone.per[0].sort == "player" and len(zone.per) == 1 and w.chance(60):
            stock = next(each for each in w.zones if each.deck == zone.deck)
            if stock.pile and not stock.per:
                amount = f"min({w.number(1, 3)}, count({stock.name}) div players)"
                lines.append(Line("deal to each", words(f"deal {amount} from {stock.name} to {zone.name} of each player")))
    parts: list[tuple[Line, ...]] = [block(w, scope, 5, 3)]
    for phase in w.phases:
        parts.append(_turns(w, phase))
    if w.automa:
        parts.append(_automas(w))
    w.random.shuffle(parts)
    lines += [line for part in parts for line in part]
    usual, w.random = w.random, aside
    effects, done = _effects(w)
    w.random = usual
    return [Entry(("phases",), words("game"), (*lines, *done)), *reversed(found), *effects]


def _effects(w: World) -> tuple[list[Entry], tuple[Line, ...]]:
    """Sometimes a family of effects, and sentences that do them."""
    if not w.enumerations or not w.chance(14):
        return [], ()
    sort = w.pick(list(w.enumerations))
    me = w.fresh("me")
    own = w.chance(30)
    scope = Scope((Name(me, "player"),), me=me if own else "", phase="deed", passes=3)
    stem = ("effects", f"deed (player {me})")
    effects = []
    for value in w.enumerations[sort]:
        if w.chance(75) or not effects:
            body = block(w, scope, 3, 1)
            effects.append(Entry(stem, words(value), tuple(_by_name(line, me) for line in body) if own else body))
    p, v = w.fresh("p"), w.fresh("v")
    inside = Scope((Name(p, "player"),), me=p if own else "", phase="game", loops=1, passes=3)
    done = (
        Line("let", words(f"let {v} = ", expression(w, inside, sort, 1))),
        Line("do an effect", words(f"do deed of {v} ({p})")),
    )
    decks = [(zone, each) for zone in w.zones for deck in w.decks if deck.name == zone.deck for each in deck.printed]
    cards = [(zone, each) for zone, each in decks if each.sort == sort and not each.many and not each.by]
    mine = [(zone, each) for zone, each in cards if len(zone.per) == 1 and zone.per[0].sort == "player"]
    if mine and not own:
        zone, each = w.pick(mine)
        c = w.fresh("c")
        done = (
            Line(
                "for each",
                words(f"for each {c} in {zone.name}[{p}]"),
                (Line("do an effect", words(f"do deed of {c}.{each.name} ({p})")),),
            ),
        )
    head = f"together, each player {p}" if own else f"for each player {p}"
    return effects, (Line("together" if own else "for each", words(head), done),)


UNSETTLED = re.compile(
    r"(random|deal|draw|roll|shuffle|put (top|bottom) of|together|end the game|move all .*\bon)\b|.*\bchooses?\b"
)
"""The sentences that a phase has none of that can be tried."""


def _settled(w: World, body: tuple[Line, ...]) -> bool:
    """Whether a phase with these sentences can be tried."""
    settled = {phase.name for phase in w.phases if phase.settled}
    for line in every_line(body):
        text = str(line.phrase)
        does = re.match(r"(?:.* = )?do (\w+)", text)
        if UNSETTLED.match(text) or (does is not None and does.group(1) not in settled):
            return False
    return True


def _automas(w: World) -> tuple[Line, ...]:
    """What an automa does: it gets points, where there are any."""
    scores = [each for each in w.variables if each.per and each.per[0].text == "seat"]
    name = w.fresh("a")
    scope = Scope((Name(name, "seat"),), phase="game", loops=1, passes=3)
    body = tuple(Line("score or number +=", words(f"{each.name}[{name}] += ", number(w, scope, 1))) for each in scores)
    return (Line("for each automa", words(f"for each automa {name}"), (*body, *block(w, scope, 2, 0))),)


def _turns(w: World, phase: Phase) -> tuple[Line, ...]:
    """A phase done for each player, or as it is."""
    if not phase.takes or phase.takes[0].sort != "player" or w.chance(20):
        return do_again(w, Scope(phase="game"), phase)
    name = w.fresh("p")
    if phase.own and w.chance(40):
        inside = Scope((Name(name, "player"),), me=name, phase="game")
        return (Line("together", words(f"together, each player {name}"), do_again(w, inside, phase)),)
    inside = Scope((Name(name, "player"),), phase="game", loops=1, passes=3)
    loop = Line("for each", words(f"for each player {name}"), do_again(w, inside, phase))
    return (Line("repeat times", words(f"repeat {w.number(1, 3)} times"), (loop,)),) if w.chance(30) else (loop,)


def _by_name(line: Line, me: str) -> Line:
    """A sentence that is also done outside of `together`, where it must be said who chooses."""
    phrase = line.phrase
    if line.kind in ("choose", "choose with a list", "choose cards", "menu"):
        first, *rest = phrase.pieces
        if str(first).startswith("choose "):
            phrase = evolve(phrase, pieces=(f"{me} chooses {str(first).removeprefix('choose ')}", *rest))
    body = None if line.body is None else tuple(_by_name(each, me) for each in line.body)
    return Line(line.kind, phrase, body, tuple(_by_name(each, me) for each in line.also))


# --------------------------------------------------------------------------------------------------------- the outcome


def _outcome(w: World) -> None:
    name = w.fresh("w")
    scope = Scope((Name(name, "player"),))
    ranking = w.chance(35)
    if ranking:
        ranks = tuple(Line("ranking", words("highest ", number(w, scope, 1))) for _ in range(w.number(1, 2)))
        w.entries.append(Entry(("outcome",), words(f"ranking (player {name})"), ranks))
    if not ranking or w.chance(30):
        winners = w.pick(["players", "leaders"]) if ranking else "players"
        test = truth(w, scope, 1)
        w.entries.append(Entry(("outcome",), words("winners"), words(f"{winners} {name} where ", test, kind="winners")))
    if w.chance(25):
        paid = number(w, scope, 2)
        part = words("(", paid, ") / ", digits(len(name))) if int(name[1:]) % 2 else paid
        w.entries.append(Entry(("outcome",), words(f"payoff (player {name})"), _unquoted(part)))
    if w.chance(25):
        w.entries.append(Entry(("outcome",), words(f"score (player {name})"), _unquoted(number(w, scope, 2))))


def _unquoted(phrase: Phrase) -> Phrase:
    """The phrase, in brackets where YAML would read its first sign."""
    return words("(", phrase, ")", sort=phrase.sort) if str(phrase)[:1] in '-[{"' else phrase


def _shown(w: World, chance: Random) -> None:
    """Sometimes values for the table to show, by a chance of their own, mostly of what can be seen: others are refused."""
    if chance.randrange(100) >= 20:
        return
    kept = w.random, w.aside, w.variables, w.zones, w.functions
    w.random = w.aside = chance
    if chance.randrange(4):
        w.variables = [each for each in w.variables if not each.hidden]
        w.zones, w.functions = [], []
    owned = [each for each in kept[3] if [index.sort for index in each.per] == ["player"]]
    for at in range(chance.randint(1, 3)):
        name = w.fresh("o")
        key, scope = words(f"shown {at}"), Scope()
        if chance.randrange(3):
            key, scope = words(f"shown {at} (player {name})"), Scope((Name(name, "player"),))
        value = number(w, scope, 2) if chance.randrange(4) else truth(w, scope, 1)
        if owned and scope.names and not chance.randrange(3):
            card, zone = w.fresh("c"), chance.choice(owned).name
            value = words(f"number of {card} in {zone}[{name}] where {card} in {zone}[{name}]")
        w.entries.append(Entry(("show",), key, _unquoted(value)))
    w.random, w.aside, w.variables, w.zones, w.functions = kept


def _hints(w: World, chance: Random) -> None:
    """Sometimes what the table shows otherwise, by a chance of its own."""
    if chance.randrange(100) >= 30:
        return
    names = [*w.seats, *(value for values in w.enumerations.values() for value in values), *(each.name for each in w.pieces)]
    for key, choices in (("colours", ("red", "grey", "cyan")), ("signs", ("A", "♣", "龍", "🐎"))):
        some = chance.sample(names, min(len(names), len(choices)))
        for name, choice in zip(some, choices, strict=False):
            w.entries.append(Entry(("table", key), words(name), words(choice)))
    shown = [*(each.name for each in w.variables if not each.fixed), *(each.name for each in w.zones)]
    for key in ("first", "aside"):
        listed = several(", ", [words(name) for name in chance.sample(shown, min(len(shown), 2))])
        w.entries.append(Entry(("table",), words(key), words("[", listed, "]")))
    if w.zones:
        w.entries.append(Entry(("table",), words("middle"), words(chance.choice(w.zones).name)))
    for board in w.boards:
        if board.shape == "track":
            w.entries.append(Entry(("table", "finish"), words(board.name), digits(chance.randint(board.low, board.high))))
    drawn = {board.name for board in w.boards if board.shape not in ("track", "lanes")}
    spaces = [[index.sort in drawn for index in each.per] for each in w.variables]
    roads = [each for each, where in zip(w.variables, spaces, strict=True) if each.sort == "truth" and where.count(True) == 1]
    if roads:
        w.entries.append(Entry(("table",), words("path"), words(chance.choice(roads).name)))
    _drawing(w, names, chance)


def _drawing(w: World, names: Sequence[str], chance: Random) -> None:
    """How pictures are drawn: figures of some of these *names*, and how boards look."""
    for name in chance.sample(names, min(len(names), 2)):
        w.entries.append(Entry(("drawing", "figures"), words(name), words(chance.choice(FIGURES))))
    for board in w.boards:
        w.entries.append(Entry(("drawing", "background"), words(board.name), words("green")))
    grids = [board.name for board in w.boards if board.shape == "grid"]
    if grids:
        w.entries.append(Entry(("drawing",), words("chequered"), words(chance.choice(grids))))


def _spoken(w: World, chance: Random) -> None:
    """Sometimes what a phase says when it begins, and what is asked in it, by a chance of their own."""
    for phase in w.phases:
        if not phase.own and not chance.randrange(4):
            w.texts.append(Entry(("texts",), words(f"on {phase.name}"), words('"now {players} begin"')))
        if phase.chooses and not chance.randrange(3):
            w.texts.append(Entry(("texts",), words(f"asks {phase.name}"), words('"one of {players}?"')))


def _extras(w: World) -> None:
    w.texts.append(Entry(("texts",), words("well"), words('"all is well"')))
    w.texts.append(Entry(("texts",), words("why_not"), words('"it is not so"')))
    scope = Scope()
    if w.chance(25):
        w.entries.append(Entry(("invariants",), words("something"), _unquoted(truth(w, scope, 2))))
    if w.chance(35):
        places = ["the game", "game", *(phase.name for phase in w.phases if not phase.own)]
        for at in range(w.number(1, 2)):
            value = number(w, scope, 2) if w.chance(80) else truth(w, scope, 1)
            w.entries.append(Entry(("measures", f"measure {at}"), words(f"at the end of {w.pick(places)}"), _unquoted(value)))
    if w.chance(10):
        bounded = [each for each in w.variables if each.high is not None and not each.fixed and each.low is not None]
        if bounded:
            variable = w.pick(bounded)
            path: tuple[str, ...] = ("variants", "other", "variables", variable.name)
            keys: dict[str, Phrase | str] = {
                "holds": words(digits(variable.low or 0), "..", digits(min(2_147_483_647, (variable.high or 0) + 1)))
            }
            if variable.per:
                keys["per"] = _per_words(variable.per)
            else:
                path = (*path, "change")
            for key, value_of in keys.items():
                w.entries.append(Entry(path, words(key), value_of if isinstance(value_of, Phrase) else words(value_of)))
