from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulerun.cli.main import COMMANDS, OTHER_WORDS, root
from rulerun.dsl.text.files import BUNDLED

GAMES = ("change_horses", "kuhn_poker", "tic_tac_toe", "traxx", "why_first")
RULERUN = [sys.executable, "-c", "from rulerun.cli.main import main; main()"]


def rulerun(*words: str) -> Result:
    return CliRunner().invoke(root, list(words))


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_says_what_it_does(name: str) -> None:
    result = rulerun(name, "--help")
    assert result.exit_code == 0
    assert "Usage:" in result.output


def test_the_package_runs_as_the_command_does() -> None:
    words = [sys.executable, "-m", "rulerun", "validate", "tic_tac_toe"]
    assert "sound" in subprocess.run(words, capture_output=True, text=True, check=True).stdout


def test_the_bundled_rulesets_are_listed() -> None:
    result = rulerun("list")
    assert result.exit_code == 0
    assert all(game in result.output for game in GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_a_bundled_ruleset_is_sound(game: str) -> None:
    result = rulerun("validate", game, "--json")
    assert json.loads(result.output)["ok"] is True
    assert result.exit_code == 0


def test_what_is_wrong_is_said_with_its_place() -> None:
    rules = "ruleset: bad\nplayers: 2\nphases:\n  game:\n    - do something odd\noutcome:\n  winners: players p where p = p\n"
    Path("bad.yaml").write_text(rules)
    result = rulerun("validate", "bad.yaml")
    assert result.exit_code == 1
    assert "bad.yaml:5:" in result.output
    found = json.loads(rulerun("validate", "bad.yaml", "--json").output)
    assert found["ok"] is False
    assert all(finding["line"] > 0 for finding in found["files"][0]["findings"])


@pytest.mark.parametrize(
    "content", [b"", b"\x00\x01\xff\xfe", b"[" * 100_000, b"- a\n" * 300_000, b"ruleset: [a", b"&a [*a, *a]"]
)
@pytest.mark.parametrize(
    "command", ["validate", *(pytest.param(command, marks=pytest.mark.slow) for command in ("play", "test", "count"))]
)
def test_bad_files_are_refused_in_words(content: bytes, command: str) -> None:
    Path("bad.yaml").write_bytes(content)
    words = [command, "bad.yaml", *(["--depth", "1"] if command == "count" else [])]
    done = subprocess.run([*RULERUN, *words], capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=60, check=False)
    assert done.returncode in (1, 2)
    assert "Traceback" not in done.stderr + done.stdout
    assert "bad.yaml" in done.stderr + done.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["play", "nothing_of_the_kind"], "no ruleset"),
        (["play", "trax"], "did you mean `traxx`"),
        (["play", "traxx", "--players", "9"], "1 to 4"),
        (["play", "why_first", "--variant", "tactic"], "did you mean `tactical`"),
        (["show", "why_first", "--variant", "tactic"], "did you mean `tactical`"),
        (["show", "hex", "--variant", "tactic"], "`hex` has no variants"),
        (["play", "why_first", "--set", "stage=3"], "did you mean `stages`"),
        (["play", "why_first", "--set", "stages=300"], "1 to 20"),
        (["play", "why_first", "--set", "stages"], "NAME=VALUE"),
        (["play", "why_first", "--set", "all_level=shre"], "share"),
        (["play", "traxx", "--seat", "7=human"], "no seat 7"),
        (["play", "traxx", "--seat", "1=robot"], "human"),
        (["play", "traxx", "--seat", "1=human"], "needs a terminal"),
        (["play", "traxx", "--bots", "--seat", "1=human"], "leave out one of them"),
        (["play", "."], "is a folder"),
        (["count", "traxx"], "--depth"),
        (["count", "traxx", "--depth", "-1"], "--depth"),
        (["ply", "traxx"], "did you mean `play`"),
        (["replay", "nothing.rulerun"], "no record"),
        (["play", "traxx", "--record", "no/such/folder/x.rulerun"], "no/such/folder"),
    ],
)
def test_a_wrong_use_is_explained(words: list[str], said: str) -> None:
    result = rulerun(*words)
    assert result.exit_code in (1, 2)
    assert said in result.output


def test_tic_tac_toe_has_as_many_histories_as_it_should() -> None:
    result = rulerun("count", "tic_tac_toe", "--depth", "9", "--json")
    found = json.loads(result.output)
    assert found["by_depth"] == [1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]
    assert found["ended"] == [0, 0, 0, 0, 0, 1440, 5328, 47952, 72576, 127872]
    assert sum(found["ended"]) == 255168


def test_kuhn_poker_has_58_histories() -> None:
    found = json.loads(rulerun("count", "kuhn_poker", "--depth", "8", "--json").output)
    assert sum(found["by_depth"]) == 58
    assert sum(found["ended"]) == 30


