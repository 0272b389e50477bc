"""Pieces of a sentence put together."""

from __future__ import annotations

import pytest

from rulerun.program.wording import joined, spaced


@pytest.mark.parametrize(
    ("pieces", "text"),
    [
        (("davanti a ", "Anne"), "davanti ad Anne"),
        (("davanti a ", "Ben"), "davanti a Ben"),
        (("Dana", " e ", "Emma"), "Dana ed Emma"),
        (("Anne", " e ", "Ben"), "Anne e Ben"),
        (("A ", "Anne", " tocca"), "Ad Anne tocca"),
        (("la carta ", "asso"), "la carta asso"),
        (("Anne: a", "ltro"), "Anne: altro"),
        (("", "a ", "", "Anne"), "ad Anne"),
    ],
)
def test_italian_puts_a_d_between_two_equal_vowels(pieces: tuple[str, ...], text: str) -> None:
    assert joined(pieces, "it") == text


def test_other_languages_are_left_as_they_are() -> None:
    assert joined(("give a ", "ace"), "en") == "give a ace"
    assert spaced(("davanti a", "Anne"), "") == "davanti a Anne"


def test_words_stand_apart() -> None:
    assert spaced(("davanti a", "Anne"), "it") == "davanti ad Anne"
    assert spaced((), "it") == ""
