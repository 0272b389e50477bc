from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulerun.cli.main import root
from rulerun.cli.terminal.console import load, read
from rulerun.cli.terminal.seating import HUMAN, settle_seats
from rulerun.dsl.text.files import BUNDLED
from rulerun.interpreter.match.records import digest

GAMES = ("change_horses", "kuhn_poker", "tic_tac_toe", "traxx", "why_first")


def rulerun(*words: str) -> Result:
    return CliRunner().invoke(root, list(words))


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("game", GAMES)
def test_the_same_arguments_give_the_same_bytes(game: str) -> None:
    first, second = (rulerun("play", game, "--seed", "7", "--json") for _ in range(2))
    assert first.exit_code == 0, first.output
    assert first.output == second.output
    found = json.loads(first.output)
    assert {"ruleset", "players", "variant", "seed", "scores", "winners", "decisions", "record_digest"} <= set(found)
    assert found["seed"] == 7
    assert found["decisions"] > 0


@pytest.mark.parametrize("game", GAMES)
def test_a_record_replays_to_the_same_result(game: str) -> None:
    played = json.loads(rulerun("play", game, "--seed", "3", "--record", "m.rulerun", "--json").output)
    assert digest(Path("m.rulerun").read_bytes()) == played["record_digest"]
    again = json.loads(rulerun("replay", "m.rulerun", "--json").output)
    assert again["ok"]
    assert again["finished"]
    assert {key: again[key] for key in played} == played


@pytest.mark.parametrize("lines", [1, 2, 9, 20])
def test_a_match_that_was_killed_goes_on_as_it_would_have(lines: int) -> None:
    whole = rulerun("play", "why_first", "--seed", "3", "--record", "a.rulerun", "--json").output
    content = Path("a.rulerun").read_bytes()
    kept = content.split(b"\n")[:lines]
    Path("b.rulerun").write_bytes(b"\n".join(kept) + b'\n{"seat": "An')
    assert rulerun("play", "b.rulerun", "--json").output == whole
    assert Path("b.rulerun").read_bytes() == content
    Path("c.rulerun").write_bytes(b"\n".join(kept) + b"\n")
    assert rulerun("play", "why_first", "--seed", "3", "--record", "c.rulerun", "--json").output == whole
    assert Path("c.rulerun").read_bytes() == content


def test_nothing_is_overwritten() -> None:
    rulerun("play", "kuhn_poker", "--record", "m.rulerun")
    before = Path("m.rulerun").read_bytes()
    for words in (["play", "kuhn_poker", "--record", "m.rulerun"], ["play", "traxx", "--record", "m.rulerun"]):
        result = rulerun(*words)
        assert result.exit_code in (1, 2)
        assert "m.rulerun" in result.output
        assert Path("m.rulerun").read_bytes() == before
    Path("notes.txt").write_text("mine")
    assert rulerun("play", "kuhn_poker", "--record", "notes.txt").exit_code in (1, 2)
    assert Path("notes.txt").read_text() == "mine"


def test_a_finished_match_points_to_its_replay() -> None:
    rulerun("play", "kuhn_poker", "--record", "my match.rulerun")
    for words in (["play", "my match.rulerun"], ["play", "kuhn_poker", "--record", "my match.rulerun"]):
        result = rulerun(*words)
        assert result.exit_code == 1
        assert "is over" in result.output
        assert "rulerun replay 'my match.rulerun'" in result.output


def test_a_match_of_bots_says_nothing_of_people_and_a_replay_how_to_go_on() -> None:
    rulerun("play", "why_first", "--bots", "--record", "m.rulerun")
    content = Path("m.rulerun").read_bytes()
    assert b"people" not in content
    first, *rest = content.splitlines(keepends=True)
    Path("m.rulerun").write_bytes(first + b"".join(rest[:8]))
    assert rulerun("replay", "m.rulerun").output.endswith("to go on: rulerun play m.rulerun --bots\n")
    Path("p.rulerun").write_bytes(first + b'{"people": ["Ben"]}\n' + b"".join(rest[:8]))
    assert rulerun("replay", "p.rulerun").output.endswith("to go on: rulerun play p.rulerun\n")
    Path("x.rulerun").write_bytes(first + b'{"people": ["Zoe"]}\n' + b"".join(rest[:8]))
    assert "no seat `Zoe`" in rulerun("replay", "x.rulerun").output


def test_who_sits_where_is_taken_from_the_record_unless_asked_otherwise() -> None:
    program = load(read(BUNDLED / "why_first.yaml"), None, 3, ())

    def people(recorded: tuple[int, ...] | None, *pairs: str, bots: bool = False) -> list[int]:
        return [seat for seat, sitter in settle_seats(program, pairs, bots, recorded).items() if sitter == HUMAN]

    assert people(None) == [0]
    assert people((2,)) == [2]
    assert people(()) == []
    assert people((2,), "1=human") == [0, 2]
    assert people((2,), "3=random") == []
    assert people((2,), "1=human", bots=True) == []


def test_a_record_says_by_itself_how_it_is_played() -> None:
    rulerun("play", "kuhn_poker", "--record", "m.rulerun")
    result = rulerun("play", "m.rulerun", "--players", "2")
    assert result.exit_code == 2
    assert "--players" in result.output


@pytest.mark.parametrize(
    "change",
    [
        lambda content: content[:50],
        lambda content: content[:-4],
        lambda content: content.replace(b'"digest": "', b'"digest": "0'),
        lambda content: content.replace(b'"choice": "', b'"choice": "un', 1),
        lambda content: content.replace(b'{"seat": "Anne"', b'{"seat": "Zoe"', 1),
        lambda content: content + b"\x00\x00\n",
        lambda content: b"",
        lambda content: b"nothing like it",
    ],
)
def test_a_spoilt_record_is_refused_with_its_line(change: object) -> None:
    assert callable(change)
    rulerun("play", "kuhn_poker", "--record", "m.rulerun")
    Path("m.rulerun").write_bytes(change(Path("m.rulerun").read_bytes()))
    result = rulerun("replay", "m.rulerun")
    assert result.exit_code == 1
    assert "line" in result.output


def test_with_no_terminal_the_transcript_tells_only_what_everybody_may_hear() -> None:
    result = rulerun("play", "kuhn_poker", "--seed", "1")
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert lines[0] == "Kuhn poker · 2 players · seed 1"
    dealt = [line for line in lines if "→ hand" in line]
    assert dealt
    assert not any(card in line for line in dealt for card in ("jack", "queen", "king"))


def test_a_transcript_speaks_the_language_asked_for() -> None:
    result = rulerun("play", "kuhn_poker", "--seed", "1", "--lang", "it")
    assert result.output.startswith("Poker di Kuhn · 2 giocatori · seme 1")


def test_a_record_holds_what_the_ruleset_builds_on() -> None:
    Path("mine.yaml").write_text("extends: kuhn_poker\nruleset: mine\n")
    Path("elsewhere").mkdir()
    played = rulerun("play", "mine.yaml", "--seed", "3", "--record", "elsewhere/m.rulerun", "--json")
    assert played.exit_code == 0, played.output
    Path("mine.yaml").unlink()
    again = json.loads(rulerun("replay", "elsewhere/m.rulerun", "--json").output)
    assert again["ok"]
    assert again["record_digest"] == json.loads(played.output)["record_digest"]
