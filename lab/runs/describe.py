"""What was played, described so that anybody can play it again."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from pathlib import Path

from ...program.ir import Program
from ..statistics.estimates import RunDescription
from .run import Outcome

RANDOM = "random"
"""The bot that chooses where none is named."""


def command_of(verb: str, file: str, program: Program, seed: int, bots: Sequence[str], games: int) -> str:
    """The command that repeats exactly these games."""
    words = ["rulerun", verb, file, "--players", str(len(program.players))]
    words += ["--variant", program.variant] if program.variant else []
    for name, value in program.parameters:
        words += ["--set", f"{name}={value}"]
    if set(bots) - {RANDOM}:
        words += ["--bots", bots[0] if len(set(bots)) == 1 else ",".join(bots)]
    return shlex.join([*words, "--games", str(games), "--seed", str(seed)])


def described(
    file: str,
    program: Program,
    usual: Sequence[tuple[str, str]],
    seed: int,
    bots: tuple[str, ...],
    outcome: Outcome,
    version: str,
) -> RunDescription:
    """What was played, to be printed with every figure; *usual* are the parameters with their default values."""
    return RunDescription(
        ruleset=program.ruleset,
        title=program.title.say(""),
        variant=program.variant,
        players=len(program.players),
        parameters=program.parameters,
        altered=tuple(pair for pair in program.parameters if pair not in usual),
        seats=tuple(seat.name for seat in program.seats),
        automa=tuple(seat.automa for seat in program.seats),
        bots=bots,
        seed=seed,
        games=outcome.sums.games,
        finished=outcome.finished,
        version=version,
        digest=program.digest,
        command=command_of("simulate", file, program, seed, bots, outcome.sums.games + outcome.sums.failed),
        failed=outcome.sums.failed,
        failure=outcome.sums.failure,
    )


def place_in(written: Callable[[int], tuple[str, int]]) -> Callable[[int], str]:
    """How the place of a line is written, `FILE:LINE`, the file without its folder; *written* gives both for a line."""

    def place(line: int) -> str:
        name, number = written(line)
        return f"{Path(name).name}:{number}"

    return place
