"""What once went wrong for those who listen or look closely: knowledge, where a card lies, who has chosen, bounds of payoffs."""

from __future__ import annotations

from rulerun.dsl.compile import compile_ruleset
from rulerun.dsl.text.source import Source
from rulerun.interpreter import NATURE, State, actors, advance, decision, find_option, initial, view
from rulerun.interpreter.core.events import Event, Shuffled
from rulerun.interpreter.view_text import lines
from rulerun.program.ir import Program
from rulerun.rl.bounds import payoffs

from ..support.battery import game_of


def program_of(text: str) -> Program:
    found = compile_ruleset(Source("found.yaml", text))
    assert found.program is not None, found.diagnostics
    return found.program


def answered(program: Program, state: State, *texts: str) -> tuple[State, list[Event]]:
    """The state after the answers of whoever is asked first, and what happened on the way."""
    happened: list[Event] = []
    for text in texts:
        asked = decision(game_of(program), state, actors(game_of(program), state)[0])
        index = find_option(game_of(program), asked, text)
        assert index is not None, [option.arguments for option in asked.options]
        state, events = advance(game_of(program), state, asked.actor, index)
        happened += events
    return state, happened


PILES = program_of("""
ruleset: piles
players: 2
decks:
  deck:
    cards: [{worth: 1..4}]
    starts in: open
zones:
  open: {of: deck, seen by: everyone}
  pile: {of: deck, per: player, kind: pile, seen by: nobody}
variables:
  here: {holds: player, starts as: Anne}
phases:
  game:
    - Anne chooses one from open
    - put one on top of pile[Anne]
    - Anne chooses two from open
    - put two on top of pile[Anne]
    - move all from pile[Anne] to pile[here]
    - Anne chooses more from 0..1
    - draw card from pile[Anne] to open
outcome:
  winners: players
""")


def test_a_pile_that_is_moved_to_itself_is_shuffled_and_everybody_hears_it() -> None:
    state, happened = answered(PILES, initial(game_of(PILES), listening=True), "one 1", "two 2")
    assert [event for event in happened if isinstance(event, Shuffled)] != []
    for seat in (0, 1):
        pile = next(zone for zone in view(game_of(PILES), state, seat).zones if zone.zone == 1 and zone.index == (0,))
        assert (pile.top, pile.known) == ((), (0, 1))
    state, _ = answered(PILES, state, "more 0")
    assert sorted(option.arguments[0] for option in decision(game_of(PILES), state, NATURE).options) == [0, 1]


TURNS = program_of("""
ruleset: turns
players: 2
decks:
  deck:
    cards: [{worth: 1..2, copies: 2}]
    starts in: stock
zones:
  stock: {of: deck, kind: pile, seen by: nobody}
  hand: {of: deck, per: player, seen by: owner}
  open: {of: deck, seen by: everyone}
variables:
  turn: {holds: player, starts as: Anne}
phases:
  game:
    - deal 2 from stock to hand of each player
    - turn chooses card from hand[turn]
    - turn = next(turn)
    - turn chooses more from 0..1
    - put card in open
outcome:
  winners: players p where count(hand[p]) = 2
""")


def test_a_card_is_put_from_where_it_was_found_and_belongs_to_whoever_chose_it() -> None:
    state, _ = answered(TURNS, initial(game_of(TURNS), listening=True), "1", "2", "1", "2", "card 1")
    assert actors(game_of(TURNS), state) == (1,)
    assert [bound.name for bound in view(game_of(TURNS), state, 0).bound] == ["card"]
    assert view(game_of(TURNS), state, 1).bound == ()
    state, _ = answered(TURNS, state, "more 0")
    hands = [zone.size for zone in view(game_of(TURNS), state, 0).zones if zone.zone == 1]
    assert hands == [1, 2]


def test_a_name_that_counts_in_a_loop_leaves_the_bounds_of_payoffs_as_they_are() -> None:
    counting = program_of("""
ruleset: counting
players: 2
variables:
  paid: {per: player, holds: 1..13, starts as: 1}
phases:
  game:
    - let raises = 0
    - for each player me:
        - me chooses amount from 1..3
        - raises += 1
outcome:
  winners: players p where paid[p] > 3
  payoff (player p): paid[p]
""")
    assert payoffs(counting) == (0, 13)


INSIDE = program_of("""
ruleset: inside
players: 2
decks:
  deck:
    cards: [{worth: 1..4}]
    starts in: stock
zones:
  stock: {of: deck, kind: pile, seen by: nobody}
  hand: {of: deck, per: player, seen by: owner}
variables:
  score: {holds: 0..9}
phases:
  game:
    - deal 2 from stock to hand of each player
    - repeat 2 times as round:
        - do turn (Anne if round = 1 else Ben)
    - let best = highest of c.worth for c in hand[Anne]
    - together, each player me:
        - choose some from 1..2
        - let twice = some + some
        - choose more from 1..twice
  turn (player who):
    - let most = score + 2
    - who chooses n from 1..most
    - score += n
outcome:
  winners: players p where score > 0
""")


def told(state: State, seat: int) -> dict[str, int]:
    """The names inside phases that the seat knows, with their values."""
    return {each.name: each.value for each in view(game_of(INSIDE), state, seat).names}


def test_what_lives_only_inside_a_phase_is_seen_by_everyone_while_it_lasts() -> None:
    dealt, _ = answered(INSIDE, initial(game_of(INSIDE), listening=True), "1", "2", "3", "4")
    assert told(dealt, 0) == told(dealt, 1) == {"round": 1, "who": 0, "most": 2}
    again, _ = answered(INSIDE, dealt, "n 1")
    assert told(again, 0) == {"round": 2, "who": 1, "most": 3}
    assert "round = 2" in "\n".join(lines(game_of(INSIDE), view(game_of(INSIDE), again, 0)))
    behind, _ = answered(INSIDE, again, "n 2")
    assert told(behind, 0) == told(behind, 1) == {}  # and `best`, which tells of a hand, is told to nobody


def test_while_all_decide_each_seat_knows_its_own_names_only() -> None:
    state, _ = answered(INSIDE, initial(game_of(INSIDE), listening=True), "1", "2", "3", "4", "n 1", "n 2")
    waiting, _ = answered(INSIDE, state, "some 2")
    assert told(waiting, 0) == {"some": 2, "twice": 4}
    assert told(waiting, 1) == {}
