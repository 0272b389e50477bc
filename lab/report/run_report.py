"""The report on one run: its findings, and for each subject a plot and a table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import gcd

from attrs import evolve

from ..statistics.estimates import (
    CardFigures,
    ChoiceFigures,
    Distribution,
    Estimate,
    RunDescription,
    SentenceFigures,
    Share,
    Summary,
)
from .charts import Bar, Dot, Dots, Histogram, Span, Spans, Stacks
from .conclusions import PACE, breadth, findings, lengths, minutes, minutes_text, standing
from .fairness import choosers, paid
from .headline import level_told, of_run
from .number_format import among, amount, between, bots, count, number, ordinal, percent, percents, played, points, setup, taken
from .report import ALL, NONE, Column, Cut, Kind, Plot, Report, Section, Table, columns, section, telling

ROWS = 30
"""A page shows at most this many first choices, cards or differences; of more, only the extreme ones."""

SPREAD = Cut(without=("deviation", "least", "25%", "75%"))
"""What a terminal shows of distributions."""

QUANTILES = "5%, 95%, …: so many of a hundred do not exceed that."

OPTIONS = 12
"""A terminal shows at most this many kinds of options."""

SHARED = "A win that is shared counts for each who shares it; “alone” are the wins that were not."

PLACES = ("first", "second", "third", "fourth", "fifth", "sixth")


def report(summary: Summary) -> Report:
    """The report on this run."""
    run, found = summary.run, telling(sections(summary), "Seats", level_told(summary))
    return Report(run.title, (played(run),), of_run(summary), findings(summary), found, source(run), run.command)


def sections(summary: Summary) -> tuple[Section, ...]:
    """What is shown of a run, a section for each subject."""
    parts: tuple[Callable[[Summary], Iterator[Section]], ...] = (
        _seats,
        _ends,
        _length,
        _lead,
        _scores,
        _choices,
        _cards,
        _measures,
        _options,
        _sentences,
    )
    return tuple(section for part in parts for section in part(summary))


def source(run: RunDescription) -> str:
    """What was played, in short."""
    left = "" if run.finished else " (stopped early)"
    return f"{among(run.games, 'game', 'games')}{left}, {setup(run)}; bots: {bots(run)}; seed {run.seed}; rulerun {run.version}"


def _seats(summary: Summary) -> Iterator[Section]:
    players = choosers(summary)
    places = max(len(seat.places) for seat in summary.seats) if summary.ranked else 0
    shared = any(seat.alone.count < seat.wins.count for seat in summary.seats)
    scored = any(seat.score is not None for seat in summary.seats)
    payoffs = dict(paid(summary))
    rows = [
        (
            f"{seat.name} (by rule)" if seat.automa else seat.name,
            percent(seat.wins),
            percents(seat.wins),
            *((percent(seat.alone),) if shared else ()),
            *(_mean(seat.score, number) if scored else ()),
            *(_mean(payoffs.get(seat.name), amount) if payoffs else ()),
            *(percent(place) for place in seat.places[:places]),
            *("" for _ in range(places - len(seat.places))),
        )
        for seat in summary.seats
    ]
    heads = columns(
        "seat",
        *("wins", "95% interval"),
        *(("alone",) if shared else ()),
        *(("score", "95% interval") if scored else ()),
        *(("payoff", "95% interval") if payoffs else ()),
        *(_place(place) for place in range(places)),
    )
    usual = 100 * sum(seat.wins.rate.value for seat in players) / len(players) if len(players) > 1 else None
    plot = Plot(
        "Games won by each seat, with 95% intervals" + ("; dashed: what the seats win on average" if usual is not None else ""),
        f"{_said([(seat.name, percent(seat.wins)) for seat in summary.seats])}.",
        Dots(tuple(_share_dot(seat.name, seat.wins) for seat in summary.seats), "games won", "%", usual),
    )
    yield section(
        "Seats",
        "Shared places are equal." if places else "",
        [plot, _ranks(summary, places) if len(summary.seats) > 2 and places > 2 else None],
        [Table("How the seats fare", heads, tuple(rows), SHARED if shared else "", ALL)],
    )


def _mean(values: Distribution | None, write: Callable[[Estimate], str]) -> tuple[str, str]:
    return ("", "") if values is None else (write(values.mean), between(values.mean))


def _ranks(summary: Summary, places: int) -> Plot:
    bars = tuple(
        Bar(seat.name, _place(at), place.rate.value, f"{seat.name}: {_place(at)} in {percent(place)} of the games")
        for seat in summary.seats
        for at, place in enumerate(seat.places)
    )
    words = _said([(seat.name, f"{percent(seat.places[0])} first") for seat in summary.seats if seat.places])
    told = f"{words}; the table has all {places} places."
    return Plot("How often each seat came to which place", told, Stacks(bars, "games", "place"))


def _place(at: int) -> str:
    return PLACES[at] if at < len(PLACES) else ordinal(at + 1)


def _ends(summary: Summary) -> Iterator[Section]:
    ends = summary.ends
    kinds = (
        ("one winner", ends.one, 1),
        ("several winners, not all", ends.several, 3),
        ("all win", ends.everyone, 2),
        ("nobody wins", ends.nobody, 1),
        ("cut short by `longest`", ends.cut, 1 if ends.cut.count else len(summary.seats) + 1),
    )
    possible = [(name, part) for name, part, seats in kinds if seats <= len(summary.seats)]
    rows = tuple((name, count(part.count), percent(part), percents(part)) for name, part in possible)
    table = Table("Who wins at the end", columns("end", "games", "share", "95% interval"), rows)
    yield section("Ends", "", [], [table])


def _length(summary: Summary) -> Iterator[Section]:
    rows = lengths(summary)
    alike = {_form(values): (name, values) for name, values in reversed(rows)}
    apart = [(name, values) for name, values in rows if alike[_form(values)] == (name, values)]
    plots = [_histogram(f"Games by {name}", values, name, "games") for name, values in apart]
    kinds = _kinds(summary) if summary.kinds else None
    note = f"{breadth(summary)} {QUANTILES}".strip()
    yield section("Length", "", plots[:4], [distributions("How long a game is", "counted in", rows, SPREAD, note), kinds])


def _kinds(summary: Summary) -> Table:
    heads = (
        Column("choice", Kind.CODE),
        Column("place", Kind.WORDS),
        Column("made", Kind.WORDS),
        *(Column(name, Kind.NUMBER) for name in ("times", "in a game")),
    )
    rows = tuple(
        (one.text, one.place, "all at once" if one.together else "one by one", count(one.times), _often(one.per_game))
        for one in summary.kinds
    )
    return Table("Choices by kind", heads, rows, f"People need about {minutes_text(minutes(summary))}, {PACE}.")


def _form(values: Distribution) -> tuple[tuple[float, int], ...]:
    """The shape of a distribution: equal for two of which one counts, say, two rounds for each turn, or three turns more."""
    steps = [value - values.least for value, _ in values.histogram]
    unit = gcd(*(int(step) for step in steps)) or 1
    return tuple((step / unit, games) for step, (_, games) in zip(steps, values.histogram, strict=True))


def _lead(summary: Summary) -> Iterator[Section]:
    lead = summary.lead
    if lead is None:
        return
    rows = (
        ("changes of the lead in a game", lead.changes),
        ("decisions up to which the game was open", lead.until),
        ("the same, percent of the game", lead.until_percent),
    )
    words = "percent of the game up to which it was open"
    plots = [
        _histogram("Games by how often the lead changed", lead.changes, "changes of the lead", "games"),
        _histogram("Up to when games were open", lead.until_percent, words, "games"),
    ]
    late = (("the game was open at half-time or later", count(lead.late.count), percent(lead.late), percents(lead.late)),)
    yield section(
        "Lead",
        "It is looked at who leads when a round begins, and at the end. A game is open while somebody leads who does not win, "
        "alone or level with others. "
        f"Counted in the {among(lead.changes.count, 'game', 'games')} that some seat won and not all did.",
        plots,
        [
            Table("How often the lead was contested", columns("what happened", "games", "share", "95% interval"), late),
            distributions("How often the lead changed, and how long it was open", "counted are", rows),
        ],
    )


def _scores(summary: Summary) -> Iterator[Section]:
    for heading, caption, rows in (
        ("Scores", "Scores at the end", [(seat.name, seat.score) for seat in summary.seats]),
        ("Payoffs", "Payoffs at the end", [(seat.name, seat.payoff) for seat in summary.seats]),
    ):
        known = [(name, values) for name, values in rows if values is not None]
        if not known or (heading == "Payoffs" and not summary.paid):
            continue
        plot = spread_plot(caption, known, heading.lower())
        margin = summary.margin if heading == "Scores" else None
        far = [] if margin is None else [("winning margin", margin)]
        words = "Games by the distance between a winner and the nearest seat that did not win"
        more = [_histogram(words, each, name, "games") for name, each in far]
        tables = [distributions(caption, "seat", known), *(distributions("Winning margin", "distance", far) for _ in far)]
        yield section(heading, "", [plot, *more], tables)


def spread_plot(caption: str, rows: Sequence[tuple[str, Distribution]], axis: str) -> Plot:
    """A row for each distribution: its quantiles and its mean."""
    return Plot(
        f"{caption}: line, nine games of ten; bar, half of them, with the median as a gap; dot, the mean",
        f"Means: {_said([(name, number(values.mean)) for name, values in rows])}.",
        Spans(tuple(Span(name, v.quantiles, v.mean.value, f"{name}: {_quantiles(v)}") for name, v in rows), axis),
    )


def _choices(summary: Summary) -> Iterator[Section]:
    if len(summary.first_choices) > 1:
        text = (
            "Each seat's own first choice, all seats together, and how often the seat won then; "
            "dashed: how often seats win on average."
        )
        names = [one.choice for one in summary.first_choices]
        caption = "What each seat's own first choice is worth, all seats together"
        yield _worths("First choices", text, caption, "first choice", summary.first_choices, names)


def _cards(summary: Summary) -> Iterator[Section]:
    for zone in dict.fromkeys(card.zone for card in summary.cards):
        held = sorted((card for card in summary.cards if card.zone == zone), key=lambda card: -card.wins.rate.value)
        if len({card.wins for card in held}) > 1:
            text = (
                f"Which cards lay in a seat's `{zone}` when it was first asked, and how often that seat won then; "
                "dashed: the same of all cards together."
            )
            caption = f"What each card in `{zone}` is worth, when a seat is first asked"
            yield _worths(f"Cards in `{zone}`", text, caption, "card", held, [card.card for card in held])


def _worths(
    heading: str, text: str, caption: str, head: str, found: Sequence[ChoiceFigures | CardFigures], names: Sequence[str]
) -> Section:
    """A section about choices or cards, the best first; of many only the best and the worst are shown."""
    pairs = list(zip(names, found, strict=True))
    shown = pairs if len(pairs) <= ROWS else [*pairs[: ROWS // 2], *pairs[-(ROWS // 2) :]]
    usual = 100 * (found[0].wins.rate.value - found[0].against)
    rows = tuple(
        (
            name,
            count(one.wins.of),
            percent(one.wins),
            percents(one.wins),
            points(one.against, one.wins.rate.high - one.wins.rate.low),
            standing(one, len(pairs)),
        )
        for name, one in pairs
    )
    table = Table(
        caption,
        columns(head, "times", "wins", "95% interval", "points off average", "than usual"),
        rows,
        "“better” and “worse” allow for how many were compared.",
        Cut(4, 4, ("points off average",)),
        Cut(ROWS // 2, ROWS // 2),
    )
    best, worst = shown[0], shown[-1]
    plot = Plot(
        f"Games won after each {head}, with 95% intervals",
        f"Most with {best[0]}, {percent(best[1].wins)}; least with {worst[0]}, {percent(worst[1].wins)}; average {usual:.3g}%.",
        Dots(tuple(_share_dot(name, one.wins) for name, one in shown), "games won", "%", usual),
    )
    return section(heading, text, [plot], [table])


def _measures(summary: Summary) -> Iterator[Section]:
    if not summary.measures:
        return
    rows = tuple(
        (
            one.name,
            count(one.taken),
            count(one.games),
            *(("", "") if one.mean is None else (number(one.mean), between(one.mean))),
        )
        for one in summary.measures
    )
    heads = columns("measure", "times measured", "in games", "mean", "95% interval")
    table = Table("The ruleset's own measures", heads, rows, "", Cut(without=("in games",)))
    known = [(one, one.values) for one in summary.measures if one.values is not None]
    rows_of_all = [(one.name, values) for one, values in known]
    short = evolve(SPREAD, without=(*SPREAD.without, "mean", "95% interval"))
    more = [distributions("All values of each measure", "measure", rows_of_all, short)] if known else []
    units = [("Games", "games") if one.once else ("Times measured", "times") for one, _ in known]
    plots = [
        _histogram(f"{words} by {one.name}", values, one.name, unit)
        for (one, values), (words, unit) in zip(known, units, strict=True)
    ]
    yield section("Measures", "", plots, [table, *more])


def _options(summary: Summary) -> Iterator[Section]:
    if not summary.alternatives:
        return
    rows = tuple(
        (
            one.text,
            one.place,
            count(one.chosen.of),
            count(one.chosen.count),
            taken(one.chosen, one.sole),
        )
        for one in summary.alternatives
    )
    heads = (
        Column("option", Kind.CODE),
        Column("place", Kind.WORDS),
        *(Column(name, Kind.NUMBER) for name in ("on offer", "taken", "taken then")),
    )
    alone = any(one.sole for one in summary.alternatives)
    note = "“nothing else”: no option of another kind was ever on offer beside it." if alone else ""
    short = Cut(OPTIONS, without=("place", "taken")) if any(one.name for one in summary.alternatives) else NONE
    phases = tuple((one.name, count(one.times), _often(one.per_game)) for one in summary.phases)
    yield section(
        "Options and phases",
        "How often a decision had some option of a kind on offer, and how often one was taken then.",
        [],
        [
            Table("Options", heads, rows, note, short),
            Table("Phases", columns("phase", "times", "in a game"), phases) if phases else None,
        ],
    )


def _sentences(summary: Summary) -> Iterator[Section]:
    if not summary.sentences:
        return
    heads = (
        Column("sentence", Kind.CODE),
        Column("place", Kind.WORDS),
        *(Column(name, Kind.NUMBER) for name in ("times", "in a game")),
    )
    text = "How often each sentence of the rules was carried out. What never was may be dead, or need players who want it."
    yield section("Rules", text, [], [Table("Sentences", heads, tuple(map(_sentence, summary.sentences)))])


def _sentence(one: SentenceFigures) -> tuple[str, ...]:
    return (one.text, one.place, count(one.times) if one.times else "never", _often(one.per_game))


def story(run: RunDescription, lines: Sequence[str]) -> tuple[Section, ...]:
    """The section that tells one match, a line for each thing that happened; none where nothing is told."""
    text = f"One match between the same bots, by the seed {run.seed}, as everybody at the table hears it."
    rows = tuple((str(number), line) for number, line in enumerate(lines, 1))
    table = Table("What happened", (Column("line", Kind.NUMBER), Column("in words", Kind.WORDS)), rows)
    return (section("A sample match in words", text, (), (table,)),) if lines else ()


def _often(times: float) -> str:
    return f"{times:,.3g}" if times < 1000 else f"{times:,.0f}"


def distributions(
    caption: str, head: str, rows: Sequence[tuple[str, Distribution]], short: Cut = NONE, note: str = QUANTILES
) -> Table:
    """A row for each distribution, under a heading for what they are of."""
    heads = columns(head, "mean", "95% interval", "deviation", "least", "5%", "25%", "median", "75%", "95%", "most")
    lines = tuple(
        (
            name,
            number(values.mean),
            between(values.mean),
            _often(values.deviation),
            *(count(value) for value in (values.least, *values.quantiles, values.most)),
        )
        for name, values in rows
    )
    return Table(caption, heads, lines, note, short)


def _histogram(caption: str, values: Distribution, axis: str, counted: str) -> Plot | None:
    if values.least == values.most:
        return None
    return Plot(f"{caption}; dashed: the median", f"{_quantiles(values).capitalize()}.", Histogram(values, axis, counted))


def _quantiles(values: Distribution) -> str:
    low, high = values.quantiles[0], values.quantiles[-1]
    return (
        f"from {count(values.least)} to {count(values.most)}, nine of ten from {count(low)} to {count(high)}, "
        f"median {count(values.median)}, mean {number(values.mean)}"
    )


def _share_dot(name: str, part: Share) -> Dot:
    rate = part.rate
    return Dot(name, 100 * rate.value, 100 * rate.low, 100 * rate.high, f"{name}: {percent(part)} ({percents(part)})")


def _said(pairs: Sequence[tuple[str, str]]) -> str:
    return ", ".join(f"{name} {words}" for name, words in pairs)
