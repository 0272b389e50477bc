"""What is printed on cards, spaces and values of enumerations: numbers, truths, names of values and spaces, lists of these."""

from __future__ import annotations

from ...program import ir
from ...program.span import Span
from ..diagnostics.diagnostic import guess, meant, nearest
from ..diagnostics.report import error, warning
from ..expressions import directions
from ..symbols.symbols import BoardSymbol, Domain, Printed, Sort, Symbols
from ..symbols.types import TRUTH, Kind, SetOf, Type, join, number
from ..text.fields import Findings, describe, mapping, whole
from ..text.nodes import Mapping, Node, Pair, Scalar, Sequence
from .ways import directed, ways

Row = dict[str, Node]

MOST_LIKENED = 40
"""Names on cards are likened to each other only where they are at most so many."""


def weight(row: Row) -> int:
    """How many values the attributes of one card or space have."""
    return sum(_values(node) for node in row.values())


def _values(node: Node) -> int:
    match node:
        case Sequence():
            return len(node.items)
        case Mapping():
            return len(node.pairs)
        case Scalar():
            return 1


def printed_row(node: Node, what: str) -> Row:
    """What is printed on one element, by attribute; *what* is used in messages. Raises DiagnosticError when *node* has no
    keys.
    """
    return {pair.key.text: pair.value for pair in mapping(node, f"{what}, such as `{{worth: 5}}`").pairs}


def printed_columns(rows: list[Row], game: Symbols, what: str, span: Span) -> dict[str, Printed]:
    """A table for each attribute printed on the elements of a domain, by the attribute's name.

    *rows* has one row for each element; *what* names the elements in messages. Raises DiagnosticError.
    """
    names = dict.fromkeys(name for row in rows for name in row)
    game.spent.take_entries(len(names) * len(rows) + sum(map(weight, rows)), f"what is printed on {what}", span)
    return {name: _column(name, [row.get(name) for row in rows], game, f"{what}, `{name}`") for name in names}


def nearly_alike(rows: list[Row], game: Symbols, findings: Findings) -> None:
    """Warn of what is printed on few cards under nearly the name that more cards have it under, never on the same card."""
    on: dict[str, list[int]] = {}
    for at, row in enumerate(rows):
        for name in row:
            on.setdefault(name, []).append(at)
    for name, cards in on.items() if len(on) <= MOST_LIKENED else ():
        more = [each for each, others in on.items() if len(others) > len(cards) and not set(others) & set(cards)]
        meant_by = nearest(name, more, 0.8) if len(name) > 3 else None
        if meant_by is not None:
            span = rows[cards[0]][name].span
            at = game.source.line(span.line).rfind(name, 0, span.column - 1)
            place = span if at < 0 else Span(span.line, at + 1, span.line, at + 1 + len(name))
            message = f"these cards have `{name}`, and the others have `{meant_by}`"
            findings.tell(warning("near-name", place, message, help=f"did you mean `{meant_by}`?"))


def scalar_value(node: Node, game: Symbols, what: str, home: int | None) -> tuple[int, Type]:
    """One printed value and its type. Raises DiagnosticError.

    A name that belongs to several enumerations is looked up in the domain *home*.
    """
    if not isinstance(node, Scalar) or not node.text.strip():
        raise error("no-value-printed", node.span, f"expected a value for {what}, found {describe(node)}")
    word = node.text.strip()
    value = whole(word)
    if value is not None and word not in game.constants:
        if abs(value) > ir.LARGEST:
            raise error("too-large", node.span, f"expected a number within ±{ir.LARGEST}, found {word}")
        return value, number(value, value)
    if word in ("yes", "no"):
        return int(word == "yes"), TRUTH
    candidates = _printable(word, game)
    candidates = [found for found in candidates if found[1].domain == home] or candidates
    if len(candidates) == 1:
        return candidates[0]
    if candidates:
        raise error("ambiguous-name", node.span, f"`{word}` belongs to several enumerations")
    known = [name for name in game.constants if _printable(name, game)]
    kind = word.split()[-1]
    each = f"a card for each: `cards: every {kind} as {kind}`, or a table: `cards: |`, under it `{kind} …`, under that `every …`"
    new = f"words are declared: `enumerations:`, under it a name and `[{word}, …]`" if word.isidentifier() else ""
    wrong = error(
        "not-printable",
        node.span,
        f"expected a number or a value of an enumeration, found `{word}`",
        help=each if kind in game.kinds else guess(word, known, new=new).help,
    )
    raise game.missed(word, wrong)


