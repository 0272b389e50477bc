"""Alpha-beta search, the same for every game: functions that stand behind a game's own in the alphabeta form.

Principal variation search (Tony Marsland and Murray Campbell, "Parallel search of strongly ordered game trees", 1982) with a
transposition table, killers, history and late move reductions; behind the last level only choices are followed that seem to win
something (quiescence). Whoever is asked may be the same seat several times in a row. The search stands in arrays and not in
calls, so that it can stop at any node and go on as if it had not: however many calls it is cut into, it finds the same.

Values are thousandths of a logit for the seat that is asked, at most `BOUND` either way; a match that is over counts up to `WIN`,
less one for each choice up to there. A value is *sure* where nothing was estimated. Then it holds at any depth.

A level of the search has a frame of `FRAME` numbers in *r*, its position in *f* (what stands beside the vector in *zs*), and its
options in *oo*, with what they promise in *ee*: behind those of the levels before, from `BASE` on. An entry of the table *tt* has
`ENTRY` numbers: the key of the position, what was found there, and what is remembered, where something is.
"""

from __future__ import annotations

from .kernels import below, mix
from .plain import Numbers, Rows, S, Slots, U, Vectors, Word, Words, entry, table, words

WIN, SURE_WIN, BOUND = 1_000_000, 999_000, 100_000
"""What a win counts at the root, from where on a value is that of a win, and the largest estimate."""

NOBODY = -2
"""The actor of a match that is over."""

DEEPEST = 96
"""So many levels a search has at most."""

FAR = 1000
"""While more decisions than this are left in the match, positions are the same that differ in how many were taken."""

LONELY = 40
"""Up to this level a search goes deeper where there is only one option."""

FRAME = 20
MOVER, DEPTH, LOW, HIGH, OLD, BEST, CHOSEN, BASE, COUNT, NEXT, DONE, STAND, FIRST, KEY, PAST, STAGE, CODE, LATE, SURE, HERE = (
    range(FRAME)
)
"""A frame: who is asked, the levels left to search (below 0 in quiescence), the window, where its lower end was at first, the
best value and its option, where the options begin, how many there are, the next one, how many were tried, the estimate of the
position, the option of the table, or -1, the key of the position, what is remembered, how far its options are listed, the option
that is being tried, by how much less deep that is (`NARROW` more where only whether it is better is asked), whether all values so
far are sure, and whether the position is the one that play stands in (1: it is kept in *f*; 2: it is not kept there yet).
"""
UNLISTED, TRIED_FIRST, LISTED = 0, 1, 2
NARROW = 16

EXACT, AT_LEAST, AT_MOST, KIND, SURELY = 0, 1, 2, 3, 4
DEPTH_AT, VALUE_AT, CODE_AT, VALUES = 3, 11, 32, 2**20
"""The second number of an entry has from its lowest bit on what kind of value it tells, with `SURELY` where that is sure; the
depth; the value + `VALUES`; the option that was chosen + 1.
"""

NODES, LIMIT, MASK, WEIGHED, LEVELS, JUMP, MARGIN, REDUCES, ROOM = range(9)
PLY, GOING, VALUE, PROVEN, CODE_FOUND, VALUE_FOUND, KNOWN, CONTROL = range(9, 17)
"""The array *k*: the nodes of the search, at how many this call stops; how many entries the table has, less 1; whether there are
weights; how many levels quiescence has, what a choice there must seem to win, how much an estimate may be off, whether late
options are searched less deep, how many options there is room for; the level at which the search stands, and what it does next
there; the value of the iteration that is done, and whether that is sure; the best option of the current one, and its value;
whether the last value is sure; and last, how long the array is.
"""
ENTERS, FOLLOWS, GOES_DOWN, TAKES, GIVES, REPEATS = range(6)
"""What the search does next at a level."""

LEAST = -4_000_000
"""Less than any value."""

META = 5
"""The length of a row of *meta*, which tells of a position of a match that was played for practice."""

SLOTS, BESIDE, CODES, WIDEST, ENTRY = 1, 0, 1, 1, 2
"""How long a vector is, how many words tell the same of it, how many codes and options there are at most, and the length of an
entry: 3 where something is remembered. Of the game.
"""

PLAYER = table([0])
"""The number of the player in each seat: of the game."""

FACTORS = words([1])
"""A factor for each slot, by which digests are worked out: of the game."""


