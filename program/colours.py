"""The colours that a ruleset may name, and that words may name by themselves."""

from __future__ import annotations

COLOURS = {
    "red": "#d7373f",
    "orange": "#e68619",
    "yellow": "#e8c600",
    "green": "#3da74e",
    "blue": "#3f7fe0",
    "purple": "#8a4fd0",
    "violet": "#8a4fd0",
    "pink": "#f08bbd",
    "brown": "#8b5a2b",
    "black": "#1c1c1c",
    "white": "#f4f4f4",
    "grey": "#8e8e8e",
    "gray": "#8e8e8e",
    "cyan": "#27bbc4",
    "turquoise": "#27bbc4",
    "gold": "#d4af37",
    "silver": "#c0c0c0",
}
"""Each colour as `#rrggbb`; a screen with fewer colours takes the nearest that it has."""
