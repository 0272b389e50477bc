"""The panels of a table: declared values, and those that a ruleset shows beside them."""

from __future__ import annotations

from rulerun.dsl.compile import compile_ruleset
from rulerun.dsl.text.source import Source
from rulerun.interpreter import advance, initial, turned_up, view
from rulerun.table.pictures import ZonePicture
from rulerun.table.styles import StyledRun
from rulerun.table.writing import picture_of

from ..support.battery import game_of

GAME = """ruleset: panels
players: 2
variables:
  coins: {per: player, holds: 0..9, starts as: {Anne: 4, Ben: 7}}
  plan: {per: player, holds: 0..9, starts as: 2, seen by: owner}
show:
  coins in all: sum of coins[p] for p in players
  richest: first p in players where coins[p] = (highest of coins[q] for q in players)
  rich (player p): coins[p] > 5
  hours left (player p): plan[p]
phases:
  game:
    - Anne chooses n from 1..2
outcome:
  winners: players
texts:
  rich: {it: ricco}
"""


def panels(language: str, own: bool) -> tuple[dict[str, list[str]], dict[str, str]]:
    """What stands under each heading for each seat, and on each line, as Anne is shown it."""
    program = compile_ruleset(Source("panels.yaml", GAME)).program
    assert program is not None
    scene = picture_of(
        game_of(program), view(game_of(program), initial(game_of(program), listening=True), 0), language, own, colours=False
    )
    texts = [[[part for part in cell if not isinstance(part, ZonePicture)] for cell in row.cells] for row in scene.seats]
    cells = [["".join(part.text for part in cell) for cell in row] for row in texts]
    columns = {heading: [row[at] for row in cells] for at, heading in enumerate(scene.headings)}
    return columns, {line.title: "".join(part.text for part in line.value) for line in scene.lines}


def test_what_is_shown_stands_behind_what_is_declared() -> None:
    columns, lines = panels("", own=True)
    assert columns == {"coins": ["4", "7"], "plan": ["2", "?"], "rich": ["·", "✓"], "hours left": ["2", "?"]}
    assert lines == {"coins in all": "11", "richest": "Ben"}


def test_when_a_match_is_over_everything_lies_open_but_what_nobody_sees() -> None:
    program = compile_ruleset(Source("panels.yaml", GAME)).program
    assert program is not None
    state, _ = advance(game_of(program), initial(game_of(program), listening=True), 0, 0)
    for own in (True, False):
        scene = picture_of(
            game_of(program), turned_up(game_of(program), state, view(game_of(program), state, 0)), "", own, colours=False
        )
        texts = ["".join(part.text for cell in row.cells for part in cell if isinstance(part, StyledRun)) for row in scene.seats]
        assert texts == ["42·2", "72✓2"]


def test_on_a_screen_that_all_look_at_nothing_is_shown_that_only_one_may_see() -> None:
    assert panels("", own=False)[0]["hours left"] == ["?", "?"]


def test_names_are_in_the_players_language() -> None:
    assert panels("it", own=True)[0]["ricco"] == ["·", "✓"]


STALL = """ruleset: stall
players: 2
enumerations:
  dye: [madder, weld]
  cloth: [cap, robe]
decks:
  cloths:
    shown as: "{dye} {cloth}"
    starts in: market
    cards: |
      dye     cloth  worth  fine  partner  cost[madder]  cost[weld]
      madder  cap    0      no    -        1             0
      weld    robe   4      yes   madder   2             3
zones:
  market: {of: cloths, seen by: everyone}
phases:
  game:
    - Anne chooses n from 1..2
outcome:
  winners: players
texts:
  worth: {it: punti}
  madder: {it: robbia}
"""


def test_what_is_printed_on_a_card_and_not_in_its_label_stands_beside_it() -> None:
    program = compile_ruleset(Source("stall.yaml", STALL)).program
    assert program is not None
    for language, expected in (
        ("", ["cost madder 1", "worth 4, fine, cost madder 2, weld 3, partner madder"]),
        ("it", ["cost robbia 1", "punti 4, fine, cost robbia 2, weld 3, partner robbia"]),
    ):
        scene = picture_of(
            game_of(program), view(game_of(program), initial(game_of(program), listening=True), 0), language, True, colours=False
        )
        zones = [*scene.zones, *(laid.zone for laid in scene.middle)]
        assert [card.beside for zone in zones for card in zone.cards] == expected


def test_what_a_label_says_whole_is_not_told_again() -> None:
    plain = compile_ruleset(Source("stall.yaml", STALL.replace('    shown as: "{dye} {cloth}"\n', ""))).program
    assert plain is not None
    assert plain.decks[0].beside == ()
