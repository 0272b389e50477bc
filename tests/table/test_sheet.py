"""Why a match ended as it did: score sheets, rankings explained, hidden things turned up."""

from __future__ import annotations

import re
from io import StringIO

from rich.console import Console

from rulerun.cli.draw.ending import draw_ending
from rulerun.dsl.compile import compile_ruleset
from rulerun.dsl.text.source import Source
from rulerun.interpreter import NATURE, actors, decision
from rulerun.interpreter.match.match import Match
from rulerun.interpreter.match.records import header_of
from rulerun.program.ir import PlaceKind
from rulerun.table.narration import EVERYBODY, result_lines
from rulerun.table.sheet import SheetRow, ranked_by, score_sheet, turned_up
from rulerun.table.story import Story, flat

from ..support import battery
from ..support.battery import Setting, compiled, drawn, game_of

RULES = """
ruleset: probe
players: 2
decks:
  d: {cards: [{v: 1..4}], starts in: stock}
zones:
  stock: {of: d, kind: pile, seen by: nobody}
  hand: {of: d, per: player, seen by: owner}
scores:
  points: {per: player, starts as: 5}
variables:
  effort: {per: player, holds: 0..99}
phases:
  game:
    - shuffle stock
    - deal 1 from stock to hand of each player
    - repeat 2 times as round:
        - do scoring
  scoring:
    - for each player p:
        - p chooses n from 1..3
        - points[p] += n
        - effort[p] += n * n
outcome:
  ranking (player p):
    - highest points[p]
    - lowest effort[p]
    - highest points[p] + 1
texts:
  points: {en: points, it: punti}
  effort: {en: effort, it: sforzo}
"""


def played(*answers: int, rules: str = RULES) -> Match:
    """A match in which the players choose these, one after the other."""
    source = Source("probe.yaml", rules)
    program = compile_ruleset(source, "", 2, {}).program
    assert program is not None
    match = Match(game_of(program), header_of(program, source, 1, 0))
    for n in answers:
        match.nature()
        match.answer(actors(game_of(program), match.state)[0], n - 1)
    match.nature()
    return match


def test_a_score_below_zero_has_the_same_minus_sign_in_the_result_the_story_and_the_sheet() -> None:
    match = played(3, 2, 3, 2, rules=RULES.replace("points[p] += n\n", "points[p] -= n\n"))
    console = Console(width=80, color_system=None, file=StringIO())
    for part in draw_ending(match, "en"):
        console.print(part)
    ending = console.file.getvalue()
    assert list(result_lines(match, "en"))[-1].split() == ["2.", "Anne", "−1"]
    story = " ".join(line.text for line in flat(Story(game_of(match.program), EVERYBODY, "en").follow(match.course)))
    assert "−1" in ending
    assert "−3 (now −1)" in story
    assert not re.search(r"-\d", ending + story)


def test_where_the_rules_only_say_who_wins_nobody_has_a_place() -> None:
    before, _, after = RULES.partition("  ranking (player p):")
    lowest = "  winners: players p where points[p] = (lowest of points[q] for q in players)\n"
    winners = before + lowest + after[after.index("texts:") :]
    lines = list(result_lines(played(1, 2, 1, 2, rules=winners), "en"))
    assert [line.split() for line in lines] == [["Anne", "wins"], ["Anne", "7"], ["Ben", "9"]]


def test_a_sheet_has_a_row_for_each_round_and_adds_up_to_the_scores() -> None:
    match = played(1, 2, 3, 2)
    sheet = score_sheet(match.program, match.course, EVERYBODY, "en")
    assert sheet is not None
    assert sheet.rows == (
        SheetRow("at the start", (5, 5)),
        SheetRow("round 1 · scoring", (1, 2)),
        SheetRow("round 2 · scoring", (3, 2)),
    )
    assert sheet.totals == (9, 9)


def test_a_round_in_which_nobody_scores_has_its_row_where_most_have_one() -> None:
    rules = RULES.replace("repeat 2 times", "repeat 3 times").replace("points[p] += n\n", "points[p] += n - 1\n")
    sheet = score_sheet((match := played(2, 2, 1, 1, 3, 2, rules=rules)).program, match.course, EVERYBODY, "en")
    assert sheet is not None
    assert sheet.rows[1:] == (
        SheetRow("round 1 · scoring", (1, 1)),
        SheetRow("round 2 · scoring", (None, None)),
        SheetRow("round 3 · scoring", (2, 1)),
    )
    sheet = score_sheet((match := played(2, 2, 1, 1, 1, 1, rules=rules)).program, match.course, EVERYBODY, "en")
    assert sheet is not None
    assert [row.label for row in sheet.rows[1:]] == ["round 1 · scoring"]


def test_a_ranking_is_told_up_to_the_key_that_decides() -> None:
    match = played(1, 2, 3, 2)
    assert [(key.words, key.values) for key in ranked_by(game_of(match.program), match.state, "en")] == [
        ("highest points", ("9", "9")),
        ("lowest effort", ("10", "8")),
    ]
    match = played(1, 3, 1, 1)
    assert [key.words for key in ranked_by(game_of(match.program), match.state, "it")] == ["punti: il valore più alto"]


def test_what_was_hidden_is_turned_up() -> None:
    match = played(1, 1, 1, 1)
    shown = dict(turned_up(game_of(match.program), match.state, "en"))
    assert set(shown) == {"hand (Anne)", "hand (Ben)"}
    assert set(shown.values()) <= {"1", "2", "3", "4"}


@battery.of_each(battery.smallest())
def test_every_sheet_adds_up(setting: Setting) -> None:
    program = compiled(setting)
    choose = drawn(3)
    match = Match(game_of(program), header_of(program, Source("x.yaml", ""), 1, 0))
    for _ in range(120):
        asked = actors(game_of(program), match.state)
        if not asked:
            break
        if asked == (NATURE,):
            match.nature()
        else:
            match.answer(asked[0], choose(len(decision(game_of(program), match.state, asked[0]).options)))
    sheet = score_sheet(program, match.course, EVERYBODY, "it")
    places = [place for place in program.places if place.kind is PlaceKind.SCORE and len(place.extents) == 1]
    if sheet is None:
        return
    assert all(isinstance(row.label, str) and row.label for row in sheet.rows)
    for seat, total in enumerate(sheet.totals):
        there = [place for place in places if place.extents[0].low <= seat < place.extents[0].low + place.extents[0].size]
        if total is not None and len(places) == 1:
            (place,) = there
            assert total == match.state.slots[place.base + (seat - place.extents[0].low) * place.extents[0].stride]
    if match.is_over:
        ranked_by(game_of(program), match.state, "es")
        turned_up(game_of(program), match.state, "en")
