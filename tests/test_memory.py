"""What is worked out for a game lives as long as that game: a process that plays one after another does not grow."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

TOP = Path(__file__).parents[1]


@pytest.mark.slow
def test_two_hundred_programs_leave_nothing_behind() -> None:
    command = [sys.executable, "-m", "tests.support.many_programs", "200"]
    ran = subprocess.run(command, capture_output=True, text=True, check=True, cwd=TOP)
    half, whole, games = map(int, ran.stdout.split())
    assert games == 0
    assert whole < 1.02 * half
