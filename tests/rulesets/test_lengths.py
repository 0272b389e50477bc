"""A classic can be read in a minute: how many lines each of them has, comments and worked examples aside."""

from __future__ import annotations

import re
from pathlib import Path
from statistics import median_low

from ..support.cases import for_all

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
    "reversi": 35,
    "briscola": 70,
    "go_9x9": 50,
    "chess": 130,
    "hanabi": 80,
    "yahtzee": 80,
    "backgammon": 85,
}
OWN = {
    "dyers": 120,
    "meadow": 60,
    "cuckoo": 65,
    "five_lamps": 70,
    "palace": 113,
    "guildhall": 168,
    "rails": 154,
    "fever_ward": 199,
    "roads_and_walls": 124,
}
"""Games made up for the language, one that shows what goes with swapped cards, and games in the manner of modern designs."""
WHOLE = ("nine_mens_morris", "hex", "reversi", "briscola", "go_9x9", "chess", "hanabi", "oh_hell", "yahtzee", "backgammon", *OWN)
"""The rules of these alone are no longer than they were meant to be."""
VARIED = {"draughts": (150, 25)}
"""The rules of a game that is played differently in many places: the most lines of its base, and of each variant."""
ASIDE = ("examples", "texts", "invariants", "measures", "show", "table", "drawing", "strategies", "told", "about", "minutes")
"""What a ruleset says beside the rules."""


AS_LONG_AS = {
    "breakthrough": 38,
    "change_horses": 215,
    "chutes_and_ladders": 36,
    "connect_four": 25,
    "crazy_eights": 87,
    "go_fish": 61,
    "goofspiel": 46,
    "hearts": 96,
    "kalah": 51,
    "kuhn_poker": 44,
    "liars_dice": 44,
    "pig": 32,
    "tic_tac_toe": 23,
    "traxx": 145,
    "why_first": 126,
}
"""The lines of rules that these had before the language grew: what is new makes no game longer."""


BESIDE = ("examples:", "texts:", "table:", "drawing:", "strategies:", "told:", "about:")


def rules(text: str) -> int:
    """The lines that are rules: not blank, no comment, not under a key of `BESIDE`, in variants too."""
    count, within = 0, None
    for line in text.splitlines():
        words = line.strip()
        deep = len(line) - len(line.lstrip())
        if not words or words.startswith(("#", "minutes:")) or (within is not None and deep > within):
            continue
        within = deep if words in BESIDE and deep in (0, 4) else None
        count += within is None
    return count


def length(text: str, aside: tuple[str, ...] = ("examples", "table", "drawing", "strategies", "told", "about", "minutes")) -> int:
    """The lines of a ruleset that are neither blank nor a comment, nor in the sections *aside*."""
    lines = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    section, count = "", 0
    for line in lines:
        if not line.startswith(" "):
            section = line.partition(":")[0]
        count += section not in aside
    return count


def lines_of(game: str) -> int:
    """The length of a bundled ruleset."""
    return length((RULESETS / f"{game}.yaml").read_text(encoding="utf-8"))


def test_comments_blank_lines_and_examples_are_not_counted() -> None:
    text = "# a comment\nruleset: a\n\nexamples:\n  one:\n    check: 1 = 1\ntexts:\n  # another\n  a: {en: A}     # and a third\n"
    assert length(text) == 3


def test_rules_are_counted_without_examples_and_texts_wherever_they_stand() -> None:
    text = (
        "ruleset: a\n# a comment\n\nvariants:\n  b:\n    texts:\n      c: {en: C}\n    phases:\n      game:\n        - do texts\n"
        "    examples:\n      d:\n        run: game\ntexts:\n  e:\n    en: E\nlongest: 3\n"
    )
    assert rules(text) == 7


@for_all(AS_LONG_AS)
def test_no_rules_have_grown(game: str) -> None:
    assert rules((RULESETS / f"{game}.yaml").read_text(encoding="utf-8")) <= AS_LONG_AS[game]


@for_all(ABOUT)
def test_no_classic_is_half_as_long_again(game: str) -> None:
    assert lines_of(game) <= 1.5 * ABOUT[game]


@for_all(WHOLE)
def test_the_rules_are_as_short_as_they_were_meant_to_be(game: str) -> None:
    text = (RULESETS / f"{game}.yaml").read_text(encoding="utf-8")
    assert length(text, ASIDE) <= {**ABOUT, **OWN}[game]


@for_all(VARIED)
def test_variants_say_only_what_is_different(game: str) -> None:
    base, _, variants = (RULESETS / f"{game}.yaml").read_text(encoding="utf-8").partition("\nvariants:\n")
    most, each = VARIED[game]
    assert length(base, ASIDE) <= most
    assert max(rules(variant) for variant in re.split(r"(?m)^  \w+:\n", variants)) <= each


@for_all([*ABOUT, *OWN, *VARIED])
def test_every_title_is_there_in_english_and_italian(game: str) -> None:
    lines = (RULESETS / f"{game}.yaml").read_text(encoding="utf-8").splitlines()
    title = next(line for line in lines if line.startswith("title:"))
    assert "{en: " in title
    assert ", it: " in title


def test_the_classics_are_as_short_as_they_were_meant_to_be() -> None:
    assert median_low(map(lines_of, ABOUT)) <= median_low(ABOUT.values())
