"""What a seat knows that not everybody does, so that a table can tell when it has learned something."""

from __future__ import annotations

from collections import Counter

from ..interpreter import View
from ..program.ir import NOTHING, Program, Visibility


def own_knowledge(program: Program, view: View) -> Counter[tuple[str, int, int]]:
    """The faces and values that the seat knows and that are not open to everybody: how many cards of each kind in all zones
    together, so that a card which only moves is not counted as news, and each hidden value once.
    """
    found: Counter[tuple[str, int, int]] = Counter()
    for zone in view.zones:
        declared = program.zones[zone.zone]
        if declared.sight is not Visibility.EVERYONE:
            found.update(("card", declared.deck, kind) for kind in (zone.known if zone.cards is None else zone.cards))
    for number, place in enumerate(view.places):
        if program.places[place.place].sight is not Visibility.EVERYONE and place.value not in (None, NOTHING):
            assert place.value is not None
            found["value", number, place.value] += 1
    return found


def has_learned(before: Counter[tuple[str, int, int]], now: Counter[tuple[str, int, int]]) -> bool:
    """Whether a seat knows something of its own now that it did not know before."""
    return bool(now - before)
