"""Draws what a bot would choose in the place of a person, and how it judges the options."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from ...bots import Estimate, TreeFull
from ...bots.core.ranking import unsure
from ...interpreter import option_text
from ...interpreter.game import Game
from ...interpreter.standing import terms
from ...program.ir import Program
from ...program.number_text import number_text, with_minus
from ...session.hints import Hint
from ...table.phrases import phrase
from .paint import coloured

MOST_SHOWN = 8
"""So many options are shown; the rest are counted."""

MOST_EXPECTED = 8
"""So many choices are told of those that a search expects."""


def draw_hint(
    hint: Hint, game: Game, names: Sequence[Sequence[str]], who: str, language: str, signs: Sequence[str], cards: int = 1
) -> RenderableType:
    """What *who* would do; the options have these *names*, *signs* are typed to choose each; of several *cards* it names the
    first one.
    """
    if len(names) == 1:
        return Text(phrase(language, "one option", names[0][0]))
    head = "advice only" if cards < 2 else "advice cards"
    would_choose = Text(with_minus(phrase(language, head, who, names[hint.option][0], cards)))
    if not hint.best:
        return would_choose
    told = [figures(each, hint.sure, language) for each in hint.best]
    if all(each.tried and round(100 * unsure(each, hint.sure)) == 0 for each in hint.best) and len(set(told)) == 1:
        return Text(phrase(language, "no difference", who))
    shown = Table.grid(padding=(0, 2, 0, 0))
    for column in ("bold cyan", "", "dim"):
        shown.add_column(justify="right", style=column, no_wrap=True)
    for estimate, (worth, error) in zip(hint.best[:MOST_SHOWN], told, strict=False):
        shown.add_row(signs[estimate.option], worth, error, coloured(with_minus(names[estimate.option][0])))
    scale = phrase(language, worths(game.program)) + ("" if hint.sure else phrase(language, "surest first"))
    parts: list[RenderableType] = [would_choose, Text(f"{scale}:", "dim"), Padding(shown, (0, 0, 0, 1))]
    rest = hint.best[MOST_SHOWN:]
    if rest:
        parts.append(Padding(Text(rest_text(rest, hint.sure, language), "dim"), (0, 0, 0, 1)))
    if hint.expected is not None and len(hint.expected.choices) > 1:
        line = [option_text(game, asked, option, language) for asked, option in hint.expected.choices[:MOST_EXPECTED]]
        parts.append(Text(with_minus(phrase(language, "advice line", " · ".join(line))), "dim"))
    if hint.full is not None:
        parts.append(Text(full_text(hint.full, language), "dim"))
    return Group(*parts)


def rest_text(rest: Sequence[Estimate], sure: bool, language: str) -> str:
    """How many options are not shown, and what the best of them is worth, as far as that is known."""
    if rest[0].proven or says_nothing(rest[0], sure):
        return phrase(language, "advice rest unsure", len(rest))
    return phrase(language, "advice rest", len(rest), round(rest[0].worth * 100))


def full_text(note: TreeFull, language: str) -> str:
    """What it means for the estimates that the tree of a search was full."""
    return phrase(language, "tree full", number_text(round(100 * note.grown / note.simulations)))


def worths(program: Program) -> str:
    """The name of the phrase that says what an option is worth: a win, or what is paid or scored."""
    scale = terms(program)
    return "advice" if scale.paid is None and scale.kept is None else "advice paid"


def figures(estimate: Estimate, sure: bool, language: str) -> tuple[str, str]:
    """The worth of an option, and how far off it may be, as they are written; how it ends where that is proven; that the bot is
    not sure where it may be worth anything, from a loss to a win. *sure*: the bot says of no option how far off it may be.
    """
    if estimate.proven:
        return proven_text(estimate, language), ""
    if not estimate.tried:
        return "–", ""
    if says_nothing(estimate, sure):
        return "", phrase(language, "not sure")
    error = "" if estimate.error is None else f"± {estimate.error * 100:.0f}"
    return f"{estimate.worth * 100:.0f} %", error


def proven_text(estimate: Estimate, language: str) -> str:
    """How the match ends behind an option where that is proven."""
    return phrase(language, "surely won" if estimate.worth == 1 else "surely drawn" if estimate.worth else "surely lost")


def says_nothing(estimate: Estimate, sure: bool) -> bool:
    """Whether the interval of an estimate leaves out nothing that an option can be worth."""
    error = unsure(estimate, sure)
    return error > 0 and estimate.worth - error <= 0 and estimate.worth + error >= 1
