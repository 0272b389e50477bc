"""Policies: how an option is chosen at random, where a menu offers entries with few and with many options."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from itertools import pairwise

from .events import Option
from .rng import weighted


class Policy(Enum):
    """How an option is chosen at random. Where a single entry has options, both draw once, by weight."""

    ENTRIES = "entries"
    """First an entry of the menu, each that has an option now being equally likely; then one of its options, by weight."""
    FLAT = "flat"
    """One option out of all, by weight: an entry with many options is chosen often."""


def entries(options: Sequence[Option]) -> list[range]:
    """For each entry of a menu that has options now, their indices. A decision without a menu is a single entry."""
    if options and not options[0].name:
        return [range(len(options))]
    starts = [at for at, option in enumerate(options) if not at or option.alternative != options[at - 1].alternative]
    return [range(first, behind) for first, behind in pairwise((*starts, len(options)))]


def random_index(options: Sequence[Option], policy: Policy, draw: Callable[[int], int]) -> int:
    """The index of a random option.

    *draw(n)* must return a number from 0 to n - 1. It is called for an entry, where the policy draws one and several have
    options, and then for an option. Raises ValueError when there are no options.
    """
    among = range(len(options))
    match policy:
        case Policy.ENTRIES:
            among = _random_entry(options, draw)
        case Policy.FLAT:
            pass
    return among.start + weighted([options[at].weight for at in among], draw)


def _random_entry(options: Sequence[Option], draw: Callable[[int], int]) -> range:
    found = entries(options)
    match found:
        case [] | [_]:
            return range(len(options))
        case _:
            return found[draw(len(found))]
