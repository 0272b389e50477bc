"""Whole games: the playout form, stepping to the end, and counting."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from rulerun.interpreter import PlayError, State, outcome
from rulerun.interpreter.core.policy import Policy
from rulerun.interpreter.measures import final_measures, measuring
from rulerun.program.ir import Together
from rulerun.program.ops import statements
from rulerun.simulation.runtime.fault import Fault

from ..support.battery import game_of
from ..support.lockstep import SEED, Recount, ended, played_out, stepped_out, tallied
from .case import Case, attempt, first_difference, kind_of_slot
from .failure import Failure


def whole_games(case: Case) -> None:
    """The playout form, stepping to the end, and counting leave behind what the interpreter comes to with the same draws."""
    program, clean = case.program, True
    for number in range(3):
        state, fault = attempt(ended, program, number, Policy.ENTRIES, 2_000)
        if fault is None and state is None:
            return
        for name, play, engine in (
            ("playout", played_out, case.engine),
            ("packed playout", played_out, case.packed),
            ("rollout", stepped_out, case.engine),
        ):
            _same_end(case, name, state, fault, partial(play, engine, number))
        if not case.skips(3):
            clean = _counted(case, number, state, fault) and clean
        if fault is not None:
            _told(case, number, fault)
            return
    if clean and not case.skips(6):
        _recounted(case)


def _same_end(case: Case, name: str, state: State | None, fault: PlayError | None, play: Callable[[], tuple[int, ...]]) -> None:
    try:
        slots = play()
    except (Fault, PlayError):
        if fault is None:
            raise Failure(name, "a fault that the interpreter does not see") from None
        return
    except IndexError:
        raise Failure(name, "an index beyond a buffer") from None
    if state is None:
        raise Failure(name, f"no fault, where the interpreter says: {fault.message if fault else ''}")
    if slots != state.slots:
        raise Failure(
            name, f"another vector: {kind_of_slot(case.program, slots, state.slots)} ({first_difference(slots, state.slots)})"
        )


def _told(case: Case, number: int, fault: PlayError) -> None:
    """The engine names the sentence that fails, in the interpreter's words.

    Where seats decide together, the playout lets one after another come to the end, so that it may meet another fault first.
    """
    if any(isinstance(op, Together) for op in statements(case.program)):
        return
    _, told = attempt(case.engine.playouts, SEED, number, 1)
    if told is None or told.sentence != fault.sentence or not told.message.startswith(fault.message):
        raise Failure("playout", f"a fault is told otherwise: `{told.message if told else ''}`, not `{fault.message}`")


def _counted(case: Case, number: int, state: State | None, fault: PlayError | None) -> bool:
    """Holds the row of a game against its outcome; whether the game can be counted without a fault."""
    program = case.program
    if fault is None and program.measures:
        _, fault = attempt(ended, measuring(program), number, Policy.ENTRIES, 2_000)
    result = None
    if fault is None and state is not None:
        result, fault = attempt(outcome, game_of(program), state)
        if fault is None:
            _, fault = attempt(final_measures, game_of(program), state)
    try:
        (row,), _ = tallied(case.engine, number, 1)
    except Fault:
        if fault is None:
            raise Failure("counting", "a fault that the interpreter does not see") from None
        return False
    except IndexError:
        raise Failure("counting", "an index beyond a buffer") from None
    if fault is not None or result is None:
        raise Failure("counting", f"no fault, where the interpreter says: {fault.message if fault else ''}")
    if tallied(case.packed, number, 1)[0] != [row]:
        raise Failure("counting", "another row with cards and positions in words")
    shape = case.engine.columns
    for seat in range(shape.seats):
        score = result.scores[seat]
        if row[shape.winner(seat)] != int(seat in result.winners):
            raise Failure("counting", "another winner")
        if row[shape.place(seat)] != result.places[seat]:
            raise Failure("counting", "another place")
        if score is not None and row[shape.score(seat)] != score:
            raise Failure("counting", "another score")
    paid = [row[shape.payoff(player)] for player in range(len(program.players))]
    if paid != [each * program.outcome.parts for each in result.payoff]:
        raise Failure("counting", "another payoff")
    return True


def _recounted(case: Case) -> None:
    recount, summed = Recount.of(case.program, Policy.ENTRIES), [0] * case.engine.columns.counters
    for number in range(2):
        (row,), counters = tallied(case.engine, number, 1)
        expected = recount.row(number)
        if row != expected:
            raise Failure("counting", f"another row than counted by hand: column {first_difference(row, expected)}")
        summed = [before + more for before, more in zip(summed, counters, strict=True)]
        if summed != recount.counters:
            raise Failure("counting", f"other counters than counted by hand: {first_difference(summed, recount.counters)}")
