"""Cards that moved unseen: what is found out of them, and how often each world with them is drawn."""

from __future__ import annotations

from collections import Counter

import pytest

from rulerun.interpreter import ObservationHistory, Observer
from rulerun.program.ir import Program
from rulerun.simulation import prepare_plain
from rulerun.worlds.replays import Replays, World

from ..support.battery import Setting, compiled, game_of
from ..support.histories import somewhere
from .test_sample_odds import CARDS, accepts, heard, possible
from .test_sample_odds import program as program_of

TOLD = """\
ruleset: murmured
players: 2
decks:
  cards:
    cards: [{value: 1..4, copies: 2}]
    starts in: stock
zones:
  stock: {of: cards, kind: pile, seen by: nobody}
  hand: {of: cards, per: player, seen by: owner}
  table: {of: cards, seen by: everyone}
phases:
  game:
    - shuffle stock
    - deal 2 from stock to hand of each player
    - if any c in hand[Ben] has c.value > 3:
        - say "high"
    - draw 1 from stock to hand[Ben]
    - draw 1 from stock to hand[Ben]
    - if any c in hand[Ben] has c.value = 2:
        - say "a two"
      else:
        - say "no two"
    - Ben chooses card from hand[Ben] where card.value = (highest of c.value for c in hand[Ben])
    - put card in table
    - Anne chooses guess from 1..4
outcome:
  winners: Anne
"""
"""What is said rules out cards that lie in a hand, and cards that are drawn; what is put down must have come to the hand."""


def drawn(rules: Program, history: ObservationHistory, many: int) -> list[World]:
    """Worlds that need not come by the stated odds."""
    replays = Replays(prepare_plain(rules))
    return [replays.world(history, number * 0x9E3779B97F4A7C15 % 2**64, 2_000, strict=False) for number in range(many)]


def test_worlds_come_as_often_as_nature_makes_them_where_it_alone_is_unseen() -> None:
    rules = program_of(TOLD)
    history = heard(rules, 1)
    found = drawn(rules, history, 250)
    assert all(world.agrees for world in found)
    law = possible(rules, history, inferring=False)
    counts = Counter(world.slots for world in found)
    assert set(counts) <= set(law)
    assert accepts(law, counts) > 0.001


def test_each_world_is_drawn_where_others_chose_unheard() -> None:
    rules = program_of(CARDS)
    history = heard(rules, 0)
    found = drawn(rules, history, 150)
    assert {world.slots for world in found} == set(possible(rules, history, inferring=False))


@pytest.mark.parametrize(("file", "answers"), [("crazy_eights", 40), ("go_fish", 30)])
def test_what_is_found_out_of_a_trail_once_makes_worlds_of_it_at_once(file: str, answers: int) -> None:
    program = compiled(Setting(file, "", 3 if file == "go_fish" else 2))
    history = somewhere(program, answers, 3)
    assert history is not None
    found = drawn(program, history, 4)
    assert all(world.agrees for world in found)
    assert len({world.slots for world in found}) > 1
    assert all(world.tried < 3 * len(world.line) for world in found)
    for world in found[:2]:
        again = Observer.replayed(game_of(program), world.line)
        assert again.history(history.seat) == history
        assert again.state.slots == world.slots


HIDDEN_PILES = """\
ruleset: piles
players: 4
seats: [Anne, Ben, Chris, Dana]
decks:
  cards:
    cards: [{value: 1..8, copies: 3}]
    starts in: stock
zones:
  stock: {of: cards, kind: pile, seen by: nobody}
  hand: {of: cards, per: player, seen by: owner}
  front: {of: cards, per: player, seen by: nobody}
  played: {of: cards, seen by: everyone}
phases:
  game:
    - repeat 3 times:
        - gather cards into stock
        - shuffle stock
        - deal 4 from stock to hand of each player
        - repeat 4 times:
            - together, each player me:
                - choose card from hand[me]
                - choose pile from players
                - put card in front[pile]
            - reveal front of everyone
            - for each player p:
                - move all from front[p] to played
outcome:
  winners: Anne
"""
"""Cards are played together to piles, so that it is heard who plays where, and of each pile alone which cards lie there."""


def test_who_plays_where_when_all_decide_together_is_taken_from_what_is_heard() -> None:
    rules = program_of(HIDDEN_PILES)
    history = somewhere(rules, 80, 1)
    assert history is not None
    found = drawn(rules, history, 4)
    assert all(world.agrees for world in found)
    assert len({world.line for world in found}) > 1
    assert all(world.tried < 2 * len(world.line) for world in found)
    again = Observer.replayed(game_of(rules), found[0].line)
    assert again.history(history.seat) == history
    assert again.state.slots == found[0].slots
