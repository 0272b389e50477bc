"""What is wrong with how the story and the rules page tell things."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .complaint import Told, amount, error_under

if TYPE_CHECKING:
    from ...program.span import Span


@error_under("wrong-count")
def told_of_others(name: str, wanted: int, found: int, span: Span) -> Told:
    """Words about a function or a phase name all that it is given.

    Wrong:
        told:
          rich: {en: is rich}
    Told:
        `rich` is given 1 thing, here 0
    Right:
        told:
          rich (player p): {en: "{p} is rich"}
    """
    return Told(f"`{name}` is given {amount(wanted, 'thing')}, here {found}", span)
