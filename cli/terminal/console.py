"""What all commands share: finding a ruleset, settling how it is played, printing errors."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

import click

from ...dsl.text.suggestions import nearest
from ...program.harmless import harmless, harmless_json
from .streams import styled

if TYPE_CHECKING:
    from ...dsl.diagnostics.diagnostic import Diagnostic
    from ...dsl.text.source import Source
    from ...program.ir import Program


MOMENT = 0.2
"""For how many seconds at least a line that says how far something has come stands there."""


class Refused(click.ClickException):
    """The command cannot go on; prints its message and ends with exit code 1."""

    def show(self, file: object = None) -> None:
        """Print it to standard error."""
        sys.stderr.write(f"error: {self.message}\n")


class Misused(Refused):
    """A wrong use of the command line: exit code 2."""

    exit_code = 2


def find(name: str) -> Path:
    """The file meant by *name*: in the working folder, else bundled; else the ruleset of that title. Raises `Refused` when there
    is none.
    """
    from ...dsl.text.files import RulesetNotFound
    from ...dsl.text.files import find as found

    try:
        return found(name)
    except RulesetNotFound as fault:
        from ...session.catalogue import titled

        path = titled(name)
        if path is None:
            raise Refused(str(fault)) from None
        return path


def base_folders() -> tuple[Path, ...]:
    """The further folders in which a base of a ruleset may lie, as the command line says (`--extends-from`)."""
    context = click.get_current_context(silent=True)
    folders = context.find_root().params.get("extends_from", ()) if context is not None else ()
    return tuple(Path(folder) for folder in folders)


def read(path: Path) -> Source:
    """The text of a ruleset. Where the file cannot be read as one, prints why and raises SystemExit."""
    from ...dsl.text.files import read_source

    source, diagnostics = read_source(path, base_folders())
    if source is None or diagnostics:
        from ...dsl.text.source import Source as Text

        complain(diagnostics, source or Text(str(path), ""))
        raise SystemExit(1)
    return source


def colour_wanted() -> bool:
    """True when standard error is a terminal that wants colours."""
    return sys.stderr.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def complain(diagnostics: Iterable[Diagnostic], source: Source) -> None:
    """Print each diagnostic to standard error, with its place."""
    from ...dsl.text.render import render

    for diagnostic in diagnostics:
        styled(sys.stderr).write(render(diagnostic, source, colour_wanted()).rstrip("\n") + "\n\n")


def settings(pairs: Iterable[str]) -> dict[str, str]:
    """`NAME=VALUE` pairs as a mapping. Raises `Misused` for one without `=` or set twice."""
    chosen: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        name = name.strip()
        if not equals or not name:
            raise Misused(f"expected `--set NAME=VALUE`, found `{pair}`")
        if name in chosen:
            raise Misused(f"the parameter `{name}` is set twice")
        chosen[name] = value.strip()
    return chosen


def load(source: Source, variant: str | None, players: int | None, pairs: Iterable[str], counted: str = "") -> Program:
    """The ruleset, compiled with these settings; it counts how often the phase *counted* is done ("": none).

    Raises `Misused` for wrong settings; errors in the ruleset are printed and raise SystemExit.
    """
    from ...dsl.kept import kept

    chosen = settings(pairs)
    asked = ("program", variant or "", str(players), *(f"{name}={value}" for name, value in chosen.items()))
    if counted:
        asked = (*asked, "per", counted)
    return kept(source, asked, lambda: _compiled(source, variant, players, chosen, counted))


def _compiled(source: Source, variant: str | None, players: int | None, chosen: Mapping[str, str], counted: str) -> Program:
    from ...dsl.compile import compile_ruleset, survey
    from ...dsl.diagnostics.diagnostic import Severity
    from ...dsl.settings import check_parameters, settle_players, settle_variant

    overview = survey(source)
    if any(fault.severity is Severity.ERROR for fault in overview.problems):
        complain(overview.problems, source)
        raise SystemExit(1)
    named = settle_variant(overview, variant)
    check_parameters(overview, chosen)
    count = settle_players(overview, named, players)
    compilation = compile_ruleset(source, named, count, chosen, counted)
    if compilation.program is None:
        complain(compilation.diagnostics, source)
        raise SystemExit(1)
    return compilation.program


@contextmanager
def progress() -> Iterator[Callable[[str], None]]:
    """What says how far something has come, in one line of standard error that is wiped out at the end, some times a second;
    silent where that is no terminal.
    """
    if not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield lambda said: None
        return
    last = monotonic()

    def say(said: str) -> None:
        nonlocal last
        if monotonic() - last < MOMENT:
            return
        last = monotonic()
        styled(sys.stderr).write(f"\r\033[K{harmless(said[:100])}")
        sys.stderr.flush()

    try:
        yield say
    finally:
        styled(sys.stderr).write("\r\033[K")
        sys.stderr.flush()


def emit(value: object) -> None:
    """Print a value as JSON; what a terminal would obey stands there escaped, so that reading it gives the same value."""
    sys.stdout.write(harmless_json(json.dumps(value, ensure_ascii=False, indent=2)) + "\n")


def is_terminal() -> bool:
    """True when standard input and standard output are both a terminal."""
    return sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()


def lines_only() -> bool:
    """True where a table must be printed line by line: with no terminal, and at one that can only print lines."""
    return not is_terminal() or os.environ.get("TERM") == "dumb"


def record_bytes(path: Path) -> bytes:
    """The content of a record. Raises `Refused` when it cannot be read, and when it may be endless, as a device or a pipe."""
    from ...interpreter.match.records import RecordError, content_of

    try:
        return content_of(path)
    except RecordError as fault:
        raise Refused(f"{path}: {fault}") from None
    except OSError as fault:
        if os.path.isdir(path):
            raise Refused(f"`{path}` is a folder; expected a record") from None
        if not os.path.exists(path):
            near = nearest(path.name, sorted(other.name for other in path.parent.glob("*.rulerun")))
            raise Refused(f"no record `{path}`{near}") from None
        raise Refused(f"{path}: {fault.strerror or fault}") from None
    except ValueError:
        raise Refused(f"`{path}` is no name of a file") from None


def fault_text(source: Source, fault: Exception) -> str:
    """The message of a runtime error after its place, with its sentence; the message alone for another exception."""
    from ...interpreter import PlayError

    if not isinstance(fault, PlayError):
        return str(fault)
    where = place(source, fault.program, fault.sentence)
    return f"{where}: {fault.message}\n  in: {fault.program.sentences[fault.sentence].text}"


def place(source: Source, program: Program, sentence: int) -> str:
    """`FILE:LINE:COLUMN` of a sentence."""
    span = program.sentences[sentence].span
    name, line = source.place(span.line)
    return f"{name}:{line}:{span.column}"
