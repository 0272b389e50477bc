"""Values that a ruleset shows beside what it declares: who sees them, when, and that they change nothing."""

from __future__ import annotations

import pytest
from attrs import evolve

from rulerun.dsl.compile import compile_ruleset
from rulerun.dsl.text.source import Source
from rulerun.interpreter import PlayError, State, advance, decision, find_option, initial, view
from rulerun.interpreter.views import check_shown
from rulerun.program.ir import Number, Program, Visibility
from rulerun.program.json import from_json, to_json
from rulerun.program.visibility import Things, sight_of

from ..support.battery import game_of

GAME = """ruleset: shown
players: 3
decks:
  numbers:
    cards: [{value: 1..6}]
    starts in: stock
zones:
  stock: {of: numbers, kind: pile, seen by: nobody}
  hand: {of: numbers, per: player, seen by: owner}
  row: {of: numbers, per: player, seen by: everyone}
  brow: {of: numbers, per: player, seen by: everyone but the owner}
variables:
  bid: {per: player, holds: 0..9}
  rounds: {holds: 0..9}
functions:
  worth (player q): sum of card.value for card in hand[q]
show:
  cards left: count(stock)
  worth of hand (player p): worth(p)
  worth of brow (player p): sum of card.value for card in brow[p]
  in the row (player p): sum of card.value for q in players, for card in row[q] where q != p
  own row (player p): sum of card.value for card in row[p]
  bids: sum of bid[p] for p in players
  each (player p): 12 div (3 - rounds)
phases:
  game:
    - draw 1 from stock to hand[Anne]
    - draw 1 from stock to hand[Ben]
    - draw 1 from stock to brow[Chris]
    - together, each player me:
        - choose n from 1..3
        - bid[me] = n
        - choose m from 1..3
        - bid[me] += m
    - repeat 4 times:
        - rounds += 1
        - Anne chooses n from 1..2
outcome:
  winners: players
"""


@pytest.fixture
def program() -> Program:
    compilation = compile_ruleset(Source("shown.yaml", GAME))
    assert compilation.program is not None, compilation.diagnostics
    return compilation.program


def chosen(program: Program, state: State, actor: int, text: str) -> int:
    """The option that reads so."""
    found = find_option(game_of(program), decision(game_of(program), state, actor), text)
    assert isinstance(found, int), text
    return found


def dealt(program: Program, *cards: str) -> State:
    state = initial(game_of(program), listening=True)
    for card in cards:
        state, _ = advance(game_of(program), state, -1, chosen(program, state, -1, card))
    return state


def answered(program: Program, state: State, seat: int, *choices: str) -> State:
    for choice in choices:
        state, _ = advance(game_of(program), state, seat, chosen(program, state, seat, choice))
    return state


def seen(program: Program, state: State, seat: int) -> dict[str, list[int | None]]:
    """What the seat sees under each name, in the order of the indices."""
    found: dict[str, list[int | None]] = {}
    for each in view(game_of(program), state, seat).shown:
        found.setdefault(program.shown[each.shown].name.plain, []).append(each.value)
    return found


def test_whoever_sees_all_that_a_value_looks_at_sees_the_value(program: Program) -> None:
    state = dealt(program, "4", "6", "2")
    anne, ben, chris = (seen(program, state, seat) for seat in range(3))
    assert [each["cards left"] for each in (anne, ben, chris)] == [[3]] * 3
    assert [each["worth of hand"] for each in (anne, ben, chris)] == [[4, None, None], [None, 6, None], [None, None, 0]]
    assert [each["worth of brow"] for each in (anne, ben, chris)] == [[None, 0, 2], [0, None, 2], [0, 0, None]]


def test_while_all_decide_a_seat_sees_what_it_has_done_itself_and_nothing_of_the_others(program: Program) -> None:
    state = answered(program, answered(program, dealt(program, "4", "6", "2"), 0, "n 3"), 1, "n 2")
    assert [seen(program, state, seat)["bids"] for seat in range(3)] == [[3], [2], [0]]


def test_who_sees_a_value_follows_from_what_it_reads(program: Program) -> None:
    things = Things(program.places, program.zones)
    sights = {each.name.plain: sight_of(each.value, each.given, things) for each in program.shown}
    assert sights == {
        "cards left": (Visibility.EVERYONE, None),
        "worth of hand": (Visibility.OWNER, 0),
        "worth of brow": (Visibility.OTHERS, 0),
        "in the row": (Visibility.EVERYONE, None),
        "own row": (Visibility.EVERYONE, None),
        "bids": (Visibility.EVERYONE, None),
        "each": (Visibility.EVERYONE, None),
    }


def test_it_changes_nothing_that_is_played(program: Program) -> None:
    plain = compile_ruleset(Source("shown.yaml", GAME.replace(GAME[GAME.index("show:") : GAME.index("phases:")], ""))).program
    assert plain is not None
    assert plain.shown == ()
    assert dealt(program, "4", "6", "2").slots == dealt(plain, "4", "6", "2").slots
    assert (program.codes, program.stops, program.start) == (plain.codes, plain.stops, plain.start)


def test_a_value_that_cannot_be_worked_out_names_its_line(program: Program) -> None:
    state = dealt(program, "4", "6", "2")
    for seat in range(3):
        state = answered(program, state, seat, "n 1", "m 1")
    check_shown(game_of(program), state)
    state = answered(program, state, 0, "n 1", "n 1")
    with pytest.raises(PlayError, match="divides by zero") as fault:
        check_shown(game_of(program), state)
    assert program.sentences[fault.value.sentence].span.line == GAME[: GAME.index("  each (")].count("\n") + 1
    with pytest.raises(PlayError):
        view(game_of(program), state, 0)


def test_it_is_part_of_the_portable_program(program: Program) -> None:
    assert from_json(to_json(program)).shown == program.shown


def test_a_program_that_would_tell_what_is_hidden_is_refused(program: Program) -> None:
    worth = program.shown[1]
    told = evolve(program, shown=(evolve(worth, given=(worth.given[0] + 1,)),))
    with pytest.raises(ValueError, match=r"tell what nobody may see|while nothing is in it|free for a moment"):
        from_json(to_json(told))
    many = evolve(worth, value=Number(1), extents=(evolve(worth.extents[0], size=1001),))
    with pytest.raises(ValueError, match="too many values"):
        from_json(to_json(evolve(program, shown=(many,))))
