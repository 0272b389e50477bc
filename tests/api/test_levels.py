"""Levels of bots, tournaments, sweeps and games as frames through the front door: they say what the commands say."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import rulerun
from rulerun.cli.main import root

pytest.importorskip("numpy")
pytest.importorskip("scipy")
pytest.importorskip("choix")
polars = pytest.importorskip("polars")

LEVELS = ["random", "greedy"]


@pytest.fixture(autouse=True)
def a_cache_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def said(command: str) -> dict:
    """What the command line prints for this command."""
    result = CliRunner().invoke(root, [*command.split()[1:], "--workers", "1", "--json"])
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_skill_says_what_the_command_says() -> None:
    found = rulerun.skill("kuhn_poker", levels=LEVELS, games=6, seed=2, workers=1)
    figures = said(found.command)
    assert found.figures["figure"].to_list() == ["greedy against random", "Anne", "Ben"]
    assert found.figures["value"][0] == pytest.approx(figures["rungs"][0]["wins"]["value"])
    assert found.headline.startswith("These games are too few to tell skill from luck: `greedy` wins ")
    assert str(found).startswith("<Levels of kuhn_poker, 12 games between 2 levels, seed 2>\n")
    assert any(each.startswith("Sense: ") for each in found.findings)


def test_the_games_between_levels_are_a_frame() -> None:
    rows = rulerun.skill("kuhn_poker", levels=LEVELS, judge="none", games=4, workers=1).rows
    assert rows.columns[:7] == ["stronger", "weaker", "game", "choices", "ended", "bot_Anne", "won_Anne"]
    assert len(rows) == 8
    between = rows.filter(polars.col("weaker") == "random")
    assert between["bot_Anne"].to_list() == ["greedy", "random", "greedy", "random"]
    assert between["game"].to_list() == [0, 0, 1, 1]
    assert (rows["won_Anne"] + rows["won_Ben"]).to_list() == [1.0] * 8


def test_a_tournament_says_what_the_command_says() -> None:
    found = rulerun.tournament("tic_tac_toe", LEVELS, games=8, seed=1, workers=1)
    figures = said(found.command)
    ratings = found.figures.filter(polars.col("group") == "rating")
    assert ratings["value"].to_list() == pytest.approx([bot["rating"]["value"] for bot in figures["bots"]])
    assert found.headline.startswith("No bot is shown to be better than another in 8 games")
    rows = found.rows
    assert len(rows) == 8
    assert rows["round"].to_list() == [0, 0, 1, 1, 2, 2, 3, 3]
    assert (rows["won_X"] + rows["won_O"]).to_list() == [1.0] * 8


def test_a_sweep_says_what_the_command_says() -> None:
    found = rulerun.sweep("pig", players=[2, 3], parameters={"target": [20, 30]}, games=30, seed=4, workers=1)
    figures = said(found.command)
    assert [dict(cell["settings"]) for cell in figures["cells"]] == list(found.settings)
    wins = [cell["summary"]["seats"][0]["wins"]["rate"]["value"] for cell in figures["cells"]]
    mine = found.figures.filter((polars.col("group") == "wins") & (polars.col("figure") == "Anne"))
    assert mine["value"].to_list() == pytest.approx(wins)
    assert mine["players", "target"].rows() == [(2, 20), (2, 30), (3, 20), (3, 30)]
    assert found.rows.group_by("players", "target").len()["len"].to_list() == [30] * 4
    assert "the settings change most of all" in found.headline


def test_a_name_of_a_dial_that_is_a_column_already_is_kept_apart(tmp_path: Path) -> None:
    text = (
        "ruleset: dull\nplayers: 2\nparameters:\n  cut: {default: 1, range: 1..3}\nphases:\n  game:\n"
        "    - repeat cut times:\n        - for each player me:\n            - me chooses gain from 1..3\n"
        "outcome:\n  winners: players\n"
    )
    (tmp_path / "dull.yaml").write_text(text)
    rows = rulerun.sweep(tmp_path / "dull.yaml", parameters={"cut": [1, 2]}, games=2, workers=1).rows
    assert rows["set_cut", "cut", "game", "choices"].rows() == [(1, 0, 0, 2), (1, 0, 1, 2), (2, 0, 0, 4), (2, 0, 1, 4)]


def test_two_games_are_compared_by_bots_of_sense() -> None:
    quick = rulerun.load("pig", parameters={"target": 30})
    found = rulerun.compare("pig", quick, levels=LEVELS, games=10, seed=3, workers=1)
    figures = said(found.command)
    assert found.figures["difference"].to_list() == pytest.approx(
        [each["difference"]["difference"]["value"] for each in figures["contrasts"]]
    )
    assert found.headline.startswith("Changed in B: shorter games (")
    assert found.rows["side"].to_list() == ["A"] * 20 + ["B"] * 20
    assert str(found).startswith("<SenseComparison A: Pig, target=100, B: Pig, target=30, 20 games each>\n")


def test_the_games_of_a_run_and_of_a_comparison_are_frames() -> None:
    run = rulerun.simulate("pig", games=40, seed=3, workers=1)
    assert run.rows["game"].to_list() == list(range(40))
    wins = run.figures.filter(run.figures["group"] == "wins")["value"].to_list()
    assert [run.rows["won_Anne"].mean(), run.rows["won_Ben"].mean()] == pytest.approx(wins)
    pair = rulerun.compare("pig", rulerun.load("pig", players=3), games=5, seed=3, workers=1).rows
    assert pair.filter(polars.col("side") == "A")["choices"].to_list() == run.rows["choices"].to_list()[:5]
    assert pair["won_Chris"].null_count() == 5


def test_of_many_games_the_first_are_in_the_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulerun.api.frames.MOST", 7)
    assert rulerun.simulate("pig", games=20, workers=1).rows["game"].to_list() == list(range(7))


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: rulerun.skill("pig", levels=["random"]), "two levels or more"),
        (lambda: rulerun.skill("pig", levels=LEVELS, games=0), "a whole number from 1 up"),
        (lambda: rulerun.tournament("pig", ["random", "random"]), "each once"),
        (lambda: rulerun.tournament("pig", LEVELS, games=1), "`games` is at least 4 here, not 1"),
        (lambda: rulerun.sweep("pig", parameters={"target": []}), "`target` needs values"),
        (lambda: rulerun.sweep("pig", players=[2, 2]), "`players` needs values, each once"),
        (lambda: rulerun.compare("pig", "pig", levels=LEVELS, until=0.1), "do not go with `levels`"),
        (lambda: rulerun.compare("pig", "pig", minutes=0), "above 0, not 0"),
        (lambda: rulerun.compare("pig", "hearts", levels=LEVELS, games=1), "A has 2 players and B 4"),
    ],
)
def test_what_cannot_be_is_refused(call, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        call()


def test_a_loaded_ruleset_has_no_dials() -> None:
    with pytest.raises(TypeError, match="a loaded ruleset is settled"):
        rulerun.sweep(rulerun.load("pig"))
