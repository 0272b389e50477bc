"""The events of a match, and what each seat may hear of them."""

from __future__ import annotations

from threading import local
from typing import assert_never

from attrs import evolve, fields, frozen

from ...program.ir import NOTHING, End, Place, Program, Visibility, Zone


@frozen
class Option:
    """One answer to a decision: the alternative and its name, the arguments, the stable code, and a weight (copies of cards).

    *faces* are the kinds of the cards at the places that are its arguments, as the seat that is asked sees them: NOTHING for an
    argument that is no place, and for a card whose face it does not see. It is empty where there is nothing to show.
    """

    name: str
    arguments: tuple[int, ...]
    code: int
    weight: int
    alternative: int
    faces: tuple[int, ...] = ()


@frozen
class Instance:
    """One instance of a zone: which zone, and its index values."""

    zone: int
    index: tuple[int, ...]


@frozen
class Chosen:
    """A seat has answered at a stop; if *private*, no other seat hears it.

    *origins* has the zone instance that each argument was chosen from (None: it is not a card of a zone).
    """

    actor: int
    stop: int
    option: Option
    origins: tuple[Instance | None, ...]
    private: bool


def _as_before(event: CardMoved | Revealed | Told | Said) -> str:
    """The fields, without those that say no more than is usual: what was heard has the digest that it had before."""
    told = [each.name for each in fields(type(event)) if getattr(event, each.name) != each.default]
    return f"{type(event).__name__}({', '.join(f'{name}={getattr(event, name)!r}' for name in told)})"


@frozen(repr=False)
class CardMoved:
    """A card has moved; *kind* is None for a seat that sees neither zone and is none of those, as bits, to whom it is *shown*.

    A card that is shown where it lies leaves its zone and comes back.

    *position* is the position of the card in the ordered part *from_end*, -1 when it lay loose. Before the move the source held
    *size* cards, *among* of them loose.
    """

    deck: int
    kind: int | None
    source: Instance
    target: Instance
    from_end: End
    position: int
    to_end: End
    size: int
    among: int
    shown: int = 0

    __repr__ = _as_before

    @property
    def stays(self) -> bool:
        """Whether the card lies loose where it lay loose before."""
        return self.source == self.target and self.from_end is self.to_end is End.LOOSE


@frozen
class Shuffled:
    """The cards of a zone have lost their order."""

    zone: Instance


@frozen
class Faces:
    """The cards of a zone: the number of loose cards of each kind, and the kinds in order at the top and at the bottom."""

    loose: tuple[int, ...]
    top: tuple[int, ...]
    bottom: tuple[int, ...]


@frozen
class Rotated:
    """All cards of each zone went to the next one, those of the last to the first, as they lay.

    *faces* are the cards that each zone had before; None for a seat that sees neither this zone nor the next.
    """

    zones: tuple[Instance, ...]
    faces: tuple[Faces | None, ...]


@frozen(repr=False)
class Revealed:
    """The cards of a zone were shown to a seat (None: to everyone); *faces* is None for seats that only hear that it happened.

    Nobody else hears of a *secret* one.
    """

    zone: Instance
    faces: Faces | None
    to: int | None
    secret: bool = False

    __repr__ = _as_before


@frozen
class Marks:
    """Which cards of a zone are such: the number of loose ones, and of those in order each."""

    loose: int
    top: tuple[bool, ...]
    bottom: tuple[bool, ...]


@frozen(repr=False)
class Told:
    """A seat (None: everyone) was told which cards of a zone are of these *kinds*.

    For seats that hear only that somebody was told, *kinds* is empty and *marks* None: which kinds pass may be a secret. Nobody
    else hears of a *secret* one.
    """

    zone: Instance
    deck: int
    kinds: tuple[int, ...]
    marks: Marks | None
    to: int | None
    secret: bool = False

    __repr__ = _as_before


@frozen
class Changed:
    """A variable, score or piece has a new value."""

    place: int
    index: tuple[int, ...]
    old: int
    new: int


@frozen
class Picked:
    """Nature has picked a value, which the rules call *name*."""

    name: str
    domain: int | None
    value: int


@frozen(repr=False)
class Said:
    """A message of the rules for everybody, by language; the first language is the fallback.

    Where it is for one seat, only *to* hears it, or only the *others*. Whoever hears it hears no more than a message.
    """

    texts: tuple[tuple[str, str], ...]
    to: int | None = None
    others: bool = False

    __repr__ = _as_before

    def text(self, language: str) -> str:
        """The message in that language."""
        return dict(self.texts).get(language, self.texts[0][1])


@frozen
class Ended:
    """The match is over."""


Happening = Chosen | CardMoved | Shuffled | Rotated | Revealed | Told | Changed | Picked | Said | Ended


@frozen
class Held:
    """An event that one seat caused while all decide together: the other seats do not hear it yet."""

    seat: int
    happening: Happening


