"""How long `rulerun test --watch` takes when a ruleset is saved: validation, its examples, a hundred random games.

    python benchmarks/watch.py [RULESET …]

Each ruleset is changed before each run, by a comment, and saved; the median of three runs is told, behind one that does not
count. What is measured is the processor's time, and all games are played, which the command cuts short after a while.
"""

from __future__ import annotations

import contextlib
import io
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

from rulerun.cli.commands.test import WATCHED_GAMES, Wishes, run
from rulerun.cli.commands.validate import look
from rulerun.dsl.text.files import bundled

USUAL = ("pig", "tic_tac_toe", "connect_four", "kalah", "goofspiel", "hex", "cuckoo", "crazy_eights", "dyers", "reversi")
MOST = 1.0
"""How many seconds a save may take."""
RUNS = 3
FOREVER = 1e6


def main() -> None:
    """Prints a line for each ruleset."""
    known = {path.stem: path for path in bundled()}
    with tempfile.TemporaryDirectory() as room:
        os.environ["XDG_CACHE_HOME"] = str(Path(room, "kept"))
        for name in sys.argv[1:] or USUAL:
            text = known[name].read_text(encoding="utf-8")
            path = Path(room, f"{name}.yaml")
            checked, tested = [], []
            played = ""
            for number in range(RUNS + 1):
                path.write_text(f"{text}\n# {number}\n", encoding="utf-8")
                start = time.process_time()
                look(str(path))
                between = time.process_time()
                with contextlib.redirect_stdout(io.StringIO()):
                    report = run(str(path), Wishes(None, 0, None, None, {}, WATCHED_GAMES), FOREVER, quiet=True)
                end = time.process_time()
                if number and report is not None:
                    checked.append(between - start)
                    tested.append(end - between)
                    played = f"{sum(each.games for each in report.games)} games of {len(report.games)} kinds"
            both = statistics.median(one + other for one, other in zip(checked, tested, strict=True))
            parts = f"validate {statistics.median(checked) * 1e3:4.0f} ms, test {statistics.median(tested) * 1e3:4.0f} ms"
            print(f"{name:16} {both * 1e3:5.0f} ms  {'at once' if both <= MOST else 'too slow'}   {parts}, {played}")


if __name__ == "__main__":
    main()
