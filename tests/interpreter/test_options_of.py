"""What rules are told of the options of a phase is what the seat is then offered."""

from __future__ import annotations

from rulerun.dsl.compile import compile_ruleset
from rulerun.dsl.text.source import Source
from rulerun.interpreter import NATURE, actors, advance, decision, initial
from rulerun.interpreter.core.rng import Use, stream
from rulerun.program.ir import Ask, Program
from rulerun.program.ops import statements

from ..support.battery import game_of

RULES = """ruleset: offers
title: Offers
players: 2
enumerations:
  colour: [red, green, blue]
decks:
  numbers:
    cards: [{value: 1..4, copies: 3}]
    starts in: stock
zones:
  stock: {of: numbers, kind: pile, seen by: nobody}
  hand: {of: numbers, per: player, seen by: owner}
  line: {of: numbers, kind: row, seen by: everyone}
variables:
  coins: {per: player, holds: 0..20, starts as: 4}
  owner: {per: colour, holds: player}
  told: {holds: 0..100}
phases:
  game:
    - shuffle stock
    - deal 3 from stock to hand of each player
    - deal 3 from stock to line
    - repeat 6 times as round:
        - for each player me:
            - told = count(options of turn (me, round))
            - if (told > 0) != any option of turn (me, round):
                - told = 99
            - if told > 0:
                - do turn (me, round)
  turn (player me, number round):
    - let most = coins[me] div 2
    - if round = 3:
        - me chooses lucky from [1, 1, 2, most]:
            - only if lucky > 0
        - coins[me] = min(20, coins[me] + lucky)
      else if round = 4 and most = 0:
        - end the phase
      else:
        - me chooses one:
            - buy c from colour where owner[c] is nothing, n from 1..most:
                - let price = n * round
                - only if price <= coins[me]
                - let left = coins[me] - price
                - only if left mod 2 = 0 or (any card x in hand[me] has x.value = n)
                - owner[c] = me
                - coins[me] = left
            - sell card from hand[me], other from hand[me] where other.value >= card.value:
                - only if round > 1
                - put card in stock
                - coins[me] = min(20, coins[me] + card.value)
            - drop card from line, n from 1..2 where card.value > n:
                - only if card.value != 3
                - put card in stock
            - rest:
                - only if count(hand[me]) = 0 or owner[red] = me
outcome:
  winners: player p where owner[red] = p
"""


def program() -> Program:
    made = compile_ruleset(Source("offers.yaml", RULES), "", 2)
    assert made.program is not None, made.diagnostics
    return made.program


def test_as_many_options_are_counted_as_are_offered() -> None:
    played = program()
    told = next(place.base for place in played.places if place.name.plain == "told")
    turns = {op.stop for op in statements(played) if isinstance(op, Ask)}
    met: set[int] = set()
    for game in range(60):
        state, draw = initial(game_of(played)), stream(5, game, Use.NATURE).below
        while acting := actors(game_of(played), state):
            asked = decision(game_of(played), state, acting[0])
            if acting[0] != NATURE:
                assert len(asked.options) == state.slots[told]
                met.add(asked.stop)
            state, _ = advance(game_of(played), state, acting[0], draw(len(asked.options)))
    assert met == turns
