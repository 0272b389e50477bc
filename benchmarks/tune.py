"""How many games `rulerun tune` needs to find a value that long runs know to be best, against a sweep that is as sure of it.

    python benchmarks/tune.py [GAME] [--set NAME=VALUES] [--for AIM] [--seeds N] [--long N]

Without a GAME two players race to 40 points, of which one begins with ten and the other with a head start, the dial. Long runs
tell which value is best. A sweep plays as many games with each value; it is as sure as `tune` where its intervals part the best
value from each other one at the same level, the games of two values being independent, as its report takes them to be. That
many games are needed of each for half of all sweeps. The second figure is kinder to the sweep: so many games that the value
which looks best is the right one in 99 of 100 sweeps, which nobody knows beforehand and no interval shows.
"""

from __future__ import annotations

from math import sqrt
from pathlib import Path
from tempfile import TemporaryDirectory

import click
import numpy as np
from scipy.special import ndtri

from rulerun import load
from rulerun.cli.commands.sweep import dials_of
from rulerun.lab.runs.observing import Runner, Seated
from rulerun.lab.runs.sweep import combinations
from rulerun.lab.runs.tune import Budget, raced
from rulerun.lab.statistics.race import DOUBT, Aim, Yardstick, leader

RULES = """
ruleset: head_start
players: 2
parameters:
  head: {default: 10, range: 0..39}
scores:
  points: {per: player, holds: 0..45}
phases:
  game:
    - points[Anne] = 10
    - points[Ben] = head
    - repeat 40 times:
        - for each player me:
            - me chooses one:
                - dare:
                    - roll 1 die as face
                    - points[me] += face
                - keep:
                    - points[me] += 3
            - if points[me] >= 40:
                - end the game
outcome:
  winners: players p where points[p] >= 40
"""

STEP = 1.1
"""A sweep is tried with so many times more games of each value, again and again."""

PIECES = 20
"""At least so many sweeps are cut out of the long runs."""

Gaps = list[np.ndarray]
"""For each value the numbers of its games whose largest mean says how bad it is, a row each."""


def sweeps(gaps: Gaps, games: int) -> tuple[np.ndarray, np.ndarray]:
    """How bad each value looks in each sweep of so many games, and the standard errors; a row for each value."""
    bad, errors = [], []
    for rows in gaps:
        pieces = rows.shape[1] // games
        cut = rows[:, : pieces * games].reshape(len(rows), pieces, games)
        means, spread = cut.mean(axis=2), cut.std(axis=2, ddof=1) / sqrt(games)
        top = means.argmax(axis=0)
        bad.append(means[top, np.arange(pieces)])
        errors.append(spread[top, np.arange(pieces)])
    return np.array(bad), np.array(errors)


def sure(gaps: Gaps, games: int, best: int) -> float:
    """In which part of the sweeps the best value is shown to be better than each other one."""
    bad, errors = sweeps(gaps, games)
    needed = float(ndtri(1 - DOUBT / (len(gaps) - 1)))
    apart = bad - bad[best] > needed * np.sqrt(errors**2 + errors[best] ** 2)
    apart[best] = True
    return float(apart.all(axis=0).mean())


def right(gaps: Gaps, games: int, best: int) -> float:
    """In which part of the sweeps the best value looks best."""
    bad, _ = sweeps(gaps, games)
    return float((bad.argmin(axis=0) == best).mean())


@click.command()
@click.argument("game", default="")
@click.option("--set", "pairs", multiple=True, default=["head=0..39"])
@click.option("--for", "aim", default="close")
@click.option("--seeds", default=20)
@click.option("--long", "long_", default=100_000)
def command(game: str, pairs: tuple[str, ...], aim: str, seeds: int, long_: int) -> None:
    """Print what both need."""
    settings = combinations(dials_of(pairs, None))
    with TemporaryDirectory() as folder:
        path = Path(folder) / "head_start.yaml"
        path.write_text(RULES)
        programs = [load(game or path, parameters=dict(setting)).program for setting in settings]
    bots = ("random",) * len(programs[0].players)

    def runners(seed: int) -> list[Runner]:
        return [Runner(program, bots, (), Aim(aim), seed) for program in programs]

    marks = [Seated(each).observe(0, long_).marks for each in runners(2**40)]
    longest = 2 * int(max(each[:100].max() for each in marks))
    stick = Yardstick(Aim(aim), programs[0].players, longest)
    gaps = [stick.gaps(stick.read(each)) for each in marks]
    means = np.array([rows.mean(axis=1).max() for rows in gaps])
    best = int(means.argmin())
    for at in means.argsort()[:4]:
        click.echo(f"{', '.join(f'{name}={value}' for name, value in settings[at])}: {means[at]:.4f} in {long_:,} games")
    needed: list[int | None] = []
    for test, part in ((sure, 0.5), (right, 0.99)):
        games = 10
        while long_ // games >= PIECES and test(gaps, games, best) < part:
            games = int(games * STEP) + 1
        needed.append(games * len(settings) if long_ // games >= PIECES else None)
    if needed[0] is None:
        raise click.ClickException("the long runs are too short for a sweep that is sure")
    click.echo(f"a sweep that is as sure needs {needed[0]:,} games of {len(settings)} values")
    spent, hits = [], 0
    for seed in range(seeds):
        found = raced(runners(seed), 1, Budget(needed[0]), lambda done, expected: None, lambda early: None)
        running = list(found.running)
        chosen = running[leader(found.stick, [found.judged(at) for at in running])]
        hits += chosen == best
        spent.append(found.games)
        click.echo(f"seed {seed}: {found.games:,} games ({found.end}), {'right' if chosen == best else 'wrong'}")
    middle = float(np.median(spent))
    click.echo(f"tune: right in {hits} of {seeds} races, {middle:,.0f} games in the middle, {middle / needed[0]:.3f} of those")
    if needed[1] is not None:
        click.echo(f"a sweep right in 99 of 100 needs {needed[1]:,} games; of these tune needs {middle / needed[1]:.2f}")


if __name__ == "__main__":
    command()
