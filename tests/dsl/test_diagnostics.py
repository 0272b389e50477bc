"""Every diagnostic has a page, and every page is true: what is wrong there brings forth that diagnostic alone."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from rulerun import dsl
from rulerun.dsl.compile import examine
from rulerun.dsl.diagnostics.pages import Page, pages
from rulerun.dsl.text.source import Source

from ..support.diagnostic_pages import found, ruleset_of

PAGES = pages()
EVERY = [each for page in PAGES.values() for each in (page, *page.others)]

SEVERITIES = {"error": "error", "misspelt": "error", "warning": "warning"}
"""The functions that report, and how severe that is."""


def reported() -> set[tuple[str, str]]:
    """The code and the severity of each report in the source."""
    package = Path(dsl.__file__).parent
    calls = (
        node
        for path in (*package.rglob("*.py"), *(package.parent / "cli" / "terminal").glob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SEVERITIES
    )
    return {
        (call.args[0].value, SEVERITIES[call.func.id])
        for call in calls
        if isinstance(call.func, ast.Name) and isinstance(call.args[0], ast.Constant) and isinstance(call.args[0].value, str)
    }


@pytest.mark.parametrize("page", [each for each in EVERY if each.wrong], ids=lambda page: page.code)
def test_a_page_shows_what_brings_forth_its_diagnostic_alone_and_what_does_not(page: Page) -> None:
    assert found(page.wrong, page.code) == [(page.severity.value, page.code, page.told)]
    assert found(page.right, page.code) == []


def test_every_page_begins_with_a_sentence_and_tells_a_message() -> None:
    assert [page.code for page in EVERY if not page.title.endswith(".") or not page.told] == []
    assert [page.code for page in PAGES.values() if not all(each.wrong for each in page.others)] == []


def test_every_code_has_a_page_and_is_reported_as_its_page_says() -> None:
    assert sorted(reported()) == sorted({(page.code, page.severity.value) for page in EVERY})


def test_a_part_of_a_ruleset_is_laid_over_the_standard_game() -> None:
    assert isinstance(ruleset_of("- points[Anne] += 1"), Source)
    assert examine(ruleset_of("- points[Anne] += 1")) == ()
