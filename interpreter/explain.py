"""Explains why an option cannot be chosen, from the same conditions that decide which options are listed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from attrs import frozen

from ..program.ir import LAST_RESORT, Condition, Parameter, Program
from .core.events import Instance, Option
from .core.runtime_errors import PlayError, written
from .core.zones import copies
from .game import Game
from .machine.card_moves import Pile
from .machine.chance_decisions import DrawPoint, PickPoint
from .machine.context import Context
from .machine.event_log import instance, render, rendering
from .machine.expressions import test
from .machine.machine import Machine
from .machine.seat_decisions import AskPoint, Choice
from .machine.simultaneous import TogetherPoint
from .options import actors
from .state import State

MOST_NAMED = 8
"""Where a value is not among others, at most this many of them are named."""

Try = tuple[int, tuple[int, ...]]
"""The number of an alternative, and the arguments to try it with."""


@frozen
class Missing:
    """An argument that is not available: it is not in *zone* or, where that is None, not in the set that *words* describe.

    *domain* is the domain of *value*, None for a plain number; *among* is what is in the set, where the rules can say it.
    """

    value: int
    domain: int | None
    zone: Instance | None
    words: str
    among: tuple[int, ...] = ()


@frozen
class Refusal:
    """Why an option is refused: the failing condition in words, the author's reason by language, and the index of the sentence.

    *missing* is set where an argument is not available and no condition fails; *words* then says the same as a text.
    """

    words: str
    reasons: tuple[tuple[str, str], ...]
    sentence: int
    missing: Missing | None

    def reason(self, language: str) -> str:
        """The author's reason in that language, else in the first one given; empty when there is none."""
        if not self.reasons:
            return ""
        return dict(self.reasons).get(language, self.reasons[0][1])


def candidates(game: Game, state: State, seat: int, most: int | None = None) -> tuple[Option, ...]:
    """All options that the seat could try: every alternative with every combination of arguments, conditions ignored; the first
    *most* of them where that is given.

    Empty when the seat is not asked.
    """
    return tuple(islice(_tried(game, state, seat), most))


def _tried(game: Game, state: State, seat: int) -> Iterator[Option]:
    asked = asked_to_choose(game, state, seat)
    if asked is None:
        return
    _, s, point = asked
    for one in point.choices:
        for weight, arguments in _reach(one, s, 0, 1, ()):
            yield Option(one.alternative.name.plain, arguments, one.code(arguments), weight, one.number)


def asked_to_choose(game: Game, state: State, seat: int) -> tuple[Machine, list[int], AskPoint] | None:
    """The machine, its slots and the decision that the seat is asked now; None when it is asked nothing."""
    if seat not in actors(game, state):
        return None
    machine = game.silent
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
    except PlayError:
        # After an argument that a condition would have refused, the set of values may have no meaning.
        return
    saved = s[at]
    for element, count in pairs:
        s[at] = element
        yield from _reach(one, s, level + 1, weight * count, (*bound, element))
    s[at] = saved


def why_not(game: Game, state: State, seat: int, wanted: str | tuple[str, tuple[int, ...]]) -> Refusal | None:
    """Why the seat cannot choose an option, which is given by its text or by its name and arguments.

    None when the option is allowed, when the seat is not asked, and when no option could be written like this. Where a text can
    mean several options, a refusal for which the author gives a reason comes first.
    """
    program = game.program
    asked = asked_to_choose(game, state, seat)
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


def because(game: Game, state: State, seat: int, wanted: str) -> str:
    """Why the seat cannot choose an option, given by its text: in English, as a table says it; "" where `why_not` is None."""
    program = game.program
    found = why_not(game, state, seat, wanted)
    if found is None:
        return ""
    said, missing = found.reason("en"), found.missing
    if said:
        return said
    if missing is None:
        return "it is only there where nothing else can be chosen" if found.words == LAST_RESORT else f"it needs {found.words}"
    label = written(program, missing.domain, missing.value)
    if missing.zone is not None:
        return f"{label} is not in {missing.words}"
    there = ", ".join(written(program, missing.domain, value) for value in missing.among)
    return f"{label} is not among {there if 0 < len(missing.among) <= MOST_NAMED else missing.words}"


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
    """The rest of *text* after *beginning* and a space, in a tuple; an empty tuple where *text* begins otherwise."""
    if text == beginning:
        return ("",)
    return (text[len(beginning) + 1 :],) if text.startswith(f"{beginning} ") else ()


