"""What plays in a page has no threads, no processes, no machine code and no terminal: a process without them plays everything."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

TOP = Path(__file__).parents[1]

SCRIPT = """
import sys
from importlib.abc import MetaPathFinder
from threading import Thread

OUTSIDE = {
    "numpy", "rich", "click", "textual", "llvmlite", "ctypes", "subprocess", "multiprocessing", "concurrent", "socket", "fcntl",
    "msvcrt", "signal", "asyncio",
}
ROOMS = {"cli", "lab", "rl", "solver", "tools"}


class Present(MetaPathFinder):
    # finds what the others find, but for what is not there

    others = tuple(sys.meta_path)

    def find_spec(self, name, path=None, target=None):
        parts = name.split(".")
        if parts[0] in OUTSIDE or (parts[0] == "rulerun" and parts[1:2] and parts[1] in ROOMS):
            return None
        found = (each.find_spec(name, path, target) for each in self.others)
        return next((each for each in found if each is not None), None)


for name in OUTSIDE & sys.modules.keys():
    del sys.modules[name]
sys.meta_path[:] = [Present()]


def refused(self):
    raise RuntimeError("there are no threads")


Thread.start = refused

import rulerun.simulation.compile.page
from rulerun.api.ruleset import load
from rulerun.bots import seated
from rulerun.interpreter.game import Game, at_once
from rulerun.interpreter.match.match import Match
from rulerun.interpreter.match.records import header_of
from rulerun.rulebook.rules_page import rules_page
from rulerun.session.bots import think
from rulerun.session.seating import Seating
from rulerun.session.session import Session
from rulerun.session.shared_screen import LetThink, SharedScreen

played = []
for file, names in (
    ("FIRST", ("mcts:time=0.05s", "greedy")),
    ("SECOND", ("ismcts:time=0.05s", "scripted:saving")),
    ("THIRD", ("ismcts:time=0.05s", "random")),
):
    rules = load(file)
    program = rules.program
    game = Game(program, at_once)
    bots = {seat: seated(name, program) for seat, name in zip(program.players, names)}
    match = Match(game, header_of(program, rules.source, 1, 0))
    session = Session(match, rules.source, "en", Seating(()), bots)
    for number, step in enumerate(SharedScreen.of(session).steps()):
        if not isinstance(step, LetThink) or number > 12:
            break
        session.give(step.task, think(step.task, bots[step.task.seat]))
        session.scene(0)
    assert session.events(0)
    assert rules_page(rules.source, "", len(program.players), dict(program.parameters), "en", {})
    played.append(len(match.entries))
print(*played)
"""


@pytest.mark.slow
def test_everything_that_a_page_needs_plays_without_threads_processes_or_machine_code() -> None:
    files = ("tic_tac_toe", "crazy_eights", "kuhn_poker")
    text = SCRIPT
    for word, file in zip(("FIRST", "SECOND", "THIRD"), files, strict=True):
        text = text.replace(word, file)
    ran = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=False, cwd=TOP.parent)
    assert ran.returncode == 0, ran.stderr[-2000:]
    assert all(int(each) > 3 for each in ran.stdout.split())


@pytest.mark.parametrize("module", ["fcntl", "ctypes", "numpy"])
def test_the_process_of_that_test_lacks_what_it_says(module: str) -> None:
    text = SCRIPT[: SCRIPT.index("Thread.start")] + f"\nimport {module}\n"
    ran = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=False, cwd=TOP.parent)
    assert f"No module named '{module}'" in ran.stderr
