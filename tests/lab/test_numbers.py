"""Numbers that are known, in games played at random."""

from __future__ import annotations

from math import sqrt

import pytest

from ..support.battery import Setting, compiled

pytest.importorskip("numpy")
crews = pytest.importorskip("rulerun.lab.runs.executors")
intervals = pytest.importorskip("rulerun.lab.statistics.intervals")
pieces = pytest.importorskip("rulerun.lab.runs.chunks")
runs = pytest.importorskip("rulerun.lab.runs.run")
summing = pytest.importorskip("rulerun.lab.runs.totals")


def tally(setting: Setting, games: int, seed: int = 0):
    program = compiled(setting)
    sides = (summing.rules(program, ("random",) * len(program.players)),)
    with crews.local_executors(sides, seed, False, 2) as crew:
        return runs.run(sides, crew, pieces.Games(games), (), lambda done, expected: None).sums.tallies[0]


def off(count: int, of: int, true: float) -> float:
    """By how many standard errors the part is off."""
    return (count / of - true) / sqrt(true * (1 - true) / of)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, 1])
def test_tic_tac_toe_at_random_ends_as_it_must(seed: int) -> None:
    games = 100_000
    found = tally(Setting("tic_tac_toe", "", 2), games, seed)
    assert abs(off(found.wins(0), games, 737 / 1260)) < 3
    assert abs(off(found.wins(1), games, 121 / 420)) < 3
    assert abs(off(int(found.winners[0]), games, 8 / 63)) < 3


@pytest.mark.slow
def test_the_length_of_a_game_of_chutes_and_ladders_is_known() -> None:
    found = tally(Setting("chutes_and_ladders", "", 1), 100_000).counts["decisions"]
    mean = intervals.mean(found.count, found.total, found.squares)
    assert mean.low <= 39.2251 <= mean.high
    assert mean.high - mean.low < 0.4


@pytest.mark.slow
def test_every_seat_of_why_first_wins_as_two_independent_programs_say() -> None:
    games = 200_000
    found = tally(Setting("why_first", "", 4), games)
    assert [abs(found.wins(seat) / games - 0.285) < 0.003 for seat in range(4)] == [True] * 4
