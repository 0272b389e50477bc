from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulerun.bots import names
from rulerun.cli.main import root
from rulerun.cli.terminal.console import load, read
from rulerun.cli.terminal.play_options import default_path
from rulerun.dsl.text.files import BUNDLED
from rulerun.interpreter.core.chance import Keys
from rulerun.interpreter.match.match import Match
from rulerun.interpreter.match.records import (
    RecordError,
    Seated,
    digest,
    header_by,
    header_line,
    header_of,
    read_record,
    serialise,
)
from rulerun.interpreter.match.replay import replay
from rulerun.session.levels import LEVELS, bot_at, is_hidden
from rulerun.session.seating import HUMAN, recorded_seats, settle_seats

from ..support.battery import game_of

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


def test_without_a_seed_no_two_matches_are_alike_and_the_record_repeats_one() -> None:
    played = [json.loads(rulerun("play", "why_first", "--record", f"{name}.rulerun", "--json").output) for name in "ab"]
    assert [each["seed"] for each in played] == [None, None]
    first, second = (Path(f"{name}.rulerun").read_bytes() for name in "ab")
    assert first.splitlines()[1:] != second.splitlines()[1:]
    again = json.loads(rulerun("replay", "a.rulerun", "--json").output)
    assert again["ok"]
    assert again["record_digest"] == played[0]["record_digest"]
    told = rulerun("play", "why_first")
    assert "seed" not in told.output.splitlines()[0]


