"""`rulerun site`: the workshop and the gallery as static files."""

from __future__ import annotations

from pathlib import Path

import click

from ..terminal.console import Refused


@click.command("site")
@click.argument("out", metavar="OUT", type=click.Path(path_type=Path, file_okay=False))
@click.option(
    "--libraries",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    metavar="FOLDER",
    help="Where npm has installed Pyodide and CodeMirror: the site then brings all it needs. Else pages load them from jsDelivr.",
)
def command(out: Path, libraries: Path | None) -> None:
    """Write a workshop for the browser into the folder OUT: games to play and to change, for any host of static files."""
    from ...workshop.libraries import WrongLibraries
    from ...workshop.publish import CannotPublish, publish

    try:
        count = publish(out, libraries)
    except (CannotPublish, WrongLibraries) as fault:
        raise Refused(str(fault)) from None
    except OSError as fault:
        raise Refused(f"`{out}` cannot be written: {fault.strerror or fault}") from None
    click.echo(f"{count} files are written to {out}; to look at them: python3 -m http.server -d {out}")
