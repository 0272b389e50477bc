"""Levels of play: who wins, what is at stake, which options are never right, what cards are worth."""

from __future__ import annotations

import json
from concurrent.futures import Future

import attrs
import pytest
from click.testing import CliRunner, Result

from rulerun.bots import BotFailed, Draw, Needs, Situation, make
from rulerun.cli.main import root
from rulerun.dsl.compile import compile_ruleset
from rulerun.dsl.text.source import Source
from rulerun.program.ir import Program

from ..support.advisors import Opinion
from ..support.battery import Setting, compiled

pytest.importorskip("scipy")
card_worth = pytest.importorskip("rulerun.lab.statistics.card_worth")
never_right = pytest.importorskip("rulerun.lab.statistics.never_right")
stakes = pytest.importorskip("rulerun.lab.statistics.stakes")
skill = pytest.importorskip("rulerun.lab.statistics.skill")
seats = pytest.importorskip("rulerun.lab.statistics.sensible_seats")
senses = pytest.importorskip("rulerun.lab.statistics.sense")
watched = pytest.importorskip("rulerun.lab.statistics.watched")
watching = pytest.importorskip("rulerun.lab.runs.watching")
ladders = pytest.importorskip("rulerun.lab.runs.ladder")
texts = pytest.importorskip("rulerun.lab.report.sense_text")
plain = pytest.importorskip("rulerun.lab.report.plain_values").plain

BIDS = """
ruleset: bids
players: 2
scores:
  points: {per: player, holds: 0..20}
phases:
  game:
    - for each player me:
        - do turn (me)
  turn (player me):
    - me chooses colour from 1..3
    - me chooses one:
        - low:
            - points[me] = 1
        - high:
            - points[me] = 2
        - worse:
            - points[me] = 0
outcome:
  ranking (player p): highest points[p]
"""
"""The colour does not matter; high is always best, and worse never right."""

WORTHS = {"low": 0.4, "high": 0.7, "worse": 0.1}


def written(text: str) -> Program:
    found = compile_ruleset(Source("bids.yaml", text))
    assert found.program is not None, found.diagnostics
    return found.program


def bid(noise: float) -> Opinion:
    """Somebody who knows what bids are worth."""
    return Opinion(lambda text: WORTHS.get(text, 0.5), noise)


@pytest.fixture
def sitting(monkeypatch: pytest.MonkeyPatch) -> None:
    """`wise` knows what bids are worth, `blurred` nearly."""
    known = {"wise": bid(0.0), "blurred": bid(0.05)}
    monkeypatch.setattr(watching, "seated", lambda name, program: known[name] if name in known else make(name))


def ladder(levels: str, judge: str = "", games: int = 10, text: str = BIDS):
    return watching.Ladder(written(text), tuple(levels.split()), judge, 3, games)


def games_of(ladder) -> tuple:
    watcher = watching.Watcher(ladder)
    return tuple(watcher.game(at) for at in range(ladder.total))


def sense_of(ladder):
    run = senses.SenseDescription(
        "bids", "Bids", "", 2, (), (), ladder.levels, ladder.judge, 3, ladder.total, True, 0, "", "0", "", "rulerun skill bids"
    )
    return senses.sense(ladder.program, games_of(ladder), ladder.pairings, ladder.together, run, str)


def told(found) -> dict[str, str]:
    return {each.subject: each.text for each in texts.findings(found)}


def test_the_stronger_sits_in_every_seat_with_the_same_chance(sitting) -> None:
    found = games_of(ladder("random wise", games=6))
    against = [game for game in found if game.match == 0]
    assert [(game.number, game.levels) for game in against[:4]] == [(0, (1, 0)), (0, (0, 1)), (1, (1, 0)), (1, (0, 1))]
    alike = [game for game in found if game.match == 1]
    assert [(game.number, game.levels) for game in alike[:2]] == [(0, (1, 1)), (1, (1, 1))]


def test_each_level_meets_the_one_below_and_the_strongest_the_weakest() -> None:
    pairs = [(pair.stronger, pair.weaker) for pair in skill.pairings(4, together=False)]
    assert pairs == [(1, 0), (2, 1), (3, 2), (3, 0), (3, 3)]
    assert [(pair.stronger, pair.weaker) for pair in skill.pairings(2, together=True)] == [(0, 0), (1, 1)]


