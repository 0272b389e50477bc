"""The parts of emitted code that note what happens, and tell what one seat hears of it; only the listening form calls them.

What happens is noted in working memory, as records: a kind, the length of the record, who caused it, then what it tells. Who
caused it is 0, or while all decide together the seat + 1, or when all have decided minus that: as events, `Held` and `Released`.
`emit/noting.py` says what stands in the records, and which places of working memory these functions read:

    m[2] to m[4]   the place of the next record, the one behind the last that there is room for, and that of the first
    m[5]           1 where there was no room for a record; then nothing noted may be relied upon
    m[6]           the weight of the option that is chosen
    m[7] to m[9]   the same three places for what is held back from the others until all have decided
    m[10]          the first record of which it is not yet looked at whether it is held back
"""

from __future__ import annotations

from .kernels import lift, loose, put
from .plain import Numbers, Slots, U

# ---- from here on


def note(m: Numbers, kind: int, length: int, by: int) -> int:
    """Begins a record of that length; gives the place of what it tells."""
    at = m[2]
    if at + length > m[3]:
        m[5] = 1
        at = m[4]
        m[10] = at
    m[U(at)] = kind
    m[U(at + 1)] = length
    m[U(at + 2)] = by
    m[2] = at + length
    return at + 3


def note_change(s: Slots, m: Numbers, by: int, slot: int, now: int) -> None:
    """What is to be stored in a slot, where it changes something."""
    if s[U(slot)] != now:
        at = note(m, 7, 6, by)
        m[U(at)] = slot
        m[U(at + 1)] = s[U(slot)]
        m[U(at + 2)] = now


def note_move(
    m: Numbers, by: int, source: int, goal: int, kind: int, lifted: int, end: int, size: int, among: int, shown: int
) -> None:
    """A card that has moved, from where it lay (*lifted*: 0 loose, else the end plus twice its position) to an end."""
    at = note(m, 2, 11, by)
    m[U(at)] = source
    m[U(at + 1)] = goal
    m[U(at + 2)] = kind
    m[U(at + 3)] = lifted
    m[U(at + 4)] = end
    m[U(at + 5)] = size
    m[U(at + 6)] = among
    m[U(at + 7)] = shown


def lies_at(s: Slots, base: int, top: int, bottom: int, kind: int) -> int:
    """Where the card of that kind lies that `take` would take, as *lifted* tells it."""
    if kind < 0 or s[U(base + 1 + kind)]:
        return 0
    if top:
        for position in range(s[U(base + top)] - 1, -1, -1):
            if s[U(base + top + 1 + position)] == kind + 1:
                return 1 + 2 * position
    if bottom:
        for position in range(s[U(base + bottom)]):
            if s[U(base + bottom + 1 + position)] == kind + 1:
                return 2 + 2 * position
    return 0


def lies_in_row(s: Slots, base: int, top: int, bottom: int, kind: int, place: int) -> int:
    """The same of the card that `take_at` would take."""
    if kind >= 0 and place >= 1 and place <= s[U(base + bottom)] and s[U(base + bottom + place)] == kind + 1:
        return 2 * place
    return lies_at(s, base, top, bottom, kind)


def lies_drawn(s: Slots, base: int, top: int, bottom: int, kind: int, lowest: int) -> int:
    """The same of the card that `draw` would draw; *lowest* is 1 where that is the lowest, and then *top* is the lower part."""
    if top and s[U(base + top)]:
        return 1 + lowest + 2 * (s[U(base + top)] - 1)
    if s[U(base + 1 + kind)]:
        return 0
    return 2 - lowest


def note_loose(
    s: Slots, m: Numbers, by: int, source: int, goal: int, kinds: int, kind: int, part: int, capacity: int, end: int
) -> bool:
    """Moves a loose card, and notes it; False when there is no room for it in the ordered part that begins *part* slots on."""
    among = loose(s, source, kinds)
    size = s[U(source)]
    s[U(source)] -= 1
    s[U(source + 1 + kind)] -= 1
    return note_put(s, m, by, source, goal, kind, 0, part, capacity, end, size, among)


def note_lifted(
    s: Slots,
    m: Numbers,
    by: int,
    source: int,
    from_part: int,
    position: int,
    lower: int,
    goal: int,
    kinds: int,
    part: int,
    capacity: int,
    end: int,
) -> bool:
    """The same of the card at a position of an ordered part, which is the *lower* one or not."""
    among = loose(s, source, kinds)
    size = s[U(source)]
    kind = s[U(source + from_part + 1 + position)] - 1
    lift(s, source, source + from_part, position)
    return note_put(s, m, by, source, goal, kind, 1 + lower + 2 * position, part, capacity, end, size, among)


