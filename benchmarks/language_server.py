"""How long the service behind `rulerun lsp` takes for a keystroke, and for completion, on the largest bundled ruleset.

    python benchmarks/language_server.py [--keys 200]

Each key is typed into a line of a phase, at a place drawn by a fixed seed, and taken back. What is measured is all that is done
before findings are told: reading the text, checking it, finding its names. Times are processor time, in milliseconds.
"""

from __future__ import annotations

import argparse
import gc
import random
import time

from rulerun.dsl.text.files import bundled
from rulerun.tools.service import Ruleset

LETTERS = "abcdefghijklmnopqrstuvwxyz []().:"


def main() -> None:
    """Prints the figures."""
    parser = argparse.ArgumentParser(description="Measure the service behind the language server.")
    parser.add_argument("--keys", type=int, default=200, help="how many keys are typed")
    keys = parser.parse_args().keys
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
