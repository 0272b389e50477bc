"""Whatever is done to a ruleset, its author gets findings with a place in the file, soon, and never an exception."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import islice
from math import gcd
from pathlib import Path

import pytest

from rulerun.dsl.compile import examine, survey
from rulerun.dsl.diagnostics.diagnostic import Diagnostic
from rulerun.dsl.text.nodes import Mapping, Node, Sequence
from rulerun.dsl.text.outline import read
from rulerun.dsl.text.source import Source
from rulerun.program.span import Span

from ..support.soon import is_soon, timed

RULESETS = sorted((Path(__file__).parents[2] / "rulesets").glob("*.yaml"))
QUICK = {"kuhn_poker": 40, "tic_tac_toe": 40}
QUICK_ELSEWHERE = 3
THOROUGH = {"kuhn_poker": 250, "tic_tac_toe": 350}
LETTERS = 60_000
"""The mutants of another ruleset that are looked at have about so many letters together, for a longer one takes longer."""
FEWEST, MOST = 6, 20
IN_PLACE_OF_A_PART = ("zebra", "[a, b]", "{a: b}", "", "7", "-1", '""', "~", "[]", "{}", "x" * 1000, "word " * 200, '"', "|")
ODD_LETTERS = "\"'[{:#&*!|>%@`\t(=.é\0"
Mutant = tuple[str, Callable[[], str]]
"""What is done to a text, and the function that does it: most of them are never called, for a test takes a sample."""


def parts(node: Node) -> Iterator[Node]:
    """Every part of an outline, keys included, in the order of the file."""
    yield node
    match node:
        case Mapping(pairs=pairs):
            for pair in pairs:
                yield pair.key
                yield from parts(pair.value)
        case Sequence(items=items):
            for item in items:
                yield from parts(item)
        case _:
            pass


def replaced(text: str, span: Span, by: str) -> str:
    """The text with what stands there replaced."""
    lines = text.split("\n")
    start = sum(len(line) + 1 for line in lines[: span.line - 1]) + span.column - 1
    end = sum(len(line) + 1 for line in lines[: span.end_line - 1]) + span.end_column - 1
    tail = text[end:]
    block = text[start:end].endswith("\n")
    return text[:start] + by + ("\n" if block else "") + tail


def with_line(lines: list[str], at: int, *by: str) -> str:
    """The text of the lines with another line, or none, in the place of one."""
    return "\n".join((*lines[:at], *by, *lines[at + 1 :]))


def with_letter(text: str, at: int, letter: str) -> str:
    """The text with another letter in the place of one."""
    return text[:at] + letter + text[at + 1 :]


def other_parts(text: str) -> Iterator[Mutant]:
    """Each part replaced by something of another kind."""
    root, _ = read(Source("", text))
    assert root is not None
    for part in parts(root):
        for by in IN_PLACE_OF_A_PART:
            yield f"{part.span.line}:{part.span.column} replaced by {by[:12]!r}", partial(replaced, text, part.span, by)


def missing_lines(text: str) -> Iterator[Mutant]:
    """Each line left out."""
    lines = text.split("\n")
    for at in range(len(lines)):
        yield f"without line {at + 1}", partial(with_line, lines, at)


def swapped_words(text: str) -> Iterator[Mutant]:
    """Each two neighbouring words of a line changed about."""
    lines = text.split("\n")
    for number, line in enumerate(lines):
        words = line.split(" ")
        for at in range(len(words) - 1):
            if words[at] and words[at + 1]:
                swapped = " ".join((*words[:at], words[at + 1], words[at], *words[at + 2 :]))
                yield f"{number + 1}: words {at}", partial(with_line, lines, number, swapped)


def missing_words(text: str) -> Iterator[Mutant]:
    """Each word of each line left out."""
    lines = text.split("\n")
    for number, line in enumerate(lines):
        words = line.split(" ")
        for at, word in enumerate(words):
            if word:
                left = " ".join((*words[:at], *words[at + 1 :]))
                yield f"{number + 1}: without word {at}", partial(with_line, lines, number, left)


def cut_off(text: str) -> Iterator[Mutant]:
    """The text up to many places."""
    for at in range(1, len(text), 7):
        yield f"cut off at {at}", partial(text.__getitem__, slice(at))


def odd_letters(text: str) -> Iterator[Mutant]:
    """A letter that does not belong there put in at many places."""
    for at in range(0, len(text), 11):
        letter = ODD_LETTERS[at // 11 % len(ODD_LETTERS)]
        yield f"{text[at]!r} replaced by {letter!r} at {at}", partial(with_letter, text, at, letter)


MUTATIONS = (other_parts, missing_lines, swapped_words, missing_words, cut_off, odd_letters)


@cache
def mutants(path: Path) -> tuple[Mutant, ...]:
    """Everything that is done to one ruleset."""
    text = path.read_text(encoding="utf-8")
    return tuple(mutant for mutation in MUTATIONS for mutant in mutation(text))


def sample(path: Path, count: int) -> Iterator[Mutant]:
    """So many of them, always the same, from all over the file."""
    found = mutants(path)
    stride = max(1, len(found) // count)
    while stride > 1 and gcd(stride, len(IN_PLACE_OF_A_PART) * len(ODD_LETTERS)) > 1:
        stride += 1
    return islice(found, stride // 2, None, stride)


def judge(label: str, source: Source) -> None:
    """Fails when the text brings forth anything but findings in it, in good time."""
    found, taken = timed(lambda: examine(source))
    survey(source)
    assert is_soon(taken), f"{label}: {taken:.1f} s"
    for diagnostic in found:
        assert inside(diagnostic, source), f"{label}: {diagnostic}"


def inside(diagnostic: Diagnostic, source: Source) -> bool:
    """Whether the finding and its notes point into the text (the end of it and of a line count)."""
    lines = source.lines or ("",)
    for span in (diagnostic.span, *(note.span for note in diagnostic.notes)):
        if not 1 <= span.line <= len(lines) + 1 or not 1 <= span.column <= len(source.line(span.line)) + 1:
            return False
        if (span.end_line, span.end_column) < (span.line, span.column) or span.end_line > len(lines) + 1:
            return False
    return bool(diagnostic.message and diagnostic.code)


SOME = [path if path.stem in QUICK else pytest.param(path, marks=pytest.mark.slow) for path in RULESETS]


@pytest.mark.parametrize("path", SOME, ids=lambda path: path.stem)
def test_a_changed_ruleset_gives_findings_and_no_exception(path: Path) -> None:
    for label, changed in sample(path, QUICK.get(path.stem, QUICK_ELSEWHERE)):
        judge(label, Source(path.name, changed()))


@pytest.mark.slow
@pytest.mark.parametrize("path", RULESETS, ids=lambda path: path.stem)
def test_a_ruleset_changed_in_every_way_gives_findings_and_no_exception(path: Path) -> None:
    elsewhere = max(FEWEST, min(MOST, LETTERS // len(path.read_text(encoding="utf-8"))))
    for label, changed in sample(path, THOROUGH.get(path.stem, elsewhere)):
        judge(label, Source(path.name, changed()))
