"""What the author says under `texts:` when somebody is asked (`asks lay cards:`), and when a phase begins (`on scoring:`) or is
done (`after scoring:`); and which of several texts a sentence says."""

from __future__ import annotations

from collections.abc import Iterable

from ...program import ir
from ...program.ops import shown
from ...program.span import Span
from ...program.visibility import Things, hidden
from ..diagnostics.diagnostic import DiagnosticError, meant
from ..diagnostics.report import error, warning
from ..expressions.messages import message
from ..sentences import syntax as s
from ..sentences.parse import Start, parse_text
from ..symbols.symbols import PhaseSymbol, Symbols
from ..text.braces import place_of
from ..text.nodes import Node, Scalar
from ..text.spoken_keys import BEGINS, CONDITION, ENDS, SAYS, condition, place_in_play
from .context import Lowering

ASKS = "asks "


def prompts(things: Iterable[str], actor: ir.Expr | None, to: Lowering) -> tuple[ir.Question, ...]:
    """What the author asks at a decision in which *things* are chosen; empty where no text says it.

    The texts for a thing in this phase go before those for the thing, and these before those for the phase. Of each the first
    whose condition holds is asked, else the one without a condition.
    """
    phase, game, chosen = to.phases[-1].name, to.game, [name for name in things if name]
    game.asked.update(dict.fromkeys(chosen))
    if to.trying:
        return ()
    keys = (*(f"{ASKS}{name} in {phase}" for name in chosen), *(ASKS + name for name in chosen), ASKS + phase)
    found: list[ir.Question] = []
    for key in keys:
        named = game.texts.get(key)
        asked = [(each, each.text) for each in game.phase_texts.get((SAYS, key), ())]
        if named is not None and key.removeprefix(ASKS) == phase and phase not in chosen:
            game.of_phase.add(key)
        elif named is not None and key.removeprefix(ASKS) in chosen and key != ASKS + phase:
            game.chosen_in[key] = phase
        for node, text in (*asked, *([] if named is None else [(named, key)])):
            with to.findings.collecting():
                found.append(_question(node, text, actor, to))
        if named is not None:
            farther = keys[keys.index(key) + 1 :]
            game.nearer.update((each, key) for each in farther if each not in game.nearer)
            break
    return tuple(found)


def _question(node: Node, key: str, actor: ir.Expr | None, to: Lowering) -> ir.Question:
    """The question that the text of this name asks. Raises DiagnosticError."""
    start, test = condition(key), None
    if start is not None and isinstance(node, Scalar):
        to.game.spoken.add(key)
        read = parse_text(key[start:], *place_of(node, start), Start.EXPRESSION)
        assert isinstance(read, s.Expression)
        test = to.elaborator.truth(read)
        _seen((test,), actor, node.span, to.game)
    found = message(s.Reason(key, True, span=node.span), to.elaborator)
    _seen(shown(found), actor, to.game.texts[key].span, to.game)
    return ir.Question(test, found)


def _seen(values: Iterable[ir.Expr], actor: ir.Expr | None, span: Span, game: Symbols) -> None:
    """Raises DiagnosticError where a text shows what the seat that is asked may not see."""
    seat = actor.value if isinstance(actor, ir.Present) else actor
    own = seat.index if isinstance(seat, ir.Slot) else None
    for each in (each for value in values for each in hidden(value, Things(game.ir_places, game.ir_zones))):
        if each.sight is ir.Visibility.OWNER and each.owner is not None and each.owner == own:
            continue
        if each.trial is not None:
            raise game.tried_unseen(each.trial, span)
        who = "nobody sees" if each.sight is ir.Visibility.NOBODY else "who is asked may not see"
        help_ = "show what the seat sees; the number of cards in a zone is seen by all"
        raise error("hidden-value", span, f"{who} `{each.name}`, and this text would show it", help=help_)


def told_around(phase: PhaseSymbol, to: Lowering) -> tuple[tuple[s.Statement, ...], tuple[s.Statement, ...]]:
    """The sentences that say the author's words when a phase begins, and those when it is done: none where no text has them."""
    return _told(BEGINS, phase, to), _told(ENDS, phase, to)


