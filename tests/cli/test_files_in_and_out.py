"""What is said of rulesets that cannot be read and files that cannot be written, by every command that does so."""

from __future__ import annotations

import io
import os
import socket
from collections.abc import Callable
from pathlib import Path
from typing import IO

import click
import pytest
from click.testing import CliRunner, Result

from rulerun.cli.main import COMMANDS, root
from rulerun.dsl.text.files import LARGEST, read_source

GAME = """\
ruleset: dice
players: 2
boards:
  road: {kind: track, spaces: 1..3}
scores:
  points: {per: player}
phases:
  game:
    - for each player p:
        - p chooses x from 1..3:
            - points[p] += x
outcome:
  ranking (player p): highest points[p]
"""

NO_RULESET = ("list", "new", "replay", "analyse", "manual", "schema", "lsp", "completion", "site")
"""Commands that read no ruleset."""

READERS = [name for name in COMMANDS if name not in NO_RULESET]

NEEDED = {"tournament": ("--bots", "random,first"), "count": ("--depth", "2"), "diff": ("--variant", "x")}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def called(*words: str) -> Result:
    """What a command answers; where it wants a library that is not here, the test is skipped."""
    told = CliRunner().invoke(root, words)
    if "pip install 'rulerun[" in told.output:
        pytest.skip(told.output.strip())
    return told


@pytest.mark.parametrize("name", READERS)
def test_a_text_in_another_encoding_is_said_to_be_one_under_its_name(folder: Path, name: str) -> None:
    (folder / "latin.yaml").write_bytes(GAME.replace("dice", "dicé").encode("latin-1"))
    (folder / "wide.yaml").write_bytes(GAME.encode("utf-16"))
    for file in ("latin.yaml", "wide.yaml"):
        told = called(name, file, *NEEDED.get(name, ()))
        assert told.exit_code == 1
        assert f"`{file}` is not text in UTF-8" in told.output
        assert ":1:1" not in told.output


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize("kind", ["pipe", "folder", "device", "socket"])
def test_what_is_no_file_is_called_by_its_kind(folder: Path, name: str, kind: str) -> None:
    path = folder / "odd.yaml"
    match kind:
        case "pipe":
            if not hasattr(os, "mkfifo"):
                pytest.skip("no pipes in folders here")
            os.mkfifo(path)
        case "folder":
            path.mkdir()
        case "device":
            path = Path("/dev/zero")
            if not path.exists():
                pytest.skip("no such device here")
        case "socket":
            if not hasattr(socket, "AF_UNIX"):
                pytest.skip("no sockets in folders here")
            with socket.socket(socket.AF_UNIX) as held:
                held.bind("odd.yaml")
    told = called(name, str(path) if kind == "device" else path.name, *NEEDED.get(name, ()))
    assert told.exit_code in (1, 2)
    assert f"a {kind}" in told.output
    assert "did you mean" not in told.output


def test_the_far_end_of_a_pipe_is_never_read(folder: Path) -> None:
    reading, writing = os.pipe()
    os.write(writing, GAME.encode())
    try:
        told = called("simulate", f"/dev/fd/{reading}")
        if not Path("/dev/fd").exists():
            pytest.skip("pipes have no names here")
        assert f"`/dev/fd/{reading}` is a pipe; expected a ruleset file" in told.output
    finally:
        os.close(reading)
        os.close(writing)


def test_a_file_that_does_not_say_its_size_is_read_no_further_than_allowed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    class Endless(io.BytesIO):
        def read(self, size: int | None = -1) -> bytes:
            assert size is not None
            asked.append(size)
            return b"#" * size

    (folder / "a.yaml").write_text("")
    monkeypatch.setattr(Path, "open", lambda *_: Endless())
    source, (found,) = read_source(folder / "a.yaml")
    assert source is None
    assert found.code == "too-large"
    assert asked == [LARGEST + 1]


def test_a_record_that_never_ends_is_refused(folder: Path) -> None:
    if not Path("/dev/zero").exists():
        pytest.skip("no such device here")
    for name in ("replay", "analyse"):
        told = called(name, "/dev/zero")
        assert told.exit_code == 1
        assert "/dev/zero" in told.output


