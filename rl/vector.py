"""Any ruleset as many matches side by side, with observations, masks and rewards as NumPy arrays: `VectorEnv`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ..dsl.text.source import Source
from ..interpreter import State
from ..program.features import Piece
from ..program.ir import NOTHING
from ..simulation import Engine, prepare
from ..simulation.learning import NO_ANSWER, Learning
from .bounds import length
from .game import Value, compiled, table
from .live import TRIES, whole
from .position import refusal
from .rewards import kind_of, penalty, ranked, won

try:
    import numpy
except ImportError as missing:
    raise ImportError("NumPy is not installed: pip install 'rulerun[fast]'") from missing

if TYPE_CHECKING:
    from typing import TypeVar

    from numpy.typing import NDArray as Numbers

    N = TypeVar("N", bound=numpy.generic)
    Flags = numpy.typing.NDArray[numpy.uint8]
    Truths = numpy.typing.NDArray[numpy.bool_]
    Integers = numpy.typing.NDArray[numpy.int64]
    Reals = numpy.typing.NDArray[numpy.float32]

    Policy = Callable[[Reals, Flags], Integers]
    """Gives codes for observations of shape (some, numbers) and masks of shape (some, codes)."""

    Step = tuple[Reals, Reals, Truths, Truths, dict[str, object]]

NOBODY = -1
"""The actor of a match in which no learner is asked."""


class VectorEnv:
    """*count* matches of one ruleset, in compiled code where llvmlite is installed.

    *Learners* are the players without an opponent's bot, in the order of the seats; `agents` their names. All arrays have the
    matches first and the learners second. `observations`: (matches, learners, numbers), 32-bit floats from 0 to 1, by name in
    `features`. `masks`: (matches, learners, codes), 1 for a legal code. `asked`: (matches, learners), who is to answer;
    `actors`: (matches,), the first of them, `NOBODY` where none is. Without opponents they are views of arrays that the next
    step writes over. What a learner observes is renewed where it is asked.

    A match that has ended is begun anew at once, unless *autoreset* is False; its last rewards and flags come with the first
    observations of the next one, and what was seen last is in the infos where *final* is set. Match i plays the games i,
    i + count, i + 2 count, … of the seed, or 0, 1, 2, … of its own.
    """

    def __init__(
        self,
        ruleset: Source | Path | str,
        count: int,
        *,
        variant: str = "",
        players: int | None = None,
        parameters: Mapping[str, Value] | None = None,
        longest: int | None = None,
        reward: str | None = None,
        illegal: float | None = None,
        opponents: Mapping[int, Policy | str] | None = None,
        autoreset: bool = True,
        final: bool = False,
        engine: Engine | None = None,
    ) -> None:
        """Nothing has begun before `reset`.

        *reward* is one of `REWARDS` (None: the payoff, or the score of a player alone without one). An *illegal* answer raises
        ValueError (None), or ends the match and pays that much, which may be no more than the least that a match pays.
        *opponents* play for players: `random`, or a function of observations and masks.

        Raises ValueError when the ruleset cannot be read or has errors, where nobody decides anything, and for wrong settings.
        """
        if whole(count, "expected a number of matches") < 1:
            raise ValueError(f"expected at least one match, found {count}")
        self.game = compiled(table(ruleset, variant, players, parameters, longest))
        program = self.game.program
        if program.codes == 0:
            raise ValueError(f"nobody decides anything in `{program.ruleset}`, so that there is nothing to learn")
        self.num_envs = count
        self.reward = kind_of(program, reward)
        self.illegal = penalty(self.game, self.reward, illegal)
        self._bots = _opponents(opponents or {}, len(program.players))
        self.learners = tuple(number for number in range(len(program.players)) if number not in self._bots)
        if not self.learners:
            raise ValueError("expected a player without a bot, found none")
        self.agents = tuple(f"player_{number}" for number in self.learners)
        self.autoreset, self.final = autoreset, final
        drawn = [number for number, bot in self._bots.items() if bot == "random"]
        self._matches = Learning(engine or prepare(program), count, drawn, self.game.cut)
        self._games = numpy.zeros(count, numpy.int64)
        self._seeds: list[int] = [0] * count
        self._step, self._begun = count, False
        self._illegal = numpy.zeros((count, len(program.players)), bool)
        all_seats = len(program.seats)
        self._won = numpy.array([[won(winners, wins, all_seats) for wins in (False, True)] for winners in range(all_seats + 1)])
        self._ranked = numpy.array([0.0, *(float(ranked(place, all_seats)) for place in range(1, all_seats + 1))])
        self._before = numpy.zeros((count, len(program.seats)), numpy.int64)

    # -------------------------------------------------------------------------------------------------------- arrays

    @property
    def observations(self) -> Reals:
        """What the learners see."""
        return _shown(self._of_learners(self._matches.seen))

    @property
    def masks(self) -> Flags:
        """1 for each code that is legal."""
        return _shown(self._of_learners(self._matches.masks))

    @property
    def asked(self) -> Truths:
        """Which learners are to answer."""
        return _shown(self._of_learners(self._matches.asked)).view(bool)

    @property
    def actors(self) -> Integers:
        """The first learner that is to answer, `NOBODY` where none is."""
        asked = self.asked
        return numpy.where(asked.any(1), asked.argmax(1), NOBODY)

    def _of_learners(self, array: Numbers[N]) -> Numbers[N]:
        return array if not self._bots else array[:, list(self.learners)]

    @property
    def features(self) -> dict[str, slice]:
        """Where each piece of an observation lies, by its name."""
        found, at = dict[str, slice](), 0
        for piece in self._matches.pieces:
            found[piece.name] = slice(at, at + piece.size)
            at += piece.size
        return found

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The pieces of an observation, in their order."""
        return self._matches.pieces

    def planes(self, name: str) -> Reals:
        """A value of the spaces of a board as planes, 0 where there is no space.

        They have the shape (matches, learners, planes, rows, columns). *name* is that of the value. Raises ValueError where it
        is no value of a board's spaces alone.
        """
        spots, shape = self._spots(name)
        piece = self.observations[:, :, self.features[f"place {name}"]]
        each = piece.reshape(*piece.shape[:2], len(spots), -1)
        found = numpy.zeros((*each.shape[:2], each.shape[-1], *shape), numpy.float32)
        for number, (row, column) in enumerate(spots):
            found[..., row, column] = each[:, :, number]
        return found

    def _spots(self, name: str) -> tuple[tuple[tuple[int, int], ...], tuple[int, int]]:
        program = self.game.program
        place = next((each for each in program.places if each.name.plain == name), None)
        domains = () if place is None else tuple(extent.domain for extent in place.extents)
        board = next((each for each in program.boards if domains == (each.domain,)), None)
        if board is None:
            raise ValueError(f"`{name}` is no value of the spaces of a board")
        rows, columns = (1 + max(point[axis] for point in board.points) for axis in (0, 1))
        return board.points, (rows, columns)

    @property
    def longest(self) -> int | None:
        """The most decisions of seats in a match; None where the rules set no bound."""
        most = length(self.game.program).seats
        return most if self.game.cut is None or most is None else min(most, self.game.cut)

    # ----------------------------------------------------------------------------------------------------------- play

    def reset(self, seed: int | Sequence[int] | None = None, where: Sequence[bool] | None = None) -> Reals:
        """Begins matches: of this seed, of a seed for each, or (None) the next of the seeds before; gives what is observed.

        *where* tells in which matches (None: in all). Raises ValueError for a wrong number of seeds or truths, and for a seed
        that is not within 0..2**64 - 1; raises PlayError.
        """
        count = self.num_envs
        some = numpy.ones(count, numpy.uint8) if where is None else numpy.asarray(where).astype(bool).astype(numpy.uint8)
        if some.shape != (count,):
            raise ValueError(f"expected {count} truths, one for each match, found an array of shape {some.shape}")
        if seed is not None:
            self._seed(seed, some.astype(bool))
        elif self._begun:
            self._games[some.astype(bool)] += self._step
        else:
            self._games[:] = numpy.arange(count)
        self._begun = True
        self._matches.begin(some, self._seeds, self._games.tolist())
        self._answered(some)
        self._again(self._ended(some))
        self._look(some)
        return self.observations

    def _seed(self, seed: int | Sequence[int], some: Truths) -> None:
        count = self.num_envs
        one = numpy.ndim(seed) == 0
        given = [seed] * count if one else [*numpy.asarray(seed, object)]
        seeds = [whole(each, "expected a whole number as a seed") for each in given]
        if len(seeds) != count:
            raise ValueError(f"expected {count} seeds, one for each match, found {len(seeds)}")
        for number in seeds:
            if not 0 <= number < 2**64:
                raise ValueError(f"{number} is not within 0..2**64 - 1")
        self._step = count if one else 1
        for at in numpy.flatnonzero(some):
            self._seeds[at] = seeds[at]
            self._games[at] = at if one else 0

    def step(self, actions: Sequence[int] | Sequence[Sequence[int]] | Integers) -> Step:
        """Answers, and goes on until a learner is asked in each match or it is over.

        *actions* are codes of shape (matches, learners): all learners who are asked answer, and what stands there for others
        does not count. Or they are of shape (matches,), for the first learner who is asked (`actors`). Gives the observations;
        the rewards, of shape (matches, learners); whether each match has ended by its rules, and whether it was cut short; and
        infos: of matches that have ended (`ended`) the `scores` and `places` of all seats and whether they are `winners`;
        `illegal` where an answer was none; and, where that is wanted, `final`, what was observed last.

        Raises ValueError, and changes nothing, before `reset`, for a wrong shape, for what are no whole numbers, where no match
        goes on, and for an illegal answer where that is not paid for; raises PlayError.
        """
        codes = self._codes(actions)
        self._illegal[:] = False
        wrong = self._wrong(codes)
        if len(wrong) and self.illegal is None:
            raise ValueError(self._refusal(*wrong[0], codes))
        for match, player in wrong:
            self._illegal[match, player] = True
        lost = self._illegal.any(1)
        codes[lost] = NO_ANSWER
        self._remember_scores()
        going = (1 - self._matches.over()).astype(numpy.uint8)
        self._matches.answer(codes)
        self._answered((going.astype(bool) & ~lost).astype(numpy.uint8))
        ended, cut = self._ended(going), self._matches.cut().astype(bool)
        rewards, infos = self._paid(ended, cut, going)
        finished = ended | lost
        if self.illegal is not None and lost.any():
            infos["illegal"] = self._illegal[:, list(self.learners)]
            rewards[lost] = numpy.where(self._illegal[lost][:, list(self.learners)], self.illegal, 0.0)
        if finished.any():
            if self.final:
                self._matches.observe(finished.astype(numpy.uint8), every=True)
                infos["final"] = numpy.where(finished[:, None, None], self.observations, numpy.float32(0))
            if self.autoreset:
                self._again(finished)
        self._look(numpy.ones(self.num_envs, numpy.uint8))
        truncated = ended & cut & ~lost
        return self.observations, rewards, finished & ~truncated, truncated, infos

    def _codes(self, actions: Sequence[int] | Sequence[Sequence[int]] | Integers) -> Integers:
        """The codes of all players, `NO_ANSWER` for those who do not answer now."""
        if not self._begun:
            raise ValueError("no match has begun: call `reset` first")
        count, learners = self.num_envs, len(self.learners)
        expected = f"expected actions of shape ({count}, {learners}) or ({count},), found"
        try:
            given = numpy.asarray(actions)
        except ValueError:
            raise ValueError(f"{expected} rows of several lengths") from None
        if given.shape not in ((count, learners), (count,)):
            raise ValueError(f"{expected} {given.shape}")
        if given.dtype.kind not in "iu":
            raise ValueError(f"expected whole numbers as actions, found an array of {given.dtype}")
        asked = self.asked
        if not asked.any():
            raise ValueError("all matches are over: call `reset` for others")
        found = numpy.full((count, len(self.game.program.players)), NO_ANSWER, numpy.int64)
        players = numpy.array(self.learners)
        if given.shape == (count, learners):
            matches, who = numpy.nonzero(asked)
            found[matches, players[who]] = given[matches, who]
        else:
            matches = numpy.flatnonzero(asked.any(1))
            found[matches, players[asked.argmax(1)[matches]]] = given[matches]
        self._answering = matches, (players[who] if given.ndim == 2 else players[asked.argmax(1)[matches]])
        return found

    def _wrong(self, codes: Integers) -> list[tuple[int, int]]:
        """The matches and players whose answers are not legal."""
        matches, players = self._answering
        given = codes[matches, players]
        inside = (given >= 0) & (given < self._matches.masks.shape[2])
        legal = inside & (self._matches.masks[matches, players, numpy.where(inside, given, 0)] != 0)
        return [(int(match), int(player)) for match, player in zip(matches[~legal], players[~legal], strict=True)]

    def _refusal(self, match: int, player: int, codes: Integers) -> str:
        program, code = self.game.program, int(codes[match, player])
        legal = [int(each) for each in numpy.flatnonzero(self._matches.masks[match, player])]
        state = State(tuple(map(int, self._matches.vectors()[match])), None)
        return f"match {match}: player_{player}: {refusal(self.game, state, program.players[player], code, legal)}"

    def _answered(self, some: Flags) -> None:
        """Lets the opponents that are functions answer, until a learner is asked or the match is over."""
        callers = {player: bot for player, bot in self._bots.items() if callable(bot)}
        while callers:
            self._matches.observe(some)
            asked = self._matches.asked.astype(bool) & some.astype(bool)[:, None]
            codes = numpy.full(asked.shape, NO_ANSWER, numpy.int64)
            for player, bot in callers.items():
                matches = numpy.flatnonzero(asked[:, player])
                if len(matches):
                    codes[matches, player] = bot(self._matches.seen[matches, player], self._matches.masks[matches, player])
            matches, players = numpy.nonzero(codes != NO_ANSWER)
            if not len(matches):
                return
            self._answering = matches, players
            wrong = self._wrong(codes)
            if wrong:
                raise ValueError(f"an opponent is wrong: {self._refusal(*wrong[0], codes)}")
            self._matches.answer(codes)

    def _ended(self, some: Flags) -> Truths:
        return (self._matches.over() & some).astype(bool)

    def _again(self, ended: Truths) -> None:
        """Begins the matches anew that have ended, until a learner is asked in each."""
        for _ in range(TRIES):
            if not ended.any():
                return
            self._games[ended] += self._step
            some = ended.astype(numpy.uint8)
            self._matches.begin(some, self._seeds, self._games.tolist())
            self._answered(some)
            ended = self._ended(some)
        raise ValueError(f"of {TRIES} matches in a row each ended before a learner was asked")

    def _look(self, some: Flags) -> None:
        self._matches.observe(some)

    # --------------------------------------------------------------------------------------------------------- rewards

    def _remember_scores(self) -> None:
        if self.reward == "score change":
            self._before = self._scores()

    def _scores(self) -> Integers:
        scores = self._matches.scores()
        return numpy.where(scores == NOTHING, 0, scores)

    def _paid(self, ended: Truths, cut: Truths, going: Flags) -> tuple[Reals, dict[str, object]]:
        program, columns = self.game.program, self._matches.columns
        rewards = numpy.zeros((self.num_envs, len(self.learners)), numpy.float32)
        seats = [program.players[player] for player in self.learners]
        if self.reward == "score change":
            change = (self._scores() - self._before)[:, seats]
            rewards[going.astype(bool)] = change[going.astype(bool)]
        if not ended.any():
            return rewards, {}
        rows = self._matches.results()
        rows[cut] = 0
        winners = rows[:, columns.winner(0) : columns.winner(columns.seats)].astype(bool) & ended[:, None]
        places = rows[:, columns.place(0) : columns.place(columns.seats)]
        scores = rows[:, columns.score(0) : columns.score(columns.seats)]
        done = ended & ~cut
        match self.reward:
            case "payoff":
                payoffs = [columns.payoff(player) for player in self.learners]
                rewards[done] = rows[done][:, payoffs] / program.outcome.parts
            case "outcome":
                rewards[done] = self._won[winners[done].sum(1)[:, None], winners[done][:, seats].astype(int)]
            case "rank":
                rewards[done] = self._ranked[numpy.minimum(places[done][:, seats], columns.seats)]
            case "score":
                found = scores[done][:, seats]
                rewards[done] = numpy.where(found == NOTHING, 0, found)
        return rewards, {"ended": ended, "winners": winners, "places": places, "scores": scores}


def _shown(array: Numbers[N]) -> Numbers[N]:
    """The array, which nobody may write to."""
    view = array.view()
    view.flags.writeable = False
    return view


def _opponents(opponents: Mapping[int, Policy | str], players: int) -> dict[int, Policy | str]:
    if not isinstance(opponents, Mapping):
        raise ValueError(f"expected `opponents` by player, such as {{1: 'random'}}, found {opponents!r}")
    for player, bot in opponents.items():
        if player not in range(players):
            raise ValueError(f"there is no player {player}, expected one from 0 to {players - 1}")
        if not callable(bot) and bot != "random":
            raise ValueError(f"expected `random` or a function as the bot of player {player}, found {bot!r}")
    return dict(opponents)
