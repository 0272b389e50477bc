"""The lines that stand first under an option or a choice: conditions, and the names above them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import assert_never

from attrs import evolve, frozen

from ...program import ir
from ...program.budgets import MOST_NAMES_ABOVE
from ...program.ops import nodes
from ...program.span import Span
from ..diagnostics.diagnostic import DiagnosticError
from ..diagnostics.report import error
from ..sentences import syntax as s
from .calls import meaning
from .context import Reading
from .groups import means_set
from .messages import message


@frozen
class _Given:
    """A name above conditions: the scratch slot that holds its value meanwhile, the value, and all names that it mentions."""

    name: str
    slot: int
    value: ir.Expr
    mentioned: frozenset[str]


Guarded = tuple[tuple[ir.Condition, ...], tuple[s.Statement, ...]]
"""The conditions, and the sentences that give the same names their values where the option is chosen."""


def condition(test: s.Expression, because: s.Reason | None, after: int, read: Reading) -> ir.Condition:
    """A condition that can be tested when so many parameters have a value."""
    expr = read.truth(test)
    reason = None if because is None else message(because, read)
    return ir.Condition(expr, reason, read.game.source.words(test.span), after, read.game.sentence(test.span))


def unseen(blind: tuple[str, ...], mentioned: frozenset[str], span: Span, read: Reading) -> None:
    """Report where what is on offer would tell what the chooser does not see: the faces of the cards named *blind*."""
    for name in blind:
        if name in mentioned:
            message = f"who chooses does not see the face of `{name}`, and what is on offer would tell it"
            read.findings.tell(error("hidden-faces", span, message, help="ask for the face behind the choice"))


def guarded(guards: tuple[s.Guard, ...], parameters: tuple[str, ...], blind: tuple[str, ...], read: Reading) -> Guarded:
    """The conditions in their order. Each is tested as soon as the last parameter that it and those above mention has a value.

    *blind* are the names of cards whose faces the chooser does not see: no condition may speak of them.

    A name is worked out for each condition that mentions it, so it is not where a condition above does not hold.
    """
    conditions: list[ir.Condition] = []
    named: list[s.Statement] = []
    given: list[_Given] = []
    after = 0
    with ExitStack() as stack:
        for line in guards:
            try:
                match line:
                    case s.LetLine() if means_set(read, line.value):
                        stack.enter_context(meaning(read, line))
                        named.append(line)
                    case s.LetLine():
                        if len(given) == MOST_NAMES_ABOVE:
                            words = f"at most {MOST_NAMES_ABOVE} names stand above conditions, each is worked out anew for them"
                            raise error("too-large", line.span, words)
                        given.append(_let(line, given, stack, read))
                        named.append(line)
                    case s.OnlyIf():
                        found = _only_if(line, given, after, parameters, blind, read)
                        conditions.append(found)
                        after = found.after
                    case s.Unreadable(name=name):
                        named.append(line)
                        read.forgive(name)
                    case _:
                        assert_never(line)
            except DiagnosticError as diagnostic:
                read.findings.add(diagnostic.diagnostic)
                if isinstance(line, s.LetLine):
                    named.append(s.Unreadable(line.name, span=line.span))
                    read.forgive(line.name)
    return tuple(conditions), tuple(named)


def _let(line: s.LetLine, above: list[_Given], stack: ExitStack, read: Reading) -> _Given:
    with _mentioning(read) as names:
        typed = read.value(line.value)
    read.fresh(line.name, line.span)
    slot = stack.enter_context(read.register(line.name, typed.type, typed.origin))
    return _Given(line.name, slot, typed.expr, _all_mentioned(names, above))


@contextmanager
def _mentioning(read: Reading) -> Iterator[set[str]]:
    """The names that are mentioned inside the `with` block, known at its end."""
    outer, names = read.mentioned, set[str]()
    read.mentioned = names
    try:
        yield names
    finally:
        read.mentioned = outer | names


def _all_mentioned(names: set[str], above: list[_Given]) -> frozenset[str]:
    """These names, and those that are mentioned by what stands above under one of them."""
    return frozenset(names).union(*(each.mentioned for each in above if each.name in names))


def _only_if(
    line: s.OnlyIf, above: list[_Given], after: int, parameters: tuple[str, ...], blind: tuple[str, ...], read: Reading
) -> ir.Condition:
    with _mentioning(read) as names:
        found = condition(line.test, line.because, 0, read)
    mentioned = _all_mentioned(names, above)
    unseen(blind, mentioned, line.test.span, read)
    given = [each for each in above if each.name in mentioned]
    for _ in nodes(tuple(each.value for each in given)):
        read.game.spent.take_value(line.span)  # what a name stands for is copied
    needed = max((at + 1 for at, name in enumerate(parameters) if name in mentioned), default=0)
    return evolve(
        found,
        test=_with(given, found.test),
        reason=None if found.reason is None else _told_with(given, found.reason),
        after=max(after, needed),
        sentence=read.game.sentence(line.span),
    )


def _with(given: list[_Given], expr: ir.Expr) -> ir.Expr:
    """The expression, where the names have their values."""
    for each in reversed(given):
        expr = ir.Let(each.slot, each.value, expr)
    return expr


def _told_with(given: list[_Given], reason: ir.Message) -> ir.Message:
    """The same reason, where the names have their values."""

    def piece(part: ir.Piece) -> ir.Piece:
        match part:
            case str():
                return part
            case ir.Shown(value):
                return evolve(part, value=_with(given, value))
            case ir.ChosenWords(test, then, otherwise):
                return ir.ChosenWords(_with(given, test), tuple(map(piece, then)), tuple(map(piece, otherwise)))
            case _:
                assert_never(part)

    return ir.Message(tuple((tongue, tuple(map(piece, parts))) for tongue, parts in reason.languages))
