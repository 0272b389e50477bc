"""A scene as data for other programs: JSON, with ids that lead to what is shown."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TypeAlias

from rulerun.dsl.compile import compile_ruleset
from rulerun.dsl.text.source import Source
from rulerun.interpreter import State, actors, advance, decision, initial, is_over, turned_up, view
from rulerun.interpreter.game import Game
from rulerun.program.ir import Program
from rulerun.table.model import scene_of
from rulerun.table.scene import as_json
from rulerun.table.spots import spot_at

from ..support.battery import Setting, compiled, drawn, game_of, of_each, settings

Plain: TypeAlias = "str | int | float | bool | list[Plain] | dict[str, Plain] | None"

GAME = """ruleset: hideout
players: 2
decks:
  coins:
    starts in: bag
    cards: [{worth: 1..3}]
zones:
  bag: {of: coins, kind: pile, seen by: nobody}
  purse: {of: coins, per: player, seen by: owner}
  stall: {of: coins, per: player, kind: row, seen by: nobody}
phases:
  game:
    - shuffle bag
    - for each player p:
        - deal 1 from bag to purse of each player
        - p chooses n from 1..2
outcome:
  winners: players
"""


def moments(program: Program) -> Iterator[State]:
    """How a match that is played at random stands at the beginning, after a few choices, and late."""
    game, choose = game_of(program), drawn(3)
    state = initial(game, listening=True)
    for at in range(60):
        if at in (0, 9, 30, 59) or is_over(program, state):
            yield state
        if is_over(program, state):
            return
        asked = actors(game, state)
        state, _ = advance(game, state, asked[0], choose(len(decision(game, state, asked[0]).options)))


def read(game: Game, state: State, seat: int, own: bool) -> dict[str, Plain]:
    """The scene of a seat, written as JSON and read again."""
    seen = view(game, state, seat)
    found: dict[str, Plain] = json.loads(as_json(scene_of(game, seen if seen.asked else turned_up(game, state, seen), "", own)))
    return found


def ids(part: Plain) -> Iterator[str]:
    """All ids in a part of a scene but those of boards, which are their names."""
    if isinstance(part, list):
        for each in part:
            yield from ids(each)
    elif isinstance(part, dict):
        own = part.get("id")
        if isinstance(own, str) and own and "spaces" not in part:
            yield own
        for each in part.values():
            yield from ids(each)


@of_each(settings())
def test_every_scene_is_json_whose_ids_lead_to_something_and_are_there_once(setting: Setting) -> None:
    program = compiled(setting)
    for state in moments(program):
        for seat, own in ((0, True), (len(program.seats) - 1, False)):
            found = list(ids(read(game_of(program), state, seat, own)))
            for each in found:
                spot_at(program, each)
            once = [each for each in found if not each.startswith("card/")]
            assert len(set(once)) == len(once)


def test_a_card_that_lies_face_down_has_neither_kind_nor_id() -> None:
    program = compile_ruleset(Source("hideout.yaml", GAME)).program
    assert program is not None
    game = game_of(program)
    state = initial(game, listening=True)
    for _ in range(2):
        state, _ = advance(game, state, actors(game, state)[0], 0)
    zones = read(game, state, 0, True)["zones"]
    assert isinstance(zones, list)
    cards = {zone["id"]: zone["cards"] for zone in zones if isinstance(zone, dict)}
    assert isinstance(mine := cards["zone/purse/Anne"], list)
    assert [card["id"].split("/")[:3] for card in mine if isinstance(card, dict) and isinstance(card["id"], str)] == [
        ["card", "purse", "Anne"]
    ]
    assert cards["zone/purse/Ben"] == cards["zone/bag"] == []
