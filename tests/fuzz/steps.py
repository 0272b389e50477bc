"""Step by step: the silent interpreter, the listening one and the stepping form side by side; codes, and reasons."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

from rulerun.interpreter import (
    NATURE,
    Observer,
    Option,
    PlayError,
    State,
    actors,
    advance,
    candidates,
    decision,
    initial,
    outcome,
    why_not,
)
from rulerun.interpreter.core.policy import Policy, random_index
from rulerun.interpreter.core.rng import Use, stream
from rulerun.program.ir import Ask, Program
from rulerun.simulation.runtime.fault import Fault
from rulerun.worlds.replays import Replays

from ..support.battery import every_op, game_of
from ..support.histories import somewhere
from ..support.listened import Unlike, listened
from ..support.lockstep import NOBODY, Buffers, buffers, fails
from .case import LONGEST, Case, Outcome, attempt, first_difference, kind_of_slot, moved
from .claims import check_slots, intervals_of, watched
from .failure import Failure
from .seats import look_around

ANSWERS = 10
"""So many answers lead to the history along which a world is drawn."""


def same_fault(case: Case, one: PlayError | None, other: PlayError | None, who: str) -> None:
    """Both fail at the same sentence with the same words, or none does."""
    if one is None and other is None:
        return
    if one is None or other is None:
        missing = who if other is None else "the silent interpreter"
        told = one or other
        assert told is not None
        raise Failure("faults", f"{missing} does not see: {told.message}")
    if (one.sentence, one.message) != (other.sentence, other.message):
        raise Failure(
            "faults", f"{who} says `{other.message}` in sentence {other.sentence}, not `{one.message}` in {one.sentence}"
        )


def listening(case: Case) -> None:
    """The machine that notes events comes to the same states and the same faults as the silent one."""
    program, random = case.program, Random(case.seed)
    for _ in range(2):
        silent, fault = attempt(initial, game_of(program))
        loud, other = attempt(initial, game_of(program), True)
        same_fault(case, fault, other, "the listening interpreter")
        met = 0
        while silent is not None and loud is not None and met < LONGEST:
            met += 1
            if silent.slots != loud.slots:
                raise Failure("listening", f"the vectors differ in slot {first_difference(silent.slots, loud.slots)}")
            if met % 3 == 1:
                look_around(case, loud)
            asked = actors(game_of(program), silent)
            if not asked:
                break
            actor = random.choice(asked)
            found, fault = attempt(decision, game_of(program), silent, actor)
            if found is None:
                break
            index = random.randrange(len(found.options))
            silent, fault = attempt(moved, program, silent, actor, index)
            loud, other = attempt(moved, program, loud, actor, index)
            same_fault(case, fault, other, "the listening interpreter")
        case.tally.decisions += met


def lockstep(case: Case) -> None:
    """The stepping form goes as the interpreter does: vector, actor, options with codes and weights, faults, at every step."""
    program, random = case.program, Random(case.seed + 1)
    for number in range(case.tally.each):
        at = buffers(program, case.stepping)
        state, fault = _both(case, at, partial(initial, game_of(program)), partial(case.stepping.call, "start", at.s, at.m))
        for _ in range(LONGEST):
            if state is None:
                break
            check_slots(case.claims, state.slots)
            case.tally.decisions += 1
            if at.slots != state.slots:
                where = kind_of_slot(program, at.slots, state.slots)
                raise Failure("stepping", f"another vector: {where} ({first_difference(at.slots, state.slots)})")
            asked = actors(game_of(program), state)
            ours = case.stepping.call("actor", at.s, at.m)
            if ours != (asked[0] if asked else NOBODY):
                raise Failure("stepping", "another actor")
            if not asked:
                break
            actor = asked[0] if number == 0 else random.choice(asked)
            options = _options(case, at, state, actor)
            if options is None:
                break
            index = random.randrange(len(options))
            theirs = partial(moved, program, state, actor, index)
            state, fault = _both(case, at, theirs, partial(case.stepping.call, "apply", at.s, at.m, actor, options[index][0]))
        case.tally.matches += 1
        if fault is not None:
            case.tally.faults += 1
            case.tally.messages[Failure("", fault.message).signature[1]] += 1


def _options(case: Case, at: Buffers, state: State, actor: int) -> list[tuple[int, int]] | None:
    asked, fault = attempt(decision, game_of(case.program), state, actor)
    try:
        count = case.stepping.call("options", at.s, at.m, at.o, at.w, actor)
    except Fault as ended:
        if fault is None:
            raise Failure("stepping", "a fault in the options, which the interpreter does not see") from None
        _told_alike(case, at, fault, ended)
        return None
    except IndexError:
        raise Failure("stepping", "the options do not fit into their buffer") from None
    if fault is not None or asked is None:
        raise Failure("stepping", f"no fault in the options, where the interpreter says: {fault.message if fault else ''}")
    ours = [(int(at.o[each]), int(at.w[each])) for each in range(count)]
    theirs = [(option.code, option.weight) for option in asked.options]
    if ours != theirs:
        what = "codes" if [code for code, _ in ours] != [code for code, _ in theirs] else "weights"
        raise Failure("stepping", f"the options have other {what}: {ours}, not {theirs}")
    return theirs


def _both(case: Case, at: Buffers, expected: Callable[[], State], ours: Callable[[], object]) -> Outcome[State]:
    state, fault = attempt(expected)
    try:
        ours()
        if fault is not None:
            fails(case.program, case.stepping, at)
    except Fault as ended:
        if fault is None:
            raise Failure("stepping", "a fault that the interpreter does not see") from None
        _told_alike(case, at, fault, ended)
        return None, fault
    except IndexError:
        raise Failure("stepping", "an index beyond a buffer") from None
    if fault is not None:
        raise Failure("stepping", f"no fault, where the interpreter says: {fault.message}")
    return state, None


def _told_alike(case: Case, at: Buffers, expected: PlayError, fault: Fault) -> None:
    """Both name the same sentence and say why in the same words."""
    told = case.stepping.emitted.told(case.program, fault.site, at.m)
    if (told.sentence, told.message) != (expected.sentence, expected.message):
        raise Failure("stepping", f"a fault is told otherwise: `{told.message}`, not `{expected.message}`")


def noting(case: Case) -> None:
    """The listening form notes what the listening interpreter does, every seat hears the same of it, and a world that is drawn
    along a history leaves that history.
    """
    try:
        for number in range(case.tally.each):
            listened(case.program, case.noting, Random(case.seed + number).randrange, LONGEST)
    except Unlike as unlike:
        raise Failure("noting", str(unlike)) from None
    history, _ = attempt(somewhere, case.program, ANSWERS, case.seed)
    if history is None:
        return
    world = Replays(case.engine, case.noting).world(history, case.seed, 10 * ANSWERS, strict=case.seed % 2 == 0)
    if world.agrees:
        again = Observer.replayed(game_of(case.program), world.line)
        if again.history(history.seat) != history:
            raise Failure("noting", "a world leaves another history")
        if again.state.slots != world.slots:
            raise Failure("noting", "the answers to a world lead to another")


def intervals(case: Case) -> None:
    """Every result of an expression lies in the interval that is claimed for it."""
    if case.skips(4):
        return
    _, of = intervals_of(case.program)

    def play(program: Program) -> None:
        draw = stream(case.seed, 0, Use.BOTS).below
        state = initial(game_of(program))
        for _ in range(LONGEST):
            if not actors(game_of(program), state):
                outcome(game_of(program), state)
                return
            actor = actors(game_of(program), state)[0]
            options = decision(game_of(program), state, actor).options
            state, _ = advance(game_of(program), state, actor, random_index(options, Policy.ENTRIES, draw))

    attempt(watched, case.program, of, play)


def codes(case: Case) -> None:
    """Other options have other codes, and an option has the same code wherever its sentence is met again."""
    program, draw = case.program, stream(case.seed, 1, Use.BOTS).below
    asks = {op.stop: op for op in every_op(program) if isinstance(op, Ask)}
    known: dict[int, tuple[int, int, tuple[int, ...]]] = {}
    state, _ = attempt(initial, game_of(program))
    for _ in range(LONGEST):
        if state is None or not actors(game_of(program), state):
            return
        actor = actors(game_of(program), state)[0]
        asked, _ = attempt(decision, game_of(program), state, actor)
        if asked is None:
            return
        meant: dict[int, tuple[int, tuple[int, ...]]] = {}
        for option in asked.options:
            if meant.setdefault(option.code, (option.alternative, option.arguments)) != (option.alternative, option.arguments):
                raise Failure("codes", f"equal codes of other options in one decision: {option.code}")
        for option in asked.options if actor != NATURE else ():
            if not 0 <= option.code < program.codes:
                raise Failure("codes", f"the code {option.code} is not below {program.codes}")
            meaning = (asks[asked.stop].sentence, option.alternative, option.arguments)
            if known.setdefault(option.code, meaning) != meaning:
                raise Failure("codes", f"the code {option.code} means {known[option.code]} and {meaning}")
        index = random_index(asked.options, Policy.ENTRIES, draw)
        state, _ = attempt(moved, program, state, actor, index)


def explain(case: Case) -> None:
    """Whatever is offered is among what could be tried, and is refused for no reason; everything else for one."""
    if case.skips(4):
        return
    program, random = case.program, Random(case.seed + 3)
    state, _ = attempt(initial, game_of(program))
    for _ in range(LONGEST // 4):
        if state is None or not actors(game_of(program), state):
            return
        actor = actors(game_of(program), state)[0]
        asked, _ = attempt(decision, game_of(program), state, actor)
        if asked is None:
            return
        if actor != NATURE:
            tried, _ = attempt(candidates, game_of(program), state, actor)
            offered = {(option.alternative, option.arguments) for option in asked.options}
            if tried is not None and not offered <= {(option.alternative, option.arguments) for option in tried}:
                raise Failure("explain", "an option is not among what could be tried")
            for option in random.sample(tried or (), min(3, len(tried or ()))):
                _explained(program, state, actor, option, (option.alternative, option.arguments) in offered)
        index = random.randrange(len(asked.options))
        state, _ = attempt(moved, program, state, actor, index)


def _explained(program: Program, state: State, actor: int, option: Option, offered: bool) -> None:
    found, fault = attempt(why_not, game_of(program), state, actor, (option.name, option.arguments))
    if fault is None and offered and found is not None:
        raise Failure("explain", "an option is on offer, and refused")
    if fault is None and not offered and found is None:
        raise Failure("explain", "an option is not on offer, and nothing stands against it")
