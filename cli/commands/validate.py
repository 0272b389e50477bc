"""`rulerun validate`: checks rulesets for errors."""

from __future__ import annotations

import codecs
import gc
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click
from attrs import evolve, frozen

from ...dsl.diagnostics.diagnostic import Diagnostic, Severity
from ...dsl.kept import kept
from ...dsl.text.files import not_caused, read_source
from ...dsl.text.render import as_json, render
from ...dsl.text.source import Source
from ..terminal import completing
from ..terminal.console import Misused, Refused, base_folders, emit, find, progress
from ..terminal.streams import styled
from ..terminal.written import write_over

if TYPE_CHECKING:
    from ..terminal.deep import Deep, Found

MOST_ROUNDS = 5
"""A fix can lay open a mistake that has a fix as well; this often they are applied."""


@frozen
class Findings:
    """The diagnostics of one file; *missing* says why there is no file to read ("": there is)."""

    name: str
    source: Source
    diagnostics: tuple[Diagnostic, ...]
    missing: str = ""
    deep: Deep | None = None

    @property
    def every(self) -> tuple[Diagnostic, ...]:
        """All diagnostics, those of random games last."""
        return self.diagnostics + (() if self.deep is None else tuple(each.diagnostic for each in self.deep.found))

    @property
    def errors(self) -> int:
        """How many of the findings are errors."""
        return sum(diagnostic.severity is Severity.ERROR for diagnostic in self.every) + bool(self.missing)


@click.command("validate")
@click.argument("files", metavar="FILE...", nargs=-1, required=True, shell_complete=completing.games)
@click.option("--deep", "deeply", is_flag=True, help="Play random games as well, with every setting, and show what fails.")
@click.option(
    "--seconds",
    type=click.FloatRange(1),
    default=40,
    show_default=True,
    metavar="S",
    help="With `--deep`: for how long each ruleset is played.",
)
@click.option("--json", "as_object", is_flag=True, help="Print one JSON object.")
@click.option("--sarif", "as_results", is_flag=True, help="Print the findings in SARIF 2.1.0, for code hosts.")
@click.option("--fix", "mending", is_flag=True, help="Put right what can be put right in one way only, then check.")
def command(files: Sequence[str], deeply: bool, seconds: float, as_object: bool, as_results: bool, mending: bool) -> None:
    """Check rulesets, with every variant and number of players, and play their examples. Exit code 1 when one has errors.

    What a code in `[ ]` means, `rulerun explain CODE` tells.

    With `--deep`, rulesets without errors are played at random with every variant and number of players, and with each parameter
    at its ends: dead ends, runtime errors, broken invariants, games that never end, sentences that are never carried out. What
    fails is shown by the shortest game that was found, as an example to paste into the ruleset.
    """
    if as_object and as_results:
        raise Misused("`--json` or `--sarif`, not both")
    if not deeply:
        gc.disable()  # saves a tenth of the time; the process ends as soon as the files are checked
    for_people = not (as_object or as_results)
    seen = [with_examples(mend(name, for_people) if mending else look(name)) for name in files]
    found = [deepened(one, seconds if deeply else 0) for one in seen]
    if as_results:
        emit_sarif(found)
    elif as_object:
        emit({"ok": not any(one.errors for one in found), "files": [summary(one) for one in found]})
    else:
        for one in found:
            say(one, deeply)
    if any(one.errors for one in found):
        sys.exit(1)


def look(name: str) -> Findings:
    """The findings about the file that *name* stands for."""
    try:
        path = find(name)
    except Refused as fault:
        return Findings(name, Source(name, ""), (), fault.message)
    source, diagnostics = read_source(path, base_folders())
    if source is None:
        return Findings(name, Source(str(path), ""), diagnostics)
    inside = kept(source, ("findings",), lambda: examined(source))
    found = (*diagnostics, *not_caused(inside, diagnostics))
    return Findings(name, source, tuple(sorted(found, key=lambda each: each.span.line)))


def examined(source: Source) -> tuple[Diagnostic, ...]:
    """What is wrong with a ruleset, its name included."""
    from ...dsl.compile import examine, named_otherwise

    return (*examine(source), *named_otherwise(source))


def with_examples(one: Findings) -> Findings:
    """The findings with the examples that fail, where the file has no errors."""
    if one.errors:
        return one
    failing = kept(one.source, ("failing examples",), lambda: played(one.source))
    return evolve(one, diagnostics=tuple(sorted((*one.diagnostics, *failing), key=lambda each: each.span.line)))


