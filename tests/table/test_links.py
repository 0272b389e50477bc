"""Links on the boards that they join: where they lie, how they are drawn, and that they can be pointed at."""

from __future__ import annotations

import pytest
from attrs import evolve

from rulerun.drawing.board import board_svg
from rulerun.dsl.compile import compile_ruleset
from rulerun.dsl.text.source import Source
from rulerun.interpreter import advance, decision, initial, option_text, view
from rulerun.program.ir import Program, Shape
from rulerun.program.json import from_json, to_json
from rulerun.program.verify import Unsound, verify
from rulerun.table.choices import choices
from rulerun.table.model import scene_of
from rulerun.table.scene import Scene
from rulerun.table.spots import spot_id
from rulerun.table.writing import picture_of

from ..cli.test_draw import shown
from ..support.battery import game_of

RULES = """ruleset: roads
players: 1
boards:
{boards}
variables:
  built: {{per: space of roads, holds: player}}
phases:
  game:
    - for each player me:
        - me chooses r from roads
        - built[r] = me
outcome:
  winners: players
"""
DRAWN = """  roads: {kind: links, of: land, legend: {r1: {toll: 2}, r2: {}}}
  land:
    kind: graph
    spaces: |
      inn---r1--mill
       |         |
       r2-------ford"""
SQUARES = "  yard: {kind: grid, columns: 2, rows: 2}\n  roads: {kind: links, of: yard}"
COMB = "  comb: {kind: hexagon, side: 2}\n  roads: {kind: links, of: comb}"


def compiled(boards: str) -> Program:
    program = compile_ruleset(Source("roads.yaml", RULES.format(boards=boards))).program
    assert program is not None
    return program


def scene(program: Program, *answers: str) -> Scene:
    """What is shown after these answers."""
    game = game_of(program)
    state = initial(game, listening=True)
    for answer in answers:
        now = decision(game, state, 0)
        index = next(number for number, option in enumerate(now.options) if option_text(game, now, option) == answer)
        state, _ = advance(game, state, 0, index)
    return scene_of(game, view(game, state, 0), "", own=True)


def test_links_stand_behind_the_spaces_of_their_board_wherever_they_are_declared() -> None:
    (land,) = scene(compiled(DRAWN)).boards
    assert [space.id for space in land.spaces] == [
        *("space/land/inn", "space/land/mill", "space/land/ford"),
        *("space/roads/r1", "space/roads/r2"),
    ]
    assert [space.joins for space in land.spaces] == [None, None, None, (0, 1), (0, 2)]


def test_lines_lead_to_links_and_a_plain_line_stays() -> None:
    (land,) = scene(compiled(DRAWN)).boards
    assert set(land.links) == {(1, 2), (2, 1), (0, 3), (3, 0), (1, 3), (3, 1), (0, 4), (4, 0), (2, 4), (4, 2)}


def test_a_link_on_a_straight_line_lies_midway_and_one_at_a_corner_at_its_word() -> None:
    land = scene(compiled(DRAWN)).boards[0]
    at = {space.name: space.at for space in land.spaces}
    assert at["r1"] == ((at["inn"][0] + at["mill"][0]) / 2, at["inn"][1])
    assert at["r2"][1] == at["ford"][1]


@pytest.mark.parametrize("boards", [SQUARES, COMB])
def test_a_link_of_a_grid_or_hexagon_lies_over_the_edge(boards: str) -> None:
    (board,) = scene(compiled(boards)).boards
    at = [space.at for space in board.spaces]
    links = [space for space in board.spaces if space.joins is not None]
    assert links
    for link in links:
        assert link.joins is not None
        one, other = (at[end] for end in link.joins)
        assert link.at == ((one[0] + other[0]) / 2, (one[1] + other[1]) / 2)
        assert link.name == "-".join(board.spaces[end].name for end in link.joins)


def test_what_lies_on_a_link_stands_there_and_is_explained() -> None:
    program = compiled(DRAWN)
    (land,) = scene(program, "r r1").boards
    (road,) = (space for space in land.spaces if space.name == "r1")
    assert [each.place for each in road.marks] == ["built"]
    assert [each.value.text for each in road.printed] == ["2"]
    assert [entry.title for entry in land.legend] == ["built"]


@pytest.mark.parametrize("boards", [DRAWN, SQUARES, COMB])
def test_a_picture_has_each_link_with_its_place_to_point_at(boards: str) -> None:
    program = compiled(boards)
    seen = scene(program)
    state = initial(game_of(program))
    asked = choices(game_of(program), state, decision(game_of(program), state, 0), "")
    ids = [spot_id(program, spot) for choice in asked for group in choice.spots for spot in group]
    drawn = board_svg(seen.boards[0], seen, ids)
    spots = [each.get("data-spot") for each in drawn.iter("g") if "link" in each.get("class", "").split()]
    assert spots == [space.id for space in seen.boards[0].spaces if space.joins is not None]
    assert set(ids) == set(spots)


def test_squares_with_links_are_drawn_as_points_and_lines_on_a_terminal() -> None:
    from rulerun.cli.draw.boards import draw_board

    program = compiled(SQUARES)
    game = game_of(program)
    (picture,) = picture_of(game, view(game, initial(game, listening=True), 0), "", own=False, colours=True).boards
    assert picture.shape is Shape.GRAPH
    assert shown(draw_board(evolve(picture, legend=()), 80, 20)) == [
        "a2────·─────b2",
        "│           │",
        "·           ·",
        "│           │",
        "a1────·─────b1",
    ]


def test_links_outlast_json_and_wrong_ones_are_found() -> None:
    program = compiled(DRAWN)
    assert from_json(to_json(program)) == program
    land, roads = program.boards
    verify(program)
    for wrong in (
        evolve(roads, of=None),
        evolve(roads, of=1),
        evolve(roads, of=7),
        evolve(roads, links=((0, 1),)),
        evolve(roads, links=((0, 1), (0, 9))),
        evolve(land, of=0),
    ):
        with pytest.raises(Unsound):
            verify(evolve(program, boards=(land, wrong)))
