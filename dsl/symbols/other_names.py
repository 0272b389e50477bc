"""Names by which something of the language is known elsewhere, each with the name it has here."""

from __future__ import annotations

import unicodedata
from collections.abc import Container

from attrs import frozen

from ..diagnostics.diagnostic import Guess

TRUTHS = {"true": "yes", "false": "no"}
WORDS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
NUMBERS = {word: str(number) for number, word in enumerate(WORDS)}
NOTHING = dict.fromkeys(("null", "nil", "nothing", "nobody"), "none")
VALUES = (
    (TRUTHS, "truths are `yes` and `no`"),
    (NUMBERS, "numbers are written in figures: `{}`"),
    (NOTHING, "nothing is called `{}`"),
)
FUNCTIONS = {
    **dict.fromkeys(("len", "length", "size", "cardinality", "number_of", "card_count", "num_cards"), "count"),
    **dict.fromkeys(("maximum", "larger", "greater", "bigger"), "max"),
    **dict.fromkeys(("minimum", "smaller", "lesser"), "min"),
    **dict.fromkeys(("neighbors", "adjacent", "adjacent_to"), "neighbours"),
    **dict.fromkeys(("sorted", "sort", "order"), "highest"),
    "absolute": "abs",
    "peek": "top",
    "next_player": "next",
    "previous_player": "previous",
}
KINDS = {
    **dict.fromkeys(("bool", "boolean", "flag", "truth_value"), "truth"),
    **dict.fromkeys(("int", "integer", "num", "numeric", "float"), "number"),
    **dict.fromkeys(("opponent", "opponents", "enemy", "rival", "other"), "player"),
    **dict.fromkeys(("giocatore", "spieler", "joueur", "jugador", "user", "gamer", "person", "participant"), "player"),
    **dict.fromkeys(("square", "cell", "tile", "field", "place"), "space"),
    **dict.fromkeys(("carta", "karte", "carte"), "card"),
}
"""Kinds of things by the names that they have elsewhere."""

OPPONENTS = ("opponent", "opponents", "enemy", "rival", "other")
ZONES = {
    **dict.fromkeys(("deck", "stack", "draw_pile", "stock", "bag"), "pile"),
    **dict.fromkeys(("hand", "set", "pool", "group", "market"), "cards"),
    **dict.fromkeys(("list", "line", "ordered", "sequence", "tableau"), "row"),
}
"""Kinds of zones by the names that they have elsewhere."""


def kind_here(word: str, known: Container[str]) -> Guess | None:
    """The kind of thing that has another name elsewhere; None for one that is not known from there."""
    name = KINDS.get(word.casefold())
    if name is None or name not in known:
        return None
    if word.casefold() in OPPONENTS:
        return Guess(word, "the others are `player q where q != me`", None)
    return Guess(word, f"it is called `{name}`", name if name in ("truth", "number") else None)


def zone_here(word: str, known: Container[str]) -> Guess | None:
    """The kind of zone that has another name elsewhere; None for one that is not known from there."""
    name = ZONES.get(word.casefold())
    return Guess(word, f"it is called `{name}`", name) if name is not None and name in known else None


SETS = {
    "sum": "sum of points[p] for p in players",
    "total": "sum of points[p] for p in players",
    "any": "any player p has points[p] > 3",
    "all": "every player p has points[p] > 3",
}
"""Functions of other languages that are no functions here, each with an example of what they do."""

CHANCE = {
    **dict.fromkeys(("roll", "roll_die", "roll_dice", "dice", "d6"), "dice are rolled by a sentence: `roll 1 die as face`"),
    **dict.fromkeys(("random", "rand", "randint", "random_number"), "chance has a sentence: `random x from 1..6`"),
    **dict.fromkeys(("input", "ask"), "a seat chooses: `me chooses n from 1..3`"),
    "odd": "a number is odd where `n mod 2 = 1`",
    "even": "a number is even where `n mod 2 = 0`",
    **dict.fromkeys(("finished", "void", "exhausted", "gone"), "a zone without cards `is empty`"),
    "key": "who has most of something is `first player p in order of highest …`",
}
"""What is no value at all here."""


@frozen
class CalledHere:
    """The *name* that something known elsewhere has in the language, None where it has none, and the *help* that tells it."""

    name: str | None
    help: str


def called_here(name: str, what: str) -> CalledHere | None:
    """What a "function" or a "name" of other languages is called here; None for one that is not known from there."""
    key = name.casefold()
    if key in CHANCE:
        return CalledHere(None, CHANCE[key])
    if any(unicodedata.category(letter) == "No" for letter in name):
        return CalledHere(None, "numbers are whole: for example `half of 3 rounded up`")
    if name == "None":
        return CalledHere("nothing", "nothing is called `nothing`")
    if what == "function" and key in SETS:
        return CalledHere(None, f"for example `{SETS[key]}`")
    if what == "function" and FUNCTIONS.get(key) == "highest":
        return CalledHere(None, "a loop goes through things in order: `for each player p in order of highest …:`")
    if what == "function":
        return CalledHere(FUNCTIONS[key], f"the function is called `{FUNCTIONS[key]}`") if key in FUNCTIONS else None
    for names, help_ in VALUES:
        if key in names:
            return CalledHere(names[key], help_.format(names[key]))
    return None
