"""What is used of OpenSpiel's solver, with types: it needs not be there to check or to import the rest.

Importing this raises ImportError when OpenSpiel or CVXPY, in which its solver states linear programs, is not there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Protocol

    from ..rl.openspiel_types import Parameter

    class Spiel(Protocol):
        """A pyspiel.State."""

        def is_chance_node(self) -> bool:
            """Whether nature decides."""

        def is_terminal(self) -> bool:
            """Whether the match is over."""

        def current_player(self) -> int:
            """Who decides."""

        def legal_actions(self) -> list[int]:
            """What there is to choose from."""

        def child(self, action: int) -> Spiel:
            """The state after that."""

        def information_state_string(self, player: int) -> str:
            """All that the player has experienced."""

        def observation_string(self, player: int) -> str:
            """What the player sees."""

        def action_to_string(self, player: int, action: int) -> str:
            """How the action is written."""

    class SpielGame(Protocol):
        """A pyspiel.Game."""

        def new_initial_state(self) -> Spiel:
            """Where it begins."""

    class Policy(Protocol):
        """A policy of OpenSpiel."""

        def action_probabilities(self, state: Spiel) -> Mapping[int, float]:
            """How often each action is chosen there."""

    class Exactly:
        """How CVXPY is to solve a linear program."""

    def load_game(name: str, parameters: Mapping[str, Parameter]) -> SpielGame:
        """The registered game of that name."""

    def turn_based(game: SpielGame) -> SpielGame:
        """The game, in which those who decide at the same time are asked one after the other, knowing no more than before."""

    def solve_zero_sum_game(game: SpielGame, solver: Exactly) -> tuple[float, float, Policy, Policy]:
        """What the game is worth to each of the two, and how each may play it well."""
else:
    import pyspiel
    from cvxpy.reductions.solvers.conic_solvers.highs_conif import HIGHS
    from open_spiel.python.algorithms.sequence_form_lp import solve_zero_sum_game

    load_game = pyspiel.load_game

    def turn_based(game):
        """The game, in which those who decide at the same time are asked one after the other, knowing no more than before."""
        simultaneous = game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS
        return pyspiel.convert_to_turn_based(game) if simultaneous else game

    class Exactly(HIGHS):
        """HiGHS, with settings of its own in the place of those that OpenSpiel always passes on.

        They are ECOS's and no other solver takes them; ECOS itself has no wheels for Python 3.13 and later.
        """

        def name(self):
            """A name that is none of CVXPY's."""
            return "RULERUN_HIGHS"

        def solve_via_data(self, data, warm_start, verbose, solver_opts, solver_cache=None):
            """The vertex at which the sum is least."""
            exact = {"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10}
            return super().solve_via_data(data, warm_start, verbose, exact, solver_cache)


__all__ = ["Exactly", "Policy", "Spiel", "SpielGame", "load_game", "solve_zero_sum_game", "turn_based"]
