"""What a bot would choose in the place of a person, and how it judges the options."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from ...bots import Advisor, Estimate, Situation, TreeFull, choice, ranked, situation
from ...bots.core.ranking import unsure
from ...bots.core.search import Searcher
from ...interpreter import Decision
from ...interpreter.core.chance import Randomness
from ...interpreter.match.match import Match
from ...interpreter.standing import terms
from ...program.ir import Program
from ...program.number_text import number_text, with_minus
from ...session.seating import adviser_text, bot_of
from ...table.offers import option_names
from ...table.phrases import phrase
from ..draw.paint import coloured

MOST_SHOWN = 8
"""So many options are shown; the rest are counted."""

MOST_LOOKS = 3
"""So often a bot is asked for a hint that has hardly begun when its time is over."""


def advice(match: Match, asked: Decision, level: str, language: str, signs: Sequence[str], cards: int = 1) -> RenderableType:
    """What the bot of a level would do in the place of the seat that is asked: it is given what that seat has lived through, and
    nothing else. *signs* are typed to choose each option; of several *cards* it names the first one. Raises PlayError.
    """
    program, chance = match.program, match.header.chance
    names = option_names(match.game, asked, language)
    if len(names) == 1:
        return Text(phrase(language, "one option", names[0][0]))
    bot, made = bot_of(program, level), len(match.entries)
    given = situation(bot, match.trails, asked)
    who, head = adviser_text(level, language), "advice only" if cards < 2 else "advice cards"
    found: tuple[Estimate, ...] = ()
    if isinstance(bot, Advisor):
        found = _estimates(bot, given, chance, made)
    if not any(estimate.tried for estimate in found):
        chosen = names[choice(bot, given, chance, made)][0]
        return Text(with_minus(phrase(language, head, who, chosen, cards)))
    best, sure = ranked(found), all(each.error is None for each in found)
    told = [figures(each, sure, language) for each in best]
    if all(each.tried and round(100 * unsure(each, sure)) == 0 for each in found) and len(set(told)) == 1:
        return Text(phrase(language, "no difference", who))
    shown = Table.grid(padding=(0, 2, 0, 0))
    for column in ("bold cyan", "", "dim"):
        shown.add_column(justify="right", style=column, no_wrap=True)
    for estimate, (worth, error) in zip(best[:MOST_SHOWN], told, strict=False):
        shown.add_row(signs[estimate.option], worth, error, coloured(with_minus(names[estimate.option][0])))
    would_choose = Text(with_minus(phrase(language, head, who, names[best[0].option][0], cards)))
    scale = phrase(language, worths(program)) + ("" if sure else phrase(language, "surest first"))
    parts: list[RenderableType] = [would_choose, Text(f"{scale}:", "dim"), Padding(shown, (0, 0, 0, 1))]
    rest = best[MOST_SHOWN:]
    if rest:
        parts.append(Padding(Text(rest_text(rest, sure, language), "dim"), (0, 0, 0, 1)))
    parts += [Text(full_text(note, language), "dim") for note in given.notes[-1:]]
    return Group(*parts)


def rest_text(rest: Sequence[Estimate], sure: bool, language: str) -> str:
    """How many options are not shown, and what the best of them is worth, as far as that is known."""
    if says_nothing(rest[0], sure):
        return phrase(language, "advice rest unsure", len(rest))
    return phrase(language, "advice rest", len(rest), round(rest[0].worth * 100))


def full_text(note: TreeFull, language: str) -> str:
    """What it means for the estimates that the tree of a search was full."""
    return phrase(language, "tree full", number_text(round(100 * note.grown / note.simulations)))


def _estimates(bot: Advisor, given: Situation, chance: Randomness, made: int) -> tuple[Estimate, ...]:
    """What the bot thinks of each option. Where it had not even the time to try as many as there are, as at first while its code
    is made ready, it is asked again: one try tells nothing.
    """
    found: tuple[Estimate, ...] = ()
    for _ in range(MOST_LOOKS):
        found = bot.advise(given, chance.bots(given.asked.actor, made).below)
        if not isinstance(bot, Searcher) or bot.time is None or sum(each.tried for each in found) >= len(found):
            break
    return found


def worths(program: Program) -> str:
    """The name of the phrase that says what an option is worth: a win, or what is paid or scored."""
    scale = terms(program)
    return "advice" if scale.paid is None and scale.kept is None else "advice paid"


def figures(estimate: Estimate, sure: bool, language: str) -> tuple[str, str]:
    """The worth of an option, and how far off it may be, as they are written; that the bot is not sure where it may be worth
    anything, from a loss to a win. *sure*: the bot says of no option how far off it may be.
    """
    if not estimate.tried:
        return "–", ""
    if says_nothing(estimate, sure):
        return "", phrase(language, "not sure")
    error = "" if estimate.error is None else f"± {estimate.error * 100:.0f}"
    return f"{estimate.worth * 100:.0f} %", error


def says_nothing(estimate: Estimate, sure: bool) -> bool:
    """Whether the interval of an estimate leaves out nothing that an option can be worth."""
    error = unsure(estimate, sure)
    return error > 0 and estimate.worth - error <= 0 and estimate.worth + error >= 1
