"""A tournament in sentences, the most important ones first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from ..statistics.estimates import Estimate
from ..statistics.intervals import SHOWN, detectable
from ..statistics.tournament import DOUBT, BotFigures, PairFigures, Standing, TournamentFigures, Unit
from ..statistics.tournament_games import Way
from .conclusions import NOISE, Finding
from .number_format import NAMED, altered, among, amount, between, count, interval, listed, number, setup, some, upper, within

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
            ("Memory", _memory(found)),
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


def rating(bot: BotFigures) -> tuple[str, str]:
    """A rating with its sign, and its interval."""
    return amount(bot.rating), interval(bot.rating, False)


def figure(found: TournamentFigures, value: Estimate) -> tuple[str, str]:
    """A result and its interval; payoffs have signs."""
    return (amount(value), interval(value, False)) if found.unit is Unit.PAYOFF else (number(value), between(value))


def result(found: TournamentFigures, one: Standing | None) -> tuple[str, str, str]:
    """A result with its interval, and whether it is above or below what is even beyond chance."""
    if one is None:
        return "–", "", ""
    above = "above" if one.value.value > found.even else "below"
    return *figure(found, one.value), above if one.clear else NOISE


def verdict(pair: PairFigures) -> str:
    """Whether the first of the two is better or worse than the second beyond chance."""
    if pair.share is None:
        return "never met"
    if not pair.clear:
        return NOISE
    return "better" if pair.lead > 0 else "worse"


def against(found: TournamentFigures, one: str, other: str) -> Estimate | None:
    """The part of *one* against *other*, None where they never met."""
    for pair in found.pairs:
        if pair.share is not None and {pair.first, pair.second} == {one, other}:
            part = pair.share
            return part if pair.first == one else Estimate(1 - part.value, 1 - part.high, 1 - part.low)
    return None


def seconds(time: float | None) -> str:
    """A time with two digits and its unit; a dash where there is none."""
    if time is None:
        return "–"
    unit, length = next(((unit, length) for unit, length in UNITS if time >= length), UNITS[-1])
    return f"{count(float(f'{time / length:.2g}'))} {unit}"


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
    best, *rest = found.bots
    if not any(bot.time.choices for bot in found.bots):
        yield "Nobody had anything to decide: all this is chance."
        return
    if not any(pair.clear for pair in found.pairs):
        games = among(found.run.games, "game", "games")
        yield f"No bot is shown to be better than another in {games}{_telling(found)}."
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


def _telling(found: TournamentFigures) -> str:
    """Which part against another would show, in brackets."""
    halves = [(pair.share.high - pair.share.low) / 2 for pair in found.pairs if pair.share is not None]
    least = 0.5 + detectable(max(halves, default=1.0), DOUBT / max(1, len(halves)))
    return f" (a part of about {100 * least:.0f}% against another would show)" if least < 1 else " (too few to show anything)"


def _how(found: TournamentFigures, bot: BotFigures) -> str:
    words, ends = rating(bot)
    rated = f"`{bot.name}` has a rating of {words}{within(ends)}"
    if bot.result is None:
        return rated
    made, bounds = figure(found, bot.result.value)
    each = "a game" if len(found.bots) >= len(found.seats) else "a seat"
    even = f"even: {found.even:.3g}"
    match found.unit:
        case Unit.POINTS:
            return f"{rated} and makes {made} points {each}{within('; '.join(filter(None, (bounds, even))))}"
        case Unit.PAYOFF:
            return f"`{bot.name}` is paid {made} {each}{within('; '.join(filter(None, (bounds, even))))}"
        case Unit.SCORE:
            return f"`{bot.name}` scores {made}{within(bounds)} on average"
        case _:
            assert_never(found.unit)


def _beats(found: TournamentFigures, best: BotFigures, other: BotFigures) -> bool:
    pair = next(each for each in found.pairs if (each.first, each.second) == (best.name, other.name))
    return pair.clear and pair.lead > 0


def _others(found: TournamentFigures) -> Iterator[str]:
    clear = [pair for pair in found.pairs if pair.clear]
    if len(found.pairs) < 2 or not clear:
        return
    yield f"{count(len(clear))} of {count(len(found.pairs))} pairs are told apart beyond chance, allowing for how many they are."
    for pair in [pair for pair in clear if pair.lead < 0][:NAMED]:
        yield f"Against the order of all, `{pair.second}` is better than `{pair.first}`."


def _seats(found: TournamentFigures) -> Iterator[str]:
    known = [(seat.name, seat.result) for seat in found.seats if seat.result is not None]
    if not known:
        return
    if any(one.clear for _, one in known):
        parts = [f"{name} {_made(found, one.value)}" for name, one in known]
        yield f"The seats are not level, with the same bots in each: {listed(parts)}."
    else:
        widest = max(one.value.high - one.value.low for _, one in known) / 2
        unit = "" if found.unit is Unit.PAYOFF else " points"
        yield "No seat is better than another, as far as these games tell."
        least = detectable(widest, DOUBT / len(known))
        yield f"An advantage of about {least:.1g}{unit} a game would show in {10 * SHOWN:.0f} of 10 such tournaments."


def _made(found: TournamentFigures, value: Estimate) -> str:
    words, ends = figure(found, value)
    return f"is paid {words}{within(ends)}" if found.unit is Unit.PAYOFF else f"makes {words} points{within(ends)}"


def _time(found: TournamentFigures) -> Iterator[str]:
    timed = [bot for bot in found.bots if bot.time.mean is not None]
    if not timed:
        return
    slow = max(timed, key=lambda bot: bot.time.mean or 0.0)
    yield upper(f"`{slow.name}` takes longest: {seconds(slow.time.mean)} for a decision, {seconds(slow.time.slowest)} at most.")


def _memory(found: TournamentFigures) -> Iterator[str]:
    for bot in found.bots:
        if bot.time.full:
            among_all = f"{count(bot.time.full)} of {among(bot.time.choices, 'decision', 'decisions')}"
            yield f"The memory of `{bot.name}` was full in {among_all}: there more thinking looks no further ahead."


def _seating(found: TournamentFigures) -> Iterator[str]:
    if found.way is Way.APART:
        seats = "" if found.run.players == 1 else ", in all seats by itself, for nobody is against another here"
        yield f"In each round every bot plays once{seats}, with the same chance."
    elif found.way is Way.EVERY:
        yield f"A round has all {found.seatings} ways to seat the bots, each with the same chance."
    else:
        yield f"A round has {found.seatings} games with the same chance, in which each bot is in each seat once; who sits beside"
        yield "whom changes from round to round. More games would be needed for all ways to seat them in every round."
