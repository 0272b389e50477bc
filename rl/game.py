"""A ruleset compiled for one variant, number of players and choice of parameters, and what environments derive from it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from attrs import frozen

from ..dsl.compile import compile_ruleset, read_source
from ..dsl.text.files import BUNDLED
from ..dsl.text.render import render
from ..dsl.text.source import Source
from ..dsl.text.suggestions import nearest
from ..interpreter.game import Game
from ..interpreter.openness import is_open
from ..program.chances import Chance, chances
from ..program.features import Layout, Piece, layout, pieces
from ..program.ir import Program, Together
from ..program.keeps import Keeps
from ..program.ops import statements
from ..program.ranges import known as all_known
from .actions import Action, action_table, chance_table
from .bounds import length, passes

LONGEST = 100_000
"""A match is cut short after this many decisions if its rules allow more or set no bound; nobody wins it then."""


Value = str | int | float | bool
"""The value of a parameter: a word, a number, or True and False for yes and no."""


@frozen
class Table:
    """What is played: the text, the variant ("": none), the number of players, and the parameters that are set.

    With *players* None there are as few as the rules allow. A match is cut short after *longest* decisions (None: only after
    `LONGEST`, if its rules allow more).
    """

    source: Source
    variant: str = ""
    players: int | None = None
    parameters: tuple[tuple[str, str], ...] = ()
    longest: int | None = None


@frozen(eq=False, repr=False)
class LearningGame(Keeps):
    """A table with its Program and what is derived from it. Copying it returns the same object; pickling stores the table.

    *actions* and *outcomes* give the meaning of the codes of seats and of nature. *answers* and *draws* are the largest
    possible numbers of decisions of seats and of nature in a match; after *cut* decisions (None: never) a match is over and
    nobody wins. *unbounded* means that *cut* is `LONGEST`, because neither the table nor the rules set a lower limit.
    *pieces* and *layout* are those of observations. *at_once* are the stops of the blocks in which every seat decides at most
    once. *open* means that nothing is ever hidden.
    """

    table: Table
    game: Game
    actions: Mapping[int, Action]
    outcomes: Mapping[int, Action]
    chances: Mapping[int, Chance]
    pieces: tuple[Piece, ...]
    layout: Layout
    answers: int
    draws: int
    cut: int | None
    unbounded: bool
    at_once: tuple[int, ...]
    open: bool

    @property
    def program(self) -> Program:
        """The rules."""
        return self.game.program

    def __copy__(self) -> LearningGame:
        return self

    def __deepcopy__(self, memo: object) -> LearningGame:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return compiled, (self.table,)


def table(
    ruleset: Source | Path | str,
    variant: str = "",
    players: int | None = None,
    parameters: Mapping[str, Value] | None = None,
    longest: int | None = None,
) -> Table:
    """The table for a ruleset, given as its text, its file, or the name of a bundled one.

    Raises ValueError when the ruleset cannot be read.
    """
    turned = tuple((name, written(value)) for name, value in (parameters or {}).items())
    return Table(source_of(ruleset), variant, players, turned, longest)


def written(value: Value) -> str:
    """The value of a parameter as a ruleset writes it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def source_of(ruleset: Source | Path | str) -> Source:
    """The text of a ruleset, given as itself, its file, or the name of a bundled one. Raises ValueError."""
    if isinstance(ruleset, Source):
        return ruleset
    path = Path(ruleset)
    bundled = BUNDLED / f"{ruleset}.yaml"
    if not path.is_file() and bundled.is_file():
        path = bundled
    source, problems = read_source(path)
    if source is None or problems:
        known = [each.stem for each in sorted(BUNDLED.glob("*.yaml"))]
        near = "" if path.exists() else nearest(str(ruleset), known)
        raise ValueError("; ".join(problem.message for problem in problems) + near)
    return source


@lru_cache(maxsize=64)
def compiled(what: Table) -> LearningGame:
    """The game at a table; the last 64 are cached.

    Raises ValueError with all diagnostics when the ruleset has errors, and when nature picks from a set without bounds.
    """
    found = compile_ruleset(what.source, what.variant, what.players, dict(what.parameters))
    program = found.program
    if program is None:
        raise ValueError("\n".join(render(each, what.source) for each in found.diagnostics))
    known, most = all_known(program), length(program)
    cut = what.longest
    unbounded = cut is None and any(each is None or each > LONGEST for each in (most.seats, most.nature))
    if unbounded:
        cut = LONGEST
    game = Game(program)
    return LearningGame(
        what,
        game,
        {action.code: action for action in action_table(program)},
        {action.code: action for action in chance_table(program)},
        {chance.stop: chance for chance in chances(program)},
        pieces(program),
        layout(program),
        max(1, min(each for each in (most.seats, cut) if each is not None)),
        min(each for each in (most.nature, cut) if each is not None),
        cut,
        unbounded,
        tuple(op.stop for op in statements(program) if isinstance(op, Together) and passes(known, op.body).seats in (0, 1)),
        is_open(program),
    )
