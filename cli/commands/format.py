"""`rulerun format`: lays rulesets out in one way."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from ...program.span import NOWHERE
from ...tools.layout import NotLaidOut, formatted
from ..terminal import completing
from ..terminal.console import Refused
from ..terminal.written import write_over


@click.command("format")
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path(), shell_complete=completing.games)
@click.option("--check", is_flag=True, help="Change nothing: exit code 1 where a file would change.")
def command(files: Sequence[str], check: bool) -> None:
    """Lay rulesets out in one way: indentation, blanks and empty lines. Words, comments and their order stay, and so do the ends
    of lines: those of most of them.

    `-` reads the text from standard input and prints it. A file that cannot be read as a ruleset stays as it is.
    """
    sound = True
    for name in files:
        text = _text(name)
        ends = "\r\n" if 2 * text.count("\r\n") > text.count("\n") else "\n"
        try:
            laid = formatted(text).replace("\n", ends)
        except NotLaidOut as fault:
            sys.stderr.write(f"error: {name}:{fault.line}: {fault}: the file stays as it is\n")
            sound = False
            continue
        if check:
            sound = sound and laid == text
            click.echo(f"{name}: {'as it should be' if laid == text else 'would be laid out anew'}")
        elif name == "-":
            click.echo(laid.encode(), nl=False)
        elif laid == text:
            click.echo(f"{name}: as it was")
        else:
            write_over(Path(name), laid.encode())
            click.echo(f"{name}: laid out anew")
    if not sound:
        sys.exit(1)


def _text(name: str) -> str:
    """What stands in the file, line ends as they are. Raises `Refused` where it cannot be read."""
    from ...dsl.diagnostics.diagnostic import DiagnosticError
    from ...dsl.text.files import LARGEST, content_of

    try:
        if name == "-":
            return sys.stdin.buffer.read(LARGEST).decode("utf-8")
        return content_of(Path(name), name, "a ruleset", NOWHERE).decode("utf-8")
    except UnicodeDecodeError:
        raise Refused(f"`{name}` is not text in UTF-8") from None
    except DiagnosticError as fault:
        raise Refused(fault.diagnostic.message) from None