def _told(when: str, phase: PhaseSymbol, to: Lowering) -> tuple[s.Statement, ...]:
    """Of several texts the first whose condition holds is said; that without a condition stands for all other cases."""
    return _cases(to.game.phase_texts.get((when, phase.name), ()), (), to)


def told_apart(node: s.SayLine, to: Lowering) -> tuple[s.Statement, ...]:
    """The sentences that say one of several texts for the name behind `say`; none where it has but one."""
    keys = to.game.phase_texts.get((SAYS, node.reason.text), ()) if node.reason.named and not node.settled else ()
    return _cases(keys, (s.SayLine(node.reason, span=node.span, settled=True),), to) if keys else ()


def _cases(keys: Iterable[Scalar], otherwise: tuple[s.Statement, ...], to: Lowering) -> tuple[s.Statement, ...]:
    branches: list[tuple[s.IfHead, tuple[s.Statement, ...]]] = []
    for key in keys:
        said = s.SayLine(s.Reason(key.text, True, span=key.span), span=key.span, settled=True)
        start = condition(key.text)
        if start is None:
            otherwise = (said,)
            continue
        try:
            test = parse_text(key.text[start:], *place_of(key, start), Start.EXPRESSION)
        except DiagnosticError as diagnostic:
            to.findings.tell(diagnostic)
            continue
        assert isinstance(test, s.Expression)
        branches.append((s.IfHead(test, not branches, span=key.span), (said,)))
    if not branches:
        return otherwise
    if otherwise:
        branches.append((s.IfHead(None, False, span=branches[0][0].span), otherwise))
    return (s.IfBlock(tuple(branches), span=branches[0][0].span),)


def is_said(key: str, game: Symbols) -> bool:
    """Whether the text of this name is such a one, and no translation of a name."""
    own = key.startswith((ASKS, BEGINS, ENDS)) or condition(key) is not None
    return key in game.spoken and own and key not in game.worded


def asked_twice(key: str, span: Span, game: Symbols) -> DiagnosticError | None:
    """The warning about a text that asks at all decisions of a phase, and where a thing of the same name is chosen in another;
    None for other texts.
    """
    if key not in game.of_phase or key not in game.chosen_in:
        return None
    name, phase = key.removeprefix(ASKS), game.chosen_in[key]
    message = f"`{name}` is a phase, and something that is chosen in the phase `{phase}`: this text is asked in both"
    help_ = f"the choice may have a text of its own, `{key} in {phase}`; then this one is for the phase"
    return warning("asked-twice", span, message, help=help_)


def unsaid(key: str, game: Symbols) -> tuple[str, str]:
    """What is wrong with a text that nothing says, and the help: its key may name a phase or a choice that is not there."""
    phases, things = tuple(game.phases), tuple(game.asked)
    never = f"the text `{key}` is never said"
    place = place_in_play(key)
    if place is not None and place[0] != SAYS:
        name = place[1]
        return (never, "") if name in phases else (f"{never}: there is no phase `{name}`", meant(name, phases))
    if not key.startswith(ASKS):
        longer = next((each for each in sorted(game.spoken) if each.startswith(f"{key} ")), "")
        return never, f"the option is called `{longer}`: that is the key" if longer else ""
    name = CONDITION.split(key, maxsplit=1)[0].removeprefix(ASKS)
    thing, _, phase = name.partition(" in ")
    if key in game.nearer:
        near = game.nearer[key]
        return f"{never}, for `{near}` is asked in its place", f"with a condition, as `{near} if …`, both can be asked"
    if name in phases or name in things:
        return never, ""
    if phase and phase not in phases:
        return f"{never}: there is no phase `{phase}`", meant(phase, phases)
    if phase and thing in things:
        return f"{never}: no `{thing}` is chosen in that phase", ""
    return f"{never}: nobody chooses a `{thing}`", meant(thing, (*phases, *things))
