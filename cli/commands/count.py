"""`rulerun count`: counts the histories of a game, or its distinct positions."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING

import click

from ..terminal.console import Refused, emit, fault_text, find, load, read

if TYPE_CHECKING:
    from ...program.ir import Program

MEMORY = 4_000_000
"""The most slots that cached counts of positions may take, all together."""

LOOKED_AT = 1_000_000
"""The default of `--positions`: histories are counted by visiting at most this many positions."""

FRONTIER = 512_000_000
"""The most memory, in bytes, for the distinct positions of one depth and those one deeper."""

ENTRY = 150
"""An estimate of the memory for a distinct position besides its slots, in bytes."""

DIGEST = 16
"""Bytes of the digest that identifies a position: among ten million positions two share a digest with a probability of 1e-25."""


@click.command("count")
@click.argument("file", metavar="FILE")
@click.option("--depth", type=click.IntRange(0), required=True, metavar="N", help="Up to this many decisions.")
@click.option("--players", type=int, metavar="N", help="How many play.")
@click.option("--variant", metavar="V", help="The variant to count.")
@click.option("--set", "pairs", multiple=True, metavar="NAME=VALUE", help="Set a parameter; may be given again.")
@click.option(
    "--positions",
    type=click.IntRange(1),
    default=LOOKED_AT,
    metavar="N",
    help=f"Go through no more positions than these to count histories ({LOOKED_AT:,}).",
)
@click.option("--distinct", is_flag=True, help="Count the positions that differ, not the ways to them.")
@click.option("--json", "as_object", is_flag=True, help="Print one JSON object.")
def command(
    file: str,
    depth: int,
    players: int | None,
    variant: str | None,
    pairs: Sequence[str],
    positions: int,
    distinct: bool,
    as_object: bool,
) -> None:
    """Count the histories of a game at each depth, what chance gives included, and the games that end there."""
    from ...interpreter import PlayError

    source = read(find(file))
    program = load(source, variant, players, pairs)
    try:
        if distinct:
            by_depth, ended = count_distinct(program, depth)
        else:
            by_depth, ended = count(program, depth, positions)
    except TooMany as fault:
        raise Refused(f"`{program.ruleset}` is too large to count to depth {depth}: {fault}") from None
    except PlayError as fault:
        raise Refused(fault_text(source, fault)) from None
    if as_object:
        emit(
            {
                "ruleset": program.ruleset,
                "players": len(program.players),
                "variant": program.variant,
                "parameters": dict(program.parameters),
                "depth": depth,
                "distinct" if distinct else "by_depth": by_depth,
                "ended": ended,
            }
        )
        return
    what = "positions" if distinct else "histories"
    wide = max(len(f"{max(by_depth):,}"), len(what))
    click.echo(f"depth  {what:>{wide}}  {'ended':>{wide}}")
    for level, (histories, over) in enumerate(zip(by_depth, ended, strict=True)):
        click.echo(f"{level:>5}  {histories:>{wide},}  {over:>{wide},}")
    if not distinct:
        click.echo(f"{'games':>5}  {'':>{wide}}  {sum(ended):>{wide},}")


class Node:
    """A position on the path that is being searched, with what was counted below it so far."""

    __slots__ = ("by_depth", "ended", "left", "next", "options", "packed")

    def __init__(self, packed: bytes, left: int, options: tuple[bytes, ...], over: bool) -> None:
        """A position with *left* levels to count below it, and what follows each option."""
        self.packed = packed
        self.left = left
        self.options = options
        self.next = 0
        self.by_depth = [1]
        self.ended = [int(over)]

    def take(self, by_depth: Sequence[int], ended: Sequence[int]) -> None:
        """Add what was counted below a successor."""
        for mine, theirs in ((self.by_depth, by_depth), (self.ended, ended)):
            mine.extend([0] * (len(theirs) + 1 - len(mine)))
            for level, number in enumerate(theirs):
                mine[level + 1] += number


def count(program: Program, depth: int, most: int = LOOKED_AT) -> tuple[list[int], list[int]]:
    """The numbers of histories with exactly 0, 1, … *depth* decisions, and how many of them are ended games.

    Inside `together` the lowest seat answers first. The search is depth-first. What was counted below a position is cached, for
    as many positions as fit in `MEMORY`: equal positions have equal vectors. Raises TooMany when it would visit more than *most*
    positions.
    """
    from ...solver import Explorer
    from ...solver.explore import NO_STOP

    explorer = Explorer(program, timeless=False)

    def arrive(packed: bytes, left: int) -> Node:
        over = packed.startswith(NO_STOP)
        found = explorer.following(packed) if left and not over else None
        return Node(packed, left, () if found is None else found.packed, over)

    kept: OrderedDict[tuple[bytes, int], tuple[list[int], list[int]]] = OrderedDict()
    room, looked_at = max(1_000, MEMORY // (program.slots + depth + 1)), 0
    path = [arrive(explorer.pack(explorer.start()), depth)]
    while True:
        node = path[-1]
        if node.next < len(node.options):
            if looked_at == most:
                raise TooMany(too_many(program, depth, most))
            looked_at += 1
            packed = node.options[node.next]
            node.next += 1
            known = kept.get((packed, node.left - 1))
            if known is not None:
                kept.move_to_end((packed, node.left - 1))
                node.take(*known)
            else:
                path.append(arrive(packed, node.left - 1))
            continue
        path.pop()
        if not path:
            return filled(node.by_depth, depth), filled(node.ended, depth)
        path[-1].take(node.by_depth, node.ended)
        kept[node.packed, node.left] = node.by_depth, node.ended
        if len(kept) > room:
            kept.popitem(last=False)


class TooMany(Exception):
    """Counting takes too much time or memory; the message says where, and what can be done."""


def too_many(program: Program, depth: int, most: int) -> str:
    """The message for when the histories of that depth take more than *most* positions."""
    from ...solver import Explorer

    histories = Explorer(program, timeless=False).games(depth)
    return (
        f"it takes more than {most:,} positions; a sample puts the histories at about {histories:.0e}"
        " (take a smaller `--depth`, or allow more with `--positions N`)"
    )


def count_distinct(program: Program, depth: int) -> tuple[list[int], list[int]]:
    """The numbers of distinct positions after exactly 0, 1, … *depth* decisions, and how many of them are ended games.

    Positions are equal when their vectors are. Inside `together` the lowest seat answers first. Raises TooMany.
    """
    from ...solver import Explorer
    from ...solver.explore import NO_STOP

    explorer = Explorer(program, timeless=False)
    start = explorer.pack(explorer.start())
    frontier = [start]
    by_depth, ended = [1], [int(start.startswith(NO_STOP))]
    for level in range(1, depth + 1):
        found: set[bytes] = set()
        following: list[bytes] = []
        over = 0
        for branches in explorer.following_each(frontier):
            for after in () if branches is None else branches.packed:
                key = blake2b(after, digest_size=DIGEST).digest()
                if key in found:
                    continue
                found.add(key)
                # ended games have no successors, and positions of the last depth are only counted
                if level < depth and not after.startswith(NO_STOP):
                    following.append(after)
                else:
                    over += after.startswith(NO_STOP)
            if len(found) * ENTRY + (len(frontier) + len(following)) * explorer.packing.size > FRONTIER:
                raise TooMany(
                    f"at depth {level} there are more than {len(found):,} distinct positions, which take too much memory; "
                    f"up to `--depth {level - 1}` there are {sum(by_depth):,}"
                )
        by_depth.append(len(found))
        ended.append(over)
        frontier = following
    return by_depth, ended


def filled(numbers: list[int], depth: int) -> list[int]:
    """The numbers, followed by zeros for the levels that are missing down to *depth*."""
    return numbers + [0] * (depth + 1 - len(numbers))
