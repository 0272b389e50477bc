"""Whether two players see everything in a game, without chance, of whom one loses what the other wins: games for alpha-beta."""

from __future__ import annotations

from ..program.ir import Ask, Draw, Pick, Program, Together, Visibility
from ..program.ops import statements
from ..program.sides import all_win_together


def obstacle(program: Program) -> str:
    """What makes the game another one, as a clause; empty where nothing does. It follows from the rules alone."""
    players = program.players
    things = [(zone.sight, zone.name) for zone in program.zones] + [(place.sight, place.name) for place in program.places]
    hidden = [name.plain for sight, name in things if sight is not Visibility.EVERYONE]
    if len(program.seats) != 2:
        return f"it is played by {len(program.seats)}, not by two"
    if len(players) != 2:
        return "an automa has one of the two seats"
    if hidden:
        return f"not everybody sees `{hidden[0]}`"
    for op in statements(program):
        match op:
            case Draw() | Pick():
                return f"chance decides: {_told(program, op.sentence)}"
            case Together():
                return f"seats decide at the same time: {_told(program, op.sentence)}"
            case Ask(secret=True):
                return f"a choice is secret: {_told(program, op.sentence)}"
            case _:
                pass
    if program.outcome.payoff is not None:
        return "its rules pay the players, and one may not lose what the other wins"
    return "all win together, or nobody does" if all_win_together(program) else ""


def _told(program: Program, sentence: int) -> str:
    found = program.sentences[sentence]
    return f"`{' '.join(found.text.split())}` (line {found.span.line})"
