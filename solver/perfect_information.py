"""Solves games with perfect information by evaluating every reachable position."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from attrs import frozen

from ..interpreter.game import Game
from ..interpreter.options import decision, option_text
from ..interpreter.outcome import outcome
from ..interpreter.secrets import Lookout, check_rules
from ..interpreter.state import NATURE
from .explore import OVER, Explorer, Graph, explore
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


@frozen
class Opening:
    """A first decision behind what chance gives first.

    *chance* are its outcomes in words, one way of *ways* that lead to the same position, and *probability* is that of all of
    these ways together. *worth*, *actor* and *choices* are as those of a `Solution`; *actor* is None where the match is over.
    """

    chance: tuple[str, ...]
    ways: int
    probability: Fraction
    worth: Payoffs
    actor: int | None
    choices: tuple[Choice, ...]


class Unsolved(Exception):
    """A game of a kind that is not solved here; the message says why."""


@frozen
class Solution:
    """The value of a game for each player when all maximise their own payoff, and the options of its first decision.

    *actor* is the seat that decides first. With perfect information *choices* are its options; when chance comes first, *actor*
    is None, and *openings* are the first decisions behind it, one for each position; there are none where chance can lead
    back to itself. With hidden information *plans* are the optimal mixes of options of every seat that may
    decide first; *actor* is None when chance determines which seat that is.
    *positions* is the number of positions (with hidden information: of histories) that *method* examined, and *known* the number
    of information sets of each player; it is empty with perfect information. *cyclic* means that
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
    known: tuple[int, ...] = ()
    openings: tuple[Opening, ...] = ()


def solve(game: Game, limit: int, origin: tuple[int, ...] | None = None) -> Solution:
    """The solution, from at most *limit* positions: of the game, or of what is left of it from the slots *origin* on.

    With more than two players there may be several solutions; in this one a player chooses the first of the options that
    have the same value for that player. Raises NotPerfect, TooLarge, TooHeavy, Restless, PlayError.
    """
    program = game.program
    check_rules(program)
    graph, values = gone_over(game, limit, timeless=True, origin=origin)
    longest = program.longest.decisions if program.longest is not None else None
    gone = origin[program.longest.clock] if origin is not None and program.longest is not None else 0
    if longest is not None and values.longest is not None and gone + values.longest > longest:
        graph, values = gone_over(game, limit, timeless=False, origin=origin)
    actor = graph.actors[0]
    return Solution(
        program.players,
        values.worth(0),
        None if actor in (NATURE, OVER) else actor,
        () if actor in (NATURE, OVER) else choices(game, graph, values, 0),
        (),
        len(graph.packed),
        "search" if values.longest is not None else "value iteration",
        values.longest is None,
        values.exact,
        longest is not None and values.longest is None,
        openings=tuple(openings(game, graph, values)) if actor == NATURE else (),
    )


def gone_over(game: Game, limit: int, timeless: bool, origin: tuple[int, ...] | None) -> tuple[Graph, Values]:
    """The graph of positions, and their values; with *timeless* the clock of `longest:` stays at 0."""
    program = game.program
    graph = explore(Explorer(program, timeless, origin), limit, Lookout(program).look)
    return graph, evaluate(graph, lambda node: outcome(game, graph.state(node)).payoff, program.players)


def choices(game: Game, graph: Graph, values: Values, node: int) -> tuple[Choice, ...]:
    """The options of a position in which a seat decides, in their order."""
    program = game.program
    seat = graph.actors[node]
    asked, mine = decision(game, graph.state(node), seat), program.players.index(seat)
    best: Worth = values.worth(node)[mine]
    worths = [values.worth(target) for target in graph.after(node)]
    margin = 0 if values.exact else 1e-9
    return tuple(
        Choice(option_text(game, asked, option), worth, best - worth[mine] <= margin)
        for option, worth in zip(asked.options, worths, strict=True)
    )


def openings(game: Game, graph: Graph, values: Values) -> Iterator[Opening]:
    """What may be decided first where chance begins, the positions in the order in which they were found."""
    chance = chance_first(graph)
    likely, ways, words = {0: Fraction(1)}, {0: 1}, {0: tuple[str, ...]()}
    for node in chance:
        asked = decision(game, graph.state(node), NATURE)
        whole = sum(option.weight for option in asked.options)
        for option, target in zip(asked.options, graph.after(node), strict=True):
            likely[target] = likely.get(target, Fraction(0)) + likely[node] * option.weight / whole
            ways[target] = ways.get(target, 0) + ways[node]
            words.setdefault(target, (*words[node], option_text(game, asked, option)))
    for node in sorted(likely.keys() - set(chance)) if chance else ():
        actor = graph.actors[node]
        found = () if actor == OVER else choices(game, graph, values, node)
        yield Opening(words[node], ways[node], likely[node], values.worth(node), None if actor == OVER else actor, found)


def chance_first(graph: Graph) -> list[int]:
    """The positions that chance alone leads to and where it is asked again, each before those that follow it; empty where they
    lead back to each other.
    """
    order, left, path = list[int](), dict[int, bool](), [(0, False)]
    while path:
        node, done = path.pop()
        if done:
            left[node] = True
            order.append(node)
        elif node not in left:
            left[node] = False
            path.append((node, True))
            for target in graph.after(node):
                if graph.actors[target] == NATURE:
                    if left.get(target) is False:
                        return []
                    path.append((target, False))
    return order[::-1]
