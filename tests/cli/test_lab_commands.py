"""The commands of the lab, as they are typed: what they print, what they write, what they refuse."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

import pytest
from click.testing import CliRunner, Result

from rulerun.cli.main import root
from rulerun.cli.terminal import run_options

from ..support.waiting import PATIENCE, telling, until

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
        (("--players", "2..3"), "`rulerun sweep FILE --players 2..3`"),
        (("--players", "two"), "one number"),
    ],
)
def test_what_cannot_be_played_is_refused_in_words(words: tuple[str, ...], said: str) -> None:
    result = rulerun("simulate", "tic_tac_toe", *words)
    assert result.exit_code in (1, 2)
    assert said in result.output
    assert result.output.startswith("error: ")


@pytest.mark.parametrize("verb", ["simulate", "compare", "sweep"])
def test_a_record_is_no_ruleset(verb: str) -> None:
    Path("match.rulerun").write_text("{}\n")
    result = rulerun(verb, "match.rulerun")
    assert result.exit_code == 1
    assert "`match.rulerun` is a record of a match, not a ruleset" in result.output


@pytest.mark.parametrize("verb", ["simulate", "compare", "sweep"])
def test_what_a_report_needs_is_said_before_anything_is_played(verb: str, monkeypatch: pytest.MonkeyPatch) -> None:
    find_spec = run_options.find_spec
    monkeypatch.setattr(run_options, "find_spec", lambda name: None if name in ("vl_convert", "jinja2") else find_spec(name))
    monkeypatch.setattr("rulerun.lab.runs.run.run", None)
    result = rulerun(verb, "tic_tac_toe", "--games", "5", "--report", "page.html")
    assert result.output == "error: `--report` needs `vl_convert` and `jinja2`: pip install 'rulerun[lab]'\n"


@pytest.mark.parametrize("missing", run_options.LAB)
@pytest.mark.parametrize("verb", ["simulate", "compare", "sweep", "skill", "study", "tournament"])
def test_what_the_lab_needs_is_said_before_anything_is_played(verb: str, missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    find_spec = run_options.find_spec
    monkeypatch.setattr(run_options, "find_spec", lambda name: None if name == missing else find_spec(name))
    levels = "--levels" if verb in ("skill", "study") else "--bots"
    result = rulerun(verb, "tic_tac_toe", levels, "random,first", "--games", "4")
    assert result.output == "error: this needs more than the core of rulerun: pip install 'rulerun[lab]'\n"


@pytest.mark.slow
def test_the_lab_needs_no_more_than_it_says() -> None:
    others = ("polars", *run_options.PAGE, "open_spiel", "pyspiel", "gymnasium", "pettingzoo", "distributed", "cvxpy", "textual")
    code = (
        f"import sys; sys.modules.update(dict.fromkeys({others}))\n"
        "sys.argv[1:] = 'simulate pig --games 3 --workers 1'.split(); from rulerun.cli.main import main; main()"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (said.returncode, "3 games" in said.stdout) == (0, True), said.stderr


def pressing(*_: object, **__: object) -> NoReturn:
    raise KeyboardInterrupt


@pytest.mark.parametrize(
    ("verb", "where", "said"),
    [
        ("simulate", "rulerun.cli.terminal.run_options.bots_of", "stopped while the rules were being read; nothing was played"),
        ("simulate", "rulerun.lab.runs.totals.rules", "stopped while the rules were being made ready; nothing was played"),
        ("simulate", "rulerun.lab.runs.run.Interrupts.wait", "stopped before the first games were finished"),
        (
            "simulate",
            "rulerun.lab.report.html.written",
            "stopped while `page.html` was being written; the figures above are complete",
        ),
        ("compare", "rulerun.lab.runs.totals.rules", "stopped while the rules were being made ready; nothing was played"),
        ("compare", "rulerun.lab.report.html.written", "stopped while `page.html` was being written"),
        ("sweep", "rulerun.lab.runs.sweep.sweep", "stopped while the cells were being made ready"),
        ("sweep", "rulerun.lab.report.html.written", "stopped while `page.html` was being written"),
    ],
)
def test_whoever_presses_ctrl_c_is_told_what_was_stopped(
    verb: str, where: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("vl_convert")

    monkeypatch.setattr(where, pressing)
    result = rulerun(verb, "tic_tac_toe", "--games", "20", "--workers", "1", "--report", "page.html")
    assert result.exit_code == 130
    assert said in result.stderr
    assert not Path("page.html").exists()
    assert not Path("page.html.part").exists()


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
    said = " ".join(result.output.split())
    assert "within noise" in said
    assert "60 games each, with the same chance" in said


def test_a_ruleset_compared_with_itself_is_the_same() -> None:
    result = rulerun("compare", "tic_tac_toe", "--games", "60", "--workers", "1")
    assert "this compares the game with itself" in result.stderr
    assert "A and B are the same game, Tic-tac-toe" in result.stdout
    assert "within noise" not in result.stdout


def test_two_rulesets_of_one_title_are_told_apart_by_their_files() -> None:
    text = (Path(__file__).resolve().parents[2] / "rulesets" / "tic_tac_toe.yaml").read_text(encoding="utf-8")
    Path("mine.yaml").write_text(text + "\n", encoding="utf-8")
    result = rulerun("compare", "tic_tac_toe", "mine.yaml", "--games", "60", "--workers", "1")
    assert "B is Tic-tac-toe (mine.yaml)" in " ".join(result.stdout.split())


def test_what_was_played_stands_above_all() -> None:
    words = ("why_first", "--set", "stages=2", "--games", "20", "--workers", "1")
    assert rulerun("simulate", *words).stdout.splitlines()[0] == (
        "Why First?, 2 players, stages 2: 20 games; bots: random; seed 0"
    )
    lines = rulerun("compare", "why_first", *words[1:], "--set-b", "stages=3").output
    assert "set twice" in lines
    lines = rulerun("compare", "why_first", "--set-a", "stages=2", "--set-b", "stages=5", *words[3:]).stdout
    assert lines.splitlines()[:2] == [
        "A: Why First?, 2 players, stages 2: 20 games; bots: random; seed 0",
        "B: Why First?, 2 players: 20 games; bots: random; seed 0",
    ]
    assert "All choices were made at random" in lines
    assert "Compared: " in lines


def test_a_comparison_repeats_itself() -> None:
    words = ("compare", "why_first", "--set-b", "stages=2", "--set-a", "stages=1", "--games", "40", "--workers", "1", "--json")
    first = rulerun(*words)
    found = json.loads(first.stdout)
    length = next(one for one in found["differences"] if one["name"] == "decisions")
    assert length["difference"]["value"] == 38
    assert length["clear"] is True
    assert rulerun(*found["command"].split()[1:], "--workers", "1", "--json").stdout == first.stdout


@pytest.mark.slow
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


def test_the_command_that_a_sweep_prints_repeats_it() -> None:
    words = ("sweep", "why_first", "--variant", "tactical", "--set", "stages=1,2", "--games", "20", "--workers", "1", "--json")
    first = rulerun(*words)
    command = json.loads(first.stdout)["command"]
    assert "--players 2 " in command
    assert rulerun(*command.split()[1:], "--workers", "1", "--json").stdout == first.stdout
    told = rulerun("sweep", "why_first", "--set", "stages=1", "--games", "20", "--workers", "1")
    assert told.exit_code == 0
    assert "stages 1" in told.stdout.splitlines()[0]


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
def test_without_a_compiler_the_same_is_said_once_and_comes_out(tmp_path: Path) -> None:
    pytest.importorskip("llvmlite")
    words = [*RULERUN, "simulate", "why_first", "--games", "600", "--workers", "2", "--json"]
    compiled = subprocess.run(words, capture_output=True, text=True, check=True)
    (tmp_path / "sitecustomize.py").write_text(
        "import importlib.util as u; f = u.find_spec; u.find_spec = lambda n, p=None: None if n == 'llvmlite' else f(n, p)"
    )
    without = subprocess.run(words, capture_output=True, text=True, check=True, env={**os.environ, "PYTHONPATH": str(tmp_path)})
    assert without.stdout == compiled.stdout
    assert without.stderr.count("pip install 'rulerun[fast]'") == 1
    assert compiled.stderr == ""


@pytest.mark.slow
@pytest.mark.parametrize("workers", ["1", "2"])
def test_whoever_stops_a_run_gets_what_was_finished(workers: str, tmp_path: Path) -> None:
    words = [*RULERUN, "simulate", "tic_tac_toe", "--games", "1000000000", "--workers", workers, "--json", "--out", "games.csv"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True) as process:
        grown = tmp_path / "games.csv.part"
        until(lambda: grown.exists() and grown.stat().st_size > 0, process)
        os.killpg(process.pid, signal.SIGINT)
        printed, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert "Traceback" not in said
    found = json.loads(printed)["run"]
    assert found["finished"] is False
    assert 0 < found["games"] < 10**9
    with (tmp_path / "games.csv").open() as lines:
        assert sum(1 for _ in lines) == 1 + found["games"]


MOMENTS = [
    pytest.param(("rulerun.cli.commands.sweep", "sheet_of"), id="the rules are read"),
    pytest.param(("rulerun.lab.runs.sweep", "sweep"), id="the cells are made"),
    pytest.param(("rulerun.lab.runs.sweep", "as_completed"), id="the cells are played"),
]


@pytest.mark.slow
@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_a_sweep_that_is_told_to_end_says_so_and_nothing_else(
    how: signal.Signals, moment: tuple[str, str], tmp_path: Path
) -> None:
    marker = tmp_path / "reached"
    rest = ["sweep", "why_first", "--set", "stages=1..6", "--games", "1000000", "--workers", "2"]
    words = [*telling(*moment, marker), *rest]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True) as process:
        until(marker.exists, process)
        os.killpg(process.pid, how)
        _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == {signal.SIGINT: 130, signal.SIGTERM: 143}[how]
    assert said.strip().startswith("stopped ")
    assert len(said.strip().splitlines()) == 1


@pytest.mark.slow
def test_the_other_commands_load_nothing_of_the_lab() -> None:
    code = (
        "import sys; from click.testing import CliRunner; from rulerun.cli.main import root;"
        "[CliRunner().invoke(root, words.split()) for words in ('validate traxx', 'count traxx --depth 1', 'simulate --help')];"
        "print([name for name in sys.modules if name.split('.')[0] in ('numpy', 'scipy', 'polars', 'llvmlite', 'altair')])"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip() == "[]"


@pytest.mark.parametrize("verb", ["simulate", "compare", "sweep"])
def test_the_report_is_written_where_nobody_reads_the_output_to_its_end(verb: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def closed(*figures: object) -> NoReturn:
        raise BrokenPipeError

    monkeypatch.setattr("rulerun.cli.draw.report.draw", closed)
    monkeypatch.setattr("rulerun.lab.report.html.written", lambda report: "the page")
    rulerun(verb, "tic_tac_toe", "--games", "20", "--workers", "1", "--report", "page.html")
    assert Path("page.html").read_text() == "the page"


BASE = """ruleset: base
players: 2
scores:
  points: {per: player}
