"""Many states side by side: what a batch tells of them is what the interpreter says, in every engine alike."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from rulerun.dsl.compile import compile_ruleset
from rulerun.dsl.text.source import Source
from rulerun.interpreter import NATURE, PlayError, actors, advance, decision, initial, outcome
from rulerun.interpreter.state import State
from rulerun.program.chances import chances
from rulerun.program.ir import WHERE, Program
from rulerun.rl import chance_table, compiled, table
from rulerun.simulation import Batch, Engine, prepare, prepare_plain
from rulerun.simulation.emit.module import Form

from ..support.battery import game_of, some

ENGINES = [
    pytest.param(prepare_plain, id="plain"),
    pytest.param(prepare, id="compiled"),
]
"""Where llvmlite is missing, the second is the first again."""

each_engine = pytest.mark.parametrize("ready", ENGINES)

MATCHES = 3


def program_of(name: str, players: int | None = None) -> Program:
    return compiled(table(name, players=players)).program


def code_of(program: Program, state: State, index: int) -> int:
    """The code of an option, nature's as `chance_table` has it."""
    actor = actors(game_of(program), state)[0]
    option = decision(game_of(program), state, actor).options[index]
    if actor != NATURE:
        return option.code
    return {each.stop: each for each in chances(program)}[state.slots[WHERE]].code(option.arguments[0])


def scores_of(program: Program, state: State) -> tuple[int | None, ...]:
    try:
        return outcome(game_of(program), state).scores
    except PlayError:
        return (None,) * len(program.seats)


@each_engine
@pytest.mark.parametrize(("name", "players"), [("traxx", 1), ("why_first", 3), ("kuhn_poker", 2), ("liars_dice", 2)])
def test_a_batch_tells_what_the_interpreter_says(ready: Callable[[Program], Engine], name: str, players: int) -> None:
    program = program_of(name, players)
    batch, states = Batch(ready(program), MATCHES, seed=3), [initial(game_of(program))] * MATCHES
    known = {action.code for action in chance_table(program)}
    for step in range(60):
        asked = [actors(game_of(program), state)[:1] for state in states]
        assert [int(actor) for actor in batch.actors()] == [who[0] if who else -2 for who in asked]
        assert batch.scores() == tuple(scores_of(program, state) for state in states)
        over = [outcome(game_of(program), state) if not who else None for state, who in zip(states, asked, strict=True)]
        players_of, seats = (0,) * len(program.players), (0,) * len(program.seats)
        assert batch.returns() == tuple(players_of if each is None else each.payoff for each in over)
        assert batch.ranks() == tuple(seats if each is None else each.places for each in over)
        codes, masks = [0] * MATCHES, batch.masks()
        listed, _, counts = batch.options()
        for at, (state, who) in enumerate(zip(states, asked, strict=True)):
            if not who:
                assert not any(masks[at])
                continue
            options = decision(game_of(program), state, who[0]).options
            found = [code_of(program, state, index) for index in range(len(options))]
            assert [int(code) for code in listed[at][: counts[at]]] == found
            legal = set() if who == (NATURE,) else set(found)
            assert {code for code, one in enumerate(masks[at]) if one} == legal
            if who == (NATURE,):
                assert set(found) <= known
            index = (step * 7 + at) % len(options)
            codes[at] = found[index]
            states[at], _ = advance(game_of(program), state, who[0], index)
        batch.apply(codes)
        assert [batch.to_state(at) for at in range(MATCHES)] == states


def same(program: Program) -> tuple[Batch, Batch]:
    """A batch in each engine."""
    return Batch(prepare_plain(program), MATCHES, seed=3), Batch(prepare(program), MATCHES, seed=3)


def slots(batch: Batch) -> list[tuple[int, ...]]:
    return [batch.to_state(at).slots for at in range(len(batch))]


