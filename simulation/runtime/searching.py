"""The search loops, the same for every game: they stand in front of a game's own functions in the search form.

The tree lies in one array of numbers, an entry of `WIDTH` numbers for each choice that was looked at; the root is the entry at 0.
An entry is named by where it begins. Those behind one entry are a list from its `FIRST` on, linked by `NEXT`. There are

- choices of a seat (`MOVER` is the seat): how often one was taken, what it led to for that seat, how often it was on offer;
- ways (`PATH`): where play stands once somebody has answered, by what is known of the answer (`CODE` is a digest of that). Where
  everything is known, positions that chance leads to lie in lists of their own instead (`CODE` is a digest of the position): each
  has one entry, in whatever order dice led to it, and what was found out behind it counts for all these ways;
- sides (`SIDE`): where the choices of a seat begin that decides while others do, without knowing what they answer; and those of a
  seat that sees what the searching seat does not (`CODE` is a digest of what it sees, which its choices go by).

Where everything is known, a choice is also the way that leads on from it. Worths are counted in parts of 2**20, as standings are.
"""

from __future__ import annotations

from .kernels import below, heavier, mix
from .plain import Numbers, S, Slots, U, Vectors, Word, Words, entry, table

NATURE, NOBODY, PATH, SIDE = -1, -2, -3, -4

WIDTH = 10
FIRST, NEXT, CODE, MOVER, VISITS, TOTAL, OFFERED, PROVEN, SQUARES, TICK = range(WIDTH)

USED, SIZE, DONE, ROOT, KNOWN, MASKED, SOLVES, DEEPEST, SPREAD, OPTIONS, SUMS, SUMMED, SHELVES, LISTS, FULL, WEIGHED, CONTROL = (
    range(17)
)
"""Where the array *k* has how much of the tree is used and how much there is, how many simulations were done, where the choices
of the root lie; whether a position is known by the answers that led to it, whether answers are known by what the searching seat
sees, whether wins and losses are proven, how deep a simulation goes in the tree, and how far apart what simulations lead to lies;
the first entry of a choice of the root, and where in the tree what these led to is summed by worlds, and how much that takes;
where the lists begin in which positions are looked up that chance leads to, and how many there are; in which simulation, from 1
on, there was no room for an entry for the first time (0: there always was); whether new positions are judged by weights, and
not by random play; and last, how long the array is.
"""

GROUPS = 64
"""In so many groups worlds are summed at most."""

SHARED = 8
"""One in so many entries of the tree begins a list in which positions are looked up that chance leads to."""

SLOTS, SEATS, BESIDE, CLOCK, LONGEST = 1, 1, 0, 1, 0
"""How long a vector is, how many seats there are, how many words tell the same of it, which slot counts the decisions (none: the
one behind the last), and after how many the match is over: of the game.
"""

PLAYER = TOLD = SQRT_LOG = INVERSE_SQRT = CHANCES = table([0])
"""The number of the player in each seat, and at which stops everybody hears the whole answer: of the game. What `sqrt_log`,
`inverse_sqrt` and `estimated` look up.
"""

FURTHEST, STEP = 8192, 4
"""Estimates are told apart up to so far from 0, in thousandths of a logit, in steps of 2**`STEP`."""


def packed(s: Slots, z: Words) -> None:
    """Takes up in words what a vector has: of the game."""
    raise NotImplementedError


def actor(s: Slots, m: Numbers, z: Words) -> int:
    """Who is asked: of the game."""
    raise NotImplementedError


def options(s: Slots, m: Numbers, z: Words, o: Numbers, w: Numbers, p: int) -> int:
    """What a seat can choose: of the game."""
    raise NotImplementedError


def apply(s: Slots, m: Numbers, z: Words, o: Numbers, w: Numbers, p: int, code: int, cut: int) -> None:
    """An answer carried out: of the game."""
    raise NotImplementedError


def rollout(s: Slots, m: Numbers, z: Words, o: Numbers, w: Numbers, n: Word, b: Word, left: int) -> tuple[Word, Word]:
    """Random play to the end: of the game."""
    raise NotImplementedError


def parted(s: Slots) -> bool:
    """Whether play has stopped behind a part of the match: of the game."""
    raise NotImplementedError


def standing(s: Slots, m: Numbers, z: Words, t: Numbers) -> None:
    """How the players stand: of the game."""
    raise NotImplementedError


def evaluate(s: Slots, q: Numbers, wt: Numbers) -> int:
    """What the position seems worth to the first of two players, in thousandths of a logit: of the game."""
    raise NotImplementedError


