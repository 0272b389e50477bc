"""What has changed since a seat last looked: what moved, was placed, was taken, and what a seat must not learn of it."""

from __future__ import annotations

from collections.abc import Iterator

from rulerun.dsl.compile import compile_ruleset
from rulerun.dsl.text.source import Source
from rulerun.interpreter import NATURE, actors, decision, option_text
from rulerun.interpreter.match.match import Match
from rulerun.interpreter.match.records import header_of
from rulerun.table.changes import changes, last_heard
from rulerun.table.scene import Changes

from ..support.battery import game_of, source


def played(text: Source, *answers: str) -> Match:
    """A match in which the seats chose this, one after the other."""
    program = compile_ruleset(text, "", 2).program
    assert program is not None
    match = Match(game_of(program), header_of(program, text, 1, 0))
    for answer in answers:
        while actors(match.game, match.state) == (NATURE,):
            match.nature()
        asked = decision(match.game, match.state, actors(match.game, match.state)[0])
        match.answer(asked.actor, [option_text(match.game, asked, each) for each in asked.options].index(answer))
    return match


def seen(match: Match, seat: int) -> Changes:
    return changes(match.program, last_heard(match.program, match.course, seat, own=True), "")


def words(found: Changes) -> Iterator[str]:
    """`d2 → d4`, `+ e5`, `× e5 pawn Black`: what has changed on boards."""
    short = {each: each.rpartition("/")[2] for way in found.moved for each in (way.start, way.end)}
    yield from (f"{short[way.start]} → {short[way.end]}" for way in found.moved)
    yield from (f"+ {each.rpartition('/')[2]}" for each in found.placed)
    for taken in found.taken:
        yield " ".join(["×", taken.space.rpartition("/")[2], *(each.text for each in taken.what)])


def test_a_move_is_told_to_the_other_seat_and_to_its_own_until_something_else_happens() -> None:
    match = played(source("chess"), "move e2 e4")
    assert [*words(seen(match, 0))] == [*words(seen(match, 1))] == ["e2 → e4"]
    match = played(source("chess"), "move e2 e4", "move d7 d5")
    assert [*words(seen(match, 0))] == ["d7 → d5"]


def test_what_is_taken_is_named_where_it_stood() -> None:
    match = played(source("chess"), "move e2 e4", "move d7 d5", "move e4 d5")
    assert [*words(seen(match, 1))] == ["e4 → d5", "× d5 Black pawn"]


def test_a_king_and_a_rook_that_go_together_do_not_cross() -> None:
    moves = ("move e2 e4", "move e7 e5", "move g1 f3", "move a7 a6", "move f1 e2", "move a6 a5", "castle short")
    assert [*words(seen(played(source("chess"), *moves), 1))] == ["e1 → g1", "h1 → f1"]


def test_what_turns_over_has_not_been_taken() -> None:
    match = played(source("reversi"), "x e3")
    found = seen(match, 1)
    assert [*words(found)] == ["+ e3"]
    assert [(each.space, each.old.text, each.new.text) for each in found.changed] == [("space/field/e4", "White", "Black")]


PURSES = """ruleset: purses
players: 2
decks:
  coins:
    starts in: bag
    cards: [{worth: 1..3}]
zones:
  bag: {of: coins, kind: pile, seen by: nobody}
  purse: {of: coins, per: player, seen by: owner}
variables:
  plan: {per: player, holds: 0..2, seen by: owner}
phases:
  game:
    - shuffle bag
    - for each player p:
        - p chooses n from 1..2
        - plan[p] = n
        - deal 1 from bag to purse of each player
outcome:
  winners: players p where plan[p] = 2
"""


def test_who_sees_a_card_hears_which_and_who_does_not_see_a_value_hears_nothing_of_it() -> None:
    match = played(Source("purses.yaml", PURSES), "n 2")
    while actors(match.game, match.state) == (NATURE,):
        match.nature()
    for seat, name in enumerate(("Anne", "Ben")):
        found = seen(match, seat)
        assert [way.end for way in found.moved if way.id] == [f"zone/purse/{name}"]
        assert [way.end for way in found.moved if not way.id] == [f"zone/purse/{'Ben' if seat == 0 else 'Anne'}"]
        assert [each.id for each in found.changed] == []


TOKENS = """ruleset: tokens
players: 2
boards:
  way: {kind: track, spaces: 1..4}
pieces:
  token: {one per: player, on: way, starts on: 1}
variables:
  lit: {per: space of way, holds: truth, starts as: [1, 2]}
phases:
  game:
    - for each player p:
        - p chooses s from way where s > 1
        - token[p] = s
        - lit[s] = no
        - for each player other:
            - if other != p and token[other] = s:
                - token[other] = nothing
outcome:
  winners: players p where token[p] = 3
"""


def test_a_piece_that_stands_nowhere_any_more_was_taken_and_a_mark_that_goes_out_was_not() -> None:
    found = seen(played(Source("tokens.yaml", TOKENS), "s 2", "s 2"), 0)
    assert [(way.id, way.start, way.end) for way in found.moved] == [("piece/token/Ben", "space/way/1", "space/way/2")]
    assert [*words(found)] == ["1 → 2", "× 2 Anne"]
    found = seen(played(Source("tokens.yaml", TOKENS), "s 2"), 1)
    assert [(each.id, each.new.number) for each in found.changed] == [("value/lit/2", 0)]


RACE = """ruleset: race
players: 2
boards:
  way: {kind: track, spaces: 0..4}
pieces:
  runner: {one per: player, on: way, starts on: 0}
variables:
  wish: {per: player, holds: 0..2, seen by: nobody}
phases:
  game:
    - together, each player me:
        - me chooses n from 1..2
        - wish[me] = n
    - for each player p:
        - move runner[p] by wish[p]
    - for each player p:
        - p chooses guess from 1..2
outcome:
  winners: players p where runner[p] = 2
"""


def test_whoever_chose_last_of_all_together_sees_what_came_of_it() -> None:
    match = played(Source("race.yaml", RACE), "n 1", "n 2")
    assert [*words(seen(match, 0))] == [*words(seen(match, 1))] == ["0 → 1", "0 → 2"]
