"""The pages that explain diagnostics, at a terminal."""

from __future__ import annotations

import os
import re
import sys
from typing import TYPE_CHECKING

import click
from attrs import evolve

from .console import Misused, emit

if TYPE_CHECKING:
    from ...dsl.diagnostics.pages import Page


CODE = re.compile(r"(?:(?:error|warning)?\[)?([a-z]+(?:-[a-z]+)*)\]?:?")
"""A code, alone or as `validate` writes it: `error[syntax]`."""

SCREEN = 40
"""A screen has room for so many lines."""

MOST_TITLES = 6
"""Of the others that have a code, so many are named on its page."""


def looks_like_a_code(word: str) -> bool:
    """True for what is written like the code of a diagnostic and is neither a file nor the name of a ruleset."""
    from ...dsl.diagnostics.pages import closest
    from ...dsl.text.files import RulesetNotFound, find

    written = CODE.fullmatch(word)
    if written is None:
        return False
    try:
        find(word)
    except (RulesetNotFound, OSError):
        return "-" in word or closest(written[1]) is not None
    return False


def tell_diagnostic(code: str, whole: bool, as_json: bool) -> None:
    """Print the page of the diagnostic with that code, as much of it as a screen has room for, or the *whole* page; of all
    diagnostics, one line each, when the code is "". Raises `Misused`.
    """
    from ...dsl.diagnostics.pages import closest, page, pages

    if not code:
        _list(tuple(pages().values()), as_json)
        return
    written = CODE.fullmatch(code)
    plain = code if written is None else written[1]
    found = page(plain)
    if found is None:
        near = closest(plain)
        hint = f": did you mean `{near}`?" if near else ": `rulerun explain --list` lists them all"
        raise Misused(f"no diagnostic has the code `{plain}`{hint}")
    if as_json:
        emit(_plain(found))
        return
    click.echo(_told(found) if whole else _short(found), color=sys.stdout.isatty() and not os.environ.get("NO_COLOR"))


def _list(every: tuple[Page, ...], as_json: bool) -> None:
    if as_json:
        emit([_plain(each) for each in every])
        return
    widest = max(len(each.code) for each in every)
    for each in every:
        click.echo(f"{each.severity.value:7}  {each.code:{widest}}  {each.title}")


def _told(page: Page) -> str:
    """The page as text; below it, the pages of the others that have its code."""
    return "\n\n\n".join(_told_alone(each) for each in (page, *page.others))


def _short(page: Page) -> str:
    """The page, and the titles of the others that have its code. The example that is right is left out where it has no room."""
    others: list[str] = []
    if page.others:
        titles = [f"    {each.title}" for each in page.others[:MOST_TITLES]]
        more = len(page.others) - len(titles)
        others = ["", "The same code has:", "", *titles, *([f"    … and {more} more"] if more else [])]
    told = _told_alone(page)
    left_out = bool(page.right) and told.count("\n") + 1 + len(others) + 2 > SCREEN
    whole = ["", f"The whole page: `rulerun explain {page.code} --all`"] if left_out or others else []
    return "\n".join([_told_alone(evolve(page, right="")) if left_out else told, *others, *whole])


def _told_alone(page: Page) -> str:
    parts = [f"{page.severity.value}[{page.code}]", "", page.title]
    if page.text:
        parts += ["", page.text]
    if page.wrong:
        parts += ["", "Wrong:", "", _indented(page.wrong)]
    parts += ["", "What is said:", "", _indented(page.told)]
    if page.right:
        parts += ["", "Right:", "", _indented(page.right)]
    return "\n".join(parts)


def _indented(text: str) -> str:
    return "\n".join(f"    {line}".rstrip() for line in text.splitlines())


def _plain(page: Page) -> dict[str, object]:
    """The page as plain values; `others` are those that have its code."""
    return {**_plain_alone(page), "others": [_plain_alone(each) for each in page.others]}


def _plain_alone(page: Page) -> dict[str, str]:
    return {
        "code": page.code,
        "severity": page.severity.value,
        "title": page.title,
        "text": page.text,
        "wrong": page.wrong,
        "told": page.told,
        "right": page.right,
    }
