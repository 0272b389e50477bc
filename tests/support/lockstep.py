"""Emitted code beside the interpreter: led through the same match step by step, and its counts counted over again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, MutableSequence
from contextlib import suppress
from typing import TypeVar

import pytest
from attrs import Factory, evolve, frozen

from rulerun.interpreter import NATURE, State, actors, advance, decision, initial, outcome
from rulerun.interpreter.core.policy import Policy, random_index
from rulerun.interpreter.core.rng import Use, stream
from rulerun.interpreter.core.runtime_errors import PlayError
from rulerun.interpreter.core.zones import copies, layout
from rulerun.interpreter.leading import leading_keys
from rulerun.interpreter.machine import statements
from rulerun.interpreter.machine.context import Context, Step
from rulerun.interpreter.machine.expressions import ranks, value
from rulerun.interpreter.machine.statements import trying
from rulerun.program.ir import (
    NOTHING,
    All,
    Alternative,
    Ask,
    Block,
    Branch,
    Clear,
    Comparison,
    Do,
    ForEach,
    Later,
    Leave,
    Not,
    Number,
    Op,
    Program,
    Relation,
    Repeat,
    Take,
    Together,
)
from rulerun.program.ops import statements as all_statements
from rulerun.simulation import Engine
from rulerun.simulation.batch import Batch
from rulerun.simulation.compile.loaded import Loaded
from rulerun.simulation.emit.module import Form
from rulerun.simulation.emit.rounds import rounds
from rulerun.simulation.emit.schema import Columns, columns
from rulerun.simulation.runtime.fault import Fault

from .battery import Choose, game_of

NOBODY = -2
SEED = 7

Found = TypeVar("Found")


@frozen(eq=False)
class Buffers:
    """What emitted code works on: the vector, working memory, options and their weights."""

    s: MutableSequence[int]
    m: MutableSequence[int]
    o: MutableSequence[int]
    w: MutableSequence[int]

    @property
    def slots(self) -> tuple[int, ...]:
        """The vector."""
        return tuple(map(int, self.s))


def buffers(program: Program, code: Loaded) -> Buffers:
    """Buffers of the size that the code asks for, at the beginning of a match."""
    options = code.emitted.options
    return Buffers(code.vector(program.start), code.numbers(code.emitted.memory), code.numbers(options), code.numbers(options))


# ------------------------------------------------------------------------------------------------------- step by step


def both(
    program: Program, stepping: Loaded, at: Buffers, expected: Callable[[], Found], ours: Callable[[], object]
) -> Found | None:
    """What the interpreter gives, and emitted code does its own; None where the rules fail, which both must say alike."""
    found, fault = None, None
    try:
        found = expected()
    except PlayError as failed:
        fault = failed
    if fault is not None:
        with pytest.raises(Fault) as ended:
            ours()
        told = stepping.emitted.told(program, ended.value.site, at.m)
        assert (told.sentence, told.message) == (fault.sentence, fault.message)
        return None
    ours()
    return found


def fails(program: Program, stepping: Loaded, at: Buffers) -> None:
    """Raises Fault as soon as somebody who is asked has no option, which the interpreter says when it comes there."""
    for _ in range(100):
        actor = stepping.call("actor", at.s, at.m)
        if actor == NOBODY:
            return
        for seat in program.players if actor != NATURE else ():
            stepping.call("options", at.s, at.m, at.o, at.w, seat)
        stepping.call("options", at.s, at.m, at.o, at.w, actor)
        stepping.call("apply", at.s, at.m, actor, at.o[0])


def follow(program: Program, stepping: Loaded, choose: Choose, most: int = 20_000, lowest: bool = True) -> int:
    """How many steps both went side by side: same vector, same actors, same options with the same weights, at every one.

    Where several decide at once the lowest seat answers, or, unless *lowest*, any.
    """
    at = buffers(program, stepping)
    state = _moved(program, lambda: initial(game_of(program)), lambda: stepping.call("start", at.s, at.m), stepping, at)
    for step in range(most):
        if state is None:
            return step
        assert at.slots == state.slots, step
        asked = actors(game_of(program), state)
        assert stepping.call("actor", at.s, at.m) == (asked[0] if asked else NOBODY), step
        if not asked:
            return step
        actor = asked[0] if lowest else asked[choose(len(asked))]
        for seat in (actor, *(each for each in asked if each != actor)):
            assert options(program, stepping, at, state, seat) is not None or seat == actor, step
        found = options(program, stepping, at, state, actor)
        if found is None:
            return step
        index = choose(len(found))
        state = answered(program, stepping, at, state, actor, index, found[index][0])
    return most


def options(program: Program, stepping: Loaded, at: Buffers, state: State, actor: int) -> list[tuple[int, int]] | None:
    """The codes and weights of the actor's options, which both list alike; None where the rules fail."""

    def ours() -> None:
        count = stepping.call("options", at.s, at.m, at.o, at.w, actor)
        listed.extend((int(at.o[each]), int(at.w[each])) for each in range(count))

    listed: list[tuple[int, int]] = []
    before = at.slots
    asked = both(program, stepping, at, lambda: decision(game_of(program), state, actor), ours)
    if asked is None:
        for slot, value in enumerate(before):
            at.s[slot] = value  # a fault ends a trial in the middle
        return None
    assert listed == [(option.code, option.weight) for option in asked.options]
    return listed