def packed(s: Slots, z: Words) -> None:
    """Takes up in words what a vector has: of the game."""
    raise NotImplementedError


def actor(s: Slots, m: Numbers, z: Words) -> int:
    """Who is asked: of the game."""
    raise NotImplementedError


def options(s: Slots, m: Numbers, z: Words, o: Numbers, w: Numbers, p: int) -> int:
    """What a seat can choose, and what it could but for conditions that `allowed` tests: of the game."""
    raise NotImplementedError


def allowed(s: Slots, m: Numbers, z: Words, p: int, code: int) -> bool:
    """Whether one of these can be chosen: of the game."""
    raise NotImplementedError


def stuck(s: Slots, m: Numbers, z: Words, p: int) -> None:
    """Faults, because the seat has nothing to choose from: of the game."""
    raise NotImplementedError


def apply(s: Slots, m: Numbers, z: Words, p: int, code: int) -> None:
    """An answer carried out: of the game."""
    raise NotImplementedError


def standing(s: Slots, m: Numbers, z: Words, t: Numbers) -> None:
    """How the players stand: of the game."""
    raise NotImplementedError


def hashed(s: Slots) -> Word:
    """A digest of the position but for what is remembered: of the game."""
    raise NotImplementedError


def remembered(s: Slots) -> Word:
    """A digest of what is remembered: of the game."""
    raise NotImplementedError


def repeated(s: Slots) -> Word:
    """A digest of what of that can make another position of this one: of the game."""
    raise NotImplementedError


def evaluate(s: Slots, q: Numbers, wt: Numbers) -> int:
    """What the position seems worth to the first player: of the game."""
    raise NotImplementedError


def features(s: Slots, out: Slots) -> None:
    """The weights that `evaluate` adds up: of the game."""
    raise NotImplementedError


def gain(s: Slots, wt: Numbers, code: int, side: int) -> int:
    """What a choice seems to win: of the game."""
    raise NotImplementedError


# ---- from here on


def digest(s: Slots, first: int, behind: int) -> Word:
    """A digest of these slots; those of several stretches are added up."""
    h = U(0)
    for j in range(first, behind):
        h += (U(s[U(j)]) & U(0xFFFFFFFF)) * FACTORS[U(j)]
    return h


def digest_rows(s: Slots, base: int, width: int) -> Word:
    """A digest of the rows that a memory has from *base* on."""
    return digest(s, base, base + 1 + s[U(base)] * width)


def digest_doubles(s: Slots, base: int, width: int) -> Word:
    """A digest of those rows of a memory that are there more than once: they lie behind each other."""
    h = U(0)
    for i in range(1, s[U(base)]):
        first = base + 1 + i * width
        same = True
        for j in range(width):
            if s[U(first + j)] != s[U(first + j - width)]:
                same = False
                break
        if same:
            h += mix(digest_words(s, first, width) & U(0xFFFFFFFFFFFFFFFF))
    return h


def digest_words(s: Slots, first: int, width: int) -> Word:
    """A digest of some slots, wherever they lie."""
    h = U(0)
    for j in range(width):
        h += (U(s[U(first + j)]) & U(0xFFFFFFFF)) * FACTORS[U(j)]
    return h


def worth(s: Slots, m: Numbers, z: Words, t: Numbers, wt: Numbers, q: Numbers, k: Numbers, p: int) -> int:
    """An estimate of the position for the player of seat *p*."""
    if k[WEIGHED] != 0:
        v = min(max(evaluate(s, q, wt), 0 - BOUND), BOUND)
    else:
        standing(s, m, z, t)
        v = (t[0] - 524288) >> 6
    return v if PLAYER[U(p)] == 0 else 0 - v


def ended(s: Slots, m: Numbers, z: Words, t: Numbers, p: int, ply: int) -> int:
    """What a match that is over is worth to the player of seat *p*: the sooner it is won, and the later it is lost, the more."""
    standing(s, m, z, t)
    v = (t[0] - 524288) * WIN >> 19
    if v > 0:
        v -= ply
    elif v < 0:
        v += ply
    return v if PLAYER[U(p)] == 0 else 0 - v


def keep(s: Slots, z: Words, f: Vectors, zs: Words, ply: int) -> None:
    """Keeps the position."""
    row = f[ply]
    for j in range(SLOTS):
        row[U(j)] = s[U(j)]
    for j in range(BESIDE):
        zs[U(ply * BESIDE + j)] = z[U(SLOTS + j)]


