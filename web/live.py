"""`LiveMatch`: a session that many people use at once, whose every line is stored before anybody hears of it."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from concurrent.futures import BrokenExecutor, Executor
from contextlib import asynccontextmanager, suppress
from typing import TypeVar

from ..bots import BotFailed
from ..interpreter.game import Game
from ..interpreter.match.match import Match
from ..interpreter.match.records import Header, header_line, source_of
from ..session.levels import GOOD
from ..session.question import Stale
from ..session.seating import HUMAN, RANDOM, Seating, recorded_seats
from ..session.session import Session
from .settings import TableSettings
from .store import Store, StoreError
from .thinking import bot_choice, game_of

T = TypeVar("T")


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
    """A match that is played: its session, who is there, and who waits for news. To be used in one event loop.

    `session` is another one where a line could not be stored: the match is then made anew of what is stored.
    """

    def __init__(
        self, key: str, session: Session, settings: TableSettings, store: Store, stored: int, thinkers: Callable[[], Executor]
    ) -> None:
        """The match stored under that *key*, of which so many lines are *stored*; bots think in an executor of *thinkers*."""
        self.key = key
        self.session = session
        self.settings = settings
        self.version = 0
        """Rises with everything that somebody may be shown."""
        self.moves = 0
        """Rises with everything that changes the match or its settings."""
        self.taken = set(store.taken(key))
        """The seats to which somebody came by a link."""
        self.failed: dict[int, str] = {}
        """What bots did that failed, by their seats: these stay asked until somebody else sits there."""
        self.present: Counter[int | None] = Counter()
        """How many pages of each seat are open; under None, how many watch."""
        self._news = asyncio.Condition()
        self._store, self._stored = store, stored
        self._thinkers = thinkers
        self._buffer = Buffer()
        self._lock = asyncio.Lock()
        self._answered: dict[int, tuple[int, int]] = {}
        self._thinking: dict[tuple[int, int], asyncio.Task[None]] = {}
        self._waiting: dict[int, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        session.colours = settings.colours
        session.match.record_with(self._buffer, stored - 1)

    @classmethod
    async def begin(
        cls,
        key: str,
        settings: TableSettings,
        game: Game,
        header: Header,
        seating: Seating,
        store: Store,
        thinkers: Callable[[], Executor],
    ) -> LiveMatch:
        """A new match, stored. Raises StoreError, and PlayError."""
        match = Match(game, header)
        match.seat_people(seating.people, seating.named_bots, seating.names)
        session = Session(match, source_of(header), settings.language, seating, {})
        await asyncio.wrap_future(store.begin(key, settings.as_json, [header_line(header)]))
        live = cls(key, session, settings, store, 1, thinkers)
        await live._stored_behind(lambda: None)
        return live

    @classmethod
    def stored(cls, key: str, store: Store, thinkers: Callable[[], Executor]) -> LiveMatch | None:
        """The stored match, where it stands; None where there is none. `go_on` lets it go on. Any thread may do it.

        Raises StoreError, RecordError and PlayError.
        """
        settings = store.settings_of(key)
        if settings is None:
            return None
        read = TableSettings.of(settings)
        session, stored = _resumed(store, key, read.language)
        return cls(key, session, read, store, stored, thinkers)

    def go_on(self) -> None:
        """Lets bots think that are asked, and waits for people who are not there."""
        self._let_bots_think()
        self._mind_the_absent()

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
                self.moves += 1
                await self.tell()
                self.go_on()

    async def tell(self) -> None:
        """Wakes those who wait for news."""
        self.version += 1
        async with self._news:
            self._news.notify_all()

    async def after(self, version: int) -> None:
        """Returns when the match has another version than that one."""
        async with self._news:
            await self._news.wait_for(lambda: self.version != version)

    async def _save(self) -> None:
        """Stores the lines that are new; where that fails, the match stands again as it is stored. Raises Unsaved."""
        lines = self._buffer.taken()
        if not lines:
            return
        try:
            await asyncio.wrap_future(self._store.append(self.key, self._stored, lines))
        except StoreError as fault:
            self.session, self._stored = _resumed(self._store, self.key, self.session.language)
            self.session.colours = self.settings.colours
            self.session.match.record_with(self._buffer, self._stored - 1)
            self._answered.clear()
            raise Unsaved(str(fault)) from None
        self._stored += len(lines)

    # ------------------------------------------------------------------------------------------------ who sits where

    async def settle(self, settings: TableSettings) -> None:
        """Other settings, stored when this returns. Raises Unsaved."""
        async with self._lock:
            try:
                await asyncio.wrap_future(self._store.settings(self.key, settings.as_json))
            except StoreError as fault:
                raise Unsaved(str(fault)) from None
            self.settings = settings
            self.session.colours = settings.colours
            self.moves += 1
            await self.tell()
        self.go_on()

    async def seat(self, seating: Seating) -> None:
        """Others sit down. Raises Unsaved."""
        self.failed.clear()
        await self._do(lambda: self.session.reseat(seating, {}))

    @asynccontextmanager
    async def attended(self, seat: int | None) -> AsyncIterator[None]:
        """Somebody is there, at the seat or to watch, as long as this lasts."""
        self.present[seat] += 1
        try:
            await self.returned(seat)
            await self.tell()
            yield
        finally:
            self.present[seat] -= 1
            self._mind_the_absent()
            self._beside(self.tell())  # whoever goes away waits for nothing

    async def returned(self, seat: int | None) -> None:
        """Somebody at the seat has shown up: a bot that stands in there leaves, and it is waited once more before one does.

        Raises Unsaved.
        """
        if seat is None:
            return
        if seat in self._waiting:
            self._waiting.pop(seat).cancel()
        if seat in self.settings.people and seat not in self.session.seating.people and not self.session.is_over:
            await self.seat(self._seating({seat: HUMAN}))
        self._mind_the_absent()

    def _mind_the_absent(self) -> None:
        """Waits for people who are asked and not there, if a bot is to stand in for them."""
        asked = [seat for seat in self.session.asked if seat in self.session.seating.people and not self.present[seat]]
        for seat in [each for each in self._waiting if each not in asked]:
            self._waiting.pop(seat).cancel()
        for seat in asked if self.settings.patience else ():
            if seat not in self._waiting:
                later = asyncio.get_running_loop().call_later
                self._waiting[seat] = later(self.settings.patience, self._stand_in, seat)

    def _stand_in(self, seat: int) -> None:
        self._waiting.pop(seat, None)
        self._beside(self._let_stand_in(seat))

    def _beside(self, work: Coroutine[None, None, None]) -> None:
        """Does it when there is time."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _let_stand_in(self, seat: int) -> None:
        if seat in self.session.asked and seat in self.session.seating.people and not self.present[seat]:
            with suppress(Unsaved):
                await self.seat(self._seating({seat: GOOD}))

    def _seating(self, instead: Mapping[int, str]) -> Seating:
        """Who sits where, with these in other places."""
        sitters = recorded_seats(self.session.match) or {}
        return Seating.of({**sitters, **instead}, self.session.seating.names)

    @property
    def unused(self) -> bool:
        """Whether nobody is there, no bot thinks, and nobody is waited for."""
        return not (+self.present or self._thinking or self._waiting or self._tasks)

    # ------------------------------------------------------------------------------------------------ bots

    def _let_bots_think(self) -> None:
        """Lets every bot think that is asked and does not think yet."""
        session = self.session
        for seat in session.asked:
            if seat not in session.seating.people and seat not in self.failed:
                key = seat, session.number(seat)
                if key not in self._thinking:
                    name = session.seating.named_bots.get(seat, RANDOM)
                    self._thinking[key] = asyncio.get_running_loop().create_task(self._thought(*key, session.record, name))

    async def _thought(self, seat: int, number: int, record: bytes, name: str) -> None:
        try:
            code = await self.thinks(bot_choice, record, seat, name)
            await self._do(lambda: self.session.choose(seat, number, code))
        except (Stale, Unsaved):
            pass  # its question is gone; where it is asked again, it thinks again
        except (BotFailed, BrokenExecutor) as fault:
            self.failed[seat] = str(fault)
            await self.tell()
        finally:
            self._thinking.pop((seat, number), None)
        if seat not in self.failed:
            self._let_bots_think()

    async def thinks(self, work: Callable[[bytes, int, str], T], record: bytes, seat: int, name: str) -> T:
        """What is worked out beside the server; where a process ends on the way, it is begun once more.

        Raises what *work* raises, and BrokenExecutor.
        """
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._thinkers(), work, record, seat, name)
        except BrokenExecutor:
            return await loop.run_in_executor(self._thinkers(), work, record, seat, name)

    async def idle(self) -> None:
        """Returns when no bot thinks any more."""
        while self._thinking:
            await asyncio.gather(*self._thinking.values(), return_exceptions=True)


def _resumed(store: Store, key: str, language: str) -> tuple[Session, int]:
    """The session of a stored match, and how many lines are stored. Raises StoreError, RecordError and PlayError."""
    record = store.record(key)
    if record is None:
        raise StoreError(f"there is no match `{key}`")
    session = Session.resume(record, game_of, language, Seating(()), {})
    session.seating = Seating.of(recorded_seats(session.match) or {}, session.match.names)
    return session, record.count(b"\n")