def answered(program: Program, stepping: Loaded, at: Buffers, state: State, actor: int, index: int, code: int) -> State | None:
    """Where the match stands after the answer; None where the rules fail."""

    def theirs() -> State:
        return advance(game_of(program), state, actor, index)[0]

    return _moved(program, theirs, lambda: stepping.call("apply", at.s, at.m, actor, code), stepping, at)


def _moved(
    program: Program, expected: Callable[[], State], ours: Callable[[], object], stepping: Loaded, at: Buffers
) -> State | None:
    def moved() -> None:
        ours()
        if failed:
            fails(program, stepping, at)

    failed = False

    def told() -> State:
        nonlocal failed
        try:
            return expected()
        except PlayError:
            failed = True
            raise

    return both(program, stepping, at, told, moved)


# --------------------------------------------------------------------------------------------------------- whole games


@frozen
class Answer:
    """An answer on the way: what was there before, who answered, among which options, with which, and what is there then."""

    before: State
    actor: int
    ask: int
    options: tuple[tuple[int, int], ...]
    code: int
    alternative: int
    after: State


def game(program: Program, number: int, policy: Policy = Policy.ENTRIES) -> Iterator[Answer]:
    """The answers of that game of the seed, as the interpreter plays it. Raises PlayError."""
    nature, bots = stream(SEED, number, Use.NATURE).below, stream(SEED, number, Use.BOTS).below
    state = initial(game_of(program))
    while asked := actors(game_of(program), state):
        found = decision(game_of(program), state, asked[0])
        index = random_index(found.options, policy, nature if asked[0] == NATURE else bots)
        chosen, before = found.options[index], state
        state, _ = advance(game_of(program), state, asked[0], index)
        listed = tuple((option.code, option.alternative) for option in found.options)
        yield Answer(before, asked[0], found.stop, listed, chosen.code, chosen.alternative, state)


def ended(program: Program, number: int, policy: Policy = Policy.ENTRIES, most: int = 20_000) -> State | None:
    """How that game ends; None where it does not within so many answers. Raises PlayError."""
    state = initial(game_of(program))
    for count, answer in enumerate(game(program, number, policy)):
        if count == most:
            return None
        state = answer.after
    return state


def played_out(whole: Engine, number: int) -> tuple[int, ...]:
    """The vector that the playout form leaves behind when it has played that game. Raises Fault."""
    code = whole.form(Form.PLAYOUT)
    vector, *others = whole.buffers(code)
    none = code.blank(0, whole.program.slots), code.words(0), code.words(0)
    code.call("playouts", code.vector(whole.program.start), vector, *others, SEED, number, 1, code.numbers(1), *none)
    return tuple(map(int, vector))


