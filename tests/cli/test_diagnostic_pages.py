"""The pages of diagnostics at a terminal: one below the other where several diagnostics have the same code."""

from __future__ import annotations

import json

from click.testing import CliRunner, Result

from rulerun.cli.main import root
from rulerun.dsl.diagnostics.pages import pages

SHARED = {code: page for code, page in pages().items() if page.others}


def rulerun(*words: str) -> Result:
    return CliRunner().invoke(root, list(words))


def test_a_page_shows_every_complaint_that_has_its_code() -> None:
    told = rulerun("explain", "missing-set").output
    for page in (SHARED["missing-set"], *SHARED["missing-set"].others):
        assert told.count(f"{page.title}\n") == 1
        assert told.count(f"    {page.told}\n") == 1
    assert told.count("error[missing-set]\n") == 1 + len(SHARED["missing-set"].others)


def test_the_plain_page_lists_the_others_that_have_its_code() -> None:
    plain = json.loads(rulerun("explain", "missing-set", "--json").output)
    assert [each["told"] for each in plain["others"]] == [each.told for each in SHARED["missing-set"].others] != []
    assert json.loads(rulerun("explain", "else-alone", "--json").output)["others"] == []
