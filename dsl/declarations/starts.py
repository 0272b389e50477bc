"""How variables, scores and pieces start: one value for all, values by element, or a calculation for each element."""

from __future__ import annotations

from itertools import product

from ...program import ir
from ...program.span import Span
from ..diagnostics import shared
from ..diagnostics.report import error
from ..expressions.elaborate import Elaborator
from ..expressions.kinds import kind_type
from ..sentences import syntax as s
from ..sentences.parse import given_names, parse_expression
from ..symbols.scope import Local, Scope
from ..symbols.symbols import Sort, Symbols
from ..symbols.types import Kind, Type, join
from ..text.fields import Findings, text
from ..text.nodes import Mapping, Pair, Sequence
from .by_element import by_element, index_type
from .constants import elements, reader


def starting_values(
    name: str, type_: Type, extents: tuple[ir.Extent, ...], starts: Pair | None, game: Symbols, findings: Findings
) -> tuple[int, ...]:
    """What each element of *name*, which holds *type_*, has at the start of a match, as `starts as:` says. Raises
    DiagnosticError.
    """
    count = elements(extents)
    if starts is None:
        return (_usual(type_),) * count
    read = reader(game, findings)
    if "(" in starts.key.text:
        return tuple(_calculated(name, type_, extents, starts, read))
    if not isinstance(starts.value, Mapping | Sequence):
        return (_known(name, type_, _expression(starts), read),) * count
    if not extents:
        raise error(
            "one-start",
            starts.value.span,
            f"`{name}` is one value: it has no elements that could start differently",
            help="for example `starts as: 3`",
        )
    values = [_usual(type_)] * count
    seen: set[int] = set()
    for slot, value in by_element(name, type_.or_nothing(), extents, 0, starts.value, read):
        if slot in seen:
            raise error("duplicate-name", starts.value.span, f"an element of `{name}` stands here twice")
        seen.add(slot)
        values[slot] = value
    return tuple(values)


def _usual(type_: Type) -> int:
    """What starts where nothing is said: nothing where that may be, else 0 or the lowest number."""
    if type_.maybe or type_.kind is Kind.ELEMENT:
        return ir.NOTHING
    return 0 if type_.low <= 0 <= type_.high else type_.low


def _expression(starts: Pair) -> s.Expression:
    return parse_expression(text(starts.value, "a value"))


def _known(name: str, type_: Type, node: s.Expression, read: Elaborator) -> int:
    """The value of an expression that must be known before play. Raises DiagnosticError."""
    value = read.fitting(node, type_.or_nothing()).constant
    if value is None:
        raise error("start-not-known", node.span, f"the start of `{name}` must be known before play")
    if value != ir.NOTHING and not type_.low <= value <= type_.high:
        raise error("start-out-of-range", node.span, f"`{name}` holds {type_.low}..{type_.high}, found {value}")
    return value


def _calculated(name: str, type_: Type, extents: tuple[ir.Extent, ...], starts: Pair, read: Elaborator) -> list[int]:
    """The values of `starts as (space s): s.row`, one element after the other. Raises DiagnosticError."""
    key, parameters = starts.key, given_names(starts.key)
    node = _expression(starts)
    if len(parameters) != len(extents):
        raise shared.names_of_a_start(name, len(extents), len(parameters), key.span)
    types = [index_type(extent, read) for extent in extents]
    for (kind, word, span), wanted in zip(parameters, types, strict=True):
        read.fresh(word, span)
        if not _is_a(kind, wanted, span, read):
            raise error("wrong-type", span, f"expected {read.game.describe(wanted)} here, found `{kind}`")
    words = [word for _, word, _ in parameters]
    values = []
    for at in product(*(range(extent.low, extent.low + extent.size) for extent in extents)):
        known = zip(words, types, at, strict=True)
        read.scope = Scope(None, {word: Local(word, type_, ir.Number(value), fixed=True) for word, type_, value in known})
        values.append(_known(name, type_, node, read))
    return values


def _is_a(kind: str, wanted: Type, span: Span, read: Elaborator) -> bool:
    """Whether the word for a kind stands for elements of that type; `space` and `card` do whatever their board or deck."""
    sort = None if wanted.domain is None else read.game.domains[wanted.domain].sort
    if (kind, sort) in (("space", Sort.SPACE), ("card", Sort.CARD)):
        return True
    return join(kind_type(read, kind, span), wanted) is not None
