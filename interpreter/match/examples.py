"""Runs the author's worked examples.

An example says what is given, what is answered, and what must result. Where it does not script a decision of chance, every
outcome is tried, and the expectations must hold in each; where there are too many outcomes, random runs are drawn.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction

from attrs import evolve, frozen

from ...program.ir import Answer, Example, Knows, Message, Program, Refused
from ..core.events import Option
from ..core.rng import Use, stream, weighted
from ..core.runtime_errors import PlayError, written
from ..explain import candidates, why_not
from ..game import Game
from ..machine.machine import value_of
from ..options import Decision, actors, decision, find_option, is_over, option_text
from ..outcome import broken_invariants, outcome
from ..possible_kinds import example_text
from ..state import NATURE, State, initial
from ..step import advance
from ..view_text import zone_name
from ..views import ZoneView, view
from .differences import MOST_TOLD, broken_text, difference

MOST_RUNS = 5_000
"""Up to this many runs, all outcomes of chance are tried."""
DRAWN_RUNS = 500
"""The number of random runs when there are more outcomes than `MOST_RUNS`."""
MOST_TRIED = 4_000
"""So many draws are made at most to find those that bear on a failure."""
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
    variant: str
    failures: tuple[Failure, ...]
    runs: int
    sampled: bool

    @property
    def ok(self) -> bool:
        """True when all expectations held."""
        return not self.failures


@frozen
class Run:
    """A run in progress: its state, how many steps of the script are done, and what chance gave where nothing says so.

    That is given by the indices and the texts of its options.
    """

    state: State
    done: int
    drawn: tuple[int, ...]
    fell: tuple[str, ...]


LATER = " (`refused:` is looked at behind the last answer; what is refused before stands among the answers, `- refused: …`)"
"""Said where what is refused does not fit to where play is behind the answers."""


class Astray(Exception):
    """The run cannot go on as the example says."""

    def __init__(self, message: str, sentence: int, run: Run) -> None:
        super().__init__(message)
        self.failure = Failure(message, sentence)
        self.run = run


def run_example(example: Example, game: Game | None = None) -> Verdict:
    """The verdict on the example over all outcomes of chance; it stops at the first run that fails. *game* is one of its Program.

    A PlayError during a run is a failure too.
    """
    game = Game(example.program) if game is None else game
    try:
        begun = Run(start(game, example), 0, (), ())
    except PlayError as fault:
        return Verdict(example.name, example.program.variant, (Failure(fault.message, fault.sentence),), 1, False)
    runs = 0
    for run, failures in judged(game, example, every_run(game, example, begun)):
        runs += 1
        if runs > MOST_RUNS:
            return sample(game, example, begun)
        if failures:
            return Verdict(example.name, example.program.variant, told(game, example, begun, run, failures), runs, False)
    return Verdict(example.name, example.program.variant, (), runs, False)


def sample(game: Game, example: Example, begun: Run) -> Verdict:
    """The verdict on the example over `DRAWN_RUNS` runs, with chance drawn from a fixed seed."""
    for number in range(DRAWN_RUNS):
        below = stream(0, number, Use.NATURE).below

        def draw(asked: Decision, below: Callable[[int], int] = below) -> int:
            return weighted([option.weight for option in asked.options], below)

        for run, failures in judged(game, example, every_run(game, example, begun, draw)):
            if failures:
                return Verdict(example.name, example.program.variant, told(game, example, begun, run, failures), number + 1, True)
    return Verdict(example.name, example.program.variant, (), DRAWN_RUNS, True)


def judged(game: Game, example: Example, runs: Iterator[Run]) -> Iterator[tuple[Run, tuple[Failure, ...]]]:
    """Each run with what does not hold in it; one that cannot go on is the last."""
    try:
        for run in runs:
            yield run, judge(game, example, run)
    except Astray as astray:
        yield astray.run, (astray.failure,)


def start(game: Game, example: Example) -> State:
    """The state where the example begins; the given position itself when the example's program has no statements."""
    if not example.program.body:
        return State(example.program.start, None)
    return initial(game, listening=bool(example.known))


