"""How a builtin is declared, and `Site`, by which it reads its arguments."""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from ...program import ir
from ...program.span import Span
from ..diagnostics import shared
from ..diagnostics.diagnostic import guess, meant
from ..diagnostics.report import error
from ..sentences import syntax as s
from ..symbols.symbols import BoardSymbol, Domain
from ..symbols.types import SetOf, Type, Typed
from .context import Reading


@frozen
class Site:
    """One call of a builtin. The methods read argument *at*, counted from 0, and raise DiagnosticError where it does not fit."""

    reading: Reading
    node: s.Invoke

    @property
    def sentence(self) -> int:
        """The number of the sentence that has the call."""
        return self.reading.sentence

    @property
    def words(self) -> str:
        """The call as the author wrote it."""
        return self.reading.game.source.words(self.node.span)

    def given(self, at: int) -> bool:
        """Whether there is such an argument."""
        return at < len(self.node.arguments)

    def number(self, at: int) -> Typed:
        """The argument as a number."""
        return self.reading.number(self.node.arguments[at])

    def constant(self, at: int, what: str) -> int:
        """The argument as a number that is known before play; *what* names it in the diagnostic."""
        typed = self.number(at)
        if typed.constant is None:
            raise error("not-known-before-play", self.span(at), f"expected {what} that is known before play")
        return typed.constant

    def seat(self, at: int) -> Typed:
        """The argument as a seat."""
        return self.reading.seat_value(self.node.arguments[at])

    def space(self, at: int) -> tuple[Typed, Domain]:
        """The argument as a space, and the domain of all spaces of its board."""
        from ..symbols.symbols import Sort

        node = self.node.arguments[at]
        typed = self.reading.value(node, self._home(node) if isinstance(node, s.Quoted) else None)
        domain = None if typed.type.domain is None else self.reading.game.domains[typed.type.domain]
        if domain is None or domain.sort is not Sort.SPACE:
            raise error("wrong-type", self.span(at), f"expected a space, found {self.reading.game.describe(typed.type)}")
        return typed, domain

    def _home(self, node: s.Quoted) -> Type | None:
        """The type of the spaces of the only board that has a space of this name; None where several have. Raises
        DiagnosticError where none has.
        """
        named = [
            (board, [label.plain for label in board.domain.ir.labels]) for board in self.reading.game.boards if not board.track
        ]
        homes = [board.space for board, names in named if node.text in names]
        if named and not homes:
            raise shared.unknown_space(node.text, node.span, guess(node.text, [name for _, names in named for name in names]))
        return homes[0] if len(homes) == 1 else None

    def board(self, at: int) -> BoardSymbol:
        """The board that the argument names."""
        from ..symbols.symbols import BoardSymbol

        node = self.node.arguments[at]
        boards = {name: each for name, each in self.reading.game.symbols.items() if isinstance(each, BoardSymbol)}
        if isinstance(node, s.Name) and node.name in boards:
            return boards[node.name]
        words = self.reading.game.source.words(node.span)
        wrong = error("wrong-type", node.span, "expected the name of a board", help=meant(words, boards))
        raise self.reading.game.missed(words, wrong)

    def direction(self, at: int, board: BoardSymbol) -> Typed:
        """The argument as a direction of the board."""
        from .directions import direction

        return direction(self.reading, self.node.arguments[at], board)

    def set(self, at: int) -> SetOf:
        """The argument as a set."""
        return self.reading.elements(self.node.arguments[at])

    def board_of(self, domain: Domain) -> BoardSymbol:
        """The board whose spaces are the elements of *domain*."""
        from ..symbols.symbols import BoardSymbol

        return next(
            each for each in self.reading.game.symbols.values() if isinstance(each, BoardSymbol) and each.domain is domain
        )

    def span(self, at: int) -> Span:
        """Where the argument stands."""
        return self.node.arguments[at].span

    def row(self, table: int, at: Typed, element: Type, longest: int) -> SetOf:
        """Row *at* of the table of rows as a set of at most *longest* elements."""
        from ..symbols.types import SetOf

        return SetOf(ir.Row(table, at.expr, self.words, self.sentence), element, longest)


@frozen
class Builtin:
    """A function of the language: name, least and most arguments, description, what makes the value of a call, whether that is a
    set, and else what it is where that is always the same: a `number`, a `seat`, a `space`, a `card`.
    """

    name: str
    least: int
    most: int
    doc: str
    make: Callable[[Site], Typed | SetOf]
    gives_set: bool = False
    gives: str = "value"

    @property
    def example(self) -> str:
        """The call in the first example of the description."""
        lines = [line.strip() for line in self.doc.splitlines()]
        at = lines.index("Examples:") if "Examples:" in lines else -1
        return lines[at + 1].split("->")[0].strip() if at >= 0 else f"{self.name}(…)"


def builtin(
    least: int, most: int, gives_set: bool = False, gives: str = "value"
) -> Callable[[Callable[[Site], Typed | SetOf]], Builtin]:
    """Declares a function of the language with *least* to *most* arguments, named and described as the Python function is.

    It gives one value, of the kind *gives*, or a set with *gives_set*.
    """

    def declare(make: Callable[[Site], Typed | SetOf]) -> Builtin:
        return Builtin(make.__name__.rstrip("_"), least, most, make.__doc__ or "", make, gives_set, "set" if gives_set else gives)

    return declare