def stepped_out(whole: Engine, number: int) -> tuple[int, ...]:
    """The same of the stepping form. Raises PlayError."""
    batch = Batch(whole, 1, SEED, number)
    batch.play_out()
    return batch.to_state(0).slots


Numbers = list[int]


def tallied(whole: Engine, first: int, count: int) -> tuple[list[Numbers], Numbers]:
    """The rows and counters of these games, as emitted code counts them. Raises Fault."""
    code, shape = whole.form(Form.TALLY), whole.columns
    counters, rows = code.numbers(shape.counters), code.rows(count, shape.width)
    start, done = code.vector(whole.program.start), code.numbers(1)
    code.call("tallies", start, *whole.buffers(code), SEED, first, count, done, counters, rows)
    return [list(map(int, row)) for row in rows], list(map(int, counters))


# ------------------------------------------------------------------------------------------------------- counted again


@frozen(eq=False)
class Marked:
    """A Program with marks where something is to be counted, each a `Take`, which the interpreter passes over; and what was
    passed, as the marks and the values of measures come.
    """

    program: Program
    passed: list[tuple[str, int | str, int]]
    """What kind of mark, which one, and the value (of a measure)."""
    opened: list[tuple[int, ...]]
    """What was there whenever a round began."""

    def openings(self) -> list[tuple[int, ...]]:
        """What was there at those noted since this was asked last."""
        found = [*self.opened]
        self.opened.clear()
        return found


def marked(program: Program) -> Marked:
    """The Program with a mark before every sentence, in every phase that is played, in every pass of a loop."""
    marks: list[tuple[str, int | str]] = [("measure", number) for number in range(len(program.measures))]
    names, judged = tuple(each.name for each in program.phases), rounds(program)

    def marking(ops: Block) -> Block:
        return _marked(ops, None, marks, names, judged)

    played = {op.phase for op in all_statements(program) if isinstance(op, Do)}
    phases = tuple(
        evolve(each, body=marking(each.body), after=marking(each.after)) if number in played else each
        for number, each in enumerate(program.phases)
    )
    inside = evolve(program, body=marking(program.body), phases=phases)
    found = Marked(inside, [], [])
    _told[id(inside)] = (found, marks)
    return found


_told: dict[int, tuple[Marked, list[tuple[str, int | str]]]] = {}
"""The Programs with marks, by their `id`: each is kept here, so that it stays the only one with it."""

_statement = statements.statement


def _telling(context: Context, op: Op) -> Step:
    """The statement; a mark in one of these Programs tells that it is passed."""
    match op:
        case Take(number, expr, _) if id(context.program) in _told:
            worth, (found, marks) = value(context, expr), _told[id(context.program)]

            def tell(s: list[int]) -> int:
                if marks[number][0] == "round":
                    found.opened.append(tuple(s[: context.program.slots]))
                else:
                    found.passed.append((*marks[number], worth(s)))
                return statements.ON

            return tell
        case _:
            return _statement(context, op)


statements.statement = _telling


def _marked(
    ops: Block, around: int | None, marks: list[tuple[str, int | str]], names: tuple[str, ...], judged: frozenset[int]
) -> Block:
    """A sentence that makes several statements is marked once, before the first."""
    found: list[Op] = []
    last: int | None = None

    def mark(kind: str, which: int | str) -> Take:
        marks.append((kind, which))
        return Take(len(marks) - 1, Number(1), 0)

    for op in ops:
        match op:
            case Clear() | Leave() | Take():
                found.append(op)
                continue
            case _:
                pass
        if op.sentence not in (around, last):
            found.append(mark("sentence", op.sentence))
        last = op.sentence
        match op:
            case Branch(then=then, otherwise=otherwise):
                op = evolve(
                    op,
                    then=_marked(then, last, marks, names, judged),
                    otherwise=_marked(otherwise, last, marks, names, judged),
                )
            case Do(phase=phase):
                found.append(mark("phase", names[phase]))
            case Repeat():
                limited = op.stops and op.limit is not None and op.until is not None
                found += [mark("begun", op.sentence)] if limited else []
                turn = (mark("pass", op.sentence),) if op.stops else ()
                turn += (mark("round", op.sentence),) if op.sentence in judged else ()
                body = (*turn, *_marked(op.body, last, marks, names, judged))
                if limited and op.counter is not None and op.limit is not None and op.until is not None:
                    spent = All((Comparison(Relation.EQUAL, op.counter, op.limit), Not(op.until)))
                    body = (*body, Branch(spent, (mark("exhausted", op.sentence),), (), op.sentence))
                op = evolve(op, body=body)
            case Together():
                op = evolve(op, body=_marked(op.body, last, marks, names, judged))
            case ForEach() | Later():
                op = evolve(op, body=_marked(op.body, last, marks, names, judged))
            case Ask():
                bodies = (evolve(one, body=_marked(one.body, last, marks, names, judged)) for one in op.alternatives)
                op = evolve(op, alternatives=tuple(bodies))
            case _:
                pass
        found.append(op)
    return tuple(found)


