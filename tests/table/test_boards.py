"""What stands on the spaces of a board, and what is printed there."""

from __future__ import annotations

import pytest
from attrs import evolve

from rulerun.dsl.compile import compile_ruleset
from rulerun.dsl.text.source import Source
from rulerun.interpreter import decision, initial, turned_up, view
from rulerun.interpreter.match.match import Match
from rulerun.interpreter.match.records import header_of
from rulerun.program.colours import COLOURS
from rulerun.table.palette import palette
from rulerun.table.pictures import SpacePicture
from rulerun.table.styles import on
from rulerun.table.writing import picture_of

from ..support.battery import game_of, source
from ..support.specs import blocks
from .test_changes import played

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
    assert {token.style for token in tokens["d1"]} == {on(COLOURS["white"], bold=True)}
    assert {token.style for token in tokens["e8"]} == {on(COLOURS["black"], bold=True)}
    assert [sorted(token.text for token in tokens[name]) for name in ("d1", "e8")] == [["W", "q"], ["B", "ki"]]


def test_whose_a_figure_is_can_be_told_without_colours_on_every_screen() -> None:
    for colours in (True, False):
        found = [sorted(token.text for token in spaces(colours)[name].tokens) for name in ("d1", "e8")]
        assert found == [["W", "q"], ["B", "ki"]]


def test_what_only_says_how_spaces_start_is_not_drawn() -> None:
    assert {(space.note, space.ground) for space in spaces().values()} == {("", None)}


@pytest.mark.parametrize("told", [True, False])
def test_a_line_is_drawn_where_its_ends_went_and_without_their_course_only_where_it_must_lead(told: bool) -> None:
    thread = Source("thread.yaml", THREAD)
    program = compile_ruleset(thread).program
    assert program is not None
    match = Match(game_of(program), header_of(program, thread, 1, 0))
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


def signs(match: Match, seat: int) -> tuple[dict[str, str], list[str]]:
    """The signs on the board of a match, by the names of spaces, and the legend, as a seat sees them."""
    seen = view(match.game, match.state, seat)
    if not seen.asked:
        seen = turned_up(match.game, match.state, seen)
    (board,) = picture_of(match.game, evolve(seen, decision=None), "", True, True, match.course).boards
    legend = ["".join(run.text for run in line) for line in board.explained]
    return {space.name: space.sign for space in board.spaces if space.sign}, legend


def test_the_last_move_and_what_it_took_are_marked_on_the_board() -> None:
    found, legend = signs(played(source("chess"), "move e2 e4", "move d7 d5"), 0)
    assert found == {"d7": "*", "d5": "*"}
    assert legend[-1] == "* last moves"
    found, legend = signs(played(source("chess"), "move e2 e4", "move d7 d5", "move e4 d5"), 1)
    assert found == {"e4": "*", "d5": "×"}
    assert legend[-2:] == ["* last moves", "× taken: Black pawn"]


FORD = """ruleset: ford
players: 2
boards:
  ford:
    kind: grid
    rows: [n f]
    legend:
      n: {depth: 3, first: 1}
      f: {depth: 5, first: 0}
variables:
  stone: {per: space of ford, holds: player}
phases:
  game:
    - for each x in ford where x.first = 1:
        - stone[x] = Anne
    - for each player p:
        - p chooses x from ford where x.depth > 2
        - stone[x] = p
outcome:
  winners: players p where stone[b1] = p
"""


def test_what_is_printed_for_the_set_up_alone_stays_off_the_board() -> None:
    match = played(Source("ford.yaml", FORD))
    (board,) = picture_of(match.game, view(match.game, match.state, 0), "", True, True).boards
    assert [space.note for space in board.spaces] == ["3", "5"]
    assert "".join(run.text for line in board.legend for run in line).count("first") == 0


def test_when_somebody_has_won_by_a_line_it_is_marked() -> None:
    answers = [f"cell {each}" for each in ("a1", "b1", "a2", "b2", "a3")]
    found, legend = signs(played(source("tic_tac_toe"), *answers), 1)
    assert found == {"a1": "!", "a2": "!", "a3": "!"}
    assert "! decided the match" in legend