def test_the_examples_of_a_bundled_ruleset_hold() -> None:
    result = rulerun("test", "kuhn_poker", "tic_tac_toe", "--games", "5", "--json")
    found = json.loads(result.output)
    assert result.exit_code == 0, result.output
    assert [file["ok"] for file in found["files"]] == [True, True]
    assert all(example["ok"] for file in found["files"] for example in file["examples"])


def test_an_example_that_does_not_hold_is_told_with_its_place() -> None:
    text = (BUNDLED / "kuhn_poker.yaml").read_text()
    Path("kuhn.yaml").write_text(text.replace("payoff: {Anne: -2, Ben: 2}", "payoff: {Anne: -1, Ben: 2}"))
    result = rulerun("test", "kuhn.yaml", "--games", "1")
    assert result.exit_code == 1
    assert "a bet that is called goes to the higher card" in result.output
    assert "kuhn.yaml:" in result.output
    assert "expected Anne to get -1, found -2" in result.output


VARIED = """
ruleset: varied
players: 2
variables:
  pot: {holds: 0..9}
phases:
  game:
    - Anne chooses n from 1..3
    - pot += n
outcome:
  winners: players p where pot > 3
variants:
  rich:
    variables:
      pot: {holds: 5..9, starts as: 5}
    examples:
      it is filled:
        answers:
          - Anne: n 1
        expect: {pot: 7}
"""


def test_what_is_wrong_in_a_variant_alone_is_told_with_its_name() -> None:
    Path("varied.yaml").write_text(VARIED)
    result = rulerun("test", "varied.yaml", "--games", "1")
    assert "failed: it is filled (in the variant `rich`)" in result.output
    assert "varied.yaml:20:18: expected pot to be 7, found 6" in result.output
    Path("varied.yaml").write_text(VARIED.replace("starts as: 5}", "starts as: 3}"))
    result = rulerun("test", "varied.yaml", "--games", "1")
    assert result.exit_code == 1
    assert "`pot` holds 5..9, found 3 (in the variant `rich`)" in result.output
    misspelt = VARIED.partition("    examples:")[0] + "    phases: {game: [pot = pt]}\n"
    Path("varied.yaml").write_text(misspelt)
    result = rulerun("test", "varied.yaml", "--games", "1")
    assert "there is no name `pt` (in the variant `rich`)" in result.output


def test_nothing_is_tested_where_a_variant_has_an_error_that_its_examples_do_not_come_to() -> None:
    late = VARIED.replace("{pot: 7}", "{pot: 6}") + "    phases:\n      idle:\n        - pot = pt\n"
    Path("varied.yaml").write_text(late)
    result = rulerun("test", "varied.yaml", "--games", "1")
    assert result.exit_code == 1
    assert "there is no name `pt` (in the variant `rich`)" in result.output
    assert result.stdout == "varied.yaml: not tested, for it has errors\n"
    found = json.loads(rulerun("test", "varied.yaml", "--games", "1", "--json").stdout)
    assert (found["ok"], found["files"]) == (False, [])
    Path("varied.yaml").write_text(late.replace("pot = pt", "pot = 5"))
    assert "1 of 1 examples hold" in rulerun("test", "varied.yaml", "--games", "1").output


def test_of_very_many_failures_of_an_example_the_first_are_printed() -> None:
    text = VARIED.replace("pot: {holds: 0..9}", "pot: {holds: 0..9}\n  each: {per: 1..30, holds: 0..9}")
    wrong = ", ".join(f"{at}: 1" for at in range(1, 31))
    Path("varied.yaml").write_text(text.replace("{pot: 7}", f"{{each: {{{wrong}}}}}"))
    result = rulerun("test", "varied.yaml", "--games", "0")
    assert result.output.count("expected each[") == 10
    assert "… and 20 more" in result.output


TABLED = """
ruleset: tabled
players: 2
decks:
  shop: {cards from: cards.csv, starts in: heap}
zones:
  heap: {of: shop, kind: pile}
phases:
  game:
    - Anne chooses n from 1..3
outcome:
  winners: players p where count(heap) > 3
"""


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"points\n" + b"1\n" * 1_000_000, "too-large: a table has at most 300,000 characters, `cards.csv` has 2,000,007 bytes"),
        (
            "points\nuno più\n".encode("latin-1"),
            "not-text: `cards.csv` is not text in UTF-8: line 2 has a byte that no letter has",
        ),
    ],
    ids=["a million rows", "another encoding"],
)
def test_a_table_that_cannot_be_read_is_one_mistake(content: bytes, said: str) -> None:
    Path("tabled.yaml").write_text(TABLED)
    Path("cards.csv").write_bytes(content)
    found = json.loads(rulerun("validate", "tabled.yaml", "--json").output)["files"][0]["findings"]
    assert [f"{each['code']}: {each['message']}" for each in found] == [said]
    assert found[0]["line"] == 5


