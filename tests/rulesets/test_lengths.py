"""A classic can be read in a minute: how many lines each of them has, comments and worked examples aside."""

from __future__ import annotations

from pathlib import Path
from statistics import median

import pytest

RULESETS = Path(__file__).resolve().parents[2] / "rulesets"
ABOUT = {
    "connect_four": 35,
    "goofspiel": 40,
    "pig": 30,
    "chutes_and_ladders": 35,
    "crazy_eights": 60,
    "hearts": 110,
    "oh_hell": 90,
    "kalah": 50,
    "liars_dice": 50,
    "go_fish": 70,
    "breakthrough": 35,
    "nine_mens_morris": 60,
    "hex": 45,
    "go_9x9": 50,
    "hanabi": 80,
    "yahtzee": 80,
}


def length(text: str) -> int:
    """The lines of a ruleset that are neither blank nor a comment, nor under `examples:`."""
    lines = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    section, count = "", 0
    for line in lines:
        if not line.startswith(" "):
            section = line.partition(":")[0]
        count += section != "examples"
    return count


def lines_of(game: str) -> int:
    """The length of a bundled ruleset."""
    return length((RULESETS / f"{game}.yaml").read_text(encoding="utf-8"))


def test_comments_blank_lines_and_examples_are_not_counted() -> None:
    text = "# a comment\nruleset: a\n\nexamples:\n  one:\n    check: 1 = 1\ntexts:\n  # another\n  a: {en: A}     # and a third\n"
    assert length(text) == 3


@pytest.mark.parametrize("game", ABOUT)
def test_no_classic_is_half_as_long_again(game: str) -> None:
    assert lines_of(game) <= 1.5 * ABOUT[game]


def test_the_classics_are_as_short_as_they_were_meant_to_be() -> None:
    assert median(map(lines_of, ABOUT)) <= median(ABOUT.values())
