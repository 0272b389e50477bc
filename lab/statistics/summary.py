"""Computes all figures of a run, with their intervals, from its tally."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import groupby
from math import prod, sqrt

from attrs import evolve

from ...interpreter import Option, option_text
from ...interpreter.game import Game
from ...program.ir import Program
from ...program.ops import asks
from ...program.sides import all_win_together
from ...simulation.emit.schema import Columns, alternative_numbers
from .decision_points import carried, together
from .estimates import (
    CardFigures,
    ChoiceFigures,
    DecisionFigures,
    Distribution,
    EndFigures,
    Estimate,
    LeadFigures,
    LoopFigures,
    MeasureFigures,
    OptionFigures,
    PhaseFigures,
    RunDescription,
    SeatFigures,
    SentenceFigures,
    Share,
    Summary,
)
from .intervals import decisive, level, mean, ratio, variance
from .tally import Counts, Tally, rounds
from .wilson import share

Place = Callable[[int], str]
"""Gives the place of a line of the rules, as `FILE:LINE`."""

ONE_IN = 0.01
"""What chance does less often than this is not taken for chance."""

HALF = 50
"""Half-time, in percent of a game's decisions."""

PARTS = (5, 25, 50, 75, 95)
"""The quantiles of a `Distribution`, in percent."""


def summary(program: Program, columns: Columns, tally: Tally, run: RunDescription, place: Place) -> Summary:
    """The figures of one run, whose tally has at least one game."""
    options, together = tally.ratios["options"], partners(tally)
    return Summary(
        run=run,
        seats=tuple(_seat(program, tally, seat, together) for seat in range(len(program.seats))),
        even=_even(program, tally),
        ranked=bool(program.outcome.ranking),
        paid=program.outcome.payoff is not None,
        ends=_ends(program, tally, together),
        decisions=distribution(tally.counts["decisions"]),
        asked=distribution(tally.counts["asked"]),
        chance=distribution(tally.counts["chance"]),
        options=ratio(options.count, options.first, options.second, options.squares),
        most_options=tally.most_options,
        kinds=_kinds(program, columns, tally, place),
        margin=_some(tally, "margin"),
        loops=tuple(
            LoopFigures(name, distribution(tally.counts[f"loop {index}"]), _exhausted(columns, tally, index))
            for index, name in rounds(program, columns)
        ),
        lead=_lead(tally),
        measures=tuple(_measure(columns, tally, measure.name, index) for index, measure in enumerate(program.measures)),
        phases=tuple(
            PhaseFigures(name, times, times / tally.games)
            for index, name in enumerate(columns.phases)
            for times in (int(tally.counters[columns.phase(index)]),)
        ),
        sentences=_sentences(program, columns, tally, place),
        alternatives=_alternatives(program, columns, tally, place),
        first_choices=_first_choices(program, columns, tally),
        cards=_cards(program, columns, tally),
        partners=together,
        one_side=len(program.seats) > 1 and all_win_together(program),
    )


def distribution(counts: Counts) -> Distribution:
    """The distribution of counts that hold at least one value."""
    histogram = tuple(sorted(counts.bins.items()))
    return Distribution(
        count=counts.count,
        mean=mean(counts.count, counts.total, counts.squares),
        deviation=sqrt(variance(counts.count, counts.total, counts.squares)),
        least=counts.least,
        most=counts.most,
        quantiles=_quantiles(counts, histogram),
        histogram=histogram,
        width=1 << counts.shift,
    )


def _quantiles(counts: Counts, histogram: tuple[tuple[int, int], ...]) -> tuple[int, int, int, int, int]:
    found: list[int] = []
    games = 0
    for value, times in histogram:
        games += times
        while len(found) < len(PARTS) and 100 * games >= PARTS[len(found)] * counts.count:
            found.append(max(counts.least, value))
    first, second, third, fourth, fifth = found
    return first, second, third, fourth, fifth


def _some(tally: Tally, name: str) -> Distribution | None:
    counts = tally.counts.get(name)
    return distribution(counts) if counts is not None and counts.count else None


def partners(tally: Tally) -> tuple[tuple[int, ...], ...]:
    """The seats that won together in every game that one of them won, some other seat being against them.

    They are only believed after `decisive` wins: seats that share each win by chance, at even odds, are then hardly ever taken
    for partners.
    """
    seats, found = range(len(tally.alone)), list[tuple[int, ...]]()
    for seat in seats:
        wins = tally.wins(seat)
        side = tuple(each for each in seats if wins == tally.wins(each) == int(tally.both[seat, each]))
        if wins >= decisive(ONE_IN) and 1 < len(side) < len(seats) and side not in found:
            found.append(side)
    return tuple(found)


