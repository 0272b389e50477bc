"""The pages on simulation, tournaments and bots do what they say: their commands run, and print what stands below them."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGES = {"simulation.md": 7, "tournaments.md": 2, "bots.md": 1}
"""The pages, and how many sessions each has: the last command of each prints what stands below."""

SESSION = re.compile(r"^```sh run\n(.*?)\n```\n\n```text lines=1-(\d+)\n(.*?)^```\n", re.MULTILINE | re.DOTALL)
TIME = re.compile(r"[\d.]+ (µs|ms|s)\b| {2,}|─+")
"""Matches times, which are never the same twice, and what makes room for them."""

RULERUN = [sys.executable, "-c", "from rulerun.cli.main import main; main()"]


def printed(commands: str, most: int) -> str:
    """The first lines that the last of the commands prints on a terminal of 90 columns, all given in one empty folder."""
    environment = {**os.environ, "COLUMNS": "90", "PYTHONIOENCODING": "utf-8"}
    lines: list[str] = []
    with TemporaryDirectory() as folder:
        for command in commands.splitlines():
            words = shlex.split(command)
            assert words[0] == "rulerun"
            ran = subprocess.run([*RULERUN, *words[1:]], capture_output=True, env=environment, check=True, cwd=folder)
            lines = [line.rstrip() for line in ran.stdout.decode().splitlines()]
    return "".join(f"{line}\n" for line in [*lines[:most], *(["…"] if len(lines) > most else [])])


def renewed(text: str) -> str:
    """The page with what its commands print now."""

    def again(session: re.Match[str]) -> str:
        commands, most = session.group(1), session.group(2)
        return f"```sh run\n{commands}\n```\n\n```text lines=1-{most}\n{printed(commands, int(most))}```\n"

    return SESSION.sub(again, text)


def timeless(text: str) -> str:
    """The text without times."""
    return TIME.sub(" ", text).replace(" \n", "\n")


@pytest.mark.slow
@pytest.mark.parametrize("name", PAGES)
def test_the_page_shows_what_its_commands_print(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("scipy")
    pytest.importorskip("choix")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    text = (DOCS / name).read_text(encoding="utf-8")
    assert len(SESSION.findall(text)) == text.count("```sh run") == PAGES[name]
    assert timeless(renewed(text)) == timeless(text), "renew it with `python -m tests.docs.test_lab_docs`"


if __name__ == "__main__":
    for name in PAGES:
        page = DOCS / name
        page.write_text(renewed(page.read_text(encoding="utf-8")), encoding="utf-8")
