"""Pictures of a report as HTML: a table, or a board with its spaces in shades. What a ruleset says is escaped text there."""

from __future__ import annotations

from collections.abc import Collection
from xml.etree.ElementTree import Element

from attrs import evolve

from ...drawing.board import EDGE, UNIT, bare, board_svg
from ...drawing.crop import parts_of
from ...drawing.markup import as_html
from ...drawing.table import table_html
from ...table.scene import Board, Changes, Printed, Scene, Space, Value
from .report import Picture, Shaded

LIGHT, DARK = (243, 246, 249), (11, 79, 135)
"""The ends of the shades, as red, green and blue."""

LARGE, AROUND = 400, 1
"""Of a board with more spaces only the part is drawn where there is something, and so many spaces around that."""


def drawn(picture: Picture) -> str:
    """The picture as HTML."""
    if not picture.board:
        return as_html(_table(picture.scene))
    board, shades = next(each for each in picture.scene.boards if each.id == picture.board), dict(picture.shades)
    made = board_svg(shaded(board, shades), evolve(picture.scene, changes=Changes()), names=True, coloured=True)
    return as_html(_part(made, board, shades))


def shaded(board: Board, shades: dict[str, Shaded]) -> Board:
    """The board with nothing on it; each space has its shade for a background, and its figure for a print."""
    plain = bare(board)
    return evolve(plain, ground=None, spaces=tuple(_space(each, shades.get(each.id, Shaded(0.0, ""))) for each in plain.spaces))


def _space(space: Space, shade: Shaded) -> Space:
    mixed = (round(low + shade.part * (high - low)) for low, high in zip(LIGHT, DARK, strict=True))
    ground = "#" + "".join(f"{each:02x}" for each in mixed)
    # where its own colour is printed on a space, too, all else stands in the middle
    told = (Value(None, None, "", colour=ground), Value(None, None, shade.text)) if shade.text else ()
    return evolve(space, ground=ground, printed=tuple(Printed("", each) for each in told))


def _table(scene: Scene) -> Element:
    made = table_html(scene)
    frames = [each for each in made.iter("div") if each.get("class") == "board-frame"]
    for frame, board in zip(frames, scene.boards, strict=True):
        used = {each.id for each in board.spaces if each.pieces or each.pointers or each.marks}
        frame[0] = _part(frame[0], board, used | set(scene.changes.spaces))
    return made


def _part(svg: Element, board: Board, used: Collection[str]) -> Element:
    """The part of a large board on which there is something; the whole of another."""
    places = [space.at for space in board.spaces if space.id in used]
    if len(board.spaces) <= LARGE or not places:
        return svg
    (left, right), (top, low) = ((min(ends) - AROUND, max(ends) + AROUND) for ends in zip(*places, strict=True))
    part = parts_of(svg).within(left * UNIT + EDGE, top * UNIT + EDGE, (right - left + 1) * UNIT, (low - top + 1) * UNIT)
    part.set("class", "board")
    return part
