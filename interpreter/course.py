"""The course of a match: what happened, and which sentence of the rules brought it about."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import frozen

from .core.events import NOWHERE, Closing, Event, Held, Opening, Origin, Pausing, Released, Signal


@frozen
class Noted:
    """An event and its origin.

    The origin of a `Released` event is that of the `Held` one that it tells again: None until `traced` has looked back to that.
    """

    event: Event
    origin: Origin | None


def noted(signals: Sequence[Signal], origins: Sequence[Origin], events: Iterable[Event]) -> tuple[Noted, ...]:
    """The events that `learn` made of signals, with the origins of these."""
    unheard = (Opening, Closing, Pausing)
    heard = (origin for signal, origin in zip(signals, origins, strict=True) if not isinstance(signal, unheard))
    return tuple([Noted(event, None if isinstance(event, Released) else next(heard)) for event in events])


@frozen
class Turn:
    """An answer, by a seat or by nature, and what it brought about. What happens before anybody is asked is a turn of nature."""

    actor: int
    happened: tuple[Noted, ...]


Waiting = dict[int, tuple[Origin, ...]]
"""By seat, the origins of the events that the others have not heard yet, in order."""


def traced(step: tuple[Noted, ...], waiting: Waiting) -> tuple[tuple[Noted, ...], Waiting]:
    """What was noted at a step, with all origins, and what waits behind it, where *waiting* does before."""
    found, left = [], dict(waiting)
    for each in step:
        match each:
            case Noted(Held(seat), Origin() as origin):
                left[seat] = (*left.get(seat, ()), origin)
                found.append(each)
            case Noted(Released(seat) as event, None):
                first, *rest = left.get(seat) or (NOWHERE,)
                left[seat] = tuple(rest)
                found.append(Noted(event, first))
            case _:
                found.append(each)
    return tuple(found), left
