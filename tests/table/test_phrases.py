"""The phrases of the table in its three languages."""

from __future__ import annotations

import re

from rulerun.interpreter.match.match import Settled
from rulerun.program.number_text import with_minus
from rulerun.table.narration import decisions_text, settled_text
from rulerun.table.phrases import PHRASES, phrase

from ..support.cases import for_all


@for_all(PHRASES)
def test_a_phrase_has_the_same_places_in_every_language(name: str) -> None:
    spoken = PHRASES[name]
    assert set(spoken) == {"en", "it", "es"}
    places = {language: sorted(set(re.findall(r"\{\d\}", text))) for language, text in spoken.items()}
    assert places["it"] == places["en"] == places["es"]


def test_an_unknown_language_is_answered_in_english() -> None:
    assert phrase("fi", "wins", "Anne") == phrase("en", "wins", "Anne") == "Anne wins"


@for_all(Settled)
def test_why_a_choice_cannot_be_taken_back_is_told_in_every_language(reason: Settled) -> None:
    told = [settled_text(reason, "Anne", language) for language in ("en", "it", "es")]
    assert told[0] == reason.value.format("Anne")
    assert len(set(told)) == 3


def test_one_decision_is_told_as_one() -> None:
    assert [decisions_text(1, language) for language in ("en", "it", "es")] == ["1 decision", "1 decisione", "1 decisión"]
    assert [decisions_text(2, language) for language in ("en", "it", "es")] == ["2 decisions", "2 decisioni", "2 decisiones"]


def test_a_text_of_the_rules_has_the_minus_sign_of_the_table() -> None:
    assert with_minus("-1 each (now -12), 3-4, F-3 and x - 2") == "−1 each (now −12), 3-4, F-3 and x - 2"
