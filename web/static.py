"""The files that pages fetch; their addresses change with what is in them, so that browsers may keep them for good."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from importlib.resources import files

from ..drawing.page import stylesheet

STYLES, CLIENT, TABLE, ICON = "web.css", "client.js", "table.js", "icon.svg"
PROGRAM = "text/javascript; charset=utf-8"
TYPES = {STYLES: "text/css; charset=utf-8", CLIENT: PROGRAM, TABLE: PROGRAM, ICON: "image/svg+xml"}
FOLDER = "assets"


@cache
def content(name: str) -> bytes:
    """What is in one of the files of `TYPES`."""
    own = (files(__package__) / FOLDER / name).read_text(encoding="utf-8")
    return (stylesheet() + own if name == STYLES else own).encode()


@cache
def edition() -> str:
    """What is in all of them together, in short: programs fetch each other from where they lie."""
    return sha256(b"".join(map(content, TYPES))).hexdigest()[:12]


def address(name: str) -> str:
    """Where a file is fetched."""
    return f"/static/{edition()}/{name}"
