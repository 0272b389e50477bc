"""Random edits of rulesets, each of which may be a mistake, and what is said of them.

    python -m rulerun.tests.support.word_edits [edits of each ruleset] [seed] [names]

With `names`, the edits are misspelt names alone.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from random import Random

from attrs import frozen

from rulerun.dsl.compile import examine
from rulerun.dsl.diagnostics.diagnostic import Diagnostic, Severity
from rulerun.dsl.sentences.parse import reserved
from rulerun.dsl.text.source import Source

from ..dsl.test_mutations import inside
from .soon import is_soon, timed

RULESETS = sorted((Path(__file__).parents[2] / "rulesets").glob("*.yaml"))
WORD = re.compile(r"[^\W\d]\w*")
TOKEN = re.compile(r'"[^"]*"|[^\W\d]\w*|\d+|[-+=<>!.]+|[\[\](){},:]')
PROSE = ("title", "about", "texts", "told", "table", "drawing")
"""Sections that hold words for people: what is misspelt there is no mistake of the rules."""
EXAMPLES = re.compile(r" *examples:$")
TOLD = re.compile(r" +(?:- )?because:")
"""The line above examples; a line of one of them that holds what is told to whoever is refused."""


@frozen
class Edited:
    """A ruleset with one edit: what was done, the text, and the line that it was done to.

    *one_word*: whether a single word was changed. *right* is the name that was misspelt ("": none was).
    """

    how: str
    text: str
    line: int
    one_word: bool = False
    right: str = ""


def rules_of(lines: list[str]) -> list[int]:
    """The numbers of the lines, from 0, that hold rules: no comments, no blank ones, no words for people.

    Such are in sections of prose, and in examples what they are called and what is told to whoever is refused.
    """
    found, section, depth = [], "", -1
    for at, line in enumerate(lines):
        inset = len(line) - len(line.lstrip())
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if inset == 0:
            section = line.split(":")[0]
        if inset <= depth or EXAMPLES.match(line):
            depth = inset if EXAMPLES.match(line) else -1
        prose = section in PROSE or (depth >= 0 and (inset == depth + 2 or TOLD.match(line)))
        if not prose:
            found.append(at)
    return found


def code_of(line: str) -> str:
    """The line without its comment."""
    return re.split(r"\s#", line, maxsplit=1)[0]


def words_of(line: str) -> list[tuple[int, int]]:
    """Where the parts of a line stand: words, numbers, signs, texts in quotes."""
    return [found.span() for found in TOKEN.finditer(code_of(line))]


def misspelt(word: str, rng: Random) -> str:
    """The word with two letters exchanged, one left out, doubled, or another in its place."""
    at = rng.randrange(len(word) - 1)
    match rng.randrange(4):
        case 0 if word[at] != word[at + 1]:
            return word[:at] + word[at + 1] + word[at] + word[at + 2 :]
        case 1:
            return word[:at] + word[at + 1 :]
        case 2:
            return word[:at] + word[at] + word[at:]
        case _:
            letter = rng.choice([each for each in "abcdefghijklmnopqrstuvwxyz" if each != word[at]])
            return word[:at] + letter + word[at + 1 :]


SECTIONS = ("variables", "scores", "zones", "pieces", "phases", "functions", "decks", "boards", "parameters", "enumerations")
SHORTEST = 3
"""A shorter name with a slip in it is any other short name."""


def declared_names(text: str) -> dict[str, str]:
    """The names of things that sections declare, each with its section; the later ones where two have one name."""
    found = {}
    for section in SECTIONS:
        for content in re.findall(rf"^{section}:\n((?:[ #].*\n|\n)+)", text, re.M):
            found |= dict.fromkeys((name[1] for name in re.finditer(r"^  ([^\W\d]\w*) ?[:(]", content, re.M)), section)
    return {name: section for name, section in found.items() if name not in reserved() and name != "game"}


def edits(text: str, rng: Random, names_only: bool = False) -> Iterator[Edited]:
    """Endless edits of a ruleset, of all kinds in turn; or misspelt names alone."""
    lines = text.split("\n")
    rules = rules_of(lines)
    names = declared_names(text)
    kinds: tuple[Callable[[int], Edited | None], ...] = (
        lambda at: _dropped(lines, at, rng),
        lambda at: _doubled(lines, at, rng),
        lambda at: _swapped(lines, at, rng),
        lambda at: _retyped(lines, at, rng),
        lambda at: _misspelt_name(lines, at, rng, names),
        lambda at: _indented(lines, at, rng),
        lambda at: _of_another_type(lines, at, rng),
    )
    while True:
        for make in kinds[4:5] if names_only else kinds:
            for _ in range(200):
                made = make(rng.choice(rules))
                if made is not None:
                    yield made
                    break


def _with(lines: list[str], at: int, line: str) -> str:
    return "\n".join((*lines[:at], line, *lines[at + 1 :]))


def _dropped(lines: list[str], at: int, rng: Random) -> Edited | None:
    spans = words_of(lines[at])
    if not spans:
        return None
    start, end = rng.choice(spans)
    line = lines[at][:start] + lines[at][end:].lstrip(" ")
    return Edited(f"without `{lines[at][start:end]}`", _with(lines, at, line), at + 1, True)


def _doubled(lines: list[str], at: int, rng: Random) -> Edited | None:
    spans = words_of(lines[at])
    if not spans:
        return None
    start, end = rng.choice(spans)
    word = lines[at][start:end]
    return Edited(f"`{word}` twice", _with(lines, at, f"{lines[at][:end]} {word}{lines[at][end:]}"), at + 1, True)


def _swapped(lines: list[str], at: int, rng: Random) -> Edited | None:
    spans = words_of(lines[at])
    if len(spans) < 2:
        return None
    first = rng.randrange(len(spans) - 1)
    (a, b), (c, d) = spans[first], spans[first + 1]
    line = lines[at]
    if line[a:b] == line[c:d]:
        return None
    made = line[:a] + line[c:d] + line[b:c] + line[a:b] + line[d:]
    return Edited(f"`{line[a:b]}` and `{line[c:d]}` exchanged", _with(lines, at, made), at + 1)


def _retyped(lines: list[str], at: int, rng: Random) -> Edited | None:
    spans = [(a, b) for a, b in words_of(lines[at]) if WORD.fullmatch(lines[at][a:b]) and b - a > 2]
    if not spans:
        return None
    start, end = rng.choice(spans)
    word = misspelt(lines[at][start:end], rng)
    how = f"`{word}` for `{lines[at][start:end]}`"
    return Edited(how, _with(lines, at, lines[at][:start] + word + lines[at][end:]), at + 1, True)


def _misspelt_name(lines: list[str], at: int, rng: Random, names: dict[str, str]) -> Edited | None:
    """A declared name misspelt where it is used: in a sentence, not where it is declared.

    A misspelling that is another name of the same section is none; it is the only one that does not count.
    """
    if not lines[at].startswith("   "):
        return None
    line = lines[at]
    spans = [(a, b) for a, b in words_of(line) if b - a >= SHORTEST and line[a:b] in names and line[b : b + 1] != ":"]
    if not spans:
        return None
    start, end = rng.choice(spans)
    right = lines[at][start:end]
    word = misspelt(right, rng)
    if names.get(word) == names[right]:
        return None
    made = _with(lines, at, lines[at][:start] + word + lines[at][end:])
    return Edited(f"`{word}` for the name `{right}`", made, at + 1, True, right)


def _indented(lines: list[str], at: int, rng: Random) -> Edited | None:
    by = rng.choice((-4, -2, -1, 1, 2, 4))
    blank = len(lines[at]) - len(lines[at].lstrip())
    if blank + by < 0:
        return None
    return Edited(f"indented by {by}", _with(lines, at, " " * (blank + by) + lines[at].lstrip()), at + 1)


def _of_another_type(lines: list[str], at: int, rng: Random) -> Edited | None:
    spans = [(a, b) for a, b in words_of(lines[at]) if re.fullmatch(r"[^\W\d]\w*|\d+", lines[at][a:b])]
    if not spans:
        return None
    start, end = rng.choice(spans)
    word = rng.choice(("7", "yes", "nothing", '"seven"', "players", "[1, 2]", "-1"))
    made = _with(lines, at, lines[at][:start] + word + lines[at][end:])
    return Edited(f"{word} for `{lines[at][start:end]}`", made, at + 1, True)


# ------------------------------------------------------------------------------------------------------------ verdicts


@frozen
class Verdict:
    """What is said of one edit: its findings, the seconds of the processor that it took, and whether that was *soon* on the
    machine as it was then.
    """

    edited: Edited
    found: tuple[Diagnostic, ...]
    seconds: float
    soon: bool

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        """The errors among the findings."""
        return tuple(each for each in self.found if each.severity is Severity.ERROR)

    @property
    def on_the_line(self) -> bool:
        """Whether the first error, or one of its notes, is on the line that was edited."""
        first = self.errors[0]
        spans = (first.span, *(note.span for note in first.notes))
        return any(span.line <= self.edited.line <= span.end_line for span in spans)

    @property
    def suggested(self) -> bool:
        """Whether the first finding on the line suggests the right name, and no other before it.

        What is suggested may be longer: `hand[me]` for the name `hand`.
        """
        there = [each for each in self.found if each.span.line == self.edited.line]
        meant = re.match(r"(?:did you mean|write) `([^`]*)`", there[0].help) if there else None
        return meant is not None and self.edited.right in WORD.findall(meant[1])


def verdicts(path: Path, count: int, seed: int, names_only: bool = False) -> Iterator[Verdict]:
    """What is said of so many edits of a ruleset, or of so many misspelt names."""
    text = path.read_text(encoding="utf-8")
    rng = Random(f"{path.stem} {seed}")
    for _, edited in zip(range(count), edits(text, rng, names_only), strict=False):
        source = Source(path.name, edited.text)
        found, spent = timed(partial(examine, source))
        yield Verdict(edited, found, spent, is_soon(spent))


SHARE = 0.95
"""Of the edits of one word that are errors, so many are told on their line; of misspelt names, so many are suggested first."""


def faults(path: Path, verdict: Verdict) -> list[str]:
    """What is wrong with the answer to an edit, whatever the edit: it took too long, is outside the file, or says nothing."""
    place = f"{path.name}:{verdict.edited.line}: {verdict.edited.how}"
    source = Source(path.name, verdict.edited.text)
    told = [f"{place}: {one.span}: {one.message} is outside the file" for one in verdict.found if not inside(one, source)]
    vague = [one for one in verdict.found if one.message.startswith("expected ,") or "something else" in one.message]
    told += [f"{place}: {one.message} is vague" for one in vague]
    return told if verdict.soon else [*told, f"{place}: {verdict.seconds:.1f} s"]


def shares(found: Iterable[Verdict]) -> tuple[float, float]:
    """Of the edits of one word that are errors, the share told on their line; of misspelt names, the share suggested first."""
    every = list(found)
    told = [each.on_the_line for each in every if each.edited.one_word and each.errors]
    named = [each.suggested for each in every if each.edited.right]
    return sum(told) / max(1, len(told)), sum(named) / max(1, len(named))


def main() -> None:
    """Print what is not as it should be, and the shares; exit code 1 where they are too low, or an answer is wrong."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    names_only = sys.argv[3:] == ["names"]
    every: list[Verdict] = []
    wrong: list[str] = []
    for path in RULESETS:
        for each in verdicts(path, count, seed, names_only):
            every.append(each)
            wrong += faults(path, each)
            place = f"{path.name}:{each.edited.line}: {each.edited.how}"
            if each.edited.one_word and each.errors and not each.on_the_line:
                first = each.errors[0]
                print(f"elsewhere  {place}: {first.span.line}: [{first.code}] {first.message}")
            if each.edited.right and not each.suggested:
                told = [f"{one.span.line}: [{one.code}] {one.message} ({one.help})" for one in each.found[:2]]
                print(f"suggestion {place}: {'; '.join(told)}")
    print("\n".join(wrong))
    on_the_line, suggested = shares(every)
    names = sum(bool(each.edited.right) for each in every)
    silent = sum(not each.found for each in every)
    print(f"{len(every):,} edits, {silent:,} of them in silence, {names:,} misspelt names")
    print(f"on the line {on_the_line:.1%}, suggested first {suggested:.1%}, slowest {max(each.seconds for each in every):.2f} s")
    if wrong or min(on_the_line, suggested) < SHARE:
        sys.exit(1)


if __name__ == "__main__":
    main()
