"""The speeds that the emitted code must and should reach, as multiples of other programs' speeds in the same run."""

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


RBG = {"tic-tac-toe": 2.44 / 0.91, "Connect Four": 0.69 / 0.189, "Breakthrough": 39 / 24}
"""The speed of compiled Regular Games as a multiple of that of OpenSpiel's C++, both measured on one machine.

Only OpenSpiel can be run here, so ours is compared with Regular Games by way of it.
"""

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
