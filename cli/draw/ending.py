"""How a match ended, as text: who won, how each score came about, what decided the ranking, and what was hidden."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from ...interpreter.match.match import Match
from ...program.number_text import number_text, signed_text
from ...table.narration import EVERYBODY, result_lines
from ...table.phrases import phrase
from ...table.sheet import Sheet, ranked_by, score_sheet, turned_up
from .paint import seat_style


def draw_ending(match: Match, language: str) -> Iterator[RenderableType]:
    """The parts of the last page of a match that is over."""
    game = match.game
    program = match.program
    first, *rest = result_lines(match, language)
    yield Text(first, "bold")
    for line in rest:
        yield Text(line)
    sheet = score_sheet(program, match.course, EVERYBODY, language)
    if sheet is not None and len(sheet.rows) > 1:
        yield Text()
        yield draw_sheet(match, sheet, language)
    keys = ranked_by(game, match.state, language)
    if keys and (sheet is None or len(keys) > 1):
        yield Text()
        table = columns(match, language)
        for key in keys:
            table.add_row(key.words, *key.values)
        yield table
    hidden = turned_up(game, match.state, language)
    if hidden:
        yield Text()
        yield Text(phrase(language, "turned up"), "dim")
        for name, what in hidden:
            yield Text.assemble(("  " + name + "  ", "dim"), what)


def draw_sheet(match: Match, sheet: Sheet, language: str) -> Table:
    """The score sheet: a row for each part of the match, a column for each seat."""
    table = columns(match, language)
    for row in sheet.rows:
        table.add_row(row.label, *("·" if cell is None else signed_text(cell) for cell in row.cells))
    totals = ["" if total is None else number_text(total) for total in sheet.totals]
    table.add_row(Text(phrase(language, "total"), "bold"), *(Text(total, "bold") for total in totals))
    return table


def columns(match: Match, language: str) -> Table:
    """A table with a column for each seat, in its colour."""
    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column("", style="dim")
    for seat in range(len(match.program.seats)):
        ink = seat_style(match.program, seat, language)
        table.add_column(match.program.seat_name(seat, language), justify="right", header_style=ink)
    return table
