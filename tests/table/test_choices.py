"""Options as things to point at, the keys that choose them, and what is asked."""

from __future__ import annotations

import pytest

from rulerun.cli.terminal.console import load, read
from rulerun.dsl.compile import compile_ruleset
from rulerun.dsl.text.files import BUNDLED
from rulerun.dsl.text.source import Source
from rulerun.interpreter import NATURE, Decision, State, actors, advance, decision, initial
from rulerun.interpreter.game import Game
from rulerun.program.ir import Program
from rulerun.program.json import from_json, to_json
from rulerun.table.choices import Choice, choices, keys, several, still_open
from rulerun.table.picking import picking
from rulerun.table.prompt import prompt_of
from rulerun.table.spots import OnCard, OnSeat, OnSpace

from ..support.battery import game_of

DYES = ("madder", "weld", "woad", "walnut")
Asked = tuple[Game, State, Decision]

ORCHARD = """ruleset: orchard
players: 2
decks:
  fruit:
    starts in: heap
    cards: [{worth: 1..4, copies: 2}]
zones:
  basket: {of: fruit, per: player, seen by: owner}
  table: {of: fruit, seen by: everyone}
  heap: {of: fruit}
phases:
  game:
    - shuffle heap
    - deal 4 from heap to basket of each player
    - for each player p:
        - do give away (p)
  give away (player p):
    - p chooses 2 cards from basket[p] and put them in table
outcome:
  winners: players
"""


def first_question(program: Program, *answers: int) -> Asked:
    """What is asked first, after these answers; nature always gives the first outcome."""
    state, left = initial(game_of(program), listening=True), list(answers)
    while actors(game_of(program), state) == (NATURE,) or left:
        who = actors(game_of(program), state)[0]
        state, _ = advance(game_of(program), state, who, 0 if who == NATURE else left.pop(0))
    return game_of(program), state, decision(game_of(program), state, actors(game_of(program), state)[0])


def bundled(game: str, *answers: int) -> Asked:
    return first_question(load(read(BUNDLED / f"{game}.yaml"), None, None, ()), *answers)


def of(asked: Asked) -> dict[str, Choice]:
    return {choice.words: choice for choice in choices(*asked, "")}


def test_a_move_touches_the_space_it_leaves_and_the_one_it_enters() -> None:
    moves = of(bundled("chess"))
    assert moves["move b1 a3"].spots == ((OnSpace(0, 1),), (OnSpace(0, 16),))
    picked = still_open(moves.values(), (OnSpace(0, 1),))
    assert [each.words for each in picked] == ["move b1 a3", "move b1 c3"]
    assert [each.words for each in still_open(picked, (OnSpace(0, 1), OnSpace(0, 18)))] == ["move b1 c3"]
    assert still_open(picked, (OnSpace(0, 40),)) == ()


def test_a_number_that_is_printed_on_spaces_means_all_of_them() -> None:
    (squares,) = of(bundled("connect_four"))["column 3"].spots
    assert squares == tuple(OnSpace(0, 2 + 7 * row) for row in range(6))


def test_cards_lie_where_they_are_chosen_from_and_seats_are_spots() -> None:
    asked = bundled("why_first")
    assert all(isinstance(spot, OnCard) for choice in choices(*asked, "") for ((spot,),) in [choice.spots])
    assert {choice.spots[0][0] for choice in choices(*bundled("go_fish"), "")} <= {OnSeat(0), OnSeat(1)}


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["keep", "change"], ["1", "2"]),
        (["card 3", "card -1", "pass"], ["3", "-1", "a"]),
        (["bid 1 2", "bid 1 3"], ["1", "2"]),
        (["move a 2", "stay a 2"], ["1", "2"]),
    ],
)
def test_an_option_is_chosen_by_its_own_number_where_it_has_one(names: list[str], expected: list[str]) -> None:
    assert list(keys([[name] for name in names])) == expected


