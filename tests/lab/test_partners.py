"""Seats that always win together count as one side wherever a report speaks of wins; in few games nothing is said of seats."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulerun.cli.main import root

pytest.importorskip("numpy")
pytest.importorskip("choix")

PAIRS = """\
ruleset: pairs
players: 4
seats: [Nora, Edda, Sven, Willi]
parameters:
  bias: {default: 5, range: 5..9}
phases:
  game:
    - for each player me:
        - me chooses x from 1..2
    - random coin from 1..10
variables:
  coin: {holds: 1..10}
outcome:
  winners: players p where (player_number(p) mod 2 = 1) = (coin > bias)
"""


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr("rulerun.simulation.engine.COMPILES", False)
    Path("pairs.yaml").write_text(PAIRS)


def told(*words: str) -> str:
    result = CliRunner().invoke(root, [*words, "--workers", "1"])
    assert result.exit_code == 0, result.output
    return " ".join(result.output.split())


def test_a_fair_game_of_partners_gives_no_alarm() -> None:
    for seed in range(4):
        said = told("simulate", "pairs.yaml", "--games", "400", "--seed", str(seed))
        assert "not level" not in said
        assert "!" not in said
        assert "Nora and Sven always win together, and count as one side." in said
        assert "wins alone" not in said
        assert "several" not in said


def test_an_unfair_one_is_told_by_its_sides() -> None:
    said = told("simulate", "pairs.yaml", "--set", "bias=7", "--games", "400")
    assert "! The side of Edda and Willi wins 6" in said
    assert "and the side of Nora and Sven wins" in said
    assert "Only 0%" not in said


def test_a_comparison_and_a_sweep_know_sides() -> None:
    said = told("compare", "pairs.yaml", "--set-b", "bias=6", "--games", "300")
    assert "A: The seats" not in said
    assert "Only" not in said
    said = told("sweep", "pairs.yaml", "--set", "bias=5,6", "--games", "300")
    assert "the side of Edda and Willi" in said
    found = json.loads(told("sweep", "pairs.yaml", "--set", "bias=5,6", "--games", "300", "--json"))
    assert [cell["summary"]["partners"] for cell in found["cells"]] == [[[0, 2], [1, 3]]] * 2


def test_in_few_games_it_is_said_how_many_it_takes() -> None:
    few = "it takes 7 at least in which some win and some do not, and there were 6"
    said = told("simulate", "pairs.yaml", "--set", "bias=9", "--games", "6")
    assert few in said
    assert "not level" not in said
    assert "oo few games to tell whether the seats are level" in said
    assert "too few to show it: it takes 8 at least" in told("sweep", "pairs.yaml", "--set", "bias=5,6", "--games", "6")