def _seat(program: Program, tally: Tally, seat: int, together: Sequence[tuple[int, ...]]) -> SeatFigures:
    places = max((place for place in range(1, len(program.seats) + 2) if tally.places[:, place].any()), default=0)
    automa = program.seats[seat].automa
    return SeatFigures(
        name=program.seats[seat].name,
        automa=automa,
        wins=share(tally.wins(seat), tally.games),
        alone=share(_won_by(tally, next((side for side in together if seat in side), (seat,))), tally.games),
        places=tuple(share(int(tally.places[seat, place]), tally.games) for place in range(1, places + 1)),
        score=_some(tally, f"score {seat}"),
        payoff=None if automa else _payoff(program, tally, seat),
    )


def _payoff(program: Program, tally: Tally, seat: int) -> Distribution | None:
    found, parts = _some(tally, f"payoff {program.players.index(seat)}"), program.outcome.parts
    return found if found is None or parts == 1 else in_wholes(found, parts)


def in_wholes(values: Distribution, parts: int) -> Distribution:
    """The same distribution of values that were counted in parts of 1."""
    first, second, third, fourth, fifth = values.quantiles
    mean_ = values.mean
    return Distribution(
        count=values.count,
        mean=Estimate(mean_.value / parts, mean_.low / parts, mean_.high / parts),
        deviation=values.deviation / parts,
        least=values.least / parts,
        most=values.most / parts,
        quantiles=(first / parts, second / parts, third / parts, fourth / parts, fifth / parts),
        histogram=tuple((value / parts, games) for value, games in values.histogram),
        width=values.width / parts,
    )


def _even(program: Program, tally: Tally) -> float | None:
    players = program.players
    return level(tally.games, [[int(tally.both[one, other]) for other in players] for one in players])


def _won_by(tally: Tally, side: Sequence[int]) -> int:
    """How many games that side alone won."""
    return tally.sets.get(sum(1 << seat for seat in side), 0)


def _ends(program: Program, tally: Tally, together: Sequence[tuple[int, ...]]) -> EndFigures:
    games, seats = tally.games, len(program.seats)
    cut = tally.counts["cut"].total
    winners = [int(number) for number in tally.winners]
    return EndFigures(
        one=share(winners[1], games),
        several=share(sum(winners[2:seats]), games),
        everyone=share(winners[seats] if seats > 1 else 0, games),
        nobody=share(winners[0] - cut, games),
        cut=share(cut, games),
        partners=sum(_won_by(tally, side) for side in together),
    )


def _lead(tally: Tally) -> LeadFigures | None:
    changes, open_, percent = (_some(tally, name) for name in ("changes", "open", "open percent"))
    if changes is None or open_ is None or percent is None:
        return None
    if 2 * tally.counts["lost"].total > changes.count:
        return None
    late = sum(games for value, games in percent.histogram if value >= HALF)
    return LeadFigures(changes, share(late, changes.count), open_, percent)


def _exhausted(columns: Columns, tally: Tally, index: int) -> Share | None:
    if index not in columns.limited:
        return None
    loop = columns.limited.index(index)
    return share(int(tally.counters[columns.exhausted(loop)]), int(tally.counters[columns.begun(loop)]))


def _measure(columns: Columns, tally: Tally, name: str, index: int) -> MeasureFigures:
    taken, sums = tally.counts[f"taken {index}"], tally.ratios[f"measure {index}"]
    once = taken.most <= 1
    mean_ = ratio(sums.count, sums.first, sums.second, sums.squares)
    return MeasureFigures(
        name=name,
        taken=taken.total,
        games=taken.count - taken.bins.get(0, 0),
        mean=mean_,
        values=_some(tally, f"measure {index}") if once else _repeated(columns, tally, index, mean_),
        once=once,
    )


def _repeated(columns: Columns, tally: Tally, index: int, mean_: Estimate | None) -> Distribution | None:
    """The distribution of all values of a measure, with the interval of its mean over games."""
    window, first = columns.windows[index], columns.taken(index)
    if mean_ is None or not window.size or tally.counters[first + window.size]:
        return None
    times = tally.counters[first : first + window.size]
    values = times.nonzero()[0]
    bins = {window.low + int(at): int(times[at]) for at in values}
    total, squares = sum(value * of for value, of in bins.items()), sum(value * value * of for value, of in bins.items())
    found = Counts(int(times.sum()), total, squares, min(bins), max(bins), 0, bins)
    return evolve(distribution(found), mean=mean_)


