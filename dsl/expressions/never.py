"""Comparisons that never hold: a declared value compared with a number that is outside of its bounds."""

from __future__ import annotations

import re

from ...program import ir
from ..diagnostics.report import warning
from ..sentences import syntax as s
from ..symbols.symbols import SIZES, PlaceSymbol, ZoneSymbol
from ..symbols.types import Kind, SetOf, Typed
from .context import Reading

MIRRORED = {
    ir.Relation.LESS: ir.Relation.MORE,
    ir.Relation.AT_MOST: ir.Relation.AT_LEAST,
    ir.Relation.MORE: ir.Relation.LESS,
    ir.Relation.AT_LEAST: ir.Relation.AT_MOST,
}
"""The relation in which the right side is to the left one; the others are the same both ways."""


def look_at(read: Reading, left: s.Expression, right: s.Expression, how: ir.Relation, values: tuple[Typed, Typed]) -> None:
    """Warn of a comparison that never holds: of a declared value with a number, or with the name of a value.

    A bound that is calculated does not count, for it may be another where a parameter is. Where a comparison can hold, that is
    noted too: a finding about the same words in another variant, or for another number of players, does not stand.
    """
    span = left.span.until(right.span)
    first, second = values
    words = read.game.source.words(left.span)
    if how in SAME_NEVER and words and words == read.game.source.words(right.span):
        read.findings.tell(warning("never-holds", span, f"this never holds: both sides are `{words}`"))
        return
    if _written(read, left) and _declared(read, right) is not None:
        left, right, first, second, how = right, left, second, first, MIRRORED.get(how, how)
    name, value, type_ = _declared(read, left), second.constant, first.type
    if name is None or value is None or first.constant is not None or not _written(read, right):
        return
    if type_.kind not in (Kind.NUMBER, Kind.ELEMENT):
        return
    open_ends = read.game.calculated.get(name, (False, False))
    low = ir.SMALLEST if open_ends[0] else type_.low
    high = ir.LARGEST if open_ends[1] else type_.high
    if _holds(how, low, high, value):
        read.game.can_hold.add(span)
        return
    if type_.kind is Kind.NUMBER:
        message = f"this never holds: `{words}` is a number from {type_.low} to {type_.high}"
    else:
        message = f"this never holds: `{words}` is never `{read.game.source.words(right.span)}`"
    read.findings.tell(warning("never-holds", span, message))


SAME_NEVER = (ir.Relation.LESS, ir.Relation.MORE, ir.Relation.DIFFERENT)
"""The relations in which no value is to itself."""


def never_together(read: Reading, node: s.Logic) -> None:
    """Warn of `a = 1 and a = 2`: of comparisons of one value with numbers that never hold at the same time."""
    bounds: dict[str, tuple[int, int]] = {}
    for part in node.parts if node.conjunction else ():
        match part:
            case s.Compare(parts=(s.Name() | s.Element() | s.Attribute() as left, s.Numeral(value)), relations=(sign,)):
                pass
            case _:
                continue
        words = read.game.source.words(left.span)
        low, high = bounds.get(words, (ir.SMALLEST, ir.LARGEST))
        least = {"=": value, "is": value, ">=": value, ">": value + 1}.get(sign, low)
        most = {"=": value, "is": value, "<=": value, "<": value - 1}.get(sign, high)
        bounds[words] = low, high = max(low, least), min(high, most)
        if low > high:
            message = f"this never holds: `{words}` cannot meet all of these conditions at once"
            read.findings.tell(warning("never-holds", node.span, message, help="one of several has `or` between them"))
            return


def against_itself(read: Reading, node: s.Quantified, found: SetOf) -> None:
    """Warn of `every player q has points[p] > points[q]`, where p is among the players: nobody has more than themselves."""
    match node.test:
        case s.Compare(parts=(left, right), relations=("<" | ">" | "!=",)):
            pass
        case _:
            return
    name, words = node.binder.name, [read.game.source.words(part.span) for part in (left, right)]
    for other in dict.fromkeys(re.findall(r"[^\W\d]\w*", " ".join(words))):
        local = read.scope.find(other) if other != name else None
        if local is None or local.type.domain is None or local.type.domain != found.element.domain or local.type.maybe:
            continue
        among = found.size == found.element.high - found.element.low + 1 and (
            found.element.low <= local.type.low and local.type.high <= found.element.high
        )
        first, second = (re.sub(rf"\b{other}\b", name, each) for each in words)
        if among and first == second and words[0] != words[1]:
            kind = read.game.source.words(node.binder.span)
            help_ = f"write `every {kind} where {name} != {other} has …`"
            message = f"this never holds: `{name}` is `{other}` as well"
            read.findings.tell(warning("never-holds", node.test.span, message, help=help_))


def _holds(how: ir.Relation, low: int, high: int, value: int) -> bool:
    """Whether a number from *low* to *high* can be in that relation to the *value*."""
    match how:
        case ir.Relation.EQUAL:
            return low <= value <= high
        case ir.Relation.DIFFERENT:
            return True
        case ir.Relation.LESS:
            return low < value
        case ir.Relation.AT_MOST:
            return low <= value
        case ir.Relation.MORE:
            return high > value
        case ir.Relation.AT_LEAST:
            return high >= value


def _written(read: Reading, node: s.Expression) -> bool:
    """Whether a number stands there in figures, or the name of a value."""
    match node:
        case s.Numeral() | s.Negative(value=s.Numeral()):
            return True
        case s.Name(name):
            return read.scope.find(name) is None and name in read.game.constants and name not in read.game.symbols
        case _:
            return False


def _declared(read: Reading, node: s.Expression) -> str | None:
    """The name of the variable, score or piece that stands there, of what is printed, or for counted cards `SIZES`."""
    match node:
        case s.Name(name) | s.Element(name=name):
            declared = read.scope.find(name) is None and isinstance(read.game.symbols.get(name), PlaceSymbol)
            return name if declared else None
        case s.Attribute(name=name):
            return name
        case s.Invoke(name="count", arguments=(s.Name(name) | s.Element(name=name),)):
            zone = read.game.symbols.get(name) if read.scope.find(name) is None else None
            return SIZES if isinstance(zone, ZoneSymbol) else None
        case _:
            return None
