"""Solves games with perfect information by evaluating every reachable position."""

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
    """An option of the first decision: its text, its value for each player, and whether no other option is better."""

    text: str
    worth: Payoffs
    best: bool


@frozen
class Plan:
    """How a seat that decides first plays optimally: each option with its probability.

    *knowing* is what the seat knows in this case, besides what it always knows.
    """

    seat: int
    knowing: str
    mix: tuple[tuple[str, float], ...]


class Unsolved(Exception):
    """A game of a kind that is not solved here; the message says why."""


@frozen
class Solution:
    """The value of a game for each player when all maximise their own payoff, and the options of its first decision.

    *actor* is the seat that decides first. With perfect information *choices* are its options; when chance comes first, *actor*
    is None and there are no choices. With hidden information *plans* are the optimal mixes of options of every seat that may
    decide first; *actor* is None when chance determines which seat that is.
    *positions* is the number of positions (with hidden information: of histories) that *method* examined. *cyclic* means that
    play can return to an earlier position; play that never ends is worth 0. *exact* means that the values are exact; otherwise
    they are right to about nine places. *limited* means that the limit on decisions by `longest:` was ignored.
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
    """The solution, from at most *limit* positions. Raises NotPerfect, TooLarge, Restless, PlayError.

    With more than two players there may be several solutions; in this one a player chooses the first of the options that
    have the same value for that player.
    """
    check_rules(program)
    graph, values = gone_over(program, limit, timeless=True)
    longest = program.longest.decisions if program.longest is not None else None
    if longest is not None and values.longest is not None and values.longest > longest:
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
    """The graph of positions, and their values; with *timeless* the clock of `longest:` stays at 0."""
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
