"""Sums of games: exact, the same in any order, and of a size that does not grow."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulerun.interpreter import Policy
from rulerun.lab.report.plain_values import plain
from rulerun.lab.statistics.estimates import RunDescription

from ..support.battery import Setting, compiled, game_of

np = pytest.importorskip("numpy")
seated = pytest.importorskip("rulerun.lab.runs.bot_games")
playing = pytest.importorskip("rulerun.lab.runs.playing")
pieces = pytest.importorskip("rulerun.lab.runs.chunks")
summaries = pytest.importorskip("rulerun.lab.statistics.summary")
sums = pytest.importorskip("rulerun.lab.runs.totals")
tallies = pytest.importorskip("rulerun.lab.statistics.tally")
simulation = pytest.importorskip("rulerun.simulation")
Counts, Tally = tallies.Counts, tallies.Tally
Games, Width = pieces.Games, pieces.Width

SETTINGS = {
    "tic_tac_toe": Setting("tic_tac_toe", "", 2),
    "why_first": Setting("why_first", "", 3),
    "hearts": Setting("hearts", "", 4),
    "kuhn_poker": Setting("kuhn_poker", "", 2),
}


@cache
def engine(name: str):
    program = compiled(SETTINGS[name])
    return program, simulation.prepare_plain(program)


def tally(name: str, first: int, count: int, seed: int = 3):
    program, plays = engine(name)
    chunk = plays.run(seed, first, count)
    return Tally.of(program, plays.columns, chunk.rows, chunk.counters)


def same(one, other) -> bool:
    return all(
        np.array_equal(getattr(one, name), getattr(other, name)) for name in ("both", "alone", "places", "winners", "counters")
    ) and (one.games, one.counts, one.ratios, one.most_options) == (other.games, other.counts, other.ratios, other.most_options)


def merged(name: str, parts):
    program, plays = engine(name)
    whole = Tally.none(program, plays.columns.counters)
    for part in parts:
        whole.add(part)
    return whole


@pytest.mark.parametrize("name", ["tic_tac_toe", "why_first"])
def test_parts_in_any_order_are_the_whole(name: str) -> None:
    cuts = [0, 1, 8, 8, 29, 60]
    parts = [tally(name, first, last - first) for first, last in pairwise(cuts)]
    whole = tally(name, 0, 60)
    assert same(merged(name, parts), whole)
    assert same(merged(name, parts[::-1]), whole)
    assert same(merged(name, [merged(name, parts[2:]), merged(name, parts[:2])]), whole)


@settings(max_examples=60)
@given(st.lists(st.lists(st.integers(-(2**31), 2**31), max_size=30), max_size=6), st.permutations(range(6)))
def test_values_counted_in_any_order_are_counted_alike(parts: list[list[int]], order: list[int]) -> None:
    counted = [Counts.of(np.array(part, np.int64)) for part in parts]
    shuffled = [index for index in order if index < len(parts)]

    def total(indices: list[int]):
        whole = Counts()
        for index in indices:
            whole.add(counted[index])
        return whole

    values = [value for part in parts for value in part]
    found = total(shuffled)
    assert found == total(list(range(len(parts))))
    assert (found.count, found.total, found.squares) == (len(values), sum(values), sum(value * value for value in values))


def test_more_different_values_than_there_is_room_for_are_counted_in_wider_bins_whatever_the_order() -> None:
    chance = np.random.default_rng(1)
    parts = [chance.integers(-(10**6), 10**6, 3000) for _ in range(5)]

    def total(order: list[int]):
        whole = Counts()
        for index in order:
            whole.add(Counts.of(parts[index]))
        return whole

    one, other = total([0, 1, 2, 3, 4]), total([3, 4, 1, 0, 2])
    assert one == other == Counts.of(np.concatenate(parts))
    assert len(one.bins) <= tallies.BINS
    assert sum(one.bins.values()) == 15_000
    shown = summaries.distribution(one)
    assert shown.width > 1
    assert abs(shown.median - float(np.median(np.concatenate(parts)))) <= 2 * shown.width


def test_a_distribution_tells_what_numpy_tells() -> None:
    values = np.random.default_rng(2).poisson(7, 999)
    found = summaries.distribution(Counts.of(values))
    assert (found.least, found.most, found.count) == (values.min(), values.max(), 999)
    assert found.quantiles == tuple(int(np.percentile(values, part, method="inverted_cdf")) for part in (5, 25, 50, 75, 95))
    assert abs(found.deviation - values.std(ddof=1)) < 1e-9
    assert dict(found.histogram) == {int(value): int((values == value).sum()) for value in set(values.tolist())}


def told(name: str, games: int):
    program, plays = engine(name)
    seats = tuple(seat.name for seat in program.seats), tuple(seat.automa for seat in program.seats)
    settled = program.ruleset, program.title.plain, "", len(program.players), program.parameters, ()
    run = RunDescription(*settled, *seats, (), 3, games, True, "", "", "")
    return summaries.summary(program, plays.columns, tally(name, 0, games), run, lambda line: f"{name}:{line}")


@pytest.mark.parametrize("name", SETTINGS)
def test_a_summary_can_be_made_of_one_game_and_written(name: str) -> None:
    assert plain(told(name, 1)) == plain(told(name, 1))


def test_a_summary_adds_up() -> None:
    _, plays = engine("tic_tac_toe")
    rows = plays.run(3, 0, 400).rows
    found = told("tic_tac_toe", 400)
    won = [sum(row[plays.columns.winner(seat)] for row in rows) for seat in (0, 1)]
    assert [seat.wins.count for seat in found.seats] == won
    ends = found.ends
    assert ends.one.count + ends.nobody.count == 400
    assert ends.nobody.count == 400 - sum(won)
    first = found.first_choices
    assert sum(one.wins.of for one in first) == 800
    assert sum(one.wins.count for one in first) == sum(won)
    assert {one.choice for one in first} == {f"cell {column}{row}" for column in "abc" for row in "123"}
    assert found.decisions.mean.value == sum(row[plays.columns.decisions] for row in rows) / 400


def test_every_code_is_written_as_its_option_is() -> None:
    program = compiled(SETTINGS["kuhn_poker"])
    written = summaries.Codes(program)
    assert {written.text(code) for code in range(program.codes)} == {"bet", "check", "call", "fold"}
    with pytest.raises(LookupError):
        written.text(program.codes)


@pytest.mark.parametrize("name", SETTINGS)
def test_random_bots_at_the_table_are_counted_like_emitted_code(name: str) -> None:
    program, _ = engine(name)
    table = seated.BotGames(program, ["random:flat"] * len(program.players))
    mine, theirs = table.run(9, 5, 3), simulation.prepare_plain(program, Policy.FLAT).run(9, 5, 3)
    assert np.array_equal(mine.rows, theirs.rows)
    assert np.array_equal(mine.counters, theirs.counters)


def test_without_a_menu_every_random_bot_plays_like_emitted_code() -> None:
    program, plays = engine("why_first")
    for name in ("random", "random:flat"):
        table = seated.BotGames(program, [name] * len(program.players))
        assert np.array_equal(table.run(9, 5, 3).rows, plays.run(9, 5, 3).rows)


def test_emitted_code_plays_for_bots_that_are_random_in_the_same_way() -> None:
    program, _ = engine("kuhn_poker")
    policies = {name: seated.player(program, [name] * 2) for name in ("random", "random:flat")}
    assert [each.policy for each in policies.values() if isinstance(each, simulation.Engine)] == [Policy.ENTRIES, Policy.FLAT]
    assert isinstance(seated.player(program, ["random", "random:flat"]), seated.BotGames)


def test_what_a_random_bot_takes_from_a_menu_beside_another_bot_is_counted() -> None:
    program, _ = engine("kuhn_poker")
    table = seated.player(program, ["first", "random"])
    rows = table.run(9, 0, 40).rows
    columns = table.columns
    assert set(rows[:, columns.first_choice_of(0)].tolist()) == {1}
    assert len(set(rows[:, columns.first_choice_of(1)].tolist())) > 1


def test_a_bot_that_is_not_random_plays_otherwise_and_the_same_again() -> None:
    program, plays = engine("tic_tac_toe")
    table = seated.player(program, ["first", "random"])
    rows = table.run(9, 0, 20).rows
    assert np.array_equal(rows, seated.player(program, ["first", "random"]).run(9, 0, 20).rows)
    assert set(rows[:, plays.columns.first_choice_of(0)].tolist()) == {1}
    assert not np.array_equal(rows, plays.run(9, 0, 20).rows)


def test_what_seats_have_lived_through_can_be_had_at_any_time() -> None:
    program = compiled(SETTINGS["why_first"])
    looking, silent = playing.Table(game_of(program)), playing.Table(game_of(program))
    for number in range(60):
        asked = silent.asked
        assert asked is not None
        assert looking.asked == asked
        if number % 7 == 0 and asked.actor >= 0:
            assert looking.observer.history(asked.actor).open == asked
        for table in (looking, silent):
            table.answer(asked.actor, number % len(asked.options))


def test_pieces_cover_every_game_once_and_stretches_do_not_depend_on_them() -> None:
    for wish in (Games(1), Games(128), Games(129), Games(70_001)):
        found = list(pieces.chunks(wish, lambda: 64))
        assert [piece.first for piece in found] == [0, *(piece.first + piece.count for piece in found[:-1])]
        assert sum(piece.count for piece in found) == wish.number
        assert found[-1].closing

    def ends(largest: int) -> list[int]:
        work = pieces.chunks(Width(0.01), lambda: largest)
        cut = [next(work) for _ in range(2000)]
        return [piece.first + piece.count for piece in cut if piece.closing]

    few, many = ends(100_000), ends(64)
    assert few[: len(many)] == many


def test_a_width_is_enough_when_every_seat_is_known_as_closely() -> None:
    program, plays = engine("tic_tac_toe")
    sides = (sums.Rules(program, ("random", "random"), plays),)
    found = sums.Sums.none(sides)
    found.add(sums.play(sides, 1, False, 0, 200).sums)
    assert 0.1 < found.widest < 0.2
    assert not pieces.enough(Width(0.1), found)
    assert pieces.enough(Width(0.2), found)
    assert pieces.expected(Width(0.01), found) > 10_000
    assert pieces.enough(Games(200), found)
    assert not pieces.enough(Games(201), found)


def test_options_beside_which_nothing_else_was_on_offer_are_known() -> None:
    assert {one.name: one.sole for one in told("kuhn_poker", 40).alternatives} == dict.fromkeys(
        ("check", "bet", "fold", "call"), False
    )
    assert {one.name: one.sole for one in told("hearts", 2).alternatives if one.name} == {"play": True}


def test_a_margin_is_the_distance_from_a_winner_to_the_nearest_seat_that_did_not_win() -> None:
    _, plays = engine("why_first")
    columns = plays.columns
    table = np.zeros((columns.width, 4), np.int64)
    for seat, scores in enumerate(((9, 9, 9, 5), (4, 7, 9, 5), (6, 1, 9, 2))):
        table[columns.score(seat)] = scores
    table[columns.winner(0)] = (1, 1, 0, 1)
    table[columns.winner(1)] = (0, 1, 0, 0)
    assert tallies.margins(columns, table).tolist() == [3, 6, -1, 0]
    assert told("why_first", 20).margin is not None
    assert told("kuhn_poker", 20).margin is None


def test_choices_are_counted_by_kind() -> None:
    found = told("why_first", 3)
    assert sum(kind.times for kind in found.kinds) == round(3 * found.asked.mean.value)
    assert {kind.together for kind in found.kinds} == {True}
    assert {kind.together for kind in told("kuhn_poker", 3).kinds} == {False}


def test_all_values_of_a_measure_that_is_taken_several_times_are_counted() -> None:
    stages = next(each for each in told("why_first", 20).measures if each.name == "spread of a stage")
    assert not stages.once
    assert stages.values is not None
    assert stages.values.count == stages.taken == 100
    assert stages.mean is not None
    assert stages.values.mean == stages.mean
    assert sum(value * times for value, times in stages.values.histogram) / 100 == pytest.approx(stages.mean.value)
