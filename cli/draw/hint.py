"""Draws what a bot would choose in the place of a person, and how it judges the options."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from ...bots import TreeFull
from ...program.number_text import number_text, with_minus
from ...session.hints import Hint, line_text, rest_text
from ...table.phrases import phrase
from .paint import coloured

MOST_SHOWN = 8
"""So many options are shown; the rest are counted."""


def draw_hint(
    hint: Hint, names: Sequence[Sequence[str]], who: str, language: str, signs: Sequence[str], cards: int = 1
) -> RenderableType:
    """What *who* would do; the options have these *names*, *signs* are typed to choose each; of several *cards* it names the
    first one.
    """
    if len(names) == 1:
        return Text(phrase(language, "one option", names[0][0]))
    if hint.alike:
        return Text(phrase(language, "no difference", who))
    head = "advice only" if cards < 2 else "advice cards"
    would_choose = Text(with_minus(phrase(language, head, who, names[hint.option][0], cards)))
    if not hint.best:
        return would_choose
    shown = Table.grid(padding=(0, 2, 0, 0))
    for column in ("bold cyan", "", "dim"):
        shown.add_column(justify="right", style=column, no_wrap=True)
    shown.add_column()
    shown.add_column(style="dim")
    for each in hint.best[:MOST_SHOWN]:
        name = coloured(with_minus(names[each.option][0]))
        shown.add_row(signs[each.option], each.worth, each.error, name, with_minus(each.loss))
    parts: list[RenderableType] = [would_choose, Text(f"{hint.scale}:", "dim"), Padding(shown, (0, 0, 0, 1))]
    rest = hint.best[MOST_SHOWN:]
    if rest:
        parts.append(Padding(Text(rest_text(rest, language), "dim"), (0, 0, 0, 1)))
    return Group(*parts, *_below(hint, language))


def draw_verdict(hint: Hint, names: Sequence[Sequence[str]], who: str, language: str) -> RenderableType:
    """What *who* says of the option that was asked about, and what it would choose."""
    said = hint.of(hint.about)
    parts = [] if said is None else [Text(with_minus(f"{names[hint.about][0]}: {said.words}"))]
    better = hint.of(hint.option)
    would_choose = phrase(language, "advice only", who, names[hint.option][0])
    told = f"{would_choose} ({better.words})" if better is not None and better.words else would_choose
    return Group(*parts, Text(with_minus(told)), *_below(hint, language))


def _below(hint: Hint, language: str) -> list[RenderableType]:
    """What the bot expects, and what became of its search."""
    line = line_text(hint.line, language)
    parts: list[RenderableType] = [Text(line, "dim")] if line else []
    if hint.full is not None:
        parts.append(Text(full_text(hint.full, language), "dim"))
    return parts


def full_text(note: TreeFull, language: str) -> str:
    """What it means for the estimates that the tree of a search was full."""
    return phrase(language, "tree full", number_text(round(100 * note.grown / note.simulations)))
