"""Worked examples that contradict each other: the same setup and the same choices, and another result expected."""

from __future__ import annotations

from collections.abc import Iterator

from ...program.span import Span
from ..diagnostics import shared
from ..text.document import Document
from ..text.fields import Findings, pairs
from ..text.nodes import Mapping, Node, Scalar, Sequence

COURSE = ("players", "parameters", "given", "run", "answers")
"""The keys of an example that decide what happens in it."""


def contradictions(document: Document, findings: Findings) -> None:
    """Warn of each value that an example expects otherwise than one before it that begins and goes on in the same way."""
    expected: dict[str, dict[str, tuple[str, Span]]] = {}
    for pair in pairs(document.get("examples"), "examples by name", Findings()):
        if not isinstance(pair.value, Mapping):
            continue
        fields = {each.key.text: each.value for each in pair.value.pairs}
        before = expected.setdefault(repr([(key, _plain(fields.get(key))) for key in COURSE]), {})
        for path, value, span in _values(fields.get("expect"), ""):
            said, first = before.setdefault(path, (value, span))
            if said != value:
                findings.tell(shared.contradicting_example(path, value, said, span, first))


def _values(node: Node | None, path: str) -> Iterator[tuple[str, str, Span]]:
    """Every value below a node, with the way to it and its place."""
    match node:
        case Mapping(pairs=below):
            for pair in below:
                yield from _values(pair.value, f"{path} {pair.key.text}".strip())
        case Scalar():
            yield path, str(_plain(node)), node.span
        case Sequence() | None:  # the same cards can be listed in several ways
            return


def _plain(node: Node | None) -> object:
    """What a node says, whatever the order of its keys; None for none."""
    match node:
        case Mapping(pairs=below):
            return sorted((pair.key.text, repr(_plain(pair.value))) for pair in below)
        case Sequence(items=items):
            return [_plain(item) for item in items]
        case Scalar(text=text):
            return " ".join(text.split())
        case None:
            return None
