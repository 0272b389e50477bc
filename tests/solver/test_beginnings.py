"""What is left of a game is solved and counted: behind answers, from an example, from a record, and behind chance."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulerun.cli.main import root
from rulerun.dsl.compile import compile_ruleset
from rulerun.dsl.text.source import Source
from rulerun.interpreter import State, actors, advance, decision, initial
from rulerun.program.ir import Program
from rulerun.solver import TooHeavy, explore, solve
from rulerun.solver.count import TooMany, histories, positions
from rulerun.solver.information import information_sets
from rulerun.solver.walk import walked

from ..support.battery import Setting, compiled, game_of


def rulerun(*words: str) -> Result:
    return CliRunner().invoke(root, list(words))


def said(*words: str) -> dict:
    """The object that a command prints."""
    told = rulerun(*words, "--json")
    assert told.exit_code == 0, told.output
    return json.loads(told.output)


def written(text: str) -> Program:
    found = compile_ruleset(Source("small.yaml", text))
    assert found.program is not None, found.diagnostics
    return found.program


def after(program: Program, *indices: int) -> tuple[int, ...]:
    """The slots behind these answers of whoever is asked first."""
    state = initial(game_of(program))
    for index in indices:
        state, _ = advance(game_of(program), state, actors(game_of(program), state)[0], index)
    return state.slots


def minimax(program: Program, state: State) -> int:
    """What a position is worth to the first of two players, in a game without chance; looked at way by way."""
    from rulerun.interpreter import outcome

    asked = actors(game_of(program), state)
    if not asked:
        return int(outcome(game_of(program), state).payoff[0])
    options = decision(game_of(program), state, asked[0]).options
    worths = [minimax(program, advance(game_of(program), state, asked[0], index)[0]) for index in range(len(options))]
    return max(worths) if asked[0] == program.players[0] else min(worths)


def test_what_is_left_is_worth_what_going_through_it_gives() -> None:
    program = compiled(Setting("tic_tac_toe", "", 2))
    for line in ((0, 0, 0, 0), (4, 0, 0, 1), (1, 3, 2, 0)):
        slots = after(program, *line)
        assert solve(game_of(program), 10_000, slots).worth[0] == minimax(program, State(slots, None))


def test_an_answer_is_named_as_at_the_table() -> None:
    found = said("solve", "tic_tac_toe", "--after", "cell a1", "--after", "O: cell b1")
    assert found["after"] == ["X: cell a1", "O: cell b1"]
    assert found["first"] == "X"
    assert found["value"] == {"X": 1, "O": -1}
    assert [each["choice"] for each in found["choices"] if each["best"]] == ["cell a2", "cell b2", "cell a3"]


@pytest.mark.parametrize(
    ("answers", "message"),
    [
        (["cell z9"], "`--after cell z9`: X is not offered `cell z9` there; there is `cell a1`"),
        (["O: cell a1"], "`--after O: cell a1`: O is not asked there; X is"),
        (["a1", "a2", "b1", "b2", "c1", "c2"], "`--after c2`: the match is over before it"),
    ],
)
def test_an_answer_that_is_not_on_offer_is_told(answers: list[str], message: str) -> None:
    told = rulerun("solve", "tic_tac_toe", *(word for answer in answers for word in ("--after", answer)))
    assert told.exit_code == 2
    assert message in told.output


def test_it_is_counted_from_there_however_it_is_counted() -> None:
    program = compiled(Setting("tic_tac_toe", "", 2))
    slots = after(program, 4)
    found = histories(program, 3, 10_000, 0, slots)
    assert found.by_depth == (1, 8, 56, 336)
    from rulerun.interpreter.core.policy import Policy
    from rulerun.simulation.engine import prepare_plain

    assert walked(prepare_plain(program, Policy.FLAT), 3, 10_000, origin=slots) == found
    assert positions(program, 3, 0, slots).by_depth == (1, 8, 56, 168)


def test_moves_are_counted_from_there_on() -> None:
    assert said("count", "breakthrough", "--depth", "2", "--per", "turn", "--after", "a2 a3")["by_depth"] == [1, 22, 506]


def test_a_record_is_solved_where_it_stood(tmp_path: Path) -> None:
    record = tmp_path / "match.rulerun"
    assert rulerun("play", "tic_tac_toe", "--bots", "--seed", "3", "--record", str(record)).exit_code == 0
    found = said("solve", "tic_tac_toe", "--from", str(record), "--decision", "4")
    assert len(found["after"]) == 4
    choices = [word for answer in found["after"] for word in ("--after", answer)]
    again = said("solve", "tic_tac_toe", *choices)
    assert {**again, "from": str(record)} == found
    far = rulerun("solve", "tic_tac_toe", "--from", str(record), "--decision", "40")
    assert far.exit_code == 2
    assert "decisions, not 40" in far.output
    assert "`--decision` says how far a record goes" in rulerun("solve", "tic_tac_toe", "--decision", "4").output
    assert "leave out `--players`" in rulerun("solve", "tic_tac_toe", "--from", str(record), "--players", "2").output
    broken = tmp_path / "broken.rulerun"
    broken.write_text("nothing\n")
    assert rulerun("solve", "tic_tac_toe", "--from", str(broken)).exit_code == 1


def test_an_example_is_solved_where_it_begins() -> None:
    found = said("solve", "pig", "--from", "whoever reaches the target has won")
    assert found["first"] == "Anne"
    assert found["value"]["Anne"] == pytest.approx(0.556809, abs=1e-6)
    assert "did you mean" in rulerun("solve", "pig", "--from", "whoever reaches the target has one").output


def test_a_game_with_secrets_is_solved_as_a_whole() -> None:
    told = rulerun("solve", "kuhn_poker", "--after", "king")
    assert told.exit_code == 1
    assert "solved only as a whole, without `--from` and `--after`" in told.output


DICE = """
ruleset: dice
players: 1
scores:
  points: {per: player, holds: 0..20}
