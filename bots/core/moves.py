"""The match so far as another program is told it, choices in its own notation and joined to moves; and what it answers."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from ...interpreter import NATURE, State, advance, decision, initial, option_text
from ...interpreter.core.events import Chosen
from ...interpreter.core.rng import Stream
from ...interpreter.game import Game
from ...interpreter.observations import Observation
from ...interpreter.openness import is_open
from ...program.ir import Program
from ...worlds.samplers import sampler
from .bot import BotFailed, Situation
from .notation import NoTable, Notation, notation
from .processes import short

Answers = tuple[tuple[int, int], ...]
"""Answers from the start on, each with the actor and the index of the option."""


@frozen
class Move:
    """Choices in a row of one actor that are one move of theirs, each as they write it; an *unfinished* one may go on."""

    actor: int
    choices: tuple[str, ...]
    unfinished: bool = False

    @property
    def joined(self) -> str:
        """The whole move."""
        return "".join(self.choices)


@frozen
class Told:
    """What a program is told: the moves so far, what the seat has chosen of the next one, and how its options are written."""

    notation: Notation
    moves: tuple[Move, ...]
    begun: tuple[str, ...]
    options: tuple[str, ...]

    def index(self, move: str, program: str) -> int:
        """The index of the option with which that move of a *program* begins, or goes on. Raises BotFailed where none is."""
        begun, move = "".join(self.begun), move.strip()
        whole = [f"{begun}{each}".casefold() for each in self.options]
        if move.casefold() in whole:
            return whole.index(move.casefold())
        more = len(self.begun) + 1 < self.notation.choices
        found = [each for each in whole if more and move.casefold().startswith(each)]
        if not found:
            offered = ", ".join(f"`{begun}{each}`" for each in self.options)
            raise BotFailed(f"`{program}` plays `{short(move)}`, which is not on offer; on offer are {offered}")
        return whole.index(max(found, key=len))


def unfit(program: Program, protocol: str, table: str) -> str:
    """Why a program of that protocol cannot be told the game, as a clause; empty where it can."""
    if not program.cached(is_open) or len(program.seats) != 2:
        return "such a program plays games for two without hidden information"
    try:
        program.cached(notation, protocol, table)
    except NoTable as why:
        return str(why)
    return ""


def told(situation: Situation, protocol: str, table: str) -> Told:
    """The match so far, and the decision that is asked, as that protocol writes them. Raises BotFailed where the table does not
    tell all.
    """
    try:
        written = situation.program.cached(notation, protocol, table)
    except NoTable as why:
        raise BotFailed(str(why)) from None
    asked = situation.asked
    moves = _joined(written, [(actor, written.spelt(actor, text)) for actor, text in _answers(situation)], asked.actor)
    begun = moves.pop().choices if moves and moves[-1].unfinished else ()
    options = tuple([written.spelt(asked.actor, option_text(situation.game, asked, each)) for each in asked.options])
    twice = next((each for at, each in enumerate(options) if each in options[:at]), None)
    if twice is not None:
        raise BotFailed(f"the table of `{situation.program.ruleset}` writes two options as `{twice}`")
    return Told(written, tuple(moves), begun, options)


def _joined(notation: Notation, spelt: list[tuple[int, str]], asked: int) -> list[Move]:
    """The choices joined to moves; the last move is unfinished where the seat that is *asked* may go on with it."""
    moves: list[Move] = []
    for actor, text in spelt:
        most = notation.chance if actor == NATURE else notation.choices
        before = moves[-1] if moves else None
        if before is not None and before.actor == actor and len(before.choices) < most:
            moves[-1] = Move(actor, (*before.choices, text))
        else:
            moves.append(Move(actor, (text,)))
    if moves and moves[-1].actor == asked and len(moves[-1].choices) < notation.choices:
        moves[-1] = Move(asked, moves[-1].choices, unfinished=True)
    return moves


def _answers(situation: Situation) -> Iterator[tuple[int, str]]:
    """Everybody's choices so far as texts, for all is open; what nature drew is found by playing along."""
    game, history = situation.game, situation.lived
    if NATURE not in (*history.first, *(actor for each in history.observations for actor in each.asked)):
        for event in (each for observation in history.observations for each in _chosen(observation)):
            yield event.actor, option_text(game, event.stop, event.option)
        return
    with sampler(game) as lent:
        line = lent.sample(history, Stream(0)).line
    yield from game.cached(_Played).texts(tuple(line))


class _Played:
    """The texts of a line of answers; those of the last line are kept, for the next is mostly a longer one."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._last: tuple[Answers, tuple[tuple[int, str], ...], State] = (), (), initial(game)

    def texts(self, line: Answers) -> tuple[tuple[int, str], ...]:
        """Each actor with the text of its answer."""
        before, texts, state = self._last
        if line[: len(before)] != before:
            before, texts, state = (), (), initial(self._game)
        for actor, index in line[len(before) :]:
            asked = decision(self._game, state, actor)
            texts = (*texts, (actor, option_text(self._game, asked, asked.options[index])))
            state = advance(self._game, state, actor, index)[0]
        self._last = line, texts, state
        return texts


def _chosen(observation: Observation) -> Iterator[Chosen]:
    yield from [each for each in observation.heard if isinstance(each, Chosen)]
