"""`choose n cards`, `choose 0..n cards`: for whoever chooses at random every set is equally likely, in every engine."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from itertools import combinations
from math import comb, prod

import pytest

from rulerun.dsl.compile import compile_ruleset
from rulerun.dsl.text.source import Source
from rulerun.interpreter import actors, advance, decision, initial
from rulerun.interpreter.core.policy import Policy, random_index
from rulerun.interpreter.state import State
from rulerun.interpreter.step import random_playout
from rulerun.program.binomials import Ways, binomials
from rulerun.program.ir import Program
from rulerun.simulation import Batch, prepare_plain

from ..support.battery import game_of

GAME = """
ruleset: choosing
players: 1
decks:
  deck:
    cards: [{cards}]
    starts in: hand
zones:
  hand: {{of: deck, per: player, seen by: owner}}
  open: {{of: deck, seen by: everyone}}
phases:
  game:
    - gather deck into hand[Anne]
    - Anne chooses {wanted} and put them in open
outcome:
  winners: players
"""


def choosing(cards: str, number: int) -> Program:
    return choosing_such(cards, f"{number} cards from hand[Anne]")


def choosing_such(cards: str, wanted: str) -> Program:
    text = GAME.format(cards=cards, wanted=wanted).replace("starts in: hand", "starts in: open")
    found = compile_ruleset(Source("choosing.yaml", text))
    assert found.program is not None, found.diagnostics
    return found.program


def chances(program: Program) -> dict[tuple[int, ...], Fraction]:
    """The probability of each set of kinds, where every option is chosen by its weight."""
    found: dict[tuple[int, ...], Fraction] = defaultdict(Fraction)

    def follow(state: State, chance: Fraction, chosen: tuple[int, ...]) -> None:
        if not actors(game_of(program), state):
            found[chosen] += chance
            return
        options = decision(game_of(program), state, 0).options
        total = sum(option.weight for option in options)
        for index, option in enumerate(options):
            after, _ = advance(game_of(program), state, 0, index)
            follow(after, chance * Fraction(option.weight, total), (*chosen, *option.arguments))

    follow(initial(game_of(program)), Fraction(1), ())
    return found


@pytest.mark.parametrize("number", [1, 2, 3, 5, 6])
def test_every_set_of_different_cards_is_equally_likely(number: int) -> None:
    found = chances(choosing("{worth: 1..6}", number))
    assert found == {kinds: Fraction(1, comb(6, number)) for kinds in combinations(range(6), number)}


@pytest.mark.parametrize("number", [1, 2, 3, 4, 7])
def test_equal_cards_count_one_by_one(number: int) -> None:
    copies = (3, 1, 2, 1)
    cards = ", ".join(f"{{worth: {kind}, copies: {many}}}" for kind, many in enumerate(copies))
    found = chances(choosing(cards, number))
    ways = {kinds: prod(comb(copies[kind], kinds.count(kind)) for kind in set(kinds)) for kinds in found}
    assert sum(ways.values()) == comb(7, number)
    assert found == {kinds: Fraction(many, comb(7, number)) for kinds, many in ways.items()}


@pytest.mark.parametrize(("least", "most"), [(0, 2), (1, 3), (0, 6), (4, 9), (6, 6)])
def test_sets_of_all_sizes_are_equally_likely(least: int, most: int) -> None:
    found = chances(choosing_such("{worth: 1..6}", f"{least}..{most} cards from hand[Anne]"))
    sets = [kinds for size in range(least, min(most, 6) + 1) for kinds in combinations(range(6), size)]
    assert found == {kinds: Fraction(1, len(sets)) for kinds in sets}


@pytest.mark.parametrize(("least", "most"), [(0, 4), (2, 3), (1, 9)])
def test_of_cards_that_pass_every_set_is_equally_likely(least: int, most: int) -> None:
    copies = (3, 1, 2, 1)
    cards = ", ".join(f"{{worth: {kind}, copies: {many}}}" for kind, many in enumerate(copies))
    found = chances(choosing_such(cards, f"{least}..{most} cards c from hand[Anne] where c.worth != 1"))
    total = sum(comb(6, size) for size in range(least, min(most, 6) + 1))
    ways = {kinds: prod(comb(copies[kind], kinds.count(kind)) for kind in set(kinds)) for kinds in found}
    assert all(1 not in kinds for kinds in found)
    assert found == {kinds: Fraction(many, total) for kinds, many in ways.items()}
    assert sum(found.values()) == 1


MANY = "{worth: 1..70}"
SUCH = "{worth: 1..3, copies: 3}"


@pytest.mark.parametrize(
    ("cards", "wanted"),
    [
        ("{worth: 1..6}", "0..3 cards from hand[Anne]"),
        (SUCH, "2..4 cards from hand[Anne]"),
        (SUCH, "4 cards c from hand[Anne] where c.worth != 2"),
        (SUCH, "0..count(hand[Anne]) cards c from hand[Anne] where c.worth != 2"),
        (MANY, "0..70 cards from hand[Anne]"),
        (MANY, "3..40 cards c from hand[Anne] where c.worth mod 3 != 1"),
    ],
)
@pytest.mark.parametrize("shift", [0, 1, 5])
def test_emitted_code_offers_the_same_cards_and_to_take_no_more(cards: str, wanted: str, shift: int) -> None:
    program = choosing_such(cards, wanted)
    batch, state = Batch(prepare_plain(program), 1, seed=1), initial(game_of(program))
    turn = 0
    while actors(game_of(program), state):
        options = decision(game_of(program), state, 0).options
        assert sum(option.weight for option in options) < 2**63
        codes, weights, (count,) = batch.options()
        assert [(codes[0][at], weights[0][at]) for at in range(count)] == [(each.code, each.weight) for each in options]
        index = (turn * 7 + shift) % min(3, len(options))
        batch.apply([options[index].code])
        state, _ = advance(game_of(program), state, 0, index)
        turn += 1


@pytest.mark.parametrize("policy", list(Policy))
def test_to_take_no_more_is_no_entry_of_a_menu(policy: Policy) -> None:
    """Whoever chooses at random draws once, by weight: else half of all sets would be the empty one."""
    program = choosing_such("{worth: 1..6}", "0..3 cards from hand[Anne]")
    options = decision(game_of(program), initial(game_of(program)), 0).options
    total = sum(option.weight for option in options)
    drawn = []

    def draw(below: int) -> int:
        drawn.append(below)
        return below - 1

    assert options[random_index(options, policy, draw)].name == "no more"
    assert drawn == [total] == [42]
    drawn.clear()
    random_playout(game_of(program), initial(game_of(program)).slots, draw, policy)
    assert drawn == [42]


@pytest.mark.parametrize(("cards", "number"), [("{worth: 1..6}", 3), ("{worth: 1..3, copies: 3}", 4), ("{worth: 1..70}", 35)])
def test_emitted_code_weighs_as_the_interpreter(cards: str, number: int) -> None:
    program = choosing(cards, number)
    batch, state = Batch(prepare_plain(program), 1, seed=1), initial(game_of(program))
    for turn in range(number):
        options = decision(game_of(program), state, 0).options
        codes, weights, (count,) = batch.options()
        assert [(codes[0][at], weights[0][at]) for at in range(count)] == [(each.code, each.weight) for each in options]
        index = (turn * 7) % min(3, len(options))
        batch.apply([options[index].code])
        state, _ = advance(game_of(program), state, 0, index)


def test_weights_that_do_not_fit_are_scaled_alike() -> None:
    scaled = Ways(*binomials(70, 35))
    assert scaled.away is not None
    assert binomials(60, 30)[1] is None
    weights = [scaled.sets(1, 0, 69 - card, range(35, 36), 0, 0, 70) for card in range(36)]
    assert all(0 < weight < 2**62 for weight in weights)
    true = [comb(69 - card, 34) for card in range(36)]
    for weight, many in zip(weights[:20], true[:20], strict=True):
        assert abs(Fraction(weight, weights[0]) - Fraction(many, true[0])) < Fraction(1, 10**5)


def test_more_cards_than_there_are_cannot_be_chosen() -> None:
    ways = Ways(*binomials(5, 5))
    assert ways.sets(here=1, had=0, beyond=2, numbers=range(4, 5), before=0, taken=0, among=3) == 0
    assert ways.sets(here=1, had=0, beyond=2, numbers=range(3, 4), before=0, taken=0, among=3) == 1
    assert ways.sets(here=1, had=0, beyond=2, numbers=range(1), before=0, taken=0, among=3) == 0
