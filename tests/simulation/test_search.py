"""Searches: the same in plain Python and compiled, right where the right choice is known, and within their memory."""

from __future__ import annotations

import random
import tracemalloc
from collections import Counter
from decimal import Decimal
from itertools import pairwise
from math import exp, log, sqrt

import pytest

from rulerun.dsl.compile import compile_ruleset
from rulerun.dsl.text.source import Source
from rulerun.interpreter import NATURE, State, actors, advance, decision, initial, is_over
from rulerun.interpreter.core.rng import Stream
from rulerun.interpreter.standing import ONE, standings
from rulerun.program.ir import Program
from rulerun.simulation import prepare, prepare_plain
from rulerun.simulation.compile.loaded import Loaded
from rulerun.simulation.emit.evaluation import evaluation
from rulerun.simulation.emit.module import Form
from rulerun.simulation.emit.onward import TO_THE_PART
from rulerun.simulation.emit.rounds import parts
from rulerun.simulation.emit.searching import chances, inverse_roots, sqrt_logs
from rulerun.simulation.engine import engine_of
from rulerun.simulation.runtime import searching as loops
from rulerun.simulation.search import search
from rulerun.simulation.search.found import CONFIDENCE, Found, Tried
from rulerun.simulation.search.kinds import Kind
from rulerun.simulation.search.search import Search

from ..support.battery import WITNESSES, Setting, compiled, game_of, of_each, smallest
from ..support.packed import Packed

ALL = tuple(Kind)


def waiting(program: Program, number: int, decisions: int = 0) -> State:
    """A state in which a seat is asked, after about so many random decisions."""
    chance, state = random.Random(number), initial(game_of(program))
    while not is_over(program, state):
        actor = actors(game_of(program), state)[0]
        if actor != NATURE and decisions <= 0:
            break
        decisions -= actor != NATURE
        state, _ = advance(
            game_of(program), state, actor, chance.randrange(len(decision(game_of(program), state, actor).options))
        )
    return state


def asked(program: Program, state: State) -> tuple[int, list[int]]:
    """The first seat that is asked, and the codes of its options."""
    seat = actors(game_of(program), state)[0]
    return seat, [option.code for option in decision(game_of(program), state, seat).options]


def standing_of(loaded: Loaded, slots: tuple[int, ...], players: int) -> tuple[int, ...]:
    """How the players stand, by emitted code."""
    found = loaded.numbers(players)
    vector, words = loaded.vector(slots), loaded.words(loaded.emitted.words)
    loaded.call("packed", vector, words)
    loaded.call("standing", vector, loaded.numbers(loaded.emitted.memory), words, found)
    return tuple(map(int, found))


@of_each((*smallest(), *WITNESSES))
def test_emitted_code_agrees_with_the_interpreter_on_how_players_stand(setting: Setting) -> None:
    program = compiled(setting)
    loaded, chance, state = prepare_plain(program).now(Form.SEARCH), random.Random(3), initial(game_of(program))
    for step in range(150):
        if is_over(program, state) or step % 7 == 0:
            assert standing_of(loaded, state.slots, len(program.players)) == standings(game_of(program), state.slots), step
        if is_over(program, state):
            break
        actor = actors(game_of(program), state)[0]
        state, _ = advance(
            game_of(program), state, actor, chance.randrange(len(decision(game_of(program), state, actor).options))
        )


def went_on(loaded: Loaded, slots: tuple[int, ...], left: int) -> tuple[list[int], object]:
    """The vector after so many random answers, and the streams then."""
    vector, emitted = loaded.vector(slots), loaded.emitted
    memory, options, weights = (loaded.numbers(length) for length in (emitted.memory, emitted.options, emitted.options))
    beside = [loaded.words(emitted.words)] if "packed" in loaded.functions else []
    for words in beside:
        loaded.call("packed", vector, words)
    streams: object = loaded.call("rollout", vector, memory, *beside, options, weights, 3, 4, left)
    for words in beside if "unpacked" in loaded.functions else ():
        loaded.call("unpacked", vector, words)
    return list(vector), streams


