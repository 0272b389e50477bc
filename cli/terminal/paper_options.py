"""What the commands that print share: their options, the game to print, and where the print goes."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING

import click
from attrs import frozen

from ...printing.paper import PAPERS, NotPrinted, Paper
from ...program.harmless import harmless
from . import completing
from .console import Misused, Refused, fault_text, load, settings
from .setting_options import setting_options
from .system_language import system_language
from .written import write_over

if TYPE_CHECKING:
    from ...dsl.describe import Survey
    from ...dsl.text.source import Source
    from ...printing.typesetting import Typeset
    from ...program.ir import Program


@frozen
class ToPrint:
    """The game that is printed, and how it is settled."""

    source: Source
    overview: Survey
    program: Program
    variant: str
    parameters: Mapping[str, str]
    language: str

    @property
    def players(self) -> int:
        """For how many players it is."""
        return len(self.program.players)

    @property
    def numbers(self) -> tuple[int, ...]:
        """For how many players the variant can be."""
        return next((each.players for each in self.overview.variants if each.name == self.variant), self.overview.players)

    def seat_name(self, seat: int) -> str:
        """What people call a seat."""
        return self.program.seat_name(seat, self.language)


@frozen
class Asked:
    """What all commands that print are told."""

    file: str
    players: int | None
    variant: str | None
    pairs: Sequence[str]
    lang: str | None
    out: Path | None
    paper: Paper
    fonts: Path | None

    def to_print(self, source: Source, most: bool = True) -> ToPrint:
        """The game, checked; without a number of players for the *most* that it allows, who need all that there is, or for as
        many as other commands play it. Raises Misused.
        """
        from ...dsl.describe import survey
        from ...dsl.settings import settle_language, settle_variant
        from ...dsl.text.suggestions import nearest
        from ...rulebook.phrases import LANGUAGES

        overview, players = survey(source), self.players
        if most and overview.name and not overview.problems and players is None:
            named = settle_variant(overview, self.variant)
            numbers = next((each.players for each in overview.variants if each.name == named), overview.players)
            players = numbers[-1]
        program = load(source, self.variant, players, self.pairs)
        spoken = program.languages
        if self.lang and spoken and self.lang not in spoken:
            raise Misused(f"`{program.ruleset}` does not speak `{self.lang}`{nearest(self.lang, spoken)}")
        language = self.lang or settle_language(
            program.ruleset, spoken, system_language([each for each in spoken if each in LANGUAGES])
        )
        return ToPrint(source, overview, program, program.variant, settings(self.pairs), language)


def paper_options(verb: str, what: str, endings: str = "`.pdf`") -> Callable[[Callable[..., None]], Callable[..., None]]:
    """The ruleset and the options of all commands that print, which the command gets as one `Asked`; *verb* says what it does
    with a variant, *what* is written to a name with these *endings*.
    """

    def with_options(command: Callable[..., None]) -> Callable[..., None]:
        @wraps(command)
        def gathered(
            file: str,
            players: int | None,
            variant: str | None,
            pairs: Sequence[str],
            lang: str | None,
            out: Path | None,
            paper: str,
            fonts: Path | None,
            **others: object,
        ) -> None:
            command(Asked(file, players, variant, pairs, lang, out, PAPERS[paper], fonts), **others)

        made: Callable[..., None] = gathered
        for option in (
            folder_option("--fonts", "Set with the fonts in this folder; where they lack a letter, with those that come along."),
            click.option("--paper", type=PAPER, default="a4", show_default=True, help="The paper."),
            click.option(
                "-o", "--out", type=OUT, metavar="PATH", help=f"Where {what} is written: a name that ends in {endings}."
            ),
            click.option("--lang", metavar="L", help="The language, one that the ruleset speaks."),
            setting_options(verb, int),
            click.argument("file", metavar="FILE", shell_complete=completing.games),
        ):
            made = option(made)
        return made

    return with_options


PAPER = click.Choice(tuple(PAPERS), case_sensitive=False)
OUT = click.Path(path_type=Path, dir_okay=False)


def folder_option(name: str, told: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """An option that names a folder."""
    return click.option(name, type=click.Path(path_type=Path, file_okay=False), metavar="FOLDER", help=told)


def place_for(out: Path | None, program: Program, ending: str, endings: Sequence[str] = (".pdf",)) -> Path:
    """Where to write: what was asked for, else a file in the working folder, called after the ruleset. Raises `Refused`."""
    if out is None:
        return Path(re.sub(r"[^\w-]", "_", program.ruleset) + ending)
    if out.suffix.lower() not in endings:
        listed = " or ".join(f"`{each}`" for each in endings)
        raise Misused(f"`--out` is a file that ends in {listed}, not `{out}`")
    if not out.parent.is_dir():
        raise Refused(f"there is no folder `{out.parent}`")
    return out


def warn(warnings: Iterable[str]) -> None:
    """Say what does not come out as it should."""
    for each in warnings:
        sys.stderr.write(f"warning: {harmless(each)}\n")


def write_tagged(made: Typeset, out: Path) -> None:
    """Write a PDF for those who read it and those who have it read to them, who want every letter. Raises `Refused`."""
    from ...printing.prints import lacking

    missing = list(lacking(made))
    content = made.pdf(tagged=not missing)
    warn(missing)
    write_over(out, content)


@contextmanager
def printing(source: Source) -> Iterator[None]:
    """Errors of printing as messages. Raises Refused."""
    from ...interpreter import PlayError

    try:
        # whoever lacks the extra is told before anything else
        from ...printing import typesetting  # noqa: F401
    except ImportError as missing:
        raise Refused(str(missing)) from None
    try:
        yield
    except NotPrinted as fault:
        raise Refused(str(fault)) from None
    except PlayError as fault:
        raise Refused(fault_text(source, fault)) from None
