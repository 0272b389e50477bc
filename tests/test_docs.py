"""The documents hold: rulesets in them play, what they quote is what the program says, links lead somewhere."""

from __future__ import annotations

import os
import re
import select
import shlex
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from attrs import frozen

from rulerun.dsl import manual
from rulerun.dsl.builtins import BUILTINS
from rulerun.dsl.compile import compile_examples, examine
from rulerun.dsl.diagnostics import Complaint
from rulerun.dsl.parse import Start, parse_text
from rulerun.dsl.source import Source
from rulerun.interpreter.examples import run_example

TOP = Path(__file__).resolve().parent.parent
PAGES = [TOP / "README.md", *sorted((TOP / "docs").glob("*.md"))]
RULERUN = [sys.executable, "-c", "from rulerun.cli.main import main; main()"]
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|[\x01\x02\r]")
PROMPT = re.compile(r"^[^ ]+ › (.*)$")
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
SKIPPED = "…"


@frozen
class Block:
    """A fenced block of a page: what stands behind the fence, its lines, and the line of the page it begins at."""

    page: Path
    line: int
    words: tuple[str, ...]
    text: str

    @property
    def place(self) -> str:
        """Where it stands, for messages."""
        return f"{self.page.name}:{self.line}"


def blocks(page: Path) -> Iterator[Block]:
    """The fenced blocks of a page, in order."""
    words: tuple[str, ...] | None = None
    kept: list[str] = []
    begun = 0
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        if words is None and line.startswith("```"):
            words, kept, begun = tuple(line.removeprefix("```").split()), [], number
        elif words is not None and line == "```":
            yield Block(page, begun, words, "\n".join(kept) + "\n")
            words = None
        elif words is not None:
            kept.append(line)
    assert words is None, f"{page.name}:{begun}: this block is never closed"


ALL = [block for page in PAGES for block in blocks(page)]
YAML = [block for block in ALL if block.words[:1] == ("yaml",)]
SESSIONS = [block for block in ALL if block.words[:1] == ("console",)]
RULESETS = [block for block in YAML if block.text.startswith(("ruleset:", "# ")) and "ruleset:" in block.text]


def written(block: Block, folder: Path) -> Path:
    """The file that a whole ruleset is, with those before it on the page, of which it may be an extension."""
    for other in RULESETS:
        if other.page == block.page and other.line <= block.line:
            (folder / file_name(other)).write_text(other.text, encoding="utf-8")
    return folder / file_name(block)


def file_name(block: Block) -> str:
    """The name that the page gives the file, or the ruleset's."""
    named = [word for word in block.words if word.endswith(".yaml")]
    found = re.search(r"^ruleset: (\S+)$", block.text, re.MULTILINE)
    return named[0] if named else f"{found.group(1) if found else 'unnamed'}.yaml"


@pytest.mark.parametrize("block", RULESETS, ids=lambda block: block.place)
def test_a_whole_ruleset_of_a_page_is_sound_and_its_examples_hold(block: Block, tmp_path: Path) -> None:
    from rulerun.dsl.compile import read_source

    source, problems = read_source(written(block, tmp_path))
    assert source is not None
    found = [*problems, *examine(source)]
    wanted = {word.removeprefix("error=") for word in block.words if word.startswith("error=")}
    assert {each.code for each in found} == wanted, found
    examples, _ = compile_examples(source)
    assert [(example.name, verdict.failures) for example in examples if not (verdict := run_example(example)).ok] == []


# ------------------------------------------------------------------------------------------------------------ sessions


def screen(folder: Path, command: str, typed: list[str]) -> str:
    """What a terminal 80 columns wide shows when the command is given there and these lines are typed at its prompts."""
    pty = pytest.importorskip("pty")
    master, slave = pty.openpty()
    environment = {
        name: value for name, value in os.environ.items() if name not in ("FORCE_COLOR", "CI", "GITHUB_ACTIONS", "RULERUN_DEBUG")
    }
    environment |= {"TERM": "xterm", "NO_COLOR": "1", "COLUMNS": "80", "LINES": "50", "PYTHONIOENCODING": "utf-8"}
    words = shlex.split(command)
    assert words[0] == "rulerun", command
    process = subprocess.Popen(
        [*RULERUN, *words[1:]], stdin=slave, stdout=slave, stderr=slave, cwd=folder, env=environment, close_fds=True
    )
    os.close(slave)
    raw, answered, lines = b"", 0, list(typed)
    end = time.monotonic() + 60
    while time.monotonic() < end:
        if select.select([master], [], [], 1)[0]:
            try:
                more = os.read(master, 65536)
            except OSError:
                break
            if not more:
                break
            raw += more
        plain = ESCAPES.sub("", raw.decode(errors="ignore"))
        if lines and plain[answered:].endswith(" › "):
            answered = len(plain)
            os.write(master, lines.pop(0).encode() + b"\n")
    os.close(master)
    process.wait(20)
    return ESCAPES.sub("", raw.decode(errors="ignore"))


def tidy(text: str) -> list[str]:
    """The lines without blanks at their ends and without empty ones around."""
    return [line.rstrip() for line in text.strip("\n").split("\n")]


def session(block: Block) -> list[tuple[str, list[str]]]:
    """The commands of a session, each with the lines that it shows."""
    found: list[tuple[str, list[str]]] = []
    for line in block.text.splitlines():
        if line.startswith("$ "):
            found.append((line.removeprefix("$ "), []))
        else:
            found[-1][1].append(line)
    return found


def shows(wanted: list[str], shown: list[str]) -> bool:
    """Whether the lines shown are those wanted, where a line of `…` stands for any number of lines."""
    if SKIPPED not in wanted:
        return wanted == shown
    first = wanted.index(SKIPPED)
    if shown[:first] != wanted[:first]:
        return False
    rest = wanted[first + 1 :]
    if not rest:
        return True
    return any(shows(rest, shown[at:]) for at in range(first, len(shown) + 1))


@pytest.mark.parametrize("block", SESSIONS, ids=lambda block: block.place)
def test_a_session_of_a_page_is_what_the_program_shows(block: Block, tmp_path: Path) -> None:
    for other in RULESETS:
        if other.page == block.page and other.line < block.line:
            (tmp_path / file_name(other)).write_text(other.text, encoding="utf-8")
    for command, wanted in session(block):
        typed = [found.group(1) for line in wanted if (found := PROMPT.match(line))]
        shown = tidy(screen(tmp_path, command, typed))
        assert shows(tidy("\n".join(wanted)), shown), "\n".join(shown)
