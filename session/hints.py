"""What a bot would choose in the place of a person, and how it judges the options, in words: the same in every front end."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import islice
from typing import assert_never

from attrs import frozen

from ..bots import Advisor, Basis, Bot, Estimate, Expected, TreeFull, chosen, ranked
from ..bots.core.ranking import unsure
from ..bots.core.search import Searcher
from ..interpreter.standing import terms
from ..program.ir import Program
from ..program.number_text import with_minus
from ..table.choices import Choice
from ..table.expected import Step, steps
from ..table.losses import exchange, loss_text
from ..table.phrases import phrase
from ..table.spots import Spot
from .bots import BotTask

MOST_LOOKS = 3
"""So often a bot is asked for a hint that has hardly begun when its time is over."""

ENOUGH = 200
"""An estimate from fewer tries is no figure: its interval would be more than 14 % wide."""

APART = 0.02
"""An option that is worth less than this below the best one gives nothing away."""

MOST_EXPECTED = 8
"""So many choices are told of those that a search expects."""

MOST_MARKED = 3
"""So many of them are marked on the table; a terminal has small signs for no more."""


@frozen
class Verdict:
    """An option as a bot judges it: its index, and in words what it is *worth*, how far off that may be, and what it gives away;
    each of these is empty where it cannot be told.
    """

    option: int
    worth: str
    error: str
    loss: str

    @property
    def words(self) -> str:
        """All of it."""
        return ", ".join(filter(None, (" ".join(filter(None, (self.worth, self.error))), self.loss)))


@frozen
class Hint:
    """The index of the option that a bot would choose, and of the best of those that were asked *about*. *best* are its verdicts,
    the best first (none: it has none), *scale* says how they are counted, *alike* that it sees no difference between the options.
    *full* is what its search told of a tree that was full. *line* is what it expects from the option on that was asked about
    (none: it does not say).
    """

    option: int
    about: int
    best: tuple[Verdict, ...] = ()
    scale: str = ""
    alike: bool = False
    full: TreeFull | None = None
    line: tuple[Step, ...] = ()

    def of(self, option: int) -> Verdict | None:
        """What the bot says of an option."""
        return next((each for each in self.best if each.option == option), None)

    def marks(self, choices: Sequence[Choice]) -> tuple[tuple[tuple[Spot, ...], ...], ...]:
        """What to mark on the table: for each of the first choices that are expected what its arguments mean; *choices* are those
        of the question. Nothing where all options are alike.
        """
        if self.alike:
            return ()
        return (choices[self.about].spots, *(step.spots for step in self.line[1:MOST_MARKED]))


def hint(task: BotTask, bot: Bot, language: str, about: Collection[int] = ()) -> Hint:
    """What the bot would do in the place of the seat: it is given what that seat has lived through, and nothing else. *about* are
    the options that were asked about (none: all). Nothing of a match is touched. Raises BotFailed and PlayError.
    """
    given = task.situation
    if len(given.asked.options) == 1:
        return Hint(0, 0)
    found = _estimates(task, bot) if isinstance(bot, Advisor) else ()
    if not any(estimate.tried for estimate in found):
        taken = chosen(bot, given, task.chance().below)
        return Hint(taken, next(iter(about), taken))
    best, sure = ranked(found), all(each.error is None for each in found)
    notes = given.notes[::-1]
    full = next((note for note in notes if isinstance(note, TreeFull)), None)
    expected = next((note for note in notes if isinstance(note, Expected)), None)
    asked = next(each.option for each in best if not about or each.option in about)
    line = () if expected is None else expected.lines[asked]
    losses = _losses(given.program, task.seat, found, best[0], expected, language)
    return Hint(
        best[0].option,
        asked,
        tuple(Verdict(each.option, *figures(each, sure, language), losses[each.option]) for each in best),
        scale(given.program, best[0].basis, language) + ("" if sure else phrase(language, "surest first")),
        _alike(found, sure),
        full,
        () if expected is None else tuple(islice(steps(given.game, expected.state, line, language), MOST_EXPECTED)),
    )


def _estimates(task: BotTask, bot: Advisor) -> tuple[Estimate, ...]:
    """What the bot thinks of each option. Where it had not even the time to try as many as there are, as at first while its code
    is made ready, it is asked again: one try tells nothing.
    """
    found: tuple[Estimate, ...] = ()
    for _ in range(MOST_LOOKS):
        found = bot.advise(task.situation, task.chance().below)
        if not isinstance(bot, Searcher) or bot.time is None or sum(each.tried for each in found) >= len(found):
            break
    return found


# ------------------------------------------------------------------------------------------------ in words


def scale(program: Program, basis: Basis, language: str) -> str:
    """What an option is worth: a win, or what is paid or scored, as a share or as how the seat would stand."""
    terms_of = terms(program)
    paid = "" if terms_of.paid is None and terms_of.kept is None else " paid"
    return phrase(language, f"advice{' standing' if basis is Basis.STANDING else ''}{paid}")


def figures(estimate: Estimate, sure: bool, language: str) -> tuple[str, str]:
    """The worth of an option, and how far off it may be, as they are written. *sure*: the bot says of no option how far off.

    How the match ends is said where that is proven, and nowhere else. There is no figure from a few tries, and none where the
    option may be worth anything, from a loss to a win; only shares have a per cent sign.
    """
    if estimate.proven:
        return proven_text(estimate, language), ""
    if not estimate.tried:
        return "", phrase(language, "not tried")
    error = "" if estimate.error is None else f"± {estimate.error * 100:.0f}"
    match estimate.basis:
        case Basis.TRIES if estimate.tried < ENOUGH:
            return "", phrase(language, "hardly tried")
        case Basis.TRIES | Basis.LEARNED:
            sign = " %"
        case Basis.STANDING:
            sign = ""
        case _:
            assert_never(estimate.basis)
    if _says_nothing(estimate, sure):
        return "", phrase(language, "not sure")
    return _hundredths(estimate.worth, sign, language), error


def _hundredths(worth: float, sign: str, language: str) -> str:
    """A worth that is not proven is never all, and never nothing."""
    rounded = round(worth * 100)
    if rounded >= 100:
        return phrase(language, "almost sure", f"99{sign}")
    if rounded <= 0:
        return phrase(language, "hardly ever", f"1{sign}")
    return f"{rounded}{sign}"


def proven_text(estimate: Estimate, language: str) -> str:
    """How the match ends behind an option where that is proven."""
    return phrase(language, "surely won" if estimate.worth == 1 else "surely drawn" if estimate.worth else "surely lost")


def _says_nothing(estimate: Estimate, sure: bool) -> bool:
    """Whether the interval of an estimate leaves out nothing that an option can be worth."""
    error = unsure(estimate, sure)
    return error > 0 and estimate.worth - error <= 0 and estimate.worth + error >= 1


def rest_text(rest: Sequence[Verdict], language: str) -> str:
    """How many options are not shown, and what the best of them is worth, as far as that is known."""
    if not rest[0].worth:
        return phrase(language, "advice rest unsure", len(rest))
    return phrase(language, "advice rest", len(rest), rest[0].worth)


def line_text(line: Sequence[Step], language: str) -> str:
    """The choices that are expected, with their numbers; empty where there are none behind the first."""
    if len(line) < 2:
        return ""
    return phrase(
        language, "advice line", " · ".join(f"{number} {with_minus(step.words)}" for number, step in enumerate(line, 1))
    )


def _alike(found: Sequence[Estimate], sure: bool) -> bool:
    """Whether all options are worth the same, as far as can be seen."""
    known = all(each.proven or (each.tried and (each.basis is not Basis.TRIES or each.tried >= ENOUGH)) for each in found)
    apart = {(round(100 * each.worth), each.proven) for each in found}
    return known and len(apart) == 1 and all(round(100 * unsure(each, sure)) == 0 for each in found)


# ------------------------------------------------------------------------------------------------ what is expected


def _losses(
    program: Program, seat: int, found: Sequence[Estimate], best: Estimate, expected: Expected | None, language: str
) -> Sequence[str]:
    """What each option gives away by what is expected behind it, against the best one."""
    if expected is None:
        return [""] * len(found)
    behind = [exchange(program, seat, expected.state.slots, line) for line in expected.lines]
    instead = behind[best.option]
    return [
        "" if lost is None or instead is None or best.worth - each.worth < APART else loss_text(program, lost, instead, language)
        for each, lost in zip(found, behind, strict=True)
    ]
