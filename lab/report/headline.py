"""What a report begins with: its headline, and alarms, which call for a look at the rules before anything else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from attrs import evolve, frozen

from ..statistics.estimates import Comparison, Difference, Grid, Summary
from ..statistics.sense import Sense
from ..statistics.tournament import TournamentFigures
from ..statistics.wilson import share
from .comparison_text import effect, groups, matters, same, side, smallest, surely
from .conclusions import (
    all_together,
    cut_short,
    exhausted,
    late,
    left_out,
    level_ends,
    minutes,
    minutes_text,
    never_carried_out,
    never_offered,
    never_taken,
    stopped,
    unfinished,
)
from .fairness import SURE, alike, choosers, doubtful, rivals, too_few, uneven, won, would_show
from .number_format import NAMED, count, listed, number, percent, upper
from .sense_text import sense_alarms, skill_told
from .sweep_text import settings, skewed_cells, stopped_sweep, widest, written
from .tournament_text import told

TIES = 0.25
"""A larger share of the games without a single winner is an alarm."""


RARELY = 0.2
"""A loop that ends by its number of passes more often than this is meant to."""


@frozen
class Beginning:
    """The headline, a sentence, and the alarms, a sentence or two each; then commands that play games in which a bot failed, each
    behind words that say which game.
    """

    headline: str
    alarms: tuple[str, ...]
    failed_games: tuple[tuple[str, str], ...] = ()


def of_run(summary: Summary) -> Beginning:
    """How a report on one run begins."""
    parts = (*_level(summary), *_length(summary), *_ties(summary), *_lead(summary))
    alarms = (
        stopped(summary),
        _uneven(summary),
        _often_tied(summary),
        cut_short(summary),
        _rarely_exhausted(summary),
        never_carried_out(summary),
        never_offered(summary),
        never_taken(summary),
    )
    failed = _failed_games([("that failed", summary.run.failed_game)])
    return Beginning(f"{upper('; '.join(parts))}.", tuple(chain.from_iterable(alarms)), failed)


def level_told(summary: Summary) -> str:
    """Whether the seats are level, or what a single player wins; "" where there is nothing to say of that."""
    told = "; ".join(_level(summary))
    return f"{upper(told)}." if told else ""


def of_pair(found: Comparison) -> Beginning:
    """How a report on the comparison of two runs begins."""
    sides = (("A", found.first.run), ("B", found.second.run))
    gaps = tuple(chain.from_iterable(left_out(run, f"in {name}") for name, run in sides))
    failed = _failed_games([(f"that failed in {name}", run.failed_game) for name, run in sides])
    if same(found):
        return Beginning("A and B are the same game: every figure is the same in both.", gaps, failed)
    asked = sum(one.difference is not None for one in found.differences)
    sure = sum(surely(one, found) for one in found.differences)
    parts = (tuple(one for one in each if matters(one, found)) for _, each in groups(found))
    most = [max(part, key=effect) for part in parts if part]
    verb = "differs" if sure == 1 else "differ"
    differing = f"{count(sure) if sure else 'None'} of {count(asked)} figures {verb} beyond chance"
    changes = [f"{_named(one)} {side(one.first, one.share)} → {side(one.second, one.share)}" for one in most[:NAMED]]
    most_of_all = f"; most of all: {listed(changes)}" if changes else ""
    return Beginning(f"{differing}{most_of_all if sure else smallest(found)}.", (*gaps, *_grown(found)), failed)


def of_sweep(grid: Grid) -> Beginning:
    """How a report on a sweep begins."""
    skewed = [cell for cell, shown in zip(grid.cells, skewed_cells(grid), strict=True) if shown]
    cells = f"{count(len(skewed))} of {count(len(grid.cells))} settings"
    telling = _telling([cell.summary for cell in grid.cells])
    level = f"the seats are not level in {cells}" if skewed else f"in no setting is a seat shown to be better{telling}"
    first = {trend.group: (trend, ends) for trend, ends in reversed(widest(grid))}
    most = [each for each in widest(grid) if each == first[each[0].group]][:NAMED]
    turned = [f"{trend.name} ({' to '.join(written(end, trend.share) for end in ends)})" for trend, ends in most]
    parts = [*([level] if grid.cells else []), *([f"the settings change most of all {listed(turned)}"] if turned else [])]
    cut = [settings(grid, cell) for cell in grid.cells if cell.summary.ends.cut.count]
    some = [f"Some games were cut short by `longest` with {' or with '.join(cut[:NAMED])}."] if cut else []
    alarms = (*stopped_sweep(grid), *_stopped_cells(grid), *some)
    failed = _failed_games([(f"that failed with {settings(grid, cell)}", cell.summary.run.failed_game) for cell in grid.cells])
    return Beginning(f"{upper('; '.join(parts) or 'nothing was played')}.", alarms, failed)


def of_tournament(found: TournamentFigures) -> Beginning:
    """How a report on a tournament begins."""
    said = {finding.subject: finding.text for finding in told(found)}
    alarms = tuple(said[each] for each in ("Stopped early", "Failed") if each in said)
    failed = _failed_games([(f"in which `{bot.name}` failed", bot.failed_game) for bot in found.bots])
    return Beginning(said.get("Best", "No game was finished."), alarms, failed)


def of_sense(found: Sense) -> Beginning:
    """How a report on levels of play begins."""
    failed = _failed_games([("that failed", found.run.failed_game)])
    return Beginning(next(skill_told(found), "No two levels met."), tuple(sense_alarms(found)), failed)


def _failed_games(games: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Of these games, each with the words that say which it is, those for which there is a command."""
    return tuple((f"The first game {words}", command) for words, command in games if command)


