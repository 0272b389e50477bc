"""Puts the families of expressions together: a `Telling` that can tell every expression."""

from __future__ import annotations

from attrs import define

from ..sentences import syntax as s
from . import conditions, sets, values
from .telling import Telling


@define
class Words(Telling):
    """Tells every expression of the language."""

    def value(self, node: s.Expression) -> str:
        """What an expression gives, as a noun with its article."""
        return values.value(self, node)

    def condition(self, node: s.Expression, negated: bool = False) -> str:
        """A condition as a clause, or its contrary."""
        return conditions.condition(self, node, negated)

    def elements(self, node: s.Expression) -> str:
        """A set: `the cards in the hand`."""
        return sets.elements(self, node)

    def aggregate(self, node: s.Sum | s.Count | s.Extreme | s.FirstOf) -> str:
        """One value out of many."""
        return sets.aggregate(self, node)

    def kind_of(self, node: s.Expression) -> str:
        """The kind of the elements of a set, or of a value: `card`, `space`, the name of an enumeration."""
        return sets.kind_of(self, node)
