"""Lays a ruleset out in the one way that all rulesets are: indentation, blanks, empty lines. Words, comments and order stay."""

from __future__ import annotations

import re
from collections.abc import Iterator

import yaml
from attrs import Factory, define

from ..dsl.text.nodes import Mapping, Node, Scalar, Sequence
from ..dsl.text.outline import read
from ..dsl.text.source import Source

STEP = 2
"""Each level stands so many columns further to the right."""
BEFORE_COMMENT = 2
"""At least so many blanks stand before a comment behind a line."""

FLOW_STARTS = (yaml.FlowMappingStartToken, yaml.FlowSequenceStartToken)
FLOW_ENDS = (yaml.FlowMappingEndToken, yaml.FlowSequenceEndToken)
WRITTEN = (yaml.ScalarToken, yaml.BlockEntryToken, yaml.ValueToken, yaml.FlowEntryToken, *FLOW_STARTS, *FLOW_ENDS)
"""The tokens that stand in the text; the others only say where something begins and ends."""
TIGHT_BEFORE = (yaml.ValueToken, yaml.FlowEntryToken, *FLOW_ENDS)
"""No blank stands before these."""


class NotLaidOut(ValueError):
    """The text is no outline of a ruleset, so it stays as it is; the message says why, *line* where, counted from 1."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message)
        self.line = line


def formatted(text: str) -> str:
    """The text laid out; laid out again, it stays the same. Raises NotLaidOut where it cannot be read."""
    plain = text.removeprefix("\ufeff").replace("\r\n", "\n")
    before, faults = read(Source("", plain))
    if before is None or faults:
        raise NotLaidOut(faults[0].message, faults[0].span.line)
    laid = "\n".join(_spaced(_Writer(plain.split("\n"), _long_sections(before)).lines(plain))) + "\n"
    after, _ = read(Source("", laid))
    if after is None or _words(before) != _words(after):
        raise NotLaidOut("this text would not say the same if it were laid out", 1)
    return laid


def _long_sections(root: Mapping) -> frozenset[int]:
    """The lines, from 0, on which sections of several lines begin."""
    return frozenset(pair.key.span.line - 1 for pair in root.pairs if _last(pair.value) > pair.key.span.line)


def _last(node: Node) -> int:
    """The last line of a node; what is in brackets ends with them."""
    match node:
        case Mapping(pairs=(*_, pair)):
            return _last(pair.value)
        case Sequence(items=(*_, item)):
            return _last(item)
        case _:
            return node.span.end_line - (node.span.end_column == 1)


def _words(node: Node) -> object:
    """What a node says, without places and without the number of blanks."""
    match node:
        case Scalar(text=text, quoted=True):
            return text
        case Scalar(text=text):
            return tuple(text.split())
        case Mapping(pairs=pairs):
            return [(_words(pair.key), _words(pair.value)) for pair in pairs]
        case Sequence(items=items):
            return [None, *map(_words, items)]


@define
class _Row:
    """A line as it is written anew; *kept*: part of a text of several lines; *section*: whether the section here is long."""

    text: str
    kept: bool = False
    section: bool | None = None


@define
class _Writer:
    """Writes lines anew: first those with tokens on them, then the comments and empty lines between."""

    old: list[str]
    long: frozenset[int]
    new: dict[int, _Row] = Factory(dict)
    columns: dict[int, tuple[int, int]] = Factory(dict)
    ends: dict[int, int] = Factory(dict)

    def lines(self, text: str) -> list[_Row]:
        """All lines."""
        before: yaml.Token | None = None
        opened = 0
        for token, column, starts in _tokens(text):
            line = token.start_mark.line
            if isinstance(token, FLOW_STARTS) and starts:
                opened = line
            if before is None or before.end_mark.line < line or line not in self.new:
                if not starts:  # between brackets that were opened on a line above
                    column = max(column, token.start_mark.column + self._shift(opened))
                self.columns[line] = token.start_mark.column, column
                self.new[line] = _Row(" " * column, section=(line in self.long) if column == 0 and starts else None)
            elif not isinstance(token, TIGHT_BEFORE) and not isinstance(before, FLOW_STARTS):
                self.new[line].text += " "
            self._write(token, column)
            if starts and isinstance(token, FLOW_STARTS):
                opened = line
            before = token
        for line, end in self.ends.items():
            self._remark(line, self.old[line][end:].strip())
        return [self.new[line] if line in self.new else self._between(line) for line in range(len(self.old))]

    def _shift(self, line: int) -> int:
        old, new = self.columns.get(line, (0, 0))
        return new - old

    def _write(self, token: yaml.Token, column: int) -> None:
        """Adds the token to its line, and the further lines of a text of several lines."""
        first, last = token.start_mark.line, token.end_mark.line
        if isinstance(token, yaml.ScalarToken) and token.style == "|":
            self._block(token, column)
            return
        words = self._cut(token)
        if isinstance(token, yaml.ScalarToken) and not token.style:
            words = [" ".join(each.split()) for each in words]
        self.new[first].text += words[0]
        for line, each in enumerate(words[1:], first + 1):
            self.new[line] = _Row(" " * column + each.strip() if each.strip() else "", kept=True)
            self.columns[line] = column, column
        self.ends.pop(first, None)
        self.ends[last] = token.end_mark.column

    def _cut(self, token: yaml.Token) -> list[str]:
        """The lines of a token; those of a plain text end with its last word."""
        start, end = token.start_mark, token.end_mark
        lines = self.old[start.line : end.line + 1]
        lines[-1] = lines[-1][: end.column]
        lines[0] = lines[0][start.column :]
        return [lines[0].rstrip(), *lines[1:]]

    def _block(self, token: yaml.ScalarToken, column: int) -> None:
        """Adds a text below `|`, moved to *column* as a whole."""
        first = token.start_mark.line
        head = self.old[first][token.start_mark.column :]
        sign = head.split()[0]
        self.new[first].text += sign
        self.ends[first] = token.start_mark.column + len(sign)
        last = token.end_mark.line + (token.end_mark.column > 0)
        lines = self.old[first + 1 : last]
        while lines and not lines[-1].strip():
            lines.pop()
        deep = next((len(each) - len(each.lstrip(" ")) for each in lines if each.strip()), 0)
        if re.search(r"\d", sign):  # the author says how deep it is: the first line may be deeper
            deep = column - self._shift(first)
        for line, each in enumerate(lines, first + 1):
            self.new[line] = _Row((" " * column + _deeper(each, deep)).rstrip(), kept=True)

    def _remark(self, line: int, words: str) -> None:
        """Adds the comment behind a line, in its column where there is room."""
        if words.startswith("#"):
            text = self.new[line].text
            column = max(len(text) + BEFORE_COMMENT, self.old[line].index(words, self.ends[line]))
            self.new[line].text = text.ljust(column) + _comment(words)

    def _between(self, line: int) -> _Row:
        """An empty line, or a comment: as deep as what follows, or as what stands before it where it belongs to that."""
        words = self.old[line].strip()
        if not words:
            return _Row("")
        column = len(self.old[line]) - len(words)
        below = next((self.columns[at] for at in range(line, len(self.old)) if at in self.columns), (0, 0))
        above = next((each for at in range(line, -1, -1) if (each := self.columns.get(at)) and each[0] <= column), (0, 0))
        return _Row(" " * (above if above[0] > below[0] else below)[1] + _comment(words))


def _deeper(line: str, deep: int) -> str:
    """What stands in a line from that column on; a line that begins before it is moved there."""
    return line[deep:] if not line[:deep].strip() else line.lstrip(" ")


def _comment(words: str) -> str:
    return re.sub(r"^#(?=\w)", "# ", words)


def _tokens(text: str) -> Iterator[tuple[yaml.Token, int, bool]]:
    """The tokens that stand in the text, the column that each has where a line begins with it, and whether that is certain: it is
    not between brackets.
    """
    loader = yaml.CSafeLoader if yaml.__with_libyaml__ else yaml.SafeLoader
    stack: list[str] = []
    brackets, key = 0, False
    for token in yaml.scan(text, Loader=loader):
        match token:
            case yaml.BlockMappingStartToken():
                stack.append("keys")
            case yaml.BlockSequenceStartToken():
                stack.append("list")
            case yaml.BlockEndToken():
                while stack.pop() == "list as deep as its key":
                    pass
            case yaml.KeyToken():
                if token.end_mark.index > token.start_mark.index:
                    raise NotLaidOut("`?` before a key is not needed", token.start_mark.line + 1)
                if not brackets and stack and stack[-1] == "list as deep as its key":
                    stack.pop()
                key = True
                continue
            case yaml.BlockEntryToken() if not stack or stack[-1] == "keys":
                stack.append("list as deep as its key")
        if isinstance(token, WRITTEN):
            brackets -= isinstance(token, FLOW_ENDS)
            first = key or isinstance(token, yaml.BlockEntryToken)
            yield token, STEP * (len(stack) - first), brackets == 0
            brackets += isinstance(token, FLOW_STARTS)
            key = False


def _spaced(rows: list[_Row]) -> Iterator[str]:
    """The lines with an empty line behind each section of several lines, at most one elsewhere, none at the ends of the file."""
    out: list[_Row] = []
    inside = False
    for row in rows:
        if not row.text and not row.kept and (not out or not out[-1].text):
            continue
        if row.section is not None:
            if inside:
                _part(out)
            inside = row.section
        out.append(row)
    while out and not out[-1].text:
        out.pop()
    return (row.text for row in out)


def _part(out: list[_Row]) -> None:
    """Puts an empty line before the comments that stand right above what follows, unless it is there or the file begins there."""
    at = len(out)
    while at and out[at - 1].text.startswith("#"):
        at -= 1
    if at and out[at - 1].text:
        out.insert(at, _Row(""))
