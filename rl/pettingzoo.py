"""Any ruleset as an environment of PettingZoo: `env` asks one agent after the other, `parallel_env` all at once."""

from __future__ import annotations

from collections.abc import Mapping
from operator import index
from pathlib import Path

from ..dsl.text.source import Source
from ..interpreter import NATURE
from ..interpreter.core.rng import Use, stream, weighted
from ..interpreter.outcome import Paid
from ..interpreter.view_text import public_lines
from .bounds import payoffs
from .game import Game, Value, compiled, table
from .pettingzoo_types import Action, AECEnv, Array, ParallelEnv, Space, box, discrete, flags, floats, guarded, mask, together
from .position import Position, beginning
from .view_features import numbers

Observation = dict[str, Array]
"""`observation`: the view as numbers from 0 to 1; `action_mask`: 1 for each action that may be taken."""

MODES = ("ansi", "human")
"""The ways to render: return a text, or print it."""


def env(
    ruleset: Source | Path | str,
    variant: str = "",
    players: int | None = None,
    parameters: Mapping[str, Value] | None = None,
    longest: int | None = None,
    render_mode: str | None = None,
) -> AECEnv:
    """The ruleset as an environment in which one agent acts at a time.

    An illegal action ends the match at once, and its agent gets the lowest payoff. Raises ValueError when the ruleset cannot be
    read or has errors.
    """
    bare = raw_env(ruleset, variant, players, parameters, longest, render_mode)
    return guarded(bare, float(_lowest(bare.game)))


def raw_env(
    ruleset: Source | Path | str,
    variant: str = "",
    players: int | None = None,
    parameters: Mapping[str, Value] | None = None,
    longest: int | None = None,
    render_mode: str | None = None,
) -> TurnEnvironment:
    """The same environment as `env` gives, except that an illegal action raises ValueError."""
    return TurnEnvironment(compiled(table(ruleset, variant, players, parameters, longest)), render_mode)


def parallel_env(
    ruleset: Source | Path | str,
    variant: str = "",
    players: int | None = None,
    parameters: Mapping[str, Value] | None = None,
    longest: int | None = None,
    render_mode: str | None = None,
) -> ParallelEnvironment:
    """The ruleset as an environment in which all agents act at each step; an agent that is not asked can only wait.

    Raises ValueError when the ruleset cannot be read or has errors.
    """
    return ParallelEnvironment(compiled(table(ruleset, variant, players, parameters, longest)), render_mode)


def _lowest(game: Game) -> Paid:
    try:
        return payoffs(game.program)[0]
    except ValueError:
        return -1


