"""Lets a program choose that speaks GTP (Go Text Protocol, version 2, Gunnar Farnebäck, 2002).

The table beside the ruleset (`core/notation.py`) tells how GTP writes the options, and with which commands a match starts. The
program is told the whole match before each choice.
"""

from __future__ import annotations

from typing import ClassVar

from attrs import frozen

from ..program.ir import Program
from . import Bot, BotFailed, Draw, Needs, Seconds, Situation, Text, option
from .core.moves import told, unfit
from .core.notation import HERE
from .core.processes import Process, not_there, running, short


@frozen
class Gtp:
    """Lets a GTP program choose, such as GNU Go."""

    needs: ClassVar[Needs] = Needs.HISTORY

    command: str = option(Text("a command, as a shell would read it"), "", "the program, with its arguments", required=True)
    time: float = option(Seconds(0.01, 3600.0), 30.0, "the longest time for a choice")
    table: str = option(Text("a file or a folder"), HERE, "the table of the notation, or the folder in which it lies")

    @property
    def program_started(self) -> str:
        """The command."""
        return self.command

    def unfit(self, program: Program) -> str:
        """Why the program cannot play that, as a clause; empty where it can."""
        return not_there(self.command) or unfit(program, "gtp", self.table)

    def choose(self, situation: Situation, draw: Draw) -> int:
        """The index of the option that the program chooses. Raises BotFailed where it ends, hangs or plays anything else."""
        match = told(situation, "gtp", self.table)
        colour = match.notation.colour
        with running(self.command, self) as process:
            process.limit(self.time)
            for command in match.notation.start:
                self._answer(process, command)
            for move in match.moves:
                self._answer(process, f"play {colour(move.actor)} {move.joined}")
            return match.index(self._answer(process, f"genmove {colour(situation.asked.actor)}"), self.command)

    def _answer(self, process: Process, command: str) -> str:
        """What the program answers to a command. Raises BotFailed where that is a refusal, or no answer of GTP."""
        process.tell(command)
        while not (answer := process.line().strip()):
            pass
        if answer[0] not in "=?":
            raise BotFailed(
                f"`{self.command}` answered `{short(answer)}` to `{command}`: expected an answer that begins with `=`"
            )
        while process.line().strip():
            pass
        if answer[0] == "?":
            raise BotFailed(f"`{self.command}` refused `{command}`: {short(answer[1:])}")
        return answer[1:].strip()


BOT: Bot = Gtp()