def note_put(
    s: Slots,
    m: Numbers,
    by: int,
    source: int,
    goal: int,
    kind: int,
    lifted: int,
    part: int,
    capacity: int,
    end: int,
    size: int,
    among: int,
) -> bool:
    """Puts down a card that was taken out, and notes its move; False when there is no room for it."""
    if part == 0:
        s[U(goal)] += 1
        s[U(goal + 1 + kind)] += 1
    elif not put(s, goal, part, capacity, kind):
        return False
    note_move(m, by, source, goal, kind, lifted, end, size, among, 0)
    return True


def note_pour(s: Slots, m: Numbers, by: int, source: int, goal: int, kinds: int, top: int, bottom: int, passing: int) -> None:
    """Moves all cards of the passing kinds (all where it is -1), so that they lie loose: loose ones first, kind by kind."""
    for kind in range(kinds):
        if passing < 0 or m[U(passing + kind)] != 0:
            for _ in range(s[U(source + 1 + kind)]):
                note_loose(s, m, by, source, goal, kinds, kind, 0, 0, 0)
    for lower in range(2):
        part = bottom if lower else top
        if part:
            for position in range(s[U(source + part)] - 1, -1, -1):
                if passing < 0 or m[U(passing + s[U(source + part + 1 + position)] - 1)] != 0:
                    note_lifted(s, m, by, source, part, position, lower, goal, kinds, 0, 0, 0)


def note_carry_loose(
    s: Slots, m: Numbers, by: int, source: int, goal: int, kinds: int, part: int, capacity: int, passing: int, end: int
) -> bool:
    """As `carry_loose`; the cards come to the *end* 1 or 2."""
    for number in range(kinds):
        kind = kinds - 1 - number if end == 1 else number
        if passing < 0 or m[U(passing + kind)] != 0:
            for _ in range(s[U(source + 1 + kind)]):
                if not note_loose(s, m, by, source, goal, kinds, kind, part, capacity, end):
                    return False
    return True


def note_carry_row(
    s: Slots,
    m: Numbers,
    by: int,
    source: int,
    from_part: int,
    lower: int,
    goal: int,
    kinds: int,
    part: int,
    capacity: int,
    passing: int,
    end: int,
) -> bool:
    """As `carry_row`: backward where the *lower* part goes up, or the upper one down."""
    if from_part == 0:
        return True
    backward = lower == 2 - end
    first = source + from_part
    position = s[U(first)] - 1 if backward else 0
    while position >= 0 and position < s[U(first)]:
        if passing < 0 or m[U(passing + s[U(first + 1 + position)] - 1)] != 0:
            if not note_lifted(s, m, by, source, from_part, position, lower, goal, kinds, part, capacity, end):
                return False
            if backward:
                position -= 1
        elif backward:
            position -= 1
        else:
            position += 1
    return True


def note_carry(
    s: Slots,
    m: Numbers,
    by: int,
    source: int,
    goal: int,
    kinds: int,
    top: int,
    bottom: int,
    part: int,
    capacity: int,
    passing: int,
    end: int,
) -> bool:
    """As `carry`."""
    if source == goal:
        return True
    first = bottom if end == 1 else top
    last = top if end == 1 else bottom
    if not note_carry_row(s, m, by, source, first, 2 - end, goal, kinds, part, capacity, passing, end):
        return False
    if not note_carry_loose(s, m, by, source, goal, kinds, part, capacity, passing, end):
        return False
    return note_carry_row(s, m, by, source, last, end - 1, goal, kinds, part, capacity, passing, end)


def note_shuffle(m: Numbers, by: int, base: int) -> None:
    """A zone whose cards have lost their order."""
    at = note(m, 3, 4, by)
    m[U(at)] = base


def note_loosening(s: Slots, m: Numbers, by: int, base: int, top: int, bottom: int) -> None:
    """The same where some lie in order."""
    if (top and s[U(base + top)]) or (bottom and s[U(base + bottom)]):
        note_shuffle(m, by, base)


