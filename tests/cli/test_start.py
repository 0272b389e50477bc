"""What is asked before a match, and how games are found by their titles."""

from __future__ import annotations

import json
import os
from pathlib import Path

import click
import pytest
from attrs import evolve
from click.testing import CliRunner

from rulerun.cli.commands import play
from rulerun.cli.main import root
from rulerun.cli.terminal import start_prompts
from rulerun.cli.terminal.console import load, read
from rulerun.cli.terminal.last_choices import keep, last_choices, place
from rulerun.cli.terminal.unfinished import unfinished
from rulerun.dsl.text.files import BUNDLED
from rulerun.interpreter.match.match import Match
from rulerun.interpreter.match.record_file import RecordFile
from rulerun.interpreter.match.records import header_of
from rulerun.session.catalogue import bundled_games, titled
from rulerun.session.setup import SetupQuestion, Start, dial_pairs, seat_pairs

from ..support.battery import game_of


@pytest.fixture(autouse=True)
def in_a_new_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def started(name: str, **last: str) -> Start:
    start = Start(bundled_games(), "en", {name: last})
    return start.answered("game", str(BUNDLED / f"{name}.yaml"))


def next_question(start: Start) -> SetupQuestion:
    question = start.rules()
    assert question is not None
    return question


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("Hearts", "hearts"),
        ("why first?", "why_first"),
        ("TRÄXX", "traxx"),
        ("Change Horses!", "change_horses"),
        ("CUORI", "hearts"),
        ("!?", None),
        ("no such game", None),
    ],
)
def test_a_ruleset_is_found_by_its_title(name: str, file: str | None) -> None:
    assert titled(name) == (None if file is None else BUNDLED / f"{file}.yaml")


def test_a_ruleset_of_the_working_folder_is_found_before_a_bundled_one() -> None:
    text = (BUNDLED / "hex.yaml").read_text(encoding="utf-8")
    Path("mine.yaml").write_text(text.replace("title: ", "title: My own game\nx: ", 1).replace("\nx: ", "\n# "), encoding="utf-8")
    Path("notes.yaml").write_text("ruleset: [", encoding="utf-8")
    assert titled("my own game") == Path("mine.yaml")


def test_every_game_is_listed_with_players_and_variants() -> None:
    question = next_question(Start(bundled_games(), "it"))
    notes = {choice.text: choice.note for choice in question.choices}
    assert notes["Cuori"].startswith("4 giocatori · ")
    assert notes["Why First?"].startswith("2-6 giocatori · varianti: 1")
    assert len(notes) == len(bundled_games())


def test_only_what_may_differ_is_asked_and_the_last_choice_is_offered_first() -> None:
    start = started("why_first", variant="tactical", players="4", stages="none of this")
    assert [next_question(start).key, next_question(start).first] == ["variant", "tactical"]
    start = start.answered("variant", "tactical")
    assert next_question(start).first == "4"
    assert next_question(start).read("3") == "3"
    start = start.answered("players", "3")
    while (question := start.rules()) is not None:
        assert question.read(question.first) == question.first
        start = start.answered(question.key, question.first)
    assert dial_pairs(start) == ()
    program = load(read(BUNDLED / "why_first.yaml"), "tactical", 3, ())
    seats = start.seats(program)
    assert seats is not None
    assert seats.read("ben, 3") == "2,3"
    start = start.answered("seats", "2,3")
    levels = start.seats(program)
    assert levels is not None
    assert [(each.value, each.note) for each in levels.choices] == [
        ("easy", "answers at once"),
        ("good", "thinks for 0.5 s"),
        ("strong", "thinks for 2 s"),
    ]
    start = start.answered("level", "easy")
    assert start.seats(program) is None
    assert seat_pairs(start, program) == ("1=easy", "2=human", "3=human")


def test_a_game_for_one_number_of_players_does_not_ask_for_it() -> None:
    asked = next_question(started("hearts"))
    assert (asked.key, asked.first) == ("settings", "usual")
    assert [choice.note for choice in asked.choices][:1] == ["points that end the match: 100, passing: rotates, queen breaks: no"]
    italian = evolve(started("hearts"), language="it")
    assert "punti che chiudono la partita: 100" in next_question(italian).choices[0].note
    assert started("hearts").answered("settings", "usual").settled
    start = started("hearts").answered("settings", "others")
    assert next_question(start).key == "set target"
    changed = start.answered("set target", "30")
    assert dial_pairs(changed) == ("target=30",)


def test_an_answer_that_is_none_is_said_with_the_nearest() -> None:
    question = next_question(Start(bundled_games(), "en"))
    assert question.read("hea") == question.read("Hearts") == str(BUNDLED / "hearts.yaml")
    for typed in ("Heatrs", "0", "99", "c", "x" * 3000):
        with pytest.raises(ValueError, match="is none of these") as fault:
            question.read(typed)
        assert len(str(fault.value)) < 200
    with pytest.raises(ValueError, match="1 … 500"):
        next_question(started("hearts").answered("settings", "others")).read("501")


