"""OpenSpiel's game of the same rules, played beside ours: the table of the ruleset tells how OpenSpiel writes the options."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Protocol, cast

from attrs import define

from .bot import BotFailed
from .moves import Move
from .notation import Notation
from .processes import short


class SearchNode(Protocol):
    """A pyspiel.SearchNode."""

    action: int
    explore_count: int
    total_reward: float
    outcome: Sequence[float]
    children: Sequence[SearchNode]


class SpielState(Protocol):
    """A pyspiel.State."""

    def current_player(self) -> int:
        """Who decides; negative for chance and at the end."""
        ...

    def is_terminal(self) -> bool:
        """Whether the match is over."""
        ...

    def legal_actions(self) -> list[int]:
        """The actions on offer; where chance decides, its outcomes."""
        ...

    def action_to_string(self, action: int) -> str:
        """How it writes an action."""
        ...

    def apply_action(self, action: int) -> None:
        """Plays an action."""
        ...

    def clone(self) -> SpielState:
        """The same position again."""
        ...

    def child(self, action: int) -> SpielState:
        """The position behind an action."""
        ...

    def returns(self) -> list[float]:
        """What each player is paid."""
        ...


class SpielGame(Protocol):
    """A pyspiel.Game."""

    def new_initial_state(self) -> SpielState:
        """A match at its start."""
        ...

    def num_players(self) -> int:
        """How many play."""
        ...


class Mcts(Protocol):
    """A pyspiel.MCTSBot."""

    def mcts_search(self, state: SpielState) -> SearchNode:
        """The root of the tree of a search."""
        ...

    def step(self, state: SpielState) -> int:
        """The action that it takes."""
        ...


class Spiel(Protocol):
    """What is used of pyspiel."""

    RandomRolloutEvaluator: Callable[[int, int], object]
    MCTSBot: Callable[[SpielGame, object, float, int, int, bool, int, bool], Mcts]

    def load_game(self, name: str) -> SpielGame:
        """A game of OpenSpiel."""
        ...


def spiel() -> Spiel:
    """OpenSpiel. Raises BotFailed where it is not installed."""
    if find_spec("pyspiel") is None:
        raise BotFailed("it needs OpenSpiel: pip install 'rulerun[openspiel]'")
    return cast(Spiel, import_module("pyspiel"))


def loaded(notation: Notation) -> SpielGame:
    """The game that the table names. Raises BotFailed where OpenSpiel has none like that."""
    if not notation.game:
        raise BotFailed("the table does not say which `game:` of OpenSpiel it is")
    try:
        game = spiel().load_game(notation.game)
    except RuntimeError as refused:
        raise BotFailed(f"OpenSpiel does not load `{notation.game}`: {short(str(refused).splitlines()[0])}") from None
    if game.num_players() != len(notation.program.seats):
        raise BotFailed(f"`{notation.game}` of OpenSpiel is for {game.num_players()} players")
    return game


@define
class Beside:
    """A match in OpenSpiel's game, where each player is the seat of the same number."""

    notation: Notation
    position: SpielState

    def passed(self) -> None:
        """Plays what is asked there alone."""
        skip = self.notation.skip
        while skip and [*self._written().values()] == [(skip,)]:
            self.position.apply_action(self.position.legal_actions()[0])

    def play(self, move: Move, then: int) -> None:
        """Plays a move, after which the actor *then* is asked. Raises BotFailed where it is not possible there."""
        self.passed()
        written = self._written() if self._asks(move.actor) else {}
        found = [action for action, parts in written.items() if Counter(parts) == Counter(move.choices)]
        if not found:
            raise self._differs([" ".join(move.choices)], [" ".join(parts) for parts in written.values()])
        # a throw of dice may be several outcomes there, which differ in who begins
        fitting = [each for each in found if len(found) > 1 and self.position.child(each).current_player() == then]
        self.position.apply_action((fitting or found)[0])

    def options(self, seat: int, begun: Sequence[str], options: Sequence[str]) -> dict[int, int]:
        """The index of the option of ours that each action needs next, where the seat has *begun* a move like that. Raises
        BotFailed where something else is on offer there.
        """
        self.passed()
        known = {text: at for at, text in enumerate(options)}
        written = self._written() if self._asks(seat) else {}
        left = {action: rest for action, parts in written.items() if (rest := _left(parts, begun))}
        found = {action: next((known[part] for part in rest if part in known), -1) for action, rest in left.items()}
        ours = sorted(known.keys() - {part for rest in left.values() for part in rest})
        theirs = [" ".join(left[action]) for action, index in found.items() if index < 0]
        if ours or theirs or not found:
            raise self._differs(ours, theirs)
        return found

    def _asks(self, actor: int) -> bool:
        return not self.position.is_terminal() and self.position.current_player() == actor

    def _written(self) -> dict[int, tuple[str, ...]]:
        """The choices of which each action consists."""
        position = self.position
        return {action: self.notation.parts(position.action_to_string(action)) for action in position.legal_actions()}

    def _differs(self, ours: Sequence[str], theirs: Sequence[str]) -> BotFailed:
        def listed(texts: Sequence[str]) -> str:
            return ", ".join(f"`{each}`" for each in texts) or "nothing"

        rules = f"`{self.notation.program.ruleset}` and `{self.notation.game}` of OpenSpiel"
        return BotFailed(f"{rules} differ: on offer are only here {listed(ours)}; only there {listed(theirs)}")


def _left(parts: Sequence[str], begun: Sequence[str]) -> tuple[str, ...]:
    """What is left of a move, in its order, when that much is chosen; nothing where it does not begin so."""
    missing, left = Counter(begun), list[str]()
    for part in parts:
        if missing[part] > 0:
            missing[part] -= 1
        else:
            left.append(part)
    return () if missing.total() else tuple(left)
