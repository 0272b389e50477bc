"""A site of static files, served from a folder, and where npm has put the libraries of the workshop."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

from attrs import frozen

LIBRARIES = os.environ.get("WORKSHOP_LIBRARIES", "")
"""A folder in which npm has installed the libraries; "" where there is none."""


KINDS = {".mjs": "text/javascript", ".wasm": "application/wasm"}


@frozen
class Site:
    """Files that are served at an address."""

    address: str


class Files(SimpleHTTPRequestHandler):
    """Serves files, as any host does."""

    def guess_type(self, path: str | os.PathLike[str]) -> str:
        """The kind of a file."""
        return KINDS.get(Path(path).suffix) or super().guess_type(path)

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing."""


@contextmanager
def served(folder: Path) -> Iterator[Site]:
    """The files of a folder, as long as this lasts."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=str(folder)))
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield Site(f"http://127.0.0.1:{server.server_port}")
    finally:
        server.shutdown()
        server.server_close()
