"""The codes of nature's outcomes: one numbering for all that play a Program, apart from that of the seats' options."""

from __future__ import annotations

from attrs import frozen

from .ir import Domain, Draw, Pick, Program
from .ops import statements
from .ranges import known as all_known
from .ranges import unbounded


@frozen
class Chance:
    """The codes of nature's outcomes at one stop: the *size* elements from *low* up have the codes from *first* up."""

    stop: int
    first: int
    low: int
    size: int

    def code(self, element: int) -> int:
        """The code of an element that is drawn or picked here."""
        return self.first + element - self.low


def chances(program: Program) -> tuple[Chance, ...]:
    """The codes of nature's outcomes, for every stop at which it decides.

    The cards of one deck have the same codes wherever they are drawn, and so do random picks of the same name and range.
    Raises ValueError when the rules set no bounds to a pick.
    """
    found, begun, free = [], dict[tuple[str, int, int], int](), 0
    for op in statements(program):
        match op:
            case Draw(stop=stop, source=source):
                deck = program.zones[source.zone].deck
                name, low, size = f"deck {deck}", 0, len(program.decks[deck].copies)
            case Pick(stop=stop):
                lowest, highest = _picked(program, op)
                name, low, size = op.name, lowest, highest - lowest + 1
            case _:
                continue
        if (name, low, size) not in begun:
            begun[name, low, size] = free
            free += size
        found.append(Chance(stop, begun[name, low, size], low, size))
    return tuple(found)


def _picked(program: Program, op: Pick) -> tuple[int, int]:
    """The lowest and the highest value of a pick. Raises ValueError when the rules set no bounds."""
    found = all_known(program).elements(op.source)
    if op.domain is not None:
        domain: Domain = program.domains[op.domain]
        return domain.low, domain.low + len(domain.labels) - 1
    if unbounded(found):
        if op.place is None:
            raise ValueError(f"the rules of `{program.ruleset}` set no bounds to what nature picks as `{op.name}`")
        place = program.places[op.place]
        return place.low, place.high
    return found.low, found.high


def shifts(program: Program) -> tuple[int, ...]:
    """For each stop, by its number, how much higher the code of an outcome is than the element that is drawn or picked: 0 where a
    seat is asked. Raises ValueError as `chances` does.
    """
    found = [0] * (program.stops + 1)
    for each in chances(program):
        found[each.stop] = each.first - each.low
    return tuple(found)
