"""What those who play are called, at the table and in records."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulerun.bots import make
from rulerun.cli.commands import play
from rulerun.cli.main import root
from rulerun.cli.terminal.console import load, read
from rulerun.cli.terminal.play_options import PlayOptions
from rulerun.cli.terminal.terminal_session import TerminalSession
from rulerun.dsl.text.files import BUNDLED
from rulerun.dsl.text.source import Source
from rulerun.interpreter import initial, view
from rulerun.interpreter.match.match import Match
from rulerun.interpreter.match.records import RecordError, Seated, header_of, read_record
from rulerun.session.seating import HUMAN, CannotSit, Seating, called, seat_named, settle_names
from rulerun.table.writing import picture_of

from ..support.battery import game_of


def command(*words: str) -> Result:
    return CliRunner().invoke(root, list(words))


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_names_are_told_recorded_and_shown_again() -> None:
    played = command("play", "kuhn_poker", "--name", "1=Marta", "--name", "ben=Zoë", "--record", "m.rulerun")
    assert "Marta: " in played.output
    assert "Zoë: " in played.output
    assert "Anne" not in played.output
    record = read_record(Path("m.rulerun").read_bytes())
    assert record.entries[0] == Seated((), (), (("Anne", "Marta"), ("Ben", "Zoë")))
    assert b'{"seat": "Anne"' in Path("m.rulerun").read_bytes()  # the record itself speaks of seats
    again = command("replay", "m.rulerun")
    assert again.exit_code == 0
    assert "Marta: " in again.output
    assert "Anne: " not in again.output
    judged = command("analyse", "m.rulerun", "--bot", "greedy")
    assert "Zoë: " in judged.output, judged.output


def test_a_match_that_goes_on_keeps_the_names_and_may_change_them() -> None:
    command("play", "kuhn_poker", "--seed", "3", "--name", "1=Marta", "--record", "m.rulerun")
    lines = Path("m.rulerun").read_bytes().splitlines(keepends=True)
    Path("a.rulerun").write_bytes(b"".join(lines[:3]))
    Path("b.rulerun").write_bytes(b"".join(lines[:3]))
    assert "Marta: " in command("play", "a.rulerun").output
    changed = command("play", "b.rulerun", "--name", "Marta=Anne", "--name", "2=Zoe").output
    assert "Anne: " in changed
    assert "Zoe: " in changed


@pytest.mark.parametrize(
    ("pair", "said"),
    [
        ("Marta", "say at which seat: `--name N=Marta`"),
        ("3=Marta", "there is no seat 3"),
        ("Bem=Marta", "did you mean `Ben`"),
        ("1=Ben", "is the name of another seat too"),
        ("1=bEN", "is the name of another seat too"),
        ("1=", "expected a word with a letter"),
        ("1=7", "expected a word with a letter"),
        ("1=A\x1b[2Jb", "a sign that cannot be seen"),
        ("1=" + "x" * 3000, "has 3000 characters"),
    ],
)
def test_a_name_that_cannot_stand_at_a_table_is_refused(pair: str, said: str) -> None:
    refused = command("play", "kuhn_poker", "--name", pair, "--record", "m.rulerun")
    assert refused.exit_code == 2
    assert said in refused.output
    assert len(refused.output) < 200
    assert not Path("m.rulerun").exists()


def test_a_name_alone_is_that_of_the_next_person() -> None:
    program = load(read(BUNDLED / "hearts.yaml"), None, None, ())
    sitters = {0: "good", 1: HUMAN, 2: HUMAN, 3: "good"}
    assert settle_names(program, ("Zoë", "1=Bot", "Lea"), {}, sitters) == {0: "Bot", 1: "Zoë", 2: "Lea"}
    with pytest.raises(CannotSit, match="no person is left"):
        settle_names(program, ("Zoë", "3=Kim", "Lea"), {}, sitters)


def test_a_seat_is_named_once_and_two_seats_differently() -> None:
    for pairs in (("1=Marta", "Anne=Lea"), ("1=Marta", "2=marta")):
        words = [word for pair in pairs for word in ("--name", pair)]
        assert command("play", "kuhn_poker", *words).exit_code == 2


@pytest.mark.parametrize("names", [{"Anne": "\x1b[2J"}, {"Anne": "Ben"}, {"Anne": 3}, ["Anne"], {"Zoe": "Anne"}])
def test_a_record_whose_names_cannot_be_shown_is_refused_with_its_line(names: object) -> None:
    command("play", "kuhn_poker", "--record", "m.rulerun")
    first = Path("m.rulerun").read_bytes().splitlines(keepends=True)[0]
    line = json.dumps({"people": [], "names": names}).encode() + b"\n"
    with pytest.raises(RecordError, match="line 2"):
        read_record(first + line)


def test_the_table_shows_a_name_in_place_of_the_seat_and_both_find_it() -> None:
    program = load(read(BUNDLED / "tic_tac_toe.yaml"), None, None, ())
    renamed = called(program, {0: "Marta"})
    seen = view(game_of(renamed), initial(game_of(renamed), listening=True), 0)
    assert [row.name for row in picture_of(game_of(renamed), seen, "en", True, False).seats] == ["Marta", "O"]
    assert seat_named(renamed, "marta") == seat_named(renamed, "x") == 0
    assert renamed.digest == program.digest
    assert called(renamed, {0: "Marta"}) is renamed


def test_a_seat_is_called_as_the_texts_of_the_ruleset_say() -> None:
    text = (BUNDLED / "tic_tac_toe.yaml").read_text(encoding="utf-8")
    spoken = text.replace("\ntexts:\n", "\ntexts:\n  X: {it: Croce}\n", 1)
    assert spoken != text
    Path("mine.yaml").write_text(spoken, encoding="utf-8")
    program = load(Source("mine.yaml", spoken), None, None, ())
    assert program.seat_name(0, "it") == "Croce"
    assert program.seat_name(0, "") == program.seats[0].name == "X"
    played = command("play", "mine.yaml", "--lang", "it").output
    assert "Croce: " in played
    assert "X: " not in played
    assert "never said" not in command("validate", "mine.yaml").output


def test_who_plays_again_keeps_the_name_and_takes_it_to_another_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    source = read(BUNDLED / "kuhn_poker.yaml")
    match = Match(game_of(load(source, None, None, ())), header_of(load(source, None, None, ()), source, 1, 0))
    match.seat_people((0,), {1: "first"}, {0: "Marta"})
    assert [match.program.seat_name(0, "en"), match.game.unnamed.program.seat_name(0, "en")] == ["Marta", "Anne"]
    terminal = TerminalSession(match, source, Seating((0,)), {1: make("first")}, "", "good", "en", None, "")
    begun: list[tuple[Match, PlayOptions, object, str]] = []
    monkeypatch.setattr(
        play, "sit_down", lambda new, source, play_options, path, *seats: begun.append((new, play_options, *seats))
    )
    asked = PlayOptions(None, None, (), (), False, None, None, None, "en", "", None, False, None, None, ("1=Marta",), True)
    play.once_more(terminal, asked, {0: "first", 1: "human"}, {1: "Marta"})
    [(again, play_options, seats, said)] = begun
    assert said == "a new match has begun; at the keyboard: Marta"
    assert settle_names(again.program, play_options.names, again.names, {}) == {1: "Marta"}
    assert seats == {0: "first", 1: "human"}
