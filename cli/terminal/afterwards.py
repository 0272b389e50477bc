"""A match looked at afterwards, in words: what the choices of each seat come to, and which cost most."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from ...bots import Advisor, Basis
from ...interpreter.match.match import Match
from ...lab.analysis import Asked, Judged, Looks, SeatJudged, judged, summaries, widened
from ...program.number_text import number_text
from ...session.hints import figures, scale
from ...table.narration import decisions_text, result_lines, title_line
from ...table.phrases import phrase

TOLD = 1.5
"""It is told where the intervals of a bot are so many times wider than it says."""


def afterwards(
    match: Match,
    who: str,
    asked: Sequence[Asked],
    found: Sequence[Looks],
    seats: Sequence[int],
    record: Path | None,
    language: str,
) -> Iterator[RenderableType]:
    """What the choices of each of these seats come to, and its worst ones, where *who* looked so at what was *asked*; how to play
    on otherwise from the worst, where there is a *record*.
    """
    marked, wider, full = judged(found), widened(found), sum(each.full for each in found)
    told = summaries(asked, marked, seats)
    end = next(result_lines(match, language)) if match.is_over else phrase(language, "not over")
    yield Text(f"{title_line(match, language)} · {phrase(language, 'decisions', len(asked))} · {end}", "bold")
    basis = found[0].first[0].basis if found else Basis.TRIES
    yield Text(phrase(language, "what worth is", scale(match.program, basis, language).partition(", ")[2]), "dim")
    for each in told:
        yield Text(f"\n{heading(match.program.seat_name(each.seat, language), each, language)}", "bold")
        if each.mattered > len(each.worst):  # else all of them stand in the table
            told_well = f"; {phrase(language, 'others were good')}" if each.worst else ""
            yield Text(phrase(language, "which mattered", which_mattered(each.seat, marked)) + told_well, "dim")
        if each.worst:
            yield table(each.worst, language)
        elif each.choices:
            yield Text(phrase(language, "no cost"))
    if wider >= TOLD:
        yield Text(f"\n{phrase(language, 'widened', who, f'{wider:.1f}')}", "dim")
    if full:
        yield Text(f"\n{phrase(language, 'often full', who, full, len(found))}", "dim")
    worst = max((one for each in told for one in each.worst), key=cost_of, default=None)
    if worst is not None and record is not None:
        better = worst.asked.options[worst.best]
        words = ["rulerun", "play", str(record), "--from", str(worst.asked.number), "--choose", better]
        words += [] if language == "en" else ["--lang", language]
        yield Text(f"\n{phrase(language, 'otherwise', shlex.join(words))}")


def seconds(bot: Advisor) -> float:
    """How long the bot thinks each time; 0 where that is not settled beforehand."""
    time = getattr(bot, "time", None)
    return time if isinstance(time, float) else 0.0


def heading(name: str, seat: SeatJudged, language: str) -> str:
    """What the choices of a seat come to, in one line."""
    if not seat.choices:
        return phrase(language, "never chose", name)
    parts = [f"{name}: {decisions_text(seat.decisions, language)}"]
    if seat.choices < seat.decisions:
        parts.append(phrase(language, "something to choose", seat.choices))
    cost = f"{percent(seat.cost)}{give_or_take(seat.error)}"
    cost = phrase(language, "more than all", cost) if seat.cost > 1 else cost
    mattered = phrase(language, "mattered", seat.mattered, cost) if seat.mattered else phrase(language, "none mattered", cost)
    return ", ".join((*parts, mattered))


def which_mattered(seat: int, judged: Sequence[Judged]) -> str:
    """The numbers of a seat's decisions that mattered, each with what was chosen."""
    those = [each.asked for each in judged if each.mattered and each.asked.seat == seat]
    return " · ".join(f"{asked.number} {asked.options[asked.chosen]}" for asked in those)


def table(worst: Sequence[Judged], language: str) -> RenderableType:
    """The choices that cost most, a line each."""
    shown = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for name in ("judged decision", "judged cost"):
        shown.add_column(phrase(language, name), justify="right")
    for name in ("judged chosen", "judged better"):
        shown.add_column(phrase(language, name), overflow="fold")
    for each in worst:
        chosen, best = with_loss(each, language), with_line(each, language)
        error = 0.0 if each.cost is None else each.cost.error
        shown.add_row(str(each.asked.number), f"{percent(cost_of(each))}{give_or_take(error)}", chosen, best)
    return shown


def with_worth(judged: Judged, index: int, language: str) -> str:
    """An option with what it is worth, as a hint says it."""
    worth, error = figures(judged.estimates[index], all(each.error is None for each in judged.estimates), language)
    return f"{judged.asked.options[index]} ({worth or error})"


def with_loss(judged: Judged, language: str) -> str:
    """The option that was chosen with what it is worth, and what it gave away."""
    told = with_worth(judged, judged.asked.chosen, language)
    return f"{told}: {judged.loss}" if judged.loss else told


def with_line(judged: Judged, language: str) -> str:
    """The best option with what it is worth, and what was expected behind it."""
    told = with_worth(judged, judged.best, language)
    return f"{told}: {', '.join(judged.expected)} …" if judged.expected else told


def cost_of(judged: Judged) -> float:
    """What the choice cost."""
    return 0.0 if judged.cost is None else judged.cost.worth


def percent(part: float) -> str:
    """A part of 1 in percent."""
    return f"{number_text(round(part * 100))} %"


def give_or_take(error: float) -> str:
    """The half width of an interval in percent; empty where there is none."""
    return f" ± {error * 100:.0f}" if error else ""
