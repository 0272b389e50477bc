"""Worlds drawn along histories by emitted code: the rules reach them while the seat lives through just its history."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import product

import pytest

from rulerun.interpreter import Observer
from rulerun.interpreter.core.rng import Stream
from rulerun.program.ir import Program
from rulerun.simulation import prepare_plain
from rulerun.simulation.compile.loaded import COMPILES
from rulerun.simulation.emit.module import Form
from rulerun.simulation.emit.replaying import Ending
from rulerun.worlds.replays import Replays
from rulerun.worlds.sample import Exact, Inference, Sampler

from ..support.battery import Setting, compiled, drawn, game_of, of_each, short
from ..support.emitted import standard
from ..support.histories import answered, somewhere
from ..support.machine import AtLevel
from .test_sample_odds import CARDS, DICE, TOGETHER, accepts, heard, possible
from .test_sample_odds import program as program_of

OPEN = ("breakthrough", "connect_four", "kalah", "pig", "reversi", "yahtzee")
"""Games in which everybody sees everything."""


@of_each(short(), "chess")
def test_the_answers_to_a_world_leave_the_trail(setting: Setting) -> None:
    program = compiled(setting)
    replays = Replays(prepare_plain(program))
    for seed, (most, budget) in enumerate(((3, 1_000), (12, 200))):
        history = somewhere(program, most, seed)
        if history is None:
            continue
        found = [replays.world(history, number, budget, strict) for number, strict in enumerate((True, False))]
        for world in found:
            assert world.agrees == (world.line != () or not history.observations)
            assert world.ending in (Ending.ARRIVED, Ending.TRIED_ENOUGH)
            if world.agrees:
                again = Observer.replayed(game_of(program), world.line)
                assert again.history(history.seat) == history
                assert again.state.slots == world.slots
        assert most > 3 or any(world.agrees for world in found)


@of_each(setting for setting in short() if setting.file in OPEN)
def test_where_all_is_seen_there_is_one_world_and_it_is_found_at_once(setting: Setting) -> None:
    program = compiled(setting)
    observer = answered(Observer.beginning(game_of(program)), 12, drawn(3))
    while observer.asked and observer.asked[0] < 0:
        answered(observer, 1, drawn(4))
    world = Replays(prepare_plain(program)).world(observer.history(observer.asked[0]), 5, 100, strict=True)
    assert (world.agrees, world.slots, world.attempts) == (True, observer.state.slots, 1)


def worlds(program: Program, observer: Observer, seat: int, count: int) -> Counter[tuple[int, ...]]:
    """How often each world is drawn along the history of a seat."""
    replays, history = Replays(prepare_plain(program)), observer.history(seat)
    found = [replays.world(history, number * 0x9E3779B97F4A7C15 % 2**64, 10_000, strict=True) for number in range(count)]
    assert all(world.agrees for world in found)
    return Counter(world.slots for world in found)


def test_imagining_by_emitted_code_is_imagining() -> None:
    program = compiled(Setting("crazy_eights", "", 2))
    history = somewhere(program, 12, 1)
    assert history is not None
    replays = Replays(prepare_plain(program))
    one, again = (Sampler(game_of(program), replays).sample(history, Stream(4)) for _ in range(2))
    assert one == again
    assert one.exact is not Exact.APPROXIMATE
    assert Observer.replayed(game_of(program), one.line).history(history.seat) == history


def assert_drawn_by(program: Program, found: Counter[tuple[int, ...]], weights: Sequence[int]) -> None:
    """The card in the second player's hand comes as often as these weights of its kinds say, but for four standard errors."""
    hand, whole = next(zone for zone in program.zones if zone.name.plain == "hand"), sum(found.values())
    kinds = {kind: times for slots, times in found.items() for kind in range(hand.kinds) if slots[hand.bases[1] + 1 + kind]}
    assert sum(kinds.values()) == whole
    for kind, weight in enumerate(weights):
        expected = whole * weight / sum(weights)
        assert abs(kinds.get(kind, 0) - expected) <= 4 * expected**0.5


def test_what_nature_does_unseen_has_the_odds_of_the_rules() -> None:
    lines = ("move all c from stock to table where c.value > 4", "draw card from stock to hand[Ben]", "Anne chooses n from 1..2")
    program = standard(lines)
    found = worlds(program, answered(Observer.beginning(game_of(program)), 1, drawn(1)), 0, 600)
    numbers = next(deck for deck in program.decks if deck.name.plain == "numbers")
    left = [count if value <= 4 else 0 for count, value in zip(numbers.copies, numbers.attributes[0][2], strict=True)]
    assert_drawn_by(program, found, left)


def test_what_nature_shows_later_makes_worlds_more_likely_that_can_show_it() -> None:
    program = standard(("draw card from stock to hand[Ben]", "put top of stock in table", "Anne chooses n from 1..2"))
    observer = answered(Observer.beginning(game_of(program)), 2, drawn(2))
    found = worlds(program, observer, 0, 900)
    numbers = next(deck for deck in program.decks if deck.name.plain == "numbers")
    table = next(zone for zone in program.zones if zone.name.plain == "table")
    (shown,) = {kind for slots in found for kind in range(table.kinds) if slots[table.base + 1 + kind]}
    assert_drawn_by(program, found, [count - (kind == shown) for kind, count in enumerate(numbers.copies)])


@pytest.mark.parametrize("text", [CARDS, DICE, TOGETHER], ids=["cards", "dice", "together"])
def test_worlds_are_drawn_by_the_odds_that_imagining_states(text: str) -> None:
    rules = program_of(text)
    history, rng = heard(rules, 0), Stream(7)
    sampler = Sampler(game_of(rules), Replays(prepare_plain(rules)))
    found = [sampler.sample(history, rng) for _ in range(500)]
    assert {each.exact for each in found} == {Exact.LAW}
    counts, law = Counter(each.slots for each in found), possible(rules, history, inferring=False)
    assert set(counts) <= set(law)
    assert accepts(law, counts) > 0.001


def test_choices_that_were_heard_are_weighed_by_the_interpreter_alone() -> None:
    rules = program_of(CARDS)
    history = heard(rules, 0)
    found = [
        Sampler(game_of(rules), drawer).sample(history, Stream(3), inference=Inference.UNIFORM)
        for drawer in (None, Replays(prepare_plain(rules)))
    ]
    assert found[0] == found[1]


def test_the_trail_of_another_game_is_refused() -> None:
    history = somewhere(standard(("Ben chooses n from 1..2",)), 0, 1)
    assert history is not None
    replays = Replays(prepare_plain(standard(("Anne chooses n from 1..2",))))
    with pytest.raises(ValueError, match="not one of this game"):
        replays.world(history, 1, 10, strict=True)


@pytest.mark.slow
@pytest.mark.skipif(not COMPILES, reason="llvmlite is not installed")
@pytest.mark.parametrize("file", ["crazy_eights", "kuhn_poker"])
def test_compiled_code_draws_the_same_worlds(file: str) -> None:
    program = compiled(Setting(file, "", 2))
    engine = AtLevel(program, 1)
    quick, slow = Replays(engine, engine.form(Form.LISTENING)), Replays(prepare_plain(program))
    for most in (2, 3):
        history = somewhere(program, most, 1)
        assert history is not None
        for seed, strict in product(range(5), (False, True)):
            assert quick.world(history, seed, 200, strict) == slow.world(history, seed, 200, strict)
