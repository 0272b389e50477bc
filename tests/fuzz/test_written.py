"""Rulesets that were written for a sentence that generated ones seldom use so: every check of the fuzzer holds on them."""

from __future__ import annotations

import pytest

from .case import Tally
from .checks import checked

DECK = """\
ruleset: written
players: 2..3
enumerations:
  colour: [red, blue]
decks:
  cards:
    starts in: stock
    cards: [{colour: red, value: 1..3, copies: 2}, {colour: blue, value: 1..2, copies: 2}]
zones:
  stock: {of: cards, kind: pile}
  hand: {of: cards, per: player, seen by: owner}
  table: {of: cards, seen by: everyone}
"""

WRITTEN = {
    "piles put on piles": """\
  aside: {of: cards, kind: pile}
  open: {of: cards, kind: pile, per: player, seen by: everyone}
scores:
  points: {per: player}
functions:
  fuller: Anne if count(open[Anne]) > count(open[Ben]) else Ben
phases:
  game:
    - repeat 3 times:
        - move all c from stock to aside where c.colour = red
        - shuffle aside
        - draw last from aside on the bottom of aside
        - draw over from stock on top of aside
        - move all from aside on top of stock
        - for each player p:
            - draw shown from stock to open[p]
            - draw more from stock on top of open[p]
            - draw own from stock to hand[p]
            - p chooses card from hand[p]
            - put card on the bottom of open[p]
        - move all from open[fuller] on the bottom of stock
        - move all from open[fuller] on top of open[Anne]
        - for each player p:
            - points[p] += count(open[p])
            - move all from open[p] on top of stock
        - put top of stock in table
        - Ben chooses one:
            - shuffle:
                - shuffle stock
            - leave
        - move all from table to stock
outcome:
  ranking (player p): highest points[p]
""",
}


@pytest.mark.parametrize("title", WRITTEN)
def test_a_written_ruleset_is_played_alike_in_all_forms(title: str) -> None:
    tally = Tally()
    assert checked(DECK + WRITTEN[title], 1, tally) == []
    assert tally.valid == 1
