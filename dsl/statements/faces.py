"""Whose cards are chosen here, as far as that is certain: whether the chooser sees their faces, and whether zones are equal."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from ...program import ir
from ...program.ops import nodes
from ...program.span import Span
from ...program.static_facts import settled
from ..diagnostics.report import error
from . import phases
from .context import Lowering


def faces_seen(zone: ir.ZoneAt, actor: ir.Expr, span: Span, to: Lowering) -> None:
    """Report where the actor may not see the faces that the options would show, unless a sentence reveals them."""
    if not hidden(zone, actor, to):
        return
    words, declared = to.game.source.words(span), to.game.ir_zones[zone.zone]
    help_ = f"`reveal {words}` before, or let chance take one with `draw`; in a zone of `kind: row` a card is chosen by its place"
    surely = not any(_sees(declared, *seats) for seats in _seats(zone, actor, to))
    if not surely:
        help_ = f"say in a condition whose it is, such as `where other = me` or `where other != me`; or {help_}"
    chooses = "who chooses does not see" if surely else "it is not certain that who chooses sees"
    message = f"`{words}` is `seen by: {declared.sight.value}`: {chooses} the faces, and the options would show them"
    to.findings.tell(error("hidden-faces", span, message, help=help_))


def hidden(zone: ir.ZoneAt, actor: ir.Expr, to: Lowering) -> bool:
    """Whether the actor may not see the faces in the zone, and no sentence reveals them."""
    declared = to.game.ir_zones[zone.zone]
    if declared.sight is ir.Visibility.EVERYONE or declared.name.plain in phases.revealed(to.game):
        return False
    return not all(_sees(declared, *seats) for seats in _seats(zone, actor, to))


def _sees(zone: ir.Zone, owner: int, chooser: int) -> bool:
    """Whether a seat sees the cards in the zone of that owner; of a zone that nobody owns, the owner is 0."""
    match zone.sight:
        case ir.Visibility.EVERYONE:
            return True
        case ir.Visibility.NOBODY:
            return False
        case ir.Visibility.OWNER:
            return chooser == owner
        case ir.Visibility.OTHERS:
            return chooser != owner
        case ir.Visibility.SOME:
            return bool(zone.seers[owner] >> chooser & 1)


def _seats(zone: ir.ZoneAt, actor: ir.Expr, to: Lowering) -> Iterator[tuple[int, int]]:
    """Every owner of the zone with every chooser that may be asked for its cards."""
    declared = to.game.ir_zones[zone.zone]
    owner = ir.Number(0) if declared.owner is None else zone.axes[declared.owner].at
    return ((one, other) for one, other in _pairs(owner, actor, to) if other < to.game.players)


def overlap(one: ir.ZoneAt, other: ir.ZoneAt, to: Lowering) -> bool:
    """Whether two zones may be the same."""
    if one.zone != other.zone:
        return False
    seat = to.game.ir_zones[one.zone].owner
    for at, (first, second) in enumerate(zip(one.axes, other.axes, strict=True)):
        if at == seat and all(owner != another for owner, another in _pairs(first.at, second.at, to)):
            return False
        if isinstance(first.at, ir.Number) and isinstance(second.at, ir.Number) and first.at != second.at:
            return False
    return True


def _pairs(one: ir.Expr, other: ir.Expr, to: Lowering) -> Iterator[tuple[int, int]]:
    """All seats that two expressions may mean at a time, by what the conditions around say of fixed names."""
    first, second, scope = _plain(one), _plain(other), to.elaborator.scope
    seats = range(to.game.seat_domain.size)
    whole = [each for each in (first, second) if isinstance(each, ir.Slot | ir.Cell) or first == second]
    inside = [each for each in nodes((first, second)) if each in to.named and _is_seat(to.named[each].type.domain, to)]
    names = list(dict.fromkeys((*whole, *inside)))
    known = scope.conditions()
    for numbers in product(seats, repeat=len(names)):
        held = dict(zip(names, numbers, strict=True))
        lasting = {name: number for name, number in held.items() if scope.fixed(name)}
        if any(settled(each, lasting) == 0 for each in known):
            continue
        values = (settled(each, held) for each in (first, second))
        yield from product(*(seats if value is None else (value,) for value in values))


def _is_seat(domain: int | None, to: Lowering) -> bool:
    return domain == to.game.seat_domain.index


def _plain(seat: ir.Expr) -> ir.Expr:
    return seat.value if isinstance(seat, ir.Present) else seat
