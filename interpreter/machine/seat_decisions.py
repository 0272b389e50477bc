"""Decisions of seats: their options, and how an answer is stored and reported."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from attrs import frozen

from ...program.ir import All, Alternative, Ask, Cards, Filtered, Listed, Number, Parameter, Range, Row, Set, Slot
from ..core.events import Chosen, Instance, Option
from ..core.policy import Policy
from ..core.reasons import NOBODY_CHOOSES, NOTHING_TO_CHOOSE
from .card_moves import Pile, pile
from .context import Context, Elements, Evaluation
from .event_log import instance, note
from .expressions import elements, target_address, test, value

DrawNumber = Callable[[int], int]
"""Called with n, gives a number from 0 to n - 1."""

Play = Callable[[list[int], DrawNumber], int]
"""Answers a decision at random: from the slots and a source of random numbers to the step to continue with."""

Answer = tuple[int, int, tuple[int, ...]]
"""The weight of an option, the number of its alternative, and its arguments."""


@frozen(eq=False)
class Choice:
    """One compiled alternative.

    For each parameter, `finds` gives its slot, `sources` its set, and `origins` the zone that its cards are in (None: it is no
    card). `tests[k]` tests the conditions that can be tested once k arguments are bound (None: there are none). `weigh` gives the
    weight of an option whose arguments are bound; where it is None, the copies of its cards are its weight.
    """

    number: int
    alternative: Alternative
    finds: tuple[Evaluation, ...]
    sources: tuple[Elements, ...]
    tests: tuple[Evaluation | None, ...]
    origins: tuple[Pile | None, ...]
    weigh: Evaluation | None

    def answers(self, s: list[int]) -> list[Answer]:
        """All options of the alternative now."""
        before = self.tests[0]
        if before is not None and not before(s):
            return []
        match self.finds:
            case () if self.weigh is None:
                return [(1, self.number, ())]
            case (find,) if self.weigh is None:
                return self._one(s, find(s))
            case _:
                return list(self._all(s, 0, 1, ()))

    def offers(self, s: list[int]) -> bool:
        """Whether the alternative has an option now."""
        before = self.tests[0]
        if before is not None and not before(s):
            return False
        if self.tests[1:] == (None,) and self.weigh is None:
            return len(self.sources[0].values(s)) > 0
        return (not self.finds and self.weigh is None) or next(self._all(s, 0, 1, ()), None) is not None

    def _one(self, s: list[int], at: int) -> list[Answer]:
        number, holds, saved = self.number, self.tests[1], s[at]
        found: list[Answer] = []
        for element, weight in self.sources[0].pairs(s):
            s[at] = element
            if holds is None or holds(s):
                found.append((weight, number, (element,)))
        s[at] = saved
        return found

    def _all(self, s: list[int], level: int, weight: int, bound: tuple[int, ...]) -> Iterator[Answer]:
        if level == len(self.finds):
            weight = weight if self.weigh is None else self.weigh(s)
            if weight:
                yield weight, self.number, bound
            return
        at, holds = self.finds[level](s), self.tests[level + 1]
        saved = s[at]
        try:
            for element, copies in self.sources[level].pairs(s):
                s[at] = element
                if holds is None or holds(s):
                    yield from self._all(s, level + 1, weight * copies, (*bound, element))
        finally:
            s[at] = saved

    def code(self, arguments: tuple[int, ...]) -> int:
        """The stable code of an option."""
        number = 0
        for parameter, argument in zip(self.alternative.parameters, arguments, strict=True):
            number = number * parameter.size + argument - parameter.low
        return self.alternative.code + number

    def bind(self, s: list[int], arguments: tuple[int, ...]) -> None:
        """Stores the arguments in the slots of the parameters."""
        for find, argument in zip(self.finds, arguments, strict=True):
            s[find(s)] = argument


def choice(context: Context, number: int, alternative: Alternative) -> Choice:
    """The compiled alternative."""
    tests: list[Evaluation | None] = []
    for bound in range(len(alternative.parameters) + 1):
        conditions = tuple(condition.test for condition in alternative.conditions if condition.after == bound)
        tests.append(test(context, All(conditions)) if conditions else None)
    return Choice(
        number,
        alternative,
        tuple(target_address(context, parameter.target) for parameter in alternative.parameters),
        tuple(elements(context, parameter.source) for parameter in alternative.parameters),
        tuple(tests),
        tuple(_origin(context, parameter) for parameter in alternative.parameters),
        None if alternative.weight is None else value(context, alternative.weight),
    )


def _origin(context: Context, parameter: Parameter) -> Pile | None:
    source: Set = parameter.source
    while True:
        match source:
            case Cards(zone):
                return pile(context, zone)
            case Filtered(inner, _, _):
                source = inner
            case Range() | Row() | Listed():
                return None


@frozen(eq=False)
class AskPoint:
    """A compiled Ask: its alternatives, the step to continue with after each, and for each policy how to answer at random."""

    context: Context
    op: Ask
    actor: Evaluation
    choices: tuple[Choice, ...]
    entries: tuple[int, ...]
    plays: Mapping[Policy, Play]

    def check(self, s: list[int]) -> None:
        """Raises PlayError when the actor is not a player, or has no option."""
        asked_player(self.context, self.op, self.actor(s))
        if not any(one.offers(s) for one in self.choices):
            raise nothing_to_choose(self.context, self.op)

    def options(self, s: list[int]) -> tuple[Option, ...]:
        """The options in their order."""
        return tuple(self._option(answer) for one in self.choices for answer in one.answers(s))

    def option(self, s: list[int], index: int) -> Option | None:
        """The option with this index, without building the others; None when there is none."""
        if index < 0:
            return None
        for one in self.choices:
            answers = one.answers(s)
            if index < len(answers):
                return self._option(answers[index])
            index -= len(answers)
        return None

    def _option(self, answer: Answer) -> Option:
        weight, number, arguments = answer
        one = self.choices[number]
        return Option(one.alternative.name.plain, arguments, one.code(arguments), weight, number)

    def enter(self, s: list[int], option: Option) -> int:
        """Stores and reports the answer; gives the step to continue with."""
        one = self.choices[option.alternative]
        one.bind(s, option.arguments)
        if self.context.log is not None:
            private = self.op.secret or self.context.together is not None
            origins = tuple(_instance(origin, s) for origin in one.origins)
            note(self.context, s, Chosen(self.actor(s), self.op.stop, option, origins, private))
        return self.entries[option.alternative]


def _instance(origin: Pile | None, s: list[int]) -> Instance | None:
    return None if origin is None else instance(origin.number, origin.zone, origin.base(s))


def asked_player(context: Context, op: Ask, actor: int) -> None:
    """Raises PlayError where no player is there to choose."""
    if not 0 <= actor < len(context.program.players):
        raise context.fault(NOBODY_CHOOSES, op.sentence)


def nothing_to_choose(context: Context, op: Ask) -> Exception:
    """The runtime error of a decision without options."""
    return context.fault(NOTHING_TO_CHOOSE, op.sentence)


def ask_point(context: Context, op: Ask, choices: tuple[Choice, ...], entries: tuple[int, ...]) -> AskPoint:
    """The compiled Ask."""
    plays = {policy: _by_player(context, op, _playing(context, op, choices, entries, policy)) for policy in Policy}
    return AskPoint(context, op, value(context, op.actor), choices, entries, plays)


def _by_player(context: Context, op: Ask, play: Play) -> Play:
    """The same, for somebody who is there: that is looked at where it is not known before play."""
    match op.actor:
        case Number(seat) if 0 <= seat < len(context.program.players):
            return play
        case Slot(index) if context.together is not None and index == context.together.seat:
            return play
        case _:
            pass
    actor, players = value(context, op.actor), len(context.program.players)

    def checked(s: list[int], draw: DrawNumber) -> int:
        if not 0 <= (seat := actor(s)) < players:
            asked_player(context, op, seat)
        return play(s, draw)

    return checked


def _playing(context: Context, op: Ask, choices: tuple[Choice, ...], entries: tuple[int, ...], policy: Policy) -> Play:
    match choices:
        case (one,) if one.weigh is not None:
            return _play_any(context, op, choices, entries, policy)
        case (one,) if len(one.finds) == 1 and one.tests == (None, None):
            if one.sources[0].weighted:
                return _play_card(context, op, one, entries[0])
            return _play_element(context, op, one, entries[0])
        case (one,) if len(one.finds) == 1 and one.tests[0] is None and one.tests[1] is not None:
            return _play_tested(context, op, one, one.tests[1], entries[0])
        case _:
            return _play_any(context, op, choices, entries, policy)


def _play_card(context: Context, op: Ask, one: Choice, entry: int) -> Play:
    find, pairs = one.finds[0], one.sources[0].pairs

    def play(s: list[int], draw: DrawNumber) -> int:
        among = pairs(s)
        if not among:
            raise nothing_to_choose(context, op)
        left = draw(sum([weight for _, weight in among]))
        for element, weight in among:
            left -= weight
            if left < 0:
                s[find(s)] = element
                break
        return entry

    return play


def _play_element(context: Context, op: Ask, one: Choice, entry: int) -> Play:
    find, values = one.finds[0], one.sources[0].values

    def play(s: list[int], draw: DrawNumber) -> int:
        among = values(s)
        if not among:
            raise nothing_to_choose(context, op)
        s[find(s)] = among[draw(len(among))]
        return entry

    return play


def _play_tested(context: Context, op: Ask, one: Choice, holds: Evaluation, entry: int) -> Play:
    find, pairs = one.finds[0], one.sources[0].pairs

    def play(s: list[int], draw: DrawNumber) -> int:
        at, among, total = find(s), [], 0
        for pair in pairs(s):
            s[at] = pair[0]
            if holds(s):
                among.append(pair)
                total += pair[1]
        if not among:
            raise nothing_to_choose(context, op)
        left = draw(total)
        for element, weight in among:
            left -= weight
            if left < 0:
                s[at] = element
                break
        return entry

    return play


def _play_any(context: Context, op: Ask, choices: tuple[Choice, ...], entries: tuple[int, ...], policy: Policy) -> Play:
    listed = _LISTED[policy]

    def play(s: list[int], draw: DrawNumber) -> int:
        answers = listed(choices, s, draw)
        if not answers:
            raise nothing_to_choose(context, op)
        left = draw(sum([answer[0] for answer in answers]))
        for weight, number, arguments in answers:
            left -= weight
            if left < 0:
                choices[number].bind(s, arguments)
                return entries[number]
        raise IndexError(left)

    return play


def _all_answers(choices: tuple[Choice, ...], s: list[int], draw: DrawNumber) -> list[Answer]:
    answers: list[Answer] = []
    for one in choices:
        answers += one.answers(s)
    return answers


def _answers_of_one(choices: tuple[Choice, ...], s: list[int], draw: DrawNumber) -> list[Answer]:
    """The answers of a random alternative, each that has any being equally likely; none where none has."""
    found = [answers for one in choices if (answers := one.answers(s))]
    if len(found) > 1:
        return found[draw(len(found))]
    return found[0] if found else []


_LISTED = {Policy.ENTRIES: _answers_of_one, Policy.FLAT: _all_answers}
"""For each policy, how the answers are listed from which one is drawn by weight."""
