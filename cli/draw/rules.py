"""Draws the page that tells the rules of a game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from ...dsl.rulebook.page import Block, Heading, Page, Paragraph, Step, Steps, Table


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
            return [_steps(items, numbered)]
        case Table(columns, rows):
            grid = Grid(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
            for column in columns:
                grid.add_column(Text(column), overflow="fold")
            for row in rows:
                grid.add_row(*(Text(cell) for cell in row))
            return [Padding(grid, (0, 0, 0, 2))]
        case _:
            assert_never(block)


def _steps(items: tuple[Step, ...], numbered: bool) -> Grid:
    """A list whose sentences are indented behind their marks."""
    grid = Grid.grid(padding=(0, 1, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    for number, item in enumerate(items, 1):
        text = Text(item.lead, style="bold")
        text.append((" – " if item.lead and item.text else "") + item.text, style="not bold")
        grid.add_row(f"{number}." if numbered else "•", text)
        if item.below:
            grid.add_row("", _steps(item.below, False))
    return grid
