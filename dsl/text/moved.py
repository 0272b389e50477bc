"""Outlines somewhere else: what stands further down because of lines above it."""

from __future__ import annotations

from ...program.span import Span
from .nodes import Mapping, Node, Pair, Scalar, Sequence


def moved(node: Node, lines: int) -> Node:
    """The same node with its positions *lines* lines further down."""
    match node:
        case Scalar():
            return Scalar(node.text, node.raw, node.quoted, _down(node.span, lines))
        case Mapping():
            pairs = []
            for pair in node.pairs:
                key = moved(pair.key, lines)
                assert isinstance(key, Scalar)
                pairs.append(Pair(key, moved(pair.value, lines)))
            return Mapping(tuple(pairs), _down(node.span, lines), node.merged)
        case _:
            return Sequence(tuple(moved(item, lines) for item in node.items), _down(node.span, lines), node.merged)


def _down(span: Span, lines: int) -> Span:
    return Span(span.line + lines, span.column, span.end_line + lines, span.end_column)
