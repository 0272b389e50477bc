"""What stands on the spaces of a board, and what is printed there."""

from __future__ import annotations

import pytest

from rulerun.dsl.compile import compile_ruleset
from rulerun.dsl.text.source import Source
from rulerun.interpreter import decision, initial, view
from rulerun.interpreter.match.match import Match
from rulerun.interpreter.match.records import header_of
from rulerun.program.colours import COLOURS
from rulerun.table.ink import on
from rulerun.table.palette import palette
from rulerun.table.pictures import SpacePicture
from rulerun.table.writing import picture_of

from ..support.battery import game_of
from ..support.specs import blocks

THREAD = """ruleset: thread
players: 1
boards:
  cloth: {kind: hexagon, columns: 4, rows: 3}
variables:
  seam: {per: space of cloth, holds: truth}
  end: {per: 1..2, holds: space of cloth, starts as: b2}
phases:
  game:
    - seam[b2] = yes
    - repeat 6 times:
        - for each player p:
            - p chooses one:
                - sew e from 1..2, on from neighbours of end[e]:
                    - seam[on] = yes
                    - end[e] = on
outcome:
  winners: players p where seam[b2]
table:
  path: {seam: end}
"""


def spaces(colours: bool = False) -> dict[str, SpacePicture]:
    """The figures of chess where they start, as White sees them."""
    (block,) = (block for block in blocks() if block.spec == "20_how_figures_go")
    program = compile_ruleset(block.source).program
    assert program is not None
    (picture,) = picture_of(
        game_of(program), view(game_of(program), initial(game_of(program), listening=True), 0), "en", True, colours
    ).boards
    return {space.name: space for space in picture.spaces}


def test_what_stands_with_a_seats_mark_is_in_its_colour() -> None:
    tokens = {name: space.tokens for name, space in spaces().items() if name in ("d1", "e8")}
    assert {token.ink for token in tokens["d1"]} == {on(COLOURS["white"], bold=True)}
    assert {token.ink for token in tokens["e8"]} == {on(COLOURS["black"], bold=True)}
    assert [sorted(token.text for token in tokens[name]) for name in ("d1", "e8")] == [["W", "q"], ["B", "ki"]]


def test_where_the_ink_says_whose_a_figure_is_its_mark_is_left_out() -> None:
    assert [[token.text for token in spaces(colours=True)[name].tokens] for name in ("d1", "e8")] == [["q"], ["ki"]]


def test_what_only_says_how_spaces_start_is_not_drawn() -> None:
    assert {(space.note, space.ground) for space in spaces().values()} == {("", None)}


@pytest.mark.parametrize("told", [True, False])
def test_a_line_is_drawn_where_its_ends_went_and_without_their_course_only_where_it_must_lead(told: bool) -> None:
    source = Source("thread.yaml", THREAD)
    program = compile_ruleset(source).program
    assert program is not None
    match = Match(game_of(program), header_of(program, source, 1, 0))
    labels = [words.plain for words in program.domains[program.boards[0].domain].labels]
    went = [("b2", "c2"), ("c2", "b3"), ("b3", "c3"), ("b2", "b1"), ("c3", "d2"), ("b1", "a1")]
    ends = [1, 1, 1, 2, 1, 2]
    for end, (_, to) in zip(ends, went, strict=True):
        options = decision(game_of(program), match.state, 0).options
        wanted = (end, program.domains[program.boards[0].domain].low + labels.index(to))
        match.answer(0, next(at for at, option in enumerate(options) if option.arguments == wanted))
    seen, course = view(game_of(program), match.state, 0), match.course if told else ()
    (picture,) = picture_of(game_of(program), seen, "en", True, False, course).boards
    joined = {frozenset(labels[space] for space in joint) for path in picture.paths for joint in path.joints}
    assert joined == {frozenset(pair) for pair in went} if told else joined <= {frozenset(pair) for pair in went}


RACE = """ruleset: race
players: 2
seats: [Ann, Bob]
enumerations:
  hue: [red, blue, green]
boards:
  road: {kind: track, spaces: 1..5}
pieces:
  runner: {one per: seat, on: road, starts on: 1}
decks:
  pairs: {cards: every pair of hue as hues, starts in: stock}
  ones: {cards: every hue as one, starts in: rest}
zones:
  stock: {of: pairs}
  rest: {of: ones}
phases:
  game:
    - runner[Ann] = 2
outcome:
  winners: players p where runner[p] = 2
table:
  signs: {red: R, blue: B, green: G}
"""


def test_the_legend_says_whose_a_piece_is() -> None:
    program = compile_ruleset(Source("race.yaml", RACE)).program
    assert program is not None
    seen = view(game_of(program), initial(game_of(program), listening=True), 0)
    (legend,) = picture_of(game_of(program), seen, "en", True, False).boards[0].legend
    assert "".join(run.text for run in legend) == "runner: A Ann, B Bob"


def test_a_card_of_two_colours_is_not_drawn_like_two_cards() -> None:
    program = compile_ruleset(Source("race.yaml", RACE)).program
    assert program is not None
    faces = {key: "".join(run.text for run in face) for key, face in palette(program, "en").faces.items()}
    assert [faces[0, kind] for kind in range(3)] == [" RB ", " RG ", " BG "]
    assert [faces[1, kind] for kind in range(3)] == ["R", "B", "G"]
