"""A linear program, given row by row, and solved by SciPy, which comes with OpenSpiel."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Protocol

from attrs import Factory, frozen


class Missing(Exception):
    """What is needed to solve this is not installed."""


@frozen(eq=False)
class Rows:
    """Sums of some variables and their bounds, as a sparse matrix is given: values with their rows and columns."""

    values: list[float] = Factory(list)
    rows: list[int] = Factory(list)
    columns: list[int] = Factory(list)
    bounds: list[float] = Factory(list)

    def add(self, row: dict[int, float], bound: float) -> None:
        """One more: factors by variable, and the bound."""
        for column, value in row.items():
            self.values.append(value)
            self.rows.append(len(self.bounds))
            self.columns.append(column)
        self.bounds.append(bound)


class Found(Protocol):
    """What SciPy finds."""

    success: bool
    message: str
    x: Sequence[float]


class Linprog(Protocol):
    """`scipy.optimize.linprog`."""

    def __call__(
        self,
        factors: Sequence[float],
        at_most: object,
        bounds_at_most: Sequence[float],
        equal: object,
        bounds_equal: Sequence[float],
        ranges: Sequence[tuple[float | None, None]],
        method: str,
        /,
    ) -> Found:
        """The variables for which the sum by these factors is least."""


class Matrix(Protocol):
    """`scipy.sparse.csr_matrix`."""

    def __call__(self, values: tuple[Sequence[float], tuple[Sequence[int], Sequence[int]]], shape: tuple[int, int], /) -> object:
        """A sparse matrix."""


def highest(wanted: int, many: int, at_most: Rows, equal: Rows) -> tuple[float, ...]:
    """The variables with that one as high as can be; the first *many* are not below 0, and *wanted* is the last.

    Raises Missing without SciPy, ArithmeticError when there is no solution.
    """
    try:
        linprog: Linprog = import_module("scipy.optimize").linprog
        matrix: Matrix = import_module("scipy.sparse").csr_matrix
    except ImportError:
        raise Missing("this takes OpenSpiel and SciPy: `pip install 'rulerun[openspiel]'`") from None
    size = wanted + 1
    found = linprog(
        [0.0] * wanted + [-1.0],
        matrix((at_most.values, (at_most.rows, at_most.columns)), (len(at_most.bounds), size)),
        at_most.bounds,
        matrix((equal.values, (equal.rows, equal.columns)), (len(equal.bounds), size)),
        equal.bounds,
        [(0.0, None)] * many + [(None, None)] * (size - many),
        "highs",
    )
    if not found.success:
        raise ArithmeticError(found.message)
    return tuple(float(value) for value in found.x)
