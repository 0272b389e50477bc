"""All figures on how a game fares under sensible play, from games between levels of bots."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve, frozen

from ...program.ir import Program
from .card_worth import WorthFigures, held_worths, played_worths
from .course import CoursePoint, course
from .hot_spots import HotSpots, hot_spots
from .never_right import RightFigures, rights
from .sample_match import SampleMatch, sample_match
from .sensible_seats import SensibleSeats, sensible_seats
from .skill import LevelFigures, Pairing, Rung, alone, apart, rung
from .stakes import StakeFigures, stakes
from .summary import Place
from .watched import Watched


@frozen
class SenseDescription:
    """What was played and how, so that anybody can repeat it.

    *levels* are the bots, the weakest first, *judge* is the one that judged decisions ("": nobody did). *games* is how many were
    played in all; *finished* is False where they are fewer than was asked for. *failed* is how many more a bot spoiled, *failure*
    what it did in the first, and *failed_game* the command that plays that game. The rest is as in a `RunDescription`.
    """

    ruleset: str
    title: str
    variant: str
    players: int
    parameters: tuple[tuple[str, str], ...]
    altered: tuple[tuple[str, str], ...]
    levels: tuple[str, ...]
    judge: str
    seed: int
    games: int
    finished: bool
    failed: int
    failure: str
    version: str
    digest: str
    command: str
    failed_game: str = ""


@frozen
class Sense:
    """What games between levels show.

    *rungs* say how each level fares against the one below it, then the strongest against the weakest, where that is another pair;
    *alone* how each fares by itself, where nobody plays against anybody. The rest is of the games that the strongest level plays
    with itself: the *seats* (None where one seat alone decides), the *stakes* of each kind of decision and how often options were
    *right*, as far as they were judged, and what cards were worth that were *held* and *played*; the *course* of winning chances.
    `retold` adds which *spots* of boards are hot, and a *sample* match.
    """

    run: SenseDescription
    rungs: tuple[Rung, ...]
    alone: tuple[LevelFigures, ...]
    seats: SensibleSeats | None
    stakes: tuple[StakeFigures, ...]
    rights: tuple[RightFigures, ...]
    held: tuple[WorthFigures, ...]
    played: tuple[WorthFigures, ...]
    course: tuple[CoursePoint, ...] = ()
    spots: tuple[HotSpots, ...] = ()
    sample: SampleMatch | None = None


def sense(
    program: Program, games: Sequence[Watched], pairs: Sequence[Pairing], together: bool, run: SenseDescription, place: Place
) -> Sense:
    """The figures of these games, of the pairings *pairs*; *together* where nobody plays against anybody."""
    top = [game for game in games if game.match == len(pairs) - 1]
    pays, seats = program.outcome.payoff is not None, len(program.seats)
    rungs = [
        rung([game for game in games if game.match == match], pair.stronger, run.levels, pair.weaker, seats, pays)
        for match, pair in enumerate(pairs)
        if pair.stronger != pair.weaker
    ]
    names = [program.seats[seat].name for seat in program.players]
    return Sense(
        run,
        tuple(apart(games, run.levels)) if together else tuple(each for each in rungs if each is not None),
        tuple(alone(games, run.levels)) if together else (),
        None if together else sensible_seats(top, names, pays),
        stakes(program, top, place),
        rights(program, top, place),
        held_worths(program, top),
        played_worths(program, top),
        () if together else course(program, top),
    )


def retold(program: Program, games: Sequence[Watched], pairs: Sequence[Pairing], found: Sense) -> Sense:
    """The same, with what shows only where games of the strongest level are played again, choice by choice. Raises PlayError."""
    top = [game for game in games if game.match == len(pairs) - 1 and game.ended]
    return evolve(found, spots=hot_spots(program, top), sample=sample_match(program, top))
