"""What is wrong with directions, and with what lies straight ahead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .complaint import Told, error_under

if TYPE_CHECKING:
    from ...program.span import Span


@error_under("unknown-kind")
def no_board_with_directions(what: str, span: Span) -> Told:
    """Directions are those of a board, and a track has none.

    Wrong:
        boards:
          grid: {kind: track, spaces: 0..5}
        pieces:
          king: {on: grid}
        variables:
          way: {holds: direction}
    Told:
        no board has directions: direction needs one
    Right:
        variables:
          way: {holds: direction}
        phases:
          game:
            - way = up
    """
    return Told(f"no board has directions: {what} needs one", span)


@error_under("unknown-name")
def board_without_directions(name: str, span: Span, help_: str) -> Told:
    """Directions are those of a board that is no track.

    Wrong:
        variables:
          back: {holds: direction of road}
    Told:
        there is no board `road` with directions
    Right:
        variables:
          back: {holds: direction of grid}
        phases:
          game:
            - back = down
    """
    return Told(f"there is no board `{name}` with directions", span, help_)


@error_under("unknown-name")
def unknown_direction(board: str, span: Span, help_: str) -> Told:
    """A step goes in a direction that the board has.

    Wrong:
        - king = step(b2, north)
    Told:
        expected a direction of `grid`
    Right:
        - king = step(b2, up)
    """
    return Told(f"expected a direction of `{board}`", span, help_)


@error_under("wrong-type")
def ways_of_two_boards(what: str, elsewhere: str, here: str, span: Span) -> Told:
    """Ways that have one name are directions of one board.

    Wrong:
        boards:
          comb: {kind: hexagon, side: 2}
        enumerations:
          cloth:
            silk: {ways: straight of grid}
            wool: {ways: straight of comb}
    Told:
        the values of `cloth`, `ways` is a direction of `grid` elsewhere and a direction of `comb` here
    Right:
        enumerations:
          cloth:
            silk: {ways: straight of grid}
            wool: {ways: diagonal of grid}
    """
    return Told(f"{what} is {elsewhere} elsewhere and {here} here", span)


@error_under("wrong-type")
def directions_of_a_track(board: str, span: Span) -> Told:
    """A track has no directions: its spaces are numbers.

    Wrong:
        - pot = number of direction d of road
    Told:
        `road` is a track, which has no directions
    Right:
        - pot = number of direction d of grid
    """
    return Told(f"`{board}` is a track, which has no directions", span, "its spaces are numbers: add and subtract")


@error_under("wrong-type")
def opposite_of_another(found: str, span: Span) -> Told:
    """Only a direction has an opposite.

    Wrong:
        - let back = opposite(b2)
    Told:
        expected a direction, found a space of `grid`
    Right:
        - let back = opposite(up)
        - king = step(b2, back)
    """
    return Told(f"expected a direction, found {found}", span)


@error_under("wrong-type")
def nothing_straight_ahead(board: str, span: Span) -> Told:
    """A graph that is not drawn has no straight lines.

    Wrong:
        boards:
          region: {kind: graph, spaces: {mill: [inn], inn: [ford], ford: }}
        phases:
          game:
            - pot = count(between(mill, ford))
    Told:
        `region` is a graph that is not drawn, on which nothing lies straight ahead
    Right:
        boards:
          region:
            kind: graph
            spaces: |
              mill--inn--ford
        phases:
          game:
            - pot = count(between(mill, ford))
    """
    return Told(f"`{board}` is a graph that is not drawn, on which nothing lies straight ahead", span)
