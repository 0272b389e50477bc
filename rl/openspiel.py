"""Any ruleset as a game of OpenSpiel: `register` one, then `pyspiel.load_game` its name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from attrs import frozen

from ..dsl.compile import survey
from ..dsl.text.source import Source
from ..interpreter import NATURE
from ..interpreter.core.rng import Stream
from ..interpreter.view_text import public_lines, seat_name
from ..program.features import Piece
from ..worlds.sample import Exact, Sampler
from .game import LearningGame, Table, compiled, source_of
from .history_features import recall_pieces, recalled
from .openspiel_parameters import GameParameter, game_parameters, turned
from .openspiel_types import (
    CHANCE,
    SIMULTANEOUS,
    TERMINAL,
    Array,
    ChanceMode,
    Dynamics,
    GameInfo,
    GameType,
    Information,
    ObservationType,
    Parameter,
    PrivateInfoType,
    RewardModel,
    SpielGame,
    SpielState,
    Utility,
    load_game,
    register_game,
    zeros,
)
from .position import Position, beginning
from .rewards import bounds, usual
from .zero_sum import adds_up_to_nothing


@frozen
class Settled:
    """What a ruleset is registered with: its name in OpenSpiel, its text, and what the rules do not say.

    *longest* is the number of decisions after which a match is cut short, *utilities* the lowest and the highest payoff (None:
    derived from the rules). *zero_sum* states that the payoffs always add up to 0, which is checked when a match ends.
    """

    name: str
    source: Source
    longest: int | None
    utilities: tuple[float, float] | None
    zero_sum: bool


def register(
    ruleset: Source | Path | str,
    name: str = "",
    *,
    longest: int | None = None,
    utilities: tuple[float, float] | None = None,
    zero_sum: bool = False,
) -> str:
    """Register a ruleset with OpenSpiel; returns its name there: *name*, or `rulerun_` and the ruleset's own name.

    The ruleset is given as its text, its file, or the name of a bundled one. The game's parameters are `players` (0: the
    smallest number allowed), `variant`, and the parameters of the ruleset. For the others see `Settled`.
    Raises ValueError when the ruleset cannot be read or has errors.
    """
    source = source_of(ruleset)
    offer = survey(source)
    if offer.problems:
        raise ValueError("; ".join(problem.message for problem in offer.problems))
    settled = Settled(name or f"rulerun_{offer.name}", source, longest, utilities, zero_sum)
    specification: dict[str, Parameter] = {"players": 0, "variant": ""}
    known = game_parameters(source)
    specification.update({dial.name: dial.default for dial in known.values()})
    every = [*offer.players, *(count for variant in offer.variants for count in variant.players)]
    plain = compiled(Table(source, longest=longest))
    game_type = _type(settled, plain, specification, (min(every), max(every)))

    # a class, because OpenSpiel keeps what it is given until after Python has shut down, when a plain function is freed
    class Registered(RulesetGame):
        """The registered ruleset with the parameters that it is loaded with."""

        def __init__(self, given: Mapping[str, Parameter]) -> None:
            super().__init__(settled, known, given, specification, (min(every), max(every)))

    register_game(game_type, Registered)
    _registered[settled.name] = settled
    return settled.name


_registered: dict[str, Settled] = {}
"""What was registered last under each name in this process."""


def restored_game(settled: Settled, given: tuple[tuple[str, Parameter], ...]) -> SpielGame:
    """The game with these parameters, which is registered where it is not yet: it is how a pickled game is restored."""
    if _registered.get(settled.name) != settled:
        register(settled.source, settled.name, longest=settled.longest, utilities=settled.utilities, zero_sum=settled.zero_sum)
    return load_game(settled.name, dict(given))


def restored_state(game: SpielGame, line: tuple[tuple[int, int], ...]) -> RulesetState:
    """The state after these answers, each with who was asked: it is how a pickled state is restored."""
    state = game.new_initial_state()
    if not isinstance(state, RulesetState):
        raise TypeError("a game of OpenSpiel that is not ours")
    state.replay(line)
    return state


def loaded(what: Table) -> SpielGame:
    """The ruleset as it is played at this table, as a pyspiel.Game. Raises ValueError as `register` does."""
    return load_game(register(what.source, longest=what.longest), parameters(what))


def parameters(what: Table) -> dict[str, Parameter]:
    """The parameters with which `pyspiel.load_game` loads the ruleset of this table as the table has it."""
    known = game_parameters(what.source)
    given = {name: known[name].parameter(value) for name, value in what.parameters}
    return {"players": what.players or 0, "variant": what.variant, **given}


def _is_zero_sum(settled: Settled, game: LearningGame) -> bool:
    """Whether payoffs add up to 0: by *zero_sum*, because of two players one wins and the other loses (with an automa both may
    lose), or because they do in every one of a few matches.
    """
    duel = len(game.program.players) == len(game.program.seats) == 2 and game.program.outcome.payoff is None
    return settled.zero_sum or duel or adds_up_to_nothing(game)


def _type(settled: Settled, game: LearningGame, specification: Mapping[str, Parameter], players: tuple[int, int]) -> GameType:
    return GameType(
        short_name=settled.name,
        long_name=game.program.title.plain,
        dynamics=Dynamics.SIMULTANEOUS if game.at_once else Dynamics.SEQUENTIAL,
        chance_mode=ChanceMode.EXPLICIT_STOCHASTIC if game.draws else ChanceMode.DETERMINISTIC,
        information=Information.PERFECT_INFORMATION if game.open else Information.IMPERFECT_INFORMATION,
        utility=Utility.ZERO_SUM if _is_zero_sum(settled, game) else Utility.GENERAL_SUM,
        reward_model=RewardModel.TERMINAL,
        max_num_players=players[1],
        min_num_players=players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=not game.unbounded,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=specification,
        provides_factored_observation_string=True,
    )


class RulesetGame(SpielGame):
    """A ruleset as a pyspiel.Game. Player n is the n-th seat that decides; an automa is no player."""

    def __init__(
        self,
        settled: Settled,
        known: Mapping[str, GameParameter],
        given: Mapping[str, Parameter],
        specification: Mapping[str, Parameter],
        players: tuple[int, int],
    ) -> None:
        """The game for the parameters that are *given*. Raises ValueError when the rules do not allow them."""
        given = {**specification, **given}
        many = int(given["players"]) or None
        self.rules = compiled(Table(settled.source, str(given["variant"]), many, turned(known, given), settled.longest))
        self.settled = settled
        self.given = tuple(given.items())
        played = {name: known[name].parameter(value) for name, value in self.rules.program.parameters}
        low, high = settled.utilities or bounds(self.rules.program, usual(self.rules.program))
        if _is_zero_sum(settled, self.rules) and settled.utilities is None:
            # one wins no more than all others lose together
            others = max(1, len(self.rules.program.players) - 1)
            low, high = max(low, -others * high), min(high, -others * low)
        self._start: Position | None = None
        super().__init__(
            _type(settled, self.rules, specification, players),
            GameInfo(
                num_distinct_actions=max(1, self.rules.program.codes),
                max_chance_outcomes=len(self.rules.outcomes) if self.rules.draws else 0,
                num_players=len(self.rules.program.players),
                min_utility=float(low),
                max_utility=float(high),
                utility_sum=0.0 if _is_zero_sum(settled, self.rules) else None,
                max_game_length=self.rules.answers,
            ),
            {**given, **played},
        )

    def __reduce__(self) -> tuple[object, ...]:
        return restored_game, (self.settled, self.given)

    @property
    def start(self) -> Position:
        """The position at which every match begins."""
        if self._start is None:
            self._start = beginning(self.rules)
        return self._start

    def new_initial_state(self) -> RulesetState:
        """A match at its start."""
        return RulesetState(self)

    def max_chance_nodes_in_history(self) -> int:
        """How many decisions of nature a match has at most."""
        return self.rules.draws

    def make_py_observer(
        self, iig_obs_type: ObservationType | None = None, params: Mapping[str, Parameter] | None = None
    ) -> RulesetObserver:
        """An observer of what a player sees, or, with perfect recall, of all it has experienced.

        Raises ValueError when it is given parameters.
        """
        if params:
            raise ValueError(f"an observer has no parameters, found {', '.join(params)}")
        return RulesetObserver(self.rules, iig_obs_type or ObservationType(perfect_recall=False))


class RulesetState(SpielState):
    """A position in a match of a ruleset, as a pyspiel.State."""

    def __init__(self, game: RulesetGame) -> None:
        """A match at its start."""
        super().__init__(game)
        self._stand(game.start)
        self.zero_sum = game.settled.zero_sum

    def __reduce__(self) -> tuple[object, ...]:
        """The game and the answers so far: several states that are pickled together share the game."""
        return restored_state, (self.get_game(), tuple((each.actor, each.index) for each in self.position.path[1:]))

    def _seat(self, player: int) -> int:
        return seat_of(self.position.game, player)

    def _stand(self, position: Position) -> None:
        """From now on the match is at that position."""
        self.position = position
        asked = position.actors
        if not asked:
            self._player = TERMINAL
        elif asked == (NATURE,):
            self._player = CHANCE
        elif position.at_once:
            self._player = SIMULTANEOUS
        else:
            self._player = position.game.program.players.index(asked[0])

    def current_player(self) -> int:
        """The player who decides, or OpenSpiel's constant for chance, simultaneous decisions or the end.

        Of players who decide at the same time, but possibly more than once each, it is the first.
        """
        return self._player

    def _legal_actions(self, player: int) -> list[int]:
        seat = self._seat(player)
        if seat not in self.position.actors:
            return []
        return sorted(set(self.position.codes(seat)))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Nature's actions, ascending, with their probabilities."""
        weights: dict[int, int] = {}
        for code, weight in zip(self.position.codes(NATURE), self.position.weights(NATURE), strict=True):
            weights[code] = weights.get(code, 0) + weight
        total = sum(weights.values())
        return [(code, weights[code] / total) for code in sorted(weights)]

    def _apply_action(self, action: int) -> None:
        if self._player == TERMINAL:
            raise ValueError(f"the match is over, and nobody has an action {action}")
        if self._player == SIMULTANEOUS:
            raise ValueError("all decide at once here: expected `apply_actions`, with an action for each player")
        self._stand(self.position.after_code(self.position.actors[0], action))

    def _apply_actions(self, actions: list[int]) -> None:
        position = self.position
        if not position.at_once:
            raise ValueError("the players do not decide at once here: expected `apply_action`, with one action")
        if len(actions) != len(position.game.program.players):
            raise ValueError(f"expected {len(position.game.program.players)} actions, one for each player, found {len(actions)}")
        for seat in position.actors:
            position = position.after_code(seat, actions[position.game.program.players.index(seat)])
        self._stand(position)

    def _action_to_string(self, player: int, action: int) -> str:
        known = self.position.game.outcomes if player == CHANCE else self.position.game.actions
        return known[action].text if action in known else f"no action {action}"

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> RulesetState:
        """A state that the player cannot tell from this one, drawn by a `Sampler` from what the player has lived through.

        *sampler* is called once, for a number from 0 to 1. Raises ValueError where no such state is found.
        """
        seat, game = self._seat(player), self.position.game
        imagined = game.game.cached(Sampler).sample(self.position.lived(seat), Stream(int(sampler() * 2**53)))
        if imagined.exact is Exact.APPROXIMATE:
            raise ValueError(f"no other state was found that {seat_name(game.program, seat)} could not tell from this one")
        return restored_state(self.get_game(), tuple(imagined.line))

    def replay(self, line: Sequence[tuple[int, int]]) -> None:
        """Apply these answers, each with who is asked and the index of the option.

        Raises ValueError for a wrong answer, and where of players who decide at once not all have answered.
        """
        chosen: dict[int, int] = {}
        for actor, index in line:
            position = self.position
            code = position.code(actor, position.decision(actor).options[index])
            if not position.at_once:
                self.apply_action(code)
                continue
            chosen[actor] = code
            if len(chosen) == len(position.actors):
                self.apply_actions([chosen.get(seat, 0) for seat in position.game.program.players])
                chosen = {}
        if chosen:
            raise ValueError("of players who decide at once not all have answered")

    def is_terminal(self) -> bool:
        """Whether the match is over."""
        return self._player == TERMINAL

    def returns(self) -> list[float]:
        """What the match pays each player, 0 before its end.

        Raises ValueError when the game was registered with *zero_sum* and the payoffs do not add up to 0.
        """
        pays = self.position.payoff()
        if self.zero_sum and sum(pays) != 0:
            raise ValueError(f"the payoffs were to add up to nothing, found {', '.join(map(str, pays))}")
        return [float(pay) for pay in pays]

    def __str__(self) -> str:
        """The choices so far, and what everyone sees."""
        program = self.position.game.program
        said = [f"{seat_name(program, each.actor)}: {each.answer}" for each in self.position.path[1:]]
        return "\n".join([*said, *public_lines(program, self.position.view(NATURE))])


