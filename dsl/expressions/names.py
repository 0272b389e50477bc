"""Names: what each stands for, and where its value is stored. The functions raise DiagnosticError for mistakes."""

from __future__ import annotations

from typing import assert_never

from attrs import evolve

from ...program import ir
from ...program.span import Span
from ..diagnostics import shared
from ..diagnostics.diagnostic import DiagnosticError, guess, meant
from ..diagnostics.report import error, misspelt
from ..sentences import syntax as s
from ..symbols.scope import Local, Read
from ..symbols.symbols import (
    BoardSymbol,
    Domain,
    FunctionSymbol,
    MemorySymbol,
    ParameterSymbol,
    PlaceSymbol,
    Printed,
    Sort,
    ZoneSymbol,
)
from ..symbols.types import UNKNOWN, Kind, SetOf, Type, Typed, number
from . import calls, directions
from .context import Reading


def quoted(read: Reading, node: s.Quoted, expected: Type | None) -> Typed:
    """The element of the expected domain whose name is in quotes."""
    if expected is None or expected.kind is not Kind.ELEMENT or expected.domain is None:
        raise error(
            "text-for-a-value",
            node.span,
            f'a text cannot stand here, found "{node.text}"',
            help="quotes name a card or a space where one is expected",
        )
    domain = read.game.domains[expected.domain]
    for index, label in enumerate(domain.ir.labels):
        if label.plain == node.text:
            return Typed(ir.Number(domain.ir.low + index), domain.type(index, 1))
    names = [label.plain for label in domain.ir.labels]
    kind = read.game.describe(expected).removeprefix("a ")
    raise error("unknown-name", node.span, f"there is no {kind} called `{node.text}`", help=meant(node.text, names))


def name(read: Reading, node: s.Name, expected: Type | None) -> Typed:
    """The value of a name without indices; *expected* decides between elements that share a name."""
    name = node.name
    local = read.scope.find(name)
    if local is not None:
        read.mentioned.add(name)
        if local.is_set:
            help_ = f"for example `any x in {name} has …`"
            raise shared.calls_for_a_value(name, node.span, help_)
        if local.extent is not None:
            message = f"`{name}` is a row of values: say which one"
            raise error("missing-index", node.span, message, help=f"for example `{name}[…]`")
        # which of several equal cards of a row was chosen is known only by the name itself
        return Typed(local.expr, local.type, local.origin if local.place is None else None)
    candidates = read.game.constants.get(name, [])
    if expected is not None and expected.kind is Kind.ELEMENT:
        for value, type_ in candidates:
            if type_.domain == expected.domain:
                return Typed(ir.Number(value), type_)
    symbol = read.game.symbols.get(name)
    match symbol:
        case None:
            pass
        case ParameterSymbol(value=value, type=type_):
            return Typed(ir.Number(value), type_)
        case PlaceSymbol():
            return place(read, symbol, (), node.span, node.span)[0]
        case FunctionSymbol():
            return calls.call(read, symbol, (), node.span)
        case SetOf() if symbol.seats and symbol.constant is not None:
            count = len(symbol.constant)
            return Typed(ir.Number(count), number(count, count))
        case ZoneSymbol():
            raise shared.zone_for_a_value(name, node.span, f"count its cards: `count({name})`")
        case MemorySymbol():
            message = f"expected one value, found the position `{name}`"
            raise error("wrong-type", node.span, message, help=f"how often it was like this: `times {name} was remembered`")
        case BoardSymbol() | SetOf():
            raise error(
                "all-for-a-value",
                node.span,
                f"expected one value, found all of `{name}`",
                help=f"for example `any x in {name} has …`",
            )
        case _:
            assert_never(symbol)
    if directions.wanted(read.game, expected) or not candidates:
        way = directions.named(read.game, name, expected, node.span)
        if way is not None:
            return way
    if len(candidates) == 1:
        value, type_ = candidates[0]
        return Typed(ir.Number(value), type_)
    if candidates:
        kinds = " and ".join(read.game.describe(type_) for _, type_ in candidates)
        raise error("ambiguous-name", node.span, f"`{name}` is {kinds}: it is not clear here which is meant")
    raise read.unknown(name, node.span)


