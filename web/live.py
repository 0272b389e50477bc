"""`LiveMatch`: a session that many people use at once, whose every line is stored before anybody hears of it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from functools import lru_cache
from typing import TypeVar

from ..bots import Bot, BotFailed, seated
from ..dsl.compile import compile_ruleset
from ..interpreter.game import Game
from ..interpreter.match.match import Match
from ..interpreter.match.records import Header, header_line, source_of
from ..program.ir import Program
from ..session.bots import think
from ..session.question import Stale
from ..session.seating import Seating
from ..session.session import Session
from .store import Store, StoreError

T = TypeVar("T")

COMPILED = 8
"""A process that lets bots think keeps so many Programs."""


class Unsaved(Exception):
    """A choice could not be stored, so it was not made; the message says why."""


class Buffer:
    """A recorder that keeps lines until they are stored."""

    def __init__(self) -> None:
        self.lines: list[bytes] = []

    def append(self, line: bytes) -> None:
        """Keeps a line."""
        self.lines.append(line)

    def close(self) -> None:
        """No line follows."""

    def taken(self) -> list[bytes]:
        """The lines that are not stored yet, which it keeps no longer."""
        taken, self.lines = self.lines, []
        return taken


class LiveMatch:
    """A match that is played: its session, and who waits for news. To be used in one event loop.

    `session` is another one where a line could not be stored: the match is then made anew of what is stored.
    """

    def __init__(
        self, key: str, session: Session, store: Store, stored: int, executor: Executor, names: Mapping[int, str]
    ) -> None:
        """The match stored under that *key*, of which so many lines are *stored*; bots, by *names*, think in the executor."""
        self.key = key
        self.session = session
        self.news = asyncio.Condition()
        self.failed: dict[int, str] = {}
        """What bots did that failed, by their seats: these stay asked until somebody else sits there."""
        self._store, self._stored = store, stored
        self._executor, self._bots = executor, dict(names)
        self._buffer = Buffer()
        self._lock = asyncio.Lock()
        self._answered: dict[int, tuple[int, int]] = {}
        self._thinking: dict[tuple[int, int], asyncio.Task[None]] = {}
        session.match.record_with(self._buffer, stored - 1)

    @classmethod
    async def begin(
        cls,
        key: str,
        settings: str,
        game: Game,
        header: Header,
        seating: Seating,
        language: str,
        store: Store,
        executor: Executor,
    ) -> LiveMatch:
        """A new match, stored. Raises StoreError, and PlayError."""
        match = Match(game, header)
        match.seat_people(seating.people, seating.named_bots, seating.names)
        session = Session(match, source_of(header), language, seating, {})
        await asyncio.wrap_future(store.begin(key, settings, [header_line(header)]))
        live = cls(key, session, store, 1, executor, seating.named_bots)
        await live._stored_behind(lambda: None)
        return live

    @classmethod
    def resume(cls, key: str, seating: Seating, language: str, store: Store, executor: Executor) -> LiveMatch:
        """The stored match, where it stands. Raises StoreError where there is none, RecordError and PlayError."""
        session, stored = _resumed(store, key, seating, language)
        live = cls(key, session, store, stored, executor, seating.named_bots)
        live._let_bots_think()
        return live

    async def read(self, look: Callable[[Session], T]) -> T:
        """What somebody sees of the session, in which everything is stored."""
        async with self._lock:
            return look(self.session)

    # ------------------------------------------------------------------------------------------------ what people do

    async def choose(self, seat: int, number: int, code: int) -> None:
        """The seat answers a question, stored when this returns; sent twice, it counts once. Raises as `Session.choose` does, and
        Unsaved.
        """
        if self._answered.get(seat) == (number, code):
            return
        await self._do(lambda: self.session.choose(seat, number, code))
        self._answered[seat] = number, code

    async def choose_cards(self, seat: int, number: int, kinds: Sequence[int]) -> None:
        """The seat chooses several cards in one go. Raises as `Session.choose_cards` does, and Unsaved."""
        await self._do(lambda: self.session.choose_cards(seat, number, kinds))

    async def undo(self, seat: int) -> str | None:
        """As `Session.undo`, stored when this returns. Raises Unsaved."""
        self._answered.pop(seat, None)
        return await self._do(lambda: self.session.undo(seat))

    async def agree(self, seat: int, yes: bool) -> None:
        """As `Session.agree`, stored when this returns. Raises Stale and Unsaved."""
        await self._do(lambda: self.session.agree(seat, yes))

    async def _do(self, work: Callable[[], T]) -> T:
        """What the work gives, once all that it did is stored. A client that goes away meanwhile changes nothing."""
        return await asyncio.shield(self._stored_behind(work))

    async def _stored_behind(self, work: Callable[[], T]) -> T:
        async with self._lock:
            try:
                return work()
            finally:
                await self._save()
                async with self.news:
                    self.news.notify_all()
                self._let_bots_think()

    async def _save(self) -> None:
        """Stores the lines that are new; where that fails, the match stands again as it is stored. Raises Unsaved."""
        lines = self._buffer.taken()
        if not lines:
            return
        try:
            await asyncio.wrap_future(self._store.append(self.key, self._stored, lines))
        except StoreError as fault:
            self.session, self._stored = _resumed(self._store, self.key, self.session.seating, self.session.language)
            self.session.match.record_with(self._buffer, self._stored - 1)
            self._answered.clear()
            raise Unsaved(str(fault)) from None
        self._stored += len(lines)

    # ------------------------------------------------------------------------------------------------ bots

    def _let_bots_think(self) -> None:
        """Lets every bot think that is asked and does not think yet."""
        session = self.session
        for seat in session.asked:
            if seat in self._bots and seat not in self.failed:
                key = seat, session.number(seat)
                if key not in self._thinking:
                    self._thinking[key] = asyncio.get_running_loop().create_task(self._thought(*key, session.record))

    async def _thought(self, seat: int, number: int, record: bytes) -> None:
        name = self._bots[seat]
        try:
            code = await asyncio.get_running_loop().run_in_executor(self._executor, bot_choice, record, seat, name)
            await self._do(lambda: self.session.choose(seat, number, code))
        except (Stale, Unsaved):
            pass  # its question is gone; where it is asked again, it thinks again
        except BotFailed as fault:
            self.failed[seat] = str(fault)
        finally:
            self._thinking.pop((seat, number), None)
        if seat not in self.failed:
            self._let_bots_think()

    async def idle(self) -> None:
        """Returns when no bot thinks any more."""
        while self._thinking:
            await asyncio.gather(*self._thinking.values(), return_exceptions=True)


def _resumed(store: Store, key: str, seating: Seating, language: str) -> tuple[Session, int]:
    """The session of a stored match, and how many lines are stored. Raises StoreError, RecordError and PlayError."""
    record = store.record(key)
    if record is None:
        raise StoreError(f"there is no match `{key}`")
    return Session.resume(record, compiled, language, seating, {}), record.count(b"\n")


@lru_cache(maxsize=COMPILED)
def compiled(header: Header) -> Program:
    """The Program that a record was played with. Raises ValueError where its ruleset is not sound."""
    found = compile_ruleset(source_of(header), header.variant, header.players, dict(header.parameters))
    if found.program is None:
        raise ValueError("the ruleset in this record cannot be played")
    return found.program


@lru_cache(maxsize=COMPILED)
def _seated(name: str, header: Header) -> Bot:
    return seated(name, compiled(header))


def bot_choice(record: bytes, seat: int, name: str) -> int:
    """The code that a bot chooses in the seat where that record ends; for a process of its own. Raises BotFailed."""
    session = Session.resume(record, compiled, "", Seating(()), {})
    bot = _seated(name, session.match.header)
    return think(session.task(seat, bot), bot)
