"""Which cards are surely where a statement takes them from: those that were chosen, or drawn, just before."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from ...program import ir
from ...program.ops import nodes, reached


@frozen
class There:
    """A card in a zone, and what gives its kind."""

    zone: ir.ZoneAt
    kind: ir.Expr

    def depends_on(self, target: ir.Target) -> bool:
        """Whether another value of the target may make it another card, or another zone."""
        written = set(reached(target))
        read = (node for node in nodes((self.kind, self.zone)) if isinstance(node, (ir.Slot, ir.Cell)))
        return any(not written.isdisjoint(reached(node)) for node in read)

    def holds(self, zone: ir.ZoneAt, kind: ir.Expr) -> bool:
        """Whether this is a card of that kind, in that zone."""
        return kind == self.kind and (zone.zone, zone.axes) == (self.zone.zone, self.zone.axes)


def chosen(parameters: Sequence[ir.Parameter]) -> tuple[There, ...]:
    """The cards that are there when these parameters have just got their values."""
    return tuple(found for each in parameters for found in _picked(each.source, each.target))


def after(there: tuple[There, ...], op: ir.Op) -> tuple[There, ...]:
    """The cards that are there after a statement, when these were there before it."""
    match op:
        case ir.Ask(alternatives=(only,)) if not only.body:
            return (*_without(there, [each.target for each in only.parameters]), *chosen(only.parameters))
        case ir.Pick(target=target, source=source):
            return (*_without(there, [target]), *_picked(source, target))
        case ir.Draw(target=zone, result=kind) if kind is not None:
            return _apart(zone, kind)
        case ir.Assign(target=target) | ir.Clear(target=target, count=1):
            return tuple(_without(there, [target]))
        case ir.Reveal() | ir.ShowCard() | ir.Tell() | ir.Say() | ir.Take():
            return there
        case _:
            return ()


def _picked(source: ir.Set, target: ir.Target) -> tuple[There, ...]:
    match source:
        case ir.Cards(zone):
            return _apart(zone, target)
        case _:
            return ()


def fixed(zone: ir.ZoneAt) -> bool:
    """Whether it is the same zone wherever cards lie."""
    return not any(isinstance(node, ir.ZoneAt) and node is not zone for node in nodes((zone,)))


def _apart(zone: ir.ZoneAt, kind: ir.Target) -> tuple[There, ...]:
    """The card, where neither what it is nor where cards lie has a part in which zone that is."""
    return (There(zone, kind),) if fixed(zone) and not There(zone, ir.Number(0)).depends_on(kind) else ()


def _without(there: Sequence[There], targets: Sequence[ir.Target]) -> list[There]:
    return [each for each in there if not any(each.depends_on(target) for target in targets)]
