"""Work that takes long, done beside the screen, so that keys are answered meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from threading import Thread
from typing import TypeVar

T = TypeVar("T")


async def aside(work: Callable[[], T]) -> T:
    """What the work gives, done in a thread that does not keep the program from ending. Raises what the work raises."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[T] = loop.create_future()

    def given(value: T) -> None:
        if not future.done():
            future.set_result(value)

    def failed(fault: BaseException) -> None:
        if not future.done():
            future.set_exception(fault)

    def done() -> None:
        try:
            value = work()
        except BaseException as fault:
            call(failed, fault)
        else:
            call(given, value)

    def call(what: Callable[..., None], value: object) -> None:
        if not loop.is_closed():
            loop.call_soon_threadsafe(what, value)

    Thread(target=done, daemon=True).start()
    return await future
