"""Reads the steps that a grid declares as its own: sets of directions that lead further than to the next space."""

from __future__ import annotations

import re

from attrs import evolve

from ..diagnostics import shared
from ..diagnostics.report import error
from ..symbols.board_shapes import Layout, Point, leap
from ..symbols.symbols import Symbols
from ..text.fields import Fields, describe, mapping, text, whole
from ..text.nodes import Node, Scalar, Sequence
from .constants import WORD

FARTHEST = 1_000
"""The most columns or rows that one step goes."""

MOST_STEPS = 64
"""The most steps of one set."""

TURNS = re.compile(r"every\s+turn\s+of\s+\[\s*(-?\d+)\s*,\s*(-?\d+)\s*\]$")
SHAPE = "steps such as `[2, 0]`, `[[1, 2], [2, 1]]` (columns to the right, rows up) or `every turn of [1, 2]`"


def own_steps(fields: Fields, layout: Layout, game: Symbols) -> Layout:
    """The layout with the steps of its own that the board declares. Raises DiagnosticError."""
    node = fields.get("steps")
    if node is None:
        return layout
    leaps, returns, ways = dict[str, tuple[int, ...]](), dict[str, tuple[int, ...]](), dict(layout.ways)
    turned = dict[str, tuple[int, ...]]()
    known = {layout.steps[name]: name for name in reversed(layout.steps)}
    for pair in mapping(node, "steps by name, such as `leap: every turn of [1, 2]`").pairs:
        name = pair.key.text
        if not WORD.match(name):
            raise error("name-of-steps", pair.key.span, f"expected a name of one word for steps, found `{name}`")
        if name in ways or name in layout.steps:
            raise error(
                "steps-are-a-direction", pair.key.span, f"`{name}` is a direction of this board already", help="take another name"
            )
        moves = _moves(pair.value)
        game.spent.take_entries(3 * len(moves) * len(layout.names), f"`{name}`", pair.key.span)
        found = []
        for number, move in enumerate(moves, 1):
            step = leap(layout, move)
            label = known.setdefault(step, name if len(moves) == 1 else f"{name}{number}")
            if label not in layout.steps:
                leaps[label], returns[label] = step, leap(layout, (-move[0], -move[1]))
                turned[label] = leap(layout, (move[1], -move[0]))
            found.append(label)
        ways[name] = tuple(dict.fromkeys(found))
    back = {label: known[step] for label, step in returns.items() if step in known}
    turns = layout.turns | {label: known[step] for label, step in turned.items() if step in known}
    return evolve(layout, leaps=leaps, returns=back, ways=ways, turns=turns)


def _moves(node: Node) -> tuple[Point, ...]:
    """The steps of one set, columns to the right first."""
    if isinstance(node, Scalar):
        turns = TURNS.match(node.text.strip())
        if turns is None:
            raise shared.wrong_shape(SHAPE, describe(node), node.span)
        across, up = (_far(each, node) for each in turns.groups())
        right = [(across, up), (up, across), (up, -across), (across, -up)]
        moves = right + [(-one, -other) for one, other in right]
    elif isinstance(node, Sequence) and node.items and all(isinstance(item, Scalar) for item in node.items):
        moves = [_move(node)]
    elif isinstance(node, Sequence) and node.items:
        moves = [_move(item) for item in node.items]
    else:
        raise shared.wrong_shape(SHAPE, describe(node), node.span)
    if (0, 0) in moves:
        raise error("step-to-itself", node.span, "a step leads to another space")
    found = tuple(dict.fromkeys(moves))
    if len(found) > MOST_STEPS:
        raise error("too-large", node.span, f"there are at most {MOST_STEPS} steps of one name, here are {len(found)}")
    return found


def _move(node: Node) -> Point:
    if not isinstance(node, Sequence) or len(node.items) != 2:
        raise shared.wrong_shape(SHAPE, describe(node), node.span)
    across, up = (_far(text(item, "a number of columns or rows").text, item) for item in node.items)
    return across, up


def _far(word: str, node: Node) -> int:
    number = whole(word.strip())
    if number is None:
        raise shared.wrong_shape(SHAPE, f"`{word}`", node.span)
    if abs(number) > FARTHEST:
        raise error("step-too-far", node.span, f"a step goes at most {FARTHEST:,} columns and rows, found {number}")
    return number
