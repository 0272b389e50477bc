"""`rulerun analyse`, and matches that are played again from one of their decisions."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulerun.bots import Bot, BotFailed, TreeFull
from rulerun.cli.main import root
from rulerun.interpreter.match.history import numbered
from rulerun.interpreter.match.records import Answer, Chance, Seated, Undo, read_record
from rulerun.program.ir import Program

from ..support.advisors import Opinion, Stopped


def rulerun(*words: str) -> Result:
    return CliRunner().invoke(root, list(words))


def opinion(monkeypatch: pytest.MonkeyPatch, bot: Bot) -> None:
    """Let that bot judge, whatever its name."""
    monkeypatch.setattr("rulerun.session.seating.bot_of", lambda program, name: bot)


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def record() -> str:
    """The record of a match of tic-tac-toe: X takes a1, b1, c1 … in order, and so does O."""
    rulerun("play", "tic_tac_toe", "--bots", "--bot", "first", "--seed", "1", "--record", "m.rulerun")
    return "m.rulerun"


def test_the_choices_that_cost_most_are_told(record: str, monkeypatch: pytest.MonkeyPatch) -> None:
    opinion(monkeypatch, Opinion(lambda option: 0.75 if option == "cell b2" else 0.25))
    told = rulerun("analyse", record).output
    assert "Tic-tac-toe · 2 players · seed 1 · 7 decisions · X wins" in told
    assert "what an option is worth: from 0 % (lost) to 100 % (won alone)" in told
    assert "X: 4 decisions, 3 that mattered; added up, all choices gave away 100 %" in told
    assert "O: 3 decisions, 2 that mattered; added up, all choices gave away 100 %" in told
    mattered = "those that mattered, each behind its number: 1 cell a1 · 3 cell c1 · 5 cell b2; "
    mattered += "what is not in the table below was chosen well"
    assert mattered in " ".join(told.split())
    assert told.count("those that mattered, ") == 1  # of the other seat all stand in the table
    assert next(line.split()[:5] for line in told.splitlines() if "cell b2 (75 %)" in line) == ["1", "50", "%", "cell", "a1"]
    assert "to try it otherwise: rulerun play m.rulerun --from 1 --choose 'cell b2'" in told


def test_it_is_told_at_how_many_decisions_the_tree_of_the_search_was_full(record: str, monkeypatch: pytest.MonkeyPatch) -> None:
    opinion(monkeypatch, Opinion(lambda option: 0.5))
    assert "was full" not in rulerun("analyse", record).output
    assert json.loads(rulerun("analyse", record, "--json").stdout)["trees_full"] == 0
    opinion(monkeypatch, Opinion(lambda option: 0.5, noted=TreeFull(100, 400)))
    told = " ".join(rulerun("analyse", record, "--bot", "mcts").output.split())
    assert "at 7 of 7 decisions the memory of mcts was full: there more thinking looks no further ahead" in told
    assert json.loads(rulerun("analyse", record, "--json").stdout)["trees_full"] == 7


@pytest.mark.parametrize(
    ("language", "told"),
    [
        (
            "it",
            (
                " · 2 giocatori · seme 1 · 7 decisioni · vince X",
                "quanto vale un'opzione: da 0 % (persa) a 100 % (vinta da solo)",
                "X: 4 decisioni, importanti: 3; sommando tutte le scelte si è perso 100 %",
                "decisione",
                "per provare un'altra scelta: rulerun play m.rulerun --from 1 --choose 'casella b2' --lang it",
            ),
        ),
        ("es", ("7 decisiones · gana X", "cuánto vale una opción: de 0 %", "para probar otra elección: rulerun play")),
    ],
)
def test_the_analysis_is_told_in_the_language_asked_for(
    record: str, monkeypatch: pytest.MonkeyPatch, language: str, told: tuple[str, ...]
) -> None:
    with monkeypatch.context() as patched:
        opinion(patched, Opinion(lambda option: 0.75 if option == "cell b2" else 0.25))
        found = rulerun("analyse", record, "--lang", language)
    assert found.exit_code == 0, found.output
    assert all(each in found.output for each in told), found.output
    command = found.stdout.rstrip().rpartition(": ")[2]
    assert rulerun(*shlex.split(command)[1:], "--bot", "first").exit_code == 0


def test_the_analysis_as_one_object(record: str, monkeypatch: pytest.MonkeyPatch) -> None:
    opinion(monkeypatch, Opinion(lambda option: 0.75 if option == "cell b2" else 0.25))
    found = json.loads(rulerun("analyse", record, "--json", "--seat", "O").stdout)
    assert found["finished"]
    assert [seat["seat"] for seat in found["seats"]] == ["O"]
    assert found["seats"][0]["worst"] == [2, 4]
    assert [each["decision"] for each in found["judged"]] == [2, 4, 6]
    first = found["judged"][0]
    assert (first["chosen"], first["best"], first["marked"]) == ("cell b1", "cell b2", True)
    assert first["cost"] == {"worth": 0.5, "error": 0.0}
    assert len(first["options"]) == 8


def test_people_are_judged_where_a_record_says_who_they_are(record: str, monkeypatch: pytest.MonkeyPatch) -> None:
    opinion(monkeypatch, Opinion(lambda option: 0.5))
    first, *rest = Path(record).read_bytes().splitlines(keepends=True)
    Path("p.rulerun").write_bytes(first + b'{"people": ["O"], "bots": {"X": "first"}}\n' + b"".join(rest))
    told = rulerun("analyse", "p.rulerun").output
    assert "none that mattered; added up, all choices gave away 0 %\nno choice cost anything beyond chance" in told
    assert "O: 3 decisions, none" in told
    assert "X: " not in told


def test_a_match_that_is_not_over_is_judged_as_far_as_it_goes(record: str, monkeypatch: pytest.MonkeyPatch) -> None:
    opinion(monkeypatch, Opinion(lambda option: 0.5))
    lines = Path(record).read_bytes().splitlines(keepends=True)
    Path("half.rulerun").write_bytes(b"".join(lines[:4]) + b'{"seat": "X", "ch')
    result = rulerun("analyse", "half.rulerun")
    assert result.exit_code == 0
    assert "3 decisions · not over" in result.output
    Path("empty.rulerun").write_bytes(lines[0])
    assert "X: never had anything to choose" in rulerun("analyse", "empty.rulerun").output


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda content: b"not a record", "not a record"),
        (lambda content: b"", "the first line is missing"),
        (lambda content: content.replace(b'"cell b1"', b'"cell z9"'), "line 3: O is not offered `cell z9`"),
        (lambda content: content.replace(b'"seat": "O"', b'"seat": "Q"'), "line 3: there is no seat `Q`"),
        (lambda content: content.replace(b"phases:", b"phrases:"), "changed after the match"),
    ],
)
def test_a_record_that_is_broken_is_said(record: str, change: object, message: str) -> None:
    assert callable(change)
    Path("broken.rulerun").write_bytes(change(Path(record).read_bytes()))
    for words in (("analyse", "broken.rulerun"), ("play", "broken.rulerun", "--from", "2")):
        result = rulerun(*words)
        assert result.exit_code in (1, 2)
        assert message in result.output or "`broken.rulerun` is none" in result.output


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("nowhere.rulerun",), "no record `nowhere.rulerun`"),
        (("m.rulerum",), "did you mean `m.rulerun`"),
        (("m.rulerun", "--seat", "Z"), "there is no seat `Z`"),
        (("m.rulerun", "--seat", "3"), "the seats are 1 to 2"),
        (("m.rulerun", "--bot", "frist"), "did you mean `first`"),
        (("m.rulerun", "--bot", "first"), "`first` does not say what it thinks of every option"),
    ],
)
def test_what_cannot_be_looked_at_is_said(record: str, words: tuple[str, ...], message: str) -> None:
    result = rulerun("analyse", *words)
    assert result.exit_code in (1, 2)
    assert message in result.output


@pytest.mark.parametrize("after", [0, 2])
def test_who_stops_it_sees_what_was_judged_until_then(record: str, monkeypatch: pytest.MonkeyPatch, after: int) -> None:
    opinion(monkeypatch, Stopped(after))
    result = rulerun("analyse", record)
    assert result.exit_code == 130
    if after:
        assert "stopped after 1 of 7 decisions" in result.output
        assert "X: 4 decisions, 1 with something to choose" in result.output
    else:
        assert "stopped before the first decision was judged" in result.output


def test_a_bot_that_fails_is_said_with_the_decision(record: str, monkeypatch: pytest.MonkeyPatch) -> None:
    opinion(monkeypatch, Stopped(4, BotFailed("it gave up")))
    result = rulerun("analyse", record)
    assert result.exit_code == 1
    assert "could not judge decision 3: it gave up" in result.output


@pytest.mark.parametrize(("time", "told"), [(0.5, ": about 7 seconds"), (20.0, ": about 5 minutes"), (None, "")])
def test_what_it_costs_is_told_beforehand(record: str, monkeypatch: pytest.MonkeyPatch, time: float | None, told: str) -> None:
    opinion(monkeypatch, Opinion(lambda option: 0.5, time=time))
    assert f"looks twice at 7 decisions with something to choose{told}\n" in rulerun("analyse", record).stderr


# ------------------------------------------------------------------------------------------------------------- what if


def test_a_match_is_played_again_from_a_decision(record: str) -> None:
    before = Path(record).read_bytes()
    result = rulerun("play", record, "--from", "3", "--choose", "b2", "--bot", "first")
    assert result.exit_code == 0, result.output
    assert "m-from-3.rulerun" in result.output
    assert Path(record).read_bytes() == before
    old, new = read_record(before), read_record(Path("m-from-3.rulerun").read_bytes())
    assert new.header == old.header
    assert new.entries[:2] == old.entries[:2]
    assert '{"seat": "X", "choice": "cell b2"}' in Path("m-from-3.rulerun").read_text()
    assert new.finished
    assert json.loads(rulerun("replay", "m-from-3.rulerun", "--json").output)["ok"]
    again = rulerun("play", record, "--from", "3", "--choose", "b2", "--bot", "first", "--json")
    assert json.loads(again.output)["decisions"] == len([entry for entry in new.entries if "choice" in dir(entry)])
    assert Path("m-from-3-2.rulerun").read_bytes() == Path("m-from-3.rulerun").read_bytes()


def test_chance_is_the_same_until_then_and_goes_on_by_its_seed() -> None:
    rulerun("play", "kuhn_poker", "--seed", "4", "--record", "k.rulerun")
    rulerun("play", "k.rulerun", "--from", "1", "--bot", "first", "--record", "other.rulerun")
    one, other = (Path(name).read_text().splitlines() for name in ("k.rulerun", "other.rulerun"))
    assert one[:3] == other[:3]
    assert next(line for line in other if '"choice"' in line) == '{"seat": "Anne", "choice": "check"}'
    assert json.loads(rulerun("replay", "other.rulerun", "--json").output)["ok"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("m.rulerun", "--from", "8"), "its decisions are 1 to 7"),
        (("m.rulerun", "--from", "0"), "0"),
        (("m.rulerun", "--from", "2", "--choose", "a1"), "`a1` is not offered"),
        (("m.rulerun", "--from", "2", "--choose", "cell"), "may be"),
        (("m.rulerun", "--from", "2", "--players", "2"), "leave out `--players`"),
        (("m.rulerun", "--from", "2", "--record", "m.rulerun"), "`m.rulerun` is there already"),
        (("m.rulerun", "--from", "2", "--seat", "3=first"), "no seat 3"),
        (("m.rulerun", "--choose", "b2"), "`--choose` needs `--from N`"),
        (("tic_tac_toe", "--from", "2"), "no record"),
        (("n.rulerun", "--from", "2"), "did you mean `m.rulerun`"),
    ],
)
def test_what_cannot_be_played_again_is_said(record: str, words: tuple[str, ...], message: str) -> None:
    before = sorted(Path().iterdir())
    result = rulerun("play", *words)
    assert result.exit_code in (1, 2)
    assert message in result.output
    assert sorted(Path().iterdir()) == before


def test_bots_that_think_take_the_seats_of_people_where_nobody_plays(record: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def noted(program: Program, name: str) -> Bot:
        asked.append(name)
        return Opinion(lambda option: 0.0)

    monkeypatch.setattr("rulerun.session.seating.bot_of", noted)
    first, *rest = Path(record).read_bytes().splitlines(keepends=True)
    Path("p.rulerun").write_bytes(first + b'{"people": ["O"], "bots": {"X": "easy"}}\n' + b"".join(rest))
    assert rulerun("play", "p.rulerun", "--from", "2").exit_code == 0
    assert set(asked) == {"easy", "good"}


def test_a_replay_shows_the_numbers_of_decisions() -> None:
    rulerun("play", "kuhn_poker", "--seed", "4", "--bot", "first", "--record", "k.rulerun")
    told = rulerun("replay", "k.rulerun").output.splitlines()
    dealt = [f"chance: {card}" for card in chance_of("k.rulerun")]
    assert [line.strip() for line in told[1:5]] == [*dealt, "1  Anne: check", "2  Ben: check"]


def chance_of(record: str) -> list[str]:
    return [entry.nature for entry in read_record(Path(record).read_bytes()).entries if isinstance(entry, Chance)]


def test_what_was_taken_back_gives_its_number_to_what_follows() -> None:
    entries = [Seated(("X",)), Answer("X", "a"), Answer("O", "b"), Undo("X"), Answer("X", "c"), Chance("d"), Answer("O", "e")]
    assert [*numbered(entries)] == [None, 1, 2, None, 1, None, 2]


def test_it_is_told_where_a_bot_knows_less_than_it_says(record: str, monkeypatch: pytest.MonkeyPatch) -> None:
    opinion(monkeypatch, Opinion(lambda option: 0.5, 0.3, claimed=0.02))
    told = " ".join(rulerun("analyse", record, "--bot", "easy").output.split())
    assert "is less sure than it says" in told
    opinion(monkeypatch, Opinion(lambda option: 0.5))
    assert "less sure" not in rulerun("analyse", record).output


def test_what_a_choice_gave_away_is_told(record: str, monkeypatch: pytest.MonkeyPatch) -> None:
    opinion(monkeypatch, Opinion(lambda option: 0.75 if option == "cell b2" else 0.25))
    monkeypatch.setattr("rulerun.lab.analysis._expected", lambda *_: (("cell a3",), "gives away the queen"))
    assert "cell a1 (25 %): gives away the queen" in " ".join(rulerun("analyse", record).output.split())
    assert json.loads(rulerun("analyse", record, "--json").stdout)["judged"][0]["loss"] == "gives away the queen"


def test_what_was_hardly_tried_has_no_figure(record: str, monkeypatch: pytest.MonkeyPatch) -> None:
    opinion(monkeypatch, Opinion(lambda option: 0.75 if option == "cell b2" else 0.25, tried=199))
    told = rulerun("analyse", record).output
    assert "cell a1 (hardly looked at)" in told
    assert "cell b2 (hardly looked at)" in told
    assert "(25 %)" not in told
