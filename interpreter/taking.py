"""What the options of a decision are about: the zones that their cards lie in, and cards that are taken one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress

from attrs import frozen

from ..program.ir import Alternative, Cell, Completions, Program, Target
from ..program.ops import binds, free, nodes
from .core.events import Instance, Option
from .core.runtime_errors import PlayError
from .explain import asked_to_choose, first_refused
from .game import Game
from .machine.card_moves import Pile
from .machine.context import Context
from .machine.event_log import instance
from .machine.expressions import value
from .state import State


@frozen
class Taking:
    """Cards of one zone that a seat takes one after the other: the *kinds* that it may take, ascending, each copy for itself, and
    how many are *left* to take, or at *least* have to be. As decisions they come in ascending order; which card a person thinks
    of first is all the same.
    """

    zone: Instance
    kinds: tuple[int, ...]
    left: int
    least: int


def taking(game: Game, state: State, seat: int) -> Taking | None:
    """The cards that the seat is asked to take now; None where it is asked something else."""
    found = asked_to_choose(game, state, seat)
    if found is None:
        return None
    machine, s, point = found
    one = point.choices[0]
    match one.alternative.weight:
        case Completions(left=left, least=fewest, last=last):
            pass
        case _:
            return None
    origin = one.origins[0]
    if origin is None or len(one.finds) != 1:
        return None
    at = one.finds[0](s)
    least = value(machine.context, last)(s)
    kinds: list[int] = []
    saved = s[at]
    for kind, copies in one.sources[0].pairs(s):
        s[at] = kind
        if kind >= least and first_refused(machine.context, one, s, 1) is None:
            kinds += [kind] * copies
    s[at] = saved
    most, at_least = (value(machine.context, each)(s) for each in (left, fewest))
    return Taking(_instance(origin, s), tuple(kinds), most, max(0, at_least))


def origins(game: Game, state: State, seat: int, options: Iterable[Option]) -> tuple[tuple[Instance | None, ...], ...]:
    """For each option the zones that its arguments are cards of (None: an argument is no card, or there is no such zone).

    An argument that is the place of a card belongs to the row in which it lies.
    """
    found = asked_to_choose(game, state, seat)
    if found is None:
        return ()
    _, s, point = found
    told = []
    for option in options:
        one = point.choices[option.alternative]
        kept = list(s)
        one.bind(kept, option.arguments)
        rows = one.rows or (None,) * len(one.origins)
        told.append(tuple(_found(origin or row, kept) for origin, row in zip(one.origins, rows, strict=True)))
    return tuple(told)


@frozen
class Asked:
    """An element of a place that the conditions of an option ask about: the place, which of its extents *at* an argument says,
    and the index there.
    """

    place: int
    at: int
    index: int


def asked_about(game: Game, state: State, seat: int, options: Iterable[Option]) -> tuple[tuple[tuple[Asked, ...], ...], ...]:
    """For each option and each of its arguments the elements of places that its conditions look up with that argument: the
    seeds in a pit, where `pit` is chosen and `sown[hole(me, pit)]` must not be 0.
    """
    program = game.program
    found = asked_to_choose(game, state, seat)
    if found is None:
        return ()
    machine, s, point = found
    lookups: dict[int, tuple[tuple[Lookup, ...], ...]] = {}
    told = []
    for option in options:
        number = option.alternative
        if number not in lookups:
            lookups[number] = tuple(
                tuple(_lookups(program, machine.context, point.choices[number].alternative, each.target))
                for each in point.choices[number].alternative.parameters
            )
        kept = list(s)
        point.choices[number].bind(kept, option.arguments)
        told.append(tuple(tuple(_asked(each, kept)) for each in lookups[number]))
    return tuple(told)


@frozen
class Lookup:
    """What conditions look up: the place, which of its extents, and what works the index there out."""

    place: int
    at: int
    index: Callable[[list[int]], int]


def _lookups(program: Program, context: Context, alternative: Alternative, chosen: Target) -> Iterator[Lookup]:
    bases = {place.base: number for number, place in enumerate(program.places)}
    for condition in alternative.conditions:
        inside = tuple(nodes((condition.test,)))
        filled = {bind.slot for node in inside for bind in binds(node)}
        for cell in inside:
            if not isinstance(cell, Cell) or len(program.places[bases.get(cell.base, 0)].extents) != len(cell.axes):
                continue
            for at, axis in enumerate(cell.axes if cell.base in bases else ()):
                if chosen in tuple(nodes((axis.at,))) and not free(axis.at, program) & filled:
                    yield Lookup(bases[cell.base], at, value(context, axis.at))


def _asked(lookups: Iterable[Lookup], s: list[int]) -> Iterator[Asked]:
    for each in lookups:
        with suppress(PlayError):
            yield Asked(each.place, each.at, each.index(s))


def _found(pile: Pile | None, s: list[int]) -> Instance | None:
    try:
        return None if pile is None else _instance(pile, s)
    except PlayError:
        return None


def _instance(pile: Pile, s: list[int]) -> Instance:
    return instance(pile.number, pile.zone, pile.base(s))