def test_several_cards_may_be_picked_in_any_order() -> None:
    compiled = compile_ruleset(Source("orchard.yaml", ORCHARD))
    assert compiled.program is not None, compiled.diagnostics
    asked = first_question(compiled.program)
    group = several(*asked)
    assert group is not None
    assert group.taking.left == 2
    assert len(group.taking.kinds) == 4
    first, last = group.taking.kinds[0], group.taking.kinds[-1]
    assert group.may_add([], last)
    assert group.may_add([last], first)
    assert not group.may_add([last, last], first)
    assert prompt_of(*asked, "").text == "choose 2 cards"
    assert prompt_of(*asked, "", 1).text == "choose 1 more"
    assert several(*first_question(compiled.program, 0)) is None


def test_from_a_least_to_a_most_number_of_cards_may_be_picked() -> None:
    some = ORCHARD.replace("chooses 2 cards from", "chooses 1..3 cards c from").replace("and put", "where c.worth > 1 and put")
    program = compile_ruleset(Source("orchard.yaml", some)).program
    assert program is not None
    asked = first_question(program)
    group = several(*asked)
    assert group is not None
    assert (group.taking.least, group.taking.left) == (1, 3)
    assert prompt_of(*asked, "").text == "choose 1 to 3 cards"
    assert prompt_of(*asked, "", 1).text == "choose up to 2 more, or Enter on one of these gives them"
    assert prompt_of(*asked, "", 3).text == "Enter gives these"
    none = picking(*asked, "")
    assert [entry.words for entry in none.entries()] == ["2"]
    assert (none.complete, none.missing, none.full) == (False, 1, False)
    one = none.pick(none.spots()[0])
    assert one is not None
    assert (one.complete, one.missing, one.full) == (True, 0, False)
    free = ORCHARD.replace("chooses 2 cards", "chooses 0..3 cards")
    program = compile_ruleset(Source("orchard.yaml", free)).program
    assert program is not None
    none = picking(*first_question(program), "")
    assert (none.complete, none.missing) == (False, 0)
    *_, last = none.entries()
    assert (last.words, last.option is not None) == ("no more", True)


def test_what_is_asked_says_what_there_is_to_choose() -> None:
    assert prompt_of(*bundled("tic_tac_toe"), "").text == "which cell?"
    assert prompt_of(*bundled("tic_tac_toe"), "it").text == "quale casella?"
    assert prompt_of(*bundled("kuhn_poker"), "es").text == "¿paso o apuesto?"
    assert prompt_of(*bundled("hearts"), "").text == "which three cards go to East? (choose 3 cards)"


ASKING = """  asks give away: {en: "{p}, which cards?", it: "{p}, quali carte?"}
"""


def test_the_author_asks_in_words_of_their_own() -> None:
    made = compile_ruleset(Source("orchard.yaml", f"{ORCHARD}texts:\n{ASKING}")).program
    assert made is not None
    asked = first_question(made)
    name = made.seats[0].name
    assert prompt_of(*asked, "").text == f"{name}, which cards? (choose 2 cards)"
    assert prompt_of(*asked, "it", 1).text == f"{name}, quali carte? (scegline ancora 1)"
    assert prompt_of(*asked, "es").text.startswith(f"{name}, which cards? (")


def test_the_text_for_what_is_chosen_here_goes_before_that_for_the_phase() -> None:
    nearer = f'{ASKING}  asks card: any card\n  asks card in give away: "of {{count(basket[p])}}"\n'
    made = compile_ruleset(Source("orchard.yaml", f"{ORCHARD}texts:\n{nearer}")).program
    assert made is not None
    assert prompt_of(*first_question(made), "").text == "of 4 (choose 2 cards)"
    assert from_json(to_json(made)) == made


def test_a_member_names_the_choice_that_takes_it_where_there_are_others() -> None:
    offered = picking(*bundled("dyers"), "")
    assert [entry.words for entry in offered.entries()][:4] == [f"take {dye}" for dye in DYES]
    assert [held.words for held in offered.members] == list(DYES)


def test_the_phase_is_named_where_several_ask() -> None:
    assert prompt_of(*bundled("cuckoo"), "").text == "turn: keep or change?"


def test_what_is_asked_in_the_bundled_games_names_what_it_is_about() -> None:
    assert prompt_of(*bundled("traxx"), "").text != prompt_of(*bundled("traxx"), "it").text
