"""A cluster of real processes: its results are those of one process, though a worker dies on the way."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulerun.cli.main import root
from rulerun.simulation.compile.loaded import COMPILES

from ..support.waiting import PATIENCE, until

pytest.importorskip("numpy")
pytest.importorskip("scipy")
pytest.importorskip("distributed")
clusters = pytest.importorskip("rulerun.lab.runs.cluster")

RULERUN = [sys.executable, "-c", "from rulerun.cli.main import main; main()"]

pytestmark = pytest.mark.slow


class Cluster:
    """A scheduler and two workers."""

    def __init__(self, folder: Path) -> None:
        self.place = folder / "scheduler.json"
        self.folder = folder
        self.processes = [self._start("scheduler", "--host", "127.0.0.1", "--port", "0")]
        until(lambda: complete(self.place), self.processes[0])
        self.address: str = json.loads(self.place.read_text())["address"]
        for number in range(2):
            own = str(folder / f"worker{number}")
            self.processes.append(self._start("worker", "--nthreads", "1", "--no-nanny", "--local-directory", own))

    def _start(self, kind: str, *words: str) -> subprocess.Popen[bytes]:
        program = [sys.executable, "-m", f"distributed.cli.dask_{kind}"]
        command = [*program, "--scheduler-file", str(self.place), "--no-dashboard", *words]
        with (self.folder / f"{kind}.log").open("ab") as log:
            return subprocess.Popen(command, stdout=log, stderr=log)

    def kill(self, number: int) -> None:
        """Ends one of them at once: 0 is the scheduler."""
        self.processes[number].kill()
        self.processes[number].wait()


def complete(place: Path) -> bool:
    """Whether the file is there and is JSON to its end: a scheduler writes its own bit by bit."""
    try:
        return bool(json.loads(place.read_text()))
    except (FileNotFoundError, json.JSONDecodeError):
        return False


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    found = Cluster(tmp_path)
    yield found
    for process in reversed(found.processes):
        process.kill()
        process.wait()


def rulerun(*words: str) -> list[str]:
    return [*RULERUN, *words, "--players", "3", "--json"]


def printed(*words: str) -> str:
    return subprocess.run(rulerun(*words), capture_output=True, text=True, check=True, timeout=PATIENCE).stdout


@contextmanager
def started(*words: str) -> Iterator[subprocess.Popen[str]]:
    """The command while it runs; it is ended when the test is, whatever came of it."""
    with subprocess.Popen(rulerun(*words), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def test_a_run_is_the_same_though_a_worker_is_killed_halfway(cluster: Cluster) -> None:
    games = "1500000" if COMPILES else "6000"
    alone = printed("simulate", "why_first", "--games", games)
    with started("simulate", "why_first", "--games", games, "--cluster", cluster.address) as process:
        until(lambda: busy(cluster), process)
        cluster.kill(1)
        together, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert together == alone


def busy(found: Cluster) -> bool:
    """Whether both workers are at work."""
    from distributed import Client

    with Client(found.address, timeout=PATIENCE) as client:
        return len([keys for keys in client.processing().values() if keys]) == 2


def test_comparisons_and_sweeps_are_the_same(cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("compare", "why_first", "--set-b", "stages=2", "--games", "300")
    assert printed(*words, "--cluster", cluster.address) == printed(*words)
    words = ("sweep", "why_first", "--set", "stages=1,2", "--games", "300")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "one"))
    far = printed(*words, "--cluster", cluster.address)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "other"))
    assert far == printed(*words)


def test_when_all_are_lost_what_was_finished_is_told_and_written(cluster: Cluster, tmp_path: Path) -> None:
    rows = tmp_path / "games.csv"
    growing = tmp_path / "games.csv.part"
    words = ("simulate", "why_first", "--games", "1000000000", "--cluster", cluster.address, "--out", str(rows))
    with started(*words) as process:
        until(lambda: growing.exists() and growing.stat().st_size > 0, process)
        cluster.kill(0)
        out, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 1
    assert "Traceback" not in said
    assert "the workers were lost" in said
    with rows.open() as lines:
        assert 0 < json.loads(out)["run"]["games"] == sum(1 for _ in lines) - 1 < 10**9


class Parcel:
    """A result that is never fetched: it makes a file when it is about to be sent, and then it is being packed for ever."""

    def __init__(self, marker: Path) -> None:
        self.marker = marker

    def __reduce__(self) -> tuple[Callable[[Path], Parcel], tuple[Path]]:
        self.marker.touch()
        time.sleep(PATIENCE)
        return Parcel, (self.marker,)


def test_a_result_that_was_being_fetched_is_given_up_when_the_scheduler_dies(cluster: Cluster, tmp_path: Path) -> None:
    with clusters.clustered(cluster.address) as (executor, _):
        future = executor.submit(Parcel, tmp_path / "sent")
        until((tmp_path / "sent").exists)
        cluster.kill(0)
        with pytest.raises(CancelledError):
            future.result(timeout=PATIENCE)


def test_what_is_submitted_after_the_scheduler_was_lost_is_cancelled(cluster: Cluster) -> None:
    with clusters.clustered(cluster.address) as (executor, _):
        assert executor.submit(abs, -1).result(timeout=PATIENCE) == 1
        cluster.kill(0)
        futures = [executor.submit(abs, -1)]
        until(lambda: executor._client.status == "closed")
        futures.append(executor.submit(abs, -1))
        for future in futures:
            with pytest.raises(CancelledError):
                future.result(timeout=PATIENCE)


def test_a_cluster_that_does_not_answer_is_told() -> None:
    result = CliRunner().invoke(root, ["simulate", "tic_tac_toe", "--cluster", "tcp://127.0.0.1:9"])
    assert result.exit_code == 1
    assert "does not answer" in result.output
