"""What all that play a Program rely on is verified: a Program that breaks it is refused in words, and never played."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from random import Random

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from rulerun.interpreter import PlayError, initial, outcome, random_playout
from rulerun.interpreter.state import State
from rulerun.program import ir
from rulerun.program.json import from_json, to_json
from rulerun.program.ops import changed
from rulerun.program.verify import Unsound, verify
from rulerun.simulation import prepare_plain

from ..support.battery import Setting, compiled, game_of
from ..support.engine_programs import add, menu, program

GAMES = [
    compiled(Setting("kuhn_poker", "", 2)),
    compiled(Setting("why_first", "", 3)),
    compiled(Setting("crazy_eights", "", 3)),
    compiled(Setting("kalah", "", 2)),
]


def done(*ops: ir.Op) -> ir.Program:
    """A Program of slots 0 to 3, all of them names, whose body these statements are."""
    return evolve(program(ops, 4, local=1, stops=1), codes=2)


LOOP = ir.Repeat(ir.Slot(1), ir.Number(2), None, (menu(1, ir.Number(0), go=()),), True, 0)
PHASE = ir.Phase("one", (menu(1, ir.Number(0), go=()),), (), None, None, 0)
LINED = ir.Board(ir.Words("b"), ir.Shape.GRAPH, 0, ((0, 0),), (), ((0, 1),))
CALL = ir.Do(0, 1, True, 0)
EVERY = ir.Range(ir.Number(0), ir.Number(0))
AROUND = ir.Around(EVERY, 0, "x", 0)
ONE = ir.Cell(1, (ir.Axis(ir.Number(0), 0, 1, 1),), "x", 0)


COIN = ir.Place(ir.Words("coin"), ir.PlaceKind.VARIABLE, 1, (), None, False, 0, 3, False, None, ir.Visibility.EVERYONE, None)
MEMORY = ir.Memory(ir.Words("purse"), (0,), 2, (ir.Extent(None, 1, 2, 3),), 1, 2)
FIRST = (ir.Axis(ir.Number(1), 1, 2, 3),)


def remembering(op: ir.Op, memory: ir.Memory = MEMORY) -> ir.Program:
    """A Program of one value and two memories of it, whose body is this statement."""
    return evolve(program((op,), 8, places=(COIN,)), memories=(memory,))


def asking(source: ir.Set) -> ir.Program:
    """A Program that asks whether something is in the set."""
    return done(ir.Branch(ir.Contains(source, ir.Number(0)), (), (), 0))


KEPT = ir.Assign(ir.Slot(2), ir.Slot(1), ir.SMALLEST, ir.LARGEST, False, None, 0)
STEP = ir.Phase("step", (KEPT, ir.Clear(ir.Slot(2), 1)), (ir.Clear(ir.Slot(1), 1),), None, None, 0)
TRIAL = ir.Trial(0, (ir.Slot(1),))
AFTER = ir.After(0, (ir.Number(3),), ir.Number(1), 0)


def trying(after: ir.After = AFTER, trial: ir.Trial = TRIAL, phase: ir.Phase = STEP, *more: ir.Op) -> ir.Program:
    """A Program that does something where a condition holds that tries a phase."""
    return evolve(done(ir.Branch(after, (), (), 0), *more), phases=(phase,), trials=(trial,))


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (done(add(ir.Slot(1), 1), ir.Clear(ir.Slot(1), 1)), "read before it has a value"),
        (done(ir.Assign(ir.Slot(1), ir.Number(1), 0, 1, False, None, 0)), "slot 1 is not cleared"),
        (done(ir.Assign(ir.Slot(77), ir.Number(1), 0, 1, False, None, 0)), "there is no slot 77"),
        (done(ir.Assign(ir.Slot(0), ir.Number(1), 0, 1, False, None, 0)), "written as one"),
        (done(ir.Clear(ir.Slot(3), 200)), "200 slots are cleared"),
        (done(ir.Leave(0)), "no loop to leave"),
        (done(ir.EndPhase(0)), "no phase to end"),
        (done(ir.Do(0, 1, False, 0)), "does phase 0"),
        (done(menu(1, ir.Number(0), go=()), menu(1, ir.Number(0), go=())), "are stop 1"),
        (done(evolve(LOOP, stops=False), ir.Clear(ir.Slot(1), 1)), "in a loop is told wrongly"),
        (done(evolve(LOOP, counter=None), ir.Clear(ir.Slot(1), 1)), "counts its passes nowhere"),
        (evolve(done(), boards=(LINED,)), "a line on the board `b` leads to no space"),
        (program((), 8, places=(evolve(COIN, sight=ir.Visibility.SOME),)), "who sees `coin` is not told for each seat"),
        (done(ir.Gather(3, ir.ZoneAt(0, (), 0), 0)), "there is no deck 3"),
        (done(ir.Shuffle(ir.ZoneAt(0, (), 0), 0)), "there is no zone 0"),
        (done(ir.Say(ir.Message((("en", (ir.Shown(ir.Number(2**40), None),)),)), None, False, 0)), "is no number"),
        (done(evolve(menu(1, ir.Number(0), go=()), sentence=9)), "no sentence 9"),
        (evolve(done(menu(1, ir.Number(0), go=(), stay=())), codes=1), "has the code 1"),
        (evolve(done(CALL, ir.Do(0, 2, True, 0)), phases=(PHASE,)), "from which nowhere"),
        (evolve(done(CALL, CALL), phases=(evolve(PHASE, back=ir.Slot(1)),)), "by the same number"),
        (evolve(done(CALL), phases=(evolve(PHASE, body=(CALL,)),)), "phase 0 does phase 0"),
        (evolve(done(), start=(0, 0, 0, 5)), "in the middle of a phase"),
        (evolve(done(), start=(0, 0)), "2 slots instead of 4"),
        (asking(AROUND), "there are no rows 0"),
        (evolve(asking(AROUND), rows=(((5,),),)), "a link leads to something that has no links"),
        (evolve(asking(ir.Connected(EVERY, 0, 77, ir.Number(1), "x", 0)), rows=(((0,),),)), "no slot 77 is free"),
        (remembering(ir.Remember(1, FIRST, 0)), "there is no memory 1"),
        (remembering(ir.Forget(0, (), 0)), "`purse` is named by 0 indices"),
        (remembering(ir.Remember(0, (evolve(FIRST[0], stride=1),), 0)), "an index of `purse` has other elements"),
        (remembering(ir.Forget(0, None, 0), evolve(MEMORY, places=(3,))), "`purse` remembers what is no value"),
        (remembering(ir.Forget(0, None, 0), evolve(MEMORY, words=2)), "the positions of `purse` have no room"),
        (remembering(ir.Forget(0, None, 0), evolve(MEMORY, most=0)), "`purse` would remember 0 positions"),
        (remembering(ir.Forget(0, None, 0), evolve(MEMORY, base=1)), "`purse` and `coin` share slot 1"),
        (remembering(ir.Forget(0, None, 0), evolve(MEMORY, most=3)), "`purse` has gaps, or overlaps itself"),
        (evolve(remembering(ir.Forget(0, None, 0)), start=(0, 0, 1, 2, 0, 0, 0, 0)), "something is remembered at the start"),
        (evolve(done(), longest=ir.Longest(9, 77)), "`the clock` would lie in slot 77"),
        (trying(evolve(AFTER, trial=1)), "there is no trial 1"),
        (trying(evolve(AFTER, given=())), "given too much, or too little"),
        (trying(trial=evolve(TRIAL, phase=1)), "there is no phase 1 to try"),
        (trying(trial=evolve(TRIAL, given=(ir.Slot(77),))), "has no slots of its own"),
        (evolve(trying(), trials=(TRIAL, TRIAL)), "`step` is tried, and what it does is done elsewhere too"),
        (trying(AFTER, TRIAL, STEP, ir.Do(0, 1, False, 0)), "`step` is tried, and what it does is done elsewhere too"),
        (trying(phase=evolve(STEP, body=(menu(1, ir.Number(0), go=()),))), "does cannot be tried"),
        (trying(phase=evolve(STEP, body=(ir.EndGame(None, 0),))), "does cannot be tried"),
        (trying(phase=evolve(STEP, after=())), "slot 1 is not cleared at the end of the phase `step`"),
        (trying(phase=evolve(STEP, body=(ir.Branch(AFTER, (), (), 0),))), "a phase is tried while it is tried"),
        (done(ir.AssignAll(77, EVERY, None, ONE, ir.Number(0), 0, 0, False, None, 0)), "no slot 77 is free"),
    ],
)
def test_a_program_that_breaks_a_rule_is_refused(wrong: ir.Program, message: str) -> None:
    with pytest.raises(Unsound, match=message):
        verify(wrong)
    with pytest.raises(ValueError, match=message):
        from_json(to_json(wrong))


def test_two_alternatives_share_no_codes() -> None:
    def same(op: ir.Op) -> ir.Op:
        match op:
            case ir.Ask():
                return evolve(op, alternatives=tuple(evolve(one, code=0) for one in op.alternatives))
            case _:
                return op

    with pytest.raises(Unsound, match="two options have the code"):
        verify(changed(GAMES[0], same))


def test_a_sound_program_passes() -> None:
    kept = remembering(ir.Remember(0, FIRST, 0))
    for each in (*GAMES, kept, trying(), done(LOOP, ir.Clear(ir.Slot(1), 1)), evolve(done(CALL), phases=(PHASE,))):
        verify(each)


# ---------------------------------------------------------------------------------------------------------- tampering

Plain = list[object]


def leaves(plain: object) -> list[tuple[Plain, int]]:
    """Every number in a Program as JSON: the list that it stands in, and its place there."""
    found: list[tuple[Plain, int]] = []
    if isinstance(plain, list):
        for at, each in enumerate(plain):
            if isinstance(each, int) and not isinstance(each, bool):
                found.append((plain, at))
            found += leaves(each)
    return found


CHANGES: tuple[Callable[[int], object], ...] = (
    lambda number: number + 1,
    lambda number: number - 1,
    lambda number: -number - 1,
    lambda number: number + 2**40,
    lambda number: number * 20 + 7,
    str,
    lambda number: None,
)


def tampered(game: ir.Program, seed: int) -> str:
    """The Program as JSON, with one number changed."""
    random = Random(seed)
    plain: Plain = json.loads(to_json(game))
    within, at = random.choice(leaves(plain))
    number = within[at]
    assert isinstance(number, int)
    within[at] = random.choice(CHANGES)(number)
    return json.dumps(plain)


@pytest.mark.slow
@given(st.integers(0, 10**9), st.sampled_from(range(len(GAMES))))
def test_a_program_that_was_tampered_with_is_refused_or_plays(seed: int, which: int) -> None:
    try:
        found = from_json(tampered(GAMES[which], seed))
    except ValueError:
        return
    with_fault = (PlayError, MemoryError)
    draw = Random(seed)
    with suppress(*with_fault):
        end = random_playout(game_of(found), initial(game_of(found)).slots, draw.randrange)
        outcome(game_of(found), State(end, None))
    with suppress(*with_fault):
        prepare_plain(found).playouts(seed, 0, 1)
