"""The spaces by which a match was won are found by the conditions of the rules, whatever the game."""

from __future__ import annotations

import pytest

from rulerun.dsl.compile import compile_ruleset
from rulerun.dsl.text.source import Source
from rulerun.interpreter import NATURE, actors, decision, option_text, turned_up, view
from rulerun.interpreter.match.match import Match
from rulerun.interpreter.match.records import header_of
from rulerun.table.deciding import deciding
from rulerun.table.model import scene_of

from ..support.battery import game_of

ROWS = """ruleset: rows
players: 2
boards:
  yard: {kind: grid, columns: 4, rows: 2}
variables:
  flag: {per: space of yard, holds: player}
functions:
  three (player p): any l in lines(yard, 3) has every x in l has flag[x] = p
  chain (player p): connected to (space x where x.column = 1) through y where flag[y] = p
  across (player p): any y in chain(p) has y.column = 4
phases:
  game:
    - repeat 4 times:
        - for each player p:
            - p chooses x from yard where flag[x] = nothing
            - flag[x] = p
            - if WINS:
                - end the game
outcome:
  winners: players p where WINS
"""


LINKS = """ruleset: bridges
players: 2
boards:
  yard: {kind: grid, columns: 3, rows: 2}
  bridges: {kind: links, of: yard}
variables:
  flag: {per: space of bridges, holds: player}
functions:
  across (player p): any y in (connected to a1 over r where flag[r] = p) has y.column = 3
phases:
  game:
    - repeat 3 times:
        - for each player p:
            - p chooses x from bridges where flag[x] = nothing
            - flag[x] = p
            - if WINS:
                - end the game
outcome:
  winners: players p where WINS
"""


def decided(condition: str, *answers: str, rules: str = ROWS) -> list[str]:
    """The spaces by which a match was won in which the seats chose these spaces by turns."""
    source = Source("rows.yaml", rules.replace("WINS", condition))
    program = compile_ruleset(source, "", 2).program
    assert program is not None
    match = Match(game_of(program), header_of(program, source, 1, 0))
    for answer in answers:
        assert actors(match.game, match.state) not in ((), (NATURE,))
        asked = decision(match.game, match.state, actors(match.game, match.state)[0])
        assert deciding(match.game, view(match.game, match.state, 0)) == ()
        match.answer(asked.actor, [option_text(match.game, asked, each) for each in asked.options].index(f"x {answer}"))
    assert actors(match.game, match.state) == ()
    seen = turned_up(match.game, match.state, view(match.game, match.state, 0))
    return [each.rpartition("/")[2] for each in scene_of(match.game, seen, "", own=True).decided]


@pytest.mark.parametrize("seat", [0, 1])
def test_a_line_by_which_somebody_has_won_is_found(seat: int) -> None:
    moves = ("a1", "a2", "b1", "b2", "c1") if seat == 0 else ("a1", "a2", "b1", "b2", "d2", "c2")
    assert decided("three(p)", *moves) == (["a1", "b1", "c1"] if seat == 0 else ["a2", "b2", "c2"])


def test_of_the_chains_by_which_somebody_has_won_the_shortest_is_found() -> None:
    assert decided("across(p)", "a1", "d2", "b1", "a2", "c1", "b2", "d1") == ["a1", "b1", "c1", "d1"]


def test_the_links_that_lead_to_a_space_are_found() -> None:
    moves = ("a1-a2", "a1-b1", "b1-b2", "c1-c2", "a2-b2", "b1-c1")
    assert decided("across(p)", *moves, rules=LINKS) == ["a1-b1", "b1-c1"]


def test_nothing_is_found_where_the_rules_look_for_no_line() -> None:
    assert decided("(number of z in yard where flag[z] = p) = 3", "a1", "a2", "b1", "b2", "c1") == []
