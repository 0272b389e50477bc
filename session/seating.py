"""Who sits where: people and bots; and the choices of bots."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from difflib import get_close_matches

from attrs import field, frozen

from ..bots import Bot, StartsProgram, UnknownBot, is_own, make, seated, settled
from ..dsl.settings import WrongSetting
from ..dsl.text.suggestions import listed, nearest
from ..interpreter.match.match import Match
from ..interpreter.player_names import name_fault, named
from ..program.ir import SEAT_DOMAIN, Program
from ..table.matching import clipped
from ..table.phrases import phrase
from .levels import GOOD, LEVELS, bot_at, is_lacking


class CannotSit(WrongSetting):
    """Somebody cannot sit as wished; the message says what can."""


HUMAN = "human"
"""Stands for a person at a seat; every other word is a level or the name of a bot."""

RANDOM = "random"
"""The bot at every seat where nobody else was asked for and no person plays."""


@frozen
class Seating:
    """Who sits where: *people* at these seats, bots at the others; *named_bots* are those that do not choose at random, as a
    record names them; *names* is what those are called who go by other names than their seats'.
    """

    people: tuple[int, ...]
    named_bots: Mapping[int, str] = field(factory=dict)
    names: Mapping[int, str] = field(factory=dict)

    @classmethod
    def of(cls, sitters: Mapping[int, str], names: Mapping[int, str]) -> Seating:
        """The same from what `settle_seats` and `settle_names` give."""
        people = tuple(seat for seat, sitter in sitters.items() if sitter == HUMAN)
        return cls(people, {seat: sitter for seat, sitter in sitters.items() if sitter not in (HUMAN, RANDOM)}, names)


def settle_seats(
    program: Program, pairs: Sequence[str], bots: bool, recorded: Mapping[int, str] | None, usual: str | None
) -> dict[int, str]:
    """Who sits at each seat that decides: `HUMAN`, a level, or the name of a bot.

    Those who are *recorded* stay where they sit (None, nothing recorded: a person has the first seat), and *usual* sits at the
    other seats; where that is None, those bots that are recorded, then `GOOD` against people and `RANDOM` among bots. *pairs*
    change this. With *bots* nobody but bots plays. A pair is `N=human`, `N=` and a level, or `N=` and the name of a bot, where N
    is a number from 1 or a seat's name. Raises CannotSit.
    """
    if usual is not None:
        usual = known_sitter(program, usual, "--bot")
    players = program.players
    before = {players[0]: HUMAN} if recorded is None else recorded
    instead = usual or (RANDOM if bots else GOOD)
    sitters = {}
    for seat in players:
        sitter = before.get(seat, instead)
        replaced = bots if sitter == HUMAN else usual is not None
        sitters[seat] = instead if replaced else sitter
    named = set()
    for pair in pairs:
        name, equals, sitter = (part.strip() for part in pair.partition("="))
        if not equals:
            raise CannotSit(f"expected `--seat N=WHO`, found `{pair}`; WHO is `{HUMAN}`, a level or a bot{nearest('', LEVELS)}")
        seat = seat_named(program, name)
        sitter = HUMAN if sitter == HUMAN else known_sitter(program, sitter, f"--seat {pair}")
        sitters[seat] = instead if bots and sitter == HUMAN else sitter
        named.add(seat)
    for seat in before:
        if seat not in named and sitters[seat] != instead:
            check_recorded(program, seat, sitters[seat])
    for sitter in dict.fromkeys(sitters.values()):
        if sitter != HUMAN:
            bot_of(program, sitter)
    return sitters


def settle_names(
    program: Program, pairs: Sequence[str], recorded: Mapping[int, str], sitters: Mapping[int, str]
) -> dict[int, str]:
    """What those who sit at the seats are called, where they do not go by the seat's name: as *recorded*, and as *pairs* say.

    A pair is `N=NAME`, where N is a number from 1 or a seat's name; a name alone is that of the first person among the *sitters*
    whom no pair before it names. The seat's own name takes a recorded one away. Raises CannotSit.
    """
    found, asked = dict(recorded), set[int]()
    for pair in pairs:
        place, equals, name = (part.strip() for part in pair.partition("="))
        if equals:
            seat = seat_named(program, place)
        else:
            name = place
            unnamed = [seat for seat, sitter in sitters.items() if sitter == HUMAN and seat not in asked]
            if not unnamed:
                raise CannotSit(
                    f"no person is left to be called `{clipped(name)}`; say at which seat: `--name N={clipped(name)}`"
                )
            seat = unnamed[0]
        if seat in asked:
            raise CannotSit(f"the seat `{program.seats[seat].name}` is named twice")
        asked.add(seat)
        found[seat] = name
    kept = {seat: name for seat, name in sorted(found.items()) if name != program.seats[seat].name}
    seats = {each.name: tuple(all_names(program, seat)) for seat, each in enumerate(program.seats)}
    fault = name_fault(seats, {program.seats[seat].name: name for seat, name in kept.items()})
    if fault is not None:
        raise CannotSit(fault)
    return kept


def called(program: Program, names: Mapping[int, str]) -> Program:
    """The Program whose seats are called so."""
    return named(program, {program.seats[seat].name: name for seat, name in names.items()})


def all_names(program: Program, seat: int) -> list[str]:
    """All that a seat is called: as the rules write it, and in the languages of the ruleset."""
    words = program.domains[SEAT_DOMAIN].labels[seat]
    return list(dict.fromkeys([words.plain, *(text for _, text in words.translations)]))


def recorded_seats(match: Match) -> dict[int, str] | None:
    """Who sat where by the record of a match, as `settle_seats` says it; None where it does not say."""
    if match.people is None:
        return None
    return {seat: HUMAN if seat in match.people else match.bots.get(seat, RANDOM) for seat in match.program.players}


def check_recorded(program: Program, seat: int, sitter: str) -> None:
    """Raises CannotSit where a record seats a bot that starts a program: a file from elsewhere must not do that by itself."""
    if sitter == HUMAN or sitter in LEVELS or not (is_own(sitter) or isinstance(make(sitter), StartsProgram)):
        return
    asked = shlex.join(["--seat", f"{program.seats[seat].name}={sitter}"])
    raise CannotSit(f"the record seats a bot that starts a program of this machine; if you want that, add `{asked}`")


def known_sitter(program: Program, name: str, where: str) -> str:
    """The level, or the bot's one name in this game. Raises CannotSit, with the option of the command line *where* it stands."""
    if name in LEVELS:
        return name
    try:
        return settled(name, program)
    except UnknownBot as fault:
        level = get_close_matches(name.casefold(), LEVELS, 1, 0.6)
        told = f"there is no level `{name}`; did you mean `{level[0]}`?" if level else str(fault)
        person = f" (a person is `{HUMAN}`, a level {listed(LEVELS)})" if where.startswith("--seat") else ""
        raise CannotSit(f"`{where}`: {told}{person}") from None


