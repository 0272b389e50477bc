"""Where texts and options of a ruleset have their names, and where these are used, by what the grammar reads in each line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress

from attrs import define, field, frozen

from ..dsl.diagnostics.diagnostic import DiagnosticError
from ..dsl.sentences import syntax as s
from ..dsl.sentences.parse import Start, parse
from ..dsl.sentences.walk import FIELDS
from ..dsl.text.nodes import Mapping, Node, Pair, Scalar, Sequence
from ..program.span import Span

NAME = re.compile(r"[^\W\d]\w*")
ANSWERED = ("answers", "refused")
"""The keys of examples under which options are chosen."""

LISTS = ("phases", "effects")
"""The sections of lists of sentences."""


@frozen
class Said:
    """The name of a text or an option (*kind*) at a place; *declares* where it has its name."""

    name: str
    kind: str
    span: Span
    declares: bool


@define
class Spoken:
    """The texts and options in the outlines of a ruleset; *names* are those of other things, whose words a text may tell."""

    names: frozenset[str]
    found: list[Said] = field(factory=list)
    shift: int = 0

    def read(self, roots: list[tuple[Mapping, int]]) -> list[Said]:
        """All of them in the outlines of a ruleset and of those that it extends, each with how far down its lines are."""
        sections = [(pair, shift) for root, shift in roots for pair in _sections(root)]
        for pair, self.shift in sections:
            if pair.key.text in LISTS:
                self._list(pair.value, menu=False)
        labels = tuple(sorted({said.name for said in self.found if said.kind == "option"}, key=lambda name: (-len(name), name)))
        for pair, self.shift in sections:
            match pair.key.text:
                case "texts":
                    self._texts(pair.value, labels)
                case "examples":
                    self._answers(pair.value, labels, "")
                case "strategies":
                    self._begun(pair.value, labels)
        return self.found

    def _say(self, name: str, kind: str, span: Span, declares: bool) -> None:
        down = Span(span.line + self.shift, span.column, span.end_line + self.shift, span.end_column)
        self.found.append(Said(name, kind, down, declares))

    def _list(self, node: Node, menu: bool) -> None:
        match node:
            case Scalar():
                self._line(node, (Start.OPTION,) if menu else (Start.SENTENCE,))
            case Sequence(items=items):
                for item in items:
                    self._list(item, menu)
            case Mapping(pairs=pairs):
                for pair in pairs:
                    below = self._line(pair.key, (Start.OPTION,) if menu else (Start.HEADING,))
                    self._list(pair.value, below)

    def _line(self, scalar: Scalar, starts: tuple[Start, ...]) -> bool:
        """Notes what a line says; whether a menu stands under it."""
        parsed: s.Parsed | None = None
        for start in starts:
            with suppress(DiagnosticError):
                parsed = parse(scalar, start)
        option = parsed.option if isinstance(parsed, s.MayHead) else parsed
        if isinstance(option, s.OptionHead):
            self._named(scalar, option.label, scalar.text.find(" may ") if isinstance(parsed, s.MayHead) else 0)
        for each in _reasons(parsed):
            if each.named:
                self._say(each.text, "text", each.span, False)
        return isinstance(parsed, s.MenuHead)

    def _named(self, scalar: Scalar, label: str, start: int) -> None:
        """Notes the label of an option, which stands in its line from there on."""
        words = re.compile(r"\s+".join(map(re.escape, label.split())) + r"(?!\w)")
        there = words.search(scalar.raw or scalar.text, max(start, 0))
        if there is not None:
            self._say(label, "option", _part(scalar, *there.span()), True)

    def _texts(self, node: Node, labels: tuple[str, ...]) -> None:
        for pair in node.pairs if isinstance(node, Mapping) else ():
            name, condition, _ = pair.key.text.partition(" if ")
            words = name.removeprefix("asks ")
            if words in labels and words not in self.names:
                start = len(name) - len(words)
                self._say(words, "option", _part(pair.key, start, start + len(words)), False)
            elif NAME.fullmatch(name) and name not in self.names:
                self._say(name, "text", _part(pair.key, 0, len(name)), not condition)

    def _answers(self, node: Node, labels: tuple[str, ...], key: str) -> None:
        """Notes the options that examples answer with, and the reasons why others are refused."""
        match node:
            case Scalar(text=text) if key == "because" and NAME.fullmatch(text):
                self._say(text, "text", node.span, False)
            case Scalar() if key in ANSWERED:
                self._begun(node, labels)
            case Sequence(items=items):
                for item in items:
                    self._answers(item, labels, key)
            case Mapping(pairs=pairs):
                for pair in pairs:
                    own = pair.key.text in (*ANSWERED, "because")
                    self._answers(pair.value, labels, pair.key.text if own else key)

    def _begun(self, node: Node, labels: tuple[str, ...]) -> None:
        """Notes the options that lines begin with."""
        match node:
            case Scalar(text=text):
                label = next((each for each in labels if re.match(rf"{re.escape(each)}(?!\w)", text)), None)
                if label is not None:
                    self._say(label, "option", _part(node, 0, len(label)), False)
            case Sequence(items=items):
                for item in items:
                    self._begun(item, labels)
            case Mapping(pairs=pairs):
                for pair in pairs:
                    self._begun(pair.value, labels)


def _sections(root: Mapping) -> Iterator[Pair]:
    """The sections of an outline, and those of its variants."""
    for pair in root.pairs:
        yield pair
        if pair.key.text == "variants" and isinstance(pair.value, Mapping):
            for variant in pair.value.pairs:
                if isinstance(variant.value, Mapping):
                    yield from variant.value.pairs


def _reasons(node: object) -> Iterator[s.Reason]:
    """All reasons in what was read."""
    if isinstance(node, s.Reason):
        yield node
    elif isinstance(node, tuple):
        for inner in node:
            yield from _reasons(inner)
    else:
        for name in FIELDS.get(type(node), ()):
            yield from _reasons(getattr(node, name))


def _part(scalar: Scalar, start: int, end: int) -> Span:
    """The place of a part of a text that stands on one line."""
    first = scalar.span.column + scalar.quoted
    return Span(scalar.span.line, first + start, scalar.span.line, first + end)
