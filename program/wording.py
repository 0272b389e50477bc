"""Puts the pieces of a sentence together as its language wants them side by side."""

from __future__ import annotations

from collections.abc import Iterable

EUPHONY = {"it": ("a", "e")}
"""The words of a language that get a `d` before a word that begins with the same letter."""


def doubled(text: str, language: str) -> str:
    """The letter before which the last word of a text gets a `d`: `a` behind `davanti a ` in Italian; "" where there is none."""
    last = text[-2:-1].casefold()
    apart = text.endswith(" ") and not text[-3:-2].isalnum()
    return last if apart and last in EUPHONY.get(language, ()) else ""


def joined(pieces: Iterable[str], language: str) -> str:
    """The pieces one after the other: `davanti a ` and `Anne` are `davanti ad Anne` in Italian."""
    if language not in EUPHONY:
        return "".join(pieces)
    text = ""
    for piece in pieces:
        letter = doubled(text, language)
        if letter and piece[:1].casefold() == letter:
            text = f"{text[:-1]}d "
        text += piece
    return text


def spaced(words: Iterable[str], language: str) -> str:
    """The words with blanks between them."""
    return joined((piece for word in words for piece in (word, " ")), language).removesuffix(" ")
