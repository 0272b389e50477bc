"""Worlds along histories on which all cards were gathered: only what happened since then matters."""

from __future__ import annotations

from collections import Counter

import pytest

from rulerun.interpreter import ObservationHistory, Observer, decision
from rulerun.interpreter.core.rng import Stream
from rulerun.program.ir import Program
from rulerun.simulation import prepare_plain
from rulerun.worlds.replays import Replays, World
from rulerun.worlds.sample import Exact, Sampler

from ..support.battery import game_of
from .test_sample_odds import accepts, heard, possible
from .test_sample_odds import program as program_of

DEALS = """\
ruleset: deals
players: 2
decks:
  cards:
    cards: [{value: 1..5}]
    starts in: stock
zones:
  stock: {of: cards, kind: pile, seen by: nobody}
  hand: {of: cards, per: player, seen by: owner}
VALUES
phases:
  game:
    - repeat 2 times:
        - gather cards into stock
        - shuffle stock
        - deal 1 from stock to hand of each player
        - draw 1 from stock to hand[Ben]
        - if any c in hand[Ben] has c.value > 4:
            - say "high"
          else:
            - say "low"
NOTED
    - Anne chooses guess from 1..4
outcome:
  winners: Anne
"""
"""All cards are gathered once between two deals."""

DECIDED_BY_NATURE = 5
"""So many cards are drawn in two deals, but for the first, which the history tells."""

FORGETTING = DEALS.replace("VALUES\n", "").replace("NOTED\n", "")
REMEMBERING = DEALS.replace("VALUES", "variables:\n  told: {holds: 0..5, seen by: nobody}").replace(
    "NOTED", "        - if told = 0:\n            - told = highest of c.value for c in hand[Ben]"
)
"""Nobody sees what the variable holds, which the first deal decides."""


def drawn(rules: Program, history: ObservationHistory, many: int) -> list[World]:
    """Worlds that need not come by the stated odds."""
    replays = Replays(prepare_plain(rules))
    return [replays.world(history, number * 0x9E3779B97F4A7C15 % 2**64, 2_000, strict=False) for number in range(many)]


def assert_possible(rules: Program, history: ObservationHistory, found: list[World]) -> None:
    """All worlds that are possible are drawn, and no others, as often as nature makes them; their answers leave the history."""
    assert all(world.agrees for world in found)
    law, counts = possible(rules, history, inferring=False), Counter(world.slots for world in found)
    assert len(law) > 2
    assert set(counts) == set(law)
    assert accepts(law, counts) > 0.001
    for world in found[:2]:
        again = Observer.replayed(game_of(rules), world.line)
        assert again.history(history.seat) == history
        assert again.state.slots == world.slots


def test_worlds_go_on_from_where_all_cards_were_gathered() -> None:
    rules = program_of(FORGETTING)
    history = heard(rules, 1)
    found = drawn(rules, history, 150)
    assert_possible(rules, history, found)
    assert all(0 < world.tried < DECIDED_BY_NATURE for world in found)


def test_a_value_that_nobody_sees_is_remembered_when_all_cards_are_gathered() -> None:
    rules = program_of(REMEMBERING)
    history = heard(rules, 1)
    found = drawn(rules, history, 300)
    assert_possible(rules, history, found)
    assert all(world.tried >= DECIDED_BY_NATURE for world in found)


def test_a_match_that_goes_on_draws_what_one_draws_that_is_asked_for_the_first_time() -> None:
    rules = program_of(FORGETTING.replace("repeat 2", "repeat 4"))
    lived, chance, kept = Observer.beginning(game_of(rules)), Stream(5), Replays(prepare_plain(rules))
    asked = 0
    while lived.asked:
        actor = lived.asked[0]
        lived.answer(actor, chance.below(len(decision(game_of(rules), lived.state, actor).options)))
        if lived.answers[-1].asked.actor >= 0 or len(lived.answers) % 3:
            continue
        history = lived.history(1)
        anew = Replays(prepare_plain(rules))
        for seed in (3, 4):
            assert kept.world(history, seed, 500, strict=False) == anew.world(history, seed, 500, strict=False)
            asked += 1
    assert asked >= 6


@pytest.mark.parametrize("seed", [1, 2])
def test_the_stated_odds_look_at_the_whole_match(seed: int) -> None:
    rules = program_of(FORGETTING)
    history = heard(rules, seed)
    world = Replays(prepare_plain(rules)).world(history, seed, 20_000, strict=True)
    assert world.agrees
    assert world.tried >= DECIDED_BY_NATURE


PILES = """\
ruleset: own_piles
players: 2
decks:
  cards:
    cards: [{value: 1..4, copies: 2}]
    starts in: stock
zones:
  stock: {of: cards, seen by: everyone}
  pile: {of: cards, per: player, kind: pile, seen by: nobody, refills from: "used[owner]"}
  hand: {of: cards, per: player, seen by: owner}
  used: {of: cards, per: player, seen by: everyone}
phases:
  game:
    - for each player p:
        - for each number n in 1..4:
            - move 1 card c from stock to used[p] where c.value = n
        - deal 2 from pile[p] to hand[p]
    - repeat 2 times:
        - for each player me:
            - me chooses card from hand[me]
            - put card in used[me]
            - move all from hand[me] to used[me]
            - deal 2 from pile[me] to hand[me]
    - Anne chooses guess from 1..3
outcome:
  winners: Anne
"""
"""Everybody has a pile; once a hand is laid open, it is known what lies in its owner's."""


@pytest.mark.slow
def test_where_each_has_a_pile_worlds_go_on_from_the_last_hand_that_was_laid_open() -> None:
    rules = program_of(PILES)
    history = heard(rules, 3)
    replays = Replays(prepare_plain(rules))
    sampler, rng = Sampler(game_of(rules), replays), Stream(7)
    found = [sampler.sample(history, rng) for _ in range(300)]
    law, counts = possible(rules, history, inferring=False), Counter(each.slots for each in found)
    assert len(law) > 2
    assert {each.exact for each in found} == {Exact.LAW}
    assert accepts(law, counts) > 0.001
    assert all(replays.world(history, seed, 4, strict=True).agrees for seed in range(20))
