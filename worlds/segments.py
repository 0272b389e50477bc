"""A stretch of a history as a row of integers, and worlds drawn along it by the listening form.

The row has, for each observation: its length, the index of the seat's own answer (-1: another's), the number of options that it
had, who is asked behind it (bit 0 for nature, bit seat + 1 for a seat), the length of what was heard, how many copies there are
of the card that was seen first (0: of none), the number of the first move of a card in it, what was heard (as `Notation.heard`
writes it), and code and weight of each own option. At the end stands 0, who is asked now, the number of options of the seat
(-1: it is not asked), and code and weight of each.
"""

from __future__ import annotations

from collections.abc import Iterable, MutableSequence, Sequence

from attrs import frozen

from ..interpreter.core.events import CardMoved, Option
from ..interpreter.core.rng import GAMMA, Stream
from ..interpreter.observations import Observation, ObservationHistory
from ..program.ir import Program
from ..simulation.compile.loaded import Loaded
from ..simulation.emit.noting import HELD_FIRST, HELD_NEXT, NOTED
from ..simulation.emit.replaying import FORCED, LINE, LONGEST, PLANNED, TOLD, Ending
from ..simulation.engine import word
from ..simulation.events import Notation
from ..simulation.runtime.fault import Fault
from .heard_moves import Moves
from .unseen_cards import Unseen

Line = tuple[tuple[int, int], ...]
"""Answers, each with the actor and the index of its option."""


@frozen
class World:
    """A world that agrees with a history, or that came furthest along it: its vector, and the answers that led there.

    *weights* has for each of these answers what those options weighed of which it was drawn, and what all weighed.
    *observations* is how far it came, as a place of the row of its stretch; *tried* is how many answers were tried for it, and
    *attempts* how many worlds were begun.
    """

    ending: Ending
    slots: tuple[int, ...]
    line: Line
    weights: tuple[tuple[int, int], ...]
    observations: int
    tried: int
    attempts: int

    @property
    def agrees(self) -> bool:
        """Whether the whole history lies behind it."""
        return self.ending is Ending.ARRIVED


VARIANTS = 8
"""So many ways are tried in which what is shown may have come where it was shown."""
EACH = 2_000
"""So many answers are tried before another of them is."""
PREPARING = 40
"""So many times as many answers as for a world are tried at most, to find out which cards can have moved unseen; four changes
count as one.
"""
LEAST = 1_000
"""For that a world takes so many answers at least."""
ROUNDS = 200
"""So many worlds are tried for that at most."""
STUCK = 20
"""So often nothing more may be found out, before it is given up."""
ENOUGH = 6
"""So many in a row that agree with the history are enough."""
CHANGES = 16
"""So often a card is changed, for each that moved unseen."""
MOST_CHANGES = 1_000
"""So often at most, for one world."""
PROBES = 4_000
"""So many worlds are tried at an observation at most, to find one in which what was heard can be."""
ATTEMPTS, FULL = 12, 6
"""So many worlds are begun with other cards; so often all cards are changed, then each time half as often as before."""


def asked_bits(asked: Iterable[int]) -> int:
    """Who is asked, as bits."""
    return sum(1 << actor + 1 for actor in asked)


def trail_row(program: Program, notation: Notation, history: ObservationHistory, moves: Moves) -> tuple[int, ...]:
    """The row of a history."""
    found = list[int]()
    before = 0
    for observation in history.observations:
        found += _observation(program, notation, observation, before)
        before += moves.count(observation)
    found += [0, asked_bits(history.asked)]
    return (*found, *([-1] if history.open is None else [len(history.open.options), *_pairs(history.open.options)]))


def _observation(program: Program, notation: Notation, observation: Observation, before: int) -> list[int]:
    heard, own = notation.heard(observation.heard), observation.own
    copies = 0
    match observation.heard:
        case (CardMoved(deck=deck, kind=int(kind)), *_):
            copies = program.decks[deck].copies[kind]
    options = () if own is None else own.options
    known = [-1 if own is None else own.index, len(options), asked_bits(observation.asked), len(heard), copies, before]
    row = [*known, *heard, *_pairs(options)]
    return [1 + len(row), *row]


