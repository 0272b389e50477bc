"""Reads the lines of strategies where the options stand that they name."""

from __future__ import annotations

from attrs import frozen

from ...program import ir
from ...program.visibility import Things, hidden
from ..diagnostics.diagnostic import DiagnosticError
from ..diagnostics.report import error
from ..expressions.guards import unseen
from ..sentences import syntax as s
from .context import Lowering
from .strategies import StrategyLine


@frozen
class Position:
    """Where an option stands: the stop and the number of the alternative there, who is asked (None: it is not known), and the
    names of cards whose faces that seat does not see.
    """

    stop: int
    alternative: int
    actor: ir.Expr | None
    blind: tuple[str, ...] = ()


def preferred(words: tuple[str, ...], at: Position, to: Lowering) -> None:
    """Reads the lines that name an option by the first of these words, or by several of them, where the names known to its
    conditions are known.
    """
    to.strategies.options[words[0]] = None
    if to.trying:
        return
    names = {" ".join(words[:count]) for count in range(1, len(words) + 1)}
    for strategy in to.strategies.all:
        for line in strategy.lines:
            if line.option in names:
                try:
                    line.found.append(_preference(line, at, to))
                except DiagnosticError as diagnostic:
                    to.findings.add(diagnostic.diagnostic)
                    line.found.append(ir.Preference(at.stop, at.alternative, None, None, to.elaborator.sentence))


def _preference(line: StrategyLine, at: Position, to: Lowering) -> ir.Preference:
    """The line, for an option at that position. Raises DiagnosticError."""
    read = to.elaborator
    outer, mentioned = read.sentence, read.mentioned
    read.sentence, read.mentioned = to.game.sentence(line.span), set()
    try:
        test = None if line.test is None else read.truth(line.test)
        if test == ir.Number(0) and line.test is not None:
            raise error("never-holds", line.test.span, "this never holds, so that the line never finds an option")
        key = None if line.key is None else ir.Key(read.number(line.key).expr, line.highest)
        unseen(at.blind, frozenset(read.mentioned), line.span, read)
        for node, expr in ((line.test, test), (line.key, None if key is None else key.value)):
            if node is not None and expr is not None:
                _seen(node, expr, at, to)
        return ir.Preference(at.stop, at.alternative, test, key, read.sentence)
    finally:
        read.sentence, read.mentioned = outer, mentioned


def _seen(node: s.Expression, expr: ir.Expr, at: Position, to: Lowering) -> None:
    """Raises DiagnosticError where the expression reads what the seat that is asked does not see."""
    actor = at.actor.value if isinstance(at.actor, ir.Present) else at.actor
    own = actor.index if isinstance(actor, ir.Slot) else None
    for each in hidden(expr, Things(to.game.ir_places, to.game.ir_zones)):
        mine = each.owner is not None and each.owner == own
        if each.sight is (ir.Visibility.OWNER if mine else ir.Visibility.OTHERS):
            continue
        if (
            own is None and each.sight is not ir.Visibility.NOBODY
        ):  # one seat, known by name: the imagined world keeps its secrets
            continue
        if each.trial is not None:
            raise to.game.tried_unseen(each.trial, node.span)
        who = "nobody sees" if each.sight is ir.Visibility.NOBODY else "who is asked may not see"
        message = f"{who} `{each.name}`, and the strategy would go by it"
        help_ = "go by what the seat sees; the number of cards in a zone is seen by all"
        raise error("hidden-value", node.span, message, help=help_)
