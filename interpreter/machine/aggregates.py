"""Aggregates of sets: sums, counts, extremes, quantifiers, and the first element in an order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import assert_never

from ...program.ir import LARGEST, NOTHING, SMALLEST, Expr, First, Fold, FoldKind, Key
from ..core.reasons import NOTHING_IN_SUM, too_large
from .sets import turns, weighted
from .writing import Writing


def fold(w: Writing, expr: Fold) -> None:
    """The lines that work out a fold and return it."""
    match expr.kind:
        case FoldKind.SUM:
            _total(w, expr)
        case FoldKind.COUNT:
            _count(w, expr)
        case FoldKind.ANY | FoldKind.EVERY:
            _quantified(w, expr, expr.kind is FoldKind.ANY)
        case FoldKind.HIGHEST | FoldKind.LOWEST:
            _extreme(w, expr)
        case _:
            assert_never(expr.kind)


@contextmanager
def _passing(w: Writing, where: Expr | None) -> Iterator[None]:
    """What is written meanwhile is done where the element passes."""
    if where is None:
        yield
    else:
        with w.function.inside(f"if {w.truth(where)}"):
            yield


def _total(w: Writing, expr: Fold) -> None:
    function = w.function
    function.line("result = 0")
    with turns(w, expr.source, expr.slot, weighed=True) as turn, _passing(turn.inside, expr.where):
        number = turn.inside.value(expr.value)
        if turn.inside.known.value(expr.value).absent:
            once, number = turn.inside.again(number)
            function.line(f"if {once} == {NOTHING}: {w.fault(NOTHING_IN_SUM, expr.sentence)}()")
        function.line(f"result += {number} * {turn.weight}" if turn.weight != "1" else f"result += {number}")
        if expr.wide:
            function.line(f"if not {SMALLEST} <= result <= {LARGEST}: {w.fault(too_large, expr.sentence)}(result)")
    function.line("return result")


def _count(w: Writing, expr: Fold) -> None:
    w.function.line("result = 0")
    with turns(w, expr.source, expr.slot, weighed=True) as turn, _passing(turn.inside, expr.where):
        w.function.line(f"result += {turn.weight}")
    w.function.line("return result")


def _quantified(w: Writing, expr: Fold, wanted: bool) -> None:
    """`any` ends with the first element that has it, `every` with the first that has not."""
    function = w.function
    with turns(w, expr.source, expr.slot, weighed=False) as turn, _passing(turn.inside, expr.where):
        holds = turn.inside.truth(expr.value)
        function.line(f"if {holds}: return 1" if wanted else f"if not {holds}: return 0")
    function.line("return 0" if wanted else "return 1")


def _extreme(w: Writing, expr: Fold) -> None:
    """Values that are nothing are left out; equal ones of several copies count only where it is asked for a further one."""
    function = w.function
    repeated = weighted(expr.source) and expr.rank > 1 and not expr.distinct
    highest = expr.kind is FoldKind.HIGHEST
    function.line("found = []")
    with turns(w, expr.source, expr.slot, weighed=repeated) as turn, _passing(turn.inside, expr.where):
        number = turn.inside.value(expr.value)
        added = "found.extend([{}] * " + turn.weight + ")" if repeated else "found.append({})"
        if turn.inside.known.value(expr.value).absent:
            once, number = turn.inside.again(number)
            function.line(f"if {once} != {NOTHING}: {added.format(number)}")
        else:
            function.line(added.format(number))
    if expr.rank == 1:
        with function.inside("if found"):
            function.line(f"return {'max' if highest else 'min'}(found)")
    else:
        if expr.distinct:
            function.line("found = list(dict.fromkeys(found))")
        with function.inside(f"if 0 < {expr.rank} <= len(found)"):
            function.line(f"return sorted(found, reverse={highest})[{expr.rank - 1}]")
    function.line(f"return {_otherwise(w, expr.otherwise)}")


def _otherwise(w: Writing, otherwise: Expr | None) -> str:
    return str(NOTHING) if otherwise is None else w.value(otherwise)


def sort_key(w: Writing, key: Key) -> str:
    """The text of a key that sorts by the value, nothing last; whatever sorts is a pair."""
    number, sign = w.value(key.value), "-" if key.highest else ""
    if not w.known.value(key.value).absent:
        return f"(0, {sign}{number})"
    once, number = w.again(number)
    return f"((1, 0) if {once} == {NOTHING} else (0, {sign}{number}))"


def sort_keys(w: Writing, keys: tuple[Key, ...]) -> str:
    """The text of the keys together, the most significant first."""
    return f"({''.join(f'{sort_key(w, key)}, ' for key in keys)})"


def in_order(
    elements: list[int],
    store: Callable[[list[int], int], None],
    keys: Callable[[list[int]], tuple[tuple[int, int], ...]],
    s: list[int],
) -> list[int]:
    """The elements sorted by the keys, stably; *store* puts an element where the keys read it."""
    decorated = []
    for position, element in enumerate(elements):
        store(s, element)
        decorated.append((keys(s), position, element))
    decorated.sort()
    return [element for _, _, element in decorated]


def first(w: Writing, expr: First) -> None:
    """The lines that find the first element that passes, in the order of the keys and then of the set, and return it."""
    function = w.function
    if expr.keys:
        function.line("best = None")
    with turns(w, expr.source, expr.slot, weighed=False) as turn, _passing(turn.inside, expr.where):
        if expr.keys:
            function.line(f"rank = {sort_keys(turn.inside, expr.keys)}")
            function.line(f"if best is None or rank < best: best, found = rank, {turn.element}")
        else:
            function.line(f"return {turn.element}")
    if expr.keys:
        function.line("if best is not None: return found")
    function.line(f"return {_otherwise(w, expr.otherwise)}")
