"""Counts the histories of a game, or its distinct positions, by depth: by decisions, or by how often a phase was done."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from hashlib import blake2b
from struct import Struct

from attrs import Factory, frozen

from ..program.ir import Program
from .explore import NO_STOP, Explorer

MEMORY = 4_000_000
"""The most slots that cached counts of positions may take, all together."""

FRONTIER = 512_000_000
"""The most memory, in bytes, for the distinct positions of one depth and those one deeper."""

ENTRY = 150
"""An estimate of the memory for a distinct position besides its slots, in bytes."""

DIGEST = 16
"""Bytes of the digest that identifies a position: among ten million positions two share a digest with a probability of 1e-25."""

_METER = Struct("=2i")

Origin = tuple[int, ...] | None
"""The slots from which it is counted; None: from the first stop of a match."""


class TooMany(Exception):
    """Counting takes too much time or memory; the message says where, and what can be done."""


@frozen
class Counts:
    """How many there are at depth 0, 1, … and how many of them are ended games.

    With *leaves* not all of the last depth were looked at, so that more of them may be ended games.
    """

    by_depth: tuple[int, ...]
    ended: tuple[int, ...]
    leaves: bool = False


@frozen
class Depths:
    """How deep positions lie: so many decisions, or, with a *meter*, so often its phase was done.

    *meter* is the first slot of `program.meter.METER`, 0 for none. A match that ends inside the phase has completed it; one that
    ends between two times has the depth of the first.
    """

    meter: int

    @staticmethod
    def packed(slots: tuple[int, ...]) -> bytes:
        """The slots as depths are read from them: as `Explorer.pack` packs them."""
        return Struct(f"={len(slots)}i").pack(*slots)

    def first(self, packed: bytes) -> int:
        """The depth of the first stop of a match."""
        return self.following(-1, packed) if self.meter else 0

    def following(self, before: int, packed: bytes) -> int:
        """The depth of a position that follows one of depth *before*."""
        if not self.meter:
            return before + 1
        doing, times = _METER.unpack_from(packed, 4 * self.meter)
        found: int = times + doing if packed.startswith(NO_STOP) else times
        return found


class _Node:
    """A position on the path that is being searched, and what is counted below it so far, by how much deeper it lies.

    `by_depth[d]` are the steps that reach or pass the depth *d* more than the position's, `ended[d]` the ended games there.
    """

    __slots__ = ("at", "by_depth", "ended", "next", "options", "packed")

    def __init__(self, packed: bytes, at: int, options: tuple[bytes, ...], over: bool) -> None:
        """A position at depth *at*, and what follows each option."""
        self.packed = packed
        self.at = at
        self.options = options
        self.next = 0
        self.by_depth = [0]
        self.ended = [int(over)]

    def take(self, further: int, by_depth: Sequence[int], ended: Sequence[int]) -> None:
        """Add what was counted below a successor that lies so much further."""
        for mine, theirs in ((self.by_depth, by_depth), (self.ended, ended)):
            mine.extend([0] * (len(theirs) + further - len(mine)))
            for level, number in enumerate(theirs, further):
                mine[level] += number
        for level in range(1, further + 1):
            self.by_depth[level] += 1


def histories(program: Program, depth: int, most: int, meter: int = 0, origin: Origin = None) -> Counts:
    """The numbers of histories of exactly depth 0, 1, … *depth* from *origin* on, and how many of them are ended games.

    A history of several decisions, of which the last completes the phase that is counted, is one at that depth. Inside `together`
    the lowest seat answers first. The search is depth-first. What was counted below a position is cached, for as many positions
    as fit in `MEMORY`: equal positions have equal vectors. Raises TooMany when it would visit more than *most* positions.
    """
    explorer, depths = Explorer(program, timeless=False, origin=origin), Depths(meter)

    def arrive(packed: bytes, at: int) -> _Node:
        over = packed.startswith(NO_STOP)
        found = explorer.following(packed) if at < depth and not over else None
        return _Node(packed, at, () if found is None else found.packed, over and at <= depth)

    kept: OrderedDict[tuple[bytes, int], tuple[list[int], list[int]]] = OrderedDict()
    room, looked_at = max(1_000, MEMORY // (program.slots + depth + 1)), 0
    start = explorer.pack(explorer.start())
    path = [arrive(start, depths.first(start))]
    while True:
        node = path[-1]
        if node.next < len(node.options):
            if looked_at == most:
                raise TooMany(_too_many(explorer, depth, most, meter))
            looked_at += 1
            packed = node.options[node.next]
            node.next += 1
            at = depths.following(node.at, packed)
            known = kept.get((packed, at))
            if known is not None:
                kept.move_to_end((packed, at))
                node.take(at - node.at, *known)
            else:
                path.append(arrive(packed, at))
            continue
        path.pop()
        if not path:
            return _from_start(node, depth)
        path[-1].take(node.at - path[-1].at, node.by_depth, node.ended)
        kept[node.packed, node.at] = node.by_depth, node.ended
        if len(kept) > room:
            kept.popitem(last=False)


def _from_start(first: _Node, depth: int) -> Counts:
    """What was counted below the first stop, with the one history that leads there."""
    whole = _Node(b"", 0, (), over=False)
    whole.take(first.at, first.by_depth, first.ended)
    whole.by_depth[0] += 1
    return Counts(filled(whole.by_depth, depth), filled(whole.ended, depth))


def _too_many(explorer: Explorer, depth: int, most: int, meter: int) -> str:
    """The message for when the histories of that depth take more than *most* positions."""
    about = "" if meter else f"; a sample puts the histories at about {explorer.games(depth):.0e}"
    return f"it takes more than {most:,} positions{about} (take a smaller `--depth`, or allow more with `--positions N`)"


@frozen
class _Level:
    """What was found at one depth: the digests of its positions, of its ended games and of what lies behind it, before the next
    depth; and the positions that are still to be followed.
    """

    found: set[bytes] = Factory(set)
    ended: set[bytes] = Factory(set)
    behind: set[bytes] = Factory(set)
    open: list[bytes] = Factory(list)

    @property
    def size(self) -> int:
        """How many digests are kept."""
        return len(self.found) + len(self.ended) + len(self.behind)


def positions(program: Program, depth: int, meter: int = 0, origin: Origin = None) -> Counts:
    """The numbers of distinct positions at exactly depth 0, 1, … *depth* from *origin* on, and how many of them are ended games.

    Positions are equal when their vectors are; what lies between two depths is gone through, and not counted. Inside `together`
    the lowest seat answers first. Raises TooMany.
    """
    explorer, depths = Explorer(program, timeless=False, origin=origin), Depths(meter)
    levels = [_Level() for _ in range(depth + 1)]
    by_depth, ended = list[int](), list[int]()

    def arrive(packed: bytes, before: int, at: int) -> None:
        key, known = blake2b(packed, digest_size=DIGEST).digest(), True
        for found in (level.found for level in levels[before + 1 : at + 1]) if at > before else (levels[at].behind,):
            known = key in found
            found.add(key)
        if known or at > depth:
            return
        if packed.startswith(NO_STOP):
            levels[at].ended.add(key)
        elif at < depth:
            levels[at].open.append(packed)

    start = explorer.pack(explorer.start())
    arrive(start, -1, depths.first(start))
    for at, level in enumerate(levels):
        by_depth.append(len(level.found))
        level.found.clear()
        while level.open:
            waiting = level.open[:]
            level.open.clear()
            for branches in explorer.following_each(waiting):
                for after in () if branches is None else branches.packed:
                    arrive(after, at, depths.following(at, after))
                held = sum(each.size for each in levels[at : at + 2])
                left = len(waiting) + sum(len(each.open) for each in levels[at : at + 2])
                if held * ENTRY + left * explorer.packing.size > FRONTIER:
                    raise TooMany(_too_large(at + 1, len(levels[at + 1].found), sum(by_depth)))
        ended.append(len(level.ended))
        levels[at] = _Level()
    return Counts(tuple(by_depth), tuple(ended))


def _too_large(level: int, found: int, before: int) -> str:
    """The message for when there is no memory for the positions of a depth."""
    return (
        f"at depth {level} there are more than {found:,} distinct positions, which take too much memory; "
        f"up to `--depth {level - 1}` there are {before:,}"
    )


def filled(numbers: list[int], depth: int) -> tuple[int, ...]:
    """The numbers, followed by zeros for the levels that are missing down to *depth*."""
    return (*numbers, *([0] * (depth + 1 - len(numbers))))[: depth + 1]
