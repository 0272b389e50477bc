"""Which option is best, by estimates that differ in how sure they are."""

from __future__ import annotations

from collections.abc import Sequence

from .bot import Estimate


def ranked(estimates: Sequence[Estimate]) -> tuple[Estimate, ...]:
    """The estimates, the best first: by the lower end of their intervals, for a search that seldom tried an option knows little
    of it. Those that were never tried come last; of equal ones the first stays first.
    """
    sure = all(each.error is None for each in estimates)
    return tuple(sorted(estimates, key=lambda each: (not each.tried, unsure(each, sure) - each.worth)))


def unsure(estimate: Estimate, sure: bool) -> float:
    """How far the estimate may be off; all there is where others have an interval and it has none."""
    if estimate.error is None:
        return 0.0 if sure else 1.0
    return estimate.error
