"""Texts taken apart: the blanks around words by condition, and where calculations stand."""

from __future__ import annotations

import pytest

from rulerun.dsl.text.braces import Calculation, Choice, Pieces, codes, taken_apart
from rulerun.dsl.text.nodes import Scalar
from rulerun.program.span import Span


def said(text: str, holding: str) -> str:
    """What the text says where these conditions hold, one letter for each."""

    def words(pieces: Pieces) -> str:
        found = ""
        for piece in pieces:
            match piece:
                case str():
                    found += piece
                case Calculation(code):
                    found += code
                case Choice(cases, otherwise):
                    found += words(next((words for test, words in cases if test.code.strip() in holding), otherwise))
        return found

    return words(taken_apart(Scalar(text, text, True, Span(1, 1, 1, 1 + len(text)))))


@pytest.mark.parametrize(
    ("text", "some", "none"),
    [
        ("draw {if a: {n} cards | a card}.", "draw n cards.", "draw a card."),
        ("draw{if a: twice} or pass", "drawtwice or pass", "draw or pass"),
        ("draw {if a: twice} or pass", "draw twice or pass", "draw or pass"),
        ("draw {if a: twice}.", "draw twice.", "draw."),
        ("{if a: Twice.} Draw.", "Twice. Draw.", "Draw."),
        ("{if a: One.} {if b: Two.} Draw.", "One. Draw.", "Draw."),
        ("{if b: One | if a: Two | Three}", "Two", "Three"),
        ("{if a: | nothing}", "", "nothing"),
        ("card{if a: s}", "cards", "card"),
        ("{if a: so {if b: much | little} more} left", "so little more left", "left"),
    ],
)
def test_where_nothing_is_said_no_blank_is_left_over(text: str, some: str, none: str) -> None:
    assert (said(text, "a"), said(text, "")) == (some, none)


@pytest.mark.parametrize("text", ["{if n > 1: {n} | if p: {q}} {r} | if not {", "{if n > 1: {n} | if p"])
def test_calculations_are_found_in_a_text_that_is_not_finished_too(text: str) -> None:
    found = [text[each.start : each.stop].strip() for each in codes(text)]
    assert found == ["n > 1", "n", "p", "q", "r"][: len(found)]
    assert len(found) >= 3
