"""Plays a stored match at random for as long as it may, and prints each choice once it is acknowledged."""

from __future__ import annotations

import asyncio
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

from rulerun.dsl.compile import compile_ruleset
from rulerun.dsl.text.source import Source
from rulerun.interpreter.game import Game
from rulerun.interpreter.match.records import Answer, entry_line, header_of
from rulerun.session.seating import Seating
from rulerun.web.live import LiveMatch
from rulerun.web.settings import TableSettings
from rulerun.web.store import Store

RULES = """ruleset: forever
players: 2
variables:
  last: {holds: 0..9}
phases:
  game:
    - repeat 100000 times:
        - for each player me:
            - me chooses n from 1..9
            - last = n
outcome:
  winners: players p where last = 1
"""


async def play(path: Path, seed: int) -> None:
    """Plays until it is killed."""
    source, draw = Source("forever.yaml", RULES), Random(seed)
    program = compile_ruleset(source).program
    assert program is not None
    with ThreadPoolExecutor(1) as threads:
        header, store = header_of(program, source, seed, 0), Store(path)
        live = await LiveMatch.begin(
            "m", TableSettings("", (0, 1)), Game(program), header, Seating((0, 1)), store, lambda: threads
        )
        while live.session.asked:
            seat = live.session.asked[0]
            await live.choose(seat, live.session.number(seat), draw.choice(live.session.decision(seat).options).code)
            entry = live.session.match.entries[-1]
            assert isinstance(entry, Answer)
            print(entry_line(entry).decode().strip(), flush=True)


if __name__ == "__main__":
    asyncio.run(play(Path(sys.argv[1]), int(sys.argv[2])))