def back(s: Slots, z: Words, f: Vectors, zs: Words, ply: int) -> None:
    """Takes play back to the position that was kept."""
    row = f[ply]
    for j in range(SLOTS):
        s[U(j)] = row[U(j)]
    for j in range(BESIDE):
        z[U(SLOTS + j)] = zs[U(ply * BESIDE + j)]


def here(s: Slots, z: Words, f: Vectors, zs: Words, r: Numbers, at: int, ply: int) -> None:
    """Takes play back to the position of a level, where it is not there."""
    if r[U(at + HERE)] == 0:
        back(s, z, f, zs, ply)
        r[U(at + HERE)] = 1


def best_first(oo: Numbers, ee: Numbers, first: int, behind: int) -> None:
    """Brings the option that promises most to the front."""
    high = first
    for j in range(first + 1, behind):
        if ee[U(j)] > ee[U(high)]:
            high = j
    if high != first:
        kept = ee[U(high)]
        ee[U(high)] = ee[U(first)]
        ee[U(first)] = kept
        code = oo[U(high)]
        oo[U(high)] = oo[U(first)]
        oo[U(first)] = code


def begin(r: Numbers, ply: int, p: int, depth: int, low: int, high: int, base: int) -> None:
    """Prepares the frame of a level."""
    at = ply * FRAME
    r[U(at + MOVER)] = p
    r[U(at + DEPTH)] = depth
    r[U(at + LOW)] = low
    r[U(at + HIGH)] = high
    r[U(at + OLD)] = low
    r[U(at + BASE)] = base


def open_frame(r: Numbers, at: int) -> None:
    """Prepares the rest of a frame, which is needed where options are tried."""
    r[U(at + BEST)] = LEAST
    r[U(at + CHOSEN)] = -1
    r[U(at + COUNT)] = 0
    r[U(at + NEXT)] = 0
    r[U(at + DONE)] = 0
    r[U(at + FIRST)] = -1
    r[U(at + STAGE)] = UNLISTED
    r[U(at + SURE)] = 1
    r[U(at + HERE)] = 2


def seen_before(s: Slots, r: Numbers, tt: Numbers, k: Numbers, ply: int) -> int:
    """Looks the position up in the table: its value, where that tells all that is asked; else `LEAST`."""
    at = ply * FRAME
    past = S(remembered(s))
    key = S(mix((hashed(s) + repeated(s)) & U(0xFFFFFFFFFFFFFFFF)) >> U(1))
    r[U(at + KEY)] = key
    r[U(at + PAST)] = past
    spot = (key & k[MASK]) * ENTRY
    if tt[U(spot)] != key:
        return LEAST
    found = tt[U(spot + 1)]
    r[U(at + FIRST)] = (found >> CODE_AT) - 1
    if ply == 0:
        return LEAST
    v = ((found >> VALUE_AT) & (2 * VALUES - 1)) - VALUES
    proves = v > SURE_WIN or v < 0 - SURE_WIN
    if v > SURE_WIN:
        v -= ply
    elif v < 0 - SURE_WIN:
        v += ply
    kind = found & KIND
    sure = found & SURELY != 0 and (ENTRY == 2 or tt[U(spot + ENTRY - 1)] == past)
    if not sure and (proves or (found >> DEPTH_AT) & 255 < r[U(at + DEPTH)]):
        return LEAST
    if kind == EXACT or (kind == AT_LEAST and v >= r[U(at + HIGH)]) or (kind == AT_MOST and v <= r[U(at + LOW)]):
        k[KNOWN] = 1 if sure else 0
        return v
    return LEAST


def noted(r: Numbers, tt: Numbers, k: Numbers, ply: int) -> None:
    """Notes in the table what was found at a level."""
    at = ply * FRAME
    v = r[U(at + BEST)]
    kind = EXACT
    if v >= r[U(at + HIGH)]:
        kind = AT_LEAST
    elif v <= r[U(at + OLD)]:
        kind = AT_MOST
    if r[U(at + SURE)] != 0:
        kind += SURELY
    if v > SURE_WIN:
        v += ply
    elif v < 0 - SURE_WIN:
        v -= ply
    key = r[U(at + KEY)]
    spot = (key & k[MASK]) * ENTRY
    kind += (r[U(at + DEPTH)] << DEPTH_AT) + ((v + VALUES) << VALUE_AT)
    tt[U(spot)] = key
    tt[U(spot + 1)] = ((r[U(at + CHOSEN)] + 1) << CODE_AT) + kind
    if ENTRY > 2:
        tt[U(spot + ENTRY - 1)] = r[U(at + PAST)]


