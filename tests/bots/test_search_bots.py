"""The bots that search: what they advise is what they do, and they see what is to be seen a few moves ahead."""

from __future__ import annotations

from functools import cache

import pytest

from rulerun import bots
from rulerun.bots import Advisor, Situation, situation
from rulerun.interpreter import NATURE, Observer, decision, outcome
from rulerun.interpreter.core.rng import Stream
from rulerun.interpreter.openness import is_open
from rulerun.program.ir import Program
from rulerun.simulation.runtime import searching as loops
from rulerun.simulation.search import search

from ..support.battery import Setting, compiled, game_of

NAMES = ["flat:60", "mcts:60", "ismcts:60"]


def given(program: Program, name: str, *indices: int) -> Situation:
    """What the bot is given behind these answers, chance always giving its first outcome."""
    observer, left, bot = Observer.beginning(game_of(program)), list(indices), bots.make(name)
    while observer.asked == (NATURE,) or left:
        actor = observer.asked[0]
        observer.answer(actor, 0 if actor == NATURE else left.pop(0))
    return situation(bot, observer, decision(game_of(program), observer.state, observer.asked[0]))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("file", ["tic_tac_toe", "kuhn_poker", "goofspiel"])
def test_a_bot_advises_what_it_chooses(file: str, name: str) -> None:
    bot = bots.make(name)
    assert isinstance(bot, Advisor)
    asked = given(compiled(Setting(file, "", 2)), name)
    advised, chosen = bot.advise(asked, Stream(4).below), bot.choose(asked, Stream(4).below)
    assert [each.option for each in advised] == list(range(len(asked.asked.options)))
    assert sum(each.tried for each in advised) == 60
    assert all(0 <= each.worth <= 1 for each in advised)
    if name.startswith("flat"):
        assert advised[chosen].worth == max(each.worth for each in advised)
    else:
        assert advised[chosen].tried == max(each.tried for each in advised)


@pytest.mark.parametrize("name", ["flat:300", "mcts:300", "ismcts:300"])
def test_a_bot_wins_where_it_can_at_once(name: str) -> None:
    program = compiled(Setting("tic_tac_toe", "", 2))
    asked = given(program, name, 0, 2, 0, 2)  # X has 1 and 2
    chosen = bots.make(name).choose(asked, Stream(1).below)
    assert asked.asked.options[chosen].arguments == (2,)


@pytest.mark.parametrize("name", ["mcts:60", "ismcts:60"])
def test_a_bot_notes_that_its_tree_was_full(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked, bot = given(compiled(Setting("connect_four", "", 2)), name), bots.make(name)
    bot.choose(asked, Stream(4).below)
    assert not asked.notes
    monkeypatch.setattr(search, "MEMORY", 8 * loops.WIDTH * 40)
    bot.choose(asked, Stream(4).below)
    (note,) = asked.notes
    assert 0 < note.grown < note.simulations == 60


def test_a_bot_does_not_search_where_there_is_one_option() -> None:
    program = compiled(Setting("tic_tac_toe", "", 2))
    asked = given(program, "mcts", 0, 0, 0, 0, 0, 1, 0, 0)
    assert len(asked.asked.options) == 1

    def never(bound: int) -> int:
        raise AssertionError("nothing is drawn")

    assert bots.make("mcts").choose(asked, never) == 0


def test_what_everybody_sees_is_one_world() -> None:
    assert is_open(compiled(Setting("pig", "", 2)))
    assert not is_open(compiled(Setting("kuhn_poker", "", 2)))


# ------------------------------------------------------------------------------------------------------ a perfect player


LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


@cache
def best_cells(cells: str) -> tuple[int, tuple[int, ...]]:
    """What a position of tic-tac-toe is worth to whoever is on turn, and the best cells; a cell is `X`, `O` or a dot."""
    me, other = ("X", "O") if cells.count("X") == cells.count("O") else ("O", "X")
    if any(all(cells[cell] == other for cell in line) for line in LINES):
        return -1, ()
    free = [cell for cell in range(9) if cells[cell] == "."]
    worth = {cell: -best_cells(cells[:cell] + me + cells[cell + 1 :])[0] for cell in free}
    best = max(worth.values(), default=0)
    return best, tuple(cell for cell, each in worth.items() if each == best)


def against_perfection(program: Program, name: str, seat: int, number: int) -> int:
    """What a game is worth to the bot in that seat against a player who makes no mistake, and chooses at random otherwise."""
    observer, bot, stream, cells = Observer.beginning(game_of(program)), bots.make(name), Stream(number), "." * 9
    while observer.asked:
        actor = observer.asked[0]
        free = [cell for cell in range(9) if cells[cell] == "."]
        if actor == seat:
            asked = situation(bot, observer, decision(game_of(program), observer.state, actor))
            index = bot.choose(asked, Stream(stream.word()).below)
        else:
            best = best_cells(cells)[1]
            index = free.index(best[stream.below(len(best))])
        observer.answer(actor, index)
        cells = cells[: free[index]] + "XO"[actor] + cells[free[index] + 1 :]
    return int(outcome(game_of(program), observer.state).payoff[seat])


@pytest.mark.slow
def test_a_tree_search_never_loses_at_tic_tac_toe() -> None:
    pytest.importorskip("llvmlite")
    program = compiled(Setting("tic_tac_toe", "", 2))
    assert {against_perfection(program, "mcts:2000", number % 2, number) for number in range(40)} == {0}