def waiting(s: Slots) -> int:
    """How many seats decide together, 0 where play does not wait for several: of the game."""
    raise NotImplementedError


# ---- from here on


def sqrt_log(number: int) -> int:
    """The square root of the natural logarithm, in parts of 2**12; beyond 127 by the seven highest bits."""
    shift = 0
    high = number
    while high >= 128:
        high = high >> 1
        shift += 1
    return SQRT_LOG[U(shift * 64 + high)]


def inverse_sqrt(number: int) -> int:
    """1 divided by the square root, in parts of 2**20; beyond 4095 by the eleven highest bits at least."""
    shift = 0
    high = number
    while high >= 4096:
        high = high >> 2
        shift += 1
    return INVERSE_SQRT[U(high)] >> shift


def estimated(s: Slots, q: Numbers, wt: Numbers, t: Numbers) -> None:
    """How two players seem to stand by the weights."""
    v = min(max(evaluate(s, q, wt), 0 - FURTHEST), FURTHEST)
    t[0] = CHANCES[U((v + FURTHEST) >> STEP)]
    t[1] = 1048576 - t[0]


def root_of(number: int) -> int:
    """The square root of a number below 2**32, rounded down."""
    left = number
    found = 0
    bit = 1073741824
    while bit != 0:
        if left >= found + bit:
            left -= found + bit
            found = (found >> 1) + bit
        else:
            found = found >> 1
        bit = bit >> 2
    return found


def begun(f: Vectors, s: Slots, z: Words, number: int, first: bool) -> None:
    """Begins at the world of that number. What its words are is kept where it is the only one, from the *first* time on."""
    row = f[number]
    for j in range(SLOTS):
        s[U(j)] = row[U(j)]
    if first or len(f) > 1:
        packed(s, z)
        for j in range(SLOTS, SLOTS + BESIDE):
            z[U(j + BESIDE)] = z[U(j)]
    else:
        for j in range(SLOTS, SLOTS + BESIDE):
            z[U(j)] = z[U(j + BESIDE)]


