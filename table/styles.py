"""Coloured text as plain data: the colours of seats, words that name a colour, and short names that differ from each other."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from ..program.colours import COLOURS

SEATS = ("#0090c8", "#c8509a", "#5a9216", "#a87d00", "#8b6fe0", "#d2601a", "#00957a", "#808080")
"""The colours of the seats, in order; each can be read on a dark and on a light background."""

EDGE = "#7a7a7a"
"""The colour of lines, which can be seen on both as well."""

TINTS = ("#4a3b20", "#1f4a3d", "#3b2f57", "#4d2a35", "#23405e", "#44502a", "#4f3a5c", "#2f4f4f")
"""Backgrounds for spaces whose printed word names no colour, to tell them apart; dark, so that tokens stand out."""


@frozen
class TextStyle:
    """The style of a text. *colour* and *ground* (the background) are `#rrggbb` or a name; None is the screen's default."""

    colour: str | None = None
    ground: str | None = None
    bold: bool = False
    dim: bool = False


DIM = TextStyle(dim=True)


@frozen
class StyledRun:
    """A piece of text in one style."""

    text: str
    style: TextStyle = TextStyle()


StyledText = tuple[StyledRun, ...]
"""A line of text in several styles."""


def seat_style_of(seat: int) -> TextStyle:
    """The style for everything that belongs to a seat."""
    return TextStyle(colour=SEATS[seat % len(SEATS)], bold=True)


def ground(word: str) -> str | None:
    """The colour that *word* names, None when it names none."""
    return COLOURS.get(word.casefold())


def readable_on(colour: str) -> str:
    """Black or white, whichever can be read on *colour*, which is `#rrggbb`."""
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return "#000000" if 299 * red + 587 * green + 114 * blue > 128_000 else "#ffffff"


def on(colour: str, bold: bool = False) -> TextStyle:
    """An style that can be read on a background of that colour."""
    return TextStyle(colour=readable_on(colour), ground=colour, bold=bold)


def coloured(label: str) -> StyledText:
    """The label, with each word that names a colour written on a background of that colour."""
    runs: list[StyledRun] = []
    for position, word in enumerate(label.split(" ")):
        if position:
            runs.append(StyledRun(" "))
        colour = ground(word.strip(",;()"))
        runs.append(StyledRun(word, on(colour) if colour else TextStyle()))
    return tuple(runs)


def shorts(names: Sequence[str]) -> tuple[str, ...]:
    """A short name for each of *names*: the initial or, where another name shares it, the initial and the first letter that
    differs; when some of these are equal, the first three letters of every name.
    """
    found: list[str] = []
    for name in names:
        rivals = [other for other in names if other != name and other[:1].casefold() == name[:1].casefold()]
        if not rivals or len(name) < 2:
            found.append(name[:1])
            continue
        split = max(agreement(name, other) for other in rivals)
        found.append(name[0] + name[split] if split < len(name) else name[:2])
    return tuple(found) if len(set(found)) == len(set(names)) else tuple(name[:3] for name in names)


def agreement(one: str, other: str) -> int:
    """How many letters two words have in common at their beginning, ignoring case."""
    for position, (left, right) in enumerate(zip(one.casefold(), other.casefold(), strict=False)):
        if left != right:
            return position
    return min(len(one), len(other))
