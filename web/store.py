"""`Store`: matches in one SQLite file, a row for each line of a record.

One thread writes. It takes all that waits, and commits it together: so a commit, which waits for the disk, is shared by all
matches that are played. Whoever asked is answered behind the commit.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import Future
from contextlib import closing, contextmanager
from enum import Enum
from hashlib import sha256
from pathlib import Path
from queue import SimpleQueue
from secrets import token_urlsafe
from threading import Lock, Thread
from typing import TypeVar, cast
from urllib.parse import quote

from attrs import frozen

T = TypeVar("T")

APPLICATION = 0x52554C45
"""Marks the file as ours: `RULE`."""
VERSION = 1
"""The version of the tables."""

WAIT = 5.0
"""So many seconds are waited for another process that writes."""

TOGETHER = 500
"""At most so many pieces of work are committed together."""

TABLES = """
create table match (id text primary key, settings text not null) without rowid;
create table line (
  match text not null references match (id), number integer not null, line blob not null, primary key (match, number)
) without rowid;
create table link (
  hash blob primary key, match text not null references match (id), role text not null, seat integer,
  used integer not null default 0, revoked integer not null default 0
) without rowid;
create index links on link (match, role, seat);
"""


SECRET = 16
"""A link has so many random bytes."""


class StoreError(Exception):
    """The file cannot be used, or something could not be stored; the message says why."""


class OutOfStep(StoreError):
    """Another line has that number already: somebody else writes this match."""


@frozen
class Work:
    """Something to do in a transaction, and who waits for it."""

    run: Callable[[sqlite3.Connection], object]
    done: Future[object]


class Role(Enum):
    """What a link lets whoever has it do: sit at its seat, take the next open seat, watch, or change what a host may change."""

    SEAT = "seat"
    JOIN = "join"
    WATCH = "watch"
    HOST = "host"


@frozen
class Link:
    """What a secret stands for: a role at a match, at a *seat* where it is that of a seat; nothing any more once *revoked*."""

    match: str
    role: Role
    seat: int | None
    revoked: bool


class Store:
    """Matches in a file. Its methods may be called from any thread."""

    def __init__(self, path: Path) -> None:
        """Opens the file, or makes it. Raises StoreError for one that is no store of ours, cannot be written, or is in use by
        another process for longer than it is waited for.
        """
        self.path = path
        self._waiting: SimpleQueue[Work | None] = SimpleQueue()
        opened: Future[None] = Future()
        self._thread = Thread(target=self._write, args=(opened,), name="store", daemon=True)
        self._thread.start()
        opened.result()
        self._reads = Lock()
        uri = f"file:{quote(str(path.resolve()))}?mode=ro"
        self._reader = sqlite3.connect(uri, uri=True, timeout=WAIT, check_same_thread=False)

    def begin(self, match: str, settings: str, lines: Sequence[bytes]) -> Future[None]:
        """Stores a new match with its first lines. *settings* is what its holder wants to know again, as text.

        The future raises StoreError where the match is there already or nothing can be written.
        """

        def run(connection: sqlite3.Connection) -> None:
            connection.execute("insert into match (id, settings) values (?, ?)", (match, settings))
            _insert(connection, match, 0, lines)

        return self.submit(run)

    def append(self, match: str, number: int, lines: Sequence[bytes]) -> Future[None]:
        """Stores lines of a match, the first with that number, counted from 0.

        The future raises OutOfStep where one of these numbers is taken, and StoreError where nothing can be written; then none
        of the lines is stored.
        """
        return self.submit(lambda connection: _insert(connection, match, number, lines))

    def settings(self, match: str, settings: str) -> Future[None]:
        """Stores other settings of a match."""

        def run(connection: sqlite3.Connection) -> None:
            connection.execute("update match set settings = ? where id = ?", (settings, match))

        return self.submit(run)

    def link(self, match: str, role: Role, seat: int | None = None) -> Future[str]:
        """A new secret for a role, whose older ones it revokes. Nothing but its hash is stored."""
        secret = token_urlsafe(SECRET)

        def run(connection: sqlite3.Connection) -> str:
            _revoke(connection, match, role, seat)
            return _linked(connection, match, role, seat, secret)

        return self.submit(run)

    def linked(self, secret: str) -> Link | None:
        """What a secret stands for; None where it never stood for anything. Raises StoreError."""
        with self._reading() as connection:
            sought = "select match, role, seat, revoked from link where hash = ?"
            row = connection.execute(sought, (_hash(secret),)).fetchone()
        return None if row is None else Link(row[0], Role(row[1]), row[2], bool(row[3]))

    def use(self, secret: str) -> Future[None]:
        """Notes that somebody came by that secret: its seat is taken."""

        def run(connection: sqlite3.Connection) -> None:
            connection.execute("update link set used = 1 where hash = ?", (_hash(secret),))

        return self.submit(run)

    def join(self, match: str, seats: Sequence[int]) -> Future[tuple[int, str] | None]:
        """Takes the first of these seats that nobody has taken, with a new secret for it, which revokes the seat's older one.

        None where all are taken.
        """
        secret = token_urlsafe(SECRET)

        def run(connection: sqlite3.Connection) -> tuple[int, str] | None:
            taken = _taken(connection, match)
            seat = next((each for each in seats if each not in taken), None)
            if seat is None:
                return None
            _revoke(connection, match, Role.SEAT, seat)
            _linked(connection, match, Role.SEAT, seat, secret, used=True)
            return seat, secret

        return self.submit(run)

    def taken(self, match: str) -> Collection[int]:
        """The seats to which somebody came by a link. Raises StoreError."""
        with self._reading() as connection:
            return _taken(connection, match)

    def revoke(self, match: str, role: Role, seat: int | None = None) -> Future[None]:
        """Lets all secrets of a role, and of that seat where it is one of a seat, stand for nothing from now on."""
        return self.submit(lambda connection: _revoke(connection, match, role, seat))

    def record(self, match: str) -> bytes | None:
        """The record of a match as far as it is stored; None where there is none. Raises StoreError."""
        with self._reading() as connection:
            rows = connection.execute("select line from line where match = ? order by number", (match,)).fetchall()
        return b"".join(row[0] for row in rows) if rows else None

    def settings_of(self, match: str) -> str | None:
        """The settings of a match; None where there is no such match. Raises StoreError."""
        with self._reading() as connection:
            row = connection.execute("select settings from match where id = ?", (match,)).fetchone()
        return None if row is None else str(row[0])

    def matches(self) -> tuple[tuple[str, str], ...]:
        """All matches, each with its settings. Raises StoreError."""
        with self._reading() as connection:
            return tuple(connection.execute("select id, settings from match order by id").fetchall())

    def close(self) -> None:
        """Stores what waits, and closes the file."""
        self._waiting.put(None)
        self._thread.join()
        self._reader.close()

    def submit(self, run: Callable[[sqlite3.Connection], T]) -> Future[T]:
        """What *run* gives for a connection, once that is committed. The future raises StoreError where it is not."""
        done: Future[T] = Future()
        self._waiting.put(Work(run, cast("Future[object]", done)))
        return done

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        with self._reads:
            try:
                yield self._reader
            except sqlite3.Error as fault:
                raise StoreError(f"{self.path}: {fault}") from None

    # ------------------------------------------------------------------------------------------------ the thread that writes

    def _write(self, opened: Future[None]) -> None:
        try:
            connection = _connected(self.path)
        except (StoreError, sqlite3.Error, OSError) as fault:
            opened.set_exception(fault if isinstance(fault, StoreError) else StoreError(f"{self.path}: {fault}"))
            return
        opened.set_result(None)
        with closing(connection):
            ended = False
            while not ended:
                first = self._waiting.get()
                works = [first, *self._also_waiting()] if first is not None else [None]
                ended = None in works
                self._together(connection, [each for each in works if each is not None])

    def _also_waiting(self) -> Iterator[Work | None]:
        for _ in range(min(TOGETHER, self._waiting.qsize())):
            yield self._waiting.get()

    def _together(self, connection: sqlite3.Connection, works: Sequence[Work]) -> None:
        """Does all of it in one transaction; what fails is left out, and where the commit fails, nothing is done."""
        if not works:
            return
        results: list[tuple[Work, object]] = []
        faults: list[tuple[Work, Exception]] = []
        try:
            connection.execute("begin immediate")
            for work in works:
                connection.execute("savepoint work")
                try:
                    results.append((work, work.run(connection)))
                except sqlite3.IntegrityError as fault:
                    connection.execute("rollback to work")
                    faults.append((work, OutOfStep(f"{self.path}: {fault}")))
                connection.execute("release work")
            connection.execute("commit")
        except sqlite3.Error as fault:
            if connection.in_transaction:
                connection.execute("rollback")
            faults += [(work, StoreError(f"{self.path}: {fault}")) for work, _ in results]
            told = {id(work) for work, _ in faults}
            faults += [(work, StoreError(f"{self.path}: {fault}")) for work in works if id(work) not in told]
            results = []
        for work, found in results:
            work.done.set_result(found)
        for work, wrong in faults:
            work.done.set_exception(wrong)


def _hash(secret: str) -> bytes:
    return sha256(secret.encode()).digest()


def _linked(connection: sqlite3.Connection, match: str, role: Role, seat: int | None, secret: str, used: bool = False) -> str:
    row = _hash(secret), match, role.value, seat, used
    connection.execute("insert into link (hash, match, role, seat, used) values (?, ?, ?, ?, ?)", row)
    return secret


def _revoke(connection: sqlite3.Connection, match: str, role: Role, seat: int | None) -> None:
    connection.execute("update link set revoked = 1 where match = ? and role = ? and seat is ?", (match, role.value, seat))


def _taken(connection: sqlite3.Connection, match: str) -> frozenset[int]:
    sought = "select seat from link where match = ? and role = ? and used and not revoked"
    return frozenset(seat for (seat,) in connection.execute(sought, (match, Role.SEAT.value)))


def _insert(connection: sqlite3.Connection, match: str, number: int, lines: Sequence[bytes]) -> None:
    rows = [(match, number + at, line) for at, line in enumerate(lines)]
    connection.executemany("insert into line (match, number, line) values (?, ?, ?)", rows)


def _connected(path: Path) -> sqlite3.Connection:
    """The connection that writes. Raises StoreError, and sqlite3.Error."""
    connection = sqlite3.connect(path, timeout=WAIT, isolation_level=None)
    try:
        (application,) = connection.execute("pragma application_id").fetchone()
        (version,) = connection.execute("pragma user_version").fetchone()
        (tables,) = connection.execute("select count(*) from sqlite_master").fetchone()
        if application != APPLICATION and tables:
            raise StoreError(f"{path}: a database of another program")
        if application == APPLICATION and version != VERSION:
            raise StoreError(f"{path}: a store of version {version}, and this rulerun reads version {VERSION}")
        connection.execute("pragma journal_mode = wal")
        connection.execute("pragma synchronous = full")
        connection.execute("pragma foreign_keys = on")
        if not tables:
            connection.executescript(
                f"begin immediate; {TABLES} pragma application_id = {APPLICATION}; pragma user_version = {VERSION}; commit;"
            )
        connection.execute("begin immediate")
        connection.execute(f"pragma user_version = {VERSION}")  # whoever cannot write hears of it now
        connection.execute("commit")
    except sqlite3.DatabaseError as fault:
        connection.close()
        raise StoreError(f"{path}: {fault}") from None
    except StoreError:
        connection.close()
        raise
    return connection
