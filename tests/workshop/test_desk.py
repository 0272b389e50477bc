"""What a page asks Python, without a page: editing, a match with bots, edits while it is played, counting, faults."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

import rulerun
from rulerun.tools.new import KINDS
from rulerun.workshop.desk import CALLS, Desk, answered

from ..support.cases import for_all

TOP = Path(rulerun.__file__).parent
TEXT = (TOP / "rulesets" / "tic_tac_toe.yaml").read_text(encoding="utf-8")
SHORT = TEXT.partition("invariants:")[0].replace(" because taken", "")
"""Without examples and texts."""
FIELD = re.compile(r'name="(number|code)" value="(\d+)"')


class Asked:
    """A desk, asked as a page asks it; *fault* is the last sentence."""

    def __init__(self) -> None:
        self.desk, self.fault = Desk(), ""

    def __call__(self, call: str, *given: object) -> Any:
        found = json.loads(answered(self.desk, json.dumps([call, *given])))
        self.fault = found.get("fault", "")
        assert "Traceback" not in self.fault
        return found.get("value")


def act(ask: Asked, shown: Any, draw: Random) -> Any:
    """What the table shows behind the next choice: of a bot, or of a person."""
    if shown["think"]:
        think = shown["think"]
        return ask("give", think["seat"], think["number"], ask("think", shown["record"], think["seat"], think["who"]))
    page = shown["parts"]["ask"]
    if 'action="here"' in page:
        assert 'class="card"' not in shown["parts"]["table"] or "I have seen it" in page
        return ask("act", "here", {})
    fields = FIELD.findall(page)
    codes = [value for name, value in fields if name == "code"]
    number = next(value for name, value in fields if name == "number")
    if codes:
        return ask("act", "choose", {"number": [number], "code": [draw.choice(codes)]})
    picks = re.findall(r'name="pick" value="([^"]*)"', page)
    if 'name="give"' in page:
        return ask("act", "choose", {"number": [number], "pick": picks, "give": ["1"]})
    spots = re.findall(r'data-pick="([^"]*)"[^>]*aria-pressed="false"', page)
    return ask("act", "choose", {"number": [number], "pick": picks, "spot": [draw.choice(spots)]})


def played(ask: Asked, shown: Any, most: int = 400) -> Any:
    draw = Random(1)
    for _ in range(most):
        if shown["over"]:
            return shown
        shown = act(ask, shown, draw)
        assert not ask.fault
    return shown


def opened(game: str, form: object = None) -> tuple[Asked, Any]:
    ask = Asked()
    assert ask("change", ask("open_game", game)["text"])["sound"]
    return ask, ask("begin", form or {}, "en")


def resumed(ask: Asked, found: Any) -> Any:
    """The table of a match that was opened."""
    ask("change", found["text"])
    return ask("resume", found["match"], "en")


EASY = {"seat-2": "easy", "seat-3": "easy"}


@pytest.mark.slow
@for_all(["tic_tac_toe", "pig", "crazy_eights"])
def test_a_match_against_bots_is_played_to_its_end(game: str) -> None:
    ask, shown = opened(game, EASY)
    end = played(ask, shown)
    assert end["over"]
    assert "The match is over" in end["parts"]["ask"]
    assert json.loads(ask("record").splitlines()[-1])["over"]


def test_people_at_one_screen_see_no_cards_of_each_other() -> None:
    ask, shown = opened("kuhn_poker", {"seat-1": "me", "seat-2": "me"})
    assert "Pass the screen" in shown["parts"]["ask"]
    assert "data-spot" not in shown["parts"]["table"]
    shown = played(ask, shown)
    assert shown["over"]


def test_a_choice_is_taken_back_with_the_answer_of_a_bot() -> None:
    ask, shown = opened("tic_tac_toe", EASY)
    before = FIELD.findall(shown["parts"]["ask"])
    for _ in range(2):
        shown = act(ask, shown, Random(1))
    assert len(FIELD.findall(shown["parts"]["ask"])) == len(before) - 2
    shown = ask("act", "undo", {})
    assert [each for each in FIELD.findall(shown["parts"]["ask"]) if each[0] == "code"] == before[1:]


def test_another_person_at_the_screen_agrees_before_a_choice_is_taken_back() -> None:
    ask, shown = opened("tic_tac_toe", {"seat-2": "me"})
    for _ in range(2):
        shown = act(ask, shown, Random(1))
    assert 'action="agree"' in ask("act", "undo", {})["parts"]["ask"]
    shown = ask("act", "agree", {"yes": ["yes"]})
    assert len(FIELD.findall(shown["parts"]["ask"])) == 10


def test_what_is_not_on_offer_is_told_with_its_reason() -> None:
    ask, shown = opened("tic_tac_toe", {"seat-2": "me"})
    number = dict(FIELD.findall(shown["parts"]["ask"]))["number"]
    shown = ask("act", "choose", {"number": [number], "code": ["0"]})
    spot = re.findall(r'data-spot="([^"]*/a1)"', shown["parts"]["table"])[0]
    assert "already bears a mark" in ask("act", "why", {"number": [number], "spot": [spot]})["notice"]
    assert ask("act", "choose", {"number": [number], "code": ["1"]})["notice"]
    assert ask("act", "choose", {"number": ["x"], "code": ["1"]})["notice"]


def test_a_sign_stands_while_a_bot_thinks() -> None:
    ask, shown = opened("tic_tac_toe", EASY)
    shown = act(ask, shown, Random(1))
    assert shown["think"]
    assert '<p class="thinking">O is thinking …</p>' in shown["parts"]["ask"]
    assert 'class="thinking"' not in act(ask, shown, Random(1))["parts"]["ask"]


def test_a_hint_is_told_in_words_and_marked_on_the_table() -> None:
    ask, shown = opened("tic_tac_toe", {"seat-2": "me"})
    for cell in ("a1", "b2", "a2"):
        number = dict(FIELD.findall(shown["parts"]["ask"]))["number"]
        shown = ask("act", "choose", {"number": [number], "spot": [f"space/grid/{cell}"]})
    record, seat, number, language = ask("hint_for")
    text, marks = ask("advise", record, seat, language, [])
    assert text.startswith("The computer would choose: cell a3")
    assert 'class="hint"' not in ask("hinted", number + 1, text, marks, [])["parts"]["table"]
    shown = ask("hinted", number, text, [[["space/grid/b2"]]], [])
    assert shown["notice"] == text
    assert shown["parts"]["table"].count('class="hint"') == 1


def test_a_hint_judges_what_the_picks_leave() -> None:
    ask, shown = opened("tic_tac_toe", {"seat-2": "me"})
    for cell in ("a1", "b2", "a2"):
        number = dict(FIELD.findall(shown["parts"]["ask"]))["number"]
        shown = ask("act", "choose", {"number": [number], "spot": [f"space/grid/{cell}"]})
    record, seat, _, language = ask("hint_for")
    assert "would choose: cell a3" in ask("advise", record, seat, language, [])[0]
    text, marks = ask("advise", record, seat, language, ["space/grid/c1"])
    assert text.startswith("How the computer judges these: cell c1 (")
    assert marks == [[["space/grid/c1"]], [["space/grid/a3"]]]
    assert ask("advise", record, seat, language, ["space/grid/z9"]) is None
    assert ask.fault


def test_a_match_goes_on_after_an_edit() -> None:
    ask, shown = opened("tic_tac_toe", {"seat-2": "me"})
    shown = act(ask, shown, Random(1))
    assert ask("change", TEXT.replace("Tic-tac-toe", "Noughts"))["sound"]
    shown = ask("revise")
    assert shown["title"] == "Noughts"
    assert shown["notice"] == ""
    assert len(FIELD.findall(shown["parts"]["ask"])) == 9


def test_a_match_that_an_edit_forbids_says_at_which_choice_it_parts() -> None:
    ask, shown = opened("tic_tac_toe", {"seat-2": "me"})
    number = dict(FIELD.findall(shown["parts"]["ask"]))["number"]
    ask("act", "choose", {"number": [number], "code": ["8"]})
    ask("change", SHORT.replace("columns: 3, rows: 3", "columns: 3, rows: 2"))
    shown = ask("revise")
    assert "at choice 1 the match parts: X is not offered" in shown["notice"]
    assert not shown["over"]


def test_a_match_of_other_seats_begins_anew_after_an_edit() -> None:
    ask, _ = opened("tic_tac_toe", {"seat-2": "me"})
    ask("change", SHORT.replace("[X, O]", "[Cross, Ring]"))
    assert "a new match has begun" in ask("revise")["notice"]


def test_nothing_is_played_by_rules_that_are_not_sound() -> None:
    ask = Asked()
    ask("open_game", "tic_tac_toe")
    assert not ask("change", "players: 2\n")["sound"]
    for call in (["begin", {}, "en"], ["examples"]):
        ask(*call)
        assert "not sound" in ask.fault


def test_the_editor_finds_mends_completes_and_explains() -> None:
    ask = Asked()
    text = ask("open_game", "tic_tac_toe")["text"]
    assert ask("change", text)["sound"]
    found = ask("change", text.replace("mark[cell] = me", "mrk[cell] = me"))
    (finding,) = found["findings"]
    assert finding["fix"] == ["write `mark`", [{"range": finding["range"], "text": "mark"}]]
    line = finding["range"][0]
    ask("change", text)
    assert any(each["label"] == "mark" for each in ask("complete", line, 17))
    assert "mark" in ask("hover", line, finding["range"][1])
    assert ask("format") == text
    assert {"section": "boards", "name": "grid", "line": 9} in ask("named")["outline"]
    ask("change", "a: [")
    ask("format")
    assert "before its outline can be read" in ask.fault


def test_examples_have_their_ticks() -> None:
    ask = Asked()
    text = ask("open_game", "tic_tac_toe")["text"]
    ask("change", text)
    assert [each["failures"] for each in ask("examples")] == [[], [], []]
    ask("change", text.replace("winners: [X]", "winners: [O]"))
    assert ask("examples")[0]["failures"]


def test_a_record_is_opened_as_a_file() -> None:
    ask, shown = opened("tic_tac_toe", {"seat-2": "me"})
    act(ask, shown, Random(1))
    record = ask("record")
    other = Asked()
    found = other("open_text", "match.rulerun", record)
    assert found["file"] == "tic_tac_toe.yaml"
    assert len(FIELD.findall(resumed(other, found)["parts"]["ask"])) == 9


def test_a_link_takes_its_match_along() -> None:
    ask, shown = opened("tic_tac_toe", {"seat-2": "me"})
    act(ask, shown, Random(1))
    other = Asked()
    found = other("open_link", ask("share", TEXT, True))
    assert len(FIELD.findall(resumed(other, found)["parts"]["ask"])) == 9
    other("resume", "no record", "en")
    assert "no match of these rules" in other.fault


def test_games_are_counted_in_any_chunks() -> None:
    counted = []
    for chunks in ([300], [100, 1, 199]):
        ask = Asked()
        ask("lab", "tic_tac_toe.yaml", ask("open_game", "tic_tac_toe")["text"], {})
        counted.append([ask("count", chunk) for chunk in chunks][-1])
    assert counted[0] == counted[1]
    figures = counted[0]
    assert figures["games"] == 300
    first, low, high = figures["seats"][0]["wins"]
    assert 0 < low < first < high < 1
    least, *middle, most = figures["length"]
    assert [least, *middle, most] == sorted(figures["length"])
    assert (least, most) == (5, 9)
    assert figures["dead"] == []


def test_lines_that_no_game_uses_are_told() -> None:
    ask = Asked()
    dead = "            - if full and mark[cell] != me:\n                - mark[cell] = nothing\n"
    ask("lab", "short.yaml", SHORT.replace("            - if complete(me):\n", f"{dead}            - if complete(me):\n"), {})
    assert [text for _, text in ask("count", 200)["dead"]] == ["mark[cell] = nothing"]


@for_all(
    [
        "nonsense",
        "open_game",
        "open_link",
        "act",
        "give",
        "setup",
        "record",
        "hint_for",
        "rules",
        "names",
        "count",
        "think",
        "check",
        "complete",
        "hover",
    ]
)
def test_what_cannot_be_done_is_a_sentence(call: str) -> None:
    ask = Asked()
    given: dict[str, list[object]] = {
        "open_game": ["no_such_game"],
        "open_link": ["x"],
        "act": ["undo", {}],
        "give": [0, 1, 2],
        "count": [3],
        "complete": [1, 1],
        "hover": [1, 1],
    }
    ask(call, *given.get(call, []))
    assert ask.fault
    assert "\n" not in ask.fault


def test_every_call_is_in_the_table_and_has_a_sentence() -> None:
    public = {name for name, each in vars(Desk).items() if not name.startswith("_") and callable(each)}
    assert public == set(CALLS)
    assert all(each.__doc__ for each in CALLS.values())


@pytest.mark.slow
def test_random_edits_never_break_the_desk() -> None:
    ask, draw = Asked(), Random(5)
    text = ask("open_game", "crazy_eights")["text"]
    for _ in range(60):
        at = draw.randrange(len(text))
        ask(
            "change",
            text[:at]
            + draw.choice(["", "x", ":", " ", "\n", '"', "[", "- ", "\t", "é", "\ud800"])
            + text[at + draw.randrange(6) :],
        )
        assert not ask.fault, ask.fault
        ask("named")
        assert not ask.fault, ask.fault


STARTS_WITH_NOBODY = """ruleset: nobody
title: Nobody
players: 2
variables:
  leader: {holds: player}
