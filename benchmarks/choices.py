"""How long bots take for a choice, on every bundled ruleset: with compiled code that is kept, and on a fresh machine.

    python benchmarks/choices.py warm [--bot BOT] [--choices N] [--players N] [GAME…]
    python benchmarks/choices.py cold [--bot BOT] [--choices N] [--players N] [--times N] [GAME…]

Every game is measured in a process of its own, in which a bot answers (`good` means the bots that stand for this level, and any
bot can be named). *warm* waits until its search is compiled, and takes N decisions from matches of random play. *cold* begins
with an empty cache, as `rulerun play` does where the bot has the first seat, and takes the first N decisions of N matches; what
the process loads counts as well. Only decisions with several options count.

The columns: decisions; the 50th and 99th percentile and the longest, in milliseconds, of the time on the clock; the same of what
the answering thread was not kept waiting for a processor by other processes; the processor time of that thread and of the whole
process (its other threads included, compilers in processes of their own not); the most memory of the process, in MiB.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from math import ceil
from pathlib import Path
from time import perf_counter, process_time, thread_time
from typing import TYPE_CHECKING

from attrs import asdict, frozen
from measure import RULESETS

from rulerun.interpreter.game import Game

if TYPE_CHECKING:  # what is imported counts where nothing is kept
    from rulerun.bots import Bot
    from rulerun.interpreter import Decision
    from rulerun.interpreter.match.match import Match

USUAL = "good"
"""The level that is measured where no bot is named."""

MATCHES = 4
"""From so many matches decisions are taken where the code is compiled."""


BEFORE = 3
"""So many choices go before one that is measured: a bot that plays has chosen before."""


@frozen
class Taken:
    """What one choice took, in seconds: on the clock, waiting for a processor, and of processor time: of the thread that asked,
    and of the process.
    """

    wall: float
    waited: float
    own: float
    all: float


@frozen
class Clock:
    """When something began, by all clocks."""

    wall: float
    waited: float
    own: float
    all: float

    @classmethod
    def now(cls) -> Clock:
        """All clocks."""
        return cls(perf_counter(), _waited(), thread_time(), process_time())

    def since(self) -> Taken:
        """What has gone by."""
        now = Clock.now()
        return Taken(now.wall - self.wall, now.waited - self.waited, now.own - self.own, now.all - self.all)


def _waited() -> float:
    """How long this thread could run and had no processor; 0 where the system does not tell."""
    path = Path("/proc/thread-self/schedstat")
    return int(path.read_text(encoding="ascii").split()[1]) / 1e9 if path.exists() else 0.0


def main() -> None:
    """Measures what is asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("cache", choices=["warm", "cold"])
    parser.add_argument("--bot", default=USUAL)
    parser.add_argument("--choices", type=int, help="decisions of a game (40), or of a match where the cache is empty (4)")
    parser.add_argument("--players", type=int, help="the players of each game, where it allows so many")
    parser.add_argument("--times", type=int, default=3, help="matches of a game, each with an empty cache")
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("games", nargs="*")
    given = parser.parse_intermixed_args()  # games may stand behind options
    cold = given.cache == "cold"
    choices = given.choices or (4 if cold else 40)
    if given.inside:
        measured = (fresh if cold else used)(given.bot, given.players, choices, given.games[0])
        taken = [asdict(each) for each in measured]
        print(json.dumps({"taken": taken, "peak": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024}))
        return
    games = given.games or sorted(path.stem for path in RULESETS.glob("*.yaml"))
    print(f"{'':20} {'':>5} {'clock, ms':^20} {'without waiting, ms':^20} {'thread, ms':^13} {'all, ms':^13} {'MiB':>6}")
    middle, end = f" {'50 %':>6}", f" {'99 %':>6} {'most':>6}"
    print(f"{'':20} {'n':>5}{middle}{end}{middle}{end}{end}{end}")
    every: list[Taken] = []
    most = 0
    for game in games:
        words = ["--inside", "--bot", given.bot, "--choices", str(choices)]
        words += [*(["--players", str(given.players)] if given.players else []), given.cache]
        found, peak = in_processes(words, game, given.times if cold else 1, cold)
        every, most = every + found, max(most, peak)
        print(row(game, found, peak), flush=True)
    print(row("all", every, most))


