"""What draws worlds along a trail faster than the interpreter can step through them."""

from __future__ import annotations

from typing import Protocol

from ..trail import Trail


class Drawn(Protocol):
    """A world that was drawn: whether it *agrees* with the whole trail, and then its vector and the answers that lead there."""

    @property
    def agrees(self) -> bool:
        """Whether the whole trail lies behind it."""
        ...

    @property
    def slots(self) -> tuple[int, ...]:
        """The vector."""
        ...

    @property
    def line(self) -> tuple[tuple[int, int], ...]:
        """The answers, each with the actor and the index of its option."""
        ...


class Drawer(Protocol):
    """Draws worlds along trails of one Program. `simulation.trails.Replays(engine)` is one, of emitted code."""

    def world(self, trail: Trail, seed: int, most: int, strict: bool) -> Drawn:
        """A world drawn along the trail by a stream that begins at *seed*; about *most* answers are tried at most.

        Where *strict*, worlds come with the odds that `imagine` states. Raises PlayError, and ValueError where the trail
        belongs to another Program.
        """
        ...
