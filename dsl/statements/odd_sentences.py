"""Lowers the sentences that belong to no family: what is said, conditions out of place, lines that could not be read."""

from __future__ import annotations

from ...program import ir
from ..diagnostics import shared
from ..expressions.messages import message
from ..sentences import syntax as s
from .context import Lowered, Lowering
from .prompts import told_apart


def say(node: s.SayLine, to: Lowering) -> list[ir.Op]:
    """`say "{p} is first"`"""
    to.alone("say something", node.span)
    cases = told_apart(node, to)
    if cases:
        return list(to.block(cases))
    return [ir.Say(message(node.reason, to.elaborator), None, False, to.elaborator.sentence)]


def nothing(node: s.NothingLine, to: Lowering) -> list[ir.Op]:
    """`nothing happens`"""
    return []


def only_if(node: s.OnlyIf, to: Lowering) -> list[ir.Op]:
    """`only if …` anywhere but under an option."""
    raise shared.misplaced_condition(node.span)


def unreadable(node: s.Unreadable, to: Lowering) -> list[ir.Op]:
    """A line that was complained of already; the name that it may give is known."""
    to.forgive(node.name)
    return []


SENTENCES: dict[type, Lowered] = {s.SayLine: say, s.NothingLine: nothing, s.OnlyIf: only_if, s.Unreadable: unreadable}
