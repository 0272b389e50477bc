"""Matches side by side for learners: players answer from outside, chance and others inside; what seats see is numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from time import perf_counter
from typing import TYPE_CHECKING, cast

from ..program.features import Piece
from ..program.ir import WHERE
from .compile.loaded import BEST, Loaded
from .emit.environment import HELD_BACK
from .emit.memory import remembered
from .emit.module import Form
from .emit.observing import observed
from .emit.schema import Results
from .engine import Engine
from .runtime.fault import Fault

if TYPE_CHECKING:
    import numpy

    Flags = numpy.typing.NDArray[numpy.uint8]
    Integers = numpy.typing.NDArray[numpy.int64]
    Reals = numpy.typing.NDArray[numpy.float32]

NEVER = 2**62
"""More decisions than any match has."""

NO_ANSWER = -1
"""The code of a player who gives no answer."""


class Learning:
    """So many matches of one game; needs NumPy. Players are meant by their index in `Program.players`.

    `seen` has the shape (matches, players, numbers of an observation), 32-bit floats from 0 to 1; `masks` (matches, players,
    codes), 1 for each code that is legal; `asked` (matches, players), 1 where that player is asked. They are written over by
    `observe`: what players see is renewed where they are asked, or where that is wanted.
    """

    def __init__(self, engine: Engine, count: int, random: Sequence[int] = (), cut: int | None = None) -> None:
        """Arrays for *count* matches, none of which has begun; the *random* players are answered for at random.

        A match is over after *cut* decisions (None: only by its rules). Raises ValueError where seats are told of cards of too
        many kinds to be followed.
        """
        import numpy

        self.engine, self.program = engine, engine.program
        self._memory_of_seats = remembered(engine.program)
        self._loaded = engine.form(Form.LEARNING)
        self._cut = NEVER if cut is None else cut
        self._random = sum(1 << self.program.players[player] for player in random)
        players, codes = len(self.program.players), max(1, self.program.codes)
        self.pieces: tuple[Piece, ...] = observed(self.program)
        self.width = sum(piece.size for piece in self.pieces)
        self.columns = Results(len(self.program.seats), players)
        self.seen: Reals = numpy.zeros((count, players, self.width), numpy.float32)
        self.masks: Flags = numpy.zeros((count, players, codes), numpy.uint8)
        self.asked: Flags = numpy.zeros((count, players), numpy.uint8)
        self._seen_rows = self.seen.reshape(count * players, self.width)
        self._mask_rows = self.masks.reshape(count * players, codes)
        self._make(self._loaded, count)

    def _make(self, loaded: Loaded, count: int) -> None:
        program, emitted = self.program, loaded.emitted
        self._vectors = loaded.blank(count, program.slots)
        self._all_saw = loaded.blank(count, program.slots)
        self._known = loaded.blank(count, len(self._memory_of_seats.start))
        self._held = loaded.rows(count, HELD_BACK + 2 if len(self._memory_of_seats.start) > 1 else 2)
        self._start, self._start_known = loaded.vector(program.start), loaded.vector(self._memory_of_seats.start)
        self._memory = loaded.numbers(emitted.memory)
        listed = loaded.rows(1, emitted.options), loaded.rows(1, emitted.options)
        self._state = self._vectors, self._all_saw, self._known, self._held, self._memory, *listed
        self._streams = loaded.words(count), loaded.words(count), self._random, self._cut

    def __len__(self) -> int:
        """How many matches there are."""
        return len(self._vectors)

    def vectors(self) -> Integers:
        """A copy of the slots of each match."""
        import numpy

        return numpy.array(self._vectors, numpy.int64)

    def begin(self, where: Flags, seeds: Sequence[int], games: Sequence[int]) -> None:
        """Begins the matches in which *where* is 1: each as the game of that number of its seed. Raises PlayError."""
        loaded, count = self._loaded, len(self)
        words, numbers = loaded.words(count), loaded.numbers(count)
        words[:], numbers[:] = seeds, games
        state = self._start, self._start_known, self._as_given(where), words, numbers
        self._call("begin_learning", *self._state, *state, *self._streams)

    def answer(self, codes: Integers) -> None:
        """Answers for the players who are asked, with codes of shape (matches, players) that must be legal; `NO_ANSWER` for none.

        Then chance and those who play at random answer, until a player is asked or the match is over. Raises PlayError.
        """
        self._call("answer_all", *self._state, codes if self._loaded.compiled else codes.tolist(), *self._streams)

    def over(self) -> Flags:
        """1 for each match that is over, by its rules or because it was cut short; of shape (matches,)."""
        import numpy

        waits = self._slots()[:, WHERE] if self._loaded.compiled else numpy.array([slots[WHERE] for slots in self._vectors])
        found: Flags = numpy.logical_or(waits == 0, self.cut()).astype(numpy.uint8)
        return found

    def cut(self) -> Flags:
        """1 for each match that was cut short."""
        import numpy

        if self._cut == NEVER:
            return numpy.zeros(len(self), numpy.uint8)
        return (numpy.asarray([row[0] for row in self._held]) >= self._cut).astype(numpy.uint8)

    def _slots(self) -> Integers:
        return cast("Integers", self._vectors)

    def observe(self, some: Flags, every: bool = False) -> None:
        """Renews `asked` and `masks` where *some* is 1, and `seen` of those who are asked there (*every*: of all)."""
        import numpy

        if self._loaded.compiled:
            rows = self._seen_rows, self.width, self._mask_rows, self.asked
            self._call("observe_all", *self._state, *rows, some, int(every), self._cut)
            return
        seen, masks, asked = self._seen_rows.tolist(), self._mask_rows.tolist(), self.asked.tolist()
        self._call("observe_all", *self._state, seen, self.width, masks, asked, some.tolist(), int(every), self._cut)
        self.seen[:] = numpy.array(seen, numpy.float32).reshape(self.seen.shape)
        self.masks[:] = numpy.array(masks, numpy.uint8).reshape(self.masks.shape)
        self.asked[:] = asked

    def results(self) -> Integers:
        """How the matches ended that did by their rules, a row for each match, of zeros for others, as `columns` says."""
        import numpy

        rows = self._loaded.rows(len(self), self.columns.width)
        self._call("results_all", self._vectors, self._memory, rows, self.columns.width)
        return numpy.asarray(rows, numpy.int64)

    def scores(self) -> Integers:
        """The scores of all seats now, of shape (matches, seats); NOTHING where there is none, or it cannot be worked out yet."""
        import numpy

        rows = self._loaded.rows(len(self), self.columns.width)
        self._call("scores_all", self._vectors, self._memory, rows)
        found: Integers = numpy.asarray(rows, numpy.int64)
        return found[:, self.columns.score(0) : self.columns.score(self.columns.seats)]

    def _as_given(self, flags: Flags) -> object:
        return flags if self._loaded.compiled else flags.tolist()

    def _call(self, name: str, *arguments: object) -> None:
        if self._loaded.compiled and self._loaded.level < BEST:
            self._loaded = self.engine.form(Form.LEARNING)
        begun = perf_counter()
        try:
            self._loaded.call(name, *arguments)
        except Fault as fault:
            raise self._loaded.emitted.told(self.program, fault.site, self._memory) from None
        finally:
            self.engine.used(self._loaded.level, Form.LEARNING, perf_counter() - begun)


class One:
    """A single match, with what `Single` has, in compiled code. Raises PlayError where the rules fail."""

    def __init__(self, engine: Engine, cut: int | None) -> None:
        """There is no match before `begin`."""
        import numpy

        self._matches = Learning(engine, 1, cut=cut)
        self._all: Flags = numpy.ones(1, numpy.uint8)
        self._codes: Integers = numpy.full((1, len(engine.program.players)), NO_ANSWER, numpy.int64)
        self.over = False

    def begin(self, seed: int, game: int) -> None:
        """Begins the game of that number of a seed."""
        self._matches.begin(self._all, [seed], [game])
        self._look()

    def answer(self, codes: Mapping[int, int]) -> None:
        """Answers for players who are asked, with codes that are legal; then chance decides."""
        self._codes[:] = NO_ANSWER
        for player, code in codes.items():
            self._codes[0, player] = code
        self._matches.answer(self._codes)
        self._look()

    def _look(self) -> None:
        self._matches.observe(self._all, every=True)
        self.over = not self._matches.asked.any() and bool(self._matches.over()[0])

    @property
    def cut(self) -> bool:
        """Whether it was cut short."""
        return bool(self._matches.cut()[0])

    @property
    def slots(self) -> tuple[int, ...]:
        """The vector."""
        return tuple(map(int, self._matches.vectors()[0]))

    def asked(self, player: int) -> bool:
        """Whether the player is asked."""
        return bool(self._matches.asked[0, player])

    def legal(self, player: int) -> list[int]:
        """The codes that the player may answer with; none where it is not asked."""
        found: list[int] = self._matches.masks[0, player].nonzero()[0].tolist()
        return found

    def observed(self, player: int) -> Sequence[float]:
        """What the player sees, in the numbers of all pieces but `options`."""
        seen: Sequence[float] = self._matches.seen[0, player]
        return seen
