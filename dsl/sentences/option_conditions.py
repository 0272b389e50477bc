"""Finds a condition behind an option, under which it belongs."""

from __future__ import annotations

import re
from collections.abc import Callable

from attrs import frozen

from . import syntax as s
from .lines import Start

BEGINS = re.compile(r"\s(where|only\s+if|if)\s")
"""What people write in front of such a condition."""


@frozen
class Behind:
    """The line of an option up to its condition, where that begins and ends in the line, and the condition with its reason."""

    option: str
    at: tuple[int, int]
    condition: str


def condition_behind(text: str, start: Start, read: Callable[[str, Start], s.Parsed | None]) -> Behind | None:
    """The condition behind the option in a line that the grammar refuses; None where there is none.

    *read* gives the syntax of a line of such a kind, None where it is wrong.
    """
    for found in BEGINS.finditer(text):
        option, condition = text[: found.start()], text[found.end() :].rstrip()
        test = condition.partition(" because ")[0]
        if isinstance(read(option, start), s.OptionHead | s.MayHead) and read(test, Start.EXPRESSION) is not None:
            return Behind(option.strip(), (found.start(1), len(text.rstrip())), condition)
    return None
