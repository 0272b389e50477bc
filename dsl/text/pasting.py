"""A worked example put into a ruleset's text, where an author would paste it."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from .nodes import Mapping, Pair, Scalar
from .outline import read
from .source import Source

STEP = 2
"""By how many blanks a new section of a variant is further in than the variant."""


def pasted(source: Source, variant: str, lines: Sequence[str]) -> Source | None:
    """The source with these lines, which begin at the margin, as the first example of the variant ("": of the ruleset).

    None where the file has no such variant, as where only its base does.
    """
    root, _ = read(source)
    if root is None:
        return None
    around, margin = root, 0
    if variant:
        under = _under(root, "variants")
        one = _under(under, variant)
        if under is None or one is None or not one.pairs:
            return None
        around, margin = one, one.pairs[0].key.span.column - 1
    found = next((pair for pair in around.pairs if pair.key.text == "examples"), None)
    text = source.text.split("\n")
    if found is None:
        at, before = around.pairs[0].key.span.line - 1, [" " * margin + "examples:"]
        margin += STEP
    else:
        at, before, margin = found.key.span.line, [], _margin(found)
    text[at:at] = [*before, *(" " * margin + line for line in lines)]
    return evolve(source, text="\n".join(text))


def _under(around: Mapping | None, key: str) -> Mapping | None:
    """The keys that stand under this one."""
    for pair in around.pairs if around is not None else ():
        if pair.key.text == key:
            match pair.value:
                case Mapping() as found:
                    return found
                case _:
                    return None
    return None


def _margin(examples: Pair) -> int:
    """How far in the names of examples stand."""
    match examples.value:
        case Mapping(pairs=(Pair(key=Scalar(span=span)), *_)) if span.line > examples.key.span.line:
            return span.column - 1
        case _:
            return examples.key.span.column - 1 + STEP
