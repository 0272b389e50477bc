"""How many histories are counted in a second: one after the other in the interpreter, looked up, and walked in compiled code.

    python benchmarks/counts.py

All must find the same numbers; those of chess are counted by python-chess as well. What compiling takes is not measured.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from time import perf_counter

import chess
from attrs import frozen
from measure import compiled

from rulerun.interpreter.core.policy import Policy
from rulerun.program.ir import Program
from rulerun.simulation import prepare
from rulerun.simulation.emit.module import Form
from rulerun.solver import Explorer
from rulerun.solver.count import histories
from rulerun.solver.walk import walked

MOST = 10_000_000_000
"""More positions than are gone through here."""


@frozen
class Game:
    """A game, and the depths to which the interpreter counts, and compiled code."""

    name: str
    shallow: int
    deep: int


GAMES = (
    Game("tic_tac_toe", 6, 9),
    Game("connect_four", 5, 9),
    Game("breakthrough", 3, 6),
    Game("kalah", 5, 9),
    Game("chess", 2, 4),
)


SHALLOW = ("interpreter", "looked up")
"""The ways that are too slow for the deeper counts."""


def by_interpreter(program: Program, depth: int) -> tuple[int, ...]:
    """The histories of each length, followed one after the other in the interpreter; those of the last are options."""
    explorer = Explorer(program, timeless=False)
    found = [0] * (depth + 1)

    def follow(slots: tuple[int, ...], level: int) -> None:
        found[level] += 1
        if level + 1 < depth:
            branches = explorer.branches(slots)
            for after in () if branches is None else branches.vectors:
                follow(after, level + 1)
        elif slots[0]:
            found[depth] += len(explorer.asked(slots)[3])

    follow(explorer.start(), 0)
    return tuple(found)


def by_python_chess(depth: int) -> tuple[int, ...]:
    """The same for chess, counted by python-chess; those of the last length are legal moves."""
    board, found = chess.Board(), [0] * (depth + 1)

    def follow(level: int) -> None:
        found[level] += 1
        if level + 1 == depth:
            found[depth] += board.legal_moves.count()
            return
        for move in board.legal_moves:
            board.push(move)
            follow(level + 1)
            board.pop()

    follow(0)
    return tuple(found)


def ways(program: Program) -> dict[str, Callable[[int], tuple[int, ...]]]:
    """The ways of counting down to a depth, by name; compiled code is there when this returns."""
    engine = prepare(program, Policy.FLAT)
    engine.optimised(Form.STEPPING)
    stops = frozenset(range(1, program.stops + 1))
    others: dict[str, Callable[[int], tuple[int, ...]]] = {"python-chess": by_python_chess} if program.ruleset == "chess" else {}
    return others | {
        "interpreter": partial(by_interpreter, program),
        "looked up": lambda depth: histories(program, depth, MOST).by_depth,
        "walked": lambda depth: walked(engine, depth, MOST).by_depth,
        "walked, last depth from options": lambda depth: walked(engine, depth, MOST, alone=stops).by_depth,
    }


def main() -> None:
    """Print, for each game and way of counting, how many histories a second it finds."""
    for game in GAMES:
        found: set[tuple[int, ...]] = set()
        for name, way in ways(compiled(game.name, 2)).items():
            found.add(way(game.shallow))
            depth = game.shallow if name in SHALLOW else game.deep
            begun = perf_counter()
            counted = sum(way(depth))
            rate = counted / (perf_counter() - begun)
            print(f"{game.name:13} {name:32} depth {depth}  {counted:13,} histories  {rate:13,.0f} a second", flush=True)
        if len(found) > 1:
            raise SystemExit(f"{game.name}: not all ways find the same numbers")


if __name__ == "__main__":
    main()
