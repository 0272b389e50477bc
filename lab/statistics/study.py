"""What a study of a game finds: figures of random play and of play with sense, and what may be wrong with the game."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from attrs import frozen

from ...program.ir import Ask, Program, Together
from ...program.ops import asks, statements, within
from .dominance import BeatenFigures
from .estimates import Share, Summary
from .sense import Sense, SenseDescription, sense
from .skill import Pairing
from .summary import Place
from .watched import Watched
from .wilson import share

ROUND = 50
"""Play goes round where a position comes back after so many choices."""

LEADS = Path(__file__).with_name("leads.json")
"""How long bundled games stay open; `benchmarks/leads.py` writes it."""

FEWEST = 0.05
"""A leader runs away where a smaller part of the bundled games stays as open."""


@frozen
class RoundFigures:
    """In how many games between the strongest level play went round, or did not end.

    *first* is the number of the first such game (None: there is none), in which the position of the choice *since* was there
    again at the choice *back*; both are 0 where it only went on for too long.
    """

    games: Share
    first: int | None = None
    since: int = 0
    back: int = 0


@frozen
class LeadAmongOthers:
    """How long the lead stays open, among bundled games: *late* is how often a later loser was ahead or level at half-time or
    later; as rarely or more rarely is that so in *below* of *settings* of bundled games.
    """

    late: Share
    below: int
    settings: int


@frozen
class StudyFigures:
    """All that a study finds: of games at random (None: nobody finished one), of games with sense that ended, of games that go
    round, of options that others always beat, and of the lead (None where the rules do not tell who is ahead). *at_once* is
    whether seats only ever choose at the same time: bots think of them in some order all the same.
    """

    sense: Sense
    random: Summary | None
    rounds: RoundFigures
    beaten: tuple[BeatenFigures, ...]
    lead: LeadAmongOthers | None
    at_once: bool = False

    @property
    def run(self) -> SenseDescription:
        """What was played, and how."""
        return self.sense.run


def study(
    program: Program,
    games: Sequence[Watched],
    pairs: Sequence[Pairing],
    together: bool,
    run: SenseDescription,
    random: Summary | None,
    beaten: Sequence[BeatenFigures],
    place: Place,
) -> StudyFigures:
    """What these games show, of the pairings *pairs*, the strongest level by itself last."""
    top = [game for game in games if game.match == len(pairs) - 1]
    found = sense(program, [game for game in games if game.ended], pairs, together, run, place)
    lead = None if random is None else among_others(random)
    return StudyFigures(found, random, rounds(top), tuple(beaten), lead, at_once(program))


def at_once(program: Program) -> bool:
    """Whether every decision of the rules stands in a block in which all choose at the same time."""
    blocks = (op.body for op in statements(program) if isinstance(op, Together))
    inside = {id(op) for block in blocks for op in within(program, block) if isinstance(op, Ask)}
    return all(id(ask) in inside for ask in asks(program))


def rounds(games: Sequence[Watched]) -> RoundFigures:
    """In how many of these games play went round, or did not end."""
    going = [game for game in games if not game.ended or game.lap[1] - game.lap[0] >= ROUND]
    part = share(len(going), len(games))
    return RoundFigures(part, going[0].number, *going[0].lap) if going else RoundFigures(part)


def among_others(random: Summary) -> LeadAmongOthers | None:
    """How long the lead stays open at random, among bundled games; None where the rules do not tell who is ahead."""
    if random.lead is None or not random.lead.late.of:
        return None
    known = leads().values()
    return LeadAmongOthers(random.lead.late, sum(each <= random.lead.late.rate.high for each in known), len(known))


@cache
def leads() -> dict[str, float]:
    """For bundled games with a number of players, in which part of random games a later loser is ahead or level so late."""
    found: dict[str, float] = json.loads(LEADS.read_text(encoding="utf-8"))
    return found
