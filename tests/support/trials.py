"""Rulesets in which conditions try phases: what emitted code does there is held against the interpreter."""

from __future__ import annotations

from rulerun.dsl.compile import compile_ruleset
from rulerun.dsl.text.source import Source
from rulerun.program.ir import Program

from .specs import Block

STONES = """\
ruleset: stones
players: 2
boards:
  field: {kind: grid, columns: 5, rows: 5}
variables:
  stone: {per: space of field, holds: player}
  passed: {holds: truth}
functions:
  group (space x): connected to [x] through y where stone[y] = stone[x]
  men (player p): number of space y where stone[y] = p
  free (space x): any z in neighbours of group(x) has stone[z] is nothing
phases:
  game:
    - repeat 20 times:
        - for each player me:
            - me chooses one:
                - play x from field where stone[x] is nothing:
                    - only if after place (me, x), free(x)
                    - do place (me, x)
                    - passed = no
                - pass:
                    - only if no space x where stone[x] is nothing has after place (me, x), men(me) > 9
                    - if passed:
                        - end the game
                    - passed = yes
  place (player me, space x):
    - stone[x] = me
    - for each space y in neighbours of x where stone[y] = next(me):
        - if not free(y):
            - let dead = group(y)
            - stone[z] = nothing for each z in dead
outcome:
  winners: players p where (number of space x where stone[x] = p) > 12
"""
"""A whole ruleset: a move that leaves a group without room may not be made, and what is surrounded is taken."""

