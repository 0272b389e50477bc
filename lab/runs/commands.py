"""The commands that play games again: a whole run, and one game of it."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from ...program.ir import Program

RANDOM = "random"
"""The bot that chooses where none is named."""

NOBODY = "none"
"""Stands for no judge."""


def command_of(verb: str, file: str, program: Program, seed: int, bots: Sequence[str], games: int) -> str:
    """The command that repeats exactly these games."""
    words = _settled(verb, file, program)
    if set(bots) - {RANDOM}:
        words += ["--bots", bots[0] if len(set(bots)) == 1 else ",".join(bots)]
    return shlex.join([*words, "--games", str(games), "--seed", str(seed)])


def command_of_game(file: str, program: Program, seed: int, game: int, bots: Sequence[str]) -> str:
    """The command that plays the game of that number, with these bots in the seats that decide."""
    words = [*_settled("play", file, program), "--bots"]
    if len(set(bots)) > 1:
        for seat, name in enumerate(bots, 1):
            words += ["--seat", f"{seat}={name}"]
    elif set(bots) - {RANDOM}:
        words += ["--bot", bots[0]]
    return shlex.join([*words, "--seed", str(seed), "--game", str(game)])


def command_of_levels(verb: str, file: str, program: Program, options: Sequence[str], seed: int, games: int) -> str:
    """The command that plays so many games of each pairing of levels again, with these further options."""
    return shlex.join([*_settled(verb, file, program), *options, "--games", str(games), "--seed", str(seed)])


def command_of_records(file: str, program: Program, records: Sequence[str]) -> str:
    """The command that studies these records of the Program's matches again."""
    return shlex.join([*_settled("study", file, program), "--records", *records])


def command_of_dials(
    verb: str,
    file: str,
    program: Program,
    dials: Sequence[tuple[str, Sequence[str]]],
    options: Sequence[str],
    seed: int,
    games: int,
) -> str:
    """The command that plays so many games in all with these dials, each with its values, and these further options again."""
    words = _settled(verb, file, program, [name for name, _ in dials])
    for name, values in dials:
        words += ["--set", f"{name}={_spanned(values)}"]
    return shlex.join([*words, *options, "--games", str(games), "--seed", str(seed)])


def _spanned(values: Sequence[str]) -> str:
    """The values of a dial: `3..7` where each whole number follows the one before, else `3,5,7`."""
    if len(values) > 2 and values[0].isdecimal():
        low = int(values[0])
        if tuple(values) == tuple(str(low + at) for at, _ in enumerate(values)):
            return f"{values[0]}..{values[-1]}"
    return ",".join(values)


def command_of_sweep(
    file: str, program: Program, dials: Sequence[tuple[str, Sequence[str]]], bots: Sequence[str], stopping: str, seed: int
) -> str:
    """The command that plays a sweep with these dials again; *program* is that of its first cell, *bots* are that cell's."""
    turned = dict(dials)
    words = ["rulerun", "sweep", file, "--players", ",".join(turned.get("players", (str(len(program.players)),)))]
    words += ["--variant", program.variant] if program.variant else []
    for name, values in dials:
        words += ["--set", f"{name}={','.join(values)}"] if name != "players" else []
    for name, value in program.parameters:
        words += ["--set", f"{name}={value}"] if name not in turned else []
    words += ["--bots", ",".join(bots)] if set(bots) - {RANDOM} else []
    return shlex.join([*words, *stopping.split(), "--seed", str(seed)])


def names_of_pair(sides: Sequence[tuple[str, Program]]) -> tuple[str, str]:
    """Names for two sides that are compared, each an argument as typed and its Program: the title, the variant, the parameters
    that differ and, if these do not distinguish them, the arguments.
    """
    programs = [program for _, program in sides]
    titles = [program.title.say("") for program in programs]
    differing = [
        [f"{name}={value}" for name, value in program.parameters if (name, value) not in other.parameters]
        for program, other in (programs, programs[::-1])
    ]
    one, other = (
        ", ".join([title, *([f"`{program.variant}`"] if program.variant and titles[0] == titles[1] else []), *settings])
        for title, program, settings in zip(titles, programs, differing, strict=True)
    )
    if one == other and programs[0].digest != programs[1].digest:
        one, other = (f"{name} ({words})" for name, (words, _) in zip((one, other), sides, strict=True))
    return one, other


def command_of_pair(sides: Sequence[tuple[str, Program]], bots: Sequence[str], seed: int, games: int) -> str:
    """The command that repeats a comparison of these two sides with this number of *games*."""
    words = _settled_pair(sides)
    if set(bots) - {RANDOM}:
        words += ["--bots", ",".join(bots)]
    return shlex.join([*words, "--games", str(games), "--seed", str(seed)])


def command_of_sense_pair(sides: Sequence[tuple[str, Program]], levels: Sequence[str], seed: int, games: int) -> str:
    """The command that plays so many games of each pairing of levels again on both sides."""
    return shlex.join([*_settled_pair(sides), "--levels", ",".join(levels), "--games", str(games), "--seed", str(seed)])


def _settled_pair(sides: Sequence[tuple[str, Program]]) -> list[str]:
    """The words that say which two games are compared."""
    (words_a, one), (words_b, other) = sides
    same = [pair for pair in one.parameters if pair in other.parameters]
    words = ["rulerun", "compare", words_a, words_b, "--players", str(len(one.players))]
    for option, pairs in (
        ("--set", same),
        ("--set-a", [pair for pair in one.parameters if pair not in same]),
        ("--set-b", [pair for pair in other.parameters if pair not in same]),
    ):
        for name, value in pairs:
            words += [option, f"{name}={value}"]
    return words


def _settled(verb: str, file: str, program: Program, without: Sequence[str] = ()) -> list[str]:
    """The words that say what is played, without these parameters."""
    words = ["rulerun", verb, file, "--players", str(len(program.players))]
    words += ["--variant", program.variant] if program.variant else []
    for name, value in program.parameters:
        words += ["--set", f"{name}={value}"] if name not in without else []
    return words
