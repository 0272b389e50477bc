"""The state in which expressions are read: declarations, names in scope, scratch slots; and checks on parts of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import chain, islice

from attrs import Factory, define

from ...program import ir
from ...program.span import Span
from ..diagnostics import shared
from ..diagnostics.diagnostic import MOST_KNOWN, DiagnosticError, Guess, guess
from ..diagnostics.report import error
from ..sentences import syntax as s
from ..symbols.other_names import CalledHere, called_here
from ..symbols.scope import CallBefore, Local, Read, Scope
from ..symbols.symbols import Depth, Symbols
from ..symbols.types import TRUTH, UNKNOWN, Kind, SetOf, Type, Typed, join, number
from ..text.fields import Findings


@define
class Reading(ABC):
    """The state in which expressions are read: the declarations, the names in scope, the free scratch slots.

    *called_at* is the call around the bodies of functions that are read now, None outside them. What is *only_checked* is not
    worked out by anybody: what would be told of it while it is need not be read. *called_before* keeps what functions gave to
    calls, see `calls.body`. *around* is the function of a circle whose body is read, and how deep it is. `Elaborator` adds how
    expressions get their values. The methods raise DiagnosticError for mistakes.
    """

    game: Symbols
    findings: Findings
    scope: Scope
    registers: int
    most_registers: int = 0
    sentence: int = 0
    seat: int | None = None
    reads: list[Read] = Factory(list)
    calls: list[str] = Factory(list)
    called_at: Span | None = None
    around: tuple[str, Depth] = ("", ())
    mentioned: set[str] = Factory(set)
    only_checked: bool = False
    called_before: dict[tuple[object, ...], CallBefore] = Factory(dict)

    # ------------------------------------------------------------------------------------------------- names

    @contextmanager
    def reserved(self) -> Iterator[int]:
        """A scratch slot that nothing else uses inside the `with` block."""
        slot = self.registers
        self.registers += 1
        self.most_registers = max(self.most_registers, self.registers)
        try:
            yield slot
        finally:
            self.registers -= 1

    @contextmanager
    def named(self, slot: int, name: str, type_: Type, origin: ir.ZoneAt | None = None) -> Iterator[None]:
        """Inside the `with` block the name stands for the value in that scratch slot."""
        outer = self.scope
        self.scope = Scope(outer, {name: Local(name, type_, ir.Slot(slot), origin, fixed=True)})
        try:
            yield
        finally:
            self.scope = outer

    @contextmanager
    def register(self, name: str, type_: Type, origin: ir.ZoneAt | None = None) -> Iterator[int]:
        """A new scratch slot that has the name inside the `with` block."""
        with self.reserved() as slot, self.named(slot, name, type_, origin):
            yield slot

    def unknown(self, name: str, span: Span, what: str = "name", fitting: Iterable[str] = (), new: str = "") -> DiagnosticError:
        """The DiagnosticError about an unknown name; of the names that are like it, one that is *fitting* there is suggested
        first. *new* is the help where none is like it.
        """
        known = chain(self.scope.all_names(), self.game.all_names(), self.functions if what == "function" else ())
        here = called_here(name, what)
        if here and here.name == "none":
            here = CalledHere("nothing", "nothing is called `nothing`")
        likely = Guess(name, here.help, here.name) if here else guess(name, known, frozenset(islice(fitting, MOST_KNOWN)), new)
        if name in self.game.phases:
            likely = Guess(name, f"it is a phase, which a sentence runs: `do {name}`, or `let answer = do {name}`", None)
        declared = self.game.spans.get(likely.sole or "")
        return self.game.missed(name, shared.unknown_name(what, name, span, likely, declared))

    def seat_here(self) -> str:
        """The name of a seat that is known here, of the innermost block first; "" without one."""
        for name in self.scope.all_names():
            local = self.scope.find(name)
            seat = local is not None and local.type.kind is Kind.ELEMENT and local.type.domain == self.game.seat_domain.index
            if local is not None and seat and not local.is_set:
                return name
        return ""

    def forgive(self, name: str) -> None:
        """Make a name known with an unknown type, unless a declaration has it."""
        if name not in self.game.symbols:
            self.scope.names.setdefault(name, Local(name, UNKNOWN, ir.Number(0)))

    # ------------------------------------------------------------------------------------------------- values

    @abstractmethod
    def value(self, node: s.Expression, expected: Type | None = None) -> Typed:
        """The value of an expression; *expected* decides between things that share a name."""

    @abstractmethod
    def elements(self, node: s.Expression) -> SetOf:
        """The set that an expression stands for."""

    @abstractmethod
    def builtin(self, node: s.Invoke) -> Typed | SetOf:
        """What a function of the language gives, a value or a set."""

    @property
    @abstractmethod
    def functions(self) -> tuple[str, ...]:
        """The names of the functions of the language."""

    @property
    @abstractmethod
    def set_builtins(self) -> frozenset[str]:
        """The names of those that give a set."""

    def number(self, node: s.Expression) -> Typed:
        """The value of an expression that must be a number; where it may be nothing, play reports a runtime error."""
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

    def fitting(self, node: s.Expression, type_: Type) -> Typed:
        """The value of an expression that must be of a type.

        Bounds, and values that only may be nothing, are left for play to check; `nothing` itself needs *type_.maybe*.
        """
        typed = self.value(node, type_)
        joined = join(typed.type, type_)
        if joined is None:
            raise self.wrong(self.game.describe(type_), typed, node)
        if typed.type.kind is Kind.NOTHING and not type_.maybe and type_.kind is not Kind.UNKNOWN:
            raise self.wrong(self.game.describe(type_), typed, node)
        return typed

    def seat_value(self, node: s.Expression) -> Typed:
        """The value of an expression that must be a seat."""
        return self.fitting(node, self.game.seat_domain.type())

    def wrong(self, wanted: str, typed: Typed, node: s.Expression, help_: str = "") -> DiagnosticError:
        """The DiagnosticError about a value of the wrong type."""
        return shared.wrong_type(wanted, self.game.describe(typed.type), node.span, help_)

    def fresh(self, name: str, span: Span) -> None:
        """Raises DiagnosticError when the name is already in use."""
        if self.scope.find(name) is not None:
            raise error("name-in-use", span, f"the name `{name}` is already in use here", help="take another name")
        if name in self.game.symbols:
            raise error("declared-name", span, f"`{name}` is declared in this ruleset", help="take another name")
