"""One game of a tournament: who sat where, how it ended, and what each choice cost."""

from __future__ import annotations

from enum import Enum

from attrs import frozen


class Way(Enum):
    """How a round seats the bots: in all ordered ways, or each once in each seat; or each by itself in all seats of a game, where
    they are not against each other.
    """

    EVERY = "every"
    ROTATION = "rotation"
    APART = "apart"


Item = tuple[int, tuple[int, ...]]
"""A game that is to be played: the number of its round, and the number of the bot of each player."""


@frozen
class Failure:
    """Why a game has no result: the number of the bot that failed, and what it did instead of choosing."""

    bot: int
    message: str


@frozen
class TournamentGame:
    """One game. All games of one *round* are the game of that number of the seed, so nature deals the same to each.

    *seating* has the number of the bot of every player; all other tuples have an entry for every player, too. *shares* are the
    parts of the win, in units of one divided by `parts_of_a_win`: it is split among the winners, or among all seats where nobody
    won; where all win together or nobody, each winner has all of it. *payoffs* are whole numbers in the unit of the rules
    (`Outcome.parts`). *seconds* were spent on *choices*, *slowest* on the slowest of them; in *full* of them the tree of a search
    was full. A game with a *failure* has nothing in *shares*, *places*, *scores* and *payoffs*.
    """

    round: int
    seating: tuple[int, ...]
    shares: tuple[int, ...]
    places: tuple[int, ...]
    scores: tuple[int | None, ...]
    payoffs: tuple[int, ...]
    choices: tuple[int, ...]
    seconds: tuple[float, ...]
    slowest: tuple[float, ...]
    full: tuple[int, ...]
    failure: Failure | None = None

    @property
    def item(self) -> Item:
        """What tells this game from the others of its tournament."""
        return self.round, self.seating