def test_what_nature_drew_is_told_alike() -> None:
    program = program_of("why_first", 4)
    plain, fast = same(program)
    drawn = plain.nature()
    assert drawn == fast.nature()
    assert all(len(each) == 5 * 4 for each in drawn)
    replayed, again = [initial(game_of(program))] * MATCHES, Batch(prepare_plain(program), MATCHES, seed=4)
    for number in range(len(drawn[0])):
        again.apply([each[number] for each in drawn])
        for at, state in enumerate(replayed):
            options = decision(game_of(program), state, NATURE).options
            index = [code_of(program, state, index) for index in range(len(options))].index(drawn[at][number])
            replayed[at], _ = advance(game_of(program), state, NATURE, index)
    assert [again.to_state(at) for at in range(MATCHES)] == replayed == [plain.to_state(at) for at in range(MATCHES)]


def test_more_is_noted_of_nature_than_there_was_room_for() -> None:
    program = program_of("hearts", 4)
    plain, fast = same(program)
    drawn = plain.nature()
    assert drawn == fast.nature()
    assert min(map(len, drawn)) >= 52 - 4
    for _ in range(40):
        for batch in (plain, fast):
            listed, _, counts = batch.options()
            batch.apply([int(row[0]) if count else 0 for row, count in zip(listed, counts, strict=True)])
            batch.nature()
    assert slots(plain) == slots(fast)


WRONG: list[tuple[str, Sequence[object], str]] = [
    ("a fraction", [13.7, 0, 0], "expected a code of an option, found 13.7"),
    ("a word", ["check", 0, 0], "expected a code of an option, found 'check'"),
    ("nothing", [None, 0, 0], "expected a code of an option, found None"),
    ("too few", [0, 0], "expected 3 codes, one for each state, found 2"),
    ("too many", [0, 0, 0, 0], "expected 3 codes, one for each state, found 4"),
    ("no option", [0, 0, 99], "99 is no code of an option of state 2"),
    ("below all", [0, -1, 0], "-1 is no code of an option of state 1"),
    ("beyond 64 bits", [0, 0, 2**64], "expected a code of an option, found 18446744073709551616"),
]


@each_engine
@pytest.mark.parametrize(("codes", "message"), [pytest.param(*rest, id=title) for title, *rest in WRONG])
def test_wrong_answers_are_refused_alike(ready: Callable[[Program], Engine], codes: Sequence[int], message: str) -> None:
    batch = Batch(ready(program_of("kuhn_poker")), MATCHES, seed=3)
    batch.nature()
    before = slots(batch)
    with pytest.raises(ValueError) as refused:
        batch.apply(codes)
    assert str(refused.value) == message
    assert slots(batch) == before


@each_engine
def test_some_matches_are_begun_anew(ready: Callable[[Program], Engine]) -> None:
    batch = Batch(ready(program_of("traxx", 1)), MATCHES, seed=3)
    batch.play_out()
    over = slots(batch)
    batch.reset([False, True, False])
    assert [int(actor) for actor in batch.actors()] == [-2, NATURE, -2]
    assert batch.games == (0, MATCHES, 2)
    assert (slots(batch)[0], slots(batch)[2]) == (over[0], over[2])
    batch.play_out()
    alone = Batch(batch.engine, 1, seed=3, first=MATCHES)
    alone.play_out()
    assert slots(batch)[1] == slots(alone)[0]
    with pytest.raises(ValueError, match="expected 3 truths"):
        batch.reset([True])


