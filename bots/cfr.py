"""Plays small games of two by a mixture that nobody can take advantage of, worked out beforehand.

Every way to play the game is written as a game tree in Gambit's format, in which decisions belong together where the seat has
lived through the same. OpenSpiel solves that tree by counterfactual regret minimisation (CFR+, O. Tammelin, 2014); the bot then
looks up its history. `rulerun solve` (`solver/`) gives the exact value of such games by linear programs, from the ruleset's text;
this bot needs the Program alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.util import find_spec
from statistics import mean
from typing import ClassVar, Protocol, cast

from attrs import Factory, define, frozen

from ..interpreter import NATURE, Observer, PlayError, actors, advance, decision, initial, outcome
from ..interpreter.core.rng import Stream, weighted
from ..interpreter.game import Game
from ..interpreter.observations import Answered
from ..interpreter.outcome import Paid
from ..program.ir import Program
from . import Bot, BotFailed, Draw, Needs, Situation, Whole, option

PROBES = 30
"""So many matches at random estimate how many histories a game has; fewer where these alone tell that there are too many."""

HOPELESS = 10
"""A game is refused at once where the estimate is so many times what is allowed."""

DEEPEST = 400
"""A history has at most so many decisions: trees are gone through recursively."""

PARTS = 2**53
"""A probability is drawn in so many parts."""

Mixtures = Mapping[str, tuple[float, ...]]
"""The probability of each option, in order, by the digest of what a seat has lived through."""


class _State(Protocol):
    """A pyspiel.State."""

    def current_player(self) -> int: ...
    def legal_actions(self) -> list[int]: ...
    def action_to_string(self, player: int, action: int) -> str: ...
    def child(self, action: int) -> _State: ...


class _Game(Protocol):
    """A pyspiel.Game."""

    def new_initial_state(self) -> _State: ...


class _Policy(Protocol):
    """A pyspiel.TabularPolicy."""

    def action_probabilities(self, state: _State) -> Mapping[int, float]: ...


class _Solver(Protocol):
    """A pyspiel.CFRPlusSolver."""

    def evaluate_and_update_policy(self) -> None: ...
    def tabular_average_policy(self) -> _Policy: ...


class _Spiel(Protocol):
    """What is used of pyspiel."""

    CFRPlusSolver: Callable[[_Game], _Solver]

    def load_efg_game(self, text: str) -> _Game: ...
    def exploitability(self, game: _Game, policy: _Policy) -> float: ...


class Unsolvable(Exception):
    """The game cannot be solved like this; the message says why, in a clause."""


@frozen
class Cfr:
    """Plays a small two-player zero-sum game by a Nash equilibrium, which CFR+ computes beforehand."""

    needs: ClassVar[Needs] = Needs.HISTORY

    iterations: int = option(Whole(1, 1_000_000), 1000, "the number of CFR+ iterations")
    histories: int = option(Whole(10, 1_000_000), 20_000, "the largest number of histories that it solves")

    def unfit(self, program: Program) -> str:
        """Why that game cannot be solved, as a clause; empty where it is solved."""
        try:
            solved(Game(program), self.iterations, self.histories)
        except Unsolvable as why:
            return str(why)
        return ""

    def choose(self, situation: Situation, draw: Draw) -> int:
        """The index of an option, drawn from the mixture for what the seat has lived through. Raises BotFailed."""
        try:
            mixtures = solved(situation.game, self.iterations, self.histories)
        except Unsolvable as why:
            raise BotFailed(f"`cfr` cannot play this: {why}") from None
        chances = mixtures[situation.lived.digest]
        return weighted([round(chance * PARTS) for chance in chances], draw)


@frozen
class Solved:
    """A solved game: the mixtures, and how much a best answer to them wins on average, over both seats (0 where nothing)."""

    mixtures: Mixtures
    exploitability: float


def solved(game: Game, iterations: int, histories: int) -> Mixtures:
    """How both seats play. Raises Unsolvable."""
    return solution(game, iterations, histories).mixtures


def solution(game: Game, iterations: int, histories: int) -> Solved:
    """The solved game, kept with it. Raises Unsolvable."""
    found = game.unnamed.cached(_tried, iterations, histories)
    if isinstance(found, Unsolvable):
        raise found
    return found


def _tried(game: Game, iterations: int, histories: int) -> Solved | Unsolvable:
    try:
        return _solution(game, iterations, histories)
    except PlayError as fault:
        return Unsolvable(f"its rules fail: {fault}")
    except Unsolvable as why:
        return why


def _solution(game: Game, iterations: int, histories: int) -> Solved:
    program = game.program
    if len(program.players) != 2 or len(program.seats) != 2:
        raise Unsolvable(f"`cfr` is for games of two, and {len(program.seats)} sit here")
    if find_spec("pyspiel") is None:
        raise Unsolvable("`cfr` takes OpenSpiel: pip install 'rulerun[openspiel]'")
    guessed = _estimate(game, HOPELESS * histories)
    if guessed > HOPELESS * histories:
        raise Unsolvable(_too_large(histories, f", and there are about {guessed:.0e}"))
    root = _Tree(game, histories).node(Observer.beginning(game), 0)
    lines = [f'EFG 2 R "game" {{ "{program.seats[0].name}" "{program.seats[1].name}" }}', *_written(root)]
    spiel = cast(_Spiel, import_module("pyspiel"))
    tree = spiel.load_efg_game("\n".join(lines))
    solver = spiel.CFRPlusSolver(tree)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    policy = solver.tabular_average_policy()
    mixtures: dict[str, tuple[float, ...]] = {}
    _read(root, tree.new_initial_state(), policy, mixtures)
    return Solved(mixtures, float(spiel.exploitability(tree, policy)))


def _too_large(histories: int, more: str) -> str:
    return f"it has more than {histories:,} histories, which `histories=` allows{more}"


def _estimate(game: Game, most: int) -> float:
    """About how many histories there are: the mean over random matches of the products of their numbers of options. No more are
    played than tell that it is above *most*.
    """
    found = list[float]()
    for probe in range(PROBES):
        if sum(found) > most * PROBES:
            break
        stream, state, ways = Stream(probe), initial(game), 1.0
        while asked := actors(game, state):
            options = decision(game, state, asked[0]).options
            ways = min(ways * len(options), 1e300)
            state = advance(game, state, asked[0], stream.below(len(options)))[0]
        found.append(ways)
    return mean(found)


@frozen
class _Node:
    """A position in the tree: who is asked (None: nobody), the history's digest and the number of the information set of a seat,
    the weights of nature's options, the payoffs at the end, and what follows each option.
    """

    actor: int | None
    known: str
    number: int
    weights: tuple[int, ...]
    paid: tuple[Paid, ...]
    children: tuple[_Node, ...]


@define
class _Tree:
    """Makes the tree of a game."""

    game: Game
    histories: int
    count: int = 0
    sets: tuple[dict[str, int], dict[str, int]] = Factory(lambda: ({}, {}))

    def node(self, observer: Observer, depth: int) -> _Node:
        """The position and all that follow. Raises Unsolvable, PlayError."""
        self.count += 1
        if self.count > self.histories:
            raise Unsolvable(_too_large(self.histories, ""))
        if depth > DEEPEST:
            raise Unsolvable(f"a match can have more than {DEEPEST} decisions")
        game, state = self.game, observer.state
        if not observer.asked:
            paid = outcome(game, state).payoff
            if sum(paid):
                raise Unsolvable("one does not win what the other loses")
            return _Node(None, "", self.count, (), tuple(paid), ())
        actor = observer.asked[0]
        asked = decision(game, state, actor)
        number, known = self.count, ""
        if actor != NATURE:
            known = observer.history(actor).digest
            of_seat = self.sets[actor]
            number = of_seat.setdefault(known, len(of_seat) + 1)
        weights = tuple([each.weight for each in asked.options])
        children = []
        for index in range(len(weights)):
            after, events = advance(game, state, actor, index)
            answered = Answered(asked, index, events, observer.asked, actors(game, after))
            children.append(self.node(Observer(game, after, observer.first, [*observer.answers, answered]), depth + 1))
        return _Node(actor, known, number, weights, (), tuple(children))


def _written(node: _Node) -> list[str]:
    """The lines of the tree in Gambit's format: a node, then its children."""
    indices = range(len(node.children))
    if node.actor is None:
        return [f't "" {node.number} "" {{ {" ".join(str(float(each)) for each in node.paid)} }}']
    if node.actor == NATURE:
        total = sum(node.weights)
        chances = " ".join(f'"{index}" {node.weights[index]}/{total}' for index in indices)
        line = f'c "" {node.number} "" {{ {chances} }} 0'
    else:
        names = " ".join(f'"{index}"' for index in indices)
        line = f'p "" {node.actor + 1} {node.number} "{node.number}" {{ {names} }} 0'
    return [line, *(each for child in node.children for each in _written(child))]


def _read(node: _Node, state: _State, policy: _Policy, into: dict[str, tuple[float, ...]]) -> None:
    """Notes the mixtures of all information sets below, by going through both trees at once."""
    if node.actor is None:
        return
    actions = {int(state.action_to_string(state.current_player(), action)): action for action in state.legal_actions()}
    if node.actor != NATURE and node.known not in into:
        chances = policy.action_probabilities(state)
        into[node.known] = tuple([float(chances[actions[index]]) for index in range(len(node.children))])
    for index, child in enumerate(node.children):
        _read(child, state.child(actions[index]), policy, into)


BOT: Bot = Cfr()
