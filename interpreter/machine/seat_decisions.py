"""Decisions of seats: their options, and how an answer is stored and reported."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property, lru_cache, partial
from typing import cast

from attrs import evolve, frozen

from ...program import ir
from ...program.ops import cards_of
from ...program.wording import spaced
from ..core.events import Chosen, Instance, Option, sees
from ..core.policy import Policy
from ..core.reasons import NOBODY_CHOOSES, NOTHING_TO_CHOOSE
from ..core.rng import weighted as weighted_index
from ..core.runtime_errors import written
from ..core.zones import at_bottom
from . import addressing
from .card_moves import Pile
from .context import Context, Evaluation
from .event_log import instance, note
from .expressions import elements, expressions, target_address, value
from .sets import Elements, heading, listed, pairs, weighted
from .writing import Writing

DrawNumber = Callable[[int], int]
"""Called with n, gives a number from 0 to n - 1."""

Play = Callable[[list[int], DrawNumber], int]
"""Answers a decision at random: from the slots and a source of random numbers to the step to continue with."""

Answer = tuple[int, int, tuple[int, ...]]
"""The weight of an option, the number of its alternative, and its arguments."""

KEPT_OPTIONS = 4_096
"""How many options of a decision are kept for when they are on offer again; those given longest ago are dropped first."""


@frozen(eq=False, slots=False)
class Choice:
    """One alternative of a decision, and its number."""

    context: Context
    number: int
    alternative: ir.Alternative

    @cached_property
    def finds(self) -> tuple[Evaluation, ...]:
        """For each parameter a function that gives its slot."""
        return tuple(target_address(self.context, parameter.target) for parameter in self.alternative.parameters)

    @cached_property
    def sources(self) -> tuple[Elements, ...]:
        """The set of each parameter."""
        return tuple(elements(self.context, parameter.source) for parameter in self.alternative.parameters)

    @cached_property
    def origins(self) -> tuple[Pile | None, ...]:
        """The zone that the cards of each parameter are in (None: it is no card)."""
        return tuple(_origin(self.context, parameter) for parameter in self.alternative.parameters)

    @cached_property
    def rows(self) -> tuple[Pile | None, ...]:
        """The row whose places the values of each parameter are (None: they are no places); empty where there is none."""
        found = [each.row for each in self.alternative.parameters]
        return tuple(None if each is None else Pile(self.context, each) for each in found) if any(found) else ()

    def faces(self, s: list[int], seat: int, arguments: tuple[int, ...]) -> tuple[int, ...]:
        """What the seat sees of the cards at the places among the arguments; empty where that is nothing."""
        shown = tuple(
            ir.NOTHING if row is None else _face(s, row, seat, place) for row, place in zip(self.rows, arguments, strict=False)
        )
        return shown if any(kind != ir.NOTHING for kind in shown) else ()

    @cached_property
    def weigh(self) -> Evaluation | None:
        """A function that gives the weight of an option whose arguments are bound; None where the copies of its cards are."""
        return None if self.alternative.weight is None else value(self.context, self.alternative.weight)

    @property
    def weighted(self) -> bool:
        """Whether its options can have different weights."""
        alternative = self.alternative
        return alternative.weight is not None or any(weighted(parameter.source) for parameter in alternative.parameters)

    @cached_property
    def answers(self) -> Callable[[list[int]], list[Answer]]:
        """A function that lists all options of the alternative now."""
        w = expressions(self.context)
        w.function.line("found = []")
        listing(w, self, lambda inside, weight, names: f"found.append(({weight}, {self.number}, {_tuple(names)}))")
        w.function.line("return found")
        return cast(Callable[[list[int]], list[Answer]], w.function.made())

    @cached_property
    def offers(self) -> Callable[[list[int]], bool]:
        """A function that tells whether the alternative has an option now."""
        w = expressions(self.context)
        listing(w, self, lambda inside, weight, names: "return True", leaving=True)
        w.function.line("return False")
        return cast(Callable[[list[int]], bool], w.function.made())

    @cached_property
    def bind(self) -> Callable[[list[int], tuple[int, ...]], None]:
        """A function that stores the arguments in the slots of the parameters."""
        w = expressions(self.context, "s, arguments")
        for number, parameter in enumerate(self.alternative.parameters):
            w.function.line(f"s[{addressing.target_address(w, parameter.target)}] = arguments[{number}]")
        w.function.line("return None")
        return cast(Callable[[list[int], tuple[int, ...]], None], w.function.made())

    def code(self, arguments: tuple[int, ...]) -> int:
        """The stable code of an option."""
        number = 0
        for parameter, argument in zip(self.alternative.parameters, arguments, strict=True):
            number = number * parameter.size + argument - parameter.low
        return self.alternative.code + number


Found = Callable[[Writing, str, tuple[str, ...]], str]
"""The line for an option that was found: at this place, with this weight, and these names of its arguments."""


def _face(s: list[int], row: Pile, seat: int, place: int) -> int:
    base = row.base(s)
    cards = at_bottom(s, base, row.shape)
    seen = sees(row.context.program, instance(row.number, row.zone, base), seat)
    return cards[place - 1] if seen and 1 <= place <= len(cards) else ir.NOTHING


def _tuple(names: tuple[str, ...]) -> str:
    return f"({', '.join(names)}{',' if len(names) == 1 else ''})"


def listing(w: Writing, one: Choice, found: Found, leaving: bool = False) -> None:
    """The lines that go through the options of an alternative; behind them the slots of its parameters are as before.

    *leaving* tells that the function is left where an option is found.
    """
    with _conditions(w, one, 0):
        _level(w, one, (), (), found, ["" for _ in one.finds] if leaving else None)


@contextmanager
def _conditions(w: Writing, one: Choice, bound: int) -> Iterator[None]:
    """What is written meanwhile is done where the conditions hold that can be tested with so many arguments."""
    tests = tuple(condition.test for condition in one.alternative.conditions if condition.after == bound)
    if tests:
        with w.function.inside(f"if {w.truth(ir.All(tests))}"):
            yield
    else:
        yield


Names = tuple[str, ...]
"""Names in a function in the making: of the arguments so far, or of their weights."""


def _level(w: Writing, one: Choice, names: Names, weights: Names, found: Found, left: list[str] | None) -> None:
    function, level, alternative = w.function, len(names), one.alternative
    if level == len(alternative.parameters):
        if alternative.weight is None:
            _found(w, " * ".join(weights) or "1", names, found, left)
            return
        weight = function.fresh("weight")
        function.line(f"{weight} = {w.value(alternative.weight)}")
        with function.inside(f"if {weight}"):
            _found(w, weight, names, found, left)
        return
    parameter = alternative.parameters[level]
    source, target = parameter.source, parameter.target
    at, saved, element, weight = (function.fresh(name) for name in ("at", "saved", "e", "w"))
    counted = weighted(source)
    address = addressing.target_address(w, target)
    if address.isdecimal():
        at = address
    else:
        function.line(f"{at} = {address}")
    function.line(f"{saved} = s[{at}]")
    if left is not None:
        left[level] = f"s[{at}] = {saved}"
    with function.inside(heading(w, source, element, weight if counted else "")):
        function.line(f"s[{at}] = {element}")
        inside = w.binding(target, element, w.known.elements(source))
        with _conditions(inside, one, level + 1):
            _level(inside, one, (*names, element), (*weights, weight) if counted else weights, found, left)
    function.line(f"s[{at}] = {saved}")


def _origin(context: Context, parameter: ir.Parameter) -> Pile | None:
    cards = cards_of(parameter.source)
    zone = parameter.cards if cards is None else cards.zone
    return None if zone is None else Pile(context, zone)


def _found(w: Writing, weight: str, names: tuple[str, ...], found: Found, left: list[str] | None) -> None:
    for restoring in reversed(left or []):
        w.function.line(restoring)
    w.function.line(found(w, weight, names))


@frozen(eq=False, slots=False)
class AskPoint:
    """An Ask: its alternatives, and the step to continue with after each."""

    context: Context
    op: ir.Ask
    choices: tuple[Choice, ...]
    entries: tuple[int, ...]

    @cached_property
    def actor(self) -> Evaluation:
        """A function that gives who is asked."""
        return value(self.context, self.op.actor)

    @cached_property
    def known(self) -> bool:
        """Whether it is known before play that who is asked is a player."""
        return _known_player(self.context, self.op)

    def playing(self, policy: Policy) -> Play:
        """A new function that answers at random."""
        return _by_player(self.context, self.op, _playing(self.context, self.op, self.choices, self.entries, policy))

    def check(self, s: list[int]) -> None:
        """Raises PlayError when the actor is not a player, or has no option."""
        if not self.known:
            asked_player(self.context, self.op, self.actor(s))
        for one in self.choices:
            if one.offers(s):
                return
        raise nothing_to_choose(self.context, self.op)

    def options(self, s: list[int]) -> tuple[Option, ...]:
        """The options in their order."""
        option = self.as_option
        if self.placed:
            return tuple([self.shown(s, option(answer)) for one in self.choices for answer in one.answers(s)])
        return tuple([option(answer) for one in self.choices for answer in one.answers(s)])

    def option(self, s: list[int], index: int) -> Option | None:
        """The option with this index, without building the others; None when there is none."""
        if index < 0:
            return None
        for one in self.choices:
            answers = one.answers(s)
            if index < len(answers):
                return self.shown(s, self.as_option(answers[index]))
            index -= len(answers)
        return None

    @cached_property
    def placed(self) -> bool:
        """Whether cards are chosen here by their places."""
        return any(one.rows for one in self.choices)

    def shown(self, s: list[int], option: Option) -> Option:
        """The option with the faces that the seat which is asked sees at the places chosen."""
        one = self.choices[option.alternative]
        faces = one.faces(s, self.actor(s), option.arguments) if one.rows else ()
        return evolve(option, faces=faces) if faces else option

    @cached_property
    def as_option(self) -> Callable[[Answer], Option]:
        """A function that gives the option of an answer, mostly one that it gave before: an option is a value."""
        return lru_cache(maxsize=KEPT_OPTIONS)(self._option)

    def _option(self, answer: Answer) -> Option:
        weight, number, arguments = answer
        one = self.choices[number]
        return Option(one.alternative.name.plain, arguments, one.code(arguments), weight, number)

    @cached_property
    def wording(self) -> Callable[[Option, str], str]:
        """A function that writes an option in a language, "" for that of the rules; what it wrote last is kept."""
        return lru_cache(maxsize=KEPT_OPTIONS)(partial(_written, self.context.program, self.op))

    def enter(self, s: list[int], option: Option) -> int:
        """Stores and reports the answer; gives the step to continue with."""
        one = self.choices[option.alternative]
        one.bind(s, option.arguments)
        if self.context.log is not None:
            private = self.op.secret or self.context.together is not None
            origins = tuple(_instance(origin, s) for origin in one.origins)
            chosen = evolve(option, faces=()) if option.faces else option
            note(self.context, s, Chosen(self.actor(s), self.op.stop, chosen, origins, private), one.alternative.sentence)
        return self.entries[option.alternative]


def _written(program: ir.Program, op: ir.Ask, option: Option, language: str) -> str:
    alternative = op.alternatives[option.alternative]
    words = [alternative.name.say(language)] if alternative.name.plain else []
    faces = option.faces or (ir.NOTHING,) * len(option.arguments)
    for parameter, argument, face in zip(alternative.parameters, option.arguments, faces, strict=True):
        if not alternative.name.plain or parameter.row is not None:
            words.append(parameter.name.say(language))
        words.append(written(program, parameter.domain, argument, language))
        if parameter.row is not None and face != ir.NOTHING:
            deck = program.decks[program.zones[parameter.row.zone].deck]
            words.append(f"({written(program, deck.domain, face, language)})")
    return spaced(words, language)


def _instance(origin: Pile | None, s: list[int]) -> Instance | None:
    return None if origin is None else instance(origin.number, origin.zone, origin.base(s))


def asked_player(context: Context, op: ir.Ask, actor: int) -> None:
    """Raises PlayError where no player is there to choose."""
    if not 0 <= actor < len(context.program.players):
        raise context.fault(NOBODY_CHOOSES, op.sentence)


def nothing_to_choose(context: Context, op: ir.Ask) -> Exception:
    """The runtime error of a decision without options."""
    return context.fault(NOTHING_TO_CHOOSE, op.sentence)


def _known_player(context: Context, op: ir.Ask) -> bool:
    match op.actor:
        case ir.Number(seat):
            return 0 <= seat < len(context.program.players)
        case ir.Slot(index):
            return context.together is not None and index == context.together.seat
        case _:
            return False


def _by_player(context: Context, op: ir.Ask, play: Play) -> Play:
    """The same, for somebody who is there: that is looked at where it is not known before play."""
    if _known_player(context, op):
        return play
    actor, players = value(context, op.actor), len(context.program.players)

    def checked(s: list[int], draw: DrawNumber) -> int:
        if not 0 <= (seat := actor(s)) < players:
            asked_player(context, op, seat)
        return play(s, draw)

    return checked


def _playing(context: Context, op: ir.Ask, choices: tuple[Choice, ...], entries: tuple[int, ...], policy: Policy) -> Play:
    match choices:
        case (one,):
            return _play_one(context, op, one, entries[0])
        case _:
            return _play_any(context, op, choices, entries, policy)


def _play_one(context: Context, op: ir.Ask, one: Choice, entry: int) -> Play:
    """A function that draws one option by weight, and stores its arguments."""
    w = expressions(context, "s, draw")
    function, weighs = w.function, one.weighted
    parameters, weighing = one.alternative.parameters, one.alternative.weight is not None
    if len(parameters) == 1 and not one.alternative.conditions and not weighing:
        source = parameters[0].source
        function.line(f"found = {pairs(w, source) if weighs else listed(w, source)}")
    else:
        function.line("found = []")

        def note_it(inside: Writing, weight: str, names: Names) -> str:
            chosen = names[0] if len(names) == 1 else _tuple(names)
            return f"found.append(({chosen}, {weight}))" if weighs else f"found.append({chosen})"

        listing(w, one, note_it)
    function.line(f"if not found: {w.raises(lambda: nothing_to_choose(context, op))}()")
    if weighs:
        function.line("left = draw(sum([weight for _, weight in found]))")
        with function.inside("for chosen, weight in found"):
            function.line("left -= weight")
            function.line("if left < 0: break")
    else:
        function.line("chosen = found[draw(len(found))]")
    if len(parameters) == 1:
        function.line(f"s[{addressing.target_address(w, parameters[0].target)}] = chosen")
    elif parameters:
        function.line(f"{function.refer(one.bind)}(s, chosen)")
    function.line(f"return {entry}")
    return cast(Play, function.made())


def _play_any(context: Context, op: ir.Ask, choices: tuple[Choice, ...], entries: tuple[int, ...], policy: Policy) -> Play:
    listed = _LISTED[policy if op.menu else Policy.FLAT]

    def play(s: list[int], draw: DrawNumber) -> int:
        answers = listed(choices, s, draw)
        if not answers:
            raise nothing_to_choose(context, op)
        _, number, arguments = answers[weighted_index([answer[0] for answer in answers], draw)]
        choices[number].bind(s, arguments)
        return entries[number]

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
