"""Phases that conditions try in the interpreter: nobody hears of it, and nothing is left of it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rulerun.dsl.compile import compile_ruleset
from rulerun.dsl.text.source import Source
from rulerun.interpreter import (
    CardMoved,
    Event,
    PlayError,
    Said,
    State,
    advance,
    decision,
    find_option,
    initial,
    why_not,
)
from rulerun.interpreter.machine.expressions import value
from rulerun.program import ir
from rulerun.program.meter import meter_of
from rulerun.program.ops import changed_by, evaluated, everywhere, nodes

from ..support.battery import game_of

RULES = """\
ruleset: tried
players: 2
seats: [Anne, Ben]
decks:
  numbers: {cards: [{value: 1..4}], starts in: table}
zones:
  table: {of: numbers, seen by: everyone}
  hand: {of: numbers, per: player, seen by: owner}
variables:
  coins: {per: player, holds: 0..9, starts as: 3}
  pot: {holds: 0..9, starts as: 1}
phases:
  game:
    - Anne chooses n from 0..8:
        - only if n < 4 because "that is too much"
        - only if after pay (Anne, n), pot < 4 because "the pot would be full"
        - only if after pay (Anne, n), after pay (Ben, 1), pot > 2
        - do pay (Anne, n)
    - Ben chooses one:
        - rest
        - stay:
            - only if coins[Ben] < 9
  pay (player p, number n):
    - repeat 3 times:
        - say "{p} pays {n}"
    - coins[p] -= n
    - pot += n
    - move all from table to hand[p]
outcome:
  winners: players p where coins[p] > 2
"""


def program(rules: str = RULES, counted: str = "") -> ir.Program:
    found = compile_ruleset(Source("tried.yaml", rules), counted=counted).program
    assert found is not None
    return found


def tries(program: ir.Program) -> Iterator[ir.After]:
    return (node for op in everywhere(program) for node in nodes(evaluated(op)) if isinstance(node, ir.After))


def choose(tried: ir.Program, state: State, text: str) -> tuple[State, tuple[Event, ...]]:
    index = find_option(game_of(tried), decision(game_of(tried), state, 0), text)
    assert index is not None
    return advance(game_of(tried), state, 0, index)


def test_nobody_hears_of_what_is_tried() -> None:
    tried = program()
    state, events = choose(tried, initial(game_of(tried), listening=True), "n 2")
    assert [option.arguments for option in decision(game_of(tried), initial(game_of(tried)), 0).options] == [(1,), (2,)]
    assert [event.text("") for event in events if isinstance(event, Said)] == ["Anne pays 2"] * 3
    assert sum(isinstance(event, CardMoved) for event in events) == 4
    assert choose(tried, initial(game_of(tried), listening=True), "n 2") == (state, events)


def test_the_first_condition_that_fails_is_told() -> None:
    tried = program()
    state = initial(game_of(tried))
    found = [why_not(game_of(tried), state, 0, ("", (number,))) for number in (8, 3, 0, 1)]
    assert [each and (each.words, each.reason("")) for each in found] == [
        ("n < 4", "that is too much"),
        ("after pay (Anne, n), pot < 4", "the pot would be full"),
        ("after pay (Anne, n), after pay (Ben, 1), pot > 2", ""),
        None,
    ]


def test_what_is_tried_is_put_back_where_it_fails() -> None:
    tried = program()
    machine, first = game_of(tried).silent, next(tries(tried))
    s = machine.work(initial(game_of(tried)).slots)
    chosen = next(each for each in first.given if isinstance(each, ir.Slot))
    s[chosen.index], s[tried.places[0].base] = 2, 1
    before = s[: tried.locals]
    with pytest.raises(PlayError, match="`coins\\[Anne\\]` would become -1"):
        value(machine.context, first)(s)
    assert s[: tried.locals] == before


def test_what_is_tried_is_not_counted() -> None:
    counted = program(counted="pay")
    meter = meter_of(counted, "pay")
    assert meter is not None
    assert not any(meter + 1 in stretch for trial in counted.trials for stretch in changed_by(counted, trial))
    state = choose(counted, initial(game_of(counted)), "n 2")[0]
    assert state.slots[meter + 1] == 1