def _printable(word: str, game: Symbols) -> list[tuple[int, Type]]:
    """What a word may stand for in print: values of enumerations and spaces; where there are none, a seat."""
    found = game.constants.get(word, [])
    return [each for each in found if _thing(each[1], game)] or [each for each in found if _sort(each[1], game) is Sort.SEAT]


def _named(name: str, game: Symbols) -> Domain | None:
    """The enumeration of that name, or the spaces of the board; None where these have no names of their own."""
    symbol = game.symbols.get(name)
    element = (
        symbol.spaces.element if isinstance(symbol, BoardSymbol) else game.kinds[name].element if name in game.kinds else None
    )
    return None if element is None or element.domain is None or not _thing(element, game) else game.domains[element.domain]


def every_name(name: str, game: Symbols) -> tuple[str, ...] | None:
    """All values of an enumeration, or all spaces of a board; None where nothing that can be printed has that name."""
    domain = _named(name, game)
    return None if domain is None else tuple(label.plain for label in domain.ir.labels)


def everything(game: Symbols) -> list[str]:
    """The names of the enumerations and of the boards whose spaces can be printed."""
    return [name for name in (*game.kinds, *game.symbols) if _named(name, game) is not None]


def _thing(type_: Type, game: Symbols) -> bool:
    """Whether it is a value of an enumeration or a space."""
    return _sort(type_, game) in (Sort.VALUE, Sort.SPACE)


def _sort(type_: Type, game: Symbols) -> Sort | None:
    return None if type_.domain is None else game.domains[type_.domain].sort


def _home(name: str, nodes: list[Node | None], game: Symbols) -> int | None:
    """The only domain that has all the names of a column, of several the one that is called like it; None where there is none."""
    homes: list[int | None] | None = None
    for node in nodes:
        for item in node.items if isinstance(node, Sequence) else (node,):
            if isinstance(item, Scalar):
                found = [type_.domain for _, type_ in _printable(item.text.strip(), game)]
                homes = found if homes is None else [domain for domain in homes if domain in found]
    own = _named(name, game)
    if homes is not None and len(homes) == 1:
        return homes[0]
    return own.index if own is not None and own.index in (homes or ()) else None


def _column(name: str, nodes: list[Node | None], game: Symbols, what: str) -> Printed:
    if any(isinstance(node, Mapping) for node in nodes):
        return _maps(name, nodes, game, what)
    if any(node is not None and directed(node, game) for node in nodes):
        return ways(nodes, game, what)
    if any(isinstance(node, Sequence) for node in nodes):
        return _lists(nodes, game, what, _home(name, nodes, game))
    type_, values = _cells(nodes, game, what, _home(name, nodes, game))
    return Printed(type_, game.table(values), None)


def _cells(nodes: list[Node | None], game: Symbols, what: str, home: int | None) -> tuple[Type, tuple[int, ...]]:
    """The type and the values of what is printed once on each; where nothing is, `no` for truths, else nothing."""
    values: list[int] = []
    type_: Type | None = None
    for node in nodes:
        if node is None:
            values.append(ir.NOTHING)
            continue
        value, each = scalar_value(node, game, what, home)
        type_ = _joined(type_, each, node.span, what, game)
        values.append(value)
    assert type_ is not None
    if type_.kind is Kind.TRUTH:
        values = [0 if value == ir.NOTHING else value for value in values]
    if ir.NOTHING in values:
        type_ = type_.or_nothing()
    return _whole(type_, game), tuple(values)


def _maps(name: str, nodes: list[Node | None], game: Symbols, what: str) -> Printed:
    """A table of what is printed by element: `cost: {white: 3, red: 1}`."""
    rows: list[dict[str, Pair]] = []
    for node in nodes:
        if node is not None and not isinstance(node, Mapping):
            raise error("not-by-element-here", node.span, f"{what} has values by element elsewhere, found {describe(node)}")
        rows.append({} if node is None else {pair.key.text.strip(): pair for pair in node.pairs})
    keys = [pair.key for row in rows for pair in row.values()]
    if not keys:
        place = next(node.span for node in nodes if node is not None)
        raise error("nothing-by-element", place, f"expected values by element for {what}, such as `{{red: 1}}`, found none")
    domain = _direction_keys(keys, game) or _key_domain(keys, game, what)
    names = [label.plain for label in domain.ir.labels]
    game.spent.take_entries(len(rows) * domain.size, what, keys[0].span)
    found = [row.get(name) for row in rows for name in names]
    cells = [None if pair is None else pair.value for pair in found]
    type_, values = _cells(cells, game, what, _home(name, cells, game))
    return Printed(type_, game.table(values), None, keys=domain.index)


