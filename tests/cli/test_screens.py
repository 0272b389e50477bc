"""Whole screens, on programs made by hand."""

from __future__ import annotations

import io
from collections.abc import Sequence

from rich.console import Console

from rulerun.cli.draw.screen import draw_scene
from rulerun.dsl.compile import compile_ruleset
from rulerun.dsl.text.source import Source
from rulerun.interpreter import NATURE, State, actors, advance, decision, initial, option_text, view
from rulerun.interpreter.course import Noted
from rulerun.interpreter.step import advance_noting
from rulerun.program.ir import Program
from rulerun.table.narration import EVERYBODY
from rulerun.table.options import offered_spaces
from rulerun.table.story import Reached, Teller, plain
from rulerun.table.writing import picture_of

from ..support.battery import game_of
from ..support.engine_programs import kuhn, race


def screen(program: Program, state: State, seat: int, own: bool, width: int = 80) -> str:
    file = io.StringIO()
    console = Console(file=file, width=width, height=50, color_system=None)
    console.print(draw_scene(picture_of(game_of(program), view(game_of(program), state, seat), "", own, False), console))
    return file.getvalue()


def dealt(program: Program) -> State:
    """The first position in which a seat is asked, nature always giving the first outcome."""
    state = initial(game_of(program), listening=True)
    while actors(game_of(program), state) == (NATURE,):
        state, _ = advance(game_of(program), state, NATURE, 0)
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
    _, happened = advance_noting(game_of(program), initial(game_of(program), listening=True), NATURE, 0)
    assert tell(program, happened, EVERYBODY) == ["stock → hand Anne: a card"]
    assert tell(program, happened, 1) == ["stock → hand Anne: a card"]
    assert tell(program, happened, 0) == ["stock → hand Anne: jack"]


def test_cards_that_go_the_same_way_share_a_line() -> None:
    program = race()
    state = initial(game_of(program), listening=True)
    happened = []
    for _ in range(5):
        state, more = advance_noting(game_of(program), state, NATURE, 0)
        happened += more
    assert [line for line in tell(program, happened, EVERYBODY) if "Anne" in line] == ["stock → hand Anne: 5 cards"]


def test_options_that_name_no_space_mark_none() -> None:
    program = kuhn()
    assert offered_spaces(program, decision(game_of(program), dealt(program), 0), 0) == {}


def tell(program: Program, happened: Sequence[Noted], listener: int) -> list[str]:
    """The lines that tell what happened."""
    return [plain(line) for line in Teller(game_of(program), "").tell(happened, listener, Reached())[0]]


def deck_game(words: str) -> tuple[Program, State]:
    """A game of cards with these phases, where it is first asked."""
    rules = f"""
ruleset: probe
players: 2
decks:
  d: {{cards: [{{v: 1..6}}], starts in: stock}}
zones:
  stock: {{of: d, kind: pile, seen by: nobody}}
  pile: {{of: d, kind: pile, seen by: everyone}}
  hand: {{of: d, per: player, seen by: owner}}
phases:
  game:
{words}
outcome:
  winners: players p where p = p
"""
    source = Source("probe.yaml", rules)
    compilation = compile_ruleset(source, "", 2, {})
    assert compilation.program is not None, compilation.diagnostics
    return compilation.program, dealt(compilation.program)


PLAY = """
    - shuffle stock
    - deal 3 from stock to hand of each player
    - repeat 2 times:
        - for each player p:
            - p chooses card from hand[p]
            - put card on top of pile
"""


def test_a_card_chosen_out_of_sight_and_moved_openly_is_one_line() -> None:
    program, state = deck_game(PLAY)
    _, happened = advance_noting(game_of(program), state, 0, 0)
    card = option_text(
        game_of(program), decision(game_of(program), state, 0), decision(game_of(program), state, 0).options[0]
    ).split()[-1]
    for listener in (1, EVERYBODY, 0):
        assert tell(program, happened, listener) == [f"Anne: card {card} → pile"]


def test_an_open_pile_begins_with_its_top_card() -> None:
    program, state = deck_game(PLAY)
    played = []
    for seat in (0, 1, 0):
        asked = decision(game_of(program), state, seat)
        played.append(option_text(game_of(program), asked, asked.options[-1]).split()[-1])
        state, _ = advance(game_of(program), state, seat, len(asked.options) - 1)
    top, middle, bottom = reversed(played)
    assert f"{top} (on top)  {middle}  {bottom}" in screen(program, state, 0, True)


def test_a_card_that_is_known_to_lie_in_a_hidden_pile_is_said_to_be_in_it() -> None:
    program, state = deck_game(PLAY.replace("on top of pile", "in stock"))
    asked = decision(game_of(program), state, 0)
    card = option_text(game_of(program), asked, asked.options[0]).split()[-1]
    state, _ = advance(game_of(program), state, 0, 0)
    assert f"stock  ▒, in it: {card}" in screen(program, state, 0, True)
    assert "in it" not in screen(program, state, 1, True)


def test_a_mark_that_goes_from_space_to_space_is_one_line() -> None:
    source = Source("probe.yaml", STEPS)
    program = compile_ruleset(source, "", 2, {}).program
    assert program is not None
    state = dealt(program)
    _, happened = advance_noting(game_of(program), state, 0, 0)
    assert tell(program, happened, EVERYBODY) == ["Anne: there b1 (a1 → b1) × Ben"]
    shown = screen(program, state, 0, True)
    assert "pawn: A Anne, B Ben" in shown


STEPS = """
ruleset: probe
players: 2
boards:
  field: {kind: grid, columns: 2, rows: 1}
variables:
  pawn: {per: space of field, holds: player}
phases:
  game:
    - pawn[a1] = Anne
    - pawn[b1] = Ben
    - let me = Anne
    - me chooses there from neighbours of a1
    - pawn[a1] = nothing
    - pawn[there] = me
outcome:
  winners: players p where p = p
"""


def test_the_letters_of_the_options_stand_on_the_spaces_that_they_name() -> None:
    menu = "me chooses one:\n        - go steps from 1..2, there from field:\n            - pawn[there] = me"
    rules = STEPS.replace("me chooses there from neighbours of a1", menu).replace("    - pawn[there] = me\nout", "out")
    program = compile_ruleset(Source("probe.yaml", rules), "", 2, {}).program
    assert program is not None
    state = dealt(program)
    assert "a/c" in screen(program, state, 0, True)
    assert "b/d" in screen(program, state, 0, True)