@each_engine
def test_states_are_taken_repeated_and_given_other_streams(ready: Callable[[Program], Engine]) -> None:
    program = program_of("traxx", 1)
    batch = Batch(ready(program), MATCHES, seed=3)
    batch.nature()
    some = batch.take([2, 0, 2])
    assert slots(some) == [slots(batch)[at] for at in (2, 0, 2)]
    twice = batch.repeat(2)
    twice.play_out()
    ended = slots(twice)
    assert ended[0::2] == ended[1::2]
    others = batch.repeat(2)
    others.reseed(9)
    others.play_out()
    assert slots(others)[0::2] != slots(others)[1::2]
    again = Batch.from_states(batch.engine, [batch.to_state(at) for at in range(MATCHES)], seed=9)
    assert slots(again) == slots(batch)
    with pytest.raises(ValueError, match="expected indices of states, from 0 to 2, found 3"):
        batch.take([3])
    with pytest.raises(ValueError, match="found none"):
        batch.take([])
    with pytest.raises(ValueError, match="from 1 on, found 0"):
        batch.repeat(0)


@each_engine
def test_vectors_that_are_no_states_are_refused(ready: Callable[[Program], Engine]) -> None:
    program = program_of("kuhn_poker")
    batch = Batch(ready(program), 2, seed=3)
    before = slots(batch)
    right = list(before[0])
    stop, card = [99, *right[1:]], list(right)
    card[program.zones[0].base] += 1
    for vectors, message in [
        ([right], "expected 2 vectors, one for each state, found 1"),
        ([right, right[1:]], f"expected vectors of {program.slots} slots, found one of {program.slots - 1}"),
        ([right, stop], "vector 1 is no state: expected a stop from 0 to"),
        ([card, right], "vector 0 is no state: expected"),
        ([right, [*right[:-1], 0.5]], "expected a number in a slot, found 0.5"),
    ]:
        with pytest.raises(ValueError) as refused:
            batch.set_vectors(vectors)
        assert str(refused.value).startswith(message)
        assert slots(batch) == before


@pytest.mark.parametrize(
    ("count", "seed", "first"), [(0, 1, 0), (-1, 1, 0), (1, -1, 0), (1, 2**64, 0), (1, 1, 2**63), (1, 1, -1)]
)
def test_a_batch_of_none_and_seeds_that_are_none_are_refused(count: int, seed: int, first: int) -> None:
    with pytest.raises(ValueError, match=r"expected at least one match|is not within"):
        Batch(prepare_plain(program_of("kuhn_poker")), count, seed, first)


@pytest.mark.parametrize(("name", "players"), some(("traxx", 1), ("why_first", 3), slow=(("connect_four", 2), ("hearts", 4))))
@pytest.mark.parametrize("answered", [0, 3])
def test_matches_are_played_out_alike_in_all_code(name: str, players: int, answered: int) -> None:
    program = program_of(name, players)
    slow, quick = same(program)
    quick.engine.form(Form.PLAYOUT if answered == 0 else Form.ONWARD)
    for batch in (slow, quick):
        batch.nature()
        for _ in range(answered):
            codes, _, counts = batch.options()
            batch.apply([int(row[0]) if count else 0 for row, count in zip(codes, counts, strict=True)])
            batch.nature()
        batch.play_out()
    assert slots(slow) == slots(quick)
    assert set(map(int, quick.actors())) == {-2}


FAULTY = """\
ruleset: too_far
players: 2
scores:
  points: {per: player, holds: 0..5}
phases:
  game:
    - repeat 3 times:
        - for each player me:
            - me chooses n from points[me]..4
            - points[me] = n + 1
outcome:
  ranking (player p): highest points[p]
"""
"""Who takes 4 there is nothing to choose here next time."""


@pytest.mark.parametrize("answered", [0, 1])
def test_a_fault_in_a_match_that_is_played_out_is_told_alike(answered: int) -> None:
    program = compile_ruleset(Source("too_far.yaml", FAULTY), "", None, {}).program
    assert program is not None
    batches = same(program)
    batches[1].engine.form(Form.PLAYOUT if answered == 0 else Form.ONWARD)
    for batch in batches:
        for _ in range(answered):
            batch.apply([0] * MATCHES)
        with pytest.raises(PlayError, match="there is nothing to choose here"):
            batch.play_out()
    assert slots(batches[0]) == slots(batches[1])
