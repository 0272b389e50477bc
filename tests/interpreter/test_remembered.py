"""What is remembered: that is the same in whatever order it came, nothing else is, and it is what a plain list would hold."""

from __future__ import annotations

from collections import Counter
from random import Random

from rulerun.dsl.compile import compile_ruleset
from rulerun.dsl.text.source import Source
from rulerun.interpreter import advance, decision, initial, option_text
from rulerun.interpreter.machine.machine import value_of
from rulerun.program.ir import NOTHING, Extent, Place, PlaceKind, Program, Times, Visibility, Words
from rulerun.program.positions import Packing, packed, packing

from ..support.battery import game_of

RULES = """ruleset: marks
title: Marks
players: 1
enumerations:
  mark: [one, two, three]
variables:
  at: {per: 1..40, holds: mark}
  large: {holds: number}
positions:
  shape: {of: [at, large], at most: 30}
phases:
  game:
    - repeat 30 times:
        - Anne chooses one:
            - keep:
                - remember shape
            - drop:
                - forget shape
            - put x from 1..40, y from mark:
                - at[x] = y
            - clear x from 1..40:
                - at[x] = nothing
            - count y from -1..1:
                - large = y * 2147483647
outcome:
  winners: players
"""


def rules() -> Program:
    made = compile_ruleset(Source("marks.yaml", RULES))
    assert made.program is not None, made.diagnostics
    return made.program


PROGRAM = rules()


def played(*choices: str) -> tuple[int, ...]:
    """The vector behind these choices, but for how many of the thirty were made."""
    state = initial(game_of(PROGRAM))
    for choice in choices:
        asked = decision(game_of(PROGRAM), state, 0)
        texts = [option_text(game_of(PROGRAM), asked, option) for option in asked.options]
        state, _ = advance(game_of(PROGRAM), state, 0, texts.index(choice))
    return state.slots[: PROGRAM.locals]


def test_the_order_in_which_positions_came_makes_no_difference() -> None:
    one = played("put 7 two", "keep", "clear 7", "count 1", "keep", "count 0", "keep")
    other = played("keep", "count 1", "keep", "count 0", "put 7 two", "keep", "clear 7")
    assert one == other


def test_what_was_forgotten_leaves_nothing_behind() -> None:
    assert played("keep", "count -1", "keep", "drop", "count 0") == played()


def test_a_position_counts_as_often_as_it_was_kept() -> None:
    random, state = Random(3), initial(game_of(PROGRAM))
    start = next(place.base for place in PROGRAM.places if place.name.plain == "at")
    told: list[int] = []
    kept: Counter[tuple[int, ...]] = Counter()
    for _ in range(300):
        here = state.slots[start : start + 41]
        assert value_of(game_of(PROGRAM).silent, state.slots, Times(0, (), 0)) == kept[here]
        told.append(kept[here])
        if not state.slots[0]:
            state, kept = initial(game_of(PROGRAM)), Counter()
            continue
        options = decision(game_of(PROGRAM), state, 0).options
        index = random.choice([at for at, each in enumerate(options) if each.name in ("keep", "count", "drop")])
        kept = Counter() if options[index].name == "drop" else kept
        kept[here] += options[index].name == "keep"
        state, _ = advance(game_of(PROGRAM), state, 0, index)
    assert max(told) > 2


def test_values_are_packed_as_close_as_they_fit() -> None:
    def place(count: int, low: int, high: int, optional: bool) -> Place:
        per = (Extent(None, 1, count, 1),)
        return Place(Words("x"), PlaceKind.VARIABLE, 0, per, None, False, low, high, optional, None, Visibility.EVERYONE, None)

    assert packing(place(64, 0, 1, False)) == Packing(0, 64, 31, 2, 0)
    assert packing(place(64, 0, 1, True)) == Packing(0, 64, 19, 3, -1)
    assert packing(place(64, 5, 5, False)).words == 1
    assert packing(place(3, 0, 2**31 - 1, False)).words == 3
    assert packed((packing(place(3, 4, 8, True)),), [4, NOTHING, 8]) == [1 * 36 + 0 * 6 + 5]
    assert packed((packing(place(2, 0, 2**31 - 1, True)),), [7, NOTHING]) == [7, NOTHING]
