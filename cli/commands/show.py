"""`rulerun show`: prints a ruleset with its base and a variant merged in."""

from __future__ import annotations

import os
import sys

import click

from ..terminal import completing
from ..terminal.console import complain, find, read
from ..terminal.streams import echo


@click.command("show")
@click.argument("file", metavar="FILE", shell_complete=completing.games)
@click.option("--variant", metavar="V", help="The variant to merge in.", shell_complete=completing.variants)
def command(file: str, variant: str | None) -> None:
    """Print a ruleset with a variant merged in.

    It is one file, and a ruleset itself. Notes say where each thing comes from, what it replaces and what was left out. Where
    nothing is merged in, the ruleset stands there as it is.
    """
    from ...dsl.compile import survey
    from ...dsl.settings import settle_variant
    from ...dsl.text.fields import Findings
    from ...dsl.text.flatten import flatten
    from ...dsl.text.merge import documents

    source = read(find(file))
    findings = Findings()
    documents(source, findings)
    if findings.errors:
        complain(findings.found, source)
        raise SystemExit(1)
    named = settle_variant(survey(source), variant)
    colour = sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    for line in flatten(source, named):
        echo(line.text, colour="yellow" if colour and line.note else None)
