"""Computes the values of the positions of a graph when every player maximises their own payoff."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from operator import itemgetter, mul

from attrs import frozen

from ..interpreter.state import NATURE
from .explore import OVER, Graph

Worth = int | Fraction | float
"""The value of a position for a player: exact unless it is a float."""

Payoffs = tuple[Worth, ...]
"""A value for each player."""

Pick = Callable[[Iterable[Worth]], Worth]
"""Takes the highest or the lowest value."""

TOLERANCE = 1e-11
"""Positions on a cycle are updated until no value changes by more than this."""

SWEEPS = 100_000
"""The largest number of passes over positions on a cycle."""


class Restless(Exception):
    """The values of positions on a cycle do not converge."""


@frozen(eq=False)
class Values:
    """The value of every position for each player.

    *columns* are lists indexed by position, one for each player, or, when *mirrored*, only that of the first of two players:
    the second has the negated values. *longest* is the number of decisions on the longest path, None when there are cycles.
    *exact* means that the values are exact.
    """

    columns: tuple[list[Worth], ...]
    mirrored: bool
    longest: int | None
    exact: bool

    def worth(self, node: int) -> Payoffs:
        """The value of a position for each player."""
        found = tuple(column[node] for column in self.columns)
        return (*found, -found[0]) if self.mirrored else found


Step = Callable[[], Worth]
"""Updates the value of one position from those after it; returns the size of the change."""


def evaluate(graph: Graph, payoff: Callable[[int], Payoffs], players: tuple[int, ...]) -> Values:
    """The values, computed for one strongly connected component after another, from the ends of the game backwards.

    *payoff* gives the payoffs of a position where the match is over. A player takes the option with the highest value for
    that player, the first of equal ones; chance gives the weighted mean. The values on cycles begin at 0 and are updated until
    they converge, so that play that never ends is worth 0. Raises Restless when they do not converge.
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
    """Turn the values that a component depends on into floats, because fractions would grow with every pass."""
    for column in columns:
        for node in component:
            for target in graph.after(node):
                column[target] = float(column[target])


def settle(steps: Sequence[Step]) -> None:
    """Update positions that lead to each other until their values converge. Raises Restless when they do not."""
    for _ in range(SWEEPS):
        if max([step() for step in steps]) <= TOLERANCE:
            return
    raise Restless("positions lead back to each other, and what they are worth does not settle")


def step_of(graph: Graph, players: tuple[int, ...], columns: tuple[list[Worth], ...], node: int) -> Step:
    """The update of a position, by who decides there."""
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
    """The update of a position where nature decides: the weighted mean, exact unless one of the values is a float."""
    get, whole = column.__getitem__, sum(weights)
    values = itemgetter(*targets) if len(targets) > 1 and max(weights) == 1 else None

    def step() -> Worth:
        total = sum(map(mul, map(get, targets), weights)) if values is None else sum(values(column))
        now = total / whole if isinstance(total, float) else Fraction(total, whole)
        before = column[node]
        column[node] = now
        return now - before if now > before else before - now

    return step


def best_step(column: list[Worth], node: int, targets: tuple[int, ...], pick: Pick) -> Step:
    """The update of a position where one column is enough: of a single player, or of a zero-sum game of two."""
    if len(targets) == 2:
        return better_step(column, node, *targets, pick is max)
    get = column.__getitem__

    def step() -> Worth:
        now = pick(map(get, targets))
        before = column[node]
        column[node] = now
        return now - before if now > before else before - now

    return step


def better_step(column: list[Worth], node: int, first: int, second: int, highest: bool) -> Step:
    """The same with two options, of which the first is taken where both are worth the same."""

    def step() -> Worth:
        now, other = column[first], column[second]
        if other > now if highest else other < now:
            now = other
        before = column[node]
        column[node] = now
        return now - before if now > before else before - now

    return step


def own_step(columns: tuple[list[Worth], ...], mine: int, node: int, targets: tuple[int, ...]) -> Step:
    """The update of a position with a column for each player: all take the values of the option that is best for *mine*."""
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
    """The strongly connected components, each after those that it leads to.

    Within a component, positions are in the order in which the search leaves them: except for links that close a cycle,
    every position comes after those that it leads to.

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
