"""Writes the rows of games to a file with Polars, one line a game, while the games are played."""

from __future__ import annotations

import errno
import os
import re
import shutil
import sys
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import BinaryIO

import numpy as np
import polars as pl
from attrs import evolve, frozen

from ...interpreter.match.file_lock import lock
from ...program.ir import NOTHING, Program
from ...simulation.emit.schema import Columns
from ..statistics.summary import Codes
from ..statistics.tally import Whole, rounds
from .run import Spoiled

CELLS = 1_000_000
"""About this many numbers are written at a time."""

LITTLE = 1 << 16
"""A disk on which fewer bytes are free is full."""


class Rows:
    """The file of rows while it is written.

    A CSV file grows under a temporary name. For Parquet, complete parts are written to a folder beside the file and joined at the
    end, so that a full disk or a crash leaves the finished parts. A file that had the name before is replaced at the end. The
    file of the temporary name is locked, so that two runs never write one file.
    """

    def __init__(self, path: Path, program: Program, columns: Columns) -> None:
        """The file at *path*, whose name ends in `.parquet` or `.csv`. Raises Spoiled when nothing can be written there."""
        self.path = path
        self._table = Table(program, columns)
        self.size = max(1, CELLS // (1 + len(self._table.fields)))
        self.games = 0
        self._width = 1 + columns.width
        self._waiting: list[Whole] = []
        self._held = 0
        self._parts = path.with_name(path.name + ".parts")
        self._growing = path.with_name(path.name + ".part")
        try:
            self._file = self._locked()
            if self.columnar:
                shutil.rmtree(self._parts, ignore_errors=True)
                self._parts.mkdir(parents=True)
        except OSError as fault:
            raise Spoiled(f"cannot write `{path}`: {fault.strerror or fault}") from None

    @property
    def columnar(self) -> bool:
        """Whether it is a Parquet file."""
        return self.path.suffix == ".parquet"

    @property
    def growing(self) -> Path:
        """Where the rows are until `close` gives the file its name."""
        return self._parts if self.columnar else self._growing

    def keep(self, first: int, rows: Whole) -> None:
        """Takes the rows of the games from *first* on; calls are in the order of the games. Raises Spoiled when they cannot be
        written; rows written before stay.
        """
        self._waiting.append(np.column_stack([np.arange(first, first + len(rows)), rows]))
        self._held += len(rows)
        while self._held >= self.size:
            together = np.concatenate(self._waiting)
            self._write(together[: self.size])
            self._waiting = [together[self.size :]]
            self._held = len(self._waiting[0])

    def close(self) -> None:
        """Writes the remaining rows, and gives the file its name. Raises Spoiled, whose message says where the rows are then."""
        try:
            if self._held:
                self._write(np.concatenate(self._waiting))
            if self.columnar:
                self._join()
            else:
                self._name(self._growing)
        except (OSError, Spoiled, pl.exceptions.PolarsError) as fault:
            why = str(fault) if isinstance(fault, Spoiled) else self._why(fault)
            if self.columnar:
                self._growing.unlink(missing_ok=True)
            if not self.games:
                self._growing.unlink(missing_ok=True)
                shutil.rmtree(self._parts, ignore_errors=True)
                raise Spoiled(why) from None
            raise Spoiled(f"{why}; the rows of {self.games:,} games are in `{self.growing}`") from None
        finally:
            self._file.close()

    def _locked(self) -> BinaryIO:
        """The file of the temporary name, emptied and locked. Raises Spoiled where another run writes it, and OSError."""
        while True:
            file = self._growing.open("ab")
            if not lock(file):
                file.close()
                raise Spoiled(f"`{self.path}` is being written by another rulerun: `{self._growing}` is its file")
            if self._growing.exists() and os.path.samestat(os.fstat(file.fileno()), self._growing.stat()):
                file.truncate(0)
                return file
            file.close()  # the other run ended in between, and has given this file its name

    def _name(self, whole: Path) -> None:
        """Gives a complete file the name that was asked for. Raises OSError."""
        if sys.platform == "win32":
            self._file.close()  # an open file has its name for good there
        os.replace(whole, self.path)

    def _write(self, rows: Whole) -> None:
        frame = self._table.frame(rows)
        part = self._parts / f"{self.games // self.size:09}.parquet"
        self._waiting, self._held = [], 0
        try:
            if self.columnar:
                frame.write_parquet(part)
            else:
                self._append(frame)
        except (OSError, pl.exceptions.PolarsError) as fault:
            why = self._why(fault)
            if self.columnar:
                part.unlink(missing_ok=True)
            raise Spoiled(why) from None
        self.games += len(rows)

    def _append(self, frame: pl.DataFrame) -> None:
        """Appends lines; where only a part fits on the disk, its complete lines stay and are counted. Raises OSError."""
        text = frame.write_csv(include_header=self.games == 0).encode()
        written = 0
        with self._growing.open("r+b", buffering=0) as file:
            before = file.seek(0, os.SEEK_END)
            try:
                while written < len(text):
                    written += file.write(text[written:])
            except OSError:
                whole = text.rfind(b"\n", 0, written) + 1
                file.truncate(before + whole)
                self.games += max(0, text.count(b"\n", 0, whole) - (self.games == 0))
                raise

    def _join(self) -> None:
        parts = sorted(self._parts.glob("*.parquet"))
        if len(parts) == 1:
            self._name(parts[0])
        else:
            if parts:
                pl.scan_parquet(parts).sink_parquet(self._growing, row_group_size=self.size)
            else:
                self._table.frame(np.zeros((0, self._width), np.int64)).write_parquet(self._growing)
            self._name(self._growing)
        self._growing.unlink(missing_ok=True)
        shutil.rmtree(self._parts, ignore_errors=True)

    def _why(self, fault: Exception) -> str:
        """Why the file cannot be written. Polars does not always say that the disk is full, so it is looked at while it is."""
        full = getattr(fault, "errno", None) == errno.ENOSPC or "No space left" in str(fault)
        if isinstance(fault, pl.exceptions.PolarsError):
            full = full or shutil.disk_usage(self.path.parent).free < LITTLE
        return f"cannot write `{self.path}`: {'the disk is full' if full else getattr(fault, 'strerror', None) or fault}"


class Table:
    """Makes data frames of the rows of games, by the names of the rules."""

    def __init__(self, program: Program, columns: Columns) -> None:
        """For the games of these rules."""
        self.fields = fields(program, columns)
        self._codes = Codes(program)
        self._texts: dict[int, str] = {}

    def frame(self, numbered: Whole) -> pl.DataFrame:
        """A table of rows, in front of which stands the number of the game."""
        rows = numbered[:, 1:]
        found = [pl.Series("game", numbered[:, 0])]
        for field in self.fields:
            values = np.ascontiguousarray(rows[:, field.column])
            if field.parts != 1:
                found.append(pl.Series(field.name, values / field.parts))
                continue
            line = pl.Series(field.name, values) if field.kind is not Kind.CHOICE else self._choices(field.name, values)
            found.append(line if field.empty is None else line.set(pl.Series(values == field.empty), None))
        return pl.DataFrame(found)

    def _choices(self, name: str, values: Whole) -> pl.Series:
        """The names of the chosen options; in a row 0 stands for no choice, and *n* for the code *n* - 1."""
        met, which = np.unique(values, return_inverse=True)
        for code in met.tolist():
            if code and code not in self._texts:
                self._texts[code] = self._codes.text(code - 1)
        return pl.Series(name, [self._texts.get(code, "") for code in met.tolist()], pl.String).gather(which)


class Kind(Enum):
    """What a column holds: numbers, or the names of choices."""

    NUMBER = "number"
    CHOICE = "choice"


@frozen
class Field:
    """A column of the file: its name, its column in a row, the value that stands for a missing one, what it holds, and in
    how many parts of 1 a row counts it.
    """

    name: str
    column: int
    empty: int | None = None
    kind: Kind = Kind.NUMBER
    parts: int = 1


def fields(program: Program, columns: Columns) -> tuple[Field, ...]:
    """The columns of the file after `game`, the number of the game."""
    found = [
        Field("decisions", columns.decisions),
        Field("choices", columns.asked),
        Field("options_sum", columns.options),
        Field("options_most", columns.most_options),
        Field("cut", columns.cut),
        Field("lead_changes", columns.lead_changes),
        Field("last_open", columns.last_open, empty=-1),
    ]
    names = [plain(seat.name) for seat in program.seats]
    found += [Field(f"won_{name}", columns.winner(seat)) for seat, name in enumerate(names)]
    found += [Field(f"place_{name}", columns.place(seat)) for seat, name in enumerate(names)]
    found += [Field(f"score_{name}", columns.score(seat), empty=NOTHING) for seat, name in enumerate(names)]
    parts = program.outcome.parts
    found += [Field(f"payoff_{names[seat]}", columns.payoff(player), parts=parts) for player, seat in enumerate(program.players)]
    found += [
        Field(f"first_choice_{names[seat]}", columns.first_choice_of(seat), empty=0, kind=Kind.CHOICE) for seat in program.players
    ]
    found += [Field(f"rounds_{plain(name)}", columns.loop(index)) for index, name in rounds(program, columns)]
    for index, measure in enumerate(program.measures):
        name = plain(measure.name)
        found.append(Field(f"measure_{name}_sum", columns.measure_sum(index)))
        found.append(Field(f"measure_{name}_times", columns.measure_count(index)))
    return tuple(apart(found))


def plain(name: str) -> str:
    """The name as one word: characters other than letters and digits become `_`."""
    return re.sub(r"\W+", "_", name).strip("_")


def apart(found: list[Field]) -> Iterator[Field]:
    """The same fields with unique names: those that repeat a name get a number."""
    met: set[str] = {"game"}
    for field in found:
        name, number = field.name, 1
        while name in met:
            number += 1
            name = f"{field.name}_{number}"
        met.add(name)
        yield evolve(field, name=name)
