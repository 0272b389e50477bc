"""`rulerun rulebook`: an illustrated rulebook, as PDF, HTML or Markdown."""

from __future__ import annotations

from pathlib import Path

import click

from ...printing.paper import Paper
from ...printing.phrases import LANGUAGES
from ..terminal.console import Misused, Refused, find, read
from ..terminal.paper_options import Asked, ToPrint, paper_options, place_for, printing, warn, write_tagged
from ..terminal.written import write_over

ENDINGS = (".pdf", ".html", ".md")


@click.command("rulebook")
@paper_options("tell", "the rulebook", "`.pdf`, `.html` or `.md`")
def command(asked: Asked) -> None:
    """Write the rulebook of a game: its author's words, components, the table, examples, variants, all cards.

    Everything in it comes from the file that plays, told for the largest number of players; what differs with others has a part
    of its own. Warnings say what the author's words leave out.
    """
    source = read(find(asked.file))
    with printing(source):
        game = asked.to_print(source)
        if game.language not in LANGUAGES:
            raise Misused(f"a rulebook is written in {', '.join(LANGUAGES)}, not in `{game.language}`")
        write(game, place_for(asked.out, game.program, "-rulebook.pdf", ENDINGS), asked.paper, asked.fonts)


def write(game: ToPrint, out: Path, paper: Paper, fonts: Path | None) -> None:
    """Write the rulebook and say what it leaves out."""
    from ...printing.blocks import Told
    from ...printing.book import book_of
    from ...printing.book_data import images_of, typeset
    from ...printing.book_page import html, markdown
    from ...printing.typesetting import fonts_in

    held = fonts_in(fonts)
    told = Told(game.source, game.variant, game.program, game.parameters, game.language)
    book = book_of(told)
    match out.suffix.lower():
        case ".pdf":
            write_tagged(typeset(book, told, held, paper), out)
        case ".html":
            write_over(out, html(book, images_of(book, told, held)).encode())
        case _:
            folder = f"{out.stem}-pictures"
            text, files = markdown(book, images_of(book, told, held), folder)
            place = out.with_name(folder)
            try:
                place.mkdir(exist_ok=True)
            except OSError as fault:
                raise Refused(f"cannot make the folder `{place}`: {fault.strerror or fault}") from None
            for name, picture in files.items():
                write_over(place / name, picture)
            write_over(out, text.encode())
    warn(f"the rulebook leaves unsaid {each}" for each in book.unsaid)
    click.echo(f"{out} is written")
