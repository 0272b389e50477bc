"""Payoffs in parts of 1: the same exact fractions wherever they are shown or counted on with."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

import rulerun
from rulerun.dsl.text.source import Source
from rulerun.rl import Table, compiled
from rulerun.rl.bounds import payoffs
from rulerun.solver.perfect_information import solve

from ..support.battery import game_of

TEXT = """\
ruleset: halves
title: Halves
players: 2
variables:
  taken: {per: player, holds: 0..3}
phases:
  game:
    - for each player me:
        - me chooses x from 0..2
        - random r from 0..1
        - taken[me] = x + r
outcome:
  ranking (player p): highest taken[p]
  payoff (player p): 1 / (number of q in leaders) if p in leaders else -1/4
"""
GAMES = 300


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The ruleset on the disk."""
    path = tmp_path / "halves.yaml"
    path.write_text(TEXT, encoding="utf-8")
    return path


def test_a_solved_game_is_worth_a_fraction() -> None:
    found = solve(game_of(compiled(Table(Source("halves.yaml", TEXT))).program), 1_000)
    # both take 2: each is ahead in a quarter of the games, and in half of them both share
    assert found.worth == (Fraction(7, 16), Fraction(7, 16))


def test_payoffs_lie_within_their_bounds() -> None:
    assert payoffs(compiled(Table(Source("halves.yaml", TEXT))).program) == (Fraction(-1, 4), 1)


def test_what_was_paid_is_counted_exactly(file: Path) -> None:
    pytest.importorskip("numpy")
    pytest.importorskip("scipy")
    polars = pytest.importorskip("polars")
    run = rulerun.simulate(file, games=GAMES, seed=2, workers=1)
    wins = {seat.name: (seat.wins.count, seat.alone.count) for seat in run.summary.seats}
    for seat in run.summary.seats:
        won, alone = wins[seat.name]
        paid = alone + Fraction(won - alone, 2) - Fraction(GAMES - won, 4)
        assert seat.payoff is not None
        assert seat.payoff.mean.value == pytest.approx(float(paid / GAMES), abs=1e-12)
        assert dict(seat.payoff.histogram) == {-0.25: GAMES - won, 0.5: won - alone, 1.0: alone}
    shown = run.figures.filter((polars.col("group") == "payoff") & (polars.col("figure") == "Anne"))
    assert shown["value"].to_list() == [run.summary.seats[0].payoff.mean.value]


def test_a_match_shows_what_it_pays(file: Path) -> None:
    match = rulerun.load(file).match(seed=3)
    match.play(bots="first")
    assert set(match.scores.values()) <= {1, Fraction(1, 2), Fraction(-1, 4)}
    assert sum(match.scores.values()) in (1, Fraction(3, 4))
