"""What differs between two rulesets, by name: things that are new, gone, called otherwise or changed, and what changed in them.

Layout, comments and the order of things make no difference; the order of sentences and of what is in a list does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from enum import Enum

from attrs import evolve, frozen

from ..dsl.text.document import NAMED, SECTIONS, Document, bare
from ..dsl.text.nodes import Mapping, Node, Pair, Scalar, Sequence

WORDS_ONLY = frozenset(
    {"ruleset", "title", "about", "minutes", "texts", "told", "table", "drawing", "show", "examples", "variants", "measures"}
)
"""The sections that say nothing of how a game is played."""

LONGEST = 100
"""What is longer than this is shown in lines of its own."""


class How(Enum):
    """What became of a thing."""

    NEW = "new"
    GONE = "gone"
    RENAMED = "called otherwise"
    CHANGED = "changed"


@frozen
class Difference:
    """A difference: the names of what differs, from the section on; the lines that were there before and that are there now."""

    path: tuple[str, ...]
    how: How
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()

    @property
    def of_the_rules(self) -> bool:
        """Whether it can change how the game is played."""
        return self.path[0] not in WORDS_ONLY


def differences(one: Document, other: Document) -> tuple[Difference, ...]:
    """What differs in *other*, in the order of the sections of a rulebook."""
    names = [name for name in SECTIONS if name in one.sections or name in other.sections]
    found = [each for name in names for each in _section(name, one.get(name), other.get(name))]
    return tuple(each for each in found if each.path[0] not in ("extends", "without"))


def _section(name: str, one: Node | None, other: Node | None) -> Iterator[Difference]:
    if name in NAMED:
        yield from _things((name,), _pairs(one), _pairs(other))
    else:
        yield from _value((name,), one, other)


def _pairs(node: Node | None) -> dict[str, Pair]:
    return {bare(pair.key.text): pair for pair in node.pairs} if isinstance(node, Mapping) else {}


def _things(path: tuple[str, ...], one: dict[str, Pair], other: dict[str, Pair]) -> Iterator[Difference]:
    """The differences between things by their names."""
    gone = [name for name in one if name not in other]
    for name, pair in other.items():
        if name in one:
            yield from _thing((*path, name), one[name], pair)
            continue
        as_before = next((each for each in gone if _content(one[each]) == _content(pair)), None)
        if as_before is None:
            yield Difference((*path, name), How.NEW, (), tuple(_lines_of(pair)))
        else:
            gone.remove(as_before)
            yield Difference((*path, as_before), How.RENAMED, (one[as_before].key.text,), (pair.key.text,))
    for name in gone:
        yield Difference((*path, name), How.GONE, tuple(_lines_of(one[name])))


def _content(pair: Pair) -> object:
    """What is compared of a thing: all but its name."""
    return pair.key.text.partition("(")[2], _meant(pair.value)


def _thing(path: tuple[str, ...], one: Pair, other: Pair) -> Iterator[Difference]:
    if _clean(one.key.text) != _clean(other.key.text):
        yield Difference(path, How.CHANGED, (_clean(one.key.text),), (_clean(other.key.text),))
    yield from _value(path, one.value, other.value)


def _value(path: tuple[str, ...], one: Node | None, other: Node | None) -> Iterator[Difference]:
    """The differences between two values: by keys where both have keys, by lines where both are lists."""
    if one is None or other is None:
        if other is not None:
            yield Difference(path, How.NEW, (), tuple(_lines(other)))
        elif one is not None:
            yield Difference(path, How.GONE, tuple(_lines(one)))
        return
    match one, other:
        case _ if _meant(one) == _meant(other):
            pass
        case Mapping(), Mapping():
            yield from _keys(path, one, other)
        case Sequence(), Sequence():
            yield from _lists(path, one, other)
        case _:
            yield Difference(path, How.CHANGED, tuple(_lines(one)), tuple(_lines(other)))


def _keys(path: tuple[str, ...], one: Mapping, other: Mapping) -> Iterator[Difference]:
    before, after = ({_clean(pair.key.text): pair.value for pair in each.pairs} for each in (one, other))
    for key in dict.fromkeys((*before, *after)):
        yield from _value((*path, key), before.get(key), after.get(key))


def _lists(path: tuple[str, ...], one: Sequence, other: Sequence) -> Iterator[Difference]:
    """The differences between two lists, runs of lines that go, come or change. What stands under the same heading is compared
    on its own.
    """
    old, new = [_meant(item) for item in one.items], [_meant(item) for item in other.items]
    for _, low, high, start, end in _runs(old, new):
        gone, come = one.items[low:high], other.items[start:end]
        if len(gone) == len(come) and all(_same_heading(a, b) for a, b in zip(gone, come, strict=True)):
            for a, b in zip(gone, come, strict=True):
                assert isinstance(a, Mapping)
                assert isinstance(b, Mapping)
                yield from _keys(path, a, b)
            continue
        yield Difference(path, How.CHANGED, _joined(gone), _joined(come))


def _runs(old: list[object], new: list[object]) -> Iterator[tuple[str, int, int, int, int]]:
    numbers: dict[str, int] = {}
    rows = [[numbers.setdefault(repr(each), len(numbers)) for each in side] for side in (old, new)]
    return (run for run in SequenceMatcher(None, rows[0], rows[1], autojunk=False).get_opcodes() if run[0] != "equal")


def _same_heading(one: Node, other: Node) -> bool:
    match one, other:
        case Mapping(pairs=(first, *_)), Mapping(pairs=(second, *_)):
            nested = not isinstance(first.value, Scalar) and not isinstance(second.value, Scalar)
            return nested and _clean(first.key.text) == _clean(second.key.text)
        case _:
            return False


def _meant(node: Node) -> object:
    """What a node says; blanks, and the order of keys, make no difference."""
    match node:
        case Scalar(text=text, quoted=quoted):
            return text if quoted else _clean(text)
        case Mapping(pairs=pairs):
            return "keys", tuple(sorted((_clean(pair.key.text), repr(_meant(pair.value))) for pair in pairs))
        case Sequence(items=items):
            return tuple(map(_meant, items))


def _clean(text: str) -> str:
    return " ".join(text.split())


def _joined(items: Iterable[Node]) -> tuple[str, ...]:
    return tuple(line for item in items for line in _item(item))


def _lines_of(pair: Pair) -> Iterator[str]:
    """A thing as lines: its name and what is under it."""
    inside = list(_lines(pair.value))
    head = f"{_clean(pair.key.text)}:"
    if len(inside) == 1 and not inside[0].startswith("- ") and not isinstance(pair.value, Sequence):
        yield f"{head} {inside[0]}".rstrip()
        return
    yield head
    yield from (f"  {line}" for line in inside)


def _lines(node: Node) -> Iterator[str]:
    """A value as lines: on one where it is short and holds no sentences."""
    match node:
        case Scalar(text=text):
            yield from (line.rstrip() for line in text.strip("\n").split("\n")) if "\n" in text else (_clean(text),)
        case Mapping(pairs=pairs):
            flow = _flow(node)
            if len(flow) <= LONGEST and "- " not in flow:
                yield flow
            else:
                for pair in pairs:
                    yield from _lines_of(pair)
        case Sequence(items=items):
            flow = _flow(node)
            if len(flow) <= LONGEST and all(isinstance(item, Scalar) and re.fullmatch(r"\S+", item.text) for item in items):
                yield flow
            else:
                yield from _joined(items)


def _item(item: Node) -> Iterator[str]:
    match item:
        case Mapping(pairs=pairs) if any(isinstance(pair.value, Sequence | Mapping) or not _text(pair.value) for pair in pairs):
            lines = [line for pair in pairs for line in _lines_of(pair)]
        case _:
            lines = [_flow(item)]
    yield from (("- " if at == 0 else "  ") + line for at, line in enumerate(lines))


def _text(node: Node) -> str:
    return node.text if isinstance(node, Scalar) else ""


def _flow(node: Node) -> str:
    """The node on one line."""
    match node:
        case Scalar(text=text):
            return _clean(text)
        case Mapping(pairs=pairs):
            return "{" + ", ".join(f"{_clean(pair.key.text)}: {_flow(pair.value)}".rstrip() for pair in pairs) + "}"
        case Sequence(items=items):
            return "[" + ", ".join(map(_flow, items)) + "]"


def without_examples(document: Document) -> Document:
    """The document without its examples and variants: a variant has its own, so that all of them would differ."""
    kept = {name: node for name, node in document.sections.items() if name not in ("examples", "variants")}
    return evolve(document, sections=kept)
