"""A race between the values of a dial: it finds the best, its tests hold whenever one looks, and what cannot race is told."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulerun.cli.main import root
from rulerun.dsl.compile import compile_ruleset
from rulerun.dsl.text.source import Source

np = pytest.importorskip("numpy")
pytest.importorskip("scipy")
betting = pytest.importorskip("rulerun.lab.statistics.betting")
observing = pytest.importorskip("rulerun.lab.runs.observing")
races = pytest.importorskip("rulerun.lab.statistics.race")
runs = pytest.importorskip("rulerun.lab.runs.tune")

HEAD = """
ruleset: head
players: 2
parameters:
  head: {default: 2, range: 0..30}
  idle: {default: 1, range: 1..3}
  bonus: {default: 0, range: 0..9}
  mode: {default: plain, one of: [plain, fancy]}
scores:
  points: {per: player, holds: 0..46}
phases:
  game:
    - points[Ben] = head
    - repeat 40 times:
        - for each player me:
            - me chooses one:
                - dare:
                    - roll 1 die as face
                    - points[me] += face
                - keep:
                    - points[me] += 3
            - points[me] += bonus
            - if points[me] >= 40:
                - end the game
outcome:
  winners: players p where points[p] >= 40
"""
"""Two players race to 40; with a head start of 2 for the second they are nearly even. Too large a bonus leaves the range."""


@pytest.fixture(autouse=True)
def a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    Path("head.yaml").write_text(HEAD)


def tune(*words: str) -> Result:
    return CliRunner().invoke(root, ["tune", "head.yaml", *words])


def found(*words: str) -> dict:
    result = tune(*words, "--workers", "1", "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def verdicts(figures: dict) -> dict[str, str]:
    return {one["setting"][-1][1]: one["verdict"] for one in figures["settings"]}


FAIR = ("--for", "fair-seats")


@pytest.mark.slow
def test_the_fairest_value_is_found_and_far_ones_get_few_games() -> None:
    figures = found("--set", "head=0..20", *FAIR, "--games", "20000")
    shown = verdicts(figures)
    assert shown["2"] == "best"
    assert {shown[str(head)] for head in range(4, 21)} == {"worse"}
    games = {one["setting"][0][1]: one["games"] for one in figures["settings"]}
    assert games["2"] > 2000
    assert games["20"] < 100
    assert sum(games.values()) == figures["run"]["games"] <= 20_000


@pytest.mark.slow
@pytest.mark.parametrize("aim", ["fair-seats", "short", "close"])
def test_the_command_that_is_printed_plays_the_same_games(aim: str) -> None:
    first = found("--set", "head=0..6", "--for", aim, "--games", "1500")
    again = CliRunner().invoke(root, [*shlex.split(first["run"]["command"])[1:], "--workers", "1", "--json"])
    assert json.loads(again.stdout) == first


def test_what_a_time_bought_is_repeated_by_its_number_of_games() -> None:
    result = tune("--set", "head=1,2", *FAIR, "--budget", "0.5s", "--workers", "1", "--json")
    first = json.loads(result.stdout)
    assert "note: in 1 second it played" in result.stderr
    again = CliRunner().invoke(root, [*shlex.split(first["run"]["command"])[1:], "--workers", "1", "--json"])
    assert json.loads(again.stdout) == first


@pytest.mark.slow
def test_the_headline_names_the_best_and_those_that_may_be_as_good() -> None:
    result = tune("--set", "head=0..8", *FAIR, "--games", "4000", "--workers", "1")
    headline = " ".join(result.stdout.partition("Best:")[0].split())
    assert re.search(
        r"`head=[12]` is fairest so far: the best seat wins \d+ points more .* than the worst \(0 to \d+\); `", headline
    )
    assert "are not shown to be worse (they may be up to" in headline
    assert "wins most" in result.stdout


def test_where_nothing_is_shown_the_headline_says_so() -> None:
    result = tune("--set", "head=1..3", *FAIR, "--games", "60", "--workers", "1")
    headline = " ".join(result.stdout.partition("Best:")[0].split())
    assert "These games do not show which setting is fairest: `head=" in headline
    assert "none of the 2 others is shown to be worse (they may be up to" in headline


@pytest.mark.slow
def test_a_dial_that_does_nothing_ends_the_race() -> None:
    figures = found("--set", "idle=1..3", *FAIR, "--games", "3000000")
    assert figures["run"]["end"] == "alike"
    assert figures["run"]["games"] < 3_000_000
    assert set(verdicts(figures).values()) == {"best", "open"}


def test_values_that_end_in_faults_are_left_out_by_name_and_place() -> None:
    result = tune("--set", "bonus=0..3", "--for", "short", "--games", "2000", "--workers", "1")
    assert result.exit_code == 0, result.output
    told = " ".join(result.stdout.split())
    assert "! Left out: `3`: its games end in a fault: head.yaml:" in told
    assert "rulerun play head.yaml" in told
    assert "`bonus=" in told.partition("is shortest")[0]


def test_values_that_the_ruleset_does_not_allow_are_left_out() -> None:
    result = tune("--set", "head=29..32", *FAIR, "--games", "500", "--workers", "1")
    told = " ".join(result.stdout.split())
    assert "Left out: `31`: `head` is a number from 0 to 30, not 31" in told
    assert "`head=29`" in told.partition("Best:")[0]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--for", "short"), "give a dial several values, as `--set NAME=3..7`; the ruleset has `head` (0..30), `idle` (1..3)"),
        (("--set", "head=3", "--for", "short"), "one value leaves nothing to choose"),
        (("--set", "mode=plain..fancy", "--for", "short"), "`mode` has no order: name its values one by one"),
        (("--set", "head=0..2"), "`--for` says what the dial shall serve"),
        (("--set", "head=0..2", "--for", "fun"), "not `fun`"),
        (("--set", "heat=0..2", "--for", "short"), "there is no parameter `heat`"),
        (("--set", "head=40..42", "--for", "short"), "the ruleset allows none of these settings: `head` is a number"),
        (("--set", "head=0..30", "--set", "bonus=0..9", "--for", "short"), "310 settings; 256 are the most"),
        (("--set", "head=0..2", "--for", "skill", "--bots", "random"), "name them with `--levels`"),
        (("--set", "head=0..2", "--for", "short", "--levels", "random,greedy"), "name who plays with `--bots`"),
        (("--set", "head=0..2", "--for", "skill", "--levels", "random"), "two bots or more"),
        (("--set", "head=0..2", "--for", "short", "--games", "9", "--budget", "9s"), "give one of them"),
        (("--set", "head=0..2", "--for", "short", "--budget", "soon"), "a time such as `90s`"),
    ],
)
def test_what_cannot_race_is_refused_in_words(words: tuple[str, ...], said: str) -> None:
    result = tune(*words)
    assert result.exit_code == 2
    assert said in result.output
    assert result.output.startswith("error: ")


def test_seats_that_win_together_have_no_fair_value() -> None:
    Path("head.yaml").write_text(HEAD.replace("winners: players p where points[p] >= 40", "winners: players"))
    assert "all win or lose together" in tune("--set", "head=0..2", *FAIR).output


def test_levels_are_told_apart_in_blocks_with_every_seat() -> None:
    figures = found("--set", "head=0,20", "--for", "skill", "--levels", "random,greedy", "--games", "80")
    assert figures["run"]["block"] == 2
    assert [one["games"] for one in figures["settings"]] == [40, 40]


def test_ctrl_c_keeps_what_was_played(monkeypatch: pytest.MonkeyPatch) -> None:
    honest, left = runs.Interrupts.wait, iter(range(40))

    def pressed(self: object, what: object) -> object:
        if next(left, None) is None:
            raise KeyboardInterrupt
        return honest(self, what)

    monkeypatch.setattr(runs.Interrupts, "wait", pressed)
    result = tune("--set", "head=0..3", *FAIR, "--workers", "1", "--json")
    assert result.exit_code == 130
    figures = json.loads(result.stdout)
    assert figures["run"]["end"] == "stopped"
    assert figures["run"]["games"] > 0


@contextmanager
def hanging(runners: tuple, workers: int, stuck: frozenset[int]) -> Iterator[object]:
    """Workers for which games of some settings are never over."""
    here = [observing.Seated(runner) for runner in runners]

    def observe(at: int, first: int, count: int) -> Future:
        future: Future = Future()
        if at not in stuck:
            future.set_result(here[at].observe(first, count))
        return future

    yield observe


def test_a_value_whose_games_are_never_over_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "observing", lambda runners, workers, timed: hanging(runners, workers, frozenset({1})))
    result = tune("--set", "head=0..2", *FAIR, "--budget", "0.4s", "--workers", "3")
    assert "Left out: `1`: its first game was not over after" in " ".join(result.stdout.split())
    assert "--set head=0,2 " in result.stdout


def test_where_all_settings_are_left_out_the_headline_says_why() -> None:
    Path("head.yaml").write_text(HEAD.replace("scores:", "variables:"))
    result = tune("--set", "head=0..2", "--for", "close", "--games", "90", "--workers", "1")
    assert result.exit_code == 1
    told = " ".join(result.stdout.split())
    assert "No setting could be judged: no game tells who is ahead, so none is closer than another." in told
    assert "Left out" not in told


def test_no_game_over_within_the_budget_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "observing", lambda runners, workers, timed: hanging(runners, workers, frozenset({0, 1, 2})))
    result = tune("--set", "head=0..2", *FAIR, "--budget", "0.1s", "--workers", "3")
    assert result.exit_code == 1
    assert "no game was over within the budget" in result.output


@pytest.mark.slow
def test_the_page_has_the_headline() -> None:
    pytest.importorskip("altair")
    pytest.importorskip("vl_convert")
    result = tune("--set", "head=0..2", *FAIR, "--games", "300", "--workers", "1", "--report", "page.html")
    assert result.exit_code == 0, result.output
    page = Path("page.html").read_text()
    assert "seats apart, points" in page
    assert "<code>head=" in page


def coins(chance: object, part: float, games: int) -> object:
    """Marks of games that the first seat wins so often."""
    return np.where(chance.random(games) < part, 1, 2).astype(np.int64)


def test_bets_find_what_is_there_and_their_intervals_hold() -> None:
    chance = np.random.default_rng(0)
    stick = races.Yardstick(races.Aim.FAIR, (0, 1), 1)
    skewed, level = coins(chance, 0.7, 2000), coins(chance, 0.5, 2000)
    assert races.worse(stick, skewed, level) > races.threshold(stick, 10)
    assert races.worse(stick, level, skewed) < 0
    figure = races.figure(stick, skewed)
    assert figure.low < 0.4 < figure.high
    assert figure.high - figure.low < 0.15
    gap = races.behind(stick, skewed, level)
    assert gap.low < 0.4 < gap.high
    assert races.leader(stick, [skewed, level]) == 1


@pytest.mark.slow
def test_however_often_one_looks_the_best_is_hardly_ever_called_worse() -> None:
    chance, stick, wrong = np.random.default_rng(1), races.Yardstick(races.Aim.FAIR, (0, 1), 1), 0
    for _ in range(300):
        settings = [coins(chance, part, 400) for part in (0.5, 0.5, 0.52)]
        needed = races.threshold(stick, 3)
        wrong += any(
            races.worse(stick, settings[0][:games], other[:games]) >= needed
            for games in range(8, 401, 28)
            for other in settings[1:]
        )
    assert wrong <= 6


def test_intervals_of_means_hold_from_the_first_game_on() -> None:
    chance, missed = np.random.default_rng(2), 0
    for _ in range(60):
        values, counts = np.unique((chance.random(60) < 0.3).astype(float), return_counts=True)
        low = betting.lower(values[None], counts.astype(float), 0.0, 0.025)[0]
        high = -betting.lower(-values[None], counts.astype(float), -1.0, 0.025)[0]
        missed += not low <= 0.3 <= high
    assert missed <= 5


def test_a_bot_that_always_fails_leaves_no_setting() -> None:
    program = compile_ruleset(Source("head.yaml", HEAD), "", 2, {}).program
    assert program is not None
    runner = observing.Runner(program, ("random", "outside:command=false"), (), races.Aim.SHORT, 0)
    raced = runs.raced([runner], 1, runs.Budget(40), lambda done, expected: None, lambda early: None)
    assert raced.settings[0].why.startswith("a bot failed in 8 of 8 games: ")
