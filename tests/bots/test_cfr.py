"""The bot `cfr`: nobody can take advantage of it where a game is small enough, and it says why where it is not."""

from __future__ import annotations

from collections import Counter

import pytest
from click.testing import CliRunner

from rulerun import bots
from rulerun.bots import cfr
from rulerun.cli.main import root
from rulerun.dsl.compile import compile_ruleset
from rulerun.dsl.text.source import Source
from rulerun.interpreter import NATURE, Observer, actors, decision
from rulerun.program.ir import Program

from ..support.battery import Setting, compiled, drawn, game_of

MATCHING = """
ruleset: pennies
players: 2
variables:
  shown: {per: player, holds: 0..2, seen by: everyone}
phases:
  game:
    - together, each player me:
        - choose coin from 1..2
        - shown[me] = coin
outcome:
  winners: players p where shown[p] > 2
  payoff (player p): 1 if (shown[p] = shown[next(p)]) = (p = Anne) else -1
"""


def made(text: str) -> Program:
    found = compile_ruleset(Source("game.yaml", text))
    assert found.program is not None, [each.message for each in found.diagnostics]
    return found.program


@pytest.fixture
def spiel() -> object:
    return pytest.importorskip("pyspiel", reason="needs OpenSpiel: pip install 'rulerun[openspiel]'")


def test_nobody_can_take_advantage_of_it_at_kuhn_poker(spiel: object) -> None:
    found = cfr.solution(game_of(compiled(Setting("kuhn_poker", "", 2))), 1000, 20_000)
    assert 0 <= found.exploitability < 0.001
    assert len(found.mixtures) == 12


def test_it_never_folds_the_best_card_at_kuhn_poker_and_bets_it_more_often_than_it_bluffs(spiel: object) -> None:
    program = compiled(Setting("kuhn_poker", "", 2))
    bot = bots.seated("cfr", program)
    bets: dict[int, int] = {}
    for card in range(3):  # nature deals the first seat the card of that index
        observer = Observer.beginning(game_of(program))
        observer.answer(NATURE, card)
        observer.answer(NATURE, 0)
        assert actors(game_of(program), observer.state) == (0,)
        asked = decision(game_of(program), observer.state, 0)
        given = bots.situation(bot, observer, asked)
        draw = drawn(3)
        taken = Counter(asked.options[bot.choose(given, draw)].name for _ in range(300))
        bets[card] = taken["bet"]
    assert bets[1] < 5  # H. W. Kuhn, 1950: the queen never bets first, the jack a third as often as the king
    assert bets[2] > 2 * bets[0]


def test_who_decide_together_do_not_know_of_each_other(spiel: object) -> None:
    found = cfr.solution(game_of(made(MATCHING)), 200, 100)
    assert [tuple(round(chance, 2) for chance in mixture) for mixture in found.mixtures.values()] == [(0.5, 0.5), (0.5, 0.5)]
    assert found.exploitability < 0.01


@pytest.mark.parametrize(
    ("game", "players", "name", "told"),
    [
        ("hearts", 4, "cfr", "`cfr` is for games of two, and 4 sit here"),
        ("connect_four", 2, "cfr", "it has more than 20,000 histories, which `histories=` allows, and there are about"),
        ("kuhn_poker", 2, "cfr:histories=50", "it has more than 50 histories, which `histories=` allows"),
    ],
)
def test_a_game_that_is_not_for_it_is_refused_with_the_limit(
    spiel: object, game: str, players: int, name: str, told: str
) -> None:
    with pytest.raises(bots.UnknownBot) as caught:
        bots.seated(name, compiled(Setting(game, "", players)))
    assert told in str(caught.value)


def test_a_game_in_which_both_win_is_refused(spiel: object) -> None:
    text = MATCHING.replace("1 if (shown[p] = shown[next(p)]) = (p = Anne) else -1", "shown[p]")
    assert cfr.Cfr().unfit(made(text)) == "one does not win what the other loses"


def test_at_the_command_line_it_is_refused_before_anything_is_played(spiel: object) -> None:
    result = CliRunner().invoke(root, ["simulate", "connect_four", "--bots", "cfr,random"])
    assert result.exit_code == 2
    assert "`cfr` cannot play this: it has more than 20,000 histories" in " ".join(result.output.replace("│", " ").split())


def test_without_openspiel_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cfr, "find_spec", lambda name: None)
    assert "pip install 'rulerun[openspiel]'" in cfr.Cfr(iterations=7).unfit(compiled(Setting("kuhn_poker", "", 2)))
