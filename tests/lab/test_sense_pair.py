"""Two games compared by bots of sense: what counts as better, when it is shown, and how the command is asked."""

from __future__ import annotations

import json
from itertools import count
from pathlib import Path

import attrs
import pytest
from click.testing import CliRunner, Result

from rulerun.cli.main import root

np = pytest.importorskip("numpy")
pytest.importorskip("scipy")
pairs = pytest.importorskip("rulerun.lab.statistics.sense_pair")
texts = pytest.importorskip("rulerun.lab.report.sense_pair_text")
runs = pytest.importorskip("rulerun.lab.runs.sense_pair")
correction = pytest.importorskip("rulerun.lab.correction")
estimates = pytest.importorskip("rulerun.lab.statistics.estimates")

GAME = """
ruleset: bids
players: 2
parameters:
  rounds: {default: 2, range: 1..9}
  bonus: {default: 0, range: 0..9}
scores:
  points: {per: player, holds: 0..99}
phases:
  game:
    - points[Anne] = bonus
    - repeat rounds times:
        - for each player me:
            - me chooses gain from 1..3
            - points[me] += gain
outcome:
  ranking (player p): highest points[p]
"""
"""Whoever takes most wins; with more rounds it takes longer, with a bonus Anne begins ahead."""

LEVELS = ("--levels", "random,greedy", "--workers", "1")


@pytest.fixture(autouse=True)
def a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bids.yaml").write_text(GAME)


def compare(*words: str) -> Result:
    return CliRunner().invoke(root, ["compare", "bids.yaml", *words])


def found(*words: str) -> dict:
    result = compare(*LEVELS, "--json", *words)
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def headline(*words: str) -> str:
    result = compare(*LEVELS, *words)
    assert result.exit_code == 0, result.output
    return " ".join(result.stdout.partition("\n\n")[0].split())


def test_what_got_worse_and_what_changed_stands_in_the_headline() -> None:
    told = headline("--set-b", "bonus=3", "--set-b", "rounds=3", "--games", "60")
    assert "Better in B: fewer ties (100% → 0%, −100 points, −100 to −90); worse in B: " in told
    assert "and less even seats, lead of Anne over Ben (0 → +100, +100 points, " in told
    assert "changed in B: longer games (4 → 6)." in told


def test_the_other_way_round_it_is_better() -> None:
    told = headline("--set-a", "bonus=3", "--games", "60")
    assert "more even seats, lead of Anne over Ben (+100 → 0, −100 points, " in told.partition("; worse in B: ")[0]


def test_what_is_not_shown_is_said_with_what_would_show() -> None:
    told = headline("--set-b", "rounds=3", "--games", "60")
    assert "Changed in B: longer games (4 → 6). Not shown to differ: wins of greedy against random (" in told
    assert " points would show)" in told


def test_few_games_show_nothing_and_say_so() -> None:
    told = headline("--set-b", "bonus=3", "--games", "4")
    assert "Nothing is shown to differ in 8 games each: " in told
    assert "(so few games show no difference; a longer `--budget` or weaker `--levels` buy more)" in told


def test_both_sides_play_with_the_same_chance() -> None:
    one = found("--set-b", "bonus=0", "--games", "10")
    assert one["same"]
    assert all(each["difference"]["difference"]["value"] == 0 and not each["shown"] for each in one["contrasts"])


def test_the_command_that_is_told_plays_the_same_again() -> None:
    words = ("--set-b", "rounds=3", "--seed", "7", "--games", "6")
    first = found(*words)
    again = first["command"].split()[1:]
    assert again[-4:] == ["--games", "6", "--seed", "7"]
    assert json.loads(CliRunner().invoke(root, [*again, "--workers", "1", "--json"]).stdout) == first


def test_a_budget_buys_whole_turns_and_tells_them(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = count(0, 20)
    monkeypatch.setattr(runs, "monotonic", lambda: next(ticks))
    result = compare(*LEVELS, "--set-b", "rounds=3", "--budget", "200s")
    assert result.exit_code == 0, result.output
    assert "note: so far, " in result.stderr
    assert "games of each of 2 pairings on either side" in result.stderr
    turns = result.stderr.partition("it played ")[2].split()[0].replace(",", "")
    assert f"--games {turns} --seed 0" in " ".join(result.stdout.split())


def test_what_was_played_is_shown_where_a_person_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    ladders = pytest.importorskip("rulerun.lab.runs.ladder")
    honest, waits = ladders.Interrupts.wait, []

    def wait(self, what):
        waits.append(1)
        if len(waits) > 4:
            raise KeyboardInterrupt
        return honest(self, what)

    monkeypatch.setattr(ladders.Interrupts, "wait", wait)
    result = compare(*LEVELS, "--set-b", "rounds=3", "--games", "4000")
    assert result.exit_code == 130
    assert "Stopped early." in result.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--bots", "random"), "`--bots` does not go with `--levels` or `--budget`"),
        (("--until", "5%"), "`--until` does not go with `--levels` or `--budget`"),
        (("--levels", "random"), "`--levels` is two bots or more, the weakest first"),
        (("--budget", "5m", "--games", "3"), "`--games` is for a fixed number, `--budget` for a time: give one of them"),
        (("--budget", "soon"), "`--budget` is a time such as `90s`, `5m` or `1h`, not `soon`"),
    ],
)
def test_what_cannot_be_is_refused(words: tuple[str, ...], said: str) -> None:
    result = compare(*LEVELS, *words)
    assert result.exit_code == 2
    assert said in result.output


