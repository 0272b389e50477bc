"""Worlds drawn along the histories of a Program by its listening form.

Where it is known what lies in every zone, because all cards were gathered or shown, and no value is hidden either, nothing before
matters for what is hidden later. The answers up to there are found once for a match, one such stretch after another, and worlds
that need not come by the stated odds are drawn along the last one alone.

A stretch begins where `ALIKE` worlds have the same vector. `LAW` is said of worlds drawn from the start, and from where a stretch
begins, if nothing there can be otherwise: no pile has an order that the seat does not see, and no hidden name has a value.
"""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter

from attrs import frozen

from ..interpreter.core.events import sees, sees_at
from ..interpreter.core.rng import mix
from ..interpreter.core.zones import layout
from ..interpreter.observations import Observation, ObservationHistory
from ..interpreter.views import cells
from ..program.local_names import veiled_slots
from ..simulation.compile.loaded import Loaded
from ..simulation.emit.module import Form
from ..simulation.emit.replaying import Ending
from ..simulation.engine import Engine
from ..simulation.runtime.fault import Fault
from .heard_moves import Moves
from .segments import Opening, Room, Stretch, World, asked_bits

ALIKE = 6
"""So many worlds must have come to the same vector, so that a stretch begins with it."""
CLOSING = 4_000
"""So many answers are tried for each of them."""
TRIES = 3
"""So many places in a row where a stretch might begin are tried in vain, before no more are looked for."""


@frozen(eq=False)
class _Break:
    """A place where a stretch might begin: the observations before, the last of them, and the opening; None where worlds
    differ.
    """

    passed: int
    observation: Observation
    opening: Opening | None

    def lies_on(self, history: ObservationHistory) -> bool:
        """Whether that history begins with these observations, which are compared by identity, as they come from one match."""
        return self.passed <= len(history.observations) and history.observations[self.passed - 1] is self.observation


