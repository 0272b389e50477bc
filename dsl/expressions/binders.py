"""Binders, which are names that run over a set: `player p`, `card c in hand[me]`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from attrs import evolve

from ...program import ir
from ..diagnostics import shared
from ..diagnostics.diagnostic import guess
from ..diagnostics.report import error
from ..sentences import syntax as s
from ..symbols.other_names import kind_here
from ..symbols.scope import Local, Scope
from ..symbols.symbols import BoardSymbol, Sort, ZoneSymbol
from ..symbols.types import Kind, SetOf, join
from . import directions
from .context import Reading
from .kinds import kind_type


@contextmanager
def bound(read: Reading, binder: s.Binder) -> Iterator[tuple[SetOf, int]]:
    """Binds the name inside the `with` block; gives the set and the scratch slot of the present element. Raises
    DiagnosticError.
    """
    slot, outer = read.registers, read.scope
    read.registers += 1
    read.most_registers = max(read.most_registers, read.registers)
    try:
        found = binder_set(read, binder)
        read.fresh(binder.name, binder.span)
        read.scope = Scope(outer, {binder.name: Local(binder.name, found.element, ir.Slot(slot), found.zone, fixed=True)})
        yield found, slot
    finally:
        read.scope, read.registers = outer, slot


def binder_set(read: Reading, binder: s.Binder) -> SetOf:
    """The set that the name runs over. Raises DiagnosticError where the kind names no set, or the wrong one."""
    if binder.among is not None:
        found = read.elements(binder.among)
        if binder.kind is not None:
            kind_fits(read, binder, found)
        return found
    assert binder.kind is not None
    if binder.kind in read.game.kinds:
        return read.game.kinds[binder.kind]
    symbol = read.game.symbols.get(binder.kind)
    if isinstance(symbol, BoardSymbol | SetOf):
        return read.elements(s.Name(binder.kind, span=binder.span))
    if binder.kind == "space":
        boards = [each for each in read.game.symbols.values() if isinstance(each, BoardSymbol)]
        if len(boards) == 1:
            return boards[0].spaces
    if binder.kind == "direction":
        return directions.touching(read.game, directions.only_board(read.game, binder.kind, binder.span))
    if binder.kind in ("number", "card", "space"):
        board = next((name for name, each in read.game.symbols.items() if isinstance(each, BoardSymbol)), "…")
        example = {"number": "1..6", "card": "hand[me]", "space": board}[binder.kind]
        raise error(
            "missing-set",
            binder.span,
            f"`{binder.kind} {binder.name}` needs a set to run over",
            help=f"for example `{binder.kind} {binder.name} in {example}`",
        )
    known = [*read.game.kinds, "space", "card", "number"]
    unknown = shared.unknown_kind(binder.kind, binder.span, kind_here(binder.kind, known) or guess(binder.kind, known))
    raise read.game.missed(binder.kind, unknown)


def zone_by_zone(read: Reading, binder: s.Binder) -> tuple[s.Binder, ...]:
    """The binder; where it runs over zones that are joined, one for each of them. Raises DiagnosticError for several decks."""
    zones = () if binder.among is None else zones_joined(read, binder.among)
    return tuple(evolve(binder, among=zone) for zone in zones) or (binder,)


def zones_joined(read: Reading, node: s.Expression) -> tuple[s.Name | s.Element, ...]:
    """The zones of `hand[p] + discard[p]`, none where it joins no zones. Raises DiagnosticError where decks differ."""
    parts: list[s.Expression] = []
    while isinstance(node, s.Calculate) and node.how == "+":
        parts.append(node.right)
        node = node.left
    zones = [(each, symbol) for each in (node, *reversed(parts)) if (symbol := _zone(read, each)) is not None]
    if not parts or len(zones) <= len(parts):
        return ()
    for each, symbol in zones:
        if symbol.deck is not zones[0][1].deck:
            kinds = f"cards of `{zones[0][1].deck.name}` and cards of `{symbol.deck.name}`"
            raise error("mixed-set", each.span, f"zones are joined that hold things of one kind: found {kinds}")
    return tuple(each for each, _ in zones if isinstance(each, s.Name | s.Element))


def _zone(read: Reading, node: s.Expression) -> ZoneSymbol | None:
    if not isinstance(node, s.Name | s.Element) or read.scope.find(node.name) is not None:
        return None
    symbol = read.game.symbols.get(node.name)
    return symbol if isinstance(symbol, ZoneSymbol) else None


def kind_fits(read: Reading, binder: s.Binder, found: SetOf) -> None:
    """Raises DiagnosticError when the kind before the name does not fit the elements of the set."""
    kind, element = binder.kind, found.element
    assert kind is not None
    if element.kind is Kind.UNKNOWN:
        return
    sort = None if element.domain is None else read.game.domains[element.domain].sort
    general = {
        "number": element.kind is Kind.NUMBER,
        "card": sort is Sort.CARD,
        "space": sort is Sort.SPACE or element.kind is Kind.NUMBER,
        "line": sort is Sort.LINE,
        "direction": sort is Sort.DIRECTION,
    }
    fits = general[kind] if kind in general else join(kind_type(read, kind, binder.span), element) is not None
    if not fits:
        message = f"`{kind} {binder.name}` runs over {read.game.describe(element).removeprefix('a ')} elements here"
        raise error("runs-over-others", binder.span, message)
