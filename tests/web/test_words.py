"""What the pages say is there in all their languages, with the same gaps, and said somewhere."""

from __future__ import annotations

import re
from pathlib import Path

from rulerun.web.words import LANGUAGES, WORDS

from ..support.cases import for_all

TOP = Path(__file__).parents[2]
CODE = "".join(path.read_text() for room in ("web", "workshop") for path in (TOP / room).glob("*.py") if path.name != "words.py")


@for_all(WORDS)
def test_words_are_there_in_all_languages_with_the_same_gaps(name: str) -> None:
    assert set(WORDS[name]) == set(LANGUAGES)
    assert len({frozenset(re.findall(r"\{(\d)\}", text)) for text in WORDS[name].values()}) == 1


@for_all(WORDS)
def test_words_are_said_somewhere(name: str) -> None:
    assert f'"{name}"' in CODE or f"'{name}'" in CODE
