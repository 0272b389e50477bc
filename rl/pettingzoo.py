"""Any ruleset as an environment of PettingZoo: `env` asks one agent after the other, `parallel_env` all at once."""

from __future__ import annotations

from collections.abc import Mapping
from operator import index
from pathlib import Path

from ..dsl.text.source import Source
from ..interpreter import NATURE
from ..interpreter.core.rng import Use, stream, weighted
from .bounds import payoffs
from .game import Game, Value, compiled, table
from .pettingzoo_types import Action, AECEnv, Array, ParallelEnv, Space, box, discrete, flags, floats, guarded, mask, together
from .position import Position, beginning
from .view_features import numbers
from .view_text import public_lines

Observation = dict[str, Array]
"""`observation`: the view as numbers from 0 to 1; `action_mask`: 1 for each action that may be taken."""

MODES = ("ansi", "human")


def env(
    ruleset: Source | Path | str,
    variant: str = "",
    players: int | None = None,
    parameters: Mapping[str, Value] | None = None,
    longest: int | None = None,
    render_mode: str | None = None,
) -> AECEnv:
    """The ruleset as an environment in which one agent acts at a time, and an illegal action loses the match at once."""
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
    """The same without guard: an illegal action is a ValueError that says so."""
    return TurnEnvironment(compiled(table(ruleset, variant, players, parameters, longest)), render_mode)


def parallel_env(
    ruleset: Source | Path | str,
    variant: str = "",
    players: int | None = None,
    parameters: Mapping[str, Value] | None = None,
    longest: int | None = None,
    render_mode: str | None = None,
) -> ParallelEnvironment:
    """The ruleset as an environment in which all agents act at each step; who is not asked has one action, to wait."""
    return ParallelEnvironment(compiled(table(ruleset, variant, players, parameters, longest)), render_mode)


def _lowest(game: Game) -> int:
    try:
        return payoffs(game.program)[0]
    except ValueError:
        return -1


class Play:
    """A match under way, with nature's draws: what both kinds of environment have in common.

    Agents are called `player_0` and so on, in the order of the seats that decide. Where no player ever decides anything the
    match is *watched*: it waits until an agent takes the one action that there is, to look on, and then runs to its end.
    """

    def __init__(self, game: Game, codes: int, render_mode: str | None) -> None:
        """No match yet. *codes* is the number of actions. Raises ValueError for an unknown way to render."""
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
        """Where the match stands. Raises ValueError before the first one."""
        if self._at is None:
            raise ValueError("there is no match yet: call `reset` first")
        return self._at

    def begin(self, seed: int | None) -> None:
        """A new match: with a seed the first one of that seed, without one the next of the seed before (0 at first).

        Raises ValueError for what is no seed.
        """
        wanted, number = self._seed, self._number + 1
        if seed is not None:
            wanted, number = whole(seed, "expected a whole number as a seed"), 0
        self._chance = stream(wanted, number, Use.NATURE)
        self._seed, self._number = wanted, number
        start = beginning(self.game)
        self._at = start if self.watched else self._drawn(start)

    def _drawn(self, position: Position) -> Position:
        """The position when nature has decided all that it is asked."""
        while position.actors == (NATURE,):
            options = position.decision(NATURE).options
            position = position.after(NATURE, weighted([option.weight for option in options], self._chance.below))
        return position

    def seat(self, name: str) -> int:
        """The seat of an agent. Raises ValueError where there is none of that name."""
        return self.game.program.players[self.number(name)]

    def number(self, name: str) -> int:
        """The number of an agent. Raises ValueError where there is none of that name."""
        if name not in self.names:
            raise ValueError(f"there is no agent `{name}`, expected one of {', '.join(self.names)}")
        return self.names.index(name)

    def asked(self, name: str) -> bool:
        """Whether that agent is asked now."""
        if self.watched:
            return not self.at.is_over
        return self.seat(name) in self.at.actors

    def take(self, codes: Mapping[str, int]) -> None:
        """The match after the answers of these agents, who are asked. Raises ValueError and changes nothing for a wrong one."""
        position = self.at
        for name, code in codes.items() if not self.watched else ():
            position = position.after_code(self.seat(name), code)
        self._at = self._drawn(position)

    def legal(self, name: str) -> list[int]:
        """The codes of what an agent may do; none when it is not asked."""
        if not self.asked(name):
            return []
        if self.watched:
            return [0]
        return [option.code for option in self.at.decision(self.seat(name)).options]

    def observe(self, name: str, legal: list[int]) -> Observation:
        """What an agent sees, and what it may do."""
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
        """What to say of an action that is none of the agent's now."""
        seat = self.seat(name)
        if self.watched:
            return f"{name} can do nothing but look on"
        if seat in self.at.actors:
            return f"{name}: {self.at.refusal(seat, code)}"
        return f"{name} is not asked now, and can do nothing but wait (action {self.codes - 1})"

    def shown(self) -> str | None:
        """What everyone sees, in words; printed when people look on, None when nobody is to see it."""
        text = "\n".join(public_lines(self.game.program, self.at.view(NATURE)))
        if self.render_mode == "human":
            print(text)
        return text if self.render_mode == "ansi" else None


