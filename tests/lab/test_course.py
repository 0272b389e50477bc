"""The course of matches: the curve of winning chances, hot spots of boards, and a sample match with pictures."""

from __future__ import annotations

import json
import re

import attrs
import pytest

from rulerun.dsl.compile import compile_ruleset
from rulerun.dsl.text.source import Source
from rulerun.program.ir import Program

from ..support.battery import Setting, compiled

pytest.importorskip("scipy")
courses = pytest.importorskip("rulerun.lab.statistics.course")
spots = pytest.importorskip("rulerun.lab.statistics.hot_spots")
samples = pytest.importorskip("rulerun.lab.statistics.sample_match")
senses = pytest.importorskip("rulerun.lab.statistics.sense")
watched = pytest.importorskip("rulerun.lab.statistics.watched")
watching = pytest.importorskip("rulerun.lab.runs.watching")
sections = pytest.importorskip("rulerun.lab.report.course_report")
drawing = pytest.importorskip("rulerun.lab.report.drawn")
plain = pytest.importorskip("rulerun.lab.report.plain_values").plain

HOSTILE = "</title><script>alert(1)</script><img src=x onerror=alert(1)>"

CAPTURE = """
ruleset: capture
players: 2
boards:
  row: {kind: grid, columns: 3, rows: 1}
variables:
  flag: {per: space of row, holds: player}
phases:
  game:
    - repeat 2 times:
        - for each player me:
            - me chooses cell from row
            - flag[cell] = me
outcome:
  winners: players p where flag[b1] = p
"""
"""Both players put flags on three spaces, also over each other's; the one on the middle wins."""


def capture() -> Program:
    made = compile_ruleset(Source("capture.yaml", CAPTURE))
    assert made.program is not None, made.diagnostics
    return made.program


def judged(after: int, seat: int, chance: float):
    """A decision in which the judge values the option that was taken so, in both thoughts."""
    return watched.Judged(0, (0, 1), (0, 0), ((chance, 0.0),) * 2, ((0.01, 0.01),) * 2, after, 0, seat)


def match(answers: tuple[int, ...], credits: tuple[float, ...], *decisions, number: int = 0):
    made = watched.Watched(0, number, (0, 0), credits, credits, (), (None, None), decisions)
    return attrs.evolve(made, answers=answers, choices=len(answers))


A, B, C = 0, 1, 2
LATE = match((A, B, A, C), (0.0, 1.0), judged(0, 0, 0.6), judged(1, 1, 0.9), judged(2, 0, 0.2), judged(3, 1, 0.8))
EARLY = match((B, A, A, C), (1.0, 0.0), judged(0, 0, 0.9), judged(1, 1, 0.2), judged(2, 0, 0.7), judged(3, 1, 0.1), number=1)


def test_the_curve_says_how_often_who_is_ahead_wins() -> None:
    found = {each.percent: each for each in courses.course(capture(), [LATE, EARLY])}
    # at a tenth Anne, who is ahead in both, wins one of them; at half Ben is ahead in the first, who wins it
    assert (found[10].games, found[10].wins.value) == (2, 0.5)
    assert (found[50].games, found[50].wins.value) == (2, 1.0)
    assert sorted(found) == list(range(10, 100, 10))


def test_who_leads_together_shares_what_they_win() -> None:
    level = match((A, B, A, C), (1.0, 0.0), judged(0, 0, 0.5))
    assert {each.wins.value for each in courses.course(capture(), [level])} == {0.5}


def test_there_is_no_curve_without_a_judge_and_of_games_left() -> None:
    assert courses.course(capture(), [match((A, B, A, C), (1.0, 0.0))]) == ()
    assert courses.course(capture(), [attrs.evolve(LATE, ended=False)]) == ()


def test_hot_spots_count_what_comes_is_taken_and_is_contested() -> None:
    (found,) = spots.hot_spots(capture(), [LATE, EARLY])
    told = {each.name: (each.entered, each.taken, each.contested.count) for each in found.spaces}
    # LATE: Anne a1, Ben b1, Anne a1 again, Ben c1; EARLY: Anne b1, Ben a1, Anne a1 over Ben's, Ben c1
    assert (found.games, found.board) == (2, "row")
    assert told == {"a1": (1.5, 0.5, 1), "b1": (1.0, 0.0, 0), "c1": (1.0, 0.0, 0)}
    assert "scene" not in json.dumps(plain(found))


