"""The figures of many games, each with its interval.

A figure is computed from whole numbers that are summed exactly, so the same games give the same bytes whoever played them. All
intervals are 95% intervals. A figure that was never observed is None or an empty tuple, never a made-up number.
"""

from __future__ import annotations

from math import inf

from attrs import frozen


@frozen
class Estimate:
    """A figure and its 95% interval, from *low* to *high*; -inf and inf where the games do not determine it."""

    value: float
    low: float = -inf
    high: float = inf


@frozen
class Share:
    """How often something happened: *count* times out of *of*; *rate* is the share (0 to 1) with Wilson's interval."""

    count: int
    of: int
    rate: Estimate


@frozen
class Distribution:
    """The values of something that has one value a game, in *count* games; of a measure, *count* values.

    `quantiles` are the values that 5, 25, 50, 75 and 95 percent of the games do not exceed. `histogram` is (value, games),
    ascending, without values that no game had; where there are too many different values each stands for *width* consecutive
    ones, from itself up. What is paid in parts of 1 need not be whole. `deviation` is the standard
    deviation of one game.
    """

    count: int
    mean: Estimate
    deviation: float
    least: float
    most: float
    quantiles: tuple[float, float, float, float, float]
    histogram: tuple[tuple[float, int], ...]
    width: float = 1

    @property
    def median(self) -> float:
        """The value that half of the games do not exceed."""
        return self.quantiles[2]


@frozen
class RunDescription:
    """What was played and how, so that anybody can repeat it.

    *games* is how many were played; *finished* is False where they are fewer than was asked for. *command* repeats exactly these
    games. *parameters* are all parameters, *altered* those that differ from their defaults. *seats* and *automa* have an entry
    for every seat, *bots* for every seat that decides. *failed* is how many games more had no end because a bot failed in them,
    which count nowhere else, *failure* what the first of these bots did, and *failed_game* the command that plays that game.
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
    failed: int = 0
    failure: str = ""
    failed_game: str = ""


@frozen
class SeatFigures:
    """How one seat fared. A shared win counts for each seat that shares it; *alone* are the wins that were not shared, unless
    with its partners.

    *places* says how often the seat came first, second, … (shared places are equal). *score* is None where the rules declare
    none; *payoff* as well, and for an automa.
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
    """How games end: with one winner, with several (not all), with all seats as winners, with none, or cut short by `longest`.
    In *partners* of the games the winners were partners, and no other seat won.
    """

    one: Share
    several: Share
    everyone: Share
    nobody: Share
    cut: Share
    partners: int = 0

    @property
    def level(self) -> int:
        """How many games ended without a single winner, or a single side of partners."""
        return self.several.count + self.everyone.count + self.nobody.count - self.partners


@frozen
class LeadFigures:
    """Who is ahead during the game, where scores or ranking tell: looked at when a round begins and at the end, in the games that
    some seats won, but not all. There are no such figures where somebody who has not won is mostly ahead at the very end: then
    being ahead is not what wins.

    *changes* is how often another seat came to lead alone. A game is open while a seat leads that does not win, alone or level
    with others, so also while all are level: *until* is the number of the decision up to which it was, *until_percent* the same
    as percent of the whole game's length (rounded down), *late* how often that was half-time or later.
    """

    changes: Distribution
    late: Share
    until: Distribution
    until_percent: Distribution


@frozen
class OptionFigures:
    """One kind of option: how often some such option was on offer, and how often one was chosen then.

    *name* is the option's name in the rules (empty for a plain `choose`, whose options are named by what is chosen), *text* its
    sentence, *place* its `FILE:LINE`. *sole* tells that no decision offered options of another kind beside it: whoever had
    such an option could take nothing else.
    """

    name: str
    text: str
    place: str
    chosen: Share
    sole: bool


@frozen
class DecisionFigures:
    """One kind of choice of the seats, by the sentence that asks for it: how often it was made, in all and on average in a game.

    *together* tells that all make it at the same time.
    """

    text: str
    place: str
    together: bool
    times: int
    per_game: float


@frozen
class SentenceFigures:
    """How often a sentence of the rules was carried out, in all and on average in a game; 0 times means a dead rule."""

    text: str
    place: str
    times: int
    per_game: float


