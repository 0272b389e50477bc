"""Plays one game of a tournament, and notes what each choice cost and which bot failed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from time import perf_counter
from typing import Protocol

from attrs import define, frozen

from ...bots import Bot, BotFailed, Draw, Situation, TreeFull, chosen, seated
from ...interpreter import PlayError, outcome
from ...interpreter.core.runtime_errors import GameError
from ...interpreter.game import Game
from ..statistics.tournament import apart, parts_of_a_win
from ..statistics.tournament_games import Failure, Item, TournamentGame
from .executors import KEPT, ignore_interrupts, unpacked
from .playing import play_out


class Failed(Exception):
    """The bot in a seat did not choose; the message says what it did instead."""

    def __init__(self, seat: int, message: str) -> None:
        """For the bot of that seat."""
        super().__init__(message)
        self.seat = seat


@frozen
class Entrants:
    """What another process needs to play: the Program as compressed JSON, the names of the bots, and the seed."""

    program: bytes
    bots: tuple[str, ...]
    seed: int


NOBODY = -1
"""Stands for the player who is asked, while no bot is."""


class Noted(Protocol):
    """A number that two processes share."""

    value: int


@define
class _Notes:
    """Where this process notes which player's bot is asked (None: nowhere)."""

    asked: Noted | None = None


_notes = _Notes()


def note_asked(asked: Noted) -> None:
    """From now on this process, in which others play, notes there which player's bot is asked, and leaves Ctrl-C to them."""
    ignore_interrupts()
    _notes.asked = asked


def play_elsewhere(entrants: Entrants, items: Sequence[Item]) -> list[TournamentGame]:
    """The games, played in this process. Raises PlayError."""
    game, bots = _ready(entrants.program, entrants.bots)
    games = []
    for item in items:
        try:
            games.append(play_game(game, bots, entrants.seed, item))
        except PlayError as fault:
            raise told(fault, entrants.bots, entrants.seed, item) from None
    return games


@lru_cache(KEPT)
def _ready(program: bytes, names: tuple[str, ...]) -> tuple[Game, tuple[Bot, ...]]:
    rules = unpacked(program)
    return Game(rules), tuple(seated(name, rules) for name in names)


def told(fault: PlayError, names: Sequence[str], seed: int, item: Item) -> GameError:
    """The error in that game between bots of these names."""
    number, seating = item
    return GameError.of(fault, seed, number, tuple(names[bot] for bot in seating))


def play_game(game: Game, bots: Sequence[Bot], seed: int, item: Item) -> TournamentGame:
    """One game. Raises PlayError where the rules fail; where a bot fails the game says so."""
    program = game.program
    number, seating = item
    players = {seat: at for at, seat in enumerate(program.players)}
    choices, seconds, slowest = ([0] * len(players), [0.0] * len(players), [0.0] * len(players))
    full = [0] * len(players)

    def choose(bot: Bot, given: Situation, draw: Draw) -> int:
        at, start = players[given.asked.actor], perf_counter()
        if _notes.asked is not None:
            _notes.asked.value = at
        try:
            index = chosen(bot, given, draw)
        except BotFailed as fault:
            raise Failed(at, str(fault)) from fault
        took = perf_counter() - start
        choices[at] += 1
        seconds[at] += took
        slowest[at] = max(slowest[at], took)
        full[at] += any(isinstance(note, TreeFull) for note in given.notes)
        return index

    sitting = {seat: bots[seating[at]] for seat, at in players.items()}
    try:
        state = play_out(game, sitting, seed, number, choose)
    except Failed as fault:
        cost = tuple(choices), tuple(seconds), tuple(slowest), tuple(full)
        return TournamentGame(number, seating, (), (), (), (), *cost, Failure(seating[fault.seat], str(fault)))
    result = outcome(game, state)
    parts, together = parts_of_a_win(program), apart(program)
    sharing = result.winners or (() if together else tuple(range(len(program.seats))))
    share = parts if together else parts // len(sharing)
    return TournamentGame(
        number,
        seating,
        shares=tuple(share if seat in sharing else 0 for seat in players),
        places=tuple(result.places[seat] for seat in players),
        scores=tuple(result.scores[seat] for seat in players),
        payoffs=tuple(int(paid * program.outcome.parts) for paid in result.payoff),
        choices=tuple(choices),
        seconds=tuple(seconds),
        slowest=tuple(slowest),
        full=tuple(full),
    )
