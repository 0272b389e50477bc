"""What is printed on what is printed: an enumeration whose values have prints that have prints of their own."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from .tree import Entry, Phrase
from .world import Attribute, World, digits, several, words

WARE = "ware"
DEEPEST = 3
"""How many prints stand behind each other."""


def wares(w: World, chance: Random) -> None:
    """Sometimes another enumeration, by a chance of its own: its values have numbers, colours and each other printed on them."""
    if "colour" not in w.enumerations or chance.randrange(100) >= 50:
        return
    values = ("tea", "rum", "salt")[: chance.randint(2, 3)]
    colours, lacking = w.enumerations["colour"], not chance.randrange(4)
    w.enumerations[WARE] = values
    w.marked[WARE] = (
        Attribute("price", "number"),
        Attribute("hue", "colour"),
        Attribute("with", WARE) if chance.randrange(2) else Attribute("near", WARE),
        Attribute("fresh", "truth"),
        Attribute("sizes", "number", many=True),
        Attribute("tax", "number", optional=lacking, by="colour"),
    )
    twin = w.marked[WARE][2].name
    listed = []
    for value in values:
        parts = [
            words("price: ", digits(chance.randint(-2, 6))),
            words("hue: ", chance.choice(colours)),
            words(f"{twin}: ", chance.choice(values)),
            words("fresh: ", chance.choice(["yes", "no"])),
            words("sizes: [", several(", ", [digits(chance.randint(0, 5)) for _ in range(chance.randint(1, 3))]), "]"),
        ]
        known = [each for each in colours if not lacking or chance.randrange(3)]
        taxes = [words(f"{each}: ", digits(chance.randint(0, 4))) for each in known or colours[:1]]
        listed.append(words(f"{value}: {{", several(", ", [*parts, words("tax: {", several(", ", taxes), "}")]), "}"))
    w.entries.append(Entry(("enumerations",), words(WARE), words("{", several(", ", listed), "}")))


def reached(w: World, held: Phrase | str, printed: tuple[Attribute, ...], deep: int = 1) -> Iterator[tuple[str, Attribute]]:
    """What is printed on a thing, on what is printed there, and so on: the words, and the last print with what may be missing."""
    for each in printed:
        yield f"{held}.{each.name}", each
        if deep < DEEPEST and not each.many and not each.by and not each.optional and each.sort in w.marked:
            yield from reached(w, f"{held}.{each.name}", w.marked[each.sort], deep + 1)
