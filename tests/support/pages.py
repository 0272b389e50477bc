"""Pages whose blocks of Python run in their order, and print what stands below them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import chdir, redirect_stdout
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

BLOCK = re.compile(r"^```python\n(.*?)^```\n\n```text\n(.*?)^```\n", re.MULTILINE | re.DOTALL)


def printed(page: Path) -> Iterator[tuple[str, str, str]]:
    """Each block of Python on a page, what the page says that it prints, and what it prints."""
    names: dict[str, object] = {}
    for code, wanted in BLOCK.findall(page.read_text(encoding="utf-8")):
        out = StringIO()
        with redirect_stdout(out):
            exec(compile(code, str(page), "exec"), names)
        yield code, wanted, out.getvalue()


def differences(page: Path) -> list[tuple[str, str]]:
    """What a page says that its blocks print, and what they print, where the two differ. Every block of Python is run."""
    found = [(wanted, shown) for _, wanted, shown in printed(page)]
    assert len(found) == page.read_text(encoding="utf-8").count("```python\n") > 0
    return [(wanted, shown) for wanted, shown in found if wanted != shown]


def renew(page: Path) -> None:
    """Writes what the blocks print into the page; what they write lies in a folder that is gone then."""
    page = page.resolve()
    text = page.read_text(encoding="utf-8")
    with TemporaryDirectory() as folder, chdir(folder):
        for code, wanted, shown in printed(page):
            block = f"```python\n{code}```\n\n```text\n"
            text = text.replace(f"{block}{wanted}```", f"{block}{shown}```", 1)
    page.write_text(text, encoding="utf-8")
