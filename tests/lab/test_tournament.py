"""Tournaments: who sits where, what is kept, what games show, and that neither order nor workers matter."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from itertools import permutations
from math import log10
from pathlib import Path
from random import Random

import attrs
import pytest

from rulerun.bots import BotFailed, Needs, seated
from rulerun.lab.correction import holm
from rulerun.lab.statistics.wilson import share
from rulerun.simulation.runtime import searching as loops
from rulerun.simulation.search import search

from ..support.battery import Setting, compiled, game_of

np = pytest.importorskip("numpy")
pytest.importorskip("scipy")
pytest.importorskip("choix")
seating = pytest.importorskip("rulerun.lab.runs.seatings")
tournament = pytest.importorskip("rulerun.lab.runs.tournament")
kept = pytest.importorskip("rulerun.lab.runs.kept_games")
apart = pytest.importorskip("rulerun.lab.statistics.tournament").apart
figures_of = pytest.importorskip("rulerun.lab.statistics.tournament").figures
intervals = pytest.importorskip("rulerun.lab.statistics.intervals")
ratings = pytest.importorskip("rulerun.lab.statistics.ratings").ratings
told = pytest.importorskip("rulerun.lab.report.tournament_text").told
RunDescription = pytest.importorskip("rulerun.lab.statistics.estimates").RunDescription
games = pytest.importorskip("rulerun.lab.statistics.tournament_games")
Way = games.Way

UNWATCHED = tournament.Watch(lambda done, expected: None, lambda seconds, games: None)
BOTS = ("random", "first", "random:flat")


@pytest.fixture(autouse=True)
def a_cache_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def tic_tac_toe():
    return compiled(Setting("tic_tac_toe", "", 2))


def contest(bots: tuple[str, ...] = BOTS, rounds: int = 4, seed: int = 0):
    program = tic_tac_toe()
    seats = seating.Seatings(len(bots), 2, Way.EVERY, seed)
    return tournament.contest(game_of(program), bots, seats, rounds)


def timeless(held) -> list[object]:
    """The games without what they cost, which no two runs share."""
    return [attrs.evolve(game, seconds=(), slowest=()) for _, game in sorted(held.games.items())]


def figures(program, bots: tuple[str, ...], played, seatings: int = 2, way=Way.EVERY):
    run = RunDescription(
        "g", "G", "", len(program.players), (), (), ("A", "B"), (False, False), bots, 0, len(played), True, "1", "d", "rulerun …"
    )
    return figures_of(program, run, way, seatings, played, 0)


def game(number: int, seats: tuple[int, ...], places: tuple[int, ...], scores: tuple[int | None, ...] = ()):
    """A game of two that the first place wins, or of one."""
    best = places.count(1)
    size = len(seats)
    shares = tuple(size // best if place == 1 else 0 for place in places)
    cost = (3,) * size, (0.5,) * size, (0.25,) * size, (0,) * size
    return games.TournamentGame(number, seats, shares, places, scores or (None,) * size, (0,) * size, *cost)


# ------------------------------------------------------------------------------------------------------------ seatings


@pytest.mark.parametrize(("bots", "players"), [(2, 2), (4, 2), (3, 3), (2, 3), (2, 4), (3, 4), (5, 1), (3, 7)])
def test_a_whole_round_has_every_ordered_seating_once_and_shares_seats_evenly(bots: int, players: int) -> None:
    found = seating.Seatings(bots, players, Way.EVERY, 0).round(0)
    assert len(found) == len(set(found)) == seating.ways(bots, players)
    if bots >= players:
        assert sorted(found) == sorted(permutations(range(bots), players))
    for one in found:
        times = Counter(one)
        assert max(times.values()) - min(times[bot] for bot in range(bots)) <= 1
    for seat in range(players):
        assert len(set(Counter(one[seat] for one in found).values())) == 1


@pytest.mark.parametrize(("bots", "players"), [(2, 4), (9, 2), (9, 4), (4, 4), (3, 5)])
def test_a_rotation_has_each_bot_in_each_seat_once_in_an_order_of_the_round(bots: int, players: int) -> None:
    seats = seating.Seatings(bots, players, Way.ROTATION, 5)
    for number in range(6):
        found = seats.round(number)
        assert len(found) == seats.size == bots
        assert all(sorted(one[seat] for one in found) == list(range(bots)) for seat in range(players))
    if bots > 2:
        assert len({frozenset(seats.round(number)) for number in range(6)}) > 1


def test_in_a_rotation_each_two_bots_come_to_sit_beside_each_other() -> None:
    seats = seating.Seatings(6, 2, Way.ROTATION, 1)
    met = {frozenset(one) for number in range(30) for one in seats.round(number)}
    assert len(met) == 15


def test_all_seatings_are_played_where_there_are_enough_games_for_them() -> None:
    assert seating.settled(3, 2, False, 400, 0).way is Way.EVERY
    assert seating.settled(8, 2, False, 400, 0).way is Way.ROTATION
    assert seating.settled(8, 2, False, 56 * 25, 0).way is Way.EVERY
    with pytest.raises(seating.TooFew) as fault:
        seating.settled(8, 2, False, 15, 0)
    assert fault.value.needed == 16
    assert seating.rounds_of(seating.settled(3, 2, False, 400, 0), 400) == 67


# ------------------------------------------------------------------------------------------------------------- playing


def test_the_games_of_a_round_have_the_same_chance_whoever_sits_where() -> None:
    # in a game without a menu both bots choose alike, so that only chance could tell two games of a round apart
    found = tournament.hold(contest(("random", "random:flat"), 6), 1, UNWATCHED)
    rounds = {number: {game.places for game in found.games.values() if game.round == number} for number in range(6)}
    assert all(len(places) == 1 for places in rounds.values())
    assert len({tuple(places) for places in rounds.values()}) > 1


def test_a_tournament_is_the_same_with_one_worker_and_with_two(monkeypatch: pytest.MonkeyPatch) -> None:
    one = tournament.hold(contest(), 1, UNWATCHED)
    assert len(one.games) == 24
    assert not one.stopped
    for path in kept.folder().iterdir():
        path.unlink()
    monkeypatch.setattr(tournament, "SOON", 0.0)
    monkeypatch.setattr(tournament, "ENOUGH", 0.0)
    monkeypatch.setattr(tournament, "ProcessPoolExecutor", Inline)
    assert timeless(tournament.hold(contest(), 2, UNWATCHED)) == timeless(one)


class Inline:
    """An executor that plays at once, in the place of processes."""

    def __init__(self, *_: object) -> None:
        pass

    def submit(self, play, *arguments):
        from concurrent.futures import Future

        future: Future = Future()
        future.set_result(play(*arguments))
        return future

    def shutdown(self, **_: object) -> None:
        pass


def test_what_was_played_before_is_not_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = tournament.hold(contest(), 1, UNWATCHED)
    monkeypatch.setattr(tournament, "play_game", None)
    assert tournament.hold(contest(), 1, UNWATCHED) == whole


def test_a_longer_tournament_adds_to_a_shorter_one() -> None:
    begun = []
    short = tournament.hold(contest(rounds=2), 1, UNWATCHED)
    watch = tournament.Watch(lambda done, expected: begun.append((done, expected)), lambda seconds, games: None)
    long = tournament.hold(contest(rounds=4), 1, watch)
    assert begun[0] == (12, 24)
    assert short.games.items() <= long.games.items()


def test_an_interrupted_tournament_keeps_what_was_played_and_goes_on_from_there(monkeypatch: pytest.MonkeyPatch) -> None:
    play, left = tournament.play_game, iter(range(7))

    def once(*arguments):
        if next(left, None) is None:
            raise KeyboardInterrupt
        return play(*arguments)

    monkeypatch.setattr(tournament, "play_game", once)
    first = tournament.hold(contest(), 1, UNWATCHED)
    assert (first.stopped, len(first.games), first.why) == (True, 7, "")
    assert {game.round for game in first.rounds(contest())} == {0}
    monkeypatch.setattr(tournament, "play_game", play)
    whole = tournament.hold(contest(), 1, UNWATCHED)
    assert not whole.stopped
    assert first.games.items() <= whole.games.items()
    assert len(whole.games) == 24


def test_a_line_that_was_cut_short_counts_as_missing_and_spoils_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = contest()
    whole = tournament.hold(asked, 1, UNWATCHED)
    text = asked.path.read_text(encoding="utf-8")
    asked.path.write_text(text[: len(text) * 2 // 3], encoding="utf-8")
    left = kept.recall(asked.path)
    assert 0 < len(left) < 24
    assert left.items() <= whole.games.items()
    assert timeless(tournament.hold(asked, 1, UNWATCHED)) == timeless(whole)
    assert len(kept.recall(asked.path)) == 24


def test_games_are_kept_apart_by_bots_seed_rules_and_way_of_seating() -> None:
    asked = contest()
    others = [
        contest(("random", "first")),
        contest(seed=1),
        tournament.contest(asked.game, BOTS, attrs.evolve(asked.seatings, way=Way.ROTATION), 4),
        tournament.contest(game_of(compiled(Setting("pig", "", 2))), BOTS, asked.seatings, 4),
    ]
    assert len({each.path for each in (asked, *others)}) == 5
    assert contest(rounds=9).path == asked.path


def test_where_nothing_can_be_kept_it_is_said_and_all_is_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    found = tournament.hold(contest(), 1, UNWATCHED)
    assert len(found.games) == 24
    assert "cannot be kept" in found.unkept


def test_a_bot_that_failed_is_asked_again_by_the_same_command(monkeypatch: pytest.MonkeyPatch) -> None:
    make = tournament.seated
    monkeypatch.setattr(
        tournament, "seated", lambda name, program: Broken(BotFailed("no")) if name == "first" else make(name, program)
    )
    assert sum(game.failure is not None for game in tournament.hold(contest(), 1, UNWATCHED).games.values()) == 16
    monkeypatch.setattr(tournament, "seated", make)
    assert not any(game.failure for game in tournament.hold(contest(), 1, UNWATCHED).games.values())


@attrs.frozen
class Broken:
    """A bot that fails at its second choice in a game."""

    answer: object
    needs = Needs.NOTHING

    def choose(self, situation, draw):
        if len(situation.asked.options) > 7:
            return 0
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


@pytest.mark.parametrize(("answer", "told"), [(BotFailed("it died"), "it died"), (99, "option 99"), ("e4", "e4")])
def test_a_bot_that_fails_spoils_its_own_games_only(answer: object, told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    make = tournament.seated
    monkeypatch.setattr(
        tournament, "seated", lambda name, program: Broken(answer) if name == "random:flat" else make(name, program)
    )
    held = tournament.hold(contest(), 1, UNWATCHED)
    spoiled = [game for game in held.games.values() if game.failure is not None]
    assert len(held.games) == 24
    assert {game.item for game in spoiled} == {item for item in held.games if 2 in item[1]}
    assert {game.failure.bot for game in spoiled} == {2}
    assert all(told in game.failure.message for game in spoiled)
    assert kept.recall(contest().path).keys() == held.games.keys() - {game.item for game in spoiled}
    found = figures(tic_tac_toe(), BOTS, held.rounds(contest()), 6)
    broken = next(bot for bot in found.bots if bot.name == "random:flat")
    assert (broken.failed, broken.games, broken.result) == (16, 0, None)
    assert told in broken.failure
    other = next(bot for bot in found.bots if bot.name == "first")
    assert (other.failed, other.games) == (0, 8)


def test_a_fault_of_this_program_is_not_told_as_that_of_a_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    make = tournament.seated
    monkeypatch.setattr(
        tournament, "seated", lambda name, program: Broken(ZeroDivisionError()) if name == "first" else make(name, program)
    )
    with pytest.raises(ZeroDivisionError):
        tournament.hold(contest(), 1, UNWATCHED)


DYING = """
import os
from rulerun.bots import first


