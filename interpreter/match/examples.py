"""Runs the author's worked examples.

An example says what is given, what is answered, and what must result. Where it does not script a decision of chance, every
outcome is tried, and the expectations must hold in each; where there are too many outcomes, random runs are drawn.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction

from attrs import evolve, frozen

from ...program.ir import Example, Knows, Message, Program, Refused
from ..core.rng import Use, stream, weighted
from ..core.runtime_errors import PlayError, written
from ..explain import why_not
from ..machine.machine import value_of
from ..options import Decision, actors, decision, find_option, is_over, option_text
from ..outcome import outcome
from ..possible_kinds import kinds_text
from ..state import NATURE, State, initial
from ..step import advance
from ..view_text import zone_name
from ..views import ZoneView, view

MOST_RUNS = 5_000
"""Up to this many runs, all outcomes of chance are tried."""
DRAWN_RUNS = 500
"""The number of random runs when there are more outcomes than `MOST_RUNS`."""
NATURE_NAME = "nature"
PLACEHOLDER = re.compile(r"\{[^{}]*\}")


@frozen
class Failure:
    """An expectation that did not hold, and its sentence (an index into `Program.sentences`)."""

    message: str
    sentence: int


@frozen
class Verdict:
    """The result of an example: the number of runs that were tried, and the failures of the first run that failed.

    *sampled* is True when chance has more than `MOST_RUNS` outcomes, so that random runs were drawn instead.
    """

    name: str
    failures: tuple[Failure, ...]
    runs: int
    sampled: bool

    @property
    def ok(self) -> bool:
        """True when all expectations held."""
        return not self.failures


@frozen
class Run:
    """A run in progress: its state, the number of answers given, and the texts of the unscripted outcomes of chance."""

    state: State
    given: int
    fell: tuple[str, ...]


class Astray(Exception):
    """The run cannot go on as the example says."""

    def __init__(self, message: str, sentence: int) -> None:
        super().__init__(message)
        self.failure = Failure(message, sentence)


def run_example(example: Example) -> Verdict:
    """The verdict on the example over all outcomes of chance; it stops at the first run that fails.

    A PlayError during a run is a failure too.
    """
    try:
        begun = Run(start(example), 0, ())
        runs = 0
        for run in every_run(example, begun):
            runs += 1
            if runs > MOST_RUNS:
                return sample(example, begun)
            failures = judge(example, run)
            if failures:
                return Verdict(example.name, failures, runs, False)
        return Verdict(example.name, (), runs, False)
    except Astray as astray:
        return Verdict(example.name, (astray.failure,), 1, False)
    except PlayError as fault:
        return Verdict(example.name, (Failure(str(fault), fault.sentence),), 1, False)


def sample(example: Example, begun: Run) -> Verdict:
    """The verdict on the example over `DRAWN_RUNS` runs, with chance drawn from a fixed seed."""
    for game in range(DRAWN_RUNS):
        draw = stream(0, game, Use.NATURE).below
        for run in every_run(example, begun, draw):
            failures = judge(example, run)
            if failures:
                return Verdict(example.name, failures, game + 1, True)
    return Verdict(example.name, (), DRAWN_RUNS, True)


def start(example: Example) -> State:
    """The state where the example begins; the given position itself when the example's program has no statements."""
    if not example.program.body:
        return State(example.program.start, None)
    return initial(example.program, listening=bool(example.known))


def every_run(example: Example, begun: Run, draw: Callable[[int], int] | None = None) -> Iterator[Run]:
    """The runs up to where the example ends, one for each outcome of chance (a single one, drawn at random, with *draw*).

    Raises Astray and PlayError.
    """
    pending = [begun]
    while pending:
        run = follow(example, pending.pop())
        open_to = actors(example.program, run.state)
        if open_to != (NATURE,):
            yield run
            continue
        asked = decision(example.program, run.state, NATURE)
        chosen = range(len(asked.options))
        if draw is not None:
            index = weighted([option.weight for option in asked.options], draw)
            chosen = range(index, index + 1)
        for index in reversed(chosen):
            state, _ = advance(example.program, run.state, NATURE, index)
            fell = option_text(example.program, asked, asked.options[index])
            pending.append(evolve(run, state=state, fell=(*run.fell, fell)))


