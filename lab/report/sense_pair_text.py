"""What two games show under sensible play, as sentences: what got better, what got worse, what else changed, what would show."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

from ..statistics.estimates import Estimate
from ..statistics.sense_pair import LEAD, LENGTH, SEATS, SKILL, TENSION, TIES, Contrast, SensePair
from .comparison_text import gap, side, slight
from .conclusions import NOISE, Finding, left_out
from .fairness import HINT, plain_points
from .number_format import among, count, interval, listed, points, upper

CEILING = 0.97
"""Where the stronger level wins more than this part on both sides, in as many blocks as `ENOUGH`, its wins tell little."""

ENOUGH = 10

FEW = "so few games show no difference; a longer `--budget` or weaker `--levels` buy more"

WORDS = {
    SKILL: ("thought gains more", "thought gains less"),
    LENGTH: ("longer games", "shorter games"),
    TENSION: ("less tension", "more tension"),
    TIES: ("more ties", "fewer ties"),
    SEATS: ("less even seats", "more even seats"),
    "wins": ("the players win more often", "the players win less often"),
    "changes of the lead": ("more changes of the lead", "fewer changes of the lead"),
    "open at half-time": ("more games open at half-time", "fewer games open at half-time"),
    "end": ("more games that do not end", "fewer games that do not end"),
}
"""What more and what less of a figure means, by its group or its name."""


def headline(found: SensePair) -> str:
    """What got better and worse, with intervals, and what else differs; or that nothing is shown to, and what would show."""
    if found.same:
        return "A and B are the same game, played by the same bots."
    parts = [(words, each) for words, each in _parts(found) if each]
    rest = _not_shown(found)
    if not found.contrasts:
        return "No game was finished on both sides."
    if not parts:
        return f"Nothing is shown to differ in {_games(found)}{f': {rest}' if rest else ''}.{_perhaps(found)}"
    told = "; ".join(f"{words} {listed([_changed(one) for one in each])}" for words, each in parts)
    return f"{upper(told)}.{f' Not shown to differ: {rest}.' if rest else ''}"


def told(found: SensePair) -> tuple[Finding, ...]:
    """The findings: what is compared, then each part of the headline by itself."""
    one, other = found.names
    said = [("Compared", f"A is {one}, B is {other}; {_games(found)}, with the same chance.")]
    if not found.same:
        parts = zip(("Better", "Worse", "Changed"), _parts(found), strict=True)
        said += [(name, f"{upper('; '.join(_changed(one) for one in each))}.") for name, (_, each) in parts if each]
        rest = _not_shown(found)
        said += [("Not shown", f"{upper(rest)}.")] if rest else []
        hints = _perhaps(found)
        said += [("Perhaps", f"{hints.removeprefix(' Perhaps ')}")] if hints else []
        said.append(("Sense", " ".join(_sense(found))))
    return tuple(Finding(subject, upper(text)) for subject, text in said)


def alarms(found: SensePair) -> Iterator[str]:
    """What calls for a look before anything else."""
    for name, run in (("A", found.first), ("B", found.second)):
        yield from left_out(run, f"in {name}")
    if not found.first.finished:
        yield "Stopped early."


def verdict(one: Contrast, found: SensePair) -> str:
    """The verdict on a figure, in a word or two."""
    estimate = one.difference.difference
    if found.same or (estimate is not None and estimate.low == estimate.high == 0):
        return "the same"
    if not one.shown:
        return "perhaps" if one.chance < HINT and one.difference.clear else NOISE
    return {True: "better", False: "worse", None: "differs"}[one.better] + (" by a little" if slight(one.difference) else "")


def sides(one: Contrast) -> tuple[str, str]:
    """The figure in A and in B, as text."""
    found = one.difference
    return _side(one, found.first), _side(one, found.second)


def least(one: Contrast) -> str:
    """How large a difference would show, as text; a dash where none would."""
    if one.least in (0.0, inf) or (one.difference.share and one.least >= (2 if one.signed else 1)):
        return "–"
    if one.difference.share:
        return f"{plain_points(one.least)} points"
    return f"{float(f'{one.least:.1g}'):,g}"


def _side(one: Contrast, figure: Estimate | None) -> str:
    if figure is not None and one.signed:
        return points(figure.value, figure.high - figure.low)
    return side(figure, one.difference.share)


def _parts(found: SensePair) -> list[tuple[str, list[Contrast]]]:
    sure = [one for one in found.contrasts if one.shown and not slight(one.difference)]
    return [
        ("better in B:", [one for one in sure if one.better is True]),
        ("worse in B:", [one for one in sure if one.better is False]),
        ("changed in B:", [one for one in sure if one.better is None]),
    ]


def _changed(one: Contrast) -> str:
    """What a difference means, with both figures and the interval of the difference."""
    first, second = sides(one)
    found = one.difference.difference
    unit = " points" if one.difference.share else ""
    between = "" if found is None else interval(found, one.difference.share)
    by = f", {gap(one.difference)}{unit}" if one.difference.share else ""
    return f"{_words(one)} ({first} → {second}{by}{f', {between}' if between else ''})"


def _words(one: Contrast) -> str:
    difference, estimate = one.difference, one.difference.difference
    known = WORDS.get(difference.name) or WORDS.get(difference.group)
    if known is None or estimate is None:
        return f"`{difference.name}`"
    more = estimate.value > 0
    if difference.group == SEATS:
        if one.better is None:
            return f"another seat is ahead, {difference.name}"
        more = not one.better
    named = f", {difference.name}" if difference.group in (SEATS, TENSION) else ""
    return f"{known[not more]}{named}"


def _not_shown(found: SensePair) -> str:
    """The figures that are not shown to differ, each with what would show."""
    rest = [one for one in found.contrasts if not one.shown and verdict(one, found) != "the same"]
    if rest and all(one.least == inf for one in rest):
        return f"{listed([_short(one) for one in rest])} ({FEW})"
    return listed([f"{_short(one)} ({_would(one)})" for one in rest])


def _short(one: Contrast) -> str:
    return one.difference.name if one.difference.group in (LEAD, "measures", SEATS, SKILL) else one.difference.group


def _would(one: Contrast) -> str:
    told = least(one)
    return "no difference would show" if told == "–" else f"{told} would show"


def _perhaps(found: SensePair) -> str:
    hints = [one for one in found.contrasts if verdict(one, found) == "perhaps" and not slight(one.difference)]
    return f" Perhaps {listed([_changed(one) for one in hints])}." if hints else ""


def _games(found: SensePair) -> str:
    numbers = [run.games for run in (found.first, found.second)]
    if numbers[0] == numbers[1]:
        return f"{among(numbers[0], 'game', 'games')} each"
    return f"{among(numbers[0], 'game', 'games')} of A and {count(numbers[1])} of B"


def _sense(found: SensePair) -> Iterator[str]:
    yield f"Sense is here what `{found.first.levels[-1]}` does: a better player may find more."
    for one in found.contrasts:
        if one.difference.group == SKILL and one.blocks >= ENOUGH and _high(one.difference.first, one.difference.second):
            yield f"`{found.first.levels[-1]}` wins nearly always: levels that are closer, by `--levels`, tell more of skill."
            return


def _high(*ends: Estimate | None) -> bool:
    return all(end is not None and end.value > CEILING for end in ends)
