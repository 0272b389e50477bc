"""What reading the sentences of phases takes: blocks and their names, free slots, stops, codes of options."""

from __future__ import annotations

from abc import ABC, abstractmethod
from contextlib import contextmanager
from typing import TYPE_CHECKING

from attrs import Factory, define

from ...program import ir
from ..sentences import syntax as s
from ..symbols.scope import Frame, Local, Scope
from ..symbols.types import UNKNOWN
from ..text.diagnostics import Complaint
from ..text.fields import complain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...program.span import Span
    from ..expressions.reading import Reading
    from ..symbols.symbols import Game
    from ..text.fields import Findings
    from .measuring import Measuring

MOST_STATEMENTS = 20_000


@define
class Around:
    """The phase that is being read: its name, what lives since its body began, where `end … after this phase` is noted.

    *takes* are the measures of its end, when the match may end there: what stands behind the phase is not reached then.
    """

    name: str
    top: int
    ending: int | None
    within_together: bool
    takes: tuple[ir.Take, ...] = ()


@define
class Lowering(ABC):
    """What is known while phases are read into statements: what is around, which slots are free, which numbers are next.

    `Lowerer` adds what each sentence becomes.
    """

    game: Game
    findings: Findings
    elaborator: Reading
    frame: Frame
    measures: tuple[Measuring, ...]
    stops: int = 0
    codes: dict[tuple[int, int], int] = Factory(dict)
    next_code: int = 0
    made: int = 0
    phases: list[Around] = Factory(list)
    loops: list[int] = Factory(list)
    together: Span | None = None
    changed: frozenset[str] = frozenset()

    # ------------------------------------------------------------------------------------------------ blocks

    def block(self, statements: tuple[s.Statement, ...], scope: Scope | None = None) -> ir.Block:
        """A list of sentences; what it names is cleared at its end."""
        ops: list[ir.Op] = []
        with self.scoped(scope) as top:
            for statement in statements:
                ops += self.statement(statement)
            if self.frame.top > top:
                ops.append(self.clear(top))
        return tuple(ops)

    @contextmanager
    def scoped(self, scope: Scope | None = None) -> Iterator[int]:
        """A block of names, given up at the end; gives the height of the stack before."""
        outer, top = self.elaborator.scope, self.frame.top
        self.elaborator.scope = scope or Scope(outer)
        try:
            yield top
        finally:
            self.elaborator.scope = outer
            self.frame.top = top

    def clear(self, top: int) -> ir.Clear:
        """Zero all that lives in the frame above *top*."""
        return ir.Clear(self.frame.cell(top, self.elaborator.sentence, ""), self.frame.top - top)

    def statement(self, statement: s.Statement) -> list[ir.Op]:
        """What a sentence does; a wrong one is complained of and does nothing."""
        outer = self.elaborator.sentence
        self.elaborator.sentence = self.game.sentence(statement.span)
        try:
            self.made += 1
            if self.made > MOST_STATEMENTS + 1:
                return []
            if self.made > MOST_STATEMENTS:
                raise complain("too-large", "phases that do phases many times over make this ruleset too large", statement.span)
            return self.lowered(statement)
        except Complaint as complaint:
            self.findings.add(complaint.diagnostic)
            self._forgive(statement)
            return []
        except RecursionError:
            message = "phases and functions that use each other are nested too deep here"
            self.findings.say("too-deep", message, statement.span)
            return []
        finally:
            self.elaborator.sentence = outer

    def _forgive(self, statement: s.Statement) -> None:
        """Let names of a wrong sentence be known all the same, so that it is complained of once."""
        match statement:
            case s.LetLine(name=name) | s.LetRow(name=name) | s.DrawLine(name=name):
                pass
            case s.ChooseLine(domain=domain) | s.RandomLine(domain=domain):
                name = domain.name
            case _:
                return
        self.forgive(name)

    def forgive(self, name: str) -> None:
        """Let a name be known all the same, of which nothing is known."""
        if name not in self.game.symbols:
            self.elaborator.scope.names.setdefault(name, Local(name, UNKNOWN, ir.Number(0)))

    def condition(self, node: s.Expression) -> ir.Expr:
        """The truth of a condition; a wrong one is complained of and taken for some truth: what stands under it is read."""
        try:
            return self.elaborator.truth(node)
        except Complaint as complaint:
            self.findings.add(complaint.diagnostic)
            return ir.Slot(ir.WHERE)

    def unsettled(self, name: str, body: tuple[s.Statement, ...]) -> None:
        """Read what stands under a wrong heading that gives this name."""
        with self.scoped():
            if name:
                self.forgive(name)
            self.loops.append(self.frame.top)
            try:
                self.block(body)
            finally:
                self.loops.pop()

    @abstractmethod
    def lowered(self, statement: s.Statement) -> list[ir.Op]:
        """What a sentence does. Mistakes are raised as Complaint."""

    # ---------------------------------------------------------------------------------------- names and slots

    def name(self, name: str, local: Local, span: Span) -> None:
        """Let a name be known from here to the end of the block."""
        self.elaborator.fresh(name, span)
        self.elaborator.scope.names[name] = local

    def slot(self, what: str) -> ir.Target:
        """A fresh slot that lives until the block ends."""
        return self.frame.cell(self.frame.take(1), self.elaborator.sentence, what)

    def stop(self) -> int:
        """The number of a new stop."""
        self.stops += 1
        return self.stops

    def code(self, sentence: int, alternative: int, count: int) -> int:
        """The first of *count* codes of an alternative: the same wherever the same sentence is met again."""
        key = (sentence, alternative)
        if key not in self.codes:
            self.codes[key] = self.next_code
            self.next_code += count
        return self.codes[key]

    def alone(self, what: str, span: Span) -> None:
        """Complain of what cannot be done while all decide at once."""
        if self.together is not None:
            raise complain("not-together", f"inside `together` nobody can {what}", span, "do it before the block or after it")
