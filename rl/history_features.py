"""What a seat remembers, as numbers from 0 to 1: who was heard to choose what, and a digest of all that it experienced."""

from __future__ import annotations

from collections.abc import Iterator

from ..interpreter import Chosen
from .game import Game
from .position import Position
from .view_features import Piece

LONGEST = 512
"""So many choices are remembered one by one, those before them only by the digest."""

BITS = 64
"""The bits of the digest that stand at the end."""


def remembered(game: Game) -> int:
    """How many choices are remembered one by one."""
    return min(LONGEST, game.answers)


def recall_pieces(game: Game) -> tuple[Piece, ...]:
    """The parts: for each of the last choices who made it and which it was, latest first; how many; bits of the digest."""
    width = len(game.program.seats) + 1
    return Piece("choices", remembered(game) * width), Piece("digest", BITS)


def recalled(position: Position, seat: int) -> Iterator[tuple[str, list[float]]]:
    """The parts for one seat. Equal information states give equal numbers, others others but for a chance of 2**-64."""
    game, trail = position.game, position.trail(seat)
    seats, most = len(game.program.seats), remembered(game)
    heard = [each for moment in trail.moments for each in moment.heard if isinstance(each, Chosen)]
    choices: list[float] = []
    for each in heard[: -most - 1 : -1]:
        choices += [float(each.actor == other) for other in range(seats)]
        choices.append((each.option.code + 2) / (game.program.codes + 2))
    yield "choices", choices + [0.0] * (most * (seats + 1) - len(choices))
    word = int.from_bytes(trail.digest[: BITS // 8], "big")
    yield "digest", [float(word >> bit & 1) for bit in range(BITS)]
