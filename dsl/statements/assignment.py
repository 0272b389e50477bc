"""Lowers the sentences that give a name to a value or change a value: `let`, `=`, `+=`, `-=`."""

from __future__ import annotations

from collections.abc import Callable

from attrs import evolve

from ...program import ir
from ...program.budgets import LONGEST_STORED_LOOP
from ...program.ops import nodes
from ...program.span import Span
from ..diagnostics import shared
from ..diagnostics.diagnostic import DiagnosticError
from ..diagnostics.report import error
from ..expressions.binders import binder_set, bound
from ..expressions.constant_folding import arithmetic
from ..expressions.groups import means_set
from ..expressions.names import place, row_cell
from ..sentences import syntax as s
from ..sentences.parse import reserved
from ..symbols.scope import Kept, Local
from ..symbols.symbols import FunctionSymbol, ParameterSymbol, PlaceSymbol, ZoneSymbol
from ..symbols.types import ANY_NUMBER, UNKNOWN, Kind, Type, Typed, join
from . import phases
from .context import Lowered, Lowering

LASTING = "what lasts is declared under `variables:`"
"""The help where what is to be changed is not known."""


def let(node: s.LetLine, to: Lowering) -> list[ir.Op]:
    """`let x = …`"""
    not_reserved(node.name, node.span)
    if means_set(to.elaborator, node.value):
        return _let_set(node, to)
    typed = to.elaborator.value(node.value)
    ops, origin = lasting_origin(typed.origin, to)
    target = to.slot(node.name)
    type_ = lasting_type(node.name, typed.type, to)
    to.name(node.name, Local(node.name, type_, target, origin), node.span)
    return [*ops, store(target, type_, typed.expr, None, to)]


def not_reserved(name: str, span: Span) -> None:
    """Raise DiagnosticError where the name behind `let` is a word of the language; *span* is that of the sentence."""
    if name in reserved():
        start = span.column + len("let ")
        raise shared.word_of_the_language(name, "what changes", Span(span.line, start, span.line, start + len(name)))


def _let_set(node: s.LetLine, to: Lowering) -> list[ir.Op]:
    """`let group = …`: the members of the set, stored one after another behind their number; nothing where they are known."""
    read, sentence = to.elaborator, to.elaborator.sentence
    found = read.elements(node.value)
    if found.constant is not None:
        to.name(node.name, Local(node.name, UNKNOWN, ir.Number(0), fixed=True, members=evolve(found, seats=False)), node.span)
        return []
    if found.size > LONGEST_STORED_LOOP:
        raise error("named-set-too-large", node.span, f"a set with a name has at most {LONGEST_STORED_LOOP:,} elements")
    capacity = max(1, found.size)
    offset = to.row(capacity + 1, f"`{node.name}`", node.span)
    count = to.frame.cell(offset, sentence, node.name)

    def at(index: ir.Expr) -> ir.Cell:
        return to.frame.element(offset + 1, ir.Axis(index, 1, capacity, 1), sentence, node.name)

    with read.reserved() as slot:
        more = ir.Arithmetic(ir.Calculation.ADD, count, ir.Number(1), False, sentence)
        body = (
            ir.Assign(count, more, 0, capacity, False, None, sentence),
            stored(at(count), found.element.surely(), ir.Slot(slot), None, sentence),
        )
        nothing_yet = ir.Number(min(max(0, found.element.low), found.element.high))
        blank = stored(at(ir.Slot(slot)), found.element.surely(), nothing_yet, None, sentence)
        every = ir.Range(ir.Number(1), ir.Number(capacity))
        ready = ir.ForEach(ir.Slot(slot), every, None, (), (blank,), None, 0, False, sentence)
        loop = ir.ForEach(ir.Slot(slot), found.set, None, (), body, None, 0, False, sentence)
    members = Kept(count, at(ir.Number(1)), found.element.surely(), capacity)
    to.name(node.name, Local(node.name, UNKNOWN, ir.Number(0), fixed=True, members=members), node.span)
    return [ir.Assign(count, ir.Number(0), 0, 0, False, None, sentence), ready, loop]


