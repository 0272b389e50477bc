"""Games that fail are counted and told by every command of the lab, each with the command that plays it to the same fault."""

from __future__ import annotations

import csv
import json
import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulerun.bots import BotFailed
from rulerun.cli.main import root

pytest.importorskip("numpy")
pytest.importorskip("choix")

BRIM = """\
ruleset: brim
title: To the brim
players: 2
parameters:
  cap: {default: 48, range: 10..48}
variables:
  cup: {holds: 0..cap}
variants:
  by the spoon:
    parameters:
      cap: {default: 48, range: 10..48}
phases:
  game:
    - repeat 3 times:
        - for each player me:
            - me chooses x from 1..2
            - random die from 1..4
            - cup = cup + x * die
outcome:
  winners: players p where cup mod 2 = player_number(p) - 1
"""

SHARE = """\
ruleset: share
players: 2
variables:
  said: {holds: 0..60}
phases:
  game:
    - repeat 4 times:
        - for each player me:
            - me chooses x from 0..3
            - said = said + x
outcome:
  winners: players p where said > 3
"""

MEASURE = """\
measures:
  a share:
    at the end of the game: 10 div (14 - said)
"""

INVARIANT = """\
invariants:
  little is said: said <= 12
"""

FILE = "to the brim.yaml"
RARE = 6
"""One game in about so many fails by the bot of `sometimes`."""


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr("rulerun.simulation.engine.COMPILES", False)
    Path(FILE).write_text(BRIM)
    Path("measured.yaml").write_text(SHARE + MEASURE)
    Path("held.yaml").write_text(SHARE + INVARIANT)


