"""Functions for many matches side by side, one vector after another; matches that are over are left unchanged.

begin_some(v, first, m, seeds, games, again, n, b)   begins the matches anew that are marked in *again*
streams_all(seeds, games, n, b, count)               sets the streams to their beginning
actors(v, m, p)                                      who is asked in each
options_all(v, m, o, w, p, counts)                   codes and weights of the options; nature's as in `program/chances.py`
masks_all(v, m, o, w, p, k)                          the codes that a seat may answer with, as ones
apply_all(v, m, o, w, p, codes)                      one answer in each; gives the first match in which there is none, else -1
nature_all(v, m, o, w, n, d, counts, room)           answers for nature, and notes its codes; 1 where a row was full
rollout_all(v, m, o, w, n, b)                        plays all to their end
results_all(v, m, r), scores_all(v, m, r)            how matches that are over have ended; the scores of all
"""

from __future__ import annotations

from ...interpreter.state import NATURE
from ...program.chances import shifts
from ...program.ir import NOTHING, Key
from .context import Emission, Module, at
from .counters import each_seat, ending, scored, unscored
from .expressions import value
from .guarded import UNKNOWN, asked, guarded
from .schema import Results
from .stepping import NOBODY


def batching(module: Module) -> list[list[str]]:
    """These functions, each as its lines."""
    functions = [_shift(module), *_results(module)]
    return [*functions, *(text.replace("SLOTS", str(module.program.slots)).splitlines() for text in MANY)]


def results(module: Module) -> Results:
    """Where the result of a match stands in a row."""
    return Results(len(module.program.seats), len(module.program.players))


def shift_table(em: Emission) -> str:
    """The name of the table of how much higher the code of an outcome is than the element, by stop. What has no bounds has 0."""
    try:
        return em.table(shifts(em.program))
    except ValueError:
        return em.table((0,) * (em.program.stops + 1))


def _shift(module: Module) -> list[str]:
    return ["def shift(s: Slots) -> int:", f"    return {shift_table(Emission(module, {}))}[U(s[0])]"]


def _results(module: Module) -> list[list[str]]:
    """The functions `result` and `scores`, and what they call."""
    program, columns = module.program, results(module)
    em = Emission(module, {})
    clock = "0" if program.longest is None else f"s[{program.longest.clock}]"
    with em.writer.block("def result(s: Slots, m: Numbers, r: Numbers) -> None:"):
        ending(em, columns, clock)
    declared = program.outcome.score
    keys = () if declared is None else (Key(declared, highest=True),)
    functions = guarded(module, keys, lambda own, key: value(own, key.value))
    now = Emission(module, {})
    with now.writer.block("def scores(s: Slots, m: Numbers, r: Numbers) -> None:"):
        unscored(now, columns)
        if declared is not None:
            with each_seat(now, scored(program)) as (seat, _):
                spot = f"r[{at(f'{columns.score(0)} + {seat}')}]"
                if functions:
                    number = now.atom(asked(now, 0, seat))
                    now.writer.line(f"{spot} = {NOTHING} if {number} == {UNKNOWN} else {number}")
                else:
                    now.writer.line(f"{spot} = {value(now, declared)}")
    return [em.writer.lines, *functions, now.writer.lines]


MANY = (
    """@entry
def begin_some(v: Vectors, first: Slots, m: Numbers, seeds: Words, games: Numbers, again: Flags, n: Words, b: Words) -> None:
    for i in range(len(v)):
        if again[U(i)] != 0:
            n[i] = stream(seeds[i], U(games[i]), U(0))
            b[i] = stream(seeds[i], U(games[i]), U(1))
            for j in range(SLOTS):
                v[i][U(j)] = first[U(j)]
            start(v[i], m)""",
    """@entry
def streams_all(seeds: Words, games: Numbers, n: Words, b: Words, count: int) -> None:
    for i in range(count):
        n[i] = stream(seeds[i], U(games[i]), U(0))
        b[i] = stream(seeds[i], U(games[i]), U(1))""",
    """@entry
def actors(v: Vectors, m: Numbers, p: Numbers) -> None:
    for i in range(len(v)):
        p[i] = actor(v[i], m)""",
    f"""@entry
def options_all(v: Vectors, m: Numbers, o: Rows, w: Rows, p: Numbers, counts: Numbers) -> None:
    for i in range(len(v)):
        counts[i] = 0
        if p[i] != {NOBODY}:
            counts[i] = options(v[i], m, o[i], w[i], p[i])
            if p[i] == {NATURE}:
                for k in range(counts[i]):
                    o[i][U(k)] += shift(v[i])""",
    """@entry
def masks_all(v: Vectors, m: Numbers, o: Rows, w: Rows, p: Numbers, k: FlagRows, width: int) -> None:
    for i in range(len(v)):
        for j in range(width):
            k[i][U(j)] = 0
        if p[i] >= 0:
            for j in range(options(v[i], m, o[i], w[i], p[i])):
                k[i][U(o[i][U(j)])] = 1""",
    f"""@entry
def apply_all(v: Vectors, m: Numbers, o: Rows, w: Rows, p: Numbers, codes: Numbers) -> int:
    for i in range(len(v)):
        if p[i] != {NOBODY}:
            legal = False
            wanted = codes[i]
            if p[i] == {NATURE}:
                wanted -= shift(v[i])
            for k in range(options(v[i], m, o[i], w[i], p[i])):
                if o[i][U(k)] == wanted:
                    legal = True
            if not legal:
                return i
    for i in range(len(v)):
        if p[i] == {NATURE}:
            apply(v[i], m, p[i], codes[i] - shift(v[i]))
        elif p[i] != {NOBODY}:
            apply(v[i], m, p[i], codes[i])
    return -1""",
    f"""@entry
def nature_all(v: Vectors, m: Numbers, o: Rows, w: Rows, n: Words, d: Rows, counts: Numbers, room: int) -> int:
    full = 0
    for i in range(len(v)):
        while actor(v[i], m) == {NATURE}:
            if counts[i] == room:
                full = 1
                break
            count = options(v[i], m, o[i], w[i], {NATURE})
            total = 0
            for k in range(count):
                total += w[i][U(k)]
            now, number = below(n[i], total)
            n[i] = now
            code = o[i][U(heavier(w[i], number))]
            d[i][U(counts[i])] = code + shift(v[i])
            counts[i] += 1
            apply(v[i], m, {NATURE}, code)
    return full""",
    """@entry
def rollout_all(v: Vectors, m: Numbers, o: Rows, w: Rows, n: Words, b: Words) -> None:
    for i in range(len(v)):
        nature, bots = rollout(v[i], m, o[i], w[i], n[i], b[i], -1)""",
    """@entry
def results_all(v: Vectors, m: Numbers, rows: Rows, width: int) -> None:
    for i in range(len(v)):
        r = rows[i]
        for j in range(width):
            r[U(j)] = 0
        if v[i][0] == 0:
            result(v[i], m, r)""",
    """@entry
def scores_all(v: Vectors, m: Numbers, rows: Rows) -> None:
    for i in range(len(v)):
        scores(v[i], m, rows[i])""",
)
"""The functions that are the same for all rulesets."""
