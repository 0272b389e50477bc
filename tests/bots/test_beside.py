"""The tables that come with the rulesets, by random games beside OpenSpiel's, and its search as a bot."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulerun import bots
from rulerun.bots import BotFailed, UnknownBot, chosen, seated, situation
from rulerun.interpreter import NATURE, Observer, decision, outcome

from ..support.battery import Choose, Setting, compiled, drawn, game_of, some
from ..support.beside import lockstep

pytest.importorskip("pyspiel", reason="needs OpenSpiel: pip install open_spiel")

TABLES = (
    Setting("tic_tac_toe", "", 2),
    Setting("connect_four", "", 2),
    Setting("breakthrough", "", 2),
    Setting("breakthrough", "", 2, (("side", "6"),)),
    Setting("reversi", "", 2),
    *(Setting("hex", "", 2, (("side", str(side)),)) for side in (2, 3, 5, 11)),
    Setting("hex", "", 2, (("side", "4"), ("swapping", "no"))),
    Setting("nine_mens_morris", "", 2),
    Setting("kalah", "", 2),
    Setting("go_9x9", "", 2, (("side", "3"), ("superko", "draw"))),
)


@pytest.mark.parametrize("games", some(2, slow=(200,)))
@pytest.mark.parametrize("setting", TABLES, ids=lambda setting: setting.name)
def test_by_the_table_openspiel_plays_the_same_game(setting: Setting, games: int) -> None:
    assert [sum(lockstep(setting, drawn(seed))) for seed in range(games)] == [0] * games


def match(setting: Setting, names: tuple[str, str], choose: Choose) -> tuple[Observer, list[float]]:
    """A match of two bots, and what each is paid."""
    program = compiled(setting)
    game, sitting = game_of(program), [seated(name, program) for name in names]
    observer = Observer.beginning(game)
    while observer.asked:
        seat = observer.asked[0]
        asked = decision(game, observer.state, seat)
        bot = sitting[seat] if seat != NATURE else None
        index = chosen(bot, situation(bot, observer, asked), choose) if bot is not None else choose(len(asked.options))
        observer.answer(seat, index)
    return observer, [float(each) for each in outcome(game, observer.state).payoff]


def test_two_checkers_that_are_one_move_there_are_chosen_one_after_the_other() -> None:
    # before every choice the bot compares what is on offer, doubles and passes included
    observer, paid = match(Setting("backgammon", "", 2), ("openspiel:2", "openspiel:2"), drawn(5))
    assert sorted(paid) == [-1, 1]
    assert len(observer.answers) > 100


@pytest.mark.slow
def test_backgammon_has_the_same_moves_in_many_games() -> None:
    for seed in range(12):
        _, paid = match(Setting("backgammon", "", 2), ("openspiel:2", "random"), drawn(seed))
        assert sorted(paid) == [-1, 1]


def test_its_search_wins_against_random_play() -> None:
    paid = [match(Setting("connect_four", "", 2), ("openspiel:100", "random"), drawn(seed))[1] for seed in range(4)]
    assert paid == [[1, -1]] * 4


def test_it_chooses_the_same_for_the_same_draw() -> None:
    program = compiled(Setting("reversi", "", 2))
    observer, bot = Observer.beginning(game_of(program)), bots.make("openspiel:50")
    asked = decision(game_of(program), observer.state, 0)
    given = situation(bot, observer, asked)
    assert bot.choose(given, drawn(7)) == bot.choose(given, drawn(7))


OTHER = """
openspiel:
  game: {game}
  options:
    cell {{s}}: {{X: "x({{3 - s.row}},{{s.column}})", O: "o({{3 - s.row}},{{s.column}})"}}
  words:
    s.column: {{a: 0, b: 1, c: 2}}
"""


def test_where_something_else_is_on_offer_both_lists_are_told(tmp_path: Path) -> None:
    table = tmp_path / "other.yaml"
    table.write_text(OTHER.format(game="mnk(m=3,n=2,k=2)"), encoding="utf-8")
    program = compiled(Setting("tic_tac_toe", "", 2))
    bot = seated(f"openspiel:table={table}", program)
    observer = Observer.beginning(game_of(program))
    with pytest.raises(BotFailed) as failed:
        bot.choose(situation(bot, observer, decision(game_of(program), observer.state, 0)), drawn(1))
    assert str(failed.value) == (
        "`tic_tac_toe` and `mnk(m=3,n=2,k=2)` of OpenSpiel differ: "
        "on offer are only here `x(2,0)`, `x(2,1)`, `x(2,2)`; only there nothing"
    )


@pytest.mark.parametrize(
    ("game", "told"),
    [
        ("no_such_game", "OpenSpiel does not load `no_such_game`: Unknown game"),
        ("first_sealed_auction(players=3)", r"`first_sealed_auction\(players=3\)` of OpenSpiel is for 3 players"),
        ('""', "the table does not say which `game:` of OpenSpiel it is"),
    ],
)
def test_a_game_that_openspiel_does_not_have_is_told_before_the_match(tmp_path: Path, game: str, told: str) -> None:
    table = tmp_path / "other.yaml"
    table.write_text(OTHER.format(game=game), encoding="utf-8")
    with pytest.raises(UnknownBot, match=told):
        seated(f"openspiel:table={table}", compiled(Setting("tic_tac_toe", "", 2)))


def test_where_something_is_hidden_it_does_not_play() -> None:
    with pytest.raises(UnknownBot, match="plays games for two without hidden information"):
        seated("openspiel", compiled(Setting("kuhn_poker", "", 2)))
