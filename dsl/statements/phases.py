"""Questions about sentences and the phases that they do: can play stop there, and which phases are done?"""

from __future__ import annotations

from ..sentences import syntax as s
from ..sentences.walk import each
from ..symbols.symbols import Game

ASKING = (
    *(s.ChooseLine, s.ChooseCards, s.MenuBlock, s.RandomLine, s.RandomInto),
    *(s.DealLine, s.DrawLine, s.PutTop, s.TogetherBlock),
)
"""The sentences at which play stops for a decision."""


def asks(statements: tuple[s.Statement, ...], game: Game) -> bool:
    """Whether play can stop for a decision of a seat or of nature, here or in a phase that is done from here."""
    seen: list[str] = []
    pending = [statements]
    while pending:
        for statement in each(pending.pop()):
            if isinstance(statement, ASKING):
                return True
            if isinstance(statement, s.DoLine) and statement.call.name in game.phases and statement.call.name not in seen:
                seen.append(statement.call.name)
                pending.append(game.phases[statement.call.name].body)
    return False


def reached(names: tuple[str, ...], game: Game) -> frozenset[str]:
    """These phases and all phases that they do, directly or through others; unknown names are left out."""
    found: set[str] = set()
    left = [name for name in names if name in game.phases]
    while left:
        name = left.pop()
        if name not in found:
            found.add(name)
            calls = (line.call.name for line in each(game.phases[name].body) if isinstance(line, s.DoLine))
            left += [call for call in calls if call in game.phases]
    return frozenset(found)
