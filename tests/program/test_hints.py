"""What `table:` tells a screen: part of the Program, and of nothing that is played."""

from __future__ import annotations

import pytest
from attrs import evolve

from rulerun.dsl.compile import compile_ruleset
from rulerun.dsl.text.source import Source
from rulerun.program.ir import Drawing, Figured, Finish, Hints, Look, Path, Printing, Program, Words
from rulerun.program.json import from_json, to_json

RULES = """ruleset: hinted
players: 2..3
seats: [Anne, Ben, Chris]
enumerations:
  suit: [moon, sun]
boards:
  way: {kind: track, spaces: -2..5}
  field: {kind: grid, columns: 2, rows: 2}
pieces:
  stone: {one per: player, on: way, starts on: 0}
decks:
  cards: {cards: every suit as suit, starts in: stock}
zones:
  stock: {of: cards, kind: pile}
  trick: {of: cards, seen by: everyone}
variables:
  road: {per: [player, space of field], holds: truth}
  tip: {per: player, holds: space of field}
  count_of_rounds: {holds: 0..9}
phases:
  game:
    - shuffle stock
    - Anne chooses x from field
    - road[Anne, x] = yes
outcome:
  winners: players
"""

TABLE = """table:
  colours: {sun: gold, Chris: pink, stone: grey}
  signs: {moon: {en: M, it: L}, sun: S}
  finish: {way: 3}
  round: way
  path: {road: tip}
  middle: trick
  first: [road, trick]
  aside: count_of_rounds
  untold: stock
"""

DRAWING = """drawing:
  chequered: field
  background: {way: brown}
  figures: {suit: star, stone: disc}
  cards: {cards: {middle: suit}}
"""


def program_of(text: str, players: int = 2) -> Program:
    program = compile_ruleset(Source("hinted.yaml", text), "", players, {}).program
    assert program is not None
    return program


def test_hints_are_settled_when_the_ruleset_is_read() -> None:
    hints = program_of(RULES + TABLE).hints
    suit = next(number for number, domain in enumerate(program_of(RULES).domains) if domain.name == "suit")
    looks = (
        Look(suit, 1, "gold", Words("S")),
        Look(None, 0, "grey", None),
        Look(suit, 0, None, Words("M", (("en", "M"), ("it", "L")))),
    )
    panels = (("road", "trick"), ("count_of_rounds",), ("stock",))
    assert hints == Hints(looks, (Finish(0, 5),), (Path(1, 2),), (1,), *panels, rounds=(0,))
    assert program_of(RULES + TABLE, 3).hints.looks[1] == Look(0, 2, "pink", None)


def test_how_pictures_are_drawn_is_settled_too() -> None:
    program = program_of(RULES + DRAWING)
    suit = next(number for number, domain in enumerate(program.domains) if domain.name == "suit")
    figures = (Figured(suit, 0, "star"), Figured(suit, 1, "star"), Figured(None, 0, "disc"))
    (printed,) = program.hints.drawing.printings
    assert printed == Printing(0, "middle", printed.name, suit, ((0,), (1,)))
    assert program.hints.drawing == Drawing((1,), ((0, "brown"),), figures, (printed,))


def test_nothing_that_is_played_depends_on_hints() -> None:
    plain, hinted = program_of(RULES), program_of(RULES + TABLE + DRAWING)
    assert plain.digest != hinted.digest
    assert evolve(hinted, digest=plain.digest, hints=Hints()) == plain


def test_hints_are_part_of_the_program_as_json() -> None:
    program = program_of(RULES + TABLE + DRAWING)
    assert from_json(to_json(program)) == program


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (Hints(looks=(Look(99, 0, "red", None),)), "belongs to nothing"),
        (Hints(looks=(Look(None, 4, "red", None),)), "belongs to nothing"),
        (Hints(looks=(Look(0, 0, "mauve", None),)), "no colour `mauve`"),
        (Hints(finishes=(Finish(0, 8),)), "on no board"),
        (Hints(finishes=(Finish(-1, 0),)), "on no board"),
        (Hints(paths=(Path(2, None),)), "through no spaces"),
        (Hints(paths=(Path(1, 9),)), "through no spaces"),
        (Hints(middle=(2,)), "no zone"),
        (Hints(rounds=(1,)), "is no track"),
        (Hints(rounds=(-1,)), "is no track"),
        (Hints(drawing=Drawing(chequered=(0,))), "is chequered"),
        (Hints(drawing=Drawing(backgrounds=((2, "red"),))), "belongs to no board"),
        (Hints(drawing=Drawing(backgrounds=((0, "mauve"),))), "is no colour"),
        (Hints(drawing=Drawing(grounds=((0, 99),))), "colours the spaces of a board"),
        (Hints(drawing=Drawing(grounds=((9, 0),))), "colours the spaces of a board"),
        (Hints(drawing=Drawing(figures=(Figured(None, 9, "disc"),))), "belongs to nothing"),
        (Hints(drawing=Drawing(figures=(Figured(None, 0, "tower"),))), "is not drawn"),
        (Hints(drawing=Drawing(printings=(Printing(1, "middle", Words("suit"), None, ((1,),)),))), "on no card"),
        (Hints(drawing=Drawing(printings=(Printing(0, "edge", Words("suit"), None, ((1,), (1,))),))), "on no card"),
        (Hints(drawing=Drawing(printings=(Printing(0, "middle", Words("suit"), 0, ((9,), (1,))),))), "is no value"),
    ],
)
def test_hints_that_speak_of_nothing_are_refused(wrong: Hints, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        from_json(to_json(evolve(program_of(RULES), hints=wrong)))
