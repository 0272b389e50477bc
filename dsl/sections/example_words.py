"""Finds words of scripted answers that the rules do not have, but nearly have: such an answer is never on offer."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from ...program.span import Span
from ..declarations.declare import NAMES
from ..diagnostics.diagnostic import Edit, Fix, nearest
from ..diagnostics.report import warning
from ..sentences.lines import reserved
from ..symbols.usual_words import USUAL
from ..text.document import Document
from ..text.fields import Findings
from ..text.nodes import WORD, Mapping, Node, Scalar, Sequence, words_in

FOR_PEOPLE = ("title", "about", "texts", "told", "table", "drawing", "examples")
"""Sections whose words are no names; what is said in them may stand in an answer all the same."""

ALWAYS = ("card", "die", "none")
"""Words of options that no ruleset needs to write down."""

SHORTEST = 2
"""Of a shorter word nobody can say what was meant."""

LIKENESS = 0.75
"""How like a word of the rules one must be, from 0 to 1, where more than one slip lies between them."""


@frozen
class Vocabulary:
    """All words of a ruleset but those of its examples, in small letters, and those of them that can be names."""

    known: frozenset[str]
    names: tuple[str, ...]
    always: tuple[str, ...]


def vocabulary(document: Document) -> Vocabulary:
    """The words of a ruleset."""
    by_section = {name: set(words_in(node)) for name, node in document.sections.items() if name != "examples"}
    names = set[str]().union(*(words for name, words in by_section.items() if name not in FOR_PEOPLE))
    known = names.union(ALWAYS, NAMES, USUAL, reserved(), *by_section.values())
    return Vocabulary(frozenset(word.casefold() for word in known), tuple(sorted(names)), ALWAYS)


def misspelt_answers(nodes: tuple[Node, ...], words: Vocabulary, findings: Findings) -> None:
    """Warn of words in answers and refused choices that the rules do not have, where they nearly have them."""
    for scalar in (found for node in nodes for found in _choices(node)):
        for match in WORD.finditer(scalar.text):
            word = match[0]
            if len(word) < SHORTEST or any(letter.isdigit() for letter in word) or word.casefold() in words.known:
                continue
            meant = nearest(word, words.names, LIKENESS) or nearest(word, words.always, LIKENESS)
            if meant is not None:
                place = _place(scalar, match.span())
                fix = None if place == scalar.span else Fix(f"write `{meant}`", (Edit(place, meant, word),))
                findings.tell(
                    warning(
                        "misspelt-answer", place, f"the rules have no word `{word}`", help=f"did you mean `{meant}`?", fix=fix
                    )
                )


def _choices(node: Node) -> Iterator[Scalar]:
    """What is chosen, without who chooses it and why it is refused."""
    match node:
        case Scalar():
            yield node
        case Sequence(items=items):
            for item in items:
                yield from _choices(item)
        case Mapping(pairs=several):
            for pair in several:
                if pair.key.text != "because":
                    yield from _choices(pair.value)


def _place(scalar: Scalar, at: tuple[int, int]) -> Span:
    """Where a part of the text stands; all of the text where it is written otherwise than it reads."""
    span = scalar.span
    if span.line != span.end_line or span.end_column - span.column != len(scalar.text):
        return span
    return Span(span.line, span.column + at[0], span.line, span.column + at[1])
