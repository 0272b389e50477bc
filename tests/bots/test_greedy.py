"""The greedy bot: it takes what leaves its seat best off, counts with chance, and says what it thinks of each option."""

from __future__ import annotations

import pytest

from rulerun import bots
from rulerun.bots import Situation, situation
from rulerun.dsl.compile import compile_ruleset
from rulerun.dsl.text.source import Source
from rulerun.interpreter import NATURE, Observer, decision, option_text, outcome
from rulerun.lab.runs.playing import play_out
from rulerun.program.ir import Program

from ..support.battery import Setting, compiled, drawn, game_of

GAMBLE = """
ruleset: gamble
players: 2
scores:
  points: {per: player, holds: -100..100}
phases:
  game:
    - for each player me:
        - me chooses one:
            - dare:
                - roll 1 die as face
                - points[me] += 12 if face = 6 else 0
            - keep:
                - points[me] += SAFE
            - wait: []
outcome:
  ranking (player p): highest points[p]
"""

HIDDEN = """
ruleset: hidden
players: 2
decks:
  cards:
    cards:
      - {worth: 1}
      - {worth: 2}
      - {worth: 9}
    starts in: stock
zones:
  stock: {of: cards, kind: pile, seen by: nobody}
  hand: {of: cards, per: player, seen by: owner}
scores:
  points: {per: player}
phases:
  game:
    - shuffle stock
    - deal 1 from stock to hand of each player
    - for each player me:
        - me chooses one:
            - dare:
                - points[me] += 2 if (sum of c.worth for c in hand[me]) > (sum of c.worth for c in hand[next(me)]) else 0
            - keep:
                - points[me] += 1
outcome:
  ranking (player p): highest points[p]
"""


def made(text: str) -> Program:
    found = compile_ruleset(Source("game.yaml", text))
    assert found.program is not None, [each.message for each in found.diagnostics]
    return found.program


def first_asked(program: Program, *answers: int) -> Situation:
    """The first decision of a seat, when chance has answered like that."""
    observer = Observer.beginning(game_of(program))
    for index in answers:
        observer.answer(NATURE, index)
    seat = observer.asked[0]
    return situation(bots.make("greedy"), observer, decision(game_of(program), observer.state, seat))


def taken(given: Situation, name: str = "greedy", seed: int = 1) -> str:
    index = bots.make(name).choose(given, drawn(seed))
    return option_text(game_of(given.program), given.asked, given.asked.options[index])


@pytest.mark.parametrize(("safe", "wanted"), [("1", "dare"), ("3", "keep")])
def test_chance_counts_by_what_it_brings_on_average(safe: str, wanted: str) -> None:
    given = first_asked(made(GAMBLE.replace("SAFE", safe)))
    assert {taken(given, seed=seed) for seed in range(10)} == {wanted}


def test_an_estimate_for_each_option_and_the_best_one_is_taken() -> None:
    given, greedy = first_asked(made(GAMBLE.replace("SAFE", "3"))), bots.make("greedy")
    assert isinstance(greedy, bots.Advisor)
    found = greedy.advise(given, drawn(1))
    assert [each.option for each in found] == [0, 1, 2]
    assert found[1].worth > found[0].worth > found[2].worth == 0.5
    assert all(each.error is None and each.tried == 1 for each in found)


def test_what_is_hidden_is_imagined() -> None:
    program = made(HIDDEN)
    chosen = {}
    for own in range(3):  # nature deals the first seat the card of that index
        given = first_asked(program, own, 0)
        chosen[own] = {taken(given, "greedy:worlds=30", seed) for seed in range(5)}
    # the lowest card never wins, the highest always; worth of `keep` lies between
    assert chosen[0] == {"keep"}
    assert chosen[2] == {"dare"}


PUSH = """
ruleset: push
players: 2
scores:
  points: {per: player, holds: 0..200}
phases:
  game:
    - for each player me:
        - do turn (me, POT)
  turn (player me, number begun):
    - let pot = begun
    - repeat 9 times:
        - me chooses one:
            - roll:
                - roll 1 die as face
                - if face = 1:
                    - end the phase
                - pot += face
            - hold:
                - leave the loop
    - points[me] += pot
outcome:
  ranking (player p): highest points[p]
"""


@pytest.mark.parametrize(("pot", "wanted"), [("0", "roll"), ("6", "roll"), ("30", "hold")])
def test_what_chance_lets_it_take_home_next_counts(pot: str, wanted: str) -> None:
    given = first_asked(made(PUSH.replace("POT", pot)))
    assert {taken(given, seed=seed) for seed in range(5)} == {wanted}


def test_equally_good_options_are_drawn() -> None:
    given = first_asked(compiled(Setting("tic_tac_toe", "", 2)))
    assert len({taken(given, seed=seed) for seed in range(40)}) > 5


def results(name: str, games: int) -> tuple[int, int]:
    """How many of so many games the greedy bot wins, and how many it does not win, against `random`, first in every other one."""
    program, won, lost = compiled(Setting(name, "", 2)), 0, 0
    for game in range(games):
        seat = program.players[game % 2]
        sitting = {each: bots.make("greedy" if each == seat else "random") for each in program.players}
        end = play_out(game_of(program), sitting, 1, game, lambda bot, given, draw: bot.choose(given, draw))
        winners = outcome(game_of(program), end).winners
        won, lost = won + (winners == (seat,)), lost + (seat not in winners)
    return won, lost


def test_it_beats_random_where_a_row_can_be_finished() -> None:
    won, lost = results("connect_four", 40)
    assert won > 2 * lost
