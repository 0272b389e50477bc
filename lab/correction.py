"""What still shows when many things were looked at."""

from __future__ import annotations

from collections.abc import Sequence


def holm(chances: Sequence[float], doubt: float) -> tuple[bool, ...]:
    """For each of several tests, from the probability that chance alone does as much, whether it shows something although so many
    were looked at: in all, chance alone makes at least one of them show with a probability of at most *doubt* (Sture Holm, "A
    simple sequentially rejective multiple test procedure", 1979).
    """
    order = sorted(range(len(chances)), key=lambda at: chances[at])
    shown = 0
    while shown < len(order) and chances[order[shown]] * (len(order) - shown) < doubt:
        shown += 1
    return tuple(at in order[:shown] for at in range(len(order)))