TRIED = {
    "cards that are moved, and one that is not there": """\
functions:
  worth (player p): sum of c.value for c in hand[p]
  copies (player p, number n): number of c in hand[p] where c.value = n
phases:
  game:
    - repeat 3 times:
        - for each player p:
            - put top of stock in hand[p]
    - repeat 3 times:
        - for each player p:
            - p chooses one:
                - lay c from hand[p]:
                    - only if after give (p, c), worth(p) < worth(next(p))
                    - do give (p, c)
                - hoard:
                    - only if after clean (p), count(table) < 3 and (every n in 1..6 has copies(next(p), n) <= 1)
                    - put top of stock in hand[p]
                - rest
            - points[p] = worth(p)
            - put top of stock in hand[p]
  give (player p, numbers c):
    - put c from hand[p] on top of stock
    - if worth(p) > 7:
        - move all d from hand[next(p)] to table where d.value = c.value
        - move all from hand[next(p)] on the bottom of stock
  clean (player p):
    - move all from hand[p] to table
    - move all c from table to hand[next(p)] where c.value > 3
""",
    "cards as bits, many zones": """\
functions:
  reds (player p): number of f in mast[p] where f.shade = red
phases:
  game:
    - for each player p:
        - draw card from chest to mast[p]
    - repeat 4 times:
        - for each player p:
            - p chooses one:
                - swap with q from players where q != p and (after trade (p, q), count(mast[p]) > count(mast[q])):
                    - do trade (p, q)
                - wave c from mast[p] where not (after lower (p, c), count(mast[p]) = 0):
                    - do lower (p, c)
                - rest:
                    - only if after collect, count(chest) = 3 and (no q in players has reds(q) > 0)
                    - points[p] += 1
  trade (player p, player q):
    - pot += 1
    - move all from mast[p] to chest
    - move all from mast[q] to mast[p]
  lower (player p, flags c):
    - put c from mast[p] in chest
  collect:
    - gather flags into chest
""",
    "nested, in functions, in loops": """\
functions:
  dear (player p): after pay (p, 2), after pay (next(p), coins[p]), coins[p] > coins[next(p)]
  poor (player p): no n in 1..3 has (after pay (p, n), coins[p] > 1 and dear(p))
  total2: sum of coins[p] for p in players
phases:
  game:
    - repeat 6 times:
        - for each player p where not (after both, total2 > 12):
            - p chooses n from 0..4 where after pay (p, n), total2 > 2 or poor(p)
            - coins[p] = max(0, coins[p] - n + 2)
            - if poor(p):
                - points[p] += 1
            - if dear(p) and (after pay (p, number of q in players where dear(q)), points[p] < 3):
                - points[p] += 2
  pay (player p, number n):
    - coins[p] = max(0, coins[p] - n)
    - if after bonus (p), coins[p] > 3:
        - coins[p] = min(9, coins[p] + 1)
  bonus (player p):
    - coins[p] = min(9, coins[p] + 2)
    - pot += 1
    - repeat 2 times:
        - coins[next(p)] = max(0, coins[next(p)] - 1)
        - do little (p)
  both:
    - for each player p:
        - do little (p)
        - coins[p] = min(9, coins[p] + 2)
  little (player p):
    - points[p] += 1
    - if points[p] > 8:
        - end the phase
    - owner[red] = p
    - for each n in 1..3:
        - if n > points[p]:
            - leave the loop
        - pot = n
""",
    "long arrays and piles, nested": """\
variables:
  heap: {per: 1..20, holds: 0..99}
  tall: {per: 1..20, holds: truth}
functions:
  highest_heap: highest of heap[k] for k in 1..20
  answered (player p, number n): any k in 1..20 has (after drop (next(p), k), highest_heap > n and tall[k])
  emptied (player p): after leave_all (p), count(stock) > 11
phases:
  game:
    - for each player p:
        - put top of stock in hand[p]
    - repeat 8 times:
        - for each player p:
            - p chooses n from 1..19 where not tall[n] and not (after drop (p, n), answered(p, n) and emptied(p))
            - do drop (p, n)
            - if after leave_all (p), (after drop (p, 20), emptied(next(p)) or count(hand[p]) = heap[20]):
                - points[p] += 1
  drop (player p, number n):
    - heap[n] += n
    - heap[min(20, n + 1)] += 1
    - if after pile_up (n), highest_heap > 30:
        - tall[k] = not tall[k] for each k in 1..20 where heap[k] > 0
    - tall[n] = yes
  pile_up (number n):
    - for each k in n..20:
        - heap[k] += 3
        - tall[k] = heap[k] > 9
  leave_all (player p):
    - move all from hand[p] on top of stock
    - heap[20] = count(stock)
""",
    "pieces that are moved, and a set-up": """\
variables:
  mark: {per: space of grid, holds: truth}
  depth: {per: space of road, holds: 0..9}
functions:
  roomy (grid x): (number of y in grid where mark[y]) < 8 and (no y in neighbours of king has mark[y] and y != x)
phases:
  game:
    - king = a1
    - repeat 6 times:
        - for each player p:
            - p chooses x from grid where not mark[x] and (after go (x), roomy(x))
            - do go (x)
            - p chooses n from 1..3 where after run (p, n), pawn[p] != 4 and depth[pawn[p]] < 3
            - do run (p, n)
            - points[p] = depth[pawn[p]]
  go (grid x):
    - king = x
    - mark[x] = yes
    - mark[y] = no for each y in neighbours of x
  run (player p, number n):
    - move pawn[p] by n
    - depth[s] = min(9, depth[s] + 1) for each s in road where s <= pawn[p]
movement:
  road: {beyond the ends: stop}
""",
    "faults inside": """\
phases:
  game:
    - repeat 9 times:
        - for each player p:
            - p chooses n from 0..2 where after add (p, n), coins[p] > 2
            - coins[p] += n
  add (player p, number n):
    - pot += 1
    - coins[p] += n + 1
""",
    "faults in the test": """\
phases:
  game:
    - repeat 9 times:
        - for each player p:
            - p chooses n from 0..2 where after add (p, n), 20 div (8 - coins[p]) > 2
            - coins[p] += n
  add (player p, number n):
    - pot += 1
    - coins[p] += n
""",
    "a trial without an end": """\
phases:
  game:
    - repeat 9 times:
        - for each player p:
            - p chooses n from 0..2 where after add (p, n), pot > 2
            - coins[p] += n
  add (player p, number n):
    - repeat until coins[p] + n < 8:
        - pot = n
""",
    "passes are counted for each trial": """\
variables:
  many: {per: 1..20, holds: 0..1000}
  often: {per: 1..20, holds: 0..1000}
phases:
  game:
    - repeat 3 times:
        - for each player p:
            - p chooses n from 0..2 where every k in 1..3 has after add (k), many[k] > n and often[k] > 120
            - points[p] += many[n + 1]
            - many[n + 2] += 1
  add (number k):
    - repeat 100 times as i:
        - for each j in 1..20:
            - many[j] += 1
            - often[j] += 1
    - repeat until often[k] > 120:
        - often[k] += 7
""",
    "while all decide together": """\
phases:
  game:
    - repeat 3 times:
        - for each player p:
            - put top of stock in table
        - together, each player me:
            - me chooses one:
                - bid n from 0..3 where after take (me, n), coins[me] > 1 and pot < 40:
                    - if after take (me, n + 1), coins[me] = 1:
                        - points[me] += 1
                    - ready[me] = (number of q in players where after take (q, 2), leader = q) > 1
                - wave c from table where after drop (me, c), count(table) < n_left(me) or c.value > 2:
                    - points[me] += c.value
                - rest
        - for each player p where ready[p]:
            - coins[p] = max(0, coins[p] - 1)
  take (player me, number n):
    - coins[me] = max(0, coins[me] - n)
    - pot += n
    - leader = me
  drop (player me, numbers c):
    - put c from table in hand[me]
functions:
  n_left (player p): 2 + (number of c in hand[p])
""",
    "in sets, sums and choices of cards": """\
functions:
  rises (player p): all of ends(n) for n in 1..3 where after pay (p, n), coins[p] > 0
  ends (number n): [n, n + 1]
phases:
  game:
    - repeat 5 times:
        - for each player p:
            - let best = highest of n for n in 0..4 where after pay (p, n), coins[p] > 1, else 0
            - let many = number of n in 1..4 where after pay (p, n), n in rises(p)
            - p chooses n from rises(p) where n != best
            - points[p] += best + many
            - do pay (p, n)
            - coins[p] = min(9, coins[p] + 2)
            - let some = sum of (coins[q] if (after pay (q, n), coins[q] > 3) else 1) for q in players
            - pot = min(50, pot + some)
            - if (first player q where after pay (q, 1), pot > 5, else p) = p:
                - leader = p
  pay (player p, number n):
    - coins[p] = max(0, coins[p] - n)
    - pot = min(50, pot + n)
outcome:
  winners: players p where not (after pay (p, 2), coins[p] < 2)
  ranking (player p): ["highest coins[p]"]
""",
}
"""Sections over the standard game of the specs, by what they try."""

