"""Reads legends, which say what stands for what in a drawing, or what is printed on spaces and links."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator

from ..diagnostics.diagnostic import Guess
from ..diagnostics.report import error
from ..text.fields import mapping
from ..text.nodes import Node, Pair


def legend_of(node: Node, what: str) -> Iterator[tuple[str, Pair]]:
    """The names in a legend, each with its entry; one entry may have several, with commas. Raises DiagnosticError for a name that
    stands there twice.
    """
    known: set[str] = set()
    for pair in mapping(node, what).pairs:
        for name in re.split(r"\s*,\s+", pair.key.text):
            if name in known:
                raise error("duplicate-name", pair.key.span, f"`{name}` stands in this legend twice")
            known.add(name)
            yield name, pair


def apart(name: str, known: Container[str]) -> Guess | None:
    """What was meant where several names in a legend are read as one, for no blank stands behind a comma; None otherwise."""
    parts = name.split(",")
    if len(parts) == 1 or not all(part in known for part in parts):
        return None
    return Guess(name, f"a blank stands behind each comma: `{', '.join(parts)}`", None)
