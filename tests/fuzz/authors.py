"""Whatever an author writes gets findings, soon and inside the file, and never an exception.

    python -m rulerun.tests.fuzz.authors yaml|sentences|expressions --minutes 10
    python -m rulerun.tests.fuzz.authors yaml|sentences|expressions --minutes 10 --by atheris

Hypothesis makes texts of the words of the language and edits those of the specs; Atheris (`pip install atheris`) changes bytes
and goes where that reaches new lines of `dsl/`. Exit code 1 where something failed; what did is printed, and belongs into a spec.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from functools import cache
from pathlib import Path

import click
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from rulerun.dsl.compile import examine, read_source, survey
from rulerun.dsl.diagnostics.diagnostic import DiagnosticError
from rulerun.dsl.sentences import parse
from rulerun.dsl.sentences.lines import GRAMMAR, Start
from rulerun.dsl.text.files import with_text
from rulerun.dsl.text.render import as_json, render
from rulerun.dsl.text.source import Source

from ..dsl.test_mutations import inside
from ..support.diagnostic_pages import ruleset_of
from ..support.soon import is_soon, timed
from ..support.specs import blocks

RULESETS = Path(__file__).parents[2] / "rulesets"
SHORT = ("kuhn_poker", "tic_tac_toe", "pig")
"""The rulesets that whole files are made of: short ones, for each edit is looked at as a whole."""

WORDS = re.compile(r"[^\W\d]\w*|\d+|\S|\s")
MAKERS = ["hypothesis", "atheris"]
SIGNS = (*"\"'[]{}():#&*!|>%@`,=…", ": ", " #", "+=", "..")
LETTERS = (*"\t\né\u202e日🂡\0\x1b\ufeff\u2028\x85²٣", "\n  ", "\n- ", "\r\n", "e\u0301")
NUMBERS = ("0", "1", "-1", "1_000", "007", "2147483648", "9" * 40)
ONE_OF = 8
"""Of the texts that are no line at all, one of so many is looked at in a game."""

SEEDS = 100
"""Atheris begins with about so many texts."""

BATCH = 500
"""So many texts are made before what is kept of parsed lines is thrown away."""


# ------------------------------------------------------------------------------------------------------------- targets


def look_at(source: Source) -> None:
    """Fails when what is said of a ruleset is no finding inside it that can be shown."""
    for found in examine(source):
        assert inside(found, source), f"{found.span}: [{found.code}] {found.message}: outside the file"
        render(found, source, colour=True)
        json.dumps(as_json(found, source))
    survey(source)


def yaml(content: bytes) -> None:
    """A file of these bytes."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "fuzzed.yaml"
        path.write_bytes(content)
        source, problems = read_source(path)
    for found in problems if source is None else ():
        render(found, Source(path.name, ""), colour=True)
    if source is not None:
        look_at(source)
        with_text(path, content.decode("utf-8", "replace"))


def sentences(content: bytes) -> None:
    """The phase `game` of the standard game of the specs, whose first line begins so; it is read as lines of all kinds.

    Of what is no line of any kind only some is looked at as a part of a game, where nothing more can come of it.
    """
    text = content.decode("utf-8", "replace")
    if sum([_is_parsed(text, start) for start in Start]) or len(text) % ONE_OF == 0:
        look_at(ruleset_of(f"- {text}"))


def expressions(content: bytes) -> None:
    """A value that is given to a variable of the standard game of the specs, and a condition."""
    text = content.decode("utf-8", "replace")
    line = " ".join(text.split())
    if _is_parsed(text, Start.EXPRESSION) or len(text) % ONE_OF == 0:
        look_at(ruleset_of(f"- pot = {line}\n- if {line}:\n    - pot = 1"))


def _is_parsed(text: str, start: Start) -> bool:
    try:
        parse.parse_text(text, 1, 1, start)
    except DiagnosticError as diagnostic:
        return not diagnostic.diagnostic.message
    return True


TARGETS: dict[str, Callable[[bytes], None]] = {"yaml": yaml, "sentences": sentences, "expressions": expressions}


# --------------------------------------------------------------------------------------------------------------- texts


@cache
def seeds(target: str) -> tuple[str, ...]:
    """Texts to begin with: rulesets and parts of them, lines of phases, what stands behind `=` and `if`."""
    if target == "yaml":
        whole = tuple((RULESETS / f"{name}.yaml").read_text(encoding="utf-8") for name in SHORT)
        return whole + tuple(each.source.text for each in blocks() if each.kind == "ruleset")
    lines = [line.strip().removeprefix("- ") for each in blocks() if each.kind == "phase" for line in each.source.lines]
    known = tuple(dict.fromkeys(line for line in lines if line))
    if target == "sentences":
        return known
    values = (found[1].removesuffix(":") for line in known if (found := re.search(r"(?:= | if |^if |where )(.+)", line)))
    return tuple(dict.fromkeys(values))


