"""The pages of diagnostics at a terminal: one below the other where several diagnostics have the same code."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner, Result

from rulerun.cli.main import root
from rulerun.cli.terminal.diagnostic_pages import MOST_TITLES, SCREEN
from rulerun.dsl.diagnostics.pages import codes, pages

SHARED = {code: page for code, page in pages().items() if page.others}


def rulerun(*words: str) -> Result:
    return CliRunner().invoke(root, list(words))


def test_a_page_shows_every_complaint_that_has_its_code() -> None:
    told = rulerun("explain", "missing-set", "--all").output
    for page in (SHARED["missing-set"], *SHARED["missing-set"].others):
        assert told.count(f"{page.title}\n") == 1
        assert told.count(f"    {page.told}\n") == 1
    assert told.count("error[missing-set]\n") == 1 + len(SHARED["missing-set"].others)


def test_the_plain_page_lists_the_others_that_have_its_code() -> None:
    plain = json.loads(rulerun("explain", "missing-set", "--json").output)
    assert [each["told"] for each in plain["others"]] == [each.told for each in SHARED["missing-set"].others] != []
    assert json.loads(rulerun("explain", "else-alone", "--json").output)["others"] == []


@pytest.mark.parametrize("code", codes())
def test_a_screen_has_room_for_what_is_told_first(code: str) -> None:
    told = rulerun("explain", code).output
    page = pages()[code]
    assert len(told.splitlines()) <= SCREEN
    assert f"\n{page.title}\n" in told
    assert not page.told or f"    {page.told}\n" in told
    assert (f"rulerun explain {code} --all" in told) is (len(rulerun("explain", code, "--all").output) > len(told))
    assert all(each.title in told for each in page.others[:MOST_TITLES])


@pytest.mark.parametrize("written", ["error[syntax]", "warning[syntax]", "[syntax]", "error[syntax]:"])
def test_a_code_is_found_as_validate_writes_it(written: str) -> None:
    assert rulerun("explain", written).output == rulerun("explain", "syntax").output
    assert "did you mean `syntax`?" in rulerun("explain", "error[synatx]").output
