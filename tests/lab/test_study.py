"""A study: what is called wrong with a game, what is not, and how the command is asked."""

from __future__ import annotations

import json
import re
from itertools import count
from pathlib import Path

import attrs
import pytest
from click.testing import CliRunner, Result

import rulerun
from rulerun.cli.main import root
from rulerun.dsl.compile import compile_ruleset
from rulerun.dsl.text.source import Source
from rulerun.program.ir import Program

pytest.importorskip("scipy")
dominance = pytest.importorskip("rulerun.lab.statistics.dominance")
studies = pytest.importorskip("rulerun.lab.statistics.study")
texts = pytest.importorskip("rulerun.lab.report.study_text")
watched = pytest.importorskip("rulerun.lab.statistics.watched")
watching = pytest.importorskip("rulerun.lab.runs.watching")
command = pytest.importorskip("rulerun.cli.commands.study")
runs = pytest.importorskip("rulerun.lab.runs.study")

TITHE = """
ruleset: tithe
players: 2
scores:
  points: {per: player, holds: 0..30}
phases:
  game:
    - repeat 3 times:
        - for each player me:
            - me chooses one:
                - dare:
                    - roll 1 die as face
                    - if face > 2:
                        - points[me] += face
                - keep:
                    - points[me] += 3
                - waste:
                    - points[me] += 1
outcome:
  ranking (player p): highest points[p]
"""
"""`waste` is always worse than `keep`; to dare is right for whoever is behind."""

FIRST = TITHE.replace("- repeat 3 times:", "- points[Anne] = 5\n    - repeat 3 times:")
"""Anne begins with five points."""

ROUND = """
ruleset: round
players: 2
variables:
  switch: {holds: 0..1, starts as: 0}
phases:
  game:
    - repeat:
        - for each player me:
            - me chooses one:
                - on:
                    - switch = 1
                - off:
                    - switch = 0
outcome:
  winners: players p where switch = 2
longest: {decisions: 400, then: draw}
"""
"""Nobody can ever win."""


@pytest.fixture(autouse=True)
def a_folder_of_its_own_and_quick_studies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(runs, "AT_RANDOM", 20)
    monkeypatch.setattr(runs, "JUDGE", "flat:simulations=30")


def study(text: str, *words: str) -> Result:
    Path("game.yaml").write_text(text)
    return CliRunner().invoke(root, ["study", "game.yaml", "--workers", "1", *words])


def found(text: str, *words: str) -> dict:
    result = study(text, "--json", *words)
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def program(text: str) -> Program:
    made = compile_ruleset(Source("game.yaml", text)).program
    assert made is not None
    return made


LEVELS = ("--levels", "random,mcts:simulations=30")


@pytest.mark.slow
def test_an_option_that_another_always_beats_is_named_with_its_cost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "CLOSELY", "flat:simulations=2000")
    result = study(TITHE, *LEVELS, "--games", "30")
    assert result.exit_code == 0, result.output
    headline = " ".join(result.stdout.partition("\n\n")[0].split())
    assert "games at random An option is never right: `waste` (game.yaml:" in headline
    assert re.search(r"costs \d+ points of a win \(\d+ to \d+\)", headline), headline
    assert "keep` (" not in headline
    assert "dare` (" not in headline


@pytest.mark.slow
def test_a_better_seat_is_named_with_its_part_of_the_wins() -> None:
    result = study(FIRST, *LEVELS, "--games", "30")
    headline = " ".join(result.stdout.split())
    assert re.search(r"A seat is better: Anne wins \d+% \(\d+% to \d+%\)", headline), headline


@pytest.mark.slow
def test_the_page_begins_with_the_plot_of_the_gravest_fault_and_draws_no_board_where_there_is_none() -> None:
    pytest.importorskip("altair")
    result = study(FIRST, *LEVELS, "--games", "30", "--report", "page.html")
    assert result.exit_code == 0, result.output
    page = Path("page.html").read_text(encoding="utf-8")
    told = re.search(r'<details open>\n<summary><h2 id="part-1">([^<]*)</h2>.*?<strong>([^<]*)', page, re.DOTALL)
    assert told is not None
    assert told[1] == "Seats when all play with sense"
    assert told[2].startswith("A seat is better: Anne wins ")
    assert "The curve of winning chances" in page
    assert "Hot spots" not in page
    assert page.count('class="picture"') <= 4