class Play:
    """The current match, in which nature decides at random: the part that both kinds of environment share.

    Agents are called `player_0` and so on, in the order of the seats that decide. If no player ever decides anything, the
    match is *watched*: it runs to its end when an agent takes the only action, to look on.
    """

    def __init__(self, game: Game, codes: int, render_mode: str | None) -> None:
        """There is no match before `begin`. *codes* is the number of actions. Raises ValueError for an unknown *render_mode*."""
        if render_mode not in (None, *MODES):
            raise ValueError(f"expected `render_mode` to be one of {', '.join(MODES)}, found `{render_mode}`")
        self.game = game
        self.codes = codes
        self.watched = game.program.codes == 0
        self.render_mode = render_mode
        self.names = [f"player_{number}" for number in range(len(game.program.players))]
        size = sum(piece.size for piece in game.pieces if piece.name != "options")
        self.observations: dict[str, Space] = {name: together(box(size), flags(codes)) for name in self.names}
        self.actions: dict[str, Space] = {name: discrete(codes) for name in self.names}
        self._seed, self._number = 0, -1
        self._chance = stream(0, 0, Use.NATURE)
        self._at: Position | None = None

    @property
    def at(self) -> Position:
        """The position of the match. Raises ValueError before the first match."""
        if self._at is None:
            raise ValueError("there is no match yet: call `reset` first")
        return self._at

    def begin(self, seed: int | None) -> None:
        """Begin a match: the first of this seed, or, when it is None, the next of the last seed (which is 0 at first).

        Raises ValueError when the seed is not a whole number.
        """
        wanted, number = self._seed, self._number + 1
        if seed is not None:
            wanted, number = whole(seed, "expected a whole number as a seed"), 0
        self._chance = stream(wanted, number, Use.NATURE)
        self._seed, self._number = wanted, number
        start = beginning(self.game)
        self._at = start if self.watched else self._drawn(start)

    def _drawn(self, position: Position) -> Position:
        """The next position in which nature is not asked; its decisions are drawn by weight."""
        while position.actors == (NATURE,):
            options = position.decision(NATURE).options
            position = position.after(NATURE, weighted([option.weight for option in options], self._chance.below))
        return position

    def seat(self, name: str) -> int:
        """The seat of an agent. Raises ValueError for an unknown name."""
        return self.game.program.players[self.number(name)]

    def number(self, name: str) -> int:
        """The number of an agent. Raises ValueError for an unknown name."""
        if name not in self.names:
            raise ValueError(f"there is no agent `{name}`, expected one of {', '.join(self.names)}")
        return self.names.index(name)

    def asked(self, name: str) -> bool:
        """Whether that agent is asked now."""
        if self.watched:
            return not self.at.is_over
        return self.seat(name) in self.at.actors

    def take(self, codes: Mapping[str, int]) -> None:
        """Continue the match with the answers of these agents, who must be asked.

        Raises ValueError for a wrong answer, and then changes nothing.
        """
        position = self.at
        for name, code in codes.items() if not self.watched else ():
            position = position.after_code(self.seat(name), code)
        self._at = self._drawn(position)

    def legal(self, name: str) -> list[int]:
        """The codes of an agent's legal actions; none when it is not asked."""
        if not self.asked(name):
            return []
        if self.watched:
            return [0]
        return [option.code for option in self.at.decision(self.seat(name)).options]

    def observe(self, name: str, legal: list[int]) -> Observation:
        """What an agent sees, with a mask of the codes in *legal*."""
        found: list[float] = []
        for piece, values in numbers(self.game.program, self.game.names, self.at.view(self.seat(name))):
            if piece != "options":
                found += values
        may = [False] * self.codes
        for code in legal:
            may[code] = True
        return {"observation": floats(found), "action_mask": mask(may)}

    def payoff(self, name: str) -> float:
        """What the match pays an agent, 0 before its end."""
        return float(self.at.payoff()[self.number(name)])

    def refusal(self, name: str, code: int) -> str:
        """The message for an action that the agent may not take now."""
        seat = self.seat(name)
        if self.watched:
            return f"{name} can do nothing but look on"
        if seat in self.at.actors:
            return f"{name}: {self.at.refusal(seat, code)}"
        return f"{name} is not asked now, and can do nothing but wait (action {self.codes - 1})"

    def shown(self) -> str | None:
        """What everyone sees, in words: returned in the mode `ansi`, printed in the mode `human`; else None is returned."""
        text = "\n".join(public_lines(self.game.program, self.at.view(NATURE)))
        if self.render_mode == "human":
            print(text)
        return text if self.render_mode == "ansi" else None


def whole(number: Action, expected: str) -> int:
    """The number as an int of Python. Raises ValueError, with *expected* in its message, when it is not a whole number."""
    try:
        return index(number)
    except TypeError:
        raise ValueError(f"{expected}, found {number!r}") from None


class Environment:
    """The base of both kinds of environment: a ruleset, the current match, the spaces of observations and actions."""

    def __init__(self, game: Game, codes: int, render_mode: str | None, parallelizable: bool) -> None:
        """The environment with *codes* actions; `reset` begins a match."""
        self.game = game
        self.play = Play(game, codes, render_mode)
        self.render_mode = render_mode
        self.metadata = {"name": game.program.ruleset, "render_modes": list(MODES), "is_parallelizable": parallelizable}
        self.possible_agents = list(self.play.names)
        self.agents: list[str] = []

    def __str__(self) -> str:
        return self.game.program.ruleset

    def observation_space(self, agent: str) -> Space:
        """The space of the agent's observations."""
        return self.play.observations[self.play.names[self.play.number(agent)]]

    def action_space(self, agent: str) -> Space:
        """The space of the agent's actions: the codes of `action_table`, and, in a parallel environment, one more to wait."""
        return self.play.actions[self.play.names[self.play.number(agent)]]

    def render(self) -> str | None:
        """What everyone sees, in words."""
        return self.play.shown()

    def close(self) -> None:
        """Does nothing, because no resources are held."""


