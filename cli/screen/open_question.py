"""One question to a person: what is asked, what of it was picked, and what can be pointed at."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import assert_never

from ...interpreter import Decision
from ...interpreter.game import Game
from ...table.picking import Entry, Picking
from ...table.spots import OnCard, OnMember, OnPiece, OnSeat, OnSpace, OnValue, OnZone, Spot
from ...table.stages import Stage, groups
from ...table.why_answers import Barred
from .drawing import Mood, OnBarred, OnEntry, Target

LISTED = 12
"""So many options are listed on every screen."""


class OpenQuestion:
    """A person is asked; *answer* gets the index of the option chosen; none where cards were picked, or a choice taken back.

    What is *refused* stands in the list as well, while there is room and nothing is picked.
    """

    def __init__(
        self, game: Game, language: str, seat: int, asked: Decision, start: Picking, refused: tuple[Barred, ...] = ()
    ) -> None:
        """Nothing is picked yet."""
        self.game, self.program = game, game.program
        self.language = language
        self.seat = seat
        self.asked = asked
        self.picking = start
        self.refused = refused
        self.within: tuple[Stage, ...] = ()
        """The stages of the list that were chosen, one within the other."""
        self.room = LISTED
        self.hinted: tuple[tuple[tuple[Spot, ...], ...], ...] = ()
        """What a hint marks: for each of the choices that it expects what its arguments mean."""
        self.answer: asyncio.Future[tuple[int, ...]] = asyncio.get_running_loop().create_future()
        self.about = dict.fromkeys(whole(spot) for choice in start.choices for group in choice.spots for spot in group)

    def __contains__(self, spot: Spot) -> bool:
        """Whether it belongs to a board, or to a zone, of which something may be chosen."""
        return whole(spot) in self.about

    @property
    def listed(self) -> tuple[Entry, ...]:
        """The options that are listed: of more than there is *room* for only those that cannot be pointed at, and where these are
        too many, all of them in stages.
        """
        entries = self.picking.entries()
        if self.within or (len(entries) > self.room and self.picking.several is None):
            return self.staged(entries)
        return entries

    def staged(self, entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
        """The same where there is no room for all of them."""
        pointed = {choice.option for choice in self.picking.open if choice.leaves(self.picking.picked)}
        left = tuple(entry for entry in entries if entry.option is None or entry.option not in pointed)
        if self.picking.is_set or (len(left) <= self.room and not self.within):
            return left
        options = [entry.option for entry in entries if entry.option is not None]
        within = self.within[-1] if self.within else None
        found = groups(self.game, self.asked, options, within, LISTED, self.language)
        return tuple(
            Entry(str(number), each.words, each.options[0] if each.stage is None else None, stage=each.stage)
            for number, each in enumerate(found, 1)
        )

    @property
    def numbers(self) -> dict[Spot, int]:
        """The number of the choice that each spot has a part in, where a hint expects several."""
        found: dict[Spot, int] = {}
        for number, arguments in enumerate(self.hinted, 1):
            for spot in (means[0] for means in arguments if len(means) == 1):
                found.setdefault(spot, number)
        return found if len(self.hinted) > 1 else {}

    @property
    def barred(self) -> tuple[Barred, ...]:
        """The options in the list that are not on offer."""
        room = len(self.picking.entries()) + len(self.refused) <= LISTED and not self.picking.is_set
        return self.refused if room and not self.picking.picked else ()

    @property
    def keys(self) -> tuple[str, ...]:
        """The key of each option; none for one that stands in a further stage of the list."""
        listed = self.listed
        if not any(entry.stage is not None for entry in listed) and not self.within:
            return tuple(choice.key for choice in self.picking.choices)
        found = {entry.option: entry.key for entry in listed}
        return tuple(found.get(choice.option, "") for choice in self.picking.choices)

    @property
    def unlisted(self) -> int:
        """How many options are not listed, in no stage of the list."""
        listed = self.listed
        return 0 if self.within or any(entry.stage for entry in listed) else len(self.picking.entries()) - len(listed)

    def given(self, *options: int) -> None:
        """Answer, once."""
        if not self.answer.done():
            self.answer.set_result(options)


class Moods:
    """How everything stands out, while these *spots* can be picked next, those are *picked*, a hint names what is *hinted*, and
    one thing is pointed at.
    """

    def __init__(self, spots: Iterable[Spot], picked: Iterable[Spot], hinted: Iterable[Spot], cursor: Target | None) -> None:
        """All of it worked out once."""
        self.hinted = dict.fromkeys(hinted)
        self.spots = dict.fromkeys(spots)
        self.picked = dict.fromkeys(picked)
        self.cursor = cursor
        self.about = dict.fromkeys(map(whole, self.spots))

    def of(self, target: Target) -> Mood:
        """How that stands out."""
        if target == self.cursor:
            return Mood.POINTED
        if isinstance(target, OnEntry | OnBarred):
            return Mood.PLAIN
        if target in self.picked:
            return Mood.PICKED
        if target in self.hinted:
            return Mood.HINTED
        if target in self.spots:
            return Mood.OPEN
        return Mood.SHUT if not isinstance(target, OnSeat) and whole(target) in self.about else Mood.PLAIN


def whole(spot: Spot) -> tuple[object, ...]:
    """The board, or the zone, to which a spot belongs."""
    match spot:
        case OnSpace(board=board):
            return "board", board
        case OnCard(zone=zone, index=index) | OnZone(zone, index):
            return "zone", zone, index
        case OnSeat():
            return ("seats",)
        case OnMember(at=at):
            return "members", at
        case OnPiece(place, index) | OnValue(place, index):
            return "place", place, index
        case _:
            assert_never(spot)
