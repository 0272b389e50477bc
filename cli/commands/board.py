"""`rulerun board`: shows the boards of a ruleset with the names of their spaces."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..terminal import completing
from ..terminal.console import Misused, Refused, find, load, read
from ..terminal.written import write_over

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from ...program.ir import Program


@click.command("board")
@click.argument("file", metavar="FILE", shell_complete=completing.games)
@click.argument("name", metavar="[BOARD]", required=False)
@click.option("--variant", metavar="V", help="The variant.", shell_complete=completing.variants)
@click.option("--players", type=int, metavar="N", help="For how many players.")
@click.option("--set", "pairs", multiple=True, metavar="NAME=VALUE", help="Set a parameter; may be given again.")
@click.option("--svg", metavar="OUT", type=click.Path(dir_okay=False, allow_dash=True), help="Write an SVG image (`-`: print).")
def command(
    file: str, name: str | None, variant: str | None, players: int | None, pairs: tuple[str, ...], svg: str | None
) -> None:
    """Show the boards of a ruleset with the names of their spaces, as rules and examples have them."""
    from ...dsl.text.suggestions import nearest
    from ...tools.board_map import text_map

    program = load(read(find(file)), variant, players, pairs)
    if not program.boards:
        raise Refused(f"`{program.ruleset}` has no board")
    boards = [board for board in program.boards if name in (None, board.name.plain)]
    if not boards:
        near = nearest(name or "", [board.name.plain for board in program.boards])
        raise Misused(f"`{program.ruleset}` has no board `{name}`{near}")
    if svg is None:
        for at, board in enumerate(boards):
            if len(boards) > 1:
                click.echo(f"{chr(10) if at else ''}{board.name.plain}:")
            click.echo(text_map(program, board, shutil.get_terminal_size().columns))
        return
    from ...drawing.markup import as_svg

    if len(boards) > 1:
        raise Misused(f"say which board: {', '.join(f'`{board.name.plain}`' for board in boards)}")
    image = as_svg(empty_board_of(program, program.boards.index(boards[0])))
    if svg == "-":
        sys.stdout.write(image)
        return
    write_over(Path(svg), image.encode())
    click.echo(f"{svg} is written")


def empty_board_of(program: Program, number: int) -> Element:
    """The board of that number as SVG, its spaces called as rules and examples call them; links on the board that they join."""
    from ...drawing.board import empty_board
    from ...interpreter import initial, view
    from ...interpreter.game import Game
    from ...table.model import scene_of

    game = Game(program)
    shown = scene_of(game, view(game, initial(game, listening=True), 0), "", own=False)
    drawn = program.boards[number].of
    name = program.boards[number if drawn is None else drawn].name.plain
    return empty_board(next(board for board in shown.boards if board.id == name), shown)
