"""The author's worked examples, run.

An example says what is given, what is answered, and what must come out. Chance that it does not script is gone through
in every way it can fall out, and the expectations must hold in each; where that is too much, in many drawn ones.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from attrs import evolve, frozen

from ...program.ir import Example, Message, Program, Refused
from ..core.rng import Use, stream, weighted
from ..core.runtime_errors import RuleError, written
from ..explain import why_not
from ..machine.expressions import value_of
from ..options import Decision, actors, decision, find_option, is_over, option_text
from ..outcome import outcome
from ..state import NATURE, State, initial
from ..step import advance

MOST_RUNS = 5_000
DRAWN_RUNS = 500
NATURE_NAME = "nature"
PLACEHOLDER = re.compile(r"\{[^{}]*\}")


@frozen
class Failure:
    """What did not come out as said, and the sentence that says so (an index into `Program.sentences`)."""

    message: str
    sentence: int


@frozen
class Verdict:
    """How an example went: in how many *runs* of chance it was tried, and what failed in the first that failed.

    *sampled* is True when chance could fall out in more than `MOST_RUNS` ways, so that runs were drawn instead.
    """

    name: str
    failures: tuple[Failure, ...]
    runs: int
    sampled: bool

    @property
    def ok(self) -> bool:
        """True when everything came out as said."""
        return not self.failures


@frozen
class Run:
    """A run on its way: where it stands, how many answers were given, and what chance gave that no answer scripts."""

    state: State
    given: int
    fell: tuple[str, ...]


class Astray(Exception):
    """The run cannot go on as the example says."""

    def __init__(self, message: str, sentence: int) -> None:
        super().__init__(message)
        self.failure = Failure(message, sentence)


def run_example(example: Example) -> Verdict:
    """The example, run in every way that chance can fall out; it ends at the first way in which something fails."""
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
    except RuleError as fault:
        return Verdict(example.name, (Failure(str(fault), fault.sentence),), 1, False)


def sample(example: Example, begun: Run) -> Verdict:
    """The example, run as often as is bearable, chance drawn by a fixed seed."""
    for game in range(DRAWN_RUNS):
        draw = stream(0, game, Use.NATURE).below
        for run in every_run(example, begun, draw):
            failures = judge(example, run)
            if failures:
                return Verdict(example.name, failures, game + 1, True)
    return Verdict(example.name, (), DRAWN_RUNS, True)


def start(example: Example) -> State:
    """Where the example begins; when nothing is to be run, the given position as it is."""
    if not example.program.body:
        return State(example.program.start, None)
    return initial(example.program)


def every_run(example: Example, begun: Run, draw: Callable[[int], int] | None = None) -> Iterator[Run]:
    """The runs as far as the example tells, one for each way in which chance falls out (one in all, with *draw*)."""
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
    """The run after all answers that can be given before chance decides something that is not scripted."""
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
    """Nature's refusals hold at the stop that the last answer leads to."""
    for refused in example.refused:
        if refused.actor == NATURE_NAME and actors(example.program, run.state) == (NATURE,):
            asked = decision(example.program, run.state, NATURE)
            if meant(example.program, asked, refused.choice) is not None:
                raise Astray(f"`{refused.choice}` can happen, expected that it cannot{told(run)}", refused.sentence)


def judge(example: Example, run: Run) -> tuple[Failure, ...]:
    """What does not come out as said in this run."""
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
    failures += judge_outcome(example, run)
    return tuple(failures)


def judge_refusal(program: Program, state: State, refused: Refused, run: Run) -> Iterator[Failure]:
    """The refused option is on offer, or refused for another reason."""
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
    for seat, due in example.payoff:
        found = end.payoff[program.players.index(seat)]
        if found != due:
            yield Failure(f"expected {program.seats[seat].name} to get {due}, found {found}{told(run)}", example.sentence)


def says(because: Message, language: str, reason: str) -> bool:
    """True when *reason* is what *because* comes to, whatever the values in it.

    A value may still stand there as the author wrote it, `{step.colour}`: its names mean nothing outside the option.
    """
    pieces = [PLACEHOLDER.split(part) if isinstance(part, str) else ["", ""] for part in because.parts(language)]
    pattern = "".join(".*".join(re.escape(text) for text in texts) for texts in pieces)
    return re.fullmatch(pattern, reason, re.DOTALL) is not None


def meant(program: Program, asked: Decision, choice: str) -> int | None:
    """The option of that text; without the name of what is chosen (`3` for `card 3`), where only one ends like that."""
    index = find_option(program, asked, choice)
    if index is not None:
        return index
    ends = [at for at, option in enumerate(asked.options) if option_text(program, asked, option).endswith(f" {choice}")]
    return ends[0] if len(ends) == 1 else None


def actor_index(program: Program, name: str) -> int:
    """The seat of that name, `NATURE` for nature."""
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
    """A clause that tells what chance gave."""
    return f" (when chance gives {', '.join(run.fell)})" if run.fell else ""


def names(program: Program, seats: tuple[int, ...]) -> str:
    """The names of the seats, as a sentence lists them."""
    return " and ".join(program.seats[seat].name for seat in seats) or "nobody"
