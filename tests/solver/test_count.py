"""How many histories and positions there are: by decisions and by whole moves, looked up, and walked in compiled code."""

from __future__ import annotations

from itertools import count as numbers_from
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulerun.cli.main import root
from rulerun.dsl.compile import compile_examples, compile_ruleset
from rulerun.dsl.text.source import Source
from rulerun.interpreter import PlayError
from rulerun.interpreter.core.policy import Policy
from rulerun.program.ir import Program
from rulerun.program.meter import meter_of, single_choices
from rulerun.simulation import prepare
from rulerun.simulation.compile.loaded import COMPILES
from rulerun.simulation.engine import Engine, prepare_plain
from rulerun.solver.count import Counts, TooMany, histories, positions
from rulerun.solver.walk import ROOM, walked

from ..support.battery import Setting, compiled, of_each, short, some, source
from ..support.specs import blocks

MOST = 100_000
"""More positions than are gone through here."""


def rulerun(*words: str) -> Result:
    return CliRunner().invoke(root, list(words))


def plain(program: Program) -> Engine:
    return prepare_plain(program, Policy.FLAT)


def written(lines: str, per: str = "") -> Program:
    """The Program of a game for two with these phases, which counts how often one of them is done."""
    text = f"ruleset: small\nplayers: 2\nphases:\n{lines}\noutcome: {{winners: players}}\n"
    found = compile_ruleset(Source("small.yaml", text), counted=per)
    assert found.program is not None, found.diagnostics
    return found.program


def everyway(program: Program, depth: int, per: str = "") -> Counts:
    """The histories to a depth, which are the same however they are counted."""
    meter = meter_of(program, per) or 0 if per else 0
    alone = single_choices(program, per) if per else frozenset(range(1, program.stops + 1))
    found = histories(program, depth, MOST, meter)
    assert walked(plain(program), depth, MOST, meter) == found
    quick = walked(plain(program), depth, MOST, meter, alone)
    assert quick.leaves
    assert quick.by_depth == found.by_depth
    assert quick.ended[:-1] == found.ended[:-1]
    return found


@of_each(short(), "chess", "crazy_eights", "go_9x9")
def test_a_walk_counts_what_is_counted_by_looking_up(setting: Setting) -> None:
    for depth in numbers_from():
        if sum(everyway(compiled(setting), depth).by_depth) > 100 or depth == 4:
            return


@pytest.mark.skipif(not COMPILES, reason="needs llvmlite")
@pytest.mark.parametrize(("file", "depth"), some(("kuhn_poker", 8), slow=(("tic_tac_toe", 9),)))
def test_compiled_code_counts_the_same(file: str, depth: int) -> None:
    program = compiled(Setting(file, "", 2))
    assert walked(prepare(program, Policy.FLAT), depth, 10_000_000) == histories(program, depth, MOST)


@pytest.mark.slow
@pytest.mark.skipif(not COMPILES, reason="needs llvmlite")
def test_the_figures_of_chess_go_as_others_count_them() -> None:
    """Of the histories of four moves, 197,281 are chess: the others leave a king where it can be taken."""
    (block,) = (block for block in blocks() if block.spec == "20_how_figures_go")
    program = compile_ruleset(block.source).program
    assert program is not None
    found = walked(prepare(program, Policy.FLAT), 4, 10 * MOST)
    assert found.by_depth == (1, 20, 400, 8_902, 197_742)
    assert found.by_depth[4] - found.ended[4] == 197_281


TWO_CHOICES = """
  game:
    - for each player me:
        - do move (me)
  move (player me):
    - me chooses x from 1..3
    - me chooses y from 1..x
"""


def test_a_move_of_two_choices_is_one_step() -> None:
    assert everyway(written(TWO_CHOICES), 4).by_depth == (1, 3, 6, 18, 36)
    assert everyway(written(TWO_CHOICES, "move"), 3, "move") == Counts((1, 6, 36, 0), (0, 0, 36, 0))


def test_distinct_positions_are_counted_by_moves() -> None:
    program = written(TWO_CHOICES, "move")
    assert positions(program, 2, meter_of(program, "move") or 0) == Counts((1, 1, 1), (0, 0, 1))
    assert positions(written(TWO_CHOICES), 2) == Counts((1, 3, 1), (0, 0, 0))


ENDS_INSIDE = """
  game:
    - for each player me:
        - do move (me)
  move (player me):
    - me chooses x from 1..3
    - if x = 3:
        - end the game
    - me chooses y from 1..x
"""