class TurnEnvironment(Environment, AECEnv):
    """A ruleset as a pettingzoo.AECEnv.

    Seats that decide at the same time are asked one after the other, the lowest first; none sees another's answer.
    """

    def __init__(self, game: Game, render_mode: str | None) -> None:
        """The environment; `reset` begins a match."""
        super().__init__(game, max(1, game.program.codes), render_mode, parallelizable=False)

    def reset(self, seed: int | None = None, options: Mapping[str, object] | None = None) -> None:
        """Begin a match; with the same seed nature decides the same. *options* are ignored."""
        self.play.begin(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._turn()

    def _turn(self) -> None:
        """Select the agent that is asked next, or, at the end of the match, set the rewards and flags of all."""
        at = self.play.at
        if not at.is_over:
            self.agent_selection = next(agent for agent in self.agents if self.play.asked(agent))
            return
        for agent in self.agents:
            self.rewards[agent] = self.play.payoff(agent)
            self.terminations[agent], self.truncations[agent] = not at.is_cut, at.is_cut

    def observe(self, agent: str) -> Observation:
        """What the agent sees now."""
        return self.play.observe(agent, self.play.legal(agent))

    def code(self, action: Action) -> int:
        """The code of an action of the agent whose turn it is, legal or not. Raises ValueError for a value that is no code."""
        agent = self.agent_selection
        code = whole(action, f"{agent}: expected the code of an action")
        if not 0 <= code < self.play.codes:
            raise ValueError(f"{agent}: expected the code of an action, from 0 to {self.play.codes - 1}, found {code}")
        return code

    def step(self, action: Action | None) -> None:
        """Take an action for the agent whose turn it is. Raises ValueError when it is missing or not legal."""
        if not self.agents and self.play.at.is_over:
            raise ValueError("the match is over: call `reset` for another one")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} has to act, found no action")
        code = self.code(action)
        if code not in self.play.legal(agent):
            raise ValueError(self.play.refusal(agent, code))
        self.play.take({agent: code})
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._turn()
        self._accumulate_rewards()
        if self.play.at.is_over:
            self._deads_step_first()


class ParallelEnvironment(Environment, ParallelEnv):
    """A ruleset as a pettingzoo.ParallelEnv: at each step the agents that are asked answer once, and the others wait.

    The action to wait has the highest code. An illegal action ends the match for all; its agent gets the lowest payoff, the
    others get 0.
    """

    def __init__(self, game: Game, render_mode: str | None) -> None:
        """The environment; `reset` begins a match."""
        self.wait = game.program.codes
        super().__init__(game, self.wait + 1, render_mode, parallelizable=True)

    def reset(
        self, seed: int | None = None, options: Mapping[str, object] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, object]]]:
        """Begin a match; returns what each agent sees, and an empty dict for each.

        With the same seed nature decides the same. *options* are ignored.
        """
        self.play.begin(seed)
        self.agents = list(self.possible_agents)
        return self._seen(self.agents), {agent: {} for agent in self.agents}

    def _legal(self, agent: str) -> list[int]:
        return self.play.legal(agent) or [self.wait]

    def _seen(self, agents: list[str]) -> dict[str, Observation]:
        return {agent: self.play.observe(agent, self._legal(agent)) for agent in agents}

    def _codes(self, actions: Mapping[str, Action]) -> dict[str, int]:
        """The code of each agent's action; an agent that is not asked waits when it has none. Raises ValueError."""
        waiting = {agent: self.wait for agent in self.agents if agent not in actions and not self.play.asked(agent)}
        given = {
            agent: whole(action, f"{agent}: expected the code of an action")
            for agent, action in actions.items()
            if self.play.number(agent) >= 0
        }
        missing = [agent for agent in self.agents if agent not in given and agent not in waiting]
        if missing:
            raise ValueError(f"{missing[0]} has to act, found no action")
        return waiting | given

    def step(
        self, actions: Mapping[str, Action]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, object]]]:
        """Take an action for each agent; an agent that is not asked may be left out.

        Returns, each by agent: what it sees, what it is paid, whether the match has ended by its rules, whether it was cut
        short, and notes: `illegal`, with the reason, for an agent whose action was not legal. Raises ValueError and changes
        nothing for an unknown agent, and when an agent that is asked has no action.
        """
        here, codes = self.agents, self._codes(actions)
        illegal = {agent: self.play.refusal(agent, codes[agent]) for agent in here if codes[agent] not in self._legal(agent)}
        if illegal:
            pays = {agent: float(_lowest(self.game)) if agent in illegal else 0.0 for agent in here}
            over, cut = True, False
        else:
            self.play.take({agent: codes[agent] for agent in here if self.play.asked(agent)})
            pays = {agent: self.play.payoff(agent) for agent in here}
            over, cut = self.play.at.is_over, self.play.at.is_cut
        notes: dict[str, dict[str, object]] = {
            agent: {"illegal": illegal[agent]} if agent in illegal else {} for agent in here
        }
        seen = self._seen(here)
        if over:
            self.agents = []
        return seen, pays, dict.fromkeys(here, over and not cut), dict.fromkeys(here, over and cut), notes