def played(source: Source) -> tuple[Diagnostic, ...]:
    """A warning for each example that fails."""
    from ..terminal.failing_examples import failing_examples

    return tuple(failing_examples(source))


def deepened(one: Findings, seconds: float) -> Findings:
    """The findings with what random games show, where the file has no errors; how far they have come is said at a terminal."""
    if one.errors or not seconds:
        return one
    from ..terminal.deep import deep

    with progress() as say:
        return evolve(one, deep=deep(one.source, seconds, say))


def mend(name: str, aloud: bool) -> Findings:
    """The findings about a file after all its fixes were applied, again and again while that brings forth others."""
    from ...dsl.text.fixes import mended

    done = 0
    for _ in range(MOST_ROUNDS):
        one = look(name)
        text, applied = mended(one.source, one.diagnostics)
        if one.missing or not applied:
            break
        write_as_it_was(find(name), text)
        done += len(applied)
        for each in applied if aloud else ():
            assert each.fix is not None
            click.echo(f"{one.source.name}:{each.span.line}: [{each.code}] {each.message}: {each.fix.title}")
    if aloud and not one.missing:
        click.echo(f"{one.source.name}: {f'{done} put right' if done else 'nothing that can be put right in one way only'}")
    return look(name) if done else one


def write_as_it_was(path: Path, text: str) -> None:
    """Write another text to a file, with the byte-order mark and the line ends that it has."""
    before = path.read_bytes()
    if b"\r\n" in before:
        text = text.replace("\n", "\r\n")
    elif b"\r" in before:
        text = text.replace("\n", "\r")
    write_over(path, (codecs.BOM_UTF8 if before.startswith(codecs.BOM_UTF8) else b"") + text.encode())


def emit_sarif(found: Sequence[Findings]) -> None:
    """Print the findings of all files as one SARIF object."""
    from ... import __version__
    from ...dsl.text.sarif import as_sarif

    for one in found:
        if one.missing:
            raise Refused(one.missing)
    emit(as_sarif([(one.source, one.every) for one in found], __version__))


def say(one: Findings, deeply: bool) -> None:
    """Print the findings of one file, then a line that sums them up; *deeply*: whether random games were asked for."""
    if one.missing:
        click.echo(f"error: {one.missing}\n")
        return
    colour = sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    for diagnostic in one.diagnostics:
        click.echo(render(diagnostic, one.source, colour).rstrip("\n") + "\n", styled(sys.stdout), color=colour)
    for found in one.deep.found if one.deep is not None else ():
        click.echo(render(found.diagnostic, one.source, colour).rstrip("\n"), styled(sys.stdout), color=colour)
        click.echo(shown(found) + "\n" if found.example else "")
    others = len(one.every) - one.errors
    counted = [f"{count} {word}{'s' * (count != 1)}" for count, word in ((one.errors, "error"), (others, "warning")) if count]
    verdict = ", ".join(counted) or "sound"
    if one.deep is not None:
        verdict += f" after {how_much(one.deep)}"
    elif deeply:
        verdict += ", so no games were played"
    click.echo(f"{one.source.name}: {verdict}")


def shown(found: Found) -> str:
    """The game that shows a failure, as an example."""
    where = f" of the variant `{found.variant}`" if found.variant else ""
    head = f"the shortest game that was found, to paste under `examples:`{where}:" if found.pastes else "the game, shortened:"
    return "\n".join([f"  {head}", "", *(f"  {line}" for line in found.example)])


def how_much(deep: Deep) -> str:
    """How much was played."""
    every = f"{deep.settings} setting{'s' * (deep.settings != 1)}"
    settings = every if deep.played == deep.settings else f"{deep.played} of {every}"
    return f"{settings}, {deep.games:,} random games, {deep.decisions:,} decisions in {deep.seconds:.0f} s"


def summary(one: Findings) -> dict[str, object]:
    """The findings of one file, for `--json`."""
    findings: list[dict[str, object]] = [as_json(diagnostic, one.source) for diagnostic in one.diagnostics]
    for each in one.deep.found if one.deep is not None else ():
        findings.append(as_json(each.diagnostic, one.source) | ({"example": list(each.example)} if each.example else {}))
    if one.missing:
        findings.append({"code": "no-file", "severity": "error", "message": one.missing, "file": one.name})
    told: dict[str, object] = {"file": one.source.name, "ok": not one.errors, "findings": findings}
    if one.deep is not None:
        played = {"settings": one.deep.played, "of": one.deep.settings}
        told["played"] = {**played, "games": one.deep.games, "decisions": one.deep.decisions}
    return told
