"""The questions before a match, asked line by line."""

from __future__ import annotations

from pathlib import Path

import click
from attrs import evolve
from rich.columns import Columns
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from ...rulebook.phrases import LANGUAGES
from ...session.catalogue import bundled_games, games_here
from ...session.setup import DIAL, Key, SetupQuestion, Start, dial_pairs, seat_pairs
from ..draw.printer import Printer
from .console import Refused, load, read
from .last_choices import keep, last_choices
from .play_options import PlayOptions
from .system_language import system_language
from .unfinished import unfinished, which

ENGLISH = "en"
LINES_BESIDE = 3
"""Above the list a blank line, and the question below it, which may take two."""


def asked_for(play_options: PlayOptions) -> tuple[Path, PlayOptions]:
    """The ruleset that is picked, and the options with what is answered; what the command line says is not asked. Where matches
    of the working folder are not over, it may be the record of one, and then nothing else is asked.

    Raises click.Abort where somebody leaves, `Refused` where there are no games.
    """
    games = (*games_here(), *bundled_games())
    if not games:
        raise Refused("no rulesets come along, and none is here")
    language = play_options.asked_language or system_language(LANGUAGES) or ENGLISH
    if begun := () if plays_new(play_options) else unfinished():
        picked = ask(which(begun, games, language))
        if picked:
            return Path(picked), play_options
    start = Start(games, language, last_choices(), given(play_options))
    while (question := start.rules()) is not None:
        start = start.answered(question.key, ask(question))
    game = start.game
    assert game is not None  # the first question
    variant, players = start.answers.get(Key.VARIANT.value) or None, start.answers.get(Key.PLAYERS.value)
    pairs = (*play_options.pairs, *dial_pairs(start))
    found = evolve(play_options, variant=variant, players=int(players) if players else None, pairs=pairs)
    if not (play_options.bots or play_options.seats):
        program = load(read(game.path), found.variant, found.players, found.pairs)
        while (question := start.seats(program)) is not None:
            start = start.answered(question.key, ask(question))
        pairs = () if play_options.usual else seat_pairs(start, program)
        found = evolve(found, seats=pairs, hints=found.hints or start.answers.get(Key.LEVEL.value))
    keep(start)
    return game.path, found


def plays_new(play_options: PlayOptions) -> bool:
    """Whether the command line says something that only a new match can be played by."""
    said = (play_options.players, play_options.variant, play_options.seed, play_options.record)
    return bool(play_options.bots or play_options.pairs or any(each is not None for each in said))


def given(play_options: PlayOptions) -> dict[str, str]:
    """What the command line answers already."""
    said = {DIAL + name.strip(): value.strip() for name, _, value in (pair.partition("=") for pair in play_options.pairs)}
    if play_options.variant is not None:
        said[Key.VARIANT.value] = play_options.variant
    if play_options.players is not None:
        said[Key.PLAYERS.value] = str(play_options.players)
    if play_options.usual is not None:
        said[Key.LEVEL.value] = play_options.usual
    return said


def ask(question: SetupQuestion) -> str:
    """The answer to the question; one that is not possible is asked again. Raises click.Abort."""
    values = [each.value for each in question.choices]
    if question.numbered:
        console = Printer(highlight=False)
        console.print()
        console.print(listed(question, console))

    def understood(typed: str) -> str:
        try:
            return question.read(typed)
        except ValueError as fault:
            raise click.UsageError(str(fault)) from None

    hint = "" if question.numbered else f" ({', '.join(values) or f'{question.low} … {question.high}'})"
    asked = f"{question.text}{hint} [{offered_first(question)}]"
    answer: str = click.prompt(asked, default=question.first, value_proc=understood, show_default=False)
    return answer


def listed(question: SetupQuestion, console: Printer) -> RenderableType:
    """The choices below each other with what there is to know of them; where a terminal has no room for that, in columns, with
    the short of it.
    """
    offered = question.first.split(",")
    shown = Table.grid(padding=(0, 2, 0, 0))
    shown.add_column(style="bold cyan", justify="right")
    shown.add_column()
    shown.add_column(style="dim")
    brief = []
    for number, each in enumerate(question.choices, 1):
        text = Text(each.text, "bold" if each.value in offered else "")
        shown.add_row(str(number), text, Text(each.note))
        brief.append(Text.assemble((f"{number:>2}", "bold cyan"), "  ", text, "  ", (each.brief, "dim")))
    if not console.is_terminal or len(console.render_lines(shown)) + LINES_BESIDE <= console.height:
        return shown
    return Columns(brief, padding=(0, 3), equal=True, column_first=True)


def offered_first(question: SetupQuestion) -> str:
    """What is meant where nothing is typed; of a numbered list the numbers with the words, which may stand above the screen."""
    if not question.numbered:
        return question.first
    offered = question.first.split(",")
    return ", ".join(f"{number} {each.text}" for number, each in enumerate(question.choices, 1) if each.value in offered)
