"""`rulerun new`: writes the file of a new game."""

from __future__ import annotations

from pathlib import Path

import click

from ...tools.new import KINDS, NotPossible, file_name, new_ruleset, numbers_of_players
from ..terminal.console import Misused, is_terminal
from ..terminal.written import write_new


@click.command("new")
@click.argument("title", required=False)
@click.option("--kind", type=click.Choice(list(KINDS)), help="What the game begins with.")
@click.option("--players", metavar="N..M", help="For how many players it is.")
@click.option("--name", help="The name of the ruleset and of its file; else made of the title.")
def command(title: str | None, kind: str | None, players: str | None, name: str | None) -> None:
    """Write the file of a new game, which validates, tests and plays at once.

    At a terminal, what is not given is asked for. The file is written into the working folder; none is overwritten.
    """
    try:
        title = title or _asked("What is the game called?", "My Game")
        if not kind and is_terminal():
            for each in KINDS.values():
                click.echo(f"  {each.word:6} {each.about}")
        chosen = KINDS[kind or _asked("What does it begin with?", "cards", click.Choice(list(KINDS)))]
        numbers = numbers_of_players(players or _asked("For how many players?", "2..4"), chosen)
        stem = name or file_name(title)
        text = new_ruleset(stem, title, numbers, chosen)
    except NotPossible as fault:
        raise Misused(str(fault)) from None
    path = Path(f"{stem}.yaml")
    write_new(path, text)
    click.echo(f"{path} is written. What next:")
    for verb, why in (("validate", "is it sound?"), ("test", "does it do what it should?"), ("play", "sit down")):
        click.echo(f"  rulerun {f'{verb} {path}':32} {why}")


def _asked(question: str, default: str, of: click.Choice[str] | None = None) -> str:
    """The answer at a terminal; the default where there is none."""
    return str(click.prompt(question, default=default, type=of)) if is_terminal() else default