def test_games_of_unlike_kind_are_not_compared() -> None:
    solo = GAME.replace("ruleset: bids\nplayers: 2", "ruleset: solo\nplayers: 3").replace("points[Anne]", "points[Ben]")
    Path("other.yaml").write_text(solo)
    assert "A has 2 players and B 3: bots of sense compare games of as many" in compare("other.yaml", *LEVELS).output
    together = GAME.replace("ranking (player p): highest points[p]", "winners: players p where points[Anne] > 5")
    Path("all.yaml").write_text(together)
    assert "in B all win or lose together, in A they do not" in compare("all.yaml", *LEVELS).output


def test_where_all_win_together_their_wins_are_compared_and_no_seats() -> None:
    rules = GAME.replace("ranking (player p): highest points[p]", "winners: players p where points[Anne] + points[Ben] >= 9")
    Path("bids.yaml").write_text(rules)
    contrasts = found("--set-b", "rounds=3", "--games", "40")["contrasts"]
    names = [each["difference"]["name"] for each in contrasts]
    assert names == ["what greedy gains on random", "choices of seats", "wins of all together"]
    assert contrasts[0]["signed"]


# ----------------------------------------------------------------------------------------------------------------- the statistics


def contrast(blocks: list[tuple[float, float, float, float]], **fields: object):
    return pairs.contrast(attrs.evolve(pairs.Figure("ties", "ties", True, pairs.Wish.LESS, 1.0), **fields), blocks)


@pytest.mark.parametrize("blocks", [10, 20, 40])
def test_equal_games_are_told_apart_in_one_comparison_of_a_hundred(blocks: int) -> None:
    chance, alarms, studies = np.random.default_rng(blocks), 0, 250
    for _ in range(studies):
        common = chance.random(blocks) < 0.3
        sides = [(chance.random(blocks) + common * 0.5 > 0.8).astype(float) for _ in range(2)]
        lengths = [np.round(chance.lognormal(3, 0.5, blocks)) for _ in range(2)]
        some = [(chance.random(blocks) < 0.7).astype(float) for _ in range(2)]
        ones = np.ones(blocks)
        found = [
            contrast(list(zip(sides[0], ones, sides[1], ones, strict=True))),
            contrast(list(zip(lengths[0], ones, lengths[1], ones, strict=True)), share=False, step=0.0),
            contrast(list(zip(sides[0] * some[0], some[0], sides[1] * some[1], some[1], strict=True))),
        ]
        alarms += any(correction.holm([each.chance for each in found], pairs.DOUBT))
    # three deviations of so many comparisons
    assert alarms <= studies * pairs.DOUBT + 3 * (studies * pairs.DOUBT) ** 0.5


def test_blocks_that_are_all_alike_leave_an_interval() -> None:
    gap = contrast([(0.0, 1.0, 0.0, 1.0)] * 10).difference.difference
    assert (gap.value, gap.low < -0.1, gap.high > 0.1) == (0, True, True)


def test_a_figure_that_a_side_lacks_is_not_compared() -> None:
    assert contrast([(0.0, 0.0, 1.0, 1.0)] * 10) is None


@pytest.mark.parametrize(
    ("first", "second", "better"), [(0.6, 0.1, True), (0.1, -0.6, False), (0.6, -0.3, None), (-0.6, -0.2, True)]
)
def test_a_smaller_lead_of_a_seat_is_better_whichever_seat_has_it(first: float, second: float, better: bool | None) -> None:
    def side(value: float):
        return estimates.Estimate(value, value - 0.2, value + 0.2)

    one = contrast([(1.0, 1.0, 0.0, 1.0)] * 10, group=pairs.SEATS, signed=True, step=2.0)
    difference = attrs.evolve(one.difference, first=side(first), second=side(second))
    assert attrs.evolve(one, difference=difference).better is better


def test_tension_is_how_far_winners_and_losers_judge_their_chances_apart() -> None:
    watched = pytest.importorskip("rulerun.lab.statistics.watched")
    game = watched.Watched(1, 0, (1, 1), (1.0, 0.0), (1.0, 0.0), (), (None, None), hopes=((0, 0.7), (1, 0.4), (0, 0.9)))
    assert pairs._edge(game) == (pytest.approx(0.4), 1.0)
    assert pairs._edge(attrs.evolve(game, credits=(0.5, 0.5))) == (0.0, 0.0)
    assert pairs._edge(attrs.evolve(game, ended=False)) == (0.0, 0.0)
