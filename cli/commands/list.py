"""`rulerun list`: lists the bundled rulesets."""

from __future__ import annotations

import click

from ...dsl.text.files import bundled
from ...dsl.text.suggestions import numbers


@click.command("list")
def command() -> None:
    """List the bundled rulesets: title, players, variants, parameters."""
    from rich.table import Table

    from ...dsl.compile import read_source, survey
    from ..draw.printer import Printer

    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    for heading in ("ruleset", "title", "players", "variants", "parameters"):
        table.add_column(heading, overflow="fold")
    for path in bundled():
        source, _ = read_source(path)
        if source is None:
            table.add_row(path.stem, "(cannot be read)")
            continue
        overview = survey(source)
        variants = ", ".join(variant.name for variant in overview.variants if variant.name)
        dials = ", ".join(f"{parameter.name}={parameter.default}" for parameter in overview.parameters)
        table.add_row(path.stem, overview.title.plain, numbers(tuple(overview.players)), variants, dials)
    if not table.row_count:
        click.echo("no rulesets come along")
        return
    Printer(highlight=False).print(table)
    click.echo(f"\nto play one: rulerun play {bundled()[0].stem}")