def whole(number: Action, expected: str) -> int:
    """The number as Python's own. Raises ValueError where it is not a whole one."""
    try:
        return index(number)
    except TypeError:
        raise ValueError(f"{expected}, found {number!r}") from None


class Environment:
    """What both kinds of environment are: a ruleset, the match under way, and what there is to see and to do."""

    def __init__(self, game: Game, codes: int, render_mode: str | None, parallelizable: bool) -> None:
        """The environment with so many actions; `reset` begins a match."""
        self.game = game
        self.play = Play(game, codes, render_mode)
        self.render_mode = render_mode
        self.metadata = {"name": game.program.ruleset, "render_modes": list(MODES), "is_parallelizable": parallelizable}
        self.possible_agents = list(self.play.names)
        self.agents: list[str] = []

    def __str__(self) -> str:
        return self.game.program.ruleset

    def observation_space(self, agent: str) -> Space:
        """What the agent can see."""
        return self.play.observations[self.play.names[self.play.number(agent)]]

    def action_space(self, agent: str) -> Space:
        """What the agent can do: the codes of `action_table`, and to wait where that is an action."""
        return self.play.actions[self.play.names[self.play.number(agent)]]

    def render(self) -> str | None:
        """What everyone sees, in words."""
        return self.play.shown()

    def close(self) -> None:
        """Nothing is open."""


class TurnEnvironment(Environment, AECEnv):
    """A ruleset as a pettingzoo.AECEnv. Those who decide at the same time are asked one after the other, the lowest seat
    first, and none sees what another has answered.
    """

    def __init__(self, game: Game, render_mode: str | None) -> None:
        """The environment; `reset` begins a match."""
        super().__init__(game, max(1, game.program.codes), render_mode, parallelizable=False)

    def reset(self, seed: int | None = None, options: Mapping[str, object] | None = None) -> None:
        """Begins a match; equal seeds draw equally. There are no options."""
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
        """Point to who is asked next, or settle the end."""
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
        """The code of an action, legal or not, of the agent whose turn it is. Raises ValueError for what is no action."""
        agent = self.agent_selection
        code = whole(action, f"{agent}: expected the code of an action")
        if not 0 <= code < self.play.codes:
            raise ValueError(f"{agent}: expected the code of an action, from 0 to {self.play.codes - 1}, found {code}")
        return code

    def step(self, action: Action | None) -> None:
        """What the agent whose turn it is does. Raises ValueError when it may not."""
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
    """A ruleset as a pettingzoo.ParallelEnv: at each step those who are asked answer once, the others wait.

    The action to wait is the last one. An illegal action ends the match for all; who did it gets the lowest payoff.
    """

    def __init__(self, game: Game, render_mode: str | None) -> None:
        """The environment; `reset` begins a match."""
        self.wait = game.program.codes
        super().__init__(game, self.wait + 1, render_mode, parallelizable=True)

    def reset(
        self, seed: int | None = None, options: Mapping[str, object] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, object]]]:
        """Begins a match, and what each agent sees; equal seeds draw equally. There are no options."""
        self.play.begin(seed)
        self.agents = list(self.possible_agents)
        return self._seen(self.agents), {agent: {} for agent in self.agents}

    def _legal(self, agent: str) -> list[int]:
        return self.play.legal(agent) or [self.wait]

    def _seen(self, agents: list[str]) -> dict[str, Observation]:
        return {agent: self.play.observe(agent, self._legal(agent)) for agent in agents}

    def _codes(self, actions: Mapping[str, Action]) -> dict[str, int]:
        """The action of each agent; one that is not asked waits when it has none."""
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
        """What each agent sees, is paid, whether the match is over for it, whether it was cut short, and what else there is
        to say: `illegal`, with the reason, for who did what it may not. Raises ValueError and changes nothing for agents that
        there are not, and when one that is asked has no action.
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
