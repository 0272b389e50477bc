"""Which cards those were that a seat did not see moving: kinds for them that agree with all that is known, changed at random.

Here a kind has a number of its own in all decks together, and a zone that the seat does not see is known by its place in a list.
These arrays are looked at:

    v   for each unseen move, in order: its time, the zone that the card left and the one it came to, the first kind of its deck
        and the one behind the last, and whether nature drew it
    x   the kind of each
    e   what is known of a kind, five numbers each, ordered by kind and time: the time, then 0, source and target (-1: a zone that
        is seen) and whether nature drew it; or 1, a zone, and how many cards lie there at least and at most (-1: any number);
        or 2, a zone, and how many cards lie there at first; or 3: it is not what moves unseen at that time. Bounds hold before
        what moves at that time
    i   where in `e` each kind begins, and behind the last one the end
    c   room: first a number for each zone, then for each kind how much of what is known it contradicts, and how likely nature
        was to draw its cards; then room for two lists of moves
"""

from __future__ import annotations

from .kernels import below
from .plain import Numbers, S, U

# ---- from here on


def strain(v: Numbers, e: Numbers, i: Numbers, x: Numbers, c: Numbers, kind: int, moves: int, zones: int) -> tuple[int, int]:
    """How much of what is known the moves of a kind contradict, and in how many ways nature could draw its cards (bounded)."""
    for zone in range(zones):
        c[U(zone)] = 0
    found = 0
    odds = 1
    barred = -1
    at = i[U(kind)]
    behind = i[U(kind + 1)]
    for move in range(moves + 1):
        if move < moves and x[U(move)] != kind:
            continue
        time = v[U(6 * move)] if move < moves else 4611686018427387904
        while at < behind and e[U(5 * at)] <= time:
            source = e[U(5 * at + 2)]
            target = e[U(5 * at + 3)]
            what = e[U(5 * at + 1)]
            if what == 3:
                barred = e[U(5 * at)]
            elif what == 2:
                c[U(source)] = target
            elif what == 1:
                lying = c[U(source)]
                found += max(0, target - lying)
                if e[U(5 * at + 4)] >= 0:
                    found += max(0, lying - e[U(5 * at + 4)])
            else:
                if source >= 0:
                    if e[U(5 * at + 4)] != 0 and odds < 1048576:
                        odds = odds * max(1, c[U(source)])
                    if c[U(source)] > 0:
                        c[U(source)] -= 1
                    else:
                        found += 1
                if target >= 0:
                    c[U(target)] += 1
            at += 1
        if move < moves:
            if barred == time:
                found += 1
            source = v[U(6 * move + 1)]
            if v[U(6 * move + 5)] != 0 and odds < 1048576:
                odds = odds * max(1, c[U(source)])
            if c[U(source)] > 0:
                c[U(source)] -= 1
            else:
                found += 1
            c[U(v[U(6 * move + 2)])] += 1
    return found, odds


def known_to_leave(e: Numbers, i: Numbers, kind: int, zone: int, time: int) -> int:
    """When a card of that kind is next known to leave a zone."""
    for at in range(i[U(kind)], i[U(kind + 1)]):
        if e[U(5 * at)] > time and e[U(5 * at + 1)] == 0 and e[U(5 * at + 2)] == zone:
            return e[U(5 * at)]
    return 4611686018427387904


def followed(v: Numbers, e: Numbers, i: Numbers, x: Numbers, c: Numbers, first: int, moves: int, room: int) -> int:
    """Writes the unseen moves of the card that moves there first to a list; gives how many there are."""
    kind = x[U(first)]
    zone = v[U(6 * first + 2)]
    c[U(room)] = first
    count = 1
    until = known_to_leave(e, i, kind, zone, v[U(6 * first)])
    move = first + 1
    while move < moves and v[U(6 * move)] < until:
        if x[U(move)] == kind and v[U(6 * move + 1)] == zone:
            c[U(room + count)] = move
            count += 1
            zone = v[U(6 * move + 2)]
            until = known_to_leave(e, i, kind, zone, v[U(6 * move)])
        elif x[U(move)] == kind and v[U(6 * move + 2)] == zone:
            break
        move += 1
    return count


