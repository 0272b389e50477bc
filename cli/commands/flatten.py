"""`rulerun flatten`: writes a ruleset, its base and a variant as one file."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from ..terminal import completing
from ..terminal.console import complain, find, read
from ..terminal.written import write_new


@click.command("flatten")
@click.argument("file", metavar="FILE", shell_complete=completing.games)
@click.option("--variant", metavar="V", help="The variant to merge in.", shell_complete=completing.variants)
@click.option("-o", "--output", metavar="OUT", type=click.Path(dir_okay=False), help="Write it there; no file is overwritten.")
def command(file: str, variant: str | None, output: str | None) -> None:
    """Print a ruleset as one file that extends nothing, with a variant merged in.

    It is the same game. Comments come along; `rulerun show` says where each thing comes from as well.
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
    text = "".join(f"{line.text}\n" for line in flatten(source, named) if not line.note)
    if output is None:
        sys.stdout.write(text)
        return
    write_new(Path(output), text)
    click.echo(f"{output} is written")