BROKEN = """
ruleset: broken
players: [2, 3]
parameters:
  most: {default: 3, range: 1..9}
variables:
  taken: {holds: 0..99}
phases:
  game:
    - repeat 4 times:
        - for each player p:
            - p chooses amount from 1..2
            - taken += amount
outcome:
  winners: players p where taken > 3
invariants:
  little is taken: taken <= most
variants:
  more:
    parameters:
      most: {default: 9, range: 1..99}
"""


def random_games(*words: str) -> list[dict[str, object]]:
    """What `rulerun test` says of the random games of its one file."""
    found = json.loads(rulerun("test", *words, "--json").output)["files"][0]["games"]
    assert isinstance(found, list)
    return found


def test_of_very_many_combinations_some_are_played_and_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulerun.cli.commands.test.MOST_COMBINATIONS", 3)
    Path("broken.yaml").write_text(BROKEN)
    result = rulerun("test", "broken.yaml", "--games", "1")
    assert "3 of 4 combinations of a variant and a number of players are played" in result.output
    played = [line.strip().split(":")[0] for line in result.output.splitlines() if "random game" in line]
    assert played == ["2 players", "more, 2 players", "3 players"]
    assert "combinations" not in rulerun("test", "broken.yaml", "--games", "1", "--variant", "more").output


@pytest.mark.parametrize(
    "game", ["kuhn_poker", "tic_tac_toe", *(pytest.param(game, marks=pytest.mark.slow) for game in ("traxx", "change_horses"))]
)
def test_a_random_game_is_the_match_that_bots_play_with_its_seed(game: str) -> None:
    alone = [random_games(game, "--games", "1", "--seed", str(seed), "--players", "2") for seed in range(4)]
    for seed, kinds in enumerate(alone):
        played = json.loads(rulerun("play", game, "--bots", "--seed", str(seed), "--players", "2", "--json").output)
        assert kinds[0]["decisions"] == played["decisions"]
    together = random_games(game, "--games", "4", "--players", "2")
    assert together[0]["decisions"] == sum(int(str(kinds[0]["decisions"])) for kinds in alone)


def test_a_base_in_another_folder_is_read_where_the_command_line_says_so(tmp_path: Path) -> None:
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared" / "base.yaml").write_text(rulesets_text("tic_tac_toe"))
    Path("mine.yaml").write_text("ruleset: mine\nextends: base\n")
    refused = rulerun("play", "mine.yaml", "--bots")
    assert refused.exit_code == 1
    assert "there is no ruleset `base` to extend" in refused.output
    assert "--extends-from FOLDER" in refused.output
    allowed = ["--extends-from", str(tmp_path / "shared")]
    assert "mine.yaml: sound" in rulerun(*allowed, "validate", "mine.yaml").output
    assert rulerun(*allowed, "play", "mine.yaml", "--bots").exit_code == 0
    assert rulerun("--extends-from", "nowhere", "list").exit_code == 2


def rulesets_text(name: str) -> str:
    """The text of a bundled ruleset."""
    return (BUNDLED / f"{name}.yaml").read_text(encoding="utf-8")


def test_a_game_that_fails_is_told_with_the_command_that_shows_it() -> None:
    Path("broken game.yaml").write_text(BROKEN)
    words = ["test", "broken game.yaml", "--games", "1", "--seed", "7", "--players", "3", "--variant", "more", "--set", "most=5"]
    result = rulerun(*words)
    assert result.exit_code == 1
    assert "more, 3 players: 1 random game, " in result.output
    assert ": 1 failure\n" in result.output
    assert "does not hold, found 7 <= 5, after 5 decisions" in result.output
    command, *story = result.output.rstrip().rpartition("to see it: ")[2].splitlines()
    assert story[-1].strip().endswith("taken 5 → 7")
    assert command == "rulerun play 'broken game.yaml' --bots --seed 7 --players 3 --variant more --set most=5 --until 5"
    seen = rulerun(*shlex.split(command)[1:])
    assert seen.exit_code == 1
    assert seen.stdout.rstrip().endswith("taken 5 → 7")
    assert "does not hold, found 7 <= 5" in seen.stderr


SHOWING = """
ruleset: showing
players: 2
variables:
  rounds: {holds: 0..9}
phases:
  game:
    - repeat 3 times:
        - Anne chooses n from 1..3
        - rounds += 1
outcome:
  winners: players p where p = Anne
show:
  each: 12 div (2 - rounds)
"""


