"""Several people at one terminal: who is asked again hears all that happened since, also what was shown in between."""

from __future__ import annotations

import io
from contextlib import suppress
from pathlib import Path

import pytest
from rich.console import Console

from rulerun.cli.terminal.line_table import Table
from rulerun.cli.terminal.terminal_session import TerminalSession
from rulerun.dsl.compile import compile_ruleset
from rulerun.dsl.text.source import Source
from rulerun.interpreter.match.match import Match
from rulerun.interpreter.match.record_file import RecordFile, resume
from rulerun.interpreter.match.records import header_of
from rulerun.session.seating import Seating

from ..support.battery import game_of
from ..support.secrets import PEEKING

SHOWING = Source(
    "showing.yaml",
    """ruleset: showing
players: 2
seats: [Anne, Ben]
decks:
  coins: {cards: [{worth: 1..6}], starts in: heap}
zones:
  heap: {of: coins, kind: pile}
  hand: {of: coins, per: player, seen by: owner}
  gone: {of: coins, kind: pile}
phases:
  game:
    - deal 2 from heap to hand of each player
    - Anne chooses n from 1..2
    - reveal hand[Ben]
    - move all from hand[Ben] to gone
    - repeat 12 times:
        - Ben chooses m from 1..2
    - Anne chooses k from 1..2
outcome:
  winners: players
""",
)


def test_a_hand_that_was_shown_in_between_stands_in_the_news_of_who_is_asked_next() -> None:
    program = compile_ruleset(SHOWING).program
    assert program is not None
    match = Match(game_of(program), header_of(program, SHOWING, 1, 0))
    terminal = TerminalSession(match, SHOWING, Seating((0, 1)), {}, "", "good", "", None, "")
    while match.open[0].actor < 0:
        match.nature()
    terminal.screen.news(0)
    match.answer(0, 0)
    for _ in range(12):
        match.answer(1, 0)
    table = Table(terminal)
    table.console = Console(file=io.StringIO(), height=24, width=80)
    assert not terminal.open
    table.print_news(0)
    assert isinstance(table.console.file, io.StringIO)
    printed = table.console.file.getvalue()
    assert "Anne: n 1" in printed
    assert "hand Ben" in printed
    assert f"Ben: m {', '.join('1' * 12)}" in printed


@pytest.mark.parametrize("choice", ["draw", "wait"])
def test_what_a_seat_drew_stands_there_line_by_line_until_it_was_seen(choice: str, monkeypatch: pytest.MonkeyPatch) -> None:
    program = compile_ruleset(PEEKING).program
    assert program is not None
    match = Match(game_of(program), header_of(program, PEEKING, 1, 0))
    table = Table(TerminalSession(match, PEEKING, Seating((0, 1)), {}, "", "good", "", None, ""))
    shown = io.StringIO()
    table.console = Console(file=shown, height=24, width=80)
    asked: list[tuple[str, str]] = []

    def line(prompt: str) -> str:
        """What is typed, and what was printed since the last time."""
        asked.append((prompt, shown.getvalue()))
        shown.seek(0)
        shown.truncate()
        return choice if "Anne ›" in prompt else "wait"

    monkeypatch.setattr(table, "line", line)
    table.play()
    kept = [printed for prompt, printed in asked if "for you alone" in prompt]
    assert len(kept) == (choice == "draw")
    assert all("your hand" in printed and "draw" in printed for printed in kept)
    handed = next(printed for prompt, printed in asked if "Ben, press Enter" in prompt)
    assert "your hand" not in handed


SEALED = Source(
    "sealed.yaml",
    """ruleset: sealed
players: 2
seats: [Anne, Ben]
variables:
  bid: {per: player, holds: 0..3, seen by: owner}
phases:
  game:
    - together, each player me:
        - choose low from 1..2
        - choose high from 2..3
        - bid[me] = high - low
outcome:
  winners: players
""",
)


@pytest.mark.parametrize(("made", "left"), [(1, ["Anne", "Ben", "Ben"]), (2, ["Ben", "Ben"]), (3, ["Ben"])])
def test_a_record_cut_while_all_choose_at_once_asks_only_for_what_is_left(
    made: int, left: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = compile_ruleset(SEALED).program
    assert program is not None
    path = tmp_path / "sealed.rulerun"
    match = Match(game_of(program), header_of(program, SEALED, 1, 0))
    match.record_with(RecordFile.create(path, match.header), 0)
    for _ in range(made):
        match.answer(match.open[0].actor, 0)
    match.stop_recording()
    before = path.read_bytes()
    path.write_bytes(before + b'{"seat": "Be')
    again = resume(path, lambda _: program)
    table = Table(TerminalSession(again, SEALED, Seating((0, 1)), {}, "", "good", "", path, ""))
    table.console = Console(file=io.StringIO(), height=24, width=80)
    asked: list[str] = []

    def line(prompt: str) -> str:
        """The first option."""
        asked.extend(prompt.split()[:1] if "›" in prompt else [])
        return "a"

    monkeypatch.setattr(table, "line", line)
    table.play()
    assert asked == left
    assert path.read_bytes().startswith(before)
    assert again.open == ()


@pytest.mark.parametrize(("said", "agreed"), [("yes", True), ("y", True), ("no", False), ("", False)])
def test_who_has_chosen_since_is_asked_to_agree_to_an_undo(said: str, agreed: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = Source("rows.yaml", OPEN_TURNS)
    program = compile_ruleset(rules).program
    assert program is not None
    match = Match(game_of(program), header_of(program, rules, 1, 0))
    table = Table(TerminalSession(match, rules, Seating((0, 1)), {}, "", "good", "en", None, ""))
    table.console = Console(file=io.StringIO(), height=24, width=80)
    lines, asked = iter(["1", "2", "undo", said, "3", "3", "3"]), list[str]()

    def line(prompt: str) -> str:
        asked.append(prompt)
        return next(lines)

    monkeypatch.setattr(table, "line", line)
    with suppress(StopIteration):
        table.play()
    assert "Ben, may Anne take the last choice back? (yes / no) › " in asked
    assert isinstance(table.console.file, io.StringIO)
    assert ("Ben does not agree" in table.console.file.getvalue()) is not agreed
    first = [each.index for each in match.observer.answers][:2]
    assert first == ([2, 2] if agreed else [0, 1])


OPEN_TURNS = """ruleset: rows
players: 2
variables:
  last: {holds: 0..3}
phases:
  game:
    - repeat 2 times:
        - for each player me:
            - me chooses n from 1..3
            - last = n
outcome:
  winners: players p where last = 1
"""
