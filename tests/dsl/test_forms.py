"""The nearest form: forms come out of the grammar, and every suggestion is a line that the ruleset can have."""

from __future__ import annotations

import re
from functools import cache

import pytest

from rulerun.dsl.compile import examine
from rulerun.dsl.diagnostics.diagnostic import Diagnostic
from rulerun.dsl.forms import other_words, phrases
from rulerun.dsl.forms.grammar_forms import Form, Slot, Word, forms
from rulerun.dsl.forms.names import Names, declared, with_locals
from rulerun.dsl.forms.nearest import nearest
from rulerun.dsl.forms.rulebook import said
from rulerun.dsl.forms.values import Values, calls_in, names_in
from rulerun.dsl.sentences.build import REFUSED
from rulerun.dsl.sentences.by_grammar import grammar, taken
from rulerun.dsl.sentences.lines import Start
from rulerun.dsl.sentences.spellings import spellings
from rulerun.dsl.text.fields import Findings
from rulerun.dsl.text.fixes import mended
from rulerun.dsl.text.merge import documents
from rulerun.dsl.text.source import Source

from ..support.diagnostic_pages import ruleset_of
from ..support.soon import is_soon, timed
from ..support.specs import Block, blocks, standard

SUGGESTED = re.compile(r"(?:^write `[^`]*`: |^write |^for example |, and on the next line |, indented, |, )`([^`]*)`")
STARTS = (Start.SENTENCE, Start.HEADING, Start.OPTION, Start.EXPRESSION, Start.SIGNATURE, Start.KEY, Start.CALL)


@cache
def told(block: Block) -> tuple[Diagnostic, ...]:
    """What is said of a block, of lines that the grammar refuses alone."""
    return tuple(each for each in examine(block.source) if each.unread is not None)


@cache
def standard_names() -> Names:
    """The names of the standard game of the specs."""
    source = Source("standard.yaml", "\n".join(standard().lines))
    return declared(documents(source, Findings())[""])


def test_every_sentence_and_heading_of_the_grammar_has_a_form() -> None:
    for start in (Start.SENTENCE, Start.HEADING):
        there = {str(rule.expansion[0].name) for rule in grammar().rules if str(rule.origin.name) == start.value}
        known = {form.rule for form in forms(start)}
        for rule in there - set(REFUSED):
            own = {str(each.alias or each.origin.name) for each in grammar().rules if str(each.origin.name) == rule}
            inner = {str(each.alias) for each in grammar().rules if each.alias} & own
            assert known & (own | inner | {rule}) or rule in ("let", "roll"), rule


def test_a_form_is_words_and_slots_in_the_order_of_the_grammar() -> None:
    found = next(form for form in forms(Start.SENTENCE) if form.rule == "deal_up_to" and len(form.parts) == 9)
    assert isinstance(found, Form)
    assert [part.spellings[0] if isinstance(part, Word) else part.kind for part in found.parts] == (
        ["deal", "up", "to", "sum", "cards", "from", "operand", "to", "operand"]
    )
    assert [part.behind for part in found.parts if isinstance(part, Slot)] == ["deal up to", "cards from", "to"]


@pytest.mark.parametrize(
    ("pattern", "spelt"),
    [
        (r"for\s+each\b", ("for each",)),
        (r"cards?\b(?=\s+[^\W\d]\w*\s+from\b)", ("cards", "card")),
        (r"((second|third)\s+)?(highest|lowest)(\s+distinct)?\s+of\b", ("highest of", "lowest of")),
        (r",\s*at\s+most\b", (",at most",)),
    ],
)
def test_a_terminal_is_spelt_without_what_is_optional(pattern: str, spelt: tuple[str, ...]) -> None:
    assert spellings(pattern) == spelt


@pytest.mark.slow
def test_every_suggestion_of_the_specs_is_a_line_of_the_language() -> None:
    count = 0
    for block in blocks():
        if not any(each.code in ("syntax", "misspelt-word") for each in block.expected):
            continue
        for found in told(block):
            for line in SUGGESTED.findall(found.help) if found.help.startswith(("write `", "for example `")) else ():
                bare = line.removeprefix("- ").removesuffix(":")
                count += 1
                assert any(taken(bare, start) is not None for start in STARTS), (line, found.help)
    assert count > 100


