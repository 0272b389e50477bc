"""Every space is on the map, by the name that examples have, and none on top of another."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulerun.cli.commands.board import empty_board_of
from rulerun.cli.main import root
from rulerun.dsl.compile import compile_ruleset, read_source
from rulerun.dsl.text.files import bundled
from rulerun.program.ir import Board, Program
from rulerun.tools.board_map import names, text_map


def with_boards() -> list[Path]:
    return [path for path in bundled() if re.search("^boards:", path.read_text(encoding="utf-8"), re.MULTILINE)]


def boards(path: Path) -> list[tuple[Program, Board]]:
    source, _ = read_source(path)
    assert source is not None
    program = compile_ruleset(source).program
    assert program is not None
    return [(program, board) for board in program.boards]


def rulerun(*words: str) -> Result:
    return CliRunner().invoke(root, list(words))


@pytest.mark.parametrize("path", with_boards(), ids=lambda path: path.stem)
def test_every_space_is_named_once(path: Path) -> None:
    for program, board in boards(path):
        words = names(program, board)
        lines = [line for line in text_map(program, board, 80).split("\n") if "→" not in line]
        assert sorted(word for line in lines for word in line.split()) == sorted(words)
        assert max(map(len, lines)) <= 80
        image = empty_board_of(program, program.boards.index(board))
        texts = [(each.text, each.get("x"), each.get("y")) for each in image.iter("text") if each.get("class") == "name"]
        drawn = board if board.of is None else program.boards[board.of]
        links = [each for each in program.boards if each.of is not None and program.boards[each.of] is drawn]
        assert [text for text, _, _ in texts] == [name for each in (drawn, *links) for name in names(program, each)]
        assert len({place[1:] for place in texts}) == len(texts)


def test_links_are_listed_and_drawn() -> None:
    ((program, board),) = boards(next(path for path in bundled() if path.stem == "nine_mens_morris"))
    assert "a7 → " in text_map(program, board, 80)
    assert len(list(empty_board_of(program, 0).iter("line"))) == len(board.links)


def test_the_command_shows_boards_as_text_and_as_an_image(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert rulerun("board", "tic_tac_toe").output == "a3 b3 c3\na2 b2 c2\na1 b1 c1\n"
    assert rulerun("board", "tic_tac_toe", "--svg", "grid.svg").exit_code == 0
    assert "<title>grid</title>" in Path("grid.svg").read_text(encoding="utf-8")
    assert rulerun("board", "tic_tac_toe", "gird").exit_code == 2
    assert "did you mean `grid`" in rulerun("board", "tic_tac_toe", "gird").output
    assert rulerun("board", "hearts").exit_code == 1
