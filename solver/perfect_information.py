"""Games without secrets, solved by going over every position that can come up."""

from __future__ import annotations

from attrs import frozen

from ..interpreter.options import decision, option_text
from ..interpreter.outcome import outcome
from ..interpreter.state import NATURE
from ..program.ir import Program
from .explore import OVER, Explorer, Graph, explore
from .secrets import Lookout, check_rules
from .values import Payoffs, Values, Worth, evaluate


@frozen
class Choice:
    """An option of the first decision, as it is written, what it is worth to each player, and whether none is better."""

    text: str
    worth: Payoffs
    best: bool


@frozen
class Plan:
    """How often each option is chosen first by a seat that plays well and knows this (besides what it always knows)."""

    seat: int
    knowing: str
    mix: tuple[tuple[str, float], ...]


class Unsolved(Exception):
    """A game of a kind that is not solved here; the message says why."""


@frozen
class Solution:
    """What a game is worth to each player when all play for the most of their own, and the options of its first decision.

    *actor* is the seat that decides first. Where nothing is hidden, *choices* are its options, unless chance comes first
    (then *actor* is None); where things are hidden, *plans* tell how who decides first mixes them (*actor* is None when that
    is left to chance).
    *positions* were looked at (of a game with secrets: histories), by *method*. With *cyclic* play can come back to where it
    was: what never ends counts as 0. *exact* tells whether the numbers are; else they are right to about nine places.
    *limited* says that the number of decisions allowed by `longest:` was left out of account.
    """

    players: tuple[int, ...]
    worth: Payoffs
    actor: int | None
    choices: tuple[Choice, ...]
    plans: tuple[Plan, ...]
    positions: int
    method: str
    cyclic: bool
    exact: bool
    limited: bool


def solve(program: Program, limit: int) -> Solution:
    """The solution, from at most *limit* positions. Raises NotPerfect, TooLarge, Restless, RuleError.

    With more than two players it is one of several that may be: of options that are worth the same to them, all are taken
    to choose the first.
    """
    check_rules(program)
    graph, values = gone_over(program, limit, timeless=True)
    longest = program.longest.decisions if program.longest is not None else None
    if longest is not None and values.longest is not None and values.longest >= longest:
        graph, values = gone_over(program, limit, timeless=False)
    actor = graph.actors[0]
    return Solution(
        program.players,
        values.worth(0),
        None if actor in (NATURE, OVER) else actor,
        () if actor in (NATURE, OVER) else choices(program, graph, values, program.players.index(actor)),
        (),
        len(graph.packed),
        "search" if values.longest is not None else "value iteration",
        values.longest is None,
        values.exact,
        longest is not None and values.longest is None,
    )


def gone_over(program: Program, limit: int, timeless: bool) -> tuple[Graph, Values]:
    """The positions and their values; with *timeless* the clock of `longest:` stands still."""
    graph = explore(Explorer(program, timeless), limit, Lookout(program).look)
    return graph, evaluate(graph, lambda node: outcome(program, graph.state(node)).payoff, program.players)


def choices(program: Program, graph: Graph, values: Values, mine: int) -> tuple[Choice, ...]:
    """The options of the first decision, in their order."""
    asked = decision(program, graph.state(0), program.players[mine])
    best: Worth = values.worth(0)[mine]
    worths = [values.worth(target) for target in graph.after(0)]
    margin = 0 if values.exact else 1e-9
    return tuple(
        Choice(option_text(program, asked, option), worth, best - worth[mine] <= margin)
        for option, worth in zip(asked.options, worths, strict=True)
    )
