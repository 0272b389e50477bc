"""Clients that never read, and more of them than the process may open files."""

from __future__ import annotations

import asyncio
import resource
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import pytest

pytest.importorskip("uvicorn", reason="needs the extra `web`")
pytest.importorskip("sse_starlette", reason="needs the extra `web`")
pytest.importorskip("segno", reason="needs the extra `web`")
pytest.importorskip("httpx2", reason="needs httpx2")

import httpx2
import uvicorn

from rulerun.dsl.text.files import find
from rulerun.session.catalogue import entry
from rulerun.web import app
from rulerun.web.app import Site
from rulerun.web.house import House, Thinkers
from rulerun.web.store import Store

from ..support.waiting import until

FILES = 300
"""So many files the process may open, in the test of too many connections."""


@contextmanager
def running(folder: Path) -> Iterator[tuple[str, House]]:
    """A server in a thread, and its house."""
    game = entry(find("change_horses"))
    assert game is not None
    house = House(Store(folder / "a.db"), Thinkers(1))
    site = Site(house, {"change_horses": game}, limits=None)
    server = uvicorn.Server(uvicorn.Config(site.app(), log_level="critical", timeout_graceful_shutdown=1))
    with closing(socket.create_server(("127.0.0.1", 0))) as listening:
        thread = threading.Thread(target=lambda: asyncio.run(server.serve([listening])))
        thread.start()
        until(lambda: server.started)
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}", house
        finally:
            server.should_exit = True
            thread.join()


def seat(address: str, game: str) -> tuple[str, str]:
    """The address of a seat of a new table, and the cookie that opens it."""
    form = {"seat-1": "me", "seat-2": "open"}
    answer = httpx2.post(f"{address}/new/{game}", data=form, headers={"origin": address})
    key = answer.headers["location"].split("/")[2]
    return f"/match/{key}/seat/1/", f"seat-1={answer.cookies['seat-1']}"


def reader(address: str, where: str, cookie: str) -> socket.socket:
    """A connection that asks for news and never reads them."""
    host, port = address.removeprefix("http://").split(":")
    made = socket.socket()
    made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
    made.connect((host, int(port)))
    made.sendall(f"GET {where}events HTTP/1.1\r\nHost: {host}:{port}\r\nCookie: {cookie}\r\n\r\n".encode())
    return made


@pytest.mark.slow
def test_a_client_that_never_reads_is_dropped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "PING", 1)
    with running(tmp_path) as (address, house):
        where, cookie = seat(address, "change_horses")
        live = house.tables[where.split("/")[2]].live
        with closing(reader(address, where, cookie)):
            until(lambda: live.present[0] == 1)
            headers = {"cookie": cookie, "origin": address}

            def dropped() -> bool:
                for name in ("One", "Two"):  # each is told to the page with all of its table
                    httpx2.post(f"{address}{where}rename", data={"name": name, "colour": "red"}, headers=headers)
                return live.present[0] == 0

            until(dropped)
        assert httpx2.get(address + where, headers=headers).status_code == 200


@pytest.mark.slow
def test_more_connections_than_the_process_may_open_take_nothing_from_others(tmp_path: Path) -> None:
    words = ["serve", "tic_tac_toe", "--no-browser", "--port", "0", "--database", "a.db", "--workers", "1"]
    command = [sys.executable, "-c", "from rulerun.cli.main import main; main()", *words]
    pipe = subprocess.PIPE
    limit = lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, FILES))  # noqa: E731
    with subprocess.Popen(command, cwd=tmp_path, stdout=pipe, stderr=pipe, text=True, preexec_fn=limit) as process:
        assert process.stdout is not None
        address = process.stdout.readline().split()[0]
        where, cookie = seat(address, "tic_tac_toe")
        with ExitStack() as many:
            held = [many.enter_context(closing(reader(address, where, cookie))) for _ in range(FILES)]
            assert len(held) == FILES
            assert httpx2.get(address + where, headers={"cookie": cookie}, timeout=60).status_code in (200, 503)
        until(lambda: httpx2.get(address + where, headers={"cookie": cookie}).status_code == 200, process)
        process.kill()
        assert process.stderr is not None
        assert process.stderr.read() == ""
