"""The parts of Dask that this package uses, with types: without Dask the other modules can still be checked and imported.

Importing this raises ImportError where Dask's `distributed` is not installed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

__all__ = ["Client", "connect"]

if TYPE_CHECKING:
    from asyncio import AbstractEventLoop
    from collections.abc import Awaitable, Callable
    from typing import TypeVar

    T = TypeVar("T")

    class Task(Awaitable[T]):
        """A distributed.Future. Awaited in its client's loop it is the result, or raises what the task raised; it raises
        CancelledError or OSError where the result cannot be fetched.
        """

        status: str
        """`pending`, `finished`, `error`, `cancelled` or `lost`."""

    class Loop:
        """The tornado.ioloop.IOLoop in which a client works, in a thread of its own."""

        asyncio_loop: AbstractEventLoop

    class Client:
        """A distributed.Client."""

        loop: Loop
        status: str
        """`running`, `connecting` (a lost scheduler is looked for, but its tasks are cancelled), `closing` or `closed`."""

        def submit(self, function: Callable[..., T], *arguments: object, retries: int, pure: bool, **named: object) -> Task[T]:
            """Submits a call."""

        def scheduler_info(self) -> dict[str, dict[str, object]]:
            """What the scheduler reports: under `workers` each worker by its address."""

        def wait_for_workers(self, n_workers: int, timeout: float) -> None:
            """Waits until there are *n_workers* workers, for at most *timeout* seconds. Raises TimeoutError."""

        def close(self, timeout: float) -> None:
            """Leaves the cluster, waiting at most *timeout* seconds."""

    def connect(address: str, timeout: float) -> Client:
        """A client for the scheduler at *address*; waits at most *timeout* seconds. Raises OSError and ValueError."""

else:
    import logging

    LOGGERS = ("distributed", "tornado")

    from distributed import Client

    def connect(address, timeout):
        """A client for the scheduler at *address*; waits at most *timeout* seconds. Raises OSError and ValueError."""
        # Dask logs tracebacks when a cluster is lost; the user of a command gets a message instead
        for name in [name for name in logging.root.manager.loggerDict if name.startswith(LOGGERS)]:
            logging.getLogger(name).setLevel(logging.CRITICAL)
        return Client(address, timeout=timeout, set_as_default=False)
