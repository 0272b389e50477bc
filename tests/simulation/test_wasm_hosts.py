"""Emitted code as WebAssembly where people meet it: in a page of Chromium, and in Pyodide's own memory.

The tests with Pyodide need Node.js, and the folder of the npm package `pyodide` in the variable `PYODIDE` of the environment.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

import rulerun
from rulerun.simulation import prepare_plain
from rulerun.simulation.emit.module import Form

from ..support.battery import Setting, compiled
from ..support.browsing import CHROMIUM, chromium
from ..support.emitted import FAULTS, check_fault, standard
from ..support.forms import outcome_of
from ..support.wasm import InPage, in_wasm

pytestmark = pytest.mark.slow

TOP = Path(rulerun.__file__).resolve().parent
PYODIDE = os.environ.get("PYODIDE", "")


@pytest.fixture(scope="module")
def host() -> Iterator[InPage]:
    """A page of Chromium."""
    pytest.importorskip("playwright")
    if CHROMIUM is None:
        pytest.skip("needs a Chromium")
    with chromium() as browser:
        yield InPage(browser.new_page())


@pytest.mark.parametrize("form", [Form.PLAYOUT, Form.TALLY, Form.ONWARD, Form.SEARCH])
def test_a_page_comes_to_the_same_as_plain_python(host: InPage, form: Form) -> None:
    program = compiled(Setting("kuhn_poker", "", 2))
    assert outcome_of(in_wasm(program, host=host), form, 3, 2) == outcome_of(prepare_plain(program), form, 3, 2)


def test_a_fault_in_a_page_is_told_as_the_interpreter_tells_it(host: InPage) -> None:
    program = standard(FAULTS["only now and then"])
    check_fault(program, in_wasm(program, host=host))


PLAYED = """
from pathlib import Path
from rulerun.dsl.compile import compile_ruleset, read_source
from rulerun.dsl.text.source import Source
from rulerun.interpreter import PlayError
from rulerun.simulation import Batch, prepare, prepare_plain
from rulerun.simulation.search.kinds import Kind
from rulerun.simulation.search.search import Search

FAULTY = '''ruleset: faulty
players: 2
variables:
  pot: {per: player, holds: 0..9}
phases:
  game:
    - for each player p:
        - p chooses gain from 0..6
        - p chooses more from 0..6
        - pot[p] += gain + more
outcome:
  winners: players p where pot[p] > 5
'''


def played(top, make):
    found = []
    for file, players in (("kuhn_poker", 2), ("go_fish", 2)):
        program = compile_ruleset(read_source(Path(top) / "rulesets" / f"{file}.yaml")[0], "", players, {}).program
        engine = make(program)
        rows, counters = engine.counted(2**64 - 1, 0, 5)
        found += [engine.playouts(7, 0, 5), [list(map(int, row)) for row in rows], list(map(int, counters))]
        batch = Batch(engine, 3, 2**63)
        drawn = batch.nature()
        codes, weights, counts = batch.options()
        offered = [list(map(int, row[: int(count)])) for row, count in zip(codes, counts)]
        found += [drawn, offered, [list(map(int, row)) for row in batch.masks()]]
        worlds, seat = [list(map(int, batch.vectors[0]))], int(batch.actors()[0])
        found += [repr(Search(engine).run(worlds, seat, offered[0], kind, 15)) for kind in Kind]
        batch.play_out()
        found += [[list(map(int, row)) for row in batch.vectors], batch.returns(), batch.scores()]
    program = compile_ruleset(Source("faulty.yaml", FAULTY), "", 2, {}).program
    try:
        make(program).playouts(1, 0, 50)
    except PlayError as fault:
        found.append(fault.message)
    return repr(found)
"""

IN_PYODIDE = """
import { loadPyodide } from "PYODIDE/pyodide.mjs";
const python = await loadPyodide();
for (const [root, folder] of FOLDERS) {
    python.FS.mkdirTree(folder);
    python.FS.mount(python.FS.filesystems.NODEFS, {root}, folder);
}
try { console.log(python.runPython(SCRIPT)); }
catch (error) { console.error(String(error.message).slice(-2000)); process.exitCode = 1; }
"""

RUN = """
import sys
sys.path[:0] = ["/top", "/libraries"]
PLAYED
def compiled(program):
    engine = prepare(program)
    assert engine.compiled
    return engine


played("/top/rulerun", compiled)
"""


@pytest.mark.skipif(not PYODIDE or shutil.which("node") is None, reason="needs Node.js and Pyodide")
def test_pyodide_comes_to_the_same_as_plain_python(tmp_path: Path) -> None:
    names: dict[str, object] = {}
    exec(PLAYED, names)
    found = names["played"]
    assert callable(found)
    expected = found(TOP, prepare_plain)
    libraries = [find_spec(name) for name in ("attr", "attrs", "lark", "yaml")]
    folders = [[str(TOP), "/top/rulerun"]]
    for each in libraries:
        assert each is not None
        assert each.origin is not None
        folder = Path(each.origin).parent
        folders.append([str(folder), f"/libraries/{folder.name}"])
    script = tmp_path / "run.mjs"
    text = IN_PYODIDE.replace("SCRIPT", json.dumps(RUN.replace("PLAYED", PLAYED)))
    script.write_text(text.replace("FOLDERS", json.dumps(folders)).replace("PYODIDE", Path(PYODIDE).as_uri()), encoding="utf-8")
    ran = subprocess.run(["node", str(script)], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr[-2000:]
    assert ran.stdout.strip() == expected
