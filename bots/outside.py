"""Lets another program choose: it reads a line of JSON for each decision, and answers with a line of JSON.

The program is started when it is first asked, and goes on running: it may be asked for several seats and matches in turn, and
each line tells all that it needs. What it writes to its standard error is shown where it fails.
"""

from __future__ import annotations

import atexit
import json
import os
import shlex
import shutil
import signal
from collections.abc import Iterator
from contextlib import suppress
from queue import Empty, Queue
from subprocess import PIPE, Popen, TimeoutExpired
from tempfile import TemporaryFile
from threading import Lock, Thread
from typing import IO, ClassVar, Protocol

from attrs import Factory, define, frozen

from ..interpreter import View, ZoneView, option_text
from ..interpreter.core.runtime_errors import written
from ..interpreter.view_text import card_name, place_name, row_cards, shown_name, zone_name
from ..program.ir import NOTHING, NamedValue, Place, Program
from . import Bot, BotFailed, Draw, Needs, Seconds, Situation, Text, option

VERSION = 1
"""The number of the protocol, in every line."""

STARTING = 10.0
"""So many seconds longer the first answer after a start may take."""

ENDING = 1.0
"""So many seconds a program that writes nothing more has to end by itself, so that its own status can be told."""

LONGEST = 1_000_000
"""An answer has at most so many characters."""

SHOWN = 200
"""So many characters of what a program wrote are repeated in a message."""

Json = str | int | bool | list[str] | None


@frozen
class Outside:
    """Lets another program choose, through lines of JSON."""

    needs: ClassVar[Needs] = Needs.VIEW

    command: str = option(Text("a command, as a shell would read it"), "", "the program, with its arguments", required=True)
    time: float = option(Seconds(0.01, 3600.0), 10.0, "the longest time for a choice")

    @property
    def program_started(self) -> str:
        """The command."""
        return self.command

    def unfit(self, program: Program) -> str:
        """Why the command cannot be run, as a clause; empty where it can."""
        try:
            words = shlex.split(self.command)
        except ValueError as fault:
            return f"`{self.command}` is no command: {fault}"
        return "" if words and shutil.which(words[0]) else f"there is no program `{words[0] if words else ''}`"

    def choose(self, situation: Situation, draw: Draw) -> int:
        """The index of the option that the program chooses. Raises BotFailed where it ends, hangs or answers nonsense."""
        assert situation.view is not None
        options = [option_text(situation.game, situation.asked, each) for each in situation.asked.options]
        line = json.dumps(question(situation.program, situation.view, options, draw(2**32)), ensure_ascii=False)
        with _lock:
            process = _running(self.command)
            answer = process.answer(line, self.time)
            index = chosen(answer, options)
            if index is None:
                process.end()
                wanted = f'expected `{{"choice": N}}` with N from 0 to {len(options) - 1}, or the text of an option'
                raise BotFailed(f"`{self.command}` answered `{_short(answer)}`: {wanted}")
            return index


def question(program: Program, view: View, options: list[str], number: int) -> dict[str, object]:
    """What the program is asked: names are written as in the rules, `hand[Anne]`. *number* is random, from 0 to 2**32 - 1."""
    zones = {zone_name(program, zone.zone, zone.index): zone for zone in view.zones}
    seats = [each.name for each in program.seats]
    return {
        "rulerun": VERSION,
        "ruleset": program.ruleset,
        "variant": program.variant,
        "parameters": dict(program.parameters),
        "seats": seats,
        "seat": seats[view.seat],
        "zones": {name: _zone(program, zone) for name, zone in zones.items()},
        "values": dict(_values(program, view)),
        "options": options,
        "random": number,
    }


def _zone(program: Program, zone: ZoneView) -> dict[str, object]:
    """The number of cards in a zone, and the faces that the seat sees (None: it sees none) or knows to lie there."""
    row = program.zones[zone.zone].row

    def faces(kinds: tuple[int, ...]) -> list[str]:
        return [*row_cards(program, zone)] if row else [card_name(program, zone.zone, kind) for kind in kinds]

    return {
        "size": zone.size,
        "cards": None if zone.cards is None else faces(zone.cards),
        "known": [] if zone.cards is not None else faces(zone.known),
    }


def _values(program: Program, view: View) -> Iterator[tuple[str, Json]]:
    """The variables, scores and shown values that the seat sees, by name."""
    for place in view.places:
        if place.value is not None:
            yield place_name(program, place.place, place.index), _value(program, program.places[place.place], place.value)
    for one in view.shown:
        if one.value is not None:
            yield shown_name(program, one.shown, one.index), _value(program, program.shown[one.shown], one.value)


