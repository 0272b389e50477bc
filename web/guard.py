"""`Guard`: what every request must keep to, and what every answer tells the browser to keep to."""

from __future__ import annotations

from collections.abc import Collection
from time import monotonic
from urllib.parse import urlsplit

from attrs import Factory, define
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .words import say

LARGEST = 64 * 1024
"""A request has at most so many bytes."""
AT_ONCE = 240.0
"""An address may send so many requests at once, and then"""
A_SECOND = 40.0
"""so many a second."""
DEAR = 20.0
"""Setting a table counts as so many."""
MOST_ADDRESSES = 10_000

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self';"
    " frame-ancestors 'none'; base-uri 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


@define(eq=False)
class Limits:
    """How much each address may still ask for; by a clock that never jumps."""

    left: dict[str, tuple[float, float]] = Factory(dict)

    def allow(self, address: str, cost: float) -> bool:
        """Whether that much may be asked for now, which is then counted."""
        now = monotonic()
        left, since = self.left.pop(address, (AT_ONCE, now))
        left = min(AT_ONCE, left + (now - since) * A_SECOND)
        allowed = left >= cost
        self.left[address] = left - cost if allowed else left, now
        while len(self.left) > MOST_ADDRESSES:
            self.left.pop(next(iter(self.left)))  # that of the address that asked longest ago
        return allowed


class Guard:
    """Refuses requests for other hosts, from other pages, too large or too many; sets the headers of safety."""

    def __init__(self, app: ASGIApp, hosts: Collection[str], limits: Limits | None) -> None:
        """Before that *app*, which answers for those *hosts* alone (none: for all); without *limits* anybody may ask anything."""
        self.app = app
        self.hosts = hosts
        self.limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        refused = self.refused(scope)
        if refused is not None:
            status, why = refused
            await PlainTextResponse(say("en", why) + "\n", status)(scope, receive, guarded)
            return
        read = 0

        async def limited() -> Message:
            nonlocal read
            message = await receive()
            read += len(message.get("body", b""))
            if read > LARGEST:
                raise HTTPException(413, say("en", "too large"))
            return message

        await self.app(scope, limited, guarded)

    def refused(self, scope: Scope) -> tuple[int, str] | None:
        """The status and the name of the words by which a request is refused; None where it is not."""
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if self.hosts and urlsplit(f"//{host}").hostname not in self.hosts:
            return 421, "no page"
        if scope["method"] not in ("GET", "HEAD") and urlsplit(headers.get("origin", "")).netloc != host:
            return 403, "wrong origin"
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > LARGEST:
            return 413, "too large"
        address = scope["client"][0] if scope.get("client") else ""
        cost = DEAR if scope["method"] == "POST" and scope["path"].startswith("/new/") else 1.0
        if self.limits is not None and not self.limits.allow(address, cost):
            return 429, "too often"
        return None
