"""The commands of the lab, as they are typed: what they print, what they write, what they refuse."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulerun.cli.main import root

pytest.importorskip("numpy")
pytest.importorskip("scipy")
pytest.importorskip("polars")

RULERUN = [sys.executable, "-c", "from rulerun.cli.main import main; main()"]

ENDLESS = """ruleset: endless
players: 2
variables:
  pot: {holds: 0..10, starts as: 0}
phases:
  game:
    - repeat until pot > 5:
        - pot = 1
outcome:
  winners: players p where pot = 1
"""


@pytest.fixture(autouse=True)
def a_folder_of_its_own_and_nothing_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr("rulerun.simulation.engine.COMPILES", False)


def rulerun(*words: str) -> Result:
    return CliRunner().invoke(root, list(words))


def test_a_run_is_told_in_words_and_tables() -> None:
    result = rulerun("simulate", "tic_tac_toe", "--games", "300", "--workers", "1")
    assert result.exit_code == 0
    assert "Seats:" in result.output
    assert "rulerun simulate tic_tac_toe --players 2 --games 300 --seed 0" in result.output


def test_two_runs_of_one_seed_are_equal_and_those_of_another_are_not() -> None:
    words = ("simulate", "tic_tac_toe", "--games", "300", "--workers", "1", "--json")
    one = rulerun(*words)
    assert one.output == rulerun(*words).output
    assert one.output != rulerun(*words, "--seed", "1").output
    found = json.loads(one.stdout)
    assert found["run"]["games"] == 300
    assert found["run"]["finished"] is True
    assert sum(seat["wins"]["count"] for seat in found["seats"]) + found["ends"]["nobody"]["count"] == 300


def test_the_command_that_is_printed_repeats_the_run() -> None:
    first = rulerun("simulate", "why_first", "--until", "40%", "--players", "3", "--set", "stages=1", "--workers", "1", "--json")
    command = json.loads(first.stdout)["run"]["command"]
    again = rulerun(*command.split()[1:], "--workers", "1", "--json")
    assert again.stdout == first.stdout


def test_a_width_is_reached() -> None:
    found = json.loads(rulerun("simulate", "kuhn_poker", "--until", "8%", "--workers", "1", "--json").stdout)
    widths = [seat["wins"]["rate"]["high"] - seat["wins"]["rate"]["low"] for seat in found["seats"]]
    assert 0.05 < max(widths) <= 0.08


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_every_game_is_written(ending: str) -> None:
    pytest.importorskip("polars")
    result = rulerun("simulate", "kuhn_poker", "--games", "200", "--workers", "1", "--out", f"games.{ending}")
    assert result.exit_code == 0
    assert Path(f"games.{ending}").stat().st_size > 500


def test_bots_can_be_named() -> None:
    words = ("simulate", "tic_tac_toe", "--games", "30", "--workers", "1", "--json", "--bots")
    found = json.loads(rulerun(*words, "first").stdout)
    assert found["run"]["bots"] == ["first", "first"]
    assert found["seats"][0]["wins"]["count"] == 30
    mixed = json.loads(rulerun(*words, "first,random").stdout)
    assert "--bots first,random" in mixed["run"]["command"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--games", "0"), "from 1 up"),
        (("--games", "-5"), "from 1 up"),
        (("--games", "many"), "whole number"),
        (("--until", "-1%"), "above 0%"),
        (("--until", "0"), "above 0%"),
        (("--until", "2"), "did you mean `2%`"),
        (("--games", "9", "--until", "1%"), "one of them"),
        (("--bots", "randon"), "did you mean `random`"),
        (("--bots", "random,random,random"), "2 that decide"),
        (("--seed", "-1"), "--seed"),
        (("--players", "7"), "2 players, not 7"),
        (("--set", "size=4"), "no parameter `size`"),
        (("--variant", "giant"), "no variant `giant`"),
        (("--out", "games.xlsx"), "`.parquet` or `.csv`"),
        (("--out", "nowhere/games.csv"), "no folder `nowhere`"),
        (("--report", "page.pdf"), "`.html`"),
    ],
)
def test_what_cannot_be_played_is_refused_in_words(words: tuple[str, ...], said: str) -> None:
    result = rulerun("simulate", "tic_tac_toe", *words)
    assert result.exit_code in (1, 2)
    assert said in result.output
    assert result.output.startswith("error: ")


@pytest.mark.parametrize("words", [("simulate",), ("compare",), ("sweep",)])
def test_a_ruleset_without_an_end_is_told_with_the_loop_and_its_place(words: tuple[str, ...]) -> None:
    Path("endless.yaml").write_text(ENDLESS)
    result = rulerun(*words, "endless.yaml", "--games", "5", "--workers", "1")
    assert result.exit_code == 1
    assert "endless.yaml:7:" in result.output
    assert "never ends" in result.output
    assert "repeat until pot > 5" in result.output


def test_two_rulesets_are_compared() -> None:
    result = rulerun("compare", "why_first:tactical", "why_first", "--set", "stages=1", "--games", "60", "--workers", "1")
    assert result.exit_code == 0
    assert "within noise" in result.output
    assert "60 games each, with the same chance" in result.output


def test_a_ruleset_compared_with_itself_is_the_same() -> None:
    result = rulerun("compare", "tic_tac_toe", "--games", "60", "--workers", "1")
    assert "Nothing differs" in result.output


def test_a_comparison_repeats_itself() -> None:
    words = ("compare", "why_first", "--set-b", "stages=2", "--set-a", "stages=1", "--games", "40", "--workers", "1", "--json")
    first = rulerun(*words)
    found = json.loads(first.stdout)
    length = next(one for one in found["differences"] if one["name"] == "decisions")
    assert length["difference"]["value"] == 38
    assert length["clear"] is True
    assert rulerun(*found["command"].split()[1:], "--workers", "1", "--json").stdout == first.stdout


def test_a_sweep_is_one_table_and_goes_on_where_it_was() -> None:
    words = ("sweep", "why_first", "--set", "stages=1..2", "--players", "2,3", "--games", "20", "--workers", "1")
    first = rulerun(*words)
    assert first.exit_code == 0
    assert "4 of 4 cells" in first.output
    assert "spread of a stage" in first.output
    kept = sorted(Path("cache/rulerun/runs").iterdir())
    assert len(kept) == 4
    stamps = [path.stat().st_mtime_ns for path in kept]
    assert rulerun(*words).output == first.output
    assert [path.stat().st_mtime_ns for path in kept] == stamps
    found = json.loads(rulerun(*words, "--json").stdout)
    assert [cell["settings"] for cell in found["cells"]] == [
        [["players", "2"], ["stages", "1"]],
        [["players", "2"], ["stages", "2"]],
        [["players", "3"], ["stages", "1"]],
        [["players", "3"], ["stages", "2"]],
    ]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--set", "stages=5..3"), "counts up"),
        (("--set", "stages"), "NAME=VALUES"),
        (("--set", "stages=1,1"), "twice"),
        (("--set", "stages=1", "--set", "stages=2"), "set twice"),
        (("--set", "stages=1..50"), "from 1 to 20"),
        (("--set", "stage=1..5"), "did you mean `stages`"),
        (("--set", "stages="), "needs values"),
        (("--set", "stages=1..999999999"), "values"),
        (("--players", "two"), "a number"),
        (("--players", "2..9"), "2 to 6 players, not 7"),
        (("--measure", "spred of a stage"), "did you mean `spread of a stage`"),
        (("--games", "0"), "from 1 up"),
    ],
)
def test_what_cannot_be_swept_is_refused_in_words(words: tuple[str, ...], said: str) -> None:
    result = rulerun("sweep", "why_first", *words)
    assert result.exit_code in (1, 2)
    assert said in result.output


def test_a_cache_that_cannot_be_written_is_said_and_the_sweep_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "/dev/null")
    result = rulerun("sweep", "tic_tac_toe", "--games", "20", "--workers", "1")
    assert result.exit_code == 0
    assert "cannot be kept" in result.stderr
    assert "1 of 1 cells" in result.stdout


@pytest.mark.slow
def test_without_numba_the_same_is_said_once_and_comes_out(tmp_path: Path) -> None:
    pytest.importorskip("numba")
    words = [*RULERUN, "simulate", "why_first", "--games", "600", "--workers", "2", "--json"]
    compiled = subprocess.run(words, capture_output=True, text=True, check=True)
    (tmp_path / "sitecustomize.py").write_text(
        "import importlib.util as u; f = u.find_spec; u.find_spec = lambda n, p=None: None if n == 'numba' else f(n, p)"
    )
    without = subprocess.run(words, capture_output=True, text=True, check=True, env={**os.environ, "PYTHONPATH": str(tmp_path)})
    assert without.stdout == compiled.stdout
    assert without.stderr.count("pip install 'rulerun[simulation]'") == 1
    assert compiled.stderr == ""


@pytest.mark.slow
@pytest.mark.parametrize("workers", ["1", "2"])
def test_whoever_stops_a_run_gets_what_was_finished(workers: str, tmp_path: Path) -> None:
    words = [*RULERUN, "simulate", "tic_tac_toe", "--games", "1000000000", "--workers", workers, "--json", "--out", "games.csv"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True) as process:
        grown = tmp_path / "games.csv.part"
        limit = time.monotonic() + 60
        while not (grown.exists() and grown.stat().st_size) and time.monotonic() < limit:
            time.sleep(0.1)
        os.killpg(process.pid, signal.SIGINT)
        printed, said = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in said
    found = json.loads(printed)["run"]
    assert found["finished"] is False
    assert 0 < found["games"] < 10**9
    with (tmp_path / "games.csv").open() as lines:
        assert sum(1 for _ in lines) == 1 + found["games"]


@pytest.mark.slow
def test_the_other_commands_load_nothing_of_the_lab() -> None:
    code = (
        "import sys; from click.testing import CliRunner; from rulerun.cli.main import root;"
        "[CliRunner().invoke(root, words.split()) for words in ('validate traxx', 'count traxx --depth 1', 'simulate --help')];"
        "print([name for name in sys.modules if name.split('.')[0] in ('numpy', 'scipy', 'polars', 'numba', 'altair')])"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip() == "[]"
