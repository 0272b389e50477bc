"""The commands that play games again: a whole run, and one game of it."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from ...program.ir import Program

RANDOM = "random"
"""The bot that chooses where none is named."""


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


def _settled(verb: str, file: str, program: Program) -> list[str]:
    """The words that say what is played."""
    words = ["rulerun", verb, file, "--players", str(len(program.players))]
    words += ["--variant", program.variant] if program.variant else []
    for name, value in program.parameters:
        words += ["--set", f"{name}={value}"]
    return words