def let_row(node: s.LetRow, to: Lowering) -> list[ir.Op]:
    """`let left[c] = … for each colour c`"""
    if node.index != node.binder.name:
        raise error(
            "unlike-indices",
            node.binder.span,
            f"the index `{node.index}` and the name `{node.binder.name}` behind `for each` must be the same",
        )
    found = binder_set(to.elaborator, node.binder)
    known = found.constant
    every = range(found.element.low, found.element.high + 1)
    if known is None or len(known) != len(every) or any(one != other for one, other in zip(known, every, strict=True)):
        raise error(
            "row-of-no-elements",
            node.binder.span,
            "a row has one value for each element of an enumeration, of the seats, or of a range",
        )
    extent = ir.Extent(found.element.domain, found.element.low, max(1, len(known)), 1)
    offset = to.row(extent.size, f"`{node.name}`", node.span)
    sentence = to.elaborator.sentence
    base = to.frame.cell(offset, sentence, node.name)
    to.elaborator.fresh(node.index, node.binder.span)
    with to.elaborator.register(node.index, found.element) as slot:
        typed = to.elaborator.value(node.value)
        axis = ir.Axis(ir.Slot(slot), extent.low, extent.size, 1)
        type_ = lasting_type(node.name, typed.type, to)
        inner = store(to.frame.element(offset, axis, sentence, node.name), type_, typed.expr, None, to)
        loop = ir.ForEach(ir.Slot(slot), found.set, None, (), (inner,), None, 0, False, sentence)
    to.name(node.name, Local(node.name, type_, base, None, extent, False, found.element), node.span)
    return [loop]


def lasting_type(name: str, type_: Type, to: Lowering) -> Type:
    """The type of a name. If the phase changes its value later, all numbers, or all elements of the domain, must fit."""
    if name not in to.changed:
        return type_
    if type_.kind is Kind.NUMBER:
        return ANY_NUMBER if not type_.maybe else ANY_NUMBER.or_nothing()
    if type_.kind is Kind.ELEMENT and type_.domain is not None:
        return Type(Kind.ELEMENT, 0, to.game.domains[type_.domain].size - 1, type_.domain, type_.maybe)
    return type_


def change(node: s.Change, to: Lowering) -> list[ir.Op]:
    """`x = …`, `x += …`, `x -= …`, the last two perhaps up to a limit"""
    old, target, place, own, accept = changeable(node.target, to)
    value = _new_value(node, old, to)
    limit = None if node.limit is None else _limit(node.limit, old, to)
    accept(value)
    type_ = old.type
    if type_.kind is Kind.NOTHING:
        type_ = value.type.or_nothing()
    if own:
        whole = value if node.how == "=" else _sum(node, Typed(target, type_), value, limit, to)
        return [store(target, type_, whole.expr, place, to)]
    return _later(node, target, type_, value, limit, place, to)


def change_all(node: s.ChangeAll, to: Lowering) -> list[ir.Op]:
    """`x[s] = … for each space s where …`"""
    with bound(to.elaborator, node.binder) as (found, slot):
        where = None if node.where is None else to.elaborator.truth(node.where)
        old, target, place, own, accept = changeable(node.target, to)
        value = _new_value(s.Change(node.target, "=", node.value, None, span=node.span), old, to)
        accept(value)
    if not own:
        raise in_a_loop(node.target.span)
    if not isinstance(target, ir.Cell) or ir.Slot(slot) not in nodes((target,)):
        words = to.game.source.words(node.target.span)
        raise error(
            "same-place-for-each",
            node.target.span,
            f"`{words}` is the same place for each `{node.binder.name}`",
            help=f"for example `…[{node.binder.name}] = …`",
        )
    one = store(target, old.type, value.expr, place, to)
    limits = one.low, one.high, one.optional
    return [ir.AssignAll(slot, found.set, where, target, one.value, *limits, one.place, one.sentence)]


def _new_value(node: s.Change, old: Typed, to: Lowering) -> Typed:
    if node.how != "=":
        if old.type.kind not in (Kind.NUMBER, Kind.UNKNOWN):
            raise error(
                "not-added-to",
                node.target.span,
                f"only a number can be changed with `{node.how}=`, found {to.game.describe(old.type)}",
            )
        return to.elaborator.number(node.value)
    if old.type.kind is Kind.NOTHING:
        return to.elaborator.value(node.value)
    value = to.elaborator.fitting(node.value, old.type)
    _held(value, old, node.value.span)
    return value


def _limit(node: s.Expression, old: Typed, to: Lowering) -> Typed:
    """How far a change goes at most. Raises DiagnosticError where what is changed never holds so much."""
    limit = to.elaborator.number(node)
    _held(limit, old, node.span)
    return limit


def _held(value: Typed, old: Typed, span: Span) -> None:
    """Raises DiagnosticError for a known number that lies out of the range of what is changed."""
    known = value.constant
    if known is not None and known != ir.NOTHING and old.type.kind is Kind.NUMBER and not old.type.low <= known <= old.type.high:
        raise error("value-out-of-range", span, f"this holds {old.type.low}..{old.type.high}, found {known}")


def _sum(node: s.Change, old: Typed, value: Typed, limit: Typed | None, to: Lowering) -> Typed:
    how = ir.Calculation.ADD if node.how == "+" else ir.Calculation.SUBTRACT
    left = old
    if old.type.maybe:
        left = Typed(ir.Present(old.expr, to.game.source.words(node.target.span), to.elaborator.sentence), old.type.surely())
    whole = arithmetic(how, left, value, to.elaborator.sentence)
    if limit is None:
        return whole
    nearer = ir.Calculation.MIN if node.how == "+" else ir.Calculation.MAX
    return arithmetic(nearer, whole, limit, to.elaborator.sentence)


