"""Things that are declared and that nothing mentions, and texts that lack a language that the others have."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from ..diagnostics import shared
from ..diagnostics.report import warning
from .braces import MARK
from .document import Document, bare
from .fields import Findings
from .nodes import Mapping, Node, Scalar, Sequence
from .spoken_keys import condition

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .source import Source

WORD = re.compile(r"[^\W\d]\w*")

LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z]{2,4})?$")
"""What a language looks like."""

SILENT = {
    "parameters": ("parameter", "name it where it is to count, or leave it out"),
    "variables": ("variable", "leave it out, or name it in a sentence"),
    "functions": ("function", "leave it out, or name it in a sentence"),
    "zones": ("zone", "leave it out, or move cards to it"),
}
"""What a thing of these sections is called, and the help where nothing mentions it."""


def unmentioned(document: Document, source: Source, findings: Findings) -> None:
    """Warn of parameters, variables, functions and zones that nothing mentions; those of the base are left in peace.

    What examples give or expect does not count; a function may be there for the checks of examples alone.
    """
    rules = Counter(_words(node for name, node in document.sections.items() if name not in ("examples", "texts", "title")))
    texts = document.get("texts")
    rules.update(_words(_values(texts)))
    rules.update(_words(key for key in _keys(texts) if condition(key.text) is not None))
    tried = Counter(_words(node for name, node in document.sections.items() if name == "examples"))
    for section, (what, help_) in SILENT.items():
        node = document.get(section)
        for pair in node.pairs if isinstance(node, Mapping) else ():
            name = bare(pair.key.text)
            used = rules[name] - WORD.findall(pair.key.text).count(name) + (tried[name] if section == "functions" else 0)
            if used == 0 and pair.key.span.line <= source.length:
                findings.tell(
                    warning(
                        "never-used",
                        pair.key.span,
                        f"the {what} `{name}` {'decides nothing' if what == 'parameter' else 'is never used'}",
                        help=help_,
                    )
                )


def untranslated(document: Document, source: Source, findings: Findings) -> None:
    """Warn of texts that lack a language which others have; text without languages is in one alone, if there are words in it.

    A text of one name alone may lack the language of the ruleset, the first of its title: there it is its own name.
    """
    texts = document.get("texts")
    spoken = {
        pair.key: {tongue.key.text for tongue in pair.value.pairs}
        for pair in (texts.pairs if isinstance(texts, Mapping) else ())
        if isinstance(pair.value, Mapping)
    }
    title = document.get("title")
    own = title.pairs[0].key.text if isinstance(title, Mapping) and title.pairs else "en"
    every = sorted(each for each in set().union(*spoken.values()) - {own} if LANGUAGE.match(each))
    for key, tongues in spoken.items():
        lacking = tuple(tongue for tongue in every if tongue not in tongues)
        if lacking and key.span.line <= source.length:
            findings.tell(shared.untranslated(key.text, lacking, key.span))
    for pair in texts.pairs if isinstance(texts, Mapping) and every else ():
        words = WORD.search(MARK.sub("", pair.value.text)) if isinstance(pair.value, Scalar) else None
        if words is not None and pair.key.span.line <= source.length:
            findings.tell(shared.in_one_language(pair.key.text, tuple(every), pair.key.span))


def _values(texts: Node | None) -> Iterable[Node]:
    return [pair.value for pair in texts.pairs] if isinstance(texts, Mapping) else []


def _keys(texts: Node | None) -> Iterable[Scalar]:
    return [pair.key for pair in texts.pairs] if isinstance(texts, Mapping) else []


def _words(nodes: Iterable[Node]) -> Iterable[str]:
    """Every word in these nodes, as often as it stands there."""
    stack = list(nodes)
    while stack:
        match stack.pop():
            case Scalar(text=words):
                yield from WORD.findall(words)
            case Mapping(pairs=pairs):
                stack += [node for pair in pairs for node in (pair.key, pair.value)]
            case Sequence(items=items):
                stack += items
