"""Sets of positions as bits: the same games as in the vector, on boards of one word and of several."""

from __future__ import annotations

import re
from functools import reduce
from itertools import accumulate
from operator import and_

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulerun.dsl.compile import compile_ruleset
from rulerun.dsl.text.source import Source
from rulerun.program.ir import Program
from rulerun.simulation.emit.bitboards import bitboards
from rulerun.simulation.emit.module import Form, emit
from rulerun.simulation.emit.packing import IN_THE_VECTOR, representation
from rulerun.simulation.emit.selections import moves

from ..support.battery import Setting, compiled
from ..support.emitted import same_end
from ..support.packed import Packed

RULES = """\
ruleset: positions
players: 2
variables:
  mark: {per: 1..LAST, holds: 0..2, starts as: nothing}
  seen: {per: [player, 1..LAST], holds: truth}
  covered: {holds: 0..LAST}
  spot: {holds: 0..LAST, starts as: nothing}
scores:
  points: {per: player}
phases:
  game:
    - repeat ROUNDS times:
        - for each player me:
            - me chooses x from 1..LAST where mark[x] = nothing
            - mark[x] = x mod 3
            - seen[me, x] = yes
            - me chooses one:
                - mark y from 2..MOST where mark[y] = 1 and not seen[me, y]:
                    - mark[y] = nothing
                - see y from 1..LAST where not seen[me, y] and mark[y] != 2 and y mod 2 = 0:
                    - seen[me, y] = yes
                - wait
            - covered = number of i in 1..LAST where mark[i] != nothing and not seen[me, i]
            - points[me] += covered
            - if any i in 3..MOST has mark[i] = 2 and seen[me, i]:
                - points[me] += 1
            - if every i in 1..LAST where seen[me, i] has mark[i] != 1:
                - points[me] += 2
            - if no i in 1..LAST where i mod 5 = 0 has mark[i] = 0:
                - points[me] += 3
            - spot = first i in 1..LAST where mark[i] = 2 and i mod 4 = 0
            - if spot != nothing:
                - points[me] += spot
            - points[me] += sum of i for i in 1..LAST where seen[me, i] and mark[i] = nothing
            - points[me] += highest of i for i in 1..LAST where mark[i] = nothing
outcome:
  winners: players p where points[p] = (highest of points[q] for q in players)
"""