def _value(program: Program, declared: Place | NamedValue, value: int) -> Json:
    if value == NOTHING:
        return None
    if declared.truth:
        return bool(value)
    return value if declared.domain is None else written(program, declared.domain, value)


def chosen(answer: str, options: list[str]) -> int | None:
    """The index of the option that an answer chooses, by its index or by its text; None where it chooses none."""
    try:
        told: object = json.loads(answer)
    except (ValueError, RecursionError):
        return None
    choice = told.get("choice") if isinstance(told, dict) else None
    if isinstance(choice, str) and choice in options:
        return options.index(choice)
    return choice if isinstance(choice, int) and not isinstance(choice, bool) and 0 <= choice < len(options) else None


# ---------------------------------------------------------------------------------------------------------- the program


class _Errors(Protocol):
    """The file that a program's standard error goes to."""

    def fileno(self) -> int: ...
    def seek(self, offset: int) -> int: ...
    def read(self) -> bytes: ...


@define
class _Process:
    """A program that runs, what it is yet to read (None: nothing more), what it has written and nobody has read yet (None: it has
    ended), and whether it has answered yet.
    """

    command: str
    popen: Popen[str]
    errors: _Errors
    questions: Queue[str | None] = Factory(Queue)
    answers: Queue[str | None] = Factory(Queue)
    answered: bool = False

    def answer(self, line: str, seconds: float) -> str:
        """What the program answers to that line. Raises BotFailed where it has ended or does not answer in time."""
        allowed = seconds if self.answered else seconds + STARTING
        if not self.answers.empty():
            more = self.answers.get()
            if more is None:
                raise self._ended()
            self.end()
            raise BotFailed(f"`{self.command}` wrote `{_short(more)}` when it was not asked")
        self.questions.put(line)
        try:
            found = self.answers.get(timeout=allowed)
        except Empty:
            self.end()
            raise BotFailed(f"`{self.command}` did not answer within {allowed:g} seconds") from None
        if found is None:
            raise self._ended()
        self.answered = True
        return found

    def _ended(self) -> BotFailed:
        """What is said of a program that writes nothing more: its status, given a moment to end by itself, and its last words."""
        with suppress(TimeoutExpired):
            self.popen.wait(ENDING)
        self.end()
        said = self._last_words()
        return BotFailed(f"`{self.command}` ended with status {self.popen.returncode}{f': {said}' if said else ''}")

    def _last_words(self) -> str:
        """The last line that the program wrote to its standard error."""
        self.errors.seek(0)
        lines = self.errors.read().decode("utf-8", "replace").strip().splitlines()
        return _short(lines[-1]) if lines else ""

    def end(self) -> None:
        """Ends the program and all that it started; the next question starts it again."""
        _processes.pop(self.command, None)
        self.questions.put(None)
        with suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(self.popen.pid, signal.SIGKILL)
            else:
                self.popen.kill()
        self.popen.wait()


_processes: dict[str, _Process] = {}
_lock = Lock()


def _running(command: str) -> _Process:
    """The program of that command, started where it does not run. Raises BotFailed."""
    if command not in _processes:
        errors = TemporaryFile()  # noqa: SIM115 - it lives as long as the program
        try:
            words = shlex.split(command)
            popen = Popen(
                words,
                stdin=PIPE,
                stdout=PIPE,
                stderr=errors,
                text=True,
                encoding="utf-8",
                errors="replace",
                start_new_session=True,
            )
        except (OSError, ValueError) as fault:
            raise BotFailed(f"`{command}` cannot be started: {fault}") from None
        process = _Process(command, popen, errors)
        assert popen.stdin is not None
        assert popen.stdout is not None
        Thread(target=_write, args=(process.questions, popen.stdin), daemon=True).start()
        Thread(target=_read, args=(popen.stdout, process.answers), daemon=True).start()
        _processes[command] = process
    return _processes[command]


def _write(questions: Queue[str | None], to: IO[str]) -> None:
    """Writes each question to a program: in a thread of its own, for a program that does not read would stop who writes."""
    with suppress(OSError, ValueError):
        while (line := questions.get()) is not None:
            to.write(line + "\n")
            to.flush()


def _read(lines: IO[str], into: Queue[str | None]) -> None:
    """Hands on each line that a program writes, and then None."""
    with suppress(OSError, ValueError):
        while line := lines.readline(LONGEST):
            into.put(line)
    into.put(None)


def _short(text: str) -> str:
    text = text.strip()
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


@atexit.register
def _end_all() -> None:
    for process in [*_processes.values()]:
        process.end()


BOT: Bot = Outside()
