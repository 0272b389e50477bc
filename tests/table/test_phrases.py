"""The phrases of the table in its three languages."""

from __future__ import annotations

import re

import pytest

from rulerun.table.phrases import PHRASES, phrase


@pytest.mark.parametrize("name", PHRASES)
def test_a_phrase_has_the_same_places_in_every_language(name: str) -> None:
    spoken = PHRASES[name]
    assert set(spoken) == {"en", "it", "es"}
    places = {language: sorted(set(re.findall(r"\{\d\}", text))) for language, text in spoken.items()}
    assert places["it"] == places["en"] == places["es"]


def test_an_unknown_language_is_answered_in_english() -> None:
    assert phrase("fi", "wins", "Anne") == phrase("en", "wins", "Anne") == "Anne wins"
