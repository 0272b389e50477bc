"""How players stand: the outcome's own figures at the end, who leads before it, always between 0 and 1."""

from __future__ import annotations

import random

import pytest

from rulerun.interpreter import State, actors, advance, decision, initial, is_over, outcome
from rulerun.interpreter.standing import ONE, standing, standings, terms
from rulerun.program.ir import Program

from ..support.battery import WITNESSES, Setting, compiled, game_of, of_each, smallest


def played(program: Program, number: int, decisions: int = 10_000) -> tuple[int, ...]:
    """The vector of a random match after so many decisions, or at its end."""
    chance, state = random.Random(number), initial(game_of(program))
    for _ in range(decisions):
        if is_over(program, state):
            break
        seat = actors(game_of(program), state)[0]
        state, _ = advance(game_of(program), state, seat, chance.randrange(len(decision(game_of(program), state, seat).options)))
    return state.slots


@of_each((*smallest(), *WITNESSES))
def test_everybody_stands_between_0_and_1(setting: Setting) -> None:
    program = compiled(setting)
    for number in range(6):
        found = standings(game_of(program), played(program, number, 5 * number))
        assert len(found) == len(program.players)
        assert all(0 <= each <= ONE for each in found)


def test_the_winner_has_1_and_a_draw_is_halved() -> None:
    program, seen = compiled(Setting("tic_tac_toe", "", 2)), set()
    for number in range(60):
        slots = played(program, number)
        found, winners = standing(game_of(program), slots), outcome(game_of(program), State(slots, None)).winners
        assert found == tuple((1.0 if seat in winners else 0.0) if winners else 0.5 for seat in (0, 1))
        seen.add(found)
    assert seen == {(1.0, 0.0), (0.0, 1.0), (0.5, 0.5)}


def test_a_payoff_is_mapped_from_the_lowest_to_the_highest_that_can_be() -> None:
    program = compiled(Setting("kuhn_poker", "", 2))
    scale = terms(program).paid
    assert scale is not None
    assert scale.bounds is not None
    low, high = scale.bounds
    assert (scale.at(low), scale.at((low + high) // 2), scale.at(high)) == (0, ONE // 2, ONE)
    seen = {standings(game_of(program), played(program, number)) for number in range(40)}
    assert len(seen) > 2
    assert all(sum(each) == sum(map(scale.at, (1, -1))) for each in seen)


def test_who_leads_stands_above_the_even_share_and_who_is_behind_below_it() -> None:
    program = compiled(Setting("goofspiel", "", 2))
    found = [standing(game_of(program), played(program, number, 12)) for number in range(10)]
    assert any(one > 0.5 > other for one, other in found)
    assert all(sum(each) == 1 for each in found)
    assert standing(game_of(program), initial(game_of(program)).slots) == (0.5, 0.5)


def test_a_seat_alone_stands_higher_with_more_points() -> None:
    program = compiled(Setting("yahtzee", "", 1))
    names = [place.base for place in program.places if place.name.plain == "points"]
    slots = list(played(program, 1))
    reached = []
    for points in (0, 1, 50, 300):
        slots[names[0]] = points
        reached.append(standing(game_of(program), slots)[0])
    assert reached == sorted(set(reached))


def test_without_score_or_ranking_all_stand_alike_until_the_end() -> None:
    program = compiled(Setting("connect_four", "", 2))
    assert standing(game_of(program), played(program, 3, 5)) == (0.5, 0.5)


def test_who_plays_together_has_all_or_nothing_together() -> None:
    program = compiled(Setting("hanabi", "", 2))
    found = standings(game_of(program), played(program, 1))
    assert found[0] == found[1]


@pytest.mark.parametrize(("file", "players", "decisions"), [("change_horses", 3, 40), ("kalah", 2, 30)])
def test_players_are_told_apart_where_what_ranks_them_may_be_impossible_to_work_out(
    file: str, players: int, decisions: int
) -> None:
    program = compiled(Setting(file, "", players))
    even = (ONE // players,) * players
    assert standings(game_of(program), initial(game_of(program)).slots) == even
    assert any(standings(game_of(program), played(program, number, decisions)) != even for number in range(3))
