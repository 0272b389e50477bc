"""`rulerun explain`: shows the rules of a game on one page, or what a diagnostic means."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from ..terminal import completing
from ..terminal.console import Misused, base_folders, emit, find, load, read, settings
from ..terminal.diagnostic_pages import looks_like_a_code, tell_diagnostic
from ..terminal.system_language import system_language

if TYPE_CHECKING:
    from ...rulebook.page import Page

WIDEST = 100
"""Lines that are longer than this are hard to read."""


@click.command("explain")
@click.argument("file", metavar="FILE|FILE:LINE|CODE", required=False, default="", shell_complete=completing.games)
@click.option("--variant", metavar="V", help="The variant to tell.", shell_complete=completing.variants)
@click.option("--players", type=int, metavar="N", help="For how many players.")
@click.option("--set", "dials", multiple=True, metavar="NAME=VALUE", help="Set a parameter; may be given again.")
@click.option("--lang", metavar="L", help="The language: en, it or es, or one that the ruleset speaks.")
@click.option("--all", "whole", is_flag=True, help="Show the whole page of a diagnostic, not only what a screen has room for.")
@click.option("--list", "listing", is_flag=True, help="List the codes of all diagnostics.")
@click.option("--json", "as_json", is_flag=True, help="Print the page as JSON.")
def command(
    file: str,
    variant: str | None,
    players: int | None,
    dials: tuple[str, ...],
    lang: str | None,
    whole: bool,
    listing: bool,
    as_json: bool,
) -> None:
    """Tell the rules of a game, what a line of it does (`FILE:LINE`), or what a diagnostic of `validate` means: its code stands
    in `[ ]`.

    The rules are told for that number of players: the author's words, components, set-up, what can be chosen, the end and who
    wins, what is hidden, the ruleset's own lines; and what differs for other numbers of players.
    """
    from ...rulebook.page import to_json

    if listing or not file or looks_like_a_code(file):
        tell_diagnostic("" if listing else file, whole, as_json)
        return
    name, _, line = file.rpartition(":")
    if name and line.isdecimal():
        _tell_line(name, int(line), as_json)
        return
    page = _rules(file, variant, players, dials, lang or "")
    if as_json:
        emit(to_json(page))
    else:
        _draw(page)


def _tell_line(name: str, line: int, as_json: bool) -> None:
    """Tells what a line does, and what the names in it stand for."""
    from ...tools.service import Ruleset

    path = find(name)
    ruleset = Ruleset(path, read(path).text, base_folders())
    told = ruleset.explained(line) if line <= ruleset.text.count("\n") + 1 else ""
    if not told:
        raise Misused(f"nothing stands on line {line} of `{path}`")
    if as_json:
        emit({"file": str(path), "line": line, "parts": told.split("\n\n")})
    else:
        click.echo(told.replace("**", ""))


def _rules(file: str, variant: str | None, players: int | None, dials: tuple[str, ...], lang: str) -> Page:
    """The rules page of a ruleset, which is checked first."""
    from ...dsl.describe import survey
    from ...rulebook.rules_page import rules_page

    source = read(find(file))
    program = load(source, variant, players, dials)
    spoken = survey(source).languages
    language = _language(program.ruleset, spoken, lang)
    count = sum(not seat.automa for seat in program.seats)
    return rules_page(source, variant or "", count, settings(dials), language)


def _language(ruleset: str, spoken: tuple[str, ...], wanted: str) -> str:
    """The language to tell the rules in; a note says what stays in another. Raises `Misused` for one that nobody speaks."""
    from ...dsl.settings import settle_language
    from ...dsl.text.suggestions import nearest
    from ...rulebook.phrases import LANGUAGES

    if wanted and wanted not in LANGUAGES and wanted not in spoken:
        raise Misused(f"`{ruleset}` does not speak `{wanted}`{nearest(wanted, dict.fromkeys((*spoken, *LANGUAGES)))}")
    if wanted and spoken and wanted not in spoken:
        sys.stderr.write(f"note: `{ruleset}` does not speak `{wanted}`: its own names stay as they are\n")
    language = wanted or settle_language(ruleset, spoken, system_language(spoken))
    if language not in LANGUAGES:
        sys.stderr.write(f"note: the sentences are in English, for rulerun does not speak `{language}`\n")
    return language


# ------------------------------------------------------------------------------------------------------------ drawing


def _draw(page: Page) -> None:
    from ..draw.printer import Printer
    from ..draw.rules import rules_parts

    console = Printer(highlight=False)
    console = Printer(highlight=False, width=min(console.width, WIDEST))
    for part in rules_parts(page):
        console.print(part)
