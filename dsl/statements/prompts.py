"""What the author says when somebody is asked (`asks lay cards:`) and when a phase begins (`on scoring:`), under `texts:`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ...program import ir
from ...program.sights import Things, hidden
from ..expressions.messages import message
from ..sentences import syntax as s
from ..text.diagnostics import Complaint, meant
from ..text.fields import complain

if TYPE_CHECKING:
    from ...program.span import Span
    from ..symbols.symbols import Game, PhaseSymbol
    from .context import Lowering

ASKS, BEGINS = "asks ", "on "


def prompt(things: Iterable[str], actor: ir.Expr | None, to: Lowering) -> ir.Message | None:
    """What the author asks at a decision in which *things* are chosen; None where no text says it.

    The text for a thing in this phase goes before that for the thing, and this before that for the phase.
    """
    phase, game, chosen = to.phases[-1].name, to.game, [name for name in things if name]
    game.asked.update(dict.fromkeys(chosen))
    keys = (*(f"{ASKS}{name} in {phase}" for name in chosen), *(ASKS + name for name in chosen), ASKS + phase)
    key = next((each for each in keys if each in game.texts), None)
    if key is None or to.trying:
        return None
    span = game.texts[key].span
    try:
        found = message(s.Reason(key, True, span), to.elaborator)
        _seen(found, actor, span, game)
    except Complaint as complaint:
        to.findings.add(complaint.diagnostic)
        return None
    return found


def _seen(found: ir.Message, actor: ir.Expr | None, span: Span, game: Game) -> None:
    """Raises Complaint where the text shows what the seat that is asked may not see."""
    seat = actor.value if isinstance(actor, ir.Present) else actor
    own = seat.index if isinstance(seat, ir.Slot) else None
    values = [part.value for _, parts in found.languages for part in parts if isinstance(part, ir.Shown)]
    for each in (each for value in values for each in hidden(value, Things(game.ir_places, game.ir_zones))):
        if each.sight is ir.Sight.OWNER and each.owner is not None and each.owner == own:
            continue
        if each.name == "after":
            raise complain("hidden-value", "what would be `after` a phase is not shown", span, "show what is so now")
        who = "nobody sees" if each.sight is ir.Sight.NOBODY else "who is asked may not see"
        help_ = "show what the seat sees; the number of cards in a zone is seen by all"
        raise complain("hidden-value", f"{who} `{each.name}`, and this text would show it", span, help_)


def opening(phase: PhaseSymbol, game: Game) -> tuple[s.Statement, ...]:
    """The sentence that says the author's words for the beginning of a phase, where a text has them."""
    key = BEGINS + phase.name
    node = game.texts.get(key)
    return () if node is None else (s.SayLine(s.Reason(key, True, node.span), node.span),)


def is_said(key: str, game: Game) -> bool:
    """Whether the text of this name is such a one, and no translation of a name."""
    return key in game.spoken and key.startswith((ASKS, BEGINS)) and key not in game.worded


def unsaid(key: str, game: Game) -> tuple[str, str]:
    """What is wrong with a text that nothing says, and the help: its key may name a phase or a choice that is not there."""
    phases, things = tuple(game.phases), tuple(game.asked)
    never = f"the text `{key}` is never said"
    if key.startswith(BEGINS):
        name = key.removeprefix(BEGINS)
        return (never, "") if name in phases else (f"{never}: there is no phase `{name}`", meant(name, phases))
    if not key.startswith(ASKS):
        return never, ""
    name = key.removeprefix(ASKS)
    thing, _, phase = name.partition(" in ")
    if name in phases or name in things:
        return never, ""
    if phase and phase not in phases:
        return f"{never}: there is no phase `{phase}`", meant(phase, phases)
    if phase and thing in things:
        return f"{never}: no `{thing}` is chosen in that phase", ""
    return f"{never}: nobody chooses a `{thing}`", meant(thing, (*phases, *things))
