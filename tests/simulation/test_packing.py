"""Packed cards: sums of what is printed on them, and choices of which a test lets all pass."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulerun.dsl.compile import compile_ruleset
from rulerun.dsl.text.source import Source
from rulerun.program.ir import Program
from rulerun.simulation.emit.module import Form, emit
from rulerun.simulation.emit.packing import WORD, Packing, representation
from rulerun.simulation.runtime import plain

from ..support.emitted import same_end
from ..support.packed import Packed


@given(st.data())
def test_a_sum_of_weights_is_what_the_cards_add_up_to(data: st.DataObject) -> None:
    copies = data.draw(st.lists(st.integers(0, 6), min_size=1, max_size=12).filter(lambda each: sum(each) > 0))
    bits = sum(copies).bit_length() + 1
    kinds = min(len(copies), WORD // bits)
    weights = tuple(data.draw(st.lists(st.integers(-40, 40), min_size=kinds, max_size=kinds)))
    held = [data.draw(st.integers(0, most)) for most in copies[:kinds]]
    word = sum(count << (bits * kind) for kind, count in enumerate(held))
    text = Packing(bits, kinds).weighed("word", "count", weights)
    if text is None:
        assert (max(weights) - min(weights)) * ((1 << (bits - 1)) - 1) >= 1 << (2 * bits)
        return
    names = {**vars(plain), "word": word, "count": sum(held)}
    assert eval(text, names) == sum(count * weight for count, weight in zip(held, weights, strict=True))


RULES = """\
ruleset: drawn
players: 3
decks:
  numbers:
    cards:
      - {value: -7, copies: 2}
      - {value: 0, copies: 3}
      - {value: 4, copies: 1}
      - {value: 5, copies: 4}
      - {value: 30, copies: 2}
    starts in: stock
zones:
  stock: {of: numbers, kind: pile, seen by: nobody}
  hand: {of: numbers, per: player, seen by: owner}
  table: {of: numbers, per: player, seen by: everyone}
variables:
  spot: {holds: 0..9}
scores:
  points: {per: player}
phases:
  game:
    - deal 4 from stock to hand of each player
    - repeat 4 times as round:
        - together, each player me:
            - choose card from hand[me]
            - choose target from players where TEST
            - put card in table[target]
        - for each player me:
            - points[me] += sum of c.value for c in table[me]
            - me chooses number from 2..9 where spot = 0 or number > spot or number = 9
            - spot = number mod 9
outcome:
  winners: players p where points[p] = (highest of points[q] for q in players)
"""


def drawn(test: str) -> Program:
    """The rules with that test."""
    found = compile_ruleset(Source("drawn.yaml", RULES.replace("TEST", test)), "", 3, {})
    assert found.program is not None, found.diagnostics
    return found.program


@pytest.mark.parametrize(
    "test", ["round < 3 or target = me", "target != me or round = 2 or round = 4", "round > 0 or target = Ben"]
)
def test_a_choice_of_which_all_may_pass_is_drawn_alike(test: str) -> None:
    program = drawn(test)
    same_end(program, Packed(program, compiled=False), range(8))


def test_where_all_pass_no_options_are_listed() -> None:
    program = drawn("round < 3 or target = me")
    text = emit(program, Form.PLAYOUT, representation(program)).text
    begun = text[text.index("# choose target") :]
    assert begun.index("below(b, 3)") < begun.index("o[U(")


LIMITED = """\
ruleset: limited
players: 2
variables:
  limit: {holds: 0..5, starts as: nothing}
  free: {holds: truth}
scores:
  points: {per: player}
phases:
  game:
    - repeat 3 times:
        - for each player me:
            - me chooses one:
                - set y from 2..5:
                    - limit = y
                - wait
            - free = limit = 3
            - if limit != nothing or free:
                - me chooses x from 1..limit where free or x = player_number(me) or x = 2
                - points[me] += x
outcome:
  winners: players p where points[p] = (highest of points[q] for q in players)
"""
"""Rules in which the last number to choose from may be nothing."""


def test_a_choice_up_to_what_may_be_nothing_is_drawn_alike() -> None:
    found = compile_ruleset(Source("limited.yaml", LIMITED), "", 2, {})
    assert found.program is not None, found.diagnostics
    same_end(found.program, Packed(found.program, compiled=False), range(20))
