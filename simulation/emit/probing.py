"""Functions of the listening form that find out which cards may lie where at a moment of a history, by trying.

    probe(s, m, o, w, t, h, f, need, out, seat, at, most)
                                 gives how many rows of *out* it wrote; -1 where it found no cards with which it can be

The vector is one in which what was heard at the moment *at* cannot be. Cards that the seat does not see are replaced there, zone
by zone, until it can; nobody asks whether there are so many of a kind. Then one after another is replaced, which tells how many
of a kind may lie there, and must. A row has the number of the zone among those that the seat does not see, the kind, and how many
lie there at least and at most (-1: any number), and whether that is so behind what moves first at that moment. Where it can be,
but not with each card that nature could draw, a row has -1 and the kind of such a card. *need* has for the slot of
each kind in each of these zones how many of it must lie there in any case, *most* is how often something is
tried at most; how often it was comes to stand at the beginning of *need*.
"""

from __future__ import annotations

from ...interpreter.state import NATURE
from .noting import FULL, WEIGHT

OTHERS = 6
"""With so many other cards it is tried whether something depends on them."""

CAN_BE = f"""def can_be(s: Slots, m: Numbers, o: Numbers, w: Numbers, t: Numbers, h: Numbers, at: int, seat: int) -> bool:
    m[TRIALS] += 1
    before = asking(s, m)
    own = t[U(at + 1)]
    p = answering(before, own, t[U(at + 3)], seat)
    if p == -2:
        return False
    count = options(s, m, o, w, p)
    if own >= 0 and (t[U(at + 2)] != count or not alike(o, w, t, count, at + HEARD_FROM + t[U(at + 4)])):
        return False
    narrowed(s, m, o, w, t, at, p, count, seat)
    keep_slots(s, m, 0, SLOTS, KEPT)
    keep_held(m, KEPT_HELD)
    for k in range(count):
        if m[U(LOTS + k)] > 0:
            m[{WEIGHT}] = w[U(k)]
            apply(s, m, p, o[U(k)])
            length = hear(m, h, seat, 0)
            after = asking(s, m)
            fits = m[{FULL}] == 0 and agrees(t, h, at, length, after)
            if own < 0 and length == 0 and after == before:
                fits = True
            restore_slots(s, m, 0, SLOTS, KEPT)
            restore_held(m, KEPT_HELD)
            if fits:
                return True
    return False"""
"""Whether what was heard at a moment can be in that vector."""

DRAWN = f"""def drawn(s: Slots, m: Numbers, t: Numbers, h: Numbers, at: int, kind: int, seat: int) -> bool:
    m[TRIALS] += 1
    keep_slots(s, m, 0, SLOTS, KEPT)
    keep_held(m, KEPT_HELD)
    m[{WEIGHT}] = 1
    apply(s, m, {NATURE}, kind)
    length = hear(m, h, seat, 0)
    fits = m[{FULL}] == 0 and agrees(t, h, at, length, asking(s, m))
    restore_slots(s, m, 0, SLOTS, KEPT)
    restore_held(m, KEPT_HELD)
    return fits"""
"""Whether what was heard can be where nature draws that card."""

SPARE = """def spare(s: Slots, need: Numbers, base: int, kinds: int, kind: int, behind: int) -> int:
    found = -1
    most = 0
    for other in range(kinds):
        spot = base + 1 + other
        if other != kind and spot > behind and s[U(spot)] - need[U(spot)] > most:
            most = s[U(spot)] - need[U(spot)]
            found = spot
    return found"""
"""The slot of the kind, another than that one and *behind* a slot, of which most cards in a zone need not be there; -1: none."""

REPLACED = """def replaced(s: Slots, need: Numbers, base: int, kinds: int, kind: int, all: int) -> bool:
    if all == 0:
        spot = spare(s, need, base, kinds, kind, -1)
        if spot < 0:
            return False
        s[U(spot)] -= 1
        s[U(base + 1 + kind)] += 1
        return True
    count = 0
    for other in range(kinds):
        spot = base + 1 + other
        more = s[U(spot)] - need[U(spot)]
        if other != kind and more > 0:
            s[U(spot)] -= more
            count += more
    s[U(base + 1 + kind)] += count
    return count > 0"""
"""Makes one card of a zone, or all, one of that kind, as far as they need not be what they are; False where there is none."""

