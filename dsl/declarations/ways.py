"""What is printed on cards, spaces and values of enumerations where it is directions of a board: `straight + diagonal`."""

from __future__ import annotations

import re

from ...program import ir
from ..diagnostics.report import error
from ..expressions.groups import is_set
from ..sentences.parse import parse_expression
from ..symbols.symbols import Printed, Sort, Symbols
from ..symbols.types import Kind, SetOf, Type
from ..text.fields import Findings, describe
from ..text.nodes import Node, Scalar, Sequence
from .constants import reader

FIRST = re.compile(r"[^\W\d]\w*")


def directed(node: Node, game: Symbols) -> bool:
    """Whether what is printed begins with the name of a direction, or of a set of them, which names nothing else."""
    if isinstance(node, Sequence):
        return any(directed(item, game) for item in node.items)
    first = FIRST.match(node.text.strip()) if isinstance(node, Scalar) else None
    if first is None or first.group() in game.constants or first.group() in game.symbols:
        return False
    return any(first.group() in (*board.layout.ways, *board.layout.directions) for board in game.boards if board.directed)


def ways(nodes: list[Node | None], game: Symbols, what: str) -> Printed:
    """The directions printed on each element, as rows; *what* names them in messages. Raises DiagnosticError."""
    type_: Type | None = None
    rows: list[tuple[int, ...]] = []
    for node in nodes:
        row: list[int] = []
        for item in () if node is None else node.items if isinstance(node, Sequence) else (node,):
            found = _directions(item, game, what)
            if type_ is not None and type_.domain != found.element.domain:
                raise error(
                    "wrong-type", item.span, f"{what} is {game.describe(type_)} elsewhere and {game.describe(found.element)} here"
                )
            type_ = found.element
            row += found.constant or ()
        rows.append(tuple(dict.fromkeys(row)))
    assert type_ is not None
    assert type_.domain is not None
    return Printed(game.domains[type_.domain].type(), None, game.row_table(tuple(rows)), max(map(len, rows)))


def _directions(node: Node, game: Symbols, what: str) -> SetOf:
    if not isinstance(node, Scalar):
        raise error("not-directions", node.span, f"expected directions for {what}, found {describe(node)}")
    parsed = parse_expression(node)
    read = reader(game, Findings())
    if is_set(read, parsed):
        found = read.elements(parsed)
    else:
        typed = read.value(parsed)
        found = SetOf(ir.Listed((typed.expr,)), typed.type, 1)
    element = found.element
    if element.kind is not Kind.ELEMENT or element.domain is None or game.domains[element.domain].sort is not Sort.DIRECTION:
        raise error("mixed-directions", node.span, f"expected directions for {what}, found {game.describe(element)}")
    if found.constant is None:
        raise error("directions-not-known", node.span, f"expected directions for {what} that are known before play")
    return found