def element(read: Reading, node: s.Element) -> Typed:
    """The value of an element of an array, or of a row of values that is local to a phase."""
    local = read.scope.find(node.name)
    if local is not None and local.type is UNKNOWN:
        return Typed(local.expr, UNKNOWN)
    if local is not None:
        return Typed(row_cell(read, local, node), local.type)
    symbol = read.game.symbols.get(node.name)
    match symbol:
        case PlaceSymbol():
            return place(read, symbol, node.indices, node.span, node.name_span)[0]
        case ZoneSymbol():
            raise shared.zone_for_a_value(
                node.name,
                node.span,
                f"count its cards: `count({read.game.source.words(node.span)})`, or ask whether it `is empty`",
            )
        case None:
            rows = [name for name, each in read.game.symbols.items() if isinstance(each, PlaceSymbol) and each.extents]
            raise read.unknown(node.name, node.name_span, fitting=rows)
        case _:
            help_ = f"the first one is `first p in {node.name}`" if node.name in ("players", "seats") else ""
            raise error("not-a-row", node.span, f"`{node.name}` is not a row of values: it takes no `[ ]`", help=help_)


def row_cell(read: Reading, local: Local, node: s.Element) -> ir.Cell:
    """The cell of an element of a row of values that is local to a phase."""
    if local.extent is None or local.index_type is None:
        raise shared.index_of_one_value(node.name, node.span)
    if len(node.indices) != 1:
        raise error("one-index", node.span, f"`{node.name}` takes 1 index, found {len(node.indices)}")
    index = read.fitting(node.indices[0], local.index_type)
    base = local.expr
    assert isinstance(base, ir.Slot | ir.Cell)
    axis = ir.Axis(index.expr, local.extent.low, local.extent.size, local.extent.stride)
    if isinstance(base, ir.Slot):
        return ir.Cell(base.index, (axis,), node.name, read.sentence)
    return ir.Cell(base.base, (*base.axes, axis), node.name, read.sentence)


def place(
    read: Reading, symbol: PlaceSymbol, indices: tuple[s.Expression, ...], span: Span, name_span: Span
) -> tuple[Typed, ir.Target]:
    """The value of a declared variable, score or piece, and the slot that stores it."""
    found = axes(read, symbol.name, symbol.extents, indices, span)
    read.reads.append(Read(symbol.name, owned(read, symbol.extents, found), name_span))
    base, open_axes = _settled(symbol.base, found)
    target: ir.Target = ir.Slot(base) if not open_axes else ir.Cell(base, open_axes, symbol.name, read.sentence)
    return Typed(target, symbol.type), target


def axes(
    read: Reading, name: str, extents: tuple[ir.Extent, ...], indices: tuple[s.Expression, ...], span: Span
) -> tuple[ir.Axis, ...]:
    """The indices of a declared thing, each checked against its extent."""
    if len(indices) != len(extents):
        seats = read.game.seat_domain.index
        example = f"`{name}[{', '.join(read.seat_here() or '…' if each.domain == seats else '…' for each in extents)}]`"
        example = example if extents else f"`{name}`"
        count = "no index" if not extents else f"{len(extents)} {'index' if len(extents) == 1 else 'indices'}"
        message = f"`{name}` takes {count}, found {len(indices) or 'none'}"
        raise error("wrong-indices", span, message, help=f"for example {example}")
    found = []
    for extent, node in zip(extents, indices, strict=True):
        wanted = (
            number(extent.low, extent.low + extent.size - 1) if extent.domain is None else read.game.domains[extent.domain].type()
        )
        typed = _index(read, name, extent, node, wanted)
        value = None if typed.type.kind is Kind.UNKNOWN else typed.constant
        if value is not None and not extent.low <= value < extent.low + extent.size:
            what = "nothing" if value == ir.NOTHING else read.game.source.words(node.span)
            raise error("no-such-element", node.span, f"`{name}` has no element `{what}`")
        found.append(ir.Axis(typed.expr, extent.low, extent.size, extent.stride))
    return tuple(found)


def _index(read: Reading, name: str, extent: ir.Extent, node: s.Expression, wanted: Type) -> Typed:
    """The value of an index; a number in the place of a seat is told which seats are known."""
    try:
        return read.fitting(node, wanted)
    except DiagnosticError as wrong:
        seat = read.seat_here() if extent.domain == read.game.seat_domain.index and isinstance(node, s.Numeral) else ""
        if not seat or wrong.diagnostic.help:
            raise
        raise DiagnosticError(evolve(wrong.diagnostic, help=f"for example `{name}[{seat}]`")) from None


def owned(read: Reading, extents: tuple[ir.Extent, ...], axes: tuple[ir.Axis, ...]) -> bool:
    """Whether the indices pick what belongs to the present seat of a `together` block; false outside such a block."""
    if read.seat is None:
        return False
    for extent, axis in zip(extents, axes, strict=True):
        if extent.domain == read.game.seat_domain.index:
            return axis.at == ir.Slot(read.seat)
    return False


def _space_of_a_number(read: Reading, node: s.Attribute, type_: Type) -> str:
    """The space that is meant where a number stands for it; "" where no track has such a print."""
    printed = (board for board in read.game.boards if board.track and node.name in board.domain.printed)
    board = next(printed, None) if type_.kind is Kind.NUMBER else None
    if board is None:
        return ""
    words = read.game.source.words(node.of.span)
    return f"the space of that number: `at({board.name}, {words}).{node.name}`"


