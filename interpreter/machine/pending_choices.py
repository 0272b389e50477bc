"""The arguments that a seat has already chosen and that are still in scope when it is asked again."""

from __future__ import annotations

from attrs import frozen

from ...program.ir import (
    WHERE,
    Ask,
    Block,
    Branch,
    Cell,
    Clear,
    Draw,
    ForEach,
    Parameter,
    Pick,
    Program,
    Repeat,
    Scope,
    Slot,
    Target,
    Together,
)
from .context import Context
from .expressions import target_address, value


@frozen
class Bound:
    """An argument that a seat has chosen: the parameter's name, the value, and its domain (None: a plain number)."""

    name: str
    value: int
    domain: int | None


Chosen = tuple[tuple[Ask, Parameter], ...]
"""Parameters whose arguments are in scope at a stop, each with its decision."""


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
    for ask, parameter in scopes.chosen.get(stop, ()):
        if value(context, ask.actor)(s) == seat:
            number = s[target_address(context, parameter.target)(s)]
            found.append(Bound(parameter.name.plain, number, parameter.domain))
    return tuple(found)


@frozen(eq=False)
class Scopes:
    """For every stop the parameters whose arguments are in scope there, and all Togethers of the Program."""

    chosen: dict[int, Chosen]
    together: list[Together]


def scopes_of(program: Program) -> Scopes:
    """The scopes of a Program."""
    scopes = Scopes({}, [])
    _walk(program.body, (), scopes)
    return scopes


def _walk(ops: Block, chosen: Chosen, scopes: Scopes) -> None:
    for op in ops:
        match op:
            case Clear(target, count):
                chosen = tuple(pair for pair in chosen if not _covers(target, count, pair[1].target))
            case Ask():
                scopes.chosen[op.stop] = chosen
                chosen = _ask(op, chosen, scopes)
            case Draw() | Pick():
                scopes.chosen[op.stop] = chosen
            case Branch(_, then, otherwise, _):
                _walk(then, chosen, scopes)
                _walk(otherwise, chosen, scopes)
            case ForEach(body=body) | Repeat(body=body) | Scope(body=body):
                _walk(body, chosen, scopes)
            case Together():
                scopes.together.append(op)
                _walk(op.body, chosen, scopes)
            case _:
                pass


def _ask(op: Ask, chosen: Chosen, scopes: Scopes) -> Chosen:
    for alternative in op.alternatives:
        own = tuple((op, parameter) for parameter in alternative.parameters)
        _walk(alternative.body, chosen + own, scopes)
    if op.menu:
        return chosen
    lasting = [one for one in op.alternatives if not one.body]
    return chosen + tuple((op, parameter) for one in lasting for parameter in one.parameters)


def _covers(cleared: Target, count: int, kept: Target) -> bool:
    return _start(cleared) <= _start(kept) < _start(cleared) + count


def _start(target: Target) -> int:
    match target:
        case Slot(index):
            return index
        case Cell(base):
            return base
