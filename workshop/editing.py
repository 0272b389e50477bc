"""What the editor of the workshop shows of a ruleset, as plain values. Lines and columns count from 1."""

from __future__ import annotations

import pickle
from base64 import b64decode, b64encode
from collections.abc import Iterable
from pathlib import Path
from typing import TypedDict

from ..dsl.compile import compile_examples
from ..dsl.diagnostics.diagnostic import Diagnostic, Edit, Severity
from ..dsl.text.files import with_text
from ..dsl.text.fixes import with_fitting_fix
from ..dsl.text.source import Source
from ..interpreter.match.examples import run_example
from ..program.span import Span
from ..tools.service import Ruleset, thoroughly

Range = tuple[int, int, int, int]
"""A line and a column, and those behind the end."""


class Change(TypedDict):
    """What stands in a range becomes *text*."""

    range: Range
    text: str


class Finding(TypedDict):
    """A diagnostic; *fix* is its title and its changes, None where there is not exactly one."""

    code: str
    severity: str
    message: str
    help: str
    range: Range
    fix: tuple[str, list[Change]] | None


class Part(TypedDict):
    """A thing of the outline."""

    section: str
    name: str
    line: int


class Checked(TypedDict):
    """What is wrong in a text, and whether it can be played."""

    findings: list[Finding]
    sound: bool


class Named(TypedDict):
    """The outline of a text, and the words that have a colour, with what they are."""

    outline: list[Part]
    colours: list[tuple[Range, str]]


class Completion(TypedDict):
    """What may be put in; with *slots*, `${1:name}` are to be filled."""

    label: str
    text: str
    kind: str
    doc: str
    slots: bool


class Tick(TypedDict):
    """An example of the ruleset: its line, and what did not hold."""

    name: str
    line: int
    failures: list[str]


class Editor:
    """A ruleset that is being written."""

    def __init__(self, file: str, text: str) -> None:
        self._ruleset = Ruleset(Path(file), text)

    @property
    def source(self) -> Source:
        """The text as it stands."""
        return self._ruleset.source

    def change(self, text: str) -> Checked:
        """What is found at once in another text."""
        self._ruleset.change(text)
        return self.checked

    @property
    def checked(self) -> Checked:
        """What was found in the text as it stands."""
        return self._checked(self._ruleset.diagnostics())

    @property
    def sound(self) -> bool:
        """Whether the text can be played."""
        return not any(each.severity is Severity.ERROR for each in self._ruleset.diagnostics())

    def check(self) -> Checked:
        """What is found in all variants, for every number of players."""
        return self._checked(self._ruleset.check())

    def learn(self, text: str, written: str) -> Checked:
        """The same, where `examined` has found it in that text."""
        found: tuple[Diagnostic, ...] = pickle.loads(b64decode(written))
        self._ruleset.learn(text, found)
        return self.checked

    def _checked(self, found: Iterable[Diagnostic]) -> Checked:
        fitting = [with_fitting_fix(each, self.source) for each in found]
        return Checked(
            findings=list(map(finding, fitting)),
            sound=self.sound,
        )

    def named(self) -> Named:
        """The outline and the colours of the text."""
        return Named(
            outline=[Part(section=each.section, name=each.name, line=each.key.line) for each in self._ruleset.outline()],
            colours=[(range_of(span), kind) for span, kind in self._ruleset.colours()],
        )

    def completions(self, line: int, column: int) -> list[Completion]:
        """What may stand at a place."""
        found = self._ruleset.completions(line, column)
        return [Completion(label=each.label, text=each.text, kind=each.kind, doc=each.doc, slots=each.slots) for each in found]

    def hover(self, line: int, column: int) -> str:
        """What stands at a place, in Markdown; "" where there is nothing to say."""
        found = self._ruleset.hover(line, column)
        return "" if found is None else found[0]

    def formatted(self) -> str | None:
        """The text laid out; None where it cannot be read."""
        return self._ruleset.formatted()

    def examples(self) -> list[Tick]:
        """The worked examples, each with what did not hold. Raises PlayError."""
        examples, _ = compile_examples(self.source)
        ticks = []
        for each in examples:
            line = each.program.sentences[each.sentence].span.line
            failures = [failure.message for failure in run_example(each).failures]
            ticks.append(Tick(name=each.name, line=line, failures=failures))
        return ticks


def examined(file: str, text: str) -> str:
    """What is found in a text in all variants, for every number of players, written down for another worker of the page."""
    source, problems = with_text(Path(file), text, ())
    return b64encode(pickle.dumps(thoroughly(source, problems))).decode()


def finding(found: Diagnostic) -> Finding:
    """A diagnostic as a plain value."""
    fix = None if found.fix is None else (found.fix.title, list(map(change, found.fix.edits)))
    return Finding(
        code=found.code,
        severity=found.severity.value,
        message=found.message,
        help=found.help,
        range=range_of(found.span),
        fix=fix,
    )


def change(edit: Edit) -> Change:
    """An edit as a plain value."""
    return Change(range=range_of(edit.span), text=edit.text)


def range_of(span: Span) -> Range:
    """A span as a plain value."""
    return span.line, span.column, span.end_line, span.end_column
