"""Options are found by their names, as the sentences have them."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulerun.dsl.compile import read_source
from rulerun.dsl.sentences import syntax as s
from rulerun.dsl.sentences.statement_lists import statements
from rulerun.dsl.sentences.walk import each
from rulerun.dsl.text.edits import option_name
from rulerun.dsl.text.fields import Findings, pairs
from rulerun.dsl.text.files import bundled
from rulerun.dsl.text.merge import documents


def named_options(path: Path) -> list[tuple[str, str]]:
    """The line and the name of each option in a ruleset and its variants."""
    source, _ = read_source(path)
    assert source is not None
    found = []
    for document in documents(source, Findings()).values():
        for phase in pairs(document.get("phases"), "", Findings()):
            menus = [line for line in each(statements(phase.value, Findings())) if isinstance(line, s.MenuBlock)]
            found += [(source.words(option.span), option.head.label) for menu in menus for option in menu.options]
    return found


NAMED = [option for path in bundled() for option in named_options(path)]


def test_many_options_have_names() -> None:
    assert len(NAMED) > 20


@pytest.mark.parametrize(("line", "name"), dict.fromkeys(NAMED), ids=lambda words: words[:40])
def test_an_option_of_a_bundled_ruleset_is_found_by_its_name(line: str, name: str) -> None:
    assert option_name(line) == name


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("pass", "pass"),
        ("otherwise pass the turn", "pass the turn"),
        ("otherwise", "otherwise"),
        ("card from hand[me]", "card"),
        ("give card from hand[me], other from players where other != me", "give"),
        ("deep\n  down card from hand[me]", "deep down"),
        ("take 2 different g from gem as gems", "take"),
        ("take up 0..2 different g from gem as gems, p from players", "take up"),
        ("from x", "from x"),
        ("2 cards", ""),
        ("", ""),
    ],
)
def test_what_an_option_asks_for_is_no_part_of_its_name(line: str, name: str) -> None:
    assert option_name(line) == name
