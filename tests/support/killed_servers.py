"""Kills a server of tables again and again while people play there: every choice that it acknowledged must be stored.

python -m tests.support.killed_servers 500
"""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import httpx2
from attrs import Factory, define

from rulerun.interpreter.match.records import Answer, read_record
from rulerun.web.store import Store

RULES = """ruleset: forever
players: 3
variables:
  last: {per: player, holds: 0..9}
phases:
  game:
    - repeat 100000 times:
        - together, each player me:
            - me chooses n from 1..9
            - last[me] = n
outcome:
  winners: players p where last[p] = 1
"""
SEATS = ("Anne", "Ben", "Chris")
MATCHES = 3
ASKED = re.compile(r'name="number" value="(\d+)"')
OPTION = re.compile(r'<button name="code" value="(\d+)">(n \d)<')


UNLIMITED = """
from functools import partial
from rulerun.cli.main import main
from rulerun.web import serving
serving.Site = partial(serving.Site, limits=None)
main()
"""
"""The command line, whose server lets everybody ask as often as they like."""


@define
class Seat:
    """Somebody who plays: the page, its key, and all choices that are stored as far as that is known."""

    match: str
    name: str
    page: str
    cookie: str
    made: list[str] = Factory(list)


@contextmanager
def serving(folder: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server and its address; it is killed at the end."""
    words = [sys.executable, "-c", UNLIMITED, "serve", "forever.yaml", "--no-browser", "--port", "0", "--database", "a.db"]
    with subprocess.Popen(words, cwd=folder, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process, process.stdout.readline().split()[0]
        finally:
            process.kill()


async def seated(address: str) -> list[Seat]:
    """The seats of new matches."""
    seats = []
    async with httpx2.AsyncClient() as client:
        for _ in range(MATCHES):
            form = {f"seat-{at}": "open" for at in range(1, len(SEATS) + 1)}
            answer = await client.post(f"{address}/new/forever", data=form, headers={"origin": address})
            key = answer.headers["location"].split("/")[2]
            secrets = dict(part.split(":") for part in answer.cookies["links"].strip('"').split("."))
            client.cookies.clear()
            for at, name in enumerate(SEATS, 1):
                seats.append(Seat(key, name, f"/match/{key}/seat/{at}/", f"seat-{at}={secrets[str(at)]}"))
    return seats


async def plays(client: httpx2.AsyncClient, address: str, seat: Seat, draw: Random) -> None:
    """Chooses at random until the server is gone; notes what is acknowledged."""
    headers = {"cookie": seat.cookie, "origin": address}
    while True:
        page = (await client.get(address + seat.page, headers=headers)).text
        asked = ASKED.search(page)
        if asked is None:
            await asyncio.sleep(0.01)
            continue
        code, words = draw.choice(OPTION.findall(page))
        form = {"number": asked[1], "code": code}
        answer = await client.post(f"{address}{seat.page}choose", data=form, headers={**headers, "accept": "application/json"})
        if answer.status_code == 200:
            seat.made.append(words)


async def until_killed(process: subprocess.Popen[str], address: str, seats: list[Seat], draw: Random) -> None:
    """Lets all play, and kills the server at a random moment."""
    async with httpx2.AsyncClient(timeout=60) as client:
        playing = [asyncio.create_task(plays(client, address, seat, draw)) for seat in seats]
        before = sum(len(seat.made) for seat in seats)
        while sum(len(seat.made) for seat in seats) == before:
            assert not any(task.done() for task in playing)
            await asyncio.sleep(0.01)
        await asyncio.sleep(draw.uniform(0, 0.4))
        process.kill()
        for task in playing:
            with suppress(httpx2.HTTPError):
                await task


def check(folder: Path, seats: list[Seat]) -> int:
    """How many choices are stored; every one that was acknowledged is there once, in order, and at most one more of each seat."""
    store, found = Store(folder / "a.db"), 0
    for seat in seats:
        record = store.record(seat.match)
        assert record is not None
        answers = [each for each in read_record(record).entries if isinstance(each, Answer)]
        stored = [each.choice for each in answers if each.seat == seat.name]
        assert stored[: len(seat.made)] == seat.made, (seat, stored)
        assert len(stored) <= len(seat.made) + 1, (seat, stored)
        seat.made = stored
        found += len(stored)
    store.close()
    return found


def run(folder: Path, kills: int, seed: int) -> int:
    """Kills a server so many times; how many choices are stored in the end."""
    (folder / "forever.yaml").write_text(RULES)
    draw, found, seats = Random(seed), 0, list[Seat]()
    for at in range(kills):
        with serving(folder) as (process, address):
            seats = seats or asyncio.run(seated(address))
            asyncio.run(until_killed(process, address, seats, draw))
        found = check(folder, seats)
        if at % 50 == 49:
            print(f"{at + 1} kills, {found} choices, none lost", flush=True)
    return found


if __name__ == "__main__":
    with TemporaryDirectory() as place:
        run(Path(place), int(sys.argv[1]), 1)