def test_a_shown_value_that_fails_fails_alike_where_bots_play_alone() -> None:
    Path("showing.yaml").write_text(SHOWING)
    tested = rulerun("test", "showing.yaml", "--games", "1")
    assert tested.exit_code == 1
    told, _, rest = tested.output.rstrip().rpartition("; to see it: ")
    command, *story = rest.splitlines()
    assert [line.strip() for line in story] == ["Anne: n 3", "rounds 1", "Anne: n 1", "rounds 1 → 2"]
    fault = told.splitlines()[-1].strip().removesuffix(", after 2 decisions")
    assert fault.startswith("showing.yaml:14:")
    played = rulerun(*shlex.split(command)[1:])
    assert played.exit_code == 1
    assert fault in played.output


def test_the_same_failure_of_several_games_is_told_once() -> None:
    Path("showing.yaml").write_text(SHOWING)
    result = rulerun("test", "showing.yaml", "--games", "6")
    assert "6 random games, 12 decisions: 6 failures\n" in result.output
    assert result.output.count("showing.yaml:14:") == 1
    assert result.output.rstrip().endswith("the same in 5 more games")


ENDLESS = """
ruleset: endless
players: 2
variables:
  rounds: {holds: 0..9}
phases:
  game:
    - repeat until rounds = 9:
        - Anne chooses n from 1..3
        - rounds = n
outcome:
  winners: players p where p = Anne and rounds > 0
longest: {decisions: 30, then: draw}
"""


def test_a_game_that_never_ends_is_not_called_sound() -> None:
    Path("endless.yaml").write_text(ENDLESS)
    result = rulerun("test", "endless.yaml", "--games", "2")
    assert "2 random games, 60 decisions: none came to its end, `longest:` cut them short\n" in result.output


def test_the_time_of_random_games_is_bounded() -> None:
    Path("broken.yaml").write_text(BROKEN)
    result = rulerun("test", "broken.yaml", "--seconds", "0", "--players", "2")
    assert "2 players: 0 of 20 random games, then the time was up, 0 decisions: not played\n" in result.output


def test_only_the_random_games_that_are_asked_for_are_played() -> None:
    Path("broken.yaml").write_text(BROKEN)
    kinds = [(kind["variant"], kind["players"]) for kind in random_games("broken.yaml", "--games", "1")]
    assert kinds == [("", 2), ("", 3), ("more", 2), ("more", 3)]
    kinds = [(kind["variant"], kind["players"]) for kind in random_games("broken.yaml", "--games", "1", "--players", "2")]
    assert kinds == [("", 2), ("more", 2)]
    kinds = [(kind["variant"], kind["players"]) for kind in random_games("broken.yaml", "--games", "1", "--variant", "more")]
    assert kinds == [("more", 2), ("more", 3)]
    assert "2 failures" in rulerun("test", "broken.yaml", "--games", "2", "--set", "most=1", "--players", "2").output
    for words in (["--players", "7"], ["--variant", "most"], ["--set", "least=1"], ["--set", "most"], ["--set", "most=x"]):
        assert rulerun("test", "broken.yaml", *words).exit_code == 2


def test_a_ruleset_is_shown_with_a_variant_merged_in_and_is_one_itself() -> None:
    result = rulerun("show", "why_first", "--variant", "tactical")
    assert result.exit_code == 0
    assert "  # from the variant tactical, why_first.yaml:" in result.output
    assert ", replaces why_first.yaml:" in result.output
    assert "\x1b" not in result.output
    Path("shown.yaml").write_text(result.output)
    assert rulerun("validate", "shown.yaml").exit_code == 0


def test_a_ruleset_whose_variant_changes_what_is_not_there_is_not_shown() -> None:
    rules = (BUNDLED / "hex.yaml").read_text() + "\nvariants:\n  wide:\n    boards:\n      feild: {change: {columns: 3}}\n"
    Path("wide.yaml").write_text(rules)
    result = rulerun("show", "wide.yaml")
    assert result.exit_code == 1
    assert "no `feild` under `boards:`" in result.stderr
    assert not result.stdout


@pytest.mark.parametrize(("word", "meant"), [("rules", "explain"), ("rule", "explain"), ("check", "validate"), ("plya", "play")])
def test_an_unknown_command_is_answered_with_the_one_that_was_meant(word: str, meant: str) -> None:
    told = CliRunner().invoke(root, [word, "pig"])
    assert told.exit_code == 2
    assert f"there is no command `{word}`; did you mean `{meant}`?" in told.output
    assert meant in COMMANDS


def test_no_other_word_for_a_command_is_a_command() -> None:
    assert OTHER_WORDS.keys().isdisjoint(COMMANDS)
    assert set(OTHER_WORDS.values()) <= COMMANDS.keys()
