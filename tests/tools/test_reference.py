"""The page of reference is what the code declares; `python -m rulerun.tools.reference docs/reference.md` renews it."""

from __future__ import annotations

from pathlib import Path

from rulerun.dsl.complaints.pages import pages
from rulerun.dsl.expressions.builtins import BUILTINS
from rulerun.tools.outline import OUTLINE
from rulerun.tools.reference import reference

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reference.md"


def test_the_page_is_what_the_code_declares() -> None:
    assert PAGE.read_text(encoding="utf-8") == reference(), "python -m rulerun.tools.reference docs/reference.md"


def test_nothing_is_left_out() -> None:
    text = reference()
    names = [*(f"`{section}:`" for section in OUTLINE), *(f"`{name}`" for name in (*BUILTINS, *pages()))]
    assert [name for name in names if f"| {name} |" not in text] == []
