"""The choices of a record that were not taken back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
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


def numbered(entries: Iterable[Entry]) -> Iterator[int | None]:
    """For each entry the number of the seats' decision that it is, counted from 1; None for what is no answer of a seat. A
    decision that was taken back gives its number to the next one.
    """
    kept: list[Answer | Chance] = []
    count = 0
    for entry in entries:
        match entry:
            case Answer():
                kept.append(entry)
                count += 1
                yield count
            case Chance():
                kept.append(entry)
                yield None
            case Undo(seat):
                count -= sum(isinstance(each, Answer) for each in kept[last_of(seat, kept) :])
                del kept[last_of(seat, kept) :]
                yield None
            case Over() | Seated():
                yield None
            case _:
                assert_never(entry)


def last_of(seat: str, kept: list[Answer | Chance]) -> int:
    """The index of that seat's last answer; the number of answers when it has none."""
    for index in range(len(kept) - 1, -1, -1):
        match kept[index]:
            case Answer(name, _) if name == seat:
                return index
    return len(kept)
