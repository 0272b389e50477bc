"""Diagnostics: what is wrong with a ruleset, as values; `render` turns them into text."""

from __future__ import annotations

from collections.abc import Container, Iterable
from enum import Enum
from itertools import islice

from attrs import frozen

from ...program.span import Span


class Severity(Enum):
    """Whether the ruleset cannot be played (ERROR), or can all the same (WARNING)."""

    ERROR = "error"
    WARNING = "warning"


@frozen
class Note:
    """A second position in the text, which explains the first."""

    message: str
    span: Span


@frozen
class Edit:
    """What stands at *span*, which must be *was*, becomes *text*; a span without width is where it is put in."""

    span: Span
    text: str
    was: str


@frozen
class Fix:
    """The one way to put something right: what is done, as a command (`write …`), and the edits, none of which overlap."""

    title: str
    edits: tuple[Edit, ...]


@frozen
class Unread:
    """A line that the grammar refuses: its text, where that begins, and the kind of line that was to stand there."""

    text: str
    line: int
    column: int
    start: str


@frozen
class Diagnostic:
    """One finding: its code, what is wrong, where, and how to put it right where that is sure.

    *fix* is there only where there is exactly one way to put it right, *unread* where the grammar refuses a line.
    """

    code: str
    message: str
    span: Span
    help: str = ""
    notes: tuple[Note, ...] = ()
    severity: Severity = Severity.ERROR
    fix: Fix | None = None
    unread: Unread | None = None


class DiagnosticError(Exception):
    """An exception with a diagnostic; the caller who reads the next sentence or declaration catches it and goes on."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


def nearest(word: str, known: Iterable[str], likeness: float = 0.65) -> str | None:
    """The known word most like *word*, or None when none is similar; the first known of those that are equally like it.

    *likeness*, from 0 to 1, is how similar it must be. See `ranked`.
    """
    return next(iter(ranked(word, known, likeness)), None)


def ranked(word: str, known: Iterable[str], likeness: float = 0.65, fitting: Container[str] = ()) -> tuple[str, ...]:
    """The known words that are like *word*, the likest first.

    That is by slips of the pen, then those before the others that are *fitting* there, then by the letters they have in common.
    Upper and lower case make no difference, and neither do `-`, `_` and blanks, or that a word stands there twice; a known word
    that differs in these alone is the only one. Among more than `MOST_KNOWN` words no word is looked for.
    """
    spelt = _plain(" ".join(dict.fromkeys(word.split())))
    words = _different(known)
    if len(words) > MOST_KNOWN:
        return ()
    same = [each for each in words if each.casefold() == word.casefold()] or [each for each in words if _plain(each) == spelt]
    if same:
        return (same[0],)
    from difflib import SequenceMatcher

    like = []
    matcher = SequenceMatcher(None, "", spelt)
    for each in words:
        plain = _plain(each)
        matcher.set_seq1(plain)
        begun = len(spelt) >= SMALL - 1 and plain.startswith(spelt)
        if (
            not begun
            and max(len(plain), len(spelt)) > SMALL
            and min(matcher.real_quick_ratio(), matcher.quick_ratio()) < likeness
        ):
            continue  # too few letters are the same for more than one slip not to lie between them
        count, ratio = slips(spelt, plain), matcher.ratio()
        if begun or ratio >= likeness or (count == 1 and len(spelt) > SHORTEST):
            like.append((count, each not in fitting, -ratio, each))
    return tuple(each for *_, each in sorted(like, key=lambda one: one[:3]))


def _different(known: Iterable[str]) -> list[str]:
    """The words, each once; of very many no more than show that they are too many."""
    return list(dict.fromkeys(islice(known, 2 * MOST_KNOWN)))


MOST_KNOWN = 500
"""To compare a word with more takes long where many words are wrong."""

SMALL = 4
"""One slip in a word of more letters leaves it like what it was meant to be."""

SHORTEST = 1
"""A word of so few letters, with a slip in it, could be any other."""


def slips(word: str, other: str) -> int:
    """How many slips of the pen lead from one word to the other: a letter too many, too few, a wrong one, two exchanged.

    This is the distance by optimal string alignment, a restricted form of Damerau's and Levenshtein's.
    """
    above: list[int] = []
    row = list(range(len(other) + 1))
    for at, letter in enumerate(word, 1):
        before, above, row = above, row, [at]
        for to, wanted in enumerate(other, 1):
            least = min(above[to] + 1, row[to - 1] + 1, above[to - 1] + (letter != wanted))
            if at > 1 and to > 1 and letter == other[to - 2] and word[at - 2] == wanted:
                least = min(least, before[to - 2] + 1)
            row.append(least)
    return row[-1]


def _plain(word: str) -> str:
    return word.casefold().replace("-", "_").replace(" ", "_")


@frozen
class Guess:
    """What an unknown *word* was meant to be: the help ("": none), and the one known word that is like it.

    *sole* is None where none is like it, or several are.
    """

    word: str
    help: str
    sole: str | None


LIKE = 0.7
"""How similar a known word must be for `--fix` to write it in the place of one that is not known."""


def guess(word: str, known: Iterable[str], fitting: Container[str] = (), new: str = "") -> Guess:
    """What an unknown word was meant to be, among the known ones; of those that are equally like it, one that is *fitting*.
    Where none is like it, *new* is the help, or what `meant` says.
    """
    words = [each for each in _different(known) if each != word]
    close = ranked(word, words, LIKE, fitting)
    near = ranked(word, words, fitting=fitting)
    far = not near or slips(_plain(word), _plain(near[0])) > max(1, len(word) // 3)
    help_ = new if new and far else meant(word, words, fitting)
    return Guess(word, help_, close[0] if len(close) == 1 else None)


def meant(word: str, known: Iterable[str], fitting: Container[str] = ()) -> str:
    """The help for an unknown word: the nearest known word, else a list of the known ones when they are at most 12, else ""."""
    words = _different(known)
    close = ranked(word, words, fitting=fitting)
    if close:
        return f"did you mean `{close[0]}`?"
    if 0 < len(words) <= 12:
        return "known here: " + ", ".join(f"`{each}`" for each in words)
    return ""
