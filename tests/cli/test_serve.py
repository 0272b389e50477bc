"""`rulerun serve`: what it says of matches, and what it refuses."""

from __future__ import annotations

import socket
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulerun.cli.main import root

pytest.importorskip("uvicorn", reason="needs the extra `web`")
pytest.importorskip("sse_starlette", reason="needs the extra `web`")
pytest.importorskip("segno", reason="needs the extra `web`")
pytest.importorskip("httpx2", reason="needs httpx2")

from ..support.site import served, table


@pytest.fixture
def there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*words: str) -> Result:
    """The command."""
    return CliRunner().invoke(root, ["serve", "--no-browser", *words])


def test_matches_are_listed_and_taken_out(there: Path) -> None:
    with served(there, "tic_tac_toe") as client:
        host, _ = table(client, "tic_tac_toe", **{"seat-1": "me", "seat-2": "open"})
        host.choose(next(iter(host.options)))
    key = host.at.split("/")[2]
    assert run("--database", "a.db", "--matches").output == f"{key}  tic_tac_toe  1 choices\n"
    assert run("--database", "a.db", "--take-out", key).output == f"{key}.rulerun is written\n"
    assert CliRunner().invoke(root, ["replay", f"{key}.rulerun"]).exit_code == 0
    again = run("--database", "a.db", "--take-out", key)
    assert (again.exit_code, again.output) == (1, f"error: {key}.rulerun: File exists\n")
    wrong = run("--database", "a.db", "--take-out", "nothing")
    assert (wrong.exit_code, "there is no match `nothing`" in wrong.output) == (1, True)


def test_a_database_that_cannot_be_used_is_told(there: Path) -> None:
    with sqlite3.connect(there / "other.db") as other:
        other.execute("create table thing (x)")
    found = run("--port", "0", "--database", "other.db")
    assert (found.exit_code, found.output) == (1, "error: other.db: a database of another program\n")
    missing = run("--database", "none.db", "--matches")
    assert (missing.exit_code, missing.output) == (1, "error: none.db: there is no such file\n")


def test_a_port_in_use_and_a_wrong_address_are_told(there: Path) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = str(taken.getsockname()[1])
        found = run("--port", port)
        assert (found.exit_code, f"127.0.0.1:{port}: Address already in use" in found.output) == (1, True)
    assert "expected `https://` and a name" in run("--address", "play.example").output
    assert "up to 8 letters" in run("--prefix", "a/b").output


def test_a_ruleset_with_mistakes_is_refused(there: Path) -> None:
    (there / "broken.yaml").write_text("ruleset: broken\nplayers: nobody\n")
    found = run("broken.yaml")
    assert (found.exit_code, "broken.yaml: no sound ruleset; `rulerun validate broken.yaml`" in found.output) == (1, True)
    (there / "faulty.yaml").write_text(
        "ruleset: faulty\nplayers: 2\nphases: {game: [pionts[me] += 1]}\noutcome: {winners: players}\n"
    )
    assert "faulty.yaml: no sound ruleset" in run("faulty.yaml").output
    assert run("no_such_game").exit_code == 1
