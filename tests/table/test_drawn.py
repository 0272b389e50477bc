"""Every bundled ruleset is drawn: on screens of three sizes, in all its languages, on dark and on light backgrounds.

`python -m tests.table.test_drawn` draws the pictures anew.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from rich.color import Color
from rich.console import Console
from rich.segment import Segment

from rulerun.cli.draw.boards import draw_legend, draw_shape
from rulerun.cli.draw.screen import draw_scene
from rulerun.interpreter import NATURE, State, actors, initial, view
from rulerun.interpreter.course import Noted, Turn
from rulerun.program.ir import Program, Shape
from rulerun.table.pictures import BoardPicture, SpacePicture, Token
from rulerun.table.styles import StyledRun, TextStyle
from rulerun.table.writing import Stand, picture_of, tokens_of

from ..support.battery import Setting, compiled, drawn, game_of, of_each_file, settings, turns

SIZES = ((80, 24), (120, 40), (200, 60))
DARK, LIGHT = "#1e1e1e", "#ffffff"
PICTURES = Path(__file__).resolve().parent / "pictures"
PICTURED = (
    ("traxx", 16, SIZES[1], False),
    ("traxx", 16, SIZES[0], True),
    ("change_horses", 30, SIZES[0], False),
    ("why_first", 12, SIZES[0], False),
    ("hearts", 14, SIZES[0], True),
    ("chess", 6, SIZES[0], False),
    ("chess", 6, SIZES[0], True),
    ("kalah", 8, SIZES[0], False),
)
"""What is drawn for comparison: after how many decisions, on which screen, whether in colours."""


def setting_of(file: str) -> Setting:
    """The ruleset for as many players as play at most, but no more than three."""
    found = [each for each in settings() if each.file == file and not each.variant]
    return next((each for each in reversed(found) if each.players <= 3), found[0])


@cache
def positions(file: str) -> tuple[State, ...]:
    """Positions in which a seat is asked, after 0, 10 and 40 decisions of seats or at the end, if that comes first."""
    program = compiled(setting_of(file))
    found, asked, state = [], 0, initial(game_of(program), listening=True)
    for turn in turns(program, drawn(1), listening=True):
        if asked in (0, 10, 40) and len(found) <= (0, 10, 40).index(asked) and actors(game_of(program), turn.before) != (NATURE,):
            found.append(turn.before)
        asked += actors(game_of(program), turn.before) != (NATURE,)
        state = turn.after
        if len(found) == 3:
            return tuple(found)
    return (*found, state)


def lines(program: Program, state: State, size: tuple[int, int], language: str, colours: bool) -> Iterator[list[Segment]]:
    """The lines of the screen of the first seat that is asked."""
    console = Console(width=size[0], height=size[1], force_terminal=True, color_system="truecolor" if colours else None)
    seat = next(iter(actors(game_of(program), state)), 0)
    scene = picture_of(game_of(program), view(game_of(program), state, seat), language, True, colours)
    yield from Segment.split_lines(console.render(draw_scene(scene, console)))


@of_each_file()
def test_no_line_is_wider_than_the_screen_in_any_language(file: str) -> None:
    program = compiled(setting_of(file))
    first, *later = positions(file)
    tongues = ("", *program.languages)
    screens = [(first, SIZES[0], ""), *((state, SIZES[0], language) for state in later for language in tongues)]
    screens += [(later[-1] if later else first, size, tongues[-1]) for size in SIZES[1:]]
    for state, size, language in screens:
        for line in lines(program, state, size, language, colours=False):
            assert sum(segment.cell_length for segment in line) <= size[0]


def luminance(colour: str) -> float:
    """How bright a colour is, as WCAG 2 defines it."""
    parts = [value / 255 for value in Color.parse(colour).get_truecolor()]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@cache
def contrast(one: str, other: str) -> float:
    """How well one colour can be told from the other, from 1 to 21."""
    dark, bright = sorted((luminance(one), luminance(other)))
    return (bright + 0.05) / (dark + 0.05)


@of_each_file()
def test_all_that_is_coloured_can_be_read_on_dark_and_on_light_backgrounds(file: str) -> None:
    program = compiled(setting_of(file))
    for segment in (each for line in lines(program, positions(file)[-1], SIZES[1], "", colours=True) for each in line):
        style = segment.style
        if style is None or not segment.text.strip():
            continue
        behind = (DARK, LIGHT) if style.bgcolor is None else (style.bgcolor.name,)
        if style.color is not None and style.color.name.startswith("#"):
            assert all(contrast(style.color.name, each) >= 3 for each in behind), segment
        else:
            assert style.bgcolor is None, segment


def picture(file: str, decisions: int, size: tuple[int, int], colours: bool) -> str:
    """A screen as text; in colours with the codes of a terminal."""
    program = compiled(setting_of(file))
    state, asked, course = initial(game_of(program), listening=True), 0, []
    for turn in turns(program, drawn(1), listening=True):
        state = turn.before
        asked += actors(game_of(program), state) != (NATURE,)
        if asked > decisions:
            break
        course.append(Turn(turn.actor, tuple(Noted(event, None) for event in turn.events)))
    seat = next(iter(actors(game_of(program), state)), 0)
    file_ = io.StringIO()
    system = "truecolor" if colours else None
    console = Console(file=file_, width=size[0], height=size[1], force_terminal=True, color_system=system, highlight=False)
    scene = picture_of(game_of(program), view(game_of(program), state, seat), "", True, colours, course)
    console.print(draw_scene(scene, console))
    return "\n".join(line.rstrip() for line in file_.getvalue().splitlines()).rstrip() + "\n"


def kept(file: str, size: tuple[int, int], colours: bool) -> Path:
    """Where a picture is kept."""
    return PICTURES / f"{file}_{size[0]}{'.ansi' if colours else '.txt'}"


@pytest.mark.parametrize(("file", "decisions", "size", "colours"), PICTURED)
def test_pictures_are_drawn_as_they_are_kept(file: str, decisions: int, size: tuple[int, int], colours: bool) -> None:
    assert picture(file, decisions, size, colours) == kept(file, size, colours).read_text(encoding="utf-8")


@pytest.mark.parametrize("shape", [Shape.HEXAGON, Shape.GRID])
def test_what_is_printed_on_a_space_stays_in_sight_beside_what_stands_there(shape: Shape) -> None:
    taken = SpacePicture("A5", 0, 0, "#ffffff", "10", (Token("Lf", TextStyle()), Token("m", TextStyle())))
    empty = SpacePicture("A6", 0, 2 if shape is Shape.HEXAGON else 1, None, "", ())
    picture = BoardPicture("", shape, (taken, empty), ())
    for size in SIZES:
        console = Console(width=size[0], height=size[1])
        with console.capture() as captured:
            console.print(draw_shape(picture, size[0], size[1]))
        assert "Lfm" in captured.get()
        assert "10" in captured.get()


def test_what_points_to_a_space_for_one_seat_names_the_seat_once() -> None:
    ink, other = TextStyle("#0090c8"), TextStyle("#c8509a")
    stands = [Stand(Token(text, each), seat, 1) for text, each, seat in (("Lf", ink, 0), ("Lb", ink, 0), ("Mf", other, 1))]
    assert [token.text for token in tokens_of(stands, 0, (ink, other))] == ["Lfb", "Mf"]


def test_a_legend_breaks_between_its_items() -> None:
    legend = tuple((StyledRun(words),) for words in ("road: l Lino, m Maria", "8 number", "s1 start"))
    found = draw_legend(BoardPicture("", Shape.GRID, (), legend), 36)
    assert found.plain.split("\n") == ["road: l Lino, m Maria   8 number", "s1 start"]


if __name__ == "__main__":
    PICTURES.mkdir(exist_ok=True)
    for what in PICTURED:
        kept(what[0], *what[2:]).write_text(picture(*what), encoding="utf-8")
