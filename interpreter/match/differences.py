"""What is told of a check that fails: both sides of what it compares, and the values of which these are made."""

from __future__ import annotations

from ...program.ir import Claim, Compared, Invariant, Side
from ..core.runtime_errors import PlayError, written
from ..game import Game
from ..machine.machine import value_of
from ..state import State

MOST_TOLD = 8
"""So many draws of chance, comparisons and values are told of a failure at most."""


def difference(game: Game, state: State, claims: tuple[Claim, ...]) -> str:
    """A clause that tells what the first of these conditions that fails compares, and the values of which that is made."""
    claim = next((each for each in claims if not value_of(game.silent, state.slots, each.test)), None)
    if claim is None:
        return ""
    which = "" if len(claims) == 1 else f"; `{claim.words}` does not"
    compared = [each for each in (comparison(game, state, one) for one in claim.compared[:MOST_TOLD]) if each]
    parts = [f"`{side.words}` is {value}" for side in claim.parts[:MOST_TOLD] if (value := side_text(game, state, side))]
    found = ", found " + " and ".join(compared) if compared else ""
    return which + found + (f": {', '.join(parts)}" if parts else "")


def broken_text(game: Game, state: State, invariant: Invariant) -> str:
    """What is told of an invariant that does not hold, with what it compares."""
    try:
        found = difference(game, state, invariant.claims)
    except PlayError:
        found = ""
    return f"the invariant `{invariant.name}` does not hold{found}"


def comparison(game: Game, state: State, compared: Compared) -> str:
    """A comparison with the values that its sides have, as in `6 = 7`; "" where one has none."""
    values = [side_text(game, state, side) for side in compared.sides]
    if not all(values):
        return ""
    return values[0] + "".join(f" {how} {value}" for how, value in zip(compared.relations, values[1:], strict=True))


def side_text(game: Game, state: State, side: Side) -> str:
    """The value as it is written; "" where it has none, as behind a condition that guards it."""
    program = game.program
    try:
        found = int(value_of(game.silent, state.slots, side.value))
    except PlayError:
        return ""
    return ("yes" if found else "no") if side.truth else written(program, side.domain, found)