def crew(submit):
    """Workers that play, and look at no decision again."""
    return ladders.Crew(submit, lambda look: pytest.fail("nothing is looked at again"), 3)


def test_how_games_are_cut_into_chunks_makes_no_difference(sitting) -> None:
    played = ladder("random blurred", "blurred", 7)
    watcher = watching.Watcher(played)

    def submit(first: int, count: int) -> Future:
        future: Future = Future()
        future.set_result(ladders.play_part(watcher, first, count))
        return future

    found = ladders.climbed(played, crew(submit), 0, lambda done, expected: None, ladders.endless)
    assert found.finished
    assert found.games == games_of(played)


def test_what_was_played_is_there_when_a_person_stops(sitting) -> None:
    played = ladder("random wise", games=50)
    watcher = watching.Watcher(played)

    def submit(first: int, count: int) -> Future:
        future: Future = Future()
        future.set_result(ladders.play_part(watcher, first, count))
        return future

    def stop(done: int, expected: int) -> None:
        if done >= 8:
            raise KeyboardInterrupt

    found = ladders.climbed(played, crew(submit), 0, stop, ladders.endless)
    assert not found.finished
    assert found.games == games_of(played)[: len(found.games)]


class Sleepy:
    """A bot that takes the first option so many times, and then fails."""

    needs = Needs.NOTHING

    def __init__(self, left: int) -> None:
        self.left = left

    def choose(self, situation: Situation, draw: Draw) -> int:
        """The first option."""
        self.left -= 1
        if self.left < 0:
            raise BotFailed("it fell asleep")
        return 0


def test_a_game_in_which_a_bot_fails_is_left_out_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = Sleepy(3)
    monkeypatch.setattr(watching, "seated", lambda name, program: broken if name == "broken" else make(name))
    part = ladders.play_part(watching.Watcher(ladder("random broken", games=2)), 0, 4)
    assert len(part.games) + len(part.failures) == 4
    assert set(part.failures) == {"it fell asleep"}
    run = attrs.evolve(sense_of(ladder("first random", games=2)).run, failed=2, failure="it fell asleep")
    assert "2 games more are left out, because a bot failed there: it fell asleep." in list(texts.left_out(run))


def test_skill_shows_where_the_wise_win(sitting) -> None:
    found = sense_of(ladder("first wise", games=40))
    (rung,) = found.rungs
    assert (rung.wins.value, rung.even) == (1, 0.5)
    assert texts.verdict(rung) == "stronger"
    wins = "Skill decides nearly every game: `wise` wins 100% (91% to 100%) against `first`"
    assert told(found)["Skill or luck"].startswith(wins)


def test_luck_shows_where_nothing_chosen_matters(sitting) -> None:
    idle = BIDS.replace("points[me] = 1", "points[me] = 0").replace("points[me] = 2", "points[me] = 0")
    found = sense_of(ladder("random wise", games=110, text=idle))
    assert texts.verdict(found.rungs[0]) == "not shown"
    assert told(found)["Skill or luck"].startswith("Luck decides, as far as these games tell")
    few = sense_of(ladder("random wise", games=6, text=idle))
    assert told(few)["Skill or luck"].startswith("These games are too few to tell skill from luck")


def test_a_level_that_fares_worse_is_told(sitting) -> None:
    assert "fares worse" in told(sense_of(ladder("wise first", games=20)))["Skill or luck"]


def test_a_decision_without_stakes_does_not_matter(sitting) -> None:
    found = sense_of(ladder("random blurred", "blurred", 40))
    colour, choice = found.stakes
    assert texts.matters(colour) == "does not matter"
    assert texts.matters(choice) == "matters"
    assert choice.asked == 80
    assert choice.stake.value == pytest.approx(0.7 - 0.4, abs=0.03)
    assert choice.clear.rate.value == 1
    assert "“me chooses colour from 1..3”" in told(found)["Decisions"].partition("Most is at stake")[0]