def test_games_without_boards_have_no_hot_spots() -> None:
    assert spots.hot_spots(compiled(Setting("kuhn_poker", "", 2)), [LATE]) == ()


def test_a_sample_match_is_told_at_its_largest_changes_in_order() -> None:
    found = samples.sample_match(capture(), [LATE])
    assert (found.game, found.choices, found.winners) == (0, 4, ("Ben",))
    assert [(each.choice, each.seat, each.chance) for each in found.curve][:2] == [(1, "Anne", 0.6), (2, "Ben", 0.9)]
    turns = [(each.choice, each.seat, each.chosen, each.before, each.after, each.since) for each in found.turns]
    assert turns == [(3, "Anne", "cell a1", 0.6, 0.2, ("Ben: cell b1",))]
    (board,) = found.turns[0].scene.boards
    assert [[mark.value.seat for mark in space.marks] for space in board.spaces] == [[0], [1], []]


def test_a_match_that_somebody_wins_is_the_sample_and_none_without_a_judge() -> None:
    draw = match((A, A, A, A), (0.5, 0.5), judged(0, 0, 0.5))
    assert samples.sample_match(capture(), [draw, EARLY]).game == 1
    assert samples.sample_match(capture(), [draw]).game == 0
    assert samples.sample_match(capture(), [match((A, B, A, C), (1.0, 0.0))]) is None


def test_shades_and_figures_stand_on_an_empty_board() -> None:
    (found,) = spots.hot_spots(capture(), [LATE, EARLY])
    each = sections.retold_sections(made(spots=(found,)))
    (section,) = each
    comes, taken, contested = section.pictures
    html = drawing.drawn(comes)
    assert re.findall(r'class="print">([^<]*)<', html) == ["1.5", "1", "1"]
    assert "token" not in html
    assert drawing.drawn(taken).count("#0b4f87") == 1
    assert contested.description == "Most: a1 50."


def made(**figures):
    """What games between levels show, of which only these figures are there."""
    run = senses.SenseDescription(
        "capture", "Capture", "", 2, (), (), ("random", "first"), "", 0, 4, True, 0, "", "1", "", "rulerun skill capture"
    )
    return senses.Sense(run, (), (), None, (), (), (), (), **figures)


def test_what_a_ruleset_says_is_never_more_than_text_in_a_picture() -> None:
    found = samples.sample_match(capture(), [LATE])
    (section,) = sections.retold_sections(made(sample=found))
    (picture,) = section.pictures
    scene = picture.scene
    boards = [
        attrs.evolve(board, title=HOSTILE, spaces=tuple(attrs.evolve(space, name=HOSTILE) for space in board.spaces))
        for board in scene.boards
    ]
    html = drawing.drawn(attrs.evolve(picture, scene=attrs.evolve(scene, boards=tuple(boards))))
    assert "&lt;img" in html
    assert "<img" not in html
    assert "<script" not in html


def test_of_a_large_board_only_the_used_part_is_drawn() -> None:
    text = CAPTURE.replace("columns: 3, rows: 1", "columns: 30, rows: 20")
    program = compile_ruleset(Source("capture.yaml", text)).program
    assert program is not None
    found = samples.sample_match(program, [LATE])
    (section,) = sections.retold_sections(made(sample=found))
    assert 0 < drawing.drawn(section.pictures[0]).count('class="space') < 30


def test_games_that_bots_play_tell_who_was_asked() -> None:
    program = capture()
    ladder = watching.Ladder(program, ("random", "first"), "flat:simulations=5", 1, 2)
    watcher = watching.Watcher(ladder)
    games = [watcher.game(at) for at in range(4)]
    top = [game for game in games if game.match == 1]
    assert [each.seat for game in top for each in game.decisions] == [0, 1, 0, 1] * len(top)
    found = senses.retold(program, games, ladder.pairings, made())
    assert found.spots
    assert found.sample is not None
