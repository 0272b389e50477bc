"""Why First? for four players, written by hand in plain Python, to compare the interpreter's speed with.

The players choose at random, all options equally likely; the cards are shuffled once a stage. Nothing is checked, explained or
recorded.
"""

from __future__ import annotations

import random

PLAYERS = 4
STAGES = 5
ROUNDS = 5
BACK, FRONT = -12, 16
COPIES = {-4: 1, -3: 3, -2: 4, -1: 5, 1: 6, 2: 5, 3: 4, 4: 3, 5: 1}
DECK = [value for value, copies in COPIES.items() for _ in range(copies)]


def play(generator: random.Random) -> tuple[list[int], list[int]]:
    """The points of the players after one game, and the seats of those who won."""
    points = [0] * PLAYERS
    for _ in range(STAGES):
        for seat, gained in enumerate(play_stage(generator)):
            points[seat] += gained
    totals = sorted(set(points), reverse=True)
    second = totals[1] if len(totals) > 1 else totals[0]
    return points, [seat for seat in range(PLAYERS) if points[seat] == second]


def play_stage(generator: random.Random) -> list[int]:
    """The points that each player gets from one stage."""
    figures = [0] * PLAYERS
    stock = DECK[:]
    generator.shuffle(stock)
    hands = [[stock.pop() for _ in range(ROUNDS)] for _ in range(PLAYERS)]
    for number in range(1, ROUNDS + 1):
        steps = [0] * PLAYERS
        for seat, hand in enumerate(hands):
            card = hand.pop(generator.randrange(len(hand)))
            target = generator.randrange(PLAYERS) if number < ROUNDS else seat
            steps[target] += card
        for seat in range(PLAYERS):
            figures[seat] = min(max(figures[seat] + steps[seat], BACK), FRONT)
    spaces = sorted(set(figures), reverse=True)
    if len(spaces) < 2:
        return [0] * PLAYERS
    return [space if space == spaces[1] else 0 for space in figures]
