"""The current match of an environment, in which nature decides at random: played by the interpreter until there is emitted or
compiled code, with the same results.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import index
from time import perf_counter

from ..interpreter import NATURE
from ..interpreter.core.rng import Use, stream, weighted
from ..interpreter.core.runtime_errors import PlayError
from ..interpreter.outcome import Result, outcome
from ..interpreter.state import State
from ..simulation import Engine
from ..simulation.emit.module import Form
from ..simulation.learning import One
from ..simulation.single import Fault, Single
from .emitted import code_of
from .game import LearningGame
from .position import Position, beginning
from .rewards import kind_of, pays
from .view_features import numbers

TRIES = 1_000
"""So many matches in a row may end before a learner is asked."""


def engine_of(game: LearningGame) -> Engine | None:
    """The engine for a game; None where no code tells what players see, or none ever decides anything."""
    code = code_of(game)
    return code.engine if code.teaches and game.program.codes else None


class Live:
    """The current match. Players are meant by their index in `Program.players`.

    If no player ever decides anything, the match is *watched*: it runs to its end when a player takes the only action, to look
    on.
    """

    def __init__(self, game: LearningGame, reward: str | None) -> None:
        """There is no match before `begin`. Raises ValueError for a *reward* that is none of `REWARDS` (None: the usual one)."""
        self.game = game
        self.reward = kind_of(game.program, reward)
        self.watched = game.program.codes == 0
        self._seed, self._number = 0, -1
        self._chance = stream(0, 0, Use.NATURE)
        self._start: Position | None = None
        self._at: Position | None = None
        self._fast: One | Single | None = None
        self._answers: list[Mapping[int, int]] = []
        """What was answered in code since the position of the interpreter."""
        self._result: Result | None = None
        self._score: tuple[int, ...] = ()

    # ---------------------------------------------------------------------------------------------------------- match

    def begin(self, seed: int | None) -> None:
        """Begin a match: the first of this seed, or, when it is None, the next of the last seed (which is 0 at first).

        Raises ValueError when the seed is not a whole number.
        """
        wanted, number = self._seed, self._number + 1
        if seed is not None:
            wanted, number = whole(seed, "expected a whole number as a seed"), 0
        self._chance = stream(wanted, number, Use.NATURE)
        self._seed, self._number = wanted, number
        if self._start is None:
            self._start = beginning(self.game)
        self._answers = []
        self._at, self._result = self._start, None
        self._fast = self._in_code()
        if self._fast is not None:
            try:
                self._fast.begin(wanted, number)
            except (Fault, PlayError):
                self._fast = None  # the interpreter says what is wrong
        if self._fast is None and not self.watched:
            self._at = self._drawn(self._start)
        self._score = self.scores() if self.reward == "score change" else ()

    def _in_code(self) -> One | Single | None:
        """A match in the fastest code that is there, before it begins; None where there is none yet."""
        engine = engine_of(self.game)
        if engine is None:
            return None
        if engine.compiled_now(Form.LEARNING) is not None:
            return self._fast if isinstance(self._fast, One) else One(engine, self.game.cut)
        views = code_of(self.game).views_if_worth()
        if views is None:
            return None
        return self._fast if isinstance(self._fast, Single) else Single(views, engine, self.game.cut)

    @property
    def begun(self) -> bool:
        """Whether there is a match, which may be over."""
        return self._at is not None

    @property
    def at(self) -> Position:
        """The position of the match. Raises ValueError before the first match."""
        if self._at is None:
            raise ValueError("there is no match yet: call `reset` first")
        if self._fast is not None:
            # in code nobody notes what led here: the interpreter plays it again
            at = self._drawn(self._at)
            for answer in self._answers:
                at = self._drawn(self._after(at, answer))
            self._at, self._answers = at, []
        return self._at

    def _drawn(self, position: Position) -> Position:
        """The next position in which nature is not asked; its decisions are drawn by weight."""
        while position.actors == (NATURE,):
            options = position.decision(NATURE).options
            position = position.after(NATURE, weighted([option.weight for option in options], self._chance.below))
        return position

    def _after(self, position: Position, answer: Mapping[int, int]) -> Position:
        for player, code in answer.items():
            position = position.after_code(self.game.program.players[player], code)
        return position

    def take(self, codes: Mapping[int, int]) -> None:
        """Continue the match with the answers of these players, who must be asked.

        Raises ValueError for a wrong answer, and then changes nothing.
        """
        if self.reward == "score change":
            self._score = self.scores()
        fast, begun, engine = self._fast, perf_counter(), engine_of(self.game)
        wrong = None if fast is None else next((each for each, code in codes.items() if code not in fast.legal(each)), None)
        if wrong is not None:
            raise ValueError(self.at.refusal(self.game.program.players[wrong], codes[wrong]))
        if fast is not None:
            try:
                fast.answer(codes)
                self._answers.append(dict(codes))
            except (Fault, PlayError):
                self._at, self._fast = self.at, None  # the interpreter says what is wrong
        if self._fast is None:
            at = self.at
            self._at = self._drawn(at if self.watched else self._after(at, codes))
            code_of(self.game).count_look()
        self._result = None
        if engine is not None and (self._fast is None or isinstance(self._fast, Single)):
            engine.used(0, Form.LEARNING, perf_counter() - begun)

    # ---------------------------------------------------------------------------------------------------------- asked

    @property
    def is_over(self) -> bool:
        """Whether the match has ended, by its rules or because it was cut short."""
        return self.at.is_over if self._fast is None else self._fast.over

    @property
    def is_cut(self) -> bool:
        """Whether the match was cut short."""
        return self.at.is_cut if self._fast is None else self._fast.cut

    def asked(self, player: int) -> bool:
        """Whether that player is asked now."""
        if self._fast is not None:
            return self._fast.asked(player)
        if self.watched:
            return not self.at.is_over
        return self.game.program.players[player] in self.at.actors

    def legal(self, player: int) -> Sequence[int]:
        """The codes of a player's legal actions; none when it is not asked."""
        if self._fast is not None:
            return self._fast.legal(player)
        if not self.asked(player):
            return []
        if self.watched:
            return [0]
        return [option.code for option in self.at.decision(self.game.program.players[player]).options]

    def observed(self, player: int) -> Sequence[float]:
        """What a player sees, in the numbers of all pieces but `options`."""
        if self._fast is not None:
            return self._fast.observed(player)
        found: list[float] = []
        for piece, values in numbers(self.game.layout, self.at.view(self.game.program.players[player])):
            if piece != "options":
                found += values
        return found

    def __getstate__(self) -> dict[str, object]:
        """What a copy begins with: the match as the interpreter knows it, which is played on there."""
        if self._fast is not None:
            self._at = self.at
        return {**vars(self), "_fast": None}

    # -------------------------------------------------------------------------------------------------------- results

    @property
    def state(self) -> State:
        """The state of the match, without what seats know."""
        if self._fast is None:
            return self.at.bare
        return State(self._fast.slots, None)

    def scores(self) -> tuple[int, ...]:
        """The scores of the players now, 0 where there is none."""
        found = self.result().scores
        return tuple(found[seat] or 0 for seat in self.game.program.players)

    def pays(self) -> tuple[float, ...]:
        """What the last step pays each player: mostly nothing before the end, and nothing where the match was cut short."""
        if self.reward == "score change":
            return tuple(float(now - before) for now, before in zip(self.scores(), self._score, strict=True))
        if not self.is_over or self.is_cut:
            return (0.0,) * len(self.game.program.players)
        return tuple(float(paid) for paid in pays(self.game.program, self.result(), self.reward))

    def result(self) -> Result:
        """How the match has ended, or how it stands."""
        if self._result is None:
            self._result = outcome(self.game.game, self.state)
        return self._result

    def told(self) -> dict[str, object]:
        """How it has ended, in the order of the seats: who has won, places and scores; empty before the end."""
        if not self.is_over or self.is_cut:
            return {}
        found = self.result()
        return {"winners": found.winners, "places": found.places, "scores": found.scores}

    def refusal(self, player: int, code: int) -> str:
        """The message for an action that the player, who is asked, may not take now."""
        return self.at.refusal(self.game.program.players[player], code)


def whole(number: object, expected: str) -> int:
    """The number as an int of Python. Raises ValueError, with *expected* in its message, when it is not a whole number."""
    try:
        return index(number)  # type: ignore[arg-type]
    except TypeError:
        raise ValueError(f"{expected}, found {number!r}") from None
