"""The page on environments does what it says: its blocks of Python run in their order, and print what stands below them."""

from __future__ import annotations

from pathlib import Path

import pytest

from ..support.pages import differences, renew

PAGE = Path(__file__).resolve().parents[2] / "docs" / "environments.md"


def test_the_page_shows_what_python_prints() -> None:
    for extra in ("pyspiel", "pettingzoo", "numpy", "cvxpy", "gymnasium"):
        pytest.importorskip(extra)
    assert differences(PAGE) == [], "renew it with `python -m tests.docs.test_rl_docs`"


def test_every_row_of_a_table_has_as_many_cells_as_its_head() -> None:
    cells = 0
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        count = line.count("|") if line.startswith("|") else 0
        assert not (cells and count) or count == cells, line
        cells = count


if __name__ == "__main__":
    renew(PAGE)
