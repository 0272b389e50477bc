"""What a page is told while it is open."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator

from ..session.session import Session
from .house import Table
from .updates import Stamp, Update, update


async def feed(table: Table, seat: int | None, shown: Stamp) -> AsyncGenerator[tuple[str, str], None]:
    """What a page that has come so far is told until nobody reads it: how far it comes by that, and the update as JSON. Raises
    PlayError.
    """
    live = table.live
    sent: dict[str, str] = {}
    first = True
    if shown.epoch == live.session.epoch and shown.moves == live.moves:
        sent = {**await live.read(lambda _: table.painter.parts(seat)), "people": ""}

    def look(_: Session) -> Update:
        parts = table.painter.parts(seat)
        return update(live, seat, shown, {name: html for name, html in parts.items() if sent.get(name) != html})

    async with live.attended(seat):
        while True:
            version = live.version
            told = await live.read(look)
            if first or told["parts"] or told["lines"]:
                first = False
                sent |= told["parts"]
                shown = Stamp.read(told["stamp"])
                yield told["stamp"], json.dumps(told, ensure_ascii=False)
            await live.after(version)
