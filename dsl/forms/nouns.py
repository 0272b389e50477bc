"""The nouns of rulebooks that stand for names of a ruleset."""

from __future__ import annotations

from collections.abc import Mapping

from . import other_words
from .names import SPACE, Names


def nouns_of(names: Names, given: Mapping[str, str]) -> dict[str, str]:
    """The nouns that stand for names of the ruleset: of rulebooks, of its own texts, and its names in the other number."""
    found = {word: given[hole] for hole, words in other_words.NOUNS.items() if given[hole] for word in words.split()}
    for each in names.known:
        if each.is_ in ("zone", "pile", "number", "piece", "enumeration", "board") and each.name not in given.values():
            found.update({word: each.name for word in _other_number(each.name) if word not in names.by_name})
    for each in (*names.known, *names.local):
        found.update({word: each.name for called in each.called for word in (called, *_other_number(called))})
    found |= {SPACE: given["board"]} if given["board"] else {}
    return {word: name for word, name in found.items() if word not in names.by_name or word == SPACE}


def _other_number(word: str) -> tuple[str, ...]:
    """The plural of a noun, or its singular."""
    if word.endswith("ves"):
        return word.removesuffix("s"), f"{word[:-3]}f", f"{word[:-3]}fe"
    return (word.removesuffix("s"),) if word.endswith("s") else (f"{word}s", f"{word}es")
