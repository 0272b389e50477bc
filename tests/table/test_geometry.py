"""Where spaces lie: no two in one place, and those that touch 1 apart."""

from __future__ import annotations

from itertools import combinations
from math import dist

from rulerun.program.ir import Shape
from rulerun.table.geometry import column_width, middles, ordered, size, touch

from ..support.battery import compiled, of_each_file
from .test_drawn import setting_of


@of_each_file()
def test_no_two_spaces_lie_in_one_place_and_those_that_touch_are_neighbours(file: str) -> None:
    for board in compiled(setting_of(file)).boards:
        places = middles(board)
        assert len(set(places)) == len(places) == len(board.points)
        assert all(value >= 0 for place in places for value in place)
        if board.shape in (Shape.GRID, Shape.LANES, Shape.HEXAGON):
            for one, other in combinations(range(len(places)), 2):
                assert touch(board, one, other) == (dist(places[one], places[other]) < 1.01)


def test_columns_are_as_wide_as_their_spaces_need() -> None:
    assert column_width([(0, 0), (0, 2), (1, 0)], [7, 9, 20]) == 4
    assert column_width([(0, 0)], [7]) == 1
    assert size([(0, 3), (2, 1)]) == (3, 4)
    assert ordered(5, 2) == ordered(2, 5) == (2, 5)
