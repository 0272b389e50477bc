"""A ruleset as sections by name, merged with the ruleset that it extends; one such document for each variant."""

from __future__ import annotations

import re

from attrs import frozen

from ...program.span import Span
from .nodes import Node, Scalar

SECTIONS = (
    "ruleset",
    "title",
    "about",
    "minutes",
    "players",
    "seats",
    "automa",
    "parameters",
    "enumerations",
    "decks",
    "boards",
    "movement",
    "pieces",
    "zones",
    "variables",
    "scores",
    "positions",
    "functions",
    "phases",
    "effects",
    "outcome",
    "longest",
    "texts",
    "told",
    "show",
    "table",
    "drawing",
    "strategies",
    "invariants",
    "measures",
    "examples",
    "variants",
    "extends",
    "without",
)
"""The sections that a ruleset may have."""

NAMED = frozenset(SECTIONS) - {
    "ruleset",
    "title",
    "about",
    "minutes",
    "players",
    "seats",
    "longest",
    "extends",
    "without",
}
"""The sections of named things: a change replaces or adds them one by one; it replaces any other section whole."""

IN_A_VARIANT = tuple(section for section in SECTIONS if section not in ("ruleset", "variants", "extends"))
"""The sections that a variant may have."""


CHANGE, ADD, WITHOUT = CHANGES = ("change", "add", "without")
"""The keys that keep a thing and say what differs in it: what is there and changes, what is new, what is left out."""

CONTRARY = "not "
"""Under `told:`: what stands before a condition whose contrary has its own words."""

RULES = "rules "
"""Under `told:`: what stands before a phase, or before `OUTCOME`, whose rules are said in the author's own words."""

OUTCOME = "outcome"


@frozen
class Document:
    """The sections of a ruleset by name, in one variant ("": the ruleset without a variant).

    *left_out* are the names that `without:` leaves out.
    """

    variant: str
    sections: dict[str, Node]
    span: Span
    left_out: tuple[Scalar, ...] = ()

    def get(self, section: str) -> Node | None:
        """The content of the section, or None when it is missing."""
        return self.sections.get(section)


def bare(name: str) -> str:
    """A name without its parameters: `turn (player p)` and `turn, at most 3 deep` give `turn`."""
    return re.sub(r"\s*(\(.*|,\s*at\s+most\s+\d+\s+deep\s*)$", "", name).strip()
