"""Who chooses in a sentence."""

from __future__ import annotations

from ...program import ir
from ...program.span import Span
from ..diagnostics.report import error
from ..sentences import syntax as s
from .assignment import lasting
from .context import Lowering


def lasting_actor(actor: ir.Expr, to: Lowering) -> tuple[list[ir.Op], ir.Expr]:
    """Who chooses, kept where a variable says it: what was chosen belongs to that seat, even when the variable changes."""
    return lasting(actor, to.game.seat_domain.type(), to)


def actor_of(node: s.Expression | None, span: Span, to: Lowering) -> ir.Expr:
    """The seat that chooses. Raises DiagnosticError where none is named, or none that can be asked."""
    seat = to.elaborator.seat
    if node is None:
        if seat is None:
            raise error(
                "no-actor",
                span,
                "it is not said who chooses",
                help="for example `me chooses …`; only inside `together` it goes without saying",
            )
        return ir.Slot(seat)
    typed = to.elaborator.seat_value(node)
    if seat is not None and typed.expr != ir.Slot(seat):
        raise error("not-together", node.span, "inside `together` each seat chooses for itself")
    if typed.constant is not None and typed.constant >= to.game.players:
        raise error("automa-asked", node.span, f"`{to.game.source.words(node.span)}` plays by rule and is never asked")
    if typed.type.maybe:
        return ir.Present(typed.expr, to.game.source.words(node.span), to.elaborator.sentence)
    return typed.expr
