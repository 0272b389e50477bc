"""How long a table takes: from the command to the first question, from a key to what it changes, and from `q` to the end.

    python benchmarks/first_prompt.py [--game GAME] [--times N] [--size COLUMNSxLINES] [--first]

Every match is played at a terminal of its own, on the whole screen and line by line. What was made of the ruleset, and the
modules compiled by Python, are kept from a match before. *installed*: the modules are compiled, as an installer leaves them, and
nothing else is kept, as on a fresh machine; with `--first` also where the modules are not compiled, not even those of Python.
The columns: median and longest, in milliseconds, on the clock, and the processor time of the process until then. *leave* is `q`,
twice, while a strong bot thinks of its answer.
"""

from __future__ import annotations

import argparse
import fcntl
import os
import pty
import re
import select
import shutil
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, perf_counter

COMMAND = [sys.executable, "-c", "from rulerun.cli.main import main; main()"]
ESCAPES = re.compile(rb"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>()][A-Z0-9]?|[\x01\x02\r]")
PATIENCE = 120.0
QUIET = 0.3
"""After so many seconds without output, everything is drawn."""


class Terminal:
    """A match at a terminal of its own."""

    def __init__(self, words: Sequence[str], folder: Path, size: tuple[int, int], further: Mapping[str, str]) -> None:
        """Begin it in that folder, with *further* settings of the environment."""
        self.master, slave = pty.openpty()
        wide, high = size
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", high, wide, 0, 0))
        environment = {**os.environ, "TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8", **further}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        self.began = perf_counter()
        command = [*COMMAND, "play", *words]
        self.process = subprocess.Popen(
            command, stdin=slave, stdout=slave, stderr=slave, cwd=folder, env=environment, start_new_session=True
        )
        os.close(slave)
        self.raw = b""

    def more(self, seconds: float) -> bool:
        """Whether something was printed within that time."""
        if not select.select([self.master], [], [], seconds)[0]:
            return False
        try:
            found = os.read(self.master, 1 << 16)
        except OSError:
            return False
        self.raw += found
        return bool(found)

    def until(self, words: bytes) -> float:
        """The seconds from the beginning until that is on the screen. Ends the benchmark where it does not come."""
        limit = monotonic() + PATIENCE
        while words not in ESCAPES.sub(b"", self.raw):
            if monotonic() > limit or not self.more(PATIENCE):
                raise SystemExit(f"`{words.decode()}` was not printed: {ESCAPES.sub(b'', self.raw).decode(errors='replace')}")
        return perf_counter() - self.began

    def settle(self) -> None:
        """Wait until nothing more is printed."""
        while self.more(QUIET):
            pass

    def key(self, keys: bytes) -> float:
        """The seconds from a key to the first change on the screen."""
        start = perf_counter()
        os.write(self.master, keys)
        self.more(PATIENCE)
        return perf_counter() - start

    def cost(self) -> float:
        """The seconds of processor time that the process has taken."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def ended(self, keys: bytes) -> float:
        """The seconds from these keys until the process has ended."""
        start = perf_counter()
        os.write(self.master, keys)
        while self.process.poll() is None:
            self.more(0.005)
        return perf_counter() - start

    def close(self) -> None:
        """End it."""
        self.process.kill()
        self.process.wait()
        os.close(self.master)


@contextmanager
def table(words: Sequence[str], size: tuple[int, int], further: Mapping[str, str]) -> Iterator[Terminal]:
    """A match in a folder of its own, which is removed."""
    folder = Path(tempfile.mkdtemp())
    terminal = Terminal(words, folder, size, further)
    try:
        yield terminal
    finally:
        terminal.close()
        shutil.rmtree(folder)


def told(name: str, seconds: Sequence[float], cost: Sequence[float] = ()) -> None:
    """Print a line of the result."""
    line = f"{name:34} {statistics.median(seconds) * 1000:7.0f} {max(seconds) * 1000:7.0f}"
    print(line + (f" {statistics.median(cost) * 1000:7.0f}" if cost else ""), flush=True)


def keeping(modules: str, made: str) -> dict[str, str]:
    """The settings with which compiled modules, and what was made of rulesets, are kept in these folders."""
    return {"PYTHONPYCACHEPREFIX": f"{modules}/modules", "XDG_CACHE_HOME": f"{made}/cache"}


def opened(name: str, words: Sequence[str], times: int, size: tuple[int, int], modules: str | None, made: str | None) -> None:
    """Print how long it is from the command to the first question, with compiled *modules* in a folder, and what was *made* of
    rulesets (None: nothing is there)."""
    wall, cost = [], []
    for number in range(times + (modules is not None)):
        with tempfile.TemporaryDirectory() as empty, table(words, size, keeping(modules or empty, made or empty)) as terminal:
            seconds, taken = terminal.until("›".encode()), terminal.cost()
            if modules is not None and not number:
                # what is imported behind the question is kept as well
                terminal.settle()
        if number or modules is None:
            wall.append(seconds)
            cost.append(taken)
    told(name, wall, cost)


def answered(words: Sequence[str], times: int, size: tuple[int, int], kept: str) -> None:
    """Print how long it is from an arrow to what it changes."""
    found = []
    with table(words, size, keeping(kept, kept)) as terminal:
        terminal.until("›".encode())
        for number in range(times):
            terminal.settle()
            found.append(terminal.key((b"\x1b[C", b"\x1b[D")[number % 2]))
    told("key", found)


def left(game: str, times: int, size: tuple[int, int], kept: str) -> None:
    """Print how long it is from `q`, twice, to the end, while a strong bot thinks of the answer to the first choice."""
    found = []
    for _ in range(times):
        with table([game, "--level", "strong"], size, keeping(kept, kept)) as terminal:
            terminal.until("›".encode())
            terminal.settle()
            terminal.key(b"1")
            terminal.more(1.0)
            found.append(terminal.ended(b"qq"))
    told("leave", found)


def main() -> None:
    """Print all of it."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--game", default="traxx")
    asked.add_argument("--bots", default="connect_four", help="the game in which a strong bot is left")
    asked.add_argument("--times", type=int, default=9)
    asked.add_argument("--size", default="120x40")
    asked.add_argument("--first", action="store_true")
    given = asked.parse_args()
    wide, _, high = given.size.partition("x")
    size = (int(wide), int(high))
    print(f"{'':34} {'median':>7} {'longest':>7} {'own':>7}   (ms)")
    with tempfile.TemporaryDirectory() as kept:
        for line_by_line in ([], ["--plain"]):
            words, how = [given.game, *line_by_line], ", line by line" if line_by_line else ""
            opened(f"first question{how}", words, given.times, size, kept, kept)
            opened(f"installed{how}", words, given.times, size, kept, None)
            if given.first:
                opened(f"first of all{how}", words, min(3, given.times), size, None, None)
        answered([given.game], 3 * given.times, size, kept)
        left(given.bots, min(5, given.times), size, kept)


if __name__ == "__main__":
    main()