def test_an_option_that_is_never_right_is_told(sitting) -> None:
    found = sense_of(ladder("random blurred", "blurred", 40))
    idle = {one.option: one for one in never_right.never(found.rights)}
    assert set(idle) == {"low", "worse"}
    assert idle["worse"].right.of == 80
    assert idle["worse"].cost.value == pytest.approx(0.6, abs=0.03)
    assert "“worse”" in told(found)["Never right"]
    assert next(one for one in found.rights if one.option == "high").right.rate.value == 1


def test_a_judge_who_tells_no_noise_calls_no_option_never_right(sitting) -> None:
    found = sense_of(ladder("random wise", "wise", 10))
    assert found.rights == ()
    assert found.stakes[1].stake.value == pytest.approx(0.3)
    assert texts.matters(found.stakes[0]) == "not seen"  # the colour, of which it holds all for equal
    assert "`wise` sees no difference at all between the options of “me chooses colour" in told(found)["Decisions"]
    assert found.stakes[1].clear is None


def judged(one: tuple[float, ...], other: tuple[float, ...], error: float | None = 0.1):
    many = len(one)
    return watched.Judged(1, tuple(range(many)), (0,) * many, (one, other), ((error,) * many,) * 2)


def test_the_luck_of_a_thought_is_not_taken_for_worth() -> None:
    lucky = judged((0.5, 0.9), (0.5, 0.5))
    assert lucky.across(stakes._lost) == pytest.approx(-0.1)  # 0 as the second thought values it, -0.2 as the first does
    assert lucky.noise(0, 1) == pytest.approx(0.1)
    assert judged((0.5, 0.9), (0.5, 0.5), None).noise(0, 1) is None


def game(number: int, standings: tuple[float, ...], held: tuple[tuple[tuple[tuple[int, int], int], ...], ...] = ()):
    best = max(standings)
    won = [standing == best for standing in standings]
    return watched.Watched(
        0,
        number,
        (0,) * len(standings),
        tuple(each / sum(won) for each in won),
        standings,
        (),
        (None,) * len(standings),
        held=held,
        played=held,
    )


def test_a_card_is_worth_what_its_holders_stand_better() -> None:
    program = compiled(Setting("kuhn_poker", "", 2))
    (hand,) = [number for number, zone in enumerate(program.zones) if zone.name.plain == "hand"]
    king, jack = (((hand, 2), 1),), (((hand, 0), 1),)
    games = [game(at, (0.9, 0.1), (king, jack)) if at % 2 else game(at, (0.2, 0.8), (jack, king)) for at in range(30)]
    found = {one.card: one for one in card_worth.held_worths(program, games)}
    assert found["king"].worth.value == pytest.approx(0.7)
    assert found["jack"].worth.value == pytest.approx(-0.7)
    assert all(one.clear and one.having == 30 for one in found.values())
    assert found["king"].worth.low < 0.7 < found["king"].worth.high


def test_a_card_that_all_or_none_hold_tells_nothing() -> None:
    program = compiled(Setting("kuhn_poker", "", 2))
    (hand,) = [number for number, zone in enumerate(program.zones) if zone.name.plain == "hand"]
    both = ((((hand, 2), 1),), (((hand, 2), 1),))
    assert card_worth.held_worths(program, [game(at, (0.9, 0.1), both) for at in range(5)]) == ()
    half = ((((hand, 2), 1),), ())
    even = [game(at, (0.5, 0.5), half) for at in range(5)]
    assert [one.clear for one in card_worth.held_worths(program, even)] == [False]


def test_a_card_that_comes_often_counts_for_each_time() -> None:
    program = compiled(Setting("kuhn_poker", "", 2))
    (hand,) = [number for number, zone in enumerate(program.zones) if zone.name.plain == "hand"]

    def times(count: int):
        return (((hand, 1), count),)

    games = [game(at, (0.2 + 0.1 * (at % 3), 0.2), (times(2 + at % 3), times(2))) for at in range(30)]
    (found,) = card_worth.held_worths(program, games)
    assert found.worth.value == pytest.approx(0.1)
    assert found.clear
    alone = [game(at, (0.2 + 0.1 * (at % 3),), (times(at % 3),)) for at in range(30)]
    assert [one.worth.value for one in card_worth.held_worths(program, alone)] == pytest.approx([0.1])


