"""Questions about sentences and the phases that they do: can play stop there, and which phases are done?"""

from __future__ import annotations

from collections.abc import Sequence

from ..sentences import syntax as s
from ..sentences.walk import each
from ..symbols.effects import calls
from ..symbols.symbols import PhaseSymbol, Symbols, ZoneSymbol

ASKING = (
    *(s.ChooseLine, s.ChooseBlock, s.ChooseCards, s.MenuBlock, s.RandomLine, s.RandomInto, s.RollLine),
    *(s.DealLine, s.DrawLine, s.PutTop, s.TogetherBlock),
)
"""The sentences at which play stops for a decision."""


def asks(statements: tuple[s.Statement, ...], game: Symbols) -> bool:
    """Whether play can stop for a decision of a seat or of nature, here or in a phase that is done from here."""
    return any(asks_itself(statement, game) for statement in each(statements)) or any(
        call.name in _asking(game) for call in calls(statements, game)
    )


def asks_itself(statement: s.Statement, game: Symbols) -> bool:
    """Whether play can stop at a sentence itself."""
    return isinstance(statement, ASKING) or draws_an_order(statement, game)


def draws_an_order(statement: s.Statement, game: Symbols) -> bool:
    """Whether a sentence puts the cards of a pile at an end of another, where chance draws the order of those that have none."""
    match statement:
        case s.MoveCards(source=s.Name(name) | s.Element(name), end=end) if end != "in":
            zone = game.symbols.get(name)
            return isinstance(zone, ZoneSymbol) and zone.pile and zone.unordered
        case _:
            return False


def _asking(game: Symbols) -> frozenset[str]:
    """The phases in which play can stop; worked out once, for a loop inside a loop asks for it again and again."""
    if game.asking is None:
        does: dict[str, list[str]] = {}  # by phase, those that do it
        left = []
        for name, phase in game.phases.items():
            for call in calls(phase.body, game):
                does.setdefault(call.name, []).append(name)
            if any(asks_itself(statement, game) for statement in each(phase.body)):
                left.append(name)
        found: set[str] = set()
        while left:
            name = left.pop()
            if name not in found:
                found.add(name)
                left += does.get(name, [])
        game.asking = frozenset(found)
    return game.asking


def untriable(phase: PhaseSymbol, game: Symbols) -> tuple[s.Statement, str] | None:
    """The first sentence, in a phase and those that it does, that cannot be tried, and what happens there; None without any."""
    for name in (phase.name, *sorted(reached((phase.name,), game) - {phase.name})):
        for statement in each(game.phases[name].body):
            match statement:
                case s.TogetherBlock() | s.ChooseLine() | s.ChooseBlock() | s.ChooseCards() | s.MenuBlock():
                    return statement, "somebody chooses"
                case s.ShuffleLine():
                    return statement, "chance decides"
                case s.EndGameLine():
                    return statement, "the game ends"
                case _ if asks_itself(statement, game):
                    return statement, "chance decides"
    return None


def revealed(game: Symbols) -> frozenset[str]:
    """The names of the zones that a sentence reveals."""
    if game.revealed is None:
        every = (statement for phase in game.phases.values() for statement in each(phase.body))
        zones = (statement.zone for statement in every if isinstance(statement, s.RevealLine))
        game.revealed = frozenset(zone.name for zone in zones if isinstance(zone, s.Name | s.Element))
    return game.revealed


def as_in_the_game(names: tuple[str, ...], game: Symbols) -> bool:
    """Whether the game reads these phases, and all that they do, with just what they are given when they alone are done.

    That is so where each phase that is given something is done by these alone, and none inside a `together` around them.
    """
    done = reached(("game",), game)
    own = reached(names, game)
    if not own <= done or any(game.phases[name].signature.parameters for name in names):
        return False
    others = [statement for name in done - own for statement in each(game.phases[name].body)]
    blocks = (each(block.body) for block in others if isinstance(block, s.TogetherBlock))
    within = tuple(call.name for block in blocks for call in calls(tuple(block), game))
    called = [call.name for name in done - own for call in calls(game.phases[name].body, game)]
    given = any(name in own and game.phases[name].signature.parameters for name in called)
    return not given and own.isdisjoint(reached(within, game))


def reached(names: Sequence[str], game: Symbols) -> frozenset[str]:
    """These phases and all phases that they do, directly or through others; unknown names are left out."""
    found: set[str] = set()
    left = [name for name in names if name in game.phases]
    while left:
        name = left.pop()
        if name not in found:
            found.add(name)
            left += [call.name for call in calls(game.phases[name].body, game) if call.name in game.phases]
    return frozenset(found)
