"""Who begins, where the rules only say that all have their turns one after the other."""

from __future__ import annotations

from collections.abc import Iterator

from ..dsl.declarations.declare import NAMES
from ..dsl.sentences import syntax as s
from ..dsl.sentences.walk import each
from .context import Context
from .page import Step
from .ruleset_lines import asks


def beginning(to: Context) -> Iterator[Step]:
    """A sentence on who begins; none where nobody chooses in turn, where a sentence says with whom turns start, or where seats
    have names of their own: of Black and White the author tells who begins.
    """
    loops = list(_turns(to, "game", set()))
    told = any(loop.head.start is not None or loop.head.keys for loop in loops) or to.game.seats[0].name not in NAMES
    if loops and not told and to.game.players > 1:
        yield Step(to.phrase("somebody begins"))


def _turns(to: Context, phase: str, seen: set[str]) -> Iterator[s.ForEachBlock]:
    """The loops over seats in which somebody chooses, those inside others left out; phases that it does are gone through too."""
    seen.add(phase)
    inside = set[int]()
    for statement in each(to.game.phases[phase].body):
        if id(statement) in inside:
            continue
        match statement:
            case s.ForEachBlock(head=head, body=body) if head.binder.kind in ("player", "seat") and asks(to.game, body):
                inside |= {id(line) for line in each(body)}
                yield statement
            case s.TogetherBlock(body=body):
                inside |= {id(line) for line in each(body)}
            case s.DoLine(call=call) if call.name in to.game.phases and call.name not in seen:
                yield from _turns(to, call.name, seen)
