"""Games of two with secrets, solved by OpenSpiel as games of its own."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from click.testing import CliRunner, Result

from rulerun.cli.main import root
from rulerun.dsl.text.source import Source
from rulerun.rl import Table, compiled
from rulerun.solver import Solution, TooLarge, Unsolved
from rulerun.solver.hidden_information import solve_hidden


def rulerun(*arguments: str) -> Result:
    """What the command prints."""
    return CliRunner().invoke(root, list(arguments))


def said(*arguments: str) -> dict[str, dict[str, float]]:
    """The object that `rulerun solve` prints."""
    told = rulerun("solve", *arguments, "--json")
    assert told.exit_code == 0, told.output
    return json.loads(told.output)


@pytest.fixture
def lp():
    """OpenSpiel's linear programs, without which nothing is solved here."""
    pytest.importorskip("pyspiel", reason="needs OpenSpiel: pip install 'rulerun[solve]'")
    pytest.importorskip("cvxpy", reason="needs CVXPY: pip install 'rulerun[solve]'")
    return pytest.importorskip("open_spiel.python.algorithms.sequence_form_lp")


def solved(text: str, variant: str = "", parameters: tuple[tuple[str, str], ...] = (), limit: int = 1_000) -> Solution:
    """The solution of a ruleset with secrets."""
    return solve_hidden(compiled(Table(Source("small.yaml", text), variant, None, parameters)), limit)


def test_kuhn_poker_is_worth_an_eighteenth_to_the_second(lp) -> None:
    found = said("kuhn_poker")
    assert found["value"]["Anne"] == pytest.approx(-1 / 18, abs=1e-12)
    assert found["value_text"]["Anne"] == "-0.055556 (about -1/18)"
    assert found["positions"] == 58
    chances = {plan["knowing"]: plan["mix"]["bet"] for plan in found["plans"]}
    bluff, strong = chances["hand[Anne]: jack"], chances["hand[Anne]: king"]
    # H. W. Kuhn, 1950: bets with a jack up to a third of the time, with a king three times as often
    assert strong == pytest.approx(3 * bluff, abs=1e-6)
    assert -1e-9 <= bluff <= 1 / 3 + 1e-9


@pytest.mark.slow
def test_nothing_but_the_answer_is_printed(lp) -> None:
    command = [sys.executable, "-c", "from rulerun.cli.main import main; main()", "solve", "kuhn_poker", "--json"]
    printed = subprocess.run(command, capture_output=True, check=True).stdout
    assert json.loads(printed)["information_sets"] == {"Anne": 6, "Ben": 6}


@pytest.mark.parametrize("sides", [pytest.param(sides, marks=pytest.mark.slow) for sides in (3, 4)])
def test_liars_dice_is_worth_what_openspiels_own_game_is(lp, sides: int) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    theirs = pyspiel.load_game(f"liars_dice(numdice=1,dice_sides={sides})")
    solver = pyspiel.CFRPlusSolver(theirs)
    for _ in range(300):
        solver.evaluate_and_update_policy()
    nearly = pyspiel.expected_returns(theirs.new_initial_state(), solver.average_policy(), -1, True)
    value = said("liars_dice", "--set", f"sides={sides}")["value"]["Anne"]
    # neither our game nor the linear program have a part in the one, only our game has in the other
    assert value == pytest.approx(nearly[0], abs=1e-3)
    spiel = pytest.importorskip("rulerun.solver.openspiel_types")
    assert value == pytest.approx(lp.solve_zero_sum_game(theirs, solver=spiel.Exactly())[0], abs=1e-9)


@pytest.mark.slow
def test_goofspiel_is_fair(lp) -> None:
    found = said("goofspiel", "--set", "cards=3", "--set", "prizes=descending")
    assert found["value"] == {"Anne": 0.0, "Ben": 0.0}
    assert found["plans"] == [{"seat": "Anne", "knowing": "", "mix": {"card 1": 0.0, "card 2": 0.0, "card 3": 1.0}}]


PENNIES = """\
ruleset: pennies
players: 2
parameters:
  stake: {default: 2, range: 1..9}
variables:
  coin: {per: player, holds: 0..2, seen by: owner}
functions:
  level: coin[Anne] = coin[Ben]
  pot: 1 if not level else stake if coin[Anne] = 1 else 1
phases:
  game:
    - together, each player me:
        - me chooses side from 1..2
        - coin[me] = side
outcome:
  winners: Anne if level else Ben
  payoff (player p): pot if (p is Anne) = level else -pot
variants:
  dear:
    parameters:
      stake: {default: 7, range: 1..9}
"""