def every_run(game: Game, example: Example, begun: Run, draw: Callable[[Decision], int] | None = None) -> Iterator[Run]:
    """The runs up to where the example ends, one for each outcome of chance (with *draw*, a single one: it gives the options).

    Raises Astray, for a PlayError too.
    """
    pending = [begun]
    while pending:
        run = pending.pop()
        try:
            keep(game, example, run)
            run = follow(game, example, run)
            if actors(game, run.state) != (NATURE,):
                yield run
                continue
            asked = decision(game, run.state, NATURE)
            chosen = range(len(asked.options)) if draw is None else (draw(asked),)
            for index in reversed(chosen):
                state, _ = advance(game, run.state, NATURE, index)
                fell = option_text(game, asked, asked.options[index])
                pending.append(evolve(run, state=state, drawn=(*run.drawn, index), fell=(*run.fell, fell)))
        except PlayError as fault:
            raise Astray(fault.message, fault.sentence, run) from None


def follow(game: Game, example: Example, run: Run) -> Run:
    """The run after all steps that can be done before chance decides something that is not scripted. Raises Astray, PlayError."""
    steps = script(example)
    while run.done < len(steps):
        step = steps[run.done]
        if actors(game, run.state) == (NATURE,) and step.actor != NATURE_NAME:
            return run
        match step:
            case Answer():
                run = evolve(answered(game, run, step), done=run.done + 1)
                keep(game, example, run)
            case Refused():
                failure = refusal(game, run.state, step, "")
                if failure is not None:
                    raise Astray(failure.message, failure.sentence, run)
                run = evolve(run, done=run.done + 1)
    return run


def keep(game: Game, example: Example, run: Run) -> None:
    """Raises Astray where an invariant does not hold, in an example that plays the game from its start; PlayError."""
    for invariant in broken_invariants(game, run.state) if example.whole else ():
        raise Astray(broken_text(game, run.state, invariant), invariant.sentence, run)


def script(example: Example) -> tuple[Answer | Refused, ...]:
    """The answers, with what is refused between them, and behind them what chance must not give."""
    return (*example.answers, *(refused for refused in example.refused if refused.actor == NATURE_NAME))


def answered(game: Game, run: Run, answer: Answer) -> Run:
    """The run after an answer. Raises Astray and PlayError."""
    program = game.program
    seat = actor_index(program, answer.actor)
    if seat not in actors(game, run.state):
        raise Astray(f"{answer.actor} is not asked here{who_is(game, run.state)}", answer.sentence, run)
    asked = decision(game, run.state, seat)
    index = meant(game, asked, answer.choice)
    if index is None:
        raise Astray(f"`{answer.choice}` is not offered to {answer.actor}{offer(game, asked)}", answer.sentence, run)
    return evolve(run, state=advance(game, run.state, seat, index)[0])


def judge(game: Game, example: Example, run: Run) -> tuple[Failure, ...]:
    """The expectations that do not hold in this run."""
    try:
        return tuple(failing(game, example, run.state))
    except PlayError as fault:
        return (Failure(fault.message, fault.sentence),)


def failing(game: Game, example: Example, state: State) -> Iterator[Failure]:
    """The expectations that do not hold in this state. Raises PlayError."""
    program = example.program
    later = LATER if any(isinstance(each, Answer) for each in example.answers) else ""
    for refused in example.refused:
        if refused.actor != NATURE_NAME:
            failure = refusal(game, state, refused, later)
            if failure is not None:
                yield failure
    for check in example.checks:
        found = int(value_of(game.silent, state.slots, check.actual))
        if found == check.wanted:
            continue
        if check.truth:
            yield Failure(f"expected `{check.words}` to hold{difference(game, state, check.claims)}", check.sentence)
        else:
            wanted, got = written(program, check.domain, check.wanted), written(program, check.domain, found)
            yield Failure(f"expected {check.words} to be {wanted}, found {got}", check.sentence)
    for knows in example.known:
        yield from judge_knowledge(game, state, knows)
    yield from judge_outcome(game, example, state)


