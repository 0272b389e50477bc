"""What a bot wins against others who are all alike, and its score where it plays alone.

    python benchmarks/seats.py [--bot BOT] [--against BOT] [--games N] [--seed N] [GAME:PLAYERS …]

In each game *--bot* sits in one seat, drawn at random, and *--against* in all others. What it has of a win (a shared win is
split) is held against its even share, one part for each player. Games are played until the whole 99 % interval lies above or
below that, at most as many as *--games* says. The interval holds however often one looks (a confidence sequence: Ian
Waudby-Smith and Aaditya Ramdas, "Estimating means of bounded random variables by betting", 2024), so stopping early does not
narrow it. Where a game is for one player, all games are played, and the mean score has Student's interval, 95 %.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from random import Random
from time import perf_counter

import numpy
from measure import compiled
from numpy.typing import NDArray

from rulerun.bots import Bot, seated
from rulerun.lab.runs.tournament_game import play_game
from rulerun.lab.statistics.intervals import mean
from rulerun.lab.statistics.tournament import parts_of_a_win
from rulerun.program.ir import Program
from rulerun.simulation.emit.module import Form
from rulerun.simulation.search import engine_for

GAMES = (
    "why_first:3",
    "why_first:4",
    "why_first:6",
    "traxx:2",
    "traxx:4",
    "change_horses:3",
    "change_horses:5",
    "hearts:4",
    "crazy_eights:2",
    "traxx:1",
)

LEVEL = 0.99

MEANS = numpy.linspace(0.0005, 0.9995, 1000)
"""The means that are held against what was found."""

STAKES = numpy.arange(0.05, 1, 0.1)
"""Parts of its wealth that a bet against a mean stakes."""


class Sequential:
    """What is known of the mean of numbers from 0 to 1 that come one after the other.

    Against each possible mean bets are made, half of the wealth on more and half on less; if that is the true mean, its wealth
    grows a hundredfold with a probability of 1 % at most, however long it goes on.
    """

    def __init__(self) -> None:
        self.count, self.total = 0, 0.0
        self._more = numpy.zeros((len(STAKES), len(MEANS)))
        self._less = numpy.zeros((len(STAKES), len(MEANS)))

    def add(self, number: float) -> None:
        """Takes the next number."""
        self.count += 1
        self.total += number
        self._more += numpy.log1p(STAKES[:, None] * (number - MEANS) / MEANS)
        self._less += numpy.log1p(STAKES[:, None] * (MEANS - number) / (1 - MEANS))

    def interval(self) -> tuple[float, float]:
        """The lowest and the highest mean that are not ruled out."""
        wealth: NDArray[numpy.float64] = numpy.logaddexp.reduce(numpy.concatenate((self._more, self._less)), axis=0)
        left = MEANS[wealth - numpy.log(2 * len(STAKES)) < -numpy.log(1 - LEVEL)]
        return float(left[0]), float(left[-1])


def against(program: Program, name: str, bots: tuple[Bot, Bot], most: int, seed: int) -> None:
    """What the first bot has of the wins against the other in all other seats."""
    players, parts = len(program.players), parts_of_a_win(program)
    drawn, found, begun = Random(seed), Sequential(), perf_counter()
    spent, choices, low, high = 0.0, 0, 0.0, 1.0
    while found.count < most and low <= 1 / players <= high:
        seat = drawn.randrange(players)
        game = play_game(program, bots, seed, (found.count, tuple(int(at != seat) for at in range(players))))
        if game.failure is not None:
            raise SystemExit(f"{name}: {game.failure.message}")
        found.add(game.shares[seat] / parts)
        spent, choices = spent + game.seconds[seat], choices + game.choices[seat]
        low, high = found.interval()
        if found.count % 10 == 0:
            print(f"    {name}: {found.total / found.count:.3f} of {found.count} games so far", flush=True)
    verdict = "above" if low > 1 / players else "BELOW" if high < 1 / players else "not told from"
    share = found.total / found.count
    print(f"{name}: {share:.3f} ({low:.3f} to {high:.3f}) of {found.count} games, {verdict} {1 / players:.3f}", end="")
    print(f"; {spent / max(1, choices):.3f} s a choice, {perf_counter() - begun:.0f} s", flush=True)


def alone(program: Program, name: str, bot: Bot, count: int, seed: int) -> None:
    """The mean score of a bot that plays by itself."""
    begun, scores = perf_counter(), list[int]()
    for number in range(count):
        game = play_game(program, (bot,), seed, (number, (0,)))
        if game.failure is not None:
            raise SystemExit(f"{name}: {game.failure.message}")
        scores.append(game.scores[0] or 0)
        if len(scores) % 10 == 0:
            print(f"    {name}: {sum(scores) / len(scores):.1f} in {len(scores)} games so far", flush=True)
    found = mean(count, sum(scores), sum(score * score for score in scores))
    print(f"{name}: {found.value:.2f} ({found.low:.2f} to {found.high:.2f}) of {count} games, {perf_counter() - begun:.0f} s")


def main(given: Sequence[str] | None = None) -> None:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("games_played", nargs="*", metavar="GAME:PLAYERS", default=GAMES)
    parser.add_argument("--bot", default="ismcts:1000")
    parser.add_argument("--against", action="append", metavar="BOT")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    said = parser.parse_args(given)
    for game in said.games_played:
        name, _, players = game.partition(":")
        program = compiled(name, int(players))
        for form in (Form.SEARCH, Form.LISTENING):
            engine_for(program).optimised(form)
        bot = seated(said.bot, program)
        if len(program.players) == 1:
            alone(program, f"{game} {said.bot}", bot, said.games, said.seed)
            continue
        for other in said.against or ("greedy", "random"):
            against(program, f"{game} {said.bot} against {other}", (bot, seated(other, program)), said.games, said.seed)


if __name__ == "__main__":
    main()
