"""The page of reference is what the code declares; `python -m rulerun.tools.reference docs/reference.md` renews it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulerun.cli.main import root
from rulerun.dsl.diagnostics.pages import pages
from rulerun.dsl.expressions.builtins import BUILTINS
from rulerun.tools.idioms import IDIOMS, Idiom
from rulerun.tools.outline import OUTLINE
from rulerun.tools.reference import entries, reference, spoken

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reference.md"


def test_the_page_is_what_the_code_declares() -> None:
    assert PAGE.read_text(encoding="utf-8") == reference(), "python -m rulerun.tools.reference docs/reference.md"


def test_nothing_is_left_out() -> None:
    text = reference()
    names = [*(f"`{section}:`" for section in OUTLINE), *(f"`{name}`" for name in (*BUILTINS, *pages()))]
    assert [name for name in names if f"| {name} |" not in text] == []


def test_what_the_page_says_of_a_word_stands_under_its_headings_and_holds_the_word() -> None:
    lines = entries("pile").splitlines()
    rows = [line for line in lines if line.startswith("| `")]
    assert rows
    assert [line for line in rows if "pile" not in line] == []
    assert [line for line in lines if line.startswith("#")] == [
        "### In a thing under `zones:`",
        "## Sentences and headings",
        "## Functions of the language",
        "## Words of designers",
        "## Diagnostics",
    ]
    assert set(rows) <= set(reference().splitlines())
    assert entries("pil") == ""


def test_every_thing_of_the_page_is_found_by_its_own_name() -> None:
    assert {"shuffle", "zones", "count"} <= {*spoken()}
    assert [word for word in spoken() if not entries(word)] == []


def test_the_command_prints_the_page_or_what_has_the_words() -> None:
    whole, some, none = (CliRunner().invoke(root, ["manual", *words]) for words in ((), ("from", "thing"), ("shufle",)))
    assert whole.output == reference()
    assert some.output == entries("from THING")
    assert (none.exit_code, "did you mean `shuffle`?" in none.output) == (2, True)


@pytest.mark.parametrize("idiom", IDIOMS, ids=lambda idiom: idiom.words[0])
def test_an_idiom_stands_on_its_page_and_is_found_by_its_words(idiom: Idiom) -> None:
    text = (PAGE.parent / "idioms" / f"{idiom.page}.md").read_text(encoding="utf-8")
    assert [line for line in idiom.lines if line not in " ".join(text.split())] == []
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    assert not idiom.part or idiom.part in headings
    assert [word for word in idiom.words if idiom.how not in entries(word)] == []


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("team", "mate (player p)"),
        ("hand limit", "count(hand[me]) - 5"),
        ("auction", "together, each player me"),
        ("market", "deal up to 4"),
        ("reverse", "backwards = not backwards"),
        ("highest", "`‹second"),
        ("half of", "rounded up"),
        ("any option of", "any option of PHASE"),
    ],
)
def test_a_designers_word_and_an_expression_lead_to_what_is_written(words: str, found: str) -> None:
    assert found in CliRunner().invoke(root, ["manual", *words.split()]).output
