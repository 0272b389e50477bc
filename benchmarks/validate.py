"""How long `rulerun validate change_horses.yaml` takes as a command, compared with a Python that only imports yaml and lark.

    python benchmarks/validate.py [runs of each]
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from pathlib import Path

RULESET = Path(__file__).resolve().parent.parent / "rulesets" / "change_horses.yaml"
RULERUN = Path(sys.executable).parent / "rulerun"
COMMANDS = {
    "rulerun validate": [str(RULERUN), "validate", str(RULESET)],
    "import yaml, lark": [sys.executable, "-c", "import yaml, lark"],
    "python alone": [sys.executable, "-c", ""],
}


def seconds_of(command: list[str]) -> float:
    """The seconds that the command takes. Ends the benchmark when it fails."""
    start = time.perf_counter()
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    taken = time.perf_counter() - start
    if ran.returncode:
        raise SystemExit(f"{' '.join(command)} failed:\n{ran.stdout}{ran.stderr}")
    return taken


def main() -> None:
    """Print the median of each command; the runs alternate, and the first round, which fills caches, does not count."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    taken: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for number in range(runs + 1):
        for name, command in COMMANDS.items():
            seconds = seconds_of(command)
            if number:
                taken[name].append(seconds)
    for name, found in taken.items():
        print(f"{name:20} {statistics.median(found) * 1000:7.0f} ms  (fastest {min(found) * 1000:.0f})")
    ours, bare = statistics.median(taken["rulerun validate"]), statistics.median(taken["import yaml, lark"])
    print(f"{'ratio':20} {ours / bare:7.2f}")


if __name__ == "__main__":
    main()