def _pairs(options: Sequence[Option]) -> list[int]:
    return [number for option in options for number in (option.code, option.weight)]


@frozen(eq=False)
class Opening:
    """Where worlds along a stretch begin: a vector, the answers that lead there from the start of the match with their weights
    (as those of a `World`), how many observations of the history lie behind it, and whether a world was found up to there that
    comes by the stated odds. *certain* where nothing can be otherwise there, for all that the seat has heard.
    """

    slots: tuple[int, ...]
    line: Line = ()
    weights: tuple[tuple[int, int], ...] = ()
    passed: int = 0
    lawful: bool = True
    certain: bool = True


class Room:
    """The listening form of a Program and the arrays that it works in, for one thread at a time."""

    def __init__(self, program: Program, code: Loaded) -> None:
        self.program, self.code = program, code
        self.notation = Notation(program)
        self.s, self.far = (code.vector(program.start) for _ in range(2))
        self.m = code.numbers(code.emitted.memory)
        self.o, self.w = (code.numbers(code.emitted.options) for _ in range(2))
        self.h, self.line = code.numbers(NOTED), code.numbers(LINE * LONGEST)

    @property
    def held(self) -> tuple[int, ...]:
        """What is held back until all have decided, as records."""
        return tuple(map(int, self.m[self.m[HELD_FIRST] : self.m[HELD_NEXT]]))

    def hold(self, held: tuple[int, ...]) -> None:
        """Holds back just these records."""
        first = int(self.m[HELD_FIRST])
        self.m[first : first + len(held)] = self.code.long(held)
        self.m[HELD_NEXT] = first + len(held)

    def answers(self, first: int, behind: int) -> tuple[Line, tuple[tuple[int, int], ...]]:
        """The answers with these numbers, and their weights."""
        rows = [tuple(map(int, self.line[LINE * at : LINE * at + 5])) for at in range(first, behind)]
        return tuple((row[0], row[1]) for row in rows), tuple((row[3], row[4]) for row in rows)


