"""The report on levels of play: skill or luck, the seats, what decisions and options cost, what cards are worth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..statistics.card_worth import WorthFigures
from ..statistics.estimates import Estimate
from ..statistics.never_right import OFTEN
from ..statistics.sense import Sense
from .charts import Dot, Dots
from .conclusions import NOISE
from .course_report import curve_section, retold_sections
from .headline import of_sense
from .number_format import amount, between, count, interval, number, percent, percents
from .report import ALL, Column, Cut, Kind, Plot, Report, Section, Table, columns, section, telling
from .sense_text import cost, costs, findings, gap, matters, played, verdict

ROWS = 30
"""A page shows at most this many options or cards; of more, only the extreme ones."""

MOST = 12
"""A terminal shows at most this many."""


def report(found: Sense) -> Report:
    """The report on these levels."""
    run = found.run
    source = f"{played(run)}; judge: {run.judge or 'nobody'}; rulerun {run.version}"
    begins = of_sense(found)
    shown = telling(sections(found), "Skill or luck", begins.headline)
    return Report(run.title, (played(run),), begins, findings(found), shown, source, run.command)


def sections(found: Sense) -> Iterator[Section]:
    """What is shown of these levels, a section for each subject."""
    if found.rungs:
        yield section("Skill or luck", "", [_skill_plot(found)], [_skill(found), *_alone(found)])
    if found.seats is not None:
        yield section("Seats when all play with sense", "", [_seat_plot(found)], [_seats(found)])
    if found.course:
        yield curve_section(found)
    if found.stakes:
        text = (
            "By how much the best option is worth more than one taken at random, as the judge values them. "
            "“best is clear”: it is worth more than the worst beyond noise."
        )
        yield section("What is at stake", text, [_stake_plot(found)], [_stakes(found)])
    if found.rights:
        text = "An option is right where it is as good as the best, within the noise of the judge."
        yield section("Options", text, [], [_rights(found)])
    for heading, words, cards in (
        ("Cards held", "held", found.held),
        ("Cards played", "played", found.played),
    ):
        if cards:
            text = f"By how much better a seat stood at the end for each time that it {words} a card more often than the others."
            yield section(heading, text, [_card_plot(heading, cards)], [_cards(heading, cards)])
    yield from retold_sections(found)


def _skill(found: Sense) -> Table:
    pays = any(one.payoff is not None for one in found.rungs)
    rows = []
    for one in found.rungs:
        wins = ("", "", "")
        if one.wins is not None and one.even is not None:
            wins = percent(one.wins), percents(one.wins), f"{100 * one.even:.3g}%"
        paid = ("" if one.payoff is None else amount(one.payoff),) if pays else ()
        rows.append((f"{one.stronger} against {one.weaker}", count(one.games), *wins, *paid, gap(one.gap), verdict(one)))
    heads = ("games", "wins", "95% interval", "even", *(("payoff",) if pays else ()), "stands", "verdict")
    return Table("The stronger level in one seat, the weaker in all others", columns("levels", *heads), tuple(rows), short=ALL)


def _alone(found: Sense) -> Iterator[Table]:
    if found.alone:
        scored = any(one.score is not None for one in found.alone)
        rows = []
        for one in found.alone:
            score = ("", "") if one.score is None else (number(one.score), between(one.score))
            rows.append((one.name, count(one.games), percent(one.standing), percents(one.standing), *(score if scored else ())))
        heads = ("games", "standing", "95% interval", *(("score", "95% interval") if scored else ()))
        yield Table("Each level by itself", columns("level", *heads), tuple(rows), short=ALL)


def _skill_plot(found: Sense) -> Plot:
    rows = [dot(f"{one.stronger} against {one.weaker}", one.gap) for one in found.rungs]
    return plot_of("How much better the stronger level stands at the end, in points of a win", rows, "points of a win", 0.0)


def _seats(found: Sense) -> Table:
    seats = found.seats
    if seats is None:
        raise ValueError("no seats were held against each other")
    rows = [
        (name, percent(win), percents(win), *((amount(seats.payoffs[at]),) if seats.payoffs else ()))
        for at, (name, win) in enumerate(zip(seats.names, seats.wins, strict=True))
    ]
    heads = columns("seat", "wins", "95% interval", *(("payoff",) if seats.payoffs else ()))
    caption = f"The seats, all taken by {found.run.levels[-1]}"
    return Table(caption, heads, tuple(rows), "A win that is shared is shared out.", ALL)


def _seat_plot(found: Sense) -> Plot:
    seats = found.seats
    pairs = () if seats is None else tuple(zip(seats.names, seats.wins, strict=True))
    rows = [dot(name, win) for name, win in pairs]
    return plot_of("Games won by each seat; dashed: an even share", rows, "games won, %", 100 / max(1, len(rows)))


def _stakes(found: Sense) -> Table:
    rows = tuple(
        (
            one.text,
            one.place,
            count(one.asked),
            cost(one.stake),
            costs(one.stake),
            "" if one.clear is None else percent(one.clear),
            matters(one),
        )
        for one in found.stakes
    )
    heads = (
        Column("decision", Kind.CODE),
        Column("place", Kind.WORDS),
        *(Column(name, Kind.NUMBER) for name in ("judged", "cost", "95% interval", "best is clear", "verdict")),
    )
    short = Cut(without=("best is clear",))
    return Table("What a random option costs, in points of a win", heads, rows, short=short)


def _stake_plot(found: Sense) -> Plot:
    rows = [dot(one.place, one.stake) for one in found.stakes]
    return plot_of("What a random option costs at each decision", rows, "points of a win", 0.0)


def _rights(found: Sense) -> Table:
    rows = tuple(
        (one.option, one.place, count(one.right.of), percent(one.right), percents(one.right), cost(one.cost), costs(one.cost))
        for one in found.rights
    )
    heads = (
        Column("option", Kind.WORDS),
        Column("place", Kind.WORDS),
        *(Column(name, Kind.NUMBER) for name in ("on offer", "right", "95% interval", "costs", "95% interval")),
    )
    note = f"Below {OFTEN} offers chance may explain it."
    return Table("Options, those least often right first", heads, rows, note, Cut(MOST, without=("place",)), Cut(ROWS))


def _best_first(cards: Sequence[WorthFigures]) -> list[WorthFigures]:
    return sorted(cards, key=lambda one: -one.worth.value)


def _cards(caption: str, cards: Sequence[WorthFigures]) -> Table:
    rows = tuple(
        (_card(one, cards), count(one.having), gap(one.worth), interval(one.worth, True), "clear" if one.clear else NOISE)
        for one in _best_first(cards)
    )
    heads = columns("card", "times", "worth", "95% interval", "verdict")
    note = "“clear” allows for how many cards are compared. What else those have in common who have a card counts, too."
    return Table(caption, heads, rows, note, Cut(MOST // 2, MOST // 2), Cut(ROWS // 2, ROWS // 2))


def _card(one: WorthFigures, cards: Sequence[WorthFigures]) -> str:
    return f"{one.card} in {one.where}" if len({each.where for each in cards}) > 1 else one.card


def _card_plot(heading: str, cards: Sequence[WorthFigures]) -> Plot:
    order = _best_first(cards)
    shown = order if len(order) <= ROWS else [*order[: ROWS // 2], *order[-(ROWS // 2) :]]
    rows = [dot(_card(one, cards), one.worth) for one in shown]
    return plot_of(f"{heading}: what they were worth; dashed: nothing", rows, "points of a win", 0.0)


def dot(name: str, one: Estimate) -> Dot:
    """A part of a win as a row of a plot, in points."""
    return Dot(name, 100 * one.value, 100 * one.low, 100 * one.high, f"{name}: {cost(one)} ({costs(one)})")


def plot_of(caption: str, rows: Sequence[Dot], axis: str, reference: float) -> Plot:
    """A plot of such rows, which is told in words, too."""
    words = ", ".join(row.words for row in rows[:6]) + (f" and {count(len(rows) - 6)} more" if len(rows) > 6 else "")
    return Plot(f"{caption}; with 95% intervals", f"{words}.", Dots(tuple(rows), axis, "", reference))
