"""What was played, described so that anybody can play it again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from ...program.ir import Program
from ..statistics.estimates import RunDescription
from ..statistics.sense import SenseDescription
from .commands import command_of, command_of_game
from .ladder import Climbed
from .run import Outcome
from .watching import Ladder


def described(
    file: str,
    program: Program,
    usual: Sequence[tuple[str, str]],
    seed: int,
    bots: tuple[str, ...],
    outcome: Outcome,
    side: int,
    version: str,
) -> RunDescription:
    """What was played on one *side* of a run, to be printed with every figure; *usual* are the parameters with their default
    values.
    """
    failures = outcome.sums.failures[side]
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
        failed=failures.games,
        failure=failures.message,
        failed_game=command_of_game(file, program, seed, failures.first, bots) if failures.games else "",
    )


def described_levels(
    file: str, ladder: Ladder, climbed: Climbed, usual: Sequence[tuple[str, str]], version: str, command: str
) -> SenseDescription:
    """What was played between levels, to be printed with the figures; *command* plays it again."""
    program = ladder.program
    failed = next((at for at in climbed.failed[:1] if at is not None), None)
    return SenseDescription(
        ruleset=program.ruleset,
        title=program.title.say(""),
        variant=program.variant,
        players=len(program.players),
        parameters=program.parameters,
        altered=tuple(pair for pair in program.parameters if pair not in usual),
        levels=ladder.levels,
        judge=ladder.judge,
        seed=ladder.seed,
        games=len(climbed.games),
        finished=climbed.finished,
        failed=len(climbed.failures),
        failure=next(iter(climbed.failures), ""),
        failed_game="" if failed is None else _failed_game(file, ladder, failed),
        version=version,
        digest=program.digest,
        command=command,
    )


def _failed_game(file: str, ladder: Ladder, at: int) -> str:
    """The command that plays the game of that number in all."""
    _, number, levels = ladder.seating(at)
    return command_of_game(file, ladder.program, ladder.seed, number, ladder.names(levels))


def place_in(written: Callable[[int], tuple[str, int]]) -> Callable[[int], str]:
    """How the place of a line is written, `FILE:LINE`, the file without its folder; *written* gives both for a line."""

    def place(line: int) -> str:
        name, number = written(line)
        return f"{Path(name).name}:{number}"

    return place
