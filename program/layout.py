"""What is laid out when all phases have been read: where play can stop, the numbers of stops, the codes of options.

The stops are numbered and the codes given in the order of play, so that a ruleset that is changed at its end keeps those before.
"""

from __future__ import annotations

from attrs import define, evolve

from .ir import Alternative, Ask, Do, Draw, ForEach, Op, Pick, Program, Repeat, Strategy, Together
from .ops import alternatives, bodies, changed, changed_phase, everywhere, replaced, statements, stops


def laid_out(program: Program) -> Program:
    """The Program with its stops, with the numbers of stops and the codes of options. Phases that nobody does are left out."""
    return _coded(_numbered(_stopping(_done(program))))


def _done(program: Program) -> Program:
    """The Program without the phases that are never done."""
    reached = {op.phase for op in everywhere(program) if isinstance(op, Do)} | {trial.phase for trial in program.trials}
    if len(reached) == len(program.phases):
        return program
    kept = [number for number in range(len(program.phases)) if number in reached]
    numbers = {number: at for at, number in enumerate(kept)}
    trials = tuple(evolve(trial, phase=numbers[trial.phase]) for trial in program.trials)
    fewer = evolve(program, phases=tuple(program.phases[number] for number in kept), trials=trials)

    def renamed(op: Op) -> Op:
        match op:
            case Do(phase):
                return evolve(op, phase=numbers[phase])
            case _:
                return op

    return changed(fewer, renamed)


def _stopping(program: Program) -> Program:
    """The Program in which every loop and every Do tells whether play can stop inside. A phase does only those behind it."""
    inside_of: dict[int, bool] = {}

    def told(op: Op) -> Op:
        match op:
            case Do(phase):
                waits = inside_of[phase]
            case ForEach(body=body) | Repeat(body=body):
                waits = any(map(stops, body))
            case _:
                return op
        return op if op.stops is waits else evolve(op, stops=waits)

    phases = list(program.phases)
    for number in reversed(range(len(phases))):
        phase = changed_phase(phases[number], told)
        inside_of[number] = any(stops(op) for block in bodies(phase) for op in block)
        phases[number] = phase if inside_of[number] or phase.back is None else evolve(phase, back=None)
    return evolve(program, body=replaced(program.body, lambda op: (told(op),)), phases=tuple(phases))


def _numbered(program: Program) -> Program:
    """The Program with its stops numbered from 1 in the order of play."""
    numbers: dict[int, int] = {}
    for op in statements(program):
        match op:
            case Ask(stop) | Draw(stop) | Pick(stop) | Together(stop):
                numbers.setdefault(stop, len(numbers) + 1)

    def renamed(op: Op) -> Op:
        match op:
            case Ask(stop) | Draw(stop) | Pick(stop) | Together(stop) if stop != numbers[stop]:
                return evolve(op, stop=numbers[stop])
            case _:
                return op

    strategies = tuple([_meant(strategy, numbers) for strategy in program.strategies])
    return evolve(changed(program, renamed), stops=len(numbers), strategies=strategies)


def _meant(strategy: Strategy, numbers: dict[int, int]) -> Strategy:
    """The strategy with these numbers of stops, without what it says of decisions that are never asked."""
    lines = [tuple([evolve(each, stop=numbers[each.stop]) for each in line if each.stop in numbers]) for line in strategy.lines]
    return evolve(strategy, lines=tuple(lines))


# -------------------------------------------------------------------------------------------------------------- codes


@define
class _Span:
    """The codes of one alternative: the first, and for each parameter the least value and how many there are."""

    ranges: list[tuple[int, int]]
    first: int = 0

    @property
    def size(self) -> int:
        """The number of codes."""
        size = 1
        for low, high in self.ranges:
            size *= high - low + 1
        return size


Key = tuple[int, int]
"""The sentence of a decision and the position of an alternative in it: wherever it stands, it has the same codes."""


def _coded(program: Program) -> Program:
    """The Program whose options have codes: those of one alternative follow each other, and no two alternatives share any."""
    spans: dict[Key, _Span] = {}
    for op, at, one in alternatives(program):
        ranges = [(each.low, each.low + each.size - 1) for each in one.parameters]
        known = spans.setdefault((op.sentence, at), _Span(ranges))
        known.ranges = [
            (min(low, least), max(high, most)) for (low, high), (least, most) in zip(known.ranges, ranges, strict=True)
        ]
    free = 0
    for span in spans.values():
        span.first = free
        free += span.size

    def told(op: Op) -> Op:
        match op:
            case Ask(sentence=sentence, alternatives=several):
                found = tuple(_told(one, spans[sentence, at]) for at, one in enumerate(several))
                return evolve(op, alternatives=found)
            case _:
                return op

    return evolve(changed(program, told), codes=free)


def _told(one: Alternative, span: _Span) -> Alternative:
    parameters = tuple(
        [
            each if (each.low, each.size) == (low, high - low + 1) else evolve(each, low=low, size=high - low + 1)
            for each, (low, high) in zip(one.parameters, span.ranges, strict=True)
        ]
    )
    return evolve(one, parameters=parameters, code=span.first)
