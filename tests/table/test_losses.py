"""What a seat gives away along choices that are expected: by the names of the rules, in chess, draughts and others alike."""

from __future__ import annotations

from collections import Counter

import pytest
from attrs import frozen

from rulerun.interpreter import actors, advance, decision, initial, option_text
from rulerun.table.expected import steps
from rulerun.table.losses import Exchange, exchange, loss_text

from ..support.battery import Setting, compiled, game_of

CHESS, DRAUGHTS = Setting("chess", "", 2), Setting("draughts", "", 2)
BREAKTHROUGH, REVERSI = Setting("breakthrough", "", 2), Setting("reversi", "", 2)
OPENED = ("move e2 e4", "move d7 d5")
EVEN = ("move e4 d5", "move d8 d5", "move b1 c3")
"""Both lose a pawn."""


@frozen
class Made:
    """A choice that was made."""

    code: int
    position: tuple[int, ...]
    asked: int | None


def found(setting: Setting, begun: tuple[str, ...], line: tuple[str, ...]) -> Exchange | None:
    """What the first seat to choose behind *begun* loses along a line."""
    program = compiled(setting)
    game = game_of(program)
    state, made, start = initial(game), [], initial(game)
    for number, words in enumerate((*begun, *line)):
        if number == len(begun):
            start = state
        (seat,) = actors(game, state)
        asked = decision(game, state, seat)
        index = next(at for at, option in enumerate(asked.options) if option_text(game, asked, option) == words)
        state, _ = advance(game, state, seat, index)
        made.append(Made(asked.options[index].code, state.slots, next(iter(actors(game, state)), None)))
    assert [each.words for each in steps(game, start, made[len(begun) :], "")] == list(line)
    return exchange(program, actors(game, start)[0], start.slots, made[len(begun) :])


def told(setting: Setting, begun: tuple[str, ...], line: tuple[str, ...], instead: tuple[str, ...], language: str) -> str:
    """What the first line gives away against the other."""
    one, other = found(setting, begun, line), found(setting, begun, instead)
    assert one is not None
    assert other is not None
    return loss_text(compiled(setting), one, other, language)


@pytest.mark.parametrize(
    ("line", "language", "words"),
    [
        (("move d1 g4", "move c8 g4", "move b1 c3"), "en", "gives away the queen"),
        (("move d1 g4", "move c8 g4", "move b1 c3"), "it", "cede: donna"),
        (("move d1 g4", "move c8 g4", "move b1 c3"), "es", "entrega: dama"),
        (("move b1 c3", "move d5 e4", "move a2 a3"), "en", "gives away one pawn"),
        (("move f1 a6", "move b7 a6", "move e4 d5", "move d8 d5", "move b1 c3"), "en", "gives away one bishop"),
        (("move b1 c3", "move d5 d4", "move a2 a3"), "en", ""),
    ],
)
def test_a_figure_that_is_taken_and_not_regained_is_given_away(line: tuple[str, ...], language: str, words: str) -> None:
    assert told(CHESS, OPENED, line, EVEN, language) == words


def test_what_is_got_for_it_is_told() -> None:
    line = ("move d1 h5", "move g8 f6", "move h5 d5", "move f6 d5", "move b1 c3")
    assert told(CHESS, OPENED, line, ("move b1 c3", "move d5 d4", "move a2 a3"), "en") == "gives the queen for one pawn"


def test_what_would_be_lost_anyway_is_not_given_away() -> None:
    line = ("move d1 g4", "move c8 g4", "move b1 c3")
    assert told(CHESS, OPENED, line, line, "en") == ""


def test_where_the_line_ends_with_a_capture_nothing_is_told() -> None:
    assert found(CHESS, OPENED, ("move d1 g4", "move c8 g4")) is None
    assert found(CHESS, OPENED, ("move e4 d5", "move d8 d5")) is None


def test_a_pawn_that_becomes_a_queen_is_not_given_away() -> None:
    begun = ("move a2 a4", "move h7 h5", "move a4 a5", "move h5 h4", "move a5 a6", "move h4 h3", "move a6 b7", "move h3 g2")
    line = found(CHESS, begun, ("promote b7 a8 queen", "move e7 e6", "move b1 c3"))
    assert line is not None
    assert not line.own


CROWNED = (
    "move f6 e5", "move e3 f4", "move h6 g5", "take f4 h6", "move e5 d4", "take c3 e5", "take d6 f4", "take g3 e5", "move b6 a5",
    "move f2 e3", "move e7 d6", "move e3 d4", "take d6 f4", "move g1 f2", "move g7 f6", "move h2 g3", "take f4 h2", "move b2 c3",
    "move f8 g7",
)  # fmt: skip
MARCHED = (
    "move a2 b3", "move f7 f6", "move e2 d3", "move g7 g6", "move d1 e2", "move g8 f7", "move d3 e4", "move g6 f5", "move h2 g3",
    "move c7 d6",
)  # fmt: skip
NONE = Exchange(Counter(), Counter(), Counter())


@pytest.mark.parametrize(
    ("setting", "begun", "line", "language", "words"),
    [
        (DRAUGHTS, ("move d6 c5",), ("move a3 b4", "take c5 a3", "move e3 f4"), "en", "gives away one man"),
        (DRAUGHTS, ("move d6 c5",), ("move a3 b4", "take c5 a3", "move e3 f4"), "it", "cede: pedina"),
        (
            DRAUGHTS,
            CROWNED,
            ("take h6 f8", "move d8 e7", "take f8 d6", "take c7 e5", "move f2 e3"),
            "en",
            "gives one king for man ×2",
        ),
        (BREAKTHROUGH, MARCHED, ("move d2 e3", "move c8 c7", "move g3 g4", "move f5 e4", "move e3 f4"), "en", "gives away pawns"),
    ],
)
def test_men_kings_and_pawns_are_told_by_their_own_names(
    setting: Setting, begun: tuple[str, ...], line: tuple[str, ...], language: str, words: str
) -> None:
    lost = found(setting, begun, line)
    assert lost is not None
    assert loss_text(compiled(setting), lost, NONE, language) == words


def test_where_things_change_sides_all_the_time_nothing_is_told() -> None:
    program = compiled(REVERSI)
    game = game_of(program)
    state, line = initial(game), []
    for _ in range(5):
        (seat,) = actors(game, state)
        asked = decision(game, state, seat)
        state, _ = advance(game, state, seat, 0)
        line.append(Made(asked.options[0].code, state.slots, next(iter(actors(game, state)), None)))
    assert exchange(program, 0, initial(game).slots, line) is None
