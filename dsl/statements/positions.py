"""Lowers the sentences that remember how things stand, and forget it."""

from __future__ import annotations

from ...program import ir
from ..expressions.positions import indices, position
from ..sentences import syntax as s
from .context import Lowered, Lowering


def remember(node: s.RememberLine, to: Lowering) -> list[ir.Op]:
    """`remember diagram[me]`"""
    to.alone("remember a position", node.span)
    symbol = position(to.elaborator, node.position)
    return [ir.Remember(symbol.index, indices(to.elaborator, symbol, node.position), to.elaborator.sentence)]


def forget(node: s.ForgetLine, to: Lowering) -> list[ir.Op]:
    """`forget diagram[me]`; without an index for all."""
    to.alone("forget a position", node.span)
    symbol = position(to.elaborator, node.position)
    axes = None if isinstance(node.position, s.Name) else indices(to.elaborator, symbol, node.position)
    return [ir.Forget(symbol.index, axes, to.elaborator.sentence)]


SENTENCES: dict[type, Lowered] = {s.RememberLine: remember, s.ForgetLine: forget}
