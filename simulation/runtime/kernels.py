"""The parts of emitted code that are the same for every game: random numbers, and cards in a zone.

Those that are called stand in front of the functions of an emitted module.
An instance of a zone lies in the vector *s* from its first slot on: the number of its cards, how many of each kind lie loose,
and for each ordered part the number of cards and their kinds + 1.
"""

from __future__ import annotations

from .plain import Numbers, S, Slots, U, Word, Words, ones_in, product, rare

# ---- from here on


def mix(word: Word) -> Word:
    """SplitMix64's scrambling of a word, as in `rulerun.interpreter.core.rng`."""
    word = ((word ^ (word >> U(30))) * U(0xBF58476D1CE4E5B9)) & U(0xFFFFFFFFFFFFFFFF)
    word = ((word ^ (word >> U(27))) * U(0x94D049BB133111EB)) & U(0xFFFFFFFFFFFFFFFF)
    return word ^ (word >> U(31))


def stream(seed: Word, game: Word, use: Word) -> Word:
    """Where the stream of that name starts."""
    start = mix((seed + U(0x9E3779B97F4A7C15)) & U(0xFFFFFFFFFFFFFFFF))
    start = mix(((start ^ game) + U(0x9E3779B97F4A7C15)) & U(0xFFFFFFFFFFFFFFFF))
    return mix(((start ^ use) + U(0x9E3779B97F4A7C15)) & U(0xFFFFFFFFFFFFFFFF))


def fair(now: Word, low: Word, high: Word, bound: Word) -> tuple[Word, int]:
    """The stream and the first number, from this one on, that favours none."""
    unfair = (U(0xFFFFFFFFFFFFFFFF) - bound + U(1)) % bound
    while low < unfair:
        now = (now + U(0x9E3779B97F4A7C15)) & U(0xFFFFFFFFFFFFFFFF)
        high, low = product(mix(now), bound)
    return now, S(high)


def below(now: Word, bound: int) -> tuple[Word, int]:
    """The stream after it, and a number from 0 to *bound* - 1."""
    now = (now + U(0x9E3779B97F4A7C15)) & U(0xFFFFFFFFFFFFFFFF)
    high, low = product(mix(now), U(bound))
    if rare(low < U(bound)):
        return fair(now, low, high, U(bound))
    return now, S(high)


def in_order(s: Slots, at: int, kind: int) -> int:
    """How many cards of a kind lie in an ordered part."""
    found = 0
    for spot in range(at + 1, at + 1 + s[U(at)]):
        if s[U(spot)] == kind + 1:
            found += 1
    return found


def kinds_in(s: Slots, base: int, kinds: int) -> int:
    """How many kinds of card lie loose."""
    found = 0
    for spot in range(base + 1, base + 1 + kinds):
        if s[U(spot)] != 0:
            found += 1
    return found


def drawn_loose(s: Slots, base: int, number: int) -> int:
    """The kind of the loose card with that number, counted through the kinds."""
    spot = base
    left = number
    while left >= 0:
        spot += 1
        left -= s[U(spot)]
    return spot - base - 1


def drawn_few(s: Slots, base: int, kinds: int, number: int) -> int:
    """The same, looked for through all kinds without a branch."""
    passed = 0
    kind = 0
    for spot in range(base + 1, base + kinds):
        passed += s[U(spot)]
        kind += 1 if passed <= number else 0
    return kind


def drawn_lane(word: Word, number: int, ones: Word, half: int) -> int:
    """The kind of the packed card with that number: a kind is passed by where the cards up to it are no more than that.

    A product with *ones* gives the sums of the cards up to each kind, and a bit above the numbers tells which are passed.
    """
    sums = (word * ones) & U(0xFFFFFFFFFFFFFFFF)
    passed = ((U(number) + (U(1) << U(half))) * ones - sums) & (ones << U(half))
    return S(ones_in(passed))


def drawn_card(word: Word, number: int, ones: Word, half: int) -> Word:
    """That card as a word: the lowest kind that is not passed by."""
    sums = (word * ones) & U(0xFFFFFFFFFFFFFFFF)
    left = (sums + ((U(1) << U(half)) - U(1) - U(number)) * ones) & (ones << U(half))
    return (left & (U(0) - left)) >> U(half)


def pack(s: Slots, base: int, kinds: int, bits: int) -> Word:
    """The loose cards of an instance as a word."""
    word = U(0)
    for kind in range(kinds):
        word |= U(s[U(base + 1 + kind)]) << U(kind * bits)
    return word


