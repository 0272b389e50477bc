"""How many games make a chunk, and what is told of how long a run will take."""

from __future__ import annotations

import pytest

from rulerun.cli.terminal.cost import Cost, cost, duration

from ..support.battery import Setting, compiled

pytest.importorskip("numpy")
paces = pytest.importorskip("rulerun.lab.runs.pace")
executors = pytest.importorskip("rulerun.lab.runs.executors")
totals = pytest.importorskip("rulerun.lab.runs.totals")


def test_chunks_of_slow_games_stay_short_and_those_of_quick_ones_grow() -> None:
    pace = paces.Pace(64, 1)
    pace.played(1, 3.0)
    assert pace.size == 1
    pace.played(1, 0.01)
    assert pace.size == 8
    pace.played(8, 0.08)
    assert pace.size == 64
    pace.played(64, 16.0)
    assert pace.size == 4


def test_only_games_with_bots_begin_with_few() -> None:
    program = compiled(Setting("tic_tac_toe", "", 2))
    assert executors.first_chunk([totals.rules(program, ("first", "random"))]) == 1
    assert executors.first_chunk([totals.rules(program, ("random", "random"))]) is None


def test_a_game_is_timed() -> None:
    side = totals.rules(compiled(Setting("tic_tac_toe", "", 2)), ("first", "random"))
    assert len(paces.seconds_of_games([side, side], 0, 60.0)) == 2
    assert len(paces.seconds_of_games([side, side], 0, -1.0)) == 1


class Clock:
    """A clock that stands where it is put."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def told(*seen: tuple[float, int]) -> list[str]:
    """What is noted of 1,000 games on two cores, of which so many are done at these times."""
    clock = Clock()
    watched = Cost("games", 2, clock)
    found = []
    for now, done in seen:
        clock.now = now
        found.append(watched.note(done, 1_000))
    return [each for each in found if each]


def test_the_cost_is_told_once_and_early() -> None:
    note = "about 3 minutes for 1,000 games on 2 cores; Ctrl-C ends it with what is finished"
    assert told((3.0, 1), (5.5, 15), (7.0, 22)) == [note]


def test_the_cost_of_slow_games_is_told_from_the_start() -> None:
    assert told((600.0, 1), (600.1, 2)) == ["about 3 days for 1,000 games on 2 cores; Ctrl-C ends it with what is finished"]
    assert told((60.0, 1), (60.1, 2)) == []  # the rules may have been made ready for most of it


def test_the_pace_is_that_of_the_games_after_the_first_ones() -> None:
    clock = Clock()
    watched = Cost("games", 2, clock)
    assert watched.pace == 0.0
    for clock.now, done in ((30.0, 2), (31.0, 4), (34.0, 10)):
        watched.note(done, 1_000)
    assert watched.pace == 0.5  # what it took to begin does not count


def test_what_ends_soon_needs_no_note() -> None:
    assert told((1.0, 10), (3.5, 500), (4.0, 900)) == []
    assert told((1.0, 1_000)) == []


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0.2, "1 second"), (43, "40 seconds"), (100, "2 minutes"), (6_000, "2 hours"), (500_000, "6 days"), (9e9, "104,167 days")],
)
def test_a_time_is_told_in_one_unit(seconds: float, words: str) -> None:
    assert duration(seconds) == words


def test_a_single_core_is_one() -> None:
    assert cost(180, 10, "cells", 1) == "about 3 minutes for 10 cells on 1 core"
