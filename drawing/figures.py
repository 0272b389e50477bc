"""Figures of pieces, suits and dice as SVG: silhouettes of our own, each in a box from 0 to 100."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from .inks import edge_on, ink_on
from .markup import element

BOX = "0 0 100 100"

EDGE = 9.0
"""How wide the line around a figure is, in the units of the box; half of it lies below the fill."""

PATHS = {
    "pawn": "M50 13a16 16 0 0 1 10 28.5h6v7h-8c1 14 5 22 13 29h5v14H24v-14h5c8-7 12-15 13-29h-8v-7h6A16 16 0 0 1 50 13z",
    "knight": "M36 8l9 10c22 2 36 20 36 46v12h3v15H25V76h4c1-16 8-24 21-31-8 3-14 5-19 13l-6 4-11-9 2-10 14-20zM34 28a4 4"
    " 0 1 0 .1 0z",
    "bishop": "M50 7a7 7 0 0 1 5 12c10 9 16 19 16 29 0 8-4 14-10 18l4 10h12v15H23V76h12l4-10c-6-4-10-10-10-18 0-10 6-20"
    " 16-29a7 7 0 0 1 5-12zM58 31L46 48l5 4 12-17z",
    "rook": "M22 12h14v11h9V12h10v11h9V12h14v22l-9 8v30l8 8v12H23V80l8-8V42l-9-8z",
    "queen": "M12 27l16 26 7-36 15 34 15-34 7 36 16-26-9 47v17H21V74zM12 15a5 5 0 1 1-.1 0zM35 6a5 5 0 1 1-.1 0zM65 6a5 5"
    " 0 1 1-.1 0zM88 15a5 5 0 1 1-.1 0z",
    "king": "M46 5h8v8h9v8h-9v8c5-4 11-5 17-3 12 3 16 15 9 27l-8 17v6h4v15H24V76h4v-6l-8-17c-7-12-3-24 9-27 6-2 12-1 17"
    " 3v-8h-9v-8h9z",
    "disc": "M50 8a42 42 0 1 1-.1 0zM50 20a30 30 0 1 0 .1 0zM50 24a26 26 0 1 1-.1 0z",
    "person": "M50 8a17 17 0 0 1 11 30c18 4 31 12 31 22 0 6-6 8-14 6l-10-3c2 10 8 18 14 29H56l-6-14-6 14H18c6-11 12-19"
    " 14-29l-10 3c-8 2-14 0-14-6 0-10 13-18 31-22A17 17 0 0 1 50 8z",
    "spade": "M50 6c24 24 40 36 40 52 0 13-9 20-19 20-7 0-12-3-16-9 1 12 5 18 13 25H32c8-7 12-13 13-25-4 6-9 9-16 9-10"
    " 0-19-7-19-20C10 42 26 30 50 6z",
    "heart": "M50 92C20 68 8 52 8 35 8 20 18 11 29 11c9 0 17 5 21 14 4-9 12-14 21-14 11 0 21 9 21 24 0 17-12 33-42 57z",
    "diamond": "M50 5l34 45-34 45-34-45z",
    "club": "M50 7a19 19 0 1 1-.1 0zM71 38a19 19 0 1 1-.1 0zM29 38a19 19 0 1 1-.1 0zM43 40h14c0 30 4 42 13 54H30c9-12"
    " 13-24 13-54z",
    "coin": "M50 8a42 42 0 1 1-.1 0zM38 38v24h24V38z",
    "cup": "M22 10h56c0 28-6 42-22 48v14c8 2 14 6 16 12v7H28v-7c2-6 8-10 16-12V58c-16-6-22-20-22-48z",
    "sword": "M50 5l7 11v46h17v9H56v13c4 2 4 10-6 10s-10-8-6-10V71H26v-9h17V16z",
    "baton": "M38 9c8-4 16-4 24 0 4 20 0 50-5 83H43C38 59 34 29 38 9zM46 24a4 4 0 1 0 .1 0zM54 42a4 4 0 1 0 .1 0z",
    "star": "M50 6l12 31 32 2-25 21 8 32-27-18-27 18 8-32L6 39l32-2z",
    "burst": "M50 4l8 22 15-18-2 23 21-10-12 20 18 9-22 5 15 17-23-4 4 23-18-15-4 20-10-19-16 16 1-23-22 7 13-19-14-8"
    " 22-6-11-20 21 10-3-23 15 18z",
    "drop": "M50 5c16 24 30 40 30 58a30 30 0 0 1-60 0C20 45 34 29 50 5z",
    "die": "M22 8h56a14 14 0 0 1 14 14v56a14 14 0 0 1-14 14H22A14 14 0 0 1 8 78V22A14 14 0 0 1 22 8z",
}
"""The silhouettes by name. A part that runs against the others is a hole, which shows the line's colour."""

PIPS = {1: (4,), 2: (2, 6), 3: (2, 4, 6), 4: (0, 2, 6, 8), 5: (0, 2, 4, 6, 8), 6: (0, 2, 3, 5, 6, 8)}
"""The pips of each side of a die, among nine places, row by row."""


def figure_svg(name: str, fill: str, ground: str | None = None, **attributes: str | float | None) -> Element:
    """The figure in a colour (`#rrggbb`), with a line around it that is seen on the *ground* (None: on any); the attributes are
    those of the picture.
    """
    outline = edge_on(fill, ground)
    path = element(
        "path", d=PATHS[name], fill=fill, stroke=outline, stroke_width=EDGE, stroke_linejoin="round", paint_order="stroke"
    )
    return element("svg", path, viewBox=BOX, **{"aria_hidden": "true", **attributes})


def die_svg(number: int, fill: str, ground: str | None = None, **attributes: str | float | None) -> Element:
    """A die with the pips of a number, or with its digits where dice have no such side."""
    made = figure_svg("die", fill, ground, **attributes)
    ink = ink_on(fill)
    for at in PIPS.get(number, ()):
        made.append(element("circle", cx=26 + 24 * (at % 3), cy=26 + 24 * (at // 3), r=8.5, fill=ink))
    if number not in PIPS:
        digits = element("text", str(number), x=50, y=68, font_size=50, font_weight="bold", text_anchor="middle", fill=ink)
        made.append(digits)
    return made
