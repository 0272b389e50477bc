"""`rulerun serve`: a table in the browser, for friends who are elsewhere."""

from __future__ import annotations

from pathlib import Path

import click

from ..terminal import completing
from ..terminal.console import Refused, find, read

PORT = 8000


@click.command("serve")
@click.argument("files", metavar="[FILE]...", nargs=-1, shell_complete=completing.games)
@click.option(
    "--database",
    type=click.Path(path_type=Path, dir_okay=False),
    default=Path("rulerun.db"),
    metavar="PATH",
    help="The file in which matches are kept (rulerun.db).",
)
@click.option("--port", type=click.IntRange(0, 65535), default=PORT, metavar="N", help=f"The port ({PORT}); 0: any that is free.")
@click.option("--lan", is_flag=True, help="For all who are in the same network, by plain HTTP; shows a code for phones.")
@click.option("--host", metavar="ADDRESS", help="The address on which to listen, behind a proxy say (127.0.0.1).")
@click.option(
    "--address", metavar="URL", default="", help="Where others reach the server, as links say it: https://play.example."
)
@click.option("--no-browser", is_flag=True, help="Opens no browser.")
@click.option(
    "--workers",
    type=click.IntRange(1, 64),
    metavar="N",
    help="In how many processes bots think (one less than processors, at least 4).",
)
@click.option(
    "--prefix", metavar="A", default="", help="What the keys of new matches begin with, where several servers share a proxy."
)
@click.option("--matches", is_flag=True, help="Lists the matches of the database, and serves nothing.")
@click.option(
    "--take-out", metavar="KEY", help="Writes the record of a match, KEY.rulerun, and serves nothing; it holds the key of chance."
)
def command(
    files: tuple[str, ...],
    database: Path,
    port: int,
    lan: bool,
    host: str | None,
    address: str,
    no_browser: bool,
    workers: int | None,
    prefix: str,
    matches: bool,
    take_out: str | None,
) -> None:
    """Serve tables for the browser: set one, send your friends the link, play. Games: FILEs, else all that come along."""
    try:
        from ...web import serving
    except ImportError as fault:
        raise Refused(f"a table in the browser needs {fault.name}: pip install 'rulerun[web]'") from None
    from ...web.store import StoreError

    try:
        if matches:
            for line in serving.listed(database):
                click.echo(line)
        elif take_out is not None:
            click.echo(f"{serving.taken_out(database, take_out)} is written")
        else:
            paths = tuple(map(find, files))
            for path in paths:
                read(path)
            wanted = serving.Wanted(paths, database, port, lan, host, address, not no_browser, workers, prefix)
            serving.serve(wanted, click.echo)
    except (StoreError, serving.CannotServe) as fault:
        raise Refused(str(fault)) from None
