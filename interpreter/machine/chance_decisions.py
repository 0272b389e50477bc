"""Decisions of nature: cards drawn, elements picked."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, lru_cache
from typing import cast

from attrs import frozen

from ...program.ir import Draw, Pick
from ..core import reasons
from ..core.events import Changed, Option, Picked
from ..core.runtime_errors import indices
from ..core.zones import Layout, Lift, draw_lowest, drawable, mirrored
from ..core.zones import draw as draw_card
from . import addressing
from .card_moves import Laying, Pile, among, laying, shift_loose
from .context import Context, Evaluation
from .event_log import note
from .expressions import elements, expressions, target_address, test, value
from .seat_decisions import KEPT_OPTIONS, DrawNumber, Play
from .statements import storing


@frozen(eq=False, slots=False)
class DrawPoint:
    """A Draw, and the step to continue with."""

    context: Context
    op: Draw
    after: int

    @cached_property
    def source(self) -> Pile:
        """The zone that is drawn from."""
        return Pile(self.context, self.op.source)

    @cached_property
    def target(self) -> Pile:
        """The zone that the card goes to."""
        return Pile(self.context, self.op.target)

    @cached_property
    def end(self) -> Layout:
        """The layout of the source as it is seen from the end at which a card is drawn."""
        return mirrored(self.source.shape) if self.op.bottom else self.source.shape

    def take(self, s: list[int], origin: int, kind: int) -> Lift:
        """Takes the card of that kind from the end at which cards are drawn."""
        return (draw_lowest if self.op.bottom else draw_card)(s, origin, self.source.shape, kind)

    @cached_property
    def lay(self) -> Laying:
        """A function that puts the card down."""
        return laying(self.context, self.source, self.target, self.op.end, self.op.sentence)

    @cached_property
    def store(self) -> Callable[[list[int], int], None]:
        """A function that stores the kind of the card."""
        return _forgetting if self.op.result is None else storing(self.context, self.op.result)

    @cached_property
    def play(self) -> Play:
        """A function that draws at random, without reporting it; it gives the step to continue with."""
        if self.source.shape.ordered or self.target.shape.ordered:
            return _play_ordered(self)
        return _play_loose(self.context, self.op, self.after)

    def check(self, s: list[int]) -> None:
        """Raises PlayError when there is no card."""
        if not s[self.source.base(s)]:
            raise empty(self.context, self.source, self.op)

    def options(self, s: list[int]) -> tuple[Option, ...]:
        """The cards that can be drawn, with their copies as weights."""
        cards = drawable(s, self.source.base(s), self.end)
        return tuple([chance_option(kind, weight) for kind, weight in cards])

    def option(self, s: list[int], index: int) -> Option | None:
        """The option with this index; None when there is none."""
        return nth(drawable(s, self.source.base(s), self.end), index)

    def enter(self, s: list[int], option: Option) -> int:
        """Moves the drawn card and reports it; gives the step to continue with."""
        kind, origin = option.arguments[0], self.source.base(s)
        free = among(s, origin, self.source.shape)
        goal = self.target.base(s)
        self.lay(s, kind, self.take(s, origin, kind), origin, goal, free)
        self.store(s, kind)
        return self.after


def empty(context: Context, source: Pile, op: Draw) -> Exception:
    """The runtime error of a draw from an empty zone."""
    return context.fault(reasons.empty(source.zone), op.sentence)


def _forgetting(s: list[int], number: int) -> None:
    """Stores nothing."""


def _play_loose(context: Context, op: Draw, after: int) -> Play:
    w = expressions(context, "s, draw")
    function = w.function
    function.line(f"origin = {addressing.zone_address(w, op.source)}")
    gone = w.fault(reasons.empty(context.program.zones[op.source.zone]), op.sentence)
    function.line(f"if not s[origin]: {gone}()")
    function.line("left = draw(s[origin])")
    function.line("at = origin")
    with function.inside("while left >= 0"):
        function.line("at += 1")
        function.line("left -= s[at]")
    function.line("kind = at - origin - 1")
    function.line(f"goal = {addressing.zone_address(w, op.target)}")
    shift_loose(function, "origin", "kind", "-")
    shift_loose(function, "goal", "kind", "+")
    if op.result is not None:
        function.line(f"s[{addressing.target_address(w, op.result)}] = kind")
    function.line(f"return {after}")
    return cast(Play, function.made())


def _play_ordered(point: DrawPoint) -> Play:
    context, source, target, lay, store = point.context, point.source, point.target, point.lay, point.store
    op, shape, end, draw_one, after = point.op, point.source.shape, point.end, point.take, point.after

    def play(s: list[int], draw: DrawNumber) -> int:
        origin = source.base(s)
        cards = drawable(s, origin, end)
        if not cards:
            raise empty(context, source, op)
        goal = target.base(s)
        kind = chosen(cards, draw)
        free = among(s, origin, shape)
        lay(s, kind, draw_one(s, origin, kind), origin, goal, free)
        store(s, kind)
        return after

    return play


def chosen(pairs: list[tuple[int, int]], draw: DrawNumber) -> int:
    """One of the elements at random, by weight."""
    left = draw(sum([weight for _, weight in pairs]))
    for element, weight in pairs:
        left -= weight
        if left < 0:
            return element
    raise IndexError(left)


def nth(pairs: list[tuple[int, int]], index: int) -> Option | None:
    """The option for the pair of outcome and weight at this index; None when there is none."""
    if not 0 <= index < len(pairs):
        return None
    element, weight = pairs[index]
    return chance_option(element, weight)


@lru_cache(maxsize=KEPT_OPTIONS)
def chance_option(element: int, weight: int) -> Option:
    """The option that stands for what can come, with its weight; those given last are kept, for an option is a value."""
    return Option("", (element,), element, weight, 0)


@frozen(eq=False, slots=False)
class PickPoint:
    """A Pick, and the step to continue with."""

    context: Context
    op: Pick
    after: int

    @cached_property
    def outcomes(self) -> Callable[[list[int]], list[tuple[int, int]]]:
        """A function that gives the elements that can be picked, with their weights."""
        return _outcomes(self.context, self.op, self.find)

    @cached_property
    def store(self) -> Callable[[list[int], int], None]:
        """A function that stores what is picked."""
        return storing(self.context, self.op.target)

    @cached_property
    def find(self) -> Evaluation:
        """A function that gives the slot for what is picked."""
        return target_address(self.context, self.op.target)

    def check(self, s: list[int]) -> None:
        """Raises PlayError when there is nothing to pick from, or nowhere to store it."""
        self.find(s)
        if not self.outcomes(s):
            raise self.context.fault(reasons.NOTHING_TO_PICK, self.op.sentence)

    def options(self, s: list[int]) -> tuple[Option, ...]:
        """The elements that can be picked, with their weights."""
        return tuple([chance_option(element, weight) for element, weight in self.outcomes(s)])

    def option(self, s: list[int], index: int) -> Option | None:
        """The option with this index; None when there is none."""
        return nth(self.outcomes(s), index)

    def enter(self, s: list[int], option: Option) -> int:
        """Stores and reports the picked element; gives the step to continue with."""
        element = option.arguments[0]
        number = self.op.place
        if number is None:
            self.store(s, element)
            if self.context.log is not None:
                note(self.context, s, Picked(self.op.name, self.op.domain, element), self.op.sentence)
            return self.after
        at, place = self.find(s), self.context.program.places[number]
        old, s[at] = s[at], element
        if old != element:
            note(self.context, s, Changed(number, indices(place.extents, at - place.base), old, element), self.op.sentence)
        return self.after

    def play(self, s: list[int], draw: DrawNumber) -> int:
        """Stores an element picked at random, without reporting it; gives the step to continue with."""
        at, outcomes = self.find(s), self.outcomes(s)
        if not outcomes:
            raise self.context.fault(reasons.NOTHING_TO_PICK, self.op.sentence)
        s[at] = chosen(outcomes, draw)
        return self.after


def _outcomes(context: Context, op: Pick, find: Evaluation) -> Callable[[list[int]], list[tuple[int, int]]]:
    source = elements(context, op.source)
    where = None if op.where is None else test(context, op.where)
    weight = None if op.weight is None else value(context, op.weight)
    if where is None and weight is None:
        return lambda s: list(source.pairs(s))

    def outcomes(s: list[int]) -> list[tuple[int, int]]:
        found = []
        pairs, at = source.pairs(s), find(s)
        old = s[at]
        for element, copies in pairs:
            s[at] = element
            if where is None or where(s):
                heavy = copies if weight is None else copies * _weighed(context, op, weight, s)
                if heavy:
                    found.append((element, heavy))
        s[at] = old
        return found

    return outcomes


def _weighed(context: Context, op: Pick, weight: Evaluation, s: list[int]) -> int:
    number = weight(s)
    if number < 0:
        raise context.fault(reasons.WRONG_WEIGHT, op.sentence)
    return number
