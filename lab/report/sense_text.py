"""What games between levels show, as sentences: skill or luck, seats, decisions, options that are never right, cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..statistics.card_worth import WorthFigures
from ..statistics.estimates import Estimate
from ..statistics.intervals import detectable
from ..statistics.never_right import OFTEN, never
from ..statistics.sense import Sense, SenseDescription
from ..statistics.skill import Rung
from ..statistics.stakes import StakeFigures
from .conclusions import Finding, left_out
from .fairness import DOUBT, needed, plain_points
from .number_format import among, amount, between, count, interval, listed, number, percent, percents, points, some, within

SLIGHT = 0.01
"""What costs less than this part of a win, for certain, does not matter."""

PARTS = ((0.9, "Skill decides nearly every game"), (0.5, "More skill than luck"), (0.2, "Some skill, and more luck"))
"""From which part of what there is to win above the even share it is called what."""


def findings(found: Sense) -> tuple[Finding, ...]:
    """The findings, the most important ones first."""
    return tuple(
        Finding(subject, " ".join(sentences))
        for subject, told in (
            ("Stopped early", _stopped(found.run)),
            ("Failed", left_out(found.run)),
            ("Skill or luck", skill_told(found)),
            ("Seats", _seats(found)),
            ("Decisions", _decisions(found)),
            ("Never right", _never(found)),
            ("Cards", _cards(found)),
            ("Sense", _players(found)),
        )
        if (sentences := tuple(told))
    )


def gap(one: Estimate) -> str:
    """A difference of standings in points of a whole win, with its sign."""
    return f"{points(one.value, one.high - one.low)} points"


def verdict(one: Rung) -> str:
    """Which of two levels is better, as far as the games tell."""
    if one.chance >= DOUBT:
        return "not shown"
    return "stronger" if one.gap.value > 0 else "weaker"


def matters(one: StakeFigures) -> str:
    """Whether a kind of decision matters, as far as the games tell. Where the judge held all options for equal every time, it may
    just not look far enough.
    """
    if one.stake.low == one.stake.high == 0:
        return "not seen"
    if one.stake.high < SLIGHT:
        return "does not matter"
    return "matters" if one.stake.low > 0 else "not shown"


def sense_alarms(found: Sense) -> Iterator[str]:
    """What calls for a look at the rules before anything else."""
    yield from _stopped(found.run)
    yield from left_out(found.run)
    seats = found.seats
    if seats is not None and seats.even is not None and seats.even < DOUBT:
        yield from _seats(found)
    if never(found.rights):
        yield from _never(found)


def cost(one: Estimate) -> str:
    """A part of a win in points."""
    return number(_hundred(one))


def costs(one: Estimate) -> str:
    """The interval of a part of a win in points."""
    return between(_hundred(one))


def _hundred(one: Estimate) -> Estimate:
    return Estimate(100 * one.value, 100 * one.low, 100 * one.high)


def played(run: SenseDescription) -> str:
    """What was played, on one line."""
    left = "" if run.finished else " (stopped early)"
    games = among(run.games, "game", "games")
    return f"{run.title}, {_setting(run)}: {games}{left}; levels: {' < '.join(run.levels)}; seed {run.seed}"


def _setting(run: SenseDescription) -> str:
    """The variant, the number of players and the parameters that are not as the ruleset has them, in one line."""
    altered = [f"{name} {value}" for name, value in run.altered]
    return ", ".join([*([run.variant] if run.variant else []), among(run.players, "player", "players"), *altered])


def _stopped(run: SenseDescription) -> Iterator[str]:
    if not run.finished:
        yield f"Stopped after {among(run.games, 'game', 'games')}."


def skill_told(found: Sense) -> Iterator[str]:
    """How much of the game is skill, the headline first."""
    if not found.rungs:
        return
    far = found.rungs[-1]
    yield _headline(far)
    if len(found.rungs) > 1:
        last = found.rungs[-2]
        pays = f"`{last.stronger}` {_against(last)}"
        match verdict(last):
            case "stronger":
                yield f"More thought still pays at the top: {pays}."
            case "weaker":
                yield f"More thought does not pay at the top: {pays}."
            case _:
                yield f"Whether more thought pays at the top is not shown: {pays}."


def _headline(far: Rung) -> str:
    told = f"`{far.stronger}` {_against(far)}"
    match verdict(far):
        case "weaker":
            return f"The level that should be stronger fares worse: {told}. It is no measure of sense in this game."
        case "not shown" if far.wins is None or far.even is None or _skill(far.wins.high, far.even) >= PARTS[-1][0]:
            return f"These games are too few to tell skill from luck: {told}; {_telling(far)}."
        case "not shown":
            return f"Luck decides, as far as these games tell: {told}; {_telling(far)}."
    if far.wins is None or far.even is None:
        return f"Skill pays: {told}."
    words = next((words for least, words in PARTS if _skill(far.wins.value, far.even) >= least), "Mostly luck")
    return f"{words}: {told}."


def _telling(one: Rung) -> str:
    """Which lead would show."""
    least = detectable((one.gap.high - one.gap.low) / 2, DOUBT)
    return f"standing {plain_points(least)} points better would show" if 0 < least < 1 else "no lead would show"


def _skill(wins: float, even: float) -> float:
    """Which part it is of what there is to win above the even share."""
    return (wins - even) / (1 - even)


def _against(one: Rung) -> str:
    """How a level fares against a weaker one, as a clause."""
    if one.wins is None or one.even is None:
        return f"stands {gap(one.gap)} better at the end than `{one.weaker}`{within(interval(one.gap, True))}"
    paid = "" if one.payoff is None else f" and is paid {amount(one.payoff)} a game{within(between(one.payoff))}"
    even = f"{100 * one.even:.3g}%"
    return f"wins {percent(one.wins)}{within(percents(one.wins))} against `{one.weaker}`, where {even} would be even{paid}"


def _seats(found: Sense) -> Iterator[str]:
    seats = found.seats
    if seats is None or not seats.games:
        return
    order = sorted(zip(seats.wins, seats.names, strict=True), key=lambda pair: -pair[0].value)
    wins = listed([f"{name} wins {percent(win)}{within(percents(win))}" for win, name in order[:3]])
    if seats.parted < needed(1):
        yield f"These games are too few to tell whether the seats are level when all play with sense: {wins}; it takes"
        yield f"{count(needed(1))} at least in which some win and some do not, and there {'was' if seats.parted == 1 else 'were'}"
        yield f"{count(seats.parted)}."
    elif seats.even is None:
        yield f"Whether the seats are level cannot be tested: {wins}."
    elif seats.even < DOUBT:
        yield f"The seats are not level when all play with sense: {wins}."
    else:
        yield (
            f"No seat is shown to be better when all play with sense: {wins}; chance alone would part them at least as much in "
            f"{max(1, round(100 * seats.even))} of 100 such runs."
        )


def _decisions(found: Sense) -> Iterator[str]:
    if not found.stakes:
        return
    idle = [one for one in found.stakes if matters(one) == "does not matter"]
    unseen = [one for one in found.stakes if matters(one) == "not seen"]
    if unseen:
        names = some([f"“{one.text}” ({one.place})" for one in unseen])
        yield f"`{found.run.judge}` sees no difference at all between the options of {names}: it may not look far enough."
    heavy = max(found.stakes, key=lambda one: one.stake.value)
    if idle:
        names = some([f"“{one.text}” ({one.place})" for one in idle])
        yield f"It does not matter what is chosen in {names}: a random option costs less than {100 * SLIGHT:g} point of a win."
    if matters(heavy) == "matters":
        yield (
            f"Most is at stake in “{heavy.text}” ({heavy.place}): there a random option costs {cost(heavy.stake)} points of a "
            f"win{within(costs(heavy.stake))}."
        )
    elif not idle and not unseen:
        yield "What is at stake in any decision is below the noise of these games."


def _never(found: Sense) -> Iterator[str]:
    idle = never(found.rights)
    if idle:
        told = [
            f"“{one.option}” ({one.place}; on offer {count(one.right.of)} times, costs {cost(one.cost)} points)" for one in idle
        ]
        yield f"Never as good as the best, within noise: {some(told)}."
    elif found.rights:
        yield f"Every option that was on offer at least {OFTEN} times was as good as the best at some time."


def _cards(found: Sense) -> Iterator[str]:
    for words, cards in (("to hold", found.held), ("to play", found.played)):
        clear = [one for one in cards if one.clear]
        if clear:
            yield f"Worth more than chance explains {words}: {some([_worth(one) for one in _extreme(clear)])}."
        elif cards:
            yield f"No card is worth more or less {words} than chance explains."


def _extreme(cards: Sequence[WorthFigures]) -> list[WorthFigures]:
    return sorted(cards, key=lambda one: -abs(one.worth.value))


def _worth(one: WorthFigures) -> str:
    where = f" in `{one.where}`" if one.where else ""
    return f"`{one.card}`{where} ({gap(one.worth)}, {interval(one.worth, True)})"


def _players(found: Sense) -> Iterator[str]:
    run = found.run
    judged = f"Decisions were judged by `{run.judge}`." if run.judge else "No level gives estimates, so no decision was judged."
    yield f"Sense is here what `{run.levels[-1]}` does: a better player may find more. {judged}"
