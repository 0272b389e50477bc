"""The cards of a match one by one: where each lay, and which answers were about it, so that two can be exchanged from then on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from attrs import Factory, define, frozen

from ...interpreter.core.events import CardMoved, Chosen, Happening, Instance, Revealed, Rotated, Shuffled, sees
from ...interpreter.core.runtime_errors import indices
from ...interpreter.core.zones import at_bottom, layout, loose, on_top
from ...program.ir import End, Program
from ...program.ops import sets_at
from .guide import Link, World


@define(eq=False)
class Card:
    """One card: its deck and kind, where it lay since which answer (None: in order, where it cannot be mistaken for another), the
    answers in which it was chosen or drawn, as (number, argument), and the last answer in which the seat saw it.
    """

    deck: int
    kind: int
    at: Instance
    way: list[tuple[int, Instance | None]]
    uses: list[tuple[int, int]] = Factory(list)
    seen: int = -1


Piles = dict[Instance, dict[int, list[Card]]]
"""The cards of each instance of a zone, by their kinds."""


@frozen(eq=False)
class Table:
    """All cards behind some answers, and where they lie."""

    cards: list[Card]
    piles: Piles

    def hidden(self, program: Program, seat: int) -> list[Card]:
        """The cards that lie where the seat does not see them, in the order of the zones."""
        return [card for card in self.cards if not sees(program, card.at, seat)]

    def lying(self) -> dict[Instance, Counter[int]]:
        """How many cards of each kind lie where."""
        return {place: Counter({kind: len(cards) for kind, cards in kinds.items()}) for place, kinds in self.piles.items()}


def table(program: Program, seat: int, base: World, links: Sequence[Link]) -> Table:
    """All cards behind these answers, which lead on from *base*; answers are numbered from 0, and before them is -1."""
    cards = list(_lying(program, base))
    piles: Piles = {}
    for card in cards:
        piles.setdefault(card.at, {}).setdefault(card.kind, []).append(card)
    found = Table(cards, piles)
    for number, link in enumerate(links):
        _Turn(program, seat, found, number, _used(program, found, link)).note(link.happened)
    return found


def _lying(program: Program, base: World) -> Iterator[Card]:
    s = base.at.s
    for number, zone in enumerate(program.zones):
        shape = layout(zone)
        for first in zone.bases:
            if not s[first]:
                continue
            place = Instance(number, indices(zone.extents, first - zone.base))
            for kind, count in enumerate(loose(s, first, shape)):
                for _ in range(count):
                    yield Card(zone.deck, kind, place, [(-1, place)])
            for kind in on_top(s, first, shape) + at_bottom(s, first, shape):
                yield Card(zone.deck, kind, place, [(-1, None)])


def _used(program: Program, found: Table, link: Link) -> list[tuple[Card, int]]:
    """The cards that an answer is about, each with the number of its argument; not those of which a set is chosen."""
    happened = link.happened
    if not happened:
        return []
    match happened[0]:
        case Chosen(stop=stop, origins=origins):
            sets, number = sets_at(program), link.option.alternative
            given = enumerate(zip(origins, link.option.arguments, strict=True))
            pairs = [(place, kind, at) for at, (place, kind) in given if (stop, number, at) not in sets]
        case CardMoved(source=source, kind=kind) if link.actor < 0 and link.option.arguments == (kind,):
            pairs = [(source, link.option.arguments[0], 0)]
        case _:
            return []
    used: list[tuple[Card, int]] = []
    for place, kind, at in pairs:
        lying = found.piles.get(place, {}).get(kind, []) if place is not None else []
        card = next((each for each in reversed(lying) if all(each is not other for other, _ in used)), None)
        if card is not None:
            used.append((card, at))
    return used


@frozen(eq=False)
class _Turn:
    program: Program
    seat: int
    found: Table
    number: int
    used: list[tuple[Card, int]]

    def note(self, happened: Sequence[Happening]) -> None:
        for card, at in self.used:
            card.uses.append((self.number, at))
        for event in happened:
            match event:
                case CardMoved():
                    self._moved(event)
                case Rotated(zones):
                    self._rotated(zones)
                case Shuffled(zone):
                    for card in self._in(zone):
                        if card.way[-1][1] is None:
                            card.way.append((self.number, zone))
                case Revealed(zone, _, to):
                    if to in (None, self.seat):
                        for card in self._in(zone):
                            card.seen = self.number

    def _in(self, place: Instance) -> list[Card]:
        return [card for cards in self.found.piles.get(place, {}).values() for card in cards]

    def _moved(self, event: CardMoved) -> None:
        if event.kind is None:
            return
        lying = self.found.piles.get(event.source, {}).get(event.kind, [])
        if not lying:
            return
        at = next((at for at, each in enumerate(lying) if any(each is card for card, _ in self.used)), len(lying) - 1)
        if event.shown >> self.seat & 1:
            lying[at].seen = self.number
        if not event.stays:
            self._put(lying.pop(at), event.target, event.to_end)

    def _put(self, card: Card, place: Instance, end: End) -> None:
        here, there = (sees(self.program, each, self.seat) for each in (card.at, place))
        if here or there:
            card.seen = self.number
        zone = self.program.zones[place.zone]
        ordered = (end is End.TOP and zone.top_capacity > 0) or (end is End.BOTTOM and zone.bottom_capacity > 0)
        card.at = place
        card.way.append((self.number, None if ordered else place))
        self.found.piles.setdefault(place, {}).setdefault(card.kind, []).append(card)

    def _rotated(self, zones: tuple[Instance, ...]) -> None:
        before = [self.found.piles.pop(zone, {}) for zone in zones]
        for place, cards in zip([*zones[1:], zones[0]], before, strict=True):
            for kind in cards:
                for card in cards[kind]:
                    end = End.LOOSE if card.way[-1][1] is not None else End.BOTTOM
                    self._put(card, place, end)


def parting(one: Card, other: Card) -> int | None:
    """The first answer since which the two lie apart, though nobody could have told one from the other before.

    None where there is none, or where the seat has seen one of them since.
    """
    if one.deck != other.deck or one.kind == other.kind:
        return None
    at, by = len(one.way) - 1, len(other.way) - 1
    if one.way[at][1] is not None and one.way[at][1] == other.way[by][1]:
        return None
    while at >= 0 and by >= 0:
        if one.way[at][1] is not None and one.way[at][1] == other.way[by][1]:
            ends = [way[place + 1][0] for way, place in ((one.way, at), (other.way, by)) if place + 1 < len(way)]
            first, begun = min(ends), max(one.way[at][0], other.way[by][0])
            if first > begun:
                return first if max(one.seen, other.seen) < first else None
        if one.way[at][0] > other.way[by][0]:
            at -= 1
        else:
            by -= 1
    return None


Plan = list[tuple[int, int, tuple[int, ...]]]
"""Answers as they are to be: who, which alternative, which arguments."""


def exchanged(links: Sequence[Link], one: Card, other: Card, first: int) -> Plan:
    """The answers from that number on, when from there on each of the two cards is what the other was."""
    changed: dict[int, dict[int, int]] = {}
    for card, kind in ((one, other.kind), (other, one.kind)):
        for number, at in card.uses:
            if number >= first:
                changed.setdefault(number, {})[at] = kind
    plan: Plan = []
    for number in range(first, len(links)):
        link, new = links[number], changed.get(number, {})
        arguments = enumerate(link.option.arguments)
        plan.append((link.actor, link.option.alternative, tuple([new.get(at, argument) for at, argument in arguments])))
    return plan