def _kinds(program: Program, columns: Columns, tally: Tally, place: Place) -> tuple[DecisionFigures, ...]:
    at_once, made = together(program), dict[int, int]()
    for (sentence, _), number in alternative_numbers(program).items():
        made[sentence] = made.get(sentence, 0) + int(tally.counters[columns.chosen(number)])
    return tuple(
        DecisionFigures(written.text, place(written.span.line), sentence in at_once, times, times / tally.games)
        for sentence, times in made.items()
        for written in (program.sentences[sentence],)
    )


def _sentences(program: Program, columns: Columns, tally: Tally, place: Place) -> tuple[SentenceFigures, ...]:
    found = []
    # the lines of a file that the ruleset extends are numbered behind its own
    for index in sorted(carried(program), key=lambda each: program.sentences[each].span.line):
        times = int(tally.counters[columns.sentence(index)])
        sentence = program.sentences[index]
        found.append(SentenceFigures(sentence.text, place(sentence.span.line), times, times / tally.games))
    return tuple(found)


def _alternatives(program: Program, columns: Columns, tally: Tally, place: Place) -> tuple[OptionFigures, ...]:
    offered = [int(tally.counters[columns.offered(index)]) for index, _ in enumerate(columns.alternatives)]
    chosen = [int(tally.counters[columns.chosen(index)]) for index, _ in enumerate(columns.alternatives)]
    sole: dict[int, bool] = {}
    for _, group in groupby(sorted(alternative_numbers(program).items()), key=lambda one: one[0][0]):
        numbers = [number for _, number in group]
        # of each decision one option is chosen, so there were as many decisions
        alone = sum(offered[number] for number in numbers) == sum(chosen[number] for number in numbers)
        sole.update((number, alone) for number in numbers)
    found = []
    for index, one in enumerate(columns.alternatives):
        sentence = program.sentences[one.sentence]
        part = share(chosen[index], offered[index])
        found.append(OptionFigures(one.name, sentence.text, place(sentence.span.line), part, sole[index] and part.of > 0))
    return tuple(found)


def _first_choices(program: Program, columns: Columns, tally: Tally) -> tuple[ChoiceFigures, ...]:
    first, won = columns.first_games(0), columns.first_wins(0)
    games = tally.counters[first : first + columns.codes]
    wins = tally.counters[won : won + columns.codes]
    if not games.sum():
        return ()
    usual = Fraction(int(wins.sum()), int(games.sum()))
    named: dict[str, tuple[int, int]] = {}
    written = Codes(program)
    for code in (int(each) for each in games.nonzero()[0]):
        text = written.text(code)
        before = named.get(text, (0, 0))
        named[text] = before[0] + int(wins[code]), before[1] + int(games[code])
    found = []
    for text, (times, of) in named.items():
        part = share(times, of)
        found.append(ChoiceFigures(text, part, float(Fraction(times, of) - usual), clear(part, usual)))
    return tuple(sorted(found, key=lambda one: (-one.wins.rate.value, -one.wins.of)))


def clear(part: Share, usual: Fraction) -> bool:
    """Whether the interval excludes the usual share."""
    return not part.rate.low <= usual <= part.rate.high


class Codes:
    """Gives the text of an option from its stable code."""

    def __init__(self, program: Program) -> None:
        """For the options of this Program."""
        self._game = Game(program)
        self._alternatives = [
            (one.code, prod(parameter.size for parameter in one.parameters), ask, number)
            for ask in asks(program)
            for number, one in enumerate(ask.alternatives)
        ]

    def text(self, code: int) -> str:
        """The text of the option with that code. Raises LookupError when there is none."""
        for first, size, ask, number in self._alternatives:
            if first <= code < first + size:
                one, left, arguments = ask.alternatives[number], code - first, []
                for parameter in reversed(one.parameters):
                    left, digit = divmod(left, parameter.size)
                    arguments.append(parameter.low + digit)
                option = Option(one.name.plain, tuple(reversed(arguments)), code, 1, number)
                return option_text(self._game, ask.stop, option)
        raise LookupError(f"no option has the code {code}")


def _cards(program: Program, columns: Columns, tally: Tally) -> tuple[CardFigures, ...]:
    found = []
    for hand, number in enumerate(columns.hands):
        zone = program.zones[number]
        labels = program.domains[program.decks[zone.deck].domain]
        held = [int(tally.counters[columns.held(hand, kind)]) for kind in range(zone.kinds)]
        won = [int(tally.counters[columns.held_won(hand, kind)]) for kind in range(zone.kinds)]
        if not sum(held):
            continue
        usual = Fraction(sum(won), sum(held))
        for kind in range(zone.kinds):
            if held[kind]:
                part = share(won[kind], held[kind])
                label = labels.label(labels.low + kind)
                against = float(Fraction(won[kind], held[kind]) - usual)
                found.append(CardFigures(zone.name.plain, label, part, against, clear(part, usual)))
    return tuple(found)
