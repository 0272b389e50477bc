"""Runs the same rules with every combination of some settings: one run each, several at once; finished ones are stored."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, Executor, ProcessPoolExecutor, ThreadPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, contextmanager, nullcontext
from itertools import product

from attrs import define, frozen

from ...program.ir import Program
from . import checkpoints
from .chunks import StoppingRule
from .executors import UninterruptedContext, abandon, ignore_interrupts, inline_executors, packed, unpacked
from .run import Outcome, run
from .totals import Failures, Sums, rules

Dial = tuple[str, tuple[str, ...]]
"""A parameter, or `players`, and the values that it takes in a sweep."""

Hire = Callable[[int], AbstractContextManager[Executor]]
"""Gives the executor for this many cells, as a context manager."""

Setting = tuple[tuple[str, str], ...]
"""One value for every dial, as (name, value)."""


def combinations(dials: Sequence[Dial]) -> tuple[Setting, ...]:
    """Every combination of the values; the last dial varies fastest."""
    names = [name for name, _ in dials]
    return tuple(tuple(zip(names, values, strict=True)) for values in product(*(values for _, values in dials)))


@frozen
class Cell:
    """One run of a sweep, as sent to an executor: the Program as compressed JSON, the bots, the stopping rule, the seed."""

    program: bytes
    bots: tuple[str, ...]
    stopping: StoppingRule
    seed: int


def play_cell(cell: Cell) -> Outcome:
    """The run of one cell, played chunk by chunk in this process. Raises PlayError."""
    sides = (rules(unpacked(cell.program), cell.bots),)
    return run(sides, inline_executors(sides, cell.seed), cell.stopping, (), lambda done, expected: None)


@define
class Swept:
    """The runs of the cells in order, None for each that was not finished. *why* says what interrupted the sweep ("": nothing, or
    a person), *unkept* why finished cells could not be stored as checkpoints ("": they were).
    """

    outcomes: list[Outcome | None]
    why: str = ""
    unkept: str = ""

    @property
    def finished(self) -> bool:
        """Whether every cell was finished."""
        return all(each is not None for each in self.outcomes)


def sweep(
    programs: Sequence[Program],
    stopping: StoppingRule,
    seed: int,
    bots: Sequence[tuple[str, ...]],
    hire: Hire,
    progress: Callable[[int], None],
) -> Swept:
    """The runs of all these Programs; *hire* gives the executor, *progress* is called with how many cells are done.

    Cells with a checkpoint are not played again; one in which a bot failed has none, for the bot may be mended. Raises PlayError;
    the cells finished before it have their checkpoints.
    """
    names = [checkpoints.key(program, stopping, seed, sitting) for program, sitting in zip(programs, bots, strict=True)]
    found = Swept([_recalled(name) for name in names])
    open_cells = [at for at, outcome in enumerate(found.outcomes) if outcome is None]
    progress(len(programs) - len(open_cells))
    if not open_cells:
        return found
    with hire(len(open_cells)) as executor:
        waiting = {executor.submit(play_cell, Cell(packed(programs[at]), bots[at], stopping, seed)): at for at in open_cells}
        try:
            for future in as_completed(waiting):
                at = waiting[future]
                found.outcomes[at] = outcome = future.result()
                _keep(found, names[at], outcome)
                progress(sum(each is not None for each in found.outcomes))
        except KeyboardInterrupt:
            abandon(waiting)
        except (CancelledError, BrokenProcessPool, ConnectionError) as fault:
            found.why = f"the workers were lost ({str(fault) or type(fault).__name__})"
    return found


def _recalled(name: str) -> Outcome | None:
    tally = checkpoints.recall(name)
    return None if tally is None else Outcome(Sums(tally.games, (tally,), {}, (Failures(),)), True)


def _keep(found: Swept, name: str, outcome: Outcome) -> None:
    if outcome.sums.failed:
        return
    try:
        checkpoints.keep(name, outcome.sums.tallies[0])
    except OSError as fault:
        found.unkept = f"finished cells cannot be kept in `{checkpoints.folder()}` ({fault.strerror or fault})"


def here(workers: int) -> Hire:
    """Gives processes on this machine; for one cell, or one worker, a thread instead."""

    @contextmanager
    def hire(cells: int) -> Iterator[Executor]:
        executor: Executor
        if workers == 1 or cells == 1:
            executor = ThreadPoolExecutor(1)
        else:
            executor = ProcessPoolExecutor(min(workers, cells), UninterruptedContext(), ignore_interrupts)
        try:
            yield executor
        finally:
            executor.shutdown(wait=True, cancel_futures=True)

    return hire


def there(executor: Executor) -> Hire:
    """Gives this executor, which the caller closes."""
    return lambda cells: nullcontext(executor)
