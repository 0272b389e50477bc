"""`rulerun format`: lays rulesets out in one way."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from ...tools.layout import NotLaidOut, formatted
from ..terminal import completing
from ..terminal.console import Refused


@click.command("format")
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path(), shell_complete=completing.games)
@click.option("--check", is_flag=True, help="Change nothing: exit code 1 where a file would change.")
def command(files: Sequence[str], check: bool) -> None:
    """Lay rulesets out in one way: indentation, blanks and empty lines. Words, comments and their order stay.

    `-` reads the text from standard input and prints it. A file that cannot be read as a ruleset stays as it is.
    """
    sound = True
    for name in files:
        text = _text(name)
        try:
            laid = formatted(text)
        except NotLaidOut as fault:
            sys.stderr.write(f"error: {name}:{fault.line}: {fault}: the file stays as it is\n")
            sound = False
            continue
        if check:
            sound = sound and laid == text
            click.echo(f"{name}: {'as it should be' if laid == text else 'would be laid out anew'}")
        elif name == "-":
            sys.stdout.write(laid)
        elif laid == text:
            click.echo(f"{name}: as it was")
        else:
            _write(Path(name), laid)
            click.echo(f"{name}: laid out anew")
    if not sound:
        sys.exit(1)


def _text(name: str) -> str:
    """What stands in the file, line ends as they are. Raises `Refused` where it cannot be read."""
    try:
        if name == "-":
            return sys.stdin.read()
        return Path(name).read_bytes().decode("utf-8")
    except UnicodeDecodeError:
        raise Refused(f"`{name}` is not text in UTF-8") from None
    except OSError as fault:
        raise Refused(f"{name}: {fault.strerror or fault}") from None
    except ValueError:
        raise Refused(f"`{name}` is no name of a file") from None


def _write(path: Path, text: str) -> None:
    """Puts the text in place of the file's, whole or not at all."""
    beside = path.with_name(f".{path.name}.new")
    try:
        beside.write_bytes(text.encode())
        beside.chmod(path.stat().st_mode)
        beside.replace(path.resolve())
    except OSError as fault:
        raise Refused(f"{path}: {fault.strerror or fault}") from None
    finally:
        beside.unlink(missing_ok=True)