def test_hands_and_cards_played_are_noted() -> None:
    program = compiled(Setting("goofspiel", "", 2))
    found = watching.Watcher(watching.Ladder(program, ("random", "first"), "", 1, 1)).game(1)
    assert [sum(times for _, times in cards) for cards in found.played] == [13, 13]
    dealt = watching.Watcher(watching.Ladder(compiled(Setting("kuhn_poker", "", 2)), ("random", "first"), "", 1, 1)).game(1)
    assert [len(cards) for cards in dealt.held] == [1, 1]
    assert dealt.held[0] != dealt.held[1]


def test_seats_are_told_apart() -> None:
    uneven = seats.sensible_seats([game(at, (0.9, 0.1) if at % 10 else (0.1, 0.9)) for at in range(50)], ("A", "B"), pays=False)
    assert uneven.even < 1e-6
    assert [win.value for win in uneven.wins] == pytest.approx([0.9, 0.1])
    assert seats.sensible_seats([game(0, (0.5,))], ("A",), pays=False) is None


SOLO = BIDS.replace("players: 2", "players: 1")


def test_alone_levels_are_held_against_each_other_by_where_they_stand(sitting) -> None:
    found = sense_of(ladder("first wise", games=12, text=SOLO))
    assert [(one.name, one.games) for one in found.alone] == [("first", 12), ("wise", 12)]
    assert [one.score.value for one in found.alone] == [1, 2]
    assert found.seats is None
    assert found.rungs[0].wins is None
    assert texts.verdict(found.rungs[0]) == "stronger"
    assert told(found)["Skill or luck"].startswith("Skill pays: `wise` stands +")


def test_a_report_shows_every_question(sitting) -> None:
    report = pytest.importorskip("rulerun.lab.report.sense_report").report
    found = report(sense_of(ladder("random first blurred", "blurred", 8)))
    headings = [section.heading for section in found.sections]
    assert headings == [
        "Skill or luck",
        "Seats when all play with sense",
        "The curve of winning chances",
        "What is at stake",
        "Options",
    ]
    assert all(len(row) == len(table.columns) for section in found.sections for table in section.tables for row in table.rows)
    alone = report(sense_of(ladder("first wise", games=4, text=SOLO)))
    assert all(len(row) == len(table.columns) for section in alone.sections for table in section.tables for row in table.rows)
    assert json.dumps(plain(sense_of(ladder("first wise", games=4))))


def rulerun(*words: str) -> Result:
    return CliRunner().invoke(root, list(words))


def test_the_command_plays_levels() -> None:
    found = rulerun("skill", "tic_tac_toe", "--levels", "random,first", "--games", "6", "--workers", "1", "--judge", "none")
    assert found.exit_code == 0, found.output
    assert "levels: random < first" in found.output
    assert "rulerun skill tic_tac_toe --players 2 --levels random,first --judge none --games 6 --seed 0" in found.output
    told = rulerun("skill", "tic_tac_toe", "--levels", "random,first", "--games", "6", "--workers", "1", "--json")
    assert json.loads(told.output)["rungs"][0]["games"] == 6


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--levels", "random"], "two bots or more, the weakest first"),
        (["--levels", "random,rondom"], "there is no bot `rondom`"),
        (["--levels", "random,random:how=entries"], "has a bot twice"),
        (["--levels", "random,first", "--judge", "first"], "`first` chooses without estimates"),
        (["--levels", "random,first", "--games", "0"], "whole number from 1 up"),
    ],
)
def test_what_cannot_be_played_is_told(words: list[str], message: str) -> None:
    found = rulerun("skill", "tic_tac_toe", *words)
    assert found.exit_code == 2
    assert message in found.output


def test_a_game_in_which_nobody_decides_has_no_skill() -> None:
    found = rulerun("skill", "chutes_and_ladders", "--levels", "random,first", "--games", "2")
    assert found.exit_code == 1
    assert "nobody decides anything in this game" in found.output
