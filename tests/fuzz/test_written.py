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
    cards: [{colour: red, value: 1..3, copies: 3}, {colour: blue, value: 1..2, copies: 4}]
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
    "single cards that are shown": """\
  kept: {of: cards, per: player, seen by: nobody}
scores:
  points: {per: player}
phases:
  game:
    - deal 3 from stock to hand of each player
    - repeat 3 times:
        - for each player p:
            - do turn (p)
    - repeat 2 times:
        - draw drawn from stock to kept[Anne]
        - reveal drawn to Ben
        - Ben chooses one:
            - open:
                - reveal drawn
            - leave
        - put drawn in stock
        - shuffle stock
  turn (player p):
    - p chooses one:
        - show card from hand[p]:
            - reveal card
            - points[p] += 1
            - if points[p] > 1:
                - put card in stock
        - whisper card from hand[p], q from players:
            - only if q != p
            - reveal card to q
            - p chooses other from hand[p]
            - put other in kept[q]
            - if q = Ben:
                - reveal card to next(Ben)
                - reveal card to q
            - do give (p, card)
        - hide card from hand[p]:
            - put card in kept[p]
            - draw back from kept[p] to hand[p]
            - reveal back to next(p)
            - put back in kept[next(p)]
            - points[p] += count(table)
    - if count(hand[p]) < 2 and count(stock) > 0:
        - draw 1 cards from stock to hand[p]
  give (player p, cards card):
    - if any c in hand[p] has c = card:
        - reveal card
        - put card in kept[p]
outcome:
  ranking (player p): highest points[p]
""",
    "what is printed by direction": """\
boards:
  field: {kind: grid, columns: 3, rows: 3, legend: {b2: {gate: {up: 1, left: 2, down_left: 3}, home: Ben}}}
  comb: {kind: hexagon, side: 2}
  path: {kind: track, spaces: 1..6, legend: {2: {safe: yes}, 4: {safe: yes, of: Anne}}}
variables:
  way: {holds: direction of field, starts as: up}
  slant: {holds: direction of comb, starts as: left}
  here: {holds: space of field, starts as: b2}
scores:
  points: {per: player}
functions:
  gate (space x of field, direction d of comb): 0 if x.gate[d] is nothing else x.gate[d]
  most (number n): 1 if at(path, n) is nothing else 2
phases:
  game:
    - repeat 6 times as round:
        - for each player p:
            - do turn (p, round)
  turn (player p, number n):
    - p chooses k from 0..n
    - way = turned(way, k - 2)
    - slant = turned(slant, k * n)
    - points[p] += gate(here, slant)
    - if here.gate[way] is not nothing:
        - points[p] += 10 * here.gate[way]
    - let milestone = at(path, k)
    - if here.home = p or k in [2, 4] and at(path, k).safe:
        - points[p] += 1
    - p chooses one:
        - send (most(k)) different q from players as team:
            - points[q] += 1 for each player q in team
        - keep
    - p chooses 0..most(n + k) different m from 1..3 as some:
        - only if count(some) <= n
    - points[p] += count(some) + (0 if milestone is nothing else milestone)
    - p chooses next_way from directions of field where step(here, next_way) is not nothing
    - here = step(here, next_way) if n mod 2 = 0 else b2
outcome:
  ranking (player p): highest points[p]
""",
}


@pytest.mark.parametrize("title", WRITTEN)
def test_a_written_ruleset_is_played_alike_in_all_forms(title: str) -> None:
    tally = Tally()
    assert checked(DECK + WRITTEN[title], 1, tally) == []
    assert tally.valid == 1
