"""Who sits where: people and bots; and the choices of bots."""

from __future__ import annotations

from collections.abc import Sequence

from ...bots import Bot, UnknownBot, make
from ...bots import names as bot_names
from ...dsl.text.suggestions import listed, nearest
from ...program.ir import Program
from .console import Misused

HUMAN = "human"
"""Stands for a person at a seat; every other word is the name of a bot."""

RANDOM = "random"
"""The bot for seats for which nobody else was asked."""


def settle_seats(
    program: Program, pairs: Sequence[str], bots: bool, recorded: tuple[int, ...] | None, bot: str = RANDOM
) -> dict[int, str]:
    """Who sits at each seat that decides, `HUMAN` or the name of a bot.

    People sit where they were *recorded* (None, nothing recorded: at the first seat), and *bot* at the other seats; *pairs*
    change this. With *bots* nobody but bots plays. A pair is `N=human` or `N=` and the name of a bot, where N is a number from 1
    or a seat's name. Raises `Misused`.
    """
    bot_named(bot)
    players = program.players
    people = players[:1] if recorded is None else recorded
    sitters = {seat: HUMAN if seat in people and not bots else bot for seat in players}
    for pair in pairs:
        name, equals, sitter = (part.strip() for part in pair.partition("="))
        seat = seat_named(program, name)
        known = (HUMAN, *bot_names())
        if not equals:
            raise Misused(f"expected `--seat N=WHO`, found `{pair}`; WHO is {listed(known[:-1])} or `{known[-1]}`")
        if sitter not in known:
            raise Misused(f"nobody is called `{sitter}` in `--seat {pair}`{nearest(sitter, known)}")
        sitters[seat] = bot if bots and sitter == HUMAN else sitter
    return sitters


def bot_named(name: str) -> Bot:
    """The bot of that name. Raises `Misused`."""
    try:
        return make(name)
    except UnknownBot as fault:
        raise Misused(str(fault)) from None


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
