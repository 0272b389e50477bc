"""A ruleset to check: compiled in one of its settings, within reasonable time, and what was met on the way."""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from random import Random
from types import FrameType
from typing import ParamSpec, TypeVar
from unittest.mock import patch

from attrs import Factory, define, frozen

from rulerun.dsl.compile import compile_ruleset, examine, survey
from rulerun.dsl.diagnostics.diagnostic import Diagnostic, Severity
from rulerun.dsl.text.source import Source
from rulerun.interpreter import PlayError, State, advance
from rulerun.program.ir import WHERE, Program
from rulerun.simulation import Engine, prepare_plain
from rulerun.simulation.compile.loaded import Loaded
from rulerun.simulation.emit import bitboards
from rulerun.simulation.emit.module import Form

from ..support.battery import game_of
from ..support.packed import Packed
from .claims import Claim, intervals_of
from .failure import Failure

P = ParamSpec("P")
T = TypeVar("T")

COMPILING = 5.0
"""How many seconds the compiler may take for a ruleset."""

PLAYING = 10.0
"""How many seconds the matches of a ruleset may take: a loop that never asks and never ends takes a few."""

LONGEST = 80
"""How many answers a match is followed for."""


class Slow(BaseException):
    """Something takes too long. No code that catches errors catches this one."""


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Raises Slow when the body takes more of the processor's time, where the clock can be used (in the main thread)."""

    def ring(number: int, frame: FrameType | None) -> None:
        raise Slow

    before = signal.signal(signal.SIGPROF, ring)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


@define
class Tally:
    """What was met on the way, over many rulesets; matches and their faults are those in lockstep."""

    each: int = 2
    """How many matches of a ruleset are played in lockstep."""
    machine: bool = False
    """Whether the code is compiled too."""
    rulesets: int = 0
    valid: int = 0
    decisions: int = 0
    matches: int = 0
    faults: int = 0
    slow: int = 0
    kinds: Counter[str] = Factory(Counter)
    messages: Counter[str] = Factory(Counter)


@frozen
class Setting:
    """One way to play a ruleset."""

    variant: str
    players: int
    parameters: tuple[tuple[str, str], ...]


@define(slots=False, eq=False)
class Case:
    """A Program to check, made from a text; the seed decides which matches are played."""

    source: Source
    setting: Setting
    program: Program
    seed: int
    tally: Tally
    thorough: bool = False
    """Whether nothing is left out to save time."""

    def skips(self, often: int) -> bool:
        """Whether what takes long is left out: it is done for one seed of so many."""
        return not self.thorough and self.seed % often != 0

    @cached_property
    def engine(self) -> Engine:
        """Its emitted code, as plain Python."""
        return prepare_plain(self.program)

    @cached_property
    def packed(self) -> Engine:
        """The same, with cards and positions in words, however few positions there are."""
        with patch.object(bitboards, "POSITIONS", range(1, 1025)):
            packed = Packed(self.program, compiled=False)
            for form in (Form.PLAYOUT, Form.TALLY):
                packed.form(form)
        return packed

    @cached_property
    def stepping(self) -> Loaded:
        """The stepping form."""
        return self.engine.form(Form.STEPPING)

    @cached_property
    def noting(self) -> Loaded:
        """The listening form."""
        return self.engine.form(Form.LISTENING)

    @cached_property
    def claims(self) -> tuple[Claim, ...]:
        """The intervals of its slots."""
        return intervals_of(self.program)[0]


def compiled(text: str, seed: int, tally: Tally, thorough: bool) -> Case | None:
    """The Program of a text in a setting that the seed picks; None where the ruleset has mistakes.

    With *thorough*, every setting is looked at. Raises Failure when the compiler does not end with one or the other.
    """
    source = Source("fuzzed.yaml", text)
    with _compiling():
        mistaken = thorough and _mistaken(examine(source))
        setting = _setting(source, Random(seed))
        program = None if setting is None else _program(source, setting)
    if setting is None or program is None or mistaken:
        return None
    return Case(source, setting, program, seed, tally)


