"""Who sits where: people and bots, and how a bot chooses."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from ..dsl.ir import Program
from ..interpreter import Decision
from ..interpreter.chance import Stream, Use, stream_start, weighted
from .console import Misused, nearest


class Sitter(Enum):
    """Who answers for a seat."""

    HUMAN = "human"
    RANDOM = "random"


def settle_seats(program: Program, pairs: Sequence[str], bots: bool, recorded: tuple[int, ...] | None) -> dict[int, Sitter]:
    """Who sits at each seat that decides: people where they were *recorded* (None, nothing recorded: at the first seat), the
    others random; then what *pairs* say; nobody but bots with *bots*.

    A pair is `N=human` or `N=random`, N counted from 1 or a seat's name. Raises `Misused`.
    """
    players = program.players
    people = players[:1] if recorded is None else recorded
    sitters = {seat: Sitter.HUMAN if seat in people and not bots else Sitter.RANDOM for seat in players}
    for pair in pairs:
        name, equals, kind = pair.partition("=")
        seat = seat_named(program, name.strip())
        known = [sitter.value for sitter in Sitter]
        if not equals or kind.strip() not in known:
            raise Misused(
                f"expected `--seat N=human` or `--seat N=random`, found `{pair}`{nearest(kind, known) if equals else ''}"
            )
        sitters[seat] = Sitter.RANDOM if bots else Sitter(kind.strip())
    return sitters


def seat_named(program: Program, name: str) -> int:
    """The seat that *name* means: its number, counted from 1, or its name. Raises `Misused`."""
    names = {program.seats[seat].name: seat for seat in program.players}
    if name.isdecimal():
        number = int(name)
        if 1 <= number <= len(program.players):
            return program.players[number - 1]
        raise Misused(f"there is no seat {number}; the seats are 1 to {len(program.players)}")
    folded = {known.casefold(): seat for known, seat in names.items()}
    if name.casefold() not in folded:
        raise Misused(f"there is no seat `{name}`{nearest(name, names)}")
    return folded[name.casefold()]


def bot_choice(asked: Decision, seed: int, game: int, made: int) -> int:
    """The index that a random bot chooses after *made* lines of record, copies of cards weighing as many.

    The bots' stream is read at the position *made*: so a match that was interrupted goes on as it would have.
    """
    stream = Stream(stream_start(seed, game, Use.BOTS), made)
    return weighted([option.weight for option in asked.options], stream.below)
