"""Reads what a function gives: one line, a list of names with the value behind them, or values by condition."""

from __future__ import annotations

from ..complaints import bad_lists, bad_shapes, limits
from ..complaints.diagnostics import Complaint
from ..text.fields import describe
from ..text.nodes import Mapping, Node, Pair, Scalar, Sequence
from ..text.source import Source
from . import syntax as s
from .parse import Start, parse

DEEPEST = 40
"""The most names and conditions of a function on the way to one value."""

FORM = "an expression, or a list with `let …` and `if …:`, `else if …:`, `else:`"


def function_body(node: Node, source: Source, depth: int = 0) -> s.Expression:
    """The expression that a function stands for. Raises Complaint."""
    if depth > DEEPEST:
        raise limits.too_deep(f"a function has at most {DEEPEST} names and conditions on the way to a value", node.span)
    match node:
        case Scalar(text=text, quoted=False) if not text.strip():
            raise bad_shapes.empty_function(node.span)
        case Scalar():
            return _expression(node)
        case Mapping(pairs=pairs) if pairs:
            return _branches(pairs, source, depth)
        case Sequence(items=items):
            written = source.text_of(node.span)
            if written.startswith("["):  # a list of values, which YAML takes for its own
                return _expression(Scalar(written, written, False, node.span))
            return _list(items, node, source, depth)
        case _:
            raise bad_shapes.wrong_shape(FORM, describe(node), node.span)


def _expression(scalar: Scalar) -> s.Expression:
    found = parse(scalar, Start.EXPRESSION)
    assert isinstance(found, s.Expression)
    return found


def _list(items: tuple[Node, ...], node: Sequence, source: Source, depth: int) -> s.Expression:
    """Names, each for all lines below it, and last what the function gives."""
    first, rest = items[0], items[1:]
    if not (isinstance(first, Scalar) and first.text.startswith("let ")):
        if rest:
            raise bad_shapes.misplaced("this line comes behind what the function gives", rest[0].span, "only names stand above")
        return function_body(first, source, depth)
    line = parse(first, Start.SENTENCE)
    if not isinstance(line, s.LetLine):
        raise bad_shapes.row_in_a_function(first.span)
    if not rest:
        raise bad_shapes.nothing_given(first.span)
    below = Sequence(rest, node.span)
    return s.Naming(line.name, line.value, _list(rest, below, source, depth + 1), line.span)


def _branches(pairs: tuple[Pair, ...], source: Source, depth: int) -> s.Expression:
    """The value under the first condition that holds; the last one stands under `else:`."""
    first, rest = pairs[0], pairs[1:]
    head = _heading(first)
    if head.test is None:
        if rest:
            raise bad_shapes.misplaced("nothing follows `else:`", rest[0].key.span)
        return function_body(first.value, source, depth + 1)
    if not rest:
        raise bad_lists.nothing_otherwise(first.key.span)
    if _heading(rest[0]).first:
        message = f"`{rest[0].key.text}` cannot follow an `if` here"
        raise bad_shapes.misplaced(message, rest[0].key.span, "write `else if …:`")
    then, otherwise = function_body(first.value, source, depth + 1), _branches(rest, source, depth + 1)
    return s.Choice(then, head.test, otherwise, head.span)


def _heading(pair: Pair) -> s.IfHead:
    try:
        head = parse(pair.key, Start.HEADING)
    except Complaint:
        if pair.key.text.split()[:1] in (["if"], ["else"]):
            raise
        head = None
    if not isinstance(head, s.IfHead):
        raise bad_shapes.key_in_a_function(FORM, pair.key.text, pair.key.span)
    return head
