"""The types of expressions: a number within bounds, a truth, an element of a domain, or a set of these."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from functools import lru_cache

from attrs import frozen

from ...program import ir


class Kind(Enum):
    """The kinds of value; UNKNOWN is that of an expression with a mistake, and fits everywhere."""

    NUMBER = "a number"
    TRUTH = "a truth (`yes` or `no`)"
    ELEMENT = "an element"
    NOTHING = "`nothing`"
    UNKNOWN = "something that could not be understood"

    __hash__ = object.__hash__  # that of Enum is a function of Python, and types are looked up all the time


@frozen
class Type:
    """A kind of value; *low* and *high* bound a number or an element's index, *maybe* tells that it may be nothing.

    *track* is the domain of a track, when the number names one of its spaces.
    """

    kind: Kind
    low: int = 0
    high: int = 0
    domain: int | None = None
    maybe: bool = False
    track: int | None = None

    def or_nothing(self) -> Type:
        """The same type, where the value may also be nothing."""
        if self.maybe or self.kind is Kind.UNKNOWN:
            return self
        return within(self.kind, self.low, self.high, self.domain, True, self.track)

    def surely(self) -> Type:
        """The same type, where the value is never nothing."""
        return within(self.kind, self.low, self.high, self.domain, False, self.track) if self.maybe else self


@lru_cache(maxsize=4_096)
def within(kind: Kind, low: int, high: int, domain: int | None = None, maybe: bool = False, track: int | None = None) -> Type:
    """The type of that; those given last are kept, for a few of them are asked for again and again."""
    return Type(kind, low, high, domain, maybe, track)


@lru_cache(maxsize=4_096)
def number(low: int, high: int) -> Type:
    """The type of a number from *low* to *high*, clamped to the numbers that there are."""
    return Type(Kind.NUMBER, max(low, ir.SMALLEST), min(high, ir.LARGEST))


ANY_NUMBER = Type(Kind.NUMBER, ir.SMALLEST, ir.LARGEST)
TRUTH = Type(Kind.TRUTH, 0, 1)
NOTHING = Type(Kind.NOTHING, maybe=True)
UNKNOWN = Type(Kind.UNKNOWN)
NEVER = Type(Kind.UNKNOWN, 1, 0)
"""The type of a value that there never is, such as that of a function as long as only calls of it are known."""


def join(left: Type, right: Type) -> Type | None:
    """The type of a value that is of either type; None when the two have nothing in common."""
    if left == NEVER or right == NEVER:
        return right if left == NEVER else left
    if left.kind is Kind.UNKNOWN or right.kind is Kind.UNKNOWN:
        return UNKNOWN
    if left is right:
        return left
    if left.kind is Kind.NOTHING:
        return right.or_nothing()
    if right.kind is Kind.NOTHING:
        return left.or_nothing()
    if left.kind is not right.kind or left.domain != right.domain:
        return None
    track = left.track if left.track == right.track else None
    low, high = min(left.low, right.low), max(left.high, right.high)
    return within(left.kind, low, high, left.domain, left.maybe or right.maybe, track)


@frozen
class Typed:
    """An expression and its type; *origin* is the zone that a card was found in."""

    expr: ir.Expr
    type: Type
    origin: ir.ZoneAt | None = None

    @property
    def constant(self) -> int | None:
        """Its value, or None when it is not known before play."""
        return self.expr.value if isinstance(self.expr, ir.Number) else None


@frozen
class SetOf:
    """A set, the type of its elements, and the most elements it can have.

    *zone* is set when the elements are the cards of a zone, *seats* when they are a declared group of seats.
    """

    set: ir.Set
    element: Type
    size: int
    zone: ir.ZoneAt | None = None
    seats: bool = False

    @property
    def constant(self) -> Sequence[int] | None:
        """Its elements, or None when they are not known before play."""
        match self.set:
            case ir.Range(ir.Number(low), ir.Number(high)):
                return range(low, high + 1)
            case ir.Listed(items) if all(isinstance(item, ir.Number) for item in items):
                return tuple(item.value for item in items if isinstance(item, ir.Number))
            case _:
                return None
