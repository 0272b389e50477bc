"""Numbers as players read them: with a minus sign, not a hyphen."""

from __future__ import annotations

import re
from fractions import Fraction

MINUS = "−"

HYPHEN = re.compile(r"(?<![\w)-])-(?=\d)")
"""A hyphen that stands for a minus sign; not that of `3-4`."""


def number_text(number: int | Fraction) -> str:
    """A number: `14`, `−3`, `1/2`."""
    return str(number).replace("-", MINUS)


def with_minus(text: str) -> str:
    """A text of the rules, with a minus sign before its numbers."""
    return HYPHEN.sub(MINUS, text)


def signed_text(number: int) -> str:
    """What was added or taken away: `+14`, `−3`, `+0`."""
    return f"{number:+d}".replace("-", MINUS)