def _direction_keys(keys: list[Scalar], game: Symbols) -> Domain | None:
    """The directions of the first board that has all of these; None where the ruleset gives these names to other values.

    Raises DiagnosticError for a name that is no direction beside some that are.
    """
    other = [key for key in keys if not _printable(key.text.strip(), game)]
    wrong: tuple[BoardSymbol, Scalar] | None = None
    for board in directions.directed(game):
        ways = board.layout.directions
        missing = next((key for key in keys if key.text.strip() not in ways), None)
        if other and missing is None:
            return directions.domain_of(game, board)
        if missing is not None and missing in other and any(key.text.strip() in ways for key in other):
            wrong = wrong or (board, missing)
    if wrong is None:
        return None
    board, key = wrong
    message = f"expected a direction of `{board.name}`, found `{key.text}`"
    raise error("key-of-no-direction", key.span, message, help=meant(key.text, board.layout.directions))


def _key_domain(keys: list[Scalar], game: Symbols, what: str) -> Domain:
    """The one domain that has all these names. Raises DiagnosticError for the first name that is not in it."""
    homes: list[int] = []
    for key in keys:
        found = [type_.domain for _, type_ in _printable(key.text.strip(), game) if type_.domain is not None]
        if not found:
            known = [name for name in game.constants if _printable(name, game)]
            wrong = error(
                "key-of-no-enumeration",
                key.span,
                f"expected a value of an enumeration, found `{key.text}`",
                help=meant(key.text, known),
            )
            raise game.missed(key.text.strip(), wrong)
        both = [home for home in homes if home in found] if homes else found
        if not both:
            wanted = game.describe(game.domains[homes[0]].type())
            raise error("keys-of-two-kinds", key.span, f"{what} is by {wanted.removeprefix('a ')} elsewhere, found `{key.text}`")
        homes = both
    if len(homes) > 1:
        message = f"the keys of {what} belong to several enumerations"
        raise error("ambiguous-name", keys[0].span, message)
    return game.domains[homes[0]]


def _lists(nodes: list[Node | None], game: Symbols, what: str, home: int | None) -> Printed:
    rows: list[tuple[int, ...]] = []
    type_: Type | None = None
    for node in nodes:
        items = node.items if isinstance(node, Sequence) else () if node is None else (node,)
        row = []
        for item in items:
            value, each = scalar_value(item, game, what, home)
            type_ = _joined(type_, each, item.span, what, game)
            row.append(value)
        rows.append(tuple(row))
    if type_ is None:
        type_ = number(0, 0)
    return Printed(_whole(type_, game), None, game.row_table(tuple(rows)), max(len(row) for row in rows))


def _joined(type_: Type | None, each: Type, span: Span, what: str, game: Symbols) -> Type:
    joined = each if type_ is None else join(type_, each)
    if joined is None:
        assert type_ is not None
        raise error("printed-in-two-kinds", span, f"{what} is {game.describe(type_)} elsewhere and {game.describe(each)} here")
    return joined


def _whole(type_: Type, game: Symbols) -> Type:
    if type_.kind is Kind.ELEMENT and type_.domain is not None:
        return Type(Kind.ELEMENT, 0, game.domains[type_.domain].size - 1, type_.domain, type_.maybe)
    return type_


def enumeration(name: str, values: list[Scalar], game: Symbols) -> SetOf:
    """The set of all values of a new enumeration; each value becomes a constant of the game under its name."""
    domain = game.domain(name, Sort.VALUE, tuple(game.words(value.text) for value in values))
    for index, value in enumerate(values):
        game.constant(value.text, index, domain.type())
    return SetOf(ir.Range(ir.Number(0), ir.Number(len(values) - 1)), domain.type(), len(values))