def test_a_pipe_is_no_record(folder: Path) -> None:
    if not hasattr(os, "mkfifo"):
        pytest.skip("no pipes in folders here")
    os.mkfifo(folder / "match.rulerun")
    for words in (("replay",), ("analyse",)):
        told = called(*words, "match.rulerun")
        assert told.exit_code == 1
        assert "match.rulerun: this is no file; expected a record" in told.output


def test_a_match_is_not_recorded_into_what_never_ends(folder: Path) -> None:
    if not Path("/dev/zero").exists():
        pytest.skip("no such device here")
    (folder / "dice.yaml").write_text(GAME)
    told = called("play", "dice.yaml", "--bots", "--record", "/dev/zero")
    assert told.exit_code == 1
    assert "/dev/zero: this is no file; expected a record" in told.output


WRITERS = {
    "flatten": (("dice.yaml", "-o", "new.yaml"), "new.yaml"),
    "new": (("Otter Run", "--kind", "cards", "--players", "2"), "otter_run.yaml"),
    "board": (("dice.yaml", "--svg", "road.svg"), "road.svg"),
    "play": (("dice.yaml", "--bots", "--record", "match.rulerun"), "match.rulerun"),
    "simulate": (("dice.yaml", "--games", "10", "--report", "page.html"), "page.html"),
    "format": (("dice.yaml",), "dice.yaml"),
    "validate": (("--fix", "mended.yaml"), "mended.yaml"),
    "print": (("dice.yaml", "-o", "sheets.pdf"), "sheets.pdf"),
    "rulebook": (("dice.yaml", "-o", "book.pdf"), "book.pdf"),
    "sheet": (("dice.yaml", "--games", "10", "--skill-games", "2", "-o", "sheet.pdf"), "sheet.pdf"),
}
"""Commands that write a file, how, and which."""

WRITES = ("-o", "--output", "--svg", "--record", "--report", "--out", "--fix")


def test_every_command_with_an_option_that_writes_is_tried() -> None:
    context = click.Context(root)
    writing = set()
    for name in COMMANDS:
        command = root.get_command(context, name)
        assert command is not None
        if any(option in WRITES for each in command.params for option in each.opts):
            writing.add(name)
    same_as_simulate = {
        "compare",
        "sweep",
        "tournament",
        "skill",
        "study",
        "tune",
    }  # they write their reports by the same function
    assert writing <= {*WRITERS, *same_as_simulate}


@pytest.fixture
def full_disk(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Called, it fills the disk of the folder: files can be made there, and nothing be written into them."""
    if not Path("/dev/full").exists():
        pytest.skip("no device here that is always full")
    honest = Path.open

    def opened(
        path: Path,
        mode: str = "r",
        buffering: int = -1,
        encoding: str | None = None,
        errors: str | None = None,
        newline: str | None = None,
    ) -> IO[str] | IO[bytes]:
        if path.resolve().parent == folder and set(mode) & set("wx"):
            honest(path, mode).close()
            return honest(Path("/dev/full"), mode.replace("x", "w"), buffering, encoding, errors, newline)
        return honest(path, mode, buffering, encoding, errors, newline)

    return lambda: monkeypatch.setattr(Path, "open", opened)


@pytest.mark.slow
@pytest.mark.parametrize("name", WRITERS)
def test_a_full_disk_is_told_with_the_name_of_the_file_and_leaves_what_was_there(
    folder: Path, full_disk: Callable[[], None], name: str
) -> None:
    files = {
        "dice.yaml": GAME + "\n\n",
        "mended.yaml": GAME + "# \u2028\n",
        "road.svg": "an older picture",
        "page.html": "an older page",
    }
    for file, text in files.items():
        (folder / file).write_text(text, encoding="utf-8")
    full_disk()
    told = called(name, *WRITERS[name][0])
    assert told.exit_code == 1
    assert WRITERS[name][1] in told.output
    assert "No space left on device" in told.output
    assert {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir()} == files
