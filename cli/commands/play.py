"""`rulerun play`: play a match, against bots or with several people at one terminal."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import click
from attrs import evolve

from ...dsl.text.suggestions import nearest
from ...interpreter.game import Game
from ...session.levels import GOOD, LEVELS
from ..terminal import completing
from ..terminal.another_way import beside, check_number, choose
from ..terminal.bot_help import NamesBots
from ..terminal.console import (
    Misused,
    Refused,
    emit,
    fault_text,
    find,
    is_terminal,
    lines_only,
    load,
    read,
    record_bytes,
)
from ..terminal.play_options import PlayOptions, default_path, in_language, plays_alone, seated, unasked, unrecorded
from ..terminal.setting_options import setting_options

if TYPE_CHECKING:
    from ...dsl.text.source import Source
    from ...interpreter.match.match import Match
    from ..terminal.terminal_session import TerminalSession

FIRST_BYTES = b'{"rulerun record"'


class Play(NamesBots):
    """The command, which understands names behind `--bots` well enough to say how bots are named here."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """What is left of the words of the command line. Raises `Misused` where bots are named as for `rulerun simulate`."""
        words = list(args)
        try:
            return super().parse_args(ctx, args)
        except click.UsageError:
            named = names_behind_bots(words)
            if not named:
                raise
            if len(named) == 1:
                told = f"for `{named[0]}` at every seat add `{shlex.join(['--bot', named[0]])}`"
            else:
                seated_so = [word for at, name in enumerate(named, 1) for word in ("--seat", f"{at}={name}")]
                told = f"say it with `{shlex.join(seated_so)}`"
            raise Misused(f"`--bots` lets bots play at every seat, and takes no names here: {told}") from None


def names_behind_bots(words: Sequence[str]) -> tuple[str, ...]:
    """The bots that are named behind `--bots`; empty where no bots are named there."""
    from ...bots import UnknownBot, canonical, split

    for at, word in enumerate(words):
        option, equals, text = word.partition("=")
        if option != "--bots" or not (equals or at + 1 < len(words)):
            continue
        names = split(text if equals else words[at + 1])
        if equals or len(names) > 1 or names[0] in LEVELS:
            return names
        try:
            return (canonical(names[0]),)
        except UnknownBot:
            return ()
    return ()


@click.command("play", cls=Play)
@click.argument("file", metavar="FILE", required=False, shell_complete=completing.matches)
@setting_options("play", int)
@click.option(
    "--seat",
    "seats",
    multiple=True,
    metavar="N=WHO",
    shell_complete=completing.seats,
    help="Who sits at seat N (or at the seat of that name): human, a level, or a bot.",
)
@click.option("--bots", is_flag=True, help="Bots at every seat.")
@click.option(
    "--level",
    metavar="L",
    shell_complete=completing.levels,
    help=f"How well bots play where none is named: {', '.join(LEVELS)} ({GOOD}).",
)
@click.option("--bot", metavar="BOT", help="Which bot sits where nobody else was asked for.", shell_complete=completing.bots)
@click.option(
    "--seed",
    type=click.IntRange(0, 2**64 - 1),
    metavar="S",
    help="Seed of chance and of the bots; without it nobody can foretell them.",
)
@click.option(
    "--lang",
    "language",
    shell_complete=completing.languages,
    default="",
    metavar="L",
    help="The language of the game's words; that of the system where the game has it. rulerun speaks en, it and es.",
)
@click.option(
    "--record", type=click.Path(path_type=Path), metavar="PATH", help="Where to write the record; an unfinished one goes on."
)
@click.option("--from", "back_to", type=click.IntRange(1), metavar="N", help="Go back to decision N of a record, in a new one.")
@click.option("--choose", "choice", metavar="OPTION", help="With `--from`: take this option there.")
@click.option(
    "--until",
    type=click.IntRange(0),
    metavar="N",
    help="With bots alone: stop behind decision N, nature's included, and hold every rule as `rulerun test` does.",
)
@click.option(
    "--game",
    type=click.IntRange(0, 2**63 - 1),
    metavar="N",
    help="With bots alone: the game of that number which `simulate` and the others play by the seed (0).",
)
@click.option(
    "--name",
    "names",
    multiple=True,
    metavar="N=NAME",
    help="What the player at seat N (or at the seat of that name) is called; a name alone is that of the first person.",
)
@click.option(
    "--plain",
    is_flag=True,
    help="Line by line, for pipes; so it is where TERM is `dumb`. Each line of a pipe is an answer.",
)
@click.option("--screen-reader", "in_words", is_flag=True, help="Line by line, with the position in words and without drawings.")
@click.option("--json", "as_object", is_flag=True, help="No table: bots play, and one JSON object is printed.")
def command(
    file: str | None,
    players: int | None,
    variant: str | None,
    pairs: tuple[str, ...],
    seats: tuple[str, ...],
    bots: bool,
    level: str | None,
    bot: str | None,
    seed: int | None,
    language: str,
    record: Path | None,
    as_object: bool,
    back_to: int | None,
    choice: str | None,
    until: int | None,
    game: int | None,
    names: tuple[str, ...],
    plain: bool,
    in_words: bool,
) -> None:
    """Play a match. At a terminal seat 1 is yours and bots have the others; FILE may be the record of an unfinished match.

    Without FILE the games are listed, to pick one.

    With `--from` it may be the record of any match, which is played on from one of its decisions.

    With no terminal attached bots take every seat and the transcript is printed, unless `--plain` has people answer by the lines
    of standard input; among themselves bots choose at random unless something else is said.
    """
    if level is not None and bot is not None:
        raise Misused("`--level` says which bot sits where none is named, and so does `--bot`: give one of them")
    if level is not None and level not in LEVELS:
        raise Misused(f"there is no level `{level}`{nearest(level, LEVELS)}")
    if until is not None and (as_object or not bots):
        raise Misused("`--until N` is for bots that play alone, and are watched: it needs `--bots`, and not `--json`")
    if game is not None and (not bots or record is not None):
        raise Misused("`--game N` is a game of bots alone, and not recorded: it needs `--bots`, and not `--record`")
    if choice is not None and back_to is None:
        raise Misused("`--choose` needs `--from N`, the decision at which that is chosen")
    play_options = PlayOptions(
        players=players,
        variant=variant,
        pairs=pairs,
        seats=seats,
        bots=bots,
        usual=level or bot,
        hints=level,
        seed=seed,
        language=language,
        asked_language=language,
        record=record,
        as_object=as_object,
        back_to=back_to,
        choice=choice,
        names=names,
        plain=plain or in_words or lines_only(),
        in_words=in_words,
        piped=(plain or in_words) and not is_terminal(),
        until=until,
        game=game,
    )
    if file is None:
        if not is_terminal() or as_object or back_to is not None:
            context = click.get_current_context()
            raise click.MissingParameter(ctx=context, param=next(each for each in context.command.params if each.name == "file"))
        from ..terminal.start_prompts import asked_for

        picked, play_options = asked_for(play_options)
        file = str(picked)
    resumed = record_file(file)
    try:
        if resumed is None and back_to is not None:
            record_bytes(Path(file))
            raise Misused(f"`--from` goes back in the record of a match, and `{file}` is none")
        if resumed is not None and back_to is not None:
            go_back(resumed, play_options, back_to)
        elif resumed is None:
            begin_new(file, play_options)
        else:
            go_on(resumed, play_options)
    except BrokenPipeError:
        raise
    except OSError as fault:
        raise Refused(f"{fault.filename or record or file}: {fault.strerror or fault}") from None


def record_file(name: str) -> Path | None:
    """The path of that name when the file is a record; else None."""
    path = Path(name)
    if not os.path.isfile(path):  # a pipe may never give a byte
        return None
    try:
        with path.open("rb") as file:
            return path if file.read(len(FIRST_BYTES)) == FIRST_BYTES else None
    except (OSError, ValueError):
        return None


def begin_new(file: str, play_options: PlayOptions) -> None:
    """Play a new match, or resume the unfinished one with the same header that the file given by `--record` holds."""
    from ...interpreter import PlayError
    from ...interpreter.core.chance import Keys, Seed
    from ...interpreter.match.match import Match
    from ...interpreter.match.record_file import begin
    from ...interpreter.match.records import RecordError, header_by
    from ...session.seating import recorded_seats, settle_names

    source = read(find(file))
    program = load(source, play_options.variant, play_options.players, play_options.pairs)
    if unasked(play_options):
        click.echo("no terminal here: bots play at every seat, as with `--bots`", err=True)
    at_table = is_terminal() and not play_options.as_object
    of_run = play_options.game is not None
    keyed = play_options.seed is None and not of_run
    top = header_by(program, source, Keys.drawn() if keyed else Seed(play_options.seed or 0, play_options.game or 0))
    path = play_options.record or (default_path(top) if at_table and not of_run else None)
    play_options = in_language(program, play_options)
    # names and seats that cannot be are reported before a file is created
    settle_names(program, play_options.names, {}, seated(program, play_options, None))
    playing = Game(program)
    try:
        try:
            match = Match(playing, top) if path is None else begin(path, playing, top)
        except OSError as fault:
            assert path is not None  # nothing else is opened
            unrecorded(path, fault, play_options)
            path, match = None, Match(playing, top)
    except RecordError as fault:
        raise Refused(f"{path}: {fault}{way_to_look(path)}") from None
    except PlayError as fault:
        raise Refused(fault_text(source, fault)) from None
    sit_down(match, source, play_options, path, recorded_seats(match))


def go_on(path: Path, play_options: PlayOptions) -> None:
    """Resume the match in a record."""
    from ...interpreter import PlayError
    from ...interpreter.match.record_file import resume
    from ...interpreter.match.records import RecordError, read_record, source_of
    from ...session.seating import recorded_seats
    from ..terminal.records import compile_header, replayed

    refuse_settings(path, play_options)
    if play_options.record is not None:
        raise Misused(f"`{path}` is a record, which goes on by itself: leave out `--record`")
    try:
        source = source_of(read_record(path.read_bytes()).header)
        try:
            match, written = resume(path, compile_header), path
        except OSError as fault:
            unrecorded(path, fault, play_options)
            match, written = replayed(path)[0], None
    except RecordError as fault:
        raise Refused(f"{path}: {fault}{way_to_look(path)}") from None
    except PlayError as fault:
        raise Refused(fault_text(source, fault)) from None
    play_options = in_language(match.program, play_options)
    sit_down(match, source, play_options, written, recorded_seats(match))


def refuse_settings(path: Path, play_options: PlayOptions) -> None:
    """Raises `Misused` for options that say what is played, which the record at *path* does."""
    for given, option in (
        (play_options.players, "--players"),
        (play_options.variant, "--variant"),
        (play_options.pairs or None, "--set"),
        (play_options.seed, "--seed"),
        (play_options.game, "--game"),
    ):
        if given is not None:
            raise Misused(f"`{path}` is a record, which says by itself how it is played: leave out `{option}`")


def go_back(path: Path, play_options: PlayOptions, number: int) -> None:
    """Play the match in a record again from its decision of that number, as a new record."""
    from ...interpreter.match.branch import branch
    from ...interpreter.match.record_file import RecordFile
    from ...session.seating import HUMAN, recorded_seats
    from ..terminal.records import replayed

    refuse_settings(path, play_options)
    again, source = replayed(path)
    play_options = in_language(again.program, play_options)
    check_number(path, again, number)
    match = branch(again, number)
    recorded = recorded_seats(again)
    if plays_alone(play_options):
        # who asks what would have been wants it from bots that think, also where a person sat
        before = recorded or dict.fromkeys(match.program.players, HUMAN)
        recorded = {seat: GOOD if who == HUMAN else who for seat, who in before.items()}
    seated(match.program, play_options, recorded)  # an impossible seating is reported before a file is created
    if play_options.choice is not None:
        choose(match, again, number, play_options)
    new: Path | None = play_options.record or beside(path, number)
    assert new is not None
    try:
        match.record_with(RecordFile.create(new, match.header), 0)
    except FileExistsError:
        raise Refused(f"`{new}` is there already, and a record is never overwritten") from None
    except OSError as fault:
        unrecorded(new, fault, play_options)
        match.stop_recording()
        new = None
    sit_down(match, source, play_options, new, recorded)


def way_to_look(path: Path | None) -> str:
    """A clause that says how to look at the match in *path*, when that is over; else empty."""
    from ...interpreter.match.records import RecordError, content_of, read_record

    try:
        over = path is not None and read_record(content_of(path)).finished
    except (RecordError, OSError):
        over = False
    return f"; to look at it: {shlex.join(['rulerun', 'replay', str(path)])}" if over else ""


def sit_down(
    match: Match,
    source: Source,
    play_options: PlayOptions,
    path: Path | None,
    recorded: dict[int, str] | None,
    greeting: str = "",
) -> None:
    """Play the match to its end, and print the result; *recorded* are those who sat there before. Who sits where now is written
    down before anything is shown; a *greeting* stands before it.
    """
    from ...bots import BotFailed
    from ...interpreter import PlayError
    from ...session.seating import HUMAN, RANDOM, Seating, bot_of, recorded_seats, settle_names, sitters_text
    from ...table.last_lines import last_lines
    from ..terminal.alone import Alone, play_alone
    from ..terminal.line_table import Table
    from ..terminal.records import summary
    from ..terminal.terminal_session import TerminalSession

    game = match.game
    program = match.program
    sitters = seated(program, play_options, recorded)
    names = settle_names(program, play_options.names, match.names, sitters)
    people = tuple(seat for seat, sitter in sitters.items() if sitter == HUMAN)
    bots = {seat: bot_of(program, sitter) for seat, sitter in sitters.items() if sitter != HUMAN}
    # Written only where it changes, and where people play: the record of a match of bots has the same bytes with and without a
    # terminal.
    changes = bool(sitters != recorded_seats(match) if people else match.people) and (play_options.piped or is_terminal())
    changes = changes and not play_options.as_object
    if not match.is_over and (changes or names != match.names):
        match.seat_people(people, {seat: sitter for seat, sitter in sitters.items() if sitter not in (HUMAN, RANDOM)}, names)
        program = match.program
    farewell = leaving(match, play_options, sitters, path)
    try:
        if people:
            level = play_options.hints or next((sitter for sitter in sitters.values() if sitter in LEVELS), GOOD)
            told = "\n".join(filter(None, (play_options.told, greeting, sitters_text(program, sitters, play_options.language))))
            terminal = TerminalSession(
                match, source, Seating.of(sitters, names), bots, told, level, play_options.language, path, farewell
            )
            if play_options.plain or not has_screen():
                Table(terminal, play_options.piped, play_options.in_words).play()
            else:
                on_screen(terminal, play_options, sitters)
        else:
            if play_options.told:
                click.echo(play_options.told, err=True)
            named = "" if {*sitters.values()} == {RANDOM} else sitters_text(program, sitters, play_options.language)
            way = Alone(play_options.until, play_options.game)
            play_alone(match, bots, named, play_options.language, play_options.as_object, path, way)
    except PlayError as fault:
        before = last_lines(game, match.course, play_options.language) if people else ()
        raise Refused("\n".join((*before, fault_text(source, fault)))) from None
    except BotFailed as fault:
        raise Refused(f"a bot does not go on: {fault}\n{farewell}") from None
    except BrokenPipeError:
        raise
    except OSError as fault:
        where = path if match.unwritten else "the terminal"
        raise Refused(f"{where}: {fault.strerror or fault}\n{farewell}") from None
    except KeyboardInterrupt:
        sys.stdout.flush()
        click.echo(f"\n{farewell}", err=True)
        sys.exit(130)
    if play_options.as_object:
        emit(summary(match))


def has_screen() -> bool:
    """Whether a table can have the whole screen: what that is made with is installed, and draws on a terminal."""
    return sys.stderr.isatty() and find_spec("textual") is not None


def on_screen(terminal: TerminalSession, play_options: PlayOptions, sitters: dict[int, str]) -> None:
    """Play on the whole screen, and then what the people there want next."""
    from ...table.narration import result_lines
    from ..screen.app import play_on_screen
    from ..screen.pages import After

    after = play_on_screen(terminal)
    if terminal.match.is_over:
        click.echo("\n".join([*result_lines(terminal.match, play_options.language), terminal.saved()]))
    else:
        click.echo(terminal.leaving)
    match after:
        case After.LEFT | After.ANALYSE:
            pass
        case After.INTERRUPTED:
            sys.exit(130)
        case After.AGAIN:
            once_more(terminal, play_options, sitters, terminal.match.names)
        case After.OTHER_SEATS:
            seats = list(sitters)
            next_to = dict(zip(seats, [*seats[1:], seats[0]], strict=True))
            moved = {next_to[seat]: who for seat, who in sitters.items()}
            once_more(
                terminal,
                play_options,
                moved,
                {next_to[seat]: name for seat, name in terminal.match.names.items() if seat in next_to},
            )


def once_more(terminal: TerminalSession, play_options: PlayOptions, sitters: dict[int, str], names: dict[int, str]) -> None:
    """Play the same game once more, by another chance, with these at the table, who are called so."""
    from ...interpreter.core.chance import Keys
    from ...interpreter.match.record_file import begin
    from ...interpreter.match.records import header_by
    from ...session.seating import HUMAN
    from ...table.phrases import listed, phrase

    program, source = terminal.match.game.unnamed.program, terminal.session.source
    top = header_by(program, source, Keys.drawn())
    path = default_path(top)
    called = tuple(f"{program.seats[seat].name}={name}" for seat, name in names.items())
    play_options = evolve(play_options, seats=(), usual=None, record=None, names=called)
    people = [names.get(seat, program.seat_name(seat, play_options.language)) for seat, who in sitters.items() if who == HUMAN]
    greeting = phrase(play_options.language, "new match", listed(play_options.language, people))
    sit_down(begin(path, terminal.match.game.unnamed, top), source, play_options, path, sitters, greeting)


def leaving(match: Match, play_options: PlayOptions, sitters: dict[int, str], path: Path | None) -> str:
    """The message for those who leave before the end: the whole command that resumes the match, or that it was not recorded."""
    from ...session.seating import HUMAN, RANDOM
    from ...table.phrases import phrase

    if path is None:
        return phrase(play_options.language, "unsaved")
    words = ["rulerun", "play", str(path)]
    if not match.people:
        words.append("--bots")
        for number, sitter in enumerate(sitters.values(), 1):
            if sitter not in (HUMAN, RANDOM):
                words += ["--seat", f"{number}={sitter}"]
    if play_options.asked_language:
        words += ["--lang", play_options.asked_language]
    return phrase(play_options.language, "go on", path, shlex.join(words))
