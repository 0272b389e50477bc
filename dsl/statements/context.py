"""The state that lowering the sentences of phases needs: blocks and their names, free slots, stops, codes of options."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from typing import Any

from attrs import Factory, define

from ...program import ir
from ...program.span import Span
from ..diagnostics.diagnostic import DiagnosticError
from ..diagnostics.report import error, warning
from ..expressions.context import Reading
from ..sentences import syntax as s
from ..sentences import walk
from ..symbols.scope import Frame, Local, Scope
from ..symbols.symbols import Depth, Symbols
from ..text.fields import Findings
from .measures import Measuring
from .routines import Routine, Site, Trial, Unit
from .strategies import Strategies


@define
class Around:
    """A phase that is being lowered.

    *top* is how many names were live where its body began. *ending* is the slot that `end the game after this phase` sets,
    *result* the one that `give` sets; None when the phase has no such sentence. *depth* is that of its `Routine`.
    """

    name: str
    top: int
    ending: ir.Target | None
    result: ir.Target | None
    within_together: bool
    depth: Depth


@define
class Lowering(ABC):
    """The state while phases are lowered: the phases and loops around, the free slots, the next free numbers.

    *unit* are the phases that are done from here, *done* the calls so far with their phases: the `phase` of a `Do` is an index
    into it until all phases are read. *loops* holds, for each loop around, how many names were live where its body began;
    *made* counts the sentences that were read; *changed* are the names that the phase changes. *trying* is whether what is read
    is only tried, *trials* are the phases that are; *meanwhile* has, for each `together`, what seats change in it, and the places
    in `Symbols.tries` of each `after` there. *named* has the name of each slot that holds the value of one. *widened* is whether
    a phase gives more than `Symbols.results` had when reading began: all must be read again. `Lowerer` adds how each sentence
    is lowered.
    """

    game: Symbols
    findings: Findings
    elaborator: Reading
    frame: Frame
    measures: tuple[Measuring, ...]
    unit: Unit
    done: list[tuple[Routine, Site]] = Factory(list)
    routines: list[Routine] = Factory(list)
    stops: int = 0
    made: int = 0
    phases: list[Around] = Factory(list)
    loops: list[int] = Factory(list)
    together: Span | None = None
    trying: bool = False
    trials: list[Trial] = Factory(list)
    meanwhile: list[tuple[frozenset[str], range]] = Factory(list)
    changed: frozenset[str] = frozenset()
    strategies: Strategies = Factory(Strategies)
    named: dict[ir.Target, Local] = Factory(dict)
    widened: bool = False

    # ------------------------------------------------------------------------------------------------ blocks

    def block(self, statements: tuple[s.Statement, ...], scope: Scope | None = None) -> ir.Block:
        """The statements for a list of sentences; the slots of their names are cleared at its end."""
        ops: list[ir.Op] = []
        with self.scoped(scope) as top:
            for statement in statements:
                ops += self.statement(statement)
            ops += self.cleared(top)
            self._never_reached(statements)
            self._once_more(statements)
            if walk.always_leaves(statements):
                self.elaborator.scope.put.clear()
        return tuple(ops)

    def _never_reached(self, statements: tuple[s.Statement, ...]) -> None:
        """Warn of the first sentence of a list behind one that always leaves it."""
        for before, after in pairwise(statements):
            if walk.always_leaves((before,)):
                message = "play never comes to this sentence: the one above it always leaves the list"
                self.findings.tell(warning("never-reached", after.span, message, help="move it up, or leave it out"))
                return

    def _once_more(self, statements: tuple[s.Statement, ...]) -> None:
        """Warn of a phase that a list does for each player, and then for one seat by name alone."""
        seats = {seat.name for seat in self.game.seats}
        done: set[str] = set()
        for statement in statements:
            match statement:
                case s.ForEachBlock(head=s.ForEachHead(binder=s.Binder(kind="player", name=name)), body=body):
                    done |= {each.call.name for each in body if isinstance(each, s.DoLine) and _given(each) == name}
                case s.DoLine(call=s.Call(name=name)) if name in done and _given(statement) in seats:
                    message = f"`{name}` is done for each player above, and here once more for `{_given(statement)}` alone"
                    self.findings.tell(
                        warning("once-more", statement.span, message, help="leave it out, or say by a rule for whom")
                    )
                case _:
                    pass

    @contextmanager
    def one_way(self, put: set[str]) -> Iterator[None]:
        """One of several ways to go on; adds to *put* what is put on it, of which the others know nothing."""
        scope = self.elaborator.scope
        before = set(scope.put)
        try:
            yield
        finally:
            put |= scope.put
            scope.put = before

    @contextmanager
    def scoped(self, scope: Scope | None = None) -> Iterator[int]:
        """A block whose names and slots are given up at its end; yields how many names are live before it."""
        outer, top = self.elaborator.scope, len(self.frame.live)
        self.elaborator.scope = scope or Scope(outer)
        try:
            yield top
        finally:
            put = self.elaborator.scope.put if self.elaborator.scope.above is outer else set()
            outer.put.update(name for name in put if outer.find(name) is not None)
            self.elaborator.scope = outer
            del self.frame.live[top:]

    def cleared(self, top: int) -> list[ir.Op]:
        """The statements that set the slots behind the first *top* live ones to 0."""
        sentence = self.elaborator.sentence
        return [ir.Clear(self.frame.cell(offset, sentence, ""), count) for offset, count in self.frame.runs(top)]

    def statement(self, statement: s.Statement) -> list[ir.Op]:
        """The statements for a sentence; none for a wrong one, whose mistake is added to the findings."""
        outer = self.elaborator.sentence
        self.elaborator.sentence = self.game.sentence(statement.span)
        try:
            self.made += 1
            return self.lowered(statement)
        except DiagnosticError as diagnostic:
            self.findings.add(diagnostic.diagnostic)
            self._forgive(statement)
            return []
        except RecursionError:
            message = "phases and functions that use each other are nested too deep here"
            self.findings.tell(error("too-deep", statement.span, message))
            return []
        finally:
            self.elaborator.sentence = outer

    def _forgive(self, statement: s.Statement) -> None:
        """Make the name that a wrong sentence gives known, so that uses of the name are not reported as well."""
        match statement:
            case s.LetLine(name=name) | s.LetRow(name=name) | s.DrawLine(name=name):
                pass
            case s.DoLine(name=name) if name:
                pass
            case s.ChooseLine(domain=domain) | s.RandomLine(domain=domain) | s.ChooseBlock(head=s.ChooseLine(domain=domain)):
                name = domain.name
            case s.RollLine(throws=throws):
                for throw in throws:
                    self._forgive(throw)
                return
            case _:
                return
        self.forgive(name)

    def forgive(self, name: str) -> None:
        """Make a name known with an unknown type, unless a declaration has it."""
        self.elaborator.forgive(name)

    def condition(self, node: s.Expression) -> ir.Expr:
        """The expression for a condition; a wrong one is reported and gets an unknown truth, so that its body is checked."""
        try:
            return self.elaborator.truth(node)
        except DiagnosticError as diagnostic:
            self.findings.add(diagnostic.diagnostic)
            return ir.Slot(ir.WHERE)

    def unsettled(self, name: str, body: tuple[s.Statement, ...]) -> None:
        """Check the body under a wrong heading, which gives the name *name* (empty: none)."""
        with self.scoped():
            if name:
                self.forgive(name)
            self.loops.append(len(self.frame.live))
            try:
                self.block(body)
            finally:
                self.loops.pop()

    @abstractmethod
    def lowered(self, statement: s.Statement) -> list[ir.Op]:
        """The statements for a sentence. Raises DiagnosticError."""

    # ---------------------------------------------------------------------------------------- names and slots

    def name(self, name: str, local: Local, span: Span) -> None:
        """Make a name known from here to the end of the block. Raises DiagnosticError when it is taken."""
        self.elaborator.fresh(name, span)
        self.elaborator.scope.names[name] = local
        self.held(local)
        self.game.named[name, span] = "a set" if local.is_set else self.game.describe_bounds(local.type)

    def held(self, local: Local) -> None:
        """Note which slot holds the value of a name, where one does; sets and rows have several."""
        if isinstance(local.expr, ir.Slot | ir.Cell) and local.extent is None and not local.is_set:
            self.named[local.expr] = local

    def slot(self, what: str) -> ir.Target:
        """A fresh slot that lives until the block ends."""
        return self.frame.cell(self.frame.take(1), self.elaborator.sentence, what)

    def row(self, count: int, what: str, span: Span) -> int:
        """The offset of the first of *count* fresh slots that live until the block ends. Raises DiagnosticError for too many."""
        self.game.spent.fits(self.frame.base + self.frame.top + count, count, what, span)
        return self.frame.take(count)

    def apart(self, count: int, what: str, span: Span) -> int:
        """The same for slots that hold no names: whatever uses them clears them itself."""
        self.game.spent.fits(self.frame.base + self.frame.top + count, count, what, span)
        return self.frame.reserve(count)

    def stop(self) -> int:
        """The number of a new stop."""
        self.stops += 1
        return self.stops

    def alone(self, what: str, span: Span) -> None:
        """Raise DiagnosticError inside `together`, where no seat can do *what*."""
        if self.together is not None:
            raise error("not-together", span, f"inside `together` nobody can {what}", help="do it before the block or after it")


Lowered = Callable[[Any, Lowering], list[ir.Op]]
"""What lowers one kind of sentence; a family has a table `SENTENCES` of these, by the class of the sentence."""


def _given(line: s.DoLine) -> str:
    """The name of what a phase is given first; "" where it is given nothing, or no name."""
    match line.call.arguments:
        case (s.Name(name), *_):
            return name
        case _:
            return ""
