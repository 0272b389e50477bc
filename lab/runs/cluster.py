"""What plays the games on a cluster of Dask, behind `concurrent.futures.Executor`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, Executor, Future
from contextlib import contextmanager
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from .executors import COMPILED, PLAIN, Executors, first_chunk, job_of, play_elsewhere
from .totals import Played, Rules

if TYPE_CHECKING:
    from .dask_types import Client

T = TypeVar("T")
P = ParamSpec("P")

CLUSTER_FACTOR = 4
"""A chunk sent to a cluster is this many times larger than one that is played here."""

WAIT = 10
"""Seconds to wait for an answer from a cluster."""


class NoCluster(Exception):
    """The cluster cannot be used; the message says why."""


class ClusterExecutor(Executor):
    """The workers of a Dask cluster.

    With Dask's own executor a Future stays pending for ever when the scheduler dies while its result is fetched. Here every
    Future is cancelled when the scheduler is lost.
    """

    def __init__(self, client: Client) -> None:
        """The workers that *client* reaches; the caller closes it."""
        self._client = client

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """The result of the call, made by a worker."""
        return asyncio.run_coroutine_threadsafe(self._result(fn, *args, **kwargs), self._client.loop.asyncio_loop)

    async def _result(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """The same, in the loop of the client, where its status cannot change between the look at it and the submission."""
        if self._client.status != "running":
            raise asyncio.CancelledError
        task = self._client.submit(fn, *args, retries=3, pure=False, **kwargs)
        try:
            return await task
        except (CancelledError, OSError):
            if task.status == "error":
                raise
            raise asyncio.CancelledError from None


@contextmanager
def cluster_executors(sides: Sequence[Rules], seed: int, rows: bool, address: str) -> Iterator[Executors]:
    """The workers of a Dask cluster, which must have the same release of this package. Raises NoCluster."""
    job = job_of(sides, seed, rows)
    compiled = all(one.engine.compiled for one in sides)
    with clustered(address) as (executor, number):

        def submit(first: int, count: int) -> Future[Played]:
            return executor.submit(play_elsewhere, job, first, count)

        yield Executors(submit, CLUSTER_FACTOR * (COMPILED if compiled else PLAIN), 4 * number, first_chunk(sides))


@contextmanager
def clustered(address: str) -> Iterator[tuple[Executor, int]]:
    """The executor for the cluster whose scheduler is at *address*, and its number of workers. Raises NoCluster."""
    try:
        from .dask_types import connect
    except ImportError:
        raise NoCluster("a cluster needs Dask: pip install 'rulerun[cluster]'") from None
    try:
        client = connect(address, WAIT)
    except (OSError, ValueError, TimeoutError) as fault:
        raise NoCluster(f"the cluster at `{address}` does not answer ({str(fault) or type(fault).__name__})") from None
    try:
        try:
            client.wait_for_workers(1, WAIT)
        except TimeoutError:
            raise NoCluster(f"the cluster at `{address}` has no worker (waited {WAIT} s)") from None
        yield ClusterExecutor(client), max(1, len(client.scheduler_info()["workers"]))
    finally:
        client.close(timeout=WAIT)
