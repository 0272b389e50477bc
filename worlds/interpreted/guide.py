"""A match followed along a history: which answers of others agree with what the seat heard next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property

from attrs import Factory, frozen

from ...interpreter.core.events import CardMoved, Changed, Chosen, Happening, Instance, Option, Picked, sees, sees_at
from ...interpreter.core.runtime_errors import PlayError, indices
from ...interpreter.game import Game
from ...interpreter.machine.chance_decisions import DrawPoint, PickPoint
from ...interpreter.machine.machine import Machine
from ...interpreter.machine.seat_decisions import AskPoint
from ...interpreter.observations import Observation, ObservationHistory
from ...interpreter.state import NATURE
from ...program.ir import NOTHING, Program
from ...program.visibility import Things, hidden
from .listener import Listener, Standing, Step

Line = tuple[tuple[int, int], ...]
"""Answers, each with the actor and the index of its option."""


@frozen(eq=False, repr=False)
class World:
    """A match on its way along a history: where it stands, how many observations lie behind it, the world before and the answer
    since.

    *turn* is the seat that has begun to answer while several decide together, until the listener lives through something.
    *depth* counts the answers since the start.
    """

    at: Standing
    passed: int
    last: Link | None = None
    turn: int | None = None
    depth: int = 0

    @property
    def line(self) -> Line:
        """The answers that led here from the start."""
        answers, link = [], self.last
        while link is not None:
            answers.append((link.actor, link.index))
            link = link.before.last
        return tuple(reversed(answers))

    def links(self, base: World) -> list[Link]:
        """The answers since an earlier world, in their order."""
        found, link = [], self.last
        while link is not None and link.before.depth >= base.depth:
            found.append(link)
            link = link.before.last
        found.reverse()
        return found


@frozen(eq=False, repr=False)
class Link:
    """An answer on the way: the world before, who answered with which option, and what happened.

    *fitting* is what all options weigh that might have fitted, *every* what all options weigh.
    """

    before: World
    actor: int
    index: int
    option: Option
    fitting: int
    every: int
    happened: tuple[Happening, ...]

    @property
    def free(self) -> bool:
        """Whether another option might have fitted."""
        return self.fitting > self.option.weight


@frozen(eq=False)
class Ask:
    """What somebody is asked in a world, with all options, and the indices of those that may agree with what is heard next."""

    actor: int
    point: AskPoint | DrawPoint | PickPoint
    options: tuple[Option, ...]
    fitting: tuple[int, ...]

    @property
    def weight(self) -> int:
        """What the options weigh together that may agree."""
        return sum([self.options[index].weight for index in self.fitting])

    @property
    def every(self) -> int:
        """What all options weigh together."""
        return sum([option.weight for option in self.options])


@frozen(eq=False, slots=False)
class Guide:
    """A history, and what steps along it."""

    game: Game
    history: ObservationHistory
    replayer: Listener
    _ahead: dict[int, dict[Instance, Counter[int]]] = Factory(dict)

    @property
    def program(self) -> Program:
        """The rules."""
        return self.game.program

    @cached_property
    def machine(self) -> Machine:
        """The machine that knows what is asked at a stop."""
        return self.game.silent

    def begin(self) -> World | None:
        """The world in which nobody has answered yet; None where others are asked first than in the history. Raises PlayError."""
        at = self.replayer.start()
        return World(at, 0) if at.asked == self.history.first else None

    def arrived(self, world: World) -> bool:
        """Whether the whole history lies behind the world."""
        return world.passed == len(self.history.observations)

    def opens(self, world: World) -> bool:
        """Whether the seat is asked now what the end of the history says; the whole history must lie behind the world."""
        is_open, asked = self.history.open, self.history.seat in world.at.asked
        if is_open is None or not asked:
            return is_open is None and not asked and world.at.asked == self.history.asked
        try:
            return self._is(world, is_open.stop, is_open.options)
        except PlayError:
            return False

    def _is(self, world: World, stop: int, options: tuple[Option, ...]) -> bool:
        seat = self.history.seat
        return self.replayer.asked(world.at, seat).op.stop == stop and self.replayer.options(world.at, seat) == options

    def ask(self, world: World) -> Ask | None:
        """Who answers next, and how they may; None where nobody can without contradicting the history, and where the rules
        fail.
        """
        try:
            return self._ask(world)
        except PlayError:
            return None

    def _ask(self, world: World) -> Ask | None:
        observation = self.history.observations[world.passed]
        if observation.own is not None:
            own = observation.own
            if self.history.seat not in world.at.asked or not self._is(world, own.stop, own.options):
                return None
            point = self.replayer.asked(world.at, self.history.seat)
            return Ask(self.history.seat, point, own.options, (own.index,))
        actor = self._next(world, observation)
        if actor is None:
            return None
        point, options = self.replayer.asked(world.at, actor), self.replayer.options(world.at, actor)
        return Ask(actor, point, options, tuple(self._fitting(world, observation, actor, point, options)))

    def _next(self, world: World, observation: Observation) -> int | None:
        """Who answers next, where it is not the seat itself."""
        if world.turn is not None:
            return world.turn
        others = [each for each in world.at.asked if each != self.history.seat]
        gone = [each for each in others if each not in observation.asked]
        return next(iter([*gone, *others]), None)

    def _fitting(
        self,
        world: World,
        observation: Observation,
        actor: int,
        point: AskPoint | DrawPoint | PickPoint,
        options: Sequence[Option],
    ) -> list[int]:
        every = list(range(len(options)))
        first = observation.heard[0] if observation.heard else None
        match point:
            case DrawPoint():
                if isinstance(first, CardMoved) and first.kind is None:
                    return every
                return [at for at in every if isinstance(first, CardMoved) and options[at].arguments[0] == first.kind]
            case PickPoint():
                return self._pickable(world, first, point, options)
            case AskPoint(op=op):
                if op.secret or len(world.at.asked) > 1 or point.context.together is not None:
                    return every
                return self._choosable(observation, first, actor, point, options)

    def _pickable(self, world: World, first: Happening | None, point: PickPoint, options: Sequence[Option]) -> list[int]:
        every = list(range(len(options)))
        number = point.op.place
        if number is None:
            return [at for at in every if isinstance(first, Picked) and first.value == options[at].arguments[0]]
        place, s = self.program.places[number], world.at.s.copy()
        at = point.find(s)
        index = indices(place.extents, at - place.base)
        if not sees_at(place, index, self.history.seat):
            return every
        same = [each for each in every if options[each].arguments[0] == s[at]]
        if not (isinstance(first, Changed) and first.place == number and first.index == index and first.old == s[at]):
            return same
        new = [each for each in every if options[each].arguments[0] == first.new]
        return sorted(new + [each for each in same if self._leads_on(world, Ask(NATURE, point, tuple(options), (each,)))])

    def _leads_on(self, world: World, ask: Ask) -> bool:
        """Whether some of the answers that fit bring what is heard next, others behind them included."""
        for index in ask.fitting:
            after = self.follow(world, ask, index)
            if after is None:
                continue
            following = None if after.passed > world.passed else self.ask(after)
            if after.passed > world.passed or (following is not None and self._leads_on(after, following)):
                return True
        return False

    def _choosable(
        self, observation: Observation, first: Happening | None, actor: int, point: AskPoint, options: Sequence[Option]
    ) -> list[int]:
        if not isinstance(first, Chosen) or first.actor != actor or first.stop != point.op.stop:
            return []
        told = first.option
        if told.code != -1:
            return [at for at, option in enumerate(options) if option.code == told.code]
        masked = [
            at
            for at, option in enumerate(options)
            if option.alternative == told.alternative and _masks(option.arguments, told.arguments)
        ]
        moved = observation.heard[1] if len(observation.heard) > 1 else None
        if not isinstance(moved, CardMoved) or moved.kind is None or moved.source not in first.origins:
            return masked
        place = first.origins.index(moved.source)
        domain = point.op.alternatives[told.alternative].parameters[place].domain
        return [at for at in masked if moved.kind in self.program.inside(domain, options[at].arguments[place])] or masked

    def most(self, ask: Ask) -> int:
        """What nature's fitting options can weigh at most here, in all worlds that agree with the history."""
        match ask.point:
            case DrawPoint(op=op):
                copies = self.program.decks[self.program.zones[op.source.zone].deck].copies
                return sum(copies[ask.options[index].arguments[0]] for index in ask.fitting)
            case PickPoint(op=op):
                things = Things(self.program.places, self.program.zones)
                read = [each for each in (op.where, op.weight) if each is not None]
                own = None if op.place is None else self.program.places[op.place].name.plain
                if all(each.name == own for node in read for each in hidden(node, things)):
                    return ask.weight
        return ask.every

    def follow(self, world: World, ask: Ask, index: int) -> World | None:
        """The world behind that answer, None where the seat would have lived through something else."""
        try:
            step = self.replayer.apply(world.at, ask.actor, ask.options[index])
        except PlayError:
            return None
        return self.behind(world, ask, index, step)

    def behind(self, world: World, ask: Ask, index: int, step: Step) -> World | None:
        """The same, where it is known what follows."""
        observation, after = self.history.observations[world.passed], step.after
        link = Link(world, ask.actor, index, ask.options[index], ask.weight, ask.every, step.happened)
        if observation.own is None and not step.heard and after.asked == world.at.asked:
            if not self._fits_later(world, ask.actor, after):
                return None
            return World(after, world.passed, link, ask.actor, world.depth + 1)
        if step.heard != observation.heard or after.asked != observation.asked:
            return None
        if observation.own is None and not self._fits_later(world, ask.actor, after):
            return None
        return World(after, world.passed + 1, link, None, world.depth + 1)

    def _fits_later(self, world: World, actor: int, after: Standing) -> bool:
        """Whether what an actor did, while all decide together, can be what the seat hears of when all have decided."""
        if not after.block or after.block != world.at.block or not after.held[actor]:
            return True
        closing = self.closing(world)
        if closing is None:
            return True
        caused = after.held[actor]
        return any(_within(caused, observation.heard) for observation in self.history.observations[world.passed : closing + 1])

    def ahead(self, at: int) -> dict[Instance, Counter[int]]:
        """The kinds that the seat hears leaving where it does not see them, from that observation on, each card the first
        time.
        """
        if at not in self._ahead:
            self._ahead[at] = self._leaving(at)
        return self._ahead[at]

    def _leaving(self, at: int) -> dict[Instance, Counter[int]]:
        program, seat = self.program, self.history.seat
        found: dict[Instance, Counter[int]] = {}
        shown: Counter[tuple[int, int]] = Counter()
        there: Counter[tuple[Instance, int]] = Counter()
        for observation in self.history.observations[at:]:
            for event in observation.heard:
                if not isinstance(event, CardMoved) or event.kind is None or sees(program, event.source, seat):
                    continue
                card, lying = (event.deck, event.kind), (event.source, event.kind)
                known, there[lying] = there[lying], int(event.stays)
                if known:
                    continue
                if shown[card] < program.decks[event.deck].copies[event.kind]:
                    shown[card] += 1
                    found.setdefault(event.source, Counter())[event.kind] += 1
        return found

    def heard(self, first: int, last: int) -> tuple[Happening, ...]:
        """What the seat heard from the one observation to the other."""
        return tuple([event for observation in self.history.observations[first : last + 1] for event in observation.heard])

    def closing(self, world: World) -> int | None:
        """The observation by which the block is over in which the world stands; None where the history does not tell."""
        asked = world.at.asked
        for at in range(world.passed, len(self.history.observations)):
            observation = self.history.observations[at]
            gone = [each for each in asked if each not in observation.asked]
            left = [each for each in observation.asked if each in asked]
            going_on = len(gone) == 1 < len(asked) or (observation.own is not None and not gone)
            if not going_on or len(left) < len(observation.asked):
                return at
            asked = observation.asked
        return None


def _within(part: tuple[Happening, ...], whole: tuple[Happening, ...]) -> bool:
    """Whether the one stands in the other, without gaps."""
    size, first = len(part), part[0]
    return any(whole[at] == first and whole[at : at + size] == part for at in range(len(whole) - size + 1))


def _masks(arguments: tuple[int, ...], told: tuple[int, ...]) -> bool:
    return all(heard in (NOTHING, argument) for argument, heard in zip(arguments, told, strict=True))
