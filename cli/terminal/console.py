"""What all commands share: finding a ruleset, settling how it is played, printing errors."""

from __future__ import annotations

import difflib
import json
import os
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from ...dsl.compile import Survey
    from ...dsl.text.diagnostics import Diagnostic
    from ...dsl.text.source import Source
    from ...program.ir import Program

BUNDLED = Path(__file__).resolve().parents[2] / "rulesets"


class Refused(click.ClickException):
    """The command cannot go on; prints its message and ends with exit code 1."""

    def show(self, file: object = None) -> None:
        """Print it to standard error."""
        sys.stderr.write(f"error: {self.message}\n")


class Misused(Refused):
    """A wrong use of the command line: exit code 2."""

    exit_code = 2


def nearest(word: str, known: Iterable[str]) -> str:
    """A clause that suggests the nearest known name, or lists all names when they are few; else empty."""
    names = list(known)
    folded = {name.casefold(): name for name in names}
    near = difflib.get_close_matches(word.casefold().replace("-", "_").replace(" ", "_"), list(folded), 1, 0.6)
    if not near:
        near = difflib.get_close_matches(word.casefold(), list(folded), 1, 0.6)
    if near:
        return f"; did you mean `{folded[near[0]]}`?"
    if 0 < len(names) <= 12:
        return f"; there is {listed(names)}"
    return ""


def listed(names: Iterable[str]) -> str:
    """The names in backticks, as a sentence lists them."""
    quoted = [f"`{name}`" for name in names]
    if len(quoted) < 2:
        return "".join(quoted)
    return f"{', '.join(quoted[:-1])} and {quoted[-1]}"


def bundled() -> tuple[Path, ...]:
    """The paths of the bundled rulesets, by name."""
    return tuple(sorted(BUNDLED.glob("*.yaml")))


def find(name: str) -> Path:
    """The file that *name* stands for: in the working folder, else bundled. Raises `Refused` when there is none."""
    tried = (Path(name), Path(f"{name}.yaml"), BUNDLED / name, BUNDLED / f"{name}.yaml")
    plain = Path(name).name == name
    for path in tried if plain else tried[:2]:
        # For a name that no file can have this returns False, where the method of a Path may raise.
        if os.path.isfile(path):
            return path
    if name and os.path.isdir(name):
        raise Refused(f"`{name}` is a folder; expected a ruleset file")
    here = sorted(path.name for path in Path().glob("*.yaml"))
    known = [path.stem for path in bundled()] + here
    short = name if len(name) < 80 else f"{name[:60]}…"
    raise Refused(f"no ruleset `{short}` in the working folder or among the bundled ones{nearest(name, known)}")


def read(path: Path) -> Source:
    """The text of a ruleset. Where the file cannot be read as one, prints why and raises SystemExit."""
    from ...dsl.compile import read_source

    source, diagnostics = read_source(path)
    if source is None or diagnostics:
        complain(diagnostics, source)
        raise SystemExit(1)
    return source


def colour_wanted() -> bool:
    """True when standard error is a terminal that wants colours."""
    return sys.stderr.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def complain(diagnostics: Iterable[Diagnostic], source: Source | None) -> None:
    """Print each diagnostic to standard error, with its place."""
    from ...dsl.text.render import render
    from ...dsl.text.source import Source as Text

    for diagnostic in diagnostics:
        sys.stderr.write(render(diagnostic, source or Text("", ""), colour_wanted()).rstrip("\n") + "\n\n")


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


def settle_variant(survey: Survey, wanted: str | None) -> str:
    """The variant to play, "" for the ruleset without a variant. Raises `Misused` for an unknown one."""
    names = [variant.name for variant in survey.variants if variant.name]
    if not wanted:
        return ""
    if wanted not in names:
        if not names:
            raise Misused(f"there is no variant `{wanted}`: `{survey.name}` has no variants")
        raise Misused(f"there is no variant `{wanted}` in `{survey.name}`{nearest(wanted, names)}")
    return wanted


