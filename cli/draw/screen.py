"""Draws a whole screen: boards, the table of the seats, what lies on the table, the viewer's own cards."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console, Group, RenderableType
from rich.measure import Measurement
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from ...table.scene import Cell, Scene, ZonePicture
from .boards import draw_board
from .cards import draw_hand, in_line
from .paint import mark_seat, painted, seat_style

GAP = 4
ROOMY = 32
"""From this many lines of screen on, cards are drawn as boxes below a board."""

SPACIOUS = 40
"""From this many lines of screen on, boards have spaces that are several lines high."""


def draw_scene(scene: Scene, console: Console) -> RenderableType:
    """The boards and everything else, side by side where the screen is wide enough, otherwise one below the other."""
    width = console.width - 2
    boards = [draw_board(board, width, console.height >= SPACIOUS) for board in scene.boards]
    seats = [draw_seats(scene)] if scene.seats else []
    common = draw_common(scene)
    beside: list[RenderableType] = [*seats, *([common] if common is not None else [])]
    room = console.width - 2 - GAP - max([0, *(widest(console, board) for board in boards)])
    if boards and beside and room >= max(widest(console, part) for part in beside):
        hands = draw_hands(scene, room, console.height)
        grid = Table.grid(padding=(0, GAP, 0, 0))
        grid.add_row(Group(*spaced(boards)), Group(*spaced([*beside, *hands])))
        return Padding(grid, (0, 0, 0, 1))
    return Padding(Group(*spaced([*boards, *beside, *draw_hands(scene, width, console.height)])), (0, 0, 0, 1))


def spaced(parts: list[RenderableType]) -> list[RenderableType]:
    """The parts, each with an empty line behind it."""
    return [Padding(part, (0, 0, 1, 0)) for part in parts]


def widest(console: Console, part: RenderableType) -> int:
    """The number of columns that the part takes when nothing limits it."""
    return Measurement.get(console, console.options, part).maximum


def draw_hands(scene: Scene, width: int, height: int) -> list[RenderableType]:
    """The zones that only the viewer sees, each under its title."""
    boxes = height >= (ROOMY if scene.boards else 24)
    return [Group(Text(hand.title, "bold"), draw_hand(hand, width, boxes)) for hand in scene.hands]


def draw_seats(scene: Scene) -> Table:
    """One row for each seat: whose turn it is, and what belongs to it."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("")
    for heading in scene.headings:
        table.add_column(heading, overflow="fold")
    for row in scene.seats:
        name = Text("▶ " if row.asked else "  ")
        name.append(row.name, seat_style(row.seat))
        mark_seat(name, row.seat)
        table.add_row(name, *(draw_cell(cell) for cell in row.cells))
    return table


def draw_cell(cell: Cell) -> Text:
    """What stands in a cell of the table of seats."""
    text = Text()
    for part in cell:
        text.append_text(in_line(part) if isinstance(part, ZonePicture) else painted((part,)))
    return text


def draw_common(scene: Scene) -> Table | None:
    """The zones and values that belong to no seat, a line each; None when there are none."""
    if not scene.lines and not scene.zones:
        return None
    table = Table.grid(padding=(0, 2, 0, 0))
    for line in scene.lines:
        table.add_row(Text(line.title, "dim"), painted(line.value))
    for zone in scene.zones:
        table.add_row(Text(zone.title, "dim"), in_line(zone))
    return table


def draw_options(texts: list[Text], labels: Sequence[str], width: int) -> RenderableType:
    """The options, each after its label; more than six in columns, read downwards."""
    digits = max(len(label) for label in labels)
    numbered: list[Text] = []
    for label, text in zip(labels, texts, strict=True):
        line = Text()
        line.append(f"{label:>{digits}} ", "bold cyan")
        line.append_text(text)
        numbered.append(line)
    if len(numbered) <= 6:
        return Group(*numbered)
    wide = max(line.cell_len for line in numbered) + 3
    rows = -(-len(numbered) // max(1, width // wide))
    table = Table.grid(padding=(0, 3, 0, 0))
    for row in range(rows):
        table.add_row(*numbered[row::rows])
    return table
