"""Texts for people: in one language or several, with values in braces."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ...program import ir
from ...program.span import Span
from ..sentences import syntax as s
from ..sentences.parse import Start, parse_text
from ..symbols.types import Kind
from ..text.diagnostics import Complaint, meant
from ..text.fields import complain, describe, text
from ..text.yaml_reader import Mapping, Node, Scalar

if TYPE_CHECKING:
    from .elaborate import Elaborator

LANGUAGES = re.compile(r"[a-z]{2,3}(-[A-Za-z]{2,4})?$")
BRACES = re.compile(r"\{([^{}]*)\}")


def tongues(node: Node) -> tuple[tuple[str, Scalar], ...]:
    """The text by language; a text without languages is said in every one (language "")."""
    if isinstance(node, Scalar):
        return (("", text(node, "a text")),)
    if not isinstance(node, Mapping):
        raise complain(
            "wrong-shape", f"expected a text, or texts by language such as `{{en: …, it: …}}`, found {describe(node)}", node.span
        )
    for pair in node.pairs:
        if not LANGUAGES.match(pair.key.text):
            raise complain("wrong-shape", f"expected a language such as `en`, found `{pair.key.text}`", pair.key.span)
    return tuple((pair.key.text, text(pair.value, "a text")) for pair in node.pairs)


def words_of(name: str, node: Node) -> ir.Words:
    """A name with its translations; broken ones are left out (they are complained of elsewhere)."""
    try:
        return ir.Words(name, tuple((tongue or "*", scalar.text) for tongue, scalar in tongues(node)))
    except Complaint:
        return ir.Words(name)


def title_of(name: str, node: Node | None) -> ir.Words:
    """A title: its first language is the one to fall back on."""
    if node is None:
        return ir.Words(name)
    found = tongues(node)
    return ir.Words(found[0][1].text if found else name, tuple((tongue, scalar.text) for tongue, scalar in found if tongue))


def message(reason: s.Reason, elaborator: Elaborator) -> ir.Message:
    """A reason or announcement, the values in braces read where it is used."""
    if not reason.named:
        quoted = Scalar(
            reason.text,
            reason.text,
            True,
            Span(reason.span.line, reason.span.column + 1, reason.span.end_line, reason.span.end_column - 1),
        )
        return ir.Message((("", _parts(quoted, elaborator)),))
    elaborator.game.spoken.add(reason.text)
    node = elaborator.game.texts.get(reason.text)
    if node is None:
        unknown = complain(
            "unknown-text",
            f"there is no text `{reason.text}` under `texts`",
            reason.span,
            meant(reason.text, elaborator.game.texts),
        )
        raise elaborator.game.missed(reason.text, unknown)
    return ir.Message(tuple((tongue, _parts(scalar, elaborator)) for tongue, scalar in tongues(node)))


def _parts(scalar: Scalar, elaborator: Elaborator) -> tuple[str | ir.Shown, ...]:
    parts: list[str | ir.Shown] = []
    at = 0
    places = [_place(scalar, match.start(1)) for match in BRACES.finditer(scalar.raw)]
    for number, match in enumerate(BRACES.finditer(scalar.text)):
        if match.start() > at:
            parts.append(scalar.text[at : match.start()])
        line, column = places[number] if number < len(places) else (scalar.span.line, scalar.span.column)
        parts.append(_shown(match.group(1), line, column, elaborator))
        at = match.end()
    if at < len(scalar.text):
        parts.append(scalar.text[at:])
    return tuple(parts)


def _place(scalar: Scalar, offset: int) -> tuple[int, int]:
    """The line and column of a character of the text as it stands in the file."""
    lines = scalar.raw[:offset].split("\n")
    return scalar.span.line + len(lines) - 1, len(lines[-1]) + (scalar.span.column if len(lines) == 1 else 1)


def _shown(code: str, line: int, column: int, elaborator: Elaborator) -> ir.Shown:
    node = parse_text(code, line, column, Start.EXPRESSION)
    assert isinstance(node, s.Expression)
    typed = elaborator.value(node)
    return ir.Shown(typed.expr, typed.type.domain if typed.type.kind is Kind.ELEMENT else None)
