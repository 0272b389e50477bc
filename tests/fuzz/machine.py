"""Machine code at both levels does what the same code does in plain Python, to the last slot and to the words of a fault."""

from __future__ import annotations

from collections.abc import Callable

from rulerun.interpreter import PlayError
from rulerun.simulation import Engine
from rulerun.simulation.emit.module import Form

from ..support.lockstep import SEED, stepped_out
from ..support.machine import AtLevel
from .case import Case
from .failure import Failure

GAMES = range(6)
LEVELS = (1, 3)

Asked = Callable[[Engine, int], object]


def machine(case: Case) -> None:
    """Playouts, counts and steps, compiled, against plain Python."""
    if not case.tally.machine:
        return
    engines = {level: AtLevel(case.program, level) for level in LEVELS}
    for name, ask in {"playouts": _decisions, "counting": _counts, "stepping": stepped_out}.items():
        for number in GAMES:
            expected = _answer(ask, case.engine, number)
            for level, engine in engines.items():
                found = _answer(ask, engine, number)
                if found != expected:
                    raise Failure("machine", f"{name} at -O{level} give another result")


def _answer(ask: Asked, engine: Engine, number: int) -> object:
    try:
        return ask(engine, number)
    except PlayError as fault:
        return fault.sentence, fault.message


def _decisions(engine: Engine, number: int) -> object:
    return engine.playouts(SEED, number, 1)


def _counts(engine: Engine, number: int) -> object:
    loaded = engine.now(Form.TALLY)
    assert loaded.compiled == isinstance(engine, AtLevel)
    chunk = engine.run(SEED, number, 1)
    return chunk.rows.tolist(), chunk.counters.tolist()
