"""A trail as a row of integers, and worlds drawn along it by the listening form.

The row has, for each moment: its length, the index of the seat's own answer (-1: another's), the number of options that it had,
who is asked behind it (bit 0 for nature, bit seat + 1 for a seat), the length of what was heard, how many copies there are of
the card that was seen first (0: of none), the number of the first move of a card in it, what was heard (as `Notation.heard`
writes it), and code and weight of each own option. At the end stands 0, who is asked now, the number of options of the seat
(-1: it is not asked), and code and weight of each.
"""

from __future__ import annotations

from collections.abc import Iterable, MutableSequence, Sequence
from time import perf_counter

from attrs import frozen

from ..interpreter.core.events import CardMoved, Option
from ..interpreter.core.rng import GAMMA, Stream
from ..interpreter.trail import Moment, Trail
from ..program.ir import Program
from .compile.loaded import Loaded
from .emit.module import Form
from .emit.noting import HELD_FIRST, HELD_NEXT, NOTED
from .emit.replaying import FORCED, LINE, LONGEST, PLANNED, TOLD, Ending
from .engine import Engine, word
from .events import Notation
from .moves import Moves
from .runtime.fault import Fault
from .unseen import Unseen

Line = tuple[tuple[int, int], ...]
"""Answers, each with the actor and the index of its option."""

@frozen
class World:
    """A world that agrees with a trail, or that came furthest along it: its vector, and the answers that led there.

    *weights* has for each of these answers what those options weighed of which it was drawn, and what all weighed. *moments* is
    how far it came, as a place of the row of the trail; *tried* is how many answers were tried for it, and *attempts* how many
    worlds were begun.
    """

    ending: Ending
    slots: tuple[int, ...]
    line: Line
    weights: tuple[tuple[int, int], ...]
    moments: int
    tried: int
    attempts: int

    @property
    def agrees(self) -> bool:
        """Whether the whole trail lies behind it."""
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
"""So many in a row that agree with the trail are enough."""
CHANGES = 16
"""So often a card is changed, for each that moved unseen."""
MOST_CHANGES = 1_000
"""So often at most, for one world."""
PROBES = 4_000
"""So many worlds are tried at a moment at most, to find one in which what was heard can be."""
ATTEMPTS, FULL = 12, 6
"""So many worlds are begun with other cards; so often all cards are changed, then each time half as often as before."""


def asked_bits(asked: Iterable[int]) -> int:
    """Who is asked, as bits."""
    return sum(1 << actor + 1 for actor in asked)


def trail_row(program: Program, notation: Notation, trail: Trail, moves: Moves) -> tuple[int, ...]:
    """The row of a trail."""
    found = list[int]()
    before = 0
    for moment in trail.moments:
        found += _moment(program, notation, moment, before)
        before += moves.count(moment)
    found += [0, asked_bits(trail.asked)]
    return (*found, *([-1] if trail.open is None else [len(trail.open.options), *_pairs(trail.open.options)]))


def _moment(program: Program, notation: Notation, moment: Moment, before: int) -> list[int]:
    heard, own = notation.heard(moment.heard), moment.own
    copies = 0
    match moment.heard:
        case (CardMoved(deck=deck, kind=int(kind)), *_):
            copies = program.decks[deck].copies[kind]
        case _:
            pass
    options = () if own is None else own.options
    known = [-1 if own is None else own.index, len(options), asked_bits(moment.asked), len(heard), copies, before]
    row = [*known, *heard, *_pairs(options)]
    return [1 + len(row), *row]


def _pairs(options: Sequence[Option]) -> list[int]:
    return [number for option in options for number in (option.code, option.weight)]


