"""The table on the whole screen, at a terminal of its own."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ..support.terminals import Terminal
from ..support.waiting import PATIENCE

pytest.importorskip("textual")


@pytest.mark.slow
def test_a_screen_whose_terminal_is_lost_without_a_signal_ends_and_loses_nothing(tmp_path: Path) -> None:
    table = Terminal(tmp_path, "play", "tic_tac_toe", "--seed", "5", "--bot", "first", plain=False)
    table.until("which cell?")
    os.write(table.master, b"1")
    table.until("has moved")
    os.close(table.master)
    assert table.process.wait(PATIENCE) in (1, 0)
    again = Terminal(tmp_path, "play", "tic_tac_toe-5.rulerun")
    again.until("X › ")
    again.type("log")
    assert "X: cell a1" in again.until("X › ")
    again.type("quit")
    assert again.end() == 0
