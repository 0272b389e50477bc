"""The arguments that a seat has already chosen and that are still in scope when it is asked again."""

from __future__ import annotations

from attrs import frozen

from ...program.ir import WHERE, Ask, Clear, Do, Op, Parameter, Program, Together
from ...program.ops import along, following, reached, stop
from .context import Context
from .expressions import target_address, value


@frozen
class Bound:
    """An argument that a seat has chosen: the parameter's name, the value, and its domain (None: a plain number)."""

    name: str
    value: int
    domain: int | None


Chosen = tuple[tuple[Ask, Parameter], ...]
"""Parameters whose arguments are in scope at a place, each with its decision."""


@frozen(eq=False)
class Place:
    """A stop, or a Do: the phase that it stands in (None: outside of all), and the parameters in scope there."""

    phase: int | None
    chosen: Chosen


@frozen(eq=False)
class Scopes:
    """Every stop by its number, every Do by its phase and its number, and all Togethers of the Program."""

    stops: dict[int, Place]
    calls: dict[int, dict[int, Place]]
    together: list[Together]


def bound_at(context: Context, scopes: Scopes, s: list[int], seat: int, asked: tuple[int, ...]) -> tuple[Bound, ...]:
    """The arguments that the seat has chosen before and that are still in scope at its current stop.

    *asked* are the seats that can answer. Inside a Together, *s* must hold *seat* as the current seat.
    """
    if not s[WHERE]:
        return ()
    stop = s[WHERE]
    together = next((op for op in scopes.together if op.stop == stop), None)
    if together is not None:
        if seat not in asked:
            return ()
        stop = s[together.positions + seat]
    found = []
    for ask, parameter in _in_scope(context, scopes, s, scopes.stops[stop]):
        if value(context, ask.actor)(s) == seat:
            number = s[target_address(context, parameter.target)(s)]
            found.append(Bound(parameter.name.plain, number, parameter.domain))
    return tuple(found)


def _in_scope(context: Context, scopes: Scopes, s: list[int], place: Place) -> Chosen:
    """The parameters in scope at a place, those of the phases around it first."""
    if place.phase is None:
        return place.chosen
    calls, back = scopes.calls[place.phase], context.program.phases[place.phase].back
    number = next(iter(calls)) if back is None else s[target_address(context, back)(s)]
    return _in_scope(context, scopes, s, calls[number]) + place.chosen


def scopes_of(program: Program) -> Scopes:
    """The scopes of a Program."""
    scopes = Scopes({}, {}, [])
    along(program.body, (), _Walk(None, scopes))
    for number, phase in enumerate(program.phases):
        along(phase.body, (), _Walk(number, scopes))
    return scopes


@frozen
class _Walk:
    """Notes what is in scope at the places of one phase."""

    phase: int | None
    scopes: Scopes

    def into(self, op: Op, block: int, now: Chosen) -> Chosen:
        """What an option's arguments add to what is in scope in its body."""
        match op:
            case Ask():
                return now + tuple((op, parameter) for parameter in op.alternatives[block].parameters)
            case _:
                return now

    def past(self, op: Op, now: Chosen, inside: list[Chosen]) -> Chosen:
        """What is in scope behind the statement."""
        number = stop(op)
        if number is not None:
            self.scopes.stops[number] = Place(self.phase, now)
        match op:
            case Clear():
                gone = {slot for target in following(op.target, op.count) for slot in reached(target)}
                return tuple(pair for pair in now if gone.isdisjoint(reached(pair[1].target)))
            case Do():
                self.scopes.calls.setdefault(op.phase, {})[op.number] = Place(self.phase, now)
            case Together():
                self.scopes.together.append(op)
            case Ask(menu=False, alternatives=(only,)):
                return now + tuple((op, parameter) for parameter in only.parameters)
            case _:
                pass
        return now