def spread_of(tree: Numbers) -> int:
    """Two standard deviations of what simulations led to for the searching seat, in parts of 2**10: 1 in a game that is won as
    often as lost. What seems worse is tried as much as that is, so that a game by points is searched like any other.
    """
    tried = tree[VISITS]
    mean = (tree[TOTAL] // tried) >> 5
    return max(64, root_of(max(0, tree[SQUARES] // tried - mean * mean)) >> 4)


def fits(k: Numbers, needed: int) -> bool:
    """Whether there is room for so much more; notes the first simulation in which there was not."""
    if k[USED] + needed <= k[SIZE]:
        return True
    if k[FULL] == 0:
        k[FULL] = k[DONE] + 1
    return False


def made(tree: Numbers, k: Numbers, node: int, mover: int, code: int) -> int:
    """A new entry behind a node, for which there must be room."""
    at = k[USED]
    k[USED] = at + WIDTH
    tree[U(at + NEXT)] = tree[U(node + FIRST)]
    tree[U(at + CODE)] = code
    tree[U(at + MOVER)] = mover
    tree[U(node + FIRST)] = at
    return at


def found(tree: Numbers, k: Numbers, node: int, mover: int, code: int) -> int:
    """The entry of that mover and code behind a node, made where there is none; 0 where there is no room."""
    at = tree[U(node + FIRST)]
    while at != 0:
        if tree[U(at + CODE)] == code and tree[U(at + MOVER)] == mover:
            return at
        at = tree[U(at + NEXT)]
    if not fits(k, WIDTH):
        return 0
    return made(tree, k, node, mover, code)


def reached(s: Slots, tree: Numbers, k: Numbers) -> int:
    """The entry of the position that chance has led to, the same in whatever order; 0 where there is no room. After how many
    decisions makes no difference while the tree does not reach as far as the match may last.
    """
    if k[LISTS] == 0:
        count = k[SIZE] // (WIDTH * SHARED)
        if not fits(k, (count + 1) * WIDTH):
            return 0
        k[SHELVES] = k[USED]
        k[LISTS] = count
        k[USED] += count * WIDTH
    word = U(0)
    for i in range(SLOTS):
        if i != CLOCK or s[U(i)] + k[DEEPEST] > LONGEST:
            word = ((word ^ (U(s[U(i)]) & U(0xFFFFFFFF))) * U(0x9E3779B97F4A7C15)) & U(0xFFFFFFFFFFFFFFFF)
            word = word ^ (word >> U(29))
    code = S(mix(word) >> U(1))
    return found(tree, k, k[SHELVES] + code % k[LISTS] * WIDTH, PATH, code)


def view_of(s: Slots, visible: Numbers, p: int, start: int) -> int:
    """A digest of what a seat sees on the table."""
    word = U(start) & U(0xFFFFFFFFFFFFFFFF)
    for i in range(visible[U(p)], visible[U(p + 1)]):
        word = ((word ^ (U(s[U(visible[U(i)])]) & U(0xFFFFFFFF))) * U(0x9E3779B97F4A7C15)) & U(0xFFFFFFFFFFFFFFFF)
        word = word ^ (word >> U(29))
    return S(mix(word) >> U(1))


def best(tree: Numbers, node: int, p: int, c: int, offered: int, tick: int, b: Word) -> tuple[Word, int]:
    """The choice of a seat that promises most: one that is proven to win, one that was not tried yet, or the one with the highest
    upper bound. Where *offered*, only those count that were on offer at this *tick*, and each by how often it was.
    """
    untried = 0
    at = tree[U(node + FIRST)]
    while at != 0:
        if tree[U(at + MOVER)] == p and (offered == 0 or tree[U(at + TICK)] == tick):
            if tree[U(at + PROVEN)] == PLAYER[U(p)] + 1:
                return b, at
            if tree[U(at + VISITS)] == 0 and tree[U(at + PROVEN)] == 0:
                untried += 1
        at = tree[U(at + NEXT)]
    if untried > 0:
        b, number = below(b, untried)
        at = tree[U(node + FIRST)]
        while at != 0:
            new = tree[U(at + MOVER)] == p and tree[U(at + VISITS)] == 0 and tree[U(at + PROVEN)] == 0
            if new and (offered == 0 or tree[U(at + TICK)] == tick):
                if number == 0:
                    return b, at
                number -= 1
            at = tree[U(at + NEXT)]
    high = -1
    chosen = 0
    width = c * sqrt_log(tree[U(node + VISITS)])
    at = tree[U(node + FIRST)]
    while at != 0:
        if tree[U(at + MOVER)] == p and (offered == 0 or tree[U(at + TICK)] == tick):
            bound = 0
            if tree[U(at + PROVEN)] == 0:
                if offered != 0:
                    width = c * sqrt_log(tree[U(at + OFFERED)])
                tried = tree[U(at + VISITS)]
                bound = 1 + S(U(tree[U(at + TOTAL)]) // U(tried)) + ((width * inverse_sqrt(tried)) >> 22)
            if bound > high:
                high = bound
                chosen = at
        at = tree[U(at + NEXT)]
    return b, chosen


def offer(tree: Numbers, k: Numbers, o: Numbers, mark: Numbers, node: int, p: int, count: int, tick: int) -> bool:
    """Notes what is on offer to a seat, making what was not before; False, and nothing noted, where there is no room for that."""
    for i in range(count):
        mark[U(o[U(i)])] = 1
    if k[USED] + count * WIDTH > k[SIZE]:
        new = count
        at = tree[U(node + FIRST)]
        while at != 0:
            if tree[U(at + MOVER)] == p and mark[U(tree[U(at + CODE)])] != 0:
                new -= 1
            at = tree[U(at + NEXT)]
        if not fits(k, new * WIDTH):
            for i in range(count):
                mark[U(o[U(i)])] = 0
            return False
    at = tree[U(node + FIRST)]
    while at != 0:
        if tree[U(at + MOVER)] == p and mark[U(tree[U(at + CODE)])] != 0:
            mark[U(tree[U(at + CODE)])] = 0
            tree[U(at + OFFERED)] += 1
            tree[U(at + TICK)] = tick
        at = tree[U(at + NEXT)]
    for i in range(count):
        code = o[U(count - 1 - i)]
        if mark[U(code)] != 0:
            mark[U(code)] = 0
            at = made(tree, k, node, p, code)
            tree[U(at + OFFERED)] = 1
            tree[U(at + TICK)] = tick
    return True


def settled(tree: Numbers, way: Numbers, deep: int, t: Numbers, ended: int) -> None:
    """Notes a win or a loss that is proven for one of two players, as far back as it is."""
    if ended != 0:
        if t[0] == 1048576 and t[1] == 0:
            tree[U(way[U(deep - 1)] + PROVEN)] = 1
        if t[1] == 1048576 and t[0] == 0:
            tree[U(way[U(deep - 1)] + PROVEN)] = 2
    spot = deep - 1
    while spot >= 0:
        at = way[U(spot)]
        node = 0
        if spot > 0:
            node = way[U(spot - 1)]
        result = tree[U(at + PROVEN)]
        mover = tree[U(at + MOVER)]
        if result == 0 or mover < 0:
            return
        if result != PLAYER[U(mover)] + 1:
            at = tree[U(node + FIRST)]
            while at != 0:
                if tree[U(at + PROVEN)] != result:
                    return
                at = tree[U(at + NEXT)]
        tree[U(node + PROVEN)] = result
        spot -= 1


def judged(tree: Numbers, way: Numbers, deep: int, t: Numbers, seat: int) -> None:
    """Adds what a simulation led to to all entries on its way."""
    own = t[U(PLAYER[U(seat)])]
    tree[VISITS] += 1
    tree[TOTAL] += own
    tree[SQUARES] += (own >> 5) * (own >> 5)
    for i in range(deep):
        at = way[U(i)]
        tree[U(at + VISITS)] += 1
        mover = tree[U(at + MOVER)]
        if mover >= 0:
            worth = t[U(PLAYER[U(mover)])]
            tree[U(at + TOTAL)] += worth
            tree[U(at + SQUARES)] += (worth >> 5) * (worth >> 5)


def begin_sums(tree: Numbers, k: Numbers, node: int, seat: int, worlds: int) -> None:
    """Makes room where what each choice of the root led to is summed by groups of worlds: how often it was tried, and the worths.
    Nothing is done where there is one world, and where there is no room.
    """
    count = 0
    first = k[SIZE]
    at = tree[U(node + FIRST)]
    while at != 0:
        if tree[U(at + MOVER)] == seat:
            count += 1
            first = min(first, at)
        at = tree[U(at + NEXT)]
    room = count * 2 * min(worlds, GROUPS)
    if worlds > 1 and k[USED] + room <= k[SIZE]:
        k[OPTIONS] = first
        k[SUMS] = k[USED]
        k[SUMMED] = room
        k[USED] += room


def summed(tree: Numbers, k: Numbers, at: int, world: int, worlds: int, worth: int) -> None:
    """Adds what a choice of the root led to in a world."""
    groups = min(worlds, GROUPS)
    spot = ((at - k[OPTIONS]) // WIDTH * groups + world % groups) * 2
    if spot >= 0 and spot < k[SUMMED]:
        tree[U(k[SUMS] + spot)] += 1
        tree[U(k[SUMS] + spot + 1)] += worth


@entry
def evenly(
    f: Vectors,
    s: Slots,
    m: Numbers,
    o: Numbers,
    w: Numbers,
    z: Words,
    t: Numbers,
    tree: Numbers,
    way: Numbers,
    k: Numbers,
    g: Words,
    seat: int,
    most: int,
    cut: int,
) -> int:
    """Tries each option of the root as often as any other, in turn; gives how many simulations that were."""
    n = g[0]
    b = g[1]
    if tree[FIRST] == 0:
        begun(f, s, z, 0, True)
        count = options(s, m, z, o, w, seat)
        for i in range(count):
            at = made(tree, k, 0, seat, o[U(i)])
        k[ROOT] = count
        begin_sums(tree, k, 0, seat, len(f))
    count = k[ROOT]
    for number in range(k[DONE], k[DONE] + most):
        begun(f, s, z, (number // count) % len(f), number == k[DONE])
        at = WIDTH * (1 + number % count)
        apply(s, m, z, o, w, seat, tree[U(at + CODE)], cut)
        if not parted(s):
            n, b = rollout(s, m, z, o, w, n, b, cut)
        standing(s, m, z, t)
        way[0] = at
        judged(tree, way, 1, t, seat)
        summed(tree, k, at, (number // count) % len(f), len(f), t[U(PLAYER[U(seat)])])
    k[DONE] += most
    g[0] = n
    g[1] = b
    return most


@entry
def grow(
    f: Vectors,
    s: Slots,
    m: Numbers,
    o: Numbers,
    w: Numbers,
    z: Words,
    t: Numbers,
    tree: Numbers,
    way: Numbers,
    k: Numbers,
    g: Words,
    mark: Numbers,
    own: Numbers,
    visible: Numbers,
    wt: Numbers,
    cells: Numbers,
    seat: int,
    most: int,
    c: int,
    cut: int,
) -> int:
    """Simulates, and grows the tree; gives how many simulations that were, fewer than *most* where the root is solved."""
    n = g[0]
    b = g[1]
    done = 0
    while done < most and tree[PROVEN] == 0:
        begun(f, s, z, k[DONE] % len(f), done == 0)
        node = 0
        deep = 0
        together = 0
        base = 0
        ended = 0
        p = seat
        tick = k[DONE] + 1
        if tick % 32 == 0:
            k[SPREAD] = spread_of(tree)
        width = (c * k[SPREAD]) >> 10
        while ended == 0:
            if p == NOBODY:
                ended = 2
                break
            if deep + 3 > k[DEEPEST]:
                ended = 1
                break
            stat = node
            waits = waiting(s)
            if waits == 0:
                together = 0
            elif together == 0 or waits > together:
                base = node
                for j in range(SEATS):
                    own[U(j)] = 0
            if waits != 0:
                together = waits
            at = 0
            code = 0
            told = TOLD[U(s[0])]
            if p == NATURE:
                count = options(s, m, z, o, w, p)
                total = 0
                for i in range(count):
                    total += w[U(i)]
                n, number = below(n, total)
                code = o[U(heavier(w, number))]
            else:
                if together != 0:
                    stat = own[U(p)]
                    if stat == 0:
                        stat = found(tree, k, base, SIDE, p)
                        if stat == 0:
                            ended = 1
                            break
                        way[U(deep)] = stat
                        deep += 1
                elif k[MASKED] != 0 and p != seat:
                    stat = found(tree, k, node, SIDE, view_of(s, visible, p, p))
                    if stat == 0:
                        ended = 1
                        break
                    way[U(deep)] = stat
                    deep += 1
                if deep == 0 or (stat == way[0] and tree[U(stat + MOVER)] == SIDE and base == 0):
                    k[ROOT] = stat
                elif tree[U(stat + VISITS)] == 0:
                    ended = 1
                    break
                if k[KNOWN] != 0 and together == 0:
                    if tree[U(stat + FIRST)] == 0:
                        count = options(s, m, z, o, w, p)
                        if not fits(k, count * WIDTH):
                            ended = 1
                            break
                        for i in range(count):
                            at = made(tree, k, stat, p, o[U(count - 1 - i)])
                    b, at = best(tree, stat, p, width, 0, tick, b)
                else:
                    count = options(s, m, z, o, w, p)
                    if not offer(tree, k, o, mark, stat, p, count, tick):
                        ended = 1
                        break
                    b, at = best(tree, stat, p, width, 1, tick, b)
                code = tree[U(at + CODE)]
                way[U(deep)] = at
                deep += 1
                if tree[U(at + PROVEN)] != 0:
                    ended = 3
                    break
                if together != 0:
                    own[U(p)] = at
            apply(s, m, z, o, w, p, code, cut)
            q = actor(s, m, z)
            if k[MASKED] != 0:
                key = p + 2
                after = waiting(s)
                if p == seat or (told != 0 and together == 0):
                    key += (code + 1) * 128
                if together == 0 or after == 0 or after > together:
                    key = view_of(s, visible, seat, key * 128 + q + 2)
                node = found(tree, k, node, PATH, key)
            elif p == NATURE and k[KNOWN] != 0 and together == 0:
                node = reached(s, tree, k)
            elif p == NATURE or together != 0:
                node = found(tree, k, node, PATH, code * 128 + p + 2)
            else:
                node = at
            if node == 0:
                ended = 1
                break
            if node != at:
                way[U(deep)] = node
                deep += 1
            p = q
        if ended == 3:
            result = tree[U(way[U(deep - 1)] + PROVEN)]
            t[0] = 1048576 if result == 1 else 0
            t[1] = 1048576 - t[0]
        elif ended == 1 and k[WEIGHED] != 0:
            estimated(s, cells, wt, t)
        else:
            if ended == 1:
                n, b = rollout(s, m, z, o, w, n, b, cut)
            standing(s, m, z, t)
        if k[SOLVES] != 0 and ended != 1 and deep > 0:
            settled(tree, way, deep, t, 1 if ended == 2 else 0)
        judged(tree, way, deep, t, seat)
        if k[DONE] == 0:
            begin_sums(tree, k, k[ROOT], seat, len(f))
        at = way[0]
        if tree[U(at + MOVER)] == SIDE:
            at = way[1]
        summed(tree, k, at, k[DONE] % len(f), len(f), t[U(PLAYER[U(seat)])])
        k[DONE] += 1
        done += 1
    g[0] = n
    g[1] = b
    return done