def renamed(x: Numbers, c: Numbers, room: int, count: int, kind: int) -> None:
    """Gives the moves of a list another kind."""
    for number in range(count):
        x[U(c[U(room + number)])] = kind


def amiss(x: Numbers, c: Numbers, first: int, moves: int, room: int) -> int:
    """The first move, from that one on, whose kind contradicts what is known; that one itself where there is none."""
    for number in range(moves):
        move = first + number if first + number < moves else first + number - moves
        if c[U(room + x[U(move)])] > 0:
            return move
    return first


def kind_amiss(c: Numbers, first: int, low: int, high: int, room: int) -> int:
    """The first kind of a deck, from that one on, that contradicts what is known; that one itself where there is none."""
    for number in range(high - low):
        kind = first + number if first + number < high else first + number - high + low
        if c[U(room + kind)] > 0:
            return kind
    return first


def exchange_kinds(
    v: Numbers,
    e: Numbers,
    i: Numbers,
    x: Numbers,
    c: Numbers,
    f: Numbers,
    k: Numbers,
    moves: int,
    zones: int,
    kinds: int,
    times: int,
) -> int:
    """Changes kinds so often at random, as long as no more is contradicted; gives how much is. *k* has the stream, and the row
    of moves *f* gets the kinds.

    Two moves exchange kinds, each with the later moves of its card, or the first moves alone; or one gets another kind. Where
    nothing is contradicted, kinds come as often as nature draws cards that agree.
    """
    wrong = zones
    likely = wrong + kinds
    one = likely + kinds
    other = one + moves
    n = U(k[0])
    all_wrong = 0
    for kind in range(kinds):
        found, odds = strain(v, e, i, x, c, kind, moves, zones)
        c[U(wrong + kind)] = found
        c[U(likely + kind)] = odds
        all_wrong += found
    for _ in range(times):
        n, first = below(n, moves)
        n, way = below(n, 16)
        if all_wrong > 0 and way & 1 == 1:
            first = amiss(x, c, first, moves, wrong)
        low = v[U(6 * first + 3)]
        high = v[U(6 * first + 4)]
        was = x[U(first)]
        second = 0 - 1
        if way < 4:
            n, kind = below(n, high - low)
            kind += low
            if all_wrong > 0 and way & 1 == 0:
                kind = kind_amiss(c, kind, low, high, wrong)
        else:
            n, second = below(n, moves)
            kind = x[U(second)]
        if kind == was or kind < low or kind >= high:
            continue
        count = 1
        c[U(one)] = first
        if way & 12 != 12:
            count = followed(v, e, i, x, c, first, moves, one)
        by = 0
        if second >= 0:
            by = 1
            c[U(other)] = second
            if way & 12 != 12:
                by = followed(v, e, i, x, c, second, moves, other)
        renamed(x, c, one, count, kind)
        renamed(x, c, other, by, was)
        before = c[U(wrong + was)] + c[U(wrong + kind)]
        found, odds = strain(v, e, i, x, c, was, moves, zones)
        more, others = strain(v, e, i, x, c, kind, moves, zones)
        taken = found + more <= before
        if found + more == before:
            weight = c[U(likely + was)] * c[U(likely + kind)]
            if odds * others < weight:
                n, number = below(n, weight)
                taken = number < odds * others
        elif found + more == before + 1 and all_wrong > 0:
            n, number = below(n, 1024)
            taken = number == 0
        if taken:
            c[U(wrong + was)] = found
            c[U(wrong + kind)] = more
            c[U(likely + was)] = odds
            c[U(likely + kind)] = others
            all_wrong += found + more - before
        else:
            renamed(x, c, one, count, was)
            renamed(x, c, other, by, kind)
    k[0] = S(n)
    for move in range(moves):
        spot = 2 + 4 * f[0] + 4 * v[U(6 * move)]
        f[U(spot + 2)] = x[U(move)] - v[U(6 * move + 3)]
        f[U(spot + 3)] = x[U(move)] - v[U(6 * move + 3)]
    return all_wrong
