"""What stands in the brackets of a call or an index: what is given there, and which part of it a place is."""

from __future__ import annotations

import re

from attrs import frozen

from ..dsl.expressions.builtins import BUILTINS
from ..dsl.text.source import Source
from .names import Index, Use
from .sentences import builtin_doc

GIVEN = re.compile(r"\(([^()]*)\)")
PER = re.compile(r"\bper: *(?:\[([^\]]*)\]|([^,}#]*[^,}#\s]))")


@frozen
class Signature:
    """A call or an index as a whole (*label*), its parts, the part that a place is in, counted from 0, and what it means."""

    label: str
    parts: tuple[str, ...]
    active: int
    doc: str


def signature(text: str, source: Source, names: Index) -> Signature | None:
    """The signature for the brackets that are open at the end of a line's beginning; None where none is known."""
    opened = _opened(text)
    if opened is None:
        return None
    at, active = opened
    before = text[:at].rstrip()
    if text[at] == "[":
        use = _named(before, names, ("variable", "score", "piece", "zone", "position"))
        parts = () if use is None else _per(use, source)
        return None if use is None or not parts else Signature(f"{use.name}[{', '.join(parts)}]", parts, active, "")
    use = _named(before, names, ("function", "phase", "effects"))
    if use is not None:
        given = GIVEN.search(source.line(use.span.line), use.span.end_column - 1)
        parts = () if given is None else tuple(part.strip() for part in given[1].split(","))
        return Signature(f"{use.name} ({', '.join(parts)})", parts, active, "")
    word = re.search(r"\w+$", before)
    builtin = None if word is None else BUILTINS.get(word[0])
    if builtin is None:
        return None
    given = GIVEN.search(builtin.example)
    parts = () if given is None else tuple(part.strip() for part in given[1].split(","))
    return Signature(builtin.example, parts, active, builtin_doc(builtin.name)) if parts else None


def _opened(text: str) -> tuple[int, int] | None:
    """Where the innermost bracket stands that is open at the end, and how many commas stand in it."""
    open_: list[tuple[int, int]] = []
    for at, letter in enumerate(re.sub(r'"[^"]*"?', lambda found: "_" * len(found[0]), text)):
        if letter in "([":
            open_.append((at, 0))
        elif letter in ")]" and open_:
            open_.pop()
        elif letter == "," and open_:
            open_[-1] = open_[-1][0], open_[-1][1] + 1
    return open_[-1] if open_ else None


def _named(before: str, names: Index, kinds: tuple[str, ...]) -> Use | None:
    """The declaration of the name, of these kinds, that a text ends with; of several words the longest."""
    there = names.declared(kinds).values()
    fitting = [use for use in there if re.search(rf"(?<!\w){re.escape(use.name)}(?: of [\w.]+)?$", before)]
    return max(fitting, key=lambda use: len(use.name), default=None)


def _per(use: Use, source: Source) -> tuple[str, ...]:
    """What a declared thing is indexed by."""
    depth = len(source.line(use.span.line)) - len(source.line(use.span.line).lstrip())
    for number in range(use.span.line, source.length + 1):
        text = source.line(number)
        if number > use.span.line and text.strip() and len(text) - len(text.lstrip()) <= depth:
            break
        found = PER.search(text)
        if found is not None:
            return tuple(part.strip() for part in (found[1] or found[2]).split(","))
    return ()
