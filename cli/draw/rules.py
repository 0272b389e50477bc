"""Draws the page that tells the rules of a game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from ...rulebook.page import Block, Code, Heading, Page, Paragraph, Step, Steps, Table


def rules_parts(page: Page) -> Iterator[RenderableType]:
    """The parts of the page, from top to bottom."""
    for at, block in enumerate(page.blocks):
        yield from _block(block, first=at == 0)


def _block(block: Block, first: bool) -> list[RenderableType]:
    """The parts of one block; *first* tells that nothing stands above it."""
    match block:
        case Heading(text, level):
            title = Text(text, style="bold underline" if level < 3 else "bold")
            return [title] if first else [Text(""), title]
        case Paragraph(text):
            return [Text(text)]
        case Steps(items, numbered):
            return [*_steps(items, numbered)]
        case Table(columns, rows):
            grid = Grid(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
            for column in columns:
                grid.add_column(Text(column), overflow="fold")
            for row in rows:
                grid.add_row(*(Text(cell) for cell in row))
            return [Padding(grid, (0, 0, 0, 2))]
        case Code(lines):
            return [Padding(Text("\n".join(lines), style="dim"), (0, 0, 1, 2))]
        case _:
            assert_never(block)


def _steps(items: tuple[Step, ...], numbered: bool, indent: int = 0) -> Iterator[RenderableType]:
    """A list whose sentences are indented behind their marks: a grid for each, as grids inside each other take long."""
    marks = [f"{number}." if numbered else "•" for number in range(1, len(items) + 1)]
    wide = max(map(len, marks), default=0)
    for mark, item in zip(marks, items, strict=True):
        text = Text(item.lead, style="bold")
        text.append((" – " if item.lead and item.text else "") + item.text, style="not bold")
        grid = Grid.grid(padding=(0, 1, 0, 0))
        grid.add_column(no_wrap=True, width=indent + wide)
        grid.add_column(overflow="fold")
        grid.add_row(" " * indent + mark, text)
        yield grid
        yield from _steps(item.below, False, indent + wide + 1)
