"""Writes a merged ruleset as one text again, with notes of where each thing comes from and what it replaces."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import PurePath

from attrs import define, frozen

from ...program.span import Span
from .card_lines import is_table
from .document import NAMED, Document, bare
from .edits import REPLACED_WHOLE
from .fields import Findings
from .merge import documents
from .nodes import Mapping, Node, Pair, Scalar, Sequence
from .outline import read
from .source import Source

STEP = "  "
PLAIN = re.compile(r"[\w(][\w .()+*/=<>-]*|-?\d+(\.\.-?\d+)?")
"""A text that needs no quotes between `{ }` or `[ ]`."""
WORD = re.compile(r"[\w-]+")


@frozen
class Line:
    """A line of a flattened ruleset; a *note* is a comment that was in none of the files."""

    text: str
    note: bool = False


def flatten(source: Source, variant: str = "") -> tuple[Line, ...]:
    """The ruleset with its base and the variant merged in, as one file; no lines where it cannot be merged.

    Nothing is noted of a ruleset that extends none, shown without a variant.
    """
    layers = _layers(source, variant)
    if not layers:
        return ()
    writer = _Writer(source, layers, variant, _lines_of(layers, variant), _heads(source))
    lines = list(writer.ruleset())
    while lines and not lines[-1].text:
        del lines[-1]
    return tuple(lines) or (Line("{}"),)


@frozen
class Layer:
    """What one file, or a variant, makes of all below it; the places in *document* are places in *source*."""

    source: Source
    document: Document

    def thing(self, section: str, name: str) -> Pair | None:
        """The thing of that name, None where there is none."""
        node = self.document.get(section)
        things = node.pairs if isinstance(node, Mapping) else ()
        return next((pair for pair in things if bare(pair.key.text) == name), None)

    def place(self, span: Span) -> str:
        """The file and line: `ferry.yaml:12`."""
        file, line = self.source.place(span.line)
        return f"{PurePath(file).name}:{line}"


def _layers(source: Source, variant: str) -> list[Layer]:
    """The files from the lowest base up, and the variant on top of them; none where they cannot be merged."""
    found = documents(source, Findings())
    if "" not in found or variant not in found:
        return []
    below = _layers(source.base, "") if source.base is not None else []
    return [*below, *(Layer(source, found[name]) for name in dict.fromkeys(("", variant)))]


def _lines_of(layers: list[Layer], variant: str) -> range:
    """The lines in which the variant is written."""
    thing = layers[-1 - bool(variant)].thing("variants", variant)
    return range(0) if thing is None else range(thing.key.span.line, _last_line(thing.value) + 1)


def _last_line(node: Node) -> int:
    match node:
        case Mapping(pairs=pairs):
            return max((_last_line(pair.value) for pair in pairs), default=node.span.line)
        case Sequence(items=items):
            return max(map(_last_line, items), default=node.span.line)
        case _:
            return node.span.end_line


def _heads(source: Source) -> dict[str, list[int]]:
    """The lines on which sections begin, by section, those of the lowest base first."""
    below = _heads(source.base) if source.base is not None else {}
    found = {section: [line + source.length for line in lines] for section, lines in below.items()}
    root, _ = read(source)
    for pair in root.pairs if root is not None else ():
        found.setdefault(pair.key.text, []).append(pair.key.span.line)
    return found


@define
class _Writer:
    """Writes the document of the topmost layer, and notes wherever what follows comes from somewhere else than before."""

    source: Source
    layers: list[Layer]
    variant: str
    lines_of_variant: range
    heads: dict[str, list[int]]
    last: str = ""

    def ruleset(self) -> Iterator[Line]:
        """All sections."""
        for section, node in self.layers[-1].document.sections.items():
            if section == "extends":
                continue
            comments = [comment for line in self.heads.get(section, ()) for comment in self._comments(line)]
            yield from map(Line, dict.fromkeys(comments))
            self.last = ""
            if section in NAMED and isinstance(node, Mapping):
                yield Line(f"{section}:")
                for pair in node.pairs:
                    yield from _indented(self._thing(section, pair))
                yield from _indented(self._left_out(section, node))
            else:
                yield from self._section_note(section)
                yield from self._under(f"{section}:", node)
            yield Line("")

    # ---------------------------------------------------------------------------------------------------------- notes

    def _thing(self, section: str, thing: Pair) -> Iterator[Line]:
        name = bare(thing.key.text)
        found = [(layer, there) for layer in self.layers if (there := layer.thing(section, name)) is not None]
        places = [layer.place(_place(section, there)) for layer, there in found]
        top = _place(section, thing)
        yield from self._told(top, places, found[0][0] is self.layers[0], top is not thing.key.span)
        yield from self._pair(thing, noted=True)

    def _section_note(self, section: str) -> Iterator[Line]:
        found = [(layer, node) for layer in self.layers if (node := layer.document.get(section)) is not None]
        places = [layer.place(node.span) for layer, node in found]
        return self._told(found[-1][1].span, places, found[0][0] is self.layers[0], changed=False)

    def _told(self, top: Span, places: list[str], from_below: bool, changed: bool) -> Iterator[Line]:
        """The note on what stands at *top*; *places*: where each layer has it; *from_below*: the lowest has it too."""
        before = list(dict.fromkeys(places))[-2::-1]
        here = self._origin(top)
        if changed and before:
            yield self._note(f"from {', '.join(before)}, changed by {here}")
            self.last = ""
        elif before:
            yield self._note(f"from {here}, replaces {', '.join(before)}")
            self.last = _whose(here)
        elif not from_below:
            if self.last != f"{_whose(here)}, new":
                yield self._note(f"from {here}, new")
            self.last = f"{_whose(here)}, new"
        else:
            yield from self._from(top)

    def _from(self, span: Span) -> Iterator[Line]:
        """A note of where what follows comes from, if what went before came from somewhere else."""
        here = self._origin(span)
        if len(self.layers) > 1 and _whose(here) != self.last.removesuffix(", new"):
            self.last = _whose(here)
            yield self._note(f"from {here}")

    def _origin(self, span: Span) -> str:
        """The file and line of a place, and the variant that it is in."""
        place = self.layers[-1].place(span)
        return f"the variant {self.variant}, {place}" if span.line in self.lines_of_variant else place

    def _note(self, text: str) -> Line:
        return Line(f"# {text}", note=True)

    def _left_out(self, section: str, node: Mapping) -> Iterator[Line]:
        there = {bare(pair.key.text) for pair in node.pairs}
        for layer in self.layers[:-1] if section not in REPLACED_WHOLE else ():
            below = layer.document.get(section)
            for pair in below.pairs if isinstance(below, Mapping) else ():
                if bare(pair.key.text) not in there:
                    there.add(bare(pair.key.text))
                    yield self._note(f"left out: {pair.key.text}, {layer.place(pair.key.span)}")

    # ----------------------------------------------------------------------------------------------------------- text

    def _pair(self, pair: Pair, noted: bool = False) -> Iterator[Line]:
        """A key and its value, with the comments above it."""
        if not noted:
            yield from self._from(pair.key.span)
        if not self.source.line(pair.key.span.line)[: pair.key.span.column - 1].strip(" \"'"):
            yield from map(Line, self._comments(pair.key.span.line))
        if _merged(pair.value):
            yield from self._under(f"{_flow(pair.key)}:", pair.value)
        else:
            yield from self._cut(_start(pair.key), pair.key.span.line, self._end_of_pair(pair))

    def _under(self, head: str, node: Node) -> Iterator[Line]:
        """A head such as `key:`, with the node behind it or below."""
        match node:
            case Mapping() | Sequence() if self._in_brackets(node) and not _merged(node):
                first, *rest = self._cut(node.span.column, node.span.line, self._end(node))
                yield Line(f"{head} {first.text}")
                yield from _indented(iter(rest))
            case Sequence(items=rows, merged=True) if is_table(node):
                yield Line(f"{head} |")
                yield from _indented(self._table(rows))
            case Sequence(items=items, merged=True) if items and all(_is_word(item) for item in items):
                yield Line(f"{head} {_flow(node)}")
            case Sequence(items=items) if items:
                yield Line(head)
                for item in items:
                    yield from _indented(self._item(item))
            case Mapping(pairs=pairs) if pairs:
                yield Line(head)
                for pair in pairs:
                    yield from _indented(self._pair(pair))
            case _:
                yield Line(f"{head} {_flow(node)}".rstrip())

    def _item(self, node: Node) -> Iterator[Line]:
        """An item of a list behind its `- `, with the comments above it."""
        place = node.pairs[0].key.span if isinstance(node, Mapping) and node.pairs and not _is_line(node) else node.span
        yield from self._from(place)
        if self.source.line(place.line)[: place.column - 1].strip(" \"'") == "-":
            yield from map(Line, self._comments(place.line))
        if isinstance(node, Scalar) or not _merged(node):
            lines = list(self._cut(_start(node), node.span.line, self._end(node)))
        elif _is_line(node):
            lines = [Line(_flow(node))]
        elif isinstance(node, Mapping):
            lines = [line for pair in node.pairs for line in self._pair(pair)]
        else:
            lines = [line for item in node.items for line in self._item(item)]
        for at, line in enumerate(lines):
            yield Line(("- " if at == 0 else STEP if line.text else "") + line.text, line.note)

    def _table(self, rows: tuple[Node, ...]) -> Iterator[Line]:
        """The rows of a table, its columns one below the other."""
        cells = [[item.text for item in row.items if isinstance(item, Scalar)] for row in rows if isinstance(row, Sequence)]
        wide = [max(map(len, column)) for column in zip(*cells, strict=True)]
        for at, (row, words) in enumerate(zip(rows, cells, strict=True)):
            if at:
                yield from self._from(row.span)
            yield Line("  ".join(word.ljust(width) for word, width in zip(words, wide, strict=True)).rstrip())

    def _cut(self, column: int, line: int, end: tuple[int, int]) -> Iterator[Line]:
        """The text from that place to the *end*, moved to the left edge; a comment behind the end comes along."""
        lines = [self.source.line(number) for number in range(line, end[0] + 1)]
        rest = lines[-1][end[1] - 1 :].strip()
        if rest and not rest.startswith("#"):
            lines[-1] = lines[-1][: end[1] - 1]
        lines[0] = lines[0][column - 1 :]
        for at, text in enumerate(lines):
            blank = len(text) - len(text.lstrip())
            yield Line((text if at == 0 else text[min(blank, column - 1) :]).rstrip())

    def _end(self, node: Node) -> tuple[int, int]:
        """The line and column behind the last character of a node."""
        match node:
            case Scalar(quoted=True):
                return node.span.end_line, node.span.end_column + 1
            case Scalar() if node.span.end_column == 1 and node.span.end_line > node.span.line:
                last = node.span.end_line - 1  # a text below `|` ends where the next begins
                while not self.source.line(last).strip():
                    last -= 1
                return last, len(self.source.line(last)) + 1
            case Mapping(pairs=(*_, last_pair)) if not self._in_brackets(node):
                return self._end_of_pair(last_pair)
            case Sequence(items=(*_, last_item)) if not self._in_brackets(node):
                return self._end(last_item)
            case _:
                return node.span.end_line, node.span.end_column

    def _end_of_pair(self, pair: Pair) -> tuple[int, int]:
        value = pair.value
        if isinstance(value, Scalar) and not value.text and not value.quoted:
            line, column = self._end(pair.key)
            return line, column + 1
        return self._end(value)

    def _in_brackets(self, node: Node) -> bool:
        return self.source.line(node.span.line)[node.span.column - 1 : node.span.column] in ("{", "[")

    def _comments(self, line: int) -> list[str]:
        """The comments right above a line, as deep as it."""
        text = self.source.line(line)
        column = len(text) - len(text.lstrip())
        first = line
        while first > 1 and self.source.line(first - 1).startswith(" " * column + "#"):
            first -= 1
        return [self.source.line(number).strip() for number in range(first, line)]


def _whose(origin: str) -> str:
    """The file, or the variant, of an origin."""
    return origin.rpartition(":")[0]


def _place(section: str, thing: Pair) -> Span:
    """Where a thing stands; what a variant or a file changed stands there."""
    value = thing.value
    changed = section not in REPLACED_WHOLE and isinstance(value, Mapping | Sequence) and value.merged
    return value.span if changed else thing.key.span


def _indented(lines: Iterator[Line]) -> Iterator[Line]:
    return (Line(STEP + line.text if line.text else "", line.note) for line in lines)


def _merged(node: Node) -> bool:
    """Whether a node, or a part of it, was put together from several places."""
    match node:
        case Mapping():
            return node.merged or any(_merged(pair.value) for pair in node.pairs)
        case Sequence():
            return node.merged or any(map(_merged, node.items))
        case _:
            return False


def _start(node: Node) -> int:
    return node.span.column - (isinstance(node, Scalar) and node.quoted)


def _is_word(node: Node) -> bool:
    return isinstance(node, Scalar) and WORD.fullmatch(node.text) is not None


def _is_line(node: Node) -> bool:
    """Whether a node is a line of cards that was changed: it is written as one."""
    return isinstance(node, Mapping) and node.merged and not any(_merged(pair.value) for pair in node.pairs)


def _flow(node: Node) -> str:
    """The node on one line."""
    match node:
        case Scalar(text=text, quoted=quoted):
            return text if not quoted and (not text or PLAIN.fullmatch(text)) else json.dumps(text, ensure_ascii=False)
        case Mapping(pairs=pairs):
            return "{" + ", ".join(f"{_flow(pair.key)}: {_flow(pair.value)}" for pair in pairs) + "}"
        case Sequence(items=items):
            return "[" + ", ".join(map(_flow, items)) + "]"
