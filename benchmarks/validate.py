"""How long `rulerun validate` takes for the largest ruleset, compared with a Python that only imports yaml and lark.

    python benchmarks/validate.py [--runs 15] [--at-most 6]
    python benchmarks/validate.py --keys 200

The ruleset is *changed* before each run, by a number in it. It is read *cold* where nothing at all is kept, and *unchanged* where
all is. The runs alternate. What counts is how long one waits; the processor's time, which a busy machine lengthens less, stands
beside it. Rulerun's own modules are compiled to bytecode first, as they are where it is installed. With *--at-most* the exit
status is 1 where a median takes more times as long as the bare imports.

With *--keys*: how long the service behind `rulerun lsp` takes for a keystroke, and for completion, on the largest bundled
ruleset. Each key is typed into a line of a phase, at a place drawn by a fixed seed, and taken back. What is measured is all that
is done before findings are told: reading the text, checking it, finding its names. These times are processor time.
"""

from __future__ import annotations

import argparse
import gc
import os
import random
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from rulerun.dsl.text.files import bundled
from rulerun.tools.service import Ruleset

RULESET = Path(__file__).resolve().parent.parent / "rulesets" / "change_horses.yaml"
NUMBER = re.compile(r"(track_length: \{default: \d+, range: 4\.\.)\d+")
BARE = [sys.executable, "-c", "import yaml, lark"]
LETTERS = "abcdefghijklmnopqrstuvwxyz []().:"


def seconds_of(command: list[str], environment: dict[str, str]) -> tuple[float, float]:
    """The seconds that the command takes, and those of the processor. Ends the benchmark when it fails."""
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    ran = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    after, ended = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    if ran.returncode:
        raise SystemExit(f"{' '.join(command)} failed:\n{ran.stdout}{ran.stderr}")
    return ended - begun, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Prints the figures of one or the other."""
    parser = argparse.ArgumentParser(description="Measure how long rulesets are checked.")
    parser.add_argument("--runs", type=int, default=15, help="how often each is validated")
    parser.add_argument("--at-most", type=float, help="how many times as long as the bare imports the processor may take")
    parser.add_argument("--keys", type=int, help="how many keys are typed, instead")
    given = parser.parse_args()
    if given.keys:
        type_keys(given.keys)
    else:
        validate(given.runs, given.at_most)


def validate(runs: int, most: float | None) -> None:
    """Print the median of each, and the median of its ratios to the bare imports beside it; the first round does not count."""
    text = RULESET.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as room:
        path = Path(room, RULESET.name)
        command = [sys.executable, "-c", "from rulerun.cli.main import main; main()", "validate", str(path)]
        base = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        base |= {"PYTHONPYCACHEPREFIX": str(Path(room, "bytecode"))}
        warm = {**base, "XDG_CACHE_HOME": str(Path(room, "kept"))}
        taken: dict[str, list[tuple[tuple[float, float], tuple[float, float]]]] = {}
        for number in range(runs + 1):
            path.write_text(NUMBER.sub(rf"\g<1>{30 + number}", text, count=1), encoding="utf-8")
            cold = {**base, "XDG_CACHE_HOME": str(Path(room, f"cold {number}"))}
            for name, environment in (("changed", warm), ("unchanged", warm), ("cold", cold)):
                pair = seconds_of(command, environment), seconds_of(BARE, base)
                if number:
                    taken.setdefault(name, []).append(pair)
    slow = False
    for name, pairs in taken.items():
        for at, what in enumerate(("", "processor")):
            ours, bare = (statistics.median(each[at] for each in column) for column in zip(*pairs, strict=True))
            ratio = statistics.median(one[at] / other[at] for one, other in pairs)
            print(f"{name:10} {what:10} {ours * 1000:6.0f} ms   imports alone {bare * 1000:4.0f} ms   {ratio:5.2f} times")
            slow = slow or (most is not None and what != "" and ratio > most)
    sys.exit(slow)


def type_keys(keys: int) -> None:
    """Print the half, 95 % and the longest of the times for findings, and for completion."""
    gc.disable()
    path = max(bundled(), key=lambda each: each.stat().st_size)
    text = path.read_text(encoding="utf-8")
    ruleset = Ruleset(path, text)
    rng = random.Random(1)
    lines = text.split("\n")
    phases = range(lines.index("phases:") + 1, lines.index("outcome:"))
    typed, completed = [], []
    for _ in range(keys):
        line = rng.choice([at for at in phases if lines[at].strip()])
        column = rng.randint(len(lines[line]) - len(lines[line].lstrip()), len(lines[line]))
        changed = lines[line][:column] + rng.choice(LETTERS) + lines[line][column:]
        gc.collect()  # as the server does while nobody types
        start = time.process_time()
        ruleset.change("\n".join((*lines[:line], changed, *lines[line + 1 :])))
        ruleset.diagnostics()
        typed.append(time.process_time() - start)
        start = time.process_time()
        ruleset.completions(line + 1, column + 2)
        completed.append(time.process_time() - start)
    print(f"{path.stem}, {len(lines)} lines, {keys} keys")
    for what, times in (("findings after a key", typed), ("completion", completed)):
        half, most = percentile(times, 50), percentile(times, 95)
        print(f"{what}: half in {half:.0f} ms, 95 % in {most:.0f} ms, all in {max(times) * 1e3:.0f} ms")


def percentile(times: list[float], part: int) -> float:
    """The time within which that many per cent lie, in milliseconds."""
    return sorted(times)[min(len(times) - 1, len(times) * part // 100)] * 1e3


if __name__ == "__main__":
    main()