def judge_knowledge(game: Game, state: State, knows: Knows) -> Iterator[Failure]:
    """A failure when the seat knows something else of the cards in a zone."""
    program = game.program
    zone = next(each for each in view(game, state, knows.seat).zones if (each.zone, each.index) == (knows.zone, knows.index))
    deck = program.zones[zone.zone].deck
    found, wanted = known_kinds(program, zone), knows.kinds
    if not zone.top and not zone.bottom:
        found, wanted = tuple(sorted(found)), tuple(sorted(wanted))
    if found == wanted:
        return
    said = [", ".join(example_text(program, deck, kinds) for kinds in each) for each in (wanted, found)]
    whose, where = program.seats[knows.seat].name, zone_name(program, zone.zone, zone.index)
    yield Failure(f"expected {whose} to know of {where}: [{said[0]}]; found: [{said[1]}]", knows.sentence)


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


def refusal(game: Game, state: State, refused: Refused, later: str) -> Failure | None:
    """The failure when the refused option is offered, is not an option at all, or is refused for another reason than expected.

    *later* says when it is looked at, for an author who may have meant another time.
    """
    program = game.program
    seat = actor_index(program, refused.actor)
    if seat not in actors(game, state):
        return Failure(f"{refused.actor} is not asked here{who_is(game, state)}{later}", refused.sentence)
    asked = decision(game, state, seat)
    offered = meant(game, asked, refused.choice) is not None
    if seat == NATURE:
        return Failure(f"`{refused.choice}` can happen, expected that it cannot", refused.sentence) if offered else None
    if offered:
        return Failure(f"`{refused.choice}` is offered to {refused.actor}, expected that it is not", refused.sentence)
    found = why_not(game, state, seat, refused.choice)
    if found is None:
        whole = ending(game, asked, candidates(game, state, seat), refused.choice)
        found = why_not(game, state, seat, whole) if whole is not None else None
    if found is None:
        return Failure(f"`{refused.choice}` is no option at all here, so no rule refuses it{later}", refused.sentence)
    language = program.languages[0] if program.languages else ""
    reason = found.reason(language)
    if refused.because is None or says(refused.because, language, reason):
        return None
    said = f"`{reason}`" if reason else f"the condition `{found.words}`"
    return Failure(f"`{refused.choice}` is refused because of {said}, another reason than expected", refused.sentence)


def judge_outcome(game: Game, example: Example, state: State) -> Iterator[Failure]:
    """Winners and payoffs that differ from those expected, and a match that should be over or should not."""
    program, over = example.program, example.over
    if over is not None:
        ended = is_over(program, state) and (over.through is None or not state.slots[over.through])
        if over.wanted and not ended:
            yield Failure(f"expected the match to be over, and it goes on{who_is(game, state)}", over.sentence)
        elif ended and not over.wanted:
            yield Failure("expected the match to go on, and it is over", over.sentence)
    if example.winners is None and not example.payoff:
        return
    end = outcome(game, state)
    if example.winners is not None and tuple(sorted(example.winners)) != tuple(sorted(end.winners)):
        wanted, got = names(program, example.winners), names(program, end.winners)
        yield Failure(f"expected {wanted} to win, found {got}", example.sentence)
    for seat, amount, parts in example.payoff:
        found, due = end.payoff[program.players.index(seat)], Fraction(amount, parts)
        if found != due:
            yield Failure(f"expected {program.seats[seat].name} to get {due}, found {found}", example.sentence)


def says(because: Message, language: str, reason: str) -> bool:
    """True when *reason* is the message *because*, with any values in it.

    In *because* a value may also be a placeholder as the author wrote it, `{step.colour}`, since its names have no meaning
    outside the option.
    """
    pieces = [PLACEHOLDER.split(part) if isinstance(part, str) else ["", ""] for part in because.parts(language)]
    pattern = "".join(".*".join(re.escape(text) for text in texts) for texts in pieces)
    return re.fullmatch(pattern, reason, re.DOTALL) is not None


