"""The usual words of games: where they are said, what goes before them, and that the docs list them all."""

from __future__ import annotations

from pathlib import Path

from rulerun.dsl.compile import compile_ruleset
from rulerun.dsl.symbols.usual_words import USUAL, usual_words
from rulerun.dsl.text.source import Source
from rulerun.program.ir import Program, Words

LANGUAGE = Path(__file__).resolve().parents[2] / "docs" / "language.md"
RULES = """ruleset: words
title: {en: Words, it: Parole}
players: 2
seats: [Black, Anne]
boards:
  board: {kind: grid, columns: 2, rows: 2}
variables:
  stone: {per: space of board, holds: player}
phases:
  game:
    - for each player me:
        - do turn (me)
  turn (player me):
    - me chooses one:
        - play x from board:
            - stone[x] = me
        - pass
outcome:
  winners: Anne
texts:
  x: {en: point, it: punto}
  pass: {it: salta}
"""


def compiled(text: str) -> Program:
    found = compile_ruleset(Source("words.yaml", text))
    assert found.program is not None, found.diagnostics
    return found.program


def test_a_usual_word_is_said_in_the_languages_that_the_ruleset_speaks() -> None:
    program = compiled(RULES)
    assert program.boards[0].name == Words("board", (("it", "tabellone"),))
    assert program.seats[0].name == "Black"
    assert program.domains[0].label(0, "it") == "Nero"
    assert program.domains[0].label(1, "it") == "Anne"
    assert dict(program.texts)["turn"].say("it") == "turno"
    assert dict(program.texts)["play"].say("es") == "play"


def test_a_text_of_the_ruleset_goes_before_the_usual_word() -> None:
    assert dict(compiled(RULES).texts)["pass"].say("it") == "salta"


def test_a_ruleset_of_one_language_has_no_usual_words() -> None:
    program = compiled(RULES.replace(", it: Parole", "").partition("texts:")[0])
    assert program.boards[0].name == Words("board")
    assert program.texts == ()


def test_a_capital_letter_is_kept() -> None:
    assert usual_words("North", ("en", "it", "es")) == Words("North", (("it", "Nord"), ("es", "Norte")))
    assert usual_words("NORTH", ("en", "it")) == Words("NORTH")


def test_the_docs_list_them_all() -> None:
    told = " ".join(LANGUAGE.read_text(encoding="utf-8").split())
    for name, (italian, spanish) in USUAL.items():
        assert f"`{name}` {italian} / {spanish}" in told
