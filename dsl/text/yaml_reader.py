"""Reads YAML into an outline: nested lists and keys, each with its position.

YAML never decides the meaning of a scalar: `no` stays a word. Anchors, folded text and texts cut by ` #` are refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import yaml

from ...program.harmless import harmful, harmless
from ...program.span import Span
from ..diagnostics import shared
from ..diagnostics.diagnostic import Diagnostic, DiagnosticError, Edit, Fix, Note
from ..diagnostics.report import error
from .nodes import Mapping, Node, Pair, Scalar, Sequence
from .slips import branch, comprehension, lone_item, out_of_column, slip
from .source import Source
from .unseen import escaped

DEEPEST = 100
"""The most levels of nested lists and keys."""

LISTED = re.compile(r"(\s*(?:- )?(?:[^:\"#\[\]{}]+:\s+)?)(\[[^\[\]]*\])(\s*[^\s#,\]].*?)(?:\s+#.*)?$")
"""A value that begins with a list and goes on behind it."""

SECOND_COLON = re.compile(r":\s+(:)\s*(?:#.*)?$")


def composed(text: str) -> tuple[Node | None, tuple[Diagnostic, ...]] | None:
    """The outline of a text, None where it is empty, and the diagnostics, read by libyaml. Raises DiagnosticError where it is
    too deep.

    None where libyaml is not there or refuses the text: then `in_python` reads it, or says why it cannot be read.
    """
    if not yaml.__with_libyaml__:
        return None
    composer = _Composer(text, yaml.CSafeLoader)
    try:
        return composer.compose(), tuple(composer.findings)
    except yaml.YAMLError:
        return None


def in_python(source: Source, shorter: str) -> tuple[Node | None, tuple[Diagnostic, ...]]:
    """The same, read by YAML's reader in Python; the outline is None where there is a mistake that YAML refuses.

    In *shorter* YAML finds the same first mistake, if there is one, at the same place.
    """
    for text in dict.fromkeys((shorter, source.text)):
        composer = _Composer(text, yaml.SafeLoader)
        try:
            root = composer.compose()
        except yaml.MarkedYAMLError as trouble:
            return None, (*composer.findings, _yaml_trouble(trouble, source))
    return root, tuple(composer.findings)


def faultless(text: str) -> Node | None:
    """The outline of a part of a text; None where there is a mistake in it."""
    composer = _Composer(text, yaml.CSafeLoader if yaml.__with_libyaml__ else yaml.SafeLoader)
    try:
        root = composer.compose()
    except (yaml.YAMLError, DiagnosticError):
        return None
    return None if composer.findings else root


class _Composer:
    """Builds the outline from YAML's events with a stack of its own: without recursion, deep nesting cannot break it."""

    def __init__(self, text: str, loader: type[yaml.SafeLoader | yaml.CSafeLoader]) -> None:
        self.text = text
        self.loader = loader
        self.findings: list[Diagnostic] = []

    def compose(self) -> Node | None:
        root: Node | None = None
        stack: list[tuple[bool, Span, list[Node]]] = []
        for event in self._events():
            node: Node | None = None
            match event:
                case yaml.ScalarEvent():
                    node = self._scalar(event)
                case yaml.MappingStartEvent() | yaml.SequenceStartEvent():
                    self._anchored(event)
                    if len(stack) >= DEEPEST:
                        raise error("too-deep", _span(event), f"lists and keys are nested deeper than {DEEPEST} levels here")
                    stack.append((isinstance(event, yaml.MappingStartEvent), _span(event), []))
                case yaml.MappingEndEvent() | yaml.SequenceEndEvent():
                    mapping, start, parts = stack.pop()
                    node = (
                        self._mapping(start.until(_span(event)), parts)
                        if mapping
                        else Sequence(tuple(parts), start.until(_span(event)))
                    )
                case yaml.AliasEvent():
                    self._tell(
                        error(
                            "alias",
                            _span(event),
                            "`*` stands for a copy of another part here, which rulesets do not have",
                            help="write the part out, or give it a name of its own",
                        )
                    )
                    node = Scalar("", "", False, _span(event))
                case yaml.DocumentStartEvent() if root is not None:
                    self._tell(
                        error(
                            "second-document",
                            _span(event),
                            "a second document begins here",
                            help="a file holds one ruleset; `---` is not needed",
                        )
                    )
                    break
                case _:
                    continue
            if node is None:
                continue
            if stack:
                stack[-1][2].append(node)
            else:
                root = node
        return root

    def _events(self) -> Iterator[yaml.Event]:
        events: Iterator[yaml.Event] = yaml.parse(self.text, Loader=self.loader)
        return events

    def _tell(self, diagnostic: DiagnosticError) -> None:
        self.findings.append(diagnostic.diagnostic)

    def _anchored(self, event: yaml.NodeEvent) -> None:
        if event.anchor is not None:
            self._tell(shared.anchor(event.anchor, _span(event)))

    def _scalar(self, event: yaml.ScalarEvent) -> Scalar:
        self._anchored(event)
        span = _span(event)
        plain = not event.style
        if event.tag is not None and plain and not event.value:
            message = f"`{event.tag}`: a line that begins with `!` means something else to YAML"
            self._tell(error("tag", span, message, help="the word is `not`"))
            return Scalar(event.tag, "", False, span, self.findings[-1])
        if event.style == ">":
            self._tell(error("folded", span, "`>` joins lines, so that places in them are lost", help="use `|`, or one line"))
        raw = self.text[_ends(event)[0] : _ends(event)[1]]
        hidden = escaped(self.text, *_ends(event)).diagnostic if any(harmful(event.value)) else None
        if hidden is not None:
            self.findings.append(hidden)
            event.value = harmless(event.value)
        quoted = event.style in ("'", '"')
        if quoted:
            raw = raw[1:-1]
            span = Span(span.line, span.column + 1, span.end_line, span.end_column - 1)
        elif plain and raw.count('"') % 2 == 1:
            return Scalar(event.value, "", False, span, self._cut(event))
        elif event.style == "|":
            raw, span = _below(raw, span)
        same = raw if raw == event.value or raw.split() == event.value.split() else ""
        return Scalar(event.value, same, quoted, span, hidden)

    def _cut(self, event: yaml.ScalarEvent) -> Diagnostic:
        rest = self.text[_ends(event)[1] :].split("\n", 1)[0]
        if rest.lstrip().startswith("#"):
            why = "` #` begins a comment, so YAML stops reading before it"
        elif rest.startswith(":"):
            why = "`: ` makes a key, so YAML stops reading before it"
        else:
            why = "a text in quotes ends on the line where it begins"
        found = error(
            "cut-text",
            _span(event),
            'the quote `"` is opened and never closed',
            help=why + "; reword the text, or give it a name under `texts` in quotes",
        ).diagnostic
        self.findings.append(found)
        return found

    def _mapping(self, span: Span, parts: list[Node]) -> Mapping:
        pairs: list[Pair] = []
        seen: dict[str, Scalar] = {}
        for key, value in zip(parts[::2], parts[1::2], strict=True):
            if not isinstance(key, Scalar):
                self._tell(error("odd-key", key.span, "expected a word or a sentence before `:`, found a list"))
                continue
            if key.cut is not None and isinstance(value, Scalar) and value.cut is not None:
                self.findings.remove(value.cut)
            if key.text in seen:
                note = Note("it stands here first", seen[key.text].span)
                self.findings.append(
                    error("duplicate-key", key.span, f"the key `{key.text}` stands here a second time", notes=(note,)).diagnostic
                )
                continue
            seen[key.text] = key
            pairs.append(Pair(key, value))
        return Mapping(tuple(pairs), span)


