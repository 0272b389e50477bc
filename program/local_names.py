"""The values that live only inside a phase: loop passes, names bound, what was chosen; who knows them, and where they hold."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping

from attrs import Factory, define, frozen

from . import ir
from .ops import Node, along, blocks, bodies, evaluated, following, inside, nodes, reached, statements, stop, writes
from .visibility import AFTER, Things, hidden

CHOSEN = "what was chosen"
"""What is chosen secretly, or is a card that not everyone sees, among what is hidden."""

Chosen = tuple[tuple[ir.Ask, ir.Parameter], ...]
"""Parameters whose arguments are in scope at a place, each with its decision."""


@frozen
class Scope:
    """What is in scope at a place: parameters whose arguments were chosen, and names with a slot, the outermost first."""

    chosen: Chosen = ()
    names: tuple[ir.LocalName, ...] = ()

    def with_names(self, more: tuple[ir.LocalName, ...]) -> Scope:
        """The scope with more names; those that are in it stay where they are."""
        return Scope(self.chosen, (*self.names, *(each for each in more if each not in self.names)))


@frozen(eq=False)
class Place:
    """A stop, or a Do: the phase that it stands in (None: outside of all), and what is in scope there."""

    phase: int | None
    scope: Scope


@frozen(eq=False)
class Scopes:
    """Every stop by its number, every Do by its phase and its number, and all Togethers of the Program."""

    stops: dict[int, Place]
    calls: dict[int, dict[int, Place]]
    together: list[ir.Together]


def scopes_of(program: ir.Program) -> Scopes:
    """The scopes of a Program."""
    scopes, named = Scopes({}, {}, []), {each.target: each for each in public_names(program)}
    along(program.body, Scope(), _Walk(program, None, named, scopes))
    for number, phase in enumerate(program.phases):
        along(phase.body, Scope(), _Walk(program, number, named, scopes))
    return scopes


@frozen
class _Walk:
    """Notes what is in scope at the places of one phase."""

    program: ir.Program
    phase: int | None
    named: dict[ir.Target, ir.LocalName]
    scopes: Scopes

    def into(self, op: ir.Op, block: int, now: Scope) -> Scope:
        """What an option's arguments, or a loop, add to what is in scope in the body."""
        match op:
            case ir.Ask():
                return self._chosen(op, block, now)
            case _:
                return now.with_names(self._written(op))

    def past(self, op: ir.Op, now: Scope, inside: list[Scope]) -> Scope:
        """What is in scope behind the statement."""
        number = stop(op)
        if number is not None:
            self.scopes.stops[number] = Place(self.phase, now)
        match op:
            case ir.Clear():
                gone = {slot for target in following(op.target, op.count) for slot in reached(target)}
                return Scope(
                    tuple(pair for pair in now.chosen if gone.isdisjoint(reached(pair[1].target))),
                    tuple(name for name in now.names if gone.isdisjoint(reached(name.target))),
                )
            case ir.Do():
                self.scopes.calls.setdefault(op.phase, {})[op.number] = Place(self.phase, now)
            case ir.Together():
                self.scopes.together.append(op)
            case ir.Ask(menu=False, alternatives=(_,)):
                return self._chosen(op, 0, now)
            case _ if not blocks(op):
                return now.with_names(self._written(op))
        return now

    def _chosen(self, op: ir.Ask, block: int, now: Scope) -> Scope:
        parameters = op.alternatives[block].parameters
        named = tuple(self.named[each.target] for each in parameters if each.target in self.named)
        return Scope(now.chosen + tuple((op, each) for each in parameters), now.names).with_names(named)

    def _written(self, op: ir.Op) -> tuple[ir.LocalName, ...]:
        return tuple(self.named[write.target] for write in writes(op, self.program) if write.target in self.named)


# ----------------------------------------------------------------------------------------------------- who knows a name


def public_names(program: ir.Program) -> tuple[ir.LocalName, ...]:
    """The names whose values tell nothing but what everyone sees; inside `together`, what everyone and the seat itself see.

    A value is not among them where it is worked out from something that not everyone sees, or where whether the sentence is
    done depends on such a thing; nor what is chosen secretly.
    """
    veiled = veiled_slots(program)
    return tuple(each for each in program.names if veiled.keys().isdisjoint(reached(each.target)))


def veiled_slots(program: ir.Program) -> Mapping[int, str]:
    """The slots of names that tell something not everyone sees, with the name of that."""
    veil = _Veil(program, Things(program.places, program.zones), {}, {})
    before = -1
    while len(veil.slots) + len(veil.left) > before:
        before = len(veil.slots) + len(veil.left)
        veil.done = {}
        veil.through(program.body, "")
    return veil.slots


