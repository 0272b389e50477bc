"""A tournament in sentences, the most important ones first."""

from __future__ import annotations

from collections.abc import Iterator

from ..statistics.estimates import Estimate
from ..statistics.tournament import BotFigures, PairFigures, Standing, TournamentFigures
from .conclusions import NOISE, Finding
from .number_format import NAMED, altered, among, amount, between, count, interval, listed, number, setup, some, upper, within

__all__ = ["against", "held", "points", "ranked", "rating", "seconds", "source", "told", "verdict"]

UNITS = (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6))
"""Units of time with their length in seconds, the longest first."""


def told(found: TournamentFigures) -> tuple[Finding, ...]:
    """The findings about a tournament."""
    return tuple(
        Finding(subject, " ".join(sentences))
        for subject, parts in (
            ("Stopped early", _stopped(found)),
            ("Failed", _failed(found)),
            ("Best", _best(found)),
            ("Others", _others(found)),
            ("Seats", _seats(found)),
            ("Time", _time(found)),
            ("Seating", _seating(found)),
        )
        if (sentences := tuple(parts))
    )


def held(found: TournamentFigures) -> str:
    """What was played, on one line."""
    run = found.run
    return f"{run.title}, {altered(run)}: {_games(found)}; {among(len(run.bots), 'bot', 'bots')}; seed {run.seed}"


def source(found: TournamentFigures) -> str:
    """What was played, in short."""
    run = found.run
    return f"{_games(found)}, {setup(run)}; bots: {', '.join(run.bots)}; seed {run.seed}; rulerun {run.version}"


def ranked(found: TournamentFigures) -> tuple[BotFigures, ...]:
    """The bots in the order in which they are told: by mean score in a solo game that has one, else by rating."""
    if found.solo and all(bot.score is not None for bot in found.bots):
        return tuple(sorted(found.bots, key=lambda bot: 0.0 if bot.score is None else -bot.score.mean.value))
    return found.bots


def rating(bot: BotFigures) -> tuple[str, str]:
    """A rating with its sign, and its interval."""
    return amount(bot.rating), interval(bot.rating, False)


def points(one: Standing | None, even: float) -> tuple[str, str, str]:
    """Points with their interval, and whether they are above or below what is *even* beyond chance."""
    return ("–", "", "") if one is None else (number(one.rate), between(one.rate), _standing(one, even))


def verdict(pair: PairFigures) -> str:
    """Whether the first of the two is better or worse than the second beyond chance."""
    if pair.share is None:
        return "never met"
    if not pair.share.clear:
        return NOISE
    return "better" if pair.share.rate.value > 0.5 else "worse"


def against(found: TournamentFigures, one: str, other: str) -> Estimate | None:
    """The part of *one* against *other*, None where they never met."""
    for pair in found.pairs:
        if pair.share is not None and {pair.first, pair.second} == {one, other}:
            rate = pair.share.rate
            return rate if pair.first == one else Estimate(1 - rate.value, 1 - rate.high, 1 - rate.low)
    return None


def seconds(time: float | None) -> str:
    """A time with two digits and its unit; a dash where there is none."""
    if time is None:
        return "–"
    unit, length = next(((unit, length) for unit, length in UNITS if time >= length), UNITS[-1])
    return f"{count(float(f'{time / length:.2g}'))} {unit}"


def _standing(one: Standing, even: float) -> str:
    """Whether a part of the points is above or below the *even* one beyond chance."""
    if not one.clear:
        return NOISE
    return "above" if one.rate.value > even else "below"


def _games(found: TournamentFigures) -> str:
    left = "" if found.run.finished else " (stopped early)"
    return f"{among(found.run.games, 'game', 'games')} in {among(found.rounds, 'round', 'rounds')}{left}"


def _stopped(found: TournamentFigures) -> Iterator[str]:
    if not found.run.finished:
        yield f"Only {among(found.rounds, 'round was', 'rounds were')} finished; all figures are of these."
        if found.left:
            yield f"{among(found.left, 'game', 'games')} of further rounds {'is' if found.left == 1 else 'are'} kept."
        yield "The same command goes on."


def _failed(found: TournamentFigures) -> Iterator[str]:
    failing = [bot for bot in found.bots if bot.failed]
    for bot in failing:
        yield f"`{bot.name}` failed in {among(bot.failed, 'game', 'games')}, first because {_clause(bot.failure)}."
    if failing:
        yield "These games count for nobody."


