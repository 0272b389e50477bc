"""The colours of drawings: which can be read on which."""

from __future__ import annotations

from functools import lru_cache

from ..program.colours import COLOURS

PLAIN = "#d8d2c4"
"""The background of a space that has none of its own."""
INK = "#1c1c1c"
GREY = "#606060"
"""The colour of a figure that has none of its own."""
MARK = "#a85400"
"""The colour of what can be chosen."""
HINT = "#006b3c"
"""The colour of what a hint draws."""
LIGHT, DARK = "#ffffff", "#000000"

TOLD_BY_LIGHT = (COLOURS["white"], COLOURS["black"])
"""Two colours that are told apart without seeing colours."""


@lru_cache(maxsize=1000)
def brightness(colour: str) -> float:
    """The relative luminance of a colour (`#rrggbb`), from 0 to 1, as WCAG 2 defines it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, from 1 to 21, as WCAG 2 defines it."""
    low, high = sorted((brightness(one), brightness(other)))
    return (high + 0.05) / (low + 0.05)


@lru_cache(maxsize=1000)
def ink_on(colour: str) -> str:
    """Black or white, whichever has more contrast on a colour: at least 4.5."""
    return max(LIGHT, DARK, key=lambda ink: contrast(ink, colour))


def edge_on(fill: str, ground: str | None) -> str:
    """The colour of the line around a form, so that the form is seen on its ground with a contrast of 3; None is any ground."""
    return ink_on(ground if ground is not None and contrast(fill, ground) < SEEN else fill)


SEEN = 3.0
"""The contrast that figures need (WCAG 2)."""


def softened(colour: str) -> str:
    """The colour, half way to that of paper."""
    return "#" + "".join(f"{(int(colour[at : at + 2], 16) + int(PLAIN[at : at + 2], 16)) // 2:02x}" for at in (1, 3, 5))


def told_by_light(colour: str) -> bool:
    """Whether a thing of this colour is told from others by light and dark alone: it is white or black."""
    return colour in TOLD_BY_LIGHT