def entered(
    s: Slots, m: Numbers, z: Words, t: Numbers, r: Numbers, tt: Numbers, wt: Numbers, q: Numbers, k: Numbers, ply: int
) -> tuple[int, int]:
    """Begins a level; gives its value, where no option need be tried, and what comes next."""
    at = ply * FRAME
    depth = r[U(at + DEPTH)]
    ends = ply + 2 > DEEPEST or r[U(at + BASE)] + WIDEST > k[ROOM]
    if depth > 0 and not ends:
        open_frame(r, at)
        v = seen_before(s, r, tt, k, ply)
        if v != LEAST:
            return v, GIVES
        return 0, FOLLOWS
    stand = worth(s, m, z, t, wt, q, k, r[U(at + MOVER)])
    k[KNOWN] = 0
    if stand >= r[U(at + HIGH)] or depth + k[LEVELS] <= 0 or k[WEIGHED] == 0 or ends:
        return stand, GIVES
    open_frame(r, at)
    r[U(at + SURE)] = 0
    r[U(at + STAND)] = stand
    r[U(at + BEST)] = stand
    r[U(at + LOW)] = max(r[U(at + LOW)], stand)
    return 0, FOLLOWS


def listed(
    s: Slots,
    m: Numbers,
    z: Words,
    o: Numbers,
    w: Numbers,
    t: Numbers,
    r: Numbers,
    oo: Numbers,
    ee: Numbers,
    hist: Numbers,
    wt: Numbers,
    q: Numbers,
    k: Numbers,
    ply: int,
) -> None:
    """Lists the options of a level, each with what it promises: in quiescence those that seem to win enough, else all but the one
    of the table, which was tried.
    """
    at = ply * FRAME
    p = r[U(at + MOVER)]
    base = r[U(at + BASE)]
    depth = r[U(at + DEPTH)]
    side = PLAYER[U(p)]
    found = options(s, m, z, o, w, p)
    count = 0
    if depth <= 0:
        least = max(k[JUMP], r[U(at + LOW)] - r[U(at + STAND)] - k[MARGIN])
        for i in range(found):
            v = gain(s, wt, o[U(i)], side)
            if v > least:
                oo[U(base + count)] = o[U(i)]
                ee[U(base + count)] = v
                count += 1
    else:
        if depth == 1 and k[WEIGHED] != 0:
            r[U(at + STAND)] = worth(s, m, z, t, wt, q, k, p)
        first = r[U(at + FIRST)]
        own = side * CODES
        killers = 2 * (CODES + ply)
        for i in range(found):
            code = o[U(i)]
            if code != first:
                v = 0
                if k[WEIGHED] != 0:
                    v = gain(s, wt, code, side)
                if depth > 1:
                    v += hist[U(own + code)]
                    if code == hist[U(killers)] or code == hist[U(killers + 1)]:
                        v += 500
                oo[U(base + count)] = code
                ee[U(base + count)] = v
                count += 1
    r[U(at + COUNT)] = count
    r[U(at + STAGE)] = LISTED


