"""Options that are never right: often on offer, and never as good as the best, within the noise of the judge."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from attrs import frozen

from ...program.ir import Ask, Program
from ...program.ops import asks
from .estimates import Estimate, Share
from .stakes import best
from .summary import Codes, Place
from .watched import Judged, Watched, quotient
from .wilson import share

FEW = 64
"""Of a decision with more options than this, options are not told of one by one, but only by the entries of its menu."""

OFTEN = 20
"""An option that was on offer less often than this may never have been right by chance."""


@frozen
class RightFigures:
    """How often an option was right: as good as the best, within the noise of the judge.

    *option* is its text, or the name of an entry of a menu, of which the best option counts; *place* is the `FILE:LINE` of the
    decision. *right* counts the decisions that had it on offer beside others. *cost* is by how much it is worth less than the
    best on average (0 to 1).
    """

    option: str
    place: str
    right: Share
    cost: Estimate


def rights(program: Program, games: Sequence[Watched], place: Place) -> tuple[RightFigures, ...]:
    """How often each option was right that was judged, those that were right least often first; where the judge does not tell its
    noise, as of an option that it has hardly looked at, the decision does not count for that option.
    """
    known, texts = {ask.stop: ask for ask in asks(program)}, _Texts(program)
    per_game: dict[tuple[int, str], list[tuple[float, float]]] = defaultdict(list)
    seen: dict[tuple[int, str], list[bool]] = defaultdict(list)
    for game in games:
        sums: dict[tuple[int, str], tuple[float, float]] = {}
        for judged in game.decisions:
            for name, options in texts.kinds(known[judged.stop], judged):
                gap, noise = _gap(judged, options)
                if noise is None:
                    continue
                key = judged.stop, name
                seen[key].append(gap <= noise)
                total, many = sums.get(key, (0.0, 0.0))
                sums[key] = total + gap, many + 1
        for key, pair in sums.items():
            per_game[key].append(pair)
    found = []
    for (stop, name), right in seen.items():
        cost = quotient(per_game[stop, name])
        if cost is not None:
            line = program.sentences[known[stop].sentence].span.line
            found.append(RightFigures(name, place(line), share(sum(right), len(right)), cost))
    return tuple(sorted(found, key=lambda one: (one.right.rate.value, -one.right.of)))


def never(found: Sequence[RightFigures]) -> tuple[RightFigures, ...]:
    """Those that were on offer often and never right."""
    return tuple(one for one in found if one.right.of >= OFTEN and not one.right.count)


class _Texts:
    """Names the options of decisions."""

    def __init__(self, program: Program) -> None:
        self._codes = Codes(program)
        self._texts: dict[int, str] = {}

    def kinds(self, ask: Ask, judged: Judged) -> Iterator[tuple[str, tuple[int, ...]]]:
        """Each kind of option that was on offer beside others, with the indices of its options."""
        entries: Mapping[str, list[int]] = defaultdict(list)
        for at, number in enumerate(judged.alternatives):
            entries[ask.alternatives[number].name.plain].append(at)
        menu = len(ask.alternatives) > 1
        if menu and len(entries) > 1:
            yield from ((name, tuple(options)) for name, options in entries.items())
        if sum(one.size for one in ask.alternatives) <= FEW:
            for at, code in enumerate(judged.codes):
                text = self._text(code)
                if not menu or text not in entries:
                    yield text, (at,)

    def _text(self, code: int) -> str:
        if code not in self._texts:
            self._texts[code] = self._codes.text(code)
        return self._texts[code]


def _gap(judged: Judged, options: tuple[int, ...]) -> tuple[float, float | None]:
    """By how much the best of these options is worth less than the best of all, and how much of that may be noise."""

    def lost(picking: Sequence[float], valuing: Sequence[float]) -> float:
        mine = max(options, key=picking.__getitem__)
        return valuing[best(picking)] - valuing[mine]

    one, other = judged.worths
    both = [(a + b) / 2 for a, b in zip(one, other, strict=True)]
    return judged.across(lost), judged.noise(best(both), max(options, key=both.__getitem__))
