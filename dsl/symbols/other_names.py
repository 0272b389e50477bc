"""Names by which something of the language is known elsewhere, each with the name it has here."""

from __future__ import annotations

from attrs import frozen

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
    "absolute": "abs",
    "peek": "top",
    "next_player": "next",
    "previous_player": "previous",
}
CHANCE = {
    **dict.fromkeys(("roll", "roll_die", "roll_dice", "dice", "d6"), "dice are rolled by a sentence: `roll 1 die as face`"),
    **dict.fromkeys(("random", "rand", "randint", "random_number"), "chance has a sentence: `random x from 1..6`"),
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
    if what == "function":
        return CalledHere(FUNCTIONS[key], f"the function is called `{FUNCTIONS[key]}`") if key in FUNCTIONS else None
    for names, help_ in VALUES:
        if key in names:
            return CalledHere(names[key], help_.format(names[key]))
    return None