STOPPED = {
    "calls of functions that use themselves": """\
functions:
  fib (number n), at most 40 deep: n if n < 2 else fib(n - 1) + fib(n - 2)
phases:
  game:
    - Anne chooses n from 1..9 where fib(n) < 9
    - pot = fib(n + 2)
    - Ben chooses k from 35..36 where fib(k) > 9
    - pot = k
""",
    "functions that go too deep": """\
functions:
  left (number n), at most 2 deep: 0 if n = 0 else right(n - 1)
  right (number n), at most 2 deep: 0 if n = 0 else left(n - 1)
phases:
  game:
    - pot = left(3)
    - Anne chooses n from 1..9 where left(n div 4) = 0
    - do dig (2)
    - pot = left(4)
  dig (number n), at most 3 deep:
    - if n > 0:
        - pot += n
        - do dig (n - 1)
""",
    "phases that go too deep": """\
phases:
  game:
    - pot = 1
    - Anne chooses n from 1..2
    - do dig (2)
    - Anne chooses k from 1..9 where after dig (k + 2), pot > 5
  dig (number n), at most 3 deep:
    - if n > 0:
        - pot += n
        - do dig (n - 1)
""",
}
"""Sections laid over the standard game: what calls itself does so too often, or goes too deep."""


def tried(title: str) -> Program:
    """The game of that title, or the one with the stones."""
    parts = TRIED | STOPPED
    block = Block("trials", 0, "", "sections", tuple(parts.get(title, "").splitlines()))
    found = compile_ruleset(block.source if title in parts else Source("stones.yaml", STONES), "", 2, {})
    assert found.program is not None, found.diagnostics
    return found.program
