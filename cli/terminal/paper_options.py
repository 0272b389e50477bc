"""What the commands that print share: the game to print, the language, fonts, and where the print goes."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click
from attrs import frozen

from ...printing.paper import PAPERS, NotPrinted
from ...program.harmless import harmless
from .console import Misused, Refused, fault_text, load, settings
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


def out_option(what: str, endings: str = "`.pdf`") -> Callable[[Callable[..., None]], Callable[..., None]]:
    """The option `--out`."""
    told = f"Where {what} is written: a name that ends in {endings}."
    return click.option("-o", "--out", type=click.Path(path_type=Path, dir_okay=False), metavar="PATH", help=told)


def fonts_option(command: Callable[..., None]) -> Callable[..., None]:
    """The command with the option `--fonts`."""
    told = "Set with the fonts in this folder; where they lack a letter, with those that come along."
    return click.option("--fonts", type=click.Path(path_type=Path, file_okay=False), metavar="FOLDER", help=told)(command)


def paper_option(command: Callable[..., None]) -> Callable[..., None]:
    """The command with the option `--paper`."""
    papers = click.Choice(tuple(PAPERS), case_sensitive=False)
    return click.option("--paper", type=papers, default="a4", show_default=True, help="The paper.")(command)


def to_print(
    source: Source, variant: str | None, players: int | None, pairs: Sequence[str], lang: str | None, most: bool = True
) -> ToPrint:
    """The game, checked; without a number of players for the *most* that it allows, who need all that there is, or for as many
    as other commands play it. Raises Misused.
    """
    from ...dsl.describe import survey
    from ...dsl.settings import settle_language, settle_variant
    from ...dsl.text.suggestions import nearest
    from ...rulebook.phrases import LANGUAGES

    overview = survey(source)
    if most and overview.name and not overview.problems and players is None:
        named = settle_variant(overview, variant)
        numbers = next((each.players for each in overview.variants if each.name == named), overview.players)
        players = numbers[-1]
    program = load(source, variant, players, pairs)
    spoken = program.languages
    if lang and spoken and lang not in spoken:
        raise Misused(f"`{program.ruleset}` does not speak `{lang}`{nearest(lang, spoken)}")
    language = lang or settle_language(program.ruleset, spoken, system_language([each for each in spoken if each in LANGUAGES]))
    return ToPrint(source, overview, program, program.variant, settings(pairs), language)


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