def follow(example: Example, run: Run) -> Run:
    """The run after all answers that can be given before chance decides something that is not scripted. Raises Astray."""
    program = example.program
    while run.given < len(example.answers):
        answer = example.answers[run.given]
        open_to = actors(program, run.state)
        if open_to == (NATURE,) and answer.actor != NATURE_NAME:
            return run
        seat = actor_index(program, answer.actor)
        if seat not in open_to:
            raise Astray(f"{answer.actor} is not asked here{who_is(program, run.state)}{told(run)}", answer.sentence)
        asked = decision(program, run.state, seat)
        index = meant(program, asked, answer.choice)
        if index is None:
            raise Astray(f"`{answer.choice}` is not offered to {answer.actor}{offer(program, asked)}{told(run)}", answer.sentence)
        state, _ = advance(program, run.state, seat, index)
        run = evolve(run, state=state, given=run.given + 1)
        if run.given == len(example.answers):
            check_chance(example, run)
    return run


def check_chance(example: Example, run: Run) -> None:
    """Raises Astray when, after the last answer, nature is offered an option that the example says it cannot have."""
    for refused in example.refused:
        if refused.actor == NATURE_NAME and actors(example.program, run.state) == (NATURE,):
            asked = decision(example.program, run.state, NATURE)
            if meant(example.program, asked, refused.choice) is not None:
                raise Astray(f"`{refused.choice}` can happen, expected that it cannot{told(run)}", refused.sentence)


def judge(example: Example, run: Run) -> tuple[Failure, ...]:
    """The expectations that do not hold in this run."""
    program, state = example.program, run.state
    failures: list[Failure] = []
    for refused in example.refused:
        failures += judge_refusal(program, state, refused, run)
    for check in example.checks:
        found = int(value_of(program, state.slots, check.actual))
        if found != check.wanted:
            if check.truth:
                failures.append(Failure(f"expected `{check.words}` to hold{told(run)}", check.sentence))
                continue
            wanted, got = written(program, check.domain, check.wanted), written(program, check.domain, found)
            failures.append(Failure(f"expected {check.words} to be {wanted}, found {got}{told(run)}", check.sentence))
    for knows in example.known:
        failures += judge_knowledge(program, state, knows, run)
    failures += judge_outcome(example, run)
    return tuple(failures)


def judge_knowledge(program: Program, state: State, knows: Knows, run: Run) -> Iterator[Failure]:
    """A failure when the seat knows something else of the cards in a zone."""
    zone = next(each for each in view(program, state, knows.seat).zones if (each.zone, each.index) == (knows.zone, knows.index))
    deck = program.zones[zone.zone].deck
    found, wanted = known_kinds(program, zone), knows.kinds
    if not zone.top and not zone.bottom:
        found, wanted = tuple(sorted(found)), tuple(sorted(wanted))
    if found == wanted:
        return
    said = [", ".join(kinds_text(program, deck, kinds) for kinds in each) or "nothing" for each in (wanted, found)]
    whose, where = program.seats[knows.seat].name, zone_name(program, zone.zone, zone.index)
    yield Failure(f"expected {whose} to know of {where}: {said[0]}; found: {said[1]}{told(run)}", knows.sentence)


def known_kinds(program: Program, zone: ZoneView) -> tuple[tuple[int, ...], ...]:
    """The kinds that each card can be, from the topmost to the lowest; of loose cards only those that are known."""
    loose = list(zone.known if zone.cards is None else zone.cards)
    every = tuple(kind for kind, count in enumerate(program.decks[program.zones[zone.zone].deck].copies) if count)
    faces = []
    for place, kind in enumerate(zone.top + zone.bottom):
        some = zone.among[place] if zone.among else ()
        faces.append((kind,) if kind is not None else some or every)
        if kind is not None:
            loose.remove(kind)
    top, bottom = faces[: len(zone.top)], faces[len(zone.top) :]
    return (*reversed(top), *((kind,) for kind in loose), *bottom)


