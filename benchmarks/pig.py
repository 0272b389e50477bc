"""How often a search wins at Pig against one who holds at 20, by what its choices cost.

    python benchmarks/pig.py [--games N] [--first N] BOT …
    python benchmarks/pig.py --scatter N [ROLLOUT …]

The best reply to holding at 20 is worked out exactly, and with it what each choice of the bot gives away. The rate of the best
reply, less what is given away in a game on average, is how often the bot wins: the same mean as that of the games won, with a far
narrower interval (95 %). Every other game the bot begins.

*--scatter* tells why few simulations do badly where random play goes on to the end: by how much ten points more raise what N
random plays come to, and how far each of them lies from that (a standard deviation), where they are cut after so many decisions.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from math import sqrt
from random import Random
from time import process_time

import numpy
from measure import compiled
from numpy.typing import NDArray

from rulerun.bots import seated
from rulerun.bots.core.search import MOST, USUAL, Searcher
from rulerun.program.ir import Program
from rulerun.simulation.emit.module import Form
from rulerun.simulation.search import Kind, Search, engine_for
from rulerun.simulation.search.found import CONFIDENCE

TARGET, HELD, FACES = 100, 20, range(2, 7)
ROLL, HOLD = 0, 1
SLOTS = 8

Think = Callable[[tuple[int, ...], int, int], int]
"""What is chosen at a vector, by the seat, with a seed."""


class Reply:
    """The best reply to holding at 20: what it wins where it is *asked*, with so many points, those of the other and the pot, and
    where the other *begins* a turn.
    """

    def __init__(self) -> None:
        turns = [_gains(other) for other in range(TARGET)]
        self.begins = numpy.zeros((TARGET, TARGET))
        self.asked = numpy.zeros((TARGET, TARGET, TARGET + 1))
        apart = 1.0
        while apart > 1e-10:
            before = self.asked[:, :, 0].copy()
            for other, gains in enumerate(turns):
                self.begins[:, other] = sum(part * before[:, other + won] for won, part in gains.items() if other + won < TARGET)
            for own in range(TARGET):
                for pot in range(TARGET - own - 1, -1, -1):
                    rolled = self.rolled(own, slice(None), pot)
                    self.asked[own, :, pot] = rolled if not pot else numpy.maximum(rolled, self.begins[own + pot])
            apart = float(numpy.abs(self.asked[:, :, 0] - before).max())

    def rolled(self, own: int, other: int | slice, pot: int) -> NDArray[numpy.float64]:
        """What is won behind a roll."""
        high = [1.0 if own + pot + face >= TARGET else self.asked[own, other, pot + face] for face in FACES]
        return numpy.asarray((self.begins[own, other] + sum(high)) / 6)

    @property
    def rate(self) -> float:
        """How often it wins, beginning every other game."""
        return float(self.asked[0, 0, 0] + self.begins[0, 0]) / 2


def _gains(points: int) -> dict[int, float]:
    """With what probability a turn of one who holds at 20 brings how much."""
    found: dict[int, float] = {0: 0.0}
    pots = {0: 1.0}
    while pots:
        rolled: dict[int, float] = {}
        for pot, part in pots.items():
            found[0] += part / 6
            for face in FACES:
                to = found if pot + face >= HELD or points + pot + face >= TARGET else rolled
                to[pot + face] = to.get(pot + face, 0.0) + part / 6
        pots = rolled
    return found


def given_away(reply: Reply, think: Think, game: int) -> float:
    """What the choices of that game give away in all."""
    random, points, me, turn, clock, lost = Random(game), [0, 0], game % 2, 0, 0, 0.0
    while max(points) < TARGET:
        pot = 0
        while points[turn] + pot < TARGET:
            choice = HOLD if pot >= HELD else ROLL
            if turn == me and pot:
                own, other = points[me], points[1 - me]
                choice = think((1, *points, clock, turn, turn, pot, 0), me, random.getrandbits(60))
                worths = float(reply.rolled(own, other, pot)), float(reply.begins[own + pot, other])
                lost += max(worths) - worths[choice]
            clock += 1
            if choice == HOLD:
                break
            face = random.randrange(1, 7)
            clock += 1
            if face == 1:
                pot = 0
                break
            pot += face
        points[turn] += pot
        turn = 1 - turn
    return lost


def thinker(program: Program, name: str) -> Think:
    """What the search of that name chooses."""
    bot, search = seated(name, program), Search(engine_for(program))
    assert isinstance(bot, Searcher)
    most = bot.simulations or (USUAL if bot.time is None else MOST)

    def think(slots: tuple[int, ...], seat: int, seed: int) -> int:
        return search.run([slots], seat, [ROLL, HOLD], bot.kind, most, bot.tries_worse, bot.time, seed, bot.rollout).best

    return think


def scatter(program: Program, plays: int, cut: int | None) -> None:
    """What ten points more are worth in random play from where a turn begins, and how far its results scatter."""
    search, found = Search(engine_for(program)), list[tuple[float, float]]()
    for own, other in ((30, 30), (40, 30)):
        slots = 1, own, other, 0, 0, 0, 0, 0
        (tried,) = search.run([slots], 0, [ROLL], Kind.FLAT, plays, seed=own, cut=cut).options
        assert tried.worth is not None, "random play was tried"
        found.append((tried.worth, (tried.error or 0.0) / CONFIDENCE * sqrt(plays)))
    (before, apart), (after, _) = found
    print(f"rollout={cut}: ten points more raise it by {after - before:.3f}, a play lies {apart:.3f} off", flush=True)


def main() -> None:
    """Measures the bots that are named."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--scatter", type=int, metavar="N", help="so many random plays, and no games")
    parser.add_argument("bots", nargs="*", metavar="BOT")
    asked = parser.parse_args()
    program = compiled("pig", 2)
    assert program.slots == SLOTS, "the vector of Pig is not what this file takes it for"
    engine_for(program).form(Form.SEARCH)
    if asked.scatter is not None:
        for cut in (None, *map(int, asked.bots)):
            scatter(program, asked.scatter, cut)
        return
    reply = Reply()
    print(f"the best reply: {reply.rate * 100:.2f} %", flush=True)
    for name in asked.bots:
        think, begun = thinker(program, name), process_time()
        lost = numpy.array([given_away(reply, think, game) for game in range(asked.first, asked.first + asked.games)])
        error = 1.96 * lost.std(ddof=1) / sqrt(asked.games)
        rate, spent = (reply.rate - lost.mean()) * 100, process_time() - begun
        print(f"{name}: {rate:.2f} ± {error * 100:.2f} % of {asked.games} games ({spent:.0f} s of processor time)", flush=True)


if __name__ == "__main__":
    main()