class Replays:
    """Worlds drawn along the histories of a Program, by its listening form. Not for several threads at a time."""

    def __init__(self, engine: Engine, code: Loaded | None = None, *, prepares: bool = True) -> None:
        """*code* is the listening form; without it that of the engine is taken as it is there (`Engine.now`), compiled once
        that is worth it. Where it *prepares*, it finds out for a history which cards can have moved unseen, before it draws
        worlds that need not come by the stated odds: that takes long in plain Python.
        """
        self.prepares = prepares
        self.program = engine.program
        self._engine = engine if code is None else None
        self._load(code or engine.now(Form.LISTENING))

    @property
    def code(self) -> Loaded:
        """The listening form that it runs."""
        return self._code

    def _load(self, made: Loaded) -> None:
        self._code, self._room = made, Room(self.program, made)
        self._trail: ObservationHistory | None = None
        self._stretches: dict[int, Stretch] = {}
        self._breaks: dict[int, list[_Break]] = {}
        self._start = Opening(self.program.start)
        self._last: Opening | None = None

    def world(self, history: ObservationHistory, seed: int, most: int, strict: bool) -> World:
        """A world drawn along the history by a stream that begins at *seed*, a 64-bit word; about *most* answers are tried at
        most.

        Where *strict*, worlds come as often as nature makes them likely, choices that the seat did not hear being made at
        random by weight, and those that it heard not weighed; they are drawn along the whole history, or along the last stretch
        where nothing can be otherwise at its beginning. Raises PlayError where the match cannot begin, ValueError where
        the history is not one of this Program.
        """
        begun = perf_counter()
        if self._engine is not None and (now := self._engine.now(Form.LISTENING)) is not self._code:
            self._load(now)
        if history is not self._trail:
            self._take(history)
        if self._last is None:
            self._last = self._opening(history) if self.prepares else self._start
        found = World(Ending.TRIED_ENOUGH, self._last.slots, (), (), 0, 0, 0)
        for opening in self._openings(self._last) if strict else (self._last,):
            if not found.agrees:
                found = self._stretch(history, opening).world(seed, most, strict, self.prepares)
        if self._engine is not None:
            self._engine.used(self._code.level, Form.LISTENING, perf_counter() - begun)
        return found

    def _openings(self, last: Opening) -> Iterator[Opening]:
        """Where worlds that come by the stated odds begin: at the start of the match, and where nothing can be otherwise."""
        if last.lawful:
            yield self._start
        if last.certain and last.passed:
            yield last

    def _take(self, history: ObservationHistory) -> None:
        """Begins the match of a history."""
        made, m = self._code, self._room.m
        vector = made.vector(self.program.start)
        try:
            made.call("start", vector, m)
        except Fault as fault:
            raise made.emitted.told(self.program, fault.site, m) from None
        if asked_bits(history.first) != made.call("asking", vector, m):
            raise ValueError("the history is not one of this game")
        self._start, self._last, self._stretches, self._trail = Opening(tuple(map(int, vector))), None, {}, history

    def _stretch(self, history: ObservationHistory, opening: Opening) -> Stretch:
        if opening.passed not in self._stretches:
            self._stretches[opening.passed] = Stretch(self._room, history, opening)
        return self._stretches[opening.passed]

    def _opening(self, history: ObservationHistory) -> Opening:
        """Where the last stretch of a history begins; nothing but the observations before decides that."""
        if self._hides_values(history.seat):
            return self._start
        known = self._breaks.setdefault(history.seat, [])
        while known and not known[-1].lies_on(history):
            known.pop()
        opening = next((each.opening for each in reversed(known) if each.opening is not None), self._start)
        for passed in list(self._places(history, opening)):
            if len(known) >= TRIES and all(each.opening is None for each in known[-TRIES:]):
                break
            if not known or passed > known[-1].passed:
                known.append(_Break(passed, history.observations[passed - 1], self._opened(history, opening, passed)))
                opening = known[-1].opening or opening
        return opening

    def _hides_values(self, seat: int) -> bool:
        """Whether the seat does not see some value: what it was may matter for good."""
        values = ((place, index) for place in self.program.places for index, _ in cells(place.base, place.extents))
        return any(not sees_at(place, index, seat) for place, index in values)

    def _places(self, history: ObservationHistory, opening: Opening) -> Iterator[int]:
        """Behind how many observations a stretch might begin, behind that opening."""
        rest = ObservationHistory(history.seat, history.first, history.observations[opening.passed :], None)
        for behind in Moves(self.program, self._room.notation, rest, opening.slots).open_behind():
            yield opening.passed + behind

    def _opened(self, history: ObservationHistory, opening: Opening, passed: int) -> Opening | None:
        """The opening behind so many observations, where worlds that begin at an earlier one are all alike there."""
        before = ObservationHistory(history.seat, history.first, history.observations[:passed], None)
        stretch, found = Stretch(self._room, before, opening), list[World]()
        while len(found) < ALIKE:
            world = stretch.world(mix(len(found) + 1), CLOSING, strict=False, prepares=True)
            if not world.agrees or self._room.held or any(world.slots != each.slots for each in found):
                return None
            found.append(world)
        lawful = opening.lawful and Stretch(self._room, before, self._start).world(1, CLOSING, strict=True, prepares=False).agrees
        certain = opening.certain and not any(found[0].slots[slot] for slot in self._veiled(history.seat, found[0].slots))
        return Opening(found[0].slots, found[0].line, found[0].weights, passed, lawful, certain)

    def _veiled(self, seat: int, slots: tuple[int, ...]) -> Iterator[int]:
        """The slots of hidden names, and those that count the cards in order in zones that the seat does not see."""
        yield from (slot for slot in self.program.cached(veiled_slots) if slot < len(slots))
        for zone in self.program.zones:
            shape = layout(zone)
            for base in zone.bases:
                if not sees(self.program, self._room.notation.instance(base), seat):
                    yield from (base + part for part in (shape.top, shape.bottom) if part)
