"""The grammar: it says nothing twice, its words are kept from names, and whatever is thrown at it comes back as a diagnostic."""

from __future__ import annotations

import json
import re
from pathlib import Path

import lark
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lark import Lark, Tree

import rulerun
from rulerun.dsl.compile import examine
from rulerun.dsl.diagnostics.diagnostic import Diagnostic, DiagnosticError
from rulerun.dsl.sentences import by_grammar, parse, tables
from rulerun.dsl.sentences.build import BUILD
from rulerun.dsl.sentences.parse import Start, parse_text, reserved
from rulerun.dsl.sentences.syntax import Parsed
from rulerun.dsl.text.files import BUNDLED, read_source
from rulerun.dsl.text.source import Source

GRAMMAR = (Path(rulerun.__file__).parent / "grammar.lark").read_text(encoding="utf-8")
RULESETS = sorted((Path(rulerun.__file__).parent / "rulesets").glob("*.yaml"))
STARTS = [start.value for start in Start]
WORDS = sorted(
    dict.fromkeys(
        word.lower()
        for quoted in re.findall(r'"([^"\n]+)"|/([^/\n]+)/', GRAMMAR)
        for word in re.findall(r"[a-z]{2,}", " ".join(quoted))
    )
)
SIGNS = [
    "=",
    "+=",
    "-=",
    "!=",
    "<=",
    ">=",
    "<",
    ">",
    "+",
    "-",
    "*",
    "(",
    ")",
    "[",
    "]",
    ".",
    "..",
    ",",
    '"a"',
    '"',
    "7",
    "x",
    "{",
    "é",
    ":",
]


def test_the_grammar_leaves_no_line_with_two_readings() -> None:
    Lark(GRAMMAR, parser="lalr", start=STARTS, strict=True, propagate_positions=True, maybe_placeholders=True)


def test_every_rule_of_the_grammar_is_built_and_nothing_else() -> None:
    grammar = Lark(GRAMMAR, parser="lalr", start=STARTS, maybe_placeholders=True)
    names = {str(rule.alias or rule.origin.name) for rule in grammar.rules}
    kept = {
        str(rule.alias or rule.origin.name)
        for rule in grammar.rules
        if rule.alias or not (rule.options.expand1 or rule.origin.name.startswith("_"))
    }
    assert kept <= set(BUILD)
    assert set(BUILD) <= names


def test_the_tables_made_beforehand_are_those_of_the_grammar() -> None:
    """After a change of the grammar: python -m rulerun.dsl.sentences.tables"""
    found = tables.TABLES.read_text(encoding="utf-8")
    by = json.loads(found)["made"][1]
    if by != lark.__version__:
        pytest.skip(f"the tables were made by Lark {by}, this is {lark.__version__}")
    assert found == tables.written(GRAMMAR)
    assert tables.loaded(GRAMMAR) is not None


def test_tables_of_another_grammar_or_another_lark_count_for_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert tables.loaded(GRAMMAR + "\n// more") is None
    monkeypatch.setattr(lark, "__version__", "0.0")
    assert tables.loaded(GRAMMAR) is None
    monkeypatch.undo()
    monkeypatch.setattr(tables, "TABLES", tmp_path / "none")
    assert tables.loaded(GRAMMAR) is None


def test_without_tables_the_parser_is_made_and_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(tables, "TABLES", tmp_path / "none")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    made = by_grammar.grammar.__wrapped__()
    assert made.parse("coins = 1", start="sentence") == by_grammar.grammar().parse("coins = 1", start="sentence")
    assert (tmp_path / "rulerun" / "grammar" / "none").is_file()
    monkeypatch.setattr(tables, "written", lambda text: pytest.fail("made again"))
    assert by_grammar.grammar.__wrapped__().parse("coins = 1", start="sentence") == made.parse("coins = 1", start="sentence")
    monkeypatch.undo()
    monkeypatch.setattr(tables, "TABLES", tmp_path / "none")
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert by_grammar.grammar.__wrapped__().parse("coins = 1", start="sentence") == made.parse("coins = 1", start="sentence")


