"""What the emitted code must reach, and what it aims at, as multiples of what was measured beside it."""

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
    """So many times as fast as *against* the contestant *who* of a game must be, and should be."""

    game: str
    against: str
    must: float
    aim: float
    who: str = OURS


RBG = {"tic-tac-toe": 2.44 / 0.91, "Connect Four": 0.69 / 0.189, "Breakthrough": 39 / 24}
"""Compiled Regular Games against OpenSpiel's C++, both measured on one machine: it cannot be run here, OpenSpiel can."""

BARS = (
    Bar("tic-tac-toe", OPENSPIEL, 1.4, RBG["tic-tac-toe"]),
    Bar("Connect Four", OPENSPIEL, 2, RBG["Connect Four"]),
    Bar("Breakthrough", OPENSPIEL, 1, RBG["Breakthrough"]),
    Bar("Kalah", OPENSPIEL, 1, 2),
    Bar("Hearts, one hand", OPENSPIEL, 1, 2),
    Bar("Crazy Eights", OPENSPIEL, 1, 2),
    Bar("Why First?", PYTHON, 40, 40),
    Bar("Why First?", C, 1 / 3, 0.8),
    Bar("TRÄXX", INTERPRETER, 50, 200),
    Bar("Change Horses!", INTERPRETER, 50, 200),
    Bar("Why First?", OURS, 1.8, 2, TWO_THREADS),
)


@frozen
class Verdict:
    """How a bar came out; *ratio* is None when one of both could not be measured."""

    bar: Bar
    ratio: float | None

    @property
    def word(self) -> str:
        """`aim`, `pass`, `FAIL`, or that it was not measured."""
        if self.ratio is None:
            return "not measured"
        return "aim" if self.ratio >= self.bar.aim else "pass" if self.ratio >= self.bar.must else "FAIL"


def verdicts(rates: Mapping[str, Mapping[str, float]]) -> tuple[Verdict, ...]:
    """How the bars of all games in *rates* (a second, by game and contestant) came out."""
    found = []
    for bar in BARS:
        measured = rates.get(bar.game)
        if measured is not None:
            both = bar.who in measured and bar.against in measured
            found.append(Verdict(bar, measured[bar.who] / measured[bar.against] if both else None))
    return tuple(found)
