"""Imagined worlds for bots: states that agree with all that a seat has lived through."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Lock, Thread, local
from typing import TYPE_CHECKING

from ...interpreter import Decision, State, actors, decision
from ...interpreter.core.rng import Stream
from ...interpreter.game import Game
from ...interpreter.openness import is_open
from ...program.ir import Program
from .bot import Situation

if TYPE_CHECKING:
    from ...interpreter.imagine import Drawer
    from ...simulation.compile.loaded import Loaded
    from ...simulation.trails import Replays

BUDGET = 1500
"""So many answers are tried for a world at most, where there is time for that."""

MISSES = 2
"""So many more samples than were found may come to nothing, before no more are drawn."""

KEPT = 8
"""For how many Programs a thread keeps what draws worlds."""


def drawer(game: Game, at_once: bool) -> Drawer | None:
    """What draws worlds of that game fast. Where it is wanted *at once*, None until its code is compiled, which this begins."""
    program = game.program
    if shows_all(game):
        return None
    # what draws worlds is loaded only now: a table is there sooner without it
    from ...simulation.emit.module import Form
    from ...simulation.search import engine_for

    if at_once:
        with _making:
            making = _made.get(program.digest)
            if making is None:
                compiling = engine_for(program).form
                making = _made[program.digest] = Thread(target=compiling, args=(Form.LISTENING,), daemon=True)
                making.start()
        if making.is_alive():
            return None
    return _drawers.of(program, at_once)


_made: dict[str, Thread] = {}
"""What compiles, or has compiled, by the digest of the Program."""

_making = Lock()


def worlds(situation: Situation, most: int, stream: Stream, drawer: Drawer | None, budget: int) -> Iterator[State]:
    """Up to *most* imagined states in which the seat is asked what it is asked, all drawn alike; one where nothing is hidden.

    About *budget* answers are tried for each; what is not found then is left out. Where no state is found that the rules reach,
    there is at most one, which comes close; none where the seat is asked something else in it. The situation must have a trail.
    Raises PlayError.
    """
    from ...interpreter.imagine import Exact, imagine

    game, trail, asked = situation.game, situation.trail, situation.asked
    assert trail is not None
    found = missed = 0
    close: State | None = None
    for _ in range(1 if shows_all(game) else most):
        imagined = imagine(game, trail, Stream(stream.below(2**64)), budget=budget, drawer=drawer)
        state = State(imagined.slots, None)
        if imagined.exact is not Exact.APPROXIMATE:
            found += 1
            yield state
            continue
        missed += 1
        if found == 0 and close is None and _asks(game, state, asked):
            close = state
        if missed > found + MISSES:
            break
    if found == 0 and close is not None:
        yield close


class _Drawers(local):
    """What draws worlds in emitted code, for each thread and Program; the one that was asked for longest ago is dropped first."""

    def __init__(self) -> None:
        self.kept: dict[tuple[str, bool], tuple[Loaded, Replays]] = {}

    def of(self, program: Program, at_once: bool) -> Replays:
        """The fastest that is there without waiting: compiled code, or the same code in Python, which draws the same unless
        worlds are wanted *at once*: then it prepares nothing.
        """
        from ...simulation.emit.module import Form
        from ...simulation.search import engine_for
        from ...simulation.trails import Replays

        engine = engine_for(program)
        engine.start(Form.LISTENING)
        code = engine.now(Form.LISTENING)
        prepares = code.compiled or not at_once
        found = self.kept.pop((program.digest, prepares), None)
        if found is None or found[0] is not code:
            found = code, Replays(engine, code, prepares=prepares)
        self.kept[program.digest, prepares] = found
        while len(self.kept) > KEPT:
            del self.kept[next(iter(self.kept))]
        return found[1]


_drawers = _Drawers()


def _asks(game: Game, state: State, asked: Decision) -> bool:
    if asked.actor not in actors(game, state):
        return False
    there = decision(game, state, asked.actor)
    return there.stop == asked.stop and [each.code for each in there.options] == [each.code for each in asked.options]


def shows_all(game: Game) -> bool:
    """The same as `is_open`, found out once for each Program."""
    program = game.program
    return game.silent.context.once("open", program.outcome, lambda: is_open(program))
