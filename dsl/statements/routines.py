"""Phases that stand once: which are done from one place, in which order they are read, and what each is given.

`do turn (p)` calls a phase. A phase is read when all its calls are known: what it is given holds what any of them gives. A phase
and its names have one place. Phases that do each other in a circle are read once for each depth, as if they were so many phases:
the circle is bounded, and beyond its bound the match stops.
"""

from __future__ import annotations

from attrs import Factory, define, frozen

from ...program import ir
from ...program.ops import inside
from ...program.span import Span
from ..sentences import syntax as s
from ..symbols.effects import calls, calls_of
from ..symbols.symbols import Depth, FunctionSymbol, PhaseSymbol, Symbols
from ..symbols.types import Kind, Type, Typed, join
from .phases import reached


@frozen
class Result:
    """The slot that holds what a phase gives, and the type of that."""

    target: ir.Target
    type: Type


@frozen
class Site:
    """One call of a phase: what it is given, in order, and the sentence. *number* counts the calls of that phase from 1.

    *taker* is where the call keeps what the phase gives; None where that is thrown away.
    """

    given: tuple[Typed, ...]
    number: int
    sentence: int
    taker: Result | None = None


@define
class Routine:
    """A phase that is done from one place, with its calls; `stored`, `result` and `phase` are there when it has been read.

    Of one that is *tried* all that it is given is stored.
    """

    symbol: PhaseSymbol | FunctionSymbol
    depth: Depth = ()
    sites: list[Site] = Factory(list)
    tried: bool = False
    stored: list[Stored] = Factory(list)
    result: Result | None = None
    phase: ir.Phase | None = None


@define
class Trial:
    """A phase that is tried, read with the types that it was given; *looks* are the things that it looks at, or changes.

    *tries* are the places in `Symbols.tries` of each `after` inside.
    """

    routine: Routine
    given: tuple[Type, ...]
    looks: frozenset[str]
    tries: range


@frozen
class Stored:
    """A slot that every call of a phase fills, the type of what it holds, and the expression of each call, in order."""

    target: ir.Target
    type: Type
    values: tuple[ir.Expr, ...]


@define
class Unit:
    """The phases that are done from one place: the body of the match, or a `together` block.

    Their slots lie one after another; *used* is how many are taken. A phase that is given cards of different zones is read once
    for each combination, since a card is put from the zone that it was found in. Those of *waiting*, which change something
    that waits until all are done, are read once for each call, since what waits is noted once. *order* has groups of phases,
    each behind all that call it: one phase, or those of a circle; *circles* has the circle of each phase that is in one.
    *unbounded* are the calls that close one without a bound.
    """

    order: tuple[tuple[str, ...], ...]
    circles: dict[str, tuple[str, ...]]
    unbounded: dict[tuple[Span, str], str]
    waiting: frozenset[str]
    used: int = 0
    kept: int = 0
    routines: dict[tuple[str, tuple[int | None, ...], int, Depth], Routine] = Factory(dict)


def unit(roots: tuple[s.Call, ...], game: Symbols, waiting: frozenset[str] = frozenset()) -> Unit:
    """The phases that these calls do, directly or through others: each behind all that call it."""
    names = [call.name for root in roots for call in calls_of(root, game) if call.name in game.phases]
    does = {
        name: [call for call in calls(game.phases[name].body, game) if call.name in game.phases] for name in reached(names, game)
    }
    below = {name: reached([call.name for call in several], game) for name, several in does.items()}
    groups: list[tuple[str, ...]] = []
    circles: dict[str, tuple[str, ...]] = {}
    unbounded: dict[tuple[Span, str], str] = {}
    seen: set[str] = set()

    def visit(name: str) -> None:
        group: tuple[str, ...] = (name,)
        if name in below[name]:
            group = _circle(name, {each for each in below[name] if name in below[each]}, does, game, unbounded)
            circles.update((each, group) for each in group)
        seen.update(group)
        for call in (call for member in group for call in does[member]):
            if call.name not in seen:
                visit(call.name)
        groups.append(group)

    for name in names:
        if name not in seen:
            visit(name)
    return Unit(tuple(reversed(groups)), circles, unbounded, waiting)


def _circle(
    first: str, members: set[str], does: dict[str, list[s.Call]], game: Symbols, unbounded: dict[tuple[Span, str], str]
) -> tuple[str, ...]:
    """The phases of a circle, each behind those that do it at the same depth; *unbounded* gets the calls that lack a bound."""
    bounded = [name for name in does if name in members and game.phases[name].signature.deep is not None]
    done: list[str] = []

    def go(name: str, around: tuple[str, ...]) -> None:
        for call in does[name]:
            if call.name in around:
                if call.name not in bounded:
                    unbounded[call.span, call.name] = " → ".join((*around[around.index(call.name) :], call.name))
            elif call.name in members and call.name not in bounded and call.name not in done:
                go(call.name, (*around, call.name))
        done.append(name)

    for name in (*bounded, first, *(name for name in does if name in members)):
        if name not in done:
            go(name, (name,))
    return tuple(reversed(done))


def waiting(routines: list[Routine], game: Symbols) -> frozenset[str]:
    """The names of these phases that change something, themselves or in phases that they do, that waits until all are done."""
    read = [(routine.symbol.name, routine.phase) for routine in routines if routine.phase is not None]
    found = {name for name, phase in read if any(isinstance(op, ir.Later) for op in inside(phase.body))}
    grown = True
    while grown:
        more = {name for name, _ in read if any(call.name in found for call in calls(game.phases[name].body, game))}
        grown = not more <= found
        found |= more
    return frozenset(found)


def shared(given: list[Typed], seat: int | None) -> ir.Expr | None:
    """The expression that every call gives, where it means the same inside the phase: a number, or the seat of a `together`."""
    first = given[0].expr
    lasting = isinstance(first, ir.Number) or (seat is not None and first == ir.Slot(seat))
    return first if lasting and all(typed.expr == first for typed in given) else None


def given_type(routine: Routine, at: int, declared: Type) -> Type:
    """The type of what the calls give for a parameter; *declared* is what the phase says it is given."""
    found: Type | None = None
    for site in routine.sites:
        type_ = site.given[at].type
        type_ = declared.or_nothing() if type_.kind is Kind.NOTHING else type_
        found = type_ if found is None else join(found, type_)
    return declared if found is None else found
