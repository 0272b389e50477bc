"""Reads sentences for another process, the likely ones before it asks: until then there is nothing else to do.

What is likely is seen from the text alone, line by line; a guess that is wrong costs a little time and nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from typing import Any, cast

from ..complaints.diagnostics import Diagnostic
from ..text.source import Source
from .lines import Start
from .parse import Reader
from .read_before import expect, found, is_known, plain, restored
from .syntax import Parsed

MOST = 200_000
"""The most characters of a text that are looked at: somebody may be waiting for this process already."""

COMMENT = re.compile(r"(^|\s)#.*")
KEYED = re.compile(r"""(\w[\w ]*(?: \([^()]*\))?): *([^\s{\["'].*\W.*)?""")
"""A key, and what stands behind it where that is not quoted and more than a word."""

IF = re.compile(r"\w[\w ]* if (.*):$")
"""A key for which a condition must hold."""

EXTENT = re.compile(r"\b(?:holds|per|range|spaces): ([^,{}\[\]]+)")
"""What a place is counted by, or what it holds."""

NAMING = ("functions:", "phases:")
"""The sections whose keys are signatures, whatever stands behind them."""

HOLE = re.compile(r"\{([^{}:\"']+)\}")
"""A value inside a text."""


def answers(source: Source) -> Callable[..., object]:
    """What answers the calls that `asking` makes. Loads Lark, and reads ahead in the ruleset.

    What it is given it gives the syntax of, as it is kept, or what is wrong with it; without anything, what was read ahead.
    """
    from .by_grammar import by_grammar, taken

    @cache  # most is asked for twice
    def answer(text: str, line: int, column: int, start: Start) -> object:
        parsed = by_grammar(text, line, column, start)
        return parsed if isinstance(parsed, Diagnostic) else plain(parsed, line, column)

    at_hand = ahead(source, taken)
    return lambda *given: answer(*given) if given else at_hand


def asking(ask: Callable[..., Any]) -> Reader:
    """Reads by asking another process, which has `answers`; first for what it has read ahead."""
    informed = False

    def read(text: str, line: int, column: int, start: Start) -> Parsed | Diagnostic:
        nonlocal informed
        if not informed:
            informed = True
            expect(ask())
            known = found(text, line, column, start.value)
            if known is not None:
                return known
        answer = ask(text, line, column, start)
        return answer if isinstance(answer, Diagnostic) else cast("Parsed", restored(answer, line, column))

    return read


def ahead(source: Source, read: Callable[[str, Start], Parsed | None]) -> dict[tuple[str, str], object]:
    """The likely sentences of a ruleset, and of its bases, that were not read before, as they are kept.

    *read* gives the syntax of a line at the beginning of a file; None where it is none of that kind.
    """
    made: dict[tuple[str, str], object] = {}
    for starts, words in _likely(source):
        for start in starts:
            key = (start.value, words)
            if key in made or is_known(words, start.value):
                break
            parsed = read(words, start)
            if parsed is not None:
                with suppress(RecursionError):  # whoever asks for it is told that it is too deep
                    made[key] = plain(parsed, 1, 1)
                break
    return made


def _likely(source: Source) -> Iterator[tuple[tuple[Start, ...], str]]:
    """What can be sentences, and the kinds of line that they can be, the likeliest first."""
    if source.base is not None:
        yield from _likely(source.base)
    naming = -1
    for line in source.text[:MOST].splitlines():
        words = COMMENT.sub("", line).strip() if "#" in line else line.strip()
        if '"' in words:
            yield from (((Start.EXPRESSION,), hole) for hole in HOLE.findall(words))
            continue
        keyed, margin = KEYED.match(words), len(line) - len(line.lstrip())
        if words == "else:":
            yield (Start.HEADING,), "else"
        elif words in NAMING or (keyed is not None and margin <= naming):
            naming = margin if words in NAMING else -1
        elif words.startswith("- ") and ": " not in words:
            body = words[2:].rstrip(":")
            yield (Start.HEADING, Start.OPTION) if body != words[2:] else (Start.SENTENCE, Start.OPTION, Start.EXPRESSION), body
        elif keyed is not None:
            if "(" in keyed[1] or naming >= 0:
                yield (Start.SIGNATURE,), keyed[1]
            if keyed[2]:
                yield (Start.EXPRESSION, Start.CALL, Start.MAKING), keyed[2]
        yield from (((Start.EXPRESSION,), condition) for condition in IF.findall(words))
        yield from (((Start.EXTENT,), extent) for extent in EXTENT.findall(words))