def advanced(
    s: Slots,
    m: Numbers,
    z: Words,
    o: Numbers,
    w: Numbers,
    t: Numbers,
    f: Vectors,
    zs: Words,
    r: Numbers,
    oo: Numbers,
    ee: Numbers,
    tt: Numbers,
    hist: Numbers,
    wt: Numbers,
    q: Numbers,
    k: Numbers,
    ply: int,
) -> tuple[int, int]:
    """Tries the next option of a level; gives the value of the level where there is none left, or of the match where that is
    over, and what comes next.
    """
    at = ply * FRAME
    p = r[U(at + MOVER)]
    depth = r[U(at + DEPTH)]
    code = r[U(at + FIRST)]
    if r[U(at + STAGE)] == UNLISTED and code >= 0:
        r[U(at + STAGE)] = TRIED_FIRST
    else:
        if r[U(at + STAGE)] != LISTED:
            here(s, z, f, zs, r, at, ply)
            listed(s, m, z, o, w, t, r, oo, ee, hist, wt, q, k, ply)
        behind = r[U(at + BASE)] + r[U(at + COUNT)]
        code = -1
        while code < 0:
            spot = r[U(at + BASE)] + r[U(at + NEXT)]
            if spot >= behind:
                if r[U(at + DONE)] == 0 and depth > 0:
                    here(s, z, f, zs, r, at, ply)
                    stuck(s, m, z, p)
                return given(r, tt, k, ply), GIVES
            best_first(oo, ee, spot, behind)
            r[U(at + NEXT)] += 1
            if depth == 1 and r[U(at + DONE)] > 0 and k[WEIGHED] != 0:
                hope = r[U(at + STAND)] + ee[U(spot)]
                if hope + k[MARGIN] <= r[U(at + LOW)] and r[U(at + LOW)] > 0 - 2 * BOUND:
                    r[U(at + BEST)] = max(r[U(at + BEST)], hope)
                    r[U(at + SURE)] = 0
                    return given(r, tt, k, ply), GIVES
            here(s, z, f, zs, r, at, ply)
            if allowed(s, m, z, p, oo[U(spot)]):
                code = oo[U(spot)]
    done = r[U(at + DONE)]
    late = 0
    if depth > 0:
        if done > 0:
            late = NARROW
        if r[U(at + STAGE)] == LISTED and r[U(at + COUNT)] == 1 and done == 0 and ply < LONELY:
            late = -1
        elif k[REDUCES] != 0 and depth >= 3 and done >= 4:
            late += 2 if done >= 12 and depth >= 5 else 1
    r[U(at + CODE)] = code
    r[U(at + LATE)] = late
    return made(s, m, z, t, f, zs, r, k, ply)


def made(s: Slots, m: Numbers, z: Words, t: Numbers, f: Vectors, zs: Words, r: Numbers, k: Numbers, ply: int) -> tuple[int, int]:
    """Makes the choice of a level, in the window and to the depth that it is tried with; gives the value of the match where that
    is over, and what comes next.
    """
    at = ply * FRAME
    p = r[U(at + MOVER)]
    if r[U(at + HERE)] == 2:
        keep(s, z, f, zs, ply)
    elif r[U(at + HERE)] == 0:
        back(s, z, f, zs, ply)
    r[U(at + HERE)] = 0
    apply(s, m, z, p, r[U(at + CODE)])
    c = actor(s, m, z)
    if c == NOBODY:
        k[KNOWN] = 1
        return ended(s, m, z, t, p, ply + 1), TAKES
    late = r[U(at + LATE)]
    low = r[U(at + LOW)]
    high = r[U(at + HIGH)]
    less = 1 + late
    if late >= NARROW:
        high = low + 1
        less = 1 + late - NARROW
    if c != p:
        kept = low
        low = 0 - high
        high = 0 - kept
    begin(r, ply + 1, c, r[U(at + DEPTH)] - less, low, high, r[U(at + BASE)] + r[U(at + COUNT)])
    return 0, GOES_DOWN


def given(r: Numbers, tt: Numbers, k: Numbers, ply: int) -> int:
    """The value of a level that is done."""
    at = ply * FRAME
    if r[U(at + BEST)] > SURE_WIN:
        r[U(at + SURE)] = 1
    if r[U(at + DEPTH)] > 0:
        noted(r, tt, k, ply)
    k[KNOWN] = r[U(at + SURE)]
    return r[U(at + BEST)]


def taken(r: Numbers, tt: Numbers, hist: Numbers, k: Numbers, ply: int, v: int) -> tuple[int, int]:
    """Takes the value of the choice that was tried at a level; gives the value of the level where it is done, and what comes
    next.
    """
    at = ply * FRAME
    late = r[U(at + LATE)]
    if v > r[U(at + LOW)] and late > 0 and (v < r[U(at + HIGH)] or late > NARROW):
        r[U(at + LATE)] = 0
        return 0, REPEATS
    if k[KNOWN] == 0:
        r[U(at + SURE)] = 0
    r[U(at + DONE)] += 1
    code = r[U(at + CODE)]
    if v > r[U(at + BEST)]:
        r[U(at + BEST)] = v
        r[U(at + CHOSEN)] = code
        if ply == 0:
            k[CODE_FOUND] = code
            k[VALUE_FOUND] = v
        r[U(at + LOW)] = max(r[U(at + LOW)], v)
    if r[U(at + LOW)] < r[U(at + HIGH)]:
        return 0, FOLLOWS
    depth = r[U(at + DEPTH)]
    if depth > 0:
        own = PLAYER[U(r[U(at + MOVER)])] * CODES + code
        hist[U(own)] = min(hist[U(own)] + depth * depth * 4, 2000)
        killers = 2 * (CODES + ply)
        if hist[U(killers)] != code:
            hist[U(killers + 1)] = hist[U(killers)]
            hist[U(killers)] = code
    return given(r, tt, k, ply), GIVES


