"""Many games through the front door."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

import rulerun

pytest.importorskip("numpy")
pytest.importorskip("scipy")
polars = pytest.importorskip("polars")

RULERUN = [sys.executable, "-c", "from rulerun.cli.main import main; main()"]


@pytest.mark.slow
def test_a_run_shows_what_the_command_line_shows() -> None:
    run = rulerun.simulate("kuhn_poker", games=200, seed=3, workers=1)
    words = run.command.split()[1:]
    printed = subprocess.run([*RULERUN, *words, "--json"], capture_output=True, text=True, check=True).stdout
    shown = json.loads(printed)
    assert run.games == shown["run"]["games"] == 200
    assert run.summary.run.digest == shown["run"]["digest"]
    wins = run.figures.filter(run.figures["group"] == "wins")
    for end in ("value", "low", "high"):
        # the command line prints ten digits
        assert wins[end].to_list() == pytest.approx([seat["wins"]["rate"][end] for seat in shown["seats"]], abs=1e-9)
    assert [line for line in run.findings if line.startswith("Seats: ")] != []
    assert "a game takes 2.2" in run.headline


def test_the_figures_are_a_table_that_shows_itself() -> None:
    run = rulerun.simulate("pig", games=100, workers=1)
    assert run.figures.columns == ["group", "figure", "share", "value", "low", "high"]
    shown = run._repr_html_()
    assert shown.count("<tr>") == len(run.figures) + 1
    assert '<th scope="row">wins: Anne</th>' in shown
    assert run.findings[0].partition(":")[0] in shown
    assert str(run).startswith("<Run of 100 games of pig, seed 0>")


def test_what_comes_out_does_not_depend_on_the_workers_or_on_who_loaded_the_ruleset() -> None:
    loaded = rulerun.load("pig", players=3, parameters={"target": 40})
    one = rulerun.simulate(loaded, games=300, seed=9, workers=1)
    other = rulerun.simulate("pig", players=3, parameters={"target": 40}, games=300, seed=9, workers=2)
    assert one.figures.equals(other.figures)
    assert one.command == other.command


def test_games_are_played_until_the_wins_are_known() -> None:
    run = rulerun.simulate("kuhn_poker", until=0.2, workers=1)
    wins = run.figures.filter(run.figures["group"] == "wins")
    assert all(high - low <= 0.2 for low, high in zip(wins["low"], wins["high"], strict=True))


def test_bots_choose_for_all_or_for_each() -> None:
    run = rulerun.simulate("tic_tac_toe", games=20, bots=["first", "random"], workers=1)
    assert run.summary.run.bots == ("first", "random")


def test_a_bot_with_an_argument_is_in_the_command_and_plays_otherwise_from_menus() -> None:
    flat, usual = (rulerun.simulate("liars_dice", games=40, bots=bots, workers=1) for bots in ("random:flat", "random"))
    assert "--bots random:flat " in flat.command
    assert "--bots" not in usual.command
    for run in (flat, usual):
        assert "made at random" in str(run.findings)
    assert flat.figures.rows() != usual.figures.rows()


@pytest.mark.parametrize(
    ("settings", "error", "words"),
    [
        ({"games": 0}, ValueError, "from 1 up, not 0"),
        ({"games": 5, "until": 0.1}, ValueError, "give one of them"),
        ({"until": 0}, ValueError, "above 0 and below 1"),
        ({"seed": -1}, ValueError, "a seed is"),
        ({"bots": "nobody"}, LookupError, "no bot `nobody`"),
        ({"bots": ["random"] * 3}, ValueError, "one bot for all or 2"),
        ({"players": 7}, rulerun.RulesetError, "players, not 7"),
    ],
)
def test_what_cannot_be_is_refused(settings: dict[str, object], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        rulerun.simulate("tic_tac_toe", **settings)  # type: ignore[arg-type]


@pytest.mark.slow
def test_without_the_lab_it_is_said_what_to_install() -> None:
    code = (
        "import sys; sys.modules['scipy'] = None; import rulerun\n"
        "try:\n    rulerun.simulate('pig', games=3)\nexcept ImportError as fault:\n    print(fault)"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert said == "many games need more than the core of rulerun: pip install 'rulerun[lab]'\n"


def test_a_loaded_ruleset_is_settled() -> None:
    with pytest.raises(TypeError, match="a loaded ruleset is settled"):
        rulerun.simulate(rulerun.load("pig"), players=3)
