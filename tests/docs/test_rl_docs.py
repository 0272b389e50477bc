"""The page on environments does what it says: its blocks of Python run in their order, and print what stands below them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

PAGE = Path(__file__).resolve().parents[2] / "docs" / "environments.md"
BLOCK = re.compile(r"^```python\n(.*?)^```\n\n```text\n(.*?)^```\n", re.MULTILINE | re.DOTALL)


def printed(text: str) -> Iterator[tuple[str, str, str]]:
    """Each block of Python on a page, what the page says that it prints, and what it prints."""
    names: dict[str, object] = {}
    for code, wanted in BLOCK.findall(text):
        out = StringIO()
        with redirect_stdout(out):
            exec(compile(code, str(PAGE), "exec"), names)
        yield code, wanted, out.getvalue()


def test_the_page_shows_what_python_prints() -> None:
    for extra in ("pyspiel", "pettingzoo", "numpy", "cvxpy"):
        pytest.importorskip(extra)
    text = PAGE.read_text(encoding="utf-8")
    found = [(wanted, shown) for _, wanted, shown in printed(text)]
    assert len(found) == text.count("```python\n") > 5
    assert [shown for _, shown in found] == [wanted for wanted, _ in found], "renew it with `python -m tests.docs.test_rl_docs`"


def test_every_row_of_a_table_has_as_many_cells_as_its_head() -> None:
    cells = 0
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        count = line.count("|") if line.startswith("|") else 0
        assert not (cells and count) or count == cells, line
        cells = count


if __name__ == "__main__":
    page = PAGE.read_text(encoding="utf-8")
    for code, wanted, shown in printed(page):
        block = f"```python\n{code}```\n\n```text\n"
        page = page.replace(f"{block}{wanted}```", f"{block}{shown}```", 1)
    PAGE.write_text(page, encoding="utf-8")