def _below(raw: str, span: Span) -> tuple[str, Span]:
    """The text below a `|`, from its first letter on, and its position."""
    text = raw.partition("\n")[2]
    blank = len(text) - len(text.lstrip())
    line = span.line + 1 + text.count("\n", 0, blank)
    column = blank - (text.rfind("\n", 0, blank) + 1) + 1
    if not text[blank:]:
        return "", span
    return text[blank:], Span(line, column, max(line, span.end_line), span.end_column)


def _ends(event: yaml.Event) -> tuple[int, int]:
    """The offsets in the text at which the event begins and ends."""
    start, end = event.start_mark, event.end_mark
    assert start is not None
    assert end is not None
    return start.index, end.index


def _span(event: yaml.Event) -> Span:
    start, end = event.start_mark, event.end_mark
    assert start is not None
    assert end is not None
    return Span(start.line + 1, start.column + 1, end.line + 1, end.column + 1)


def _yaml_trouble(trouble: yaml.MarkedYAMLError, source: Source) -> Diagnostic:
    opened, mark = trouble.context_mark, trouble.problem_mark or trouble.context_mark
    if mark is not None:
        here = (mark.line + 1, mark.line) if mark.line else (1,)
        ways = (branch, comprehension, lone_item)
        found = next((told for way in ways for number in here if (told := way(source, number)) is not None), None)
        found = found or slip(source, mark.line + 1)
        if found is None and re.search("found '<block (mapping|sequence) start>'", trouble.problem or ""):
            found = out_of_column(source, mark.line + 1)
        if found is not None:
            return found
    if opened is not None and mark is not None and opened.line < mark.line:
        span = Span(opened.line + 1, opened.column + 1, opened.line + 1, opened.column + 2)
        if "could not find expected ':'" in (trouble.problem or ""):
            end = len(source.line(span.line).split(" #")[0].rstrip()) + 1
            message = "this line is neither a sentence nor a heading"
            help_ = "a sentence begins with `- `, and a heading ends with `:`"
            return error(
                "yaml", Span(span.line, span.column, span.line, max(end, span.end_column)), message, help=help_
            ).diagnostic
        if "expected ',' or" in (trouble.problem or ""):
            opening = source.line(span.line)[opened.column]
            closing = "}" if opening == "{" else "]"
            message = f"this `{opening}` is not closed on its line"
            return error("yaml", span, message, help=f"write `{closing}` where the list ends").diagnostic
    line, column = (mark.line + 1, mark.column + 1) if mark is not None else (1, 1)
    problem = trouble.problem or trouble.context or "the text cannot be read"
    line_text = source.line(line)
    help_ = ""
    above = _undashed(line, source) if "but found '-'" in problem else None
    if "but found '?'" in problem:
        above = _line(line, line_text)
    if above is not None:
        message, help_ = "a `- ` is missing before this line", "a sentence or a heading in a list begins with `- `"
        return error("yaml", above, message, help=help_).diagnostic
    listed = LISTED.match(line_text) if "but found '<scalar>'" in problem else None
    if listed is not None and listed.end(2) < column:
        return _more_behind(line, listed).diagnostic
    twice = SECOND_COLON.search(line_text) if "mapping values are not allowed" in problem else None
    if twice is not None:
        return shared.second_colon(Span(line, twice.start(1) + 1, line, twice.end(1) + 1)).diagnostic
    above = _uncoloned(line, source) if "mapping values are not allowed" in problem else None
    if above is not None:
        help_ = "a key has `:` behind it, and a heading ends with `:`"
        return error("yaml", above, "a `:` is missing in this line", help=help_).diagnostic
    if "\t" in line_text[: len(line_text) - len(line_text.lstrip())] or "'\\t'" in problem:
        problem, help_ = "a tab where YAML wants spaces", "indent with spaces"
    elif "mapping values are not allowed" in problem:
        problem, help_ = "a second `: ` on one line", 'a text with `: ` stands in quotes: "one: two"'
        if " ? " in line_text[: column - 1]:
            help_ = "a value that depends on a condition has `if` and `else`: `1 if strict else 0`"
        elif line_text[: column - 1].count("(") > line_text[: column - 1].count(")"):
            help_ = "inside brackets no `: ` stands: a condition stands behind `where` or `has`"
    elif "could not find expected ':'" in problem or "expected <block end>" in problem:
        help_ = "check the indentation of this line and of the one before, and that a heading ends with `:`"
    elif "expected ',' or" in problem:
        help_ = "inside `{ }` and `[ ]` a text with `?`, `,`, `:` or brackets stands in quotes"
    elif "cannot start any token" in problem:
        help_ = "a text that begins with this character stands in quotes"
    problem = problem.replace("<block end>", "the end of the list")
    return error("yaml", Span(line, column, line, column + 1), problem, help=help_).diagnostic


