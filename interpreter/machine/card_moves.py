"""Statements that move cards, compiled."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from itertools import compress

from attrs import frozen

from ...program.ir import End, Gather, MoveAll, MoveCard, Reveal, Rotate, ShowCard, Shuffle, Target, Tell, Zone, ZoneAt
from ..core import reasons
from ..core.events import CardMoved, Marks, Rotated, Shuffled, Told
from ..core.zones import (
    LIFTED_LOOSE,
    LOOSE,
    Layout,
    Lift,
    at_bottom,
    copies,
    exchange,
    layout,
    lift,
    loose,
    loosen,
    on_top,
    put,
    take,
    take_at,
)
from . import addressing
from .context import Context, Evaluation, Step
from .event_log import faces_of, instance, note, revealed
from .expressions import test, value, zone_address
from .source import Function
from .writing import Writing


@frozen(eq=False, slots=False)
class Pile:
    """A reference to one instance of a zone."""

    context: Context
    at: ZoneAt

    @property
    def number(self) -> int:
        """The number of the zone."""
        return self.at.zone

    @property
    def zone(self) -> Zone:
        """The zone."""
        return self.context.program.zones[self.at.zone]

    @cached_property
    def base(self) -> Evaluation:
        """A function that gives the first slot of the instance."""
        return zone_address(self.context, self.at)

    @cached_property
    def shape(self) -> Layout:
        """The layout of the instance."""
        return layout(self.zone)


Laying = Callable[[list[int], int, Lift, int, int, int], None]
"""Puts down a card that was taken out. The arguments: slots, kind, where it was, first slot of the source and of the target,
and the number of loose cards in the source before.
"""


def laying(context: Context, source: Pile, target: Pile, end: End, sentence: int, to: Target | None = None) -> Laying:
    """A function that puts a card into *target* and reports the move; it raises PlayError when *target* is full.

    *to* holds the seats to whom the card is shown.
    """
    shape, whom = target.shape, None if to is None else value(context, to)

    def lay(s: list[int], kind: int, lifted: Lift, origin: int, goal: int, among: int) -> None:
        before = s[origin] + 1
        if not put(s, goal, shape, kind, end):
            raise context.fault(reasons.full(target.zone), sentence)
        if context.log is not None:
            places = instance(source.number, source.zone, origin), instance(target.number, target.zone, goal)
            shown = 0 if whom is None else whom(s)
            moved = CardMoved(source.zone.deck, kind, *places, lifted.end, lifted.position, end, before, among, shown)
            note(context, s, moved, sentence)

    return lay


def missing(context: Context, zone: Zone, kind: int, sentence: int) -> Exception:
    """The runtime error of a card that is not in the zone."""
    return context.fault(reasons.missing(zone), sentence, kind)


def among(s: list[int], base: int, shape: Layout) -> int:
    """How many loose cards there are."""
    if not shape.ordered:
        return s[base]
    return sum(loose(s, base, shape))


def move_card(w: Writing, op: MoveCard) -> None:
    """The lines that move one card of a kind."""
    shapes = w.layout(op.source), w.layout(op.target)
    if w.context.log is not None or shapes[0].ordered or shapes[1].ordered:
        w.function.line(w.function.call(_move_ordered(w.context, op)))
        return
    function, kinds = w.function, shapes[0].kinds
    kind, origin, goal = (function.fresh(name) for name in ("kind", "origin", "goal"))
    function.line(f"{kind} = {w.value(op.card)}")
    function.line(f"{origin} = {addressing.zone_address(w, op.source)}")
    function.line(f"{goal} = {addressing.zone_address(w, op.target)}")
    gone = w.fault(reasons.missing(w.program.zones[op.source.zone]), op.sentence)
    function.line(f"if not (0 <= {kind} < {kinds} and s[{origin} + 1 + {kind}]): {gone}({kind})")
    shift_loose(function, origin, kind, "-")
    shift_loose(function, goal, kind, "+")


def shift_loose(function: Function, base: str, kind: str, sign: str) -> None:
    """The lines that put a card into a zone without order ("+"), or take it out ("-")."""
    function.line(f"s[{base}] {sign}= 1")
    function.line(f"s[{base} + 1 + {kind}] {sign}= 1")


def _move_ordered(context: Context, op: MoveCard) -> Step:
    source, target = Pile(context, op.source), Pile(context, op.target)
    card, sentence = value(context, op.card), op.sentence
    place = None if op.place is None else value(context, op.place)
    lay = laying(context, source, target, op.end, sentence, op.shown)
    origins, goals, shape = source.base, target.base, source.shape

    def move(s: list[int]) -> int:
        kind, origin, goal = card(s), origins(s), goals(s)
        free = among(s, origin, shape)
        lifted = None
        if 0 <= kind < shape.kinds:
            lifted = take(s, origin, shape, kind) if place is None else take_at(s, origin, shape, kind, place(s))
        if lifted is None:
            raise missing(context, source.zone, kind, sentence)
        lay(s, kind, lifted, origin, goal, free)
        return 0

    return move


def move_all(context: Context, op: MoveAll) -> Step:
    """A step that moves every card that passes; within one instance, all cards become loose instead, or stay as they are."""
    source, target = Pile(context, op.source), Pile(context, op.target)
    slot, shape = op.slot, source.shape
    where = None if op.where is None else test(context, op.where)
    lay, end = laying(context, source, target, op.end, op.sentence), op.end
    if context.log is None and where is None and not shape.ordered and end is End.LOOSE:
        return _move_everything(source, target)

    def move(s: list[int]) -> int:
        origin, goal = source.base(s), target.base(s)
        passing = []
        for kind, count in enumerate(copies(s, origin, shape)):
            s[slot] = kind
            passing.append(count > 0 and (where is None or bool(where(s))))
        match end:
            case End.LOOSE if origin == goal:
                _forget(context, s, target, goal, op.sentence)
            case End.LOOSE:
                empty(s, origin, goal, shape, passing, lay)
            case End.TOP | End.BOTTOM if origin != goal:
                _carry(s, origin, goal, shape, passing, lay, end is End.TOP)
        return 0

    return move


def empty(s: list[int], origin: int, goal: int, shape: Layout, passing: list[bool], lay: Laying) -> None:
    """Moves the cards of the passing kinds: loose cards first, kind by kind, so that the events reveal no order."""
    for kind, count in enumerate(loose(s, origin, shape)):
        for _ in range(count if passing[kind] else 0):
            free = among(s, origin, shape)
            s[origin] -= 1
            s[origin + 1 + kind] -= 1
            lay(s, kind, LIFTED_LOOSE, origin, goal, free)
    for end, row in ((End.TOP, on_top(s, origin, shape)), (End.BOTTOM, at_bottom(s, origin, shape))):
        for position in range(len(row) - 1, -1, -1):
            if passing[row[position]]:
                free = among(s, origin, shape)
                lay(s, row[position], lift(s, origin, shape, end, position), origin, goal, free)


def _carry(s: list[int], origin: int, goal: int, shape: Layout, passing: list[bool], lay: Laying, upward: bool) -> None:
    """Moves the cards of the passing kinds as they lie, from the topmost to the lowest, or *upward*."""
    steps = [_carry_top, _carry_loose, _carry_bottom]
    for step in reversed(steps) if upward else steps:
        step(s, origin, goal, shape, passing, lay, upward)


def _carry_top(s: list[int], origin: int, goal: int, shape: Layout, passing: list[bool], lay: Laying, upward: bool) -> None:
    _carry_row(s, origin, goal, shape, passing, lay, (End.TOP, upward))


def _carry_bottom(s: list[int], origin: int, goal: int, shape: Layout, passing: list[bool], lay: Laying, upward: bool) -> None:
    _carry_row(s, origin, goal, shape, passing, lay, (End.BOTTOM, not upward))


def _carry_row(
    s: list[int], origin: int, goal: int, shape: Layout, passing: list[bool], lay: Laying, way: tuple[End, bool]
) -> None:
    """Moves the passing cards of an ordered part, in the order in which they stand there or backward."""
    end, forward = way
    row = on_top(s, origin, shape) if end is End.TOP else at_bottom(s, origin, shape)
    gone = 0
    for position in range(len(row)) if forward else range(len(row) - 1, -1, -1):
        if passing[row[position]]:
            free = among(s, origin, shape)
            lay(s, row[position], lift(s, origin, shape, end, position - (gone if forward else 0)), origin, goal, free)
            gone += 1


def _carry_loose(s: list[int], origin: int, goal: int, shape: Layout, passing: list[bool], lay: Laying, upward: bool) -> None:
    counts = list(enumerate(loose(s, origin, shape)))
    for kind, count in reversed(counts) if upward else counts:
        for _ in range(count if passing[kind] else 0):
            free = among(s, origin, shape)
            s[origin] -= 1
            s[origin + 1 + kind] -= 1
            lay(s, kind, LIFTED_LOOSE, origin, goal, free)


def _move_everything(source: Pile, target: Pile) -> Step:
    origins, goals, shape = source.base, target.base, source.shape

    def move(s: list[int]) -> int:
        origin, goal = origins(s), goals(s)
        if s[origin] and origin != goal:
            _pour(s, origin, goal, shape)
        return 0

    return move


def _pour(s: list[int], origin: int, goal: int, shape: Layout) -> None:
    """Moves all cards of one instance into another, loose."""
    if shape.ordered:
        loosen(s, origin, shape)
    kinds = shape.kinds
    s[goal] += s[origin]
    for kind in compress(range(1, kinds + 1), s[origin + 1 : origin + 1 + kinds]):
        s[goal + kind] += s[origin + kind]
    s[origin : origin + 1 + kinds] = [0] * (kinds + 1)


def rotate(context: Context, op: Rotate) -> Step:
    """A step by which the cards of each zone go to the next."""
    piles = [Pile(context, at) for at in op.zones]
    shape = piles[0].shape

    def turn(s: list[int]) -> int:
        bases = [pile.base(s) for pile in piles]
        if bases[0] == bases[1]:
            return 0
        if context.log is not None:
            faces = tuple(faces_of(s, base, shape) for base in bases)
            zones = tuple(instance(pile.number, pile.zone, base) for pile, base in zip(piles, bases, strict=True))
            note(context, s, Rotated(zones, faces), op.sentence)
        for one in range(len(bases) - 1, 0, -1):
            exchange(s, bases[one], bases[one - 1], shape)
        return 0

    return turn


def gather(context: Context, op: Gather) -> Step:
    """A step that moves all cards of a deck into one zone."""
    target = Pile(context, op.target)
    sources = [
        (Pile(context, ZoneAt(number, (), op.sentence)), base)
        for number, zone in enumerate(context.program.zones)
        if zone.deck == op.deck
        for base in zone.bases
    ]
    lays = [(source, base, laying(context, source, target, End.LOOSE, op.sentence)) for source, base in sources]

    def bring(s: list[int]) -> int:
        goal = target.base(s)
        for source, origin, lay in lays:
            if origin == goal:
                _forget(context, s, target, goal, op.sentence)
            elif s[origin] and context.log is None:
                _pour(s, origin, goal, source.shape)
            elif s[origin]:
                empty(s, origin, goal, source.shape, [True] * source.shape.kinds, lay)
        return 0

    return bring


def _forget(context: Context, s: list[int], target: Pile, base: int, sentence: int) -> None:
    """Makes all cards loose; reports it only if some lay in order."""
    if not target.shape.ordered:
        return
    if on_top(s, base, target.shape) or at_bottom(s, base, target.shape):
        loosen(s, base, target.shape)
        note(context, s, Shuffled(instance(target.number, target.zone, base)), sentence)


def shuffle(context: Context, op: Shuffle) -> Step:
    """A step that makes all cards of a zone loose."""
    target = Pile(context, op.zone)

    def forget(s: list[int]) -> int:
        base = target.base(s)
        loosen(s, base, target.shape)
        if context.log is not None:
            note(context, s, Shuffled(instance(target.number, target.zone, base)), op.sentence)
        return 0

    return forget


def tell(context: Context, op: Tell) -> Step:
    """A step that reports which cards of a zone pass."""
    target = Pile(context, op.zone)
    to = None if op.to is None else value(context, op.to)
    slot, where, shape = op.slot, test(context, op.where), target.shape

    def report(s: list[int]) -> int:
        base, whom = target.base(s), None if to is None else to(s)
        passing = []
        for kind in range(shape.kinds):
            s[slot] = kind
            passing.append(bool(where(s)))
        if context.log is not None:
            marks = Marks(
                sum(compress(loose(s, base, shape), passing)),
                tuple(passing[kind] for kind in on_top(s, base, shape)),
                tuple(passing[kind] for kind in at_bottom(s, base, shape)),
            )
            kinds = tuple(compress(range(shape.kinds), passing))
            there = instance(target.number, target.zone, base)
            note(context, s, Told(there, target.zone.deck, kinds, marks, whom, op.secret), op.sentence)
        return 0

    return report


def reveal(context: Context, op: Reveal) -> Step:
    """A step that reports the faces in a zone."""
    target = Pile(context, op.zone)
    to = None if op.to is None else value(context, op.to)

    def show(s: list[int]) -> int:
        base = target.base(s)
        note(context, s, revealed(context, s, op, base, target.shape, None if to is None else to(s)), op.sentence)
        return 0

    return show


def show_card(w: Writing, op: ShowCard) -> None:
    """The lines that report what a card is."""
    function, context = w.function, w.context
    kind, base = function.fresh("kind"), function.fresh("base")
    function.line(f"{kind} = {w.value(op.card)}")
    function.line(f"{base} = {addressing.zone_address(w, op.zone)}")
    gone = w.fault(reasons.missing(w.program.zones[op.zone.zone]), op.sentence)
    function.line(f"if not (0 <= {kind} < {w.layout(op.zone).kinds} and s[{base} + 1 + {kind}]): {gone}({kind})")
    if context.log is not None:
        function.line(function.call(_shown(context, op)))


def _shown(context: Context, op: ShowCard) -> Step:
    pile, card, whom = Pile(context, op.zone), value(context, op.card), value(context, op.shown)

    def show(s: list[int]) -> int:
        base = pile.base(s)
        place, among = instance(pile.number, pile.zone, base), s[base]
        shown = CardMoved(pile.zone.deck, card(s), place, place, End.LOOSE, LOOSE, End.LOOSE, among, among, whom(s))
        note(context, s, shown, op.sentence)
        return 0

    return show
