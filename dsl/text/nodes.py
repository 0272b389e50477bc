"""The outline of a ruleset: texts, keys with values and lists, each with its place."""

from __future__ import annotations

import re
from collections.abc import Iterator

from attrs import frozen

from ...program.span import Span
from ..diagnostics.diagnostic import Diagnostic


@frozen
class Scalar:
    """A text: *text* as YAML understands it; *raw* as it stands in the file, "" where more than blanks differs.

    *cut* is the diagnostic about a text that YAML cut off, or that has a character nobody sees; it is among the findings already.
    """

    text: str
    raw: str
    quoted: bool
    span: Span
    cut: Diagnostic | None = None


@frozen
class Pair:
    """A key and its value."""

    key: Scalar
    value: Node


@frozen
class Mapping:
    """Keys with their values, in the order of the file; *merged*: put together from several places."""

    pairs: tuple[Pair, ...]
    span: Span
    merged: bool = False


@frozen
class Sequence:
    """A list in the order of the file; *merged*: put together from several places."""

    items: tuple[Node, ...]
    span: Span
    merged: bool = False


Node = Scalar | Mapping | Sequence

WORD = re.compile(r"[^\W\d]\w*")


def words_in(node: Node) -> Iterator[str]:
    """Every word in a node and its keys, in the order of the file and as often as it stands there."""
    match node:
        case Scalar(text=text):
            yield from WORD.findall(text)
        case Sequence(items=items):
            for item in items:
                yield from words_in(item)
        case Mapping(pairs=several):
            for pair in several:
                yield from WORD.findall(pair.key.text)
                yield from words_in(pair.value)