@define
class _Veil:
    """Goes through all statements: *slots* are those found so far that tell something, *left* the loops and phases that are left
    by something that does. *done* has, for the phases gone through, whether play may wait in them or leave them unseen.
    *read* keeps, for each statement by its id, what hidden thing it reads, and which slots it reads. What is told stands as the
    name of a hidden thing, "" for none.
    """

    program: ir.Program
    things: Things
    slots: dict[int, str]
    left: dict[int | str, str]
    done: dict[tuple[int, str], str] = Factory(dict)
    read: dict[int, tuple[str, tuple[int, ...]]] = Factory(dict)

    @property
    def secrets(self) -> bool:
        """Whether anything is hidden from anybody."""
        seen = [*(zone.sight for zone in self.program.zones), *(place.sight for place in self.program.places)]
        return any(sight is not ir.Visibility.EVERYONE for sight in seen)

    def through(self, ops: ir.Block, unseen: str) -> str:
        """Goes through a block, where *unseen* is what decides whether it is done, of what not everyone sees.

        Gives what hides that somebody waits, or that play leaves, at a place in it.
        """
        found = ""
        for number, op in enumerate(ops):
            tells = self.tells(op)
            if isinstance(op, ir.Ask):
                told = [
                    each.target
                    for one in op.alternatives
                    for each in one.parameters
                    if unseen or op.secret or (self._apart(each) and not self._laid_open(each, (*one.body, *ops[number + 1 :])))
                ]
            else:
                told = [write.target for write in writes(op, self.program) if unseen or tells]
            for slot in (slot for target in told for slot in reached(target) if slot >= self.program.locals):
                self.slots.setdefault(slot, tells or unseen or CHOSEN)
            found = self._inside(op, unseen, tells) or found
        return found

    def each(self, many: Iterable[ir.Block], unseen: str) -> str:
        """Goes through all of these blocks; gives what one of them gives."""
        return next(filter(None, [self.through(block, unseen) for block in many]), "")

    def _apart(self, parameter: ir.Parameter) -> bool:
        """Whether not everyone hears what is chosen, for it is a card that not everyone sees."""
        cards = (parameter.source, *(() if parameter.row is None else (parameter.row,)))
        zones = (
            node.zone if isinstance(node, ir.Cards) else node for node in nodes(cards) if isinstance(node, ir.Cards | ir.ZoneAt)
        )
        return any(hidden(zone, self.things) for zone in zones)

    def _laid_open(self, parameter: ir.Parameter, behind: ir.Block) -> bool:
        """Whether the card that was chosen goes to where everyone sees it, before anybody is asked again."""
        for op in behind:
            if isinstance(op, ir.MoveCard) and op.card == parameter.target:
                return self.program.zones[op.target.zone].sight is ir.Visibility.EVERYONE
            if any(stop(each) is not None or isinstance(each, ir.Do) for each in inside((op,))):
                return False
        return False

    def _inside(self, op: ir.Op, unseen: str, tells: str) -> str:
        match op:
            case ir.Leave() | ir.EndPhase():
                return unseen
            case ir.Do(phase=phase):
                return self._phase(phase, unseen)
            case ir.ForEach() | ir.Repeat():
                return self._loop(op, unseen or tells)
            case ir.Branch():
                return self.each(blocks(op), unseen or tells)
            case ir.Ask(secret=secret):  # what is chosen is heard, whatever it is chosen for
                return self.each(blocks(op), unseen or CHOSEN * secret) or unseen
            case ir.Together():  # nobody outside is at a place inside
                self.each(blocks(op), unseen)
                return unseen
            case _:
                return self.each(blocks(op), unseen)

    def _loop(self, op: ir.ForEach | ir.Repeat, unseen: str) -> str:
        """A loop in which somebody waits unseen, or which is left unseen: its pass tells of that, and so does all it does."""
        key = f"loop {id(op)}"
        unseen = unseen or self.left.get(key, "")
        waits = self.each(blocks(op), unseen)
        if waits:
            self.left.setdefault(key, waits)
        return waits

    def _phase(self, phase: int, unseen: str) -> str:
        unseen = unseen or self.left.get(phase, "")
        if (phase, unseen) not in self.done:
            self.done[phase, unseen] = ""
            waits = self.each(bodies(self.program.phases[phase]), unseen)
            if waits:
                self.left.setdefault(phase, waits)
            self.done[phase, unseen] = waits
        return self.done[phase, unseen]

    def tells(self, op: ir.Op) -> str:
        """What the statement reads to work out its values, of what not everyone sees."""
        if id(op) not in self.read:
            self.read[id(op)] = self._reading(op)
        secret, slots = self.read[id(op)]
        return secret or next((self.slots[slot] for slot in slots if slot in self.slots), "")

    def _reading(self, op: ir.Op) -> tuple[str, tuple[int, ...]]:
        if isinstance(op, ir.Clear):  # names that end together tell nothing of each other
            return "", ()
        read: tuple[Node, ...] = evaluated(op)
        if isinstance(op, ir.Draw) and self.program.zones[op.target.zone].sight is ir.Visibility.EVERYONE:
            read = (*(axis.at for axis in op.source.axes), *(axis.at for axis in op.target.axes))
        secret = (each.name for node in read for each in hidden(node, self.things) if each.name != AFTER or self.secrets)
        return next(secret, ""), tuple(dict.fromkeys(slot for node in nodes(read) for slot in _reads(node)))