class Stretch:
    """Worlds along the observations of a history that lie behind an opening, nothing being held back there."""

    def __init__(self, room: Room, history: ObservationHistory, opening: Opening) -> None:
        asked = history.observations[opening.passed - 1].asked if opening.passed else history.first
        rest = ObservationHistory(history.seat, asked, history.observations[opening.passed :], history.open)
        self._room, self._code, self._seat, self._opening = room, room.code, history.seat, opening
        self._heard = Moves(room.program, room.notation, rest, opening.slots)
        self._row: Sequence[int] = room.code.long(trail_row(room.program, room.notation, rest, self._heard))
        self._moves: list[Sequence[int]] = [room.code.long(self._heard.row(0))]
        self._unseen: Unseen | None = None
        self._pilot: list[int] | None = None
        self._base = room.code.vector(opening.slots)
        self._decided()

    def _decided(self) -> None:
        """Goes along as far as the history alone decides what happens: every world begins there."""
        room, told = self._room, self._code.numbers(TOLD)
        room.hold(())
        arrays = self._base, room.m, room.o, room.w, self._row, room.h, room.line, told, self._moves[0]
        self._code.call("replay", *arrays, self._seat, FORCED, LONGEST)
        self._forced = int(told[0]), int(told[1])
        self._held, self._sure = room.held, room.answers(0, int(told[1]))

    def world(self, seed: int, most: int, strict: bool, prepares: bool) -> World:
        """A world, as `Replays.world` draws it; where it *prepares*, the cards that moved unseen are found out before."""
        found = self._planned(seed, most) if prepares and not strict else None
        return found or self._tried(seed, most, strict)

    def _planned(self, seed: int, most: int) -> World | None:
        """A world in which the cards that moved unseen are drawn by what is known of them; None where that finds none."""
        if self._unseen is None:
            self._unseen = Unseen(self._code, self._heard)
            self._prepare(self._unseen, PREPARING * max(most, LEAST))
        unseen, kinds = self._unseen, self._pilot
        if kinds is None:
            return None
        rng, told = Stream(seed), self._code.numbers(TOLD)
        for attempt in range(ATTEMPTS):
            times = 0 if attempt == ATTEMPTS - 1 else CHANGES * unseen.size >> max(0, attempt - FULL)
            unseen.settled(kinds, rng.word(), min(times, MOST_CHANGES))
            if self._along(unseen, told, rng.word(), told[3] + most):
                return self._world(Ending.ARRIVED, told)
        return None

    def _prepare(self, unseen: Unseen, most: int) -> None:
        """Finds out what is needed for worlds along a history, until they agree with it, or enough was tried."""
        self._pilot = None
        if not unseen.found:
            return
        room, rng, kinds, lived, stuck, spent = self._room, Stream(0), unseen.best, 0, 0, 0
        out, told = self._code.numbers(10 * len(self._base)), self._code.numbers(TOLD)
        for _ in range(ROUNDS):
            right = False
            while not right:
                if spent > most:
                    return
                kinds, right = unseen.settled(kinds, rng.word(), CHANGES * unseen.size)
                spent += CHANGES * unseen.size // 4
            if self._along(unseen, told, rng.word(), told[3] + most):
                self._pilot, lived = kinds, lived + 1
                if lived == ENOUGH:
                    return
                continue
            lived = 0
            at = int(told[0])
            if self._row[at] == 0 or spent + told[3] > most:
                continue
            after = at + int(self._row[at])
            time, until = int(self._row[at + 6]), int(self._row[after + 6]) if self._row[after] else unseen.until
            need = unseen.leaving(time, until)
            arrays = room.s, room.m, room.o, room.w, self._row, room.h, unseen.row, need, out
            try:
                count = self._code.call("probe", *arrays, self._seat, at, PROBES)
            except Fault:
                count = -1
            spent += int(need[0])
            stuck = 0 if count > 0 and unseen.learned(time, out, count) else stuck + 1
            if stuck == STUCK:
                return

    def _along(self, unseen: Unseen, told: MutableSequence[int], seed: int, most: int) -> bool:
        """Whether the world that goes by the row of moves agrees with the history."""
        room = self._room
        told[0], told[1], told[2] = *self._forced, word(seed)
        room.s[:] = self._base
        room.hold(self._held)
        told[4] += 1
        arrays = room.s, room.m, room.o, room.w, self._row, room.h, room.line, told, unseen.row
        try:
            return self._code.call("replay", *arrays, self._seat, PLANNED, most) == Ending.ARRIVED.value
        except Fault:
            return False

    def _tried(self, seed: int, most: int, strict: bool) -> World:
        """A world that was drawn answer by answer, or the one that came furthest."""
        if not strict and len(self._moves) < VARIANTS:
            self._moves += [self._code.long(self._heard.row(variant)) for variant in range(1, VARIANTS)]
        room, told = self._room, self._code.numbers(TOLD)
        told[2] = word(seed)
        ending, variant = Ending.TRIED_ENOUGH, seed
        while told[3] < most and ending is Ending.TRIED_ENOUGH:
            told[0], told[1] = self._forced
            room.hold(self._held)
            enough = most if strict else min(most, int(told[3]) + EACH)
            moves = self._moves[variant % len(self._moves)]
            arrays = self._base, room.s, room.far, room.m, room.o, room.w, self._row, room.h, room.line, told, moves
            try:
                ending = Ending(self._code.call("attempts", *arrays, self._seat, int(strict), enough))
            except Fault:  # the rules fail in that world, so it is none
                told[2] = word((int(told[2]) + GAMMA) % 2**64)
                told[3] += 1
                told[4] += 1
            variant += 1
        return self._world(ending, told)

    def _world(self, ending: Ending, told: Sequence[int]) -> World:
        room, agrees, opening = self._room, ending is Ending.ARRIVED, self._opening
        line: Line = ()
        weights: tuple[tuple[int, int], ...] = ()
        if agrees:
            answers, weighed = room.answers(self._forced[1], int(told[1]))
            line, weights = opening.line + self._sure[0] + answers, opening.weights + self._sure[1] + weighed
        slots = tuple(map(int, room.s if agrees else room.far if told[4] else self._base))
        return World(ending, slots, line, weights, int(told[5]), int(told[3]), int(told[4]))