@pytest.mark.parametrize(
    ("variant", "parameters", "stake"),
    [("", (), 2), ("", (("stake", "5"),), 5), ("dear", (), 7), ("dear", (("stake", "2"),), 2)],
)
def test_a_game_at_once_is_worth_what_its_table_is(lp, variant: str, parameters: tuple[tuple[str, str], ...], stake: int) -> None:
    # one row pays stake and -1, the other -1 and 1: the first is chosen 2 times of stake + 3
    found = solved(PENNIES, variant, parameters)
    assert found.worth == pytest.approx(((stake - 1) / (stake + 3), (1 - stake) / (stake + 3)), abs=1e-9)
    (plan,) = found.plans
    assert dict(plan.mix) == pytest.approx({"side 1": 2 / (stake + 3), "side 2": (stake + 1) / (stake + 3)}, abs=1e-9)


DRAWN = """\
ruleset: drawn
players: 2
variables:
  starter: {holds: player}
  coin: {holds: 0..2, seen by: nobody}
  shown: {holds: 0..2}
  guess: {holds: 0..2}
parameters:
  lit: {default: no}
  times: {default: 1, range: 1..999}
phases:
  game:
    - random starter from players
    - random coin from 1..2
    - if lit:
        - shown = coin
    - repeat times times:
        - starter chooses pick from 2..2
    - starter chooses pick from 1..2
    - guess = pick
outcome:
  winners: player p where p is Ben and (p is starter) = (guess = coin)
  payoff (player p): 0 if not (guess = coin) else 1 if p is starter else -1
"""


def test_who_begins_may_be_left_to_chance(lp) -> None:
    found = solved(DRAWN, "", (("lit", "yes"),))
    assert found.actor is None
    assert [(plan.seat, plan.knowing) for plan in found.plans] == [
        (seat, f"shown = {side}") for seat in (0, 1) for side in (1, 2)
    ]
    assert found.worth == (0, 0)
    assert found.positions == 1 + 2 + 4 + 4 + 8


ORDERED = """\
ruleset: ordered
players: 2
enumerations:
  way: [left, right]
decks:
  paths:
    cards: [{way: left, copies: 1}, {way: right, copies: 1}]
    starts in: pile
zones:
  pile: {of: paths, kind: pile, seen by: nobody}
  hand: {of: paths, per: player, seen by: owner}
variables:
  guess: {holds: 0..2}
phases:
  game:
    - deal 2 from pile to hand[Anne]
    - Anne chooses pick from 1..2
    - guess = pick
outcome:
  winners: Anne if guess = 1 else Ben
"""


def test_what_looks_the_same_is_told_apart_by_how_it_came_about(lp) -> None:
    found = solved(ORDERED)
    assert found.worth == (1, -1)
    left, right = (f"{way}: pile > hand[Anne]" for way in ("left", "right"))
    assert [plan.knowing.endswith(last) for plan, last in zip(found.plans, (right, left), strict=True)] == [True, True]
    assert all(dict(plan.mix) == {"pick 1": 1, "pick 2": 0} for plan in found.plans)


def test_a_game_too_long_is_told(lp) -> None:
    with pytest.raises(Unsolved, match="of at most 400 decisions"):
        solved(DRAWN, "", (("times", "500"),), 20_000)


def test_programs_too_large_are_told(lp, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulerun.solver.hidden_information.FACTORS", 1)
    with pytest.raises(TooLarge, match="more than 40 factors of a linear program can come up"):
        solved(DRAWN, "", (), 40)


def test_where_both_may_win_nothing_is_solved(lp) -> None:
    with pytest.raises(Unsolved, match="one loses what the other wins"):
        solved(PENNIES.replace("else -pot", "else 0"))


def test_a_game_with_secrets_too_large_is_told(lp) -> None:
    told = rulerun("solve", "liars_dice", "--set", "sides=3", "--positions", "1000")
    assert told.exit_code == 1
    assert "`liars_dice` is too large to solve: more than 1,000 histories can come up; a sample puts the ways" in told.output
    assert "`--positions N` allows more" in told.output


def test_games_with_secrets_of_more_than_two_are_left_to_others() -> None:
    told = rulerun("solve", "goofspiel", "--players", "3", "--set", "cards=2")
    assert told.exit_code == 1
    assert "only games of two are solved here" in told.output


def test_what_is_missing_to_solve_a_game_with_secrets_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cvxpy.reductions.solvers.conic_solvers.highs_conif", None)
    monkeypatch.delitem(sys.modules, "rulerun.solver.openspiel_types", raising=False)
    monkeypatch.delattr("rulerun.solver.openspiel_types", raising=False)
    told = rulerun("solve", "kuhn_poker")
    assert told.exit_code == 1
    assert "pip install 'rulerun[solve]'" in told.output