@pytest.mark.parametrize("name", ["breakthrough", "change_horses", "why_first"])
def test_a_sentence_that_moved_is_as_the_grammar_reads_it_there(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = {("points[p] > 3\n    and not yes\n  or no", 7, 21, Start.EXPRESSION)}
    read = parse._parsed

    def noted(text: str, line: int, column: int, start: Start) -> Parsed | Diagnostic:
        asked.add((text, line, column, start))
        return read(text, line, column, start)

    monkeypatch.setattr(parse, "_parsed", noted)
    source, _ = read_source(BUNDLED / f"{name}.yaml")
    assert source is not None
    assert examine(source) == ()
    for line in asked:
        assert repr(read(*line)) == repr(by_grammar.by_grammar(*line)), line


@pytest.mark.parametrize("word", sorted({*WORDS, *reserved()}))
def test_a_word_of_the_grammar_can_be_a_name_or_is_refused_as_one(word: str) -> None:
    """A declared name must be usable wherever a name may stand; what cannot be is refused where it is declared."""
    text = (
        "ruleset: words\nplayers: 2\n"
        f"variables:\n  {word}: {{holds: 0..9}}\n  row: {{per: 0..9, holds: 0..9}}\n"
        f"phases:\n  game:\n    - {word} = 1\n    - {word} += 1\n    - row[{word}] = {word} + 1\n    - row[1] = 2 * {word}\n"
        f"    - if {word} > 0 and ({word} < 3 or not {word} = 5):\n        - {word} -= {word}\n"
        f"    - for each number n in [{word}, 3] where n != {word}:\n        - row[n] = -{word}\n"
        f"    - repeat {word} times:\n        - row[1] = {word} if {word} > 2 else {word}\n"
        f"    - let y = sum of {word} for p in players where {word} > 1\n    - row[2] = y\n"
        f"    - random z from {word}..6 where z > {word} weighing {word}\n    - deal {word} from stock to heap\n"
        f'    - Anne chooses v from {word}..9 where v != {word} because "no"\n    - row[v] = z\n'
        f'    - place pawn on {word}\n    - move pawn by {word}\n    - say "{{{word}}}"\n'
        "boards:\n  path: {kind: track, spaces: 0..9}\npieces:\n  pawn: {on: path}\n"
        "decks:\n  deck: {cards: [{value: 1}]}\nzones:\n  stock: {of: deck, kind: pile}\n  heap: {of: deck}\n"
        f"outcome:\n  winners: players p where {word} > 1 and p = Anne\n"
    )
    found = [(each.code, each.span.line) for each in examine(Source("", text))]
    assert found == [] or ("word-of-the-language", 4) in found


@settings(max_examples=150)
@given(st.sampled_from(Start), st.lists(st.sampled_from([*WORDS, *SIGNS]), max_size=12))
def test_words_in_any_order_are_read_or_complained_of(start: Start, words: list[str]) -> None:
    check_line(" ".join(words), start)


@settings(max_examples=100)
@given(st.sampled_from(Start), st.text(max_size=40))
def test_letters_in_any_order_are_read_or_complained_of(start: Start, text: str) -> None:
    check_line(text, start)


def check_line(text: str, start: Start) -> None:
    """The line is read, or refused with a place that lies in it."""
    refused = complaint_of(text, start)
    if refused is None:
        return
    span, lines = refused.span, text.split("\n")
    first = 5 if span.line == 3 else 1
    assert 3 <= span.line <= 3 + len(lines)
    assert first <= span.column <= first + max(map(len, lines)) + 1
    assert refused.message


def complaint_of(text: str, start: Start) -> Diagnostic | None:
    """What is wrong with a line that stands at line 3, column 5."""
    try:
        parse_text(text, 3, 5, start)
    except DiagnosticError as diagnostic:
        return diagnostic.diagnostic
    return None


@settings(max_examples=60)
@given(
    st.lists(
        st.lists(st.sampled_from([*WORDS, *SIGNS, "coins", "Anne", "p", "coins[p]"]), min_size=1, max_size=8),
        min_size=1,
        max_size=6,
    )
)
def test_phases_of_words_in_any_order_are_sound_or_complained_of(lines: list[list[str]]) -> None:
    sentences = "".join(f"    - {' '.join(words)}\n" for words in lines)
    text = (
        "ruleset: any\nplayers: 2\nvariables:\n  coins: {per: player, holds: 0..9}\n"
        f"phases:\n  game:\n{sentences}outcome:\n  winners: players\n"
    )
    for found in examine(Source("", text)):
        assert 1 <= found.span.line <= 9 + len(lines)


@settings(max_examples=60)
@given(st.text(max_size=200))
def test_any_text_is_a_ruleset_or_complained_of(text: str) -> None:
    assert examine(Source("", text))


def test_the_words_that_stand_in_the_grammar_are_found() -> None:
    assert {"choose", "deal", "where", "because", "highest", "times", "loop"} <= set(WORDS)
    assert isinstance(Lark('start: "a"').parse("a"), Tree)
    assert len(RULESETS) >= 5
