"""Two players against each other who do not see everything: solved by OpenSpiel, as one of its games.

`open_spiel.python.algorithms.sequence_form_lp` states two linear programs over what the players may know, one for each, by
D. Koller, N. Megiddo and B. von Stengel, "Fast algorithms for finding randomized strategies in game trees", 1994.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from attrs import Factory, define

from ..interpreter import NATURE
from ..rl import Game, Position, beginning
from .explore import Explorer, TooLarge
from .perfect_information import Plan, Solution, Unsolved

if TYPE_CHECKING:
    from .openspiel_types import Policy, Spiel, SpielGame

HOPELESS = 100
"""A game is not even begun on when a sample finds so many times as many ways to play it as may be looked at."""

FACTORS = 500
"""So many factors may the larger of the programs have for each history that may be looked at; each takes some 40 bytes."""

DEEPEST = 400
"""OpenSpiel calls itself once for each decision of a history, and Python lets nothing do that much more often."""

NEAR = 1e-8
"""What one can secure and what the other can hold it to are the same number when they are no farther from each other."""


class Missing(Exception):
    """What is needed to solve this is not installed; the message says how to get it."""


def solve_hidden(game: Game, limit: int) -> Solution:
    """The value of a game of two and how to begin it, from at most *limit* histories.

    Raises Missing, Unsolved when it is not for two or one does not lose what the other wins, TooLarge, RuleError.
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
        utilities=(survey.lowest, max(survey.highest, survey.lowest + 1)),
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
    )


def rounded(worth: float) -> float:
    """The number without the noise of the last places, and never minus nothing."""
    return round(float(worth), 12) + 0.0


@define
class Survey:
    """How large a game is: its histories, who decides first in any of them, what it pays the first player at least and at
    most, and of each player what it may know when asked, with the number of options.
    """

    histories: int = 0
    first: dict[int, None] = Factory(dict)
    lowest: int = 0
    highest: int = 0
    known: tuple[dict[bytes, int], dict[bytes, int]] = Factory(lambda: ({}, {}))

    def factors(self) -> int:
        """How many factors the larger of OpenSpiel's linear programs has, noughts among them: it writes them all down."""
        knowings = [1 + len(known) for known in self.known]
        choices = [1 + sum(known.values()) for known in self.known]
        return max((choices[0] + choices[1] + knowings[1 - p]) * (choices[1 - p] + knowings[p]) for p in (0, 1))


def surveyed(game: Game, limit: int) -> Survey:
    """Every history gone through once, before OpenSpiel does it. Raises TooLarge, Unsolved, RuleError."""
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
            found.known[player][at.trail(actor).digest] = options
            if untouched:
                found.first[player] = None
        pending += [(at.after(actor, index), untouched and actor == NATURE) for index in range(options)]
    if found.factors() > FACTORS * limit:
        raise TooLarge(FACTORS * limit, games, "factors of a linear program")
    return found


def pay_up(found: Survey, end: Position) -> None:
    """Take down what an end pays. Raises Unsolved where one does not lose what the other wins."""
    paid = end.payoff()
    if sum(paid):
        raise Unsolved("where things are hidden, only games are solved in which one loses what the other wins")
    found.lowest, found.highest = min(found.lowest, *paid), max(found.highest, *paid)


def opening(game: SpielGame, policy: Policy, player: int, seat: int) -> tuple[Plan, ...]:
    """How a player begins who is asked first, by what it knows then."""
    asked = {state.information_state_string(player): state for state in beginnings(game) if state.current_player() == player}
    return tuple(
        Plan(seat, knowing, mixed(policy, player, state))
        for knowing, state in zip(told_apart(asked, player), asked.values(), strict=True)
    )


def told_apart(asked: Mapping[str, Spiel], player: int) -> list[str]:
    """What a player knows in each of these states that it might not have known: what it sees, and, where that is the same in
    two of them, how it came about.
    """
    seen = [varying([state.observation_string(player) for state in asked.values()]), varying(list(asked))]
    apart = next((each for each in seen if len(dict.fromkeys(each)) == len(each)), None)
    return apart or [", ".join(plain(text)) for text in asked]


def varying(texts: Sequence[str]) -> list[str]:
    """The lines that are not in all of the texts."""
    rows = [plain(text) for text in texts]
    return [", ".join(line for line in row if not all(line in other for other in rows)) for row in rows]


def plain(text: str) -> list[str]:
    """The lines of an information state that say more than its options and the digest do."""
    return [line.removeprefix("- ") for line in text.splitlines() if not line.startswith(("may: ", "# "))]


def beginnings(game: SpielGame) -> Iterator[Spiel]:
    """The states in which a player decides for whom all before was chance."""
    pending = [game.new_initial_state()]
    while pending:
        state = pending.pop(0)
        if state.is_chance_node():
            pending += [state.child(action) for action in state.legal_actions()]
        elif not state.is_terminal():
            yield state


def mixed(policy: Policy, player: int, state: Spiel) -> tuple[tuple[str, float], ...]:
    """Each option in words, and how often it is chosen."""
    chances = policy.action_probabilities(state)
    return tuple((state.action_to_string(player, action), rounded(chances[action])) for action in state.legal_actions())
