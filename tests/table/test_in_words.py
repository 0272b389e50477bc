"""The position in words, as `play --screen-reader` tells it."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

import rulerun
from rulerun.cli.main import root
from rulerun.table.in_words import in_words

from ..support.battery import WITNESSES, Setting, compiled, of_each


def told(file: str, *options: int, printed: bool = True) -> list[str]:
    match = rulerun.load(file).match(seed=1)
    for option in options:
        match.advance(option, match.asked[0])
    return list(in_words(match.program, match.scene(0), printed))


def test_pieces_stand_under_whose_they_are_each_with_its_spaces() -> None:
    assert told("chess")[:2] == [
        "White: rook a1 h1, knight b1 g1, bishop c1 f1, queen d1, king e1, pawn a2 b2 c2 d2 e2 f2 g2 h2",
        "Black: pawn a7 b7 c7 d7 e7 f7 g7 h7, rook a8 h8, knight b8 g8, bishop c8 f8, queen d8, king e8",
    ]


def test_what_is_nobodys_stands_under_the_board_and_numbers_are_told_from_spaces() -> None:
    assert told("kalah")[0] == "ring: seeds 4: 1 2 3 4 5 6 8 9 10 11 12 13"


def test_hands_are_told_by_name_and_what_is_not_seen_by_number() -> None:
    lines = told("why_first")
    assert "hand Anne: −1, 1, 2, 3, 4" in lines
    assert "hand Ben: 5 cards" in lines


def test_print_is_told_where_it_is_wanted() -> None:
    assert any(line.startswith("sheet, colour: blue A1") for line in told("traxx"))
    assert not any("sheet, colour" in line for line in told("traxx", printed=False))


@of_each(WITNESSES)
def test_every_line_is_words(setting: Setting) -> None:
    program = compiled(setting)
    dials = {name: int(value) if value.isdecimal() else value for name, value in setting.parameters}
    match = rulerun.load(setting.file, variant=setting.variant, players=setting.players, parameters=dials).match(seed=2)
    for _ in range(12):
        if match.over:
            break
        match.advance(0, match.asked[0])
    for seat in program.players:
        for line in in_words(program, match.scene(seat), printed=True):
            assert ": " in line
            assert not set(line) & set("─│╭╮╰╯╱╲▒┌┐└┘")


def test_the_command_draws_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    words = ["play", "tic_tac_toe", "--bot", "first", "--seed", "2", "--screen-reader"]
    said = CliRunner().invoke(root, words, input="5\nquit\n").output
    assert "X: marks b2" in said
    assert "O: marks a1" in said
    assert "─" not in said
