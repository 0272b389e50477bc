"""Who may see a value, found from all that it reads: nobody is told by it what the cards and values themselves do not show."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property

from attrs import frozen

from .ir import After, Axis, Cell, Expr, Let, Naming, Place, Present, Size, Slot, Visibility, Zone, ZoneAt
from .ops import Node, nodes, parts

AFTER = "after"
"""What would be after a phase, among what is hidden."""


@frozen(eq=False)
class Things:
    """What is declared: the values and the zones, with their slots."""

    places: Sequence[Place]
    zones: Sequence[Zone]

    def at(self, slot: int) -> Place | Zone | None:
        """The thing that a slot belongs to, unless everyone sees it."""
        firsts, veiled = self._veiled
        number = bisect_right(firsts, slot) - 1
        if number < 0:
            return None
        end, found = veiled[number]
        return found if slot < end else None

    @cached_property
    def _veiled(self) -> tuple[list[int], list[tuple[int, Place | Zone]]]:
        """The first slots of what not everyone sees, ascending; with each the slot behind its last one."""
        every: list[tuple[int, int, Place | Zone]] = [(each.base, each.base + _width(each), each) for each in self.places]
        every += [(each.bases[0], each.bases[-1] + each.length, each) for each in self.zones]
        veiled = sorted((each for each in every if each[2].sight is not Visibility.EVERYONE), key=lambda each: each[0])
        return [first for first, _, _ in veiled], [(end, found) for _, end, found in veiled]


@frozen
class Hidden:
    """Something that a value reads and that not everyone sees: its name, who sees it, and the slot that holds its owner.

    *owner* is None where the owner is not what one slot holds, and where it has none. *trial* is the number of the trial where it
    is a value after a phase.
    """

    name: str
    sight: Visibility
    owner: int | None
    trial: int | None = None


def hidden(value: Node, things: Things) -> tuple[Hidden, ...]:
    """All that the value reads and that not everyone sees, in the order in which it is read. How many cards lie in a zone is seen
    by all; what would be after a phase counts as seen by nobody.
    """
    return tuple(_hidden(value, things, {})) if _suspect(value, things) else ()


def _suspect(value: Node, things: Things) -> bool:
    """Whether something in the value is hidden, or would be if more were read of it than is: most values have nothing such."""
    for node in nodes((value,)):
        match node:
            case Slot(index) if things.at(index) is not None:
                return True
            case Cell(base) if things.at(base) is not None:
                return True
            case ZoneAt(zone) if things.zones[zone].sight is not Visibility.EVERYONE:
                return True
            case After():
                return True
    return False


def sight_of(value: Expr, given: Sequence[int], things: Things) -> tuple[Visibility, int | None]:
    """Who sees the value, and which of the slots *given* then holds the seat meant: a position there, None for no seat."""
    found = {(each.sight, each.owner) for each in hidden(value, things)}
    if not found:
        return Visibility.EVERYONE, None
    if len(found) > 1:
        return Visibility.NOBODY, None
    ((sight, owner),) = found
    return (Visibility.NOBODY, None) if owner not in given else (sight, given.index(owner))


def _hidden(node: Node, things: Things, names: dict[int, int]) -> Iterator[Hidden]:
    """*names* has the slots that hold what another slot holds."""
    match node:
        case Slot(index):
            yield from _of_slot(index, (), things, names)
        case Cell(base, axes):
            yield from _of_slot(base, axes, things, names)
        case ZoneAt(zone, axes):
            declared = things.zones[zone]
            yield from _one(declared, axes, names)
        case After(trial):
            yield Hidden(AFTER, Visibility.NOBODY, None, trial)
    if isinstance(node, Size):  # how many cards there are is seen by all
        inside: tuple[Node, ...] = parts(node.zone)
    else:
        inside = parts(node)
    for number, part in enumerate(inside):
        within = names
        if number and isinstance(node, Let | Naming):
            held = _slot_of(node.value, names)
            within = {slot: same for slot, same in names.items() if slot != node.slot}
            if held is not None:
                within[node.slot] = held
        yield from _hidden(part, things, within)


def _of_slot(slot: int, axes: tuple[Axis, ...], things: Things, names: dict[int, int]) -> Iterator[Hidden]:
    found = things.at(slot)
    if found is not None:
        yield from _one(found, axes, names)


def _width(place: Place) -> int:
    return 1 + sum((extent.size - 1) * extent.stride for extent in place.extents)


def _one(declared: Place | Zone, axes: tuple[Axis, ...], names: dict[int, int]) -> Iterator[Hidden]:
    """The thing, unless everyone sees it. Indices that are known do not tell the seat by a slot."""
    if declared.sight is Visibility.EVERYONE:
        return
    owner = None
    if declared.owner is not None and len(axes) == len(declared.extents):
        owner = _slot_of(axes[declared.owner].at, names)
    yield Hidden(declared.name.plain, _at_most(declared), owner)


def _at_most(declared: Place | Zone) -> Visibility:
    """Who sees the thing; of seats of its own the owner alone, or nobody, for no slot tells the others."""
    if declared.sight is not Visibility.SOME:
        return declared.sight
    owners = enumerate(declared.seers) if declared.owner is not None else ()
    return Visibility.OWNER if owners and all(seats >> owner & 1 for owner, seats in owners) else Visibility.NOBODY


def _slot_of(expr: Expr, names: dict[int, int]) -> int | None:
    """The slot whose value the expression has; None where it is worked out."""
    match expr:
        case Slot(index):
            return names.get(index, index)
        case Present(value):
            return _slot_of(value, names)
        case _:
            return None