def test_a_move_that_ends_the_match_is_done() -> None:
    assert everyway(written(ENDS_INSIDE, "move"), 2, "move") == Counts((1, 4, 12), (0, 1, 12))


BETWEEN = """
  game:
    - random first from 1..5
    - for each player me:
        - do move (me)
        - random luck from 1..2
  move (player me):
    - me chooses x from 1..3
    - if x = 2:
        - end the phase
    - do further (me)
  further (player me):
    - if me = Anne:
        - me chooses y from 1..2
"""


def test_what_happens_between_two_moves_makes_more_ways_to_the_next() -> None:
    program = written(BETWEEN, "move")
    assert everyway(program, 3, "move") == Counts((1, 5 * 5, 25 * 2 * 3, 0), (0, 0, 150 * 2, 0))
    assert everyway(program, 2, "move").ended == (0, 0, 0), "what comes behind the last move is not gone into"


WITHOUT_CHOICE = """
  game:
    - for each player me:
        - do move (me)
        - do move (me)
        - me chooses x from 1..2
        - do move (me)
  move (player me):
    - say "hello"
"""


def test_moves_without_a_choice_are_counted_as_they_are_done() -> None:
    program = written(WITHOUT_CHOICE, "move")
    assert everyway(program, 6, "move") == Counts((1, 1, 1, 2, 2, 2, 4), (0, 0, 0, 0, 0, 0, 4))


def test_a_path_that_needs_more_room_gets_it() -> None:
    program = written(f"  game:\n    - repeat {3 * ROOM} times:\n        - Anne chooses x from 1..1\n")
    assert everyway(program, 3 * ROOM + 1).by_depth == (*[1] * (3 * ROOM + 1), 0)


def test_stops_that_alone_make_a_move_are_known() -> None:
    assert single_choices(written(TWO_CHOICES, "move"), "move") == frozenset()
    assert len(single_choices(written(BETWEEN, "move"), "move")) == 0
    assert len(single_choices(compiled(Setting("breakthrough", "", 2)), "turn")) == 1


def test_a_walk_says_when_there_is_too_much() -> None:
    with pytest.raises(TooMany, match="more than 1,000 answers"):
        walked(plain(compiled(Setting("tic_tac_toe", "", 2))), 9, 1_000)


def test_a_fault_on_the_way_is_told() -> None:
    program = written("  game:\n    - Anne chooses x from 0..2\n    - Anne chooses y from 1..x\n")
    with pytest.raises(PlayError, match="nothing to choose"):
        walked(plain(program), 1, MOST)
    with pytest.raises(PlayError, match="nothing to choose"):
        histories(program, 1, MOST)


# --------------------------------------------------------------------------------------------------------------- the command


def test_the_command_counts_whole_moves() -> None:
    per = rulerun("count", "breakthrough", "--depth", "2", "--per", "turn").output
    assert per == rulerun("count", "breakthrough", "--depth", "2").output
    assert per.split()[-1] == "0"


def test_the_quick_command_does_not_tell_what_ends_at_last() -> None:
    said = rulerun("count", "tic_tac_toe", "--depth", "6", "--quick").output.splitlines()
    assert said[-2:] == ["    5     15,120      1,440", "    6     54,720          -"]


def test_the_command_begins_where_an_example_does() -> None:
    said = rulerun("count", "tic_tac_toe", "--depth", "1", "--from", "three in a row win at once").output.splitlines()
    assert said[1:3] == ["    0          1          0", "    1          5          1"]
    (example, *_), _ = compile_examples(source("tic_tac_toe"))
    assert histories(example.program, 1, MOST) == Counts((1, 5), (0, 1))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--per", "trun"], "no phase `trun` is done; did you mean `turn`?"),
        (["--from", "the far row"], "there is no example `the far row`; did you mean `the far row wins`?"),
        (["--from", "the far row wins", "--players", "2"], "an example says itself how many play"),
        (["--quick", "--distinct"], "one of the two"),
    ],
)
def test_a_wrong_use_of_the_command_is_explained(words: list[str], said: str) -> None:
    found = rulerun("count", "breakthrough", "--depth", "1", *words)
    assert found.exit_code == 2
    assert said in found.output


def test_a_phase_of_several_at_once_is_no_move(tmp_path: Path) -> None:
    lines = "  game:\n    - together, each player me:\n        - do bid (me)\n  bid (player me):\n    - me chooses x from 1..2\n"
    file = tmp_path / "small.yaml"
    file.write_text(f"ruleset: small\nplayers: 2\nphases:\n{lines}\noutcome: {{winners: players}}\n")
    assert "by several at the same time" in rulerun("count", str(file), "--depth", "1", "--per", "bid").output
