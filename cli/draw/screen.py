"""Draws a whole screen: boards, the table of the seats, what lies on the table, the viewer's own cards."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve
from rich.cells import cell_len
from rich.console import Console, Group, RenderableType
from rich.measure import Measurement
from rich.padding import Padding
from rich.style import Style
from rich.table import Table
from rich.text import Text

from ...table.pictures import Cell, Picture, SeatRow, ZonePicture
from ...table.styles import TextStyle, seat_style_of
from .boards import draw_board
from .cards import draw_hand, flow, in_lines, units
from .paint import mark, painted, style

GAP = 4
ROOMY = 32
"""From this many lines of screen on, cards are drawn as boxes below a board."""


def draw_scene(scene: Picture, console: Console) -> RenderableType:
    """The boards and everything else, side by side where the screen is wide enough, otherwise one below the other."""
    width = console.width - 2
    boards = [draw_board(board, width, console.height // 2) for board in scene.boards]
    room = console.width - 2 - GAP - max([0, *(widest(console, board) for board in boards)])
    if boards and room >= max(widest(console, part) for part in panels(scene, width, console.height)):
        grid = Table.grid(padding=(0, GAP, 0, 0))
        beside = [*panels(scene, room, console.height), *draw_hands(scene, room, console.height)]
        grid.add_row(Group(*spaced(boards)), Group(*spaced(beside)))
        return Padding(grid, (0, 0, 0, 1))
    below = [*panels(scene, width, console.height), *draw_hands(scene, width, console.height)]
    return Padding(Group(*spaced([*boards, *below])), (0, 0, 0, 1))


def panels(scene: Picture, width: int, height: int) -> list[RenderableType]:
    """What lies in the middle, the table of the seats, and what belongs to nobody."""
    found = (
        draw_middle(scene, width, height),
        draw_seats(scene, width) if scene.seats else None,
        draw_common(scene, width),
    )
    return [part for part in found if part is not None]


def spaced(parts: list[RenderableType]) -> list[RenderableType]:
    """The parts, each with an empty line behind it."""
    return [Padding(part, (0, 0, 1, 0)) for part in parts]


def widest(console: Console, part: RenderableType) -> int:
    """The number of columns that the part takes when nothing limits it."""
    return Measurement.get(console, console.options, part).maximum


def draw_hands(scene: Picture, width: int, height: int) -> list[RenderableType]:
    """The zones that only the viewer sees, each under its title."""
    boxes = height >= (ROOMY if scene.boards else 24)
    return [Group(Text(hand.title, "bold"), draw_hand(hand, width, boxes)) for hand in scene.hands]


def draw_seats(scene: Picture, width: int) -> RenderableType:
    """One row for each seat: whose turn it is, and what belongs to it. Columns for which *width* leaves no room follow below."""
    columns = [[row.cells[at] for row in scene.seats] for at in range(len(scene.headings))]
    names = [seat_label(scene, row) for row in scene.seats]
    room = width - max(name.cell_len for name in names)
    widths: list[int] = []
    for number, (heading, cells) in enumerate(zip(scene.headings, columns, strict=True)):
        needed = [least(heading, cells), natural(heading, cells)]
        later = sum(least(*each) + GUTTER for each in list(zip(scene.headings, columns, strict=True))[number + 1 :])
        left = room - sum(each + GUTTER for each in widths if each) - GUTTER
        wanted = min(needed[1], max(needed[0], left - later))
        widths.append(wanted if wanted <= left else 0)
    table = Table(box=None, pad_edge=False, padding=(0, GUTTER, 0, 0), header_style="dim")
    table.add_column("", no_wrap=True)
    for heading, wide in zip(scene.headings, widths, strict=True):
        if wide:
            table.add_column(heading, width=wide)
    for name, row in zip(names, scene.seats, strict=True):
        table.add_row(name, *(draw_cell(cell, wide) for cell, wide in zip(row.cells, widths, strict=True) if wide))
    below = [
        draw_below(scene, heading, cells, width)
        for heading, cells, wide in zip(scene.headings, columns, widths, strict=True)
        if not wide
    ]
    return Group(table, *below) if below else table


GUTTER = 2
NARROW = 18
"""Cards are not drawn in columns that are narrower than this, unless they need no more."""


def seat_label(scene: Picture, row: SeatRow) -> Text:
    """Whose row it is, and whether the seat is asked."""
    name = Text("▶ " if row.asked else "  ")
    name.append(row.name, style(scene.styles[row.seat] if scene.styles else seat_style_of(row.seat)))
    mark(name, 0, row.id)
    return name


def natural(heading: str, cells: Sequence[Cell]) -> int:
    """How wide a column is in which nothing is broken."""
    return max([cell_len(heading), *(sum(part.cell_len + GUTTER for part in parts(cell)) - GUTTER for cell in cells)])


def least(heading: str, cells: Sequence[Cell]) -> int:
    """How wide a column must be so that no word, value or card is broken."""
    broken = max([*(cell_len(word) for word in heading.split()), *(part.cell_len for cell in cells for part in parts(cell)), 1])
    cards = any(isinstance(part, ZonePicture) for cell in cells for part in cell)
    return min(natural(heading, cells), max(broken, NARROW if cards else 0))


def parts(cell: Cell) -> list[Text]:
    """What stands in a cell of the table of seats, in parts that are not broken."""
    found: list[Text] = []
    apart = True
    for part in cell:
        if isinstance(part, ZonePicture):
            found += units(part, len(part.cards))
            apart = True
        elif not part.text.strip() and part.style == TextStyle():
            apart = True
        else:
            if apart:
                found.append(Text())
            found[-1].append_text(painted((part,)))
            apart = False
    return found or [Text()]


def draw_cell(cell: Cell, width: int) -> Text:
    """What stands in a cell, in lines of that width."""
    if len(cell) == 1 and isinstance(cell[0], ZonePicture):
        return in_lines(cell[0], width)
    return flow(parts(cell), width)


def draw_below(scene: Picture, heading: str, cells: Sequence[Cell], width: int) -> RenderableType:
    """A column that had no room beside the others: a line for each seat."""
    grid = Table.grid(padding=(0, GUTTER, 0, 0))
    names = [seat_label(scene, evolve(row, asked=False)) for row in scene.seats]
    room = max(1, width - max(name.cell_len for name in names) - GUTTER)
    for name, cell in zip(names, cells, strict=True):
        grid.add_row(name, draw_cell(cell, room))
    return Group(Text(heading, "dim"), grid)


def draw_common(scene: Picture, width: int) -> RenderableType | None:
    """The zones and values that belong to no seat, a line each; None when there are none."""
    if not scene.lines and not scene.zones:
        return None
    titles = [*(line.title for line in scene.lines), *(zone.title for zone in scene.zones)]
    widest_title = min(max(map(cell_len, titles)), width // 2)
    room = max(1, width - widest_title - GUTTER)
    table = Table.grid(padding=(0, GUTTER, 0, 0))
    table.add_column(width=widest_title)
    for line in scene.lines:
        table.add_row(Text(line.title, "dim"), painted(line.value))
    for zone in scene.zones:
        table.add_row(Text(zone.title, "dim"), in_lines(zone, room, noted=True))
    return table


def draw_middle(scene: Picture, width: int, height: int) -> RenderableType | None:
    """What lies in the middle of the table, side by side, each under the name of its seat; None when nothing lies there."""
    if not scene.middle:
        return None
    names, cards = [], []
    for before, laid in zip((None, *scene.middle), scene.middle, strict=False):
        if laid.title and (before is None or before.title != laid.title):
            names.append(Text(laid.title, "dim"))
            cards.append(Text())
        ink = style(scene.styles[laid.seat]) if laid.seat is not None and scene.styles else Style(dim=True)
        names.append(Text(laid.name, ink))
        cards.append(draw_hand(laid.zone, max(1, width // len(scene.middle) - GUTTER), height >= ROOMY))
    wide = [
        max(name.cell_len, *(cell_len(line) for line in each.plain.split("\n"))) for name, each in zip(names, cards, strict=True)
    ]
    table = Table.grid(padding=(0, GUTTER, 0, 0))
    if sum(each + GUTTER for each in wide) <= width:
        table.add_row(*names)
        table.add_row(*cards)
        return table
    for name, each in zip(names, cards, strict=True):
        table.add_row(name, each)
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
