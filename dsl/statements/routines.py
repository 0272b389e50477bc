"""Phases that stand once: which are done from one place, in which order they are read, and what each is given.

`do turn (p)` calls a phase. A phase is read when all its calls are known: what it is given holds what any of them gives. There
is no recursion, so it is enough that a phase and its names have one place.
"""

from __future__ import annotations

from attrs import Factory, define, frozen

from ...program import ir
from ...program.ops import inside
from ...program.span import Span
from ..sentences import syntax as s
from ..symbols.effects import calls, calls_of
from ..symbols.symbols import PhaseSymbol, Symbols
from ..symbols.types import Kind, Type, Typed, join


@frozen
class Site:
    """One call of a phase: what it gives, in order, and the sentence. *number* counts the calls of that phase from 1."""

    given: tuple[Typed, ...]
    number: int
    sentence: int


@define
class Routine:
    """A phase that is done from one place, with its calls; `stored` and `phase` are there when it has been read.

    Of one that is *tried* all that it is given is stored.
    """

    symbol: PhaseSymbol
    sites: list[Site] = Factory(list)
    tried: bool = False
    stored: list[Stored] = Factory(list)
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
    that waits until all are done, are read once for each call, since what waits is noted once.
    """

    order: tuple[str, ...]
    circles: dict[Span, str]
    waiting: frozenset[str]
    used: int = 0
    kept: int = 0
    routines: dict[tuple[str, tuple[int | None, ...], int], Routine] = Factory(dict)


def unit(roots: tuple[s.Call, ...], game: Symbols, waiting: frozenset[str] = frozenset()) -> Unit:
    """The phases that these calls do, directly or through others: each behind all that call it, circles left out."""
    done: list[str] = []
    circles: dict[Span, str] = {}

    def visit(call: s.Call, around: tuple[str, ...]) -> None:
        if call.name in around:
            circles[call.span] = " → ".join((*around[around.index(call.name) :], call.name))
        elif call.name in game.phases and call.name not in done:
            for inner in calls(game.phases[call.name].body, game):
                visit(inner, (*around, call.name))
            done.append(call.name)

    for root in (call for each in roots for call in calls_of(each, game)):
        visit(root, ())
    return Unit(tuple(reversed(done)), circles, waiting)


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
