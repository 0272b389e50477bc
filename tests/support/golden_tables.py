"""Tables of the witness settings as they are drawn, one page each: `python -m tests.support.golden_tables` writes them anew."""

from __future__ import annotations

from pathlib import Path
from random import Random

import rulerun
from rulerun.api.match import Match
from rulerun.drawing.markup import as_html
from rulerun.drawing.table import table_html
from rulerun.table.spots import spot_id

from .battery import WITNESSES, Setting

FOLDER = Path(__file__).parents[1] / "drawing" / "golden"

ANSWERS = 14
"""So many answers of random play stand before each."""


def played(setting: Setting, answers: int = ANSWERS, seed: int = 5) -> Match:
    """A match of random play, behind some answers."""
    dials = {name: int(value) if value.isdecimal() else value for name, value in setting.parameters}
    match = rulerun.load(setting.file, variant=setting.variant, players=setting.players, parameters=dials).match(seed=seed)
    draw = Random(seed)
    for _ in range(answers):
        if match.over:
            break
        seat = draw.choice(match.asked)
        match.advance(draw.randrange(len(match.options(seat))), seat)
    return match


def opened(match: Match, seat: int) -> set[str]:
    """The ids of what a seat can choose now."""
    question = match.question(seat)
    choices = () if question is None else question.picking.open
    return {spot_id(match.program, spot) for choice in choices for group in choice.spots for spot in group}


def drawn(setting: Setting) -> str:
    """The table of the first seat, an element to a line."""
    match = played(setting)
    return as_html(table_html(match.scene(0), opened(match, 0))).replace("><", ">\n<") + "\n"


def path_of(setting: Setting) -> Path:
    """Where the table of a setting lies."""
    return FOLDER / f"{setting.name}.html"


if __name__ == "__main__":
    for each in WITNESSES:
        path_of(each).write_text(drawn(each), encoding="utf-8")
