"""`rulerun sheet`: one page on a game for a publisher, with figures and the commands that repeat them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..terminal import run_options
from ..terminal.bot_help import NamesBots
from ..terminal.console import Misused, Refused, find, read
from ..terminal.cost import Cost
from ..terminal.interrupts import NOTHING, ending, stoppable
from ..terminal.paper_options import Asked, ToPrint, paper_options, place_for, printing, write_tagged

if TYPE_CHECKING:
    from ...lab.statistics.estimates import Summary
    from ...lab.statistics.sense import Sense
    from ...printing.paper import Paper
    from ...printing.sheet import Figure

GAMES = 2_000
LADDER = ("random", "greedy")
"""The levels whose games tell skill from luck: chance, and one look ahead."""
LADDER_GAMES, LEAST_GAMES = 50, 12
"""So many games are played; no more than the least number, or some more, where these tell that they are slow."""
BUDGET = 30.0
"""The seconds that they may take."""


@click.command("sheet", cls=NamesBots)
@paper_options("tell", "the page")
@click.option("--games", metavar="N", help=f"Count so many games ({GAMES:,}).")
@click.option(
    "--skill-games",
    metavar="N",
    help=f"Let bots play so many games for skill or luck ({LADDER_GAMES}, fewer where they are slow).",
)
@click.option("--seed", metavar="S", default="0", help="Where chance and choices begin (0).")
@click.option("--workers", type=click.IntRange(1), metavar="N", help="How many games are played at once.")
@run_options.bots_option(" in the games that are counted")
def command(
    asked: Asked,
    games: str | None,
    skill_games: str | None,
    seed: str,
    workers: int | None,
    bots: str | None,
) -> None:
    """Write one page on a game for a publisher: a picture, players, minutes, choices, ties, fair seats, skill or luck.

    Each figure comes with the command that repeats it. As many play as in `simulate`, unless `--players` says another number.
    """
    from ...interpreter import PlayError

    with ending():
        source = read(find(asked.file))
        with printing(source), stoppable("the games were being played", NOTHING):
            run_options.needs(None)
            game = asked.to_print(source, most=False)
            place = place_for(asked.out, game.program, "-sheet.pdf")
            setup = run_options.settle(games or str(GAMES), None, seed, workers, None)
            try:
                found = counted(asked.file, game, setup, bots)
                sense = None if len(game.program.players) < 2 else judged(asked.file, game, setup, skill_games)
            except PlayError as fault:
                raise Refused(run_options.fault_in_game(asked.file, source, fault, ())) from None
            write(game, found, sense, place, asked.paper, asked.fonts)


def counted(file: str, game: ToPrint, setup: run_options.Setup, bots: str | None) -> Summary:
    """The figures of many games. Raises PlayError, `Refused`."""
    sitting = run_options.bots_of(game.program, bots)
    with run_options.progress_bar(game.program.title.say(""), Cost("games", setup.workers)) as progress:
        done = run_options.experiment(file, game.source, game.program, setup, sitting, None, progress)
    if done.summary is None:
        run_options.nothing(done.why)
    return done.summary


def judged(file: str, game: ToPrint, setup: run_options.Setup, games: str | None) -> Sense | None:
    """The games between the levels; None where these cannot play the game. Raises PlayError, `Refused`."""
    from ...session.levels import can_play
    from .skill import NOBODY, ladder_of, played

    levels = [name for name in LADDER if can_play(name, game.program)]
    if len(levels) < 2:
        return None
    workers = setup.workers or os.cpu_count() or 1

    def play(number: int) -> tuple[Sense, float]:
        """The figures of so many games, and how long each took."""
        ladder, cost = ladder_of(game.program, ",".join(levels), NOBODY, setup.seed, number), Cost("games", workers)
        return played(file, game.source, ladder, workers, None, cost)[0], cost.pace * ladder.total / number

    try:
        if games is not None:
            return play(run_options.count(games))[0]
        found, each = play(LEAST_GAMES)
        number = affordable(each)
        if number < LADDER_GAMES:
            click.echo(f"these games are slow: {number} for skill or luck; `--skill-games` says another number", err=True)
        return found if number == LEAST_GAMES else play(number)[0]
    except Misused:
        return None


def affordable(seconds: float) -> int:
    """How many games are played where one takes so long."""
    return min(LADDER_GAMES, max(LEAST_GAMES, int(BUDGET / max(seconds, 1e-9))))


def figures(game: ToPrint, found: Summary, sense: Sense | None) -> Iterator[Figure]:
    """The figures as they stand on the page."""
    from ...lab.report.conclusions import minutes
    from ...lab.report.fairness import DOUBT
    from ...printing.phrases import phrase
    from ...printing.sheet import Figure, decimal, percent

    def say(name: str, *values: object) -> str:
        return phrase(game.language, name, *values)

    def number(value: float) -> str:
        return decimal(game.language, value)

    def part(value: float) -> str:
        return percent(game.language, value)

    numbers, again = game.numbers, found.run.command
    whole = len(numbers) > 1 and numbers == tuple(range(numbers[0], numbers[-1] + 1))
    yield Figure(say("players"), f"{numbers[0]}–{numbers[-1]}" if whole else ", ".join(map(str, numbers)))
    told = [] if game.overview.minutes is None else [say("stated", game.overview.minutes)]
    if found.decisions.mean.value:
        mean, (low, *_, high) = minutes(found), found.decisions.quantiles
        pace = mean / found.decisions.mean.value
        middle, least, most = (max(1, round(each)) for each in (mean, pace * low, pace * high))
        told.append(say("counted alike", middle) if least == most else say("counted", middle, least, most))
    yield Figure(say("time"), "; ".join(told), again)
    if found.options is not None:
        low, *_, high = found.asked.quantiles
        spread = (found.asked.mean.value,) if low == high else (found.asked.mean.value, low, high)
        words = tuple(map(number, (*spread, found.options.value, found.most_options)))
        yield Figure(say("choices"), say("choices alike" if low == high else "choices told", *words), again)
    if len(found.seats) > 1:
        from ...lab.statistics.wilson import share

        ties = share(found.ends.level, found.run.games).rate
        yield Figure(say("ties"), say("ties told", *map(part, (ties.value, ties.low, ties.high))), again)
        seats = ", ".join(f"{game.seat_name(at)} {part(seat.wins.rate.value)}" for at, seat in enumerate(found.seats))
        if found.even is None:
            fair = say("untold")
        else:
            fair = say("uneven" if found.even < DOUBT else "level", f"{found.even:.2g}".replace("e-0", "e-"))
        yield Figure(say("seats"), say("seats told", seats, fair), again)
    rung = sense.rungs[-1] if sense is not None and sense.rungs else None
    if sense is not None and rung is not None and rung.wins is not None and rung.even is not None:
        paid = say("skilled" if rung.wins.low > rung.even else "lucky")
        values = tuple(map(part, (rung.wins.value, rung.wins.low, rung.wins.high, rung.even)))
        yield Figure(say("skill"), say("skill told", rung.stronger, rung.weaker, *values, paid), sense.run.command)


def write(game: ToPrint, found: Summary, sense: Sense | None, out: Path, paper: Paper, fonts: Path | None) -> None:
    """Write the page."""
    from ...printing.blocks import Told
    from ...printing.phrases import phrase
    from ...printing.sheet import Sheet, typeset
    from ...printing.typesetting import fonts_in

    told = Told(game.source, game.variant, game.program, game.parameters, game.language)
    about = "" if game.program.hints.about is None else game.program.hints.about.say(game.language)
    bots = ", ".join(dict.fromkeys(found.run.bots))
    note = phrase(game.language, "bots", game.players, bots)
    sheet = Sheet(game.program.title.say(game.language), about, tuple(figures(game, found, sense)), note)
    write_tagged(typeset(sheet, told, fonts_in(fonts), paper), out)
    click.echo(f"{out} is written")
