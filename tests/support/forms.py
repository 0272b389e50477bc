"""What the forms of emitted code come to, as numbers that are the same in every engine."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable
from random import Random

from rulerun.interpreter import PlayError
from rulerun.simulation import Batch, Engine
from rulerun.simulation.batch import NOBODY
from rulerun.simulation.compile.signatures import Kind
from rulerun.simulation.emit.environment import HELD_BACK
from rulerun.simulation.emit.memory import remembered
from rulerun.simulation.emit.module import Form
from rulerun.simulation.emit.noting import NOTED, WEIGHT
from rulerun.simulation.emit.observing import observed
from rulerun.simulation.learning import NEVER, NO_ANSWER
from rulerun.simulation.runtime.fault import Fault
from rulerun.simulation.search import kinds
from rulerun.simulation.search.alphabeta import AlphaBeta, Limits, Practice
from rulerun.simulation.search.search import Search
from rulerun.worlds.replays import Replays

from .histories import somewhere
from .lockstep import SEED, played_out, tallied

MATCHES = 3
"""So many matches are side by side."""

SIMULATIONS = 25
"""So many does each search."""

THOUGHTS = 60
"""So many nodes alpha-beta looks at, and so many rows it plays for practice."""


def outcome_of(engine: Engine, form: Form, seed: int, most: int) -> object:
    """What that form comes to from a seed, after so many decisions at most; where the rules fail, how that is told."""
    try:
        return FORMS[form](engine, seed, most)
    except PlayError as fault:
        return fault.sentence, fault.message
    except Fault as fault:
        return fault.site


def _numbers(rows: Iterable[Iterable[int]]) -> list[list[int]]:
    return [[int(number) for number in row] for row in rows]


def _playouts(engine: Engine, seed: int, most: int) -> object:
    return [played_out(engine, seed + game) for game in range(MATCHES)], engine.playouts(SEED, seed, 2 * MATCHES)


def _tallies(engine: Engine, seed: int, most: int) -> object:
    return tallied(engine, seed, 2 * MATCHES)


def _steps(engine: Engine, seed: int, most: int) -> object:
    batch, found = Batch(engine, MATCHES, SEED, seed), list[object]()
    _play(batch, seed, most, lambda: found.append(_looked(batch)))
    batch.play_out()
    return found, _looked(batch)


def _looked(batch: Batch) -> object:
    codes, weights, counts = batch.options()
    offered = [(_numbers([codes[at][: int(count)], weights[at][: int(count)]])) for at, count in enumerate(counts)]
    return offered, _numbers(batch.masks()), _numbers(batch.vectors), batch.scores(), batch.returns(), batch.ranks()


def _play(batch: Batch, seed: int, most: int, look: Callable[[], None]) -> None:
    """Plays at random for so many decisions, looking at each."""
    chance = Random(seed)
    for _ in range(most):
        batch.nature()
        look()
        if all(actor == NOBODY for actor in batch.actors()):
            return
        codes, _, counts = batch.options()
        batch.apply([int(row[chance.randrange(int(count))]) if count else 0 for row, count in zip(codes, counts, strict=True)])


def _rollouts(engine: Engine, seed: int, most: int) -> object:
    batch = Batch(engine, MATCHES, SEED, seed)
    _play(batch, seed, most, lambda: None)
    loaded = engine.form(Form.ONWARD)
    vectors = loaded.vectors(_numbers(batch.vectors), engine.program.slots)
    nature, bots = loaded.words(MATCHES), loaded.words(MATCHES)
    nature[:], bots[:] = range(seed, seed + MATCHES), range(7, 7 + MATCHES)
    _, *room, _, words = engine.buffers(loaded)
    loaded.call("rollouts", vectors, *room, words, nature, bots)
    return _numbers(vectors)


def _searches(engine: Engine, seed: int, most: int) -> object:
    batch = Batch(engine, 1, SEED, seed)
    _play(batch, seed, most // 2, lambda: None)
    batch.nature()
    (actor,), (codes, _, counts) = batch.actors(), batch.options()
    if actor < 0 or not counts[0]:
        return None
    worlds, offered = _numbers(batch.vectors), [int(code) for code in codes[0][: int(counts[0])]]
    search = Search(engine)
    return [
        search.run(worlds * (1 + (kind is kinds.Kind.ISMCTS)), int(actor), offered, kind, SIMULATIONS, seed=seed)
        for kind in kinds.Kind
    ]


def _heard(engine: Engine, seed: int, most: int) -> object:
    """What every seat hears on the way, and worlds drawn along what one has heard."""
    program, loaded, chance, found = engine.program, engine.form(Form.LISTENING), Random(seed), list[object]()
    vector, memory, row = loaded.vector(program.start), loaded.numbers(loaded.emitted.memory), loaded.numbers(NOTED)
    codes, weights = loaded.numbers(loaded.emitted.options), loaded.numbers(loaded.emitted.options)
    loaded.call("start", vector, memory)
    for _ in range(2 * most):
        actor = loaded.call("actor", vector, memory)
        if actor == NOBODY:
            break
        at = chance.randrange(loaded.call("options", vector, memory, codes, weights, actor))
        memory[WEIGHT] = int(weights[at])
        loaded.call("apply", vector, memory, actor, int(codes[at]))
        for seat in range(len(program.seats)):
            behind = loaded.call("hear", memory, row, seat, 0)
            found.append(_numbers([row[:behind], vector]))
    history = somewhere(program, 3, seed)
    if history is None:
        return found
    replays = Replays(engine, loaded)
    return found, [replays.world(history, number, 200, strict) for number, strict in enumerate((True, False))]


def _lessons(engine: Engine, seed: int, most: int) -> object:
    """What learners see in matches side by side."""
    program, loaded, chance, found = engine.program, engine.form(Form.LEARNING), Random(seed), list[object]()
    known, players = remembered(program).start, len(program.players)
    width, codes = sum(piece.size for piece in observed(program)), max(1, program.codes)
    held = loaded.rows(MATCHES, HELD_BACK + 2 if len(known) > 1 else 2)
    vectors, listed = loaded.blank(MATCHES, program.slots), (loaded.rows(1, loaded.emitted.options) for _ in range(2))
    seen_by_all, by_each = loaded.blank(MATCHES, program.slots), loaded.blank(MATCHES, len(known))
    state = vectors, seen_by_all, by_each, held, loaded.numbers(loaded.emitted.memory), *listed
    everyone, words, games = loaded.flags(1, MATCHES)[0], loaded.words(MATCHES), loaded.numbers(MATCHES)
    everyone[:], games[:] = [1] * MATCHES, range(seed, seed + MATCHES)
    start, streams = (
        (loaded.vector(program.start), loaded.vector(known)),
        (loaded.words(MATCHES), loaded.words(MATCHES), 0, NEVER),
    )
    loaded.call("begin_learning", *state, *start, everyone, words, games, *streams)
    seen = loaded.arrays.blank(Kind.REALS, MATCHES * players, width)
    masks, asked = loaded.flags(MATCHES * players, codes), loaded.flags(MATCHES, players)
    for _ in range(most):
        loaded.call("observe_all", *state, seen, width, masks, asked, everyone, 1, NEVER)
        legal = _numbers(masks)
        found.append(([array("f", row).tolist() for row in seen], legal, _numbers(asked), _numbers(vectors)))
        answers = [
            [
                chance.choice([code for code, holds in enumerate(legal[match * players + player]) if holds])
                if asks
                else NO_ANSWER
                for player, asks in enumerate(row)
            ]
            for match, row in enumerate(_numbers(asked))
        ]
        given = loaded.rows(MATCHES, players)
        for row, answer in zip(given, answers, strict=True):
            row[:] = answer
        loaded.call("answer_all", *state, given, *streams)
    return found


def _thoughts(engine: Engine, seed: int, most: int) -> object:
    """What alpha-beta thinks on the way, and the matches that it plays against itself."""
    batch, found = Batch(engine, 1, SEED, seed), list[object]()
    search = AlphaBeta(engine)
    start = _numbers(batch.vectors)[0]

    def think() -> None:
        if batch.actors()[0] != NOBODY:
            found.append(search.think(_numbers(batch.vectors)[0], Limits(nodes=THOUGHTS)))

    _play(batch, seed, most, think)
    practised = search.self_play(start, seed, THOUGHTS, Practice(nodes=THOUGHTS, opening=3, longest=most + 3))
    return found, _numbers(practised.features), _numbers(practised.meta)


FORMS: dict[Form, Callable[[Engine, int, int], object]] = {
    Form.PLAYOUT: _playouts,
    Form.TALLY: _tallies,
    Form.STEPPING: _steps,
    Form.LISTENING: _heard,
    Form.ONWARD: _rollouts,
    Form.SEARCH: _searches,
    Form.LEARNING: _lessons,
    Form.ALPHABETA: _thoughts,
}
