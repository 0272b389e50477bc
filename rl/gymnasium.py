"""Any ruleset as an environment of Gymnasium: one player learns, chosen bots play for the others. `register` gives it an id."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, SupportsIndex

from ..bots import Bot, BotFailed, Needs, Situation, seated
from ..dsl.compile import survey
from ..dsl.text.files import BUNDLED
from ..dsl.text.source import Source
from ..interpreter import NATURE
from ..interpreter.core.rng import Use, stream
from ..interpreter.view_text import public_lines
from .game import Value, compiled, source_of, table
from .gymnasium_types import Env, Observation, box, discrete, flags, floats, mask, registered, together
from .live import TRIES, Live, whole
from .rewards import bounds, penalty

if TYPE_CHECKING:
    import numpy

MODES = ("ansi", "human")
"""The ways to render: return a text, or print it."""

NAMESPACE = "rulerun"
ENTRY = "rulerun.rl.gymnasium:SoloEnv"


class SoloEnv(Env):
    """A ruleset as a gymnasium.Env for one player, the learner.

    An observation is a dict: `observation`, numbers from 0 to 1, and `action_mask`, 1 for each legal action; `action_masks()`
    gives the same as truths, as MaskablePPO asks for. Chance and the other players answer inside.
    """

    metadata = {"render_modes": list(MODES), "render_fps": 4}  # noqa: RUF012 (Gymnasium's own form)

    def __init__(
        self,
        ruleset: Source | Path | str,
        variant: str = "",
        players: int | None = None,
        parameters: Mapping[str, Value] | None = None,
        longest: int | None = None,
        *,
        player: int = 0,
        opponents: str | Sequence[str] = "random",
        reward: str | None = None,
        illegal: float | None = None,
        render_mode: str | None = None,
    ) -> None:
        """The learner is the *player*, counted from 0; *opponents* are bots, by their names: one for all other players, or one
        for each in the order of the seats. *reward* is one of `REWARDS` (None: the payoff, or the score of a player alone without
        one). An *illegal* action raises ValueError (None), or ends the match and pays that much, no more than the least that a
        match pays.

        Raises ValueError when the ruleset cannot be read or has errors, where nobody decides anything, for wrong settings, and
        for a bot that there is not or that cannot play this.
        """
        if render_mode not in (None, *MODES):
            raise ValueError(f"expected `render_mode` to be one of {', '.join(MODES)}, found `{render_mode}`")
        self.game = compiled(table(ruleset, variant, players, parameters, longest))
        program = self.game.program
        if program.codes == 0:
            raise ValueError(f"nobody decides anything in `{program.ruleset}`, so that there is nothing to learn")
        if player not in range(len(program.players)):
            raise ValueError(f"there is no player {player}, expected one from 0 to {len(program.players) - 1}")
        self.player, self.render_mode = player, render_mode
        self._live = Live(self.game, reward)
        self._bots = self._seated(opponents)
        self.illegal = penalty(self.game, self._live.reward, illegal)
        size = sum(piece.size for piece in self.game.pieces if piece.name != "options")
        self.observation_space = together(box(size), flags(program.codes))
        self.action_space = discrete(program.codes)
        self._draws = stream(0, 0, Use.BOTS)
        self._games = -1
        self._lost = False

    def _seated(self, opponents: str | Sequence[str]) -> dict[int, Bot]:
        others = [number for number in range(len(self.game.program.players)) if number != self.player]
        names = [opponents] * len(others) if isinstance(opponents, str) else list(opponents)
        if len(names) != len(others):
            raise ValueError(f"expected {len(others)} opponents, one for each other player, found {len(names)}")
        try:
            return {number: seated(name, self.game.program) for number, name in zip(others, names, strict=True)}
        except LookupError as unknown:
            raise ValueError(str(unknown)) from None

    @property
    def reward_range(self) -> tuple[float, float]:
        """The least and the most that a match can pay. Raises ValueError where the rules set no bounds."""
        low, high = bounds(self.game.program, self._live.reward)
        return float(low), float(high)

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, object] | None = None
    ) -> tuple[Observation, dict[str, object]]:
        """Begin a match; with the same seed chance and bots decide the same. *options* are ignored.

        Gives what the learner sees where it is first asked. A match that is over before that is followed by the next one. Raises
        ValueError for a wrong seed, and where the learner is asked in none of `TRIES` matches.
        """
        super().reset(seed=seed)
        self._games = 0 if seed is not None else self._games + 1
        self._lost = False
        for _ in range(TRIES):
            self._live.begin(seed)
            self._draws = stream(whole(0 if seed is None else seed, "a seed"), self._games, Use.BOTS)
            self._others()
            if not self._live.is_over:
                return self._seen(), {}
            self._games, seed = self._games + 1, None
        raise ValueError(f"player {self.player} was asked nothing in {TRIES} matches")

    def step(self, action: SupportsIndex) -> tuple[Observation, float, bool, bool, dict[str, object]]:
        """Take the learner's action; then chance and the other players answer until it is asked again or the match is over.

        Gives what it sees, what it is paid, whether the match has ended by its rules, whether it was cut short, and at the end
        `winners`, `places` and `scores` of all seats; `illegal`, with the reason, where the action was not legal and is paid for.
        Raises ValueError, and changes nothing, for an illegal action that is not, and where the match is over.
        """
        live = self._live
        if live.is_over or self._lost:
            raise ValueError("the match is over: call `reset` for another one")
        code = whole(action, "expected the code of an action")
        if code not in live.legal(self.player):
            reason = live.refusal(self.player, code)
            if self.illegal is None:
                raise ValueError(reason)
            self._lost = True
            return self._seen(), self.illegal, True, False, {"illegal": reason}
        paid = self._take({self.player: code}) + self._others()
        over, cut = live.is_over, live.is_cut
        return self._seen(), paid, over and not cut, cut, live.told()

    def _take(self, codes: Mapping[int, int]) -> float:
        """Answers; gives what that pays the learner."""
        self._live.take(codes)
        return self._live.pays()[self.player]

    def _others(self) -> float:
        """Lets the other players answer until the learner is asked or the match is over; gives what that pays the learner."""
        live, paid = self._live, 0.0
        while not live.is_over and not live.asked(self.player):
            player = next(number for number in self._bots if live.asked(number))
            paid += self._take({player: self._chosen(player)})
        return paid

    def _chosen(self, player: int) -> int:
        at, seat, bot = self._live.at, self.game.program.players[player], self._bots[player]
        asked = at.decision(seat)
        view = at.view(seat) if bot.needs is Needs.VIEW else None
        lived = at.lived(seat) if bot.needs is Needs.HISTORY else None
        index = bot.choose(Situation(self.game.game, asked, view, lived), self._draws.below)
        if not 0 <= index < len(asked.options):
            raise BotFailed(f"a bot chose {index}, of {len(asked.options)} options")
        return asked.options[index].code

    def _seen(self) -> Observation:
        legal = [] if self._lost else self._live.legal(self.player)
        return {"observation": floats(self._live.observed(self.player)), "action_mask": mask(self.game.program.codes, legal)}

    def action_masks(self) -> numpy.typing.NDArray[numpy.bool_]:
        """True for each action that the learner may take now."""
        return self._seen()["action_mask"].astype(bool)

    def render(self) -> str | None:
        """What everyone sees, in words: returned in the mode `ansi`, printed in the mode `human`; else None is returned."""
        text = "\n".join(public_lines(self.game.program, self._live.at.view(NATURE)))
        if self.render_mode == "human":
            print(text)
        return text if self.render_mode == "ansi" else None


def register(ruleset: Source | Path | str, name: str = "") -> str:
    """Makes a ruleset known to `gymnasium.make`; gives its id, `rulerun/NAME-v0`, with *name* or the ruleset's own.

    The settings of `SoloEnv` are given to `gymnasium.make`. Raises ValueError when the ruleset cannot be read or has errors.
    """
    source = source_of(ruleset)
    offer = survey(source)
    if offer.problems:
        raise ValueError("; ".join(problem.message for problem in offer.problems))
    known = f"{NAMESPACE}/{name or offer.name}-v0"
    registered(known, ENTRY, {"ruleset": ruleset})
    return known


def register_all() -> tuple[str, ...]:
    """Makes all rulesets that come with rulerun known to `gymnasium.make`; gives their ids, as `rulerun/traxx-v0`."""
    found = []
    for path in sorted(Path(BUNDLED).glob("*.yaml")):
        known = f"{NAMESPACE}/{path.stem}-v0"
        registered(known, ENTRY, {"ruleset": path.stem})
        found.append(known)
    return tuple(found)


register_all()