def searched(
    s: Slots,
    m: Numbers,
    z: Words,
    o: Numbers,
    w: Numbers,
    t: Numbers,
    f: Vectors,
    zs: Words,
    r: Numbers,
    oo: Numbers,
    ee: Numbers,
    tt: Numbers,
    hist: Numbers,
    wt: Numbers,
    q: Numbers,
    k: Numbers,
) -> bool:
    """Goes on with the search; whether it is done, or as many nodes as it may."""
    ply = k[PLY]
    going = k[GOING]
    v = 0
    while True:
        if going == ENTERS:
            if k[NODES] >= k[LIMIT]:
                k[PLY] = ply
                k[GOING] = ENTERS
                return False
            k[NODES] += 1
            v, going = entered(s, m, z, t, r, tt, wt, q, k, ply)
        if going == FOLLOWS:
            v, going = advanced(s, m, z, o, w, t, f, zs, r, oo, ee, tt, hist, wt, q, k, ply)
        if going == GOES_DOWN:
            ply += 1
            going = ENTERS
            continue
        if going == GIVES:
            if ply == 0:
                k[VALUE] = v
                k[PROVEN] = k[KNOWN]
                return True
            if r[U(ply * FRAME + MOVER)] != r[U(ply * FRAME - FRAME + MOVER)]:
                v = 0 - v
            ply -= 1
            going = TAKES
        if going == TAKES:
            v, going = taken(r, tt, hist, k, ply, v)
        if going == REPEATS:
            v, going = made(s, m, z, t, f, zs, r, k, ply)


def placed(s: Slots, z: Words, position: Slots) -> None:
    """Takes up a position."""
    for j in range(SLOTS):
        s[U(j)] = position[U(j)]
    packed(s, z)


@entry
def deepened(
    s: Slots,
    m: Numbers,
    z: Words,
    o: Numbers,
    w: Numbers,
    t: Numbers,
    f: Vectors,
    zs: Words,
    r: Numbers,
    oo: Numbers,
    ee: Numbers,
    tt: Numbers,
    hist: Numbers,
    wt: Numbers,
    q: Numbers,
    k: Numbers,
    position: Slots,
    depth: int,
) -> int:
    """Searches a position to a *depth* (0: goes on with that), and gives whether that is done, or as many nodes as it may."""
    if depth > 0:
        placed(s, z, position)
        begin(r, 0, actor(s, m, z), depth, LEAST, 0 - LEAST, 0)
        k[PLY] = 0
        k[GOING] = ENTERS
        k[CODE_FOUND] = -1
    return 1 if searched(s, m, z, o, w, t, f, zs, r, oo, ee, tt, hist, wt, q, k) else 0


@entry
def answered(s: Slots, m: Numbers, z: Words, position: Slots, code: int) -> int:
    """Puts the position after a choice in the place of a position, and gives who is asked there."""
    placed(s, z, position)
    apply(s, m, z, actor(s, m, z), code)
    for j in range(SLOTS):
        position[U(j)] = s[U(j)]
    return actor(s, m, z)


@entry
def asked(s: Slots, m: Numbers, z: Words, position: Slots) -> int:
    """Who is asked in a position."""
    placed(s, z, position)
    return actor(s, m, z)


@entry
def offered(s: Slots, m: Numbers, z: Words, o: Numbers, w: Numbers, position: Slots) -> int:
    """Writes the codes of the options in a position to *o*, and gives how many there are."""
    placed(s, z, position)
    p = actor(s, m, z)
    found = options(s, m, z, o, w, p)
    count = 0
    for i in range(found):
        if allowed(s, m, z, p, o[U(i)]):
            o[U(count)] = o[U(i)]
            count += 1
    return count


