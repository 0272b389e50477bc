"""Appending events to the log of a match."""

from __future__ import annotations

from attrs import frozen

from ...program.ir import Message, Reveal, Zone
from ...program.ops import calculations
from ..core.events import Faces, Happening, Held, Instance, Origin, Revealed
from ..core.runtime_errors import indices
from ..core.spoken import spoken
from ..core.zones import Layout, at_bottom, loose, on_top
from .context import Context, Evaluation
from .expressions import value


@frozen
class Rendering:
    """A compiled message: its values and conditions in all languages, one after the other."""

    message: Message
    numbers: tuple[Evaluation, ...]


def note(context: Context, s: list[int], happening: Happening, sentence: int) -> None:
    """Appends what a sentence brought about to the log, if there is one; while all decide together it is held back from the other
    seats.
    """
    if context.log is None:
        return
    origin = Origin(sentence, tuple([s[slot] for slot in context.counted]))
    if context.together is None:
        context.log.note(happening, origin)
    else:
        context.log.note(Held(s[context.together.seat], happening), origin)


def instance(number: int, zone: Zone, base: int) -> Instance:
    """The instance of a zone whose first slot is *base*."""
    return Instance(number, indices(zone.extents, base - zone.base))


def faces_of(s: list[int], base: int, shape: Layout) -> Faces:
    """The faces in the zone instance with this first slot."""
    return Faces(tuple(loose(s, base, shape)), on_top(s, base, shape), at_bottom(s, base, shape))


def revealed(context: Context, s: list[int], op: Reveal, base: int, shape: Layout, to: int | None) -> Revealed:
    """The event that the faces in a zone instance are shown to the seat *to* (None: to everyone)."""
    number = op.zone.zone
    return Revealed(instance(number, context.program.zones[number], base), faces_of(s, base, shape), to, op.secret)


def rendering(context: Context, message: Message) -> Rendering:
    """The message with its values compiled."""
    numbers = (value(context, each) for _, pieces in message.languages for each in calculations(pieces))
    return Rendering(message, tuple(numbers))


def render(context: Context, compiled: Rendering, s: list[int]) -> tuple[tuple[str, str], ...]:
    """The message in every language, with the current values."""
    return spoken(context.program, compiled.message, [number(s) for number in compiled.numbers])
