"""What the positions of a graph are worth when everybody plays for the most of their own."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from operator import mul

from attrs import frozen

from ..interpreter.state import NATURE
from .explore import OVER, Graph

Worth = int | Fraction | float
Payoffs = tuple[Worth, ...]
Pick = Callable[[Iterable[Worth]], Worth]

TOLERANCE = 1e-11
"""Where positions lead back to themselves by chance, they are gone over until nothing changes by more than that."""

SWEEPS = 100_000
"""So many times at most."""


class Restless(Exception):
    """Positions that lead back to themselves, and whose values do not settle."""


@frozen(eq=False)
class Values:
    """What positions are worth to each player: of each player a column by position, or of the first alone where the second
    of two gets what the first loses. `longest` is the longest way through when none leads back (else None); *exact*
    tells whether the numbers are.
    """

    columns: tuple[list[Worth], ...]
    mirrored: bool
    longest: int | None
    exact: bool

    def worth(self, node: int) -> Payoffs:
        """What a position is worth to each player."""
        found = tuple(column[node] for column in self.columns)
        return (*found, -found[0]) if self.mirrored else found


Step = Callable[[], Worth]
"""Works out one position from those after it; how much that changes."""


def evaluate(graph: Graph, payoff: Callable[[int], tuple[int, ...]], players: tuple[int, ...]) -> Values:
    """The values, component by component, from the ends of the game backwards.

    A player takes the option that is worth most to them, of equal ones the first; chance is averaged. Between positions
    that lead back to each other values begin at 0 and are gone over until they settle: play that never ends is worth 0.
    """
    many = len(graph.packed)
    ends = {node: payoff(node) for node in range(many) if graph.actors[node] == OVER}
    mirrored = len(players) == 2 and not any(sum(paid) for paid in ends.values())
    columns: tuple[list[Worth], ...] = tuple([0] * many for _ in players[: 1 if mirrored else None])
    for number, column in enumerate(columns):
        for node, paid in ends.items():
            column[node] = paid[number]
    depths = array("i", bytes(4 * many))
    acyclic, exact = True, True
    for component in components(graph):
        node = component[0]
        if graph.actors[node] == OVER:
            continue
        steps = [step_of(graph, players, columns, each) for each in component]
        if len(component) == 1 and node not in graph.after(node):
            steps[0]()
            depths[node] = 1 + max(depths[target] for target in graph.after(node))
            continue
        acyclic = False
        if any(graph.actors[each] == NATURE for each in component):
            exact = False
            blur(graph, columns, component)
        settle(steps)
    return Values(columns, mirrored, depths[0] if acyclic else None, exact)


def blur(graph: Graph, columns: tuple[list[Worth], ...], component: Sequence[int]) -> None:
    """Write the values around a component as floats: fractions would grow with every sweep."""
    for column in columns:
        for node in component:
            for target in graph.after(node):
                column[target] = float(column[target])


def settle(steps: Sequence[Step]) -> None:
    """Go over positions that lead to each other until their values settle; raises Restless when they do not."""
    for _ in range(SWEEPS):
        if max([step() for step in steps]) <= TOLERANCE:
            return
    raise Restless("positions lead back to each other, and what they are worth does not settle")


def step_of(graph: Graph, players: tuple[int, ...], columns: tuple[list[Worth], ...], node: int) -> Step:
    """How the position is worked out."""
    targets, actor = tuple(graph.after(node)), graph.actors[node]
    if actor == NATURE:
        weights = tuple(graph.weights[graph.firsts[node] : graph.firsts[node + 1]])
        if len(columns) == 1:
            return mean_step(columns[0], node, targets, weights)
        means = [mean_step(column, node, targets, weights) for column in columns]
        return lambda: max([step() for step in means])
    if len(columns) == 1:
        return best_step(columns[0], node, targets, max if actor == players[0] else min)
    return own_step(columns, players.index(actor), node, targets)


def mean_step(column: list[Worth], node: int, targets: tuple[int, ...], weights: tuple[int, ...]) -> Step:
    """Chance: the mean by weight, exact unless one of the values is not."""
    get, whole = column.__getitem__, sum(weights)

    def step() -> Worth:
        total = sum(map(mul, map(get, targets), weights))
        now = total / whole if isinstance(total, float) else Fraction(total, whole)
        before = column[node]
        column[node] = now
        return now - before if now > before else before - now

    return step


def best_step(column: list[Worth], node: int, targets: tuple[int, ...], pick: Pick) -> Step:
    """A player alone, or one of two of whom one wins what the other loses."""
    get = column.__getitem__

    def step() -> Worth:
        now = pick(map(get, targets))
        before = column[node]
        column[node] = now
        return now - before if now > before else before - now

    return step


def own_step(columns: tuple[list[Worth], ...], mine: int, node: int, targets: tuple[int, ...]) -> Step:
    """One of several players: the option that is worth most to them, with what it is worth to the others."""
    get = columns[mine].__getitem__

    def step() -> Worth:
        best = max(targets, key=get)
        change: Worth = 0
        for column in columns:
            before, now = column[node], column[best]
            column[node] = now
            change = max(change, now - before if now > before else before - now)
        return change

    return step


def components(graph: Graph) -> list[list[int]]:
    """The strongly connected components, those that others lead to first; in each, what is left last comes last: but
    for the links that close a circle, every position comes after those it leads to.

    R. Tarjan, "Depth-first search and linear graph algorithms", 1972, without recursion.
    """
    many = len(graph.packed)
    order, low, left = array("i", bytes(4 * many)), array("i", bytes(4 * many)), array("i", bytes(4 * many))
    open_, found = bytearray(many), []
    stack: list[int] = []
    path = [0]
    following = array("q", graph.firsts)
    count = 1
    order[0] = low[0] = count
    open_[0] = 1
    stack.append(0)
    while path:
        node = path[-1]
        if following[node] < graph.firsts[node + 1]:
            target = graph.targets[following[node]]
            following[node] += 1
            if not order[target]:
                count += 1
                order[target] = low[target] = count
                open_[target] = 1
                stack.append(target)
                path.append(target)
            elif open_[target]:
                low[node] = min(low[node], order[target])
            continue
        path.pop()
        count += 1
        left[node] = count
        if path:
            low[path[-1]] = min(low[path[-1]], low[node])
        if low[node] == order[node]:
            at = len(stack) - 1
            while stack[at] != node:
                at -= 1
            component = stack[at:]
            del stack[at:]
            for each in component:
                open_[each] = 0
            found.append(sorted(component, key=left.__getitem__))
    return found
