"""Games that were watched while bots of several levels played them: what figures on sense are computed from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import sqrt

from attrs import frozen

from .estimates import Estimate
from .intervals import student

Cards = tuple[tuple[tuple[int, int], int], ...]
"""Cards, each with how often a player had it, in ascending order."""


@frozen
class Judged:
    """A decision with several options, and what a judge thought of each in two thoughts that know nothing of each other.

    *codes* and *alternatives* are those of the options. Of the two thoughts, *worths* has what each option is worth (0 to 1), and
    *errors* the half widths of its 95 % intervals (None: it has none). What the first thought holds for the best is valued by the
    second and the other way round: so the luck of a thought, which makes some option look best, is not taken for worth. *after*
    is how many answers had been given before, *taken* the index of the option that was chosen (None: nobody chose), *seat* who
    was asked (None: not noted).
    """

    stop: int
    codes: tuple[int, ...]
    alternatives: tuple[int, ...]
    worths: tuple[tuple[float, ...], tuple[float, ...]]
    errors: tuple[tuple[float | None, ...], tuple[float | None, ...]]
    after: int = 0
    taken: int | None = None
    seat: int | None = None

    def across(self, gap: Callable[[Sequence[float], Sequence[float]], float]) -> float:
        """The mean of *gap* with either thought as the one that picks and the other as the one that values."""
        one, other = self.worths
        return (gap(one, other) + gap(other, one)) / 2

    def noise(self, one: int, other: int) -> float | None:
        """By how much the difference of two options' worths, averaged over both thoughts, may be wrong; None: nobody can say."""
        squares = [error * error for errors in self.errors for at in (one, other) if (error := errors[at]) is not None]
        return sqrt(sum(squares)) / 2 if len(squares) == 4 else None


@frozen
class Watched:
    """A game: the number of its chance, who played, and how it ended.

    *match* is the number of the pairing that it belongs to. *levels* has the level of each player, *credits* the part of the win
    that each has (shared wins are shared out; where nobody wins, all seats share), *standings* where each stands (0 to 1),
    *payoffs* and *scores* what the rules give each, where they give any. *decisions* are those that were judged. *held* and
    *played* have for each player the cards that came into its hands, as (zone, kind), and those that it chose, as (domain,
    value), each with how often.

    *choices* are how many choices of seats there were, *answers* the indices of all options that were taken, chance's included.
    Where somebody looked for it, *lap* is the longest way from a position back to itself: the numbers of the choices at which it
    was there first and last. *ended* is False where the game was left because it went round, or on for too long: then nobody won.

    Where somebody asked for it (`Ladder.counts`), *hopes* has for each choice among several options that a search made the player
    and what it thought of the option it took (0 for losing, 1 for winning alone), and *row* what emitted code counts of the game,
    in its columns; empty where the game was left.
    """

    match: int
    number: int
    levels: tuple[int, ...]
    credits: tuple[float, ...]
    standings: tuple[float, ...]
    payoffs: tuple[float, ...]
    scores: tuple[int | None, ...]
    decisions: tuple[Judged, ...] = ()
    held: tuple[Cards, ...] = ()
    played: tuple[Cards, ...] = ()
    choices: int = 0
    answers: tuple[int, ...] = ()
    lap: tuple[int, int] = (0, 0)
    ended: bool = True
    hopes: tuple[tuple[int, float], ...] = ()
    row: tuple[int, ...] = ()


def average(values: Sequence[float]) -> Estimate:
    """The mean of independent values with Student's interval; there is at least one."""
    many, value = len(values), sum(values) / len(values)
    if many == 1:
        return Estimate(value)
    half = student(many) * sqrt(sum((each - value) ** 2 for each in values) / (many * (many - 1)))
    return Estimate(value, value - half, value + half)


def quotient(pairs: Iterable[tuple[float, float]]) -> Estimate | None:
    """The sum of the first numbers over that of the second ones, of which there is a pair for each game, with the interval of its
    linearisation (William Cochran, "Sampling techniques", chapter 6); None where the second ones add up to 0.
    """
    known = list(pairs)
    first, second = sum(one for one, _ in known), sum(other for _, other in known)
    if not second:
        return None
    value, many = first / second, len(known)
    if many == 1:
        return Estimate(value)
    squares = sum((one - value * other) ** 2 for one, other in known)
    half = student(many) * sqrt(squares * many / (many - 1)) / second
    return Estimate(value, value - half, value + half)
