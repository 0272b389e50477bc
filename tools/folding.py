"""The parts of a ruleset that an editor can fold away."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from ..dsl.text.source import Source


@frozen
class Fold:
    """From a line to the last one that stands under it; or lines of a *comment*."""

    first: int
    last: int
    comment: bool = False


def folds(source: Source) -> Iterator[Fold]:
    """Each line with those that stand further in below it, and each comment of several lines, by their first lines."""
    open_: list[tuple[int, int]] = []
    found: list[Fold] = []
    comment, last = 0, 0
    for number in range(1, source.length + 2):
        text = source.line(number)
        content = text.strip()
        if content.startswith("#"):
            comment = comment or number
            continue
        if comment and number - comment > 1:
            found.append(Fold(comment, number - 1, True))
        comment = 0
        if not content and number <= source.length:
            continue
        depth = len(text) - len(text.lstrip()) if content else 0
        while open_ and open_[-1][0] >= depth:
            _, first = open_.pop()
            if last > first:
                found.append(Fold(first, last))
        open_.append((depth, number))
        last = number
    yield from sorted(found, key=lambda fold: (fold.first, -fold.last))
