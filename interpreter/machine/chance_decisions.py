"""Decisions of nature: cards drawn, elements picked."""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from ...program.ir import Draw, Pick
from ..core import reasons
from ..core.events import Changed, Option, Picked
from ..core.runtime_errors import indices
from ..core.zones import draw as draw_card
from ..core.zones import drawable
from .card_moves import Laying, Pile, among, laying, pile
from .context import Context, Evaluation
from .event_log import note
from .expressions import elements, target_address, test, value
from .seat_decisions import DrawNumber
from .statements import storing


@frozen(eq=False)
class DrawPoint:
    """A compiled Draw, and the step to continue with."""

    context: Context
    op: Draw
    source: Pile
    target: Pile
    lay: Laying
    store: Callable[[list[int], int], None]
    after: int
    play: Callable[[list[int], DrawNumber], int]

    def check(self, s: list[int]) -> None:
        """Raises PlayError when there is no card."""
        if not s[self.source.base(s)]:
            raise empty(self.context, self.source, self.op)

    def options(self, s: list[int]) -> tuple[Option, ...]:
        """The cards that can be drawn, with their copies as weights."""
        cards = drawable(s, self.source.base(s), self.source.shape)
        return tuple(Option("", (kind,), kind, weight, 0) for kind, weight in cards)

    def option(self, s: list[int], index: int) -> Option | None:
        """The option with this index; None when there is none."""
        return nth(drawable(s, self.source.base(s), self.source.shape), index)

    def enter(self, s: list[int], option: Option) -> int:
        """Moves the drawn card and reports it; gives the step to continue with."""
        kind, origin = option.arguments[0], self.source.base(s)
        free = among(s, origin, self.source.shape)
        goal = self.target.base(s)
        self.lay(s, kind, draw_card(s, origin, self.source.shape, kind), origin, goal, free)
        self.store(s, kind)
        return self.after


def empty(context: Context, source: Pile, op: Draw) -> Exception:
    """The runtime error of a draw from an empty zone."""
    return context.fault(reasons.empty(source.zone), op.sentence)


def draw_point(context: Context, op: Draw, after: int) -> DrawPoint:
    """The compiled Draw."""
    source, target = pile(context, op.source), pile(context, op.target)
    lay = laying(context, source, target, op.end, op.sentence)
    store = _forgetting if op.result is None else storing(context, op.result)
    if source.shape.ordered or target.shape.ordered:
        play = _play_ordered(context, op, (source, target), lay, store, after)
    else:
        play = _play_loose(context, op, (source, target), store, after)
    return DrawPoint(context, op, source, target, lay, store, after, play)


def _forgetting(s: list[int], number: int) -> None:
    """Stores nothing."""


def _play_loose(
    context: Context, op: Draw, piles: tuple[Pile, Pile], store: Callable[[list[int], int], None], after: int
) -> Callable[[list[int], DrawNumber], int]:
    source, target = piles
    origins, goals, storing_needed = source.base, target.base, op.result is not None

    def play(s: list[int], draw: DrawNumber) -> int:
        origin = origins(s)
        size = s[origin]
        if not size:
            raise empty(context, source, op)
        left = draw(size)
        at = origin
        while left >= 0:
            at += 1
            left -= s[at]
        s[at] -= 1
        s[origin] = size - 1
        kind = at - origin - 1
        goal = goals(s)
        s[goal] += 1
        s[goal + 1 + kind] += 1
        if storing_needed:
            store(s, kind)
        return after

    return play


def _play_ordered(
    context: Context,
    op: Draw,
    piles: tuple[Pile, Pile],
    lay: Laying,
    store: Callable[[list[int], int], None],
    after: int,
) -> Callable[[list[int], DrawNumber], int]:
    source, target = piles
    shape = source.shape

    def play(s: list[int], draw: DrawNumber) -> int:
        origin, goal = source.base(s), target.base(s)
        cards = drawable(s, origin, shape)
        if not cards:
            raise empty(context, source, op)
        kind = chosen(cards, draw)
        free = among(s, origin, shape)
        lay(s, kind, draw_card(s, origin, shape, kind), origin, goal, free)
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
    return Option("", (element,), element, weight, 0)


@frozen(eq=False)
class PickPoint:
    """A compiled Pick, and the step to continue with."""

    context: Context
    op: Pick
    outcomes: Callable[[list[int]], list[tuple[int, int]]]
    store: Callable[[list[int], int], None]
    find: Evaluation
    after: int

    def check(self, s: list[int]) -> None:
        """Raises PlayError when there is nothing to pick from, or nowhere to store it."""
        self.find(s)
        if not self.outcomes(s):
            raise self.context.fault(reasons.NOTHING_TO_PICK, self.op.sentence)

    def options(self, s: list[int]) -> tuple[Option, ...]:
        """The elements that can be picked, with their weights."""
        return tuple(Option("", (element,), element, weight, 0) for element, weight in self.outcomes(s))

    def option(self, s: list[int], index: int) -> Option | None:
        """The option with this index; None when there is none."""
        return nth(self.outcomes(s), index)

    def enter(self, s: list[int], option: Option) -> int:
        """Stores and reports the picked element; gives the step to continue with."""
        element = option.arguments[0]
        number = self.op.place
        if number is None:
            self.store(s, element)
            note(self.context, s, Picked(self.op.name, self.op.domain, element))
            return self.after
        at, place = self.find(s), self.context.program.places[number]
        old, s[at] = s[at], element
        if old != element:
            note(self.context, s, Changed(number, indices(place.extents, at - place.base), old, element))
        return self.after

    def play(self, s: list[int], draw: DrawNumber) -> int:
        """Stores an element picked at random, without reporting it; gives the step to continue with."""
        outcomes = self.outcomes(s)
        if not outcomes:
            raise self.context.fault(reasons.NOTHING_TO_PICK, self.op.sentence)
        self.store(s, chosen(outcomes, draw))
        return self.after


def pick_point(context: Context, op: Pick, after: int) -> PickPoint:
    """The compiled Pick."""
    source, store, find = elements(context, op.source), storing(context, op.target), target_address(context, op.target)
    where = None if op.where is None else test(context, op.where)
    weight = None if op.weight is None else value(context, op.weight)
    if where is None and weight is None:
        return PickPoint(context, op, lambda s: list(source.pairs(s)), store, find, after)

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

    return PickPoint(context, op, outcomes, store, find, after)


def _weighed(context: Context, op: Pick, weight: Evaluation, s: list[int]) -> int:
    number = weight(s)
    if number < 0:
        raise context.fault(reasons.WRONG_WEIGHT, op.sentence)
    return number