@entry
def foreseen(s: Slots, m: Numbers, z: Words, tt: Numbers, k: Numbers, position: Slots, line: Numbers, most: int) -> int:
    """Writes the choices that the table has for a position and for those behind, *most* at most; gives how many there are."""
    placed(s, z, position)
    count = 0
    p = actor(s, m, z)
    while count < most and p != NOBODY:
        key = S(mix((hashed(s) + repeated(s)) & U(0xFFFFFFFFFFFFFFFF)) >> U(1))
        spot = (key & k[MASK]) * ENTRY
        code = (tt[U(spot + 1)] >> CODE_AT) - 1
        if tt[U(spot)] != key or code < 0:
            break
        line[U(count)] = code
        count += 1
        apply(s, m, z, p, code)
        p = actor(s, m, z)
    return count


@entry
def judged(s: Slots, m: Numbers, z: Words, t: Numbers, wt: Numbers, q: Numbers, k: Numbers, position: Slots) -> int:
    """The estimate of a position for the first player; of a match that is over what that is worth."""
    placed(s, z, position)
    p = actor(s, m, z)
    if p == NOBODY:
        standing(s, m, z, t)
        return (t[0] - 524288) * WIN >> 19
    v = worth(s, m, z, t, wt, q, k, p)
    return v if PLAYER[U(p)] == 0 else 0 - v


@entry
def practised(
    s: Slots,
    m: Numbers,
    z: Words,
    o: Numbers,
    w: Numbers,
    t: Numbers,
    f: Vectors,
    zs: Words,
    r: Numbers,
    oo: Numbers,
    ee: Numbers,
    tt: Numbers,
    hist: Numbers,
    wt: Numbers,
    q: Numbers,
    k: Numbers,
    position: Slots,
    now: Slots,
    g: Words,
    out: Vectors,
    meta: Rows,
    depth: int,
    nodes: int,
    explore: int,
    opening: int,
    longest: int,
) -> int:
    """Plays matches against itself from a position until there is no room for another one; gives how many rows they take.

    The first choices, up to *opening* of them, are taken at random, and later ones so often in a thousand as *explore* says; the
    others are those of a search to a *depth*, which looks at so many *nodes* at most. A match is left after *longest* choices.
    Each position behind the opening has a row: in *out* the weights that are in use, in *meta* the player who is asked, the value
    for the first player, the number of the match, how the first player stands when it is over (-1: it was left), and how many
    choices were made before.
    """
    b = g[0]
    at = 0
    game = 0
    while at + longest <= len(out):
        for j in range(SLOTS):
            now[U(j)] = position[U(j)]
        placed(s, z, now)
        p = actor(s, m, z)
        begun = at
        plies = 0
        b, random_ones = below(b, opening + 1)
        while p != NOBODY and plies < longest:
            b, chance = below(b, 1000)
            code = -1
            if plies >= random_ones:
                k[NODES] = 0
                k[LIMIT] = nodes
                begin(r, 0, p, depth, LEAST, 0 - LEAST, 0)
                k[PLY] = 0
                k[GOING] = ENTERS
                k[CODE_FOUND] = -1
                done = searched(s, m, z, o, w, t, f, zs, r, oo, ee, tt, hist, wt, q, k)
                placed(s, z, now)
                value = k[VALUE]
                if not done:
                    value = worth(s, m, z, t, wt, q, k, p)
                if chance >= explore:
                    code = k[CODE_FOUND]
                features(s, out[at])
                meta[at][0] = PLAYER[U(p)]
                meta[at][1] = value if PLAYER[U(p)] == 0 else 0 - value
                meta[at][2] = game
                meta[at][4] = plies
                at += 1
            if code < 0:
                count = options(s, m, z, o, w, p)
                while code < 0:
                    if count == 0:
                        stuck(s, m, z, p)
                    b, number = below(b, count)
                    if allowed(s, m, z, p, o[U(number)]):
                        code = o[U(number)]
                    count -= 1
                    o[U(number)] = o[U(count)]
            apply(s, m, z, p, code)
            for j in range(SLOTS):
                now[U(j)] = s[U(j)]
            p = actor(s, m, z)
            plies += 1
        result = -1
        if p == NOBODY:
            standing(s, m, z, t)
            result = t[0]
        for j in range(begun, at):
            meta[j][3] = result
        game += 1
    g[0] = b
    return at
