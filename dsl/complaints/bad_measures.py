"""What is wrong with measures, and with values that are shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .complaint import Told, error_under

if TYPE_CHECKING:
    from ...program.span import Span


@error_under("wrong-shape")
def empty_measure(wanted: str, span: Span) -> Told:
    """A measure says where it is taken, and what.

    Wrong:
        measures:
          spread:
    Told:
        expected where it is taken and what, such as `at the end of the game: highest of points[s] for s in seats`, found nothing
    Right:
        measures:
          spread:
            at the end of the game: highest of points[p] for p in players
    """
    return Told(f"expected {wanted}, found nothing", span)


@error_under("wrong-count")
def second_place(name: str, span: Span) -> Told:
    """A measure is taken at one place.

    Wrong:
        measures:
          spread:
            at the end of game: pot
            at the end of the game: pot
    Told:
        `spread` is taken at one place, and this is another
    Right:
        measures:
          spread:
            at the end of game: pot
          last spread:
            at the end of the game: pot
    """
    return Told(f"`{name}` is taken at one place, and this is another", span, "make it a measure with a name of its own")


@error_under("wrong-shape")
def unknown_place(wanted: str, found: str, span: Span, help_: str) -> Told:
    """A measure is taken at the end of the game, or of a phase.

    Wrong:
        measures:
          spread:
            after game: pot
    Told:
        expected `at the end of the game` or `at the end of` a phase, found `after game`
    Right:
        measures:
          spread:
            at the end of game: pot
    """
    return Told(f"expected {wanted}, found `{found}`", span, help_)


@error_under("unknown-name")
def end_of_no_phase(name: str, span: Span, help_: str) -> Told:
    """The phase at whose end a measure is taken is declared.

    Wrong:
        measures:
          spread:
            at the end of gmae: pot
    Told:
        there is no phase `gmae`
    Right:
        measures:
          spread:
            at the end of game: pot
    """
    return Told(f"there is no phase `{name}`", span, help_)


@error_under("missing-set")
def shown_without_end(kind: str, span: Span) -> Told:
    """What is shown for each of several things is shown for things of which there are some: numbers have no end.

    Wrong:
        show:
          double (number n): 2 * n
    Told:
        a value is shown for each number there is, and numbers have no end
    Right:
        show:
          double (player p): 2 * coins[p]
    """
    message = f"a value is shown for each {kind} there is, and numbers have no end"
    return Told(message, span, "name a player, a space or a value of an enumeration")
