"""What is wrong with phases and what they are given."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .complaint import Told, amount, error_under

if TYPE_CHECKING:
    from ...program.span import Span


@error_under("taken-name")
def phase_declared_twice(name: str, span: Span) -> Told:
    """A phase is declared once, whatever it is given.

    Wrong:
        phases:
          game:
            - do pay (Anne)
          pay (player p):
            - coins[p] += 1
          pay:
            - pot += 1
    Told:
        the phase `pay` is declared twice
    Right:
        phases:
          game:
            - do pay (Anne)
            - do pay the pot
          pay (player p):
            - coins[p] += 1
          pay the pot:
            - pot += 1
    """
    return Told(f"the phase `{name}` is declared twice", span)


@error_under("wrong-count")
def phase_given(name: str, wanted: str, found: int, span: Span) -> Told:
    """A phase is given what its brackets name.

    Wrong:
        phases:
          game:
            - do pay
          pay (player p):
            - coins[p] += 1
    Told:
        `pay` is given player p; found 0 values
    Right:
        phases:
          game:
            - do pay (Anne)
          pay (player p):
            - coins[p] += 1
    """
    return Told(f"`{name}` is given {wanted}; found {amount(found, 'value')}", span)
