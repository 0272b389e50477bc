"""A live match: stored before anybody hears of it, each choice once, bots beside it, and as it is stored where storing fails."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest
from attrs import evolve

from rulerun.dsl.compile import compile_ruleset
from rulerun.dsl.text.source import Source
from rulerun.interpreter.game import Game
from rulerun.interpreter.match.records import Answer, header_of, read_record
from rulerun.session.question import NotOffered, Stale
from rulerun.session.seating import Seating
from rulerun.tests.support.meeting import met
from rulerun.web.house import Thinkers, processes
from rulerun.web.live import LiveMatch, Unsaved
from rulerun.web.settings import TableSettings
from rulerun.web.store import Store, StoreError
from rulerun.web.thinking import bot_choice

from ..support.waiting import PATIENCE

TOGETHER = """ruleset: together
players: 3
variables:
  guess: {per: player, holds: 0..3}
  coin: {holds: 0..2}
phases:
  game:
    - repeat 3 times:
        - together, each player me:
            - me chooses n from 1..3
            - guess[me] = n
        - random coin from 1..2
outcome:
  winners: players p where guess[p] = coin
"""


def playing(tmp_path: Path, people: tuple[int, ...], what: Callable[[LiveMatch, Store], Awaitable[None]]) -> None:
    """A match of those people, with bots at the other seats."""

    async def run() -> None:
        source = Source("together.yaml", TOGETHER)
        program = compile_ruleset(source).program
        assert program is not None
        store = Store(tmp_path / "a.db")
        bots = {seat: "first" for seat in program.players if seat not in people}
        with ThreadPoolExecutor(2) as threads:
            seating, header = Seating(people, bots), header_of(program, source, 1, 0)
            live = await LiveMatch.begin("m", TableSettings("en", people), Game(program), header, seating, store, lambda: threads)
            await what(live, store)
            await live.idle()
        store.close()

    asyncio.run(run())


def stored(store: Store) -> list[tuple[str, str]]:
    """The answers that are stored."""
    record = store.record("m")
    assert record is not None
    return [(each.seat, each.choice) for each in read_record(record).entries if isinstance(each, Answer)]


def test_seats_answer_at_once_and_each_answer_is_stored_when_it_is_acknowledged(tmp_path: Path) -> None:
    async def what(live: LiveMatch, store: Store) -> None:
        numbers = {seat: live.session.number(seat) for seat in live.session.asked}
        codes = {seat: live.session.decision(seat).options[seat].code for seat in numbers}
        await asyncio.gather(*(live.choose(seat, numbers[seat], codes[seat]) for seat in numbers))
        assert sorted(stored(store)) == [("Anne", "n 1"), ("Ben", "n 2"), ("Chris", "n 3")]
        assert store.record("m") == live.session.record

    playing(tmp_path, (0, 1, 2), what)


def test_a_choice_that_is_sent_twice_counts_once_and_another_one_is_stale(tmp_path: Path) -> None:
    async def what(live: LiveMatch, store: Store) -> None:
        number, options = live.session.number(0), live.session.decision(0).options
        await live.choose(0, number, options[0].code)
        await live.choose(0, number, options[0].code)
        with pytest.raises(Stale):
            await live.choose(0, number, options[1].code)
        with pytest.raises(NotOffered):
            await live.choose(1, live.session.number(1), 10**6)
        assert stored(store) == [("Anne", "n 1")]

    playing(tmp_path, (0, 1, 2), what)


def test_bots_answer_beside_the_match(tmp_path: Path) -> None:
    async def what(live: LiveMatch, store: Store) -> None:
        for _ in range(3):
            await live.idle()
            await live.choose(0, live.session.number(0), live.session.decision(0).options[2].code)
            await live.idle()
        assert live.session.is_over
        assert len(stored(store)) == 9
        assert {choice for seat, choice in stored(store) if seat != "Anne"} == {"n 1"}

    playing(tmp_path, (0,), what)


def test_where_a_choice_cannot_be_stored_it_was_not_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> Future[None]:
        failed: Future[None] = Future()
        failed.set_exception(StoreError("database or disk is full"))
        return failed

    async def what(live: LiveMatch, store: Store) -> None:
        await live.choose(0, live.session.number(0), live.session.decision(0).options[0].code)
        epoch = live.session.epoch
        with monkeypatch.context() as broken:
            broken.setattr(store, "append", full)
            with pytest.raises(Unsaved, match="full"):
                await live.choose(1, live.session.number(1), live.session.decision(1).options[0].code)
        assert live.session.epoch != epoch
        assert live.session.asked == (1, 2)
        assert stored(store) == [("Anne", "n 1")]
        await live.choose(1, live.session.number(1), live.session.decision(1).options[1].code)
        assert stored(store) == [("Anne", "n 1"), ("Ben", "n 2")]

    playing(tmp_path, (0, 1, 2), what)


def test_another_writer_of_the_match_is_noticed(tmp_path: Path) -> None:
    async def what(live: LiveMatch, store: Store) -> None:
        with ThreadPoolExecutor(1) as threads:
            other = LiveMatch.stored("m", store, lambda: threads)
            assert other is not None
            await other.choose(1, other.session.number(1), other.session.decision(1).options[2].code)
        with pytest.raises(Unsaved):
            await live.choose(0, live.session.number(0), live.session.decision(0).options[0].code)
        assert live.session.asked == (0, 2)
        assert stored(store) == [("Ben", "n 3")]

    playing(tmp_path, (0, 1, 2), what)


def test_a_match_goes_on_in_another_process_where_it_stood(tmp_path: Path) -> None:
    async def what(live: LiveMatch, store: Store) -> None:
        await live.choose(2, live.session.number(2), live.session.decision(2).options[1].code)

    playing(tmp_path, (0, 1, 2), what)

    async def again() -> None:
        store = Store(tmp_path / "a.db")
        with ThreadPoolExecutor(1) as threads:
            live = LiveMatch.stored("m", store, lambda: threads)
            assert live is not None
            assert live.session.asked == (0, 1)
            await live.choose(0, live.session.number(0), live.session.decision(0).options[0].code)
            assert len(stored(store)) == 2
        store.close()

    asyncio.run(again())


def test_whoever_goes_away_while_a_choice_is_stored_changes_nothing(tmp_path: Path) -> None:
    async def what(live: LiveMatch, store: Store) -> None:
        waiting = asyncio.ensure_future(live.choose(0, live.session.number(0), live.session.decision(0).options[0].code))
        await asyncio.sleep(0)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert await live.read(lambda session: session.asked) == (1, 2)
        assert stored(store) == [("Anne", "n 1")]

    playing(tmp_path, (0, 1, 2), what)


def test_a_bot_stands_in_for_whoever_is_away_until_that_person_comes_back(tmp_path: Path) -> None:
    async def what(live: LiveMatch, store: Store) -> None:
        await live.settle(evolve(live.settings, patience=3600))
        async with live.attended(1):
            live._stand_in(0)
            live._stand_in(1)  # Ben is there
            while 0 in live.session.asked:
                await live.after(live.version)
            assert list(live.session.seating.people) == [1, 2]
            assert [seat for seat, _ in stored(store)] == ["Anne"]
        async with live.attended(0):
            assert list(live.session.seating.people) == [0, 1, 2]
        assert not live.present[0]

    playing(tmp_path, (0, 1, 2), what)


def test_others_hear_that_somebody_went_away(tmp_path: Path) -> None:
    async def what(live: LiveMatch, _: Store) -> None:
        there, version = asyncio.Event(), live.version

        async def sits() -> None:
            async with live.attended(0):
                there.set()
                await asyncio.Event().wait()

        sitting = asyncio.create_task(sits())
        await there.wait()
        version = live.version
        sitting.cancel()
        await live.after(version)
        assert live.present[0] == 0

    playing(tmp_path, (0, 1, 2), what)


def test_bots_that_are_asked_in_one_block_are_all_under_way_before_any_has_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, seats = Barrier(2), []

    def choice(record: bytes, seat: int, name: str) -> int:
        begun.wait(PATIENCE)  # breaks where the other one is not begun before this one has answered
        seats.append(seat)
        return bot_choice(record, seat, name)

    monkeypatch.setattr("rulerun.web.live.bot_choice", choice)

    async def what(live: LiveMatch, store: Store) -> None:
        live.go_on()
        await live.idle()
        assert sorted(seats) == [1, 2]
        assert {seat for seat, _ in stored(store)} == {"Ben", "Chris"}

    playing(tmp_path, (0,), what)


@pytest.mark.slow
def test_bots_think_in_processes_side_by_side_however_few_processors_there_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert processes(3) == 3
    for processors, count in ((None, 4), (1, 4), (2, 4), (16, 15)):
        monkeypatch.setattr("os.cpu_count", lambda processors=processors: processors)
        assert processes(None) == count
    thinkers = Thinkers(2)
    try:
        both = [thinkers().submit(met, tmp_path, own, 2) for own in range(2)]
        assert len({each.result() for each in both}) == 2
    finally:
        thinkers.close()


SERVED = """
import os
from rulerun.web.house import Thinkers
if __name__ == "__main__":
    print(Thinkers(1)().submit(os.getpid).result(), flush=True)
    os.kill(os.getpid(), 9)
"""


@pytest.mark.slow
def test_a_process_of_bots_ends_with_its_server_also_where_that_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "server.py"
    script.write_text(SERVED)
    # what is printed ends when nobody is there any more who could print
    printed = subprocess.run([sys.executable, str(script)], stdout=subprocess.PIPE, text=True, timeout=PATIENCE, check=False)
    assert printed.returncode == -signal.SIGKILL
    assert printed.stdout.strip().isdecimal()
