"""Known numbers of classic games on boards, with dice and with bids; and the commands that count and solve."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import factorial

import pytest
from click.testing import CliRunner, Result

from rulerun.cli.main import root
from rulerun.dsl.compile import compile_ruleset
from rulerun.dsl.text.source import Source
from rulerun.interpreter import NATURE, decision, initial, option_text, outcome
from rulerun.program.ir import Program
from rulerun.simulation.compile.loaded import COMPILES
from rulerun.solver import Explorer, NotPerfect, TooLarge, count, solve
from rulerun.solver.explore import OVER, Following, explore
from rulerun.solver.values import evaluate

from ..support.battery import Setting, compiled, game_of, slot, some


def game(file: str, players: int, **dials: str) -> Program:
    """A bundled game with these dials."""
    return compiled(Setting(file, "", players, tuple(dials.items())))


def rulerun(*words: str) -> Result:
    """What a command prints."""
    return CliRunner().invoke(root, list(words))


def written(text: str, players: int = 2) -> Program:
    """A ruleset written here."""
    found = compile_ruleset(Source("small.yaml", text), "", players, {})
    assert found.program is not None, found.diagnostics
    return found.program


def everything(_: tuple[int, ...]) -> None:
    """Looks at a position, and minds nothing."""


# ---------------------------------------------------------------------------------------------------------- connect four

CONNECT_FOUR = [1, 7, 49, 238, 1_120, 4_263, 16_422, 54_859, 184_275, 558_186]
"""https://oeis.org/A212693: distinct positions after so many moves."""


COMPILED = pytest.mark.skipif(not COMPILES, reason="so many positions take minutes where no code can be compiled")


@pytest.mark.parametrize("depth", [*some(6, slow=(7,)), pytest.param(9, marks=[pytest.mark.slow, COMPILED])])
def test_connect_four_has_its_positions(depth: int) -> None:
    found = count.positions(game("connect_four", 2), depth)
    assert list(found.by_depth) == CONNECT_FOUR[: depth + 1]


# ------------------------------------------------------------------------------------------------------------- goofspiel


@pytest.mark.parametrize("cards", [2, 3, 4])
@pytest.mark.parametrize("prizes", ["descending", "ascending"])
def test_goofspiel_with_fixed_prizes_has_its_games(cards: int, prizes: str) -> None:
    found = count.histories(game("goofspiel", 2, cards=str(cards), prizes=prizes), 2 * cards, most=1_000_000)
    assert found.by_depth[-1] == found.ended[-1] == factorial(cards) ** 2
    assert sum(found.ended) == found.ended[-1]


def test_goofspiel_with_shuffled_prizes_has_them_in_every_order() -> None:
    ended = count.histories(game("goofspiel", 2, cards="3"), 9, most=1_000_000).ended
    assert sum(ended) == ended[-1] == factorial(3) ** 3


def test_goofspiel_of_three_has_its_games() -> None:
    ended = count.histories(game("goofspiel", 3, cards="3", prizes="ascending"), 9, most=1_000_000).ended
    assert sum(ended) == factorial(3) ** 3


# ---------------------------------------------------------------------------------------------------------- breakthrough


def histories(program: Program, depth: int) -> list[int]:
    """How many histories there are of each length; at the last one options are counted, and not followed."""
    explorer = Explorer(program, timeless=True)
    ways = {explorer.start(): 1}
    found = [1]
    for level in range(1, depth + 1):
        after: dict[tuple[int, ...], int] = {}
        total = 0
        for vector, times in ways.items():
            branches = explorer.branches(vector)
            assert branches is not None
            total += times * len(branches.options)
            if level < depth:
                for each in branches.vectors:
                    after[each] = after.get(each, 0) + times
        found.append(total)
        ways = after
    return found


@pytest.mark.parametrize("depth", some(3, slow=(4,)))
def test_breakthrough_has_its_histories(depth: int) -> None:
    assert histories(game("breakthrough", 2), depth) == [1, 22, 484, 11_132, 256_036][: depth + 1]


