"""`rulerun tournament`, as it is typed: what it prints, what it writes, what it keeps, what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulerun.bots import BotFailed
from rulerun.cli.main import root

pytest.importorskip("scipy")
pytest.importorskip("choix")

FAILING = """ruleset: failing
players: 2
variables:
  pot: {holds: 0..10, starts as: 9}
phases:
  game:
    - repeat 3 times:
        - for p in players:
            - p chooses one:
                - wait: pot = pot
                - raise: pot = pot + 1
outcome:
  winners: players p where pot > 3
"""


@pytest.fixture(autouse=True)
def a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def rulerun(*words: str) -> Result:
    return CliRunner().invoke(root, ["tournament", *words])


def words_of(result: Result) -> str:
    """The output without line breaks, which depend on the width."""
    return " ".join(result.output.split())


def small(*more: str) -> Result:
    return rulerun("tic_tac_toe", "--bots", "first,random", "--games", "20", "--workers", "1", *more)


def interrupted(monkeypatch: pytest.MonkeyPatch, games: int) -> None:
    """Ctrl-C is pressed after so many games."""
    from rulerun.lab.runs import tournament

    play, left = tournament.play_game, iter(range(games))

    def some(*arguments):
        if next(left, None) is None:
            raise KeyboardInterrupt
        return play(*arguments)

    monkeypatch.setattr(tournament, "play_game", some)


def test_a_tournament_is_told_in_words_and_tables() -> None:
    result = small()
    assert result.exit_code == 0, result.output
    assert result.output.startswith("Tic-tac-toe, 2 players: 20 games in 10 rounds; 2 bots; seed 0\n")
    for word in ("No bot is shown to be better", "Seats:", "Time:", "rating", "first – random", "\nX ", "\nO "):
        assert word in result.output
    assert "rulerun tournament tic_tac_toe --players 2 --bots first,random --games 20 --seed 0" in words_of(result)


def test_the_same_command_shows_the_same_games_without_playing_them(monkeypatch: pytest.MonkeyPatch) -> None:
    first = small("--json")
    monkeypatch.setattr("rulerun.lab.runs.tournament.play_game", None)
    assert small("--json").output == first.output
    assert json.loads(first.output)["rounds"] == 10


def test_anew_plays_all_again() -> None:
    one = json.loads(small("--json").output)
    other = json.loads(small("--json", "--anew").output)
    assert [bot["result"] for bot in one["bots"]] == [bot["result"] for bot in other["bots"]]
    assert [bot["time"]["mean"] for bot in one["bots"]] != [bot["time"]["mean"] for bot in other["bots"]]


@pytest.mark.slow
def test_three_bots_have_a_cross_table_and_a_page(tmp_path: Path) -> None:
    pytest.importorskip("altair")
    words = (
        "tic_tac_toe",
        "--bots",
        "first, random, random:how=flat",
        "--games",
        "24",
        "--workers",
        "1",
        "--report",
        "page.html",
    )
    result = rulerun(*words)
    assert result.exit_code == 0, result.output
    assert "The row against the column" in words_of(result)
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    for word in (
        "Who comes before whom",
        "Ratings, with 95% intervals",
        "The row against the column",
        "random:flat",
        "What decisions cost",
    ):
        assert word in page


def test_games_of_one_player_are_compared_by_score() -> None:
    result = rulerun("traxx", "--players", "1", "--bots", "first,random", "--games", "8", "--workers", "1")
    assert result.exit_code == 0, result.output
    assert "scores" in words_of(result)
    assert "+" in words_of(result)
    assert "against even" not in words_of(result)


def test_where_payoffs_are_declared_they_are_what_is_told() -> None:
    result = rulerun("kuhn_poker", "--bots", "first,random", "--games", "40", "--workers", "1")
    assert result.exit_code == 0, result.output
    assert "payoff" in words_of(result)
    assert "points" not in words_of(result)
    found = json.loads(rulerun("kuhn_poker", "--bots", "first,random", "--games", "40", "--workers", "1", "--json").output)
    assert found["unit"] == "payoff"
    assert sum(bot["result"]["value"]["value"] for bot in found["bots"]) == 0


def test_more_players_than_bots_sit_in_several_seats() -> None:
    found = json.loads(
        rulerun("pig", "--players", "3", "--set", "target=10", "--bots", "first,random", "--games", "8", "--json").output
    )
    assert sum(bot["games"] for bot in found["bots"]) == 3 * found["run"]["games"]
    assert found["even"] == pytest.approx(1 / 3)
    assert len(found["seats"]) == 3


def test_a_stopped_tournament_shows_finished_rounds_and_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    interrupted(monkeypatch, 7)
    stopped = small()
    assert stopped.exit_code == 130
    assert "6 games in 3 rounds (stopped early)" in words_of(stopped)
    assert "Only 3 rounds were finished" in words_of(stopped)
    assert "1 game of further rounds is kept" in words_of(stopped)
    monkeypatch.undo()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert "20 games in 10 rounds;" in small().output


def test_a_tournament_that_is_stopped_at_once_says_what_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    interrupted(monkeypatch, 3)
    stopped = small()
    assert stopped.exit_code == 130
    assert "stopped before two rounds were finished; 3 of its games are kept" in stopped.stderr
    assert stopped.stdout == ""


def test_a_bot_that_fails_is_named_and_the_others_are_rated(monkeypatch: pytest.MonkeyPatch) -> None:
    def die(self, situation, draw):
        raise BotFailed("its process ended")

    monkeypatch.setattr("rulerun.bots.first.First.choose", die)
    result = rulerun("tic_tac_toe", "--bots", "random,first,random:flat", "--games", "12", "--workers", "1")
    assert result.exit_code == 0, result.output
    assert "`first` failed in 8 games" in words_of(result)
    assert "its process ended" in words_of(result)
    assert "never met" in words_of(result)


def test_rules_that_fail_are_told_with_their_place(tmp_path: Path) -> None:
    (tmp_path / "failing.yaml").write_text(FAILING, encoding="utf-8")
    result = rulerun("failing.yaml", "--bots", "first,random", "--games", "40", "--workers", "1")
    assert result.exit_code == 1
    assert "failing.yaml:11" in result.stderr
    assert "Traceback" not in words_of(result)


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (("tic_tac_toe", "--bots", "first,randm"), 2, "there is no bot `randm`; did you mean `random`?"),
        (("tic_tac_toe", "--bots", "first,random:how=flet"), 2, "did you mean `flat`?"),
        (("tic_tac_toe", "--bots", "first"), 2, "`first` is alone"),
        (("tic_tac_toe", "--bots", "random:flat,random:how=flat"), 2, "`random:flat` is there twice"),
        (("tic_tac_toe", "--bots", "first,random", "--games", "3"), 2, "`--games` is at least 4 here, not 3"),
        (("tic_tac_toe", "--bots", "first,random", "--games", "many"), 2, "`--games` is a whole number"),
        (("tic_tac_toe", "--bots", "first,random", "--report", "page.txt"), 2, "`.html`"),
        (("tic_tac_toe", "--bots", "first,random", "--report", "nowhere/page.html"), 1, "there is no folder `nowhere`"),
        (("tic_tac_to", "--bots", "first,random"), 1, "tic_tac_toe"),
        (("broken.yaml", "--bots", "first,random"), 1, "error"),
        (("tic_tac_toe",), 2, "--bots"),
    ],
)
def test_what_is_refused(words: tuple[str, ...], code: int, told: str, tmp_path: Path) -> None:
    (tmp_path / "broken.yaml").write_text(FAILING.replace("holds:", "hols:"), encoding="utf-8")
    result = rulerun(*words)
    assert result.exit_code == code
    assert told in result.stderr
    assert result.stdout == ""


def test_a_game_in_which_nobody_decides_is_told_as_chance() -> None:
    result = rulerun("chutes_and_ladders", "--bots", "first,random", "--games", "4")
    assert result.exit_code == 0, result.output
    assert "Nobody had anything to decide" in words_of(result)


def test_where_nothing_can_be_kept_it_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    result = small()
    assert result.exit_code == 0
    assert "cannot be kept" in result.stderr


def test_long_tournaments_are_announced(capsys: pytest.CaptureFixture[str]) -> None:
    from rulerun.cli.commands.tournament import announcing

    announcing(2)(9.0, 100)
    assert capsys.readouterr().err == ""
    announcing(2)(754.0, 1200)
    assert capsys.readouterr().err == "note: about 13 minutes for 1,200 games on 2 cores; Ctrl-C keeps what was played\n"


def test_a_bot_that_is_clearly_better_stands_first() -> None:
    result = rulerun("connect_four", "--bots", "random,first", "--games", "40", "--workers", "1")
    assert "`first` has a rating of +" in words_of(result)
    assert "It is better than `random` beyond chance." in words_of(result)
    assert "first – random" in words_of(result)