@frozen
class PhaseFigures:
    """How often a phase was carried out, in all and on average in a game."""

    name: str
    times: int
    per_game: float


@frozen
class LoopFigures:
    """How many passes a loop of the ruleset had in each game. *name* is the loop's name, else its sentence, shortened.

    *exhausted* is how often, of all times that it was begun, it ended by its number of passes and not by what stands behind
    `until`; None where it has not both.
    """

    name: str
    passes: Distribution
    exhausted: Share | None


@frozen
class ChoiceFigures:
    """What a first choice is worth: how often it was a seat's first decision, and how often that seat won then.

    *against* is the share of wins less that of all first choices together; *clear* tells whether the interval of *wins* excludes
    the latter.
    """

    choice: str
    wins: Share
    against: float
    clear: bool


@frozen
class CardFigures:
    """What a card in hand is worth: how many cards of the kind seats held when they were first asked, and how many of these were
    held by a seat that won.

    *zone* is where they were held; *against* and *clear* are as for a first choice, among the cards of that zone.
    """

    zone: str
    card: str
    wins: Share
    against: float
    clear: bool


@frozen
class MeasureFigures:
    """One of the ruleset's own measures: how often it was taken in all, in how many games, and the mean of all values taken.

    *values* is the distribution of all values taken; None where there are none, or where it was taken more than once in a game
    and its values reach too far to be counted one by one. *once* tells that no game took it more than once.
    """

    name: str
    taken: int
    games: int
    mean: Estimate | None
    values: Distribution | None
    once: bool


@frozen
class Summary:
    """All figures of one run.

    *partners* are the seats that always won together, by their numbers. *even* is the probability that wins differ at least this
    much among the seats that decide if no seat is better than another (None where that cannot be tested: one player, or never a
    difference). *ranked* tells whether the rules rank the seats, *paid* whether they declare payoffs; where they do not, places
    and payoffs only repeat who won. *decisions* are the choices of seats, *asked*, and those of *chance* together. *options* is
    the mean number of options of a seat's choice, *most_options* the largest number ever offered; None and 0 where no seat
    decides. *margin* is the distance in score between a winner and the
    nearest seat that did not win, in the games that have both. *one_side* tells that by the rules all win or lose together.
    """

    run: RunDescription
    seats: tuple[SeatFigures, ...]
    even: float | None
    ranked: bool
    paid: bool
    ends: EndFigures
    decisions: Distribution
    asked: Distribution
    chance: Distribution
    options: Estimate | None
    most_options: int
    kinds: tuple[DecisionFigures, ...]
    margin: Distribution | None
    loops: tuple[LoopFigures, ...]
    lead: LeadFigures | None
    measures: tuple[MeasureFigures, ...]
    phases: tuple[PhaseFigures, ...]
    sentences: tuple[SentenceFigures, ...]
    alternatives: tuple[OptionFigures, ...]
    first_choices: tuple[ChoiceFigures, ...]
    cards: tuple[CardFigures, ...]
    partners: tuple[tuple[int, ...], ...] = ()
    one_side: bool = False


@frozen
class Difference:
    """One figure of two runs: both values, and the second less the first, paired game by game where games can be paired.

    *group* is the group that it belongs to ("wins", "length", "measures", …), *share* tells whether it is a part of 1. *clear* is
    False where the interval contains 0: then the difference is within noise. A side is None where its run does not have the
    figure.
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
    """Two runs with the same seed and the same numbers of games, and their differences; *names* describe the runs in short."""

    names: tuple[str, str]
    first: Summary
    second: Summary
    differences: tuple[Difference, ...]
    command: str


@frozen
class GridCell:
    """One cell of a sweep: its settings in the order of the dials, and the figures of its run."""

    settings: tuple[tuple[str, str], ...]
    summary: Summary


@frozen
class Grid:
    """A sweep: its dials with their values, and a cell for each finished combination, where the last dial varies fastest."""

    ruleset: str
    title: str
    dials: tuple[tuple[str, tuple[str, ...]], ...]
    cells: tuple[GridCell, ...]
    finished: bool
    command: str
