"""A cluster of real processes: its results are those of one process, though a worker dies on the way."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulerun.cli.main import root

pytest.importorskip("numpy")
pytest.importorskip("scipy")
pytest.importorskip("distributed")

RULERUN = [sys.executable, "-c", "from rulerun.cli.main import main; main()"]
PATIENCE = 120

pytestmark = pytest.mark.slow


class Cluster:
    """A scheduler and two workers."""

    def __init__(self, folder: Path) -> None:
        self.place = folder / "scheduler.json"
        self.folder = folder
        self.processes = [self._start("scheduler", "--host", "127.0.0.1", "--port", "0")]
        limit = time.monotonic() + PATIENCE
        while not self.place.exists() and time.monotonic() < limit:
            time.sleep(0.1)
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


def test_a_run_is_the_same_though_a_worker_is_killed_halfway(cluster: Cluster) -> None:
    games = "1500000" if pytest.importorskip("rulerun.simulation.compile.cache").COMPILES else "6000"
    alone = printed("simulate", "why_first", "--games", games)
    with subprocess.Popen(
        rulerun("simulate", "why_first", "--games", games, "--cluster", cluster.address), stdout=subprocess.PIPE, text=True
    ) as process:
        limit = time.monotonic() + PATIENCE
        while not busy(cluster) and time.monotonic() < limit:
            time.sleep(0.05)
        assert process.poll() is None
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


def test_when_all_are_lost_what_was_finished_is_told(cluster: Cluster) -> None:
    words = rulerun("simulate", "why_first", "--games", "1000000000", "--cluster", cluster.address)
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        limit = time.monotonic() + PATIENCE
        while not busy(cluster) and time.monotonic() < limit:
            time.sleep(0.05)
        time.sleep(4)
        cluster.kill(0)
        out, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 1
    assert "Traceback" not in said
    assert "the workers were lost" in said
    assert 0 < json.loads(out)["run"]["games"] < 10**9


def test_a_cluster_that_does_not_answer_is_told() -> None:
    result = CliRunner().invoke(root, ["simulate", "tic_tac_toe", "--cluster", "tcp://127.0.0.1:9"])
    assert result.exit_code == 1
    assert "does not answer" in result.output