def store(target: ir.Target, type_: Type, value: ir.Expr, place: int | None, to: Lowering) -> ir.Assign:
    """The statement that stores a value and checks it against the bounds of its type.

    A number under a local name (*place* is None) is bounded only by what a slot can hold.
    """
    return stored(target, type_, value, place, to.elaborator.sentence)


def stored(target: ir.Target, type_: Type, value: ir.Expr, place: int | None, sentence: int) -> ir.Assign:
    """The same for a given sentence."""
    low, high = type_.low, type_.high
    if type_.kind in (Kind.NOTHING, Kind.UNKNOWN) or (place is None and type_.kind is Kind.NUMBER):
        low, high = ir.SMALLEST, ir.LARGEST
    return ir.Assign(target, value, max(low, ir.SMALLEST), min(high, ir.LARGEST), type_.maybe, place, sentence)


def lasting_origin(zone: ir.ZoneAt | None, to: Lowering) -> tuple[list[ir.Op], ir.ZoneAt | None]:
    """Where a card is found, in words that stay true: an index that may change is kept in a slot by the statements."""
    return ([], None) if zone is None else lasting_zone(zone, to)


def lasting_zone(zone: ir.ZoneAt, to: Lowering) -> tuple[list[ir.Op], ir.ZoneAt]:
    """The same for a zone that is there."""
    ops: list[ir.Op] = []
    axes = []
    for axis in zone.axes:
        keeping, at = lasting(axis.at, ANY_NUMBER.or_nothing(), to)
        ops += keeping
        axes.append(ir.Axis(at, axis.low, axis.size, axis.stride))
    return ops, ir.ZoneAt(zone.zone, tuple(axes), zone.sentence)


def shown_to(name: str, origin: ir.ZoneAt | None, to: Lowering) -> tuple[list[ir.Op], ir.Target | None]:
    """Where the seats are kept to whom a card is revealed by that name, nobody at first; None where no sentence does that."""
    if origin is None or name not in phases.revealed(to.game):
        return [], None
    kept = to.slot("shown")
    return [store(kept, ANY_NUMBER, ir.Number(0), None, to)], kept


def lasting(value: ir.Expr, type_: Type, to: Lowering) -> tuple[list[ir.Op], ir.Expr]:
    """An expression that goes on to give the value which this one has now, and the statements that see to it."""
    if isinstance(value, ir.Number) or value == ir.Slot(to.elaborator.seat or 0) or to.elaborator.scope.fixed(value):
        return [], value
    kept = to.slot("kept")
    return [store(kept, type_, value, None, to)], kept


Changeable = tuple[Typed, ir.Target, "int | None", bool, "Callable[[Typed], None]"]
"""A value that can be changed: the value now, where it is stored, the index of the place (None: a local name), whether it is
the seat's own (always true outside `together`), and a function that raises DiagnosticError when a new value does not fit."""


def changeable(node: s.Expression, to: Lowering) -> Changeable:
    """What the left side of a change refers to. Raises DiagnosticError when it cannot be changed."""
    assert isinstance(node, s.Name | s.Element), "the grammar lets nothing else be changed"
    local = to.elaborator.scope.find(node.name)
    if local is not None:
        return _local(node, local, to)
    symbol = to.game.symbols.get(node.name)
    match symbol:
        case PlaceSymbol():
            indices = node.indices if isinstance(node, s.Element) else ()
            typed, target = place(to.elaborator, symbol, indices, node.span, node.span)
            own = to.together is None or to.elaborator.reads.pop().own
            return typed, target, symbol.index, own, lambda value: None
        case None:
            places = (name for name, each in to.game.symbols.items() if isinstance(each, PlaceSymbol))
            if isinstance(node, s.Element):
                raise to.elaborator.unknown(node.name, node.name_span, fitting=places, new=LASTING)
            new = f"{LASTING}; a name for now: `let {node.name} = …`"
            raise to.elaborator.unknown(node.name, node.span, fitting=places, new=new)
        case ParameterSymbol() | FunctionSymbol():
            raise error("not-changeable", node.span, f"`{node.name}` cannot be changed during a match")
        case _:
            help_ = "its cards are moved: `deal`, `draw`, `put`, `move`, `gather`" if isinstance(symbol, ZoneSymbol) else ""
            wrong = error("not-a-value", node.span, f"`{node.name}` is not a value that can be changed", help=help_)
            raise to.game.missed(node.name, wrong)