class Replays:
    """Worlds drawn along the trails of a Program, by its listening form. Not for several threads at a time."""

    def __init__(self, engine: Engine, code: Loaded | None = None, *, prepares: bool = True) -> None:
        """*code* is the listening form; without it that of the engine is taken as it is there (`Engine.now`), compiled once
        that is worth it. Where it *prepares*, it finds out for a trail which cards can have moved unseen, before it draws worlds
        that need not come by the stated odds: that takes long in plain Python.
        """
        self._prepares = prepares
        self.program = engine.program
        self.notation = Notation(engine.program)
        self._engine = engine if code is None else None
        self._load(code or engine.now(Form.LISTENING))

    def _load(self, made: Loaded) -> None:
        self._code = made
        self._s, self._base, self._far = (made.vector(self.program.start) for _ in range(3))
        self._m = made.numbers(made.emitted.memory)
        self._o, self._w = (made.numbers(made.emitted.options) for _ in range(2))
        self._h, self._line = made.numbers(NOTED), made.numbers(LINE * LONGEST)
        self._trail: Trail | None = None
        self._row: Sequence[int] = ()
        self._moves: list[Sequence[int]] = []
        self._heard: Moves
        self._unseen: Unseen | None = None
        self._pilot: list[int] | None = None
        self._held: tuple[int, ...] = ()
        self._forced = 0, 0

    def world(self, trail: Trail, seed: int, most: int, strict: bool) -> World:
        """A world drawn along the trail by a stream that begins at *seed*, a 64-bit word; about *most* answers are tried at most.

        Where *strict*, worlds come as often as nature makes them likely, choices that the seat did not hear being made at
        random by weight, and those that it heard not weighed. Raises PlayError where the match cannot begin, ValueError where
        the trail is not one of this Program.
        """
        begun = perf_counter()
        if self._engine is not None and (now := self._engine.now(Form.LISTENING)) is not self._code:
            self._load(now)
        if trail is not self._trail:
            self._take(trail)
        found = self._planned(trail, seed, most) if self._prepares and not strict else None
        found = found or self._tried(trail, seed, most, strict)
        if self._engine is not None:
            self._engine.used(self._code.level, Form.LISTENING, perf_counter() - begun)
        return found

    def _planned(self, trail: Trail, seed: int, most: int) -> World | None:
        """A world in which the cards that moved unseen are drawn by what is known of them; None where that finds none."""
        if self._unseen is None:
            self._unseen = Unseen(self._code, self._heard)
            self._prepare(trail, self._unseen, PREPARING * max(most, LEAST))
        unseen, kinds = self._unseen, self._pilot
        if kinds is None:
            return None
        rng, told = Stream(seed), self._code.numbers(TOLD)
        for attempt in range(ATTEMPTS):
            times = 0 if attempt == ATTEMPTS - 1 else CHANGES * unseen.size >> max(0, attempt - FULL)
            unseen.settled(kinds, rng.word(), min(times, MOST_CHANGES))
            if self._along(trail, unseen, told, rng.word(), told[3] + most):
                return self._world(Ending.ARRIVED, told)
        return None

    def _prepare(self, trail: Trail, unseen: Unseen, most: int) -> None:
        """Finds out what is needed for worlds along a trail, until they agree with it, or enough was tried."""
        self._pilot = None
        if not unseen.found:
            return
        rng, kinds, lived, stuck, spent = Stream(0), unseen.best, 0, 0, 0
        out, told = self._code.numbers(10 * len(self._base)), self._code.numbers(TOLD)
        for _ in range(ROUNDS):
            right = False
            while not right:
                if spent > most:
                    return
                kinds, right = unseen.settled(kinds, rng.word(), CHANGES * unseen.size)
                spent += CHANGES * unseen.size // 4
            if self._along(trail, unseen, told, rng.word(), told[3] + most):
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
            arrays = self._s, self._m, self._o, self._w, self._row, self._h, unseen.row, need, out
            try:
                count = self._code.call("probe", *arrays, trail.seat, at, PROBES)
            except Fault:
                count = -1
            spent += int(need[0])
            stuck = 0 if count > 0 and unseen.learned(time, out, count) else stuck + 1
            if stuck == STUCK:
                return

    def _along(self, trail: Trail, unseen: Unseen, told: MutableSequence[int], seed: int, most: int) -> bool:
        """Whether the world that goes by the row of moves agrees with the trail."""
        told[0], told[1], told[2] = *self._forced, word(seed)
        self._s[:] = self._base
        self._hold(self._held)
        told[4] += 1
        arrays = self._s, self._m, self._o, self._w, self._row, self._h, self._line, told, unseen.row
        try:
            return self._code.call("replay", *arrays, trail.seat, PLANNED, most) == Ending.ARRIVED.value
        except Fault:
            return False

    def _tried(self, trail: Trail, seed: int, most: int, strict: bool) -> World:
        """A world that was drawn answer by answer, or the one that came furthest."""
        if not strict and len(self._moves) < VARIANTS:
            self._moves += [self._code.long(self._heard.row(variant)) for variant in range(1, VARIANTS)]
        told = self._code.numbers(TOLD)
        told[2] = word(seed)
        ending, variant = Ending.TRIED_ENOUGH, seed
        while told[3] < most and ending is Ending.TRIED_ENOUGH:
            told[0], told[1] = self._forced
            self._hold(self._held)
            enough = most if strict else min(most, int(told[3]) + EACH)
            moves = self._moves[variant % len(self._moves)]
            arrays = self._base, self._s, self._far, self._m, self._o, self._w, self._row, self._h, self._line, told, moves
            try:
                ending = Ending(self._code.call("attempts", *arrays, trail.seat, int(strict), enough))
            except Fault:  # the rules fail in that world, so it is none
                told[2] = word((int(told[2]) + GAMMA) % 2**64)
                told[3] += 1
                told[4] += 1
            variant += 1
        return self._world(ending, told)

    def _world(self, ending: Ending, told: Sequence[int]) -> World:
        agrees = ending is Ending.ARRIVED
        line, weights = self._answers(int(told[1]) if agrees else 0)
        slots = tuple(map(int, self._s if agrees else self._far if told[4] else self._base))
        return World(ending, slots, line, weights, int(told[5]), int(told[3]), int(told[4]))

    def _answers(self, count: int) -> tuple[Line, tuple[tuple[int, int], ...]]:
        rows = [tuple(map(int, self._line[LINE * at : LINE * at + 5])) for at in range(count)]
        return tuple((row[0], row[1]) for row in rows), tuple((row[3], row[4]) for row in rows)

    def _take(self, trail: Trail) -> None:
        """Goes along a trail as far as it alone decides what happens: every world begins there."""
        program, made = self.program, self._code
        moves = Moves(program, self.notation, trail)
        row = trail_row(program, self.notation, trail, moves)
        self._row = made.long(row)
        self._heard, self._unseen, self._pilot = moves, None, None
        self._moves = [made.long(moves.row(0))]
        self._base = made.vector(program.start)
        try:
            made.call("start", self._base, self._m)
        except Fault as fault:
            raise made.emitted.told(program, fault.site, self._m) from None
        if asked_bits(trail.first) != made.call("asking", self._base, self._m):
            raise ValueError("the trail is not one of this game")
        told = made.numbers(TOLD)
        arrays = self._base, self._m, self._o, self._w, self._row, self._h, self._line, told, self._moves[0]
        made.call("replay", *arrays, trail.seat, FORCED, LONGEST)
        self._forced = int(told[0]), int(told[1])
        self._held = tuple(map(int, self._m[self._m[HELD_FIRST] : self._m[HELD_NEXT]]))
        self._trail = trail

    def _hold(self, held: tuple[int, ...]) -> None:
        first = int(self._m[HELD_FIRST])
        self._m[first : first + len(held)] = self._code.long(held)
        self._m[HELD_NEXT] = first + len(held)
