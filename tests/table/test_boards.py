"""What stands on the spaces of a board, and what is printed there."""

from __future__ import annotations

from rulerun.dsl.compile import compile_ruleset
from rulerun.interpreter import initial, view
from rulerun.program.colours import COLOURS
from rulerun.table.boards import board_picture
from rulerun.table.ink import on
from rulerun.table.scene import Space

from ..support.specs import blocks


def spaces(colours: bool = False) -> dict[str, Space]:
    """The figures of chess where they start, as White sees them."""
    (block,) = (block for block in blocks() if block.spec == "20_how_figures_go")
    program = compile_ruleset(block.source).program
    assert program is not None
    picture = board_picture(program, 0, view(program, initial(program, listening=True), 0), "en", colours)
    return {space.name: space for space in picture.spaces}


def test_what_stands_with_a_seats_mark_is_in_its_colour() -> None:
    tokens = {name: space.tokens for name, space in spaces().items() if name in ("d1", "e8")}
    assert {token.ink for token in tokens["d1"]} == {on(COLOURS["white"], bold=True)}
    assert {token.ink for token in tokens["e8"]} == {on(COLOURS["black"], bold=True)}
    assert [sorted(token.text for token in tokens[name]) for name in ("d1", "e8")] == [["W", "q"], ["B", "ki"]]


def test_where_the_ink_says_whose_a_figure_is_its_mark_is_left_out() -> None:
    assert [[token.text for token in spaces(colours=True)[name].tokens] for name in ("d1", "e8")] == [["q"], ["ki"]]


def test_what_only_says_how_spaces_start_is_not_drawn() -> None:
    assert {(space.note, space.ground) for space in spaces().values()} == {("", None)}