def _clause(message: str) -> str:
    return message.strip().rstrip(".")


def _best(found: TournamentFigures) -> Iterator[str]:
    best, *rest = ranked(found)
    if not any(bot.time.choices for bot in found.bots):
        yield "Nobody had anything to decide: all this is chance."
        return
    if not any(pair.share is not None and pair.share.clear for pair in found.pairs):
        yield f"No bot is shown to be better than another in {among(found.run.games, 'game', 'games')}."
        return
    yield f"{_how(found, best)}."
    unclear = [bot.name for bot in rest if not _beats(found, best, bot)]
    equal = some([f"`{name}`" for name in unclear])
    if not unclear:
        yield f"It is better than {'every other' if len(rest) > 1 else f'`{rest[0].name}`'} beyond chance."
    elif len(unclear) == len(rest):
        yield "These games do not tell it from any other."
    else:
        yield f"These games do not tell it from {equal}; it is better than the others beyond chance."


def _how(found: TournamentFigures, bot: BotFigures) -> str:
    if found.solo and bot.score is not None:
        return f"`{bot.name}` scores {number(bot.score.mean)}{within(between(bot.score.mean))} on average"
    words, ends = rating(bot)
    points = "" if bot.points is None or found.solo else f" and makes {_points(found, bot.points)}"
    return f"`{bot.name}` has a rating of {words}{within(ends)}{points}"


def _points(found: TournamentFigures, points: Standing) -> str:
    """Points for each game or, where a bot sits in several seats of one, for each seat; and what is even."""
    each = "a game" if len(found.bots) >= len(found.seats) else "a seat"
    told = "; ".join(filter(None, (between(points.rate), f"even: {found.even:.3g}")))
    return f"{number(points.rate)} points {each}{within(told)}"


def _beats(found: TournamentFigures, best: BotFigures, other: BotFigures) -> bool:
    pair = next(each for each in found.pairs if {each.first, each.second} == {best.name, other.name})
    share = against(found, best.name, other.name)
    return share is not None and pair.share is not None and pair.share.clear and share.value > 0.5


def _others(found: TournamentFigures) -> Iterator[str]:
    clear = sum(pair.share is not None and pair.share.clear for pair in found.pairs)
    if len(found.pairs) < 2 or not clear:
        return
    yield f"{count(clear)} of {count(len(found.pairs))} pairs are told apart beyond chance, allowing for how many they are."
    ahead = {name: at for at, name in enumerate(bot.name for bot in ranked(found))}
    odd = [
        pair
        for pair in found.pairs
        if pair.share is not None
        and pair.share.clear
        and (ahead[pair.first] < ahead[pair.second]) != (pair.share.rate.value > 0.5)
    ]
    for pair in odd[:NAMED]:
        better, worse = (pair.first, pair.second) if ahead[pair.first] > ahead[pair.second] else (pair.second, pair.first)
        yield f"Against the order of all, `{better}` is better than `{worse}`."


def _seats(found: TournamentFigures) -> Iterator[str]:
    known = [(seat.name, seat.points) for seat in found.seats if seat.points is not None]
    if not known:
        return
    parts = [f"{name} makes {number(points.rate)} points{within(between(points.rate))}" for name, points in known]
    if any(points.clear for _, points in known):
        yield f"The seats are not level, with the same bots in each: {listed(parts)}."
    else:
        widest = max(points.rate.high - points.rate.low for _, points in known) / 2
        yield "No seat is better than another, as far as these games tell."
        yield f"An advantage below about {widest:.1g} points a game would not show."


def _time(found: TournamentFigures) -> Iterator[str]:
    timed = [bot for bot in found.bots if bot.time.mean is not None]
    if not timed:
        return
    slow = max(timed, key=lambda bot: bot.time.mean or 0.0)
    yield upper(f"`{slow.name}` takes longest: {seconds(slow.time.mean)} for a decision, {seconds(slow.time.slowest)} at most.")


def _seating(found: TournamentFigures) -> Iterator[str]:
    if found.solo:
        yield "In each round every bot plays once, with the same chance."
    elif found.every:
        yield f"A round has all {found.seatings} ways to seat the bots, each with the same chance."
    else:
        yield f"A round has {found.seatings} games with the same chance, in which each bot is in each seat once; who sits beside"
        yield "whom changes from round to round. More games would be needed for all ways to seat them in every round."
