"""Names in messages: the nearest known name, and names as a sentence lists them."""

from __future__ import annotations

from collections.abc import Iterable

from ..diagnostics import diagnostic

nearest_name = diagnostic.nearest
"""The known name most like a word, for those who may not look into the diagnostics."""

FEW = 12
"""At most so many names are listed where none is near."""


def nearest(word: str, known: Iterable[str]) -> str:
    """A clause that offers the nearest known name, or lists them when they are few, or nothing."""
    names = list(known)
    near = diagnostic.nearest(word, names)
    if near is not None:
        return f"; did you mean `{near}`?"
    return f"; there is {listed(names)}" if 0 < len(names) <= FEW else ""


def listed(names: Iterable[str]) -> str:
    """The names in backticks, as a sentence lists them."""
    quoted = [f"`{name}`" for name in names]
    if len(quoted) < 2:
        return "".join(quoted)
    return f"{', '.join(quoted[:-1])} and {quoted[-1]}"


def numbers(allowed: tuple[int, ...]) -> str:
    """The numbers as a person writes them: a range where they follow one another."""
    if len(allowed) > 2 and allowed == tuple(range(allowed[0], allowed[-1] + 1)):
        return f"{allowed[0]} to {allowed[-1]}"
    return " or ".join(str(number) for number in allowed)