def meant(game: Game, asked: Decision, choice: str) -> int | None:
    """The index of the option with that text or, when there is none, of the only option that ends with it (`3` for `card 3`).

    None when no option fits.
    """
    index = find_option(game, asked, choice)
    if index is not None:
        return index
    whole = ending(game, asked, asked.options, choice)
    return find_option(game, asked, whole) if whole is not None else None


def ending(game: Game, asked: Decision, options: tuple[Option, ...], choice: str) -> str | None:
    """The text of the only one of the options that ends with *choice*; None when none does, or several."""
    ends = [text for text in (option_text(game, asked, option) for option in options) if text.endswith(f" {choice}")]
    return ends[0] if len(ends) == 1 else None


def actor_index(program: Program, name: str) -> int:
    """The seat of that name, `NATURE` for nature; the number of seats when there is no such name."""
    if name == NATURE_NAME:
        return NATURE
    return next((index for index, seat in enumerate(program.seats) if seat.name == name), len(program.seats))


def who_is(game: Game, state: State) -> str:
    """A clause that says who is asked instead."""
    program = game.program
    asked = actors(game, state)
    if not asked:
        return ": all that is run here is done"
    return f"; {' and '.join(NATURE_NAME if seat == NATURE else program.seats[seat].name for seat in asked)} is"


def offer(game: Game, asked: Decision) -> str:
    """A clause that lists what is offered instead."""
    texts = [option_text(game, asked, option) for option in asked.options]
    return f"; there is {', '.join(f'`{text}`' for text in texts[:8])}{' …' if len(texts) > 8 else ''}"


def told(game: Game, example: Example, begun: Run, run: Run, failures: tuple[Failure, ...]) -> tuple[Failure, ...]:
    """The failures of a run with what chance gave in it: all of it, or of very much what bears on them."""
    if not run.fell:
        return failures
    if len(run.fell) <= MOST_TOLD:
        clause = f"when chance gives {', '.join(run.fell)}"
    else:
        bearing = [run.fell[at] for at in bears(game, example, begun, run, failures)]
        many = f"{len(run.fell):,} draws"
        clause = f"of {many} these matter: {', '.join(bearing)}"
        if not bearing:
            clause = f"after {many}, at last {', '.join(run.fell[-3:])}"
    return tuple(evolve(failure, message=f"{failure.message} ({clause})") for failure in failures)


class _Enough(Exception):
    """So many draws were tried again that it is enough."""


def bears(game: Game, example: Example, begun: Run, run: Run, failures: tuple[Failure, ...]) -> list[int]:
    """The last places where other failures or none come of it when chance gives something else there, and then what it gave.

    At most `MOST_TOLD` are found, and looked for with `MOST_TRIED` draws.
    """
    found: list[int] = []
    left = MOST_TRIED
    options = 0

    def other(place: int, instead: int) -> Iterator[Failure]:
        at = -1

        def draw(asked: Decision) -> int:
            nonlocal at, left, options
            at, left = at + 1, left - 1
            if left < 0:
                raise _Enough
            if at == place:
                options = len(asked.options)
            wanted = instead if at == place else run.drawn[at] if at < len(run.drawn) else 0
            return min(wanted, len(asked.options) - 1)

        return (failure for _, several in judged(game, example, every_run(game, example, begun, draw)) for failure in several)

    try:
        for place in range(len(run.drawn) - 1, -1, -1):
            instead = 0
            options = 2
            while instead < min(options, MOST_TOLD) and len(found) < MOST_TOLD:
                if instead != run.drawn[place] and tuple(other(place, instead)) != failures:
                    found.append(place)
                    break
                instead += 1
    except _Enough:
        pass
    return sorted(found)


def names(program: Program, seats: tuple[int, ...]) -> str:
    """The names of the seats, as a sentence lists them."""
    return " and ".join(program.seats[seat].name for seat in seats) or "nobody"
