"""Worlds that come to contradict a trail, mended by exchanging two hidden cards and going on from there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from attrs import define, evolve, frozen

from ..core.events import CardMoved, Faces, Happening, Instance, Revealed, sees
from ..core.rng import Stream, weighted
from ..core.runtime_errors import PlayError
from ..core.zones import layout, loose
from .cards import Card, Plan, Table, exchanged, parting, table
from .guide import Ask, Guide, Link, World

RETRIES = 24
"""So often a block in which all decide together is tried anew before cards are exchanged."""
ROUNDS = 40
"""So often cards are exchanged for one moment of a trail before the world is given up."""
TRIED = 24
"""So many exchanges are tried before one of these."""
CHOICES = 6
"""So many answers are tried to see whether somebody could have lived through a moment."""


@define
class Budget:
    """How many answers may still be tried."""

    left: int


@frozen(eq=False)
class Mender:
    """Leads worlds along a trail, from *base* on, in which hidden cards may be exchanged."""

    guide: Guide
    rng: Stream
    budget: Budget
    base: World

    def grown(self, world: World) -> World | None:
        """A world at the end of the trail, grown from this one; None where the budget does not suffice or nothing helps."""
        while True:
            after = self._past(world)
            if after is None:
                after = self._again(world)
            if after is None:
                after = self._mended(_beginning(world))
            if after is None:
                return None
            if self.guide.arrived(world):
                return after
            world = after

    def _past(self, world: World) -> World | None:
        """The world one moment later, answers drawn at random; at the end of the trail this world, if the seat is asked right."""
        if self.guide.arrived(world):
            return world if self.guide.opens(world) else None
        passed = world.passed
        while world.passed == passed:
            ask = None if self.budget.left <= 0 else self.guide.ask(world)
            after = None if ask is None else self._answered(world, ask)
            if after is None:
                return None
            world = after
        return world

    def _answered(self, world: World, ask: Ask) -> World | None:
        left = list(ask.fitting)
        while left and self.budget.left > 0:
            at = weighted([ask.options[index].weight for index in left], self.rng.below) if len(left) > 1 else 0
            after = self.follow(world, ask, left[at])
            if after is not None:
                return after
            del left[at]
        return None

    def follow(self, world: World, ask: Ask, index: int) -> World | None:
        """The world behind that answer."""
        self.budget.left -= 1
        return self.guide.follow(world, ask, index)

    def _again(self, world: World) -> World | None:
        """A world one moment later, after the block in which all decide together was played anew."""
        block, first = world.at.block, world
        if not block:
            return None
        while first.last is not None and first.last.before.at.block == block and first.depth > self.base.depth:
            first = first.last.before
        for _ in range(RETRIES):
            found: World | None = first
            while found is not None and found.passed <= world.passed:
                found = self._past(found)
            if found is not None:
                return found
        return None

    def _mended(self, world: World) -> World | None:
        """A world one moment later, after exchanges of hidden cards; *world* is at the beginning of its moment."""
        for _ in range(ROUNDS):
            if self.budget.left <= 0:
                return None
            trial = _Trial(self, world)
            better = None
            for one, other in trial.pairs():
                changed = self.exchange(world, trial.links, one, other)
                if changed is None:
                    continue
                after = self._past(changed)
                if after is not None:
                    return after
                if better is None and trial.helps(one, other):
                    better = changed
                    break
                better = better or changed
            if better is None:
                return None
            world = better
        return None

    def exchange(self, world: World, links: list[Link], one: Card, other: Card) -> World | None:
        """The same world with two cards exchanged; None where the seat would have lived through something else."""
        first = parting(one, other)
        if first is None:
            return None
        return self.redone(links[first].before, exchanged(links, one, other, first))

    def redone(self, world: World, plan: Plan) -> World | None:
        """The world behind these answers; None where they contradict the trail."""
        for actor, alternative, arguments in plan:
            if self.budget.left <= 0 or self.guide.arrived(world):
                return None
            ask = self.guide.ask(world)
            if ask is None or ask.actor != actor:
                return None
            index = _index(ask, alternative, arguments)
            after = None if index is None else self.follow(world, ask, index)
            if after is None:
                return None
            world = after
        return world


def _index(ask: Ask, alternative: int, arguments: tuple[int, ...]) -> int | None:
    for index in ask.fitting:
        option = ask.options[index]
        if option.arguments == arguments and option.alternative == alternative:
            return index
    return None


def _beginning(world: World) -> World:
    """The world before the answers that the seat has lived through nothing of."""
    while world.last is not None and world.last.before.passed == world.passed:
        world = world.last.before
    return world


class _Trial:
    """What could be exchanged in a world that contradicts what the seat lived through next."""

    def __init__(self, mender: Mender, world: World) -> None:
        self.mender, self.world = mender, world
        self.guide, self.rng = mender.guide, mender.rng
        self.links = world.links(mender.base)
        self.table: Table = table(self.guide.program, self.guide.trail.seat, mender.base, self.links)
        self.hidden = self.table.hidden(self.guide.program, self.guide.trail.seat)
        self.wanted = self._wanted()
        self._fine: dict[tuple[Instance, int], bool] = {}
        self._culprits: set[int] = set()

    def helps(self, one: Card, other: Card) -> bool:
        """Whether the exchange brings the world nearer to the trail, though not there."""
        return id(one) in self._culprits or id(other) in self._culprits

    def pairs(self) -> Iterator[tuple[Card, Card]]:
        """Cards to exchange, the likeliest first."""
        found = False
        for place, kind in self.wanted:
            for pair in self._fetching(place, kind):
                found = True
                yield pair
        if found:
            return
        for place in self._places():
            for pair in self._freeing(place):
                found = True
                yield pair
        for _ in range(TRIED):
            if len(self.hidden) > 1:
                yield self._any(self.hidden), self._any(self.hidden)

    def _any(self, cards: list[Card]) -> Card:
        return cards[self.rng.below(len(cards))]

    def _shuffled(self, cards: Iterable[Card]) -> list[Card]:
        left = list(cards)
        for at in range(len(left) - 1, 0, -1):
            by = self.rng.below(at + 1)
            left[at], left[by] = left[by], left[at]
        return left

    def _fetching(self, place: Instance, kind: int) -> Iterator[tuple[Card, Card]]:
        """Exchanges by which a card of that kind comes to lie there."""
        deck = self.guide.program.zones[place.zone].deck
        there = self._shuffled(card for card in self.hidden if card.at == place and card.kind != kind)
        elsewhere = self._shuffled(card for card in self.hidden if card.deck == deck and card.kind == kind and card.at != place)
        for other in elsewhere:
            for one in there:
                if parting(one, other) is not None:
                    yield one, other

    def _wanted(self) -> list[tuple[Instance, int]]:
        """The kinds that must lie somewhere and do not, as far as what was heard tells."""
        if self.guide.arrived(self.world):
            return []
        moment = self.guide.trail.moments[self.world.passed]
        found: list[tuple[Instance, int]] = []
        need = _needed(moment.heard)
        s, program = self.world.at.s, self.guide.program
        for place, kinds in need.items():
            if sees(program, place, self.guide.trail.seat):
                continue
            for kind, count in kinds.items():
                missing = count - _count(self, s, place, kind)
                found += [(place, kind)] * max(0, missing)
        return found

    def _places(self) -> list[Instance]:
        """Where hidden cards lie that may decide what somebody can do: the cards of whoever answers first."""
        if self.guide.arrived(self.world):
            return []
        ask = self.guide.ask(self.world)
        actor = None if ask is None else ask.actor
        zones = self.guide.program.zones
        places = list(dict.fromkeys(card.at for card in self.hidden if zones[card.at.zone].owner is not None))

        def far(place: Instance) -> bool:
            owner = zones[place.zone].owner
            return owner is None or place.index[owner] != actor

        return sorted(places, key=far)

    def _freeing(self, place: Instance) -> Iterator[tuple[Card, Card]]:
        """Exchanges by which no card lies there that would not have allowed what was heard."""
        here = [card for card in self.hidden if card.at == place]
        kinds = list(dict.fromkeys(card.kind for card in here))
        keep = _needed(self.guide.trail.moments[self.world.passed].heard).get(place, Counter())
        bad = [kind for kind in kinds if kind not in keep and not self.fine(place, kind)]
        if not bad:
            return
        if len(bad) == len([kind for kind in kinds if kind not in keep]) and (found := list(self._needing(place, here, keep))):
            yield from found
            return
        culprits = self._shuffled(card for card in here if card.kind in bad)
        self._culprits |= {id(card) for card in culprits}
        for one in culprits:
            for other in self._shuffled(card for card in self.hidden if card.at != place and card.deck == one.deck):
                if parting(one, other) is not None and self.fine(place, other.kind):
                    yield one, other

    def _needing(self, place: Instance, here: list[Card], keep: Counter[int]) -> Iterator[tuple[Card, Card]]:
        """Exchanges that bring a card there without which what was heard would not have been possible."""
        spare = [card for card in here if card.kind not in keep]
        if not spare:
            return
        tried: dict[int, bool] = {}
        one = self._any(spare)
        for other in self._shuffled(card for card in self.hidden if card.at != place and card.deck == one.deck):
            if other.kind not in tried:
                tried[other.kind] = self._agrees(place, {one.kind: -1, other.kind: 1})
            if tried[other.kind]:
                for each in self._shuffled(spare):
                    if parting(each, other) is not None:
                        yield each, other

    def fine(self, place: Instance, kind: int) -> bool:
        """Whether what was heard could have been, if all cards there that need not be others were of that kind."""
        key = place, kind
        if key not in self._fine:
            keep = _needed(self.guide.trail.moments[self.world.passed].heard).get(place, Counter())
            change: Counter[int] = Counter({kind: 0})
            for each, count in enumerate(self._loose(place)):
                change[each] -= max(0, count - keep[each])
            change[kind] -= sum(change.values())
            self._fine[key] = self._agrees(place, change)
        return self._fine[key]

    def _loose(self, place: Instance) -> list[int]:
        zone = self.guide.program.zones[place.zone]
        return loose(self.world.at.s, _first(self.guide, place), layout(zone))

    def _agrees(self, place: Instance, change: dict[int, int]) -> bool:
        """Whether what was heard could have been, with so many cards more of some kinds lying there."""
        s = self.world.at.s.copy()
        first = _first(self.guide, place)
        for kind, count in change.items():
            s[first + 1 + kind] += count
        if min(s[first + 1 : first + 1 + self.guide.program.zones[place.zone].kinds]) < 0:
            return False
        return self._could(evolve(self.world, at=evolve(self.world.at, s=s)))

    def _could(self, world: World) -> bool:
        try:
            ask = self.guide.ask(world)
        except PlayError:
            return False
        if ask is None:
            return False
        return any(self.mender.follow(world, ask, index) is not None for index in ask.fitting[:CHOICES])


def _first(guide: Guide, place: Instance) -> int:
    """The first slot of an instance of a zone."""
    zone = guide.program.zones[place.zone]
    return zone.base + sum(
        (at - extent.low) * extent.stride for at, extent in zip(place.index, zone.extents, strict=True)
    )


def _count(trial: _Trial, s: list[int], place: Instance, kind: int) -> int:
    return len(trial.table.piles.get(place, {}).get(kind, ()))


def _needed(heard: tuple[Happening, ...]) -> dict[Instance, Counter[int]]:
    """The kinds that must lie where, before all of this happens, for it to be heard like that."""
    need: dict[Instance, Counter[int]] = {}
    come: dict[Instance, Counter[int]] = {}

    def leave(place: Instance, kind: int) -> None:
        if come.setdefault(place, Counter())[kind] > 0:
            come[place][kind] -= 1
        else:
            need.setdefault(place, Counter())[kind] += 1

    for event in heard:
        match event:
            case CardMoved(kind=int() as kind, source=source, target=target):
                leave(source, kind)
                come.setdefault(target, Counter())[kind] += 1
            case Revealed(zone=zone, faces=Faces() as faces):
                for kind, count in enumerate(faces.loose):
                    held = come.get(zone, Counter())[kind]
                    here = need.setdefault(zone, Counter())
                    here[kind] = max(here[kind], count - held)
            case _:
                pass
    return need