@pytest.fixture
def sometimes(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot `first` fails at some choices, by the numbers that it draws."""

    def choose(self: object, situation: object, draw) -> int:
        if not draw(3 * RARE):
            raise BotFailed("it fell asleep")
        return 0

    monkeypatch.setattr("rulerun.bots.first.First.choose", choose)


def rulerun(*words: str) -> Result:
    return CliRunner().invoke(root, list(words))


def again(command: str) -> Result:
    """What the command of a game prints, which must be whole."""
    words = shlex.split(command)
    assert words[:2] == ["rulerun", "play"]
    return rulerun(*words[1:])


def first_game(result: Result) -> str:
    """The command below the alarms."""
    found = re.search(r"^The first game .*:\n  (rulerun play .*)$", result.stdout, re.MULTILINE)
    assert found is not None, result.output
    return found[1]


def plain(result: Result) -> str:
    return " ".join(result.stdout.split())


BOTS = ("--bots", "random,first", "--games", "80", "--workers", "1")
CAPS = ("--set", "cap=47,48")


@pytest.mark.usefixtures("sometimes")
def test_a_sweep_counts_games_that_failed_and_plays_their_cells_again() -> None:
    for _ in range(2):  # the second time from the cache, were they kept
        found = json.loads(rulerun("sweep", FILE, *CAPS, *BOTS, "--json").stdout)
        runs = [cell["summary"]["run"] for cell in found["cells"]]
        assert all(run["failed"] > 0 and run["games"] + run["failed"] == 80 for run in runs)
        assert all(run["failure"] == "it fell asleep" for run in runs)
        assert found["finished"]
    result = rulerun("sweep", FILE, *CAPS, *BOTS)
    assert result.exit_code == 0
    left_out = f"With cap 47: {runs[0]['failed']} games more are left out"
    assert f"{left_out}, because a bot failed there: it fell asleep." in plain(result)
    assert " failed " in next(line for line in result.stdout.splitlines() if "wins least" in line)
    assert first_game(result) == runs[0]["failed_game"]


@pytest.mark.usefixtures("sometimes")
def test_a_sweep_whose_bot_always_fails_ends_as_a_run_does(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: object, situation: object, draw: object) -> int:
        raise BotFailed("it never woke up")

    monkeypatch.setattr("rulerun.bots.first.First.choose", fail)
    for words in (("simulate", FILE), ("sweep", FILE, *CAPS), ("compare", FILE, "--set-b", "cap=47")):
        result = rulerun(*words, *BOTS)
        assert result.exit_code == 1
        assert re.search(r"a bot failed in (\d+) of \1 games: it never woke up\n", result.stderr)
        command = result.stderr.partition("to see it: ")[2].strip()
        assert "it never woke up" in again(command).stderr


@pytest.mark.usefixtures("sometimes")
def test_a_comparison_says_in_which_game_bots_failed() -> None:
    words = ("compare", FILE, "--set-a", "cap=48", "--set-b", "cap=47", *BOTS)
    found = json.loads(rulerun(*words, "--json").stdout)
    sides = [found[side]["run"] for side in ("first", "second")]
    left_out = sum(run["failed"] for run in sides)
    assert left_out > 0
    assert [run["games"] for run in sides] == [80 - left_out] * 2
    assert "--games 80" in found["command"]
    assert "because a bot failed in A: it fell asleep." in plain(rulerun(*words))


@pytest.mark.usefixtures("sometimes")
@pytest.mark.parametrize(
    "words",
    [
        ("simulate", FILE, *BOTS),
        ("simulate", FILE, "--variant", "by the spoon", "--seed", "7", *BOTS),
        ("compare", FILE, "--set-b", "cap=47", *BOTS),
        ("sweep", FILE, *CAPS, "--variant", "by the spoon", *BOTS),
        ("tournament", FILE, "--set", "cap=47", *BOTS),
        ("skill", FILE, "--levels", "random,first", "--judge", "none", "--games", "30", "--workers", "1"),
    ],
)
def test_the_command_of_a_game_comes_to_the_bot_that_failed(words: tuple[str, ...]) -> None:
    result = rulerun(*words)
    assert result.exit_code == 0, result.output
    ended = again(first_game(result))
    assert ended.exit_code == 1
    assert "it fell asleep" in ended.stderr


@pytest.mark.parametrize("bots", ["random", "random:flat", "first,random:flat", "greedy,random"])
@pytest.mark.parametrize("verb", ["simulate", "compare", "sweep", "tournament", "skill"])
def test_the_command_of_a_game_comes_to_the_fault_of_the_rules(verb: str, bots: str) -> None:
    names = bots if "," in bots or verb in ("simulate", "compare", "sweep") else f"{bots},first"
    option = "--levels" if verb == "skill" else "--bots"
    result = rulerun(verb, FILE, "--set", "cap=22", option, names, "--games", "60", "--seed", "3", "--workers", "1")
    assert result.exit_code == 1, result.output
    told = result.stderr.partition("error: ")[2]
    ended = again(told.partition("to see it: ")[2].strip())
    assert ended.exit_code == 1
    assert told.partition(" (game ")[0] == ended.stderr.partition("error: ")[2].partition("\n")[0]
    assert f"{FILE}:" in told


def test_the_command_of_a_game_comes_to_the_fault_that_a_search_has_met() -> None:
    words = ("--bots", "random,mcts:simulations=3", "--games", "40", "--workers", "1")
    result = rulerun("simulate", FILE, "--set", "cap=30", *words)
    assert "the rules fail where it plays on" in plain(result)
    assert "the rules fail where it plays on: `cup` would become" in again(first_game(result)).stderr


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("simulate", "measured.yaml", "--workers", "1"), "this divides by zero"),
        (("simulate", "measured.yaml", "--workers", "1", "--bots", "greedy,random"), "this divides by zero"),
        (("test", "measured.yaml"), "this divides by zero"),
        (("test", "held.yaml"), "the invariant `little is said` does not hold, found 14 <= 12"),
        (("test", FILE, "--set", "cap=20"), "outside 0..20"),
    ],
)
def test_the_command_of_a_game_comes_to_what_is_held_besides_the_rules(words: tuple[str, ...], told: str) -> None:
    result = rulerun(*words)
    assert result.exit_code == 1
    assert told in result.output
    found = re.search(r"to see it: (rulerun play .*)", result.output)
    assert found is not None, result.output
    ended = again(found[1])
    assert ended.exit_code == 1
    assert told in ended.stderr


def test_compiled_code_names_the_same_game(monkeypatch: pytest.MonkeyPatch) -> None:
    from rulerun.simulation import prepare, prepare_plain
    from rulerun.simulation.compile.loaded import COMPILES
    from rulerun.simulation.emit.module import Form

    if not COMPILES:
        pytest.skip("nothing is compiled here")
    from rulerun.dsl.compile import compile_ruleset
    from rulerun.dsl.text.source import Source
    from rulerun.interpreter.core.runtime_errors import GameError

    monkeypatch.setattr("rulerun.simulation.engine.COMPILES", True)
    program = compile_ruleset(Source(FILE, BRIM), "", 2, {"cap": "36"}).program
    assert program is not None
    engines = [prepare(program), prepare_plain(program)]
    assert engines[0].form(Form.TALLY).compiled
    faults = []
    for engine in engines:
        with pytest.raises(GameError) as caught:
            engine.run(3, 0, 2000)
        faults.append((caught.value.game, caught.value.seed, caught.value.message))
    assert faults[0] == faults[1]
    assert faults[0][0] > 0


@pytest.mark.usefixtures("sometimes")
def test_rows_have_the_numbers_of_their_games() -> None:
    pytest.importorskip("polars")
    result = rulerun("simulate", FILE, *BOTS, "--out", "rows.csv", "--json")
    run = json.loads(result.stdout)["run"]
    failed = int(run["failed_game"].rpartition(" ")[2])
    with Path("rows.csv").open() as file:
        numbers = [int(row["game"]) for row in csv.DictReader(file)]
    assert len(numbers) == run["games"]
    assert failed not in numbers
    assert max(numbers) > run["games"] - 1 or failed == 79


def test_a_game_of_a_run_is_played_by_bots_alone_and_not_recorded() -> None:
    for words in (("--game", "3"), ("--bots", "--game", "3", "--record", "match.rulerun")):
        result = rulerun("play", FILE, *words)
        assert result.exit_code == 2
        assert "it needs `--bots`, and not `--record`" in result.stderr
