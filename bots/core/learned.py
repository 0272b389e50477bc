"""What was learned of a game, for the bots that play by it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...interpreter.adversarial import obstacle
from ...program.ir import Program

NONE = "none"
"""Stands for the digest of weights where nothing was learned."""


def unfit_for(program: Program, digest: str) -> str:
    """Why a game cannot be played by the weights of that *digest* (empty: by those there are), as a clause; else empty."""
    from ...simulation.search.weights import WrongWeights

    why = program.cached(obstacle)
    if why:
        return why
    try:
        if numbers_of(program, digest):
            return ""
        there = digest_of(program)
    except WrongWeights as wrong:
        return str(wrong)
    known = f"`rulerun train {program.ruleset}` learns some" if there == NONE else f"there are `{there}`"
    return f"there are no weights{f' `{digest}`' if digest else ''} of this game; {known}"


def numbers_of(program: Program, digest: str) -> Sequence[int]:
    """The weights of a game, those with that digest where one is given; none where there are none. Raises WrongWeights."""
    return program.cached(_found, digest)[1]


def digest_of(program: Program) -> str:
    """The digest of the weights that there are, or `NONE`. Raises WrongWeights."""
    return program.cached(_found, "")[0]


def _found(program: Program, digest: str) -> tuple[str, Sequence[int]]:
    from ...simulation.search.weights import Weights

    found = Weights.of(program, digest)
    return (NONE, ()) if found is None or not found.numbers else (found.digest, found.numbers)


def levels_of(program: Program) -> Mapping[str, str]:
    """The bots that stand for levels of play where `rulerun train` has measured them; none where it has not."""
    return program.cached(_levels)


def _levels(program: Program) -> Mapping[str, str]:
    from ...simulation.search.weights import Weights, WrongWeights

    try:
        found = None if program.cached(obstacle) else Weights.of(program)
    except WrongWeights:
        found = None
    return {} if found is None else found.levels
