"""What environments are made of, without any of them: bounds, codes, numbers, information states."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys

import pytest
from _pytest.mark.structures import ParameterSet
from attrs import evolve

from rulerun.dsl.text.source import Source
from rulerun.interpreter import NATURE, option_text
from rulerun.program.ir import WHERE
from rulerun.rl import LearningGame, Position, Table, action_table, beginning, chance_table, compiled, lint, table
from rulerun.rl.bounds import payoffs
from rulerun.rl.game import Value, source_of
from rulerun.rl.history_features import recall_pieces, recalled
from rulerun.rl.rewards import bounds, usual
from rulerun.rl.view_features import numbers

from ..support.battery import FILES, Choose, Setting, drawn, extremes, game_of, settings, source
from ..support.environments import OFTEN

SLOW = pytest.mark.slow
QUICK = ("kuhn_poker", "goofspiel")

SEALED = Source(
    "sealed.yaml",
    """\
ruleset: sealed
players: 2
variables:
  bid: {per: player, holds: 0..2, seen by: owner}
  shown: {per: player, holds: 0..2}
phases:
  game:
    - together, each player me:
        - me chooses amount from 1..2
        - bid[me] = amount
    - for each player p:
        - shown[p] = bid[p]
outcome:
  winners: players p where every player q where q != p has shown[p] > shown[q]
