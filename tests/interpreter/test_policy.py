"""Policies: how often each option of a menu is chosen at random, worked out from all that can be drawn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

import pytest

from rulerun.bots import Situation
from rulerun.bots.random import FLAT, Random
from rulerun.dsl.compile import compile_ruleset
from rulerun.dsl.text.source import Source
from rulerun.interpreter import Decision, Option, Policy, initial, random_playout
from rulerun.interpreter.core.policy import entries, random_index
from rulerun.interpreter.core.rng import Stream
from rulerun.program.ir import Program
from rulerun.simulation import Engine, prepare_plain

from ..support.battery import game_of, slot, stepped
from ..support.draws import chances, dictated, listed_draws
from ..support.lockstep import played_out, stepped_out

MENU = """\
ruleset: menu
players: 2
variables:
  taken: {holds: 0..9}
  banned: {holds: 0..9, starts as: BANNED}
decks:
  numbers:
    total: 4
    cards: [{value: 1..2, copies: 1}, {value: 3, copies: 2}]
    starts in: hand
zones:
  hand: {of: numbers, seen by: everyone}
phases:
  game:
    - Anne chooses one:
        - never n from 1..9:
            - only if n > 9
        - pass
        - buy n from 1..4:
            - only if n > banned
            - taken = n
        - play card c from hand where c.value > banned:
            - taken = 5 + c.value
outcome:
  winners: players p where taken > 4
