"""Finished runs stored on disk, so that a sweep that was stopped can be resumed.

An entry is a tally as JSON, in a file of the cache. Its key is a digest of everything that the games depend on; an entry whose
seal does not hold counts as missing.
"""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import TypedDict

import numpy as np

from ...dsl.text import sealed
from ...program.ir import Program
from ...simulation import prepare_plain
from ...simulation.emit.module import Form
from ..statistics.tally import Counts, Ratio, Tally
from .chunks import StoppingRule

FORMAT = "4"
"""The version of the entries; change it whenever their content, or the way games are summed up, changes."""


def folder() -> Path:
    """Where checkpoints are stored: `rulerun/runs` in `XDG_CACHE_HOME`, or in `~/.cache`."""
    return sealed.folder("runs")


def key(program: Program, stopping: StoppingRule, seed: int, bots: tuple[str, ...]) -> str:
    """The key of a run: a digest of the code that plays it, the stopping rule, the seed and the bots."""
    code = prepare_plain(program).form(Form.TALLY).emitted.text
    words = (FORMAT, code, program.digest, stopping.words, str(seed), *bots)
    return sha256("\0".join(words).encode()).hexdigest()


def recall(name: str) -> Tally | None:
    """The tally that is stored under that key; None when there is none or it is damaged."""
    content = sealed.read(folder() / name)
    return None if content is None else _tally(json.loads(content))


def keep(name: str, tally: Tally) -> None:
    """Stores a tally under that key, replacing the file as a whole. Raises OSError."""
    sealed.write(folder() / name, json.dumps(_entry(tally)).encode())


Line = tuple[int, int, int, int, int, int, list[tuple[int, int]]]
"""`Counts` as JSON: count, total, squares, least, most, shift, and the bins as (value, games)."""


class Entry(TypedDict):
    """A tally as JSON; *counters* has (index, value) for those that are not 0, which are few in large rulesets, and *length* is
    how many there are in all.
    """

    games: int
    counts: dict[str, Line]
    ratios: dict[str, tuple[int, int, int, tuple[int, int, int]]]
    both: list[list[int]]
    alone: list[int]
    places: list[list[int]]
    winners: list[int]
    sets: list[tuple[int, int]]
    counters: list[tuple[int, int]]
    length: int
    most_options: int


def _entry(tally: Tally) -> Entry:
    return Entry(
        games=tally.games,
        counts={
            name: (each.count, each.total, each.squares, each.least, each.most, each.shift, sorted(each.bins.items()))
            for name, each in tally.counts.items()
        },
        ratios={name: (each.count, each.first, each.second, each.squares) for name, each in tally.ratios.items()},
        both=tally.both.tolist(),
        alone=tally.alone.tolist(),
        places=tally.places.tolist(),
        winners=tally.winners.tolist(),
        sets=sorted(tally.sets.items()),
        counters=[(int(at), int(tally.counters[at])) for at in tally.counters.nonzero()[0]],
        length=len(tally.counters),
        most_options=tally.most_options,
    )


def _tally(entry: Entry) -> Tally:
    counters = np.zeros(entry["length"], np.int64)
    for at, times in entry["counters"]:
        counters[at] = times
    return Tally(
        entry["games"],
        {name: Counts(*line[:6], dict(line[6])) for name, line in entry["counts"].items()},
        {name: Ratio(*line[:3], (line[3][0], line[3][1], line[3][2])) for name, line in entry["ratios"].items()},
        np.array(entry["both"], np.int64),
        np.array(entry["alone"], np.int64),
        np.array(entry["places"], np.int64),
        np.array(entry["winners"], np.int64),
        dict(entry["sets"]),
        counters,
        entry["most_options"],
    )
