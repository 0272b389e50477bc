"""The odds of imagined states: on small decks all that is possible is listed, and what is drawn is held against it."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from rulerun.dsl.compile import compile_ruleset
from rulerun.dsl.text.source import Source
from rulerun.interpreter import NATURE, ObservationHistory, Observer, decision
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


def possible(rules: Program, history: ObservationHistory, inferring: bool) -> Odds:
    """All states that leave this history, with their odds: nature's own, choices that agree with what was heard equally
    likely.
    """
    found: Odds = {}
    waiting: list[tuple[tuple[tuple[int, int], ...], Fraction]] = [((), Fraction(1))]
    while waiting:
        line, share = waiting.pop()
        observer = Observer.replayed(game_of(rules), line)
        lived = observer.history(history.seat)
        if lived == history:
            found[observer.state.slots] = found.get(observer.state.slots, Fraction(0)) + share
            continue
        actor = history.seat if history.seat in observer.asked and _own_next(history, lived) else _other(observer, history)
        if actor is None:
            continue
        options = decision(game_of(rules), observer.state, actor).options
        fitting = [at for at in range(len(options)) if _begins(history, Observer.replayed(game_of(rules), (*line, (actor, at))))]
        weights = {at: options[at].weight for at in fitting}
        every = sum(option.weight for option in options) if actor == NATURE or inferring else sum(weights.values())
        if actor == history.seat:
            every = sum(weights.values())
        waiting += [((*line, (actor, at)), share * Fraction(weight, every)) for at, weight in weights.items()]
    total = sum(found.values())
    return {slots: share / total for slots, share in found.items()}


def _own_next(history: ObservationHistory, lived: ObservationHistory) -> bool:
    return history.observations[len(lived.observations)].own is not None


def _other(observer: Observer, history: ObservationHistory) -> int | None:
    others = [each for each in observer.asked if each != history.seat]
    left = history.observations[len(observer.history(history.seat).observations)].asked
    return next(iter([*(each for each in others if each not in left), *others]), None)


def _begins(history: ObservationHistory, observer: Observer) -> bool:
    observations = observer.history(history.seat).observations
    return observations == history.observations[: len(observations)]


def heard(rules: Program, seed: int) -> ObservationHistory:
    """What Anne has lived through when she is asked at the end, after random answers."""
    draw = Stream(seed)
    observer = Observer.beginning(game_of(rules))
    last = max(op.stop for op in every_op(rules) if isinstance(op, Ask))
    while True:
        actor = observer.asked[draw.below(len(observer.asked))]
        asked = decision(game_of(rules), observer.state, actor)
        if actor == 0 and asked.stop == last:
            return observer.history(0)
        observer.answer(actor, draw.below(len(asked.options)))


def drawn(
    rules: Program, history: ObservationHistory, many: int, inference: Inference
) -> tuple[Counter[tuple[int, ...]], set[Exact]]:
    """How often each state is drawn, and how good they are said to be."""
    rng = Stream(7)
    found = [game_of(rules).cached(Sampler).sample(history, rng, inference=inference) for _ in range(many)]
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
    history = heard(rules, 0)
    law = possible(rules, history, inferring=False)
    counts, _ = drawn(rules, history, 400, Inference.NONE)
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
    history = heard(rules, 0)
    counts, exact = drawn(rules, history, 1000, inference)
    laws = [possible(rules, history, inferring) for inferring in (False, True)]
    mine, other = laws if inference is Inference.NONE else reversed(laws)
    assert Exact.LAW in exact
    assert accepts(mine, counts) > 0.001
    if sum(abs(mine[each] - other[each]) for each in mine) > Fraction(1, 5):
        assert accepts(other, counts) < 0.001
