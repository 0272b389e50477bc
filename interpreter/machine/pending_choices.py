"""What is in scope where a seat is asked: the arguments that it has already chosen, and the names that it knows."""

from __future__ import annotations

from attrs import frozen

from ...program.ir import NOTHING, WHERE, Slot
from ...program.local_names import Place, Scopes
from .context import Context
from .expressions import target_address, value


@frozen
class Bound:
    """An argument that a seat has chosen: the parameter's name, the value, and its domain (None: a plain number)."""

    name: str
    value: int
    domain: int | None


@frozen
class Named:
    """A name that has a value inside a phase, as `Bound`; or it is a *truth*. *shared*: everyone is at the same place."""

    name: str
    value: int
    domain: int | None
    truth: bool
    shared: bool


def bound_at(context: Context, scopes: Scopes, s: list[int], seat: int, asked: tuple[int, ...]) -> tuple[Bound, ...]:
    """The arguments that the seat has chosen before and that are still in scope at its current stop.

    *asked* are the seats that can answer. Inside a Together, *s* must hold *seat* as the current seat.
    """
    stop = _stop_of(scopes, s, seat, asked)
    if not stop or (seat not in asked and _together(scopes, s)):
        return ()
    found = []
    for place in _around(context, scopes, s, scopes.stops[stop]):
        for ask, parameter in place.scope.chosen:
            if value(context, ask.actor)(s) == seat:
                number = s[target_address(context, parameter.target)(s)]
                found.append(Bound(parameter.name.plain, number, parameter.domain))
    return tuple(found)


def named_at(context: Context, scopes: Scopes, s: list[int], seat: int, asked: tuple[int, ...]) -> tuple[Named, ...]:
    """The names in scope where play waits for all that the seat knows, and their values, the outermost first; those that are
    nothing are left out. *asked* and *s* are as for `bound_at`.
    """
    stop = _stop_of(scopes, s, seat, asked)
    if not stop:
        return ()
    places = _around(context, scopes, s, scopes.stops[stop])
    found = []
    for name in (name for place in places for name in place.scope.names):
        held = s[target_address(context, name.target)(s)]
        if held != NOTHING:  # outside of what all decide together a name has a slot of its own
            found.append(Named(name.name.plain, held, name.domain, name.truth, isinstance(name.target, Slot)))
    return tuple(found)


def _together(scopes: Scopes, s: list[int]) -> bool:
    return any(op.stop == s[WHERE] for op in scopes.together)


def _stop_of(scopes: Scopes, s: list[int], seat: int, asked: tuple[int, ...]) -> int:
    """The stop at which the seat is, where it is asked, else that of the match; 0 behind the end."""
    stop = s[WHERE]
    together = next((op for op in scopes.together if op.stop == stop), None)
    return stop if together is None or seat not in asked else s[together.positions + seat]


def _around(context: Context, scopes: Scopes, s: list[int], place: Place) -> tuple[Place, ...]:
    """A place with the calls of the phases around it, the outermost first."""
    if place.phase is None:
        return (place,)
    calls, back = scopes.calls[place.phase], context.program.phases[place.phase].back
    number = next(iter(calls)) if back is None else s[target_address(context, back)(s)]
    return (*_around(context, scopes, s, calls[number]), place)
