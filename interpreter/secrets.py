"""Checks that a game has perfect information: every player always knows the whole position."""

from __future__ import annotations

from attrs import frozen

from ..program.ir import Ask, Draw, Place, Program, Together, Visibility, Zone
from ..program.ops import statements
from .core.events import Instance, sees
from .core.zones import layout


class NotPerfect(Exception):
    """A player decides without knowing the whole position; the message says why, in the words of the rules."""


@frozen
class Covered:
    """An instance of a zone whose faces some player does not see: the zone, and the first slot of the instance."""

    zone: Zone
    base: int


def check_rules(program: Program) -> None:
    """Raise NotPerfect when the rules alone show that something is hidden from a player who decides."""
    for op in statements(program):
        if isinstance(op, Together):
            raise NotPerfect("several decide together, none knowing what the others choose")
        if isinstance(op, Ask) and op.secret:
            raise NotPerfect("a seat chooses secretly")
        if isinstance(op, Draw) and op.result is not None and hides(program, program.zones[op.target.zone]):
            raise NotPerfect(f"a card is drawn face down to `{program.zones[op.target.zone].name.plain}`")
    for place in program.places:
        if place.sight is not Visibility.EVERYONE and not owned_by_the_only_player(program, place):
            raise NotPerfect(f"not everybody sees `{place.name.plain}`")


def hides(program: Program, zone: Zone) -> bool:
    """Whether some player does not see the faces in some instance of the zone."""
    return any(each.zone is zone for each in covered(program))


def owned_by_the_only_player(program: Program, thing: Place) -> bool:
    """Whether only the owner sees it, and there is only one seat."""
    return thing.sight is Visibility.OWNER and len(program.players) == len(program.seats) == 1


def covered(program: Program) -> tuple[Covered, ...]:
    """The instances of zones whose faces not every player sees."""
    found = []
    for number, zone in enumerate(program.zones):
        for base, index in zip(zone.bases, indices(zone), strict=True):
            if not all(sees(program, Instance(number, index), seat) for seat in program.players):
                found.append(Covered(zone, base))
    return tuple(found)


def indices(zone: Zone) -> tuple[tuple[int, ...], ...]:
    """The index values of all instances, in the order of `bases`."""
    found: list[tuple[int, ...]] = [()]
    for extent in zone.extents:
        found = [(*index, extent.low + i) for index in found for i in range(extent.size)]
    return tuple(found)


class Lookout:
    """Checks positions for cards that are hidden.

    Of each deck, one instance of a zone may hold covered cards: everybody can work out which these are from the cards that
    lie open. With two, cards could be exchanged unnoticed. Covered cards whose order is kept count as hidden too.
    """

    def __init__(self, program: Program) -> None:
        """A check for the positions of *program*."""
        self.instances = covered(program)

    def look(self, slots: tuple[int, ...]) -> None:
        """Raise NotPerfect when cards are hidden in the position with these slots."""
        where: dict[int, Zone] = {}
        for each in self.instances:
            zone, base = each.zone, each.base
            if not slots[base]:
                continue
            other = where.setdefault(zone.deck, zone)
            if other is not zone or self.filled(slots, zone) > 1:
                raise NotPerfect(f"cards lie face down in `{other.name.plain}`" + also(other, zone))
            shape = layout(zone)
            if any(at and slots[base + at] for at in (shape.top, shape.bottom)):
                raise NotPerfect(f"the order of the cards in `{zone.name.plain}` is hidden")

    def filled(self, slots: tuple[int, ...], zone: Zone) -> int:
        """How many instances of the zone hold cards that some player does not see."""
        return sum(1 for each in self.instances if each.zone is zone and slots[each.base])


def also(one: Zone, other: Zone) -> str:
    """A clause that names the second zone; empty when it is the same as the first."""
    return "" if one is other else f" and in `{other.name.plain}`"