def in_processes(words: Sequence[str], game: str, times: int, cold: bool) -> tuple[list[Taken], int]:
    """What choices of that game took, and the most memory of a process."""
    found: list[Taken] = []
    peak = 0
    for _ in range(times):
        with tempfile.TemporaryDirectory(prefix="rulerun-") as place:
            known = os.environ | ({"XDG_CACHE_HOME": place} if cold else {})
            command = [sys.executable, __file__, *words, game]
            done = subprocess.run(command, env=known, stdout=subprocess.PIPE, text=True, check=True)
        told = json.loads(done.stdout)
        found += [Taken(**each) for each in told["taken"]]
        peak = max(peak, told["peak"])
    return found, peak


def row(name: str, found: Sequence[Taken], peak: int) -> str:
    """The line of a game."""
    if not found:
        return f"{name:20} {0:5}  nobody chooses among several options"
    columns = []
    for times, parts in (
        ([each.wall for each in found], (0.5, 0.99, 1)),
        ([each.wall - each.waited for each in found], (0.5, 0.99, 1)),
        ([each.own for each in found], (0.99, 1)),
        ([each.all for each in found], (0.99, 1)),
    ):
        ordered = sorted(times)
        columns += [ordered[ceil(part * len(ordered)) - 1] * 1000 for part in parts]
    return f"{name:20} {len(found):5} " + " ".join(f"{each:6.0f}" for each in columns) + f" {peak:6}"


def fresh(name: str, players: int | None, choices: int, game: str) -> Iterator[Taken]:
    """What the first choices of a match take, when the bot has all seats."""
    from rulerun.bots import answer
    from rulerun.cli.terminal.thinking import prepare
    from rulerun.interpreter import NATURE

    match, bot = _match(game, players, 0, name)
    prepare(match.game, [bot])
    while choices and (asked := match.open):
        if asked[0].actor == NATURE:
            match.nature()
            continue
        clock = Clock.now()
        answer(bot, match, asked[0].actor)
        if len(asked[0].options) > 1:
            choices -= 1
            yield clock.since()


def used(name: str, players: int | None, choices: int, game: str) -> Iterator[Taken]:
    """What choices take that are asked for during matches of random play, when what the bot needs is compiled."""
    from rulerun.bots import choice, situation
    from rulerun.simulation.emit.module import Form
    from rulerun.simulation.engine import engine_of

    match, bot = _match(game, players, 0, name)
    for form in (Form.SEARCH, Form.LISTENING):
        engine_of(match.game).form(form)
    for number in range(MATCHES):
        count = sum(len(asked.options) > 1 for _, asked in _played(_match(game, players, number, name)[0]))
        share = choices // MATCHES
        wanted = {count * each // share for each in range(share)} if count else set()
        several = 0
        for match, asked in _played(_match(game, players, number, name)[0]):
            if len(asked.options) > 1:
                if wanted.intersection(range(several, several + BEFORE + 1)):
                    clock = Clock.now()
                    choice(bot, situation(bot, match.trails, asked), match.header.chance, several)
                    if several in wanted:
                        yield clock.since()
                several += 1


def _match(game: str, players: int | None, number: int, name: str) -> tuple[Match, Bot]:
    """A match of that number at its start, and the bot of that name for it."""
    from rulerun.cli.terminal.console import find, load, read
    from rulerun.interpreter.match.match import Match
    from rulerun.interpreter.match.records import header_of
    from rulerun.session.seating import bot_of

    source = read(find(game))
    program = load(source, None, players, ())
    return Match(program.cached(Game), header_of(program, source, 0, number)), bot_of(program, name)


def _played(match: Match) -> Iterator[tuple[Match, Decision]]:
    """The match at each decision of a seat, all answered at random."""
    from rulerun.interpreter import NATURE

    below = match.header.chance.bots(0, 0).below
    while asked := match.open:
        if asked[0].actor == NATURE:
            match.nature()
            continue
        yield match, asked[0]
        match.answer(asked[0].actor, below(len(asked[0].options)))


if __name__ == "__main__":
    main()
