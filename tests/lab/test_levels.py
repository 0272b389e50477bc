"""Every test of a report holds its level in few games: of 100 studies of a fair game about one has a false alarm, and no more."""

from __future__ import annotations

from collections import Counter

import pytest

from ..support.battery import Setting, compiled

np = pytest.importorskip("numpy")
pytest.importorskip("scipy")
from rulerun.lab.report.fairness import DOUBT, needed  # noqa: E402
from rulerun.lab.statistics import intervals, permutations  # noqa: E402
from rulerun.lab.statistics.card_worth import DOUBT as DOUBT_OF_CARDS  # noqa: E402
from rulerun.lab.statistics.card_worth import held_worths  # noqa: E402
from rulerun.lab.statistics.estimates import Estimate  # noqa: E402
from rulerun.lab.statistics.skill import rung  # noqa: E402
from rulerun.lab.statistics.watched import Watched  # noqa: E402
from rulerun.lab.statistics.wilson import share  # noqa: E402

STUDIES = 1500
"""Studies of each kind: the share of false alarms is then known to 3 in 1,000."""

pytestmark = pytest.mark.slow

MOST = 0.02
"""What is called 1 in 100 may be up to this: counts of games come in whole numbers, and so do the steps of the share."""

GAMES = (4, 7, 10, 16, 25, 40, 100)


def alarms(chances: list[float | None]) -> float:
    return sum(each is not None and each < DOUBT for each in chances) / len(chances)


def one_winner(chance, games: int, seats: int):
    return np.eye(seats, dtype=np.int64)[chance.integers(0, seats, games)]


def sides(chance, games: int, seats: int):
    """Every second seat wins, nearly always all of them."""
    won = np.arange(seats) % 2 == chance.integers(0, 2, (games, 1))
    return (won ^ (chance.random((games, seats)) < 0.01)).astype(np.int64)


def partners(chance, games: int, seats: int):
    """Every second seat wins, always all of them."""
    return (np.arange(seats) % 2 == chance.integers(0, 2, (games, 1))).astype(np.int64)


def shared(chance, games: int, seats: int):
    """Each seat wins by itself."""
    return (chance.random((games, seats)) < 0.4).astype(np.int64)


def rarely(chance, games: int, seats: int):
    """Mostly nobody wins."""
    return one_winner(chance, games, seats) * (chance.random((games, 1)) < 0.3)


@pytest.mark.parametrize("games", GAMES)
@pytest.mark.parametrize("seats", [2, 3, 4, 6])
@pytest.mark.parametrize("end", [one_winner, sides, partners, shared, rarely], ids=lambda end: end.__name__)
def test_level_seats_are_called_uneven_in_one_study_of_a_hundred(end, seats: int, games: int) -> None:
    chance = np.random.default_rng(games)
    found = []
    for _ in range(STUDIES):
        won = end(chance, games, seats)
        found.append(intervals.level(games, (won.T @ won).tolist()))
    assert alarms(found) <= MOST
    if games < needed(1):
        assert alarms(found) == 0


@pytest.mark.parametrize("games", GAMES)
@pytest.mark.parametrize("usual", [0.1, 0.5])
def test_a_first_choice_like_any_other_stands_out_in_one_study_of_a_hundred(usual: float, games: int) -> None:
    chance = np.random.default_rng(games)
    found = [intervals.binomial(int(wins), games, usual) for wins in chance.binomial(games, usual, STUDIES)]
    assert alarms(found) <= MOST


@pytest.mark.parametrize("games", [4, 7, 10, 16, 25, 40, 100])
@pytest.mark.parametrize("rivals", [1, 40])
def test_figures_of_two_equal_games_differ_in_one_study_of_a_hundred(rivals: int, games: int) -> None:
    moments = pytest.importorskip("rulerun.lab.statistics.moments")
    chance = np.random.default_rng(games)
    every, name = np.ones(games, np.int64), moments.Name("wins", "Anne", True)
    found = {True: 0, False: 0}
    for _ in range(STUDIES):
        for part in found:
            shown = False
            for _ in range(rivals if rivals == 1 else 4):  # four figures stand for forty, each at a fortieth of the level
                one, other = (chance.integers(0, 2 if part else 7, games) for _ in range(2))
                pair = [moments.Quantity(name, amount, every) for amount in (one, other)]
                gap = moments.Moments.of(*pair).difference(part)
                shown |= rivals * chance_of(gap, games) < DOUBT
            found[part] += shown
    for times in found.values():
        assert times / STUDIES <= MOST * (1 if rivals == 1 else 0.25)


