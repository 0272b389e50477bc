"""Hot spots: which spaces of the boards are entered, where something is taken, and which are contested."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from attrs import field, frozen

from ...interpreter import NATURE, Observer, view
from ...interpreter.game import Game
from ...program.ir import Program
from ...table.changes import changes
from ...table.model import scene_of
from ...table.narration import EVERYBODY, hear
from ...table.scene import Scene, Value
from .estimates import Share
from .watched import Watched
from .wilson import share

GAMES, ANSWERS = 50, 2_000
"""At most so many games are looked at again, and no further ones after so many answers."""


@frozen
class SpaceFigures:
    """A space: how often a game something comes to it (*entered*) or is *taken* from it, by a choice of a seat, and in which part
    of the games two seats or more have changed something there (*contested*).
    """

    id: str
    name: str
    entered: float
    taken: float
    contested: Share


@frozen
class HotSpots:
    """What happens on a board, by its spaces, in so many games; the *scene* has the board as it is before a game."""

    board: str
    games: int
    spaces: tuple[SpaceFigures, ...]
    scene: Scene = field(metadata={"plain": False})


def hot_spots(program: Program, games: Sequence[Watched]) -> tuple[HotSpots, ...]:
    """What happens on each board on which something happens. Raises PlayError."""
    game = Game(program)
    entered, taken, contested = Counter[str](), Counter[str](), Counter[str]()
    many = answers = 0
    for watched in games[:GAMES] if program.boards else ():
        if answers > ANSWERS:
            break
        many, answers = many + 1, answers + len(watched.answers)
        seats = defaultdict[str, set[int]](set)
        for actor, came, left, touched in _replayed(game, watched):
            entered.update(came)
            taken.update(left)
            for each in touched:
                seats[each].add(actor)
        contested.update(space for space, several in seats.items() if len(several) > 1)
    if not entered and not taken:
        return ()
    shown = scene_of(game, view(game, Observer.beginning(game).state, program.players[0]), "", own=False)
    found = []
    for board in shown.boards:
        spaces = tuple(
            SpaceFigures(each.id, each.name, entered[each.id] / many, taken[each.id] / many, share(contested[each.id], many))
            for each in board.spaces
        )
        if any(each.entered or each.taken for each in spaces):
            found.append(HotSpots(board.id, many, spaces, shown))
    return tuple(found)


def _replayed(game: Game, watched: Watched) -> Sequence[tuple[int, Sequence[str], Sequence[str], Sequence[str]]]:
    """For each choice of a seat: the seat, and the spaces where something came, was taken, or changed at all."""
    observer, found = Observer.beginning(game), []
    for index in watched.answers:
        actor = observer.asked[0]
        events = observer.answer(actor, index)
        if actor == NATURE:
            continue
        heard = [told for event in events if (told := hear(game.program, event, EVERYBODY)) is not None]
        changed = changes(game.program, heard, "")
        others = [each for each in changed.changed if each.space]
        came = [each.end for each in changed.moved if each.end.startswith("space/")]
        came += [*changed.placed, *(each.space for each in others if _more(each.old, each.new))]
        left = [*(each.space for each in changed.taken), *(each.space for each in others if _more(each.new, each.old))]
        found.append((actor, came, left, changed.spaces))
    return found


def _more(old: Value, new: Value) -> bool:
    """Whether there is something that was not there: another value, or a larger number."""
    if new.domain is None:
        return (new.number or 0) > (old.number or 0)
    return new.number is not None
