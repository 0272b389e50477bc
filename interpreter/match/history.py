"""The choices of a record that were not taken back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from .records import (
    Answer,
    Chance,
    Entry,
    Over,
    Seated,
    Undo,
)


def standing(entries: Iterable[Entry]) -> tuple[Answer | Chance, ...]:
    """The answers that were not taken back, in their order."""
    kept: list[Answer | Chance] = []
    for entry in entries:
        match entry:
            case Answer() | Chance():
                kept.append(entry)
            case Undo(seat):
                del kept[last_of(seat, kept) :]
            case Over() | Seated():
                pass
            case _:
                assert_never(entry)
    return tuple(kept)


def last_of(seat: str, kept: list[Answer | Chance]) -> int:
    """The index of that seat's last answer; the number of answers when it has none."""
    for index in range(len(kept) - 1, -1, -1):
        match kept[index]:
            case Answer(name, _) if name == seat:
                return index
            case _:
                pass
    return len(kept)


def others_since(seat: str, others: Iterable[str], entries: Iterable[Entry]) -> str | None:
    """The first of *others* who has answered since the last answer of *seat*; None when nobody has."""
    kept = list(standing(entries))
    after = [entry.seat for entry in kept[last_of(seat, kept) :] if isinstance(entry, Answer)]
    return next((name for name in others if name in after), None)
