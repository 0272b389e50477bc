"""A game keeps what is worked out of its Program as long as somebody holds it, and no longer."""

from __future__ import annotations

import gc
import weakref

from rulerun.interpreter import initial
from rulerun.interpreter.game import Game, covering
from rulerun.interpreter.standing import terms_of

from ..support.battery import Setting, compiled, drawn, stepped

PIG = Setting("pig", "", 2)


def test_what_is_worked_out_is_kept() -> None:
    game = Game(compiled(PIG))
    assert game.silent is game.silent
    assert game.listening is not game.silent
    assert terms_of(game) is terms_of(game)
    assert terms_of(Game(compiled(PIG))) is not terms_of(game)


def test_nothing_is_left_of_a_game_that_nobody_holds() -> None:
    game = Game(compiled(PIG))
    initial(game, listening=True)
    gone = weakref.ref(game), weakref.ref(game.silent), weakref.ref(game.listening)
    del game
    gc.collect()
    assert [each() for each in gone] == [None, None, None]


def test_what_is_carried_out_is_noted_for_one_game_alone() -> None:
    game, carried = covering(compiled(PIG))
    stepped(compiled(PIG), drawn(1))
    assert carried == set()
    initial(game)
    assert carried != set()
