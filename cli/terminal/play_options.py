"""What the options of `rulerun play` ask for, and what follows from it: who plays, in which language, recorded where."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click
from attrs import evolve, frozen

from .console import Misused, Refused, is_terminal
from .system_language import system_language

if TYPE_CHECKING:
    from ...interpreter.match.records import Header
    from ...program.ir import Program


@frozen
class PlayOptions:
    """The options of the command line; *asked_language* is the language as typed, *language* the one that is used.

    *usual* is the level or the bot at the seats for which nobody else was asked, *hints* the level that was asked for; *plain* is
    True where the table is printed line by line, *in_words* where the position is told in words, *piped* where people answer by
    the lines of standard input, which is no terminal. Bots alone stop behind decision *until* (None: at the end), and
    play the *game* of that number of a run (None: of none). *told* is what people are told first at the table.
    """

    players: int | None
    variant: str | None
    pairs: tuple[str, ...]
    seats: tuple[str, ...]
    bots: bool
    usual: str | None
    hints: str | None
    seed: int | None
    language: str
    asked_language: str
    record: Path | None
    as_object: bool
    back_to: int | None
    choice: str | None
    names: tuple[str, ...]
    plain: bool
    in_words: bool = False
    piped: bool = False
    until: int | None = None
    game: int | None = None
    told: str = ""


def seated(program: Program, play_options: PlayOptions, recorded: Mapping[int, str] | None) -> dict[int, str]:
    """Who sits at each seat that decides; only bots where there is no terminal. Raises `Misused` for a seating that is not
    possible.
    """
    from ...session.seating import HUMAN, settle_seats

    sitters = settle_seats(program, play_options.seats, plays_alone(play_options), recorded, play_options.usual)
    for pair in play_options.seats if plays_alone(play_options) else ():
        if pair.partition("=")[2].strip() == HUMAN:
            raise Misused(f"`--seat {pair}` seats a person, {why_alone(play_options)}")
    return sitters


def plays_alone(play_options: PlayOptions) -> bool:
    """True when no person plays."""
    return play_options.bots or play_options.as_object or not (is_terminal() or play_options.piped)


def unasked(play_options: PlayOptions) -> bool:
    """True when no person plays though nobody asked for bots: there is no terminal."""
    return plays_alone(play_options) and not (
        play_options.bots or play_options.as_object or play_options.seats or play_options.usual
    )


def why_alone(play_options: PlayOptions) -> str:
    """Why no person plays, as the rest of a sentence."""
    if play_options.bots:
        return "and `--bots` bots everywhere: leave out one of them"
    if play_options.as_object:
        return "and with `--json` bots play: leave out one of them"
    return "who needs a terminal, or `--plain` and lines to read: here standard input or output is no terminal"


def in_language(program: Program, play_options: PlayOptions) -> PlayOptions:
    """The options with the language to use, as `settled` finds it; why it is another than was asked for is told at the table."""
    found, why = settled(program, play_options.asked_language)
    asked = play_options.asked_language if found == play_options.asked_language else ""
    return evolve(play_options, language=found, asked_language=asked, told=why)


def language_of(program: Program, asked: str) -> str:
    """The language to use, as `settled` finds it; why it is another than was asked for goes to standard error."""
    found, why = settled(program, asked)
    if why:
        click.echo(why, err=True)
    return found


def settled(program: Program, asked: str) -> tuple[str, str]:
    """The language to use, and why it is another than was asked for ("": it is none).

    That is the one asked for, else that of the system, else English, else the ruleset's first, as far as the ruleset has them.
    """
    from ...dsl.settings import WrongSetting, settle_language

    usual = settle_language(program.ruleset, program.languages, system_language(program.languages))
    if not asked:
        return usual, ""
    try:
        return settle_language(program.ruleset, program.languages, asked), ""
    except WrongSetting as fault:
        return usual, f"{fault}; it is shown in `{usual}`"


def unrecorded(path: Path, fault: OSError, play_options: PlayOptions) -> None:
    """Asks whoever plays whether a match that cannot be recorded at *path* is played all the same. Raises `Refused`, which says
    how to record it elsewhere, where that is not wanted or nobody plays.
    """
    from ...table.phrases import phrase

    told = f"{path}: {fault.strerror or fault}"
    if not plays_alone(play_options):
        click.echo(phrase(play_options.language, "cannot record", told), err=True)
        if click.confirm(phrase(play_options.language, "play unrecorded"), err=True):
            return
    raise Refused(f"{told}; to record it elsewhere: `--record PATH`")


def default_path(top: Header) -> Path:
    """Where a match at a terminal is recorded: in the working folder, by the name of the ruleset and the seed, if any.

    The path of an unfinished record of the same match is used again, to resume it; where another file has the name, or another
    process plays that match, a number is added.
    """
    from ...interpreter.match.record_file import is_played
    from ...interpreter.match.records import RecordError, content_of, read_record

    number = 1
    stem = top.ruleset if top.chance.seed is None else f"{top.ruleset}-{top.chance.seed}"
    while True:
        path = Path(f"{stem}{f'-{number}' if number > 1 else ''}.rulerun")
        try:
            if not path.exists():
                return path
            record = read_record(content_of(path))
            if record.header == top and not record.finished and not is_played(path):
                return path
        except (RecordError, OSError):
            pass
        number += 1
