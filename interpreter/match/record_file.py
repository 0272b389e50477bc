"""Records on disk: a match that is begun or continued there, written line by line, and played by one process at a time."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from ..core.chance import Seed
from ..game import Game
from .file_lock import lock
from .match import Match
from .records import Header, Record, RecordError, content_of, header_line, is_same, read_record
from .replay import Compile, played


def begin(path: Path, game: Game, header: Header) -> Match:
    """A match recorded at *path*; where the unfinished record of the same match lies there, that match goes on.

    Raises RecordError when anything else lies there or another process plays on it, OSError when it cannot be read or
    written, and PlayError.
    """
    if not path.exists():
        match = Match(game, header)
        match.record_with(RecordFile.create(path, header), 0)
        return match
    there = content_of(path)
    if not _is_start(there, header):
        _unfinished(path, there, header)
    writer = RecordFile.reopen(path)
    try:
        content = writer.content()
        if not _is_start(content, header):
            return _continued(writer, _unfinished(path, content, header), game)
        match = Match(game, header)
        writer.restart(header)
        match.record_with(writer, 0)
        return match
    except BaseException:
        writer.close()
        raise


def resume(path: Path, compile: Compile) -> Match:
    """The unfinished match that *path* records, where it stopped; what is answered from now on is added to the record.

    Raises RecordError when it is no record, cannot be continued or another process plays on it, OSError, and PlayError.
    """
    _unfinished(path, content_of(path), None)
    writer = RecordFile.reopen(path)
    try:
        record = _unfinished(path, writer.content(), None)
        return _continued(writer, record, Game(compile(record.header)))
    except BaseException:
        writer.close()
        raise


class RecordFile:
    """A record on disk, written line by line; each line is handed to the operating system before `append` returns.

    The file is locked until it is closed, or the process ends, so that two of them never write one record.
    """

    def __init__(self, path: Path, file: BinaryIO) -> None:
        """A writer that writes at the current position of *file*. Raises RecordError when another one has it."""
        if not lock(file):
            file.close()
            raise RecordError(0, f"`{path.name}` is being played by another rulerun")
        self.path = path
        self._file = file

    @classmethod
    def create(cls, path: Path, header: Header) -> RecordFile:
        """A writer of a new record whose first line is written. Raises FileExistsError when *path* exists."""
        writer = cls(path, path.open("xb", buffering=0))
        try:
            writer.append(header_line(header))
        except OSError:
            writer.close()
            path.unlink(missing_ok=True)  # an empty file would be in the way of another try
            raise
        return writer

    @classmethod
    def reopen(cls, path: Path) -> RecordFile:
        """A writer of the file at *path*, which `restart` or `append_to` must be called on before `append`.

        Raises RecordError when another process plays on it, and OSError.
        """
        return cls(path, path.open("r+b", buffering=0))

    def content(self) -> bytes:
        """All that the file holds."""
        self._file.seek(0)
        return self._file.read()

    def restart(self, header: Header) -> None:
        """Replaces what the file holds, where writing was interrupted at or before the end of the first line."""
        self._file.seek(0)
        self._file.truncate()
        self.append(header_line(header))

    def append_to(self, record: Record) -> None:
        """Goes to the end of the last whole line of *record*, which the file holds. A line that was cut short is removed."""
        self._file.truncate(record.whole)
        self._file.seek(max(record.whole - 1, 0))
        if self._file.read(1) != b"\n":
            self.append(b"\n")

    def append(self, line: bytes) -> None:
        """Appends one line. Raises OSError; the file then holds whole lines only, as far as that is possible."""
        start = self._file.tell()
        try:
            while line:
                line = line[self._file.write(line) :]
        except OSError:
            with suppress(OSError):
                self._file.seek(start)
                self._file.truncate()
            raise

    def close(self) -> None:
        """Closes the file; the record may be reopened later."""
        self._file.close()


def is_played(path: Path) -> bool:
    """Whether another process plays on the record at *path*. Raises OSError when it cannot be opened for writing."""
    try:
        RecordFile.reopen(path).close()
    except RecordError:
        return True
    return False


def _is_start(content: bytes, header: Header) -> bool:
    """Whether writing was interrupted at or before the end of the first line of that match; it may have had other keys."""
    line = header_line(header)
    if isinstance(header.chance, Seed) or line.startswith(content):
        return line.startswith(content)
    fixed = line[: line.rindex(b'"keys"')]
    return content.startswith(fixed) and b"\n" not in content and not content.endswith(b"}}")


def _unfinished(path: Path, content: bytes, header: Header | None) -> Record:
    """The record in *content* if it can be continued, as that of the match of *header* where one is given."""
    record = read_record(content)
    if header is not None and not is_same(record.header, header):
        raise RecordError(0, f"`{path.name}` holds another match already, and a record is never overwritten")
    if record.finished:
        raise RecordError(0, f"the match in `{path.name}` is over, and a record is never overwritten")
    return record


def _continued(writer: RecordFile, record: Record, game: Game) -> Match:
    again = played(record, game)
    if again.parting is not None:
        raise RecordError(again.parting.line, again.parting.message)
    if again.strayed is not None:
        raise RecordError(again.strayed, f"chance gave something else here than {record.header.chance.called} gives")
    writer.append_to(record)
    again.match.record_with(writer, len(record.entries))
    return again.match
