"""Who sits where: people and bots; and the choices of bots."""

from __future__ import annotations

from collections.abc import Sequence

from ...bots import Bot, UnknownBot, canonical, seated
from ...bots import names as bot_names
from ...dsl.text.suggestions import nearest
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
    bot = known_bot(bot, "--bot")
    players = program.players
    people = players[:1] if recorded is None else recorded
    sitters = {seat: HUMAN if seat in people and not bots else bot for seat in players}
    for pair in pairs:
        name, equals, sitter = (part.strip() for part in pair.partition("="))
        seat = seat_named(program, name)
        if not equals:
            raise Misused(f"expected `--seat N=WHO`, found `{pair}`; WHO is `{HUMAN}`{nearest('', bot_names())}")
        sitter = HUMAN if sitter == HUMAN else known_bot(sitter, f"--seat {pair}")
        sitters[seat] = bot if bots and sitter == HUMAN else sitter
    for sitter in dict.fromkeys(sitters.values()):
        if sitter != HUMAN:
            bot_named(sitter, program)
    return sitters


def known_bot(name: str, where: str) -> str:
    """The bot's name in its one form. Raises `Misused`, with the option of the command line *where* it stands."""
    try:
        return canonical(name)
    except UnknownBot as fault:
        raise Misused(f"`{where}`: {fault}{f' (a person is `{HUMAN}`)' if where.startswith('--seat') else ''}") from None


def bot_named(name: str, program: Program) -> Bot:
    """The bot of that name, for that game. Raises `Misused`."""
    try:
        return seated(name, program)
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
