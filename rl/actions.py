"""Tables of what the codes of actions mean; the seats and nature have separate codes."""

from __future__ import annotations

from itertools import product

from attrs import frozen

from ..interpreter import Option, option_text
from ..program.ir import Ask, Domain, Draw, Pick, Program
from ..program.ops import statements
from ..program.ranges import known as all_known
from .bounds import Interval, unbounded


@frozen
class Action:
    """One action: its code, the name of the alternative, the arguments, and its text."""

    code: int
    name: str
    arguments: tuple[int, ...]
    text: str


def action_table(program: Program) -> tuple[Action, ...]:
    """Every action of the seats, ascending by `Option.code`; codes that no sentence uses are left out."""
    found: dict[int, Action] = {}
    for op in statements(program):
        if not isinstance(op, Ask):
            continue
        for number, alternative in enumerate(op.alternatives):
            if alternative.code in found:
                continue
            ranges = [range(each.low, each.low + each.size) for each in alternative.parameters]
            for code, arguments in enumerate(product(*ranges), alternative.code):
                option = Option(alternative.name.plain, arguments, code, 1, number)
                found[code] = Action(code, option.name, arguments, option_text(program, op.stop, option))
    return tuple(found[code] for code in sorted(found))


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


def _picked(program: Program, op: Pick) -> Interval:
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


def chance_table(program: Program) -> tuple[Action, ...]:
    """Every outcome of nature, ascending by its code. Raises ValueError as `chances` does."""
    found: dict[int, Action] = {}
    names = {op.stop: op.name if isinstance(op, Pick) else "" for op in statements(program) if isinstance(op, Draw | Pick)}
    for chance in chances(program):
        for step in range(chance.size):
            code, arguments = chance.first + step, (chance.low + step,)
            if code not in found:
                text = option_text(program, chance.stop, Option("", arguments, arguments[0], 1, 0))
                found[code] = Action(code, names[chance.stop], arguments, text)
    return tuple(found[code] for code in sorted(found))
