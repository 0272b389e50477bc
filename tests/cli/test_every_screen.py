"""The screens of every bundled ruleset, first, later and last, on dark and on light: on each size everything has its place,
nothing is cut, and all can be read. `python -m tests.support.table_pictures FOLDER` draws them all, to be looked at.
"""

from __future__ import annotations

import asyncio
from itertools import chain

import pytest

pytest.importorskip("textual")

from rulerun.cli.screen.app import TableApp
from rulerun.cli.screen.drawing import brightness, widest
from rulerun.cli.screen.pointable import Pointable
from rulerun.cli.terminal.console import load, read
from rulerun.dsl.text.files import BUNDLED
from rulerun.interpreter import actors

from ..support.table_pictures import SIZES, looks, played, text_of

NEWS = 2
"""So many lines of what was told are on every screen."""


def amiss(app: TableApp) -> str:
    """What of the table is not where people look for it, a line each."""
    table, found = app.table, []
    lines = text_of(app).splitlines()
    for part in table.query(Pointable):
        place = part.parent.region if part.parent is not None else part.region
        if part.id == "hand" and len(part.lines) > place.height:
            found.append(f"a hand of {len(part.lines)} lines in {place.height}")
        if place.height and widest(part.lines) > part.content_region.width:
            found.append(f"{part.id}: {widest(part.lines)} columns in {part.content_region.width}")
        if part.id == "board-0" and part.lines and not place.height:
            found.append("no board")
    if table.query_one("#news").region.height < NEWS:
        found.append("nothing of what was told")
    prompt = table.query_one("#prompt").region
    if table.turn is not None and table.asked(table.turn)[:40] not in lines[prompt.y]:
        found.append(f"no question: {lines[prompt.y]}")
    if len(lines) != table.size.height:
        found.append(f"{len(lines)} lines")
    return "\n".join([*found, *unreadable(app)])


CLEAR = 70
"""So much, of 255, the brightness of every word differs from that of what is behind it."""

DRAWN = frozenset("│─┌┐└┘├┤┬┴┼╱╲┷━▒· ")
"""Lines and the like, which may be faint."""


def unreadable(app: TableApp) -> list[str]:
    """The words of the screen that are hardly brighter or darker than what is behind them."""
    found = []
    for segment in chain.from_iterable(app.screen._compositor.render_strips()):
        style = segment.style
        if style is None or style.color is None or style.bgcolor is None or DRAWN.issuperset(segment.text):
            continue
        if abs(brightness(style.color) - brightness(style.bgcolor)) < CLEAR:
            found.append(f"`{segment.text}` is {style.color.name} on {style.bgcolor.name}")
    return found


@pytest.mark.parametrize(
    ("decisions", "dark"),
    [
        pytest.param(0, False, marks=pytest.mark.slow, id="first"),
        pytest.param(12, True, id="later"),
        pytest.param(None, False, marks=pytest.mark.slow, id="last"),
    ],
)
@pytest.mark.parametrize("game", sorted(path.stem for path in BUNDLED.glob("*.yaml")))
def test_every_screen_shows_boards_hand_story_and_question(game: str, decisions: int | None, dark: bool) -> None:
    source = read(BUNDLED / f"{game}.yaml")
    program = load(source, None, None, ())
    match = played(program, source, decisions)
    over = not actors(program, match.state)
    assert [*asyncio.run(looks(match, source, SIZES, dark, amiss, behind=over))] == [""] * len(SIZES)
