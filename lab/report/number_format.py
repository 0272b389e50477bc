"""Figures as text, with as many digits as their intervals support."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, inf, log10

from ..statistics.estimates import Distribution, Estimate, RunDescription, Share

MINUS = "\N{MINUS SIGN}"

NAMED = 3
"""At most this many things of a kind are named one by one."""

EXACT = 4
"""Decimals of a figure whose interval is infinite or has no width; zeros at the end are left out."""

NOUGHT = 1e-7
"""An interval has no width when half of it, relative to its ends, is at most this: the rest is rounding error."""


def count(value: float) -> str:
    """A number with thousands separators; four digits of what is not whole."""
    return (f"{value:,}" if value == int(value) else f"{value:,.4g}").replace("-", MINUS)


def number(estimate: Estimate) -> str:
    """A mean, rounded to the first digit that its interval leaves uncertain."""
    return _decimal(estimate.value, _decimals(estimate.low, estimate.high))


def between(estimate: Estimate) -> str:
    """The interval of a mean, `3.1 to 3.4`; empty where it is infinite or has no width."""
    digits = _decimals(estimate.low, estimate.high)
    return "" if digits is None else f"{_decimal(estimate.low, digits)} to {_decimal(estimate.high, digits)}"


def percent(share: Share | Estimate) -> str:
    """A share of 1 as percent, rounded to the first digit that its interval leaves uncertain."""
    estimate = share.rate if isinstance(share, Share) else share
    return _percent(estimate.value, _decimals(100 * estimate.low, 100 * estimate.high))


def taken(share: Share, sole: bool) -> str:
    """How often options of a kind were taken when they were on offer; *sole*: nothing else was on offer then."""
    if not share.of:
        return "never on offer"
    return "nothing else" if sole else percent(share)


def percents(share: Share | Estimate) -> str:
    """The interval of a share of 1, `24.1% to 24.5%`; empty where it is infinite or has no width."""
    estimate = share.rate if isinstance(share, Share) else share
    digits = _decimals(100 * estimate.low, 100 * estimate.high)
    return "" if digits is None else f"{_percent(estimate.low, digits)} to {_percent(estimate.high, digits)}"


def points(difference: float, width: float) -> str:
    """A difference of two shares in percentage points, with its sign; *width* is the width of its interval as a part of 1."""
    return _signed(_decimal(100 * difference, _decimals(0.0, 100 * width)))


def interval(difference: Estimate, share: bool) -> str:
    """The interval of a difference with signs, `+0.2 to +0.6`, for a *share* in percentage points; empty where it is infinite or
    has no width.
    """
    times = 100 if share else 1
    low, high = times * difference.low, times * difference.high
    digits = _decimals(low, high)
    return "" if digits is None else f"{_signed(_decimal(low, digits))} to {_signed(_decimal(high, digits))}"


def amount(difference: Estimate) -> str:
    """A difference of two means, with its sign."""
    return _signed(number(difference))


def spread(values: Distribution) -> str:
    """The values from the 5% to the 95% quantile: `31 to 50`; one value where both are equal."""
    low, high = values.quantiles[0], values.quantiles[4]
    return count(low) if low == high else f"{count(low)} to {count(high)}"


def listed(words: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1]))) if words else ""


def some(words: Sequence[str]) -> str:
    """The words as a sentence lists them; of more than `NAMED` only the first ones and the number of the others."""
    if len(words) <= NAMED:
        return listed(words)
    return listed([*words[: NAMED - 1], f"{len(words) - NAMED + 1} more"])


def within(text: str) -> str:
    """The text in brackets after a blank; empty for an empty text."""
    return f" ({text})" if text else ""


def bare(text: str) -> str:
    """The text without the backticks around code, for places where code cannot be set as such; an unpaired one stays."""
    parts = text.split("`")
    return "".join(parts) if len(parts) % 2 else "".join(parts[:-1]) + "`" + parts[-1]


def upper(text: str) -> str:
    """The text with its first letter in upper case."""
    return text[:1].upper() + text[1:]


def among(times: float, one: str, several: str) -> str:
    """`1 game`, `2,000 games`."""
    return f"{count(times)} {one if times == 1 else several}"


def ordinal(place: int) -> str:
    """`1st`, `2nd`, …, `11th`, …, `21st`, …"""
    ending = "th" if place // 10 % 10 == 1 else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{ending}"


def bots(run: RunDescription) -> str:
    """The bots that chose: one name where all seats had the same, else seat by seat; `nobody` where no seat decides."""
    if len(set(run.bots)) <= 1:
        return run.bots[0] if run.bots else "nobody"
    deciding = [name for name, automa in zip(run.seats, run.automa, strict=True) if not automa]
    return ", ".join(f"{name} {bot}" for name, bot in zip(deciding, run.bots, strict=True))


def setup(run: RunDescription) -> str:
    """The variant, the number of players and all parameters of a run, in one line."""
    return _table(run, run.parameters)


def altered(run: RunDescription) -> str:
    """The variant, the number of players and the parameters that differ from their defaults, in one line."""
    return _table(run, run.altered)


def played(run: RunDescription) -> str:
    """What was played, on one line: title, variant, players, parameters that differ from their defaults, games, bots, seed."""
    left = "" if run.finished else " (stopped early)"
    games = among(run.games, "game", "games")
    return f"{run.title}, {altered(run)}: {games}{left}; bots: {bots(run)}; seed {run.seed}"


def _table(run: RunDescription, dials: Sequence[tuple[str, str]]) -> str:
    settings = [f"{name} {value}" for name, value in dials]
    return ", ".join([*([run.variant] if run.variant else []), among(run.players, "player", "players"), *settings])


def numbers(values: Sequence[float], write: Callable[[float], str]) -> str:
    """The smallest and largest of these values, as *write* gives them: `0.9 to 1.3`; one of them where both texts are equal."""
    return " to ".join(dict.fromkeys((write(min(values)), write(max(values)))))


def _decimals(low: float, high: float) -> int | None:
    half = (high - low) / 2
    if not NOUGHT * max(1.0, abs(low), abs(high)) < half < inf:
        return None
    return max(ceil(-log10(half)), 0)


def _decimal(value: float, digits: int | None) -> str:
    text = f"{value:,.{EXACT if digits is None else digits}f}"
    if digits is None and "." in text:
        text = text.rstrip("0").rstrip(".")
    if not text.strip("-0.,"):
        text = text.lstrip("-")
    return text.replace("-", MINUS)


def _percent(part: float, digits: int | None) -> str:
    # a share of exactly 0 or 1 is not rounded
    return f"{_decimal(100 * part, None if part in (0, 1) else digits)}%"


def _signed(text: str) -> str:
    return text if text.startswith(MINUS) or not text.strip("0.,") else f"+{text}"
