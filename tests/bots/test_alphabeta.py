"""The bot `alphabeta`: which games it plays, by which weights, and what it says of them."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter

import pytest

from rulerun import bots
from rulerun.bots import Advisor, BotFailed, Situation, UnknownBot, situation
from rulerun.bots.core.bot import Expected
from rulerun.cli.terminal.run_options import bots_named
from rulerun.interpreter import Observer, decision
from rulerun.interpreter.core.rng import Stream
from rulerun.program.ir import Program
from rulerun.program.json import from_json, to_json
from rulerun.session.seating import Seating, settle_seats
from rulerun.simulation.emit.evaluation import evaluation
from rulerun.simulation.search import weights as module
from rulerun.simulation.search.weights import Weights
from rulerun.table.expected import steps

from ..support.battery import Setting, compiled, game_of


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Program:
    """A small game, with a cache of its own, and no bundled weights."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(module, "BUNDLED", tmp_path / "learned")
    return compiled(Setting("tic_tac_toe", "", 2))


def fresh(program: Program) -> Program:
    """The same Program, of which nothing was worked out yet."""
    return from_json(to_json(program))


def learned(program: Program) -> Weights:
    """Weights of the game, kept."""
    found = Weights(program.digest, tuple(range(evaluation(program).weights)))
    found.keep()
    return found


def given(program: Program, *indices: int) -> Situation:
    """What the bot is given behind these answers."""
    observer = Observer.beginning(game_of(program))
    for index in indices:
        observer.answer(observer.asked[0], index)
    return situation(bots.make("alphabeta"), observer, decision(game_of(program), observer.state, observer.asked[0]))


def test_without_weights_it_says_so_in_its_name(program: Program) -> None:
    assert bots.settled("alphabeta:nodes=500", program) == "alphabeta:500,weights=none"
    assert bots.settled("alphabeta:500,weights=none", program) == "alphabeta:500,weights=none"
    assert bots.canonical("alphabeta:nodes=500") == "alphabeta:500"
    assert bots.settled("mcts:simulations=7", program) == "mcts:7"


def test_its_name_tells_the_weights_and_it_refuses_where_they_are_not_there(program: Program) -> None:
    again = fresh(program)
    digest = learned(program).digest
    assert bots.settled("alphabeta:depth=3", again) == f"alphabeta:depth=3,weights={digest}"
    bots.seated(f"alphabeta:weights={digest}", again)
    with pytest.raises(UnknownBot, match=f"there are no weights `0123` of this game; there are `{digest}`"):
        bots.seated("alphabeta:weights=0123", again)
    with pytest.raises(BotFailed, match="there are no weights `0123`"):
        bots.make("alphabeta:weights=0123").choose(given(program), Stream(1).below)


def test_a_tree_search_judges_by_the_same_weights_where_it_is_told_to(program: Program) -> None:
    with pytest.raises(UnknownBot, match="there are no weights of this game; `rulerun train tic_tac_toe` learns some"):
        bots.seated("mcts:weights=learned", program)
    again, digest = fresh(program), learned(program).digest
    assert bots.settled("mcts:50,weights=learned", again) == f"mcts:50,weights={digest}"
    assert bots.settled("mcts:50", again) == "mcts:50"
    with pytest.raises(UnknownBot, match="there are no weights `0123` of this game"):
        bots.seated("mcts:weights=0123", again)
    with pytest.raises(UnknownBot, match="mcts:weights=learned` cannot play this: "):
        bots.seated("mcts:weights=learned", compiled(Setting("pig", "", 2)))


def test_records_and_commands_name_the_weights(program: Program) -> None:
    again, digest = fresh(program), learned(program).digest
    sitters = settle_seats(again, ["2=alphabeta:nodes=50"], False, None, None)
    assert Seating.of(sitters, {}).named_bots == {1: f"alphabeta:50,weights={digest}"}
    assert bots_named(again, "alphabeta:50,random") == (f"alphabeta:50,weights={digest}", "random")


def test_weights_that_are_not_there_are_to_be_learned(program: Program) -> None:
    with pytest.raises(UnknownBot, match="no weights `0123` of this game; `rulerun train tic_tac_toe` learns some"):
        bots.seated("alphabeta:weights=0123", fresh(program))


@pytest.mark.parametrize(("file", "told"), [("pig", "chance decides: `roll"), ("kuhn_poker", "not everybody sees `")])
def test_it_plays_no_other_games(file: str, told: str) -> None:
    with pytest.raises(UnknownBot, match=f"`alphabeta` cannot play this: {told}"):
        bots.seated("alphabeta", compiled(Setting(file, "", 2)))


def test_it_chooses_the_best_of_what_it_advises_and_tells_what_is_proven(program: Program) -> None:
    bot, asked = bots.make("alphabeta:weights=none"), given(program, 0, 2, 0, 2)  # X has 1 and 2
    assert isinstance(bot, Advisor)
    chosen, advised = bot.choose(asked, Stream(4).below), bot.advise(asked, Stream(5).below)
    assert asked.asked.options[chosen].arguments == (2,)
    assert advised[chosen].proven
    assert advised[chosen].worth == 1
    assert all(each.proven and each.worth in (0, 0.5, 1) for each in advised)
    assert bots.ranked(advised)[0].worth == 1


def test_it_notes_the_choices_that_it_expects(program: Program) -> None:
    bot, asked = bots.make("alphabeta:weights=none"), given(program, 4, 0)
    assert isinstance(bot, Advisor)
    bot.advise(asked, Stream(1).below)
    (expected,) = asked.notes
    assert isinstance(expected, Expected)
    for option, line in enumerate(expected.lines):
        assert line[0].code == asked.asked.options[option].code
    best = expected.lines[bots.ranked(bot.advise(asked, Stream(1).below))[0].option]
    told = [each.words for each in steps(asked.game, expected.state, best, "")]
    assert len(told) == len(set(told)) == 7
    assert [each.asked for each in best] == [1, 0, 1, 0, 1, 0, None]


@pytest.mark.slow
def test_it_answers_within_its_time() -> None:
    asked = given(compiled(Setting("reversi", "", 2)), 0, 0, 0)
    bot = bots.make("alphabeta:time=0.2s,weights=none")
    bot.choose(asked, Stream(1).below)
    took = []
    for number in range(10):
        begun = perf_counter()
        bot.choose(asked, Stream(number).below)
        took.append(perf_counter() - begun)
    assert sorted(took)[-2] < 0.25
    assert min(took) > 0.15
