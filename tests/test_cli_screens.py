"""Whole screens, on programs made by hand."""

from __future__ import annotations

import io

from rich.console import Console

from rulerun.cli.draw_tables import draw_scene
from rulerun.cli.offers import offered_spaces
from rulerun.cli.scene import scene_of
from rulerun.cli.transcript import EVERYBODY, lines
from rulerun.dsl.ir import Program
from rulerun.interpreter import NATURE, State, actors, advance, decision, initial, view

from .engine_programs import kuhn, race


def screen(program: Program, state: State, seat: int, own: bool, width: int = 80) -> str:
    file = io.StringIO()
    console = Console(file=file, width=width, height=50, color_system=None)
    console.print(draw_scene(scene_of(program, view(program, state, seat), "", own, False), console))
    return file.getvalue()


def dealt(program: Program) -> State:
    """The first position in which a seat is asked, nature always giving the first outcome."""
    state = initial(program, listening=True)
    while actors(program, state) == (NATURE,):
        state, _ = advance(program, state, NATURE, 0)
    return state


def test_a_player_sees_the_own_card_and_not_those_of_others() -> None:
    program = kuhn()
    state = dealt(program)
    mine, theirs = screen(program, state, 0, True), screen(program, state, 1, True)
    assert "jack" in mine
    assert "queen" not in mine
    assert "queen" in theirs
    assert "jack" not in theirs


def test_a_screen_for_everybody_shows_no_secrets() -> None:
    program = kuhn()
    shown = screen(program, dealt(program), 0, False)
    assert not any(card in shown for card in ("jack", "queen", "king"))


def test_no_screen_is_wider_than_the_terminal() -> None:
    program = race()
    state = dealt(program)
    for width in (60, 80, 120):
        assert max(len(line.rstrip()) for line in screen(program, state, 0, True, width).splitlines()) <= width


def test_the_line_for_everybody_hides_faces_and_the_one_for_the_owner_shows_them() -> None:
    program = kuhn()
    _, events = advance(program, initial(program, listening=True), NATURE, 0)
    assert list(lines(program, events, EVERYBODY, "")) == ["stock → hand (Anne): a card"]
    assert list(lines(program, events, 1, "")) == ["stock → hand (Anne): a card"]
    assert list(lines(program, events, 0, "")) == ["stock → hand (Anne): jack"]


def test_cards_that_go_the_same_way_share_a_line() -> None:
    program = race()
    state = initial(program, listening=True)
    events = []
    for _ in range(5):
        state, more = advance(program, state, NATURE, 0)
        events += more
    assert [line for line in lines(program, events, EVERYBODY, "") if "Anne" in line] == ["stock → hand (Anne): 5 cards"]


def test_options_that_name_no_space_mark_none() -> None:
    program = kuhn()
    assert offered_spaces(program, decision(program, dealt(program), 0), 0) == {}