def chance_of(gap: Estimate, games: int) -> float:
    """What `rulerun compare` works out of a difference."""
    from rulerun.lab.report import comparison_text
    from rulerun.lab.statistics.estimates import Difference

    strength = comparison_text.strength(Difference("wins", "Anne", True, None, None, gap, True))
    return intervals.beyond(games, strength)


@pytest.mark.parametrize("games", [4, 7, 10, 16, 25, 40])
def test_shares_that_are_not_paired_differ_in_one_study_of_a_hundred(games: int) -> None:
    moments = pytest.importorskip("rulerun.lab.statistics.moments")
    chance = np.random.default_rng(games)
    for usual in (0.1, 0.5):
        pairs = chance.binomial(games, usual, (STUDIES, 2)).tolist()
        gaps = [moments.apart(share(one, games), share(other, games)) for one, other in pairs]
        assert alarms([chance_of(gap, games) for gap in gaps]) <= MOST


@pytest.mark.parametrize("rounds", [4, 7, 10, 20, 50])
def test_equal_bots_are_told_apart_in_one_study_of_twenty(rounds: int) -> None:
    chance = np.random.default_rng(rounds)
    for found in (chance.integers(0, 3, (STUDIES, rounds)), chance.binomial(2, 0.5, (STUDIES, rounds))):
        shown = 0
        for each in found:
            first, squares = int(each.sum()), (int(each @ each), 2 * int(each.sum()), 4 * rounds)
            part = intervals.clustered(rounds, first, 2 * rounds, squares)
            shown += part is not None and part.chance(0.5) < 0.05
        assert shown / STUDIES <= 0.07


def watched(number: int, levels: tuple[int, ...], won, held=()) -> Watched:
    """A game in which seats won by these parts and held these cards."""
    parts = tuple(float(part) for part in won)
    return Watched(0, number, levels, parts, parts, (), tuple(None for _ in parts), (), held)


@pytest.mark.parametrize("games", [10, 20, 40])
@pytest.mark.parametrize("kinds", [6, 40])
def test_cards_without_worth_stand_out_in_one_table_of_twenty(kinds: int, games: int) -> None:
    program = compiled(Setting("hearts", "", 4))
    zone = next(at for at, each in enumerate(program.zones) if each.name.plain == "hand")
    chance, studies, alarms = np.random.default_rng(games), 40, 0
    for _ in range(studies):
        played = []
        for number in range(games):
            deck = chance.permutation(np.repeat(np.arange(kinds), 4))[:16].reshape(4, 4)
            held = tuple(tuple(sorted(Counter((zone, kind) for kind in hand).items())) for hand in deck.tolist())
            played.append(watched(number, (0,) * 4, np.eye(4)[chance.integers(0, 4)], held))
        alarms += any(card.clear for card in held_worths(program, played))
    # three deviations of 40 studies
    assert alarms <= studies * DOUBT_OF_CARDS + 3 * (studies * DOUBT_OF_CARDS) ** 0.5


@pytest.mark.parametrize("games", [10, 20, 40])
@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("first", [0.0, 0.6], ids=["level seats", "a better seat"])
def test_equal_levels_are_told_apart_in_one_study_of_a_hundred(first: float, seats: int, games: int) -> None:
    chance = np.random.default_rng(games)
    usual = np.full(seats, (1 - first) / seats)
    usual[0] += first
    found = []
    for _ in range(150):
        winners = chance.choice(seats, games, p=usual)
        played = [
            watched(at // seats, tuple(int(seat == at % seats) for seat in range(seats)), np.eye(seats)[winner])
            for at, winner in enumerate(winners)
        ]
        step = rung(played, 1, ("weak", "strong"), 0, seats, False)
        found.append(step.chance if step is not None else None)
    assert alarms(found) <= MOST + 3 * (DOUBT / 150) ** 0.5


def test_what_chance_cannot_change_shows_nothing() -> None:
    assert permutations.exchanged([(1.0, 1.0), (0.0, 0.0)]) == 1
    assert permutations.exchanged([]) == 1
    assert permutations.shuffled([1, 1, 1], [0, 1, 2]) == 1


def test_a_permutation_test_gives_the_exact_probability() -> None:
    # of 2 ** 8 ways to set the signs, 2 take the sum so far; of 6 ways to pair three numbers, 2 do
    assert permutations.exchanged([(1, -1)] * 8) == pytest.approx(2 / 256, abs=0.003)
    assert permutations.shuffled([1, 2, 3], [1, 2, 3]) == pytest.approx(1 / 3, abs=0.02)
    assert permutations.exchanged([(1, -1)] * 40) < 1e-6
