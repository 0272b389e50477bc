"""Prints a tournament, as tables on the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from ...lab.report.headline import of_tournament
from ...lab.report.number_format import amount, between, count, interval, number, percent, percents
from ...lab.report.tournament_text import against, figure, held, rating, result, seconds, told, verdict
from .run import again, begin, console, say, table, wrapping

if TYPE_CHECKING:
    from rich.table import Table

    from ...lab.statistics.tournament import PairFigures, TournamentFigures

CROSS = 8
"""With more bots than this the cross table is left out, for it would be wider than a screen; the list of pairs has it all."""

PAIRS = 30
"""At most this many pairs are listed: those that are closest to the top."""


def show(found: TournamentFigures) -> None:
    """Print what was played, the findings, then the tables."""
    out = console()
    out.print(Text(held(found), "bold"))
    begin(out, of_tournament(found))
    say(out, told(found), of_tournament(found))
    for each in tables(found):
        out.print()
        out.print(each)
    again(
        out,
        "95% intervals, from what differs between rounds; verdicts allow for how many there are",
        found.run,
        found.run.command,
    )


def tables(found: TournamentFigures) -> list[Table]:
    """The tables for which there are figures."""
    made = [wrapping(bots(found))]
    if 2 < len(found.bots) <= CROSS:
        made.append(cross(found))
    made.append(wrapping(pairs(found)))
    if found.seats and any(bot.score is not None for bot in found.bots):
        made.append(scores(found))
    if found.seats:
        made.append(wrapping(seats(found)))
    if any(bot.time.choices for bot in found.bots):
        made.append(times(found))
    return made


def bots(found: TournamentFigures) -> Table:
    """How the bots fared, the best first, each with its number in the other tables."""
    failed = any(bot.failed for bot in found.bots)
    heads = ["bot", "rating", "", found.unit.value, "", *(["against even"] if found.seats else [])]
    heads += ["games", "failed"] if failed else []
    rows = []
    for at, bot in enumerate(found.bots, 1):
        row = [f"{at} {bot.name}", *rating(bot), *result(found, bot.result)[: 3 if found.seats else 2]]
        rows.append([*row, *([count(bot.games), count(bot.failed)] if failed else [])])
    return table("Bots", heads, rows)


def scores(found: TournamentFigures) -> Table:
    """Mean scores, where they are not what is played for."""
    rows = [(bot.name, number(bot.score.mean), between(bot.score.mean)) for bot in found.bots if bot.score is not None]
    return table("Scores", ["", "score", ""], rows)


def cross(found: TournamentFigures) -> Table:
    """Who beats whom: the part of the bot of the row against that of the column."""
    order = found.bots
    rows = []
    for at, bot in enumerate(order, 1):
        cells = ["" if other is bot else _part(found, bot.name, other.name) for other in order]
        rows.append([f"{at} {bot.name}", *cells])
    return table("Row against column, where level counts half", ["", *(str(at) for at, _ in enumerate(order, 1))], rows)


def _part(found: TournamentFigures, one: str, other: str) -> str:
    part = against(found, one, other)
    return "–" if part is None else percent(part)


def pairs(found: TournamentFigures) -> Table:
    """Every two bots, with counts."""
    gaps = any(pair.gap is not None for pair in found.pairs)
    heads = ["", "before", "level", "behind", "part", "", *([found.unit.value, ""] if gaps else []), "verdict"]
    rows = [[*_meeting(pair, gaps), verdict(pair)] for pair in found.pairs[:PAIRS]]
    if len(found.pairs) > PAIRS:
        rows.append([f"… {count(len(found.pairs) - PAIRS)} more pairs", *([""] * (len(heads) - 1))])
    return table("Who comes before whom", heads, rows)


def _meeting(pair: PairFigures, gaps: bool) -> list[str]:
    part = ["–", ""] if pair.share is None else [percent(pair.share), percents(pair.share)]
    gap = ["–", ""] if pair.gap is None else [amount(pair.gap), interval(pair.gap, False)]
    return [f"{pair.first} – {pair.second}", count(pair.won), count(pair.level), count(pair.lost), *part, *(gap if gaps else [])]


def seats(found: TournamentFigures) -> Table:
    """What each seat is worth, and what each bot has there."""
    order = found.bots
    several = len(order) <= CROSS
    heads = ["seat", found.unit.value, "", "against even", *([str(at) for at, _ in enumerate(order, 1)] if several else [])]
    rows = []
    for at, seat in enumerate(found.seats):
        own = result(found, seat.result)
        each = ["–" if (part := bot.seats[at]) is None else figure(found, part)[0] for bot in order]
        rows.append([seat.name, *own, *(each if several else [])])
    return table("Seats, whoever sits there, and each bot there", heads, rows)


def times(found: TournamentFigures) -> Table:
    """What decisions cost."""
    rows = [(bot.name, count(bot.time.choices), seconds(bot.time.mean), seconds(bot.time.slowest)) for bot in found.bots]
    return table("Time", ["", "decisions", "each", "slowest"], rows)
