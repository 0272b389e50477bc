"""Why a sentence cannot be carried out, in the author's words: every engine says it with these.

A reason turns the numbers that it speaks of, in the order that its function names, into the message of a `PlayError`.
"""

from __future__ import annotations

from collections.abc import Callable

from ...program.ir import LARGEST, NOTHING, PASSES, SMALLEST, Memory, Place, Program, Zone
from .runtime_errors import place_written, written

Reason = Callable[[Program, tuple[int, ...]], str]
"""The message for these numbers."""


def _plain(message: str) -> Reason:
    return lambda program, numbers: message


DIVIDES_BY_ZERO = _plain("this divides by zero")
NOBODY_CHOOSES = _plain("nobody is there to choose")
NOTHING_TO_CHOOSE = _plain("there is nothing to choose here")
NOTHING_TO_PICK = _plain("there is nothing to pick from here")
WRONG_WEIGHT = _plain("a weight is below zero or nothing")
NOTHING_IN_SUM = _plain("a value in this sum is nothing")
UNLISTED = _plain("a value here is none that can be chosen")
TOO_MANY_ELEMENTS = _plain("there are more elements than this loop can keep")
TOO_MUCH_HAPPENS = _plain("more happens to cards at once here than an environment can follow")
ENDLESS = _plain(f"this loop never asks and never ends: it was stopped after {PASSES:,} passes")


def too_deep(name: str, most: int) -> Reason:
    """More of a phase or function would be done at once than it says."""
    return _plain(f"`{name}` would go {most + 1} deep, and it says `at most {most} deep`")


def too_often(name: str) -> Reason:
    """A phase or function is tried too often while another is tried."""
    return _plain(f"`{name}` is worked out again and again here: it was stopped after {PASSES:,} calls and passes of loops")


def absent(what: str) -> Reason:
    """A value that must be there is nothing."""
    return _plain(f"`{what}` is nothing here")


def misplaced(what: str) -> Reason:
    """There is no element at an index: (index)."""

    def tell(program: Program, numbers: tuple[int, ...]) -> str:
        (index,) = numbers
        return f"`{what}` is asked for nothing" if index == NOTHING else f"`{what}` has nothing at {index}"

    return tell


def too_large(program: Program, numbers: tuple[int, ...]) -> str:
    """A result is no number that there is: (result)."""
    (result,) = numbers
    return f"this gives {result:,}, and numbers go from {SMALLEST:,} to {LARGEST:,}"


def outside(place: Place | None, low: int, high: int) -> Reason:
    """A value does not fit where it goes: (value, slot). Names without a *place* are not told."""

    def tell(program: Program, numbers: tuple[int, ...]) -> str:
        number, slot = numbers
        if place is None:
            return f"this would become {written(program, None, number)}, outside {low}..{high}"
        domain = place.domain
        limits = f"{written(program, domain, low)}..{written(program, domain, high)}"
        return f"`{place_written(program, place, slot)}` would become {written(program, domain, number)}, outside {limits}"

    return tell


def full(zone: Zone) -> Reason:
    """A zone cannot hold more cards in order."""
    return _plain(f"`{zone.name.plain}` cannot hold more cards in order")


def missing(zone: Zone) -> Reason:
    """A card is not in a zone: (kind)."""

    def tell(program: Program, numbers: tuple[int, ...]) -> str:
        (kind,) = numbers
        return f"there is no `{written(program, program.decks[zone.deck].domain, kind)}` in `{zone.name.plain}`"

    return tell


def remembered_out(memory: Memory) -> Reason:
    """No more positions can be remembered."""
    many = "1 position" if memory.most == 1 else f"{memory.most:,} positions"
    return _plain(f"`{memory.name.plain}` holds {many}, and no more can be remembered before it is forgotten")


def empty(zone: Zone) -> Reason:
    """No card can be drawn from a zone."""
    return _plain(f"there is no card left in `{zone.name.plain}`")
