"""What a server of tables takes: how soon a choice reaches the other pages, and how many choices a second of processor serves.

    python benchmarks/web.py load [--game why_first --seats 4 --matches 50 --rate 25 --seconds 20]
    python benchmarks/web.py parts [--game traxx --seats 4 --matches 4 --seconds 20]

`load` plays matches with a page open at every seat, so many choices a second in all, and tells how long it takes from when a
choice is sent until each other page of its match is told. `parts` plays as fast as it can, once as it is, and once with a server
that keeps nothing that it has drawn: it only tells pages that something has changed, and each is drawn and fetched anew. The
clients run on the same machine.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

import httpx2
from attrs import Factory, define

SERVER = """
import sys
from pathlib import Path
import rulerun.web.app as app, rulerun.web.serving as serving
if sys.argv[3] == "whole":
    import rulerun.web.feed as feed
    async def told(table, seat, shown):
        async with table.live.attended(seat):
            while True:
                version = table.live.version
                yield str(feed.stamp_of(table, seat)), "{}"
                await table.live.after(version)
    app.feed = told
    import rulerun.web.parts as parts
    from rulerun.drawing.markup import as_html
    import rulerun.drawing.board as board, rulerun.drawing.table as drawn
    parts.Painter._once = lambda self, part, seat, key, make: as_html(make())
    board.outline, board.name_of, drawn.face = (each.__wrapped__ for each in (board.outline, board.name_of, drawn.face))
    board.kept = drawn.kept = lambda made: made
site = app.Site
app.Site = lambda *given, **named: site(*given, **{**named, "limits": None})
serving.Site = app.Site
wanted = serving.Wanted((), Path(sys.argv[1]), int(sys.argv[2]), False, None, "", False, 1, "")
serving.serve(wanted, lambda line: print(line, flush=True))
"""

CODE = re.compile(r'<button name="code" value="(\d+)"|<button name=\\"code\\" value=\\"(\d+)\\"')
ASKED = re.compile(r'name="number" value="(\d+)"|name=\\"number\\" value=\\"(\d+)\\"')


@define
class Page:
    """A page at a seat: where it is, its key, and the question that it shows, if any, with the codes of its options."""

    where: str
    cookies: dict[str, str]
    whole: bool
    number: str = ""
    codes: list[str] = Factory(list)
    told: asyncio.Event = Factory(asyncio.Event)
    at: float = 0.0

    def shows(self, text: str) -> None:
        """Takes in a page, or the news of one."""
        if 'id="ask"' not in text and 'id=\\"ask\\"' not in text:
            return
        found = ASKED.search(text)
        self.number = next(filter(None, found.groups())) if found else ""
        self.codes = [one or other for one, other in CODE.findall(text)]

    async def listens(self, client: httpx2.AsyncClient) -> None:
        """Hears news until it is cancelled."""
        async with client.stream("GET", f"{self.where}events", headers=self.headers()) as stream:
            async for line in stream.aiter_lines():
                if line.startswith("data:"):
                    if self.whole:
                        self.shows((await client.get(self.where, headers=self.headers())).text)
                    else:
                        self.shows(line)
                    self.at = time.perf_counter()
                    self.told.set()

    def headers(self) -> dict[str, str]:
        """What its browser sends."""
        return {"cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}


async def opened(client: httpx2.AsyncClient, base: str, game: str, seats: int, whole: bool) -> list[Page]:
    """The pages of a new match."""
    form = {"players": str(seats)} | {f"seat-{at}": "open" for at in range(1, seats + 1)}
    answer = await client.post(f"{base}/new/{game}", data=form, headers={"origin": base})
    keys = dict(answer.cookies)
    client.cookies.clear()
    key = answer.headers["location"].split("/")[2]
    secrets = dict(part.split(":") for part in keys["links"].strip('"').split("."))
    pages = []
    for at in range(1, seats + 1):
        page = Page(f"{base}/match/{key}/seat/{at}/", {f"seat-{at}": secrets[str(at)]}, whole)
        page.shows((await client.get(page.where, headers=page.headers())).text)
        pages.append(page)
    return pages


async def plays(client: httpx2.AsyncClient, base: str, pages: list[Page], pause: float, until: float, waits: list[float]) -> int:
    """Chooses at random in one match, a choice every so many seconds on average; how many choices were made."""
    made, draw = 0, random.Random(pages[0].where)
    before: tuple[float, Page] | None = None
    while time.perf_counter() < until:
        if pause:
            await asyncio.sleep(draw.expovariate(1 / pause))
        asked = [page for page in pages if page.number and page.codes]
        if not asked:
            await asyncio.sleep(0.05)
            if not any(page.number for page in pages):
                return made
            continue
        page = draw.choice(asked)
        page.told.clear()
        form = {"number": page.number, "code": draw.choice(page.codes)}
        page.number = ""
        sent = time.perf_counter()
        answer = await client.post(
            f"{page.where}choose", data=form, headers={**page.headers(), "origin": base, "accept": "application/json"}
        )
        if answer.status_code != 200:
            await asyncio.sleep(0.01)
            continue
        made += 1
        with suppress(TimeoutError):  # where its page was behind, and sent the same once more, nothing is told
            await asyncio.wait_for(page.told.wait(), 2)
        if before is not None:
            waits += [each.at - before[0] for each in pages if each is not before[1] and before[0] < each.at < sent]
        before = sent, page
    return made


def used(process: int) -> float:
    """Seconds of processor that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(process: int) -> float:
    """The most memory that a process has used, in MB."""
    status = Path(f"/proc/{process}/status").read_text()
    found = re.search(r"VmHWM:\s*(\d+)", status)
    return int(found[1]) / 1024 if found else 0.0


