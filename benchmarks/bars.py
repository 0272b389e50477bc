"""The speeds that emitted code and interpreter must and should reach, as multiples of other programs' speeds in the same run."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

C = "C by hand"
PYTHON = "Python by hand"
OPENSPIEL = "OpenSpiel, C++"
FROM_PYTHON = "OpenSpiel, Python"
INTERPRETER = "our interpreter"
OURS = "emitted code"
TWO_THREADS = "emitted code, two threads"


@frozen
class Bar:
    """The speed that the contestant *who* must reach in a game, and the one to *aim* at, as multiples of that of *against*."""

    game: str
    against: str
    must: float
    aim: float
    who: str = OURS


BARS = (
    Bar("tic-tac-toe", C, 0.6, 1),
    Bar("tic-tac-toe", OPENSPIEL, 8, 15),
    Bar("Connect Four", C, 1.2, 2),
    Bar("Connect Four", OPENSPIEL, 20, 30),
    Bar("Breakthrough", OPENSPIEL, 5, 10),
    Bar("Kalah", OPENSPIEL, 2.8, 5),
    Bar("Hearts, one hand", OPENSPIEL, 4.7, 8),
    Bar("Crazy Eights", OPENSPIEL, 2.8, 6),
    Bar("Why First?", PYTHON, 40, 40),
    Bar("Why First?", C, 0.6, 0.9),
    Bar("Why First?", PYTHON, 0.125, 0.2, INTERPRETER),
    Bar("TRÄXX", INTERPRETER, 50, 200),
    Bar("Change Horses!", INTERPRETER, 50, 200),
    Bar("Why First?", OURS, 1.9, 2, TWO_THREADS),
)


@frozen
class Verdict:
    """The result for a bar; *ratio* is the multiple that was measured, None when one of the two could not be measured."""

    bar: Bar
    ratio: float | None

    @property
    def word(self) -> str:
        """`aim`, `pass`, `FAIL`, or that it was not measured."""
        if self.ratio is None:
            return "not measured"
        return "aim" if self.ratio >= self.bar.aim else "pass" if self.ratio >= self.bar.must else "FAIL"


def verdicts(rates: Mapping[str, Mapping[str, float]]) -> tuple[Verdict, ...]:
    """The results for the bars of all games in *rates*, which are games per second by game and contestant."""
    found = []
    for bar in BARS:
        measured = rates.get(bar.game)
        if measured is not None:
            both = bar.who in measured and bar.against in measured
            found.append(Verdict(bar, measured[bar.who] / measured[bar.against] if both else None))
    return tuple(found)