@pytest.mark.parametrize(
    "line",
    [
        "Anne draws 2 cards",
        "each player draws three cards",
        "deal 3 cards to Ben",
        "double the coins of Anne",
        "if nobody has coins",
        "if any player reached 3",
        "for each player in turn order",
        "roll two dice",
        "let n = highest coins",
    ],
)
def test_the_names_of_a_suggestion_are_those_of_the_ruleset(line: str) -> None:
    names = standard_names()
    start = Start.HEADING if line.startswith(("if", "for")) else Start.SENTENCE
    found, in_words = nearest(line, start, names), said(line, start, names)
    assert found is not None or in_words is not None
    texts = ([] if found is None else [found.text]) + ([] if in_words is None else [*in_words.lines])
    for text in texts:
        node = next((node for each in (start, Start.SENTENCE, Start.HEADING) if (node := taken(text, each)) is not None), None)
        assert node is not None
        assert [name for name in names_in(node) if name not in names.by_name] == []
        assert all(Values(text, names).rightly_given(call) for call in calls_in(node))


@pytest.mark.parametrize("line", ["shift reduce conflict", "xyzzy", "lorem ipsum dolor sit amet", "§", "x x x x x x x"])
def test_nothing_is_near_what_has_no_word_of_the_language(line: str) -> None:
    assert nearest(line, Start.SENTENCE, standard_names()) is None


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("move pawn[Anne] forward by 2", "`for`"),
        ("for each player p in turn order:", "`or`"),
        ("the game ends", "gather"),
        ("shuffle a stock", "as"),
        ("swap hands", "did you mean"),
    ],
)
def test_no_word_is_cut_and_no_article_is_a_misspelt_word(line: str, wrong: str) -> None:
    (found,) = (
        each for each in examine(ruleset_of(f"- {line}" + ("\n    - pot = 1" if line.endswith(":") else ""))) if each.unread
    )
    assert wrong not in f"{found.message} {found.help}".replace("for example", "")


@pytest.mark.parametrize(
    "line",
    ["Anne may choose n from 1..3", "coins.Anne += 1", "end the round", "do game with Anne", "Anne must choose n from 1..3"],
)
def test_what_may_be_meant_otherwise_is_not_mended(line: str) -> None:
    source = ruleset_of(f"- {line}")
    assert mended(source, examine(source))[0] == source.text


@pytest.mark.parametrize(
    ("line", "right"),
    [("pot == 3", "pot = 3"), ("shuffle the stock", "shuffle stock"), ("pot++", "pot += 1"), ("shufle stock", "shuffle stock")],
)
def test_what_can_be_meant_in_one_way_only_is_mended(line: str, right: str) -> None:
    source = ruleset_of(f"- {line}")
    assert mended(source, examine(source))[0] == source.text.replace(line, right)


def test_names_of_headings_and_sentences_above_are_known() -> None:
    source = ruleset_of("- for each player me:\n    - me chooses card from hand[me]\n    - put the card in table")
    known = with_locals(standard_names(), source, 5)
    assert [each.name for each in known.local] == ["card", "me"]
    assert known.seat() == "me"


@pytest.mark.slow
def test_a_file_full_of_lines_that_nobody_can_read_is_told_soon() -> None:
    lines = [f"    - everyone takes {n} of what lies there and so on with {n} more" for n in range(120)]
    source = Source("", "ruleset: many\nplayers: 2\nphases:\n  game:\n" + "\n".join(lines) + "\noutcome:\n  winners: players\n")
    found, spent = timed(lambda: examine(source))
    assert is_soon(spent)
    assert len(found) >= 120


def test_the_words_of_others_are_data_in_small_letters() -> None:
    for table in (other_words.SAME, phrases.NEARLY_THE_SAME):
        assert [phrase for phrase in table if re.sub(r"\{\w\}", "", phrase) != re.sub(r"\{\w\}", "", phrase).casefold()] == []
    keywords = {
        spelling
        for start in STARTS
        for form in forms(start)
        for part in form.parts
        if isinstance(part, Word)
        for spelling in part.spellings
    }
    assert [word for word in other_words.WORDS if not set(word.split()) <= keywords] == []
