"""A match that goes another way from one of its decisions on: which decision, what is chosen there, where it is recorded."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import TYPE_CHECKING

from ...dsl.text.suggestions import listed, nearest
from .console import Misused, Refused, fault_text

if TYPE_CHECKING:
    from ...interpreter.match.match import Match
    from .play_options import PlayOptions


def check_number(path: Path, match: Match, number: int) -> None:
    """Raises `Misused` when the match has no decision of that number, or cannot be played on."""
    from ...interpreter.match.branch import decision_count

    count = decision_count(match)
    if number > count:
        many = f"its decisions are 1 to {count}" if count else "nobody has decided anything in it"
        raise Misused(f"there is no decision {number} in `{path}`: {many}")
    if match.strayed is not None:
        told = f"chance gave something else there than {match.header.chance.called} gives"
        raise Refused(f"{path}: line {match.strayed + 2}: {told}, so nobody knows what it would give next")


def choose(match: Match, again: Match, number: int, play_options: PlayOptions) -> None:
    """Take the option that `--choose` means, where *match* stands; *again* is the match that went otherwise there. Raises
    `Misused`.
    """
    from ...interpreter import NATURE, PlayError, decision
    from ...interpreter.match.records import source_of
    from ...table.matching import clipped, matching, meant, plain
    from ...table.options import option_names

    seat = [each.asked.actor for each in again.observer.answers if each.asked.actor != NATURE][number - 1]
    asked = decision(match.game, match.state, seat)
    names = option_names(match.game, asked, play_options.language)
    typed = plain(play_options.choice or "")
    found = matching(typed, names, exact=True) or meant(typed, names)
    if len(found) != 1:
        known = [each[0] for each in names]
        told = f"may be {listed(known[index] for index in found)}" if found else f"is not offered{nearest(typed, known)}"
        raise Misused(f"`{clipped(typed)}` {told}; {match.program.seats[seat].name} is asked there")
    try:
        match.answer(seat, found[0])
    except PlayError as fault:
        raise Refused(fault_text(source_of(match.header), fault)) from None


def beside(path: Path, number: int) -> Path:
    """Where a match that goes another way from that decision is recorded: beside the record, under a name that is free."""
    stem = f"{path.stem}-from-{number}"
    names = (f"{stem}{f'-{count}' if count > 1 else ''}{path.suffix}" for count in itertools.count(1))
    return next(found for found in map(path.with_name, names) if not found.exists())
