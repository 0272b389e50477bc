"""`House`: the matches of a store that somebody is at, and who may do what at them."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping
from concurrent.futures import Executor, ProcessPoolExecutor
from multiprocessing import get_context, parent_process
from secrets import token_hex
from threading import Thread

from attrs import define, evolve, field, frozen

from ..dsl.text.source import Source
from ..interpreter.core.chance import Keys
from ..interpreter.match.records import header_by
from ..program.ir import Program
from ..session.seating import HUMAN, RANDOM, Seating, recorded_seats
from .live import LiveMatch
from .parts import Painter
from .settings import TableSettings
from .store import Role, Store
from .thinking import game_of

KEY = 6
"""The key of a match has so many random bytes; it opens nothing."""
UNUSED = 600
"""A match at which nobody is stays in memory for so many seconds."""


@frozen
class Table:
    """A match that somebody is at, and the pages of those who are."""

    live: LiveMatch
    painter: Painter


@frozen
class Begun:
    """A new match: its key, and the secrets of the roles, those of seats by seat."""

    key: str
    host: str
    join: str
    watch: str
    seats: Mapping[int, str]


SIDE_BY_SIDE = 4
"""So many bots think at once, however few processors there are: as many as are asked in one block at a usual table."""


def processes(wanted: int | None) -> int:
    """In how many processes bots think: as many as somebody wants, else one less than there are processors."""
    return wanted or max(SIDE_BY_SIDE, (os.cpu_count() or 1) - 1)


def ends_with_the_server() -> None:
    """Lets a process of bots end once its server has ended, also where that was killed."""
    server = parent_process()

    def watch() -> None:
        if server is not None:
            server.join()
            os._exit(1)

    Thread(target=watch, daemon=True).start()


@define(eq=False)
class Thinkers:
    """At most so many processes in which bots think, each begun when no other is free; one that ends by itself is replaced."""

    processes: int
    _executor: ProcessPoolExecutor | None = None

    def __call__(self) -> Executor:
        """An executor that works."""
        if self._executor is None or getattr(self._executor, "_broken", False):
            self._executor = ProcessPoolExecutor(self.processes, get_context("spawn"), ends_with_the_server)
        return self._executor

    def close(self) -> None:
        """Ends the processes."""
        if self._executor is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)


@define(eq=False)
class House:
    """The matches of a store. To be used in one event loop."""

    store: Store
    thinkers: Thinkers
    prefix: str = ""
    """The keys of new matches begin with it."""
    tables: dict[str, Table] = field(factory=dict)
    """Those that somebody is at, and those that were left a short time ago, by their keys."""
    _opening: dict[str, asyncio.Lock] = field(factory=dict)

    async def table(self, key: str) -> Table | None:
        """The match of that key, read from the store where nobody was at it; None where there is none.

        Raises StoreError, RecordError and PlayError.
        """
        if key not in self.tables:
            async with self._opening.setdefault(key, asyncio.Lock()):
                if key not in self.tables:
                    live = await asyncio.to_thread(LiveMatch.stored, key, self.store, self.thinkers)
                    if live is None:
                        self._opening.pop(key, None)
                        return None
                    self._keep(live)
                    live.go_on()
            self._opening.pop(key, None)
        return self.tables[key]

    def _keep(self, live: LiveMatch) -> None:
        self.tables[live.key] = Table(live, Painter(live))
        asyncio.get_running_loop().call_later(UNUSED, self._forget, live.key)

    def _forget(self, key: str) -> None:
        """Drops a match at which nobody is; it is read again when somebody comes."""
        if key in self.tables and self.tables[key].live.unused:
            del self.tables[key]
        elif key in self.tables:
            asyncio.get_running_loop().call_later(UNUSED, self._forget, key)

    async def begin(self, program: Program, source: Source, settings: TableSettings, seating: Seating) -> Begun:
        """A new match, stored, with a link for each role and each seat of people. Raises StoreError and PlayError."""
        key = self.prefix + token_hex(KEY)
        header = header_by(program, source, Keys.drawn())
        game = await asyncio.to_thread(game_of, header)
        self._keep(await LiveMatch.begin(key, settings, game, header, seating, self.store, self.thinkers))
        roles = [asyncio.wrap_future(self.store.link(key, role)) for role in (Role.HOST, Role.JOIN, Role.WATCH)]
        seats = [asyncio.wrap_future(self.store.link(key, Role.SEAT, seat)) for seat in settings.people]
        host, join, watch = await asyncio.gather(*roles)
        return Begun(key, host, join, watch, dict(zip(settings.people, await asyncio.gather(*seats), strict=True)))

    async def again(self, live: LiveMatch) -> str:
        """The match that follows one that is over: the same people, each at the seat of the one before. Raises StoreError,
        Unsaved and PlayError.
        """
        if live.settings.later:
            return live.settings.later
        session, players = live.session, live.session.program.players
        onward = dict(zip(players, (*players[1:], players[0]), strict=True))
        won = session.winners
        settings = evolve(
            live.settings,
            people=tuple(sorted(onward[seat] for seat in live.settings.people)),
            colours={onward[seat]: colour for seat, colour in live.settings.colours.items()},
            tally={onward[seat]: live.settings.tally.get(seat, 0) + (seat in won) for seat in players},
        )
        sitters = {onward[seat]: who for seat, who in (recorded_seats(session.match) or {}).items()}
        sitters |= dict.fromkeys(settings.people, HUMAN)
        names = {onward[seat]: name for seat, name in session.seating.names.items()}
        seating = Seating.of({seat: sitters.get(seat, RANDOM) for seat in players}, names)
        begun = await self.begin(session.game.unnamed.program, session.source, settings, seating)
        await live.settle(evolve(live.settings, later=begun.key))
        return begun.key

    def close(self) -> None:
        """Stores what waits, and ends the processes of bots."""
        self.thinkers.close()
        self.store.close()
