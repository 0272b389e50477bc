"""Every complaint has a page, and every page is true: what is wrong there brings forth that complaint alone."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from rulerun import dsl
from rulerun.dsl.compile import examine
from rulerun.dsl.complaints.pages import ROOMS, Page, every_kind, kinds, pages
from rulerun.dsl.text.source import Source

from ..support.pages_of_complaints import ruleset_of

PAGES = pages()
EVERY = [each for page in PAGES.values() for each in (page, *page.others)]
IDLE = ("never-used", "never-set", "only-in-examples")
"""Pages show parts of rulesets, which declare what they do not use."""

COMPLAINTS = Path(dsl.__file__).parent / "complaints"


def found(text: str, code: str) -> list[tuple[str, str, str]]:
    """What is said of a part of a ruleset: severity, code, message."""
    return [
        (each.severity.value, each.code, each.message)
        for each in examine(ruleset_of(text))
        if each.code == code or each.code not in IDLE
    ]


@pytest.mark.parametrize("page", [each for each in EVERY if each.wrong], ids=lambda page: page.code)
def test_a_page_shows_what_brings_forth_its_complaint_alone_and_what_does_not(page: Page) -> None:
    assert found(page.wrong, page.code) == [(page.severity.value, page.code, page.told)]
    assert found(page.right, page.code) == []


def test_every_complaint_has_a_page_that_begins_with_a_sentence() -> None:
    assert [page.code for page in EVERY if not page.title.endswith(".") or not page.told] == []


def test_every_module_of_complaints_is_listed_and_declares_nothing_else() -> None:
    declared = set()
    for path in COMPLAINTS.glob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in tree.body:
            if isinstance(node, ast.FunctionDef) and any(isinstance(each, ast.Name) for each in node.decorator_list):
                names = [each.id for each in node.decorator_list if isinstance(each, ast.Name)]
                if {"error", "warning"} & set(names):
                    assert path.stem in ROOMS, path.stem
                    declared.add(node.name.rstrip("_").replace("_", "-"))
    assert declared == set(kinds())


def test_complaints_without_a_code_of_their_own_are_shown_on_the_page_of_another() -> None:
    declared = []
    for path in COMPLAINTS.glob("*.py"):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            for each in node.decorator_list if isinstance(node, ast.FunctionDef) else ():
                if isinstance(each, ast.Call):
                    assert path.stem in ROOMS
                    assert ast.unparse(each.func) == "error_under"
                    declared.append(node.name.rstrip("_").replace("_", "-"))
    assert sorted(declared) == sorted(set(every_kind()) - set(kinds()))
    assert [each.name for each in every_kind().values() if each.code not in PAGES] == []
    assert len(EVERY) == len(every_kind())
    assert all(each.wrong for page in PAGES.values() for each in page.others)


def test_every_complaint_is_used() -> None:
    used = set()
    package = Path(dsl.__file__).parent
    for path in (*package.rglob("*.py"), *(package.parent / "cli" / "terminal").glob("*.py")):
        if path.parent != COMPLAINTS:
            tree = ast.parse(path.read_text(encoding="utf-8"))
            used |= {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    assert [each.tell.__name__ for each in every_kind().values() if each.tell.__name__ not in used] == []


def test_a_part_of_a_ruleset_is_laid_over_the_standard_game() -> None:
    assert isinstance(ruleset_of("- points[Anne] += 1"), Source)
    assert examine(ruleset_of("- points[Anne] += 1")) == ()
