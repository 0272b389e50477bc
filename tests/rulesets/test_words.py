"""The language has grown by general words only, and the page that shows which ruleset uses what is true."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rulerun.dsl.expressions.builtins import BUILTINS

from ..support.cases import for_all
from ..support.words_in_use import PAGE, RULESETS, added, first, in_use, language, pages, proven, renewed, shown, users, written

pytestmark = pytest.mark.slow  # all rulesets are read with another grammar


def one_by_one() -> Iterator[tuple[str, str]]:
    """What was added, when a test asks for it and not when tests are gathered: that takes reading the grammar."""
    yield from added()


@for_all(one_by_one(), " ".join)
def test_what_was_added_serves_several_rulesets_or_is_shown_by_a_page(one: tuple[str, str]) -> None:
    assert len(users(one)) >= 2 or pages(one), f"{shown(one)} is only used by {users(one)}"


@for_all(one_by_one(), " ".join)
def test_what_was_added_is_used_by_two_rulesets_or_by_one_and_a_page(one: tuple[str, str]) -> None:
    assert proven(one), f"{shown(one)} is only used by {users(one)}, and shown by {pages(one)}"


@for_all(BUILTINS)
def test_no_function_is_there_for_one_ruleset_alone(name: str) -> None:
    assert len(users(("function", name))) != 1 or pages(("function", name))


def test_something_was_added() -> None:
    assert {("function", "top"), ("line", "pick_into"), ("word", "starting")} <= set(added())


def test_what_rulesets_use_is_what_the_language_has() -> None:
    there = set(language().listed())
    assert [(path.stem, one) for path in RULESETS for one in in_use(path).listed() if one not in there] == []


def test_worked_examples_do_not_count() -> None:
    kuhn = next(path for path in RULESETS if path.stem == "kuhn_poker")
    assert ("word", "random") not in in_use(kuhn)
    assert ("function", "count") in in_use(kuhn)
    assert ("line", "reveal_all") in in_use(kuhn)


def test_the_first_words_are_whole() -> None:
    assert len(first().lines) == 97
    assert len(first().words) == 82
    assert len(first().functions) == 10


def test_every_line_can_be_shown() -> None:
    assert [name for kind, name in language().listed() if kind == "line" and name not in written()] == []


def test_the_page_is_as_the_rulesets_are() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert renewed(text) == text, "renew it with `python -m tests.support.words_in_use`"
