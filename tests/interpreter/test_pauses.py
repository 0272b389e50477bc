"""How things stood where a pass of a counted loop was done, and the next had not begun."""

from __future__ import annotations

from rulerun.dsl.compile import compile_ruleset
from rulerun.dsl.text.source import Source
from rulerun.interpreter import Changed, view
from rulerun.interpreter.match.match import Match
from rulerun.interpreter.match.records import header_of
from rulerun.program.rounds import counted

from ..support.battery import game_of

GAME = """ruleset: hands
players: 2
decks:
  numbers:
    cards: [{value: 1..6}]
    starts in: stock
zones:
  stock: {of: numbers, kind: pile}
  hand: {of: numbers, per: player, seen by: owner}
  played: {of: numbers}
variables:
  bid: {per: player, holds: 0..2}
phases:
  game:
    - repeat 2 times as deal:
        - gather numbers into stock
        - shuffle stock
        - bid[p] = 0 for each player p
        - deal 2 from stock to hand of each player
        - repeat 2 times as trick:
            - for each player me:
                - me chooses card from hand[me]
                - put card in played
                - bid[me] += 1
outcome:
  winners: players
"""


def begun() -> Match:
    """A match of it, dealt."""
    source = Source("hands.yaml", GAME)
    program = compile_ruleset(source).program
    assert program is not None
    match = Match(game_of(program), header_of(program, source, 3, 0))
    match.nature()
    return match


def test_a_match_knows_how_things_stood_at_the_end_of_a_pass_and_what_had_happened_by_then() -> None:
    match = begun()
    deal, trick = (each.slot for each in counted(match.program))
    played: list[int] = []
    for number in range(4):
        assert match.pause(deal) is None
        assert (match.pause(trick) is not None) == (number == 2)  # the first trick was over, and the second began
        asked = match.open[0]
        played += asked.options[0].arguments
        match.answer(asked.actor, 0)
    pause = match.pause(deal)
    assert pause is not None
    state, course = pause
    seen = view(game_of(match.program), state, 0)
    now = view(game_of(match.program), match.state, 0)
    table = next(at for at, zone in enumerate(match.program.zones) if zone.name.plain == "played")
    cards = [next(each.size for each in one.zones if each.zone == table) for one in (seen, now)]
    assert cards == [4, 0]
    assert [each.value for each in seen.places] == [2, 2]
    assert [each.value for each in now.places] == [0, 0]
    assert course[:-1] == match.course[:-1]
    mine, whole = course[-1].happened, match.course[-1].happened
    assert mine == whole[: len(mine)]
    assert [each.event.new for each in mine if isinstance(each.event, Changed)] == [2]
    assert [each.event.new for each in whole[len(mine) :] if isinstance(each.event, Changed)][:2] == [0, 0]


def test_what_was_taken_back_has_ended_nothing() -> None:
    match = begun()
    trick = counted(match.program)[1].slot
    for _ in range(2):
        match.answer(match.open[0].actor, 0)
    assert match.pause(trick) is not None
    assert match.undo(1) is None
    assert match.pause(trick) is None


def test_who_knew_a_card_before_the_next_deal_is_told_of_it_in_the_pause() -> None:
    match = begun()
    deal = counted(match.program)[0].slot
    faces = {zone.zone: zone.cards for zone in view(game_of(match.program), match.state, 0).zones if zone.cards is not None}
    assert any(faces.values())
    for _ in range(4):
        match.answer(match.open[0].actor, 0)
    pause = match.pause(deal)
    assert pause is not None
    known = {zone.zone: zone.known for zone in view(game_of(match.program), pause[0], 0).zones}
    now = {zone.zone: zone.known for zone in view(game_of(match.program), match.state, 0).zones}
    assert any(known.values())
    assert not any(now.values())
