"""The sentences of the language with their slots, as the grammar has them: to complete them, and to tell what a line does."""

from __future__ import annotations

import re
from functools import cache

from attrs import frozen

from ..dsl.expressions.builtins import BUILTINS
from ..dsl.manual import chapters
from ..dsl.sentences.parse import GRAMMAR

SLOT = re.compile(r"[A-Z]{2,}(?:\[NAME\])?|…")
LEFT_OUT = re.compile(r" ?‹[^‹›]*›")
AND_SO_ON = re.compile(r"([A-Z]+), \1…")
WHERE = ("sentences", "headings")
PARTS = frozenset(
    {"label", "domain", "different", "several", "several_such", "cards_at_once", "number", "grouped", "text", "text_name"}
)
"""What is no line of its own, but stands in others."""


@frozen
class Form:
    """A sentence, or a heading with a list below it (*heading*), as the reference shows it, and what it does."""

    label: str
    text: str
    doc: str
    heading: bool

    @property
    def plain(self) -> str:
        """The form without what may be left out, with the first of several words."""
        text = self.text
        while LEFT_OUT.search(text):
            text = LEFT_OUT.sub("", text)
        return re.sub(r"(\w+)(?:\|\w+)+", r"\1", text)

    @property
    def snippet(self) -> str:
        """The form with numbered slots: `draw ${1:NAME} from ${2:THING} to ${3:THING}`."""
        parts, at = [], 0
        text = self.plain.replace("…", "").replace("CARDS", "NUMBER cards from THING")
        text = text.replace("ELEMENTS", "player me" if self.label == "for_each" else "ELEMENTS")
        for number, match in enumerate(SLOT.finditer(text), start=1):
            parts += [text[at : match.start()], f"${{{number}:{match[0]}}}"]
            at = match.end()
        return "".join((*parts, text[at:])) + (":" if self.heading else "")


@cache
def forms(where: tuple[str, ...] = WHERE) -> tuple[Form, ...]:
    """All sentences and headings, or the forms of other chapters of the grammar, in the order of the reference."""
    found = []
    for chapter in where:
        for paragraph in chapters(GRAMMAR.read_text(encoding="utf-8"))[chapter]:
            for rule in paragraph.rules:
                for text, label in zip(rule.forms, rule.labels, strict=True):
                    if label not in PARTS:
                        found.append(Form(label, AND_SO_ON.sub(r"\1", text), paragraph.comment, chapter == "headings"))
    return tuple(found)


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], Form], ...]:
    return tuple((re.compile(_pattern(form.text)), form) for form in forms() if form.text[:1].islower() or "THING" in form.text)


def _pattern(text: str) -> str:
    """What a form matches; a slot is anything."""
    made = re.escape(text).replace("‹", "(?:").replace("›", ")?").replace(r"\|", "|").replace("…", "")
    made = re.sub(r"\\?\b[A-Z]{2,}\b(?:\\\[(?:VALUE|NAME|,|\\ )*\\\])?", r".+?", made)
    made = re.sub(r"(\w+(?:\|\w+)+)", r"(?:\1)", made)
    return made.replace(r"\ (?:", r"(?:\ ?").replace(r"\ ", r"\s+").replace(r"(?:\s+?", r"(?:\s*") + r":?$"


def form_of(line: str) -> Form | None:
    """The form of a sentence or heading, without its `- `; None for an option and for what is no sentence.

    Where several fit, it is the one with the most words of its own.
    """
    words = line.strip().removeprefix("- ").strip()
    heading = words.endswith(":")
    found = [form for pattern, form in _patterns() if form.heading == heading and pattern.match(words)]
    return max(found, key=lambda form: len(re.findall(r"\b[a-z]+\b|[-+]?=", form.plain)), default=None)


def builtin_doc(name: str) -> str:
    """What a function of the language gives, in Markdown; "" for a name that is none."""
    each = BUILTINS.get(name)
    if each is None:
        return ""
    meaning, _, examples = each.doc.partition("Examples:")
    shown = [" ".join(line.split()).partition(" -> ") for line in examples.strip().splitlines() if line.strip()]
    return " ".join(meaning.split()) + "".join(f"\n\n`{code}`: {result}" for code, _, result in shown)