@pytest.mark.parametrize("depth", [*some(4, slow=(6,)), pytest.param(7, marks=[pytest.mark.slow, COMPILED])])
def test_reversi_has_its_histories(depth: int) -> None:
    assert histories(game("reversi", 2), depth) == [1, 4, 12, 56, 244, 1_396, 8_200, 55_092][: depth + 1]


# ------------------------------------------------------------------------------------------------------------------- hex


@pytest.mark.parametrize("side", [3, *some(5, slow=(7,)), pytest.param(11, marks=[pytest.mark.slow, COMPILED])])
def test_hex_has_its_first_histories(side: int) -> None:
    spaces = side * side  # Blue may swap instead of taking another space; behind a swap one stone lies there, else two
    assert histories(game("hex", 2, side=str(side)), 3) == [1, spaces, spaces**2, spaces * (spaces - 1) ** 2]


@pytest.mark.slow
def test_hex_always_has_a_winner() -> None:
    program = game("hex", 2, side="2")
    assert solve(game_of(program), 10_000).worth == (-1, 1)  # with the swap the second player wins
    assert solve(game_of(game("hex", 2, side="3", swapping="no")), 100_000).worth == (1, -1)


# ------------------------------------------------------------------------------------------------------------------- pig


def pig_by_hand(target: int) -> float:
    """How likely the first of two wins who both play as well as can be.

    T. W. Neller and C. G. M. Presser, "Optimal play of the dice game Pig", 2004: with i points, the other's j and a pot of k,
    the better of holding and rolling; the turn of each pair of scores is solved for the start of both players' turns.
    """
    start: dict[tuple[int, int], float] = {}

    def turn(i: int, j: int, missed: float) -> float:
        """The chance with no pot, when to begin again behind the other's turn leaves *missed*."""
        best = [1.0] * (target - i + 6)
        for pot in range(target - i - 1, -1, -1):
            rolled = (missed + sum(best[pot + 2 : pot + 7])) / 6
            held = 1 - start[j, i + pot] if pot else 0.0
            best[pot] = max(rolled, held)
        return best[0]

    for total in range(2 * target - 2, -1, -1):
        for i in range(max(0, total - target + 1), min(target - 1, total // 2) + 1):
            j = total - i
            mine = theirs = 0.5
            while True:
                before = mine, theirs
                mine = turn(i, j, 1 - theirs)
                theirs = turn(j, i, 1 - mine)
                if max(abs(mine - before[0]), abs(theirs - before[1])) < 1e-13:
                    break
            start[i, j], start[j, i] = mine, theirs
    return start[0, 0]


@pytest.mark.parametrize("target", [2, 6, 7, 13])
def test_pig_to_a_few_points_is_worth_what_the_equations_say(target: int) -> None:
    found = solve(game_of(game("pig", 2, target=str(target))), 10_000)
    assert found.cyclic
    assert (1 + float(found.worth[0])) / 2 == pytest.approx(pig_by_hand(target), abs=1e-9)
    assert [choice.text for choice in found.choices] == ["roll"]


@pytest.mark.slow
@COMPILED
def test_pig_to_100_is_worth_what_is_known() -> None:
    assert pig_by_hand(100) == pytest.approx(0.530593, abs=5e-7)
    found = solve(game_of(game("pig", 2)), 2_000_000)
    assert (1 + float(found.worth[0])) / 2 == pytest.approx(0.530593, abs=5e-7)


class HoldingAt(Explorer):
    """Pig as it goes when everybody rolls until the pot holds so many points."""

    def __init__(self, program: Program, enough: int) -> None:
        """Hold at *enough*."""
        super().__init__(program, timeless=True)
        self.enough = enough
        # the slot of the pot is found by what a 2 and a 6 do
        rolling = super().branches(self.start())
        assert rolling is not None
        thrown = super().branches(rolling.vectors[0])
        assert thrown is not None
        two, six = thrown.vectors[1], thrown.vectors[5]
        (self.pot,) = [at for at, (small, great) in enumerate(zip(two, six, strict=True)) if (small, great) == (2, 6)]

    def following_each(self, packed: Sequence[bytes]) -> Iterator[Following | None]:
        """The one option that is taken, or all that chance has."""
        return map(self.taken, packed, super().following_each(packed))

    def taken(self, packed: bytes, found: Following | None) -> Following | None:
        """What is done in a position, with what could be."""
        if found is None or found.actor == NATURE:
            return found
        slots = self.unpack(packed)
        asked = self.branches(slots)
        assert asked is not None
        wanted = "hold" if slots[self.pot] >= self.enough else "roll"
        (at,) = [number for number, option in enumerate(asked.options) if option.name == wanted]
        return Following(found.actor, (found.weights[at],), (found.packed[at],))


def holding(target: int, enough: int) -> float:
    """How likely the first of two wins who both hold at so many."""
    program = game("pig", 2, target=str(target))
    graph = explore(HoldingAt(program, enough), 2_000_000, everything)
    worth = evaluate(graph, lambda node: outcome(game_of(program), graph.state(node)).payoff, program.players).worth(0)
    return (1 + float(worth[0])) / 2


def holding_by_hand(target: int, enough: int) -> float:
    """The same from what a turn can bring, and how likely."""
    won: dict[tuple[int, int], float] = {}

    def brings(i: int) -> dict[int, float]:
        gains = {0: 0.0}
        pots = {0: 1.0}
        while pots:
            following: dict[int, float] = {}
            for pot, chance in pots.items():
                gains[0] += chance / 6
                for die in range(2, 7):
                    into = gains if pot + die >= enough or i + pot + die >= target else following
                    into[pot + die] = into.get(pot + die, 0.0) + chance / 6
            pots = following
        return gains

    turns = [brings(i) for i in range(target)]
    for i in range(target - 1, -1, -1):
        for j in range(target - 1, -1, -1):
            # the chances of i against j and of j against i, where both turns may bring nothing
            won.setdefault((j, i), 0.0)
            ahead = [
                sum(c * (1.0 if a + gain >= target else 1 - won.get((b, a + gain), 0.0)) for gain, c in turns[a].items() if gain)
                for a, b in ((i, j), (j, i))
            ]
            miss_i, miss_j = turns[i][0], turns[j][0]
            if i == j:
                won[i, i] = (ahead[0] + miss_i) / (1 + miss_i)
            elif i > j:
                continue
            else:
                won[i, j] = (ahead[0] + miss_i * (1 - ahead[1] - miss_j)) / (1 - miss_i * miss_j)
                won[j, i] = ahead[1] + miss_j * (1 - won[i, j])
    return won[0, 0]


@pytest.mark.slow
def test_holding_at_a_few_is_worth_what_a_turn_brings() -> None:
    assert holding(15, 6) == pytest.approx(holding_by_hand(15, 6), abs=1e-9)


@pytest.mark.slow
def test_holding_at_20_is_worth_what_is_known() -> None:
    assert holding_by_hand(100, 20) == pytest.approx(0.534698, abs=5e-7)
    assert holding(100, 20) == pytest.approx(0.534698, abs=5e-7)


# --------------------------------------------------------------------------------------------------- chutes and ladders


def mean_decisions(program: Program) -> Fraction:
    """How many decisions a game of chance alone takes in the mean, exactly, from its chance tree."""
    graph = explore(Explorer(program, timeless=True), 1_000, everything)
    many = len(graph.packed)
    rows = []
    for node in range(many):
        row = [Fraction(0)] * (many + 1)
        row[node] += 1
        if graph.actors[node] != OVER:
            assert graph.actors[node] == NATURE
            weights = graph.weights[graph.firsts[node] : graph.firsts[node + 1]]
            for target, weight in zip(graph.after(node), weights, strict=True):
                row[target] -= Fraction(weight, sum(weights))
            row[many] = Fraction(1)
        rows.append(row)
    for at in reversed(range(many)):
        pivot = next(number for number in range(at, -1, -1) if rows[number][at])
        rows[at], rows[pivot] = rows[pivot], rows[at]
        for number in range(at):
            factor = rows[number][at] / rows[at][at]
            if factor:
                rows[number] = [mine - factor * theirs for mine, theirs in zip(rows[number], rows[at], strict=True)]
    return rows[0][many] / rows[0][0]


def test_chutes_and_ladders_takes_its_rolls() -> None:
    assert float(mean_decisions(game("chutes_and_ladders", 1))) == pytest.approx(39.2251, abs=5e-5)


def test_chutes_and_ladders_is_shorter_when_a_roll_too_high_wins() -> None:
    rolls = {rule: mean_decisions(game("chutes_and_ladders", 1, overshoot=rule)) for rule in ("stay", "bounce", "win")}
    assert rolls["win"] < min(rolls["stay"], rolls["bounce"])


def test_who_rolls_first_is_ahead() -> None:
    program = game("chutes_and_ladders", 2, overshoot="win")
    pawn = slot(program, "pawn", 0)
    explorer = Explorer(program, timeless=True)
    first = explorer.branches(explorer.start())
    assert first is not None
    assert [vector[pawn] for vector in first.vectors] == [38, 2, 3, 14, 5, 6]


# ---------------------------------------------------------------------------------------------------------------- counting


def test_the_command_counts_distinct_positions() -> None:
    found = json.loads(rulerun("count", "tic_tac_toe", "--depth", "9", "--distinct", "--json").output)
    assert sum(found["distinct"]) == 5_478
    assert sum(found["ended"]) == 958
    said = rulerun("count", "tic_tac_toe", "--depth", "2", "--distinct").output.split()
    assert said == ["depth", "positions", "ended", "0", "1", "0", "1", "9", "0", "2", "72", "0"]


@pytest.mark.slow
def test_fewer_positions_than_histories() -> None:
    program = game("breakthrough", 2, side="4")
    by_history = count.histories(program, 4, most=100_000).by_depth
    by_position = count.positions(program, 4).by_depth
    assert by_position[:2] == by_history[:2]
    assert all(fewer <= more for fewer, more in zip(by_position, by_history, strict=True))
    assert by_position[3] < by_history[3]


def test_too_many_positions_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(count, "FRONTIER", 100_000)
    told = rulerun("count", "connect_four", "--depth", "6", "--distinct")
    assert told.exit_code == 1
    assert "at depth 4 there are more than" in told.output
    assert "up to `--depth 3` there are 295" in told.output


# ----------------------------------------------------------------------------------------------------------------- solving


def test_tic_tac_toe_is_a_draw() -> None:
    found = solve(game_of(game("tic_tac_toe", 2)), 10_000)
    assert found.worth == (0, 0)
    assert (found.exact, found.cyclic, found.limited, found.positions) == (True, False, False, 5_478)
    assert all(choice.best for choice in found.choices)
    said = json.loads(rulerun("solve", "tic_tac_toe", "--json").output)
    assert said["value"] == {"X": 0, "O": 0}
    assert said["first"] == "X"
    assert len(said["choices"]) == 9


DIE_OR_COIN = """
ruleset: small
players: {players}
scores:
  coins: {{per: player}}
phases:
  game:
    - for each player p:
        - p chooses one:
            - take:
                - coins[p] += 2
            - roll:
                - random die from 1..3 weighing die
                - coins[p] += die
                - for each player q where q != p:
                    - coins[q] -= 1
outcome:
  ranking (player p):
    - highest coins[p]
  payoff (player p): coins[p]
"""


def test_several_players_play_for_the_most_of_their_own() -> None:
    found = solve(game_of(written(DIE_OR_COIN.format(players=3), 3)), 10_000)
    # by rolling a player expects 7/3, which is more than 2, and takes one from each of the others
    assert found.worth == (Fraction(1, 3), Fraction(1, 3), Fraction(1, 3))
    assert found.exact
    assert [(choice.text, choice.worth[0], choice.best) for choice in found.choices] == [
        ("take", 0, False),
        ("roll", Fraction(1, 3), True),
    ]


TOSSED = """
ruleset: small
players: 2
variables:
  winner: {holds: player}
phases:
  game:
    - random p from players weighing player_number(p)
    - p chooses one:
        - take:
            - winner = p
        - give:
            - winner = next(p)
outcome:
  winners: player p where p != winner
"""


def test_a_game_that_chance_begins_has_no_first_choice() -> None:
    found = solve(game_of(written(TOSSED)), 100)
    assert found.actor is None
    assert found.choices == ()
    # who is asked wins, and that is Ben twice as often
    assert found.worth == (Fraction(-1, 3), Fraction(1, 3))


ROUND = """
ruleset: small
players: 2
variables:
  spot: {holds: 0..3}
phases:
  game:
    - repeat until spot = 3:
        - for each player p where spot != 3:
            - p chooses one:
                - on:
                    - spot = min(3, spot + 1)
                - back:
                    - spot = max(0, spot - 1)
                - win:
                    - only if p is Ben and spot = 2
                    - spot = 3
outcome:
  winners: player p where spot = 3 and p is Ben
longest: {decisions: 100, then: draw}
"""


def test_play_that_never_ends_is_worth_nothing() -> None:
    found = solve(game_of(written(ROUND)), 100)
    # whoever goes on lets Ben win, so Anne keeps going back
    assert found.worth == (0, 0)
    assert (found.exact, found.cyclic, found.limited) == (True, True, True)
    assert {choice.text: choice.best for choice in found.choices}["back"]


SHORT = """
ruleset: small
players: 2
variables:
  spot: {holds: 0..9}
phases:
  game:
    - repeat 5 times:
        - for each player p:
            - p chooses step from 0..1
            - spot = min(9, spot + step)
outcome:
  winners: player p where spot = 9 and p is Anne
longest: {decisions: 4, then: draw}
"""


def test_the_end_after_so_many_decisions_counts_where_play_leads_there() -> None:
    found = solve(game_of(written(SHORT)), 1_000)
    assert (found.worth, found.exact, found.limited) == ((0, 0), True, False)


def test_what_does_not_settle_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulerun.solver.values.SWEEPS", 1)
    told = rulerun("solve", "pig", "--set", "target=5")
    assert told.exit_code == 1
    assert "what they are worth does not settle" in told.output


def test_the_command_says_what_is_left_out_of_account() -> None:
    said = rulerun("solve", "pig", "--set", "target=5").output
    assert "Anne begins, best with\n  roll\n" in said
    assert "the end after 15,000 decisions (`longest:`) is left out of account" in said


@pytest.mark.parametrize(
    ("file", "said"),
    [
        ("kuhn_poker", "cards lie face down in `stock` and in `hand`"),
        ("goofspiel", "several decide together"),
        ("change_horses", "several decide together"),
    ],
)
def test_games_with_secrets_are_not_searched(file: str, said: str) -> None:
    with pytest.raises(NotPerfect, match=said):
        solve(game_of(game(file, 2)), 100)


def test_histories_too_many_to_count_are_told() -> None:
    told = rulerun("count", "connect_four", "--depth", "8", "--positions", "500")
    assert told.exit_code == 1
    # 7 columns, which are not full before the seventh disc: 7^8 or nearly
    assert "`connect_four` is too large to count to depth 8: it takes more than 500 positions" in told.output
    assert "a sample puts the histories at about 6e+06 (take a smaller `--depth`, or" in told.output
    assert rulerun("count", "tic_tac_toe", "--depth", "9", "--positions", "500000").exit_code == 0


def test_a_game_too_large_is_told() -> None:
    with pytest.raises(TooLarge, match="more than 1,000 positions can come up; a sample puts the ways to play it at about"):
        solve(game_of(game("connect_four", 2)), 1_000)
    told = rulerun("solve", "connect_four", "--positions", "500")
    assert told.exit_code == 1
    assert "`connect_four` is too large to solve: more than 500 positions" in told.output


# ------------------------------------------------------------------------------------------- a table read by a known index

GRID = """
ruleset: small
players: 2
boards:
  field: {kind: grid, columns: 3, rows: 2}
variables:
  mark: {per: space of field, holds: 0..9}
phases:
  game:
    - for each c in 1..3:
        - mark[at(field, c, 2)] = c
    - Anne chooses cell from field where mark[cell] != 0
outcome:
  winners: players
"""


def test_a_table_is_read_right_when_one_index_of_two_is_known() -> None:
    program = written(GRID)
    asked = decision(game_of(program), initial(game_of(program)), 0)
    assert [option_text(game_of(program), asked, option) for option in asked.options] == ["cell a2", "cell b2", "cell c2"]