@pytest.mark.parametrize("form", [Form.SEARCH, Form.ONWARD])
@of_each((*smallest(), *WITNESSES))
def test_random_play_from_a_position_goes_on_as_decisions_one_by_one(setting: Setting, form: Form) -> None:
    program = compiled(setting)
    steps, onward = prepare_plain(program).now(Form.STEPPING), Packed(program, compiled=False).now(form)
    state = waiting(program, 2, 4)
    for left in (0, 1, 12):
        assert went_on(onward, state.slots, left) == went_on(steps, state.slots, left)


DEALS = """\
ruleset: to_fifty
players: 2
scores:
  points: {per: player}
phases:
  game:
    - repeat until any player p has points[p] >= 50:
        - repeat 2 times:
            - for each player me:
                - me chooses n from 1..3
                - points[me] += n
outcome:
  ranking (player p): highest points[p]
longest: {decisions: 1000, then: draw}
"""
"""A match of several deals, of two rounds each."""


def deals() -> Program:
    """That match."""
    program = compile_ruleset(Source("to_fifty.yaml", DEALS), "", None, {}).program
    assert program is not None
    return program


def test_random_play_of_a_match_of_several_deals_stops_behind_a_deal() -> None:
    program = deals()
    assert len(parts(program)) == 1
    loaded, state = prepare_plain(program).now(Form.SEARCH), waiting(program, 0)
    (base,) = (place.base for place in program.places if place.name.plain == "points")
    deal, match = (went_on(loaded, state.slots, left)[0] for left in (TO_THE_PART, -1))
    assert deal[0] != 0
    assert 4 <= sum(deal[base : base + 2]) <= 12
    assert match[0] == 0
    assert max(match[base : base + 2]) >= 50


@pytest.mark.parametrize("kind", ALL, ids=lambda kind: kind.value)
def test_a_search_looks_no_further_than_the_deal(kind: Kind) -> None:
    program = deals()
    state = waiting(program, 0)
    seat, codes = asked(program, state)
    short = Search(prepare_plain(program)).run([state.slots], seat, codes, kind, 200, seed=1)
    whole = Search(prepare_plain(program)).run([state.slots], seat, codes, kind, 200, seed=1, cut=10_000)
    # A deal brings a lead of 8 points at most, which is a third of the way to 1 or 0; a match is won or lost.
    assert all(each.worth is not None and 1 / 3 <= each.worth <= 2 / 3 for each in short.options)
    assert all((a.error or 0) < (b.error or 0) / 2 for a, b in zip(short.options, whole.options, strict=True))
    assert short.options[short.best].code == codes[-1]


def test_few_matches_consist_of_deals() -> None:
    assert parts(compiled(Setting("hearts", "", 4)))
    for file in ("crazy_eights", "connect_four", "pig"):
        assert not parts(compiled(Setting(file, "", 2)))


@pytest.mark.parametrize("kind", ALL, ids=lambda kind: kind.value)
@pytest.mark.parametrize("file", ["tic_tac_toe", "pig", "goofspiel"])
def test_compiled_and_plain_code_search_alike(file: str, kind: Kind) -> None:
    pytest.importorskip("llvmlite")
    program = compiled(Setting(file, "", 2))
    worlds = [waiting(program, number, 1).slots for number in range(3 if file == "goofspiel" else 1)]
    seat, codes = asked(program, State(worlds[0], None))
    worlds = [world for world in worlds if asked(program, State(world, None)) == (seat, codes)]
    plain, quick = prepare_plain(program), prepare(program)
    quick.form(Form.SEARCH)
    found = Search(plain).run(worlds, seat, codes, kind, 120, seed=5)
    assert found == Search(quick).run(worlds, seat, codes, kind, 120, seed=5)
    assert found != Search(plain).run(worlds, seat, codes, kind, 120, seed=6)
    assert sum(each.visits for each in found.options) == found.simulations == 120
    chosen = found.options[found.best]
    if kind is Kind.FLAT:
        assert chosen.worth == max(each.worth or 0 for each in found.options)
    else:
        assert chosen.visits == max(each.visits for each in found.options)


