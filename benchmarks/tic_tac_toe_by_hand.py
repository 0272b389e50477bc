"""Tic-tac-toe written by hand in plain Python: both sides mark a free cell at random, all equally likely."""

from __future__ import annotations

import random

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
THROUGH = [[line for line in LINES if cell in line] for cell in range(9)]
"""The lines through each cell."""


def play(generator: random.Random) -> str:
    """The winner of one game: `X`, `O`, or the empty string for a draw."""
    mark = [""] * 9
    left = list(range(9))
    generator.shuffle(left)  # marking the cells in a random order is the same as choosing among the free ones each time
    side, other = "X", "O"
    for cell in left:
        mark[cell] = side
        for a, b, c in THROUGH[cell]:
            if mark[a] == mark[b] == mark[c]:
                return side
        side, other = other, side
    return ""
