"""Games that were played as data frames, one game to a row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from attrs import define, field, frozen

if TYPE_CHECKING:
    import polars

    from ..lab.runs.watching import Ladder
    from ..lab.statistics.sense import Sense
    from ..lab.statistics.tally import Whole
    from ..lab.statistics.tournament_games import TournamentGame
    from ..lab.statistics.watched import Watched
    from ..program.ir import Program
    from ..simulation import Columns

MOST = 100_000
"""Of more games only the first so many are kept."""


@define
class Kept:
    """The first rows of a run, as they come: the number of the first game of each part, and its rows."""

    program: Program
    columns: Columns
    parts: list[tuple[int, Whole]] = field(factory=list)
    games: int = 0

    def keep(self, first: int, rows: Whole) -> None:
        """Takes the rows of the games from *first* on."""
        rows = rows[: MOST - self.games]
        if len(rows):
            self.parts.append((first, rows))
            self.games += len(rows)

    def frame(self) -> polars.DataFrame:
        """The games, one to a row, with the columns that `rulerun simulate --out` writes."""
        import numpy

        from ..lab.runs.rows import Table

        numbered = [numpy.column_stack([numpy.arange(first, first + len(rows)), rows]) for first, rows in self.parts]
        whole = numpy.concatenate([numpy.zeros((0, 1 + self.columns.width), numpy.int64), *numbered])
        return Table(self.program, self.columns).frame(whole)


@frozen
class Climb:
    """Games between levels, and the ladder that they belong to."""

    ladder: Ladder
    games: Sequence[Watched]

    def frame(self) -> polars.DataFrame:
        """The games, one to a row: the two levels, the number of the chance, how many choices there were and whether the game
        ended; then for each seat its bot, its part of the win, where it stands (0 to 1), its score and its payoff, if any.
        """
        program, names = self.ladder.program, _seats(self.ladder.program)
        levels = self.ladder.levels
        found: dict[str, list[object]] = {
            "stronger": [levels[self.ladder.pairings[game.match].stronger] for game in self.games],
            "weaker": [levels[self.ladder.pairings[game.match].weaker] for game in self.games],
            "game": [game.number for game in self.games],
            "choices": [game.choices for game in self.games],
            "ended": [game.ended for game in self.games],
        }
        for at, name in enumerate(names):
            found[f"bot_{name}"] = [levels[game.levels[at]] for game in self.games]
            found[f"won_{name}"] = [game.credits[at] for game in self.games]
            found[f"standing_{name}"] = [game.standings[at] for game in self.games]
            found[f"score_{name}"] = [game.scores[at] for game in self.games]
            if program.outcome.payoff is not None:
                found[f"payoff_{name}"] = [game.payoffs[at] for game in self.games]
        return _frame(found, ("score_",))


def tournament_frame(program: Program, bots: Sequence[str], parts: int, games: Sequence[TournamentGame]) -> polars.DataFrame:
    """The games of a tournament, one to a row: the round, the bot that failed (null: none), then for each seat its bot, its part
    of a win that has so many *parts*, its place, its score, its payoff, if any, its choices, and the seconds that they took.
    """
    found: dict[str, list[object]] = {
        "round": [game.round for game in games],
        "failed": [None if game.failure is None else bots[game.failure.bot] for game in games],
    }
    for at, name in enumerate(_seats(program)):
        found[f"bot_{name}"] = [bots[game.seating[at]] for game in games]
        found[f"won_{name}"] = [game.shares[at] / parts if game.shares else None for game in games]
        found[f"place_{name}"] = [game.places[at] if game.places else None for game in games]
        found[f"score_{name}"] = [game.scores[at] if game.scores else None for game in games]
        if program.outcome.payoff is not None:
            found[f"payoff_{name}"] = [game.payoffs[at] / program.outcome.parts if game.payoffs else None for game in games]
        found[f"choices_{name}"] = [game.choices[at] for game in games]
        found[f"seconds_{name}"] = [game.seconds[at] for game in games]
    return _frame(found, ("score_", "place_"))


def sense_frame(found: Sense) -> polars.DataFrame:
    """What each level wins against a weaker one, and each seat when all play with sense, one to a row, as parts of 1."""
    import polars

    rungs = [("levels", f"{one.stronger} against {one.weaker}", one.wins or one.gap) for one in found.rungs]
    seats = () if found.seats is None else zip(found.seats.names, found.seats.wins, strict=True)
    rows = [*rungs, *(("seats", name, win) for name, win in seats)]
    schema = {"group": str, "figure": str, "value": float, "low": float, "high": float}
    return polars.DataFrame([(*names, one.value, one.low, one.high) for *names, one in rows], schema=schema, orient="row")


def both_frame(one: polars.DataFrame, other: polars.DataFrame) -> polars.DataFrame:
    """The games of A, then those of B, with their `side` first."""
    import polars

    sides = [frame.select(polars.lit(name).alias("side"), polars.all()) for name, frame in (("A", one), ("B", other))]
    return polars.concat(sides, how="diagonal_relaxed")


def _seats(program: Program) -> list[str]:
    """The seats that decide, each as one word of its own."""
    from ..lab.runs.rows import plain

    words = [plain(program.seats[seat].name) for seat in program.players]
    return [word if words.index(word) == at else f"{word}_{at + 1}" for at, word in enumerate(words)]


def _frame(found: dict[str, list[object]], whole: tuple[str, ...]) -> polars.DataFrame:
    """The columns as a frame; those whose names begin so hold whole numbers, also where all are null."""
    import polars

    kinds = {name: polars.Int64 for name in found if name.startswith(whole)}
    text = {name: polars.String for name in found if name == "failed"}
    return polars.DataFrame(found, schema_overrides={**kinds, **text})