def _reads(node: Node) -> tuple[int, ...]:
    return reached(node) if isinstance(node, ir.Slot | ir.Cell) else ()


# ------------------------------------------------------------------------------------------------------------- lacking


@frozen
class Lacking:
    """A name on which the options of a sentence depend, and which who is asked there does not observe, for it tells of another
    thing: *of* is the name of that.
    """

    name: str
    of: str
    sentence: int


def lacking(program: ir.Program) -> Iterator[Lacking]:
    """What seats would have to know for their options to follow from what they see, each name once for each sentence.

    What a seat chose itself, and what is worked out from nothing hidden but its own things, it knows.
    """
    every = tuple(statements(program))
    asked = {id(op): _targets(tuple(_deciding(op))) for op in every if isinstance(op, ir.Ask)}
    deciding = {target for targets in asked.values() for target in targets}
    if deciding.isdisjoint(each.target for each in program.names):
        return
    veiled, told = veiled_slots(program), set[Lacking]()
    names = {each.target: each for each in program.names if not veiled.keys().isdisjoint(reached(each.target))}
    written: dict[ir.Target, list[ir.Op]] = {target: [] for target in names}
    for op in every:
        for target in dict.fromkeys(write.target for write in writes(op, program)):
            if target in written:
                written[target].append(op)
    sources = {target: _sources(program, target, names, ops) for target, ops in written.items()}
    for op in every:
        if not isinstance(op, ir.Ask):
            continue
        for node in asked[id(op)]:
            known = names.get(node)
            if known is None or known.target == op.actor or sources[known.target] <= {op.actor}:
                continue
            of = next(veiled[slot] for slot in reached(known.target) if slot in veiled)
            found = Lacking(known.name.plain, of, op.sentence)
            if found not in told:
                told.add(found)
                yield found


def _targets(roots: tuple[Node, ...]) -> list[ir.Target]:
    """The names, and other values that may be changed, among these nodes and their parts."""
    return [node for node in nodes(roots) if isinstance(node, ir.Slot | ir.Cell)]


def _deciding(op: ir.Ask) -> Iterator[Node]:
    for one in op.alternatives:
        for parameter in one.parameters:
            yield parameter.source
        for condition in one.conditions:
            test: ir.Expr = condition.test
            yield test


def _sources(
    program: ir.Program, target: ir.Target, veiled: Container[ir.Target], written: Iterable[ir.Op]
) -> set[ir.Expr | None]:
    """Whose things the value of a name is worked out from, or who chose it, as expressions (None: not one seat's); with
    them the names among *veiled* that it is worked out from. It is *written* by these statements.

    Where it is worked out from what everybody sees, it is nobody's, also where it is hidden whether that was done. A card that
    was drawn is known to those who see where it comes to lie.
    """
    things, found = Things(program.places, program.zones), set[ir.Expr | None]()
    for op in written:
        if isinstance(op, ir.Clear):
            continue
        if isinstance(op, ir.Ask):
            found.add(op.actor)
            continue
        read = evaluated(op)
        if isinstance(op, ir.Draw):  # who sees where the card comes to lie knows it
            found.update(None if each.owner is None else ir.Slot(each.owner) for each in hidden(op.target, things))
            continue
        found.update(None if each.owner is None else ir.Slot(each.owner) for node in read for each in hidden(node, things))
        found.update(node for node in _targets(read) if node in veiled and node != target)
        if not isinstance(op, ir.Assign):
            found.add(None)
    return found
