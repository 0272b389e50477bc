"""`rulerun print`: cards, boards, pieces, score sheets and pads on paper."""

from __future__ import annotations

from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ...printing.paper import BACKS, BLEED, PARTS
from ..terminal.console import Misused, Refused, find, read
from ..terminal.paper_options import Asked, ToPrint, folder_option, paper_options, place_for, printing, warn
from ..terminal.written import write_over

if TYPE_CHECKING:
    from ...printing.prints import Wanted


@click.command("print")
@paper_options("print", "the print")
@click.option("--only", "parts", type=click.Choice(PARTS), multiple=True, help="Print this alone; may be given again.")
@click.option("--size", metavar="SIZE", default="poker", show_default=True, help="Of cards: a name, or millimetres (`63x88`).")
@click.option(
    "--bleed", type=click.FloatRange(0, 10), metavar="MM", help=f"How far the print of a card goes beyond its edge ({BLEED:g})."
)
@click.option(
    "--backs",
    type=click.Choice(BACKS),
    default=BACKS[0],
    show_default=True,
    help="On the other side of the sheet, folded over above the face, or none.",
)
@click.option(
    "--offset", metavar="X,Y", help="Move the backs so many millimetres to the right and down, for a printer that misses."
)
@click.option("--copies", type=click.IntRange(1, 100), default=1, metavar="N", help="Print so many sets of cards (1).")
@click.option("--space", type=click.FloatRange(0, min_open=True), metavar="MM", help="How wide the spaces of a board are.")
@folder_option("--art", "Pictures: `DECK/CARD.svg`, backs `DECK.svg`.")
@folder_option("--png", "Write each card as an image instead.")
@folder_option("--csv", "Write each deck as a table instead.")
def command(
    asked: Asked,
    parts: tuple[str, ...],
    size: str,
    bleed: float | None,
    backs: str,
    offset: str | None,
    copies: int,
    space: float | None,
    art: Path | None,
    png: Path | None,
    csv: Path | None,
) -> None:
    """Print a game: its cards, boards, pieces, score sheets and pads, from the file that plays.

    One PDF with all that there is for the largest number of players, to be printed in its own size (100%). Cards have marks
    to cut them at; a board that is larger than a sheet is glued.
    """
    for option, value in (("--bleed", bleed), ("--space", space)):
        if value is not None and not isfinite(value):
            raise Misused(f"`{option}` is a number of millimetres, not `{value}`")
    source = read(find(asked.file))
    if csv is not None:
        write_tables(asked.to_print(source), csv)
        return
    with printing(source):
        from ...printing.layout import Plan
        from ...printing.paper import offset_of, size_of
        from ...printing.prints import Wanted

        game = asked.to_print(source)
        if art is not None and not art.is_dir():
            raise Refused(f"there is no folder `{art}`")
        moved = (0.0, 0.0) if offset is None else offset_of(offset)
        plan = Plan(size_of(size), BLEED if bleed is None else bleed, backs, moved)
        wanted = Wanted(asked.paper, plan, parts or PARTS, copies, space, art)
        if png is not None:
            write_images(game, wanted, asked.fonts, png)
        else:
            write_pdf(game, wanted, asked.fonts, place_for(asked.out, game.program, "-print.pdf"))


def write_pdf(game: ToPrint, wanted: Wanted, fonts: Path | None, out: Path) -> None:
    """Write the print."""
    from ...interpreter.game import Game
    from ...printing.prints import printed
    from ...printing.typesetting import fonts_in

    made = printed(Game(game.program), game.language, wanted, fonts_in(fonts))
    content = made.typeset.pdf()
    warn(made.warnings())
    write_over(out, content)
    pages = ", ".join(f"{part} {count}" for part, count in made.pages.items())
    click.echo(f"{out} is written; pages: {pages}")


def write_images(game: ToPrint, wanted: Wanted, fonts: Path | None, folder: Path) -> None:
    """Write a PNG for each card, and for each back."""
    from ...printing.prints import card_images
    from ...printing.typesetting import fonts_in

    images, made = card_images(game.program, game.language, wanted, fonts_in(fonts))
    warn(made.warnings())
    _make(folder)
    for name, content in images:
        write_over(folder / name, content)
    click.echo(f"{len(images)} images are written to {folder}")


def write_tables(game: ToPrint, folder: Path) -> None:
    """Write a table for each deck, which `cards from:` reads."""
    from ...printing.csv_tables import deck_tables

    tables = list(deck_tables(game.source, game.variant, game.players, dict(game.parameters)))
    if not tables:
        raise Refused(f"`{game.program.ruleset}` has no decks")
    _make(folder)
    for name, text in tables:
        path = folder / f"{name.replace(' ', '_')}.csv"
        write_over(path, text.encode())
        click.echo(f"{path} is written; the deck reads it with `cards from: {path.name}`")


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise Refused(f"cannot make the folder `{folder}`: {fault.strerror or fault}") from None
