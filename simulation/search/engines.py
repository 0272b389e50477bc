"""One Engine for each Program that is searched, kept while others ask for it."""

from __future__ import annotations

from threading import Lock

from ...interpreter.core.policy import Policy
from ...program.ir import Program
from ..emit.module import Form
from ..engine import Engine, prepare

KEPT = 8
"""Of how many Programs the engines are kept; the one that was asked for longest ago is dropped first."""

_kept: dict[str, Engine] = {}
_keeping = Lock()


def engine_for(program: Program) -> Engine:
    """The engine of that Program, or of an equal one. May be called from several threads.

    It draws options by their weights, whichever entry of a menu they belong to: where an entry is to pass, a random playout
    that takes each entry equally often would give up at every other choice.
    """
    with _keeping:
        found = _kept.pop(program.digest, None) or prepare(program, Policy.FLAT)
        _kept[program.digest] = found
        while len(_kept) > KEPT:
            del _kept[next(iter(_kept))]
        return found


def make_ready(program: Program) -> None:
    """Emits the search of that game, and begins to compile it in the background."""
    engine = engine_for(program)
    if not engine.now(Form.SEARCH).compiled:
        engine.start(Form.SEARCH)
