"""Who leads is looked at between rounds, by all keys of the ranking; a game is open while somebody leads who does not win."""

from __future__ import annotations

import pytest

from rulerun.dsl.compile import compile_ruleset
from rulerun.dsl.text.source import Source
from rulerun.interpreter.leading import leading_keys
from rulerun.program.ir import Program
from rulerun.simulation import prepare_plain
from rulerun.simulation.emit.rounds import rounds

from ..support.battery import Setting, compiled
from ..support.emitted import same_end

RACE = """ruleset: race
players: 3
seats: [Anne, Ben, Cleo]
variables:
  folded: {per: player, holds: truth}
scores:
  points: {per: player}
phases:
  game:
    - repeat 4 times as round:
        - for each player me:
            - do turn (me, round)
  turn (player me, number round):
    - me chooses step from 1..2
OUTCOME
"""

RANKING = """outcome:
  ranking (player p):
KEYS"""


def race(*lines: str, keys: tuple[str, ...] = ("highest points[p]",)) -> Program:
    """A race of four rounds, with further lines of each turn."""
    ranking = RANKING.replace("KEYS", "\n".join(f"    - {key}" for key in keys))
    text = RACE.replace("OUTCOME", "\n".join((*(f"    - {line}" for line in lines), ranking)))
    found = compile_ruleset(Source("race.yaml", text), "", 3, {})
    assert found.program is not None, found.diagnostics
    return found.program


def rows(program: Program, games: int = 40) -> list[tuple[int, int]]:
    """For each game how often the lead changed, and up to which decision it was open."""
    pytest.importorskip("numpy")
    engine = prepare_plain(program)
    same_end(program, engine, range(2))
    columns = engine.columns
    return [(row[columns.lead_changes], row[columns.last_open]) for row in engine.run(0, 0, games).rows]


def loops(file: str, players: int) -> list[str]:
    """The loops of a bundled ruleset between whose passes it is looked at who leads."""
    program = compiled(Setting(file, "", players))
    return [program.sentences[sentence].text for sentence in sorted(rounds(program))]


@pytest.mark.parametrize(
    ("file", "players", "expected"),
    [
        ("traxx", 2, ["repeat rounds times as round"]),
        ("hearts", 4, ["repeat as deal until over", "repeat 13 times as trick"]),
        ("pig", 2, ["repeat"]),
        ("why_first", 3, ["repeat stages times as stage", "repeat rounds times as round"]),
        ("kuhn_poker", 2, []),
    ],
)
def test_a_round_is_a_pass_in_which_all_have_their_turns(file: str, players: int, expected: list[str]) -> None:
    assert loops(file, players) == expected


def test_who_scores_first_in_a_round_does_not_lead_until_the_others_have_had_their_turns() -> None:
    assert {changes for changes, _ in rows(race("points[me] += 1"))} == {0}


def test_a_game_in_which_nobody_has_scored_is_open() -> None:
    # a round has three decisions: the lead begins at the earliest where the second round does
    found = [until for _, until in rows(race("points[me] += step")) if until >= 0]
    assert min(found) == 2
    last_round = race("points[me] += step if round = 4 else 0")
    assert {until for _, until in rows(last_round) if until >= 0} == {11}


def test_all_keys_of_a_ranking_tell_who_leads() -> None:
    first = race("points[me] += step", keys=("highest 1 if not folded[p] else 0",))
    both = race("points[me] += step", keys=("highest 1 if not folded[p] else 0", "highest points[p]"))
    assert len(leading_keys(both)) == 2
    assert {changes for changes, _ in rows(first)} == {0}
    assert max(changes for changes, _ in rows(both)) > 0
    assert rows(both) == rows(race("points[me] += step"))


def test_a_key_that_play_never_changes_makes_nobody_lead() -> None:
    broken = race("points[me] += step", keys=("highest points[p]", "lowest player_number(p)"))
    assert len(leading_keys(broken)) == 1
    assert all(until >= 2 for _, until in rows(broken))


def test_a_key_that_cannot_be_worked_out_yet_makes_nobody_lead_and_stops_no_game() -> None:
    # until all have two points it divides by zero
    program = race(
        "points[me] += step", keys=("highest points[p] - 6 div (1 if (lowest of points[q] for q in players) > 1 else 0)",)
    )
    assert len(leading_keys(program)) == 1
    found = rows(program)
    assert max(changes for changes, _ in found) > 0
    assert all(until >= 2 for _, until in found if until > 0)
