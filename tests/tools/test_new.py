"""A new file is sound, its examples hold, and it plays, whatever is asked for; what no ruleset can be is refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulerun.cli.main import root
from rulerun.dsl.compile import compile_examples, examine, survey
from rulerun.dsl.text.source import Source
from rulerun.interpreter.match.examples import run_example
from rulerun.tools.new import KINDS, Kind, NotPossible, file_name, new_ruleset, numbers_of_players


def rulerun(*words: str) -> Result:
    return CliRunner().invoke(root, list(words))


@pytest.mark.parametrize("players", ["1", "2..4", "3-10"])
@pytest.mark.parametrize("kind", KINDS.values(), ids=list(KINDS))
def test_a_new_ruleset_is_sound_and_tested(kind: Kind, players: str) -> None:
    source = Source("mine.yaml", new_ruleset("mine", 'Mine: a "game"', players, kind))
    assert examine(source) == ()
    examples, problems = compile_examples(source)
    assert problems == ()
    assert examples
    assert [failure for example in examples for failure in run_example(example).failures] == []
    assert examples[0].program.invariants
    assert survey(source).title.plain == 'Mine: a "game"'


@pytest.mark.parametrize("kind", KINDS)
def test_a_new_file_plays_at_once(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert rulerun("new", "Otter Run!", "--kind", kind).exit_code == 0
    assert rulerun("test", "otter_run.yaml", "--games", "2").exit_code == 0
    played = rulerun("play", "otter_run.yaml", "--bots", "--seed", "1")
    assert (played.exit_code, played.exception) == (0, None)


def test_no_file_is_overwritten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.yaml").write_text("mine", encoding="utf-8")
    refused = rulerun("new", "Mine")
    assert refused.exit_code == 1
    assert "`mine.yaml` is there already" in refused.output
    assert Path("mine.yaml").read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize("words", ["", "0", "4..2", "2..31", "many", "2..", "-1"])
def test_wrong_numbers_of_players_are_refused(words: str) -> None:
    with pytest.raises(NotPossible, match="expected numbers of players from 1 to 30"):
        numbers_of_players(words, KINDS["race"])


def test_more_players_than_cards_are_refused() -> None:
    with pytest.raises(NotPossible, match="at most 10 players"):
        numbers_of_players("2..11", KINDS["cards"])


def test_a_title_without_letters_needs_a_name() -> None:
    assert file_name("  Otter Run 2! ") == "otter_run_2"
    with pytest.raises(NotPossible, match="--name"):
        file_name("囲碁")
    with pytest.raises(NotPossible, match="expected a name of letters"):
        new_ruleset("../mine", "Mine", "2", KINDS["race"])