def program_with(last: int) -> Program:
    """The rules with that many positions."""
    text = RULES.replace("LAST", str(last)).replace("MOST", str(last - 1)).replace("ROUNDS", str(min(10, last // 3)))
    found = compile_ruleset(Source("positions.yaml", text), "", 2, {})
    assert found.program is not None, found.diagnostics
    return found.program


@pytest.mark.parametrize("last", [9, 63, 64, 65, 130])
def test_positions_are_bits_of_one_word_or_several(last: int) -> None:
    program = program_with(last)
    boards = bitboards(program)
    assert [(board.groups, board.size, board.sets) for board in boards] == [(1, last, 4), (2, last, 1)]
    assert {board.words for board in boards} == {-(-last // 64)}
    same_end(program, Packed(program, compiled=False), range(6))


FIXED = """\
ruleset: fixed
players: 2
variables:
  seen: {per: [player, 1..9], holds: truth}
  grid: {per: [1..3, 1..9], holds: 0..2}
  total: {holds: 0..99}
phases:
  game:
    - for each player me:
        - me chooses x from 1..9
        - seen[me, x] = yes
        - grid[2, x] = 1
        - grid[3, x] = 2
        - total = number of i in 1..9 where seen[Ben, i]
        - if total = 1:
            - grid[1, x] = 1
        - total += number of i in 1..9 where grid[2, i] = 1 and not seen[Anne, i]
        - total += number of i in 3..7 where grid[3, i] = 2
        - total += number of i in 1..3 where grid[i, 5] = 2
outcome:
  winners: players p where total > 3 and seen[p, 1]
"""
"""Rules in which one of two indices is fixed: the first, or the last."""


def test_a_fixed_index_picks_the_group_it_names() -> None:
    found = compile_ruleset(Source("fixed.yaml", FIXED), "", 2, {})
    assert found.program is not None, found.diagnostics
    assert len(bitboards(found.program)) == 2
    same_end(found.program, Packed(found.program, compiled=False), range(40))


@pytest.mark.slow
@pytest.mark.parametrize("last", [9, 64, 130])
@pytest.mark.parametrize("level", [1, 3])
def test_machine_code_sees_the_same_positions(last: int, level: int) -> None:
    pytest.importorskip("numpy")
    pytest.importorskip("llvmlite")
    from ..support.machine import AtLevel

    program = program_with(last)
    same_end(program, AtLevel(program, level), range(6))


def test_no_bits_are_kept_of_what_nobody_asks_all_positions_for() -> None:
    assert bitboards(compiled(Setting("why_first", "", 2))) == ()
    assert len(bitboards(compiled(Setting("tic_tac_toe", "", 2)))) == 1


def test_the_text_says_what_is_held_as_bits() -> None:
    program = compiled(Setting("tic_tac_toe", "", 2))
    assert "# the values of `mark` are bits too" in emit(program, Form.PLAYOUT, representation(program)).text
    assert "bits too" not in emit(program, Form.PLAYOUT, IN_THE_VECTOR).text


CELLS = (
    "mark[i] = 1",
    "mark[i] != nothing",
    "seen[me, i]",
    "not seen[Ben, i]",
    "grid[2, i] = tone",
    "grid[3, i] != 2",
    "grid[i, 5] = 1",
)
ASKS = (
    "number of i in {0} where {1} and {2}",
    "sum of i for i in {0} where {1} and {2}",
    "highest of i for i in {0} where {1} and {2}, else 0",
)
NUMBERS = ("1..9", "2..7", "1..3")


@pytest.mark.slow
@given(st.lists(st.tuples(*map(st.sampled_from, (ASKS, NUMBERS, CELLS, CELLS))), min_size=1, max_size=4))
@settings(max_examples=25, deadline=None)
def test_any_questions_are_answered_as_in_the_vector(asked: list[tuple[str, str, str, str]]) -> None:
    lines = "".join(
        f"        - points[me] += ({ask.format(numbers, one, other)})\n"
        for ask, numbers, one, other in asked
        if numbers == "1..3" or "grid[i" not in one + other
    )
    found = compile_ruleset(Source("asked.yaml", ASKED.replace("LINES\n", lines)), "", 2, {})
    assert found.program is not None, found.diagnostics
    same_end(found.program, Packed(found.program, compiled=False), range(3))


ASKED = """\
ruleset: asked
players: 2
variables:
  mark: {per: 1..9, holds: 0..2, starts as: nothing}
  seen: {per: [player, 1..9], holds: truth}
  grid: {per: [1..3, 1..9], holds: 0..2}
scores:
  points: {per: player}
phases:
  game:
    - repeat 4 times:
      - for each player me:
        - me chooses x from 1..9
        - me chooses tone from 0..2
        - mark[x] = tone
        - seen[me, x] = yes
        - grid[1 + tone, x] = (x + tone) mod 3
LINES
outcome:
  winners: players p where points[p] = (highest of points[q] for q in players)
"""


MENUS = """\
ruleset: menus
players: 2
enumerations:
  tone: [red, green, blue]
  end: [head, tail]
boards:
  field:
    kind: hexagon
    rows: |2
        R1  G   B
      G   R2  B   R
        B   G3  R
    legend:
      R: {tone: red}
      G: {tone: green}
      B: {tone: blue}
      1: {worth: 1}
      2: {worth: 2}
      3: {worth: 3}
variables:
  seen: {per: [player, space of field], holds: truth}
  owner: {per: space of field, holds: player}
  left: {per: [player, tone], holds: 0..3, starts as: 2}
  tip: {per: [player, end], holds: space of field}
  wish: {holds: tone, starts as: red}
scores:
  points: {per: player}
phases:
  game:
    - for each player p:
        - tip[p, head] = first x in field where x.tone = green and not seen[p, x]
        - tip[p, tail] = first x in field where x.worth = 2 or seen[p, x]
    - repeat 6 times:
        - for each player me:
            - random wish from tone
            - me chooses one:
MENU
                - wait
            - points[me] += number of x in field where seen[me, x] and (x.tone = wish or owner[x] = me)
outcome:
  winners: players p where points[p] = (highest of points[q] for q in players)
"""
WAYS = (
    "grow e from end, x from neighbours of tip[me, e]",
    "grow e from end, x from field",
    "grow e from end where tip[me, e] != nothing, x from neighbours of tip[me, e]",
    "go x from neighbours of tip[me, head]",
    "go x from field",
    "step from 1..3, x from neighbours of tip[me, tail]",
)
TESTS = (
    "not seen[me, x]",
    "seen[Ben, x] or x.tone = green",
    "left[me, x.tone] > 0",
    "x.tone = wish",
    "x.tone != wish",
    "not (x.tone = wish or owner[x] = Anne)",
    "owner[x] != me",
    "owner[x] = nothing or x.worth != nothing",
    "x.worth != 2 and owner[x] != Ben",
    "x.worth > 1 or not seen[me, x]",
    "x != tip[me, tail]",
)


def offering(menu: list[tuple[str, set[str]]]) -> Program:
    """The rules with these ways to choose, each with its tests."""
    lines = []
    for number, (way, tests) in enumerate(menu):
        name, _, rest = way.partition(" ")
        first = " k" if name == "step" else ""
        lines.append(f"                - {name}{number}{first} {rest}:")
        lines += [f"                    - only if {test}" for test in sorted(tests)]
        lines += [
            "                    - seen[me, x] = yes",
            "                    - owner[x] = me",
            "                    - tip[me, head] = x",
            "                    - if left[me, x.tone] > 0:",
            "                        - left[me, x.tone] -= 1",
        ]
    found = compile_ruleset(Source("menus.yaml", MENUS.replace("MENU", "\n".join(lines))), "", 2, {})
    assert found.program is not None, found.diagnostics
    return found.program


@pytest.mark.slow
@given(st.lists(st.tuples(st.sampled_from(WAYS), st.sets(st.sampled_from(TESTS), max_size=4)), min_size=1, max_size=3))
@settings(max_examples=40, deadline=None)
def test_menus_offer_the_same_positions(menu: list[tuple[str, set[str]]]) -> None:
    program = offering(menu)
    same_end(program, Packed(program, compiled=False), range(3))


ALL_TOLD = (TESTS[0], TESTS[1], TESTS[2], TESTS[5], TESTS[7])


@pytest.mark.parametrize("test", ALL_TOLD)
def test_a_menu_that_words_tell_lists_no_options(test: str) -> None:
    program = offering([(WAYS[0], {test, "not seen[me, x]"}), (WAYS[4], {"x.tone = wish", "owner[x] = nothing"})])
    text = emit(program, Form.PLAYOUT, representation(program)).text
    assert "o[U(" not in text.partition("def playout")[2].partition("\ndef ")[0]
    same_end(program, Packed(program, compiled=False), range(6))


@pytest.mark.slow
@pytest.mark.parametrize("level", [1, 3])
def test_machine_code_draws_from_the_same_menus(level: int) -> None:
    pytest.importorskip("numpy")
    pytest.importorskip("llvmlite")
    from ..support.machine import AtLevel

    for at, way in enumerate(WAYS):
        program = offering([(way, {TESTS[at], TESTS[-at]}), (WAYS[-at], {TESTS[at + 4]})])
        same_end(program, AtLevel(program, level), range(4))


LINED = """\
ruleset: lined
players: 2
boards:
  field: {kind: grid, columns: COLUMNS, rows: ROWS}
variables:
  mark: {per: space of field, holds: player}
  seen: {per: [player, space of field], holds: truth}
scores:
  points: {per: player}
phases:
  game:
    - repeat 9 times:
        - for each player me:
            - me chooses x from field where mark[x] = nothing
            - mark[x] = me
            - seen[me, x] = yes
            - me chooses y from field where not seen[me, y]
            - seen[me, y] = yes
            - if any l in lines(field, 3) has every z in l has TEST:
                - points[me] += 1
            - if every l in lines(field, 2) has any z in l has not (TEST):
                - points[me] += 2
            - if any l in lines(field, 4) has every z in l has not (TEST):
                - points[me] += 4
            - if any l in lines(field, 5) has every z in l has TEST:
                - points[me] += 8
            - if any l in lines(field, 3) has any z in l has TEST:
                - points[me] += 16
outcome:
  winners: players p where points[p] = (highest of points[q] for q in players)
"""


@pytest.mark.parametrize("test", ["mark[z] = me", "mark[z] != nothing", "seen[Ben, z]", "mark[z] = Anne", "not seen[me, z]"])
@pytest.mark.parametrize(
    ("columns", "rows"), [(5, 5), *(pytest.param(*size, marks=pytest.mark.every) for size in ((7, 6), (4, 16), (9, 9)))]
)
def test_lines_are_met_as_in_the_vector(columns: int, rows: int, test: str) -> None:
    text = LINED.replace("COLUMNS", str(columns)).replace("ROWS", str(rows)).replace("TEST", test)
    found = compile_ruleset(Source("lined.yaml", text), "", 2, {})
    assert found.program is not None, found.diagnostics
    moved = re.search(r" & \(b\d+ >> U\(", emit(found.program, Form.PLAYOUT, representation(found.program)).text)
    assert bool(moved) is (columns * rows <= 64)
    same_end(found.program, Packed(found.program, compiled=False), range(4))


@given(st.lists(st.integers(1, 9), max_size=6), st.integers(0, 2**64 - 1))
def test_a_shape_is_found_wherever_it_is(steps: list[int], word: int) -> None:
    shape = tuple(accumulate(steps, initial=0))
    found = word
    for distances in moves(shape):
        found = reduce(and_, (found >> each for each in (0, *distances)))
    assert found == sum(1 << at for at in range(64) if all(word >> (at + each) & 1 for each in shape))


DROPPED = """\
ruleset: dropped
players: 2
boards:
  rack: {kind: grid, columns: 5, rows: 4}
variables:
  disc: {per: space of rack, holds: player}
  mark: {per: space of rack, holds: 0..9}
scores:
  points: {per: player}
phases:
  game:
    - repeat 9 times as turn:
        - for each player me:
LINES
            - points[me] += number of x in rack where disc[x] = me and x.row < 3
outcome:
  winners: players p where points[p] = (highest of points[q] for q in players)
"""
CHOOSE = "me chooses column from 1..5 where disc[at(rack, column, 4)] = nothing"
LOWEST = "let row = first r in 1..4 where disc[at(rack, column, r)] = nothing"
PUT = "disc[at(rack, column, row)] = me"
DROPS = {
    "as it is": (CHOOSE, LOWEST, PUT, "mark[at(rack, column, row)] = row"),
    "in a column that may be full": ("me chooses column from 1..5", LOWEST, PUT),
    "in the lowest row otherwise": ("me chooses column from 1..5", f"{LOWEST}, else 1", PUT),
    "one row up": (CHOOSE, LOWEST, "if row < 4:", "    - row = row + 1", PUT),
    "in the column beside": (
        CHOOSE,
        "let beside = column",
        LOWEST.replace("column", "beside"),
        "beside = beside mod 5 + 1",
        PUT.replace("column", "beside"),
        PUT,
    ),
    "in the column beside, looked for anew": (CHOOSE, "let beside = column mod 5 + 1", f"{LOWEST}, else 4", PUT),
    "several times": (CHOOSE, LOWEST, "repeat 3 times:", f"    - {PUT}", "    - row = row mod 4 + 1"),
    "until it is at the top": (
        CHOOSE,
        LOWEST,
        "repeat until disc[at(rack, column, row)] != nothing:",
        "    - row = min(4, row + 1)",
        f"    - {PUT}",
    ),
    "in each column": (
        CHOOSE,
        LOWEST,
        "for each number column2 in 1..5:",
        "    - let high = first r in 1..4 where disc[at(rack, column2, r)] = nothing, else 4",
        "    - mark[at(rack, column2, high)] = column2",
        PUT,
    ),
    "asked again": (CHOOSE, LOWEST, PUT, CHOOSE.replace("column", "other"), PUT.replace("column", "other")),
    "from above": (CHOOSE, "let row = nothing", "row = first r in 2..4 where disc[at(rack, column, r)] = nothing", PUT),
}


@pytest.mark.parametrize("name", DROPS)
def test_what_leads_back_to_a_position_is_known_while_it_holds(name: str) -> None:
    lines = "\n".join(f"            {line}" if line.startswith(" ") else f"            - {line}" for line in DROPS[name])
    found = compile_ruleset(Source("dropped.yaml", DROPPED.replace("LINES", lines)), "", 2, {})
    assert found.program is not None, found.diagnostics
    engine = Packed(found.program, compiled=False)
    for number in range(12):
        same_end(found.program, engine, range(number, number + 1))


@pytest.mark.parametrize("file", ["traxx", "connect_four", "why_first", "kalah", "breakthrough"])
def test_what_checks_everything_goes_the_same_ways(file: str) -> None:
    program = compiled(Setting(file, "", 2))
    texts = [emit(program, Form.PLAYOUT, representation(program), checked=checked).text for checked in (False, True)]
    loops = [[re.sub(r"\d+", "", line) for line in text.splitlines() if re.match(r" *(for|while) ", line)] for text in texts]
    assert loops[0] == loops[1]
    assert texts[0].count("raise Fault(") < texts[1].count("raise Fault(")
