"""The parts of Dask that this package uses, with types: without Dask the other modules can still be checked and imported.

Importing this raises ImportError where Dask's `distributed` is not installed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

__all__ = ["Client", "connect"]

if TYPE_CHECKING:
    from concurrent.futures import Executor

    class Client:
        """A distributed.Client."""

        def get_executor(self, *, retries: int, pure: bool) -> Executor:
            """The cluster as an executor."""

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
