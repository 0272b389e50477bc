"""Alpha-beta searches: the emitted search called with its arrays, one iteration after another, in calls of some nodes each."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from time import perf_counter

from attrs import define, evolve, frozen

from ...interpreter.core.rng import Use, stream_start
from ..compile.loaded import Loaded
from ..emit.alphabeta import entry_length
from ..emit.evaluation import evaluation
from ..emit.module import Form
from ..engine import Engine
from ..runtime import alphabeta as loops
from ..runtime.fault import Fault

MOST_ENTRIES = 2**21
"""So many entries the table of a search has at most, of 16 or 24 bytes each."""

SMALLEST = 2**12
"""So many entries a table has at least."""

FAST = 2**21
"""About so many nodes a second are looked at; the table is made for that."""

DEEPEST = loops.DEEPEST - 8
"""The deepest iteration."""

ROOM = 256
"""So many options there is room for at each level, on average."""

CALL, PLAIN_CALL = 20_000, 200
"""So many nodes are looked at in one call where no time is set; between two calls Ctrl-C is heard."""

FIRST_CALL, PLAIN_FIRST_CALL = 500, 4
"""So many in the first call where a time is set."""

SHARE = 0.02
"""One call takes about this share of the time that is set."""

PATIENCE = 2.0
"""How many seconds a search without a time waits for the code to be compiled, before it goes on in plain Python."""

LEVELS, JUMP, MARGIN = 4, 300, 600
"""How many levels quiescence has, what a choice must seem to win there, and how much an estimate may be off, in thousandths."""


@frozen
class Limits:
    """How far a search goes: to so many nodes, to that depth, for so many seconds; None sets no limit."""

    nodes: int | None = None
    depth: int | None = None
    seconds: float | None = None


@frozen
class Thought:
    """What a search found: the code of the best option, its *value* for the seat that is asked in thousandths of a logit, the
    depth of the last iteration that was done, how many nodes were looked at, the choices that both sides would make, this one
    first.

    *proven* tells that nothing was estimated: the value is what perfect play leads to, above `WON` a win, below -`WON` a loss, 0
    where nobody wins.
    """

    code: int
    value: int
    depth: int
    nodes: int
    line: tuple[int, ...]
    proven: bool


@frozen
class Practice:
    """How matches are played for practice: to that *depth*, with so many *nodes* for a choice at most, up to *opening* choices at
    random at first, and so many in a thousand later (*explore*); a match is left after *longest* choices.
    """

    depth: int = 1
    nodes: int = 4000
    explore: int = 100
    opening: int = 8
    longest: int = 400


@frozen(eq=False)
class Practised:
    """Positions of matches played for practice, a row for each, in the order of play.

    *features* has the numbers of the weights in use (int32, as many as `Evaluation.features`), *meta* (int64) the player who is
    asked, the value for the first player in thousandths of a logit, the number of the match, how the first player stands when it
    is over in parts of `interpreter.standing.ONE` (-1: it was left), and how many choices were made before. Without NumPy both
    are lists of lists.
    """

    features: Sequence[Sequence[int]]
    meta: Sequence[Sequence[int]]


NOBODY = loops.NOBODY
"""Who is asked where the match is over."""

WON = loops.SURE_WIN
"""A value above this is that of a win, which is proven."""


@define
class _Arrays:
    """What the search works on, in the order in which it is passed."""

    slots: MutableSequence[int]
    memory: MutableSequence[int]
    words: MutableSequence[int]
    options: MutableSequence[int]
    chances: MutableSequence[int]
    standings: MutableSequence[int]
    positions: MutableSequence[MutableSequence[int]]
    kept_words: MutableSequence[int]
    frames: MutableSequence[int]
    listed: MutableSequence[int]
    promises: MutableSequence[int]
    table: MutableSequence[int]
    history: MutableSequence[int]
    weights: MutableSequence[int]
    cells: MutableSequence[int]
    control: MutableSequence[int]

    @property
    def all(self) -> tuple[object, ...]:
        """All of them."""
        game = self.slots, self.memory, self.words, self.options, self.chances, self.standings
        levels = self.positions, self.kept_words, self.frames, self.listed, self.promises
        return (*game, *levels, self.table, self.history, self.weights, self.cells, self.control)

    @property
    def game(self) -> tuple[object, ...]:
        """Those in which play stands."""
        return self.slots, self.memory, self.words


class AlphaBeta:
    """Searches with an engine, and with *weights* of the evaluation in thousandths of a logit (none: by how the players stand).

    A search remembers nothing of those before: where no time is set, the same arguments give the same result in every engine. An
    object searches for one thread at a time.
    """

    def __init__(self, engine: Engine, weights: Sequence[int] = ()) -> None:
        self.engine, self.program, self.weights = engine, engine.program, weights
        self._loaded = engine.now(Form.ALPHABETA)
        self._arrays = self._made(self._loaded)
        self._empty(SMALLEST)

    # ------------------------------------------------------------------------------------------------------- searches

    def think(self, position: Sequence[int], limits: Limits) -> Thought:
        """The best option in a position (a vector) in which a seat is asked. Raises PlayError."""
        clock = self._begin(limits)
        depth, code, value, proven = 0, -1, 0, False
        while depth < min(limits.depth or DEEPEST, DEEPEST) and not proven:
            done = self._iteration(position, depth + 1, clock)
            depth += done
            control = self._arrays.control
            if control[loops.CODE_FOUND] >= 0:
                code, value = int(control[loops.CODE_FOUND]), int(control[loops.VALUE_FOUND])
                proven = bool(control[loops.PROVEN]) if done else value > WON
            if not done or clock.is_over:
                break
        if code < 0:
            code = self.options(position)[0]
        return Thought(code, value, depth, self._nodes, self._line(position, code, max(1, depth)), proven)

    def judge(self, position: Sequence[int], codes: Sequence[int], limits: Limits) -> tuple[Thought, ...]:
        """What each of these options is worth, in their order: the best one as `think` finds it within the limits; the others by
        searches of the positions behind them, for which limits of nodes count once more, while of the time half is left for them.
        One that seems better there is told to be worth a little less, unless that is proven. Raises PlayError.
        """
        limits = limits if limits.seconds is None else evolve(limits, seconds=limits.seconds / 2)
        best = self.think(position, limits)
        player, clock = self._player(self.asked(position)), self._again(limits)
        behind = {code: self.after(position, code) for code in codes if code != best.code}
        found = {code: self._over(code, after, player) for code, (after, asked) in behind.items() if asked == NOBODY}
        most = min(limits.depth or DEEPEST, DEEPEST)
        for depth in range(1, most if best.proven else max(2, best.depth)):
            for code, (after, asked) in behind.items():
                if not (code in found and found[code].proven):
                    before = self._nodes
                    if not self._iteration(after, depth, clock):
                        break
                    found[code] = self._behind(code, after, self._player(asked) == player, depth, self._nodes - before)
            else:
                continue
            break
        worse = best.value - 1
        told = [best if code == best.code else found.get(code, Thought(code, worse, 0, 0, (code,), False)) for code in codes]
        return tuple([each if each.proven or each is best else evolve(each, value=min(each.value, worse)) for each in told])

    def _over(self, code: int, after: Sequence[int], player: int) -> Thought:
        """What an option is worth that ends the match."""
        value = self.estimate(after)
        return Thought(code, value if player == 0 else -value, 1, 1, (code,), True)

    def _behind(self, code: int, after: Sequence[int], own: bool, depth: int, nodes: int) -> Thought:
        """What an option is worth by the search of the position behind it; whether the same player chooses there."""
        control = self._arrays.control
        value, proven = int(control[loops.VALUE]), bool(control[loops.PROVEN])
        line = self._line(after, int(control[loops.CODE_FOUND]), depth)
        return Thought(code, value if own else -value, depth + 1, nodes, (code, *line), proven)

    def _iteration(self, position: Sequence[int], depth: int, clock: _Clock) -> bool:
        """Searches to that depth; whether it came to its end within the limits."""
        vector, going = self._loaded.vector(position), depth
        while True:
            control, begun = self._arrays.control, perf_counter()
            control[loops.LIMIT] = clock.limit(self._nodes)
            if self._call("deepened", *self._arrays.all, vector, going):
                return True
            clock.looked_at(perf_counter() - begun)
            if clock.is_over or clock.limit(self._nodes) <= self._nodes:
                return False
            going = 0
            if clock.limits.seconds is not None and self._look():
                vector, going = self._loaded.vector(position), depth

    def _line(self, position: Sequence[int], first: int, most: int) -> tuple[int, ...]:
        """The choices that the table has from a position on, this one first."""
        behind, asked = self.after(position, first)
        line = self._loaded.numbers(most)
        count = 0
        if asked != NOBODY and most > 1:
            arrays = self._arrays
            given = arrays.table, arrays.control, self._loaded.vector(behind), line, most - 1
            count = self._call("foreseen", *arrays.game, *given)
        return first, *[int(code) for code in line[:count]]

    # ------------------------------------------------------------------------------------------------------- practice

    def self_play(self, position: Sequence[int], seed: int, rows: int, how: Practice) -> Practised:
        """Matches from a position, the choices of both sides by searches, as many as there is room for in so many rows: the same
        for the same arguments. The table is kept through them. Raises PlayError.
        """
        loaded = self._loaded = self.engine.form(Form.ALPHABETA)
        self._use(loaded, self._entries(Limits(nodes=how.nodes)))
        arrays, width = self._arrays, evaluation(self.program).features
        found, played = loaded.blank(rows, width), loaded.rows(rows, loops.META)
        streams = loaded.words(1)
        streams[0] = stream_start(seed, 0, Use.BOTS)
        given = loaded.vector(position), loaded.vector(position), streams, found, played
        count = self._call("practised", *arrays.all, *given, how.depth, how.nodes, how.explore, how.opening, how.longest)
        return Practised(found[:count], played[:count])

    # ------------------------------------------------------------------------------------------------------ positions

    def options(self, position: Sequence[int]) -> tuple[int, ...]:
        """The codes of the options in a position. Raises PlayError."""
        arrays = self._arrays
        given = arrays.options, arrays.chances, self._loaded.vector(position)
        count = self._call("offered", *arrays.game, *given)
        return tuple([int(code) for code in arrays.options[:count]])

    def asked(self, position: Sequence[int]) -> int:
        """The seat that is asked in a position; `NOBODY` where the match is over."""
        return self._call("asked", *self._arrays.game, self._loaded.vector(position))

    def after(self, position: Sequence[int], code: int) -> tuple[tuple[int, ...], int]:
        """The position behind a choice, and the seat that is asked there. Raises PlayError."""
        vector = self._loaded.vector(position)
        asked = self._call("answered", *self._arrays.game, vector, code)
        return tuple([int(slot) for slot in vector]), asked

    def estimate(self, position: Sequence[int]) -> int:
        """The value of a position for the first player without a search; `WIN` where that player has won. Raises PlayError."""
        a = self._arrays
        return self._call("judged", *a.game, a.standings, a.weights, a.cells, a.control, self._loaded.vector(position))

    def _player(self, seat: int) -> int:
        return self.program.players.index(seat)

    # ---------------------------------------------------------------------------------------------------------- arrays

    @property
    def _nodes(self) -> int:
        return int(self._arrays.control[loops.NODES])

    def _begin(self, limits: Limits) -> _Clock:
        """Takes up the fastest code that is there, with an empty table."""
        clock = _Clock(limits)
        if not self._loaded.compiled:
            self.engine.start(Form.ALPHABETA)
        waits = limits.seconds is None
        loaded = self.engine.awaited(Form.ALPHABETA, PATIENCE) if waits else self.engine.now(Form.ALPHABETA)
        self._use(loaded, self._entries(limits))
        clock.begin(loaded.compiled)
        return clock

    def _again(self, limits: Limits) -> _Clock:
        """The same limits once more, with the table as it is."""
        clock = _Clock(limits)
        clock.begin(self._loaded.compiled)
        self._arrays.control[loops.NODES] = 0
        return clock

    def _use(self, loaded: Loaded, entries: int) -> None:
        """Takes up that code, with an empty table, and with other arrays where it needs them."""
        if loaded.compiled != self._loaded.compiled:
            self._arrays = self._made(loaded)
        self._loaded = loaded
        self._empty(entries)

    def _made(self, loaded: Loaded) -> _Arrays:
        """Arrays for that code, without a table."""
        program, emitted = self.program, loaded.emitted
        words = emitted.words - program.slots
        layout, levels, room = evaluation(program), loops.DEEPEST + 1, emitted.options + loops.DEEPEST * ROOM
        return _Arrays(
            slots=loaded.vector(program.start),
            memory=loaded.numbers(emitted.memory),
            words=loaded.words(emitted.words),
            options=loaded.numbers(emitted.options),
            chances=loaded.numbers(emitted.options),
            standings=loaded.numbers(len(program.players)),
            positions=loaded.blank(levels, program.slots),
            kept_words=loaded.words(levels * words + 1),
            frames=loaded.numbers(levels * loops.FRAME),
            listed=loaded.numbers(room),
            promises=loaded.numbers(room),
            table=loaded.numbers(0),
            history=loaded.numbers(0),
            weights=loaded.long(self.weights if len(self.weights) else (0,)),
            cells=loaded.numbers(layout.cells),
            control=loaded.numbers(0),
        )

    def _empty(self, entries: int) -> None:
        """Makes an empty table with so many entries, and forgets all of the search before."""
        arrays, loaded, levels = self._arrays, self._loaded, loops.DEEPEST + 1
        arrays.table = loaded.numbers(entries * entry_length(self.program))
        arrays.history = loaded.numbers(2 * (self.program.codes + levels))
        arrays.control = control = loaded.numbers(loops.CONTROL)
        control[loops.MASK], control[loops.ROOM] = entries - 1, len(arrays.listed)
        control[loops.WEIGHED] = int(len(self.weights) > 0)
        control[loops.LEVELS], control[loops.JUMP], control[loops.MARGIN], control[loops.REDUCES] = LEVELS, JUMP, MARGIN, 1

    def _entries(self, limits: Limits) -> int:
        """How many entries the table has: a power of 2, about one for each node. A smaller table is faster until it is full."""
        nodes = limits.nodes or MOST_ENTRIES
        if limits.seconds is not None:
            nodes = min(nodes, round(FAST * limits.seconds))
        return min(MOST_ENTRIES, max(SMALLEST, 1 << nodes.bit_length()))

    def _look(self) -> bool:
        """Takes up faster code where there is some by now; whether it has other arrays, so that the iteration begins again."""
        found, before = self.engine.now(Form.ALPHABETA), self._loaded
        if found.compiled == before.compiled:
            self._loaded = found
            return False
        arrays = self._arrays
        self._use(found, len(arrays.table) // entry_length(self.program))
        for name in ("table", "history", "control"):
            getattr(self._arrays, name)[:] = getattr(arrays, name)
        self._arrays.control[loops.ROOM] = len(self._arrays.listed)
        return True

    def _call(self, name: str, *arguments: object) -> int:
        begun = perf_counter()
        try:
            return int(self._loaded.call(name, *arguments))
        except Fault as fault:
            raise self._loaded.emitted.told(self.program, fault.site, self._arrays.memory) from None
        finally:
            self.engine.used(self._loaded.level, Form.ALPHABETA, perf_counter() - begun)


class _Clock:
    """How far the limits of a search reach, and how many nodes are looked at in one call."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._begun = perf_counter()
        self._some = CALL
        self._last = 0.0

    def begin(self, compiled: bool) -> None:
        """The code is there, and compiled or not."""
        timed = self.limits.seconds is not None
        self._some = (FIRST_CALL if timed else CALL) if compiled else (PLAIN_FIRST_CALL if timed else PLAIN_CALL)

    def limit(self, nodes: int) -> int:
        """At how many nodes the next call stops, where there were so many."""
        return min(nodes + self._some, nodes + self._some if self.limits.nodes is None else self.limits.nodes)

    def looked_at(self, seconds: float) -> None:
        """The last call took so long for its nodes."""
        self._last = seconds
        if self.limits.seconds is not None:
            share = min(self._left, self.limits.seconds * SHARE)
            self._some = max(1, min(round(self._some * share / max(seconds, 1e-6)), self._some * 8))

    @property
    def _left(self) -> float:
        return (self.limits.seconds or 0.0) - (perf_counter() - self._begun)

    @property
    def is_over(self) -> bool:
        """Whether the time is over, or would be before the middle of another call."""
        return self.limits.seconds is not None and self._left < self._last / 2
