"""The picture of a game: its board in a match, else some of its cards, else its first letter."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from xml.etree.ElementTree import Element

from attrs import evolve

from ..drawing.board import board_svg
from ..drawing.markup import as_svg, element
from ..dsl.compile import compile_ruleset
from ..dsl.describe import survey
from ..dsl.settings import settle_players
from ..dsl.text.files import read_source
from ..interpreter import actors, advance, decision, heard_by_all, initial, is_over
from ..interpreter.core.chance import Seed
from ..interpreter.game import Game
from ..program.ir import Program
from ..table.model import scene_of
from ..table.palette import palette
from ..table.scene import Changes
from ..table.styles import readable_on

CHOICES = 30
"""So many choices, those of chance included, have been made on the picture of a board."""
WIDE, HIGH = 160, 120
SPREAD = ((20, -8), (58, 0), (96, 8))
"""Where cards lie, and how far they are turned, in degrees."""


@lru_cache(maxsize=64)
def picture(path: Path) -> bytes:
    """The picture of a ruleset, as SVG."""
    source, faults = read_source(path)
    if source is None or faults:
        return as_svg(letter("?")).encode()
    overview = survey(source)
    program = compile_ruleset(source, "", settle_players(overview, "", None), {}).program
    if program is None:
        return as_svg(letter("?")).encode()
    if program.boards:
        return as_svg(some_way_on(Game(program))).encode()
    if program.decks:
        return as_svg(cards(program)).encode()
    return as_svg(letter(program.title.say("")[:1])).encode()


def some_way_on(game: Game) -> Element:
    """The first board of a match at random, some way on."""
    draws, state = Seed(1, 0).nature(), initial(game, listening=True)
    for _ in range(CHOICES):
        asked = actors(game, state)
        if not asked:
            break
        following = advance(game, state, asked[0], draws.below(len(decision(game, state, asked[0]).options)))[0]
        if is_over(game.program, following):
            break
        state = following
    shown = evolve(scene_of(game, heard_by_all(game, state), "", own=False), changes=Changes())
    return board_svg(shown.boards[0], shown)


def cards(program: Program) -> Element:
    """Three cards of the first deck."""
    kinds = len(program.domains[program.decks[0].domain].labels)
    made = element("svg", viewBox=f"0 0 {WIDE} {HIGH}", font_family="sans-serif", text_anchor="middle", font_weight="bold")
    for at, (x, turn) in enumerate(SPREAD):
        face = palette(program, "").card(program, 0, at * (kinds - 1) // (len(SPREAD) - 1), "")
        text = "".join(run.text for run in face).strip()
        fill = next((run.style.ground for run in face if run.style.ground), "#ffffff")
        size = min(22.0, 70 / max(1, len(text)))
        made.append(
            element(
                "g",
                element("rect", x=x, y=20, width=46, height=74, rx=5, fill=fill, stroke="#5c5a54"),
                element("text", text, x=x + 23, y=57 + size / 3, font_size=size, fill=readable_on(fill)),
                transform=f"rotate({turn} {x + 23} 57)",
            )
        )
    return made


def letter(sign: str) -> Element:
    """A sign on a plain ground."""
    text = element("text", sign, x=WIDE / 2, y=82, font_size=64, fill="#ffffff", font_weight="bold")
    ground = element("rect", x=30, y=10, width=100, height=100, rx=16, fill="#3f6f9f")
    return element("svg", ground, text, viewBox=f"0 0 {WIDE} {HIGH}", font_family="sans-serif", text_anchor="middle")
