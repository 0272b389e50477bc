"""A text for people taken apart: words, values in braces, and words that a condition chooses.

`{coins[p]}` is a value. Of `{if tolls: {toll} coins | if rough: a crate | nothing}` the words behind the first condition that
holds are said, else those behind the last `|`. Where these are left out nothing is said, and one blank beside goes as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from attrs import frozen

from ...program.span import Span
from ..diagnostics import shared
from ..diagnostics.report import error
from .nodes import Scalar

MARK = re.compile(
    r"\{\s*if\b\s*(?P<first>[^{}|:]*)(?P<begun>:?)|\{(?P<value>[^{}]*)\}|\|\s*if\b\s*(?P<next>[^{}|:]*)(?P<goes_on>:?)|[|}]"
)
"""What stands between words; a bar means something only behind `{if`."""

DEEPEST = 10
"""So many conditions may stand inside each other's words."""


@frozen
class Calculation:
    """What stands in braces, or between `if` and `:`, with its place in the file."""

    code: str
    line: int
    column: int


@frozen
class Choice:
    """Words by condition: those behind the first that holds, or else the last ones."""

    cases: tuple[tuple[Calculation, Pieces], ...]
    otherwise: Pieces


Piece = str | Calculation | Choice
Pieces = tuple[Piece, ...]


@lru_cache(2048)
def taken_apart(scalar: Scalar) -> Pieces:
    """The pieces of a text, in their order. Raises DiagnosticError where words by condition are not written as they have to
    be.
    """
    return _Reading(scalar).pieces(0)


def place_of(scalar: Scalar, offset: int) -> tuple[int, int]:
    """The line and column in the file of the character at *offset* in the text's raw form."""
    lines = scalar.raw[:offset].split("\n")
    return scalar.span.line + len(lines) - 1, len(lines[-1]) + (scalar.span.column if len(lines) == 1 else 1)


def codes(text: str) -> Iterator[range]:
    """Where in a text calculations stand: its values and conditions. The text may be wrong, or unfinished."""
    depth = 0
    for mark in MARK.finditer(text):
        if mark["first"] is not None:
            depth += 1
            yield range(*mark.span("first"))
        elif mark["value"] is not None:
            yield range(*mark.span("value"))
        elif mark["next"] is not None:
            if depth:
                yield range(*mark.span("next"))
        elif mark[0] == "}":
            depth = max(0, depth - 1)


class _Reading:
    """A text that is read mark by mark; *at* is where the words begin that come next, *number* is that of the next mark."""

    def __init__(self, scalar: Scalar) -> None:
        self.scalar = scalar
        self.marks = list(MARK.finditer(scalar.text))
        raw = list(MARK.finditer(scalar.raw))
        self.raw = raw if len(raw) == len(self.marks) else None
        self.at = self.number = 0

    def pieces(self, depth: int) -> Pieces:
        """What stands up to the end of the text, or inside a condition's words up to their `|` or `}`."""
        found: list[Piece] = []
        while self.number < len(self.marks):
            mark = self.marks[self.number]
            if depth and mark["first"] is None and mark["value"] is None:
                break
            self.number += 1
            if mark["first"] is None and mark["value"] is None:
                continue
            found.append(self.scalar.text[self.at : mark.start()])
            self.at = mark.end()
            found.append(self._calculation("value") if mark["value"] is not None else self._choice(depth))
        end = self.marks[self.number].start() if self.number < len(self.marks) else len(self.scalar.text)
        found.append(self.scalar.text[self.at : end])
        self.at = end
        return tuple(piece for piece in _closed_up(_trimmed(found) if depth else found) if piece != "")

    def _choice(self, depth: int) -> Choice:
        """What follows behind `{if`, up to its `}`."""
        opening = self._place("first")
        if depth == DEEPEST:
            raise error("too-deep", opening, f"there are at most {DEEPEST} conditions inside each other's words")
        cases = [self._case("first", "begun", depth)]
        otherwise: Pieces | None = None
        while self.number < len(self.marks):
            mark = self.marks[self.number]
            self.number, self.at = self.number + 1, mark.end()
            if mark[0] == "}":
                return Choice(tuple(cases), otherwise or ())
            if otherwise is not None:
                message = "these words are never said: those before them stand for all other cases"
                raise error("words-behind-the-last", self._place(), message, help="a further condition stands behind `| if`")
            if mark["next"] is not None:
                cases.append(self._case("next", "goes_on", depth))
            else:
                otherwise = self.pieces(depth + 1)
        raise error(
            "unclosed-condition",
            opening,
            "no `}` stands behind the words of this condition",
            help="for example `{if players = 1: yours | everybody's}`",
        )

    def _case(self, group: str, colon: str, depth: int) -> tuple[Calculation, Pieces]:
        """A condition and its words; the mark of the condition was the last."""
        mark, test = self.marks[self.number - 1], self._calculation(group)
        if not mark[colon]:
            raise shared.no_colon(test.code.strip(), self._place(group))
        if not test.code.strip():
            raise error(
                "no-condition",
                self._place(group),
                "no condition stands between `if` and `:`",
                help="for example `{if players = 1: yours | everybody's}`",
            )
        return test, self.pieces(depth + 1)

    def _calculation(self, group: str) -> Calculation:
        place = self._place(group)
        return Calculation(self.marks[self.number - 1][group], place.line, place.column)

    def _place(self, group: str = "") -> Span:
        """Where the last mark stands in the file, or a part of it."""
        if self.raw is None:
            return self.scalar.span
        mark = self.raw[self.number - 1]
        start, end = mark.span(group or 0)
        line, column = place_of(self.scalar, start)
        return Span(line, column, line, column + max(1, end - start))


def _trimmed(found: list[Piece]) -> list[Piece]:
    """The pieces of a condition's words, which begin and end with words, without the blanks around them."""
    found[0] = str(found[0]).lstrip()
    found[-1] = str(found[-1]).rstrip()
    return found


def _closed_up(found: list[Piece]) -> list[Piece]:
    """These pieces, of which every other one is words; a blank beside a choice that may say nothing is said with its words.

    It is the blank before the choice, or at the beginning of the text that behind it.
    """
    for at in range(1, len(found), 2):
        choice, before, behind = found[at], str(found[at - 1]), str(found[at + 1])
        if not isinstance(choice, Choice) or (choice.otherwise and all(words for _, words in choice.cases)):
            continue
        first = not any(piece != "" and not isinstance(piece, Choice) for piece in found[:at])
        if before[-1:].isspace():
            found[at - 1], found[at] = before[:-1], _padded(choice, before[-1], "")
        elif first and behind[:1].isspace():
            found[at], found[at + 1] = _padded(choice, "", behind[0]), behind[1:]
    return found


def _padded(choice: Choice, front: str, back: str) -> Choice:
    """The choice, with these blanks around all its words."""

    def padded(words: Pieces) -> Pieces:
        return tuple(piece for piece in (front, *words, back) if piece) if words else ()

    return Choice(tuple((test, padded(words)) for test, words in choice.cases), padded(choice.otherwise))
