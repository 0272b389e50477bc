"""`rulerun schema`: prints the outline of rulesets as JSON Schema."""

from __future__ import annotations

import click

from ..terminal.console import emit


@click.command("schema")
def command() -> None:
    """Print the JSON Schema of a ruleset: sections, keys and their words, for editors of YAML.

    `rulerun schema > rulerun.schema.json`, and above the ruleset `# yaml-language-server: $schema=rulerun.schema.json`.
    """
    from ...tools.schema import schema

    emit(schema())