def bot_named(name: str, program: Program) -> Bot:
    """The bot of that name, for that game. Raises CannotSit."""
    try:
        return seated(name, program)
    except UnknownBot as fault:
        raise CannotSit(str(fault)) from None


def bot_of(program: Program, sitter: str) -> Bot:
    """The bot that sits where that level or that bot was asked for. Raises CannotSit."""
    return bot_named(bot_at(program, sitter) if sitter in LEVELS else sitter, program)


def sitter_text(program: Program, sitter: str) -> str:
    """A level with the bot that stands for it, `good (ismcts)`; any other sitter as it is."""
    return f"{sitter} ({bot_at(program, sitter).partition(':')[0]})" if sitter in LEVELS else sitter


def adviser_text(sitter: str, language: str) -> str:
    """Who gives hints, to those who play: a level as `the computer (good)`, a bot by its name."""
    return phrase(language, "the computer", phrase(language, sitter)) if sitter in LEVELS else sitter


def sitters_text(program: Program, sitters: Mapping[int, str], language: str) -> str:
    """Who the bots are, those who play alike together: `Ben, Clara: computer, good · Dora: first`; and where a level has no bot
    that plays so well.
    """
    names: dict[str, list[str]] = {}
    for seat, sitter in sitters.items():
        if sitter != HUMAN:
            told = phrase(language, "computer", level_text(program, sitter, language)) if sitter in LEVELS else sitter
            names.setdefault(told, []).append(program.seat_name(seat, language))
    return " · ".join(f"{', '.join(seats)}: {sitter}" for sitter, seats in names.items())


def level_text(program: Program, level: str, language: str) -> str:
    """A level, and that no bot plays so well where none does: `good (no good opponent yet)`."""
    lacks = f" ({phrase(language, 'no good opponent yet')})" if is_lacking(program, level) else ""
    return phrase(language, level) + lacks


def seat_named(program: Program, name: str) -> int:
    """The seat that *name* means: its number, counted from 1, or its name, in any language. Raises CannotSit."""
    names = {name: seat for seat in program.players for name in all_names(program, seat)}
    if name.isdecimal():
        number = int(name)
        if 1 <= number <= len(program.players):
            return program.players[number - 1]
        raise CannotSit(f"there is no seat {number}; the seats are 1 to {len(program.players)}")
    folded = {known.casefold(): seat for known, seat in names.items()}
    if name.casefold() not in folded:
        raise CannotSit(f"there is no seat `{name}`{nearest(name, names)}")
    return folded[name.casefold()]
