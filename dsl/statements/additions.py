"""Lowers `+=` and `-=` with `for each`, as sentences that exist: a sum, a change of many values at once, or a loop."""

from __future__ import annotations

from ...program import ir
from ..diagnostics.report import error
from ..expressions.binders import binder_set
from ..sentences import syntax as s
from ..sentences import walk
from .assignment import change, change_all
from .context import Lowered, Lowering
from .control import for_each


def add_all(node: s.AddAll, to: Lowering) -> list[ir.Op]:
    """`points[p] += t.worth for each t in mine[p]`: every element adds its value, and no value depends on what others add."""
    target, name = node.target, node.binder.name
    indices = target.indices if isinstance(target, s.Element) else ()
    if not any(isinstance(part, s.Name) and part.name == name for part in walk.parts(indices)):
        total = s.Sum(node.value, node.binder, node.where, span=node.value.span)
        return change(s.Change(target, node.how, total, None, span=node.span), to)
    direct = any(isinstance(index, s.Name) and index.name == name for index in indices)
    if direct and binder_set(to.elaborator, node.binder).zone is None:  # equal cards of a zone add to the same element
        new = s.Calculate(node.how, target, node.value, span=node.value.span)
        return change_all(s.ChangeAll(target, new, node.binder, node.where, span=node.span), to)
    before = len(to.elaborator.reads)
    head = s.ForEachHead(node.binder, node.where, None, (), None, span=node.span)
    one = s.Change(target, node.how, node.value, None, span=node.span)
    loop = for_each(s.ForEachBlock(head, (one,), span=node.span), to)
    _not_read(node, target, before, to)
    return loop


def _not_read(node: s.AddAll, target: s.Expression, before: int, to: Lowering) -> None:
    """Raises DiagnosticError if a value depends on the variable whose elements are changed one after another."""
    assert isinstance(target, s.Element)
    read = [each.span for each in to.elaborator.reads[before:] if each.name == target.name and each.span != target.span]
    named = (node.value, node.where, *target.indices)
    read += [part.span for part in walk.parts(named) if isinstance(part, s.Name | s.Element) and part.name == target.name]
    if read:
        message = f"several elements may add to the same `{target.name}`, so that its value cannot decide here what they add"
        raise error("changed-and-read", read[0], message, help="name what decides before, with `let`")


SENTENCES: dict[type, Lowered] = {s.AddAll: add_all}
