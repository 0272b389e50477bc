"""Solves zero-sum games of two players with hidden information, by registering them with OpenSpiel.

`open_spiel.python.algorithms.sequence_form_lp` solves two linear programs over the information states of the players, one for
each player, by D. Koller, N. Megiddo and B. von Stengel, "Fast algorithms for finding randomized strategies in game trees", 1994.

CVXPY solves them by HiGHS, because OpenSpiel's own solver has no wheels for the latest Pythons.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from attrs import Factory, define

from ..interpreter import NATURE
from ..interpreter.outcome import Paid
from ..rl import LearningGame, Position, beginning
from .explore import Explorer, TooLarge
from .perfect_information import Plan, Solution, Unsolved

if TYPE_CHECKING:
    from .openspiel_types import Policy, Spiel, SpielGame

HOPELESS = 100
"""A game is rejected at once when an estimate of its ways to play is more than this many times the limit on histories."""

FACTORS = 500
"""The largest number of coefficients of a linear program per history of the limit; each takes about 40 bytes."""

DEEPEST = 400
"""The largest number of decisions in a history: OpenSpiel recurses once per decision, and Python limits recursion."""

NEAR = 1e-8
"""The largest difference at which the values that the two linear programs give count as equal."""


class Missing(Exception):
    """A package that is needed is not installed; the message says how to install it."""


def solve_hidden(game: LearningGame, limit: int) -> Solution:
    """The value of a game of two players, and how to play its first decision, from at most *limit* histories.

    Raises Missing, TooLarge, PlayError, and Unsolved when the game is not for two players, not zero-sum, or too long.
    """
    players = game.program.players
    if len(players) != 2:
        raise Unsolved("where things are hidden, only games of two are solved here (see `rulerun.rl.openspiel` for more)")
    try:
        from ..rl.openspiel import parameters, register
        from . import openspiel_types
    except ImportError:
        raise Missing("this takes OpenSpiel and CVXPY: `pip install 'rulerun[solve]'`") from None
    survey = surveyed(game, limit)
    name = register(
        game.table.source,
        f"rulerun_solve_{game.program.ruleset}",
        longest=game.table.longest,
        utilities=(float(survey.lowest), float(max(survey.highest, survey.lowest + 1))),
        zero_sum=True,
    )
    theirs = openspiel_types.turn_based(openspiel_types.load_game(name, parameters(game.table)))
    secured, held, *policies = openspiel_types.solve_zero_sum_game(theirs, solver=openspiel_types.Exactly())
    if abs(secured + held) > NEAR:
        raise Unsolved(f"the linear programs of both players differ: {secured:.9f} and {-held:.9f}")
    first = tuple(sorted(survey.first))
    return Solution(
        players,
        (rounded(secured), rounded(-secured)),
        players[first[0]] if len(first) == 1 else None,
        (),
        tuple(plan for player in first for plan in opening(theirs, policies[player], player, players[player])),
        survey.histories,
        "linear program",
        False,
        False,
        False,
        tuple(len(known) for known in survey.known),
    )


def rounded(worth: float) -> float:
    """The number rounded to 12 decimal places, without the noise of the solver; never -0.0."""
    return round(float(worth), 12) + 0.0


@define
class Survey:
    """The size of a game: the number of its histories, who decides first in some history, and the lowest and highest payoff.

    *known* has, for each of the two players, the digests of its information states with the number of options in each.
    """

    histories: int = 0
    first: dict[int, None] = Factory(dict)
    lowest: Paid = 0
    highest: Paid = 0
    known: tuple[dict[bytes, int], dict[bytes, int]] = Factory(lambda: ({}, {}))

    def factors(self) -> int:
        """The number of coefficients in the larger of OpenSpiel's linear programs, zeros included: it stores them all."""
        knowings = [1 + len(known) for known in self.known]
        choices = [1 + sum(known.values()) for known in self.known]
        return max((choices[0] + choices[1] + knowings[1 - p]) * (choices[1 - p] + knowings[p]) for p in (0, 1))


def surveyed(game: LearningGame, limit: int) -> Survey:
    """The size of a game, from one pass over every history, before OpenSpiel does the same.

    Raises TooLarge, Unsolved, PlayError.
    """
    games = Explorer(game.program, timeless=False).games()
    if games > HOPELESS * limit:
        raise TooLarge(limit, games, "histories")
    found = Survey()
    pending = [(beginning(game), True)]
    while pending:
        at, untouched = pending.pop()
        found.histories += 1
        if found.histories > limit:
            raise TooLarge(limit, games, "histories")
        if at.moves > DEEPEST:
            raise Unsolved(f"where things are hidden, only games of at most {DEEPEST} decisions are solved here")
        if at.is_over:
            pay_up(found, at)
            continue
        actor = at.actors[0]
        options = len(at.decision(actor).options)
        if actor != NATURE:
            player = game.program.players.index(actor)
            found.known[player][at.history(actor).digest] = options
            if untouched:
                found.first[player] = None
        pending += [(at.after(actor, index), untouched and actor == NATURE) for index in range(options)]
    if found.factors() > FACTORS * limit:
        raise TooLarge(FACTORS * limit, games, "factors of a linear program")
    return found


def pay_up(found: Survey, end: Position) -> None:
    """Record the payoffs of a finished match. Raises Unsolved when they do not add up to 0."""
    paid = end.payoff()
    if sum(paid):
        raise Unsolved("where things are hidden, only games are solved in which one loses what the other wins")
    found.lowest, found.highest = min(found.lowest, *paid), max(found.highest, *paid)


def opening(game: SpielGame, policy: Policy, player: int, seat: int) -> tuple[Plan, ...]:
    """How a player who decides first chooses: a plan for each information state in which it may be asked then."""
    asked = {state.information_state_string(player): state for state in beginnings(game) if state.current_player() == player}
    return tuple(
        Plan(seat, knowing, mixed(policy, player, state))
        for knowing, state in zip(told_apart(asked, player), asked.values(), strict=True)
    )


def told_apart(asked: Mapping[str, Spiel], player: int) -> list[str]:
    """For each of these states, what the player knows there but not in all of them, in words.

    It is what the player sees; if that is the same in two of the states, it is what the player has experienced instead.
    """
    seen = [varying([state.observation_string(player) for state in asked.values()]), varying(list(asked))]
    apart = next((each for each in seen if len(dict.fromkeys(each)) == len(each)), None)
    return apart or [", ".join(plain(text)) for text in asked]


def varying(texts: Sequence[str]) -> list[str]:
    """For each text, its lines that are not in all of the texts, joined by commas."""
    rows = [plain(text) for text in texts]
    return [", ".join(line for line in row if not all(line in other for other in rows)) for row in rows]


def plain(text: str) -> list[str]:
    """The lines of an information state, without the options and the digest."""
    return [line.removeprefix("- ") for line in text.splitlines() if not line.startswith(("may: ", "# "))]


def beginnings(game: SpielGame) -> Iterator[Spiel]:
    """The states in which a player decides and everything before was chance."""
    pending = [game.new_initial_state()]
    while pending:
        state = pending.pop(0)
        if state.is_chance_node():
            pending += [state.child(action) for action in state.legal_actions()]
        elif not state.is_terminal():
            yield state


def mixed(policy: Policy, player: int, state: Spiel) -> tuple[tuple[str, float], ...]:
    """Each option in words, with the probability with which it is chosen."""
    chances = policy.action_probabilities(state)
    return tuple((state.action_to_string(player, action), rounded(chances[action])) for action in state.legal_actions())