def _more_behind(line: int, listed: re.Match[str]) -> DiagnosticError:
    """What is said of a value that begins with a list, which YAML takes for the whole."""
    rest = listed[3].rstrip()
    bracket = Span(line, listed.start(2) + 1, line, listed.start(2) + 2)
    ends = ((listed.start(2), "("), (listed.start(3) + len(rest), ")"))
    edits = tuple(Edit(Span(line, at + 1, line, at + 1), sign, "") for at, sign in ends)
    whole = f"({listed[2]}{rest})"
    message = f"YAML reads a list from this `[` to its `]`, and `{rest.strip()}` stands behind it"
    return error("yaml", bracket, message, help=f"put the value in parentheses: `{whole}`", fix=Fix("add parentheses", edits))


def _undashed(line: int, source: Source) -> Span | None:
    """The nearest line above that stands as deep as the items of the list that goes on at *line*, and has no dash."""
    depth = _depth(source.line(line))
    for number in range(line - 1, 0, -1):
        text = source.line(number)
        if text.strip() and not text.lstrip().startswith("#"):
            if _depth(text) < depth:
                return None
            if _depth(text) == depth and not text.lstrip().startswith("-"):
                return _line(number, text)
    return None


def _uncoloned(line: int, source: Source) -> Span | None:
    """The line above where a key begins that has no `:`, none where the line itself has two.

    Lines without `:` that stand deeper are read by YAML as more of the same text, so the least deep of them is meant.
    """
    found: Span | None = None
    for number in range(line - 1, 0, -1):
        text = source.line(number).split(" #")[0].rstrip()
        if not text.strip() or text.lstrip().startswith("#"):
            continue
        if ": " in f"{text} " or (found is not None and _depth(text) >= found.column - 1):
            break
        found = _line(number, text)
    return found


def _depth(text: str) -> int:
    return len(text) - len(text.lstrip())


def _line(number: int, text: str) -> Span:
    return Span(number, _depth(text) + 1, number, len(text.split(" #")[0].rstrip()) + 1)
