"""Expressions with their names settled and their kinds checked, as the Program's expressions."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, assert_never

from attrs import Factory, define

from ...program import ir
from ..sentences import syntax as s
from ..symbols.scope import Local, Read, Scope
from ..symbols.symbols import Game
from ..symbols.types import NOTHING, TRUTH, Kind, Type, Typed, join, number
from ..text.diagnostics import Complaint, meant
from ..text.fields import Findings, complain
from . import aggregates, calls, names, operators, sets
from .builtins import BUILTINS
from .constant_folding import arithmetic, both, contrary, either

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...program.span import Span


@define
class Elaborator:
    """Turns the syntax of expressions into the Program's; complaints are raised as Complaint."""

    game: Game
    findings: Findings
    scope: Scope
    registers: int
    most_registers: int = 0
    sentence: int = 0
    seat: int | None = None
    reads: list[Read] = Factory(list)
    calls: list[str] = Factory(list)
    made: int = 0
    too_much: Complaint | None = None
    mentioned: set[str] = Factory(set)

    # ------------------------------------------------------------------------------------------------- names

    @contextmanager
    def reserved(self) -> Iterator[int]:
        """A scratch slot that nothing read meanwhile uses."""
        slot = self.registers
        self.registers += 1
        self.most_registers = max(self.most_registers, self.registers)
        try:
            yield slot
        finally:
            self.registers -= 1

    @contextmanager
    def named(self, slot: int, name: str, type_: Type, origin: ir.ZoneAt | None = None) -> Iterator[None]:
        """The name stands for the value in that scratch slot for a while."""
        outer = self.scope
        self.scope = Scope(outer, {name: Local(name, type_, ir.Slot(slot), origin, fixed=True)})
        try:
            yield
        finally:
            self.scope = outer

    @contextmanager
    def register(self, name: str, type_: Type, origin: ir.ZoneAt | None = None) -> Iterator[int]:
        """A scratch slot that bears the name for a while."""
        with self.reserved() as slot, self.named(slot, name, type_, origin):
            yield slot

    def unknown(self, name: str, span: Span, what: str = "name") -> Complaint:
        """The complaint about a name that nothing has."""
        known = [*self.scope.all_names(), *self.game.all_names(), *(BUILTINS if what == "function" else ())]
        help_ = "truths are `yes` and `no`" if name.casefold() in ("true", "false") else meant(name, known)
        return self.game.missed(name, complain("unknown-name", f"there is no {what} `{name}`", span, help_))

    # ------------------------------------------------------------------------------------------------- values

    def value(self, node: s.Expression, expected: Type | None = None) -> Typed:
        """The value of an expression; *expected* settles names that several things share."""
        match node:
            case s.Numeral(value):
                if value > ir.LARGEST:
                    raise complain("too-large", f"expected a number up to {ir.LARGEST}, found {value}", node.span)
                return Typed(ir.Number(value), number(value, value))
            case s.Truth(value):
                return Typed(ir.Number(int(value)), TRUTH)
            case s.Nothing():
                return Typed(ir.Number(ir.NOTHING), NOTHING)
            case s.Quoted():
                return names.quoted(self, node, expected)
            case s.Name():
                return names.name(self, node, expected)
            case s.Element():
                return names.element(self, node)
            case s.Attribute():
                return names.attribute(self, node)
            case s.Invoke():
                return calls.invoke(self, node)
            case s.Negative(value):
                return operators.negative(self, value)
            case s.Calculate():
                return operators.calculate(self, node)
            case s.Half(value, up):
                inner = self.number(value)
                one = Typed(ir.Number(1 if up else 0), number(int(up), int(up)))
                return arithmetic(
                    ir.Calculation.DIV,
                    arithmetic(ir.Calculation.ADD, inner, one, self.sentence),
                    Typed(ir.Number(2), number(2, 2)),
                    self.sentence,
                )
            case s.CountOf():
                return operators.count_of(self, node)
            case s.Compare():
                return operators.compare(self, node)
            case s.Belongs():
                return operators.belongs(self, node)
            case s.Logic(conjunction, parts):
                truths = [self.truth(part) for part in parts]
                return Typed((both if conjunction else either)(truths), TRUTH)
            case s.Contrary(value):
                return Typed(contrary(self.truth(value)), TRUTH)
            case s.Choice():
                return operators.choice(self, node, expected)
            case s.Quantified():
                return aggregates.quantified(self, node)
            case s.Sum():
                return aggregates.total(self, node)
            case s.Count():
                with aggregates.bound(self, node.binder) as (found, slot):
                    test = None if node.where is None else self.truth(node.where)
                    fold = ir.Fold(ir.FoldKind.COUNT, slot, found.set, test, ir.Number(1), None, 1, False, self.sentence)
                return Typed(fold, number(0, found.size))
            case s.Extreme():
                return aggregates.extreme(self, node)
            case s.FirstOf():
                return aggregates.first_of(self, node)
            case s.Items() | s.FromTo() | s.Where():
                raise complain(
                    "wrong-type",
                    "expected one value, found a set of them",
                    node.span,
                    "count it with `number of x in …`, or choose from it",
                )
            case _:
                assert_never(node)

    def number(self, node: s.Expression) -> Typed:
        """The value of an expression that must be a number, and not nothing."""
        typed = self.value(node)
        if typed.type.kind is Kind.UNKNOWN:
            return Typed(ir.Number(1), number(1, 1))
        if typed.type.kind is not Kind.NUMBER:
            raise self.wrong("a number", typed, node)
        if typed.type.maybe:
            return Typed(ir.Present(typed.expr, self.game.source.words(node.span), self.sentence), typed.type.surely())
        return typed

    def truth(self, node: s.Expression) -> ir.Expr:
        """The value of an expression that must be a truth."""
        typed = self.value(node, TRUTH)
        if typed.type.kind not in (Kind.TRUTH, Kind.UNKNOWN) or typed.type.maybe:
            help_ = "compare it with something, for example `> 0`" if typed.type.kind is Kind.NUMBER else ""
            raise self.wrong("a condition that holds or does not", typed, node, help_)
        return typed.expr

    def fitting(self, node: s.Expression, type_: Type, what: str = "") -> Typed:
        """The value of an expression that must be of a type (bounds are left to the run of play, nothing to *type_.maybe*)."""
        typed = self.value(node, type_)
        joined = join(typed.type, type_)
        if joined is None:
            raise self.wrong(what or self.game.describe(type_), typed, node)
        if typed.type.kind is Kind.NOTHING and not type_.maybe and type_.kind is not Kind.UNKNOWN:
            raise self.wrong(what or self.game.describe(type_), typed, node)
        return typed

    def seat_value(self, node: s.Expression) -> Typed:
        """The value of an expression that must be a seat."""
        return self.fitting(node, self.game.seat_domain.type())

    def wrong(self, wanted: str, typed: Typed, node: s.Expression, help_: str = "") -> Complaint:
        """The complaint about a value of the wrong kind."""
        return complain("wrong-type", f"expected {wanted}, found {self.game.describe(typed.type)}", node.span, help_)

    def fresh(self, name: str, span: Span) -> None:
        """Complain when a name is already something else."""
        if self.scope.find(name) is not None:
            raise complain("taken-name", f"the name `{name}` is already in use here", span, "take another name")
        if name in self.game.symbols:
            raise complain("taken-name", f"`{name}` is declared in this ruleset", span, "take another name")

    # what sentences and builtins ask for as well; each stands in the file of its kind
    axes = names.axes
    binder_set = aggregates.binder_set
    elements = sets.elements
    keys = aggregates.keys
    kind_type = names.kind_type
    owned = names.owned
    place = names.place
    row_cell = names.row_cell
    zone = sets.zone
