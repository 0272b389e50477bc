"""The time to check a ruleset grows as its length does, and a line that no person writes has one diagnostic."""

from __future__ import annotations

import gc
from collections.abc import Callable
from time import process_time

import pytest

from rulerun.dsl.compile import examine
from rulerun.dsl.sentences import parse
from rulerun.dsl.text import outline
from rulerun.dsl.text.source import Source
from rulerun.program.budgets import LONGEST_LINE, MOST_CHARACTERS

MOST_TIMES = 2.5
"""Twice as long a text may take so many times as long."""

FLOOR = 0.15
"""What takes fewer seconds is quick, however it grows."""

TRIES = 6
"""A busy machine lengthens some runs; the shortest of each length count."""


def ruleset(lines: str = "", sections: str = "") -> str:
    """A sound ruleset, with *lines* in its phase and *sections* in front of it."""
    return (
        "ruleset: big\nplayers: 2\nscores:\n  points: {per: player}\n"
        f"{sections}phases:\n  game:\n    - Anne chooses x from 1..3\n    - points[Anne] += x\n{lines}"
        "outcome:\n  ranking (player p): highest points[p]\n"
    )


def sentence(words: str) -> str:
    """A ruleset with that sentence on its line 9, where column 7 is its first."""
    return ruleset(f"    - {words}\n")


