"""One game after another in which every rule is held: what went wrong in it, and what was chosen until then."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum

from attrs import frozen

from ...interpreter import NATURE, Decision, PlayError, State, actors, advance, broken_invariants, decision, initial, outcome
from ...interpreter.core.events import Option
from ...interpreter.core.policy import Policy, random_index
from ...interpreter.core.rng import Use, stream, weighted
from ...interpreter.game import Game, covering
from ...interpreter.match.differences import broken_text
from ...interpreter.measures import final_measures
from ...interpreter.views import check_shown
from ...program.ir import Program

MOST_DECISIONS = 20_000
"""A game without `longest:` that is not over after so many decisions counts as one that never ends."""

Choose = Callable[[Decision], int]
"""The index of an option of a decision, of a seat or of nature."""


class Kind(Enum):
    """What can go wrong in a game: a runtime error (dead ends are one), a broken invariant, no end."""

    ERROR = "error"
    INVARIANT = "invariant"
    ENDLESS = "endless"


@frozen
class Trouble:
    """Something that went wrong, and the sentence it belongs to (an index into `Program.sentences`)."""

    kind: Kind
    message: str
    sentence: int


@frozen
class Choice:
    """What an actor (a seat or nature) chose at a stop: the index of the option among those on offer, and the option itself."""

    actor: int
    stop: int
    index: int
    option: Option


@frozen
class DeepGame:
    """What was chosen, in order, and what then went wrong: nothing in a game that came to its end, or as far as it was wanted.

    *cut* tells that it was over because of `longest:`, *state* is the last one that was reached (None: not even the first).
    """

    choices: tuple[Choice, ...]
    troubles: tuple[Trouble, ...]
    cut: bool
    state: State | None


class Player:
    """Plays games of one Program, and keeps which of its sentences were carried out so far (*carried*, by index)."""

    def __init__(self, program: Program) -> None:
        """A Player who has played nothing yet."""
        self.game, self.carried = covering(program)

    def random(self, seed: int, game: int, most: int = MOST_DECISIONS) -> DeepGame:
        """The random game of that number, for at most so many decisions. What is chosen is what `random_playout` chooses."""
        draw = stream(seed, game, Use.NATURE).below
        return self.play(lambda asked: drawn(asked, draw), most)

    def play(self, choose: Choose, most: int = MOST_DECISIONS) -> DeepGame:
        """A game in which *choose* decides everything, for at most *most* decisions."""
        game = self.game
        choices: list[Choice] = []
        state: State | None = None
        try:
            state = initial(game)
            while True:
                found = wrong(game, state)
                if found or not actors(game, state):
                    return DeepGame(tuple(choices), found, cut_short(game, state), state)
                if len(choices) >= most:
                    return DeepGame(tuple(choices), endless(game.program, most), False, state)
                actor = actors(game, state)[0]
                asked = decision(game, state, actor)
                index = choose(asked)
                choices.append(Choice(actor, asked.stop, index, asked.options[index]))
                state, _ = advance(game, state, actor, index)
        except PlayError as error:
            return DeepGame(tuple(choices), (Trouble(Kind.ERROR, error.message, error.sentence),), False, state)


def wrong(game: Game, state: State) -> tuple[Trouble, ...]:
    """What is wrong with this state: broken invariants. Raises PlayError where a value to show, the outcome or a measure of the
    end cannot be worked out.
    """
    broken = broken_invariants(game, state)
    if broken:
        return tuple(Trouble(Kind.INVARIANT, broken_text(game, state, each), each.sentence) for each in broken)
    check_shown(game, state)
    if not actors(game, state):
        outcome(game, state)
        final_measures(game, state)
    return ()


def endless(program: Program, decisions: int) -> tuple[Trouble, ...]:
    """The trouble of a game that goes on after so many decisions; none where these are fewer than `MOST_DECISIONS`, for then
    somebody wanted no more.
    """
    if decisions < MOST_DECISIONS or program.longest is not None:
        return ()
    message = f"the game is not over after {decisions:,} decisions, and `longest:` does not end it"
    return (Trouble(Kind.ENDLESS, message, program.outcome.sentence),)


def drawn(asked: Decision, draw: Callable[[int], int]) -> int:
    """A random option: of nature by its weight, of a seat as `Policy.ENTRIES` draws it."""
    if asked.actor == NATURE:
        return weighted([option.weight for option in asked.options], draw)
    return random_index(asked.options, Policy.ENTRIES, draw)


def cut_short(game: Game, state: State) -> bool:
    """Whether the match is over because of `longest:`."""
    program = game.program
    longest = program.longest
    return longest is not None and not actors(game, state) and state.slots[longest.clock] > longest.decisions


def again(choices: Sequence[Choice]) -> Choose:
    """Chooses as was chosen before: what the actor chose at this stop next, if it is on offer, else what is offered first."""
    left = list(choices)
    at = 0

    def choose(asked: Decision) -> int:
        nonlocal at
        codes = {option.code: index for index, option in reversed(tuple(enumerate(asked.options)))}
        for place in range(at, len(left)):
            old = left[place]
            if old.actor == asked.actor and old.stop == asked.stop and old.option.code in codes:
                at = place + 1
                return codes[old.option.code]
        return 0

    return choose
