"""The names of OpenSpiel's solver that this package uses, with types: type checks and other modules do not need it.

Importing this module raises ImportError when OpenSpiel, or CVXPY, which its solver uses, is not installed.
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
            """The codes of the legal actions."""

        def child(self, action: int) -> Spiel:
            """The state after that action."""

        def information_state_string(self, player: int) -> str:
            """All that the player has experienced."""

        def observation_string(self, player: int) -> str:
            """What the player sees."""

        def action_to_string(self, player: int, action: int) -> str:
            """How the action is written."""

    class SpielGame(Protocol):
        """A pyspiel.Game."""

        def new_initial_state(self) -> Spiel:
            """The state at the start."""

    class Policy(Protocol):
        """A policy of OpenSpiel."""

        def action_probabilities(self, state: Spiel) -> Mapping[int, float]:
            """The probability of each action in that state."""

    class Exactly:
        """The solver that CVXPY uses for a linear program."""

    def load_game(name: str, parameters: Mapping[str, Parameter]) -> SpielGame:
        """The registered game of that name."""

    def turn_based(game: SpielGame) -> SpielGame:
        """The game with simultaneous decisions made one after the other; nobody sees the others' decisions any earlier."""

    def solve_zero_sum_game(game: SpielGame, solver: Exactly) -> tuple[float, float, Policy, Policy]:
        """The value of the game for each of the two players, and an optimal policy for each."""
else:
    import os

    import pyspiel
    from cvxpy.reductions.solvers.conic_solvers.highs_conif import HIGHS
    from highspy import Highs
    from open_spiel.python.algorithms.sequence_form_lp import solve_zero_sum_game

    def _greeted():
        """Makes HiGHS print its greeting, which it does once in a process whatever its options are, to nowhere."""
        before, nowhere = os.dup(1), os.open(os.devnull, os.O_WRONLY)
        try:
            os.dup2(nowhere, 1)
            Highs()
        finally:
            os.dup2(before, 1)
            os.close(before)
            os.close(nowhere)

    _greeted()
    load_game = pyspiel.load_game

    def turn_based(game):
        """The game with simultaneous decisions made one after the other; nobody sees the others' decisions any earlier."""
        simultaneous = game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS
        return pyspiel.convert_to_turn_based(game) if simultaneous else game

    class Exactly(HIGHS):
        """HiGHS, with its own settings instead of those that OpenSpiel always passes.

        Those are meant for ECOS, and no other solver accepts them; ECOS itself has no wheels for Python 3.13 and later.
        """

        def name(self):
            """A name that differs from the names of CVXPY's own solvers."""
            return "RULERUN_HIGHS"

        def solve_via_data(self, data, warm_start, verbose, solver_opts, solver_cache=None):
            """The solution, with tolerances of 1e-10; *solver_opts* are ignored."""
            exact = {"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10}
            return super().solve_via_data(data, warm_start, verbose, exact, solver_cache)


__all__ = ["Exactly", "Policy", "Spiel", "SpielGame", "load_game", "solve_zero_sum_game", "turn_based"]
