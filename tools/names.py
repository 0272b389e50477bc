"""Where the names of a ruleset are declared and where they are used, in the file and in those that it extends."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property

from attrs import Factory, define, frozen

from ..dsl.sentences import syntax as s
from ..dsl.sentences.by_grammar import taken
from ..dsl.sentences.lines import Start
from ..dsl.text.braces import codes
from ..dsl.text.document import bare
from ..dsl.text.nodes import Mapping, Node, Pair, Scalar, Sequence
from ..dsl.text.outline import read
from ..dsl.text.source import Source
from ..program.span import Span
from .outline import OUTLINE
from .spoken import Spoken

KINDS = {
    "automa": "seat",
    "parameters": "parameter",
    "enumerations": "enumeration",
    "decks": "deck",
    "boards": "board",
    "pieces": "piece",
    "zones": "zone",
    "variables": "variable",
    "scores": "score",
    "positions": "position",
    "functions": "function",
    "phases": "phase",
    "effects": "effects",
}
"""What the things of a section are called."""

SAID = frozenset({"title", "about", "minutes", "ruleset", "extends"})
"""Sections in which no name stands."""
SPOKEN = frozenset({"texts", "told"})
"""Sections whose values are for people: names stand in braces alone."""
TITLED = frozenset({"invariants", "examples", "measures", "strategies", "show", "variants"})
"""Sections whose things have titles, not names."""

QUOTED = re.compile(r'"[^"]*"')
SIGNATURE = re.compile(r"\w+ (\w+)(?=\s*[,)])")
PHASE_BEFORE = re.compile(r"(?:\bdo |\bat the end of |\bafter |\bon )$")


@frozen
class Use:
    """A place where a name stands: what it names, whether it is declared there, and inside what it is known ("": everywhere)."""

    name: str
    kind: str
    span: Span
    declares: bool = False
    inside: str = ""


@frozen
class Thing:
    """A named thing of a section, with its place and that of all that stands under it."""

    section: str
    name: str
    key: Span
    last: int
    variant: str = ""


@define(slots=False)
class Index:
    """All things and uses of names; places beyond the file itself are those of its bases."""

    things: list[Thing] = Factory(list)
    uses: list[Use] = Factory(list)

    def at(self, line: int, column: int) -> Use | None:
        """The name at a place, or right before it; the longest where several stand there."""
        there = [use for use in self.uses if use.span.line == line and use.span.column <= column <= use.span.end_column]
        return max(there, key=lambda use: (bool(use.inside), use.span.end_column - use.span.column), default=None)

    def of(self, use: Use) -> list[Use]:
        """All uses of the same name, in the order of the file."""
        return self._same.get((use.name, use.kind, use.inside), [])

    @cached_property
    def _same(self) -> dict[tuple[str, str, str], list[Use]]:
        found: dict[tuple[str, str, str], list[Use]] = {}
        for use in sorted(dict.fromkeys(self.uses), key=lambda each: (each.span.line, each.span.column)):
            found.setdefault((use.name, use.kind, use.inside), []).append(use)
        return found

    def declared(self, kinds: tuple[str, ...] = ()) -> dict[str, Use]:
        """What is declared for the whole ruleset, by name, of these kinds (none: all)."""
        found = [use for use in self.uses if use.declares and not use.inside and (not kinds or use.kind in kinds)]
        return {use.name: use for use in reversed(found)}

    def thing(self, line: int) -> Thing | None:
        """The innermost thing that a line belongs to."""
        there = [thing for thing in self.things if thing.key.line <= line <= thing.last]
        return max(there, key=lambda thing: thing.key.line, default=None)


def index(source: Source, local: dict[tuple[str, Span], str] | None = None) -> Index:
    """The names of a ruleset; *local* are those inside phases, with the places of the sentences that give them."""
    found = Index()
    scalars: list[tuple[Scalar, str, str]] = []
    for root, shift in _outlines(source, 0):
        for pair in root.pairs:
            _section(pair, shift, "", found, scalars)
    known: dict[str, dict[str, None]] = {}
    for use in found.uses:
        known.setdefault(use.name, {}).setdefault(use.kind)
    for said in Spoken(frozenset(known)).read(list(_outlines(source, 0))):
        kind = _kind(known[said.name], "") if said.kind == "text" and said.name in known else said.kind
        found.uses.append(Use(said.name, kind, said.span, said.declares and kind == said.kind))
    there = {(use.span.line, use.span.column) for use in found.uses}
    if known:
        forms = [_form(name, known[name]) for name in sorted(known, key=len, reverse=True)]
        words = re.compile(rf"(?<![\w.])(?:{'|'.join(forms)})(?!\w)|(?<=\.)\w+")
        for scalar, how, _ in scalars:
            for name, span, before in _found(scalar, how, words, source):
                if name in known and (span.line, span.column) not in there:
                    found.uses.append(Use(name, _kind(known[name], before), span))
    _locals(found, source, local or {})
    return found


def _outlines(source: Source, shift: int) -> Iterator[tuple[Mapping, int]]:
    root, _ = read(source)
    if root is not None:
        yield root, shift
    if source.base is not None:
        yield from _outlines(source.base, shift + source.length)


def _form(name: str, kinds: dict[str, None]) -> str:
    """How a name stands in a text: that of effects stands before `of`."""
    return rf"{re.escape(name)}(?=\s+of\b)" if list(kinds) == ["effects"] else re.escape(name)


def _kind(kinds: dict[str, None], before: str) -> str:
    """Which of these kinds is meant behind that text."""
    if len(kinds) > 1:
        if "phase" in kinds and PHASE_BEFORE.search(before):
            return "phase"
        if "effects" in kinds and PHASE_BEFORE.search(before):
            return "effects"
        if "attribute" in kinds and before.endswith("."):
            return "attribute"
        return next(kind for kind in kinds if kind not in ("phase", "effects"))
    return next(iter(kinds))


def _down(span: Span, shift: int) -> Span:
    return Span(span.line + shift, span.column, span.end_line + shift, span.end_column) if shift else span


def _moved(scalar: Scalar, shift: int) -> Scalar:
    return Scalar(scalar.text, scalar.raw, scalar.quoted, _down(scalar.span, shift)) if shift else scalar


def _last(node: Node) -> int:
    match node:
        case Mapping(pairs=(*_, pair)):
            return max(_last(pair.value), node.span.line)
        case Sequence(items=(*_, item)):
            return max(_last(item), node.span.line)
        case _:
            return max(node.span.line, node.span.end_line - (node.span.end_column == 1))


def _name_span(key: Scalar) -> Span:
    return Span(key.span.line, key.span.column, key.span.line, key.span.column + len(bare(key.text)))


def _section(pair: Pair, shift: int, variant: str, found: Index, scalars: list[tuple[Scalar, str, str]]) -> None:
    """Notes the things of a section, and the texts in which names can stand."""
    name = pair.key.text
    if name in SAID:
        return
    if name == "variants":
        for each in pair.value.pairs if isinstance(pair.value, Mapping) else ():
            found.things.append(Thing(name, each.key.text, _down(each.key.span, shift), _last(each.value) + shift))
            for inner in each.value.pairs if isinstance(each.value, Mapping) else ():
                _section(inner, shift, each.key.text, found, scalars)
        return
    if name == "seats":
        for item in pair.value.items if isinstance(pair.value, Sequence) else ():
            if isinstance(item, Scalar):
                found.uses.append(Use(item.text, "seat", _down(item.span, shift), True))
        return
    section = OUTLINE.get(name)
    keys = set(section.things or section.keys or ()) if section is not None else set()
    if not isinstance(pair.value, Mapping):
        _texts(pair.value, shift, "", scalars, frozenset(keys))
        return
    for each in pair.value.pairs:
        kind = KINDS.get(name)
        if section is not None and section.keys is None:
            last = max(_last(each.value), each.key.span.line) + shift
            found.things.append(Thing(name, bare(each.key.text), _down(each.key.span, shift), last, variant))
        if kind is not None:
            found.uses.append(Use(bare(each.key.text), kind, _down(_name_span(each.key), shift), True))
        elif name not in TITLED and (section is None or section.keys is None):
            scalars.append((_moved(each.key, shift), "", name))
        _inner(name, each.value, shift, found)
        _texts(each.value, shift, "braces" if name in SPOKEN else "", scalars, frozenset(keys))


def _inner(section: str, node: Node, shift: int, found: Index) -> None:
    """Notes the values of enumerations, and what is printed on cards."""
    match section, node:
        case "enumerations", Sequence(items=items):
            for item in items:
                if isinstance(item, Scalar):
                    found.uses.append(Use(item.text, "value", _down(item.span, shift), True))
        case "enumerations", Mapping(pairs=pairs):
            for pair in pairs:
                found.uses.append(Use(pair.key.text, "value", _down(pair.key.span, shift), True))
                _attributes(pair.value, shift, found)
        case "decks", Mapping(pairs=pairs):
            column = next((pair.value for pair in pairs if pair.key.text == "named by"), None)
            if isinstance(column, Scalar):
                found.uses.append(Use(column.text, "enumeration", _down(column.span, shift), True))
            for pair in pairs:
                if pair.key.text == "cards":
                    _attributes(pair.value, shift, found)
                    if isinstance(column, Scalar):
                        _names_of_cards(pair.value, column.text, shift, found)


def _attributes(node: Node, shift: int, found: Index) -> None:
    match node:
        case Mapping(pairs=pairs):
            for pair in pairs:
                known = {use.name for use in found.uses if use.kind == "attribute"}
                if pair.key.text not in known | {"copies"}:
                    found.uses.append(Use(pair.key.text, "attribute", _down(pair.key.span, shift), True))
        case Sequence(items=items):
            for item in items:
                _attributes(item, shift, found)
        case Scalar(text=text, span=span, quoted=quoted) if isinstance(taken(text, Start.MAKING), s.Making):
            for match in re.finditer(r"\bas\s+(\w+)", text):
                column = span.column + quoted + match.start(1)
                there = Span(span.line + shift, column, span.line + shift, column + len(match[1]))
                found.uses.append(Use(match[1], "attribute", there, True))
        case Scalar(text=text, span=span) if "\n" in text:
            for match in re.finditer(r"\S+", text.split("\n")[0]):
                if match[0] != "copies":
                    column = span.column + match.start()
                    there = Span(span.line + shift, column, span.line + shift, column + len(match[0]))
                    found.uses.append(Use(match[0], "attribute", there, True))


def _names_of_cards(node: Node, column: str, shift: int, found: Index) -> None:
    """Notes the words in a column that names the cards of a deck."""
    match node:
        case Sequence(items=items):
            lines = [item.pairs for item in items if isinstance(item, Mapping)]
            named = [pair.value for line in lines for pair in line if pair.key.text == column]
            words = [(value.text, _down(value.span, shift)) for value in named if isinstance(value, Scalar)]
        case Scalar(text=text, span=span):
            rows = [list(re.finditer(r"\S+", line.partition("#")[0])) for line in text.split("\n")]
            header = [match[0] for match in rows[0]]
            at = header.index(column) if column in header else len(header)
            cells = [(number, row[at]) for number, row in enumerate(rows) if number and at < len(row)]
            words = [
                (cell[0], _down(Span(line, span.column + cell.start(), line, span.column + cell.end()), shift))
                for line, cell in ((span.line + number, cell) for number, cell in cells)
            ]
        case _:
            words = []
    found.uses += [Use(word, "value", place, True) for word, place in words]


def _texts(node: Node, shift: int, how: str, scalars: list[tuple[Scalar, str, str]], keys: frozenset[str]) -> None:
    """Notes all texts below a node but its fixed keys."""
    match node:
        case Scalar():
            scalars.append((_moved(node, shift), "braces" if node.quoted else how, ""))
        case Sequence(items=items):
            for item in items:
                _texts(item, shift, how, scalars, frozenset())
        case Mapping(pairs=pairs):
            for pair in pairs:
                if pair.key.text not in keys:
                    scalars.append((_moved(pair.key, shift), how, ""))
                _texts(pair.value, shift, how, scalars, frozenset())


def _found(scalar: Scalar, how: str, words: re.Pattern[str], source: Source) -> Iterator[tuple[str, Span, str]]:
    """The names in a text, each with its place and what stands before it."""
    if how == "braces":
        if "{" in scalar.raw or "{" in scalar.text:
            yield from _in_braces(scalar, words, source)
        return
    for number in range(scalar.span.line, scalar.span.end_line + 1):
        text = source.line(number)
        start = scalar.span.column - 1 if number == scalar.span.line else 0
        end = scalar.span.end_column - 1 if number == scalar.span.end_line else len(text)
        plain = text
        if '"' in text:
            shown = list(text)
            for quote in QUOTED.finditer(text, start, end):
                inner = {quote.start() + at for code in codes(quote[0]) for at in code}
                for at in set(range(*quote.span())) - inner:
                    shown[at] = '"'
            plain = "".join(shown)
        for match in words.finditer(plain, start, end):
            yield match[0], Span(number, match.start() + 1, number, match.end() + 1), plain[: match.start()]


def _in_braces(scalar: Scalar, words: re.Pattern[str], source: Source) -> Iterator[tuple[str, Span, str]]:
    """The same of a text for people, whose words by condition may go over several lines."""
    lines = [source.line(number) for number in range(scalar.span.line, scalar.span.end_line + 1)]
    lines[-1] = lines[-1][: scalar.span.end_column - 1]
    lines[0] = lines[0][scalar.span.column - 1 :].rjust(len(lines[0]))
    text = "\n".join(lines)
    for code in codes(text):
        for match in words.finditer(text, code.start, code.stop):
            number = scalar.span.line + text.count("\n", 0, match.start())
            before = text[text.rfind("\n", 0, match.start()) + 1 : match.start()]
            yield match[0], Span(number, len(before) + 1, number, len(before) + 1 + len(match[0])), before


def _locals(found: Index, source: Source, local: dict[tuple[str, Span], str]) -> None:
    """Notes the names inside phases and functions: what they are given, and what sentences name."""
    for thing in [thing for thing in found.things if thing.section in ("phases", "effects", "functions", "outcome")]:
        inside = f"{thing.section} {thing.name} {thing.key.line}"
        heads: dict[str, int] = {}
        text = source.line(thing.key.line)
        start = text.find("(", thing.key.column - 1)
        if start >= 0 and ":" not in text[thing.key.column - 1 : start]:
            for match in SIGNATURE.finditer(text, start, text.find(")", start) + 1):
                heads.setdefault(match[1], thing.key.line)
                span = Span(thing.key.line, match.start(1) + 1, thing.key.line, match.end(1) + 1)
                found.uses.append(Use(match[1], "name", span, True, inside))
        for (name, span), _ in local.items():
            if thing.key.line < span.line <= thing.last:
                heads.setdefault(name, span.line)
                at = re.search(rf"\b{re.escape(name)}\b", source.line(span.line)[span.column - 1 :])
                if at is not None:
                    column = span.column + at.start()
                    found.uses.append(Use(name, "name", Span(span.line, column, span.line, column + len(name)), True, inside))
        if heads:
            _uses_inside(found, source, thing, inside, heads)


def _uses_inside(found: Index, source: Source, thing: Thing, inside: str, heads: dict[str, int]) -> None:
    there = {(use.span.line, use.span.column) for use in found.uses if use.inside == inside}
    words = re.compile(rf"(?<![\w.])(?:{'|'.join(map(re.escape, heads))})(?!\w)")
    for line in range(thing.key.line, thing.last + 1):
        text = re.sub(r"(?:^|\s)#.*$", lambda match: " " * len(match[0]), source.line(line))
        for match in words.finditer(text):
            if (line, match.start() + 1) not in there and text[: match.start()].count('"') % 2 == 0:
                span = Span(line, match.start() + 1, line, match.end() + 1)
                found.uses.append(Use(match[0], "name", span, False, inside))