def allowed_players(survey: Survey, variant: str) -> tuple[int, ...]:
    """The numbers of players that the variant may be played with."""
    for candidate in survey.variants:
        if candidate.name == variant and candidate.players:
            return tuple(candidate.players)
    return tuple(survey.players)


def settle_players(survey: Survey, variant: str, wanted: int | None) -> int:
    """The number of players: the one asked for, else the first from 2 up that the ruleset allows, else its last. Raises
    `Misused`.
    """
    allowed = allowed_players(survey, variant)
    if wanted is None:
        return next((number for number in allowed if number >= 2), allowed[-1] if allowed else 2)
    if wanted not in allowed:
        raise Misused(f"`{survey.name}` is for {numbers(allowed)} players, not {wanted}")
    return wanted


def numbers(allowed: tuple[int, ...]) -> str:
    """The numbers as a person writes them: a range where they follow one another."""
    if len(allowed) > 2 and allowed == tuple(range(allowed[0], allowed[-1] + 1)):
        return f"{allowed[0]} to {allowed[-1]}"
    return " or ".join(str(number) for number in allowed)


def check_parameters(survey: Survey, chosen: Mapping[str, str]) -> None:
    """Raises `Misused` for a parameter that the ruleset does not have or a value that it does not allow."""
    known = {parameter.name: parameter for parameter in survey.parameters}
    for name, value in chosen.items():
        if name not in known:
            if not known:
                raise Misused(f"there is no parameter `{name}`: `{survey.name}` has none")
            raise Misused(f"there is no parameter `{name}` in `{survey.name}`{nearest(name, known)}")
        parameter = known[name]
        if parameter.choices is not None:
            if value not in parameter.choices:
                raise Misused(f"`{name}` is one of {listed(parameter.choices)}, not `{value}`")
            continue
        if parameter.low is None or parameter.high is None:
            continue
        try:
            number = int(value)
        except ValueError:
            raise Misused(f"`{name}` is a number from {parameter.low} to {parameter.high}, not `{value}`") from None
        if not parameter.low <= number <= parameter.high:
            raise Misused(f"`{name}` is a number from {parameter.low} to {parameter.high}, not {number}")


def load(source: Source, variant: str | None, players: int | None, pairs: Iterable[str]) -> Program:
    """The ruleset, compiled with these settings. Raises `Misused` for wrong settings; errors in the ruleset are printed and raise
    SystemExit.
    """
    from ...dsl.compile import compile_ruleset, survey
    from ...dsl.text.diagnostics import Severity

    chosen = settings(pairs)
    overview = survey(source)
    if any(fault.severity is Severity.ERROR for fault in overview.problems):
        complain(overview.problems, source)
        raise SystemExit(1)
    named = settle_variant(overview, variant)
    check_parameters(overview, chosen)
    compilation = compile_ruleset(source, named, settle_players(overview, named, players), chosen)
    if compilation.program is None:
        complain(compilation.diagnostics, source)
        raise SystemExit(1)
    return compilation.program


def emit(value: Mapping[str, object]) -> None:
    """Print one JSON object."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False, indent=2) + "\n")


def is_terminal() -> bool:
    """True when standard input and standard output are both a terminal."""
    return sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()


def record_bytes(path: Path) -> bytes:
    """The content of a record. Raises `Refused` when it cannot be read."""
    try:
        return path.read_bytes()
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
    from ...interpreter import RuleError

    if not isinstance(fault, RuleError):
        return str(fault)
    where = place(source, fault.program, fault.sentence)
    return f"{where}: {fault.message}\n  in: {fault.program.sentences[fault.sentence].text}"


def place(source: Source, program: Program, sentence: int) -> str:
    """`FILE:LINE:COLUMN` of a sentence."""
    span = program.sentences[sentence].span
    name, line = source.place(span.line)
    return f"{name}:{line}:{span.column}"
