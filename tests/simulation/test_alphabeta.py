"""Alpha-beta: the same in plain Python, compiled, and however it is cut into calls; what it proves holds."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from rulerun.interpreter import actors, advance, decision, initial, is_over
from rulerun.interpreter.adversarial import obstacle
from rulerun.interpreter.core.policy import Policy
from rulerun.interpreter.standing import ONE, standings
from rulerun.interpreter.state import State
from rulerun.program.ir import Program
from rulerun.simulation import prepare, prepare_plain
from rulerun.simulation.emit.evaluation import evaluation
from rulerun.simulation.emit.module import Form, emit, forms_of
from rulerun.simulation.emit.packing import IN_THE_VECTOR
from rulerun.simulation.search import alphabeta
from rulerun.simulation.search.alphabeta import WON, AlphaBeta, Limits, Practice
from rulerun.simulation.search.duel import Player, duel

from ..support.battery import Setting, compiled, game_of, some

GAMES = some(
    "tic_tac_toe",
    "kalah",
    slow=("breakthrough", "chess", "connect_four", "draughts", "go_9x9", "hex", "nine_mens_morris", "reversi"),
)


def program_of(name: str) -> Program:
    """The bundled ruleset of that name with its usual settings."""
    return compiled(Setting(name, "", 2))


def positions(program: Program, seed: int) -> Iterator[State]:
    """The positions of a random match in which a seat is asked."""
    chance, game = random.Random(seed), game_of(program)
    state = initial(game)
    while not is_over(program, state):
        yield state
        (seat,) = actors(game, state)
        state, _ = advance(game, state, seat, chance.randrange(len(decision(game, state, seat).options)))


def drawn_weights(program: Program) -> list[int]:
    """Weights at random."""
    chance = random.Random(5)
    return [chance.randrange(-400, 400) for _ in range(evaluation(program).weights)]


def searches(program: Program) -> tuple[AlphaBeta, AlphaBeta]:
    """A search in plain Python, and one in compiled code, with the same weights."""
    pytest.importorskip("llvmlite")
    engine, weights = prepare(program, Policy.FLAT), drawn_weights(program)
    engine.form(Form.ALPHABETA)
    return AlphaBeta(prepare_plain(program, Policy.FLAT), weights), AlphaBeta(engine, weights)


@pytest.mark.parametrize("name", GAMES)
def test_plain_python_and_compiled_code_find_the_same(name: str) -> None:
    program = program_of(name)
    plain, quick = searches(program)
    for at, state in enumerate(positions(program, 3)):
        if at % 9 == 4 and at < 40:
            limits = Limits(nodes=150)
            assert plain.think(state.slots, limits) == quick.think(state.slots, limits), at
    practice = Practice(nodes=60, opening=3, longest=30)
    found = [search.self_play(initial(game_of(program)).slots, 7, 60, practice) for search in (plain, quick)]
    rows = [[[int(number) for number in row] for row in (*each.features, *each.meta)] for each in found]
    assert rows[0] == rows[1]
    assert len(rows[0]) > 20


@pytest.mark.parametrize("name", GAMES)
def test_the_options_are_those_of_the_interpreter(name: str) -> None:
    program = program_of(name)
    search, game = AlphaBeta(prepare_plain(program, Policy.FLAT)), game_of(program)
    for at, state in enumerate(positions(program, 8)):
        if at % 5 == 0 and at < 60:
            (seat,) = actors(game, state)
            asked = decision(game, state, seat)
            assert search.options(state.slots) == tuple(option.code for option in asked.options)
            after, _ = advance(game, state, seat, at % len(asked.options))
            found, _ = search.after(state.slots, asked.options[at % len(asked.options)].code)
            assert found == after.slots


def test_it_finds_the_same_however_it_is_cut_into_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    program = program_of("kalah")
    search = AlphaBeta(prepare_plain(program, Policy.FLAT), drawn_weights(program))
    state = next(state for at, state in enumerate(positions(program, 2)) if at == 6)
    whole = search.think(state.slots, Limits(nodes=700))
    monkeypatch.setattr(alphabeta, "PLAIN_CALL", 3)
    assert search.think(state.slots, Limits(nodes=700)) == whole
    assert whole.nodes == 700
    assert whole.depth > 2


def best_play(program: Program, state: State, known: dict[tuple[int, ...], int]) -> int:
    """1 where the first player wins by best play, -1 where the second does, else 0."""
    game = game_of(program)
    if state.slots not in known:
        if is_over(program, state):
            known[state.slots] = (standings(game, state.slots)[0] * 2 - ONE) // ONE
        else:
            (seat,) = actors(game, state)
            count = len(decision(game, state, seat).options)
            found = [best_play(program, advance(game, state, seat, index)[0], known) for index in range(count)]
            known[state.slots] = max(found) if seat == 0 else min(found)
    return known[state.slots]


@pytest.mark.parametrize("weighed", [False, True])
def test_what_is_proven_is_what_best_play_leads_to(weighed: bool) -> None:
    program, known, ends = program_of("tic_tac_toe"), dict[tuple[int, ...], int](), set[int]()
    search = AlphaBeta(prepare_plain(program, Policy.FLAT), drawn_weights(program) if weighed else ())
    for seed in range(12):
        for state in list(positions(program, seed))[3:]:
            found = search.think(state.slots, Limits(nodes=5000))
            (seat,) = actors(game_of(program), state)
            truth = best_play(program, state, known) * (1 if seat == 0 else -1)
            assert found.proven
            assert (found.value > WON) - (found.value < -WON) == truth
            after, _ = search.after(state.slots, found.code)
            assert best_play(program, State(after, None), known) * (1 if seat == 0 else -1) == truth
            ends.add(truth)
    assert ends == {-1, 0, 1}


def test_each_option_is_judged_and_the_best_is_that_of_the_search() -> None:
    program, game = program_of("tic_tac_toe"), game_of(program_of("tic_tac_toe"))
    search, known = AlphaBeta(prepare_plain(program, Policy.FLAT)), dict[tuple[int, ...], int]()
    state = list(positions(program, 4))[3]
    (seat,) = actors(game, state)
    codes = [option.code for option in decision(game, state, seat).options]
    found = search.judge(state.slots, codes, Limits(nodes=5000))
    assert [each.code for each in found] == codes
    assert max(found, key=lambda each: each.value).code == search.think(state.slots, Limits(nodes=5000)).code
    for each in found:
        after, _ = search.after(state.slots, each.code)
        assert each.proven
        assert (each.value > WON) - (each.value < -WON) == best_play(program, State(after, None), known) * (
            1 if seat == 0 else -1
        )


def test_positions_that_differ_in_their_options_are_told_apart() -> None:
    program, differed = program_of("go_9x9"), 0
    search = AlphaBeta(prepare_plain(program, Policy.FLAT))
    functions = search.engine.plain(Form.ALPHABETA).functions
    for state in list(positions(program, 2))[-4:]:
        slots, forgotten = list(state.slots), list(state.slots)
        for memory in program.memories:
            for base in memory.bases:
                forgotten[base : base + memory.length] = [0] * memory.length
        if search.options(forgotten) != search.options(slots):
            assert functions["hashed"](forgotten) == functions["hashed"](slots)
            assert functions["repeated"](forgotten) != functions["repeated"](slots)
            differed += 1
    assert differed


def test_of_two_players_the_one_that_sees_further_wins_more() -> None:
    program = program_of("kalah")
    search = AlphaBeta(prepare_plain(program, Policy.FLAT))

    def player(nodes: int) -> Player:
        return lambda position, seat, codes: search.think(position, Limits(nodes=nodes)).code

    found = duel(search, initial(game_of(program)).slots, (player(60), player(2)), 4, 3, 1)
    assert found.won + found.drawn + found.lost == 8
    assert found.share > 0.6
    assert duel(search, initial(game_of(program)).slots, (player(20), player(20)), 2, 3, 1).share == 0.5


OBSTACLES = {
    "pig": "chance decides: `",
    "hearts": "it is played by 4, not by two",
    "kuhn_poker": "not everybody sees `",
}


@pytest.mark.parametrize("name", OBSTACLES)
def test_other_games_are_refused_with_what_is_in_the_way(name: str) -> None:
    program = compiled(Setting(name, "", 4 if name == "hearts" else 2))
    assert obstacle(program).startswith(OBSTACLES[name])
    assert Form.ALPHABETA not in forms_of(program)
    with pytest.raises(ValueError, match=OBSTACLES[name][:10]):
        emit(program, Form.ALPHABETA, IN_THE_VECTOR)
