"""Draws the table on the whole screen as pictures (SVG): first, middle and last screens of games, at three sizes, dark and
light. With README the picture at the top of the README.

    python -m tests.support.table_pictures FOLDER [GAME …]
    python -m tests.support.table_pictures README
"""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import Callable, Sequence
from itertools import chain
from pathlib import Path

from rulerun.bots import seated
from rulerun.cli.screen.app import TableApp
from rulerun.cli.screen.pages import EndPage
from rulerun.cli.terminal.console import load, read
from rulerun.cli.terminal.play_options import language_of
from rulerun.cli.terminal.terminal_session import TerminalSession
from rulerun.dsl.text.files import BUNDLED
from rulerun.dsl.text.source import Source
from rulerun.interpreter import NATURE, actors, decision
from rulerun.interpreter.core.rng import Stream
from rulerun.interpreter.match.match import Match
from rulerun.interpreter.match.records import header_of
from rulerun.program.ir import Program
from rulerun.session.seating import Seating
from rulerun.table.spots import OnSpace, Spot

from .battery import game_of

SIZES = ((80, 24), (120, 40), (200, 60))


def played(program: Program, source: Source, decisions: int | None) -> Match:
    """A match after so many random decisions, where a seat is asked (None: over)."""
    match, draw, count = Match(game_of(program), header_of(program, source, 1, 0)), Stream(1, 0).below, 0
    while asked := actors(game_of(program), match.state):
        if asked == (NATURE,):
            match.nature()
            continue
        if count == decisions:
            break
        match.answer(asked[0], draw(len(decision(game_of(program), match.state, asked[0]).options)))
        count += 1
    return match


Look = Callable[[TableApp], str]
"""What is taken from a screen."""

Size = tuple[int, int]


async def looks(
    match: Match, source: Source, sizes: Sequence[Size], dark: bool, look: Look, point: Spot | None = None, behind: bool = False
) -> list[str]:
    """That of the screen of whoever is asked, who points at something, or of the end of the match, at each of these sizes, one
    after the other; with *behind* of the table that the end of the match covers.
    """
    program = match.program
    (person, *_) = actors(game_of(program), match.state) or (0,)
    bots = {seat: seated("random", program) for seat in program.players if seat != person}
    language = language_of(program, "")
    terminal = TerminalSession(match, source, Seating((person,)), bots, "", "easy", language, None, "")
    app, found = TableApp(terminal, None, dark, colours=True), []
    async with app.run_test(size=sizes[0]) as pilot:
        while app.table.question is None and not isinstance(app.screen, EndPage):
            await pilot.pause(0.01)
        if behind and isinstance(app.screen, EndPage):
            app.screen.action_look()
        if point is not None:
            app.table.point(point)
            while app.table.query_one("#answer").has_class("hidden"):
                await pilot.pause(0.01)
        for wide, high in sizes:
            await pilot.resize_terminal(wide, high)
            await pilot.pause()
            found.append(look(app))
    return found


async def seen(match: Match, source: Source, size: Size, dark: bool, look: Look, point: Spot | None = None) -> str:
    """The same at one size."""
    (found,) = await looks(match, source, (size,), dark, look, point)
    return found


def drawn(match: Match, source: Source, size: tuple[int, int], dark: bool, point: Spot | None = None) -> str:
    """The screen as a picture that fetches nothing: no fonts either."""
    title = match.program.title.say("")
    return asyncio.run(seen(match, source, size, dark, lambda app: picture_of(app, title), point))


def picture_of(app: TableApp, title: str) -> str:
    """The screen as it is, as such a picture."""
    return FONT.sub("", app.export_screenshot(title=title))


FONT = re.compile(r"@font-face\s*\{[^}]*\}\s*")


def text_of(app: TableApp) -> str:
    """The whole screen as text."""
    strips = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip).rstrip() for strip in strips).rstrip() + "\n"


def painted(app: TableApp) -> str:
    """The whole screen with its colours: each run of signs, and how it is drawn."""
    runs = chain.from_iterable(app.screen._compositor.render_strips())
    return "\n".join(f"{run.style} {run.text}" for run in runs)


def written(app: TableApp) -> str:
    """The screen as text, without the narration and the prompt."""
    news = app.table.query_one("#news").region
    lines = ["".join(segment.text for segment in strip) for strip in app.screen._compositor.render_strips()]
    told = range(news.y, news.bottom) if news.width else range(0)
    kept = [line[: news.x] if at in told else line for at, line in enumerate(lines)]
    prompt = app.table.query_one("#prompt").region
    del kept[prompt.y : prompt.bottom]
    return "\n".join(line.rstrip() for line in kept).rstrip() + "\n"


def main(folder: Path, games: list[str]) -> None:
    """Draw these games, or all, into the folder, the dark ones as text too."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in games or sorted(path.stem for path in BUNDLED.glob("*.yaml")):
        source = read(BUNDLED / f"{name}.yaml")
        program = load(source, None, None, ())
        over = played(program, source, None)
        length = sum(each.asked.actor != NATURE for each in over.observer.answers)
        middle = played(program, source, length // 2)
        for match, when, behind in (
            (played(program, source, 0), "1-first", False),
            (middle, "2-middle", False),
            (over, "3-last", True),
            (over, "4-end", False),
        ):
            for shade in ("dark", "light"):
                both = asyncio.run(looks(match, source, SIZES, shade == "dark", picture_and_text, behind=behind))
                for (wide, high), found in zip(SIZES, both, strict=True):
                    picture, _, text = found.partition(BETWEEN)
                    path = folder / f"{name}-{when}-{wide}x{high}-{shade}.svg"
                    path.write_text(picture, encoding="utf-8")
                    if shade == "dark":
                        path.with_suffix(".txt").write_text(text, encoding="utf-8")


BETWEEN = "\0"
"""Stands between a picture and its text."""


def picture_and_text(app: TableApp) -> str:
    """The screen as both."""
    return f"{picture_of(app, '')}{BETWEEN}{text_of(app)}"


README = Path(__file__).resolve().parents[2] / "docs/pictures/traxx.svg"


def opening() -> str:
    """The picture at the top of the README: a match of TRÄXX, and why a space cannot be chosen."""
    source = read(BUNDLED / "traxx.yaml")
    program = load(source, None, None, ())
    spaces = program.domains[program.boards[0].domain].labels
    refused = next(at for at, words in enumerate(spaces) if words.plain == "E4")
    return drawn(played(program, source, 20), source, (110, 42), dark=True, point=OnSpace(0, refused))


if __name__ == "__main__":
    if sys.argv[1:] == ["README"]:
        README.write_text(opening(), encoding="utf-8")
    else:
        main(Path(sys.argv[1]), sys.argv[2:])
