"""Noting what happens, for those who listen."""

from __future__ import annotations

from ...program.ir import Message, Zone, ZoneAt
from ..core.events import Faces, Happening, Held, Instance, Revealed
from ..core.runtime_errors import indices, written
from ..core.zones import Layout, at_bottom, loose, on_top
from .context import Context, Evaluation
from .expressions import value

Rendering = tuple[tuple[str, tuple[str | tuple[Evaluation, int | None], ...]], ...]


def note(context: Context, s: list[int], happening: Happening) -> None:
    """Write down what happens; what a seat does while all decide together is held back from the others."""
    if context.log is None:
        return
    if context.together is None:
        context.log.signals.append(happening)
    else:
        context.log.signals.append(Held(s[context.together.seat], happening))


def instance(number: int, zone: Zone, base: int) -> Instance:
    """The instance of a zone that begins at a slot."""
    return Instance(number, indices(zone.extents, base - zone.base))


def revealed(context: Context, s: list[int], at: ZoneAt, base: int, shape: Layout, to: int | None) -> Revealed:
    """The event of faces shown."""
    faces = Faces(tuple(loose(s, base, shape)), on_top(s, base, shape), at_bottom(s, base, shape))
    return Revealed(instance(at.zone, context.program.zones[at.zone], base), faces, to)


def rendering(context: Context, message: Message) -> Rendering:
    """A message whose values are compiled."""
    return tuple(
        (tongue, tuple(part if isinstance(part, str) else (value(context, part.value), part.domain) for part in parts))
        for tongue, parts in message.languages
    )


def render(context: Context, compiled: Rendering, s: list[int]) -> tuple[tuple[str, str], ...]:
    """The message in every language, with the values of this moment."""
    texts = []
    for tongue, parts in compiled:
        words = []
        for part in parts:
            match part:
                case str():
                    words.append(part)
                case (number, domain):
                    words.append(written(context.program, domain, number(s), tongue))
        texts.append((tongue, "".join(words)))
    return tuple(texts)
