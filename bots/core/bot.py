"""What a bot is: what it is given, what it gives back, and how it fails."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Protocol, runtime_checkable

from attrs import field, frozen

from ...interpreter import Decision, ObservationHistory, State, View
from ...interpreter.game import Game
from ...program.harmless import harmless
from ...program.ir import Program

Draw = Callable[[int], int]
"""Returns a random number from 0 up to, not including, the argument (at most 2**64), all equally likely."""


class Needs(Enum):
    """What a bot needs besides the decision: a view and a history take time to work out, so only bots that need them get them."""

    NOTHING = "nothing"
    VIEW = "view"
    HISTORY = "history"


@frozen
class TreeFull:
    """The tree of a search was full after *grown* of its *simulations*: from then on it looked no further ahead."""

    grown: int
    simulations: int


@frozen
class Foreseen:
    """A choice that a search expects: its code, the position behind it (a vector), and who is asked there (None: nobody, as the
    match is over).
    """

    code: int
    position: tuple[int, ...]
    asked: int | None


@frozen
class Expected:
    """What a search expects from both sides from *state* on: for each option, in their order, choices that begin with it."""

    state: State
    lines: tuple[tuple[Foreseen, ...], ...]


@frozen
class Situation:
    """All that a bot is given: the rules, what its seat is asked, and, as the bot needs it, what the seat sees and has lived
    through. In *notes* the bot leaves what whoever asks it should know of how it thought.
    """

    game: Game
    asked: Decision
    view: View | None = None
    history: ObservationHistory | None = None
    notes: list[TreeFull | Expected] = field(factory=list, eq=False, repr=False)

    @property
    def program(self) -> Program:
        """The rules."""
        return self.game.program

    @property
    def lived(self) -> ObservationHistory:
        """The history, for a bot that needs it."""
        assert self.history is not None
        return self.history


class Bot(Protocol):
    """The interface of a bot. Its class is an attrs class, whose fields made by `option` are its options."""

    @property
    def needs(self) -> Needs:
        """What it must be given besides the decision."""
        ...

    def choose(self, situation: Situation, draw: Draw) -> int:
        """The index of one of the options of the decision that is asked. Raises BotFailed where it cannot choose.

        A bot calls *draw* at most once; if it needs more random numbers, it starts a stream of its own from that number. It
        keeps no state between calls, so that an interrupted match continues exactly as it would have without interruption.
        """
        ...


class Basis(Enum):
    """What an estimate rests on: matches that were tried from there, odds that were learned from many matches, or no more than
    how the players stand.
    """

    TRIES = "tries"
    LEARNED = "learned"
    STANDING = "standing"


@frozen
class Estimate:
    """What a bot thinks of an option: its index, its *worth* to the seat (0 for losing, 1 for winning alone), the half width of
    that figure's 95 % interval (None: it has none), and how many times it was tried (of a search by positions: how many it looked
    at behind it). Where it is *proven*, nothing can change it.
    """

    option: int
    worth: float
    error: float | None
    tried: int
    proven: bool = False
    basis: Basis = Basis.TRIES


@runtime_checkable
class Advisor(Bot, Protocol):
    """A bot that can say what it thinks of every option."""

    def advise(self, situation: Situation, draw: Draw) -> tuple[Estimate, ...]:
        """An estimate for each option, in their order; `choose` takes the best one for the same *draw*."""
        ...


@runtime_checkable
class Particular(Bot, Protocol):
    """A bot that cannot play every game."""

    def unfit(self, program: Program) -> str:
        """Why it cannot play that, as a clause that begins with a small letter; empty where it can."""
        ...


@runtime_checkable
class Learned(Bot, Protocol):
    """A bot that plays by what was learned of a game."""

    def settled(self, program: Program) -> Bot:
        """The same bot, whose options name what was learned: so its name tells it from all others."""
        ...


@runtime_checkable
class Preparing(Bot, Protocol):
    """A bot that thinks faster once something is made ready."""

    def prepare(self, game: Game) -> None:
        """Begins to make ready what it needs for that game. A choice before that is done is slower."""
        ...


@runtime_checkable
class StartsProgram(Bot, Protocol):
    """A bot that starts a program of this machine: it sits nowhere because a file says so, only where a person named it."""

    @property
    def program_started(self) -> str:
        """The command."""
        ...


class BotFailed(RuntimeError):
    """A bot did not choose: the message says what it did instead. The match stands where the bot was asked."""

    def __init__(self, message: str) -> None:
        """With that message, in which words of a program from outside are made harmless."""
        super().__init__(harmless(message))


class UnknownBot(LookupError):
    """There is no bot of that name, or not with those options, or not for that game; the message says so, and gives the nearest
    name or the limits.
    """