@frozen(eq=False)
class Recount:
    """The rows and counters that emitted code must come to, from games that the interpreter plays."""

    marked: Marked
    policy: Policy
    shape: Columns
    counters: Numbers
    asks: dict[int, Ask] = Factory(dict)

    @classmethod
    def of(cls, program: Program, policy: Policy) -> Recount:
        """Nothing counted yet."""
        shape = columns(program)
        found = cls(marked(program), policy, shape, [0] * shape.counters)
        found.asks.update((op.stop, op) for op in all_statements(program) if isinstance(op, Ask))
        return found

    def row(self, number: int) -> Numbers:
        """The row of that game, which goes into the counters too. Raises PlayError."""
        program, shape, row = self.marked.program, self.shape, [0] * self.shape.width
        first: dict[int, int] = {}
        held: dict[int, list[list[int]]] = {}
        self.marked.openings()
        start = initial(game_of(program))
        moments = [(0, vector) for vector in self.marked.openings()]
        begun, answers = len(moments), list[Answer]()
        self.marked.passed.clear()
        for answer in game(program, number, self.policy):
            opened = self.marked.openings()[0 if answers else begun :]
            answers.append(answer)
            moments += [(len(answers), vector) for vector in opened]
        row[shape.decisions] = len(answers)
        for answer in answers:
            if answer.actor != NATURE:
                if answer.actor not in first:
                    first[answer.actor] = answer.code
                    held[answer.actor] = [self._held(hand, answer.before, answer.actor) for hand in range(len(shape.hands))]
                self._asked(answer, row)
        end = answers[-1].after if answers else start
        self._passed(row)
        self._ended(end, row)
        self._led([*moments, (len(answers), end.slots)], row)
        for seat, code in first.items():
            row[shape.first_choice_of(seat)] = code + 1
            self._worth(seat, code, held[seat], row[shape.winner(seat)])
        return row

    def _asked(self, answer: Answer, row: Numbers) -> None:
        shape, ask = self.shape, self.asks[answer.ask]
        row[shape.asked] += 1
        row[shape.options] += len(answer.options)
        row[shape.most_options] = max(row[shape.most_options], len(answer.options))
        for alternative in sorted({alternative for _, alternative in answer.options}):
            self.counters[shape.offered(self._alternative(ask, alternative))] += 1
        self.counters[shape.chosen(self._alternative(ask, answer.alternative))] += 1

    def _alternative(self, ask: Ask, index: int) -> int:
        """Decisions of the same sentence are one, wherever its phase is done."""
        seen: dict[int, tuple[Alternative, ...]] = {}
        for each in self.asks.values():
            seen.setdefault(each.sentence, each.alternatives)
        before = list(seen)[: list(seen).index(ask.sentence)]
        return sum(len(seen[sentence]) for sentence in before) + index

    def _held(self, hand: int, state: State, seat: int) -> list[int]:
        zone = self.marked.program.zones[self.shape.hands[hand]]
        index = seat - zone.extents[0].low
        if not 0 <= index < zone.extents[0].size:
            return [0] * zone.kinds
        return copies(list(state.slots), zone.bases[index], layout(zone))

    def _worth(self, seat: int, code: int, held: list[list[int]], won: int) -> None:
        shape = self.shape
        if shape.codes:
            self.counters[shape.first_games(code)] += 1
            self.counters[shape.first_wins(code)] += won
        for hand, kinds in enumerate(held):
            for kind, cards in enumerate(kinds):
                self.counters[shape.held(hand, kind)] += cards
                self.counters[shape.held_won(hand, kind)] += cards * won

    def _passed(self, row: Numbers) -> None:
        """The marks that were passed."""
        shape = self.shape
        for kind, which, worth in self.marked.passed:
            match kind, which:
                case "sentence", int():
                    self.counters[shape.sentence(which)] += 1
                case "phase", str():
                    self.counters[shape.phase(shape.phases.index(which))] += 1
                case "pass", int():
                    row[shape.loop(shape.loop_sentences.index(which))] += 1
                case "begun" | "exhausted", int():
                    loop = shape.limited.index(shape.loop_sentences.index(which))
                    self.counters[shape.begun(loop) if kind == "begun" else shape.exhausted(loop)] += 1
                case "measure", int():
                    self._measured(row, which, worth)
                case _:
                    raise AssertionError(kind)

    def _measured(self, row: Numbers, measure: int, worth: int) -> None:
        if worth != NOTHING:
            row[self.shape.measure_sum(measure)] += worth
            row[self.shape.measure_count(measure)] += 1
            window = self.shape.windows[measure]
            if window.size:
                inside = 0 <= worth - window.low < window.size
                self.counters[self.shape.taken(measure) + (worth - window.low if inside else window.size)] += 1

    def _ended(self, end: State, row: Numbers) -> None:
        program, shape = self.marked.program, self.shape
        result, longest = outcome(game_of(program), end), program.longest
        row[shape.cut] = int(longest is not None and not longest.ranked and end.slots[longest.clock] > longest.decisions)
        for seat in range(shape.seats):
            row[shape.winner(seat)] = int(seat in result.winners)
            row[shape.place(seat)] = result.places[seat]
            score = result.scores[seat]
            row[shape.score(seat)] = NOTHING if score is None else score
        for player, payoff in enumerate(result.payoff):
            row[shape.payoff(player)] = int(payoff * program.outcome.parts)
        for number, measure in enumerate(program.measures):
            if measure.final is not None:
                slots = [*end.slots, *(0,) * (program.scratch + 1)]
                self._measured(row, number, int(value(Context(program, None, None, trying(program)), measure.final)(slots)))

    def _led(self, moments: list[tuple[int, tuple[int, ...]]], row: Numbers) -> None:
        """Who led after so many decisions, whenever a round began and at the end; and up to when somebody led who did not win."""
        program, shape = self.marked.program, self.shape
        row[shape.last_open] = -1
        keys = leading_keys(program)
        if not keys or not rounds(program):
            return
        among = program.outcome.ranked if program.outcome.ranking else program.outcome.scored
        seats = tuple(range(shape.seats)) if among is None else among
        worth = ranks(Context(program, None, None, trying(program)), keys)
        before: int | None = None
        leaders: list[int] = []
        led = [0] * shape.seats
        ends = [*(max(after - 1, 0) for after, _ in moments[1:]), moments[-1][0]]
        for last, (_, vector) in zip(ends, moments, strict=True):
            s = [*vector, *(0,) * (program.scratch + 1)]
            stands: dict[int, tuple[tuple[int, int], ...]] = {}
            for seat in seats:
                s[program.outcome.seat] = seat
                with suppress(PlayError):  # then it is as it was when all could be worked out
                    stands[seat] = worth(s)
            if len(stands) == len(seats):
                best = min(stands.values(), default=())
                leaders = [seat for seat in seats if stands[seat] == best]
            if len(leaders) == 1:
                row[shape.lead_changes] += before is not None and before != leaders[0]
                before = leaders[0]
            for seat in leaders:
                led[seat] = last
        winners = [seat for seat in range(shape.seats) if row[shape.winner(seat)]]
        if 0 < len(winners) < shape.seats:
            row[shape.last_open] = max(led[seat] for seat in range(shape.seats) if seat not in winners)
