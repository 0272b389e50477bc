"""What is used of Dask, with types: it need not be there to check or to import the rest.

Importing this raises ImportError where Dask's `distributed` is not there.
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
            """What the scheduler says of itself: under `workers`, each by its address."""

        def wait_for_workers(self, n_workers: int, timeout: float) -> None:
            """Waits until there are so many, no longer than so many seconds. Raises TimeoutError."""

        def close(self, timeout: float) -> None:
            """Leaves the cluster."""

    def connect(address: str, timeout: float) -> Client:
        """The cluster whose scheduler listens there. Raises OSError and ValueError; waits no longer than so many seconds."""

else:
    import logging

    LOGGERS = ("distributed", "tornado")

    from distributed import Client

    def connect(address, timeout):
        """The cluster whose scheduler listens there. Raises OSError and ValueError; waits no longer than so many seconds."""
        # what it logs of a lost cluster are tracebacks, to people who started a command; they are told in words
        for name in [name for name in logging.root.manager.loggerDict if name.startswith(LOGGERS)]:
            logging.getLogger(name).setLevel(logging.CRITICAL)
        return Client(address, timeout=timeout, set_as_default=False)
