"""The cards that a seat hears moving on its history, and what can be said of those that it does not see: what is shown of a zone
later tells what has come to it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from attrs import Factory, define, frozen

from ..interpreter.core.events import CardMoved, Faces, Happening, Instance, Revealed, Rotated, sees
from ..interpreter.core.rng import Stream
from ..interpreter.core.zones import layout
from ..interpreter.observations import Observation, ObservationHistory
from ..interpreter.state import NATURE
from ..program.ir import Program
from ..simulation.events import Notation

SEEN = -1
"""Instead of the first slot of a zone that the seat sees."""
UNKNOWN = -1
"""Instead of a kind."""
MIXED = -2
"""Instead of a source: cards have changed places, and nobody can follow each."""


@define
class Move:
    """A card that goes from a zone to another: their first slots, the kind that leaves, the kind that comes, and how many cards
    lay in the source. Where it is not sure which of several moves it was, only the kind that leaves is said of one that nature
    *drew*.
    """

    source: int
    target: int
    left: int
    come: int
    size: int
    drew: bool


@frozen
class Shown:
    """All the cards of a zone are shown."""

    base: int
    kinds: tuple[int, ...]


@frozen
class Mixed:
    """The cards of each of these zones go to the next one; their kinds, where the seat sees them in one of the two."""

    bases: tuple[int, ...]
    kinds: tuple[tuple[int, ...] | None, ...]


Flow = Move | Shown | Mixed


@define
class _Zone:
    """What has come to a zone since it was empty, as far as that can be followed: kinds, and moves of cards that were not
    seen."""

    kinds: Counter[int] = Factory(Counter)
    moves: list[Move] = Factory(list)
    vague: bool = False


@frozen(eq=False)
class Moves:
    """What the seat hears of cards, for each observation of a history."""

    program: Program
    notation: Notation
    history: ObservationHistory
    start: tuple[int, ...]
    """The vector in which the history begins."""

    def row(self, variant: int) -> tuple[int, ...]:
        """The moves as integers: the number of zone instances that the seat does not see, and the length of the row; for each
        of these its first slot, the number of kinds, and where its ordered parts begin; for each move source, target, and the
        kinds that leave and come.

        Where it may have been one or another that was shown later, a *variant* says which, at random. What is shown leaves its
        zone and comes back.
        """
        flows = self.flows()
        hidden = self._hidden()
        _deduce({base: _Zone(vague=self.start[base] > 0) for base in hidden[::4]}, flows, Stream(variant))
        return self._row(hidden, flows)

    def plain(self, flows: list[Flow]) -> tuple[int, ...]:
        """The same row, of these flows; nothing is guessed."""
        return self._row(self._hidden(), flows)

    def _row(self, hidden: list[int], flows: list[Flow]) -> tuple[int, ...]:
        moves = [number for flow in flows for row in rows(flow) for number in row]
        return len(hidden) // 4, 2 + len(hidden) + len(moves), *hidden, *moves

    def _hidden(self) -> list[int]:
        hidden: list[int] = []
        for zone in self.program.zones:
            shape = layout(zone)
            for base in zone.bases:
                if self.hides(base):
                    hidden += [base, zone.kinds, shape.top, shape.bottom]
        return hidden

    def flows(self) -> list[Flow]:
        """All that the seat hears of cards, in its order."""
        flows, asked = list[Flow](), self.history.first
        for observation in self.history.observations:
            found = list(self._flows(observation))
            match found:
                case [Move() as move, *_]:
                    move.drew = asked == (NATURE,)
            flows += found
            asked = observation.asked
        return flows

    def open_behind(self) -> Iterator[int]:
        """Behind how many observations it is known what lies in every zone, some card having moved unseen since it last was: of
        the zones among which cards have moved unseen, one at most still has cards.
        """
        followed = _Followed({base: self.start[base] for base in self._hidden()[::4]})
        for number, observation in enumerate(self.history.observations, 1):
            for flow in self._flows(observation):
                followed.goes(flow)
            if followed.unseen and followed.sure:
                yield number
                followed.unseen = False

    def hides(self, base: int) -> bool:
        """Whether the seat does not see the zone instance with that first slot."""
        return not sees(self.program, self.notation.instance(base), self.history.seat)

    def count(self, observation: Observation) -> int:
        """How many moves the row has for an observation."""
        return sum(1 for flow in self._flows(observation) for _ in rows(flow))

    def _flows(self, observation: Observation) -> Iterator[Flow]:
        for event in observation.heard:
            found = self._flow(event)
            if found is not None:
                yield found

    def _flow(self, event: Happening) -> Flow | None:
        match event:
            case CardMoved(kind=None, stays=True):
                return None
            case CardMoved(kind=kind, source=source, target=target, size=size):
                moved = UNKNOWN if kind is None else kind
                return Move(self._base(source), self._base(target), moved, moved, size, drew=False)
            case Revealed(zone=zone, faces=Faces() as faces) if self._base(zone) != SEEN:
                return Shown(self._base(zone), _kinds(faces))
            case Rotated(zones, shown):
                kinds = tuple(None if faces is None else _kinds(faces) for faces in shown)
                return Mixed(tuple(self._base(zone) for zone in zones), kinds)
            case _:
                return None

    def _base(self, zone: Instance) -> int:
        return SEEN if sees(self.program, zone, self.history.seat) else self.notation.base(zone)


@define
class _Followed:
    """How many cards lie in the zones that the seat does not see, by their first slots, and among which of them cards have moved
    unseen: it is known what lies in all zones of a group together. *unseen* is whether any card has moved so.
    """

    sizes: dict[int, int]
    unseen: bool = False
    groups: dict[int, set[int]] = Factory(dict)

    @property
    def sure(self) -> bool:
        """Whether it is known what lies in each zone alone."""
        return all(sum(self.sizes[base] > 0 for base in group) <= 1 for group in self.groups.values())

    def goes(self, flow: Flow) -> None:
        """Notes what the seat hears."""
        match flow:
            case Move(source, target, kind):
                for base, more in ((source, -1), (target, 1)):
                    if base != SEEN:
                        self.sizes[base] += more
                if kind == UNKNOWN and SEEN not in (source, target):
                    self._joined((source, target))
            case Mixed(bases, shown):
                counts = [self.sizes[base] if kinds is None else len(kinds) for base, kinds in zip(bases, shown, strict=True)]
                hidden = [base for base in bases if base != SEEN]
                for base, count in zip((*bases[1:], bases[0]), counts, strict=True):
                    if base != SEEN:
                        self.sizes[base] = count
                if None in shown:
                    self._joined(hidden)
            case Shown(base):
                self._parted(base)
        for base in [base for base in self.groups if self.sizes[base] == 0]:
            self._parted(base)

    def _joined(self, bases: Iterable[int]) -> None:
        self.unseen = True
        group = {each for base in bases for each in self.groups.get(base, {base})}
        self.groups.update(dict.fromkeys(group, group))

    def _parted(self, base: int) -> None:
        self.groups.pop(base, {base}).discard(base)


def _kinds(faces: Faces) -> tuple[int, ...]:
    return (*(kind for kind, count in enumerate(faces.loose) for _ in range(count)), *faces.top, *faces.bottom)


def rows(flow: Flow) -> Iterator[tuple[int, int, int, int]]:
    """Source, target, and the kinds that leave and come, of each move that it is."""
    match flow:
        case Move(source, target, left, come) if source == target != SEEN and left != UNKNOWN:
            yield source, SEEN, left, left
            yield SEEN, target, come, come
        case Move(source, target, left, come):
            yield source, target, left, come
        case Shown(base, kinds):
            yield from ((base, SEEN, kind, kind) for kind in kinds)
            yield from ((SEEN, base, kind, kind) for kind in kinds)
        case Mixed(bases, shown):
            for base, cards in zip(bases, shown, strict=True):
                yield from ((base, SEEN, kind, kind) for kind in cards or ())
            for base, cards in zip((*bases[1:], bases[0]), shown, strict=True):
                yield from ((SEEN, base, kind, kind) for kind in cards or ())
            if None in shown:
                yield MIXED, MIXED, UNKNOWN, UNKNOWN


def _deduce(zones: dict[int, _Zone], flows: list[Flow], rng: Stream) -> None:
    """Gives those moves a kind whose card is seen later, where it has come to a zone that was empty not long before."""
    for flow in flows:
        match flow:
            case Move(source, target, kind, _, size):
                if source != SEEN:
                    _leave(zones[source], kind, size, rng)
                if target != SEEN and kind != UNKNOWN:
                    zones[target].kinds[kind] += 1
                elif target != SEEN:
                    zones[target].moves.append(flow)
            case Shown(base, kinds):
                zones[base] = _shown(zones[base], kinds, rng)
            case Mixed(bases, shown):
                before = [
                    _Zone(Counter(kinds)) if base == SEEN else zones[base] if kinds is None else _shown(zones[base], kinds, rng)
                    for base, kinds in zip(bases, shown, strict=True)
                ]
                for base, zone in zip((*bases[1:], bases[0]), before, strict=True):
                    if base != SEEN:
                        zones[base] = zone


def _shown(zone: _Zone, kinds: tuple[int, ...], rng: Stream) -> _Zone:
    """The zone when all that is in it is known."""
    if not zone.vague:
        for kind in (Counter(kinds) - zone.kinds).elements():
            _name(zone, kind, rng)
    return _Zone(Counter(kinds))


def _leave(zone: _Zone, kind: int, size: int, rng: Stream) -> None:
    if kind == UNKNOWN:
        zone.vague = True
    elif zone.kinds[kind] > 0:
        zone.kinds[kind] -= 1
    elif not zone.vague:
        _name(zone, kind, rng)
    if size == 1:
        zone.kinds, zone.moves, zone.vague = Counter(), [], False


def _name(zone: _Zone, kind: int, rng: Stream) -> None:
    """One of the cards that have come unseen is of that kind."""
    if zone.moves:
        sure = len(zone.moves) == 1
        move = zone.moves.pop(rng.below(len(zone.moves)))
        move.left = kind
        move.come = kind if sure or not move.drew else UNKNOWN
