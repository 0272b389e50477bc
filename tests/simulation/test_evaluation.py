"""The learned evaluation: which weights count in a position, and the functions that add them up."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import pytest

from rulerun.dsl.compile import compile_ruleset
from rulerun.dsl.text.source import Source
from rulerun.interpreter import actors, advance, decision, initial, is_over
from rulerun.interpreter.state import State
from rulerun.program.ir import Board, Program, Shape, Words
from rulerun.simulation.compile import child
from rulerun.simulation.compile.library import entries, linked
from rulerun.simulation.compile.loaded import HEAD
from rulerun.simulation.compile.translate import translate
from rulerun.simulation.emit.evaluation import Evaluation, evaluation
from rulerun.simulation.emit.windows import windows

from ..support.battery import Setting, compiled, game_of, some

OPEN = ("chess", "draughts", "go_9x9", "hex", "kalah", "nine_mens_morris", "reversi", "tic_tac_toe")

ENTRIES = """

@entry
def evaluated(s: Slots, q: Numbers, wt: Numbers) -> int:
    return evaluate(s, q, wt)


@entry
def counted(s: Slots, out: Slots) -> None:
    features(s, out)


@entry
def gained(s: Slots, wt: Numbers, code: int, side: int) -> int:
    return gain(s, wt, code, side)
"""

NAME = Words("board")

Functions = dict[str, Callable[..., int]]


def program_of(name: str) -> Program:
    """The bundled ruleset of that name with its usual settings."""
    return compiled(Setting(name, "", 2))


def functions(found: Evaluation) -> Functions:
    """The functions of an evaluation in plain Python."""
    names: Functions = {}
    exec(HEAD + found.text(), names)
    return names


def positions(program: Program, seed: int) -> Iterator[State]:
    """The positions of a random game."""
    chance, game = random.Random(seed), game_of(program)
    state = initial(game)
    for _ in range(80):
        if is_over(program, state):
            return
        yield state
        actor = actors(game, state)[0]
        state, _ = advance(game, state, actor, chance.randrange(len(decision(game, state, actor).options)))


@pytest.mark.parametrize("name", OPEN)
def test_a_position_is_worth_the_sum_of_the_weights_in_use(name: str) -> None:
    program = program_of(name)
    found, chance = evaluation(program), random.Random(1)
    weights, named = [chance.randrange(-999, 1000) for _ in range(found.weights)], functions(found)
    seen = set[tuple[int, ...]]()
    for state in positions(program, 7):
        used = [-1] * found.features
        named["features"]([*state.slots], used)
        assert all(0 <= index < found.weights for index in used)
        assert used == sorted(used)
        assert named["evaluate"]([*state.slots], [0] * found.cells, weights) == sum(weights[index] for index in used)
        seen.add(tuple(used))
    assert len(seen) > 4


@pytest.mark.parametrize("name", some("kalah", slow=("chess", "draughts", "go_9x9", "hex", "nine_mens_morris")))
def test_compiled_code_gives_the_same_numbers(name: str) -> None:
    numpy = pytest.importorskip("numpy")
    pytest.importorskip("llvmlite")
    program = program_of(name)
    found, text = evaluation(program), evaluation(program).text() + ENTRIES
    named, plain = linked(child.object_code(translate(text), 1), entries(text)), functions(found)
    weights = numpy.random.default_rng(2).integers(-999, 1000, found.weights)
    cells, used = numpy.zeros(found.cells, numpy.int64), numpy.zeros(found.features, numpy.int32)
    for state in positions(program, 8):
        slots, listed = numpy.array(state.slots, numpy.int32), [-1] * found.features
        plain["features"]([*state.slots], listed)
        named["counted"](slots, used)
        assert used.tolist() == listed
        expected = plain["evaluate"]([*state.slots], [0] * found.cells, weights.tolist())
        assert named["evaluated"](slots, cells, weights) == expected
        for option in decision(game_of(program), state, actors(game_of(program), state)[0]).options:
            expected = plain["gain"]([*state.slots], weights.tolist(), option.code, 1)
            assert named["gained"](slots, weights, option.code, 1) == expected


def test_an_option_gains_what_it_takes() -> None:
    program = program_of("chess")
    found, game = evaluation(program), game_of(program)
    gain, group = functions(found)["gain"], found.groups[0]
    weights = [0] * found.weights
    for space in range(group.count):
        for figure, worth in enumerate((100, 300, 310, 500, 900, 0), 1):
            weights[group.first + space * group.values + 7 + figure] = worth
            weights[group.first + space * group.values + 14 + figure] = -worth
    spaces = [label.plain for label in program.domains[program.boards[0].domain].labels]
    state = initial(game)
    for move in (["e2", "e4"], ["d7", "d5"]):
        options = decision(game, state, actors(game, state)[0]).options
        named = [[spaces[space] for space in option.arguments] for option in options]
        state, _ = advance(game, state, actors(game, state)[0], named.index(move))
    gains = {option.code: gain([*state.slots], weights, option.code, 0) for option in decision(game, state, 0).options}
    assert sorted(gains.values())[-1] == 100
    assert list(gains.values()).count(100) == 1
    assert gain([*state.slots], weights, max(gains, key=gains.__getitem__), 1) == 100


def test_arrays_by_seat_and_space_are_read_space_by_space() -> None:
    program = compile_ruleset(Source("islands.yaml", ISLANDS)).program
    assert program is not None
    found = evaluation(program)
    assert [(group.count, group.values) for group in found.groups if group.board == 0] == [(9, 4)]
    assert [each.length for each in found.windowed] == [3, 3, 3, 3]


ISLANDS = """\
ruleset: islands
players: 2

boards:
  sea: {kind: grid, columns: 3, rows: 3}

variables:
  mine: {per: [player, space of sea], holds: truth}

phases:
  game:
    - repeat 4 times:
        - for each player me:
            - me chooses place from sea where not (any p in players has mine[p, place])
            - mine[me, place] = yes

outcome:
  winners: players p where mine[p, b2]
"""


def test_windows_lie_along_lines_and_in_squares() -> None:
    square = Board(NAME, Shape.GRID, 0, tuple((row, column) for row in range(4) for column in range(5)), ())
    rows, columns, *diagonals, squares = windows(square, 4)
    assert (len(rows), len(columns), [len(each) for each in diagonals], len(squares)) == (8, 5, [2, 2], 12)
    assert windows(square, 1) == ()
    assert [len(each[0]) for each in windows(square, 2)] == [2, 2, 2, 2]


def test_windows_of_hexagons_have_three_directions_and_three_rhombi() -> None:
    points = tuple((row, 2 * column + row) for row in range(4) for column in range(4))
    found = windows(Board(NAME, Shape.HEXAGON, 0, points, ()), 4)
    assert [len(each) for each in found] == [4, 4, 1, 9, 6, 6]


def test_windows_of_a_graph_follow_its_links() -> None:
    links = ((0, 1), (1, 2), (1, 3))
    found = windows(Board(NAME, Shape.GRAPH, 0, ((0, 0), (0, 2), (0, 6), (1, 2)), (), links), 3)
    assert found == (((0, 1), (1, 2), (1, 3)), ((0, 1, 2),))
