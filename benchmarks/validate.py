"""How long `rulerun validate` takes for the largest ruleset, compared with a Python that only imports yaml and lark.

    python benchmarks/validate.py [runs of each]

The ruleset is *changed* before each run, by a number in it. It is read *cold* where nothing at all is kept, and *unchanged* where
all is. The runs alternate. What counts is how long one waits; the processor's time, which a busy machine lengthens less, stands
beside it. Rulerun's own modules are compiled to bytecode first, as they are where it is installed.
"""

from __future__ import annotations

import os
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

RULESET = Path(__file__).resolve().parent.parent / "rulesets" / "change_horses.yaml"
NUMBER = re.compile(r"(track_length: \{default: \d+, range: 4\.\.)\d+")
BARE = [sys.executable, "-c", "import yaml, lark"]
MOST_TIMES = 6
"""How many times as long as the bare imports the whole process may take."""


def seconds_of(command: list[str], environment: dict[str, str]) -> tuple[float, float]:
    """The seconds that the command takes, and those of the processor. Ends the benchmark when it fails."""
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    ran = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    after, ended = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    if ran.returncode:
        raise SystemExit(f"{' '.join(command)} failed:\n{ran.stdout}{ran.stderr}")
    return ended - begun, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Print the median of each, and the median of its ratios to the bare imports beside it; the first round does not count."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    text = RULESET.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as room:
        path = Path(room, RULESET.name)
        validate = [sys.executable, "-c", "from rulerun.cli.main import main; main()", "validate", str(path)]
        base = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        base |= {"PYTHONPYCACHEPREFIX": str(Path(room, "bytecode"))}
        warm = {**base, "XDG_CACHE_HOME": str(Path(room, "kept"))}
        taken: dict[str, list[tuple[tuple[float, float], tuple[float, float]]]] = {}
        for number in range(runs + 1):
            path.write_text(NUMBER.sub(rf"\g<1>{30 + number}", text, count=1), encoding="utf-8")
            cold = {**base, "XDG_CACHE_HOME": str(Path(room, f"cold {number}"))}
            for name, environment in (("changed", warm), ("unchanged", warm), ("cold", cold)):
                pair = seconds_of(validate, environment), seconds_of(BARE, base)
                if number:
                    taken.setdefault(name, []).append(pair)
    for name, pairs in taken.items():
        for at, what in enumerate(("", "processor")):
            ours, bare = (statistics.median(each[at] for each in column) for column in zip(*pairs, strict=True))
            ratio = statistics.median(one[at] / other[at] for one, other in pairs)
            print(f"{name:10} {what:10} {ours * 1000:6.0f} ms   imports alone {bare * 1000:4.0f} ms   {ratio:5.2f} times")
            if not what:
                print(f"{'':21} {'passed' if ratio <= MOST_TIMES else 'FAILED'}: at most {MOST_TIMES} times")


if __name__ == "__main__":
    main()
