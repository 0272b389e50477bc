"""`rulerun compare` with bots of sense: what got better and what got worse, within a budget of time."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from attrs import frozen

from ... import __version__
from ...session.levels import is_hidden
from ..terminal import run_options
from ..terminal.console import Misused, Refused
from ..terminal.cost import duration
from ..terminal.interrupts import INTERRUPTED, NOTHING, Halted, stoppable
from .skill import NOBODY, ladder_of
from .study import Paced

if TYPE_CHECKING:
    from ...dsl.text.source import Source
    from ...lab.runs.sense_pair import Matched
    from ...lab.runs.study import Budget
    from ...lab.runs.watching import Both
    from ...lab.statistics.sense_pair import SensePair
    from ...program.ir import Program


@frozen
class Side:
    """One side of the comparison: the argument as typed, the ruleset's name in it, its text, the Program, and the bots."""

    words: str
    file: str
    source: Source
    program: Program
    bots: tuple[str, ...]


def tell(
    sides: tuple[Side, Side],
    names: str | None,
    length: tuple[float | None, int],
    setup: run_options.Setup,
    begun: float,
    as_object: bool,
    page: Path | None,
) -> None:
    """Let levels of these *names* play both sides for that *length*, and print what got better and worse. Raises `Refused` at the
    end where something interrupted the games.
    """
    from ...interpreter import PlayError
    from ...lab.report.sense_pair_report import report
    from ...lab.runs.study import Budget

    seconds, games = length
    with stoppable("the rules were being made ready", NOTHING):
        both = both_of(sides, names, setup.seed, games)
    try:
        matched = played(sides, both, setup.workers, Budget(seconds, monotonic() - begun))
    except PlayError as fault:
        at = 0 if fault.program is both.one.program or fault.program == both.one.program else 1
        raise Refused(run_options.fault_in_game(sides[at].file, sides[at].source, fault, ())) from None
    climbed = matched.climbed
    if not matched.turns:
        few = "not one game of each pairing was over within the budget; give more with `--budget`, or weaker `--levels`"
        run_options.nothing(climbed.why or next(iter(climbed.failures), few if climbed.finished else ""))
    found = figures(sides, matched)
    sys.stderr.write(f"note: in {duration(monotonic() - begun)} it played {matched.turns:,} {unit(both)}\n")
    run_options.show(found, report(found), as_object, page)
    if climbed.why:
        raise Refused(climbed.why)
    if not climbed.finished:
        raise SystemExit(INTERRUPTED)


def both_of(sides: tuple[Side, Side], names: str | None, seed: int, games: int) -> Both:
    """What is played. Raises `Misused` and `Refused`."""
    from ...lab.runs.sense_pair import Unlike, both_of, levels_of

    programs = [side.program for side in sides]
    levels = names or ",".join(levels_of(any(is_hidden(program) for program in programs)))
    ladders = [ladder_of(program, levels, NOBODY, seed, games) for program in programs]
    try:
        return both_of(programs, [ladder.levels for ladder in ladders], seed, games)
    except Unlike as fault:
        raise Misused(str(fault)) from None


def unit(both: Both) -> str:
    """The words behind a number of turns."""
    return f"games of each of {len(both.one.pairings)} pairings on either side"


def played(sides: tuple[Side, Side], both: Both, workers: int, budget: Budget) -> Matched:
    """The games. Raises PlayError and `Halted`."""
    from ...lab.report.sense_pair_text import headline
    from ...lab.runs.sense_pair import played

    def early(matched: Matched) -> None:
        sys.stderr.write(f"note: so far, {headline(figures(sides, matched))}\n")
        sys.stderr.flush()

    pace = Paced(2 * len(both.one.pairings), budget, 1.0, workers, unit(both))
    try:
        with run_options.progress_bar("games", None) as progress:

            def told(done: int, expected: int) -> None:
                pace.note(done)
                progress(done, expected if budget.seconds is None else pace.expected(done))

            return played(both, workers, budget, told, early)
    except KeyboardInterrupt:
        raise Halted(f"stopped while the games were being made ready or ended; {NOTHING}") from None


def figures(sides: Sequence[Side], matched: Matched) -> SensePair:
    """What these games show."""
    from ...lab.runs.sense_pair import Named, figures

    one, other = (Named(side.words, side.file, run_options.defaults(side.source)) for side in sides)
    return figures(matched, (one, other), __version__)