""",
)


def game(setting: Setting) -> LearningGame:
    """The game of a bundled ruleset."""
    return compiled(Table(source(setting.file), setting.variant, setting.players, setting.parameters))


def trials(*quick: str) -> list[ParameterSet]:
    """The games for the fewest and for most players, only the smallest of these rulesets where time is short."""
    first = [min((each for each in settings() if each.file == file), key=lambda each: each.players) for file in quick]
    return [
        pytest.param(each, id=each.name, marks=() if each in first else SLOW)
        for each in dict.fromkeys((*first, *extremes()))
        if not each.parameters
    ]


def walked(start: Position, choose: Choose, most: int = 100_000) -> list[Position]:
    """Positions of a match in which the first who is asked answers at random."""
    found = [start]
    while not found[-1].is_over and len(found) <= most:
        at = found[-1]
        actor = at.actors[0]
        found.append(at.after(actor, choose(len(at.decision(actor).options))))
    return found


@pytest.mark.parametrize("setting", trials("kuhn_poker", "liars_dice", "why_first"))
def test_what_is_said_before_a_match_holds_for_it(setting: Setting) -> None:
    it = game(setting)
    path = walked(beginning(it), drawn(1))
    asked = [position.actor for position in path[1:]]
    assert len([actor for actor in asked if actor != NATURE]) <= it.answers
    assert len([actor for actor in asked if actor == NATURE]) <= it.draws
    low, high = bounds(it.program, usual(it.program))
    assert all(low <= pay <= high for pay in path[-1].payoff())
    assert low < high


@pytest.mark.parametrize("setting", trials("kuhn_poker", "liars_dice", "why_first"))
def test_every_code_means_what_is_chosen(setting: Setting) -> None:
    it = game(setting)
    for position in walked(beginning(it), drawn(2), 60):
        for actor in position.actors:
            known = it.outcomes if actor == NATURE else it.actions
            asked = position.decision(actor)
            codes = [position.code(actor, option) for option in asked.options]
            assert len(codes) == len(dict.fromkeys(codes))
            for code, option in zip(codes, asked.options, strict=True):
                assert known[code].text == option_text(game_of(it.program), asked, option)


@pytest.mark.parametrize("setting", trials("kuhn_poker", "liars_dice", "why_first"))
def test_a_view_is_always_as_many_numbers_between_0_and_1(setting: Setting) -> None:
    it = game(setting)
    layout = [(piece.name, piece.size) for piece in it.pieces]
    for position in walked(beginning(it), drawn(3), 40)[::5]:
        for seat in it.program.players:
            found = list(numbers(it.layout, position.view(seat)))
            assert [(name, len(values)) for name, values in found] == layout
            assert all(0 <= value <= 1 for _, values in found for value in values)
            past = list(recalled(position, seat))
            assert [(name, len(values)) for name, values in past] == [(each.name, each.size) for each in recall_pieces(it)]
            assert all(0 <= value <= 1 for _, values in past for value in values)


def test_the_tables_list_every_code_once() -> None:
    program = compiled(table("kuhn_poker")).program
    assert [action.text for action in action_table(program)] == ["check", "bet", "fold", "call"]
    assert [action.text for action in chance_table(program)] == ["jack", "queen", "king"]
    assert [action.code for action in action_table(program)] == list(range(program.codes))


def test_a_position_is_written_as_what_led_there_and_read_back() -> None:
    path = walked(beginning(compiled(table("why_first", players=3))), drawn(4), 40)
    for position in path[::13]:
        again = pickle.loads(pickle.dumps(position))
        assert again.state == position.state
        assert [again.information(seat) for seat in range(3)] == [position.information(seat) for seat in range(3)]
    assert copy.deepcopy(path[-1]) is path[-1]
    assert copy.copy(path[-1]) is path[-1]


def test_a_match_is_cut_short_where_one_asks_for_it() -> None:
    path = walked(beginning(compiled(table("tic_tac_toe", longest=4))), drawn(5))
    assert len(path) == 5
    assert path[-1].is_cut
    assert path[-1].payoff() == (0, 0)


def test_what_is_wrong_with_a_ruleset_is_said() -> None:
    with pytest.raises(ValueError, match="there is no file"):
        table("no_such_ruleset")
    with pytest.raises(ValueError, match="2 players, found 7"):
        compiled(table("kuhn_poker", players=7))
    with pytest.raises(ValueError, match="has no action 3 here"):
        beginning(compiled(table("tic_tac_toe"))).after_code(0, 1).after_code(1, 3).after_code(0, 3)


def test_only_a_block_in_which_each_decides_once_is_at_once() -> None:
    assert len(compiled(Table(SEALED)).at_once) == 1
    assert compiled(Table(OFTEN)).at_once == ()


# ---------------------------------------------------------------------------------------------------- information states


def information_states(start: Position, depth: int) -> tuple[int, ...]:
    """For each player, the number of information states in which it decides, within *depth* decisions of a position.

    Seats that decide at the same time are asked one after the other, the lowest first.
    """
    players = start.game.program.players
    found: list[dict[str, None]] = [{} for _ in players]
    stack = [start]
    while stack:
        at = stack.pop()
        for seat in at.actors[:1]:
            if seat != NATURE:
                found[players.index(seat)][at.information(seat)] = None
        if at.moves - start.moves < depth and not at.is_over:
            actor = at.actors[0]
            stack += [at.after(actor, index) for index in range(len(at.decision(actor).options))]
    return tuple(len(each) for each in found)


def test_kuhn_poker_has_twelve_information_states_and_they_are_right() -> None:
    start = beginning(compiled(table("kuhn_poker")))
    assert information_states(start, 10) == (6, 6)
    assert lint(start, 10) == ()


@pytest.mark.parametrize("text", [SEALED, OFTEN], ids=lambda each: each.name)
def test_who_decides_together_learns_nothing_of_the_others(text: Source) -> None:
    start = beginning(compiled(Table(text)))
    assert lint(start, 12) == ()


def test_a_sealed_bid_is_made_in_one_information_state() -> None:
    assert information_states(beginning(compiled(Table(SEALED))), 10) == (1, 1)


def test_tic_tac_toe_tells_everything() -> None:
    start = beginning(compiled(table("tic_tac_toe")))
    assert lint(start, 3) == ()
    assert information_states(start, 2) == (1 + 9 * 8, 9)


SMALL = [
    pytest.param("goofspiel", 2, {"cards": 3}, marks=SLOW),
    ("goofspiel", 2, {"cards": 3, "prizes": "descending"}),
    ("goofspiel", 3, {"cards": 2}),
    ("liars_dice", 2, {"sides": 3}),
    pytest.param("liars_dice", 2, {"sides": 2, "dice": 2}, marks=SLOW),
    pytest.param("liars_dice", 3, {"sides": 2}, marks=SLOW),
]
"""Games whose whole trees are small, by their dials."""


@pytest.mark.parametrize(("file", "players", "dials"), SMALL)
def test_information_states_are_right_in_the_whole_tree(file: str, players: int, dials: dict[str, Value]) -> None:
    start = beginning(compiled(table(file, players=players, parameters=dials)))
    assert lint(start, 1_000) == ()


@pytest.mark.parametrize("file", [pytest.param(file, marks=() if file in QUICK else SLOW) for file in FILES])
def test_information_states_are_right_below_the_middle_of_a_match(file: str) -> None:
    path = walked(beginning(compiled(Table(source(file), players=_fewest(file)))), drawn(6), 40)
    start = path[len(path) // 2]
    depth = 1
    while depth < 4 and _width(start, depth + 1) < 150:
        depth += 1
    assert lint(start, depth) == ()


def _fewest(file: str) -> int:
    return min(each.players for each in settings() if each.file == file and each.players > 1)


def _width(start: Position, depth: int) -> int:
    """How many histories of that many decisions there are below, looked at no further than is needed."""
    level = [start]
    for _ in range(depth - 1):
        level = [at.after(at.actors[0], index) for at in level for index in range(_ways(at))]
        if len(level) > 150:
            return len(level)
    return sum(_ways(at) for at in level)


def _ways(at: Position) -> int:
    """How many options the first who is asked has there."""
    return 0 if at.is_over else len(at.decision(at.actors[0]).options)


def test_the_lint_finds_what_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Position, "information", lambda position, seat: f"{seat} {position.moves}")
    found = lint(beginning(compiled(table("kuhn_poker"))), 10)
    assert any("has seen or heard something else" in clash.words for clash in found)


def test_the_lint_finds_what_leaks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Position, "information", lambda position, seat: f"{seat} {position.choices}")
    found = lint(beginning(compiled(table("kuhn_poker"))), 10)
    assert found
    assert all("cannot tell these apart" in clash.words for clash in found)
    assert found[0].one != found[0].other


def test_a_changed_vector_that_a_seat_cannot_see_changes_nothing_for_it() -> None:
    at = beginning(compiled(Table(OFTEN))).after(NATURE, 0)
    place = next(each for each in at.game.program.places if each.name.plain == "drawn")
    slots = _with(at.state.slots, place.base, 3)
    other = Position(at.game, evolve(at.bare, slots=slots), at.parent, (NATURE, 0))
    other._state, other._events = evolve(at.state, slots=slots), at.events
    assert at.state.slots[WHERE] == other.state.slots[WHERE]
    assert at.state != other.state
    assert [at.information(seat) for seat in (0, 1)] == [other.information(seat) for seat in (0, 1)]


def _with(slots: tuple[int, ...], slot: int, value: int) -> tuple[int, ...]:
    return (*slots[:slot], value, *slots[slot + 1 :])


ALONE = """\
import sys, rulerun.rl
print([name for name in sys.modules if name in ("numpy", "pyspiel", "pettingzoo", "gymnasium")])
sys.modules["pyspiel"] = sys.modules["pettingzoo"] = None
for module in ("openspiel", "pettingzoo"):
    try:
        __import__("rulerun.rl." + module)
    except ImportError as error:
        print(error)