phases:
  game:
    - for each player me starting with leader:
        - me chooses n from 1..2
        - leader = me
outcome:
  winners: players p where p = leader
"""


def test_what_another_worker_finds_is_what_a_check_finds_and_stays_after_an_edit() -> None:
    ask, other = Asked(), Asked()
    text = STARTS_WITH_NOBODY.replace("for each player me", "for every player me")
    ask("change", ask("open_text", "nobody.yaml", text)["text"])
    found = ask("learn", text, other("examine", "nobody.yaml", text))
    assert found == ask("check")
    (wrong,) = (each for each in found["findings"] if each["severity"] == "error")
    assert wrong["fix"][0] == "write `for each player me starting with leader`"
    moved = next(each for each in ask("change", f"# a line\n{text}")["findings"] if each["code"] == wrong["code"])
    assert moved["fix"][1][0]["range"][0] == moved["range"][0] == wrong["range"][0] + 1


def test_a_fault_in_play_names_its_line() -> None:
    ask = Asked()
    ask("change", ask("open_text", "nobody.yaml", STARTS_WITH_NOBODY)["text"])
    found = json.loads(answered(ask.desk, json.dumps(["begin", {}, "en"])))
    assert found == {"fault": "the rules fail here: `leader` is nothing here", "line": 8}


@pytest.mark.slow
@for_all(KINDS)
def test_a_new_game_begins_with_a_small_one_that_plays(kind: str) -> None:
    ask = Asked()
    opened = ask("open_new", kind)
    assert opened["file"] == "my_game.yaml"
    assert ask("change", opened["text"]) == {"findings": [], "sound": True}
    assert ask("check") == {"findings": [], "sound": True}
    assert all(not each["failures"] for each in ask("examples"))
    assert played(ask, ask("begin", {}, "en"))["over"]


def test_a_new_game_of_no_kind_is_refused() -> None:
    ask = Asked()
    ask("open_new", "chess")
    assert ask.fault == "no game begins with `chess`: there are cards, race, grid, dice"
