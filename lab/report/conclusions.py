"""The findings about one run, as sentences: fairness, length, ties, lead, dead rules, first choices, cards, measures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen

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
from ..statistics.intervals import binomial
from ..statistics.sense import SenseDescription
from ..statistics.wilson import share
from .fairness import DOUBT, choosers, seats_told
from .number_format import (
    NAMED,
    among,
    between,
    count,
    listed,
    number,
    percent,
    percents,
    points,
    some,
    spread,
    upper,
    within,
)

RARE = 1000
"""A rule is rare when it is carried out less than once in this many games."""

SLIGHT_SHARE, SLIGHT_MEAN = 0.005, 0.01
"""A difference below this hardly matters, however certain it is: between shares of 1 as it is, between means as a part of the
larger one.
"""

LITTLE = "less than half a point, or than 1% of the figure"
"""`SLIGHT_SHARE` and `SLIGHT_MEAN` in words."""

NOISE = "within noise"
"""The verdict on a figure that cannot be told from chance."""

SECONDS, SECONDS_OF_CHANCE = 10, 2
"""The pace of people: so long they take for a choice, and to draw a card or to roll a die."""

PACE = f"at {SECONDS} seconds a choice, which all make at once where they choose together, and {SECONDS_OF_CHANCE} for chance"
"""The pace in words."""

AT_RANDOM = frozenset({"random", "random:flat"})
"""The bots that choose at random."""


@frozen
class Finding:
    """What was found about one subject ("Seats", "Length", …), in a sentence or two."""

    subject: str
    text: str


def findings(summary: Summary) -> tuple[Finding, ...]:
    """The findings about one run, the most important ones first."""
    return tuple(
        Finding(subject, " ".join(sentences))
        for subject, found in (
            ("Stopped early", stopped(summary)),
            ("Seats", seats_told(summary)),
            ("Length", _length(summary)),
            ("Ties", _ties(summary)),
            ("Lead", _lead(summary)),
            ("Margin", _margin(summary)),
            ("Rules", _rules(summary)),
            ("First choice", _first_choice(summary.first_choices)),
            ("Cards", _cards(summary.cards)),
            ("Measures", _measures(summary)),
            ("Players", undirected([summary])),
        )
        if (sentences := tuple(found))
    )


def late(summary: Summary) -> Share | None:
    """The share of games that were open at half-time or later; None where the rules do not tell who is ahead."""
    return None if summary.lead is None else summary.lead.late


def dead(summary: Summary) -> tuple[SentenceFigures, ...]:
    """The sentences that were never carried out."""
    return tuple(sentence for sentence in summary.sentences if not sentence.times)


def rare(summary: Summary) -> tuple[SentenceFigures, ...]:
    """The sentences that were carried out, but less than once in `RARE` games."""
    return tuple(sentence for sentence in summary.sentences if 0 < sentence.times * RARE < summary.run.games)


def stopped(summary: Summary) -> Iterator[str]:
    """What is said of a run that was stopped early, or in which bots failed."""
    yield from unfinished(summary)
    yield from left_out(summary.run)


def unfinished(summary: Summary) -> Iterator[str]:
    """What is said of a run that was stopped early."""
    if not summary.run.finished:
        yield f"Only {among(summary.run.games, 'game was', 'games were')} finished; all figures are of these."


def left_out(run: RunDescription | SenseDescription, there: str = "there") -> Iterator[str]:
    """What is said of games in which bots failed; *there* says on which side of a comparison."""
    if run.failed:
        games = f"{among(run.failed, 'game more is', 'games more are')} left out"
        yield f"{games}{'' if there == 'there' else ' of both'}, because a bot failed {there}: {run.failure}."


def cut_short(summary: Summary) -> Iterator[str]:
    """What is said of games that `longest` ended."""
    cut = summary.ends.cut
    if cut.count:
        yield f"{percent(cut)} of the games{within(percents(cut))} were cut short by `longest`."


def exhausted(summary: Summary) -> Iterator[str]:
    """What is said of loops that ended by their number of passes, without what they wait for."""
    for loop in summary.loops:
        part = loop.exhausted
        if part is not None and part.count:
            often = f"{percent(part)}{within(percents(part))}"
            yield f"In {often} of its runs `{loop.name}` ended by its number of passes, not by `until`."


def never_carried_out(summary: Summary) -> Iterator[str]:
    """What is said of dead sentences."""
    never = dead(summary)
    if never:
        were = among(len(never), "sentence of the rules was", "sentences of the rules were")
        yield f"{were} never carried out in {among(summary.run.games, 'game', 'games')}: {_places(never)}."


def never_offered(summary: Summary) -> Iterator[str]:
    """What is said of options that nobody ever had."""
    refused = [f"“{one.name or one.text}” ({one.place})" for one in summary.alternatives if not one.chosen.of]
    if refused:
        yield f"Never on offer: {some(refused)}."


def never_taken(summary: Summary) -> Iterator[str]:
    """What is said of measures without any value."""
    never = [f"“{measure.name}”" for measure in summary.measures if measure.mean is None]
    if never:
        yield f"Never measured: {some(never)}."


def standing(one: ChoiceFigures | CardFigures, rivals: int) -> str:
    """`better` or `worse` than usual where the difference is significant even though *rivals* figures are compared, else `within
    noise`.

    Uses the binomial distribution with Carlo Bonferroni's correction, which shares `DOUBT` out among all rivals.
    """
    wins, usual = one.wins, one.wins.rate.value - one.against
    if wins.of and rivals * binomial(wins.count, wins.of, min(1.0, max(0.0, usual))) < DOUBT:
        return "better" if one.against > 0 else "worse"
    return NOISE


def little(one: Estimate, other: Estimate, part: bool) -> bool:
    """True when two figures differ by too little to matter; *part*: they are shares of 1, otherwise means."""
    return abs(other.value - one.value) < (SLIGHT_SHARE if part else SLIGHT_MEAN * max(abs(one.value), abs(other.value)))


def breadth(summary: Summary) -> str:
    """A sentence on how many options a decision of a seat has; empty where no seat decides."""
    if summary.options is None:
        return ""
    mean = f"{number(summary.options)} options on average{within(between(summary.options))}"
    return f"A seat chooses from {mean}; the most that were ever offered are {count(summary.most_options)}."


def lengths(summary: Summary) -> tuple[tuple[str, Distribution], ...]:
    """The length of a game in each unit that applies, with the unit's name: choices of seats, decisions of chance, both together,
    and the rounds of the ruleset's own loops.
    """
    seats, chance = ("choices of seats", summary.asked), ("decisions of chance", summary.chance)
    there = [each for each in (seats, chance) if each[1].most]
    both = [("decisions in all", summary.decisions)] if len(there) > 1 else []
    return (*there, *both, *((f"rounds of `{loop.name}`", loop.passes) for loop in summary.loops))


def minutes(summary: Summary) -> float:
    """About how many minutes people need for a game, at the stated pace: `SECONDS` for each choice, where what all choose at the
    same time counts once, and `SECONDS_OF_CHANCE` for each decision of chance.
    """
    seats = max(1, len(choosers(summary)))
    choices = sum(kind.per_game / (seats if kind.together else 1) for kind in summary.kinds)
    return (choices * SECONDS + summary.chance.mean.value * SECONDS_OF_CHANCE) / 60


def undirected(summaries: Sequence[Summary]) -> Iterator[str]:
    """A caution, as a sentence, where all choices were made at random; otherwise nothing."""
    if any(each.asked.most for each in summaries) and all(AT_RANDOM.issuperset(each.run.bots) for each in summaries):
        yield "All choices were made at random: this tells how the rules work, not yet how good players fare with them."


def _length(summary: Summary) -> Iterator[str]:
    if summary.asked.most:
        yield _takes("A game takes", "Every game takes", summary.asked, "choice of a seat", "choices of seats")
        if summary.chance.most:
            yield f"Chance decides another {_often(summary.chance)}."
    else:
        yield _takes("A game takes", "Every game takes", summary.chance, "decision of chance", "decisions of chance")
    yield from _for_people(summary)
    for loop in summary.loops[:NAMED]:
        yield _takes(f"`{loop.name}` goes round", f"`{loop.name}` always goes round", loop.passes, "time", "times")
    yield from exhausted(summary)
    yield from cut_short(summary)


def _for_people(summary: Summary) -> Iterator[str]:
    if not summary.kinds:
        return
    mean, asked = minutes(summary), summary.asked
    ends = dict.fromkeys(in_minutes(mean * end / asked.mean.value) for end in (asked.quantiles[0], asked.quantiles[4]))
    mostly = f" (nine of ten games {' to '.join(ends)})" if len(ends) > 1 else ""
    yield f"People need about {minutes_text(mean)}{mostly}, {PACE}."


def minutes_text(value: float) -> str:
    """So many minutes, in words: `1 minute`, `12 minutes`."""
    told = in_minutes(value)
    return f"{told} minute{'' if told == '1' else 's'}"


def in_minutes(value: float) -> str:
    """Minutes as text: whole ones, below one with a digit."""
    return f"{value:.0f}" if value >= 1 else f"{value:.1f}"


def _takes(mean: str, always: str, values: Distribution, one: str, several: str) -> str:
    if values.least == values.most:
        return f"{always} {among(values.least, one, several)}."
    return f"{mean} {number(values.mean)} {several} on average{within(between(values.mean))}, nine of ten {spread(values)}."


def _often(values: Distribution) -> str:
    if values.least == values.most:
        return among(values.least, "time", "times")
    return f"{number(values.mean)} times on average{within(between(values.mean))}"


def _ties(summary: Summary) -> Iterator[str]:
    if len(summary.seats) == 1 or summary.one_side:
        return
    (part, words), *others = level_ends(summary)
    several, kinds = part.count > 0, [(part, f"{words}, though not all"), *others]
    seen = [f"{percent(part)} of the games{within(percents(part))} {words}" for part, words in kinds if part.count]
    if seen:
        # the relative clause of `several` needs a closing comma; with three kinds `listed` sets it
        seen[0] += "," if several and len(seen) == 2 else ""
        yield listed(seen) + "."
    elif not summary.ends.cut.count:
        high = 100 * share(0, summary.run.games).rate.high
        yield f"No game ended level (so fewer than {_rounded_up(high)}% of all games do)."


def level_ends(summary: Summary) -> tuple[tuple[Share, str], ...]:
    """The ends without a single winner or side, each as what games do that end so."""
    ends = summary.ends
    several, nobody = (ends.several, "end with several winners"), (ends.nobody, "end with no winner")
    if summary.partners:
        several = share(ends.several.count - ends.partners, summary.run.games), "end with several sides as winners"
    return several, (ends.everyone, "end with all level"), nobody


def all_together(summary: Summary) -> bool:
    """True when all seats win together by the rules, or have always done so, but not in every game: then they are partners
    against the game.
    """
    ends = summary.ends
    return summary.one_side or (ends.everyone.count > 0 == ends.one.count + ends.several.count and ends.nobody.count > 0)


def _rounded_up(value: float) -> str:
    for digits in range(12):
        if value * 10**digits >= 1:
            break
    return f"{-(-value * 10**digits // 1) / 10**digits:.{digits}f}"


def _lead(summary: Summary) -> Iterator[str]:
    lead = summary.lead
    if lead is None:
        if len(summary.seats) > 1 and not summary.one_side:
            yield "The rules do not tell who is ahead while the game lasts."
        return
    told = f"in {percent(lead.late)} of the games{_decided(summary)}{within(percents(lead.late))}"
    if lead.late.rate.low > 0.5:
        yield f"Mostly the lead is open beyond half-time: {told}"
    elif lead.late.rate.high < 0.5:
        yield f"Mostly the lead is settled by half-time: only {told}"
    else:
        yield upper(told)
    yield "somebody who did not win was ahead or level at half-time or later, when a round began."
    yield f"From round to round the lead changes {number(lead.changes.mean)} times in a game."


def _margin(summary: Summary) -> Iterator[str]:
    margin = summary.margin
    if margin is None:
        return
    mean = f"{number(margin.mean)} points on average{within(between(margin.mean))}"
    yield f"Between a winner and the nearest other seat lie {mean}, in half of the games {count(margin.median)} or less."
    level = share(dict(margin.histogram).get(0, 0), margin.count) if margin.width == 1 else None
    if level is not None and level.count:
        yield f"In {percent(level)}{within(percents(level))} they have the same score, and something else decides."


def _decided(summary: Summary) -> str:
    """A clause that says in which games the lead was counted; empty where it was in all."""
    asked = summary.lead is None or summary.lead.changes.count == summary.run.games
    return "" if asked else " that some seat won and not all did"


def _rules(summary: Summary) -> Iterator[str]:
    if not summary.sentences:
        return
    if not dead(summary):
        yield f"Every one of the {count(len(summary.sentences))} sentences of the rules was carried out."
    yield from never_carried_out(summary)
    seldom = rare(summary)
    if seldom:
        were = among(len(seldom), "sentence was", "sentences were")
        yield f"{were} carried out less than once in {count(RARE)} games: {_places(seldom)}."
    yield from never_offered(summary)


def _places(sentences: Sequence[SentenceFigures]) -> str:
    return some([f"“{one.text}” ({one.place})" for one in sentences])


def _first_choice(choices: Sequence[ChoiceFigures]) -> Iterator[str]:
    if len(choices) < 2:
        return
    yield "Counted is each seat's own first choice, all seats together."
    sure = [one for one in choices if standing(one, len(choices)) != NOISE]
    if not sure:
        yield f"None of the {count(len(choices))} first choices stands out from the others beyond chance."
        return
    best, worst = max(sure, key=lambda one: one.against), min(sure, key=lambda one: one.against)
    if best.against > 0:
        yield f"The best is “{best.choice}”: {_worth(best)} than first choices do on average."
    if worst.against < 0:
        yield f"The worst is “{worst.choice}”: {_worth(worst)} than the average."


def _worth(one: ChoiceFigures | CardFigures) -> str:
    more = "more" if one.against > 0 else "less"
    size = points(abs(one.against), one.wins.rate.high - one.wins.rate.low).lstrip("+")
    return f"it wins {percent(one.wins)}{within(percents(one.wins))}, {size} points {more}"


def _cards(cards: Sequence[CardFigures]) -> Iterator[str]:
    zones = tuple(dict.fromkeys(card.zone for card in cards))
    for zone in zones:
        held = [card for card in cards if card.zone == zone]
        if len({card.wins for card in held}) < 2:
            continue
        where = f" in `{zone}`"
        sure = [card for card in held if standing(card, len(held)) != NOISE]
        if not sure:
            yield f"No card{where} is worth more than another beyond chance."
            continue
        best, worst = max(sure, key=lambda one: one.against), min(sure, key=lambda one: one.against)
        if best.against > 0:
            yield f"The best card to hold{where} at first is {best.card}: {_worth(best)} than cards do on average."
        if worst.against < 0:
            yield f"The worst{where} is {worst.card}: {_worth(worst)} than the average."


def _measures(summary: Summary) -> Iterator[str]:
    yield from never_taken(summary)
    for measure in summary.measures:
        if measure.mean is not None:
            yield f"“{measure.name}” is {number(measure.mean)} on average{within(between(measure.mean))}."
