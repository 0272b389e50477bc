"""How often a report calls a symmetric game uneven: every test that is judged at 1 in 100 must do so at most as often.

    python benchmarks/level.py FOLDER [--pool N] [--studies N] [GAME …]

A study of thinking bots draws its games, 10, 20, 40 or 100, from a pool of 5,000 played ones, and relabels the seats of each game
at random: so no seat is better, no level is stronger than another, and no card tells more than chance, whatever the game. A study
at random plays 1,000 fresh games, whose seats are relabelled in the same way. A comparison by thinking bots draws both sides from
the pool. Pools and studies are kept in FOLDER: the same command, stopped and given again, goes on where it was.
"""

from __future__ import annotations

import json
import pickle
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path

import click
import numpy as np
from attrs import evolve

from rulerun import load
from rulerun.lab.report.fairness import DOUBT
from rulerun.lab.runs.totals import rules
from rulerun.lab.runs.watching import Ladder, Watcher
from rulerun.lab.statistics.card_worth import held_worths, played_worths
from rulerun.lab.statistics.intervals import level
from rulerun.lab.statistics.sense_pair import Side, contrasts
from rulerun.lab.statistics.sensible_seats import sensible_seats
from rulerun.lab.statistics.skill import pairings, rung
from rulerun.lab.statistics.tally import Whole
from rulerun.lab.statistics.watched import Watched
from rulerun.program.ir import Program
from rulerun.session.levels import is_hidden
from rulerun.simulation.emit.schema import columns

GAMES = ("kuhn_poker", "pig", "meadow", "goofspiel")

FEW, FRESH, BATCH, CHUNK = (10, 20, 40, 100), 1_000, 50, 50


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--pool", default=5_000)
@click.option("--studies", default=2_000)
@click.argument("games", nargs=-1)
def command(folder: Path, pool: int, studies: int, games: tuple[str, ...]) -> None:
    """Play the pools, draw the studies, and print how many of them have an alarm."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in games or GAMES:
        program = load(name).program
        played = pool_of(folder / f"{name}.pool", program, pool)
        for many in FEW:
            told(name, many, studied(folder / f"{name}-{many}.json", studies, partial(alarms, program, played, many)))
        told(name, FRESH, studied(folder / f"{name}-{FRESH}.json", studies, partial(fresh, program)))


def pool_of(path: Path, program: Program, size: int) -> list[Watched]:
    """So many games that a bot of sense played with itself."""
    found: list[Watched] = pickle.loads(path.read_bytes()) if path.exists() else []
    bot = "ismcts:simulations=50" if is_hidden(program) else "mcts:simulations=50"
    watcher = Watcher(Ladder(program, (bot,), "", 0, size, counts=True))
    while len(found) < size:
        found += [watcher.game(at) for at in range(len(found), min(size, len(found) + CHUNK))]
        path.write_bytes(pickle.dumps(found))
        click.echo(f"{path.stem}: {len(found):,} of {size:,} games", err=True)
    return found


def studied(path: Path, studies: int, study: Callable[[int], Iterable[str]]) -> Counter[str]:
    """In how many of so many studies each test has an alarm."""
    before = json.loads(path.read_text()) if path.exists() else {"studies": 0, "alarms": {}}
    found, first = Counter(before["alarms"]), before["studies"]
    for at in range(first, studies):
        found.update(study(at))
        if (at + 1) % BATCH == 0 or at + 1 == studies:
            path.write_text(json.dumps({"studies": at + 1, "alarms": dict(found)}))
    return Counter({"studies": max(first, studies), **found})


def told(name: str, many: int, found: Counter[str]) -> None:
    """Print how often there was an alarm."""
    parts = [f"{test} {found[test] / found['studies']:.2%}" for test in ("seats", "levels", "cards", "compared")]
    click.echo(f"{name:12} {many:5} games  {found['studies']:,} studies: {', '.join(parts)}")


def alarms(program: Program, pool: Sequence[Watched], many: int, number: int) -> list[str]:
    """The tests that have an alarm in a study of so many games."""
    chance = np.random.default_rng((many, number))
    players = len(program.players)
    games = blocks(program, [relabelled(pool[int(at)], chance) for at in chance.integers(0, len(pool), many)])
    seats = sensible_seats(games, [program.seats[seat].name for seat in program.players], False)
    step = rung(games, 1, ("weak", "strong"), 0, players, False)
    found = []
    if seats is not None and seats.even is not None and seats.even < DOUBT:
        found.append("seats")
    if step is not None and step.chance < DOUBT:
        found.append("levels")
    if any(card.clear for card in (*held_worths(program, games), *played_worths(program, games))):
        found.append("cards")
    pairs, names = pairings(2, False), ("weak", "strong")
    one, other = (Side(program, columns(program), pairs, False, names, drawn(program, pool, many, chance)) for _ in range(2))
    if any(each.shown for each in contrasts(one, other)):
        found.append("compared")
    return found


def blocks(program: Program, games: Sequence[Watched]) -> list[Watched]:
    """The games in blocks of the same chance, in each of which the stronger of two levels sits in each seat once."""
    players = len(program.players)
    return [
        evolve(game, match=0, number=at // players, levels=tuple(int(seat == at % players) for seat in range(players)))
        for at, game in enumerate(games)
    ]


def drawn(program: Program, pool: Sequence[Watched], many: int, chance: np.random.Generator) -> list[Watched]:
    """One side of a comparison: so many games of two levels, and as many of the stronger with itself."""
    first, second = ([pool[int(at)] for at in chance.integers(0, len(pool), many)] for _ in range(2))
    return [*blocks(program, first), *(evolve(game, match=1, number=at) for at, game in enumerate(second))]


def relabelled(game: Watched, chance: np.random.Generator) -> Watched:
    """The game, its seats in another order; cards go to other seats than results."""
    one, other = (chance.permutation(len(game.credits)) for _ in range(2))
    return evolve(
        game,
        credits=tuple(game.credits[at] for at in one),
        standings=tuple(game.standings[at] for at in one),
        held=tuple(game.held[at] for at in other),
        played=tuple(game.played[at] for at in other),
    )


def fresh(program: Program, number: int) -> Iterator[str]:
    """Whether the seats of fresh games at random are called uneven."""
    side = rules(program, ("random",) * len(program.players))
    rows: Whole = side.engine.run(number, 0, FRESH).rows
    won = rows[:, [side.engine.columns.winner(seat) for seat in program.players]]
    won = np.random.default_rng(number).permuted(won, axis=1)
    if (level(len(won), (won.T @ won).tolist()) or 1) < DOUBT:
        yield "seats"


if __name__ == "__main__":
    command()
