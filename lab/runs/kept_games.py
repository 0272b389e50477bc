"""Finished games of tournaments stored on disk, so that a tournament that was stopped goes on where it was.

A file has a line for each game: the first characters of the SHA-256 digest of the rest, then the game as JSON. Its name is a
digest of everything that the games depend on, the code that plays them included. A line that was cut counts as missing, and so
does a file to which somebody else has a right.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from pathlib import Path

import attrs

from ...dsl.text import sealed
from ...program.ir import Program
from ..statistics.tournament_games import Failure, Item, TournamentGame
from .checkpoints import folder
from .seatings import Seatings

FORMAT = "2"
"""The version of the lines; change it whenever their content changes."""

ROOMS = ("bots", "interpreter", "program", "simulation", "lab/runs", "lab/statistics")
"""The folders whose code decides how a game goes, and what is noted of it."""

SEAL = 12
"""Characters of the digest in front of a line."""


def path_of(program: Program, bots: tuple[str, ...], seatings: Seatings) -> Path:
    """Where the games of that tournament are stored, however many they are to be."""
    words = (FORMAT, _code(), program.digest, seatings.way.value, str(seatings.seed), *bots)
    return folder() / f"{sha256(chr(0).join(words).encode()).hexdigest()}.games"


def recall(path: Path) -> dict[Item, TournamentGame]:
    """The games in that file; none where it is missing or cannot be read."""
    lines = (sealed.own(path) or b"").decode(errors="replace").splitlines()
    found = [game for line in lines if (game := _game(line)) is not None]
    return {game.item: game for game in found}


def keep(path: Path, games: Iterable[TournamentGame]) -> None:
    """Adds games to that file. Raises OSError."""
    lines = "".join(f"{_seal(text)} {text}\n" for text in (json.dumps(attrs.astuple(game)) for game in games))
    # an empty line first: what was written before may have been cut short
    sealed.append(path, f"\n{lines}".encode())


def suspects(path: Path) -> list[Item]:
    """The games of that tournament during which a process died, or this one did."""
    try:
        lines = (sealed.own(_suspected(path)) or b"").splitlines()
        return [(number, tuple(seating)) for number, seating in map(json.loads, lines)]
    except (ValueError, TypeError):
        return []


def suspect(path: Path, items: Iterable[Item]) -> None:
    """Notes the games during which a process has died or may die now, in place of those noted before. Raises OSError."""
    lines = "".join(f"{json.dumps(item)}\n" for item in items)
    if not lines:
        _suspected(path).unlink(missing_ok=True)
        return
    sealed.put(_suspected(path), lines.encode())


def _suspected(path: Path) -> Path:
    return path.with_suffix(".died")


def forget(path: Path) -> None:
    """Removes that file, where there is one, and what was noted beside it. Raises OSError."""
    path.unlink(missing_ok=True)
    _suspected(path).unlink(missing_ok=True)


def _seal(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:SEAL]


def _game(line: str) -> TournamentGame | None:
    seal, _, text = line.partition(" ")
    if not text or seal != _seal(text):
        return None
    number, seating, shares, places, scores, payoffs, choices, seconds, slowest, full, failure = json.loads(text)
    return TournamentGame(
        number,
        tuple(seating),
        tuple(shares),
        tuple(places),
        tuple(scores),
        tuple(payoffs),
        tuple(choices),
        tuple(seconds),
        tuple(slowest),
        tuple(full),
        None if failure is None else Failure(*failure),
    )


@cache
def _code() -> str:
    top, found = Path(__file__).resolve().parents[2], sha256()
    for path in sorted(path for room in ROOMS for path in (top / room).rglob("*.py")):
        found.update(path.read_bytes())
    return found.hexdigest()