async def run(game: str, seats: int, matches: int, rate: float, seconds: float, whole: bool) -> None:
    """Plays, and prints what came of it."""
    with tempfile.TemporaryDirectory() as folder:
        words = [sys.executable, "-c", SERVER, f"{folder}/a.db", "0", "whole" if whole else "parts"]
        with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            base = server.stdout.readline().split()[0]
            limits = httpx2.Limits(max_connections=None, max_keepalive_connections=None)
            async with httpx2.AsyncClient(limits=limits, timeout=60) as client:
                tables = [await opened(client, base, game, seats, whole) for _ in range(matches)]
                listening = [asyncio.create_task(page.listens(client)) for pages in tables for page in pages]
                for pages in tables:
                    for page in pages:
                        await page.told.wait()
                before, start = used(server.pid), time.perf_counter()
                waits: list[float] = []
                pause = matches / rate if rate else 0.0
                made = sum(await asyncio.gather(*(plays(client, base, pages, pause, start + seconds, waits) for pages in tables)))
                took, busy = time.perf_counter() - start, used(server.pid) - before
                for task in listening:
                    task.cancel()
                await asyncio.gather(*listening, return_exceptions=True)
            told = sorted(waits)
            print(
                f"{'whole pages' if whole else 'parts'}: {game}, {matches} matches of {seats}: {made} choices in {took:.1f} s "
                f"({made / took:.1f} a second), {made / busy:.1f} choices per second of processor, "
                f"other pages told after {1000 * statistics.median(told):.0f} ms (median), "
                f"{1000 * told[int(0.95 * len(told))]:.0f} ms (95 %), {memory(server.pid):.0f} MB"
            )
            server.terminate()


def main() -> None:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("load", "parts"))
    parser.add_argument("--game")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--matches", type=int)
    parser.add_argument("--rate", type=float, default=25.0)
    parser.add_argument("--seconds", type=float, default=20.0)
    given = parser.parse_args()
    if given.what == "load":
        asyncio.run(run(given.game or "why_first", given.seats, given.matches or 50, given.rate, given.seconds, False))
        return
    for whole in (False, True):
        asyncio.run(run(given.game or "traxx", given.seats, given.matches or 4, 0.0, given.seconds, whole))


if __name__ == "__main__":
    main()
