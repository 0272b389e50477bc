"""Every bundled game, in every setting, keeps what all games keep."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from rulerun.dsl.compile import compile_ruleset
from rulerun.interpreter import (
    NATURE,
    Event,
    State,
    actors,
    advance,
    broken_invariants,
    decision,
    decisions,
    find_option,
    heard,
    initial,
    is_over,
    option_text,
    outcome,
    random_playout,
    view,
)
from rulerun.interpreter.match.match import Match
from rulerun.interpreter.match.record_file import begin, resume
from rulerun.interpreter.match.records import Header, header_of, serialise, source_of
from rulerun.interpreter.match.replay import Replay, replay
from rulerun.program.ir import WHERE, EndGame, Program

from ..support import battery
from ..support.battery import (
    WITNESSES,
    Choose,
    Setting,
    check_cards,
    compiled,
    drawn,
    every_op,
    extremes,
    game_of,
    go_on,
    listed,
    of_each,
    place,
    played,
    short,
    smallest,
    source,
    stepped,
    together_at,
    turned,
    turns,
)
from ..support.record_playthroughs import FOLDER, PLAYTHROUGHS, Playthrough

NUMBERS = st.lists(st.integers(0, 1_000), min_size=1, max_size=80)


each_setting = of_each((*battery.settings(), *WITNESSES))
each_turned = of_each(turned())
each_fewest_and_most = of_each(extremes())
each_smallest = of_each((*smallest(), *WITNESSES))
each_short = of_each(short())


# ------------------------------------------------------------------------------------------------------------ whole games


def check_options(program: Program, state: State) -> None:
    """What is offered can be told apart, is offered again when asked again, and is found by how it is written."""
    asked = actors(game_of(program), state)
    assert asked == tuple(sorted(set(asked)))
    assert asked == (NATURE,) or all(actor in program.players for actor in asked)
    for each in decisions(game_of(program), state):
        assert each == decision(game_of(program), state, each.actor)
        texts = [option_text(game_of(program), each, option) for option in each.options]
        codes = [option.code for option in each.options]
        assert texts
        assert len(set(texts)) == len(texts)
        assert len(set(codes)) == len(codes)
        assert all(option.weight > 0 for option in each.options)
        if each.actor != NATURE:
            assert all(0 <= code < program.codes for code in codes)
        for index in {0, len(texts) // 2, len(texts) - 1}:
            assert find_option(game_of(program), each, texts[index]) == index


def check_end(program: Program, state: State) -> None:
    """An ended match has nothing left in its phases, and a result."""
    assert actors(game_of(program), state) == ()
    assert not any(state.slots[program.locals :])
    end = outcome(game_of(program), state)
    assert all(seat in range(len(program.seats)) for seat in end.winners)
    assert len(end.payoff) == len(program.players)
    assert min(end.places) == 1


def check_game(program: Program, choose: Choose, most: int = 20_000) -> int:
    """One whole game, or the first *most* decisions of it, keeps everything; how many decisions it had."""
    state = initial(game_of(program))
    length = 0
    for turn in turns(program, choose):
        assert len(turn.before.slots) == program.slots
        check_options(program, turn.before)
        check_cards(program, turn.before)
        assert broken_invariants(game_of(program), turn.before) == ()
        state = turn.after
        length += 1
        if length == most:
            assert most < 20_000, "the match does not end"
            return length
    check_cards(program, state)
    assert broken_invariants(game_of(program), state) == ()
    check_end(program, state)
    return length


@each_fewest_and_most
def test_a_game_keeps_what_all_games_keep(setting: Setting) -> None:
    assert check_game(compiled(setting), drawn(1)) > 0


@pytest.mark.slow
@each_setting
def test_many_games_keep_what_all_games_keep(setting: Setting) -> None:
    for seed in range(2, 3):
        check_game(compiled(setting), drawn(seed))


@pytest.mark.slow
@each_turned
def test_a_game_with_a_turned_dial_keeps_what_all_games_keep(setting: Setting) -> None:
    check_game(compiled(setting), drawn(1), most=60)


@pytest.mark.slow
@each_smallest
@settings(max_examples=6)
@given(NUMBERS)
def test_whatever_is_chosen_a_game_keeps_what_all_games_keep(setting: Setting, numbers: list[int]) -> None:
    check_game(compiled(setting), listed(numbers), most=100)


# ----------------------------------------------------------------------------------------------------- ways of playing it


@each_fewest_and_most
def test_a_playout_goes_the_way_of_single_steps(setting: Setting) -> None:
    program = compiled(setting)
    assert random_playout(game_of(program), initial(game_of(program)).slots, drawn(0)) == stepped(program, drawn(0)).slots


ENOUGH = 400
"""A setting is played until about so many decisions have been seen, and once at least."""


@pytest.mark.slow
@of_each((*extremes(), *turned()))
def test_many_playouts_go_the_way_of_single_steps(setting: Setting) -> None:
    program = compiled(setting)
    length = len(played(program, drawn(2)))
    for seed in range(2, 2 + max(1, min(8, ENOUGH // length))):
        assert (
            random_playout(game_of(program), initial(game_of(program)).slots, drawn(seed)) == stepped(program, drawn(seed)).slots
        )


@each_fewest_and_most
def test_who_listens_changes_nothing(setting: Setting) -> None:
    program = compiled(setting)
    listening = [(turn.actor, turn.after.slots) for turn in played(program, drawn(3), listening=True)]
    assert listening == [(turn.actor, turn.after.slots) for turn in played(program, drawn(3))]


@each_smallest
def test_a_playout_can_begin_in_the_middle(setting: Setting) -> None:
    program = compiled(setting)
    way = played(program, drawn(4))
    middle = way[len(way) // 2].before
    end = random_playout(game_of(program), middle.slots, drawn(0))
    assert end[WHERE] == 0
    check_end(program, State(end, None))


# ------------------------------------------------------------------------------------------- nothing is left out of scope


def keeping_locals(program: Program) -> Program:
    """The Program without the wiping at the end of a match, so that what a phase forgets to clear can be seen."""
    return evolve(program, locals=program.slots)


@each_setting
def test_phases_leave_nothing_behind(setting: Setting) -> None:
    program = compiled(setting)
    if any(isinstance(op, EndGame) for op in every_op(program)):
        pytest.skip("this game can end in the midst of a phase")
    bare = keeping_locals(program)
    for seed in range(2):
        end = random_playout(game_of(bare), initial(game_of(bare)).slots, drawn(seed))
        assert not any(end[program.locals :])


def test_phases_of_a_race_that_nobody_finishes_leave_nothing_behind() -> None:
    program = compiled(Setting("change_horses", "", 3, (("track_length", "30"),)))
    bare = keeping_locals(program)
    unfinished = 0
    for seed in range(8):
        end = random_playout(game_of(bare), initial(game_of(bare)).slots, drawn(seed))
        hands = [sum(battery.cards(program, end, name, player)) for name in ("hand", "table") for player in range(3)]
        if sum(hands) == 3:
            unfinished += 1
            assert not any(end[program.locals :])
    assert unfinished


@pytest.mark.parametrize("variant", ["", "tactical"])
def test_every_stage_begins_at_the_same_vector(variant: str) -> None:
    program = compiled(Setting("why_first", variant, 4))
    start = initial(game_of(program)).slots
    points = place(program, "points")
    scores = range(points.base, points.base + 4)
    begun = []
    for turn in turns(program, drawn(5)):
        if turn.before.slots[WHERE] == start[WHERE] and sum(battery.cards(program, turn.before.slots, "stock")) == 32:
            begun.append(turn.before.slots)
    assert len(begun) == 5
    counter = [at for at in range(program.locals, program.slots) if begun[1][at] != start[at]]
    assert len(counter) == 1
    for stage, vector in enumerate(begun, start=1):
        assert vector[counter[0]] == stage
        changed = [at for at in range(program.slots) if vector[at] != start[at]]
        assert all(at in (*scores, *counter) for at in changed)


# ------------------------------------------------------------------------------------------------------ deciding together


def opened(program: Program, choose: Choose, skip: int) -> State | None:
    """The match where for the *skip*-th time several seats are about to decide together; None when it ends before."""
    was = False
    for turn in turns(program, choose, listening=True):
        waits = together_at(program, turn.before)
        if waits is not None and not was and len(actors(game_of(program), turn.before)) > 1:
            if not skip:
                return turn.before
            skip -= 1
        was = waits is not None
    return None


def answered(
    program: Program, state: State, plans: dict[int, list[int]], order: Callable[[int], int]
) -> tuple[State, list[Event]]:
    """The match when all is answered that is planned, in that order, and all that happened; several rounds, maybe."""
    block = together_at(program, state)
    assert block is not None
    given = dict.fromkeys(plans, 0)
    happened: list[Event] = []
    while together_at(program, state) is block:
        waiting = [seat for seat in actors(game_of(program), state) if given[seat] < len(plans[seat])]
        if not waiting:
            break
        seat = waiting[order(len(waiting))]
        index = plans[seat][given[seat]] % len(decision(game_of(program), state, seat).options)
        given[seat] += 1
        state, events = advance(game_of(program), state, seat, index)
        happened += events
    return state, happened


def plans_for(program: Program, state: State, numbers: list[int]) -> dict[int, list[int]]:
    """What each seat is going to choose: enough numbers for any body."""
    return {seat: [numbers[(7 * seat + at) % len(numbers)] for at in range(12)] for seat in actors(game_of(program), state)}


def check_commuting(program: Program, seed: int, skip: int, numbers: list[int], order: list[int]) -> bool:
    """The order of answers does not matter; False when there was no such block."""
    state = opened(program, drawn(seed), skip)
    if state is None:
        return False
    plans = plans_for(program, state, numbers)
    lowest, heard_lowest = answered(program, state, plans, lambda most: 0)
    other, heard_other = answered(program, state, plans, listed(order))
    assert other == lowest
    for seat in program.players:
        assert told(program, heard_other, seat) == told(program, heard_lowest, seat)
        assert view(game_of(program), other, seat) == view(game_of(program), lowest, seat)
    return True


def told(program: Program, events: list[Event], seat: int) -> list[object]:
    """All that a seat hears, one after the other."""
    return [happening for happening in (heard(program, event, seat) for event in events) if happening is not None]


TOGETHER = tuple(each for each in battery.settings() if each.players > 1 and battery.has(each, "together"))


@of_each(TOGETHER)
def test_answers_together_may_come_in_any_order(setting: Setting) -> None:
    program = compiled(setting)
    for seed, skip in [(1, 0), (2, 1), (3, 3)]:
        assert check_commuting(program, seed, skip, [seed, 3, 8, 1, 5], [5, 3, 4, 1, 2]) or skip


@pytest.mark.slow
@of_each(TOGETHER)
@settings(max_examples=10)
@given(st.integers(0, 50), st.integers(0, 6), NUMBERS, NUMBERS)
def test_answers_together_may_come_in_whatever_order(
    setting: Setting, seed: int, skip: int, numbers: list[int], order: list[int]
) -> None:
    check_commuting(compiled(setting), seed, skip, numbers, order)


# --------------------------------------------------------------------------------------------------- records and kills


def begun(setting: Setting, path: Path, seed: int = 11) -> Match:
    """The match of a setting, recorded at *path*; gone on with where it is there already."""
    program = compiled(setting)
    return begin(path, game_of(program), header_of(program, source(setting.file), seed, 0))


def whole_record(setting: Setting, seed: int = 11) -> bytes:
    """The record of a match that nobody disturbed."""
    program = compiled(setting)
    match = Match(game_of(program), header_of(program, source(setting.file), seed, 0))
    go_on(match, seed)
    return serialise(match.header, tuple(match.entries))


@each_fewest_and_most
def test_a_replay_gives_the_same_bytes(setting: Setting) -> None:
    content = whole_record(setting)
    again = replay(content, lambda _: compiled(setting))
    assert again.parting is None
    assert again.strayed is None
    assert again.match.is_over
    assert serialise(again.match.header, tuple(again.match.entries)) == content


def cuts(content: bytes, every: int) -> list[int]:
    """Where a record is cut: at the end of lines and within them, in the first line and behind the last whole one too."""
    lines = [at + 1 for at, byte in enumerate(content) if byte == ord("\n")]
    ends = lines[:-1:every]
    return [0, 1, lines[0] // 2, lines[0] - 1, *ends, *(end + 5 for end in ends), lines[-2], len(content) - 2]


def check_cuts(setting: Setting, path: Path, every: int) -> None:
    whole = whole_record(setting)
    for length in cuts(whole, every):
        path.write_bytes(whole[:length])
        go_on(begun(setting, path), 11)
        assert path.read_bytes() == whole, length


@of_each(short(), "chess")
def test_a_record_cut_somewhere_becomes_whole_again(setting: Setting, tmp_path: Path) -> None:
    check_cuts(setting, tmp_path / "match.rulerun", 150)


@pytest.mark.slow
@of_each(WITNESSES)
def test_a_record_cut_anywhere_becomes_whole_again(setting: Setting, tmp_path: Path) -> None:
    check_cuts(setting, tmp_path / "match.rulerun", max(3, whole_record(setting).count(b"\n") // 8))


# a game of chance alone is over before anybody is asked
DECIDING = [setting for setting in short() if battery.has(setting, "asks")]
each_deciding = of_each(DECIDING)


def killed(setting: Setting, path: Path, answers: int) -> bool:
    """Goes on with the recorded match by so many answers, in a process that is then killed; True when that is how it ended."""
    child = os.fork()
    if not child:
        try:
            go_on(begun(setting, path), 11, answers)
            os.kill(os.getpid(), signal.SIGKILL)
        finally:
            os._exit(1)
    _, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="kills a process of its own making")
@of_each(WITNESSES)
def test_a_process_killed_again_and_again_loses_nothing(setting: Setting, tmp_path: Path) -> None:
    path = tmp_path / "match.rulerun"
    whole = whole_record(setting)
    lines = whole.count(b"\n")
    kills = 0
    while not path.exists() or path.read_bytes() != whole:
        # at every decision of a short match; of a long one at the first ten, and then at every few
        assert killed(setting, path, 1 if kills < 10 else max(1, lines // 10))
        kills += 1
        assert whole.startswith(path.read_bytes())
        assert kills <= lines
    assert kills > 1


@each_deciding
def test_a_match_is_gone_on_with_from_its_record_alone(setting: Setting, tmp_path: Path) -> None:
    path = tmp_path / "match.rulerun"
    whole = whole_record(setting)
    path.write_bytes(whole[: cuts(whole, 1)[5]])
    again = resume(path, lambda _: compiled(setting))
    assert not is_over(again.program, again.state)
    go_on(again, 11)
    assert path.read_bytes() == whole


# ------------------------------------------------------------------------------------------------------- recorded matches


each_playthrough = pytest.mark.parametrize("playthrough", PLAYTHROUGHS, ids=[each.file for each in PLAYTHROUGHS])


@pytest.mark.every
@each_playthrough
def test_a_recorded_match_replays_byte_for_byte_on_its_own_text(playthrough: Playthrough) -> None:
    content = playthrough.path.read_bytes()
    check_replay(content, replay(content, program_of))


@each_playthrough
def test_a_recorded_match_replays_byte_for_byte_on_the_rules_of_today(playthrough: Playthrough) -> None:
    content = playthrough.path.read_bytes()
    check_replay(content, replay(content, lambda _: compiled(playthrough.setting)))


def program_of(header: Header) -> Program:
    """The Program of the text that a record carries."""
    found = compile_ruleset(source_of(header), header.variant, header.players, dict(header.parameters)).program
    assert found is not None
    return found


def check_replay(content: bytes, again: Replay) -> None:
    """The record goes to its end and comes out as it was; `tests/support/record_playthroughs.py` tells how to make it anew."""
    assert again.parting is None
    assert again.strayed is None
    assert again.match.is_over
    assert serialise(again.match.header, tuple(again.match.entries)) == content


def test_every_recorded_match_is_played() -> None:
    assert sorted(FOLDER.glob("*.rulerun")) == sorted(each.path for each in PLAYTHROUGHS)
    assert {each.setting.file for each in PLAYTHROUGHS} == set(battery.FILES)
