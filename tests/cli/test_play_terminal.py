"""Matches at a terminal, typed key by key."""

from __future__ import annotations

import os
import re
import signal
import subprocess
from pathlib import Path

import pytest

from ..support.terminals import RULERUN, Terminal
from ..support.waiting import PATIENCE, until, waits_for_keys


def test_a_person_plays_asks_takes_back_and_leaves(tmp_path: Path) -> None:
    table = Terminal(tmp_path, "play", "tic_tac_toe", "--seed", "5")
    opened = table.until("X › ")
    assert "tic_tac_toe-5.rulerun" in opened
    assert "O: computer, good\n" in opened
    table.type("hint")
    assert re.search(r"the computer \(good\) (would choose cell|sees no difference)", table.until("X › "))
    table.type("?")
    assert "undo" in table.until("X › ")
    table.type("cell b2")
    table.until("your turn")
    table.until("X › ")
    table.type("why cell b2")
    answer = table.until("X › ")
    assert "this space already bears a mark" in answer
    assert re.search(r"tic_tac_toe\.yaml:\d+", answer)
    table.type("undo")
    table.until("your turn")
    table.until("X › ")
    table.type("nonsense")
    assert "not offered" in table.until("X › ")
    table.type("99")
    assert "1 to 9" in table.until("X › ")
    table.type("quit")
    table.until("rulerun play tic_tac_toe-5.rulerun")
    assert table.end() == 0
    again = Terminal(tmp_path, "play", "tic_tac_toe-5.rulerun")
    again.until("X › ")
    again.type("quit")
    again.until("rulerun play")
    assert again.end() == 0


def test_a_terminal_that_can_only_print_lines_gets_lines(tmp_path: Path) -> None:
    table = Terminal(tmp_path, "play", "tic_tac_toe", "--seed", "5", "--bot", "random", term="dumb")
    table.until("X › ")
    assert b"\x1b[?1049h" not in table.raw  # which takes the whole screen
    table.type("quit")
    table.until("rulerun play")
    assert table.end() == 0


@pytest.mark.slow
def test_why_nothing_can_be_taken_back_is_said_in_the_language_of_the_match(tmp_path: Path) -> None:
    table = Terminal(tmp_path, "play", "tic_tac_toe", "--seed", "5", "--lang", "it", "--bot", "random")
    table.until("X › ")
    table.type("undo")
    assert "non si può annullare: X non ha ancora scelto niente" in table.until("X › ")
    table.type("quit")
    table.until("rulerun play")
    assert table.end() == 0


@pytest.mark.parametrize("interrupted", [True, False])
def test_leaving_by_a_key_tells_how_to_go_on(tmp_path: Path, interrupted: bool) -> None:
    table = Terminal(tmp_path, "play", "tic_tac_toe", "--seed", "6", "--bot", "random")
    table.until("X › ")
    if interrupted:
        # Between the prompt and the moment at which keys are waited for, readline would sleep through the signal.
        until(lambda: waits_for_keys(table.process), table.process)
        table.process.send_signal(signal.SIGINT)
    else:
        os.write(table.master, b"\x04")
    assert "Traceback" not in table.until("rulerun play tic_tac_toe-6.rulerun")
    assert table.end() in (0, 130)


@pytest.mark.slow
def test_two_who_play_the_same_seed_have_a_record_each(tmp_path: Path) -> None:
    one = Terminal(tmp_path, "play", "tic_tac_toe", "--seed", "6", "--bot", "random")
    one.until("X › ")
    other = Terminal(tmp_path, "play", "tic_tac_toe", "--seed", "6", "--bot", "random")
    assert "tic_tac_toe-6-2.rulerun" in other.until("X › ")
    third = Terminal(tmp_path, "play", "tic_tac_toe-6.rulerun")
    third.until("is being played by another rulerun")
    assert third.end() == 1
    for table in (one, other):
        table.type("cell a1")
        table.until("your turn")
        table.until("X › ")
        table.type("quit")
        assert table.end() == 0
    assert len((tmp_path / "tic_tac_toe-6.rulerun").read_text().splitlines()) == 4
    again = Terminal(tmp_path, "play", "tic_tac_toe", "--seed", "6", "--bot", "random")
    assert "after 2 decisions" in again.until("X › ")
    again.type("quit")
    assert again.end() == 0


@pytest.mark.slow
def test_a_killed_match_goes_on_where_it_was(tmp_path: Path) -> None:
    table = Terminal(tmp_path, "play", "tic_tac_toe", "--record", "m.rulerun", "--bot", "random")
    table.until("X › ")
    table.type("cell a1")
    table.until("your turn")
    table.until("X › ")
    table.process.send_signal(signal.SIGKILL)
    table.end()
    assert (tmp_path / "m.rulerun").read_text().count("\n") == 4
    again = Terminal(tmp_path, "play", "m.rulerun")
    assert "after 2 decisions" in again.until("X › ")
    again.type("why a1")
    again.until("X › ")
    again.type("quit")
    again.until("rulerun play")
    assert again.end() == 0


def test_two_people_at_one_terminal_do_not_see_each_others_cards(tmp_path: Path) -> None:
    table = Terminal(tmp_path, "play", "kuhn_poker", "--seed", "5", "--seat", "2=human")
    opened = table.until("press Enter")
    assert not any(card in opened for card in ("jack", "queen", "king"))
    table.type("")
    mine = table.until("Anne › ")
    anne = [card for card in ("jack", "queen", "king") if card in mine]
    assert len(anne) == 1
    table.type("bet")
    assert anne[0] not in table.until("press Enter").replace(mine, "")
    table.type("")
    theirs = table.until("Ben › ")
    assert anne[0] not in theirs
    assert len([card for card in ("jack", "queen", "king") if card in theirs]) == 1
    table.type("fold")
    table.until("saved in")
    assert table.end() == 0


