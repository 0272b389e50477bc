"""The odds of imagined states: on small decks all that is possible is listed, and what is drawn is held against it."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from rulerun.dsl.compile import compile_ruleset
from rulerun.dsl.text.source import Source
from rulerun.interpreter import NATURE, Trail, Trails, decision
from rulerun.interpreter.core.rng import Stream
from rulerun.program.ir import Ask, Program
from rulerun.worlds.sample import Exact, Inference, Sampler

from ..support.battery import every_op, game_of

CARDS = """\
ruleset: whisper
players: 2
decks:
  cards:
    cards: [{value: 1..3, copies: 2}]
    starts in: stock
zones:
  stock: {of: cards, kind: pile, seen by: nobody}
  hand: {of: cards, per: player, seen by: owner}
  away: {of: cards, kind: pile, seen by: nobody}
phases:
  game:
    - shuffle stock
    - deal 2 from stock to hand of each player
    - Ben chooses card from hand[Ben]
    - put card in away
    - Ben chooses one:
        - high:
            - only if any c in hand[Ben] has c.value > 1
        - low:
            - only if any c in hand[Ben] has c.value < 3
    - Anne chooses guess from 1..3
outcome:
  winners: Anne
"""

DICE = """\
ruleset: murmur
players: 2
variables:
  die: {per: [player, 1..2], holds: 0..4, seen by: owner}
phases:
  game:
    - for each player p:
        - for each number n in 1..2:
            - random die[p, n] from 1..4 weighing die[p, n] + 1
    - if (die[Ben, 1] + die[Ben, 2]) mod 2 = 0:
        - say "even"
    - Ben secretly chooses tip from 1..4 where tip <= die[Ben, 1]
    - Anne chooses guess from 1..4
outcome:
  winners: Anne
"""

TOGETHER = """\
ruleset: at_once
players: 3
decks:
  cards:
    cards: [{value: 1..5}]
    starts in: stock
zones:
  stock: {of: cards, kind: pile, seen by: nobody}
  hand: {of: cards, per: player, seen by: owner}
  table: {of: cards, per: player, seen by: everyone}
  under: {of: cards, per: player, seen by: owner}
phases:
  game:
    - shuffle stock
    - deal 1 from stock to hand of each player
    - draw 1 from stock to hand[Ben]
    - together, each player me:
        - me chooses one:
            - show card from hand[me]:
                - put card in table[me]
            - hide card from hand[me]:
                - put card in under[me]
    - Anne chooses guess from 1..5
outcome:
  winners: Anne
"""

Odds = dict[tuple[int, ...], Fraction]


def program(text: str) -> Program:
    """The Program of a ruleset."""
    found = compile_ruleset(Source("small.yaml", text), "", None, {})
    assert found.program is not None, [each.message for each in found.diagnostics]
    return found.program


def possible(rules: Program, trail: Trail, inferring: bool) -> Odds:
    """All states that leave this trail, with their odds: nature's own, choices that agree with what was heard equally likely."""
    found: Odds = {}
    waiting: list[tuple[tuple[tuple[int, int], ...], Fraction]] = [((), Fraction(1))]
    while waiting:
        line, share = waiting.pop()
        trails = Trails.replayed(game_of(rules), line)
        lived = trails.trail(trail.seat)
        if lived == trail:
            found[trails.state.slots] = found.get(trails.state.slots, Fraction(0)) + share
            continue
        actor = trail.seat if trail.seat in trails.asked and _own_next(trail, lived) else _other(trails, trail)
        if actor is None:
            continue
        options = decision(game_of(rules), trails.state, actor).options
        fitting = [at for at in range(len(options)) if _begins(trail, Trails.replayed(game_of(rules), (*line, (actor, at))))]
        weights = {at: options[at].weight for at in fitting}
        every = sum(option.weight for option in options) if actor == NATURE or inferring else sum(weights.values())
        if actor == trail.seat:
            every = sum(weights.values())
        waiting += [((*line, (actor, at)), share * Fraction(weight, every)) for at, weight in weights.items()]
    total = sum(found.values())
    return {slots: share / total for slots, share in found.items()}


def _own_next(trail: Trail, lived: Trail) -> bool:
    return trail.moments[len(lived.moments)].own is not None


def _other(trails: Trails, trail: Trail) -> int | None:
    others = [each for each in trails.asked if each != trail.seat]
    left = trail.moments[len(trails.trail(trail.seat).moments)].asked
    return next(iter([*(each for each in others if each not in left), *others]), None)


def _begins(trail: Trail, trails: Trails) -> bool:
    moments = trails.trail(trail.seat).moments
    return moments == trail.moments[: len(moments)]


def heard(rules: Program, seed: int) -> Trail:
    """What Anne has lived through when she is asked at the end, after random answers."""
    draw = Stream(seed)
    trails = Trails.beginning(game_of(rules))
    last = max(op.stop for op in every_op(rules) if isinstance(op, Ask))
    while True:
        actor = trails.asked[draw.below(len(trails.asked))]
        asked = decision(game_of(rules), trails.state, actor)
        if actor == 0 and asked.stop == last:
            return trails.trail(0)
        trails.answer(actor, draw.below(len(asked.options)))


def drawn(rules: Program, trail: Trail, many: int, inference: Inference) -> tuple[Counter[tuple[int, ...]], set[Exact]]:
    """How often each state is drawn, and how good they are said to be."""
    rng = Stream(7)
    found = [game_of(rules).cached(Sampler).sample(trail, rng, inference=inference) for _ in range(many)]
    return Counter(each.slots for each in found), {each.exact for each in found}


def accepts(law: Odds, counts: Counter[tuple[int, ...]]) -> float:
    """How likely counts are at least as far from the law as these (chi-square)."""
    many = sum(counts.values())
    states = sorted(law)
    stats = pytest.importorskip("scipy.stats")
    return float(stats.chisquare([counts[each] for each in states], [float(law[each]) * many for each in states]).pvalue)


@pytest.mark.parametrize("text", [CARDS, DICE, TOGETHER], ids=["cards", "dice", "together"])
def test_every_state_that_is_possible_is_drawn_and_no_other(text: str) -> None:
    rules = program(text)
    trail = heard(rules, 0)
    law = possible(rules, trail, inferring=False)
    counts, _ = drawn(rules, trail, 400, Inference.NONE)
    assert set(counts) <= set(law)
    assert {slots for slots, share in law.items() if share * 400 > 12} <= set(counts)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "inference"),
    [(CARDS, Inference.NONE), (CARDS, Inference.UNIFORM), (DICE, Inference.UNIFORM), (TOGETHER, Inference.NONE)],
    ids=["cards", "cards-inferred", "dice-inferred", "together"],
)
def test_states_are_drawn_by_the_stated_odds(text: str, inference: Inference) -> None:
    rules = program(text)
    trail = heard(rules, 0)
    counts, exact = drawn(rules, trail, 1000, inference)
    laws = [possible(rules, trail, inferring) for inferring in (False, True)]
    mine, other = laws if inference is Inference.NONE else reversed(laws)
    assert Exact.LAW in exact
    assert accepts(mine, counts) > 0.001
    if sum(abs(mine[each] - other[each]) for each in mine) > Fraction(1, 5):
        assert accepts(other, counts) < 0.001
