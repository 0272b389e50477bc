"""Words of a line, and a form laid against them."""

from __future__ import annotations

import re

from attrs import define, field, frozen

from ..sentences.lines import Start

TOKEN = re.compile(r'"[^"]*"|[^\W\d]\w*|\d+|===|==|&&|\|\||:=|\+\+|--|\*\*|//|<>|=>|=<|[-+*]=|!=|<=|>=|\.\.|\S')

RELATIONS = ("=", "!=", "<", "<=", ">", ">=")

MOST_TOKENS = 24
"""People write no longer lines; a search through one takes long."""


@frozen
class Item:
    """A word or sign of a line: as it is read, where it stands, what it costs, and whether it says exactly the same.

    It may have *changed*, or be *guessed* as an example.
    """

    text: str
    at: tuple[int, int]
    cost: float = 0.0
    sure: bool = True
    changed: bool = False
    guessed: bool = False


@frozen
class Nearest:
    """The line as it was meant to be, what kind of line that is, and what it costs.

    It is *whole* where nothing was added to what the author wrote, and nothing left out that says something; it is *sure* where
    besides nothing else can be meant. *at* is where it begins to differ from what was written; *misspelt* is what the word there
    was meant to be, where it alone is wrong; *by* are the words that say the same, where nothing else changes.
    """

    text: str
    start: Start
    cost: float
    whole: bool
    sure: bool
    at: tuple[int, int] | None
    misspelt: str = ""
    by: str = ""


@frozen
class TwoLines:
    """What was written as one line, and is two: a heading with a sentence under it (*below*), or two sentences.

    They are *whole* where nothing in them is an example.
    """

    first: str
    second: str
    below: bool
    whole: bool = True


@frozen
class Run:
    """Items of the line that are one value: its words, and what it is."""

    text: str
    first: int
    end: int
    is_: str = ""


@define
class Aligned:
    """A form laid against a line: what fills each part, what is left of the line, and the cost."""

    filled: list[str | None]
    left: list[int]
    cost: float
    whole: bool = True
    wanted: frozenset[str] = frozenset()
    hits: list[int | None] = field(factory=list)
    wrong: list[int] = field(factory=list)
    inner: Nearest | None = None
    misspelt: list[tuple[int, str]] = field(factory=list)
    examples: list[int] = field(factory=list)


def around(items: list[Item]) -> tuple[int, int] | None:
    """Where the first of these items stand that follow one another."""
    order = sorted({each.at for each in items})
    if not order:
        return None
    first, last = order[0]
    for begin, end in order[1:]:
        if begin - last > 1:
            break
        last = end
    return first, last


def inside_brackets(items: tuple[Item, ...], at: int) -> bool:
    """Whether an item stands in brackets behind a name, or is one of these."""
    depth = 0
    for item in reversed(items[:at]):
        depth += (item.text in ("]", ")")) - (item.text in ("[", "("))
        if depth < 0:
            return True
    return items[at].text in ("[", "]", "(", ")")


def printed(words: list[str]) -> str:
    """Words and signs as a line is written."""
    text = ""
    for word in words:
        before = text[-1:]
        tight = (
            not text
            or word in (",", ")", "]", "..", ".", "[")
            or before in ("(", "[")
            or text.endswith("..")
            or (before == "." and word[0].isalpha())
        )
        text += word if tight else f" {word}"
    return re.sub(r"\b(?!if|and|or|not|in|is|where|has|do|else|of|div|mod|as|then|for)(\w+) \((?=.*\))", r"\1(", text)