def test_learned_weights_judge_positions_alike_in_compiled_and_plain_code() -> None:
    pytest.importorskip("llvmlite")
    program = compiled(Setting("connect_four", "", 2))
    plain, quick = prepare_plain(program), prepare(program)
    quick.form(Form.SEARCH)
    state = waiting(program, 1, 2)
    seat, codes = asked(program, state)
    count, stream = evaluation(program).weights, Stream(7)
    learned = [stream.below(801) - 400 for _ in range(count)]
    given = [state.slots], seat, codes, Kind.MCTS, 120, 1.0, None, 5, None
    found = Search(plain).run(*given, learned)
    assert found == Search(quick).run(*given, learned)
    assert found != Search(quick).run(*given)
    even = Search(quick).run(*given, [0] * count)
    assert {each.worth for each in even.options} == {0.5}


def test_an_estimate_counts_as_the_chance_that_its_odds_stand_for() -> None:
    found = chances()
    assert (len(found), found[512]) == (1025, 2**19)
    assert found[512 + 1000 // 16] == pytest.approx(2**20 / (1 + exp(-0.992)), abs=1)
    assert all(one + other == 2**20 for one, other in zip(found, found[::-1], strict=True))


def test_all_simulations_go_to_options_evenly_where_the_search_is_flat() -> None:
    program = compiled(Setting("tic_tac_toe", "", 2))
    state = waiting(program, 1, 2)
    seat, codes = asked(program, state)
    found = Search(prepare_plain(program)).run([state.slots], seat, codes, Kind.FLAT, 100)
    assert Counter(each.visits for each in found.options) == {14: 5, 15: 2}


@pytest.mark.parametrize("kind", [Kind.MCTS, Kind.ISMCTS], ids=lambda kind: kind.value)
def test_a_win_at_once_is_found(kind: Kind) -> None:
    program = compiled(Setting("tic_tac_toe", "", 2))
    state = initial(game_of(program))
    for index in (0, 2, 0, 2):  # X: 1 and 2, O: 4 and 5; X wins on 3
        state, _ = advance(game_of(program), state, actors(game_of(program), state)[0], index)
    seat, codes = asked(program, state)
    found = Search(prepare_plain(program)).run([state.slots], seat, codes, kind, 300)
    won = [index for index in range(len(codes)) if is_over(program, advance(game_of(program), state, seat, index)[0])]
    assert won == [found.best]
    if kind is Kind.MCTS:
        assert found.options[found.best].proven == 1
        assert found.simulations < 300


@pytest.mark.parametrize(
    ("file", "kind"),
    [
        ("connect_four", Kind.MCTS),  # answers name positions
        ("connect_four", Kind.ISMCTS),  # what the seat sees does
        ("pig", Kind.MCTS),  # chance leads to positions
        ("goofspiel", Kind.MCTS),  # both decide together
    ],
    ids=lambda what: getattr(what, "value", what),
)
def test_a_full_tree_grows_no_more_and_the_search_goes_on(file: str, kind: Kind, monkeypatch: pytest.MonkeyPatch) -> None:
    program = compiled(Setting(file, "", 2))
    state = waiting(program, 1)
    seat, codes = asked(program, state)
    searching = Search(prepare_plain(program))

    def found(simulations: int) -> Found:
        return searching.run([state.slots], seat, codes, kind, simulations, seed=3)

    with monkeypatch.context() as small:
        small.setattr(search, "MEMORY", 8 * loops.WIDTH * 60)
        full = found(200)
        assert full.simulations == sum(each.visits for each in full.options) == 200
        assert full.grown is not None
        assert 0 < full.grown < 200
        until_then = found(full.grown)
    assert until_then == found(full.grown)
    assert until_then.grown is found(200).grown is None


def test_a_search_takes_no_more_memory_than_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    program = compiled(Setting("tic_tac_toe", "", 2))
    state = initial(game_of(program))
    for index in (0, 2, 0, 2):  # X wins on 3, so that the search ends soon
        state, _ = advance(game_of(program), state, actors(game_of(program), state)[0], index)
    seat, codes = asked(program, state)
    searching = Search(prepare_plain(program))
    monkeypatch.setattr(search, "MEMORY", 2**20)
    searching.run([state.slots], seat, codes, Kind.MCTS, 10)
    tracemalloc.start()
    try:
        searching.run([state.slots], seat, codes, Kind.MCTS, 10_000_000)
        assert 2**19 < tracemalloc.get_traced_memory()[1] < 2**20 + 2**17
    finally:
        tracemalloc.stop()


def test_a_position_is_one_however_chance_led_to_it() -> None:
    program = compiled(Setting("pig", "", 2))
    loaded = prepare_plain(program).now(Form.SEARCH)
    tree, control = [0] * (40 * loops.WIDTH), [0] * loops.CONTROL
    control[loops.USED], control[loops.SIZE] = loops.WIDTH, len(tree)

    def rolled(*eyes: int) -> object:
        state = initial(game_of(program))
        for each in eyes:
            for index in (0, each - 1):
                state, _ = advance(game_of(program), state, actors(game_of(program), state)[0], index)
        return loaded.call("reached", loaded.vector(state.slots), tree, control)

    assert rolled(2, 3) == rolled(3, 2) == rolled(5) == rolled(5, 1, 1, 5)
    assert rolled(1) == rolled(5, 1)
    assert len({rolled(2, 3), rolled(2, 4), rolled(1), rolled(1, 1)}) == 4
    control[loops.USED] = control[loops.SIZE]
    assert rolled(6, 6) == 0
    assert rolled(3, 2) == rolled(5) != 0
    made = (2, 3), (2, 4), (1,), (1, 1)
    before = [rolled(*eyes) for eyes in made]
    tree += [0] * len(tree)  # as where compiled code takes the tree of plain Python
    control[loops.SIZE] = len(tree)
    assert [rolled(*eyes) for eyes in made] == before


def test_a_position_soon_before_a_match_is_cut_is_known_by_how_long_it_lasted() -> None:
    program = compiled(Setting("pig", "", 2))
    assert program.longest is not None
    loaded, state, entries = prepare_plain(program).now(Form.SEARCH), initial(game_of(program)), list[object]()
    tree, control = [0] * (40 * loops.WIDTH), [0] * loops.CONTROL
    control[loops.USED], control[loops.SIZE], control[loops.DEEPEST] = loops.WIDTH, len(tree), 100
    for decisions in (0, 7, program.longest.decisions - 100, program.longest.decisions - 99, program.longest.decisions - 98):
        vector = loaded.vector(state.slots)
        vector[program.longest.clock] = decisions
        entries.append(loaded.call("reached", vector, tree, control))
    assert entries[0] == entries[1] == entries[2]
    assert len(set(entries)) == 3


def test_random_play_that_is_cut_is_judged_by_how_players_stand_then() -> None:
    program = compiled(Setting("connect_four", "", 2))
    state = initial(game_of(program))
    seat, codes = asked(program, state)
    found = Search(prepare_plain(program)).run([state.slots], seat, codes, Kind.FLAT, 28, cut=2)
    assert {each.worth for each in found.options} == {0.5}


def test_a_search_faults_as_the_game_does_and_asks_for_a_world() -> None:
    program = compiled(Setting("tic_tac_toe", "", 2))
    with pytest.raises(ValueError, match="a world"):
        Search(prepare_plain(program)).run([], 0, [], Kind.FLAT, 10)


def test_a_tree_of_what_a_seat_sees_tells_worlds_apart_by_that_alone() -> None:
    program = compiled(Setting("kuhn_poker", "", 2))
    state = waiting(program, 1)
    seat, codes = asked(program, state)
    deals = {waiting(program, number).slots for number in range(40)}
    own = search.visible(program, seat)
    alike = sorted(slots for slots in deals if all(slots[slot] == state.slots[slot] for slot in own))
    assert len(alike) > 1
    one, other = (Search(prepare_plain(program)).run(worlds, seat, codes, Kind.ISMCTS, 200) for worlds in (alike, alike[::-1]))
    assert one.simulations == other.simulations == 200


def test_in_a_tree_of_what_a_seat_sees_others_go_by_what_they_see_themselves() -> None:
    program, alike = compiled(Setting("kuhn_poker", "", 2)), list[tuple[int, ...]]()
    for deal in ((1, 0), (1, 1)):  # the queen is asked first; the other has the jack, which folds, or the king, which calls
        state = initial(game_of(program))
        for index in deal:
            state, _ = advance(game_of(program), state, actors(game_of(program), state)[0], index)
        alike.append(state.slots)
    seat, codes = asked(program, State(alike[0], None))
    bet = Search(prepare_plain(program)).run(alike, seat, codes, Kind.ISMCTS, 6_000, exploration=4).options[1]
    assert bet.worth is not None
    assert bet.worth < 0.42  # 3/8 where they do so, for half a coin is lost, of two at most; 1/2 where they do not


@pytest.mark.parametrize("kind", [Kind.FLAT, Kind.ISMCTS], ids=lambda kind: kind.value)
def test_the_interval_of_an_option_is_as_wide_as_few_worlds_make_it(kind: Kind) -> None:
    program, alike = compiled(Setting("kuhn_poker", "", 2)), list[tuple[int, ...]]()
    for deal in ((0, 0), (2, 1)):  # the other has the jack, or the king; the seat that is asked the queen
        state = initial(game_of(program))
        for index in (*deal, 1):
            state, _ = advance(game_of(program), state, actors(game_of(program), state)[0], index)
        alike.append(state.slots)
    seat, codes = asked(program, State(alike[0], None))
    engine, chance = prepare_plain(program), random.Random(1)
    lost, won = sorted(
        standings(game_of(program), advance(game_of(program), State(slots, None), seat, 1)[0].slots)[seat] / ONE
        for slots in alike
    )
    apart = []
    for seed in range(80):
        worlds = [chance.choice(alike) for _ in range(20)]
        called = Search(engine).run(worlds, seat, codes, kind, 100, seed=seed).options[1]
        assert called.worth is not None
        assert called.error is not None
        apart.append((called.worth - (lost + won) / 2) * CONFIDENCE / called.error)
    assert 0.5 < sum(each * each for each in apart) / len(apart) < 2


@pytest.mark.parametrize(("visits", "error"), [(1, None), (2, 1.0), (3, 1.0), (30, 0.1), (3000, 0.001)])
def test_an_option_that_always_led_to_the_same_is_as_sure_as_it_was_tried_often(visits: int, error: float | None) -> None:
    assert Tried.summed(0, visits, visits, visits, (), None).error == error
    assert Tried.summed(0, visits, visits, visits, (), 1).error == 0


def test_the_tables_hold_roots_and_logarithms() -> None:
    roots, logs = inverse_roots(), sqrt_logs()
    assert all(abs(roots[number] / 2**20 - 1 / sqrt(number)) < 1e-5 for number in (1, 2, 100, 4095))
    assert all(abs(logs[number] / 2**12 - sqrt(log(number))) < 1e-3 for number in (1, 2, 100, 127))
    assert abs(logs[3 * 64 + 100] / 2**12 - sqrt(log(800))) < 1e-3
    assert all(one <= other for one, other in pairwise(logs[1:]))
    exact = [(Decimal(number).ln().max(0) * 2**24).sqrt() for number in (*range(1, 128), 127 << 20, 64 << 47, 127 << 47)]
    found = [*logs[1:128], logs[20 * 64 + 127], logs[47 * 64 + 64], logs[47 * 64 + 127]]
    assert found == [int(number.to_integral_value()) for number in exact]


def test_a_game_has_one_engine_whatever_its_seats_are_called() -> None:
    game = game_of(compiled(Setting("tic_tac_toe", "", 2)))
    assert engine_of(game) is engine_of(game.called({game.program.seats[0].name: "Zoe"})) is engine_of(game)
    assert ONE == 2**20
