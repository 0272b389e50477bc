"""Values that are listed by the elements they belong to: `{Anne: 3, others: 5}`, `{d5: Black}`, `[a1, h8]` for truths."""

from __future__ import annotations

from collections.abc import Iterator

from ...program import ir
from ..diagnostics.diagnostic import guess
from ..diagnostics.report import error, misspelt
from ..expressions.elaborate import Elaborator
from ..sentences.parse import parse_expression
from ..symbols.types import Kind, Type, number
from ..text.fields import describe, text
from ..text.nodes import Mapping, Node, Scalar, Sequence

OTHERS = "others"
"""Stands for all elements that are not named beside it: `{others: nothing, e1: king}`."""


def by_element(
    name: str, type_: Type, extents: tuple[ir.Extent, ...], base: int, node: Node, read: Elaborator
) -> Iterator[tuple[int, int]]:
    """The slots from *base* on of a variable, score or piece that *node* names, each with its value. Raises DiagnosticError."""
    what = f"the values of `{name}`"
    for row, listed in instances(what, extents[:-1], base, node, read):
        if extents and isinstance(listed, Sequence) and type_.kind is Kind.TRUTH:
            for item in listed.items:
                yield row + _step(text(item, "an element"), extents[-1], read), 1
        else:
            for slot, each in instances(what, extents[-1:], row, listed, read):
                yield slot, _value(each, type_, read)


def instances(what: str, extents: tuple[ir.Extent, ...], base: int, node: Node, read: Elaborator) -> Iterator[tuple[int, Node]]:
    """The first slot of each instance that *node* names by its indices, and what is written there; *base* is that of the first.

    *what* names in messages what is expected by element. Raises DiagnosticError.
    """
    if not extents:
        yield base, node
        return
    if not isinstance(node, Mapping):
        raise error(
            "not-by-element",
            node.span,
            f"expected {what} by element, found {describe(node)}",
            help=_shown(what, extents, node, read),
        )
    extent, named, others = extents[0], set[int](), None
    for pair in node.pairs:
        if pair.key.text.strip() == OTHERS and not _is_element(OTHERS, extent, read):
            others = pair.value
            continue
        step = _step(pair.key, extent, read)
        named.add(step)
        yield from instances(what, extents[1:], base + step, pair.value, read)
    if others is not None:
        for step in range(0, extent.size * extent.stride, extent.stride):
            if step not in named:
                yield from instances(what, extents[1:], base + step, others, read)


def _shown(what: str, extents: tuple[ir.Extent, ...], node: Node, read: Elaborator) -> str:
    """What was written as it stands by element, for example."""
    extent = extents[0]
    labels = [label.plain for label in read.game.domains[extent.domain].ir.labels] if extent.domain is not None else []
    names = labels[: extent.size] or [str(extent.low + step) for step in range(extent.size)]
    match node:
        case Sequence(items=items) if (
            what.startswith("the values") and len(items) == len(names) and all(isinstance(each, Scalar) for each in items)
        ):
            values = [each.text for each in items if isinstance(each, Scalar)]
        case Sequence(items=items):
            values = ["[" + ", ".join(each.text for each in items if isinstance(each, Scalar)) + "]"]
        case Scalar(text=words):
            values = [words]
        case _:
            return ""
    return "for example `{" + ", ".join(f"{name}: {value}" for name, value in zip(names, values, strict=False)) + "}`"


def _is_element(word: str, extent: ir.Extent, read: Elaborator) -> bool:
    """Whether an element of the index has this name."""
    return extent.domain is not None and word in (label.plain for label in read.game.domains[extent.domain].ir.labels)


def _step(scalar: Scalar, extent: ir.Extent, read: Elaborator) -> int:
    """How far behind the first slot the element stands that a word stands for. Raises DiagnosticError when there is none."""
    return (index_value(scalar, extent, read) - extent.low) * extent.stride


def index_value(scalar: Scalar, extent: ir.Extent, read: Elaborator) -> int:
    """The element of an index that a word stands for. Raises DiagnosticError when there is none."""
    value = element_value(scalar, index_type(extent, read), read)
    if not extent.low <= value < extent.low + extent.size:
        raise error("start-of-no-element", scalar.span, f"there is no element `{scalar.text}` here")
    return value


def index_type(extent: ir.Extent, read: Elaborator) -> Type:
    """The type of one element of an index."""
    if extent.domain is None:
        return number(extent.low, extent.low + extent.size - 1)
    return read.game.domains[extent.domain].type(extent.low, extent.size)


def element_value(scalar: Scalar, type_: Type, read: Elaborator) -> int:
    """The value that a word stands for: a number, or the name of an element. Raises DiagnosticError."""
    if type_.domain is not None and type_.kind is Kind.ELEMENT:
        domain = read.game.domains[type_.domain]
        for value, each in read.game.constants.get(scalar.text.strip(), []):
            if each.domain == domain.index:
                return value
        for index, label in enumerate(domain.ir.labels):
            if label.plain == scalar.text.strip():
                return domain.ir.low + index
        if scalar.text.strip() != "nothing":
            names = [label.plain for label in domain.ir.labels]
            message = f"expected {read.game.describe(type_)}, found `{scalar.text}`"
            wrong = misspelt("unknown-element", scalar.span, message, guess(scalar.text, names))
            raise read.game.missed(scalar.text.strip(), wrong)
    node = parse_expression(scalar)
    constant = read.fitting(node, type_.or_nothing()).constant
    if constant is None:
        raise error("not-known-value", scalar.span, f"expected a value that is known, found `{scalar.text}`")
    return constant


def _value(node: Node, type_: Type, read: Elaborator) -> int:
    value = element_value(text(node, "a value"), type_, read)
    if value == ir.NOTHING:
        if not type_.maybe:
            raise error("nothing-for-a-value", node.span, f"expected {read.game.describe(type_)}, found `nothing`")
    elif not type_.low <= value <= type_.high:
        raise error("given-out-of-range", node.span, f"expected {type_.low}..{type_.high}, found {value}")
    return value
