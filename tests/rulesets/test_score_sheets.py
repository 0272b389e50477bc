"""Yahtzee against the same game written in plain Python, and what is known of its dice."""

from __future__ import annotations

from collections.abc import Generator
from fractions import Fraction
from itertools import combinations

import pytest

from rulerun.dsl.compile import compile_ruleset
from rulerun.dsl.text.source import Source
from rulerun.interpreter import NATURE
from rulerun.solver.perfect_information import solve

from ..support.battery import Setting, drawn, game_of, seeds
from ..support.cases import all_hold
from .test_cards import Asked, Play, asked, best, check, dialled

UPPER = ["ones", "twos", "threes", "fours", "fives", "sixes"]
LOWER = ["three_alike", "four_alike", "full_house", "small_straight", "large_straight", "yahtzee", "chance"]
KEPT = [
    " + ".join(map(str, kept)) or "none"
    for kept in sorted(
        (kept for size in range(6) for kept in combinations(range(1, 6), size)), key=lambda kept: sum(2**die for die in kept)
    )
]


def worth(box: str, dice: list[int], joker: bool) -> int:
    """What the dice count in a box."""
    ordered, faces = sorted(dice), set(dice)
    most = max(dice.count(face) for face in faces)
    run = max(length for length in range(1, 6) if any(set(range(face, face + length)) <= faces for face in range(1, 7)))
    match box:
        case "three_alike" | "four_alike":
            return sum(dice) if most >= (3 if box == "three_alike" else 4) else 0
        case "full_house":
            pair_and_three = ordered[0] == ordered[1] and ordered[3] == ordered[4] and ordered[2] in (ordered[1], ordered[3])
            return 25 if joker or (pair_and_three and len(faces) == 2) else 0
        case "small_straight":
            return 30 if joker or run >= 4 else 0
        case "large_straight":
            return 40 if joker or run == 5 else 0
        case "yahtzee":
            return 50 if len(faces) == 1 else 0
        case "chance":
            return sum(dice)
        case _:
            face = UPPER.index(box) + 1
            return face * dice.count(face)


def boxes(sheet: dict[str, int], dice: list[int], joker: bool) -> list[str]:
    """The boxes that may be filled."""
    free = [box for box in (*UPPER, *LOWER) if box not in sheet]
    own = UPPER[dice[0] - 1]
    if not joker:
        return free
    if own in free:
        return [own]
    return [box for box in free if box in LOWER] or free


def rolled(dice: list[int], which: list[int]) -> Generator[Asked, str, None]:
    """These dice are rolled, one after the other."""
    for at in which:
        dice[at] = int((yield asked(NATURE, [f"die {face}" for face in range(1, 7)])).removeprefix("die "))


def yahtzee(players: int, turns: int, jokers: bool) -> Play:
    """Yahtzee."""
    sheets: list[dict[str, int]] = [{} for _ in range(players)]
    more = [0] * players
    for seat in [*range(players)] * turns:
        dice, sheet = [1] * 5, sheets[seat]
        yield from rolled(dice, [0, 1, 2, 3, 4])
        for _ in range(2):
            kept = yield asked(seat, [f"kept {each}" for each in KEPT])
            away = [at for at in range(5) if str(at + 1) not in kept]
            if not away:
                break
            yield from rolled(dice, away)
        joker = jokers and len(set(dice)) == 1 and "yahtzee" in sheet
        if joker and sheet["yahtzee"] == 50:
            more[seat] += 100
        box = (yield asked(seat, [f"b {each}" for each in boxes(sheet, dice, joker)])).removeprefix("b ")
        sheet[box] = worth(box, dice, joker)
    for seat, sheet in enumerate(sheets):
        more[seat] += sum(sheet.values()) + (35 if sum(sheet.get(box, 0) for box in UPPER) >= 63 else 0)
    return best(more)


@pytest.mark.parametrize("numbers", seeds(2, 200))
def test_yahtzee_is_played_as_written_in_python(numbers: range) -> None:
    all_hold(check_yahtzee, numbers)


def check_yahtzee(seed: int) -> None:
    players, turns, jokers = seed % 2 + 1, 13, seed % 3 > 0
    setting = Setting("yahtzee", "", players, dialled(jokers="yes" if jokers else "no"))
    check(setting, yahtzee(players, turns, jokers), drawn(seed))


def test_a_yahtzee_on_every_roll_is_played_as_written_in_python() -> None:
    sixes: list[int] = []

    def always(most: int) -> int:
        sixes.append(most)
        return most - 1  # the last face, all dice kept, the last box: every roll is a yahtzee

    check(Setting("yahtzee", "", 1), yahtzee(1, 13, True), always)
    assert len(sixes) == 13 * 7


AIMING = """ruleset: aiming
title: Aiming
players: 1
variables:
  showing: {per: 1..6, holds: 0..5}
  rolling: {holds: 0..5, starts as: 5}
phases:
  game:
    - do roll
    - repeat 2 times:
        - Anne chooses kept from subsets of 1..6 where every f in kept has showing[f] > 0
        - for each number f in 1..6 where f not in kept:
            - rolling += showing[f]
            - showing[f] = 0
        - do roll
  roll:
    - repeat 5 times while rolling > 0:
        - random face from 1..6
        - showing[face] += 1
        - rolling -= 1
outcome:
  payoff (player p): 1 if (any f in 1..6 has showing[f] = 5) else 0
  winners: players
seats: [Anne]
"""


@pytest.mark.slow
def test_five_alike_come_as_often_as_arithmetic_says() -> None:
    """For a player who aims at nothing else: a chain from the most that are alike to the next roll's, cubed."""
    made = compile_ruleset(Source("aiming.yaml", AIMING), "", 1)
    assert made.program is not None, made.diagnostics
    assert solve(game_of(made.program), 100_000).worth == (Fraction(347_897, 7_558_272),)