def test_a_match_without_a_seed_that_was_cut_off_ends_as_it_would_have() -> None:
    rulerun("play", "why_first", "--bot", "random", "--record", "a.rulerun", "--json")
    content = Path("a.rulerun").read_bytes()
    lines = content.splitlines(keepends=True)
    for words in (["play", "a.rulerun"], ["play", "why_first", "--record", "a.rulerun"]):
        Path("a.rulerun").write_bytes(b"".join(lines[: len(lines) // 2]))
        assert rulerun(*words, "--bot", "random", "--json").exit_code == 0
        assert Path("a.rulerun").read_bytes() == content


def test_from_a_decision_on_a_match_without_a_seed_has_the_same_chance() -> None:
    rulerun("play", "why_first", "--bot", "random", "--record", "a.rulerun", "--json")
    assert rulerun("play", "a.rulerun", "--from", "2", "--bot", "random", "--record", "b.rulerun", "--json").exit_code == 0
    assert Path("b.rulerun").read_bytes() == Path("a.rulerun").read_bytes()


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

    def sitting(recorded: dict[int, str] | None, *pairs: str, bots: bool = False, usual: str | None = None) -> list[str]:
        return list(settle_seats(program, pairs, bots, recorded, usual).values())

    recorded = {0: "strong", 1: "random", 2: HUMAN}
    assert sitting(None) == [HUMAN, "good", "good"]
    assert sitting(recorded) == ["strong", "random", HUMAN]
    assert sitting({0: "first", 1: "random", 2: "random"}) == ["first", "random", "random"]
    assert sitting(recorded, "1=human") == [HUMAN, "random", HUMAN]
    assert sitting(recorded, "3=first") == ["strong", "random", "first"]
    assert sitting(recorded, usual="easy") == ["easy", "easy", HUMAN]
    assert sitting(recorded, "1=human", bots=True) == ["random", "random", "random"]
    assert sitting(recorded, bots=True) == ["strong", "random", "random"]
    assert sitting(None, bots=True) == ["random", "random", "random"]
    assert sitting(None, "2=easy", bots=True, usual="first") == ["first", "easy", "first"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--level", "godo"), "did you mean `good`"),
        (("--level", "first"), "there is no level `first`"),
        (("--level", "easy", "--bot", "first"), "give one of them"),
        (("--seat", "1=stong"), "did you mean `strong`"),
        (("--seat", "1=robot"), "a level `easy`, `good` and `strong`"),
        (("--seat", "1=random:heavy"), "`random:heavy`"),
    ],
)
def test_a_level_or_a_bot_that_is_not_there_is_said(words: tuple[str, ...], message: str) -> None:
    result = rulerun("play", "tic_tac_toe", *words)
    assert result.exit_code == 2
    assert message in result.output


def test_every_level_has_a_bot_in_every_game() -> None:
    for game in GAMES:
        program = load(read(BUNDLED / f"{game}.yaml"), None, None, ())
        assert all(bot_at(program, level).partition(":")[0] in names() for level in LEVELS)


def test_the_page_on_bots_says_which_stand_for_a_level() -> None:
    page = (BUNDLED.parent / "docs" / "bots.md").read_text(encoding="utf-8")
    for name, level in LEVELS.items():
        assert f"| `{name}` | `{level.open[0]}` | `{level.hidden[0]}` |" in page


def test_what_a_player_may_not_know_is_read_off_the_rules() -> None:
    hidden = {game: is_hidden(load(read(BUNDLED / f"{game}.yaml"), None, None, ())) for game in GAMES}
    assert hidden == {"change_horses": True, "kuhn_poker": True, "tic_tac_toe": False, "traxx": True, "why_first": True}


def test_the_bots_of_a_match_are_in_its_record() -> None:
    program = load(read(BUNDLED / "kuhn_poker.yaml"), None, None, ())
    match = Match(game_of(program), header_of(program, read(BUNDLED / "kuhn_poker.yaml"), 1, 0))
    match.seat_people((0,), {1: "good"}, {})
    match.nature()
    content = serialise(match.header, tuple(match.entries))
    assert content.splitlines()[1] == b'{"people": ["Anne"], "bots": {"Ben": "good"}}'
    again = replay(content, lambda _: program).match
    assert recorded_seats(again) == {0: HUMAN, 1: "good"}
    assert again.entries == match.entries
    match.seat_people((0,), {}, {})
    assert recorded_seats(match) == {0: HUMAN, 1: "random"}
    assert match.entries[-1] == Seated(("Anne",))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b'{"people": ["Anne"], "bots": ["good"]}', "line 2: the bots are not names by seat"),
        (b'{"people": ["Anne"], "bots": {"Ben": 1}}', "line 2: the bots are not names by seat"),
        (b'{"people": ["Anne"], "bots": {"Anne": "good"}}', "line 2: a person and a bot sit at `Anne`"),
        (b'{"people": ["Anne"], "bots": {"Zoe": "good"}}', "line 2: there is no seat `Zoe`"),
        (b'{"people": ["Anne"], "cats": {}}', "line 2: neither"),
    ],
)
def test_a_line_that_seats_wrongly_is_said(line: bytes, message: str) -> None:
    program = load(read(BUNDLED / "kuhn_poker.yaml"), None, None, ())
    first = header_line(header_of(program, read(BUNDLED / "kuhn_poker.yaml"), 1, 0))
    with pytest.raises(RecordError, match=message):
        read_record(first + line + b"\n")


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
    assert result.stderr == "no terminal here: bots play at every seat, as with `--bots`\n"
    lines = result.stdout.splitlines()
    assert lines[0] == "Kuhn poker · 2 players · seed 1"
    dealt = [line for line in lines if "→ hand" in line]
    assert dealt
    assert not any(card in line for line in dealt for card in ("jack", "queen", "king"))


def test_a_transcript_speaks_the_language_asked_for() -> None:
    result = rulerun("play", "kuhn_poker", "--bots", "--seed", "1", "--lang", "it")
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


def test_a_record_without_a_seed_is_named_by_its_ruleset_and_never_goes_on_by_itself() -> None:
    source = read(BUNDLED / "kuhn_poker.yaml")
    program = load(source, None, None, ())
    for name in ("kuhn_poker.rulerun", "kuhn_poker-2.rulerun"):
        top = header_by(program, source, Keys.drawn())
        assert default_path(top) == Path(name)
        Path(name).write_bytes(header_line(top))
    assert default_path(header_of(program, source, 7, 0)) == Path("kuhn_poker-7.rulerun")
