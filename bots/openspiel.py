"""Lets OpenSpiel's search choose, in OpenSpiel's own game of the same rules.

The table beside the ruleset (`core/notation.py`) tells which game that is, and how OpenSpiel writes the options. What is on offer
is compared before each choice: where it differs, the bot says so instead of choosing.
"""

from __future__ import annotations

from typing import ClassVar

from attrs import frozen

from ..interpreter.game import Game
from ..program.ir import Program
from . import Bot, BotFailed, Draw, Needs, Number, Situation, Text, Whole, option
from .core.beside import Beside, SearchNode, SpielState, loaded, spiel
from .core.moves import Move, told, unfit
from .core.notation import HERE, Notation, notation

MEMORY = 1000
"""A search tree may take so many megabytes."""


@frozen
class Openspiel:
    """Searches by the MCTS of OpenSpiel, in OpenSpiel's game of the same rules."""

    needs: ClassVar[Needs] = Needs.HISTORY

    simulations: int = option(Whole(2, 10_000_000), 1000, "the number of simulations", bare=True)
    exploration: float = option(Number(0.0, 100.0), 2.0, "the exploration constant, for values from -1 to 1")
    table: str = option(Text("a file or a folder"), HERE, "the table of the notation, or the folder in which it lies")

    def unfit(self, program: Program) -> str:
        """Why OpenSpiel cannot play that, as a clause; empty where it can."""
        why = unfit(program, "openspiel", self.table)
        try:
            if not why:
                loaded(program.cached(notation, "openspiel", self.table))
        except BotFailed as wrong:
            return str(wrong)
        return why

    def choose(self, situation: Situation, draw: Draw) -> int:
        """The index of the option that OpenSpiel chooses. Raises BotFailed where the rules differ."""
        match, seat = told(situation, "openspiel", self.table), situation.asked.actor
        last = situation.game.cached(_Last, match.notation)
        beside = last.standing(match.moves, seat)
        found = beside.options(seat, match.begun, match.options)
        if len({*found.values()}) == 1:
            return next(iter(found.values()))
        seed = draw(2**31)
        evaluator = spiel().RandomRolloutEvaluator(1, seed)
        search = spiel().MCTSBot(last.there, evaluator, self.exploration, self.simulations, MEMORY, True, seed, False)
        tried = [each for each in search.mcts_search(beside.position).children if each.action in found]
        return found[max(tried, key=lambda node: _worth(node, seat)).action]


class _Last:
    """The position in which the bot was asked last, for the next is mostly a later one of the same match."""

    def __init__(self, game: Game, written: Notation) -> None:
        self.there = loaded(written)
        self._written = written
        self._last: tuple[tuple[Move, ...], SpielState] = (), self.there.new_initial_state()

    def standing(self, moves: tuple[Move, ...], seat: int) -> Beside:
        """The match behind these moves, in which the seat is asked. Raises BotFailed where the rules differ."""
        before, position = self._last
        if moves[: len(before)] != before:
            before, position = (), self.there.new_initial_state()
        beside = Beside(self._written, position.clone())
        for at in range(len(before), len(moves)):
            beside.play(moves[at], moves[at + 1].actor if at + 1 < len(moves) else seat)
        self._last = moves, beside.position.clone()
        return beside


def _worth(node: SearchNode, seat: int) -> tuple[float, int, float]:
    """By what OpenSpiel itself compares moves at last: the proven result, the number of tries, the sum of results."""
    return (node.outcome[seat] if node.outcome else 0.0), node.explore_count, node.total_reward


BOT: Bot = Openspiel()
