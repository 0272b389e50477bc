"""Scripted bots: they play by the lines of a strategy in their order, and at random where no line finds an option."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from attrs import evolve
from click.testing import CliRunner

from rulerun import bots
from rulerun.bots import situation
from rulerun.cli.main import root
from rulerun.dsl.compile import compile_ruleset
from rulerun.dsl.text.source import Source
from rulerun.interpreter import Observer, decision, option_text, outcome
from rulerun.lab.runs.playing import play_out
from rulerun.program.ir import Program
from rulerun.program.json import from_json, to_json

from ..support.battery import Setting, compiled, drawn, game_of

MARKET = """
ruleset: market
players: 2
variables:
  coins: {per: player, holds: 0..9, starts as: 3}
  given: {per: player, holds: 0..9, seen by: owner}
phases:
  game:
    - for each player me:
        - let limit = 4
        - me chooses one:
            - buy cost from 1..6:
                - only if cost <= limit
                - coins[me] -= min(coins[me], cost)
            - pass: []
    - together, each player me:
        - choose gift from 0..5
        - given[me] = gift
outcome:
  ranking (player p): highest coins[p]
strategies:
  dear:
    - buy cost where cost <= coins[me] by highest cost
    - pass
    - gift where gift > coins[me] by lowest gift
  cheap:
    - buy by lowest cost
  vague:
    - buy where cost > 5
    - buy where cost mod 2 = 0
variants:
  thrifty:
    strategies:
      dear:
        - pass
"""


def made(variant: str = "", text: str = MARKET) -> Program:
    found = compile_ruleset(Source("market.yaml", text), variant)
    assert found.program is not None, [each.message for each in found.diagnostics]
    return found.program


def taken(program: Program, name: str, *answers: int) -> set[str]:
    """What the bot chooses, by different chance, when the seats have answered like that."""
    observer = Observer.beginning(game_of(program))
    for index in answers:
        observer.answer(observer.asked[0], index)
    bot, asked = bots.seated(name, program), decision(game_of(program), observer.state, observer.asked[0])
    given = situation(bot, observer, asked)
    return {option_text(game_of(program), asked, asked.options[bot.choose(given, drawn(seed))]) for seed in range(12)}


def test_the_first_line_that_finds_an_option_chooses_by_its_order() -> None:
    assert taken(made(), "scripted:dear") == {"buy 3"}
    assert taken(made(), "scripted:cheap") == {"buy 1"}


def test_what_several_options_share_is_drawn() -> None:
    assert taken(made(), "scripted:vague") == {"buy 2", "buy 4"}


def test_where_no_line_finds_an_option_it_is_drawn_from_all() -> None:
    assert len(taken(made(), "scripted:cheap", 0, 0)) > 3


def test_who_decide_together_go_by_their_own_values() -> None:
    assert taken(made(), "scripted:dear", 0, 4) == {"gift 3"}  # one coin was spent


def test_a_variant_replaces_a_strategy_by_its_name() -> None:
    assert taken(made("thrifty"), "scripted:dear") == {"pass"}
    assert [each.name for each in made("thrifty").strategies] == ["dear", "cheap", "vague"]


def test_strategies_are_part_of_the_program_as_json() -> None:
    assert from_json(to_json(made())) == made()


def test_a_strategy_that_speaks_of_no_option_is_not_verified() -> None:
    program = made()
    (first, *_) = program.strategies
    ((one, *_), *_) = first.lines
    for wrong in (evolve(one, alternative=7), evolve(one, stop=99), evolve(one, sentence=10_000)):
        with pytest.raises(ValueError, match=r"strategy|sentence"):
            from_json(to_json(evolve(program, strategies=(evolve(first, lines=((wrong,),)),))))


@pytest.mark.parametrize(
    ("game", "name", "told"),
    [
        ("pig", "scripted:twnety", "`pig` has no strategy `twnety`; did you mean `twenty`?"),
        ("pig", "scripted:other", "`pig` has no strategy `other`; there is `twenty`"),
        ("tic_tac_toe", "scripted:twenty", "`tic_tac_toe` has no `strategies:`"),
        ("pig", "scripted", "`scripted` needs `scripted:STRATEGY`: which strategy of the ruleset"),
    ],
)
def test_a_strategy_that_is_not_there_is_told(game: str, name: str, told: str) -> None:
    result = CliRunner().invoke(root, ["play", game, "--bots", "--bot", name])
    assert result.exit_code == 2
    assert told in result.output


def test_who_holds_at_twenty_beats_random_at_pig() -> None:
    program = compiled(Setting("pig", "", 2, (("target", "30"),)))
    scripted, chance, won = bots.seated("scripted:twenty", program), bots.make("random"), 0
    for game in range(10):
        seat = program.players[game % 2]
        sitting = {each: scripted if each == seat else chance for each in program.players}
        end = play_out(game_of(program), sitting, 1, game, lambda bot, given, draw: bot.choose(given, draw))
        won += outcome(game_of(program), end).winners == (seat,)
    assert won >= 8


def test_it_sits_at_the_table_and_in_many_games() -> None:
    pytest.importorskip("numpy")
    played = CliRunner().invoke(root, ["play", "pig", "--set", "target=12", "--bots", "--bot", "scripted:twenty", "--json"])
    assert played.exit_code == 0, played.output
    assert json.loads(played.output)["decisions"] > 1
    words = ["simulate", "pig", "--set", "target=12", "--games", "4", "--workers", "1", "--json"]
    found = CliRunner().invoke(root, [*words, "--bots", "scripted:twenty,random"])
    assert found.exit_code == 0, found.output
    assert json.loads(found.output)["run"]["bots"] == ["scripted:twenty", "random"]


IDLE = """
ruleset: idle
players: 2
variables:
  heap: {holds: 0..40, starts as: 5}
phases:
  game:
    - repeat 5 times:
        - for each player me where heap > 0:
            - me chooses amount from 1..2 where amount <= heap
            - heap -= amount
outcome:
  winners: players p where heap = 0
strategies:
  never:
    - amount where heap > 6
  late:
    - amount where heap < 4
"""


@pytest.mark.slow
def test_a_strategy_that_never_finds_an_option_is_told(tmp_path: Path) -> None:
    pytest.importorskip("numpy")
    (tmp_path / "idle.yaml").write_text(IDLE)
    words = ["simulate", str(tmp_path / "idle.yaml"), "--games", "4", "--bots"]
    told = CliRunner().invoke(root, [*words, "scripted:never"])
    assert told.exit_code == 0
    assert re.search(r"note: `scripted:never` found no option in \d+ decisions of random play: where it finds none", told.stderr)
    for name in ("scripted:late", "random"):
        assert "found no option" not in CliRunner().invoke(root, [*words, name]).stderr
