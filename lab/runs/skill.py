"""What games between levels show, and which levels are usual."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from ...bots import Advisor, seated
from ...program.ir import Program
from ..statistics.intervals import width
from ..statistics.sense import Sense, sense
from ..statistics.summary import Place
from .commands import NOBODY, command_of_levels
from .describe import described_levels
from .ladder import Climbed
from .watching import Ladder

OPEN = ("random", "greedy", "mcts:simulations=100", "mcts:simulations=1000")
HIDDEN = ("random", "greedy", "ismcts:simulations=100", "ismcts:simulations=1000")
"""The levels unless others are named, the weakest first: where every player knows the whole position, and where not."""


def strongest_judge(program: Program, levels: Sequence[str]) -> str:
    """The strongest of these levels that gives estimates; "" where none does. Raises UnknownBot."""
    bots = [(name, seated(name, program)) for name in levels]
    return next((name for name, bot in reversed(bots) if isinstance(bot, Advisor)), "")


def figures(file: str, ladder: Ladder, climbed: Climbed, usual: Sequence[tuple[str, str]], place: Place, version: str) -> Sense:
    """What these games show; *usual* are the parameters with their default values."""
    turns = max(ladder.games, climbed.played // len(ladder.pairings))
    run = described_levels(file, ladder, climbed, usual, version, again(file, evolve(ladder, games=turns)))
    return sense(ladder.program, climbed.games, ladder.pairings, ladder.together, run, place)


def widest(found: Sense) -> float:
    """The width of the widest interval of what levels and seats win or, where nobody wins alone, of how levels stand."""
    rungs = [rung.gap if rung.wins is None else rung.wins for rung in found.rungs]
    return width([*rungs, *(() if found.seats is None else found.seats.wins)])


def again(file: str, ladder: Ladder) -> str:
    """The command that plays exactly these games."""
    options = ["--levels", ",".join(ladder.levels), "--judge", ladder.judge or NOBODY]
    return command_of_levels("skill", file, ladder.program, options, ladder.seed, ladder.games)
