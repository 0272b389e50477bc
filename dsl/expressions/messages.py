"""Texts for people, in one language or several, with values in braces."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ...program import ir
from ...program.span import Span
from ..complaints import bad_names
from ..complaints.diagnostics import guess
from ..sentences import syntax as s
from ..sentences.parse import Start, parse_text
from ..symbols.translations import tongues
from ..symbols.types import Kind
from ..text.nodes import Scalar

if TYPE_CHECKING:
    from .context import Reading

QUOTED = 'a text itself stands in quotes: `"well done"`'
"""The help where the name of a text is not known."""
BRACES = re.compile(r"\{([^{}]*)\}")


def message(reason: s.Reason, read: Reading) -> ir.Message:
    """A reason or announcement; values in braces are resolved in the scope where it is used. Raises Complaint.

    What several languages have in braces in the same words is worked out once.
    """
    shown: dict[str, ir.Shown] = {}
    if not reason.named:
        quoted = Scalar(
            reason.text,
            reason.text,
            True,
            Span(reason.span.line, reason.span.column + 1, reason.span.end_line, reason.span.end_column - 1),
        )
        return ir.Message((("", _parts(quoted, read, shown)),))
    read.game.spoken.add(reason.text)
    node = read.game.texts.get(reason.text)
    if node is None:
        unknown = bad_names.unknown_text(reason.text, reason.span, guess(reason.text, read.game.texts, new=QUOTED))
        raise read.game.missed(reason.text, unknown)
    return ir.Message(tuple((tongue, _parts(scalar, read, shown)) for tongue, scalar in tongues(node)))


def _parts(scalar: Scalar, read: Reading, shown: dict[str, ir.Shown]) -> tuple[str | ir.Shown, ...]:
    parts: list[str | ir.Shown] = []
    at = 0
    places = [place_of(scalar, match.start(1)) for match in BRACES.finditer(scalar.raw)]
    for number, match in enumerate(BRACES.finditer(scalar.text)):
        if match.start() > at:
            parts.append(scalar.text[at : match.start()])
        line, column = places[number] if number < len(places) else (scalar.span.line, scalar.span.column)
        code = match.group(1)
        if code not in shown:
            shown[code] = _shown(code, line, column, read)
        parts.append(shown[code])
        at = match.end()
    if at < len(scalar.text):
        parts.append(scalar.text[at:])
    return tuple(parts)


def place_of(scalar: Scalar, offset: int) -> tuple[int, int]:
    """The line and column in the file of the character at *offset* in the text's raw form."""
    lines = scalar.raw[:offset].split("\n")
    return scalar.span.line + len(lines) - 1, len(lines[-1]) + (scalar.span.column if len(lines) == 1 else 1)


def _shown(code: str, line: int, column: int, read: Reading) -> ir.Shown:
    node = parse_text(code, line, column, Start.EXPRESSION)
    assert isinstance(node, s.Expression)
    typed = read.value(node)
    return ir.Shown(typed.expr, typed.type.domain if typed.type.kind is Kind.ELEMENT else None)
