"""Machine code at both levels and WebAssembly do what the same code does in plain Python, to the last slot and to the words of a
fault.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec

from rulerun.interpreter import PlayError
from rulerun.simulation import Engine
from rulerun.simulation.emit.module import Form, forms_of

from ..support.forms import outcome_of
from ..support.lockstep import SEED, stepped_out
from ..support.machine import AtLevel
from ..support.wasm import in_wasm
from .case import Case
from .failure import Failure

GAMES = range(6)
LEVELS = (1, 3)
DECISIONS = 6
"""After so many decisions at most it is looked no further."""

Asked = Callable[[Engine, int], object]


def machine(case: Case) -> None:
    """Playouts, counts and steps, compiled, against plain Python."""
    if not case.tally.machine:
        return
    engines: dict[str, Engine] = {f"machine code at -O{level}": AtLevel(case.program, level) for level in LEVELS}
    engines["WebAssembly"] = in_wasm(case.program)
    for name, ask in {"playouts": _decisions, "counting": _counts, "stepping": stepped_out}.items():
        for number in GAMES:
            expected = _answer(ask, case.engine, number)
            for title, engine in engines.items():
                if _answer(ask, engine, number) != expected:
                    raise Failure("machine", f"{name} give another result in {title}")


def wasm(case: Case) -> None:
    """Every form in WebAssembly, against plain Python."""
    if case.skips(6) or find_spec("wasmtime") is None:
        return
    engine = in_wasm(case.program)
    for form in forms_of(case.program):
        if outcome_of(engine, form, case.seed, DECISIONS) != outcome_of(case.engine, form, case.seed, DECISIONS):
            raise Failure("wasm", f"another result of the form {form.value}")


def _answer(ask: Asked, engine: Engine, number: int) -> object:
    try:
        return ask(engine, number)
    except PlayError as fault:
        return fault.sentence, fault.message


def _decisions(engine: Engine, number: int) -> object:
    return engine.playouts(SEED, number, 1)


def _counts(engine: Engine, number: int) -> object:
    loaded = engine.form(Form.TALLY)
    assert loaded.compiled == engine.compiled
    chunk = engine.run(SEED, number, 1)
    return chunk.rows.tolist(), chunk.counters.tolist()
