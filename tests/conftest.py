"""How the suite is run: Hypothesis without a clock, so that a slow machine fails no test, the slowest tests first, and
Ctrl-C heard by the programs that tests start.

What is imported and gathered lasts to the end, and a test makes millions of parts that last as long as it does: Python looks
seldom among them for circles that nobody holds any more, and not at all while tests are gathered.
"""

from __future__ import annotations

import gc
import os
import signal
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("rulerun", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("rulerun")

# A shell has what it runs in the background ignore Ctrl-C, and whatever that starts would ignore it too.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

gc.disable()


def pytest_collection_finish() -> None:
    """Leaves all that is there when the tests have been gathered out of the search."""
    gc.freeze()
    gc.set_threshold(10_000, 10, 20)
    gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Puts slow tests before the others: where several processes share them, none is left alone with a slow one at the end."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """In as many processes as `-n auto` has them; in none but this one where files are named, which is sooner begun."""
    return 0 if any(".py" in name for name in config.option.file_or_dir) else None


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Writes which tests were skipped into the file that `SKIPPED` names: `.ci/run` repeats them where more libraries are."""
    if "SKIPPED" in os.environ:
        names = sorted({report.nodeid for report in terminalreporter.stats.get("skipped", ())})
        Path(os.environ["SKIPPED"]).write_text("\n".join(names) + "\n", encoding="utf-8")
