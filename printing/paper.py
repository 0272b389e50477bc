"""Papers, sizes of cards and lengths, all in millimetres."""

from __future__ import annotations

import re

from attrs import frozen

INCH = 25.4

PARTS = ("cards", "boards", "pieces", "scores", "pads")
"""What a game can have on paper."""
BACKS = ("duplex", "folded", "none")
"""What becomes of the backs of cards: on the other side of the sheet, folded over above the face, or left out."""

BLEED = INCH / 8
"""How far a print goes beyond the edge at which it is cut, where nobody says it: what makers of cards ask for."""
MARGIN = 5.0
"""So much at the edges of a paper most printers leave white."""
SMALLEST, LARGEST = 20.0, 300.0
"""The sides that a card may have."""


class NotPrinted(ValueError):
    """Something cannot be printed; the message says why."""


@frozen
class Paper:
    """A sheet, upright."""

    name: str
    wide: float
    high: float

    @property
    def turned(self) -> Paper:
        """The same sheet, lying."""
        return Paper(self.name, self.high, self.wide)


PAPERS = {
    "a4": Paper("A4", 210.0, 297.0),
    "letter": Paper("Letter", 8.5 * INCH, 11 * INCH),
    "a3": Paper("A3", 297.0, 420.0),
}

Size = tuple[float, float]
"""The width and the height of a card."""

SIZES: dict[str, Size] = {
    "poker": (2.5 * INCH, 3.5 * INCH),
    "bridge": (2.25 * INCH, 3.5 * INCH),
    "mini": (1.75 * INCH, 2.5 * INCH),
    "square": (2.5 * INCH, 2.5 * INCH),
    "tarot": (2.75 * INCH, 4.75 * INCH),
}
"""The usual sizes of cards."""

NUMBER = r"\d{1,4}(?:\.\d{1,3})?"


def size_of(text: str) -> Size:
    """A size by its name, or in millimetres, `63x88`. Raises NotPrinted."""
    if text.lower() in SIZES:
        return SIZES[text.lower()]
    found = re.fullmatch(rf"({NUMBER})\s*[xX×]\s*({NUMBER})", text.strip())
    if found is None:
        names = ", ".join(f"`{name}`" for name in SIZES)
        raise NotPrinted(f"expected the size of a card, {names} or millimetres such as `63x88`, found `{text}`")
    wide, high = float(found[1]), float(found[2])
    if not (SMALLEST <= wide <= LARGEST and SMALLEST <= high <= LARGEST):
        raise NotPrinted(f"the sides of a card are from {SMALLEST:g} to {LARGEST:g} mm, found `{text}`")
    return wide, high


def offset_of(text: str) -> tuple[float, float]:
    """How far backs are moved to the right and down, `0.5,-0.3`. Raises NotPrinted."""
    found = re.fullmatch(rf"(-?{NUMBER})\s*,\s*(-?{NUMBER})", text.strip())
    if found is None or max(abs(float(each)) for each in found.groups()) > MOST_OFFSET:
        raise NotPrinted(f"expected how far backs go to the right and down, up to {MOST_OFFSET:g} mm: `0.5,-0.3`, found `{text}`")
    return float(found[1]), float(found[2])


MOST_OFFSET = 5.0