variables:
  eyes: {holds: 0..12}
phases:
  game:
    - do throw
    - for each player me:
        - me chooses one:
            - keep:
                - points[me] = eyes
            - swap:
                - points[me] = 7
  throw:
    - roll 1 die as red
    - roll 1 die as blue
    - eyes = red + blue
outcome:
  winners: players
  payoff (player p): points[p]
longest: {decisions: 1000, then: draw}
"""


def test_behind_chance_each_position_has_its_own_plan() -> None:
    found = solve(game_of(written(DICE)), 1_000)
    assert found.actor is None
    assert sum(each.probability for each in found.openings) == 1
    assert sum(each.probability * Fraction(each.worth[0]) for each in found.openings) == found.worth[0]
    plan = {each.worth[0]: each for each in found.openings if each.worth[0] > 7}
    assert [(eyes, plan[eyes].ways) for eyes in sorted(plan)] == [(8, 5), (9, 4), (10, 3), (11, 2), (12, 1)]
    assert [plan[eyes].probability for eyes in (8, 12)] == [Fraction(5, 36), Fraction(1, 36)]
    assert [choice.text for choice in plan[8].choices if choice.best] == ["keep"]
    (even,) = [each for each in found.openings if all(choice.best for choice in each.choices)]
    assert (even.chance, even.ways) == (("red 1", "blue 6"), 6)


def test_chance_that_leads_back_to_itself_has_no_plan() -> None:
    text = DICE.replace("- roll 1 die as red", "- repeat until eyes = 6:\n        - roll 1 die as eyes").replace(
        "    - roll 1 die as blue\n    - eyes = red + blue\n", ""
    )
    assert solve(game_of(written(text)), 1_000).openings == ()


def test_what_chance_gives_first_is_printed_with_what_is_best_then() -> None:
    told = rulerun("solve", "pig", "--set", "target=10", "--after", "roll")
    assert "chance chooses; then best with\n  face 1  16.67%  Ben: roll" in told.output


def test_a_limit_of_memory_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    program = compiled(Setting("tic_tac_toe", "", 2))
    monkeypatch.setattr(explore, "MEMORY", 100_000)
    with pytest.raises(TooHeavy, match="take over 0 GB of memory"):
        solve(game_of(program), 10_000)
    told = rulerun("solve", "tic_tac_toe")
    assert told.exit_code == 1
    assert "`--from` and `--after` begin later in the game" in told.output


def test_information_sets_are_what_a_seat_can_tell_apart() -> None:
    found = information_sets(game_of(compiled(Setting("kuhn_poker", "", 2))), 6, 1_000)
    assert found.in_all == (6, 6)  # three cards, each with two situations
    assert found.histories == histories(compiled(Setting("kuhn_poker", "", 2)), 6, 1_000)
    assert found.by_depth == ((0, 0), (0, 0), (3, 0), (0, 6), (3, 0), (0, 0), (0, 0))


def test_where_all_is_seen_each_history_is_an_information_set() -> None:
    found = information_sets(game_of(compiled(Setting("tic_tac_toe", "", 2))), 3, 1_000)
    assert found.by_depth == ((1, 0), (0, 9), (72, 0), (0, 504))


def test_information_sets_have_a_limit() -> None:
    with pytest.raises(TooMany, match="more than 100 histories"):
        information_sets(game_of(compiled(Setting("tic_tac_toe", "", 2))), 5, 100)
    told = rulerun("count", "tic_tac_toe", "--depth", "5", "--information-sets", "--positions", "100")
    assert told.exit_code == 1
    assert "allow more with `--positions N`" in told.output


def test_information_sets_are_counted_by_seat_in_the_commands() -> None:
    found = said("count", "kuhn_poker", "--depth", "4", "--information-sets")
    assert found["information_sets"]["Anne"] == [0, 0, 3, 0, 3]
    assert found["information_sets_in_all"] == {"Anne": 6, "Ben": 6}
    assert "in all                18     6    6" in rulerun("count", "kuhn_poker", "--depth", "4", "--information-sets").output
    assert rulerun("count", "kuhn_poker", "--depth", "4", "--information-sets", "--quick").exit_code == 2


def test_the_first_to_answer_of_several_is_asked_first() -> None:
    found = information_sets(game_of(compiled(Setting("goofspiel", "", 2, (("cards", "3"), ("prizes", "descending"))))), 4, 1_000)
    assert found.by_depth[0] == (1, 0)
    assert found.by_depth[1] == (0, 1)  # the second knows nothing of what the first has chosen
