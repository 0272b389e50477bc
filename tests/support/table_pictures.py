"""Draws the table on the whole screen as pictures (SVG): first, middle and last screens of games, at three sizes, dark and
light.

    python -m tests.support.table_pictures FOLDER [GAME …]
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from rulerun.bots import seated
from rulerun.cli.screen.app import TableApp
from rulerun.cli.screen.pages import EndPage
from rulerun.cli.terminal.console import load, read
from rulerun.cli.terminal.sitting import Sitting
from rulerun.dsl.text.files import BUNDLED
from rulerun.dsl.text.source import Source
from rulerun.interpreter import NATURE, actors, decision
from rulerun.interpreter.core.rng import Stream
from rulerun.interpreter.match.match import Match
from rulerun.interpreter.match.records import header_of
from rulerun.program.ir import Program

SIZES = ((80, 24), (120, 40), (200, 60))


def played(program: Program, source: Source, decisions: int | None) -> Match:
    """A match after so many random decisions, where a seat is asked (None: over)."""
    match, draw, count = Match(program, header_of(program, source, 1, 0)), Stream(1, 0).below, 0
    while asked := actors(program, match.state):
        if asked == (NATURE,):
            match.nature()
            continue
        if count == decisions:
            break
        match.answer(asked[0], draw(len(decision(program, match.state, asked[0]).options)))
        count += 1
    return match


async def drawn(match: Match, source: Source, size: tuple[int, int], dark: bool) -> str:
    """The screen of whoever is asked, or the end of the match."""
    program = match.program
    (person, *_) = actors(program, match.state) or (0,)
    bots = {seat: seated("random", program) for seat in program.players if seat != person}
    sitting = Sitting(match, source, (person,), bots, "", "easy", "", None, "")
    app = TableApp(sitting, None, dark, colours=True)
    async with app.run_test(size=size) as pilot:
        while app.table.turn is None and not isinstance(app.screen, EndPage):
            await pilot.pause()
        await pilot.pause()
        return app.export_screenshot(title=program.ruleset)


def main(folder: Path, games: list[str]) -> None:
    """Draw these games, or all, into the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in games or sorted(path.stem for path in BUNDLED.glob("*.yaml")):
        source = read(BUNDLED / f"{name}.yaml")
        program = load(source, None, None, ())
        whole = played(program, source, None)
        length = sum(each.asked.actor != NATURE for each in whole.trails.answers)
        for when, decisions in (("1-first", 0), ("2-middle", length // 2), ("3-last", None)):
            match = played(program, source, decisions)
            for wide, high in SIZES:
                for dark in (True, False):
                    picture = asyncio.run(drawn(match, source, (wide, high), dark))
                    shade = "dark" if dark else "light"
                    (folder / f"{name}-{when}-{wide}x{high}-{shade}.svg").write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
