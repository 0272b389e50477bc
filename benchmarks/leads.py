"""How long bundled games stay open: the part of games in which a later loser is ahead or level at half-time or later.

    python benchmarks/leads.py [--games N] [--write]

Every bundled game is played at random (1,000 games) with the fewest players against each other, its default number and the most,
where its rules tell who is ahead. `--write` stores the figures in `lab/statistics/leads.json`, which `rulerun study` reads.
"""

from __future__ import annotations

import json
from pathlib import Path

import click

from rulerun import load, simulate
from rulerun.lab import statistics
from rulerun.rulesets import __file__ as bundled

HERE = Path(statistics.__file__).with_name("leads.json")


def numbers(name: str) -> tuple[int, ...]:
    """The numbers of players that are played."""
    players = [each for each in load(name).survey.players if each > 1]
    usual = load(name).players
    return tuple(sorted({players[0], players[-1], *([usual] if usual > 1 else [])})) if players else ()


@click.command()
@click.option("--games", default=1_000)
@click.option("--write", is_flag=True)
def command(games: int, write: bool) -> None:
    """Print the figures, and store them."""
    found = {}
    for path in sorted(Path(bundled).parent.glob("*.yaml")):
        for players in numbers(path.stem):
            lead = simulate(path.stem, players=players, games=games).summary.lead
            if lead is not None:
                found[f"{path.stem} {players}"] = round(lead.late.rate.value, 3)
                click.echo(f"{path.stem} {players}  {lead.late.rate.value:.1%}")
    if write:
        HERE.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    command()
