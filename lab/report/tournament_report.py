"""The report on a tournament: the bots and their ratings, who comes before whom, the seats, scores, time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..statistics.estimates import Estimate
from ..statistics.tournament import BotFigures, PairFigures, TournamentFigures
from .charts import Dot, Dots
from .headline import of_tournament
from .number_format import amount, count, interval, percent, percents, within
from .report import ALL, NONE, Column, Cut, Kind, Plot, Report, Section, Table, columns, section, telling
from .run_report import SPREAD, distributions, spread_plot
from .tournament_text import against, figure, held, rating, result, seconds, source, told, verdict

CROSS = 8
"""With more bots than this a terminal has no room for a column for each; the list of pairs has it all."""

PAIRS = 30
"""A terminal shows at most this many pairs: those that are closest to the top."""


def report(found: TournamentFigures) -> Report:
    """The report on this tournament."""
    begins = of_tournament(found)
    sections = telling(_sections(found), "Bots", begins.headline)
    return Report(found.run.title, (held(found),), begins, told(found), sections, source(found), found.run.command)


def _sections(found: TournamentFigures) -> Iterator[Section]:
    order = found.bots
    yield section("Bots", "", (_ratings(order),), (_bots(found, order), *_failures(order)))
    cross = (_cross(found, order),) if len(order) > 2 else ()
    yield section("Who comes before whom", "", (_pair_plot(found.pairs),), (*cross, _pairs(found)))
    if found.seats:
        yield section("Seats", "", (_seat_plot(found),), (_seats(found, order),))
    scores = [(bot.name, bot.score) for bot in order if bot.score is not None]
    if scores:
        caption = "Scores at the end"
        table = distributions(caption, "bot", scores, SPREAD if found.seats else NONE)
        yield section("Scores", "", (spread_plot(caption, scores, "score"),), (table,))
    yield section("Time", "", (), (_times(order),))


def _bots(found: TournamentFigures, order: Sequence[BotFigures]) -> Table:
    heads = ["rating", "95% interval", found.unit.value, "95% interval", *(["against even"] if found.seats else []), "games"]
    rows = tuple(
        (f"{at} {bot.name}", *rating(bot), *result(found, bot.result)[: 3 if found.seats else 2], count(bot.games))
        for at, bot in enumerate(order, 1)
    )
    note = "A rating that is 400 higher means odds of ten to one; the mean of all is 0."
    return Table("The bots, the best first", columns("bot", *heads), rows, note, Cut(without=("games",)))


def _failures(order: Sequence[BotFigures]) -> Iterator[Table]:
    rows = tuple((bot.name, count(bot.failed), bot.failure) for bot in order if bot.failed)
    if rows:
        heads = (Column("bot", Kind.WORDS), Column("games", Kind.NUMBER), Column("what it did first", Kind.WORDS))
        yield Table("Games spoiled by a bot that failed", heads, rows, "These games count for nobody.")


def _ratings(order: Sequence[BotFigures]) -> Plot:
    rows = [Dot(bot.name, bot.rating.value, bot.rating.low, bot.rating.high, _rated(bot)) for bot in order]
    return Plot("Ratings, with 95% intervals; dashed: the mean", _said(rows), Dots(tuple(rows), "rating", "", 0.0))


def _rated(bot: BotFigures) -> str:
    words, ends = rating(bot)
    return f"{bot.name}: {words}{within(ends)}"


def _cross(found: TournamentFigures, order: Sequence[BotFigures]) -> Table:
    rows = []
    for at, bot in enumerate(order, 1):
        parts = [None if other is bot else against(found, bot.name, other.name) for other in order]
        cells = ["" if part is None else percent(part) for part in parts]
        rows.append((f"{at} {bot.name}", *cells))
    caption = "The row against the column, where level counts half"
    return Table(caption, columns("bot", *_numbers(order)), tuple(rows), short=ALL if len(order) <= CROSS else NONE)


def _numbers(order: Sequence[BotFigures]) -> tuple[str, ...]:
    return tuple(str(at) for at, _ in enumerate(order, 1))


def _pair_plot(pairs: Sequence[PairFigures]) -> Plot | None:
    rows = [
        Dot(_name(pair), 100 * part.value, 100 * part.low, 100 * part.high, f"{_name(pair)}: {percent(part)}")
        for pair in pairs
        if (part := pair.share) is not None
    ]
    caption = "The part of the first of two, with 95% intervals; dashed: level"
    return Plot(caption, _said(rows), Dots(tuple(rows), "part of the first", "%", 50.0)) if rows else None


def _name(pair: PairFigures) -> str:
    return f"{pair.first} – {pair.second}"


def _pairs(found: TournamentFigures) -> Table:
    gaps = any(pair.gap is not None for pair in found.pairs)
    figure, *numbers = columns("two bots", "before", "level", "behind", "part", "95% interval")
    more = columns("", f"{found.unit.value} gap", "95% interval")[1:] if gaps else ()
    rows = []
    for pair in found.pairs:
        part = ("–", "") if pair.share is None else (percent(pair.share), percents(pair.share))
        gap = ("–", "") if pair.gap is None else (amount(pair.gap), interval(pair.gap, False))
        counts = count(pair.won), count(pair.level), count(pair.lost)
        rows.append((_name(pair), verdict(pair), *counts, *part, *(gap if gaps else ())))
    heads = (figure, Column("verdict", Kind.WORDS), *numbers, *more)
    note = "Verdicts allow for how many pairs there are (Holm's method)."
    return Table("Every two bots", heads, tuple(rows), note, Cut(PAIRS))


def _seat_plot(found: TournamentFigures) -> Plot | None:
    values = [(seat.name, seat.result.value) for seat in found.seats if seat.result is not None]
    rows = [Dot(name, one.value, one.low, one.high, _worth(found, name, one)) for name, one in values]
    caption = f"The {found.unit.value} of each seat, whoever sits there, with 95% intervals; dashed: even"
    return Plot(caption, _said(rows), Dots(tuple(rows), f"{found.unit.value} a game", "", found.even)) if rows else None


def _worth(found: TournamentFigures, name: str, one: Estimate) -> str:
    words, ends = figure(found, one)
    return f"{name}: {words}{within(ends)}"


def _seats(found: TournamentFigures, order: Sequence[BotFigures]) -> Table:
    rows = []
    for at, seat in enumerate(found.seats):
        own = result(found, seat.result)
        each = ("–" if (part := bot.seats[at]) is None else figure(found, part)[0] for bot in order)
        rows.append((seat.name, *own, *each))
    numbers = _numbers(order)
    heads = columns("seat", found.unit.value, "95% interval", "against even", *numbers)
    short = Cut(without=numbers if len(order) > CROSS else ())
    return Table("The seats, whoever sits there, and each bot there by its number", heads, tuple(rows), short=short)


def _times(order: Sequence[BotFigures]) -> Table:
    rows = tuple(
        (bot.name, count(bot.time.choices), seconds(bot.time.mean), seconds(bot.time.slowest if bot.time.choices else None))
        for bot in order
    )
    return Table("What decisions cost", columns("bot", "decisions", "a decision", "the slowest"), rows, short=ALL)


def _said(rows: Sequence[Dot]) -> str:
    return f"{'; '.join(row.words for row in rows)}."
