"""What emitted code takes for granted: the intervals of slots and expressions, and whether a match keeps to them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from attrs import evolve

from rulerun.interpreter.machine import expressions
from rulerun.interpreter.machine.context import Context, Evaluation
from rulerun.program.ir import NOTHING, WHERE, All, Comparison, Contains, Either, Expr, Not, Number, Program
from rulerun.program.ranges import known

from .failure import Failure

Claim = tuple[int, int, int, bool]
"""A slot, the lowest and the highest number that it can hold, and whether it can hold nothing."""

TRUTHS = (Not, Comparison, All, Either, Contains, Number)
"""Expressions whose intervals say nothing."""


def intervals_of(program: Program) -> tuple[tuple[Claim, ...], Callable[[Expr], tuple[int, int, bool]]]:
    """The claims of all slots but the first, and what gives the claim of an expression.

    Everything that the fuzzer knows of the analysis is here.
    """
    ranges = known(program)

    def of(expr: Expr) -> tuple[int, int, bool]:
        found = ranges.value(expr)
        return found.low, found.high, found.absent

    every = ((slot, ranges.slots[slot]) for slot in range(program.slots) if slot != WHERE)
    return tuple((slot, found.low, found.high, found.absent) for slot, found in every), of


def check_slots(claims: tuple[Claim, ...], slots: tuple[int, ...]) -> None:
    """Every slot holds what is claimed."""
    for slot, low, high, absent in claims:
        value = slots[slot]
        if not (low <= value <= high or (value == NOTHING and absent)):
            raise Failure("slots", f"slot {slot} holds {value}, claimed was {low}..{high}{' or nothing' if absent else ''}")


def watched(program: Program, of: Callable[[Expr], tuple[int, int, bool]], play: Callable[[Program], None]) -> None:
    """Plays a copy of the Program whose machine checks every result of an expression."""
    plain = expressions.test
    widest = (-(2**31) + 1, 2**31 - 1)

    def checked(context: Context, expr: Expr) -> Evaluation:
        run = plain(context, expr)
        if isinstance(expr, TRUTHS):
            return run
        low, high, absent = of(expr)
        if low <= widest[0] and high >= widest[1] and absent:
            return run

        def look(s: list[int]) -> int:
            value = run(s)
            if not (low <= value <= high or (value == NOTHING and absent)):
                raise Failure("intervals", f"an expression {type(expr).__name__} gives {value}, claimed was {low}..{high}")
            return value

        return look

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(expressions, "test", checked)
        play(evolve(program))