FREED = """def freed(s: Slots, m: Numbers, o: Numbers, w: Numbers, t: Numbers, h: Numbers, f: Numbers, need: Numbers, seat: int, \
at: int, most: int) -> bool:
    for all in range(2):
        for number in range(f[0]):
            base = f[U(2 + 4 * number)]
            for kind in range(f[U(3 + 4 * number)]):
                if replaced(s, need, base, f[U(3 + 4 * number)], kind, all):
                    if can_be(s, m, o, w, t, h, at, seat):
                        return True
                    restore_slots(s, m, 0, SLOTS, EDITED)
    for kind in range(KINDS):
        for number in range(f[0]):
            if kind < f[U(3 + 4 * number)]:
                replaced(s, need, f[U(2 + 4 * number)], f[U(3 + 4 * number)], kind, 1)
        if can_be(s, m, o, w, t, h, at, seat):
            return True
        restore_slots(s, m, 0, SLOTS, EDITED)
    for all in range(2):
        for number in range(f[0]):
            for other in range(f[0]):
                for kind in range(f[U(3 + 4 * number)]):
                    if m[TRIALS] >= most:
                        return False
                    if other != number and replaced(s, need, f[U(2 + 4 * number)], f[U(3 + 4 * number)], kind, all):
                        for second in range(f[U(3 + 4 * other)]):
                            if m[TRIALS] < most and replaced(s, need, f[U(2 + 4 * other)], f[U(3 + 4 * other)], second, 1):
                                if can_be(s, m, o, w, t, h, at, seat):
                                    return True
                                restore_slots(s, m, 0, SLOTS, EDITED)
                                replaced(s, need, f[U(2 + 4 * number)], f[U(3 + 4 * number)], kind, all)
                        restore_slots(s, m, 0, SLOTS, EDITED)
    return False""".replace("\\\n", "")
"""Replaces cards until what was heard can be: one card, all of a zone, all of all zones by the same kind, or in two zones. False
where nothing helps.
"""

SHIFTED = """def shifted(s: Slots, base: int, kind: int, left: int, other: int) -> None:
    count = s[U(base + 1 + kind)] - left
    s[U(base + 1 + kind)] -= count
    s[U(base + 1 + other)] += count"""
"""Makes all cards of a kind in a zone but some cards of another kind."""

NEEDED = """def needed(s: Slots, m: Numbers, o: Numbers, w: Numbers, t: Numbers, h: Numbers, need: Numbers, base: int, \
kinds: int, kind: int, seat: int, at: int) -> int:
    lying = s[U(base + 1 + kind)]
    least = need[U(base + 1 + kind)]
    while least < lying:
        for other in range(kinds):
            if other != kind:
                shifted(s, base, kind, least, other)
                fits = can_be(s, m, o, w, t, h, at, seat)
                restore_slots(s, m, 0, SLOTS, FREED)
                if fits:
                    return least
        least += 1
    return least""".replace("\\\n", "")
"""How many cards of a kind must lie in a zone, all else being as it is, whatever the others are."""

TOLD = """def told(out: Numbers, rows: int, number: int, kind: int, least: int, most: int, behind: int) -> int:
    out[U(5 * rows)] = number
    out[U(5 * rows + 1)] = kind
    out[U(5 * rows + 2)] = least
    out[U(5 * rows + 3)] = most
    out[U(5 * rows + 4)] = behind
    return rows + 1"""
"""Writes a row; gives how many there are then."""

ANYWAY = f"""def anyway(s: Slots, m: Numbers, t: Numbers, h: Numbers, need: Numbers, base: int, kinds: int, kind: int, at: int, \
seat: int) -> bool:
    for number in range(min(kinds - 1, {OTHERS})):
        other = (kind + 1 + number * max(1, (kinds - 1) // {OTHERS})) % kinds
        if replaced(s, need, base, kinds, other, 1):
            fits = drawn(s, m, t, h, at, kind, seat)
            restore_slots(s, m, 0, SLOTS, EDITED)
            if fits:
                return False
    return True""".replace("\\\n", "")
"""Whether nature cannot draw that card, whatever lies where it is put, as far as a few other cards there tell."""

LACKED = """def lacked(s: Slots, m: Numbers, t: Numbers, h: Numbers, need: Numbers, base: int, kinds: int, kind: int, at: int, \
seat: int) -> int:
    found = -1
    for other in range(kinds):
        if other != kind and replaced(s, need, base, kinds, other, 0):
            fits = drawn(s, m, t, h, at, kind, seat)
            restore_slots(s, m, 0, SLOTS, EDITED)
            if fits:
                if found >= 0:
                    return -1
                found = other
    return found""".replace("\\\n", "")
"""The only kind that would allow nature to draw that card if such a card lay where it is put; -1: none, or several."""

BARRED = f"""def barred(s: Slots, m: Numbers, o: Numbers, w: Numbers, t: Numbers, h: Numbers, f: Numbers, need: Numbers, \
out: Numbers, at: int, seat: int) -> int:
    if asking(s, m) != 1:
        return 0
    source, goal = ends_of_draw(s, m)
    if source < 0:
        return 0
    count = options(s, m, o, w, {NATURE})
    place = -1
    for number in range(f[0]):
        if f[U(2 + 4 * number)] == goal:
            place = number
    rows = 0
    wanted = -2
    keep_slots(s, m, 0, SLOTS, EDITED)
    for k in range(count):
        kind = o[U(k)]
        if drawn(s, m, t, h, at, kind, seat):
            continue
        kinds = 0 if place < 0 else f[U(3 + 4 * place)]
        if place < 0 or anyway(s, m, t, h, need, goal, kinds, kind, at, seat):
            rows = told(out, rows, -1, kind, 0, 0, 0)
            continue
        lying = s[U(goal + 1 + kind)]
        fits = lying > 0
        for number in range(min(kinds - 1, 3)):
            if fits:
                shifted(s, goal, kind, 0, (kind + 1 + number) % kinds)
                fits = drawn(s, m, t, h, at, kind, seat)
                restore_slots(s, m, 0, SLOTS, EDITED)
        if fits:
            rows = told(out, rows, place, kind, 0, lying, 1)
        elif wanted == -2:
            wanted = lacked(s, m, t, h, need, goal, kinds, kind, at, seat)
            if wanted >= 0:
                rows = told(out, rows, place, wanted, 1, -1, 1)
    return rows""".replace("\\\n", "")