def sentences(one: Callable[[int], str], size: int) -> str:
    """A ruleset with so many characters of sentences, each by its number."""
    return ruleset("".join(f"    - {one(number)}\n" for number in range(size // (len(one(99)) + 7))))


def listed(section: str, one: Callable[[int], str], size: int) -> str:
    """A ruleset with so many characters in a section, each of its lines by its number."""
    return ruleset(sections=f"{section}:\n" + "".join(f"  {one(number)}\n" for number in range(size // (len(one(99)) + 3))))


LINES: dict[str, Callable[[int], str]] = {
    "digits": lambda size: sentence("let y = " + "1" * size),
    "letters": lambda size: sentence("let y = " + "a" * size + " may"),
    "blanks": lambda size: sentence("if x" + " " * size + "y"),
    "open round brackets": lambda size: sentence("let y = " + "(" * size),
    "round brackets": lambda size: sentence("let y = " + "(" * (size // 2) + "1" + ")" * (size // 2)),
    "square brackets": lambda size: sentence("let y = " + "[" * size),
    "calls": lambda size: sentence("let y = " + "f(" * (size // 3) + ")" * (size // 3)),
    "braces in a text": lambda size: sentence('tell "' + "{" * size + '"'),
    "quotes": lambda size: sentence("tell " + '"' * size),
    "commas": lambda size: sentence("let y = [1" + ", 1" * (size // 3) + "]"),
    "commas alone": lambda size: sentence("let y = " + "," * size),
    "points": lambda size: sentence("let y = a" + ".b" * (size // 2)),
    "conditions": lambda size: sentence("take" + " if a" * (size // 5)),
    "conditions of a value": lambda size: sentence("let y = 1" + " if x else 1" * (size // 12)),
    "sums": lambda size: sentence("let y = 1" + " + 1" * (size // 4)),
    "words": lambda size: sentence("foo " * (size // 4)),
    "conditions in a text": lambda size: ruleset(sections="about: take" + " if a" * (size // 5) + "\n"),
    "lists in lists": lambda size: ruleset(sections="variables: " + "[" * size + "\n"),
}
"""Lines of about so many characters."""

TEXTS: dict[str, Callable[[int], str]] = {
    "sound lines": lambda size: sentences(lambda number: "points[Anne] += 1", size),
    "unknown names": lambda size: sentences(lambda number: f"n{number} = m{number}", size),
    "lines that are no sentence": lambda size: sentences(lambda number: f"foo{number % 50} bar baz", size),
    "values that are never used": lambda size: listed("variables", lambda number: f"v{number}: {{holds: 0..9}}", size),
    "texts that are never said": lambda size: listed("texts", lambda number: f"t{number}: {{it: w}}", size),
    "sections": lambda size: ruleset(sections="".join(f"a{number}:\n" for number in range(size // 7))),
    "one section many times": lambda size: ruleset(sections="a:\n" * (size // 3)),
    "short lines": lambda size: "x\n" * (size // 2),
    "deep outlines": lambda size: ruleset(sections="".join(f"{' ' * at}a:\n" for at in range(int((2 * size) ** 0.5)))),
    "wrong names among many": lambda size: ruleset(
        "".join(f"    - w{number}b = 1\n" for number in range(size // 40)),
        "variables:\n" + "".join(f"  v{number}a: {{holds: 0..9}}\n" for number in range(size // 40)),
    ),
}
"""Texts of about so many characters, in lines that are short."""


def seconds(text: str) -> float:
    """How long a ruleset that nobody has read before is checked."""
    for memo in (parse._parsed, parse._anywhere, outline.read, outline._section, outline._anywhere, outline._thing):
        memo.cache_clear()
    gc.collect()
    begun = process_time()
    examine(Source("big.yaml", text))
    return process_time() - begun


def grows_no_faster(shorter: str, longer: str, doublings: int) -> bool:
    """Whether the longer text takes no more than its length makes likely."""
    first = last = float("inf")
    for _ in range(TRIES):
        first, last = min(first, seconds(shorter)), min(last, seconds(longer))
        if last <= max(FLOOR, first * MOST_TIMES**doublings):
            return True
    return False


@pytest.mark.parametrize("shape", LINES)
def test_a_long_line_takes_a_time_that_grows_as_it_does(shape: str) -> None:
    seconds(ruleset())
    assert grows_no_faster(LINES[shape](LONGEST_LINE // 4 - 50), LINES[shape](LONGEST_LINE - 50), 2)


@pytest.mark.slow
@pytest.mark.parametrize("shape", TEXTS)
def test_a_long_text_takes_a_time_that_grows_as_it_does(shape: str) -> None:
    seconds(ruleset())
    assert grows_no_faster(TEXTS[shape](5_000), TEXTS[shape](20_000), 2)


@pytest.mark.slow
@pytest.mark.parametrize("shape", [*LINES, *TEXTS])
def test_the_time_grows_like_that_up_to_a_million_characters(shape: str) -> None:
    make = {**LINES, **TEXTS}[shape]
    assert grows_no_faster(make(250_000), make(1_000_000), 2)


@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        (LINES["digits"](100_000), "too-large", 9, 1),
        (LINES["digits"](5_000), "number-too-large", 9, 15),
        (LINES["open round brackets"](3_000), "too-deep", 9, 95),
        (LINES["round brackets"](3_000), "too-deep", 9, 95),
        (LINES["square brackets"](3_000), "too-deep", 9, 95),
        (LINES["lists in lists"](3_000), "too-deep", 5, 111),
        (LINES["conditions"](9_000), "syntax", 9, 7),
        (LINES["commas alone"](9_000), "syntax", 9, 15),
        (LINES["sums"](9_000), "too-deep", 9, 15),
        (LINES["conditions in a text"](20_000), "too-large", 5, 1),
        (sentence("let y = 1\n" + "        + 1\n" * 1_000 + "        + 1"), "too-large", 9, 7),
        (ruleset().replace("players: 2", f"players: {'1' * 9_000}"), "number-of-players", 2, 10),
        ("x" * (MOST_CHARACTERS + 1), "too-large", 1, 1),
        (TEXTS["deep outlines"](50_000), "too-deep", 105, 101),
    ],
)
def test_a_line_that_nobody_writes_has_one_diagnostic_at_its_place(text: str, code: str, line: int, column: int) -> None:
    (found,) = examine(Source("big.yaml", text))
    assert (found.code, found.span.line, found.span.column) == (code, line, column)
    assert len(found.message) < 200
