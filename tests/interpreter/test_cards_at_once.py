"""`1..3 cards c from hand[me] as paid`, one decision: by which odds a set is chosen, who hears of it, what is imagined of it."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import comb, prod

import pytest

from rulerun.dsl.compile import compile_ruleset
from rulerun.dsl.text.source import Source
from rulerun.interpreter import Chosen, Observer, actors, advance, decision, heard, initial, option_text, view
from rulerun.interpreter.core.rng import Stream
from rulerun.program.ir import NOTHING, Program
from rulerun.simulation import Batch, prepare_plain
from rulerun.worlds.sample import Exact, Sampler

from ..support.battery import drawn, game_of, played
from ..support.histories import somewhere
from ..support.two_worlds import happening
from .test_secrecy import compared

COPIES = (3, 1, 2, 1)
GAME = """
ruleset: at_once
players: 1
decks:
  deck:
    cards: [{{worth: 0, copies: 3}}, {{worth: 1}}, {{worth: 2, copies: 2}}, {{worth: 3}}]
    starts in: hand
zones:
  hand: {{of: deck, seen by: everyone}}
  open: {{of: deck, seen by: everyone}}
phases:
  game:
    - Anne chooses {wanted} as paid
    - put paid in open
outcome:
  winners: players
"""


def choosing(wanted: str) -> Program:
    found = compile_ruleset(Source("at_once.yaml", GAME.format(wanted=wanted)))
    assert found.program is not None, found.diagnostics
    return found.program


@pytest.mark.parametrize(("least", "most"), [(1, 1), (2, 2), (0, 3), (2, 5), (7, 7)])
def test_every_set_of_single_cards_is_equally_likely(least: int, most: int) -> None:
    program = choosing(f"{least}..{most} cards from hand")
    options = decision(game_of(program), initial(game_of(program)), 0).options
    sets = next(at for at, domain in enumerate(program.domains) if domain.members is not None)
    assert sum(each.weight for each in options) == sum(comb(7, size) for size in range(least, most + 1))
    for each in options:
        kinds = program.inside(sets, each.arguments[0])
        assert each.weight == prod(comb(COPIES[kind], kinds.count(kind)) for kind in set(kinds))


def test_a_condition_leaves_out_cards_and_each_option_is_there_once() -> None:
    program = choosing("2 cards c from hand where c.worth != 1")
    now = decision(game_of(program), initial(game_of(program)), 0)
    offer = {option_text(game_of(program), now, each): each.weight for each in now.options}
    cards = ["0", "0", "0", "2", "2", "3"]
    assert offer == Counter(f"paid {one} + {other}" for one, other in combinations(cards, 2))


@pytest.mark.parametrize("wanted", ["0..3 cards from hand", "(count(open) + 2)..4 cards c from hand where c.worth < 3"])
def test_emitted_code_offers_the_same_sets_with_the_same_weights(wanted: str) -> None:
    program = choosing(wanted)
    batch, state = Batch(prepare_plain(program), 1, seed=1), initial(game_of(program))
    options = decision(game_of(program), state, 0).options
    codes, weights, (count,) = batch.options()
    assert [(codes[0][at], weights[0][at]) for at in range(count)] == [(each.code, each.weight) for each in options]
    index = len(options) // 2
    batch.apply([options[index].code])
    state, _ = advance(game_of(program), state, 0, index)
    assert not actors(game_of(program), state)


SECRET = """
ruleset: secret
players: 2
decks:
  deck:
    cards: [{worth: 1..5, copies: 2}]
    starts in: stock
zones:
  stock: {of: deck, kind: pile}
  hand: {of: deck, per: player, seen by: owner}
  away: {of: deck, per: player, seen by: nobody}
  shown: {of: deck, seen by: everyone}
scores:
  points: {per: player}
phases:
  game:
    - shuffle stock
    - deal 4 cards from stock to hand of each player
    - for each player me:
        - me chooses 2 cards c from hand[me] as gone
        - put gone in away[me]
    - for each player me:
        - me chooses one:
            - show 1..2 cards c from hand[me] as some:
                - put some in shown
                - points[me] += sum of c.worth for c in some
            - pass
outcome:
  ranking (player p): highest points[p]
"""


def secret() -> Program:
    found = compile_ruleset(Source("secret.yaml", SECRET))
    assert found.program is not None, found.diagnostics
    return found.program


def test_others_hear_of_a_set_from_a_hidden_hand_only_that_it_was_chosen() -> None:
    program = secret()
    for turn in played(program, drawn(3), listening=True):
        for event in turn.events:
            chosen = happening(event)
            if isinstance(chosen, Chosen) and chosen.option.arguments:
                told = heard(program, event, 1 - chosen.actor)
                assert isinstance(told, Chosen)
                assert told.option.arguments == (NOTHING,)
                assert told.option.code == -1
                assert heard(program, event, chosen.actor) == chosen


def test_a_seat_cannot_tell_apart_what_it_was_not_shown() -> None:
    assert compared(secret(), 40).alike > 100


def test_what_is_imagined_agrees_with_what_was_heard() -> None:
    program = secret()
    for seed in range(12):
        history = somewhere(program, 4 + seed, seed)
        if history is None:
            continue
        found = game_of(program).cached(Sampler).sample(history, Stream(seed), budget=1_000)
        assert found.exact is not Exact.APPROXIMATE
        again = Observer.replayed(game_of(program), found.line)
        assert again.history(history.seat) == history
        assert view(game_of(program), again.state, history.seat).zones
