"""`rulerun manual`: prints the reference of the language."""

from __future__ import annotations

import sys

import click

from ..terminal.console import Misused

WIDEST = 120
"""Lines that are longer than this are hard to read."""


@click.command("manual")
@click.argument("words", metavar="[WORD]...", nargs=-1)
def command(words: tuple[str, ...]) -> None:
    """Print the reference of the language: sections and keys, sentences, functions, diagnostics. With WORD, only what has it.

    At a terminal it is laid out in columns; into a file or a pipe it goes as Markdown.
    """
    from ...dsl.text.suggestions import nearest
    from ...tools.reference import entries, reference, spoken

    word = " ".join(words)
    text = entries(word) if word else reference()
    if not text:
        raise Misused(f"the manual has no `{word}`{nearest(word, spoken())}")
    if not sys.stdout.isatty():
        sys.stdout.write(text)
        return
    from rich.markdown import Markdown

    from ..draw.printer import Printer

    console = Printer(highlight=False)
    Printer(highlight=False, width=min(console.width, WIDEST)).print(Markdown(text))
