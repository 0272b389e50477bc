"""The files that pages fetch; their addresses change with what is in them, so that browsers may keep them for good."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from importlib.resources import files

from ..drawing.page import stylesheet

STYLES, CLIENT, ICON = "web.css", "client.js", "icon.svg"
TYPES = {STYLES: "text/css; charset=utf-8", CLIENT: "text/javascript; charset=utf-8", ICON: "image/svg+xml"}
FOLDER = "assets"


@cache
def content(name: str) -> bytes:
    """What is in one of the files of `TYPES`."""
    own = (files(__package__) / FOLDER / name).read_text(encoding="utf-8")
    return (stylesheet() + own if name == STYLES else own).encode()


@cache
def address(name: str) -> str:
    """Where a file is fetched."""
    return f"/static/{sha256(content(name)).hexdigest()[:12]}/{name}"
