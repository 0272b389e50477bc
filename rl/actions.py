"""What the numbers of actions mean: of the seats, and of nature in a space of its own."""

from __future__ import annotations

from itertools import product

from attrs import frozen

from ..interpreter import Option, option_text
from ..program.ir import Ask, Domain, Draw, Pick, Program
from ..simulation.emit.bounds import elements
from ..simulation.emit.survey import knowledge, statements
from .bounds import Interval, unbounded


@frozen
class Action:
    """One action: its code, the name of the alternative and the arguments, and how it is written."""

    code: int
    name: str
    arguments: tuple[int, ...]
    text: str


def action_table(program: Program) -> tuple[Action, ...]:
    """What every action of the seats means, by `Option.code`; codes that no sentence uses are left out."""
    found: dict[int, Action] = {}
    for op in statements(program.body):
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
    """The codes of nature's outcomes at one stop: the element *low* has the code *first*, and there are *size* of them."""

    stop: int
    first: int
    low: int
    size: int

    def code(self, element: int) -> int:
        """The code of an element that is drawn or picked here."""
        return self.first + element - self.low


def chances(program: Program) -> tuple[Chance, ...]:
    """Where the codes of nature's outcomes begin, for every stop at which it decides.

    The cards of one deck have the same codes wherever they are drawn, and so do the values of one name that nature picks.
    """
    found, begun, free = [], dict[tuple[str, int, int], int](), 0
    for op in statements(program.body):
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
    """Between which values a pick lies. Raises ValueError when the rules do not tell."""
    found = elements(knowledge(program), op.source)
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
    """What every outcome of nature means, by its code."""
    found: dict[int, Action] = {}
    names = {op.stop: op.name if isinstance(op, Pick) else "" for op in statements(program.body) if isinstance(op, Draw | Pick)}
    for chance in chances(program):
        for step in range(chance.size):
            code, arguments = chance.first + step, (chance.low + step,)
            if code not in found:
                text = option_text(program, chance.stop, Option("", arguments, arguments[0], 1, 0))
                found[code] = Action(code, names[chance.stop], arguments, text)
    return tuple(found[code] for code in sorted(found))
