"""`rulerun play --plain` with lines from a pipe: people answer by them."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulerun.cli.main import root
from rulerun.interpreter.match.records import read_record


def played(lines: str, *words: str) -> Result:
    return CliRunner().invoke(root, ["play", *words, "--plain"], input=lines)


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_each_line_is_an_answer() -> None:
    told = played("cell b2\ncell c3\ncell b1\ncell c1\ncell b3\n", "tic_tac_toe", "--seat", "O=human")
    assert told.exit_code == 0
    assert "X › cell b2" in told.output
    assert "O › cell c3" in told.output
    assert "X wins" in told.output


def test_a_line_that_is_no_answer_is_told_and_the_next_one_is_read() -> None:
    told = played("frob\nwhy cell a1\ncell b2\n", "tic_tac_toe", "--bot", "first")
    assert "`frob` is not offered" in told.output
    assert told.output.count("X, your turn") == 2


def test_where_the_lines_end_people_leave() -> None:
    told = played("cell b2\n", "tic_tac_toe", "--bot", "first", "--record", "match.rulerun")
    assert told.exit_code == 0
    assert "rulerun play match.rulerun" in " ".join(told.output.split())
    again = read_record(Path("match.rulerun").read_bytes())
    assert not again.finished
    assert "cell b2" in Path("match.rulerun").read_text(encoding="utf-8")


def test_where_nothing_records_the_match_it_is_said_how_to() -> None:
    for lines in ("cell b2\n", "cell b2\nquit\n"):
        told = played(lines, "tic_tac_toe", "--bot", "first")
        assert told.output.rstrip().endswith("this match is not recorded; `--record PATH` records one")
        assert not list(Path().iterdir())


def test_nobody_who_reads_a_pipe_is_asked_to_hand_anything_over() -> None:
    told = played("1\n1\n1\n", "kuhn_poker", "--seat", "2=human", "--seed", "1")
    assert told.exit_code == 0
    assert "\x1b" not in told.output
    assert "Enter" not in told.output


def test_without_plain_bots_play() -> None:
    told = CliRunner().invoke(root, ["play", "tic_tac_toe", "--seed", "1"], input="cell b2\n")
    assert "no terminal here: bots play at every seat" in told.output
