"""Finds the part of a line for which the grammar refuses it, and which could stand there in parentheses."""

from __future__ import annotations

import re
from collections.abc import Callable

from attrs import frozen

from . import syntax as s

WORD_OR_TEXT = re.compile(r'"[^"]*"|[^\W\d]\w*')

SIGN_OR_TEXT = re.compile(r'"[^"]*"|[()\[\],]')

LOOSE = (s.Connected, s.AllOf, s.UpTo, s.Where, s.Sum, s.Count, s.Extreme, s.FirstOf, s.Quantified, s.After)
"""What goes on to the end of its line, so that it takes parentheses beside or inside anything else."""


@frozen
class Loose:
    """The beginning of such a part, where it begins and ends in the line, and the line with the parentheses."""

    beginning: str
    at: tuple[int, int]
    mended: str


def loose_part(text: str, read: Callable[[str], s.Parsed | None], takes: Callable[[str], bool]) -> Loose | None:
    """The first such part up to the end of the line or of its brackets; None where with parentheses the grammar *takes* no line.

    *read* gives the syntax of an expression, None where it is none.
    """
    for found in WORD_OR_TEXT.finditer(text):
        for end in _ends(text, found.start()) if found.start() else ():
            part = text[found.start() : end].rstrip()
            mended = f"{text[: found.start()]}({part}){text[end:]}"
            if isinstance(read(part), LOOSE) and takes(mended):
                return Loose(" ".join(part.split()[:2]), (found.start(), found.start() + len(part)), mended)
    return None


def _ends(text: str, start: int) -> list[int]:
    """Where what begins there may end, the last first: at the bracket that closes around it, and at commas."""
    depth = 0
    commas: list[int] = []
    for found in SIGN_OR_TEXT.finditer(text, start):
        if found[0] in ")]" and depth == 0:
            return [found.start(), *reversed(commas)]
        depth += (found[0] in "([") - (found[0] in ")]")
        if found[0] == "," and depth == 0:
            commas.append(found.start())
    return [len(text)]
