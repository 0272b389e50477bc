"""Lets an engine choose that speaks UCI, the protocol of Stefan Meyer-Kahlen and Rudolf Huber (2000).

The table beside the ruleset (`core/notation.py`) tells how UCI writes the options. The engine is told the whole match before each
choice.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import ClassVar

from attrs import frozen

from ..program.ir import Program
from . import Bot, BotFailed, Draw, Needs, Seconds, Situation, Text, Whole, option
from .core.moves import Told, told, unfit
from .core.notation import HERE
from .core.processes import Process, not_there, running

TIME = 1.0
"""So many seconds the engine thinks where neither time nor depth is given."""

LATER = 10.0
"""An engine is waited for so many seconds longer than it may think."""

DEEP = 600.0
"""So many seconds an engine may take whose depth alone is limited."""

OFFERED = re.compile(r"option name (?P<name>.+?) type \w+(?:.*? min (?P<min>-?\d+))?(?:.*? max (?P<max>-?\d+))?.*")


@frozen
class Uci:
    """Lets a UCI engine choose, such as Stockfish."""

    needs: ClassVar[Needs] = Needs.HISTORY

    command: str = option(Text("a command, as a shell would read it"), "", "the engine, with its arguments", required=True)
    time: float | None = option(Seconds(0.01, 3600.0), None, "how long it thinks (1s, if `depth` is not given either)")
    depth: int | None = option(Whole(1, 1000), None, "how many moves it looks ahead")
    elo: int | None = option(Whole(0, 10_000), None, "its strength: sets `UCI_Elo`")
    skill: int | None = option(Whole(-100, 100), None, "its strength: sets `Skill Level`")
    table: str = option(Text("a file or a folder"), HERE, "the table of the notation, or the folder in which it lies")

    @property
    def program_started(self) -> str:
        """The command."""
        return self.command

    def unfit(self, program: Program) -> str:
        """Why the engine cannot play that, as a clause; empty where it can."""
        return not_there(self.command) or unfit(program, "uci", self.table)

    def choose(self, situation: Situation, draw: Draw) -> int:
        """The index of the option that the engine chooses. Raises BotFailed where it ends, hangs or plays what is not offered."""
        match = told(situation, "uci", self.table)
        with running(self.command, self) as process:
            process.limit(LATER + (self.time or (TIME if self.depth is None else DEEP)))
            self._begin(process)
            for line in self._question(match):
                process.tell(line)
            return match.index(_after(process, "bestmove"), self.command)

    def _begin(self, process: Process) -> None:
        """Sets the options of an engine that has just been started, and else waits until it has nothing more to say."""
        if not process.answered:
            process.tell("uci")
            offered = {found["name"]: found for line in _until(process, "uciok") if (found := OFFERED.fullmatch(line.strip()))}
            for name, value in self._settings():
                self._check(offered.get(name), name, value)
                process.tell(f"setoption name {name} value {value}")
        process.tell("isready")
        _after(process, "readyok")

    def _settings(self) -> Iterator[tuple[str, str]]:
        if self.elo is not None:
            yield from [("UCI_LimitStrength", "true"), ("UCI_Elo", str(self.elo))]
        if self.skill is not None:
            yield "Skill Level", str(self.skill)

    def _check(self, offered: re.Match[str] | None, name: str, value: str) -> None:
        """Raises BotFailed where the engine does not offer that option or that value."""
        if offered is None:
            raise BotFailed(f"`{self.command}` has no option `{name}`")
        low, high = offered["min"], offered["max"]
        if low is not None and high is not None and not int(low) <= int(value) <= int(high):
            raise BotFailed(f"`{name}` of `{self.command}` is a whole number from {low} to {high}, not {value}")

    def _question(self, match: Told) -> Iterator[str]:
        if not match.moves:
            yield "ucinewgame"
        moves = "".join(f" {each.joined}" for each in match.moves)
        yield f"position {' '.join(match.notation.start) or 'startpos'}" + (f" moves{moves}" if moves else "")
        limits = [f"depth {self.depth}"] if self.depth is not None else []
        if self.time is not None or self.depth is None:
            limits.append(f"movetime {round(1000 * (self.time or TIME))}")
        begun = "".join(match.begun)
        only = f" searchmoves {' '.join(begun + each for each in match.options)}" if begun else ""
        yield f"go {' '.join(limits)}{only}"


def _after(process: Process, word: str) -> str:
    """The second word of the next line whose first one is *word*; empty where there is none. Raises BotFailed."""
    return next((*words, "")[1] for line in _lines(process) if (words := line.split())[:1] == [word])


def _until(process: Process, word: str) -> Iterator[str]:
    """The lines before that word. Raises BotFailed."""
    for line in _lines(process):
        if line.strip() == word:
            return
        yield line


def _lines(process: Process) -> Iterator[str]:
    while True:
        yield process.line()


BOT: Bot = Uci()