@pytest.mark.slow
def test_a_match_goes_on_with_the_same_people_at_their_seats(tmp_path: Path) -> None:
    words = ("--seed", "5", "--seat", "1=random", "--seat", "2=human", "--lang", "it")
    table = Terminal(tmp_path, "play", "kuhn_poker", *words)
    table.until("Ben › ")
    table.type("quit")
    table.until("rulerun play kuhn_poker-5.rulerun --lang it")
    assert table.end() == 0
    again = Terminal(tmp_path, "play", "kuhn_poker-5.rulerun")
    shown = again.until("Ben › ")
    again.type("quit")
    again.until("rulerun play kuhn_poker-5.rulerun")
    assert again.end() == 0
    assert len([card for card in ("jack", "queen", "king") if card in shown]) == 1
    third = Terminal(tmp_path, "play", "kuhn_poker", *words)
    assert "kuhn_poker-5.rulerun" in third.until("Ben › ")
    third.type("quit")
    third.until("rulerun play")
    assert third.end() == 0


@pytest.mark.slow
def test_a_bot_that_was_asked_for_stays_when_the_match_goes_on(tmp_path: Path) -> None:
    table = Terminal(tmp_path, "play", "tic_tac_toe", "--seed", "5", "--seat", "O=first")
    assert "O: first\n" in table.until("X › ")
    table.type("b2")
    # the bot takes what is offered first
    assert "O: cell a1" in table.until("X › ")
    table.type("quit")
    table.until("to go on: rulerun play tic_tac_toe-5.rulerun\n")
    assert table.end() == 0
    again = Terminal(tmp_path, "play", "tic_tac_toe-5.rulerun")
    assert "O: first\n" in again.until("X › ")
    again.type("c3")
    assert "O: cell b1" in again.until("X › ")
    again.type("quit")
    again.until("rulerun play")
    assert again.end() == 0


def test_a_hint_says_what_a_bot_would_do(tmp_path: Path) -> None:
    table = Terminal(tmp_path, "play", "tic_tac_toe", "--seed", "5", "--bot", "first", "--lang", "it")
    table.until("X › ")
    table.type("hint")
    assert re.search(r"il computer \(bravo\) (sceglierebbe casella|non vede differenze)", table.until("X › "))
    table.type("quit")
    table.until("rulerun play")
    assert table.end() == 0


@pytest.mark.slow
def test_what_is_typed_blind_is_not_played_and_a_lost_terminal_loses_nothing(tmp_path: Path) -> None:
    table = Terminal(tmp_path, "play", "tic_tac_toe", "--seed", "5", "--bot", "first")
    table.until("X › ")
    table.type("b2\nc3\na3")
    assert "c3, a3\n" in table.until("not played") + table.until("X › ")
    table.type("x" * 3000)
    assert "x" * 100 not in table.until("is not offered").replace("x" * 3000, "")
    table.until("X › ")
    until(lambda: waits_for_keys(table.process), table.process)  # a signal before the line is read would be heard behind it
    table.process.send_signal(signal.SIGCONT)  # as `fg` does
    table.until("X › ")
    os.close(table.master)
    assert table.process.wait(PATIENCE) in (1, 0)
    again = Terminal(tmp_path, "play", "tic_tac_toe-5.rulerun")
    again.until("X › ")
    again.type("log")
    assert "X: cell b2" in again.until("X › ")
    again.type("quit")
    again.until("rulerun play")
    assert again.end() == 0


@pytest.mark.slow
@pytest.mark.parametrize("words", [("play", "hearts", "--bots"), ("list",), ("explain", "hearts"), ("validate", "--help")])
def test_a_reader_who_has_enough_is_left_alone(tmp_path: Path, words: tuple[str, ...]) -> None:
    reading, writing = os.pipe()
    process = subprocess.Popen([*RULERUN, *words], stdin=subprocess.DEVNULL, stdout=writing, stderr=subprocess.PIPE, cwd=tmp_path)
    os.close(reading)
    os.close(writing)
    _, said = process.communicate(timeout=PATIENCE)
    assert said == b""
    assert process.returncode == 141


@pytest.mark.slow
def test_a_line_says_that_a_bot_thinks_and_another_that_a_hint_is_thought_about(tmp_path: Path) -> None:
    table = Terminal(tmp_path, "play", "pig", "--seed", "5", "--lang", "it")  # by the clock the one who advises there thinks
    table.until("Anne › ")
    table.type("tira")
    table.until("Anne › ")
    table.type("hint")
    table.until("il computer (bravo) sta pensando …")
    table.until("Anne › ")
    table.type("quit")
    table.until("rulerun play")
    assert table.end() == 0
    table = Terminal(tmp_path, "play", "tic_tac_toe", "--seed", "5", "--seat", "2=mcts:time=1s", "--lang", "it")
    table.until("X › ")
    table.type("5")
    table.until("O sta pensando …")
    table.until("X › ")
    assert "␛" not in table.raw.decode(errors="ignore")
    table.type("hint 1")
    assert re.search(r"casella a1: |il computer \(bravo\) sceglierebbe", table.until("X › "))
    table.type("quit")
    table.until("rulerun play")
    assert table.end() == 0
