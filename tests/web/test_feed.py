"""What an open page is told: each line of the story once, parts that changed, and all of it where it has missed too much."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import cast

import pytest

from rulerun.dsl.compile import compile_ruleset
from rulerun.dsl.text.source import Source
from rulerun.interpreter.game import Game
from rulerun.interpreter.match.records import header_of
from rulerun.session.seating import Seating
from rulerun.web.live import LiveMatch
from rulerun.web.settings import TableSettings
from rulerun.web.store import Store

pytest.importorskip("starlette", reason="needs the extra `web`")
pytest.importorskip("sse_starlette", reason="needs the extra `web`")
pytest.importorskip("segno", reason="needs the extra `web`")

from rulerun.web.feed import feed
from rulerun.web.house import Table
from rulerun.web.parts import Painter
from rulerun.web.updates import MOST_MISSED, NOTHING, Stamp, Update, stamp_of

RULES = """ruleset: turns
players: 2
variables:
  last: {holds: 0..9}
phases:
  game:
    - repeat 200 times:
        - for each player me:
            - me chooses n from 1..9
            - last = n
outcome:
  winners: players p where last = 1
table: {untold: last}
"""


def playing(tmp_path: Path, what: Callable[[Table], Awaitable[None]]) -> None:
    """A match of two people."""

    async def run() -> None:
        source = Source("turns.yaml", RULES)
        program = compile_ruleset(source).program
        assert program is not None
        store = Store(tmp_path / "a.db")
        with ThreadPoolExecutor(1) as threads:
            header, settings = header_of(program, source, 1, 0), TableSettings("en", (0, 1))
            live = await LiveMatch.begin("m", settings, Game(program), header, Seating((0, 1)), store, lambda: threads)
            await what(Table(live, Painter(live)))
        store.close()

    asyncio.run(run())


async def choose(table: Table, index: int) -> None:
    """Whoever is asked takes that option."""
    session = table.live.session
    seat = session.asked[0]
    await table.live.choose(seat, session.number(seat), session.decision(seat).options[index].code)


async def told(news: object) -> Update:
    """The next thing that a page is told."""
    _, text = await anext(news)  # type: ignore[call-overload]
    return cast("Update", json.loads(text))


def test_a_page_is_told_each_line_once_and_the_parts_that_changed(tmp_path: Path) -> None:
    async def what(table: Table) -> None:
        news = feed(table, 1, stamp_of(table.live, 1))
        first = await told(news)
        assert set(first["parts"]) <= {"people"}
        await choose(table, 3)
        second = await told(news)
        assert second["say"] == ["Anne: n 4"]
        assert {"table", "ask"} <= set(second["parts"])
        assert "story" not in second["parts"]
        assert (second["turn"], 'name="number"' in second["parts"]["ask"]) == (True, True)
        await choose(table, 0)
        third = await told(news)
        assert third["say"] == ["Ben: n 1"]
        await news.aclose()

    playing(tmp_path, what)


@pytest.mark.parametrize("stamp", [NOTHING, Stamp("another", 0, 1), Stamp.read("nonsense"), Stamp.read("a.b.c.d")])
def test_a_page_of_another_epoch_is_drawn_anew(tmp_path: Path, stamp: Stamp) -> None:
    async def what(table: Table) -> None:
        await choose(table, 3)
        news = feed(table, 1, stamp)
        first = await told(news)
        assert set(first["parts"]) == {"table", "ask", "story", "people"}
        assert first["lines"] == []
        await news.aclose()

    playing(tmp_path, what)


def test_a_page_that_slept_is_told_what_it_missed_and_drawn_anew_where_that_is_too_much(tmp_path: Path) -> None:
    async def what(table: Table) -> None:
        start = stamp_of(table.live, 1)
        for _ in range(3):
            await choose(table, 4)
        assert len((await told(feed(table, 1, start)))["lines"]) == 3
        while stamp_of(table.live, 1).number - start.number <= MOST_MISSED:
            await choose(table, 4)
        assert "story" in (await told(feed(table, 1, start)))["parts"]

    playing(tmp_path, what)


def test_what_was_taken_back_is_gone_from_the_story(tmp_path: Path) -> None:
    async def what(table: Table) -> None:
        await choose(table, 3)
        news = feed(table, 1, stamp_of(table.live, 1))
        await told(news)
        assert await table.live.undo(0) is None
        update = await told(news)
        assert "n 4" not in update["parts"]["story"]
        await news.aclose()

    playing(tmp_path, what)