def judge_refusal(program: Program, state: State, refused: Refused, run: Run) -> Iterator[Failure]:
    """A failure when the refused option is offered, is not an option at all, or is refused for another reason than expected."""
    if refused.actor == NATURE_NAME:
        return
    seat = actor_index(program, refused.actor)
    if is_over(program, state) or seat not in actors(program, state):
        yield Failure(f"{refused.actor} is not asked here{who_is(program, state)}{told(run)}", refused.sentence)
        return
    if meant(program, decision(program, state, seat), refused.choice) is not None:
        yield Failure(f"`{refused.choice}` is offered to {refused.actor}, expected that it is not{told(run)}", refused.sentence)
        return
    refusal = why_not(program, state, seat, refused.choice)
    if refusal is None:
        yield Failure(f"`{refused.choice}` is no option at all here, so no rule refuses it{told(run)}", refused.sentence)
        return
    if refused.because is None:
        return
    language = program.languages[0] if program.languages else ""
    reason = refusal.reason(language)
    if not says(refused.because, language, reason):
        said = f"`{reason}`" if reason else f"the condition `{refusal.words}`"
        yield Failure(
            f"`{refused.choice}` is refused because of {said}, another reason than expected{told(run)}", refused.sentence
        )


def judge_outcome(example: Example, run: Run) -> Iterator[Failure]:
    """Winners and payoffs that differ from those expected."""
    if example.winners is None and not example.payoff:
        return
    program = example.program
    end = outcome(program, run.state)
    if example.winners is not None and tuple(sorted(example.winners)) != tuple(sorted(end.winners)):
        wanted, got = names(program, example.winners), names(program, end.winners)
        yield Failure(f"expected {wanted} to win, found {got}{told(run)}", example.sentence)
    for seat, amount, parts in example.payoff:
        found, due = end.payoff[program.players.index(seat)], Fraction(amount, parts)
        if found != due:
            yield Failure(f"expected {program.seats[seat].name} to get {due}, found {found}{told(run)}", example.sentence)


def says(because: Message, language: str, reason: str) -> bool:
    """True when *reason* is the message *because*, with any values in it.

    In *because* a value may also be a placeholder as the author wrote it, `{step.colour}`, since its names have no meaning
    outside the option.
    """
    pieces = [PLACEHOLDER.split(part) if isinstance(part, str) else ["", ""] for part in because.parts(language)]
    pattern = "".join(".*".join(re.escape(text) for text in texts) for texts in pieces)
    return re.fullmatch(pattern, reason, re.DOTALL) is not None


def meant(program: Program, asked: Decision, choice: str) -> int | None:
    """The index of the option with that text or, when there is none, of the only option that ends with it (`3` for `card 3`).

    None when no option fits.
    """
    index = find_option(program, asked, choice)
    if index is not None:
        return index
    ends = [at for at, option in enumerate(asked.options) if option_text(program, asked, option).endswith(f" {choice}")]
    return ends[0] if len(ends) == 1 else None


def actor_index(program: Program, name: str) -> int:
    """The seat of that name, `NATURE` for nature; the number of seats when there is no such name."""
    if name == NATURE_NAME:
        return NATURE
    return next((index for index, seat in enumerate(program.seats) if seat.name == name), len(program.seats))


def who_is(program: Program, state: State) -> str:
    """A clause that says who is asked instead."""
    asked = actors(program, state)
    if not asked:
        return ": all that is run here is done"
    return f"; {' and '.join(NATURE_NAME if seat == NATURE else program.seats[seat].name for seat in asked)} is"


def offer(program: Program, asked: Decision) -> str:
    """A clause that lists what is offered instead."""
    texts = [option_text(program, asked, option) for option in asked.options]
    return f"; there is {', '.join(f'`{text}`' for text in texts[:8])}{' …' if len(texts) > 8 else ''}"


def told(run: Run) -> str:
    """A clause that lists the outcomes of chance in this run; empty without any."""
    return f" (when chance gives {', '.join(run.fell)})" if run.fell else ""


def names(program: Program, seats: tuple[int, ...]) -> str:
    """The names of the seats, as a sentence lists them."""
    return " and ".join(program.seats[seat].name for seat in seats) or "nobody"