def _local(node: s.Name | s.Element, local: Local, to: Lowering) -> Changeable:
    if local.type.kind is Kind.UNKNOWN and not local.is_set:
        return Typed(ir.Number(0), local.type), ir.Slot(0), None, True, lambda value: None
    if local.fixed or not isinstance(local.expr, ir.Slot | ir.Cell):
        message = f"`{node.name}` cannot be changed: it stands for what was chosen, drawn, given or counted"
        raise error("fixed-name", node.span, message, help="give the new value another name with `let`")
    target: ir.Target
    if isinstance(node, s.Element):
        target = row_cell(to.elaborator, local, node)
    elif local.extent is not None:
        raise error("missing-index", node.span, f"`{node.name}` is a row of values: say which one")
    else:
        target = local.target
    own = to.together is None or _in_own_frame(local.target, to)

    def accept(value: Typed) -> None:
        type_ = value.type
        if value.origin != local.origin:
            local.origin = None  # the card may now be one that lies elsewhere
        if local.type.kind is Kind.NOTHING and type_.kind is not Kind.NOTHING:
            local.type = lasting_type(local.name, type_, to).or_nothing()
        elif join(local.type, type_) is None:
            raise AssertionError(local)
        elif type_.maybe and not local.type.maybe:
            raise error(
                "wrong-type",
                node.span,
                f"`{local.name}` always has a value, and this may be nothing",
                help="begin with `let … = nothing`",
            )

    return Typed(target, local.type), target, None, own, accept


def _in_own_frame(target: ir.Target, to: Lowering) -> bool:
    seat = to.elaborator.seat
    return isinstance(target, ir.Cell) and seat is not None and target.axes[0].at == ir.Slot(seat)


def _later(
    node: s.Change, target: ir.Target, type_: Type, value: Typed, limit: Typed | None, place: int | None, to: Lowering
) -> list[ir.Op]:
    """A change of something that is not the seat's own, made when all seats have finished the block."""
    keep = Keeping(to, node.span)
    kept_value = keep.keep(value.expr, "value")
    kept_limit = None if limit is None else Typed(keep.keep(limit.expr, "limit"), limit.type)
    kept_target = (
        target if isinstance(target, ir.Slot) else ir.Cell(target.base, keep.axes(target.axes), target.what, target.sentence)
    )
    later = Typed(kept_value, value.type)
    whole = later if node.how == "=" else _sum(node, Typed(kept_target, type_), later, kept_limit, to)
    return [keep.later((store(kept_target, type_, whole.expr, place, to),))]


def in_a_loop(span: Span) -> DiagnosticError:
    """What is said of a change that waits, and of a phase with one, in a loop: it could wait only once."""
    message = "inside a loop of a `together` block a seat changes only what is its own: what is indexed by its own name"
    return error("changed-for-others", span, message, help="note it in a variable of the seat, and apply it after the block")


class Keeping:
    """Captures values in slots of the seat until all seats have finished the `together` block.

    Raises DiagnosticError inside a loop, where there would be several values for one slot.
    """

    def __init__(self, to: Lowering, span: Span) -> None:
        if to.loops:
            raise in_a_loop(span)
        self.to = to
        self.captures: list[tuple[ir.Cell, ir.Expr]] = []
        self.flag = self.cell("")

    def cell(self, what: str) -> ir.Cell:
        """A slot of the seat that lasts until the block ends."""
        self.to.unit.kept += 1
        cell = self.to.frame.cell(self.to.unit.kept - 1, self.to.elaborator.sentence, what)
        assert isinstance(cell, ir.Cell)
        return cell

    def keep(self, expr: ir.Expr, what: str) -> ir.Expr:
        """An expression that later gives the value that *expr* has now."""
        if isinstance(expr, ir.Number) or expr == ir.Slot(self.to.elaborator.seat or 0):
            return expr
        cell = self.cell(what)
        self.captures.append((cell, expr))
        return cell

    def axes(self, axes: tuple[ir.Axis, ...]) -> tuple[ir.Axis, ...]:
        """The indices with the values that they have now."""
        return tuple(ir.Axis(self.keep(axis.at, ""), axis.low, axis.size, axis.stride) for axis in axes)

    def zone(self, zone: ir.ZoneAt) -> ir.ZoneAt:
        """The zone, with the values that its indices have now."""
        return ir.ZoneAt(zone.zone, self.axes(zone.axes), zone.sentence)

    def later(self, body: ir.Block, in_transit: tuple[ir.ZoneAt, ir.Cell] | None = None) -> ir.Later:
        """The statement that captures the values now, and runs *body* when all seats are done; *in_transit* as in `ir.Later`."""
        return ir.Later(self.flag, tuple(self.captures), body, in_transit, self.to.elaborator.sentence)


SENTENCES: dict[type, Lowered] = {s.LetLine: let, s.LetRow: let_row, s.Change: change, s.ChangeAll: change_all}
