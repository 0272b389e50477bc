"""Text from files and people, made harmless for terminals, pages and logs: the one place that says which characters are not.

Harmful is what a reader does not see and a terminal, a page or an editor obeys, by its category in Unicode:

- `Cc`, control characters: ESC and its kin set the title of a window, fill the clipboard, hide text; line end and tab stay;
- `Cf`, format characters: they turn the direction of a text round or stand in it unseen, as blanks of no width do;
- `Cs`, halves of pairs: no encoding has them; Python makes them of file names that are no UTF-8;
- `Zl` and `Zp`, which end a line for some programs and not for others.

Two of `Cf` stay, for Persian, Hindi and emoji of several signs are written with them: U+200C and U+200D, which join letters or
part them. So do the number signs of Arabic, which are seen. Flags of parts of countries are lost, spelt in unseen letters.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from unicodedata import category

HARMFUL = ("Cc", "Cf", "Cs", "Zl", "Zp")

STAYS = frozenset("\n\t\u200c\u200d\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2\U000110bd\U000110cd")
"""Characters of these categories that languages need, or that are seen."""

UNKNOWN = "\ufffd"
"""Stands for a harmful character that has no picture."""


def is_harmful(sign: str) -> bool:
    """Whether the character is obeyed rather than read."""
    return not sign.isprintable() and sign not in STAYS and category(sign) in HARMFUL


def harmful(text: str) -> Iterator[int]:
    """Where harmful characters stand in a text, counted from 0."""
    begun = 0
    for line in text.split("\n"):
        if not line.isprintable():  # most lines are, and this is asked quickly
            yield from (begun + at for at, sign in enumerate(line) if is_harmful(sign))
        begun += len(line) + 1


def harmless(text: str) -> str:
    """The text with a picture in place of each harmful character (`␛`, else `�`), so that places in it stay the same."""
    if text.isprintable():  # most texts are
        return text
    found = [*harmful(text)]
    if not found:
        return text
    signs = [*text]
    for at in found:
        signs[at] = _picture(ord(signs[at]))
    return "".join(signs)


def harmless_json(text: str) -> str:
    """JSON with each harmful character escaped, so that reading it gives the same values."""
    return "".join(_escape(sign) if is_harmful(sign) else sign for sign in text) if any(harmful(text)) else text


def code(sign: str) -> str:
    """The character as people look it up: `U+202E`."""
    return f"U+{ord(sign):04X}"


def _picture(number: int) -> str:
    return chr(0x2400 + number) if number < 0x20 else "\u2421" if number == 0x7F else UNKNOWN


def _escape(sign: str) -> str:
    return json.dumps(sign)[1:-1] if ord(sign) > 0xFFFF else f"\\u{ord(sign):04x}"
