"""A race between the values of dials through the front door."""

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

TARGETS = {"target": [20, 40, 60, 201]}


@pytest.fixture(autouse=True)
def a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_it_says_what_the_command_says() -> None:
    found = rulerun.tune("pig", TARGETS, "short", games=200, seed=2, workers=1)
    said = json.loads(CliRunner().invoke(root, [*found.command.split()[1:], "--workers", "1", "--json"]).stdout)
    assert found.best == {"target": "20"}
    assert found.headline.startswith("`target=20` is shortest")
    assert found.findings[0] == "Left out: `201`: `target` is a number from 2 to 200, not 201"
    assert found.figures["verdict"].to_list() == [each["verdict"] for each in said["settings"]]
    assert found.figures["value"].to_list()[:3] == pytest.approx([each["figure"]["value"] for each in said["settings"][:3]])


def test_its_games_are_a_frame_that_adds_up_to_its_figures() -> None:
    found = rulerun.tune("pig", {"target": [20, 40]}, "fair-seats", games=300, workers=1)
    rows = found.rows
    assert len(rows) == found.summary.run.games == 300
    first = rows.filter(rows["target"] == "20")
    assert first["game"].to_list() == list(range(150))
    gap = abs(first["won_Anne"].mean() - first["won_Ben"].mean())
    assert found.figures["value"][0] == pytest.approx(gap)


def test_a_loaded_ruleset_keeps_its_parameters() -> None:
    settled = rulerun.load("kalah", parameters={"pits": 2})
    found = rulerun.tune(settled, {"seeds": [1, 2]}, "close", games=40, workers=1)
    assert ("pits", "2") in found.summary.run.altered


@pytest.mark.parametrize(
    ("dials", "aim", "settings", "words"),
    [
        ({"target": [20]}, "short", {}, "several values each"),
        ({}, "short", {}, "several values each"),
        ({"target": [20, 20]}, "short", {}, "has a value twice"),
        ({"target": [20, 40]}, "fun", {}, "`aim` is one of fair-seats, short, close, skill, not 'fun'"),
        ({"target": [20, 40]}, "short", {"games": 0}, "a whole number from 1 up"),
        ({"target": [20, 40]}, "short", {"minutes": 0}, "above 0, not 0"),
        ({"target": [20, 40]}, "short", {"seed": -1}, "a seed is"),
        ({"target": [300, 400]}, "short", {}, "allows none of these settings"),
        ({"target": [20, 40]}, "skill", {"levels": ["random"]}, "two levels or more"),
    ],
)
def test_what_cannot_be_is_refused(dials: dict, aim: str, settings: dict, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        rulerun.tune("pig", dials, aim, **settings)
