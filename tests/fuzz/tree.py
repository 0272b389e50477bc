"""A ruleset as a small tree: what the generator makes, what is written as YAML, and what can be made smaller."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import TypeVar

from attrs import evolve, frozen

T = TypeVar("T")


@frozen
class Phrase:
    """A piece of text: words, and phrases inside it.

    *sort* says what the phrase stands for (`number`, `truth`, `clause`, the name of an enumeration, …): a phrase can be replaced
    by another one of its sort. *kind* names the construct, for the table of what was covered. The pieces stand one after the
    other; with a *joint* they are a list, of which each can be left out.
    """

    sort: str
    pieces: tuple[str | Phrase, ...]
    kind: str = ""
    joint: str = ""

    def __str__(self) -> str:
        written = [str(piece) for piece in self.pieces]
        return self.joint.join(filter(None, written)) if self.joint else "".join(written)

    @property
    def inside(self) -> Iterator[Phrase]:
        """This phrase and all phrases in it, outer ones first."""
        yield self
        for piece in self.pieces:
            if isinstance(piece, Phrase):
                yield from piece.inside


@frozen
class Line:
    """A sentence, a heading with its list, or an option of a menu; *also* are further keys of the same item (`else`)."""

    kind: str
    phrase: Phrase
    body: tuple[Line, ...] | None = None
    also: tuple[Line, ...] = ()


@frozen
class Entry:
    """A key of the ruleset under the sections of *path*, with its value: text, or the sentences of a phase."""

    path: tuple[str, ...]
    key: Phrase
    value: Phrase | tuple[Line, ...]

    @property
    def stem(self) -> tuple[str, ...]:
        """The path with the key."""
        return (*self.path, str(self.key))


@frozen
class Ruleset:
    """The entries, those of one section side by side."""

    entries: tuple[Entry, ...]

    def __str__(self) -> str:
        found: list[str] = []
        open_now: tuple[str, ...] = ()
        for entry in self.entries:
            shared = 0
            while shared < min(len(open_now), len(entry.path)) and open_now[shared] == entry.path[shared]:
                shared += 1
            found += [f"{'  ' * depth}{entry.path[depth]}:" for depth in range(shared, len(entry.path))]
            open_now = entry.path
            found += _entry_lines(entry, "  " * len(entry.path))
        return "\n".join(found) + "\n"

    def count(self) -> Counter[str]:
        """How often each kind of sentence and of expression stands in it."""
        found: Counter[str] = Counter()
        for line in self.lines:
            found[f"- {line.kind}"] += 1
        for phrase in self.phrases:
            if phrase.kind:
                found[phrase.kind] += 1
        return found

    @property
    def lines(self) -> Iterator[Line]:
        """All lines of the phases."""
        for entry in self.entries:
            if isinstance(entry.value, tuple):
                yield from every_line(entry.value)

    @property
    def phrases(self) -> Iterator[Phrase]:
        """All phrases."""
        for entry in self.entries:
            yield from entry.key.inside
            if isinstance(entry.value, Phrase):
                yield from entry.value.inside
        for line in self.lines:
            yield from line.phrase.inside


def plain(text: str, sort: str = "words") -> Phrase:
    """A phrase of these words alone."""
    return Phrase(sort, (text,))


def every_line(lines: tuple[Line, ...]) -> Iterator[Line]:
    for line in lines:
        yield line
        yield from every_line(line.body or ())
        yield from every_line(line.also)


def _entry_lines(entry: Entry, margin: str) -> list[str]:
    if isinstance(entry.value, Phrase):
        return [f"{margin}{entry.key}: {entry.value}"]
    if not entry.value:
        return [f"{margin}{entry.key}: []"]
    return [f"{margin}{entry.key}:", *_listed(entry.value, margin + "  ")]


def _listed(lines: tuple[Line, ...], margin: str) -> list[str]:
    found: list[str] = []
    for line in lines:
        for number, each in enumerate((line, *line.also)):
            found.append(f"{margin}{'  ' if number else '- '}{each.phrase}{_colon(each)}")
            found += _listed(each.body or (), margin + "    ")
    return found


def _colon(line: Line) -> str:
    return "" if line.body is None else ":" if line.body else ": []"


# ----------------------------------------------------------------------------------------------------- smaller rulesets


def smaller(ruleset: Ruleset) -> Iterator[Ruleset]:
    """Rulesets that are smaller by one change, those with the greatest changes first. Many of them mean nothing."""
    yield from _without_declarations(ruleset)
    for change in (_shorter, _simpler):
        for number, entry in enumerate(ruleset.entries):
            for value in change(entry.value):
                yield evolve(ruleset, entries=_replaced(ruleset.entries, number, (evolve(entry, value=value),)))


def _without_declarations(ruleset: Ruleset) -> Iterator[Ruleset]:
    stems = dict.fromkeys(entry.stem[:depth] for depth in (1, 2, 3) for entry in ruleset.entries if len(entry.stem) >= depth)
    for stem in stems:
        rest = tuple(entry for entry in ruleset.entries if entry.stem[: len(stem)] != stem)
        if rest:
            yield Ruleset(rest)
    sections = tuple(dict.fromkeys(entry.stem[0] for entry in ruleset.entries))
    for pair in combinations(sections, 2):
        rest = tuple(entry for entry in ruleset.entries if entry.stem[0] not in pair)
        if rest:
            yield Ruleset(rest)


def _replaced(parts: tuple[T, ...], number: int, new: tuple[T, ...]) -> tuple[T, ...]:
    return (*parts[:number], *new, *parts[number + 1 :])


def _shorter(value: Phrase | tuple[Line, ...]) -> Iterator[Phrase | tuple[Line, ...]]:
    if isinstance(value, tuple):
        yield from _fewer_lines(value)


def _fewer_lines(lines: tuple[Line, ...]) -> Iterator[tuple[Line, ...]]:
    for number, line in enumerate(lines):
        yield _replaced(lines, number, ())
        for inner in (line, *line.also):
            if inner.body:
                yield _replaced(lines, number, inner.body)
        for other in range(len(line.also)):
            yield _replaced(lines, number, (evolve(line, also=_replaced(line.also, other, ())),))
    for number, line in enumerate(lines):
        for body in _fewer_lines(line.body or ()):
            yield _replaced(lines, number, (evolve(line, body=body),))
        for also in _fewer_bodies(line.also):
            yield _replaced(lines, number, (evolve(line, also=also),))


def _fewer_bodies(lines: tuple[Line, ...]) -> Iterator[tuple[Line, ...]]:
    for number, line in enumerate(lines):
        for body in _fewer_lines(line.body or ()):
            yield _replaced(lines, number, (evolve(line, body=body),))


def _simpler(value: Phrase | tuple[Line, ...]) -> Iterator[Phrase | tuple[Line, ...]]:
    if isinstance(value, Phrase):
        yield from _simpler_phrase(value)
    else:
        yield from _simpler_lines(value)


def _simpler_lines(lines: tuple[Line, ...]) -> Iterator[tuple[Line, ...]]:
    for number, line in enumerate(lines):
        for phrase in _simpler_phrase(line.phrase):
            yield _replaced(lines, number, (evolve(line, phrase=phrase),))
        for body in _simpler_lines(line.body or ()):
            yield _replaced(lines, number, (evolve(line, body=body),))
        for also in _simpler_lines(line.also):
            yield _replaced(lines, number, (evolve(line, also=also),))


CONSTANTS = {"number": ("0", "1", "2"), "truth": ("yes", "no"), "player": ("Anne", "Ben"), "clause": ("",)}
"""The simplest phrases of a sort."""


def _simpler_phrase(phrase: Phrase) -> Iterator[Phrase]:
    text = str(phrase)
    for constant in CONSTANTS.get(phrase.sort, ()):
        if len(constant) < len(text):
            yield plain(constant, phrase.sort)
    if phrase.sort == "number" and text.isdigit():
        for number in dict.fromkeys((int(text) // 2, int(text) - 1)):
            if number >= 0:
                yield plain(str(number), "number")
    for part in phrase.inside:
        if part is not phrase and part.sort == phrase.sort:
            yield part
    for number, piece in enumerate(phrase.pieces):
        if phrase.joint and len(phrase.pieces) > 1:
            yield evolve(phrase, pieces=_replaced(phrase.pieces, number, ()))
        if isinstance(piece, Phrase):
            for simpler in _simpler_phrase(piece):
                yield evolve(phrase, pieces=_replaced(phrase.pieces, number, (simpler,)))
