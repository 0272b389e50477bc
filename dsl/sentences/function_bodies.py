"""Reads what a function gives: one line, a list of names with the value behind them, or values by condition."""

from __future__ import annotations

from ..diagnostics import shared
from ..diagnostics.diagnostic import DiagnosticError
from ..diagnostics.report import error
from ..text.fields import describe
from ..text.nodes import Mapping, Node, Pair, Scalar, Sequence
from ..text.source import Source
from . import syntax as s
from .parse import Start, parse, parse_expression

DEEPEST = 40
"""The most names and conditions of a function on the way to one value."""

FORM = "an expression, or a list with `let …` and `if …:`, `else if …:`, `else:`"


def function_body(node: Node, source: Source, depth: int = 0) -> s.Expression:
    """The expression that a function stands for. Raises DiagnosticError."""
    if depth > DEEPEST:
        raise error("too-deep", node.span, f"a function has at most {DEEPEST} names and conditions on the way to a value")
    match node:
        case Scalar(text=text, quoted=False) if not text.strip():
            raise error("empty-function", node.span, "expected an expression, found nothing")
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
            raise shared.wrong_shape(FORM, describe(node), node.span)


def _expression(scalar: Scalar) -> s.Expression:
    return parse_expression(scalar)


def _list(items: tuple[Node, ...], node: Sequence, source: Source, depth: int) -> s.Expression:
    """Names, each for all lines below it, and last what the function gives."""
    first, rest = items[0], items[1:]
    if not (isinstance(first, Scalar) and first.text.startswith("let ")):
        if rest:
            message = "this line comes behind what the function gives"
            raise error("misplaced", rest[0].span, message, help="only names stand above")
        return function_body(first, source, depth)
    line = parse(first, Start.SENTENCE)
    if not isinstance(line, s.LetLine):
        raise error("row-in-a-function", first.span, "a function has no rows of values", help="name one value: `let x = …`")
    if not rest:
        raise error("nothing-given", first.span, "a function ends with what it gives", help="put a line with the value below")
    below = Sequence(rest, node.span)
    return s.Naming(line.name, line.value, _list(rest, below, source, depth + 1), span=line.span)


def _branches(pairs: tuple[Pair, ...], source: Source, depth: int) -> s.Expression:
    """The value under the first condition that holds; the last one stands under `else:`."""
    first, rest = pairs[0], pairs[1:]
    head = _heading(first)
    if head.test is None:
        if rest:
            raise error("misplaced", rest[0].key.span, "nothing follows `else:`")
        return function_body(first.value, source, depth + 1)
    if not rest:
        raise error("missing-key", first.key.span, "what the function gives otherwise is missing", help="end with `else: …`")
    if _heading(rest[0]).first:
        message = f"`{rest[0].key.text}` cannot follow an `if` here"
        raise error("misplaced", rest[0].key.span, message, help="write `else if …:`")
    then, otherwise = function_body(first.value, source, depth + 1), _branches(rest, source, depth + 1)
    return s.Choice(then, head.test, otherwise, span=head.span)


def _heading(pair: Pair) -> s.IfHead:
    try:
        head = parse(pair.key, Start.HEADING)
    except DiagnosticError:
        if pair.key.text.split()[:1] in (["if"], ["else"]):
            raise
        head = None
    if not isinstance(head, s.IfHead):
        raise error("key-in-a-function", pair.key.span, f"expected {FORM}, found the key `{pair.key.text}`")
    return head
