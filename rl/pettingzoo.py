"""Any ruleset as an environment of PettingZoo: `env` asks one agent after the other, `parallel_env` all at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from ..dsl.text.source import Source
from ..interpreter import NATURE
from ..interpreter.view_text import public_lines
from .game import LearningGame, Value, compiled, table
from .live import Live, whole
from .pettingzoo_types import Action, AECEnv, Array, ParallelEnv, Space, box, discrete, flags, floats, guarded, mask, together
from .rewards import penalty

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
    reward: str | None = None,
    illegal: float | None = None,
) -> AECEnv:
    """The ruleset as an environment in which one agent acts at a time.

    *reward* is one of `REWARDS` (None: the payoff, or the score of a player alone without one). An *illegal* action raises
    ValueError (None), or ends the match at once and pays its agent that much, no more than the least that a match pays. Raises
    ValueError when the ruleset cannot be read or has errors, and for wrong settings.
    """
    bare = raw_env(ruleset, variant, players, parameters, longest, render_mode, reward)
    return guarded(bare, penalty(bare.game, bare.play.reward, illegal))


def raw_env(
    ruleset: Source | Path | str,
    variant: str = "",
    players: int | None = None,
    parameters: Mapping[str, Value] | None = None,
    longest: int | None = None,
    render_mode: str | None = None,
    reward: str | None = None,
) -> TurnEnvironment:
    """The same environment as `env` gives, without checks of the order of calls; an illegal action raises ValueError."""
    return TurnEnvironment(compiled(table(ruleset, variant, players, parameters, longest)), render_mode, reward)


def parallel_env(
    ruleset: Source | Path | str,
    variant: str = "",
    players: int | None = None,
    parameters: Mapping[str, Value] | None = None,
    longest: int | None = None,
    render_mode: str | None = None,
    reward: str | None = None,
    illegal: float | None = None,
) -> ParallelEnvironment:
    """The ruleset as an environment in which all agents act at each step; an agent that is not asked can only wait.

    *reward* and *illegal* are as in `env`. Raises ValueError when the ruleset cannot be read or has errors, and for wrong
    settings.
    """
    return ParallelEnvironment(compiled(table(ruleset, variant, players, parameters, longest)), render_mode, reward, illegal)


class Play(Live):
    """The current match with agents: the part that both kinds of environment share.

    Agents are called `player_0` and so on, in the order of the seats that decide.
    """

    def __init__(self, game: LearningGame, codes: int, render_mode: str | None, reward: str | None) -> None:
        """There is no match before `begin`. *codes* is the number of actions. Raises ValueError for wrong settings."""
        if render_mode not in (None, *MODES):
            raise ValueError(f"expected `render_mode` to be one of {', '.join(MODES)}, found `{render_mode}`")
        super().__init__(game, reward)
        self.codes = codes
        self.render_mode = render_mode
        self.names = [f"player_{number}" for number in range(len(game.program.players))]
        size = sum(piece.size for piece in game.pieces if piece.name != "options")
        self.observations: dict[str, Space] = {name: together(box(size), flags(codes)) for name in self.names}
        self.actions: dict[str, Space] = {name: discrete(codes) for name in self.names}

    def number(self, name: str) -> int:
        """The number of an agent. Raises ValueError for an unknown name."""
        if name not in self.names:
            raise ValueError(f"there is no agent `{name}`, expected one of {', '.join(self.names)}")
        return self.names.index(name)

    def observe(self, name: str, legal: Sequence[int]) -> Observation:
        """What an agent sees, with a mask of the codes in *legal*."""
        return {"observation": floats(self.observed(self.number(name))), "action_mask": mask(self.codes, legal)}

    def reason(self, name: str, code: int) -> str:
        """The message for an action that the agent may not take now."""
        if self.watched:
            return f"{name} can do nothing but look on"
        if self.asked(self.number(name)):
            return f"{name}: {self.refusal(self.number(name), code)}"
        return f"{name} is not asked now, and can do nothing but wait (action {self.codes - 1})"

    def shown(self) -> str | None:
        """What everyone sees, in words: returned in the mode `ansi`, printed in the mode `human`; else None is returned."""
        text = "\n".join(public_lines(self.game.program, self.at.view(NATURE)))
        if self.render_mode == "human":
            print(text)
        return text if self.render_mode == "ansi" else None


class Environment:
    """The base of both kinds of environment: a ruleset, the current match, the spaces of observations and actions."""

    def __init__(self, game: LearningGame, codes: int, render_mode: str | None, reward: str | None, parallelizable: bool) -> None:
        """The environment with *codes* actions; `reset` begins a match."""
        self.game = game
        self.play = Play(game, codes, render_mode, reward)
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

    def __init__(self, game: LearningGame, render_mode: str | None, reward: str | None = None) -> None:
        """The environment; `reset` begins a match."""
        super().__init__(game, max(1, game.program.codes), render_mode, reward, parallelizable=False)

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
        over, cut = self.play.is_over, self.play.is_cut
        if not over:
            self.agent_selection = next(agent for agent in self.agents if self.play.asked(self.play.number(agent)))
        if over or self.play.reward == "score change":
            self.rewards = dict(zip(self.possible_agents, self.play.pays(), strict=True))
        if over:
            told = self.play.told()
            self.terminations, self.truncations = dict.fromkeys(self.agents, not cut), dict.fromkeys(self.agents, cut)
            self.infos = {agent: dict(told) for agent in self.agents}

    def observe(self, agent: str) -> Observation:
        """What the agent sees now."""
        return self.play.observe(agent, self.play.legal(self.play.number(agent)))

    def code(self, action: Action) -> int:
        """The code of an action of the agent whose turn it is, legal or not. Raises ValueError for a value that is no code."""
        agent = self.agent_selection
        code = whole(action, f"{agent}: expected the code of an action")
        if not 0 <= code < self.play.codes:
            raise ValueError(f"{agent}: expected the code of an action, from 0 to {self.play.codes - 1}, found {code}")
        return code

    def step(self, action: Action | None) -> None:
        """Take an action for the agent whose turn it is. Raises ValueError when it is missing or not legal."""
        if not self.agents and self.play.is_over:
            raise ValueError("the match is over: call `reset` for another one")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} has to act, found no action")
        code = self.code(action)
        if code not in self.play.legal(self.play.number(agent)):
            raise ValueError(self.play.reason(agent, code))
        self.play.take({self.play.number(agent): code})
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._turn()
        self._accumulate_rewards()
        if self.play.is_over:
            self._deads_step_first()


class ParallelEnvironment(Environment, ParallelEnv):
    """A ruleset as a pettingzoo.ParallelEnv: at each step the agents that are asked answer once, and the others wait.

    The action to wait has the highest code. An illegal action that is paid for ends the match for all; the others get 0.
    """

    def __init__(
        self, game: LearningGame, render_mode: str | None, reward: str | None = None, illegal: float | None = None
    ) -> None:
        """The environment; `reset` begins a match."""
        self.wait = game.program.codes
        super().__init__(game, self.wait + 1, render_mode, reward, parallelizable=True)
        self.illegal = penalty(game, self.play.reward, illegal)

    def reset(
        self, seed: int | None = None, options: Mapping[str, object] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, object]]]:
        """Begin a match; returns what each agent sees, and an empty dict for each.

        With the same seed nature decides the same. *options* are ignored.
        """
        self.play.begin(seed)
        self.agents = list(self.possible_agents)
        return self._seen(self.agents), {agent: {} for agent in self.agents}

    def _legal(self, agent: str) -> Sequence[int]:
        return self.play.legal(self.play.number(agent)) or [self.wait]

    def _seen(self, agents: list[str]) -> dict[str, Observation]:
        return {agent: self.play.observe(agent, self._legal(agent)) for agent in agents}

    def _codes(self, actions: Mapping[str, Action]) -> dict[str, int]:
        """The code of each agent's action; an agent that is not asked waits when it has none. Raises ValueError."""
        idle = [agent for agent in self.agents if not self.play.asked(self.play.number(agent))]
        waiting = {agent: self.wait for agent in idle if agent not in actions}
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
        short, and notes: at the end `winners`, `places` and `scores` of all seats, and `illegal`, with the reason, for an agent
        whose action was not legal and is paid for. Raises ValueError and changes nothing for an illegal action that is not, for
        an unknown agent, when an agent that is asked has no action, and where the match is over.
        """
        if not self.agents:
            ended = "the match is over: call `reset` for another one"
            raise ValueError(ended if self.play.begun else "there is no match yet: call `reset` first")
        if not isinstance(actions, Mapping):
            raise ValueError(f"expected the actions by the names of their agents, found {actions!r}")
        here, codes = self.agents, self._codes(actions)
        illegal = {agent: self.play.reason(agent, codes[agent]) for agent in here if codes[agent] not in self._legal(agent)}
        if illegal and self.illegal is None:
            raise ValueError(next(iter(illegal.values())))
        if illegal:
            pays = {agent: self.illegal or 0.0 if agent in illegal else 0.0 for agent in here}
            over, cut, told = True, False, dict[str, object]()
        else:
            numbers = {agent: self.play.number(agent) for agent in here}
            self.play.take({number: codes[agent] for agent, number in numbers.items() if self.play.asked(number)})
            pays = dict(zip(self.possible_agents, self.play.pays(), strict=True))
            over, cut, told = self.play.is_over, self.play.is_cut, self.play.told()
        notes: dict[str, dict[str, object]] = {agent: dict(told) for agent in here}
        for agent, reason in illegal.items():
            notes[agent]["illegal"] = reason
        seen = self._seen(here)
        if over:
            self.agents = []
        return seen, pays, dict.fromkeys(here, over and not cut), dict.fromkeys(here, over and cut), notes
