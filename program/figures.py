"""The figures that a ruleset may name, and the places of a card: words of `drawing:`, which `drawing/` draws."""

from __future__ import annotations

FIGURES = (
    "pawn",
    "knight",
    "bishop",
    "rook",
    "queen",
    "king",
    "disc",
    "person",
    "spade",
    "heart",
    "diamond",
    "club",
    "coin",
    "cup",
    "sword",
    "baton",
    "star",
    "burst",
    "drop",
    "die",
)
"""The figures. A `die` shows its number."""

PLACES = ("corner", "middle", "symbol", "text")
"""Where something can stand on a card: `corner` above on the left, `symbol` on the right of it, `text` in words at the foot."""
