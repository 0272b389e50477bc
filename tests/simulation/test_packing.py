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
from rulerun.simulation.runtime import kernels, plain

from ..support.emitted import same_end
from ..support.packed import Packed


@given(st.data())
def test_a_sum_of_weights_is_what_the_cards_add_up_to(data: st.DataObject) -> None:
    copies = data.draw(st.lists(st.integers(0, 6), min_size=1, max_size=12).filter(lambda each: sum(each) > 0))
    bits = sum(copies).bit_length() + 1
    kinds = min(len(copies), WORD // bits)
    most = data.draw(st.sampled_from((3, 10, 40)))
    weights = tuple(data.draw(st.lists(st.integers(-most, most), min_size=kinds, max_size=kinds)))
    held = [data.draw(st.integers(0, most)) for most in copies[:kinds]]
    word = sum(count << (bits * kind) for kind, count in enumerate(held))
    text = Packing(bits, kinds, tuple(copies[:kinds])).weighed("word", "count", weights)
    if text is None:
        assert (max(weights) - min(weights)) * ((1 << (bits - 1)) - 1) >= 1 << (2 * bits)
        return
    names = {**vars(plain), "word": word, "count": sum(held)}
    assert eval(text, names) == sum(count * weight for count, weight in zip(held, weights, strict=True))


def test_small_sums_take_one_product() -> None:
    packing = Packing(7, 9, (1, 3, 4, 5, 6, 5, 4, 3, 1))
    small, large = (packing.weighed("z", "c", tuple(range(-4 * far, 5 * far, far))) for far in (1, 5))
    assert small is not None
    assert large is not None
    assert (small.count("*"), large.count("*"), "c" in small) == (1, 3, False)


@given(st.lists(st.integers(0, 5), min_size=1, max_size=9).filter(any), st.data())
def test_a_card_is_drawn_as_a_word_and_as_a_kind(held: list[int], data: st.DataObject) -> None:
    packing = Packing(sum(held).bit_length() + 1, len(held), tuple(held))
    if packing.bits * packing.kinds > WORD:
        return
    number = data.draw(st.integers(0, sum(held) - 1))
    word = sum(count << (packing.bits * kind) for kind, count in enumerate(held))
    names = {**vars(plain), **vars(kernels), "word": word, "number": number}
    (expected,) = (kind for kind in range(len(held)) if 0 <= number - sum(held[:kind]) < held[kind])
    assert eval(packing.drawn("word", "number"), names) == expected
    names["card"] = eval(packing.drawn_card("word", "number"), names)
    assert names["card"] == 1 << (packing.bits * expected)
    assert eval(packing.kind("card"), names) == expected


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


TAKEN = """\
ruleset: taken
players: 3
decks:
  numbers:
    cards:
CARDS
    starts in: stock
zones:
  stock: {of: numbers, kind: pile, seen by: nobody}
  hand: {of: numbers, per: player, seen by: owner}
  table: {of: numbers, seen by: everyone}
  tray: {of: numbers, per: 0..60, seen by: everyone}
variables:
  spot: {holds: player}
scores:
  points: {per: player}
phases:
  game:
    - repeat 2 times as round:
        - gather numbers into stock
        - deal 2 from stock to hand of each player
        - for each player me:
            - spot = me
LINES
    - for each player me:
        - points[me] += number of c in hand[me]
outcome:
  winners: players p where points[p] = (highest of points[q] for q in players)
"""
ONE_AFTER_ANOTHER = {
    "directly behind": (True, "me chooses card from hand[me]", "put card from hand[me] in table"),
    "another choice between": (
        True,
        "me chooses card from hand[me]",
        "me chooses other from players",
        "put card from hand[me] in table",
    ),
    "drawn at random": (True, "random card from hand[me]", "put card from hand[me] in hand[spot]"),
    "drawn from a pile": (True, "draw card from stock to hand[me]", "put card from hand[me] in table"),
    "in what it leads to": (
        True,
        "me chooses one:",
        "    - lay card from hand[me]:",
        "        - put card from hand[me] in table",
        "    - wait",
    ),
    "from elsewhere": (False, "me chooses card from hand[me]", "put card from hand[Anne] in table"),
    "another one": (
        False,
        "me chooses card from hand[me]",
        "let other = first c in hand[me] where c.value > 1, else card",
        "put other from hand[me] in table",
    ),
    "when another one went": (
        False,
        "me chooses card from hand[me]",
        "move all c from hand[me] to stock where c.value = 2",
        "put card from hand[me] in table",
    ),
    "when the hand is another": (
        False,
        "random card from hand[spot]",
        "spot = Ben",
        "put card from hand[spot] in table",
    ),
    "to where fewer lie elsewhere": (
        False,
        "draw card from stock to tray[number of c in stock]",
        "put card from tray[1 + (number of c in stock)] in tray[number of c in table]",
    ),
    "from where fewer lie elsewhere": (
        False,
        "draw card from stock to tray[number of c in stock]",
        "put card from tray[number of c in stock] in table",
    ),
    "twice": (
        False,
        "me chooses card from hand[me]",
        "put card from hand[me] in table",
        "put card from hand[me] in table",
    ),
}


@pytest.mark.parametrize(("kinds", "copies"), [(3, 3), (8, 1), (30, 2)], ids=["in fields", "as bits", "in the vector"])
@pytest.mark.parametrize("name", ONE_AFTER_ANOTHER)
def test_a_card_just_chosen_is_taken_without_a_look_and_any_other_is_looked_for(name: str, kinds: int, copies: int) -> None:
    sure, *given = ONE_AFTER_ANOTHER[name]
    lines = "\n".join(f"            {line}" if line.startswith(" ") else f"            - {line}" for line in given)
    cards = "\n".join(f"      - {{value: {value}, copies: {copies}}}" for value in range(1, kinds + 1))
    found = compile_ruleset(Source("taken.yaml", TAKEN.replace("LINES", lines).replace("CARDS", cards)), "", 3, {})
    program = found.program
    assert program is not None, found.diagnostics
    for checked in (False, True):
        emitted = emit(program, Form.PLAYOUT, representation(program), checked=checked)
        looked = any("missing" in site.reason.__qualname__ for site in emitted.sites)
        assert looked is (checked or not sure)
    engine = Packed(program, compiled=False)
    for number in range(6):
        same_end(program, engine, range(number, number + 1))