def choose(self, situation, draw):
    if len(situation.asked.options) == 8 and draw(3) == 0:
        os._exit(7)
    return 0


first.First.choose = choose
if __name__ == "__main__":
    from rulerun.cli.main import main

    main()
"""


@pytest.mark.slow
def test_a_bot_with_which_the_process_dies_spoils_that_game_alone(tmp_path: Path) -> None:
    (tmp_path / "dying.py").write_text(DYING, encoding="utf-8")
    words = ["tournament", "tic_tac_toe", "--bots", "random,first", "--games", "12", "--workers", "1", "--json"]
    known = os.environ | {"XDG_CACHE_HOME": str(tmp_path / "cache")}

    def again() -> subprocess.CompletedProcess[str]:
        command = [sys.executable, str(tmp_path / "dying.py"), *words]
        return subprocess.run(command, capture_output=True, text=True, env=known, check=False)

    assert again().returncode == 7  # the first games are played in the process itself
    done = again()
    assert done.returncode == 0, done.stderr
    found = {bot["name"]: bot for bot in json.loads(done.stdout)["bots"]}
    assert 0 < found["first"]["failed"] < 12
    assert found["random"]["failed"] == 0
    assert "has died" in found["first"]["failure"]


# ------------------------------------------------------------------------------------------------------------- figures


def test_points_are_shared_and_so_are_seats_and_pairs() -> None:
    # in two rounds the first bot wins from either seat, in two more they are level
    rounds = [
        *(game(number, seats, (1, 2) if seats[0] == 0 else (2, 1)) for number in (0, 1) for seats in ((0, 1), (1, 0))),
        *(game(number, seats, (1, 1)) for number in (2, 3) for seats in ((0, 1), (1, 0))),
    ]
    found = figures(tic_tac_toe(), ("one", "two"), rounds)
    assert [bot.name for bot in found.bots] == ["one", "two"]
    assert [bot.result.value.value for bot in found.bots] == [0.75, 0.25]
    assert found.bots[0].rating.value == -found.bots[1].rating.value > 0
    assert [seat.result.value.value for seat in found.seats] == [0.5, 0.5]
    (pair,) = found.pairs
    assert (pair.won, pair.level, pair.lost, pair.share.value) == (4, 4, 0, 0.75)
    time = found.bots[0].time
    assert (time.choices, time.mean, time.slowest) == (24, pytest.approx(0.5 * 8 / 24), 0.25)


@pytest.mark.slow
def test_it_is_told_in_how_many_decisions_the_tree_of_a_search_was_full(monkeypatch: pytest.MonkeyPatch) -> None:
    program, names = compiled(Setting("connect_four", "", 2)), ("mcts:40", "random")
    bots = [seated(name, program) for name in names]
    monkeypatch.setattr(search, "MEMORY", 8 * loops.WIDTH * 40)
    played = [tournament.play_game(game_of(program), bots, 1, (number, seats)) for number in (0, 1) for seats in ((0, 1), (1, 0))]
    searched = sum(one.full[one.seating.index(0)] for one in played)
    assert 0 < searched <= sum(one.choices[one.seating.index(0)] for one in played)
    assert not any(one.full[one.seating.index(1)] for one in played)
    found = figures(program, names, played)
    assert {bot.name: bot.time.full for bot in found.bots} == {"mcts:40": searched, "random": 0}
    text = next(each.text for each in told(found) if each.subject == "Memory")
    assert text.startswith(f"The memory of `mcts:40` was full in {searched} of ")
    without = figures(program, names, [attrs.evolve(one, full=(0, 0)) for one in played])
    assert "Memory" not in {each.subject for each in told(without)}


def test_a_seat_that_always_wins_stands_out_and_bots_do_not() -> None:
    rounds = [game(number, seats, (1, 2)) for number in range(40) for seats in ((0, 1), (1, 0))]
    found = figures(tic_tac_toe(), ("one", "two"), rounds)
    assert [seat.result.clear for seat in found.seats] == [True, True]
    assert [bot.result.clear for bot in found.bots] == [False, False]
    assert not found.pairs[0].clear


def test_a_pair_is_told_from_the_better_rated_bots_side() -> None:
    rounds = [game(number, seats, (1, 2) if seats[0] == 1 else (2, 1)) for number in range(30) for seats in ((0, 1), (1, 0))]
    found = figures(tic_tac_toe(), ("one", "two"), rounds)
    (pair,) = found.pairs
    assert (pair.first, pair.second, pair.won, pair.lost) == ("two", "one", 60, 0)
    assert pair.share.value == 1
    assert pair.clear


def test_solo_games_of_one_round_are_compared_by_their_scores() -> None:
    program = compiled(Setting("traxx", "", 1))
    scores = [(20, 10), (15, 15), (12, 5), (9, 10)] * 5
    played = [game(number, (bot,), (1,), (pair[bot],)) for number, pair in enumerate(scores) for bot in (0, 1)]
    found = figures(program, ("one", "two"), played, 2, Way.APART)
    assert found.unit.value == "score"
    assert found.seats == ()
    (pair,) = found.pairs
    assert (pair.won, pair.level, pair.lost) == (10, 5, 5)
    assert pair.gap.value == 4.0
    assert [bot.score.mean.value for bot in found.bots] == [14.0, 10.0]


def test_where_all_win_together_each_bot_plays_by_itself_in_all_seats() -> None:
    program = compiled(Setting("hanabi", "", 3))
    assert apart(program)
    assert not apart(tic_tac_toe())
    seats = seating.settled(2, 3, True, 40, 0)
    assert seats.round(7) == ((0, 0, 0), (1, 1, 1))
    played = [
        attrs.evolve(game(number, (bot,) * 3, (1, 1, 1)), payoffs=(5 * bot + number,) * 3)
        for number in range(8)
        for bot in (0, 1)
    ]
    found = figures(program, ("one", "two"), played, 2, Way.APART)
    assert [(bot.name, bot.result.value.value) for bot in found.bots] == [("two", 8.5), ("one", 3.5)]
    (pair,) = found.pairs
    assert (pair.won, pair.lost, pair.gap.value, pair.clear) == (8, 0, 5.0, True)
    assert found.seats == ()


def test_where_payoffs_are_declared_who_is_paid_more_is_better_not_who_wins_more_often() -> None:
    program = compiled(Setting("kuhn_poker", "", 2))
    often = [attrs.evolve(game(number, (0, 1), (1, 2)), payoffs=(1, -1)) for number in range(30)]
    much = [attrs.evolve(game(number, (0, 1), (2, 1)), payoffs=(-4, 4)) for number in range(30, 50)]
    found = figures(program, ("often", "much"), [*often, *much], 1)
    assert found.unit.value == "payoff"
    assert [(bot.name, bot.result.value.value) for bot in found.bots] == [("much", 1.0), ("often", -1.0)]
    (pair,) = found.pairs
    assert (pair.won, pair.lost, pair.gap.value, pair.lead) == (20, 30, 2.0, 2.0)
    assert pair.clear
    assert found.seats[1].result.value.value == 1.0


def test_the_order_of_bots_on_the_command_line_does_not_change_what_is_told_of_them() -> None:
    held = tournament.hold(contest(rounds=10), 1, UNWATCHED)
    turned = tournament.contest(game_of(tic_tac_toe()), BOTS[::-1], seating.Seatings(3, 2, Way.EVERY, 0), 10)
    one = figures(tic_tac_toe(), BOTS, held.rounds(contest(rounds=10)), 6)
    other = figures(tic_tac_toe(), BOTS[::-1], tournament.hold(turned, 1, UNWATCHED).rounds(turned), 6)
    for bot in one.bots:
        same = next(each for each in other.bots if each.name == bot.name)
        assert (same.result, same.seats, same.games) == (bot.result, bot.seats, bot.games)
        assert same.rating.value == pytest.approx(bot.rating.value, abs=1e-4)


def test_equal_bots_are_told_apart_in_no_more_than_about_one_tournament_of_twenty() -> None:
    # the deal helps whoever sits first in all games of a round alike, so that these are not independent of each other
    random, program, told, held = Random(2), tic_tac_toe(), 0, 0
    for _ in range(60):
        rounds = []
        for number in range(20):
            deal = random.random()
            for seats in ((0, 1), (1, 0)):
                first = (deal if random.random() < 0.5 else random.random()) < 0.6
                rounds.append(game(number, seats, (1, 2) if first else (2, 1)))
        found = figures(program, ("one", "two"), rounds)
        told += found.pairs[0].clear
        held += found.bots[0].result.value.low <= 0.5 <= found.bots[0].result.value.high
    assert told <= 7
    assert 52 <= held <= 60


# ------------------------------------------------------------------------------------------------------------- ratings


def beaten(*rounds: tuple[tuple[int, int], ...], size: int = 2):
    """Who beat whom in each round, as pairs of winner and loser."""
    found = np.zeros((len(rounds), size, size))
    for at, pairs in enumerate(rounds):
        for winner, loser in pairs:
            found[at, winner, loser] += 1
    return found


def test_three_wins_of_four_are_some_190_points() -> None:
    rounds = beaten(*((((0, 1),) * 3 + ((1, 0),)) for _ in range(1000)))
    one, other = ratings(rounds)
    assert one.value - other.value == pytest.approx(400 * log10(3), abs=0.2)
    assert one.value + other.value == pytest.approx(0, abs=1e-6)


def test_who_never_lost_has_a_rating_with_a_wide_interval() -> None:
    one, _ = ratings(beaten(*(((0, 1),) for _ in range(50))))
    assert 200 < one.value < 1000
    assert one.low > 100
    assert one.high - one.low > 200


def test_the_order_of_rounds_does_not_matter_for_ratings() -> None:
    random = Random(3)
    rounds = [tuple((a, b) if random.random() < 0.6 else (b, a) for a, b in ((0, 1), (1, 2), (0, 2))) for _ in range(40)]
    one = ratings(beaten(*rounds, size=3))
    random.shuffle(rounds)
    for mine, other in zip(one, ratings(beaten(*rounds, size=3)), strict=True):
        assert (mine.value, mine.low, mine.high) == pytest.approx((other.value, other.low, other.high))


def test_games_that_only_repeat_each_other_do_not_narrow_the_interval() -> None:
    random = Random(8)
    single = [((0, 1),) if random.random() < 0.7 else ((1, 0),) for _ in range(200)]
    alone, _ = ratings(beaten(*single))
    repeated, _ = ratings(beaten(*(pairs * 5 for pairs in single)))
    assert repeated.high - repeated.low == pytest.approx(alone.high - alone.low, rel=0.1)


def test_intervals_of_ratings_hold_the_true_one_about_as_often_as_they_say() -> None:
    random, strengths, held, tries = Random(11), (0.8, 0.0, -0.8), 0, 120
    for _ in range(tries):
        rounds = [
            tuple(
                (a, b) if random.random() < 1 / (1 + np.exp(strengths[b] - strengths[a])) else (b, a)
                for a, b in ((0, 1), (1, 2), (0, 2))
            )
            for _ in range(60)
        ]
        best = ratings(beaten(*rounds, size=3))[0]
        held += best.low <= 0.8 * 400 / np.log(10) <= best.high
    assert 0.9 * tries <= held <= tries


# ----------------------------------------------------------------------------------------------------------- intervals


def clustered(*pairs: tuple[int, int]):
    first, second = sum(a for a, _ in pairs), sum(b for _, b in pairs)
    return intervals.clustered(
        len(pairs), first, second, (sum(a * a for a, _ in pairs), sum(a * b for a, b in pairs), sum(b * b for _, b in pairs))
    )


def test_clusters_of_one_game_each_are_about_as_many_independent_games() -> None:
    found = clustered(*[(1, 1)] * 300, *[(0, 1)] * 100)
    plain = share(300, 400).rate
    assert found.effective == pytest.approx(400, rel=0.02)
    assert (found.rate.low, found.rate.high) == pytest.approx((plain.low, plain.high), abs=0.001)


def test_copies_of_a_game_count_once_and_games_that_make_up_for_each_other_count_more() -> None:
    copies = clustered(*[(4, 4)] * 300, *[(0, 4)] * 100)
    assert copies.effective == pytest.approx(400, rel=0.02)
    opposed = clustered(*[(1, 2)] * 380, *[(2, 2)] * 10, *[(0, 2)] * 10)
    assert opposed.effective > 5 * 800


def test_where_all_clusters_are_alike_each_counts_as_one_game() -> None:
    assert clustered(*[(6, 6)] * 20).rate == share(20, 20).rate
    assert clustered(*[(0, 6)] * 20).rate == share(0, 20).rate
    assert clustered((3, 6)).effective == 1


def test_chance_is_one_in_twenty_where_the_interval_ends() -> None:
    found = clustered(*[(1, 1)] * 60, *[(0, 1)] * 40)
    assert found.chance(found.rate.low) == pytest.approx(0.05)
    assert found.chance(found.rate.high) == pytest.approx(0.05)
    assert found.chance(0.6) == 1


def test_chance_of_a_mean_is_one_in_twenty_where_its_interval_ends() -> None:
    found = intervals.mean(12, 30, 120)
    assert intervals.chance(found, 12, found.low) == pytest.approx(0.05)
    assert intervals.chance(found, 12, found.value) == pytest.approx(1)
    assert intervals.chance(intervals.mean(12, 24, 48), 12, 2.0) == 1
    assert intervals.chance(intervals.mean(12, 24, 48), 12, 1.0) == 0


def test_a_family_of_verdicts_is_stricter_than_each_of_them() -> None:
    assert holm((0.03,), 0.05) == (True,)
    assert holm((0.03, 0.04), 0.05) == (False, False)
    assert holm((0.02, 0.04), 0.05) == (True, True)
    assert holm((0.04, 0.001, 0.3), 0.05) == (False, True, False)


# ---------------------------------------------------------------------------------------------------------------- page


def test_a_page_shows_the_names_of_bots_as_text_whatever_they_are() -> None:
    pytest.importorskip("altair")
    written = pytest.importorskip("rulerun.lab.report.html").written
    report = pytest.importorskip("rulerun.lab.report.tournament_report").report
    hostile = 'outside:command="</script><script>alert(1)</script> `a`"'
    rounds = [game(number, seats, (1, 2)) for number in range(4) for seats in ((0, 1), (1, 0))]
    spoiled = attrs.evolve(game(4, (0, 1), (1, 2)), shares=(), places=(), failure=games.Failure(0, "<b>it died</b>"))
    page = written(report(figures(tic_tac_toe(), (hostile, "two"), [*rounds, spoiled])))
    assert "<script>alert(1)" not in page
    assert "<b>it died" not in page
    assert "&lt;b&gt;it died&lt;/b&gt;" in page