@frozen
class Released:
    """An event that one seat caused while all decided together, reported to the other seats once all have decided."""

    seat: int
    happening: Happening


Event = Happening | Held | Released


@frozen
class Opening:
    """All seats begin to decide together; *before* is the vector at this moment."""

    before: tuple[int, ...]


@frozen
class Closing:
    """All seats have decided."""


@frozen
class Pausing:
    """A pass of a counted loop is done, and the next begins; *loop* is the slot that counts them, *before* the vector between."""

    loop: int
    before: tuple[int, ...]


Signal = Happening | Held | Opening | Closing | Pausing


@frozen
class Origin:
    """Where an event comes from: the sentence of the rules, and the pass of each counted loop (`program/rounds.py`), else 0."""

    sentence: int
    passes: tuple[int, ...]


NOWHERE = Origin(-1, ())
"""The origin of what no sentence brings about: that a match is over, that a pass of a loop is, or that seats begin and end to
decide together.
"""


class EventLog(local):
    """The signals that a match with events appends to, and the origin of each; every thread has its own."""

    def __init__(self) -> None:
        self.signals: list[Signal] = []
        self.origins: list[Origin] = []

    def note(self, signal: Signal, origin: Origin) -> None:
        """Appends a signal."""
        self.signals.append(signal)
        self.origins.append(origin)

    def drain(self) -> list[Signal]:
        """The signals since the last call, which are removed."""
        return self.drain_all()[0]

    def drain_all(self) -> tuple[list[Signal], list[Origin]]:
        """The signals since the last call with their origins; both are removed."""
        drained = self.signals, self.origins
        self.signals, self.origins = [], []
        return drained


def heard(program: Program, event: Event, seat: int) -> Happening | None:
    """The event as that seat may hear it, or None when it hears nothing of it."""
    match event:
        case Held(owner, happening):
            return _heard(program, happening, seat) if owner == seat else None
        case Released(owner, happening):
            return _heard(program, happening, seat) if owner != seat else None
        case _:
            return _heard(program, event, seat)


def _heard(program: Program, event: Happening, seat: int) -> Happening | None:
    match event:
        case Chosen():
            return _chosen(program, event, seat)
        case CardMoved():
            if sees(program, event.source, seat) or sees(program, event.target, seat) or event.shown >> seat & 1:
                return event
            return evolve(event, kind=None)
        case Revealed():
            if event.to in (None, seat):
                return event
            if event.secret:
                return None
            return event if sees(program, event.zone, seat) else evolve(event, faces=None)
        case Rotated(zones, faces):
            seen_at = [sees(program, zone, seat) for zone in zones]
            shown = tuple(
                cards if here or there else None
                for cards, here, there in zip(faces, seen_at, [*seen_at[1:], seen_at[0]], strict=True)
            )
            return evolve(event, faces=shown)
        case Told():
            if event.to in (None, seat):
                return event
            return None if event.secret else evolve(event, kinds=(), marks=None)
        case Changed():
            place = program.places[event.place]
            return event if sees_at(place, event.index, seat) else None
        case Said(texts, to, others):
            if to is None:
                return event
            return None if (to == seat) is others else Said(texts)
        case Shuffled() | Picked() | Ended():
            return event
        case _:
            assert_never(event)


def _chosen(program: Program, event: Chosen, seat: int) -> Chosen | None:
    if seat == event.actor:
        return event
    if event.private:
        return None
    hidden = tuple(origin is not None and not sees(program, origin, seat) for origin in event.origins)
    if not any(hidden):
        return event
    masked = tuple(NOTHING if secret else argument for argument, secret in zip(event.option.arguments, hidden, strict=True))
    return evolve(event, option=evolve(event.option, arguments=masked, code=-1, weight=0))


def sees(program: Program, instance: Instance, seat: int) -> bool:
    """Whether the seat sees the faces in an instance of a zone."""
    return sees_at(program.zones[instance.zone], instance.index, seat)


def sees_at(thing: Zone | Place, index: tuple[int, ...], seat: int) -> bool:
    """Whether the seat sees what is declared, at that index."""
    if thing.sight is Visibility.SOME:
        return thing.seers[0 if thing.owner is None else index[thing.owner]] >> seat & 1 == 1
    return seen(thing.sight, thing.owner, index, seat)


def seen(sight: Visibility, owner: int | None, index: tuple[int, ...], seat: int) -> bool:
    """Whether the seat sees a thing with this sight; *owner* is the position of its owner in *index* (None: it has no owner)."""
    match sight:
        case Visibility.EVERYONE:
            return True
        case Visibility.NOBODY:
            return False
        case Visibility.OWNER:
            return owner is not None and index[owner] == seat
        case Visibility.OTHERS:
            return owner is None or index[owner] != seat
        case Visibility.SOME:
            raise ValueError("the thing itself tells which seats see it")
        case _:
            assert_never(sight)
