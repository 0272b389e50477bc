"""The outline of a ruleset, read section by section: one that was read before is only moved to where it stands now.

Each section is read as if it began a file, and then moved, and so is each thing in it, so that editing a text reads only the
changed things again. A text with a mistake is read as a whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

import yaml

from ...program.budgets import LONGEST_LINE, MOST_CHARACTERS
from ...program.span import Span
from ..diagnostics.diagnostic import Diagnostic, DiagnosticError
from ..diagnostics.report import error
from . import slips, yaml_reader
from .moved import moved
from .nodes import Mapping, Pair
from .source import Source
from .unseen import unseen, unseen_in

FIRST = re.compile(r"^[^\W\d]\w*(?: \w+)*:(?=[ \n]|$)", re.MULTILINE)
"""A key at the beginning of a line, with which a section begins."""

BLANK = re.compile(r"(?:[ ]*(?:#[^\n]*)?\n)*")
"""Lines that are empty, or hold a comment alone."""

THING = re.compile(r"^  (?=[^\s#-])", re.MULTILINE)
"""The indentation of a thing in a section."""

OUTSIDE = re.compile(r"^ ?[^\s#]", re.MULTILINE)
"""A line that belongs to no thing."""

MARKED = re.compile(r"^(?:---|\.\.\.|%)", re.MULTILINE)
"""What ends a document of YAML, or stands in front of one."""

TOO_LONG = re.compile(rf"^.{{{LONGEST_LINE + 1},}}", re.MULTILINE)
"""A line of more characters than there may be."""

MOST_SECTIONS = 100
"""A text with more is read at once: a ruleset has fewer."""


@lru_cache(maxsize=16)
def read(source: Source) -> tuple[Mapping | None, tuple[Diagnostic, ...]]:
    """The outline of one file (not of its base), None when YAML finds no keys there; and the diagnostics."""
    text = source.text
    try:
        hidden = _within_limits(text)
        if hidden:
            return None, hidden
        known = _by_sections(text)
        if known is not None:
            return known, ()
        root, found = yaml_reader.composed(text) or yaml_reader.in_python(source, _shortened(text))
        if root is None and not found:
            raise error(
                "empty", Span(1, 1, 1, 2), "expected a ruleset, found an empty file", help="begin with `ruleset: my_game`"
            )
    except DiagnosticError as diagnostic:
        return None, (diagnostic.diagnostic,)
    if root is None or isinstance(root, Mapping):
        return root, found
    return None, (
        *found,
        error(
            "not-a-ruleset",
            root.span,
            "expected keys such as `ruleset:`, found something else",
            help="a ruleset begins with `ruleset: my_game`",
        ).diagnostic,
    )


def _within_limits(text: str) -> tuple[Diagnostic, ...]:
    """What is said of characters that nobody sees or YAML does not read. Raises DiagnosticError where a text or a line is too
    long.
    """
    if len(text) > MOST_CHARACTERS:
        message = f"a ruleset has at most {MOST_CHARACTERS:,} characters, this text has {len(text):,}"
        raise error("too-large", Span(1, 1, 1, 2), message)
    long = TOO_LONG.search(text)
    if long is not None:
        message = f"a line has at most {LONGEST_LINE:,} characters, this one has {len(long[0]):,}"
        line = text.count("\n", 0, long.start()) + 1
        raise error("too-large", Span(line, 1, line, 2), message, help="a list in brackets may go on, indented, below")
    hidden = unseen_in(text)
    if hidden:
        return hidden
    blanks = slips.odd_blanks(text)
    if blanks is not None:
        return (blanks,)
    odd = yaml.reader.Reader.NON_PRINTABLE.search(text)
    return () if odd is None else (unseen(text, odd.start()).diagnostic,)


def _by_sections(text: str) -> Mapping | None:
    """The outline of a text without mistakes, as reading it as a whole gives it; None where it has to be read as a whole."""
    outlines = []
    for section, line, _ in _sections(text):
        one = _section(section, line)
        if one is None:
            return None
        outlines.append(one)
    pairs = tuple(pair for one in outlines for pair in one.pairs)
    if not pairs or len({pair.key.text for pair in pairs}) < len(pairs):
        return None
    return Mapping(pairs, outlines[0].span.until(outlines[-1].span))


def _shortened(text: str) -> str:
    """A text in which YAML finds the same first mistake at the same place, without the sections that have none.

    The text itself where that cannot be told.
    """
    first = ""
    for section, line, start in _sections(text):
        if _section(section, line) is None:
            return first + text[start:] if first else text
        first = first or "\n" * (line - 1) + section.partition(":")[0] + ": x"
        first += "\n" * section.count("\n")
    return text


@lru_cache(maxsize=200)
def _section(section: str, line: int) -> Mapping | None:
    """What stands in a section that begins on that line; None where it has mistakes, or is not one key."""
    one = _anywhere(section)
    if one is None:
        return None
    here = moved(one, line - 1)
    assert isinstance(here, Mapping)
    return here


@lru_cache(maxsize=200)
def _anywhere(section: str) -> Mapping | None:
    """The same as if the section stood at the beginning of a file, so that it need not be read again where it moves."""
    one = _by_things(section) or yaml_reader.faultless(section)
    return one if isinstance(one, Mapping) and len(one.pairs) == 1 else None


def _by_things(section: str) -> Mapping | None:
    """A section put together from its things; None where it has to be read as a whole."""
    head, _, below = section.partition("\n")
    starts = [match.end() for match in THING.finditer(below)]
    if not starts or not FIRST.fullmatch(head) or not BLANK.fullmatch(below[: starts[0] - 2]) or OUTSIDE.search(below):
        return None
    things, line = [], 2 + below.count("\n", 0, starts[0])
    for start, end in zip(starts, (*starts[1:], len(below)), strict=True):
        one = _thing(below[start:end])
        if one is None:
            return None
        here = moved(one, line - 2)
        assert isinstance(here, Mapping)
        things.append(here)
        line += below.count("\n", start, end)
    pairs = tuple(pair for one in things for pair in one.pairs)
    name = yaml_reader.faultless(head)
    if len({pair.key.text for pair in pairs}) < len(pairs) or not isinstance(name, Mapping):
        return None
    inside = Mapping(pairs, things[0].span.until(things[-1].span))
    return Mapping((Pair(name.pairs[0].key, inside),), name.span.until(inside.span))


@lru_cache(maxsize=2000)
def _thing(thing: str) -> Mapping | None:
    """What stands in a thing, as if it were on the second line of a file; None where it has mistakes, or is not one key."""
    one = yaml_reader.faultless(f"x:\n  {thing}")
    inside = one.pairs[0].value if isinstance(one, Mapping) and len(one.pairs) == 1 else None
    return inside if isinstance(inside, Mapping) and len(inside.pairs) == 1 else None


def _sections(text: str) -> Iterator[tuple[str, int, int]]:
    """The texts of the sections, each with its first line and where it begins; nothing where the text has more."""
    starts = [match.start() for match in FIRST.finditer(text)]
    if not 0 < len(starts) <= MOST_SECTIONS or not BLANK.fullmatch(text[: starts[0]]) or MARKED.search(text):
        return
    line = text.count("\n", 0, starts[0]) + 1
    for start, end in zip(starts, (*starts[1:], len(text)), strict=True):
        yield text[start:end], line, start
        line += text.count("\n", start, end)
