"""Information-set search, ours and OpenSpiel's, where something is hidden: against each other, and both against random play.

    python benchmarks/hidden.py [--games N] [--simulations N] [--bot BOT] [--final visits|most] [GAME…]

Every deal is played twice with seats exchanged, so that neither has the better cards; a figure is the mean payoff of a game, with
Student's 95 % interval over the deals. OpenSpiel's `ISMCTSBot` is the one in Python, for that in C++ cannot be told how to
imagine liar's dice. It imagines a world for every simulation, and explores with the constant of its own tests (5, for payoffs as
they are). It answers as often as it tried (*visits*, as it does in C++ unless told otherwise), or what it tried most (*most*).
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from random import Random
from time import perf_counter

import numpy
import pyspiel
from attrs import frozen
from measure import compiled
from open_spiel.python.algorithms.ismcts import ISMCTSBot, ISMCTSFinalPolicyType
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

from rulerun.bots import Draw, seated
from rulerun.interpreter import NATURE, Decision, outcome
from rulerun.interpreter.core.rng import Stream
from rulerun.lab.runs.playing import Table
from rulerun.lab.statistics.intervals import mean
from rulerun.program.ir import Program
from rulerun.simulation.emit.module import Form
from rulerun.simulation.search import engine_for

GAMES = ("kuhn_poker", "liars_dice")
"""Games of two whose options and chances OpenSpiel lists in the same order."""

FINAL = {"visits": ISMCTSFinalPolicyType.NORMALIZED_VISITED_COUNT, "most": ISMCTSFinalPolicyType.MAX_VISIT_COUNT}

CONSTANT = 5.0


@frozen
class Match:
    """A game that stands in both programs alike."""

    table: Table
    position: pyspiel.State

    def answer(self, asked: Decision, index: int) -> None:
        """Answers with the option of that index, in both."""
        self.position.apply_action(self.position.legal_actions()[index])
        self.table.answer(asked.actor, index)


Player = Callable[[Match, Decision], int]
"""Chooses the index of an option."""


def ours(program: Program, name: str, draw: Draw) -> Player:
    """A bot of ours, which is given what its seat has lived through."""
    bot = seated(name, program)
    return lambda match, asked: bot.choose(match.table.given(bot, asked), draw)


def theirs(game: str, simulations: int, final: ISMCTSFinalPolicyType, seed: int) -> Player:
    """OpenSpiel's search."""
    chance = numpy.random.RandomState(seed)
    evaluator = RandomRolloutEvaluator(1, chance)
    bot = ISMCTSBot(pyspiel.load_game(game), evaluator, CONSTANT, simulations, random_state=chance, final_policy_type=final)
    if game == "liars_dice":
        bot.set_resampler(lambda position, seat: rolled_again(position, seat, int(chance.randint(6))))
    return lambda match, asked: match.position.legal_actions().index(bot.step(match.position))


def rolled_again(position: pyspiel.State, seat: int, face: int) -> pyspiel.State:
    """The same position of liar's dice with another face of the die that the seat does not see: OpenSpiel imagines none there."""
    found = position.get_game().new_initial_state()
    for at, action in enumerate(position.history()):
        found.apply_action(face if at == 1 - seat else action)
    return found


def at_random(chance: Random) -> Player:
    """Somebody to whom all options are alike."""
    return lambda match, asked: chance.randrange(len(asked.options))


def payoff(program: Program, game: str, players: tuple[Player, Player], chance: Random) -> float:
    """What the first player is paid, in half of two games with the same chance: it sits in either seat once."""
    dealt, total = chance.getrandbits(60), 0.0
    for swapped in (False, True):
        match, nature = Match(Table(program), pyspiel.load_game(game).new_initial_state()), Random(dealt)
        while (asked := match.table.asked) is not None:
            if asked.actor == NATURE:
                match.answer(asked, nature.randrange(len(asked.options)))
            else:
                match.answer(asked, players[asked.actor ^ swapped](match, asked))
        paid = outcome(program, match.table.state).payoff
        assert [float(each) for each in paid] == match.position.returns()
        total += float(paid[int(swapped)])
    return total / 2


def told(program: Program, game: str, what: str, players: tuple[Player, Player], deals: int) -> None:
    """Prints the mean payoff of the first player."""
    chance, begun = Random(1), perf_counter()
    found = [round(2 * payoff(program, game, players, chance)) for _ in range(deals)]
    paid = mean(deals, sum(found), sum(each * each for each in found))
    interval = f"{paid.value / 2:+.3f} ({paid.low / 2:+.3f} to {paid.high / 2:+.3f})"
    print(f"{game}, {what}: {interval} of {2 * deals} games, {perf_counter() - begun:.0f} s", flush=True)


def main() -> None:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("names", nargs="*", metavar="GAME", default=GAMES)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--simulations", type=int, default=1000)
    parser.add_argument("--bot", default="ismcts")
    parser.add_argument("--final", choices=FINAL, default="visits")
    given = parser.parse_args()
    for game in given.names:
        program = compiled(game, 2)
        for form in (Form.SEARCH, Form.LISTENING):
            engine_for(program).optimised(form)
        name = f"{given.bot}{',' if ':' in given.bot else ':'}simulations={given.simulations}"
        mine = ours(program, name, Stream(1).below)
        other, anybody = theirs(game, given.simulations, FINAL[given.final], 1), at_random(Random(2))
        told(program, game, f"{name} against OpenSpiel", (mine, other), given.games // 2)
        told(program, game, f"{name} against random", (mine, anybody), given.games // 2)
        told(program, game, "OpenSpiel against random", (other, anybody), given.games // 2)


if __name__ == "__main__":
    main()