def unpack(s: Slots, base: int, kinds: int, bits: int, word: Word) -> None:
    """The cards of a word, loose in an instance."""
    mask = (U(1) << U(bits)) - U(1)
    for kind in range(kinds):
        s[U(base + 1 + kind)] = S((word >> U(kind * bits)) & mask)


def spread(
    s: Slots, z: Words, base: int, groups: int, size: int, sets: int, words: int, first: int, low: int, optional: int
) -> None:
    """Set the bits of an array with that many groups of positions: a set of words for each value, nothing before the others."""
    for at in range(first, first + groups * sets * words):
        z[U(at)] = U(0)
    for group in range(groups):
        for place in range(size):
            value = s[U(base + group * size + place)]
            number = 0 if value == -2147483648 else value - low + optional
            z[U(first + (group * sets + number) * words + place // 64)] |= U(1) << U(place % 64)


def spread_truth(s: Slots, z: Words, base: int, groups: int, size: int, sets: int, words: int, first: int) -> None:
    """The same for an array of truth values: the words of those that are true."""
    for at in range(first, first + groups * sets * words):
        z[U(at)] = U(0)
    for group in range(groups):
        for place in range(size):
            if s[U(base + group * size + place)] != 0:
                z[U(first + group * words + place // 64)] |= U(1) << U(place % 64)


def move_word(s: Slots, z: Words, source: int, goal: int) -> None:
    """All packed cards from one instance to another."""
    s[U(goal)] += s[U(source)]
    s[U(source)] = 0
    z[U(goal)] += z[U(source)]
    z[U(source)] = U(0)


def move_lane(s: Slots, z: Words, source: int, goal: int, shift: int, mask: int) -> None:
    """All packed cards of a kind from one instance to another."""
    some = z[U(source)] & (U(mask) << U(shift))
    z[U(source)] -= some
    z[U(goal)] += some
    count = S(some >> U(shift))
    s[U(source)] -= count
    s[U(goal)] += count


def lift(s: Slots, base: int, at: int, position: int) -> None:
    """Take the card at a position of the ordered part that begins at slot *at*."""
    last = at + s[U(at)]
    for spot in range(at + 1 + position, last):
        s[U(spot)] = s[U(spot + 1)]
    s[U(last)] = 0
    s[U(at)] -= 1
    s[U(base)] -= 1


def loose(s: Slots, base: int, kinds: int) -> int:
    """How many cards lie loose."""
    found = 0
    for kind in range(kinds):
        found += s[U(base + 1 + kind)]
    return found


def draw(s: Slots, base: int, top: int, bottom: int, kind: int) -> None:
    """Take the top card, which is of that kind; *top* and *bottom* are where ordered parts begin, 0 for none."""
    if top and s[U(base + top)]:
        lift(s, base, base + top, s[U(base + top)] - 1)
    elif s[U(base + 1 + kind)]:
        s[U(base)] -= 1
        s[U(base + 1 + kind)] -= 1
    else:
        lift(s, base, base + bottom, 0)


def take(s: Slots, base: int, kinds: int, top: int, bottom: int, kind: int) -> bool:
    """Take a card of that kind: a loose one, else the topmost; False when there is none."""
    if kind < 0 or kind >= kinds:
        return False
    if s[U(base + 1 + kind)]:
        s[U(base)] -= 1
        s[U(base + 1 + kind)] -= 1
        return True
    if top:
        for position in range(s[U(base + top)] - 1, -1, -1):
            if s[U(base + top + 1 + position)] == kind + 1:
                lift(s, base, base + top, position)
                return True
    if bottom:
        for position in range(s[U(base + bottom)]):
            if s[U(base + bottom + 1 + position)] == kind + 1:
                lift(s, base, base + bottom, position)
                return True
    return False


def take_at(s: Slots, base: int, kinds: int, top: int, bottom: int, kind: int, place: int) -> bool:
    """Take the card at that place of a row, counted from 1, where it is of that kind; else as `take`."""
    if kind >= 0 and place >= 1 and place <= s[U(base + bottom)] and s[U(base + bottom + place)] == kind + 1:
        lift(s, base, base + bottom, place - 1)
        return True
    return take(s, base, kinds, top, bottom, kind)


def put(s: Slots, base: int, at: int, capacity: int, kind: int) -> bool:
    """Lay a card in the ordered part that begins *at* slots behind the first; False when it is full."""
    s[U(base)] += 1
    if s[U(base + at)] >= capacity:
        return False
    s[U(base + at)] += 1
    s[U(base + at + s[U(base + at)])] = kind + 1
    return True


def exchange(s: Slots, one: int, other: int, length: int) -> None:
    """All cards of two instances that are laid out alike change places."""
    for spot in range(length):
        kept = s[U(one + spot)]
        s[U(one + spot)] = s[U(other + spot)]
        s[U(other + spot)] = kept


def exchange_words(s: Slots, z: Words, one: int, other: int) -> None:
    """All packed cards of two instances change places."""
    kept = s[U(one)]
    s[U(one)] = s[U(other)]
    s[U(other)] = kept
    word = z[U(one)]
    z[U(one)] = z[U(other)]
    z[U(other)] = word


def loosen(s: Slots, base: int, at: int) -> None:
    """Forget an order: the cards of the part that begins *at* slots behind the first become loose."""
    if at == 0:
        return
    first = base + at
    for spot in range(first + 1, first + 1 + s[U(first)]):
        s[U(base + s[U(spot)])] += 1
        s[U(spot)] = 0
    s[U(first)] = 0


def move_kind(s: Slots, source: int, goal: int, top: int, bottom: int, kind: int) -> None:
    """All cards of a kind from one instance to another, where they lie loose."""
    count = s[U(source + 1 + kind)]
    s[U(source + 1 + kind)] = 0
    s[U(source)] -= count
    for part in range(2):
        at = source + (top if part == 0 else bottom)
        if at != source:
            position = 0
            while position < s[U(at)]:
                if s[U(at + 1 + position)] == kind + 1:
                    lift(s, source, at, position)
                    count += 1
                else:
                    position += 1
    s[U(goal)] += count
    s[U(goal + 1 + kind)] += count


def carry_loose(s: Slots, m: Numbers, source: int, goal: int, kinds: int, at: int, capacity: int, passing: int, up: int) -> bool:
    """All loose cards of the passing kinds, kinds ascending or (*up*) descending, to an ordered part; False when it is full."""
    for number in range(kinds):
        kind = kinds - 1 - number if up else number
        if passing < 0 or m[U(passing + kind)] != 0:
            while s[U(source + 1 + kind)] != 0:
                s[U(source)] -= 1
                s[U(source + 1 + kind)] -= 1
                if not put(s, goal, at, capacity, kind):
                    return False
    return True


def carry_row(
    s: Slots, m: Numbers, source: int, part: int, goal: int, at: int, capacity: int, passing: int, backward: int
) -> bool:
    """The cards of the passing kinds of one ordered part to another, in their order or *backward*; False when it is full."""
    if part == 0:
        return True
    first = source + part
    position = s[U(first)] - 1 if backward else 0
    while position >= 0 and position < s[U(first)]:
        kind = s[U(first + 1 + position)] - 1
        if passing < 0 or m[U(passing + kind)] != 0:
            lift(s, source, first, position)
            if not put(s, goal, at, capacity, kind):
                return False
            if backward:
                position -= 1
        elif backward:
            position -= 1
        else:
            position += 1
    return True


def carry(
    s: Slots, m: Numbers, source: int, goal: int, kinds: int, top: int, bottom: int, at: int, capacity: int, passing: int, up: int
) -> bool:
    """The cards of the passing kinds (all where it is -1) as they lie to an ordered part, the topmost first or (*up*) last."""
    if source == goal:
        return True
    if up:
        if not carry_row(s, m, source, bottom, goal, at, capacity, passing, 1):
            return False
        if not carry_loose(s, m, source, goal, kinds, at, capacity, passing, 1):
            return False
        return carry_row(s, m, source, top, goal, at, capacity, passing, 0)
    if not carry_row(s, m, source, top, goal, at, capacity, passing, 1):
        return False
    if not carry_loose(s, m, source, goal, kinds, at, capacity, passing, 0):
        return False
    return carry_row(s, m, source, bottom, goal, at, capacity, passing, 0)


def move_all(s: Slots, source: int, goal: int, kinds: int, top: int, bottom: int) -> None:
    """All cards from one instance to another, where they lie loose."""
    loosen(s, source, top)
    loosen(s, source, bottom)
    if s[U(source)] == 0:
        return
    s[U(goal)] += s[U(source)]
    s[U(source)] = 0
    for kind in range(1, kinds + 1):
        s[U(goal + kind)] += s[U(source + kind)]
        s[U(source + kind)] = 0


def digits(s: Slots, m: Numbers, first: int, behind: int, each: int, radix: int, zero: int, at: int) -> None:
    """The values in the slots from *first* up to *behind* as words: digits value - *zero*, 0 for nothing, *each* to a word."""
    spot = at
    start = first
    while start < behind:
        word = 0
        for slot in range(start, min(start + each, behind)):
            value = s[U(slot)]
            word = word * radix + (0 if value == -2147483648 else value - zero)
        m[U(spot)] = word
        spot += 1
        start += each


def kept_before(s: Slots, m: Numbers, base: int, width: int, at: int) -> int:
    """How many positions of a memory come before the one of *width* words that stands in working memory."""
    low = 0
    high = s[U(base)]
    while low < high:
        middle = (low + high) // 2
        spot = base + 1 + middle * width
        less = False
        for word in range(width):
            if s[U(spot + word)] != m[U(at + word)]:
                less = s[U(spot + word)] < m[U(at + word)]
                break
        if less:
            low = middle + 1
        else:
            high = middle
    return low


def times_kept(s: Slots, m: Numbers, base: int, width: int, at: int) -> int:
    """How many positions of a memory are the one that stands in working memory; equal ones lie side by side."""
    found = 0
    spot = base + 1 + kept_before(s, m, base, width, at) * width
    behind = base + 1 + s[U(base)] * width
    while spot < behind:
        for word in range(width):
            if s[U(spot + word)] != m[U(at + word)]:
                return found
        found += 1
        spot += width
    return found


def remember(s: Slots, m: Numbers, base: int, width: int, most: int, at: int) -> bool:
    """Keep the position that stands in working memory, in order among the others; False when there is no room."""
    if s[U(base)] >= most:
        return False
    spot = base + 1 + kept_before(s, m, base, width, at) * width
    for slot in range(base + s[U(base)] * width, spot - 1, -1):
        s[U(slot + width)] = s[U(slot)]
    for word in range(width):
        s[U(spot + word)] = m[U(at + word)]
    s[U(base)] += 1
    return True


def forget(s: Slots, base: int, width: int) -> None:
    """Drop all positions of a memory."""
    for slot in range(base, base + 1 + s[U(base)] * width):
        s[U(slot)] = 0


def before(m: Numbers, one: int, other: int, width: int) -> bool:
    """Whether the row of *width* numbers at *one* comes before that at *other*."""
    for at in range(width):
        if m[U(one + at)] != m[U(other + at)]:
            return m[U(one + at)] < m[U(other + at)]
    return False


def sort_rows(m: Numbers, start: int, count: int, width: int) -> None:
    """Sort *count* rows of *width* numbers by all but their last, smaller first, equal ones as they stand."""
    for row in range(1, count):
        spot = start + row * width
        while spot > start:
            before = spot - width
            less = False
            for at in range(width - 1):
                if m[U(spot + at)] != m[U(before + at)]:
                    less = m[U(spot + at)] < m[U(before + at)]
                    break
            if not less:
                break
            for at in range(width):
                kept = m[U(spot + at)]
                m[U(spot + at)] = m[U(before + at)]
                m[U(before + at)] = kept
            spot = before


def loose_to_draw(s: Slots, base: int, kinds: int, top: int) -> int:
    """Among how many loose cards the top one is; 0 where it lies in order, and so is known."""
    if top and s[U(base + top)]:
        return 0
    return loose(s, base, kinds)


def drawn_top(s: Slots, base: int, top: int, bottom: int, count: int, number: int) -> int:
    """The kind of the top card: the one that lies there in order, or the loose one with that number."""
    if count > 0:
        return drawn_loose(s, base, number)
    if top and s[U(base + top)]:
        return s[U(base + top + s[U(base + top)])] - 1
    return s[U(base + bottom + 1)] - 1


def heavier(w: Numbers, number: int) -> int:
    """The option that a number below the sum of all weights falls on."""
    left = number
    option = -1
    while left >= 0:
        option += 1
        left -= w[U(option)]
    return option


def keep_slots(s: Slots, m: Numbers, first: int, count: int, room: int) -> None:
    """Copies so many slots to working memory."""
    for spot in range(count):
        m[U(room + spot)] = s[U(first + spot)]


def restore_slots(s: Slots, m: Numbers, first: int, count: int, room: int) -> None:
    """Copies them back."""
    for spot in range(count):
        s[U(first + spot)] = m[U(room + spot)]


def keep_words(z: Words, m: Numbers, first: int, count: int, room: int) -> None:
    """Copies so many words to working memory."""
    for spot in range(count):
        m[U(room + spot)] = S(z[U(first + spot)])


def restore_words(z: Words, m: Numbers, first: int, count: int, room: int) -> None:
    """Copies them back."""
    for spot in range(count):
        z[U(first + spot)] = U(m[U(room + spot)])


def undo(s: Slots, m: Numbers, first: int, behind: int) -> None:
    """Undoes the writes that are noted in working memory from *first* on, the last one first: a slot, and what it held."""
    spot = behind
    while spot > first:
        spot -= 2
        s[U(m[U(spot)])] = m[U(spot + 1)]
