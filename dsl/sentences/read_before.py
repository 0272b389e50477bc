"""Sentences that were read before: kept for the next process, which then reads those alone that are new in a ruleset.

A file holds, for each sentence by its words, its syntax as plain tuples with places counted from its beginning. Only sentences
that the grammar takes are kept. The file is sealed with the sources of all that decides what is in it; one that was cut or made
otherwise counts as if it were not there.
"""

from __future__ import annotations

import marshal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, cast

from attrs import Factory, fields, has

from ...program.classes import define
from ...program.span import NOWHERE, Span
from ..text.sealed import prune, read, write
from . import syntax as s

MOST = 5_000
"""The most sentences that are kept of one ruleset; of more, those go that it does not have any longer."""

MOST_RULESETS = 200
"""The most rulesets whose sentences are kept; those that were written first go first."""

SOURCES = ("syntax.py", "build.py", "by_grammar.py", "read_before.py", "../../grammar.lark", "../../program/span.py")
"""What decides how a sentence is read, from this folder."""

_Key = tuple[str, str]
"""What a line is read as, and its words."""

_PLACE, _LIST = 0, 1
CLASSES = tuple(each for each in vars(s).values() if isinstance(each, type) and has(each) and each is not Span)
NUMBERS = {each: number for number, each in enumerate(CLASSES, _LIST + 1)}
FIELDS = {each: tuple(field.name for field in fields(each)) for each in CLASSES}


@define
class Sentences:
    """The sentences of one ruleset: those that were read *before*, those that are *new*, and those *used* again.

    Those that were read *ahead* are new as soon as somebody asks for them; the others will be forgotten.
    """

    before: dict[_Key, object] = Factory(dict)
    new: dict[_Key, object] = Factory(dict)
    used: set[_Key] = Factory(set)
    ahead: dict[_Key, object] = Factory(dict)


_kept: list[Sentences] = []
"""The sentences of the ruleset that is read now; none where nothing is kept."""


@contextmanager
def remembering(path: Path) -> Iterator[None]:
    """Inside the `with` block sentences are found in that file, and those that are not will be."""
    try:
        seal = _seal()
    except OSError:  # no sources to read
        yield
        return
    kept = Sentences(_sentences(path, seal))
    _kept.append(kept)
    try:
        yield
    finally:
        _kept.remove(kept)
        if kept.new:
            every = {**kept.before, **kept.new}
            if len(every) > MOST:
                every = {key: every[key] for key in every if key in kept.used or key in kept.new}
            with suppress(OSError):
                write(path, marshal.dumps(every), seal)
                prune(path.parent, MOST_RULESETS)


@contextmanager
def known(sentences: Sentences) -> Iterator[None]:
    """Inside the `with` block sentences are found among these, wherever they stand, and those that are not will be."""
    if len(sentences.new) > MOST:
        sentences.new = {key: sentences.new[key] for key in sentences.new if key in sentences.used}
        sentences.used = set()
    _kept.append(sentences)
    try:
        yield
    finally:
        _kept.pop()


def found(text: str, line: int, column: int, start: str) -> s.Parsed | None:
    """The syntax of *text*, read as *start*, at that line and column; None where it was not read before."""
    if not _kept:
        return None
    kept, key = _kept[-1], (start, text)
    known = kept.before.get(key) or kept.new.get(key)
    if known is None:
        known = kept.ahead.get(key)
        if known is None:
            return None
        kept.new[key] = known
    kept.used.add(key)
    return cast("s.Parsed", restored(known, line, column))


def is_known(text: str, start: str) -> bool:
    """Whether *text*, read as *start*, would be found."""
    return bool(_kept) and any((start, text) in those for those in (_kept[-1].before, _kept[-1].new, _kept[-1].ahead))


def note(parsed: s.Parsed, text: str, line: int, column: int, start: str) -> None:
    """Keep the syntax of *text*, which was read as *start* at that line and column."""
    if _kept:
        _kept[-1].new[start, text] = plain(parsed, line, column)


def learned() -> dict[_Key, object]:
    """The sentences that are new so far, for another process to `learn`."""
    return dict(_kept[-1].new) if _kept else {}


def learn(sentences: dict[_Key, object]) -> None:
    """Keep sentences that another process has learned."""
    if _kept:
        _kept[-1].new.update(sentences)


def expect(sentences: dict[_Key, object]) -> None:
    """Have sentences at hand that were read ahead."""
    if _kept:
        _kept[-1].ahead.update(sentences)


def plain(part: Any, line: int, column: int) -> object:
    """The part, which stands at that line and column, as tuples: a number for its class, then its fields."""
    kind = type(part)
    if kind is Span:
        if part is NOWHERE:
            return (_PLACE,)
        down, end = part.line - line, part.end_line - line
        first, last = part.column - (0 if down else column), part.end_column - (0 if end else column)
        return (_PLACE, down, first, end, last)
    if kind is tuple:
        return (_LIST, *[plain(each, line, column) for each in part])
    number = NUMBERS.get(kind)
    if number is not None:
        return (number, *[plain(getattr(part, name), line, column) for name in FIELDS[kind]])
    return str(part) if isinstance(part, str) else part


def restored(made_plain: Any, line: int, column: int) -> object:
    """The part that was made plain, at another line and column."""

    def whole(part: Any) -> object:
        if part.__class__ is not tuple:
            return part
        number = part[0]
        if number > _LIST:
            return CLASSES[number - _LIST - 1](*[whole(each) for each in part[1:]])
        if number == _LIST:
            return tuple([whole(each) for each in part[1:]])
        if len(part) == 1:
            return NOWHERE
        _, down, first, end, last = part
        return Span(line + down, first if down else column + first, line + end, last if end else column + last)

    return whole(made_plain)


def _seal() -> bytes:
    """The digest of all that decides how a sentence is read."""
    digest = sha256(repr((sys.version_info[:3], marshal.version)).encode())
    for name in SOURCES:
        digest.update((Path(__file__).parent / name).read_bytes())
    return digest.digest()


def _sentences(path: Path, seal: bytes) -> dict[_Key, object]:
    content = read(path, seal)
    found: dict[_Key, object] = {} if content is None else marshal.loads(content)
    return found