def _parsed(program: Program, parameters: tuple[Parameter, ...], text: str, named: bool) -> Iterator[tuple[int, ...]]:
    """The tuples of arguments that *text* can stand for; with *named*, the parameter's name stands before each argument."""
    if not parameters:
        if not text:
            yield ()
        return
    first = parameters[0]
    with_name = named or first.row is not None
    for element in _elements(first, text, with_name):
        label = written(program, first.domain, element)
        for rest in _after(text, f"{first.name.plain} {label}" if with_name else label):
            if first.row is not None and rest.startswith("("):
                rest = rest.partition(")")[2].removeprefix(" ")  # the face of the card
            for others in _parsed(program, parameters[1:], rest, named):
                yield (element, *others)


def _elements(parameter: Parameter, text: str, named: bool) -> Iterable[int]:
    """The values that the beginning of *text* may name: all elements of the domain, or the number that stands there."""
    if parameter.domain is not None:
        return range(parameter.low, parameter.low + parameter.size)
    words = text.split()[1:2] if named else text.split()[:1]
    return [int(word) for word in words if word.lstrip("-").isdecimal() and len(word) < 12]


def _refusal(context: Context, one: Choice, s: list[int], arguments: tuple[int, ...]) -> Refusal | None:
    """The first reason against these arguments: one that is not available, else the first failing condition; None without any.

    Conditions that can be tested before the unavailable argument is bound take precedence over it.
    """
    for at, argument in enumerate(arguments):
        if argument not in _values(one, at, s):
            refused = first_refused(context, one, s, at)
            return refused or _unreachable(context, one, at, argument, s)
        s[one.finds[at](s)] = argument
    return first_refused(context, one, s, len(arguments)) or _left_out(context, one, s)


def _left_out(context: Context, one: Choice, s: list[int]) -> Refusal | None:
    """The refusal of an option that weighs nothing; None for all others."""
    if one.weigh is None or one.weigh(s):
        return None
    sentence = one.alternative.sentence
    return Refusal(context.program.sentences[sentence].text, (), sentence, None)


def _values(one: Choice, at: int, s: list[int]) -> Sequence[int]:
    """The values that argument *at* may take after those before it; none where the rules fail to compute them."""
    try:
        return one.sources[at].values(s)
    except PlayError:
        return ()


def first_refused(context: Context, one: Choice, s: list[int], bound: int) -> Refusal | None:
    """The refusal by the first failing condition that needs at most *bound* arguments; None when all of these hold."""
    for condition in one.alternative.conditions:
        if condition.after > bound:
            continue
        try:
            holds = test(context, condition.test)(s)
        except PlayError:
            # Play never comes to this condition: with these arguments another one fails first.
            continue
        if not holds:
            return Refusal(condition.words, _reasons(context, condition, s), condition.sentence, None)
    return None


def _unreachable(context: Context, one: Choice, at: int, argument: int, s: list[int]) -> Refusal:
    program, parameter = context.program, one.alternative.parameters[at]
    label, sentence = written(program, parameter.domain, argument), one.alternative.sentence
    place = _lacking(one.origins[at], program.inside(parameter.domain, argument), s)
    if place is not None:
        words = _zone_words(program, place)
        return Refusal(f"`{label}` is not in {words}", (), sentence, Missing(argument, parameter.domain, place, words))
    words = _source_words(program.sentences[sentence].text, parameter.name.plain)
    among = tuple(_values(one, at, s))
    return Refusal(f"`{label}` is not among {words}", (), sentence, Missing(argument, parameter.domain, None, words, among))


def _lacking(origin: Pile | None, cards: Sequence[int], s: list[int]) -> Instance | None:
    """The zone that the cards are chosen from, when they are not all in it; else None."""
    if origin is None:
        return None
    try:
        base = origin.base(s)
    except PlayError:
        return None
    there = copies(s, base, origin.shape)
    lacking = any(cards.count(card) > there[card] for card in cards)
    return instance(origin.number, origin.zone, base) if lacking else None


def _zone_words(program: Program, place: Instance) -> str:
    zone = program.zones[place.zone]
    labels = [written(program, extent.domain, value) for extent, value in zip(zone.extents, place.index, strict=True)]
    return zone.name.plain.replace("_", " ") + (f" ({', '.join(labels)})" if labels else "")


def _source_words(text: str, parameter: str) -> str:
    """What a parameter is chosen from, in the words of its sentence."""
    said = re.search(rf"\b{re.escape(parameter)} from (.+?)(?: where | because |, \w+ from |:? *$)", text)
    return said.group(1) if said is not None else f"what {parameter} is chosen from"


def _reasons(context: Context, condition: Condition, s: list[int]) -> tuple[tuple[str, str], ...]:
    return () if condition.reason is None else render(context, rendering(context, condition.reason), s)