def seat_of(game: LearningGame, player: int) -> int:
    """The seat of a player. Raises ValueError when there is no such player."""
    players = game.program.players
    if not 0 <= player < len(players):
        raise ValueError(f"there is no player {player}, expected one from 0 to {len(players) - 1}")
    return players[player]


class RulesetObserver:
    """Writes a state as one player may see it: `set_from` fills `tensor` and its named parts in `dict`.

    An observer without private information writes only what everyone sees, one without public information only the rest;
    both write text only, and their `tensor` is None.
    """

    def __init__(self, game: LearningGame, kind: ObservationType) -> None:
        """An observer for all states of a game."""
        self.kind = kind
        self.game = game
        self.unbounded = game.unbounded and kind.perfect_recall
        self.tensor: Array | None = None
        self.dict: dict[str, Array] = {}
        if self.unbounded or not kind.public_info or kind.private_info != PrivateInfoType.SINGLE_PLAYER:
            return
        parts: tuple[Piece, ...] = (*game.pieces, *(recall_pieces(game) if kind.perfect_recall else ()))
        self.tensor = zeros(sum(part.size for part in parts))
        at = 0
        for part in parts:
            self.dict[part.name] = self.tensor[at : at + part.size]
            at += part.size

    def set_from(self, state: RulesetState, player: int) -> None:
        """Fill `tensor` with the numbers of a state, as a player may see it.

        Raises ValueError for a state of another game, and when the player's whole experience is asked for and the rules do not
        limit its length.
        """
        position = self._own(state)
        seat = seat_of(position.game, player)
        if self.unbounded:
            raise ValueError(
                f"the rules of `{position.game.program.ruleset}` do not tell how long a match may be, so there is no tensor of an"
                " information state: take its string, or the tensor of the observation, or `register` it with `longest=N`"
            )
        if self.tensor is None:
            return
        seen, options = position.seen(seat), [0.0] * max(1, position.game.program.codes)
        for code in position.offered(seat):
            options[code] = 1.0
        self.tensor[: len(seen) + len(options)] = seen + options
        if self.kind.perfect_recall:
            for name, values in recalled(position, seat):
                self.dict[name][:] = values

    def _own(self, state: RulesetState) -> Position:
        """The position of a state of this observer's game."""
        position = state.position
        if position.game is not self.game and position.game.table != self.game.table:
            mine, found = self.game.program.ruleset, position.game.program.ruleset
            raise ValueError(f"expected a state of the game that the observer was made for (`{mine}`), found one of `{found}`")
        return position

    def string_from(self, state: RulesetState, player: int) -> str:
        """The state in words, as a player may see it. Raises ValueError for a state of another game."""
        position = self._own(state)
        seat = seat_of(position.game, player)
        whole = position.information(seat) if self.kind.perfect_recall else position.observation(seat)
        if self.kind.public_info and self.kind.private_info == PrivateInfoType.SINGLE_PLAYER:
            return whole
        public = "\n".join(public_lines(position.game.program, position.view(NATURE)))
        if position.game.open:
            public = position.observation(position.game.program.players[0])
        if self.kind.private_info == PrivateInfoType.NONE:
            return public if self.kind.public_info else ""
        if position.game.open:
            return ""
        shown = public.splitlines()
        return "\n".join(line for line in whole.splitlines() if line not in shown)
