"""Options that another one always beats, in pairs: what games suggest, and what a closer look at single decisions leaves of it.

An option beats another when it is worth more on average, by more than chance explains, when players of sense hardly ever take the
other, and when even those decisions that speak for the other most show nothing else when they are looked at far more closely. So
an option that is right now and then is not accused, however poor it is on average.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations

from attrs import frozen

from ...program.ir import Ask, Program
from ...program.ops import asks
from .estimates import Estimate
from .intervals import beyond
from .permutations import exchanged
from .summary import Codes, Place
from .watched import Judged, Watched, quotient
from .wilson import share

OFTEN = 60
"""A pair is tested where both options were on offer so often: one that is right in 5 of 100 cases was then right at some time."""

HARDLY = 0.05
"""An option that players of sense surely take more often than this, beside the other, is right now and then."""

CLOSER = 12
"""So many decisions of a pair are looked at again."""

FEW = 64
"""Of a decision with more options than this only the entries of its menu are compared."""

DOUBT = 0.0025
"""Chance alone accuses any option of a game with at most this probability."""

Options = dict[str, tuple[int, ...]]


@frozen
class Pair:
    """Two kinds of options of the decision *stop*: the first is worth less on average. *menu* tells that they are entries of a
    menu, not single options.
    """

    stop: int
    worse: str
    better: str
    menu: bool


@frozen
class Suspicion:
    """A pair that games suggest: in *times* decisions both were on offer, and the first *cost* so much (0 to 1). *closer* are the
    decisions that speak for the first most, as (index of the game, index of the decision in it).
    """

    pair: Pair
    times: int
    cost: Estimate
    closer: tuple[tuple[int, int], ...]


@frozen
class BeatenFigures:
    """An option that others always beat: which one, or all others that were on offer beside it (*better* is ""), where, how often
    both were on offer, and what it costs (0 to 1). In *looked* decisions that seemed to speak for it a closer look could not show
    it ahead, though a lead of *least* would have shown.
    """

    worse: str
    better: str
    place: str
    times: int
    cost: Estimate
    looked: int
    least: float


class Kinds:
    """The kinds of options of decisions: the entries of a menu, or else single options."""

    def __init__(self, program: Program) -> None:
        """Of the decisions of this Program."""
        self.asks: dict[int, Ask] = {ask.stop: ask for ask in asks(program)}
        self._codes, self._texts = Codes(program), dict[int, str]()

    def of(self, judged: Judged) -> tuple[bool, Options]:
        """Whether they are entries of a menu, and each kind with the indices of its options."""
        ask = self.asks[judged.stop]
        menu, found = len(ask.alternatives) > 1, defaultdict[str, list[int]](list)
        if not menu and sum(one.size for one in ask.alternatives) > FEW:
            return menu, {}
        for at, (code, number) in enumerate(zip(judged.codes, judged.alternatives, strict=True)):
            found[ask.alternatives[number].name.plain if menu else self._text(code)].append(at)
        return menu, {name: tuple(options) for name, options in found.items()}

    def _text(self, code: int) -> str:
        if code not in self._texts:
            self._texts[code] = self._codes.text(code)
        return self._texts[code]


def lead(judged: Judged, mine: Sequence[int], others: Sequence[int]) -> float:
    """By how much the best of these options is worth more than the best of those, each thought choosing for the other."""

    def ahead(picking: Sequence[float], valuing: Sequence[float]) -> float:
        return valuing[max(mine, key=picking.__getitem__)] - valuing[max(others, key=picking.__getitem__)]

    return judged.across(ahead)


@frozen
class _Met:
    """A decision with both options of a pair: the lead of the first, whether that was taken, and where the decision was."""

    lead: float
    taken: bool
    game: int
    decision: int


def suspicions(program: Program, games: Sequence[Watched]) -> tuple[Suspicion, ...]:
    """The pairs of which the games suggest that one option always beats the other: of the entries of a menu every such pair, of
    single options those of which all others beat the first.
    """
    kinds = Kinds(program)
    found: dict[Pair, list[_Met]] = defaultdict(list)
    for index, game in enumerate(games):
        for at, judged in enumerate(game.decisions):
            menu, options = kinds.of(judged)
            for one, other in permutations(options, 2):
                gap, taken = lead(judged, options[one], options[other]), judged.taken in options[one]
                found[Pair(judged.stop, one, other, menu)].append(_Met(gap, taken, index, at))
    tested = {pair: met for pair, met in found.items() if len(met) >= OFTEN}
    suspected = (_suspicion(pair, met, DOUBT / len(tested)) for pair, met in tested.items())
    shown = [one for one in suspected if one is not None]
    return tuple(one for one in shown if one.pair.menu or _always(one.pair, shown, tested))


def _suspicion(pair: Pair, met: Sequence[_Met], doubt: float) -> Suspicion | None:
    """What the decisions with this pair suggest, where the first of it is worse; None where they do not."""
    sums: dict[int, tuple[float, int]] = {}
    for each in met:
        total, many = sums.get(each.game, (0.0, 0))
        sums[each.game] = total - each.lead, many + 1
    cost = quotient(sums.values())
    if cost is None or cost.value <= 0 or share(sum(each.taken for each in met), len(met)).rate.low > HARDLY:
        return None
    if exchanged([(total, -total) for total, _ in sums.values()]) >= doubt:
        return None
    order = sorted(met, key=lambda each: (not each.taken, -each.lead))[:CLOSER]
    return Suspicion(pair, len(met), cost, tuple((each.game, each.decision) for each in order))


def _always(pair: Pair, shown: Sequence[Suspicion], tested: Iterable[Pair]) -> bool:
    """Whether all options that were on offer often enough beside the worse one of this pair seem to beat it."""
    mine = [one for one in tested if (one.stop, one.worse) == (pair.stop, pair.worse)]
    suspected = {one.pair for one in shown}
    return len(mine) > 1 and all(one in suspected for one in mine)


def beaten(
    program: Program, suspected: Sequence[Suspicion], looks: dict[tuple[int, int], Judged], place: Place
) -> Iterator[BeatenFigures]:
    """What is left of these suspicions, given the decisions that were looked at again, by (game, decision)."""
    kinds = Kinds(program)
    cleared = {one.pair for one in suspected if _speaks_for(kinds, one, looks)}
    told: set[tuple[int, str]] = set()
    for one in suspected:
        pair = one.pair
        mine = [each for each in suspected if (each.pair.stop, each.pair.worse) == (pair.stop, pair.worse)]
        line = program.sentences[kinds.asks[pair.stop].sentence].span.line
        if pair.menu:
            seen = _seen(kinds, one, looks)
            if pair not in cleared and seen:
                yield BeatenFigures(pair.worse, pair.better, place(line), one.times, one.cost, len(seen), _least(seen))
        elif (pair.stop, pair.worse) not in told and not any(each.pair in cleared for each in mine):
            told.add((pair.stop, pair.worse))
            seen = [each for other in mine for each in _seen(kinds, other, looks)]
            if seen:
                nearest = min(mine, key=lambda each: each.cost.value)
                yield BeatenFigures(pair.worse, "", place(line), nearest.times, nearest.cost, len(seen), _least(seen))


def _seen(kinds: Kinds, one: Suspicion, looks: dict[tuple[int, int], Judged]) -> list[tuple[float, float]]:
    """For each decision of a suspicion that was looked at again, the lead of the worse option, and half its interval."""
    found = []
    for at in one.closer:
        judged = looks.get(at)
        if judged is None:
            continue
        _, options = kinds.of(judged)
        mine, others = options[one.pair.worse], options[one.pair.better]
        both = [(a + b) / 2 for a, b in zip(*judged.worths, strict=True)]
        noise = judged.noise(max(mine, key=both.__getitem__), max(others, key=both.__getitem__))
        if noise is not None:
            found.append((lead(judged, mine, others), noise))
    return found


def _speaks_for(kinds: Kinds, one: Suspicion, looks: dict[tuple[int, int], Judged]) -> bool:
    """Whether any decision that was looked at again shows the worse option ahead, allowing for how many these are."""
    seen = _seen(kinds, one, looks)
    return any(gap > 0 and (not noise or beyond(10_000, gap / noise) / 2 * len(seen) < 0.05) for gap, noise in seen)


def _least(seen: Sequence[tuple[float, float]]) -> float:
    """The lead that would have shown in most of these decisions."""
    noises = sorted(noise for _, noise in seen)
    return 2 * noises[len(noises) // 2]
