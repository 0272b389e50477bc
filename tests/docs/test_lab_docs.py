"""The page on simulation does what it says: its commands run, and print what stands below them."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = Path(__file__).resolve().parents[2] / "docs" / "simulation.md"
SESSION = re.compile(r"^```sh run\n(.*?)\n```\n\n```text lines=1-(\d+)\n(.*?)^```\n", re.MULTILINE | re.DOTALL)
RULERUN = [sys.executable, "-c", "from rulerun.cli.main import main; main()"]


def printed(command: str, most: int) -> str:
    """The first lines that the command prints on a terminal of 90 columns."""
    words = shlex.split(command)
    assert words[0] == "rulerun"
    environment = {**os.environ, "COLUMNS": "90", "PYTHONIOENCODING": "utf-8"}
    ran = subprocess.run([*RULERUN, *words[1:]], capture_output=True, env=environment, check=True)
    lines = [line.rstrip() for line in ran.stdout.decode().splitlines()]
    return "".join(f"{line}\n" for line in [*lines[:most], *(["…"] if len(lines) > most else [])])


def renewed(text: str) -> str:
    """The page with what its commands print now."""

    def again(session: re.Match[str]) -> str:
        command, most = session.group(1), session.group(2)
        return f"```sh run\n{command}\n```\n\n```text lines=1-{most}\n{printed(command, int(most))}```\n"

    return SESSION.sub(again, text)


@pytest.mark.slow
def test_the_page_shows_what_its_commands_print(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("scipy")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    text = PAGE.read_text(encoding="utf-8")
    assert len(SESSION.findall(text)) == text.count("```sh run") == 3
    assert renewed(text) == text, "renew it with `python -m tests.docs.test_lab_docs`"


if __name__ == "__main__":
    PAGE.write_text(renewed(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
