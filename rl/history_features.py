"""What a seat remembers, as numbers from 0 to 1: the choices it heard, and a digest of all that it saw and heard."""

from __future__ import annotations

from collections.abc import Iterator

from ..interpreter import Chosen
from ..program.features import Piece
from .game import LearningGame
from .position import Position

LONGEST = 512
"""The largest number of choices that are remembered one by one; earlier ones only change the digest."""

BITS = 64
"""The number of bits of the digest that stand at the end."""


def remembered(game: LearningGame) -> int:
    """How many choices are remembered one by one."""
    return min(LONGEST, game.answers)


def recall_pieces(game: LearningGame) -> tuple[Piece, ...]:
    """The pieces of the vector: the last choices, latest first, and the bits of the digest.

    A choice has one number for each seat, 1 for the one that made it, and one number for the option.
    """
    width = len(game.program.seats) + 1
    return Piece("choices", remembered(game) * width), Piece("digest", BITS)


def recalled(position: Position, seat: int) -> Iterator[tuple[str, list[float]]]:
    """The pieces for one seat, by name.

    Equal information states give equal numbers; different ones give different numbers, except with a probability of 2**-64.
    """
    game, history = position.game, position.history(seat)
    seats, most = len(game.program.seats), remembered(game)
    heard = [each for moment in history.moments for each in moment.heard if isinstance(each, Chosen)]
    choices: list[float] = []
    for each in heard[: -most - 1 : -1]:
        choices += [float(each.actor == other) for other in range(seats)]
        choices.append((each.option.code + 2) / (game.program.codes + 2))
    yield "choices", choices + [0.0] * (most * (seats + 1) - len(choices))
    word = int.from_bytes(history.digest[: BITS // 8], "big")
    yield "digest", [float(word >> bit & 1) for bit in range(BITS)]
