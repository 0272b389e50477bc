"""A study through the front door."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import rulerun
from rulerun.cli.main import root

pytest.importorskip("numpy")
pytest.importorskip("scipy")
pytest.importorskip("polars")

LEVELS = ["random", "greedy"]


@pytest.fixture(autouse=True)
def quick_studies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    runs = pytest.importorskip("rulerun.lab.runs.study")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(runs, "AT_RANDOM", 30)
    monkeypatch.setattr(runs, "JUDGE", "flat:simulations=20")


@pytest.mark.slow
def test_it_says_what_the_command_says() -> None:
    found = rulerun.study("tic_tac_toe", games=6, levels=LEVELS, seed=2, workers=1)
    said = json.loads(CliRunner().invoke(root, [*found.command.split()[1:], "--workers", "1", "--json"]).stdout)
    wins = said["sense"]["seats"]["wins"]
    seats = found.figures.filter(found.figures["group"] == "seats")
    assert seats["value"].to_list() == pytest.approx([each["value"] for each in wins])
    assert found.figures["figure"].to_list() == ["greedy against random", "X", "O"]
    assert str(found).startswith("<Diagnosis of tic_tac_toe, 12 games between 2 levels, seed 2>\n")
    assert found.faults == ()
    assert found.headline.startswith("Nothing is shown to be wrong in 12 games: no seat is better (")


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"games": 0}, "a whole number from 1 up"),
        ({"games": 3, "minutes": 1}, "or `minutes`"),
        ({"minutes": 0}, "above 0, not 0"),
        ({"levels": ["random"]}, "two levels or more"),
        ({"levels": ["random", "random"]}, "each once"),
        ({"seed": -1}, "a seed is"),
    ],
)
def test_what_cannot_be_is_refused(settings: dict[str, object], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        rulerun.study("tic_tac_toe", **settings)  # type: ignore[arg-type]