def validated(text: str, seed: int, tally: Tally) -> tuple[Case, ...]:
    """The Programs of a text that `validate` passes: of each variant, for the fewest players and for the most.

    None of a text with mistakes. Raises Failure where one of them is not made all the same.
    """
    source = Source("fuzzed.yaml", text)
    with _compiling():
        if _mistaken(examine(source)):
            return ()
        offer = survey(source)
        found = []
        for variant, players in (("", offer.players), *((each.name, each.players) for each in offer.variants)):
            for number in dict.fromkeys((*players[:1], *players[-1:])):
                setting = Setting(variant, number, ())
                program = _program(source, setting)
                if program is None:
                    raise Failure("compile", "validate passes, and a setting has mistakes")
                found.append(Case(source, setting, program, seed, tally))
        return tuple(found)


def undone(text: str) -> None:
    """Raises Failure where a text has mistakes from which sentences were taken that do phases."""
    source = Source("fuzzed.yaml", text)
    with _compiling():
        for each in examine(source):
            if each.severity is Severity.ERROR:
                raise Failure("undone", f"a phase that nothing does: {each.code}: {each.message}")


@contextmanager
def _compiling() -> Iterator[None]:
    try:
        with within(COMPILING):
            yield
    except Slow:
        raise Failure("compile", f"takes more than {COMPILING:.0f} seconds") from None
    except Failure:
        raise
    except Exception as error:
        raise Failure("compile", f"{type(error).__name__}: {error} ({place_of(error)})") from error


def _mistaken(found: Sequence[Diagnostic]) -> bool:
    return any(each.severity is Severity.ERROR for each in found)


def _program(source: Source, setting: Setting) -> Program | None:
    found = compile_ruleset(source, setting.variant, setting.players, dict(setting.parameters))
    if found.program is None and not _mistaken(found.diagnostics):
        raise Failure("compile", "no Program and no error")
    return found.program


def _setting(source: Source, random: Random) -> Setting | None:
    offer = survey(source)
    variant, players = "", offer.players
    if offer.variants and random.randrange(2):
        found = random.choice(offer.variants)
        variant, players = found.name, found.players
    if not players:
        return None
    dials = [
        (dial.name, random.choice(dial.choices or (str(dial.low), str(dial.high))))
        for dial in offer.parameters
        if random.randrange(3) == 0
    ]
    return Setting(variant, random.choice(players), tuple(dials))


def place_of(error: BaseException) -> str:
    """The last function of the engine in which an error was raised."""
    trace, found = error.__traceback__, ""
    while trace is not None:
        code = trace.tb_frame.f_code
        found = code.co_qualname if "/tests/" not in code.co_filename else found
        trace = trace.tb_next
    return found


Outcome = tuple[T | None, PlayError | None]
"""What came of it, or how the rules failed in it."""


def attempt(play: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> Outcome[T]:
    """What it gives, or how the rules fail in it."""
    try:
        return play(*arguments, **named), None
    except PlayError as error:
        return None, error


def moved(program: Program, state: State, actor: int, index: int) -> State:
    """The state after an answer. Raises PlayError."""
    return advance(game_of(program), state, actor, index)[0]


def first_difference(one: Sequence[int], other: Sequence[int]) -> str:
    found = [f"{at}: {a} and {b}" for at, (a, b) in enumerate(zip(one, other, strict=True)) if a != b]
    return found[0] if found else "none"


def kind_of_slot(program: Program, one: Sequence[int], other: Sequence[int]) -> str:
    """Where two vectors differ first, in words that do not depend on the ruleset."""
    at = next(at for at, (a, b) in enumerate(zip(one, other, strict=True)) if a != b)
    if at == WHERE:
        return "the stop"
    if at >= program.locals:
        return "a name of a phase"
    if program.longest is not None and at == program.longest.clock:
        return "the clock"
    if any(place.base <= at < place.base + 1 + sum((e.size - 1) * e.stride for e in place.extents) for place in program.places):
        return "a value"
    return "a zone"