@cache
def vocabulary() -> tuple[str, ...]:
    """The words of the grammar and of the standard game, signs, odd letters, numbers."""
    of_the_grammar = re.findall(r'"([a-z+\-*/=<>!.]+)"', GRAMMAR.read_text(encoding="utf-8"))
    standard = next(each for each in blocks() if each.kind == "game")
    of_the_game = re.findall(r"[^\W\d]\w*", "\n".join(standard.lines))
    return tuple(dict.fromkeys((*of_the_grammar, *of_the_game, *SIGNS, *LETTERS, *NUMBERS)))


def texts(target: str) -> st.SearchStrategy[bytes]:
    """What Hypothesis makes for a target."""
    word = st.sampled_from(vocabulary())
    edit = st.tuples(st.integers(0, 10**6), st.integers(0, 3), st.lists(word, max_size=3))
    edited = st.builds(_edited, st.sampled_from(seeds(target)), st.lists(edit, min_size=1, max_size=5))
    mixed = st.lists(word, max_size=25).map(" ".join)
    anything = st.binary(max_size=200) | st.text(max_size=80).map(str.encode)
    return (edited | edited | mixed).map(str.encode) | anything


def _edited(text: str, edits: list[tuple[int, int, list[str]]]) -> str:
    """The text with some words left out at some places, and others put in."""
    words = WORDS.findall(text)
    for at, left_out, put_in in edits:
        place = at % (len(words) + 1)
        words[place : place + left_out] = put_in
    return "".join(words)


# ---------------------------------------------------------------------------------------------------------------- runs


def forget() -> None:
    """Throw away what is kept of lines that were parsed."""
    parse._parsed.cache_clear()


def by_hypothesis(target: str, minutes: float, first: int) -> int:
    """Texts that Hypothesis makes, for so many minutes; the number of failures that differ. Prints each, made small."""
    end, number, made = time.monotonic() + 60 * minutes, first, 0
    met: set[str] = set()

    while time.monotonic() < end:

        @seed(number)
        @settings(
            max_examples=BATCH,
            deadline=None,
            database=None,
            phases=(Phase.generate, Phase.shrink),
            suppress_health_check=list(HealthCheck),
        )
        @given(texts(target))
        def look(content: bytes) -> None:
            nonlocal made
            made += 1
            if time.monotonic() > end + 60:
                return
            _, spent = timed(lambda: TARGETS[target](content))
            assert is_soon(spent), "it took too long"

        try:
            look()
        except Exception as failure:  # whatever it is
            told = "".join(traceback.format_exception(failure)[-6:])
            place = re.findall(r'File "[^"]*/(dsl/[^"]*|program/[^"]*)", line \d+, in \w+', told)
            signature = f"{type(failure).__name__} {place[-1:]}"
            if signature not in met:
                met.add(signature)
                click.echo(f"\n{told}\n{chr(10).join(getattr(failure, '__notes__', ()))}")
        forget()
        number += 1
    click.echo(f"{target}: {made:,} texts by Hypothesis in {minutes:g} minutes, {len(met)} failures that differ")
    return len(met)


def by_atheris(target: str, minutes: float, first: int) -> int:
    """Texts that Atheris makes, for so many minutes, in a process of its own; how many failed: it ends at the first."""
    with tempfile.TemporaryDirectory() as folder:
        corpus = Path(folder) / "corpus"
        corpus.mkdir()
        for number, text in enumerate(seeds(target)[:: len(seeds(target)) // SEEDS + 1]):
            (corpus / str(number)).write_text(text, encoding="utf-8")
        words = Path(folder) / "words"
        words.write_text("".join(f'"{_escaped(word)}"\n' for word in vocabulary()), encoding="utf-8")
        flags = (f"-max_total_time={60 * minutes:.0f}", "-timeout=30", "-rss_limit_mb=3000", "-max_len=4000", f"-dict={words}")
        command = [sys.executable, "-m", "rulerun.tests.fuzz.atheris_run", target, str(corpus), *flags, f"-seed={first + 1}"]
        ended = subprocess.run([*command, f"-artifact_prefix={folder}/failed-"], check=False)
        for failed in Path(folder).glob("failed-*"):
            click.echo(f"\n{failed.name}: {failed.read_bytes()!r}")
    return int(ended.returncode != 0)


def _escaped(word: str) -> str:
    return "".join(f"\\x{byte:02x}" for byte in word.encode())


@click.command()
@click.argument("target", type=click.Choice(list(TARGETS)))
@click.option("--minutes", type=float, default=10.0, show_default=True, help="How long to go on.")
@click.option("--by", type=click.Choice(MAKERS), default=MAKERS[0], show_default=True, help="Who makes them.")
@click.option("--seed", "first", type=int, default=0, show_default=True, help="The number of the first texts.")
def command(target: str, minutes: float, by: str, first: int) -> None:
    """Texts that an author might write, and many that nobody would. Exit code 1 where one brings forth an exception."""
    failures = (by_hypothesis if by == "hypothesis" else by_atheris)(target, minutes, first)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    command()
