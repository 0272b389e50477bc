"""Whether two commits print the same: all commands on all bundled rulesets, text, JSON, records, replays, errors, exit codes.

    python tools/same_output.py BASE [HEAD] [--only WORD] [--jobs N]

Both commits are checked out beside each other, and every command runs with each in a folder of the same name, which holds the
same files. What is compared is what was printed, the exit code, and each file that was written; numbers of seconds are left out.
The exit status is 1 where anything differs. The libraries are those of the Python that runs this.
"""

from __future__ import annotations

import argparse
import difflib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent

CLOCK = re.compile(r"\b\d[\d.,]*( ?(ms|s|seconds?|minutes?)\b|(?= games a second))")
"""What a clock has measured."""

NO_RULESET = "ruleset: none\nphases:\n  game:\n    - pionts[me] += 1\n"

SHOWN = 40
"""At most so many lines of a difference are printed."""


def commands(file: str) -> Iterator[str]:
    """The commands that are run for a bundled ruleset, one after the other in one folder."""
    yield f"validate {file}"
    yield f"validate {file} --json"
    for language in ("en", "it", "es"):
        yield f"explain {file} --lang {language}"
        yield f"play {file} --bots --seed 7 --plain --lang {language}"
    yield f"explain {file} --json"
    yield f"play {file} --bots --seed 8 --record match.rulerun"
    yield "replay match.rulerun"
    yield "replay match.rulerun --json"
    yield f"play {file} --bots --bot greedy --seed 9 --json"
    yield f"play {file} --bots --bot ismcts:simulations=20 --seed 9 --until 12 --plain"
    yield f"test {file} --games 2"
    yield f"test {file} --games 1 --json"
    yield f"simulate {file} --games 40 --seed 3 --workers 1 --json"
    yield f"count {file} --depth 2"
    yield f"board {file}"
    yield f"board {file} --json"
    yield f"flatten {file}"
    yield f"format {file} --check"
    yield f"play {file} --players 99 --bots"
    yield f"play {file} --set nothing=1 --bots"
    yield f"explain {file}:12"


ALONE = (
    "--help",
    "list",
    "list --json",
    "manual",
    "schema",
    "validate wrong.yaml",
    "validate wrong.yaml --json",
    "play wrong.yaml --bots",
    "play nowhere",
    "replay wrong.yaml",
    "explain never-used",
    "explain no-such-code",
    "simulate wrong.yaml --games 2",
)
"""What is run once."""


def checked_out(commit: str, into: Path) -> None:
    """The files of a commit, as the package `rulerun` in that folder."""
    into.mkdir()
    archive = subprocess.run(["git", "-C", str(TOP), "archive", "--prefix=rulerun/", commit], capture_output=True, check=True)
    subprocess.run(["tar", "-x", "-C", str(into)], input=archive.stdout, check=True)


def printed(packages: Path, room: Path, words: str) -> list[str]:
    """What a command prints and leaves behind, as lines; seconds are left out."""
    environment = {**os.environ, "PYTHONPATH": str(packages), "XDG_CACHE_HOME": str(packages / "cache"), "COLUMNS": "100"}
    script = "from rulerun.cli.main import main; main()"
    ran = subprocess.run(
        [sys.executable, "-c", script, *words.split()],
        cwd=room,
        env=environment,
        capture_output=True,
        stdin=subprocess.DEVNULL,
        check=False,
    )
    lines = [f"exit {ran.returncode}"]
    for what in (ran.stdout, ran.stderr):
        lines += CLOCK.sub("…", what.decode(errors="replace").replace(str(packages), "…")).splitlines()
    for path in sorted(room.iterdir()):
        lines += [f"file {path.name}", *path.read_text(encoding="utf-8", errors="replace").splitlines()]
    return lines


def differences(base: Path, head: Path, words: list[str], room: Path) -> Iterator[tuple[str, list[str]]]:
    """The commands whose output differs, each with how; both run one after the other in a folder of one name."""
    found: list[list[list[str]]] = []
    for packages in (base, head):
        shutil.rmtree(room, ignore_errors=True)
        room.mkdir(parents=True)
        (room / "wrong.yaml").write_text(NO_RULESET, encoding="utf-8")
        found.append([printed(packages, room, each) for each in words])
    for command, before, after in zip(words, *found, strict=True):
        if before != after:
            yield command, list(difflib.unified_diff(before, after, "base", "head", n=1, lineterm=""))


def main() -> None:
    """Compares, and prints each command that differs."""
    parser = argparse.ArgumentParser(description="Compare what all commands print at two commits.")
    parser.add_argument("base", help="the commit before")
    parser.add_argument("head", nargs="?", default="HEAD", help="the commit after")
    parser.add_argument("--only", default="", help="only commands with this in them")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many rulesets at a time")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        base, head = Path(folder, "base"), Path(folder, "head")
        checked_out(given.base, base)
        checked_out(given.head, head)
        files = sorted(path.stem for path in (base / "rulerun" / "rulesets").glob("*.yaml"))
        groups = [list(ALONE), *(list(commands(file)) for file in files)]
        chosen = [[each for each in group if given.only in each] for group in groups]
        rooms = [Path(folder, "rooms", str(number)) for number in range(len(chosen))]
        with ThreadPoolExecutor(given.jobs) as pool:
            results = pool.map(lambda each: list(differences(base, head, *each)), zip(chosen, rooms, strict=True))
            different = 0
            for result in results:
                for command, lines in result:
                    different += 1
                    print(f"rulerun {command}")
                    print("\n".join(f"  {ascii(line)[1:-1]}" for line in lines[:SHOWN]), flush=True)
    print(f"{sum(map(len, chosen))} commands, {different} differ")
    sys.exit(bool(different))


if __name__ == "__main__":
    main()