"""


def menu(banned: int) -> Program:
    """A menu of which an entry never has an option, and two have fewer the more is *banned*."""
    found = compile_ruleset(Source("menu.yaml", MENU.replace("BANNED", str(banned))), "", 2, {})
    assert found.program is not None, found.diagnostics
    return found.program


def shares(total: int, weights: Mapping[int, int]) -> dict[int, Fraction]:
    """What is taken, each with its weight out of a total."""
    return {taken: Fraction(weight, total) for taken, weight in weights.items()}


EXPECTED: Mapping[tuple[int, Policy], Mapping[int, Fraction]] = {
    # three entries: a third for each, and in the last equal cards count one by one
    (0, Policy.ENTRIES): shares(12, {0: 4, 1: 1, 2: 1, 3: 1, 4: 1, 6: 1, 7: 1, 8: 2}),
    (0, Policy.FLAT): shares(9, {0: 1, 1: 1, 2: 1, 3: 1, 4: 1, 6: 1, 7: 1, 8: 2}),
    (3, Policy.ENTRIES): shares(2, {0: 1, 4: 1}),
    (3, Policy.FLAT): shares(2, {0: 1, 4: 1}),
    (2, Policy.ENTRIES): shares(6, {0: 2, 3: 1, 4: 1, 8: 2}),
    (2, Policy.FLAT): shares(5, {0: 1, 3: 1, 4: 1, 8: 2}),
    # only `pass` is left
    (9, Policy.ENTRIES): shares(1, {0: 1}),
    (9, Policy.FLAT): shares(1, {0: 1}),
}


def by_playout(program: Program, policy: Policy, draw: Callable[[int], int]) -> tuple[int, ...]:
    return random_playout(game_of(program), initial(game_of(program)).slots, draw, policy)


def by_steps(program: Program, policy: Policy, draw: Callable[[int], int]) -> tuple[int, ...]:
    return stepped(program, draw, policy).slots


def emitted(play: Callable[[Engine, int], tuple[int, ...]]) -> Callable[[Program, Policy, Callable[[int], int]], tuple[int, ...]]:
    """The same in emitted code, whose draws are dictated."""

    def by_code(program: Program, policy: Policy, draw: Callable[[int], int]) -> tuple[int, ...]:
        engine = prepare_plain(program, policy)
        dictated(engine, draw)
        return play(engine, 0)

    return by_code


WAYS = {
    "the interpreter's playout": by_playout,
    "the interpreter's steps": by_steps,
    "the playout form": emitted(played_out),
    "the stepping form": emitted(stepped_out),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("banned", "policy"), EXPECTED)
def test_a_menu_is_chosen_from_as_often_as_the_policy_says(way: str, banned: int, policy: Policy) -> None:
    program = menu(banned)
    taken = slot(program, "taken")
    assert chances(lambda draw: WAYS[way](program, policy, draw)[taken]) == EXPECTED[banned, policy]


@pytest.mark.parametrize("way", WAYS)
def test_an_entry_is_drawn_only_where_several_have_options(way: str) -> None:
    def bounds(banned: int, policy: Policy, *numbers: int) -> list[int]:
        return listed_draws(lambda draw: WAYS[way](menu(banned), policy, draw), numbers)

    assert bounds(0, Policy.ENTRIES, 0, 0) == [3, 1]
    assert bounds(0, Policy.ENTRIES, 1, 0) == [3, 4]
    assert bounds(0, Policy.ENTRIES, 2, 3) == [3, 4]
    assert bounds(3, Policy.ENTRIES, 1, 0) == [2, 1]
    assert bounds(9, Policy.ENTRIES, 0) == [1]
    assert bounds(0, Policy.FLAT, 0) == [9]


# ---------------------------------------------------------------------------------------------------------- one decision


def offered(*pairs: tuple[int, int]) -> tuple[Option, ...]:
    """Options, of which each has an entry and a weight."""
    return tuple(Option("bid", (at,), at, weight, entry) for at, (entry, weight) in enumerate(pairs))


SEVERAL = offered((1, 1), (2, 1), (2, 3), (4, 2))
ALONE = offered((3, 1), (3, 3))


def test_the_options_of_an_entry_stand_together() -> None:
    assert entries(SEVERAL) == [range(1), range(1, 3), range(3, 4)]
    assert entries(ALONE) == [range(2)]
    assert entries(()) == []


def test_each_entry_is_as_likely_as_another_and_its_options_by_weight() -> None:
    def found(options: tuple[Option, ...], policy: Policy) -> dict[int, Fraction]:
        return chances(lambda draw: random_index(options, policy, draw))

    assert found(SEVERAL, Policy.ENTRIES) == {
        0: Fraction(1, 3),
        1: Fraction(1, 12),
        2: Fraction(1, 4),
        3: Fraction(1, 3),
    }
    assert found(SEVERAL, Policy.FLAT) == {0: Fraction(1, 7), 1: Fraction(1, 7), 2: Fraction(3, 7), 3: Fraction(2, 7)}
    for policy in Policy:
        assert found(ALONE, policy) == {0: Fraction(1, 4), 1: Fraction(3, 4)}


def test_nothing_is_chosen_from_nothing() -> None:
    for policy in Policy:
        with pytest.raises(ValueError, match="from 0 to -1"):
            random_index((), policy, Stream(0).below)


def chosen(bot: Random, options: tuple[Option, ...], draw: Callable[[int], int]) -> int:
    """What the bot chooses, which looks at nothing."""

    return bot.choose(Situation(game_of(menu(0)), Decision(0, 1, options, False)), draw)


@pytest.mark.parametrize("word", [0, 1, 2**63, 2**64 - 1])
def test_the_random_bot_draws_once_and_goes_on_with_a_stream_of_its_own(word: int) -> None:
    asked: list[int] = []

    def draw(bound: int) -> int:
        asked.append(bound)
        return word % bound

    assert chosen(Random(), SEVERAL, draw) == random_index(SEVERAL, Policy.ENTRIES, Stream(word).below)
    assert chosen(Random(), ALONE, draw) == min(1, word % 4)
    assert asked == [2**64, 4]


def test_the_flat_bot_draws_by_weight() -> None:
    expected = chances(lambda draw: random_index(SEVERAL, Policy.FLAT, draw))
    assert chances(lambda draw: chosen(Random(FLAT), SEVERAL, draw)) == expected
