"""Worlds that come to contradict a history, mended by exchanging two hidden cards and going on from there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from attrs import define, evolve, frozen

from ...interpreter.core.events import CardMoved, Happening, Instance, sees
from ...interpreter.core.rng import Stream, weighted
from ...interpreter.core.runtime_errors import PlayError
from ...interpreter.core.zones import layout, loose
from ...interpreter.machine.chance_decisions import DrawPoint
from ...interpreter.machine.event_log import instance
from ...interpreter.machine.seat_decisions import AskPoint
from ...interpreter.options import asked_point
from ...interpreter.state import NATURE
from .cards import Card, Plan, Table, exchanged, parting, table
from .guide import Ask, Guide, Link, World
from .needs import Needs, needs

CLIMBS = 60
"""So often an answer is changed in a block in which all decide together, before cards are exchanged."""
ROUNDS = 40
"""So often cards are exchanged for one observation of a history before the world is given up."""
TRIED = 24
"""So many exchanges are tried before one of these."""
CHOICES = 6
"""So many answers are tried to see whether somebody could have lived through an observation."""
PREFERRED = 64
"""So many times likelier than others is a choice of a card that must come from where it lies."""

Near = tuple[int, int]
"""How far a world came: how many observations lie behind it, and how many events of the next one it agreed with."""


@define
class Budget:
    """How many answers may still be tried, and how far the world came that came furthest since this was set back."""

    left: int
    near: Near = (0, 0)


@frozen(eq=False)
class Mender:
    """Leads worlds along a history, from *base* on, in which hidden cards may be exchanged."""

    guide: Guide
    rng: Stream
    budget: Budget
    base: World

    def grown(self, world: World) -> World | None:
        """A world at the end of the history, grown from this one; None where the budget does not suffice or nothing helps."""
        while not self.guide.arrived(world):
            after = self.through(world)
            if after is None:
                after = self._mended(_beginning(world, self.base))
            if after is None:
                return None
            world = after
        return world if self.guide.opens(world) else self._mended(world)

    def through(self, world: World) -> World | None:
        """The world one observation later, or behind the whole block that begins here, whose answers are looked for.

        At the end of the history this world, if the seat is asked right.
        """
        if self.guide.arrived(world):
            return world if self.guide.opens(world) else None
        if not world.at.block:
            return self._past(world, {})
        return self._together(world)

    def _past(self, world: World, planned: dict[int, list[Answer]]) -> World | None:
        """The world one observation later, with the answers that are *planned* for each actor, where they can be, and random
        ones.
        """
        passed = world.passed
        while world.passed == passed:
            ask = None if self.budget.left <= 0 else self.guide.ask(world)
            after = None if ask is None else self._answered(world, ask, planned.get(ask.actor))
            if after is None:
                return None
            world = after
        return world

    def _answered(self, world: World, ask: Ask, planned: list[Answer] | None) -> World | None:
        left = list(ask.fitting)
        if planned:
            index = _index(ask, *planned.pop(0))
            after = None if index is None else self.follow(world, ask, index)
            if after is not None:
                return after
            left = [each for each in left if each != index]
        weights = self._weights(world, ask, left)
        while left and self.budget.left > 0:
            at = weighted(weights, self.rng.below) if len(left) > 1 else 0
            after = self.follow(world, ask, left[at])
            if after is not None:
                return after
            del left[at], weights[at]
        return None

    def _weights(self, world: World, ask: Ask, left: list[int]) -> list[int]:
        """How likely each answer is: by its weight, and likelier where it is about a card that must come from where it lies."""
        weights = [ask.options[index].weight for index in left]
        if ask.actor == NATURE and len(left) > 1:
            return self._dealt(world, ask, left, weights)
        if not world.at.block or len(left) < 2 or not isinstance(ask.point, AskPoint):
            return weights
        closing = self.guide.closing(world)
        if closing is None:
            return weights
        need, s = needs(self.guide.heard(world.passed, closing)), self._current(world, ask.actor)
        first = PREFERRED  # several cards are chosen in their order, so the first that is wished for must not be left out
        for at, index in enumerate(left):
            option = ask.options[index]
            one = ask.point.choices[option.alternative]
            for pile, parameter, argument in zip(one.origins, one.alternative.parameters, option.arguments, strict=True):
                kinds = self.guide.program.inside(parameter.domain, argument)
                wished = Counter[int]() if pile is None else need.wished(instance(pile.number, pile.zone, pile.base(s)))
                if any(kind in wished for kind in kinds):
                    weights[at] *= PREFERRED * first
                    first = 1
        return weights

    def _dealt(self, world: World, ask: Ask, left: list[int], weights: list[int]) -> list[int]:
        """The same for a card that is drawn unseen: likelier where it is shown later, unlikelier where it is shown elsewhere."""
        heard = self.guide.history.observations[world.passed].heard
        if not heard or not isinstance(ask.point, DrawPoint) or not isinstance(heard[0], CardMoved):
            return weights
        target, source, ahead = heard[0].target, heard[0].source, self.guide.ahead(world.passed)
        zone = self.guide.program.zones[target.zone]
        lying = loose(world.at.s, _first(self.guide, target), layout(zone))
        there, everywhere = ahead.get(target, Counter()), Counter[int]()
        for place, kinds in ahead.items():
            if place != target and self.guide.program.zones[place.zone].deck == zone.deck:
                everywhere.update(kinds)
        stock = loose(world.at.s, _first(self.guide, source), layout(self.guide.program.zones[source.zone]))
        for at, index in enumerate(left):
            kind = ask.options[index].arguments[0]
            if there[kind] > lying[kind]:
                weights[at] *= PREFERRED * PREFERRED
            elif everywhere[kind] < stock[kind]:
                weights[at] *= PREFERRED
        return weights

    def _current(self, world: World, actor: int) -> list[int]:
        s = world.at.s.copy()
        asked_point(self.guide.machine, s, actor)
        return s

    def follow(self, world: World, ask: Ask, index: int) -> World | None:
        """The world behind that answer."""
        self.budget.left -= 1
        try:
            step = self.guide.replayer.apply(world.at, ask.actor, ask.options[index])
        except PlayError:
            return None
        after = self.guide.behind(world, ask, index, step)
        if after is None:
            agreed = _agreeing(step.heard, self.guide.history.observations[world.passed].heard)
            self.budget.near = max(self.budget.near, (world.passed, agreed))
        return after

    def _together(self, opening: World) -> World | None:
        """A world behind the block in which all decide together that begins here.

        What contradicts the history is mostly known only behind the block. So answers are changed, one at a time, as long as what
        is heard agrees no less with the history.
        """
        block, planned = opening.at.block, dict[int, list[Answer]]()
        best: Near | None = None
        plan: list[Link] = []
        for _ in range(CLIMBS):
            self.budget.near = (0, 0)
            world: World | None = opening
            last = opening
            while world is not None and world.at.block == block and not self.guide.arrived(world):
                last = world
                world, last = self._further(world, planned)
            if world is not None:
                return world
            if best is None or self.budget.near >= best:
                best, plan = self.budget.near, [link for link in last.links(opening) if link.actor != self.guide.history.seat]
            free = [link for link in plan if link.free]
            if not free or self.budget.left <= 0:
                return None
            changed = free[self.rng.below(len(free))]
            planned = {}
            for link in plan:
                mine = planned.setdefault(link.actor, [])
                if link is changed:
                    mine.append(self._other(link))
                else:
                    mine.append((link.option.alternative, link.option.arguments))
        return None

    def _further(self, world: World, planned: dict[int, list[Answer]]) -> tuple[World | None, World]:
        """The world one observation later, and how far it came where that is nowhere."""
        passed, last = world.passed, world
        while last.passed == passed:
            ask = None if self.budget.left <= 0 else self.guide.ask(last)
            after = None if ask is None else self._answered(last, ask, planned.get(ask.actor))
            if after is None:
                return None, last
            last = after
        return last, last

    def _other(self, link: Link) -> Answer:
        """Another answer to the same question."""
        ask = self.guide.ask(link.before)
        if ask is None or len(ask.fitting) < 2:
            return link.option.alternative, link.option.arguments
        others = [index for index in ask.fitting if index != link.index]
        weights = self._weights(link.before, ask, others)
        option = ask.options[others[weighted(weights, self.rng.below)]]
        return option.alternative, option.arguments

    def _mended(self, world: World) -> World | None:
        """A world one observation or block later, after exchanges of hidden cards; *world* is where the observation or block
        begins.
        """
        for _ in range(ROUNDS):
            if self.budget.left <= 0:
                return None
            trial = _Trial(self, world)
            better = None
            for one, other in trial.pairs():
                changed = self.exchange(world, trial.links, one, other)
                if changed is None:
                    continue
                lacking = trial.lacking(changed)
                after = None if lacking else self.through(changed)
                if after is not None:
                    return after
                if lacking < len(trial.wanted) or trial.helps(one, other):
                    better = changed
                    break
                better = better or changed
            if better is None:
                return None
            world = better
        return None

    def settled(self, world: World, times: int, inferring: bool) -> World:
        """The world after some changes by the rule of Metropolis, as far as the history allows them: two hidden cards are
        exchanged, or another answers differently of whom the seat has not heard what it was.

        *inferring* weighs a world by how likely somebody who chooses at random takes what the seat heard, too.
        """
        guide = self.guide
        links = world.links(self.base)
        cards = table(guide.program, guide.history.seat, self.base, links)
        for turn in range(times):
            if self.budget.left <= 0:
                break
            changed = self._otherwise(world, links) if turn % 2 else self._exchanged(world, links, cards)
            if changed is None or not guide.arrived(changed) or not guide.opens(changed):
                continue
            new = changed.links(self.base)
            if self.rng.below(2**32) < self._odds(new, inferring) / self._odds(links, inferring) * 2**32:
                world, links = changed, new
                cards = table(guide.program, guide.history.seat, self.base, links)
        return world

    def _exchanged(self, world: World, links: list[Link], cards: Table) -> World | None:
        """The world with two hidden cards exchanged."""
        hidden = cards.hidden(self.guide.program, self.guide.history.seat)
        if len(hidden) < 2:
            return None
        return self.exchange(world, links, hidden[self.rng.below(len(hidden))], hidden[self.rng.below(len(hidden))])

    def _otherwise(self, world: World, links: list[Link]) -> World | None:
        """The world with one answer changed that is no draw of a card."""
        free = [number for number, link in enumerate(links) if link.free and not (link.actor == NATURE and _draws(link))]
        if not free:
            return None
        first = free[self.rng.below(len(free))]
        plan = [(link.actor, link.option.alternative, link.option.arguments) for link in links[first:]]
        plan[0] = (links[first].actor, *self._other(links[first]))
        return self.redone(links[first].before, plan)

    def _odds(self, links: list[Link], inferring: bool) -> float:
        """How likely the choices of others are. Draws of cards count the same whatever the cards are, each for itself."""
        odds = 1.0
        for link in links:
            if link.actor not in (NATURE, self.guide.history.seat):
                odds *= link.option.weight / (link.every if inferring else link.fitting)
        return odds

    def exchange(self, world: World, links: list[Link], one: Card, other: Card) -> World | None:
        """The same world with two cards exchanged; None where the seat would have lived through something else."""
        first = parting(one, other)
        if first is None:
            return None
        return self.redone(links[first].before, exchanged(links, one, other, first))

    def redone(self, world: World, plan: Plan) -> World | None:
        """The world behind these answers; None where they contradict the history."""
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


Answer = tuple[int, tuple[int, ...]]
"""An answer: which alternative, which arguments."""


def _index(ask: Ask, alternative: int, arguments: tuple[int, ...]) -> int | None:
    for index in ask.fitting:
        option = ask.options[index]
        if option.arguments == arguments and option.alternative == alternative:
            return index
    return None


def _beginning(world: World, base: World) -> World:
    """The world before the answers that the seat has lived through nothing of, and before the block in which they are."""
    block, passed = world.at.block, world.passed
    while world.last is not None and world.depth > base.depth:
        before = world.last.before
        if before.passed != passed and (not block or before.at.block != block):
            break
        world = before
    return world


def _shown_later(ahead: dict[Instance, Counter[int]], one: Card, other: Card) -> int:
    """0 where the one card is shown later where the other lies now, 2 where it is shown where it lies itself, else 1."""
    if ahead.get(other.at, Counter())[one.kind] > 0:
        return 0
    return 2 if ahead.get(one.at, Counter())[one.kind] > 0 else 1


def _draws(link: Link) -> bool:
    return bool(link.happened) and isinstance(link.happened[0], CardMoved)


def _agreeing(heard: Sequence[Happening], told: Sequence[Happening]) -> int:
    """How many events are the same from the first on."""
    agreed = 0
    for one, other in zip(heard, told, strict=False):
        if one != other:
            break
        agreed += 1
    return agreed


class _Trial:
    """What could be exchanged in a world that contradicts what the seat lived through next."""

    def __init__(self, mender: Mender, world: World) -> None:
        self.mender, self.world = mender, world
        self.guide, self.rng = mender.guide, mender.rng
        self.links = world.links(mender.base)
        self.table: Table = table(self.guide.program, self.guide.history.seat, mender.base, self.links)
        self.hidden = self.table.hidden(self.guide.program, self.guide.history.seat)
        self.need = self._needs()
        self.wanted = self._wanted()
        self._fine: dict[tuple[Instance, int], bool] = {}
        self._culprits: set[int] = set()

    def _needs(self) -> Needs:
        if self.guide.arrived(self.world):
            return Needs()
        closing = self.guide.closing(self.world) if self.world.at.block else None
        return needs(self.guide.heard(self.world.passed, self.world.passed if closing is None else closing))

    def helps(self, one: Card, other: Card) -> bool:
        """Whether the exchange brings the world nearer to the history, though not there."""
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
        wished = self.need.wished(place)
        here = [card for card in self.hidden if card.at == place and card.kind != kind]
        there = self._shuffled(card for card in here if card.kind not in wished) or self._shuffled(here)
        elsewhere = self._shuffled(card for card in self.hidden if card.deck == deck and card.kind == kind and card.at != place)
        ahead = {} if self.guide.arrived(self.world) else self.guide.ahead(self.world.passed)
        for other in elsewhere:
            for one in sorted(there, key=lambda card: _shown_later(ahead, card, other)):
                if parting(one, other) is not None:
                    yield one, other

    def _wanted(self) -> list[tuple[Instance, int]]:
        """The kinds that must lie somewhere and do not, as far as what was heard tells."""
        seat, program = self.guide.history.seat, self.guide.program
        return [each for each in self.need.missing(self.table.lying()) if not sees(program, each[0], seat)]

    def lacking(self, world: World) -> int:
        """How many of the kinds that must lie somewhere do not, in a world with cards exchanged, where some did not."""
        if not self.wanted:
            return 0
        seat, program = self.guide.history.seat, self.guide.program
        changed = table(program, seat, self.mender.base, world.links(self.mender.base))
        return len([each for each in self.need.missing(changed.lying()) if not sees(program, each[0], seat)])

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
        keep = self.need.at(place)
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
            keep = self.need.at(place)
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
        ask = self.guide.ask(world)
        return ask is not None and any(self.mender.follow(world, ask, index) is not None for index in ask.fitting[:CHOICES])


def _first(guide: Guide, place: Instance) -> int:
    """The first slot of an instance of a zone."""
    zone = guide.program.zones[place.zone]
    return zone.base + sum((at - extent.low) * extent.stride for at, extent in zip(place.index, zone.extents, strict=True))