def test_choices_are_kept_and_a_broken_file_is_as_none() -> None:
    keep(started("hearts").answered("seats", "2"))
    assert last_choices() == {"": {"game": str(BUNDLED / "hearts.yaml")}, "hearts": {"seats": "2"}}
    for content in (b"", b"\xff", b"[1]", b'{"hearts": 3, "pig": {"seats": 2}}', b"[" * 90_000):
        place().write_bytes(content)
        assert not any(last_choices().values())
    keep(started("pig").answered("seats", "1"))
    assert json.loads(place().read_bytes())["pig"] == {"seats": "1"}


def test_where_nothing_can_be_kept_nothing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("file").write_text("no folder")
    monkeypatch.setenv("XDG_STATE_HOME", "file")
    keep(started("hearts"))
    assert last_choices() == {}


def test_play_alone_asks_at_a_terminal_and_is_misused_without_one(monkeypatch: pytest.MonkeyPatch) -> None:
    alone = CliRunner().invoke(root, ["play"])
    assert alone.exit_code == 2
    assert "Missing argument 'FILE'" in alone.output
    begun = []
    monkeypatch.setattr(play, "is_terminal", lambda: True)
    monkeypatch.setattr(play, "begin_new", lambda file, play_options: begun.append((Path(file).stem, play_options)))
    asked = CliRunner().invoke(root, ["play", "--players", "3", "--lang", "it"], input="why\n1\n\n2\nfoo\neasy\n")
    assert asked.exit_code == 0, asked.output
    assert "is none of these" in asked.output
    [(game, play_options)] = begun
    assert (game, play_options.players, play_options.variant, play_options.seats) == (
        "why_first",
        3,
        None,
        ("1=easy", "2=human", "3=easy"),
    )
    assert last_choices()["why_first"]["level"] == "easy"


def begun(game: str, path: str, people: tuple[int, ...], answers: int, when: int) -> None:
    """Writes the record of a match with so many answers, last written then."""
    source = read(BUNDLED / f"{game}.yaml")
    program = load(source, None, None, ())
    match = Match(game_of(program), header_of(program, source, 1, 0))
    match.record_with(RecordFile.create(Path(path), match.header), 0)
    match.seat_people(people, {}, {})
    for _ in range(answers):
        match.answer(match.open[0].actor, 0)
    os.utime(path, (when, when))


def test_matches_that_are_not_over_are_offered_before_a_new_one(monkeypatch: pytest.MonkeyPatch) -> None:
    begun("tic_tac_toe", "old.rulerun", (0,), 3, 1_000)
    begun("hex", "new.rulerun", (0, 1), 2, 2_000)
    begun("tic_tac_toe", "over.rulerun", (0,), 7, 3_000)
    begun("tic_tac_toe", "of_bots.rulerun", (), 2, 4_000)
    begun("tic_tac_toe", "nobody_chose.rulerun", (0,), 0, 5_000)
    Path("broken.rulerun").write_text("{")
    assert [(each.path.name, each.ruleset, each.choices) for each in unfinished()] == [
        ("new.rulerun", "hex", 2),
        ("old.rulerun", "tic_tac_toe", 3),
    ]
    taken: list[str] = []
    monkeypatch.setattr(play, "is_terminal", lambda: True)
    monkeypatch.setattr(play, "go_on", lambda path, play_options: taken.append(str(path)))
    monkeypatch.setattr(play, "begin_new", lambda file, play_options: taken.append(Path(file).stem))
    shown = CliRunner().invoke(root, ["play"], input="\n").output
    assert "Hex" in shown
    assert "Tic-tac-toe" in shown
    assert "choices so far: 3" in shown
    CliRunner().invoke(root, ["play", "--lang", "it"], input="Tris\n")
    CliRunner().invoke(root, ["play"], input="3\nPig\n\n\n\n\n\n")
    CliRunner().invoke(root, ["play", "--players", "2"], input="Pig\n\n\n\n\n\n")
    assert taken == ["new.rulerun", "old.rulerun", "pig", "pig"]


def test_what_a_question_offers_first_is_said_beside_it_for_the_list_may_be_longer_than_the_screen(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    typed = iter(["", "", ""])
    monkeypatch.setattr("click.termui.visible_prompt_func", lambda prompt: print(prompt, end="") or next(typed))
    last = {"": {"game": str(BUNDLED / "why_first.yaml")}, "why_first": {"players": "3", "variant": "tactical"}}
    start = Start(bundled_games(), "en", last)
    asked: list[str] = []
    while len(asked) < 3 and (question := start.rules()) is not None:
        start = start.answered(question.key, start_prompts.ask(question))
        asked.append(capsys.readouterr().out.splitlines()[-1])
    assert asked[:2] == ["which game [34 Why First?]: ", "which variant [2 Why First? – tactical]: "]
    assert asked[2].endswith(" [3]: ")


def test_whoever_leaves_the_questions_plays_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def leave(question: SetupQuestion) -> str:
        raise click.Abort

    monkeypatch.setattr(play, "is_terminal", lambda: True)
    monkeypatch.setattr(start_prompts, "ask", leave)
    assert CliRunner().invoke(root, ["play"]).exit_code == 1
    assert list(Path().glob("*.rulerun")) == []