def _stopped_cells(grid: Grid) -> Iterator[str]:
    """What is said of the settings in which a bot failed, or of which not all games were finished."""
    for cell in grid.cells:
        yield from (f"With {settings(grid, cell)}: {text}" for text in stopped(cell.summary))


def _level(summary: Summary) -> Iterator[str]:
    players = choosers(summary)
    if summary.one_side:
        yield f"all win or lose together, and win {percent(players[0].wins)} of the games"
    elif len(players) < 2:
        some = (seat for seat in players if 0 < seat.wins.count < seat.wins.of)
        yield from (f"{seat.name} wins {percent(seat.wins)} of the games" for seat in some)
        yield from (f"{seat.name} scores {number(seat.score.mean)} on average" for seat in players if seat.score is not None)
    elif uneven(summary):
        yield "the seats are not level"
    elif too_few(summary):
        yield "too few games to tell whether the seats are level"
    elif doubtful(summary):
        yield "the seats may not be level"
    else:
        yield "the seats are level" if alike(summary) else f"no seat is shown to be better{_telling([summary])}"


def _telling(summaries: Sequence[Summary]) -> str:
    """How large an advantage of a seat would show, in brackets."""
    found = would_show(summaries)
    return f" ({found} would show)" if found else ""


def _length(summary: Summary) -> Iterator[str]:
    values, unit = (summary.asked, "choices") if summary.asked.most else (summary.decisions, "decisions of chance")
    people = f", about {minutes_text(minutes(summary))} for people" if summary.kinds else ""
    yield f"a game takes {number(values.mean)} {unit}{people}"


def _ties(summary: Summary) -> Iterator[str]:
    if len(summary.seats) > 1 and not summary.one_side:
        yield from (f"{percent(part)} {words}" for part, words in level_ends(summary) if part.rate.value >= 0.01)


def _lead(summary: Summary) -> Iterator[str]:
    behind = late(summary)
    if behind is not None and behind.rate.low > 0.5:
        yield "the lead is open beyond half-time"
    elif behind is not None and behind.rate.high < 0.5:
        yield "the lead is settled by half-time"


def _uneven(summary: Summary) -> Iterator[str]:
    if uneven(summary):
        order = sorted(rivals(summary), key=lambda seat: -seat.wins.count)
        yield upper(f"{listed([won(seat) for seat in (order if len(order) <= NAMED else (order[0], order[-1]))])} ({SURE}).")


def _often_tied(summary: Summary) -> Iterator[str]:
    ends = summary.ends
    single = share(ends.one.count + ends.partners, summary.run.games)
    if len(summary.seats) > 1 and not all_together(summary) and single.rate.high < 1 - TIES and not ends.cut.count:
        yield f"Only {percent(single)} of the games have a single winner{' or side' if summary.partners else ''}."


def _rarely_exhausted(summary: Summary) -> Iterator[str]:
    """A loop that mostly ends by its test was perhaps not meant to end by its number of passes."""
    mostly = tuple(loop for loop in summary.loops if loop.exhausted is not None and loop.exhausted.rate.value < RARELY)
    yield from exhausted(evolve(summary, loops=mostly))


def _named(one: Difference) -> str:
    return f"{one.group} of {one.name}" if one.group in ("wins", "score", "payoff") else one.name


def _grown(found: Comparison) -> Iterator[str]:
    """What is wrong with B, and not with A."""
    for each in (unfinished, _uneven, cut_short, never_offered):
        if not tuple(each(found.first)):
            yield from (f"In B, not in A: {text}" for text in each(found.second))
