"""What the workshop says is there in all languages, with the same gaps, and said somewhere; programs find what they say."""

from __future__ import annotations

import re
from pathlib import Path

from rulerun.tools.new import KINDS
from rulerun.web.words import LANGUAGES
from rulerun.web.words import WORDS as SERVED
from rulerun.workshop.words import BY_PROGRAMS, EVERY, WORDS, of_programs

from ..support.cases import for_all

ROOM = Path(__file__).parents[2] / "workshop"
PUBLISHED = (ROOM / "publish.py").read_text(encoding="utf-8")
PROGRAMS = "".join(path.read_text(encoding="utf-8") for path in (ROOM / "assets").glob("*.js"))


@for_all(WORDS)
def test_words_are_there_in_all_languages_with_the_same_gaps(name: str) -> None:
    assert set(WORDS[name]) == set(LANGUAGES)
    assert len({frozenset(re.findall(r"\{(\d)\}", text)) for text in WORDS[name].values()}) == 1


@for_all(WORDS)
def test_words_are_said_somewhere(name: str) -> None:
    assert f'"{name}"' in PUBLISHED or name in BY_PROGRAMS or name.removeprefix("new ") in KINDS


def test_no_words_of_a_server_are_written_again() -> None:
    assert not [name for name, texts in WORDS.items() if texts in SERVED.values()]
    assert not WORDS.keys() & SERVED.keys()


def test_the_programs_say_what_they_are_given() -> None:
    said = {
        name for call in re.findall(r"\bwords\(([^;]*)", PROGRAMS) for name in re.findall(r'"([a-z ]+)"', call)
    } & EVERY.keys()
    assert said >= set(BY_PROGRAMS)
    assert all(of_programs()[language].keys() == set(BY_PROGRAMS) for language in LANGUAGES)
    firsts = set(re.findall(r'\bwords\("([^"]+)"', PROGRAMS))
    assert firsts <= set(BY_PROGRAMS)
