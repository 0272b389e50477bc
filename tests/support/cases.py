"""Many small cases in one test: where each costs less than a test of its own, and a failure must still name each."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

Case = TypeVar("Case")


def for_all(cases: Iterable[Case], name: Callable[[Case], str] = str) -> Callable[[Callable[[Case], None]], Callable[[], None]]:
    """Makes one test of a test of one case: it checks all of them, and fails with the names of those that fail."""

    def of(check: Callable[[Case], None]) -> Callable[[], None]:
        def test() -> None:
            all_hold(check, cases, name)

        # not `wraps`, by which pytest would see the case and look for a fixture of that name
        test.__name__, test.__doc__, test.__module__ = check.__name__, check.__doc__, check.__module__
        return test

    return of


def all_hold(check: Callable[[Case], None], cases: Iterable[Case], name: Callable[[Case], str] = str) -> None:
    """Checks every case, and then fails with all that failed, below the first of them as it happened."""
    told: list[str] = []
    first: Exception | None = None
    names = []
    for case in cases:
        names.append(name(case))
        try:
            check(case)
        except Exception as error:
            first = first or error
            told.append(f"{names[-1]}: {type(error).__name__}: {error}")
    assert names, "there is no case"
    if first is not None:
        raise AssertionError(f"{len(told)} of {len(names)} cases fail:\n" + "\n".join(told)) from first
