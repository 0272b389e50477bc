"""Which options a typed text may stand for, by their names."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..program.number_text import MINUS
from .labels import spoken_numbers

LETTER = re.compile(r"[^\W\d_]")


LONGEST = 60
"""What is longer is not repeated whole in a message."""


def clipped(text: str) -> str:
    """The text as a message repeats it: on one line, what cannot be seen as a question mark, a long one cut."""
    shown = "".join(sign if sign.isprintable() else "?" for sign in " ".join(text.split()))
    return shown if len(shown) <= LONGEST else f"{shown[:LONGEST]}…"


def plain(text: str) -> str:
    """The text in lower case, with single blanks between words and a hyphen for a minus sign."""
    return " ".join(text.casefold().replace(MINUS, "-").split())


def meant(typed: str, names: Sequence[Sequence[str]]) -> tuple[int, ...]:
    """The options that *typed* may stand for by their names: whole names, else the numbers that names contain, else their
    beginnings.
    """
    whole = matching(typed, names, exact=True)
    if whole:
        return whole
    return saying(typed, names) if spoken_numbers(typed) and not LETTER.search(typed) else matching(typed, names, exact=False)


def surely(typed: str, names: Sequence[str], ends: Sequence[str]) -> bool:
    """Whether *typed*, which no other option may be, says enough of the option with those names: a beginning, if need be word by
    word, the numbers in it, or one of its *ends* from its first word to its last. A part of what one argument says is not enough:
    `yellow` might be meant for another card than `card red yellow`.
    """
    words = typed.split()
    if spoken_numbers(typed) and not LETTER.search(typed):
        return True
    if any(plain(name).startswith(typed) or begins(words, plain(name).split()) for name in names):
        return True
    return any(len(words) == len(end.split()) and begins(words, plain(end).split()) for end in ends)


def saying(typed: str, names: Sequence[Sequence[str]]) -> tuple[int, ...]:
    """The options whose names contain exactly the numbers *typed*; else those whose numbers begin with them."""
    wanted = spoken_numbers(typed)
    exactly = tuple(index for index, each in enumerate(names) if any(spoken_numbers(name) == wanted for name in each))
    if exactly:
        return exactly
    first = slice(len(wanted))
    return tuple(index for index, each in enumerate(names) if any(spoken_numbers(name)[first] == wanted for name in each))


def matching(typed: str, names: Sequence[Sequence[str]], exact: bool) -> tuple[int, ...]:
    """The options with a name that is *typed* or, when not *exact*, that begins with it, if need be word by word; names in which
    *typed* is followed by a whole word go first.
    """
    if not typed:
        return ()
    if exact:
        return tuple(index for index, each in enumerate(names) if any(plain(name) == typed for name in each))
    words = typed.split()
    full = tuple(index for index, each in enumerate(names) if any(plain(name).startswith(typed + " ") for name in each))
    if full:
        return full
    begun = tuple(index for index, each in enumerate(names) if any(plain(name).startswith(typed) for name in each))
    return begun or tuple(index for index, each in enumerate(names) if any(fits(words, plain(name).split()) for name in each))


def fits(typed: list[str], name: list[str]) -> bool:
    """True when the typed words begin consecutive words of the name: its first ones, or its last ones."""
    return begins(typed, name) or begins(typed, name[-len(typed) :])


def begins(typed: list[str], name: list[str]) -> bool:
    """True when the typed words begin the first words of the name, each one of them."""
    return len(typed) <= len(name) and all(word.startswith(begun) for begun, word in zip(typed, name, strict=False))