def note_faces(s: Slots, m: Numbers, at: int, base: int, length: int) -> None:
    """Writes the slots of an instance to a place of a record."""
    for spot in range(length):
        m[U(at + spot)] = s[U(base + spot)]


def note_marks(
    s: Slots, m: Numbers, at: int, base: int, kinds: int, top: int, top_capacity: int, bottom: int, bottom_capacity: int
) -> None:
    """Writes which cards of an instance are of the kinds marked before: how many loose ones, and of those in order each."""
    marked = at - kinds
    found = 0
    for kind in range(kinds):
        if m[U(marked + kind)]:
            found += s[U(base + 1 + kind)]
    m[U(at)] = found
    spot = at + 1
    for lower in range(2):
        part = bottom if lower else top
        if part:
            count = s[U(base + part)]
            m[U(spot)] = count
            for position in range(bottom_capacity if lower else top_capacity):
                m[U(spot + 1 + position)] = 0
                if position < count:
                    m[U(spot + 1 + position)] = m[U(marked + s[U(base + part + 1 + position)] - 1)]
            spot += 1 + (bottom_capacity if lower else top_capacity)


def text_joined(before: int, text: int, factor: int) -> int:
    """The number of a text that another one is appended to: *text* is that one's number, and *factor* comes of its length."""
    return (before * factor + text) % 2147483647


def text_of_number(before: int, number: int) -> int:
    """The same where a number is appended, written in digits."""
    if number < 0:
        before = (before * 1000003 + 46) % 2147483647
        number = -number
    worth = 1
    while number // worth >= 10:
        worth *= 10
    while worth > 0:
        before = (before * 1000003 + number // worth % 10 + 49) % 2147483647
        worth //= 10
    return before


def hold_back(m: Numbers) -> None:
    """Copies the records since the last time that are held back from the other seats."""
    spot = m[10]
    while spot < m[2]:
        length = m[U(spot + 1)]
        if m[U(spot + 2)] > 0:
            if m[7] + length > m[9]:
                m[5] = 1
                m[7] = m[8]
            for place in range(length):
                m[U(m[7] + place)] = m[U(spot + place)]
            m[7] += length
        spot += length
    m[10] = spot


def release_held(m: Numbers, seats: int) -> None:
    """Notes what was held back, seat by seat; nothing is held back any more."""
    hold_back(m)
    for by in range(1, seats + 1):
        spot = m[8]
        while spot < m[7]:
            length = m[U(spot + 1)]
            if m[U(spot + 2)] == by:
                at = note(m, m[U(spot)], length, -by)
                for place in range(length - 3):
                    m[U(at + place)] = m[U(spot + 3 + place)]
            spot += length
    m[7] = m[8]
    m[10] = m[2]


def hide(row: Numbers, first: int, behind: int) -> None:
    """Overwrites what a seat does not see in a stretch of what it hears."""
    for spot in range(first, behind):
        row[U(spot)] = -1


def keep_held(m: Numbers, room: int) -> None:
    """Copies what is held back to another place of working memory."""
    count = m[7] - m[8]
    m[U(room)] = count
    for spot in range(count):
        m[U(room + 1 + spot)] = m[U(m[8] + spot)]


def restore_held(m: Numbers, room: int) -> None:
    """Copies it back."""
    for spot in range(m[U(room)]):
        m[U(m[8] + spot)] = m[U(room + 1 + spot)]
    m[7] = m[8] + m[U(room)]


def is_hidden(f: Numbers, base: int) -> int:
    """Whether a zone is among those that the seat does not see."""
    for number in range(f[0]):
        if f[U(2 + 4 * number)] == base:
            return 1
    return 0


def leaving(f: Numbers, first: int, base: int) -> int:
    """The kind of the next card that the seat hears leaving a zone: -1 where it does not see it, -2 where none does."""
    spot = 2 + 4 * f[0] + 4 * first
    while spot < f[1]:
        if f[U(spot)] == -2:
            return -2
        if f[U(spot)] == base:
            return f[U(spot + 2)]
        spot += 4
    return -2


def leaves(f: Numbers, first: int, behind: int, base: int, kind: int) -> int:
    """Whether a card of that kind leaves a zone, from a place of the moves to another, before any comes there or cards change
    places.
    """
    spot = first
    while spot < behind:
        if f[U(spot)] == -2 or f[U(spot + 1)] == base:
            return 0
        if f[U(spot)] == base and f[U(spot + 2)] == kind:
            return 1
        spot += 4
    return 0