"""Writes which cards nature cannot have drawn in that vector, as rows with -1 for the zone; or if that is so because of what lies
where it was put, then how many cards can, or must, lie there behind it.
"""

DENIED = f"""def denied(s: Slots, m: Numbers, o: Numbers, w: Numbers, t: Numbers, h: Numbers, need: Numbers, base: int, \
kinds: int, kind: int, most: int, at: int, seat: int) -> bool:
    for number in range(min(kinds - 1, {OTHERS})):
        other = (kind + 1 + number * max(1, (kinds - 1) // {OTHERS})) % kinds
        replaced(s, need, base, kinds, other, 1)
        lying = s[U(base + 1 + kind)]
        spot = base + 1 + other
        if most > lying and s[U(spot)] - need[U(spot)] >= most - lying:
            s[U(spot)] -= most - lying
            s[U(base + 1 + kind)] = most
            if can_be(s, m, o, w, t, h, at, seat):
                restore_slots(s, m, 0, SLOTS, FREED)
                return False
        restore_slots(s, m, 0, SLOTS, FREED)
    return True""".replace("\\\n", "")
"""Whether so many cards of a kind cannot lie in a zone whatever else lies there, as far as a few other cards tell."""

PROBED = """def probed(s: Slots, m: Numbers, o: Numbers, w: Numbers, t: Numbers, h: Numbers, f: Numbers, need: Numbers, \
out: Numbers, seat: int, at: int, most: int) -> int:
    if can_be(s, m, o, w, t, h, at, seat):
        return barred(s, m, o, w, t, h, f, need, out, at, seat)
    keep_slots(s, m, 0, SLOTS, EDITED)
    if not freed(s, m, o, w, t, h, f, need, seat, at, most):
        return -1
    keep_slots(s, m, 0, SLOTS, FREED)
    rows = 0
    for number in range(f[0]):
        base = f[U(2 + 4 * number)]
        kinds = f[U(3 + 4 * number)]
        for kind in range(kinds):
            least = needed(s, m, o, w, t, h, need, base, kinds, kind, seat, at)
            if least > need[U(base + 1 + kind)]:
                need[U(base + 1 + kind)] = least
                rows = told(out, rows, number, kind, least, -1, 0)
    for number in range(f[0]):
        base = f[U(2 + 4 * number)]
        kinds = f[U(3 + 4 * number)]
        for kind in range(kinds):
            lying = s[U(base + 1 + kind)]
            more = 0
            fails = 0
            while lying + more < COPIES[U(base + 1 + kind)] and fails == 0:
                fails = 1
                tried = 0
                skipped = -1
                while fails == 1 and tried < 4:
                    spot = spare(s, need, base, kinds, kind, skipped)
                    if spot < 0:
                        break
                    s[U(spot)] -= 1
                    s[U(base + 1 + kind)] += 1
                    tried += 1
                    if can_be(s, m, o, w, t, h, at, seat):
                        fails = 0
                    else:
                        s[U(spot)] += 1
                        s[U(base + 1 + kind)] -= 1
                        skipped = spot
                if tried == 0:
                    fails = 2
                more += 1
            restore_slots(s, m, 0, SLOTS, FREED)
            if fails == 1 and denied(s, m, o, w, t, h, need, base, kinds, kind, lying + more, at, seat):
                rows = told(out, rows, number, kind, 0, lying + more - 1, 0)
    return rows""".replace("\\\n", "")

PROBE = """@entry
def probe(s: Slots, m: Numbers, o: Numbers, w: Numbers, t: Numbers, h: Numbers, f: Numbers, need: Numbers, out: Numbers, \
seat: int, at: int, most: int) -> int:
    m[TRIALS] = 0
    rows = probed(s, m, o, w, t, h, f, need, out, seat, at, most)
    need[0] = m[TRIALS]
    return rows""".replace("\\\n", "")

CARDS = (CAN_BE, SPARE, REPLACED, FREED, SHIFTED, NEEDED, DRAWN)
PROBING = (*CARDS, TOLD, ANYWAY, LACKED, BARRED, DENIED, PROBED, PROBE)
"""The functions, in an order in which each stands behind those that it calls."""
