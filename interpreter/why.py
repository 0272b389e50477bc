"""Why something cannot be chosen, answered from the conditions that list the options."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from ..dsl.ir import Condition, Parameter, Program
from .announce import render, rendering
from .asking import AskPoint, Choice
from .context import Context
from .evaluate import test
from .events import Option
from .faults import RuleFault, written
from .machine import Machine, silent
from .nature import DrawPoint, PickPoint
from .options import actors
from .state import State
from .together import TogetherPoint

Try = tuple[int, tuple[int, ...]]
"""The number of an alternative, and arguments."""


@frozen
class Refusal:
    """What stands against an option: the condition in words, the author's reason by language, and the sentence."""

    words: str
    reasons: tuple[tuple[str, str], ...]
    sentence: int

    def reason(self, language: str) -> str:
        """The author's reason in that language, else in the first one given; empty when there is none."""
        if not self.reasons:
            return ""
        return dict(self.reasons).get(language, self.reasons[0][1])


def candidates(program: Program, state: State, seat: int) -> tuple[Option, ...]:
    """All that the seat could try: every alternative with whatever its parameters range over, conditions left aside."""
    asked = _asked(program, state, seat)
    if asked is None:
        return ()
    _, s, point = asked
    found = []
    for one in point.choices:
        for weight, arguments in _reach(one, s, 0, 1, ()):
            found.append(Option(one.alternative.name.plain, arguments, one.code(arguments), weight, one.number))
    return tuple(found)


def _asked(program: Program, state: State, seat: int) -> tuple[Machine, list[int], AskPoint] | None:
    if seat not in actors(program, state):
        return None
    machine = silent(program)
    s = machine.work(state.slots)
    point = machine.point(s, seat)
    match point:
        case AskPoint():
            return machine, s, point
        case DrawPoint() | PickPoint() | TogetherPoint():
            return None


def _reach(one: Choice, s: list[int], level: int, weight: int, bound: tuple[int, ...]) -> Iterator[tuple[int, tuple[int, ...]]]:
    if level == len(one.finds):
        yield weight, bound
        return
    try:
        pairs = one.sources[level].pairs(s)
        at = one.finds[level](s)
    except RuleFault:
        # What a parameter ranges over may mean nothing after an argument that a condition would have refused.
        return
    saved = s[at]
    for element, copies in pairs:
        s[at] = element
        yield from _reach(one, s, level + 1, weight * copies, (*bound, element))
    s[at] = saved


def why_not(program: Program, state: State, seat: int, wanted: str | tuple[str, tuple[int, ...]]) -> Refusal | None:
    """What stands against an option, by its text or by name and arguments.

    None when nothing does, when the seat is not asked, and when no option could ever be written like this.
    """
    asked = _asked(program, state, seat)
    if asked is None:
        return None
    machine, s, point = asked
    refusals = []
    for number, arguments in _tries(program, point, wanted):
        refusal = _refusal(machine.context, point.choices[number], list(s), arguments)
        if refusal is None:
            return None
        refusals.append(refusal)
    return next((refusal for refusal in refusals if refusal.reasons), refusals[0] if refusals else None)


def _tries(program: Program, point: AskPoint, wanted: str | tuple[str, tuple[int, ...]]) -> Iterator[Try]:
    for one in point.choices:
        match wanted:
            case str():
                name = one.alternative.name.plain
                for rest in _after(wanted, name) if name else (wanted,):
                    for arguments in _parsed(program, one.alternative.parameters, rest, not name):
                        yield one.number, arguments
            case (name, arguments):
                if name == one.alternative.name.plain and len(arguments) == len(one.finds):
                    yield one.number, arguments


def _after(text: str, beginning: str) -> tuple[str, ...]:
    """What follows words at the beginning of a text."""
    if text == beginning:
        return ("",)
    return (text[len(beginning) + 1 :],) if text.startswith(f"{beginning} ") else ()


def _parsed(program: Program, parameters: tuple[Parameter, ...], text: str, named: bool) -> Iterator[tuple[int, ...]]:
    """The arguments that a text can stand for."""
    if not parameters:
        if not text:
            yield ()
        return
    first = parameters[0]
    for element in range(first.low, first.low + first.size):
        label = written(program, first.domain, element)
        for rest in _after(text, f"{first.name.plain} {label}" if named else label):
            for others in _parsed(program, parameters[1:], rest, named):
                yield (element, *others)


def _refusal(context: Context, one: Choice, s: list[int], arguments: tuple[int, ...]) -> Refusal | None:
    """The first that stands against the arguments, each looked at as soon as it can be."""
    for bound in range(len(arguments) + 1):
        if bound:
            parameter, argument = one.alternative.parameters[bound - 1], arguments[bound - 1]
            if argument not in one.sources[bound - 1].values(s):
                return _unreachable(context, one, parameter, argument)
            s[one.finds[bound - 1](s)] = argument
        for condition in one.alternative.conditions:
            if condition.after == bound and not test(context, condition.test)(s):
                return Refusal(condition.words, _reasons(context, condition, s), condition.sentence)
    return None


def _unreachable(context: Context, one: Choice, parameter: Parameter, argument: int) -> Refusal:
    label = written(context.program, parameter.domain, argument)
    return Refusal(f"`{label}` is not among what `{parameter.name.plain}` is chosen from", (), one.alternative.sentence)


def _reasons(context: Context, condition: Condition, s: list[int]) -> tuple[tuple[str, str], ...]:
    return () if condition.reason is None else render(context, rendering(context, condition.reason), s)