def attribute(read: Reading, node: s.Attribute) -> Typed:
    """The value printed on a card, a space or a value of an enumeration; a printed list is refused."""
    of = read.value(node.of)
    if of.type.kind is Kind.UNKNOWN:
        if node.key is not None:
            read.value(node.key)
        return Typed(ir.Number(0), UNKNOWN)
    index = of.type.domain if of.type.kind is Kind.ELEMENT else of.type.track
    if index is None:
        found = read.game.describe(of.type)
        raise error(
            "wrong-type",
            node.of.span,
            f"`.{node.name}` stands behind a card, a space or a value of an enumeration, found {found}",
            help=_space_of_a_number(read, node, of.type),
        )
    domain = read.game.domains[index]
    printed = domain.printed.get(node.name)
    if printed is None:
        message = f"{read.game.describe(of.type)} has no `{node.name}`"
        wrong = misspelt("not-printed", node.name_span, message, guess(node.name, domain.printed))
        raise read.game.missed(domain.name, wrong)
    if printed.table is None:
        raise error(
            "wrong-type",
            node.span,
            f"`{node.name}` is a list: expected one value",
            help=f"for example `count of … in {read.game.source.words(node.span)}`",
        )
    if printed.keys is None and node.key is not None:
        raise shared.index_of_one_value(node.name, node.key.span)
    axes = [ir.Axis(of.expr, domain.ir.low, domain.size, 1)]
    if printed.keys is not None:
        key, printed, keys = _key(read, node, printed, domain)
        axes = [evolve(axes[0], stride=keys.size), ir.Axis(key.expr, keys.ir.low, keys.size, 1)]
    assert printed.table is not None
    value = _entry(read.game.tables[printed.table], axes)
    if value is not None:
        return Typed(ir.Number(value), evolve(printed.type, maybe=value == ir.NOTHING))
    asked = node.of if node.key is None else node
    return Typed(ir.Lookup(printed.table, tuple(axes), read.game.source.words(asked.span), read.sentence), printed.type)


def _key(read: Reading, node: s.Attribute, printed: Printed, of: Domain) -> tuple[Typed, Printed, Domain]:
    """The element whose value is asked for, the print by such elements, and their domain. Raises DiagnosticError."""
    assert printed.keys is not None
    domain = read.game.domains[printed.keys]
    if node.key is None:
        what = read.game.describe(domain.type())
        example = f"for example `{read.game.source.words(node.of.span)}.{node.name}[…]`"
        raise error("missing-index", node.span, f"`{node.name}` has a value for each element: say for what, {what}", help=example)
    if domain.sort is Sort.DIRECTION:
        typed = read.value(node.key, domain.type())
        other = None if typed.type.domain is None else read.game.domains[typed.type.domain]
        if other is not None and other.sort is Sort.DIRECTION:
            return typed, printed if other is domain else _by_ways(read, node, printed, of, domain, other), other
    return read.fitting(node.key, domain.type()), printed, domain


def _by_ways(read: Reading, node: s.Attribute, printed: Printed, of: Domain, ways: Domain, other: Domain) -> Printed:
    """The same print by the directions of another board, which are found by their names; without a value for those not there."""
    assert printed.table is not None
    read.game.spent.take_entries(of.size * other.size, f"`{node.name}`", node.span)
    values, truth = read.game.tables[printed.table], printed.type.kind is Kind.TRUTH
    names = [label.plain for label in ways.ir.labels]
    at = [names.index(label.plain) if label.plain in names else None for label in other.ir.labels]
    none = 0 if truth else ir.NOTHING
    table = tuple(none if way is None else values[row * ways.size + way] for row in range(of.size) for way in at)
    type_ = printed.type if truth or None not in at else printed.type.or_nothing()
    return evolve(printed, table=read.game.table(table), type=type_)


def _entry(table: tuple[int, ...], axes: list[ir.Axis]) -> int | None:
    """The value in a table, where all indices are known and inside; else None."""
    at = 0
    for axis in axes:
        if not isinstance(axis.at, ir.Number) or not axis.low <= axis.at.value < axis.low + axis.size:
            return None
        at += (axis.at.value - axis.low) * axis.stride
    return table[at]


def _settled(base: int, axes: tuple[ir.Axis, ...]) -> tuple[int, tuple[ir.Axis, ...]]:
    """The base with all known indices added in, and the axes of the others."""
    left = []
    for axis in axes:
        if isinstance(axis.at, ir.Number):
            base += (axis.at.value - axis.low) * axis.stride
        else:
            left.append(axis)
    return base, tuple(left)
