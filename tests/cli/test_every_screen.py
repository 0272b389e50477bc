"""The screens of every bundled ruleset, first, later and last, on dark and on light: on each size everything has its place,
nothing is cut, and all can be read; and each is as written down in `every_screen/`, its words in full, its colours by a digest.

After a change that is meant, `python -m tests.cli.test_every_screen` writes them down anew, and what differs is to be read;
`python -m tests.support.table_pictures FOLDER` draws them all as pictures, to be looked at.
"""

from __future__ import annotations

import asyncio
from hashlib import sha256
from itertools import chain
from pathlib import Path

import pytest

from ..support.battery import game_of

pytest.importorskip("textual")

from rulerun.cli.screen.app import TableApp
from rulerun.cli.screen.drawing import brightness, widest
from rulerun.cli.screen.pointable import Pointable
from rulerun.cli.terminal.console import load, read
from rulerun.dsl.text.files import BUNDLED
from rulerun.interpreter import actors

from ..support.battery import of_each_file
from ..support.table_pictures import SIZES, looks, painted, played, text_of

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
    if table.question is not None and table.asked(table.question)[:40] not in lines[prompt.y]:
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


GAMES = sorted(path.stem for path in BUNDLED.glob("*.yaml"))
MOMENTS = {"first": 0, "later": 12, "last": None}
"""After how many decisions a match is looked at (None: over)."""

SHADES = {"dark": True, "light": False}
SCREENS = Path(__file__).parent / "every_screen"
BETWEEN = "\0"
"""Stands between what is taken from one screen."""


def taken(app: TableApp) -> str:
    """What is amiss on the screen, a digest of its colours, and its words."""
    return BETWEEN.join((amiss(app), sha256(painted(app).encode()).hexdigest()[:12], text_of(app)))


def screens(game: str, moment: str) -> dict[str, list[list[str]]]:
    """That of the screens of all sizes, by shade."""
    source = read(BUNDLED / f"{game}.yaml")
    program = load(source, None, None, ())
    match = played(program, source, MOMENTS[moment])
    over = not actors(game_of(program), match.state)
    found = {shade: asyncio.run(looks(match, source, SIZES, dark, taken, behind=over)) for shade, dark in SHADES.items()}
    return {shade: [each.split(BETWEEN) for each in those] for shade, those in found.items()}


def written_down(game: str) -> dict[str, str]:
    """What is kept of a game's screens, by their headings."""
    parts = (SCREENS / f"{game}.txt").read_text(encoding="utf-8").split(HEAD)
    return {heading: words for heading, _, words in (part.partition("\n") for part in parts[1:])}


HEAD = "======== "
"""Begins the heading of a screen."""


@pytest.mark.parametrize(
    "moment", [pytest.param(moment, marks=() if moment == "later" else pytest.mark.slow) for moment in MOMENTS]
)
@of_each_file("change_horses", "chess", "cuckoo", "dyers", "go_9x9", "traxx", "why_first")
def test_every_screen_shows_boards_hand_story_and_question_as_written_down(file: str, moment: str) -> None:
    kept = written_down(file)
    for shade, found in screens(file, moment).items():
        for (wide, high), (wrong, colours, words) in zip(SIZES, found, strict=True):
            assert wrong == ""
            assert words == kept[f"{moment} {wide}x{high}"]
            assert colours == kept[f"{moment} {wide}x{high} {shade}"].strip()


def write_down(game: str) -> None:
    """Keep all screens of a game, the words once and the colours of each shade."""
    parts = []
    for moment in MOMENTS:
        for shade, found in screens(game, moment).items():
            for (wide, high), (_, colours, words) in zip(SIZES, found, strict=True):
                parts += [f"{HEAD}{moment} {wide}x{high}\n{words}"] if shade == "dark" else []
                parts.append(f"{HEAD}{moment} {wide}x{high} {shade}\n{colours}\n")
    SCREENS.mkdir(exist_ok=True)
    (SCREENS / f"{game}.txt").write_text("".join(parts), encoding="utf-8")


if __name__ == "__main__":
    for each in GAMES:
        write_down(each)
