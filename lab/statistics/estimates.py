"""What many games show: every figure with the interval it lies in.

A figure is computed from whole numbers that are summed exactly, so the same games give the same bytes whoever played them.
All intervals are 95 % ones. Where something was never seen there is None, or an empty tuple, never a number that says nothing.
"""

from __future__ import annotations

from math import inf

from attrs import frozen


@frozen
class Estimate:
    """A figure and the interval that holds the true one (95 %); -inf and inf where the games say nothing of it."""

    value: float
    low: float = -inf
    high: float = inf


@frozen
class Share:
    """How often something was so: *count* times *of* so many, and the part that is (0 to 1, Wilson's interval)."""

    count: int
    of: int
    rate: Estimate


@frozen
class Distribution:
    """The values that something had, one for each of so many games: *count* of them.

    `quantiles` are the values that 5, 25, 50, 75 and 95 percent of the games do not exceed. `histogram` is (value, games),
    ascending, values nobody had left out; where there are too many different values each stands for *width* of them, from
    itself up. `deviation` is the standard deviation of one game.
    """

    count: int
    mean: Estimate
    deviation: float
    least: int
    most: int
    quantiles: tuple[int, int, int, int, int]
    histogram: tuple[tuple[int, int], ...]
    width: int = 1

    @property
    def median(self) -> int:
        """The value that half of the games do not exceed."""
        return self.quantiles[2]


@frozen
class Run:
    """What was played and how, so that anybody can do it again.

    *games* is how many were played in the end; *finished* is False where they are fewer than was asked for. *command* repeats
    exactly these games. *parameters* are all of them, *altered* those that are not as the ruleset has them; *seats* and *automa*
    all seats in order, *bots* who chose for each seat that decides.
    """

    ruleset: str
    title: str
    variant: str
    players: int
    parameters: tuple[tuple[str, str], ...]
    altered: tuple[tuple[str, str], ...]
    seats: tuple[str, ...]
    automa: tuple[bool, ...]
    bots: tuple[str, ...]
    seed: int
    games: int
    finished: bool
    version: str
    digest: str
    command: str


@frozen
class SeatFigures:
    """How one seat fared. A win that is shared counts for each who shares it; *alone* are those that were not.

    *places* says how often it came first, second, … (shared places are equal). *score* and *payoff* are None where none is
    declared or, of a payoff, where the seat is an automa.
    """

    name: str
    automa: bool
    wins: Share
    alone: Share
    places: tuple[Share, ...]
    score: Distribution | None
    payoff: Distribution | None


@frozen
class EndFigures:
    """How games end: with one winner, with several (not all), with all seats level, with nobody, cut short by `longest`."""

    one: Share
    several: Share
    everyone: Share
    nobody: Share
    cut: Share


@frozen
class LeadFigures:
    """Who is ahead while the game lasts, where scores or ranking tell; only games that one seat or some seats won. There is none
    where most winners are behind at the very end: then something else than being ahead wins.

    *changes* is how often the leaders changed. *ahead* is how often the winner was never behind; for the other games *behind* is
    the number of the decision after which the winner was last not among the leaders, *behind_percent* the same as percent of the
    whole game's length (rounded down).
    """

    changes: Distribution
    ahead: Share
    behind: Distribution | None
    behind_percent: Distribution | None


@frozen
class OptionFigures:
    """One kind of option: how often some such option was on offer, and how often it was chosen then.

    *name* is how it is written (a plain `choose` has the names of what is chosen), *place* where it stands in the file.
    """

    name: str
    text: str
    place: str
    chosen: Share


@frozen
class SentenceFigures:
    """How often a sentence of the rules was carried out, and in a game on average; 0 times: a dead rule."""

    text: str
    place: str
    times: int
    per_game: float


@frozen
class PhaseFigures:
    """How often a phase was done, and in a game on average."""

    name: str
    times: int
    per_game: float


@frozen
class LoopFigures:
    """The ruleset's own rounds: how many a game had. *name* is that of the loop, else its sentence, shortened."""

    name: str
    passes: Distribution


@frozen
class ChoiceFigures:
    """What a first choice is worth: how often a seat's first decision was this one, and how often the seat won then.

    *against* is the part of wins less that of all first choices together; *clear* tells whether the interval of *wins* leaves
    that out.
    """

    choice: str
    wins: Share
    against: float
    clear: bool


@frozen
class CardFigures:
    """What a card in hand is worth: how often one of its kind was held by a seat that was asked first, and how often it won then.

    *zone* is where it was held; *against* and *clear* as for a first choice, among the cards of that zone.
    """

    zone: str
    card: str
    wins: Share
    against: float
    clear: bool


@frozen
class MeasureFigures:
    """One of the ruleset's own measures: how often it was taken in all, in how many games, and its mean over all takings.

    *values* are its values where no game took it more than once, else None.
    """

    name: str
    taken: int
    games: int
    mean: Estimate | None
    values: Distribution | None


@frozen
class Summary:
    """Everything about one run.

    *even* is the chance that wins are at least this uneven among the seats that decide when no seat is better (None where that
    cannot be asked: one player, or never a difference). *decisions* are the choices of seats, *asked*, and those of *chance*
    together. *options* is the mean number of options of a seat's choice, *most_options* the largest number ever offered; None
    and 0 where no seat decides.
    """

    run: Run
    seats: tuple[SeatFigures, ...]
    even: float | None
    ends: EndFigures
    decisions: Distribution
    asked: Distribution
    chance: Distribution
    options: Estimate | None
    most_options: int
    loops: tuple[LoopFigures, ...]
    lead: LeadFigures | None
    measures: tuple[MeasureFigures, ...]
    phases: tuple[PhaseFigures, ...]
    sentences: tuple[SentenceFigures, ...]
    alternatives: tuple[OptionFigures, ...]
    first_choices: tuple[ChoiceFigures, ...]
    cards: tuple[CardFigures, ...]


@frozen
class Difference:
    """One figure of two runs: both, and the second less the first, paired game by game where games can be paired.

    *group* says under what it stands ("wins", "length", "measures", …), *share* whether it is a part of 1. *clear* is False where
    the interval holds 0: then the difference is within noise. A side is None where its run does not have the figure.
    """

    group: str
    name: str
    share: bool
    first: Estimate | None
    second: Estimate | None
    difference: Estimate | None
    clear: bool


@frozen
class Comparison:
    """Two runs side by side, with the same seed and the same numbers of games; *names* say shortly what each one is."""

    names: tuple[str, str]
    first: Summary
    second: Summary
    differences: tuple[Difference, ...]
    command: str


@frozen
class GridCell:
    """One cell of a sweep: the settings that it stands for, in the order of the dials, and its run."""

    settings: tuple[tuple[str, str], ...]
    summary: Summary


@frozen
class Grid:
    """A sweep: its dials with their values, and a cell for every combination, the last dial turning fastest."""

    ruleset: str
    title: str
    dials: tuple[tuple[str, tuple[str, ...]], ...]
    cells: tuple[GridCell, ...]
    finished: bool
    command: str