phases:
  game:
    - repeat 3 times:
        - for each player me:
            - do turn (me)
  turn (player me):
    - points[me] += 1
outcome:
  ranking (player p): highest points[p]
"""

OWN = """ruleset: own
extends: base
phases:
  turn (player me):
    - me chooses step from 1..2
    - points[me] += step
"""


def test_the_own_lines_of_a_ruleset_stand_before_those_of_its_base() -> None:
    Path("base.yaml").write_text(BASE)
    Path("own.yaml").write_text(OWN)
    found = json.loads(rulerun("simulate", "own.yaml", "--games", "20", "--workers", "1", "--json").stdout)
    files = [sentence["place"].partition(":")[0] for sentence in found["sentences"]]
    assert files == ["own.yaml"] * 2 + ["base.yaml"] * 3


@pytest.mark.slow
@pytest.mark.parametrize("words", [("skill", "--levels", "random,first"), ("tournament", "--bots", "random,first")])
def test_levels_and_bots_play_until_they_are_known_as_closely(words: tuple[str, ...]) -> None:
    command, *options = words
    loose = rulerun(command, "tic_tac_toe", *options, "--until", "40%", "--workers", "1", "--json")
    close = rulerun(
        command, "tic_tac_toe", *options, "--until", "6%" if command == "tournament" else "12%", "--workers", "1", "--json"
    )
    assert loose.exit_code == close.exit_code == 0, close.output
    runs = [json.loads(each.stdout)["run"] for each in (loose, close)]
    assert runs[0]["games"] < runs[1]["games"]
    again = rulerun(*runs[1]["command"].split()[1:], "--workers", "1", "--json")
    assert again.stdout.partition('"time"')[0] == close.stdout.partition('"time"')[0]


@pytest.mark.parametrize("verb", ["skill", "tournament"])
def test_a_number_of_games_and_a_width_are_not_given_together(verb: str) -> None:
    bots = ("--bots", "random,first") if verb == "tournament" else ()
    result = rulerun(verb, "tic_tac_toe", *bots, "--games", "30", "--until", "5%")
    assert "`--games` is for a fixed number, `--until` for as many as it takes: give one of them" in result.output
