"""Reads names and texts that are given in one language or several."""

from __future__ import annotations

from ...program import ir
from ..diagnostics.diagnostic import DiagnosticError
from ..diagnostics.report import error
from ..text.fields import describe, text
from ..text.nodes import Mapping, Node, Scalar
from ..text.unmentioned import LANGUAGE


def tongues(node: Node) -> tuple[tuple[str, Scalar], ...]:
    """The texts by language; a text without a language serves all of them (language ""). Raises DiagnosticError for another
    shape.
    """
    if isinstance(node, Scalar):
        return (("", text(node, "a text")),)
    if not isinstance(node, Mapping):
        raise error(
            "not-texts", node.span, f"expected a text, or texts by language such as `{{en: …, it: …}}`, found {describe(node)}"
        )
    for pair in node.pairs:
        if not LANGUAGE.match(pair.key.text):
            raise error("language-code", pair.key.span, f"expected a language such as `en`, found `{pair.key.text}`")
    return tuple((pair.key.text, text(pair.value, "a text")) for pair in node.pairs)


def words_of(name: str, node: Node) -> ir.Words:
    """A name with its translations; without any where *node* has a mistake, which is complained of elsewhere."""
    try:
        return ir.Words(name, tuple((tongue or "*", scalar.text) for tongue, scalar in tongues(node)))
    except DiagnosticError:
        return ir.Words(name)


def title_of(name: str, node: Node | None) -> ir.Words:
    """A title, *name* when there is no node; the text of its first language is the fallback. Raises DiagnosticError."""
    if node is None:
        return ir.Words(name)
    found = tongues(node)
    return ir.Words(found[0][1].text if found else name, tuple((tongue, scalar.text) for tongue, scalar in found if tongue))