def test_play_that_goes_round_is_left_and_said_with_its_point() -> None:
    result = study(ROUND, "--levels", "random,first", "--games", "20")
    headline = " ".join(result.stdout.split())
    assert "Play goes round: in 100% of the games" in headline
    assert re.search(r"in game 0, choice \d+ stands where choice \d+ stood", headline), headline
    rounds = found(ROUND, "--levels", "random,first", "--games", "20")["rounds"]
    assert rounds["back"] - rounds["since"] == watching.ROUND


def test_the_command_that_is_told_plays_the_same_again() -> None:
    words = (*LEVELS, "--seed", "5")
    first = found(TITHE, *words, "--games", "4")
    assert first["sense"]["run"]["command"].endswith("--games 4 --seed 5")
    assert found(TITHE, *words, "--games", "4") == first


def test_a_budget_buys_whole_turns_and_tells_them(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = count(0, 20)
    monkeypatch.setattr(runs, "monotonic", lambda: next(ticks))
    result = study(TITHE, *LEVELS, "--budget", "200s")
    assert result.exit_code == 0, result.output
    (turns,) = re.findall(r"played ([\d,]+) games of each of 2 pairings", result.stderr)
    assert f"--games {turns.replace(',', '')} --seed 0" in result.stdout
    assert "note: so far, " in result.stderr


def test_a_budget_in_which_no_game_is_over_ends_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    ladders = pytest.importorskip("rulerun.lab.runs.ladder")
    monkeypatch.setattr(ladders, "_awaited", lambda future, patience, enough: None)
    result = study(TITHE, *LEVELS, "--budget", "1s")
    assert result.exit_code == 1
    assert "no game of the strongest level was over within the budget; give more with `--budget`" in result.output
    assert "note: at random, No seat is shown to be better" in result.output


@pytest.mark.parametrize("text", ["5", "five minutes", "0m", "-3s", "5d"])
def test_a_budget_is_a_time(text: str) -> None:
    result = study(TITHE, "--budget", text)
    assert result.exit_code == 2
    assert f"`--budget` is a time such as `90s`, `5m` or `1h`, not `{text}`" in result.output


def test_a_budget_and_a_number_of_games_are_not_given_together() -> None:
    result = study(TITHE, "--budget", "5m", "--games", "3")
    assert "`--games` is for a fixed number, `--budget` for a time: give one of them" in result.output


def test_games_in_which_nobody_decides_are_refused() -> None:
    text = "ruleset: dull\nplayers: 2\nphases:\n  game:\n    - end the game\noutcome:\n  winners: players\n"
    assert "nobody decides anything in this game" in study(text, "--games", "2").output


def test_what_was_played_is_shown_where_a_person_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    ladders = pytest.importorskip("rulerun.lab.runs.ladder")
    honest, waits = ladders.Interrupts.wait, []

    def wait(self, what):
        waits.append(1)
        if len(waits) > 3:
            raise KeyboardInterrupt
        return honest(self, what)

    monkeypatch.setattr(ladders.Interrupts, "wait", wait)
    monkeypatch.setattr(command, "at_random", lambda *words: None)
    result = study(TITHE, *LEVELS, "--games", "400")
    assert result.exit_code == 130
    assert "Stopped early: Stopped after" in result.stdout


# ------------------------------------------------------------------------------------------------- what is suspected, and cleared


def judged(worths: dict[str, float], noise: float, after: int = 0):
    """A decision of `TITHE` whose options are worth so much in both thoughts."""
    ask = next(iter(dominance.Kinds(program(TITHE)).asks.values()))
    names = [one.name.plain for one in ask.alternatives]
    values, errors = tuple(worths[name] for name in names), (noise,) * len(names)
    return watched.Judged(ask.stop, (0, 1, 2), (0, 1, 2), (values, values), (errors, errors), after)


def games_of(*decisions):
    return [
        watched.Watched(0, at, (0, 0), (1.0, 0.0), (1.0, 0.0), (), (None, None), (each,)) for at, each in enumerate(decisions)
    ]


USUAL, BEHIND = {"dare": 0.4, "keep": 0.6, "waste": 0.3}, {"dare": 0.7, "keep": 0.2, "waste": 0.1}


def test_an_option_that_is_right_now_and_then_is_cleared_by_a_closer_look() -> None:
    games = games_of(*[judged(USUAL, 0.1)] * 78, *[judged(BEHIND, 0.1)] * 2)
    rules = program(TITHE)
    suspected = dominance.suspicions(rules, games)
    pairs = {(one.pair.worse, one.pair.better) for one in suspected}
    assert pairs == {("dare", "keep"), ("waste", "keep"), ("waste", "dare")}
    looks = {at: judged(BEHIND if at[0] >= 78 else USUAL, 0.01) for one in suspected for at in one.closer}
    told = list(dominance.beaten(rules, suspected, looks, str))
    assert {(one.worse, one.better) for one in told} == {("waste", "keep"), ("waste", "dare")}


def test_options_that_were_seldom_on_offer_are_not_accused() -> None:
    assert dominance.suspicions(program(TITHE), games_of(*[judged(USUAL, 0.1)] * (dominance.OFTEN - 1))) == ()


def test_options_that_are_worth_as_much_are_not_accused() -> None:
    even = {"dare": 0.5, "keep": 0.5, "waste": 0.5}
    assert dominance.suspicions(program(TITHE), games_of(*[judged(even, 0.1)] * 100)) == ()


def test_nothing_is_accused_where_nothing_could_be_looked_at_again() -> None:
    rules = program(TITHE)
    suspected = dominance.suspicions(rules, games_of(*[judged(USUAL, 0.1)] * 100))
    assert suspected
    assert not list(dominance.beaten(rules, suspected, {}, str))


def test_a_game_goes_round_where_a_position_comes_back_late() -> None:
    game = watched.Watched(0, 7, (0, 0), (0.5, 0.5), (0.5, 0.5), (), (None, None))
    found = studies.rounds([game, attrs.evolve(game, number=8, lap=(3, 60)), attrs.evolve(game, number=9, lap=(3, 40))])
    assert (found.games.count, found.games.of, found.first, found.since, found.back) == (1, 3, 8, 3, 60)
    assert studies.rounds([game, attrs.evolve(game, ended=False)]).games.count == 1


def test_bundled_games_tell_how_long_a_lead_stays_open() -> None:
    assert len(studies.leads()) > 30
    assert all(0 <= each <= 1 for each in studies.leads().values())


SIGNS = """
ruleset: signs
players: 2
enumerations:
  sign: [stone, paper, scissors]
scores:
  points: {per: player}
variables:
  shown: {per: player, holds: sign}
functions:
  beats (sign a, sign b): (a = stone and b = scissors) or (a = paper and b = stone) or (a = scissors and b = paper)
phases:
  game:
    - together, each player me:
        - choose s from sign
        - shown[me] = s
    - for each player p where beats(shown[p], shown[next(p)]):
        - points[p] += 1
outcome:
  ranking (player p): highest points[p]
"""
"""Nobody has another start, and all choose at the same time."""


@pytest.mark.parametrize(("text", "together"), [(SIGNS, True), (TITHE, False)])
def test_a_seat_that_only_bots_make_better_is_no_fault_where_all_choose_at_the_same_time(text: str, together: bool) -> None:
    """The order in which a search thinks of the seats is nobody's rule."""
    made = program(text)
    assert studies.at_once(made) is together
    Path("game.yaml").write_text(text)
    found = rulerun.study("game.yaml", games=2, levels=["random", "random:how=flat"], workers=1).summary
    better = attrs.evolve(found, sense=attrs.evolve(found.sense, seats=attrs.evolve(found.sense.seats, even=1e-9)))
    assert [fault.name for fault in texts.faults(better) if fault.subject == "seats"] == (
        [] if together else ["a seat is better"]
    )
    assert ("bots think of the seats in some order" in " ".join(texts.alarms(better))) is together
    assert "no seat is better" not in texts.headline(better)
