"""The page on the front door: its examples run and print what it says, and it tells of every public name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import rulerun

from ..support.pages import differences, renew

PAGE = Path(__file__).resolve().parents[2] / "docs" / "api.md"
README = PAGE.parents[1] / "README.md"


def test_the_page_shows_what_python_prints(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for extra in ("numpy", "scipy", "polars", "pettingzoo"):
        pytest.importorskip(extra)
    monkeypatch.chdir(tmp_path)
    assert differences(PAGE) == [], "renew it with `python -m tests.docs.test_api_docs`"


def test_the_readme_shows_what_python_says(capsys: pytest.CaptureFixture[str]) -> None:
    (block,) = re.findall(r"^```python\n(.*?)^```$", README.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    exec(compile(block, str(README), "exec"), {})
    assert capsys.readouterr().out.splitlines()[0] in block


def test_the_page_has_a_heading_for_every_public_name() -> None:
    headings = re.findall(r"^### (.*)$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    told = {name for heading in headings for name in re.findall(r"`(\w+)", heading)}
    assert set(rulerun.__all__) <= told


if __name__ == "__main__":
    renew(PAGE)
