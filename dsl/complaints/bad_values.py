"""What is wrong with what values start as, and with positions that are made of values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .complaint import Told, error_under

if TYPE_CHECKING:
    from ...program.span import Span


@error_under("wrong-count")
def names_of_a_start(name: str, indices: int, found: int, span: Span) -> Told:
    """What calculates a start names each index that the value has.

    Wrong:
        variables:
          ring:
            per: player
            holds: 0..9
            starts as (player p, colour c): 3
    Told:
        `ring` has 1 index to name, found 2
    Right:
        variables:
          ring:
            per: player
            holds: 0..9
            starts as (player p): 3
    """
    there = f"{indices} {'index' if indices == 1 else 'indices'}" if indices else "no index"
    return Told(f"`{name}` has {there} to name, found {found}", span, "give a name for each part of `per:`")


@error_under("wrong-type")
def kind_of_a_start(wanted: str, kind: str, span: Span) -> Told:
    """What calculates a start names each index by its kind.

    Wrong:
        variables:
          ring:
            per: space of grid
            holds: 0..9
            starts as (player p): 3
    Told:
        expected a space of `grid` here, found `player`
    Right:
        variables:
          ring:
            per: space of grid
            holds: 0..9
            starts as (space s): s.row
    """
    return Told(f"expected {wanted} here, found `{kind}`", span)


@error_under("wrong-type")
def zone_in_a_position(zone: str, span: Span) -> Told:
    """A position is made of variables, scores and pieces.

    Wrong:
        positions:
          diagram: {of: [stock], at most: 3}
    Told:
        `stock` is a zone: a position is made of variables, scores and pieces
    Right:
        positions:
          diagram: {of: [pot], at most: 3}
        phases:
          game:
            - remember diagram
    """
    message = f"`{zone}` is a zone: a position is made of variables, scores and pieces"
    return Told(message, span, "keep in a variable what counts")


@error_under("unknown-name")
def unknown_in_a_position(name: str, span: Span, help_: str) -> Told:
    """A position is made of what is declared.

    Wrong:
        positions:
          diagram: {of: [coinz], at most: 3}
    Told:
        there is no variable, score or piece `coinz`
    Right:
        positions:
          diagram: {of: [coins], at most: 3}
        phases:
          game:
            - remember diagram
    """
    return Told(f"there is no variable, score or piece `{name}`", span, help_)


@error_under("wrong-type")
def position_for_a_value(name: str, span: Span) -> Told:
    """A position is no value: it is asked how often it was remembered.

    Wrong:
        positions:
          diagram: {of: [coins], at most: 3}
        phases:
          game:
            - remember diagram
            - pot = diagram
    Told:
        expected one value, found the position `diagram`
    Right:
        positions:
          diagram: {of: [coins], at most: 3}
        phases:
          game:
            - remember diagram
            - pot = times diagram was remembered
    """
    help_ = f"how often it was like this: `times {name} was remembered`"
    return Told(f"expected one value, found the position `{name}`", span, help_)