"""


@pytest.mark.slow
def test_the_core_needs_no_library_for_learning_and_the_rest_names_what_it_needs() -> None:
    ran = subprocess.run([sys.executable, "-c", ALONE], capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines() == [
        "[]",
        "OpenSpiel is not installed: pip install 'rulerun[openspiel]'",
        "PettingZoo is not installed: pip install 'rulerun[pettingzoo]'",
    ]


def test_a_declared_payoff_is_bounded_by_what_it_is_made_of() -> None:
    assert payoffs(compiled(table("kuhn_poker")).program) == (-2, 2)
    assert payoffs(compiled(table("tic_tac_toe")).program) == (-1, 1)


def test_what_the_rules_allow_bounds_a_match() -> None:
    it = compiled(table("kuhn_poker"))
    assert (it.answers, it.draws, it.cut) == (4, 2, None)
    assert compiled(table("tic_tac_toe")).answers == 9  # each fills a space, though five rounds have ten turns
    last = "            - if complete(me):"
    emptied = source_of("tic_tac_toe").text.replace(last, f"            - mark[a1] = nothing\n{last}")
    assert compiled(Table(Source("emptied.yaml", emptied))).answers == 10
    rounds = "  game:\n    - repeat 1000 times:\n        - repeat 1000 times:\n            - do round\n  round:\n"
    assert compiled(Table(Source("many.yaml", SEALED.text.replace("  game:\n", rounds)))).cut == 100_000
