"""A sample match: how each player's chance goes, and its turning points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import field, frozen

from ...interpreter import NATURE, Observer, option_text, view
from ...interpreter.core.events import NOWHERE
from ...interpreter.course import Noted, Turn
from ...interpreter.game import Game
from ...interpreter.observations import Answered
from ...program.ir import Program
from ...table.model import scene_of
from ...table.scene import Scene
from .course import chance, chances
from .watched import Watched

MOST = 4
"""So many turning points are told."""

LEAST = 0.05
"""A chance that changes by less, in parts of a win, is no turning point."""

SINCE = 6
"""At most so many choices of others are told that came between."""


@frozen
class ChancePoint:
    """What a seat stands to win (0 to 1) with its choice of that number, as the judge values it; choices of seats are counted
    from 1.
    """

    choice: int
    seat: str
    chance: float


@frozen
class TurningPoint:
    """A choice behind which a seat stands far better or worse than behind its choice before: what it chose, its chance *before*
    and *after*, and what others chose *since*, in words. The *scene* shows the table behind the choice.
    """

    choice: int
    seat: str
    chosen: str
    before: float
    after: float
    since: tuple[str, ...]
    scene: Scene = field(metadata={"plain": False})


@frozen
class SampleMatch:
    """One match of the strongest level by itself: the number of its chance, how many choices of seats it had, the winners, how
    chances went, and the turning points in the order of play.
    """

    game: int
    choices: int
    winners: tuple[str, ...]
    curve: tuple[ChancePoint, ...]
    turns: tuple[TurningPoint, ...]


@frozen
class _Step:
    """How the chance of a player changes from its judged choice before to this one; *start* and *end* are numbers of answers."""

    player: int
    start: int
    end: int
    before: float
    after: float

    @property
    def change(self) -> float:
        return abs(self.after - self.before)


def sample_match(program: Program, games: Sequence[Watched]) -> SampleMatch | None:
    """The first of these games that somebody wins and not all, else the first that ended; None where none was judged. Raises
    PlayError.
    """
    judged = [each for each in games if each.ended and next(chances(program, each), None) is not None]
    if not judged:
        return None
    match = next((each for each in judged if max(each.credits) > min(each.credits)), judged[0])
    game, steps = Game(program), [*_steps(program, match)]
    turns = sorted(_turning(steps), key=lambda each: each.end)
    observer, scenes, course = Observer.beginning(game), dict[int, Scene](), list[Turn]()
    for number, index in enumerate(match.answers):
        actor = observer.asked[0]
        course.append(Turn(actor, tuple(Noted(event, NOWHERE) for event in observer.answer(actor, index))))
        if any(turn.end == number for turn in turns):
            scenes[number] = scene_of(game, view(game, observer.state, actor), "", own=False, course=course)
    counted = _counted(observer.answers)
    names = [program.seat_name(seat, "") for seat in program.players]
    return SampleMatch(
        match.number,
        match.choices,
        tuple(name for name, credit in zip(names, match.credits, strict=True) if credit > 0),
        tuple(ChancePoint(counted[each.end], names[each.player], each.after) for each in steps),
        tuple(
            TurningPoint(
                counted[each.end],
                names[each.player],
                _words(game, observer.answers[each.end]),
                each.before,
                each.after,
                _since(game, observer.answers[each.start + 1 : each.end]),
                scenes[each.end],
            )
            for each in turns
        ),
    )


def _steps(program: Program, match: Watched) -> Iterator[_Step]:
    latest: dict[int, tuple[int, float]] = {}
    for player, judged in chances(program, match):
        start, before = latest.get(player, (-1, 1 / len(program.players)))
        yield _Step(player, start, judged.after, before, chance(judged))
        latest[player] = judged.after, chance(judged)


def _turning(steps: Sequence[_Step]) -> Sequence[_Step]:
    """The largest changes that have nothing in common; what a player begins with is none."""
    found: list[_Step] = []
    for each in sorted(steps, key=lambda step: -step.change):
        apart = all(each.start >= other.end or each.end <= other.start for other in found)
        if len(found) < MOST and each.start >= 0 and each.change >= LEAST and apart:
            found.append(each)
    return found


def _counted(answers: Sequence[Answered]) -> list[int]:
    """For each answer, how many choices of seats there were by then."""
    counts, choices = list[int](), 0
    for each in answers:
        choices += each.asked.actor != NATURE
        counts.append(choices)
    return counts


def _words(game: Game, answer: Answered) -> str:
    return option_text(game, answer.asked, answer.asked.options[answer.index])


def _since(game: Game, answers: Sequence[Answered]) -> tuple[str, ...]:
    """What seats chose there, in words: the last ones, where there are many."""
    told = [
        f"{game.program.seat_name(each.asked.actor, '')}: {_words(game, each)}" for each in answers if each.asked.actor != NATURE
    ]
    more = len(told) - SINCE
    return (*([f"… {more} more"] if more > 0 else []), *told[max(0, more) :])
