"""What a page is told of a match: what has changed since it was drawn."""

from __future__ import annotations

from typing import TypedDict

from attrs import frozen

from ..drawing.markup import as_html
from ..program.harmless import harmless
from ..session.events import Happened, Numbered, Reseated, TakenBack
from .parts import Attended, Parts, line_html, said

MOST_MISSED = 100
"""A page that has missed more events than this is drawn anew."""


class Update(TypedDict):
    """What a page does: puts *parts* in place, adds *lines* to the story, says what happened, moves what *moved*."""

    stamp: str
    parts: dict[str, str]
    lines: list[str]
    say: list[str]
    moved: list[tuple[str, str, str]]
    turn: bool


@frozen
class Stamp:
    """How far a page has come: the epoch of its session, the number of moves it shows, and the last event that it was told."""

    epoch: str
    moves: int
    number: int

    def __str__(self) -> str:
        return f"{self.epoch}.{self.moves}.{self.number}"

    @classmethod
    def read(cls, written: str) -> Stamp:
        """What was written so; for anything else, that of a page that shows nothing."""
        epoch, _, rest = written.partition(".")
        moves, _, number = rest.partition(".")
        known = moves.isdecimal() and number.isdecimal() and len(rest) < 30
        return cls(epoch, int(moves), int(number)) if known else NOTHING


NOTHING = Stamp("", 0, 0)


def stamp_of(live: Attended, seat: int | None) -> Stamp:
    """How far a page has come that shows all there is for a seat."""
    session = live.session
    return Stamp(session.epoch, live.moves, len(session.events(seat)))


def update(live: Attended, seat: int | None, shown: Stamp, parts: Parts) -> Update:
    """What a page is to do that has come so far, to show these *parts*; the story is drawn anew only where lines of it no longer
    hold, somebody was renamed, or the page has missed too many. Raises PlayError.
    """
    session = live.session
    now = stamp_of(live, seat)
    same = shown.epoch == now.epoch and now.number - MOST_MISSED <= shown.number <= now.number
    fresh = session.events(seat, shown.number) if same else ()
    anew = not same or any(isinstance(each.event, TakenBack | Reseated) for each in fresh)
    lines = [] if anew else said(fresh)
    return Update(
        stamp=str(now),
        parts={name: html for name, html in parts.items() if name != "story" or anew},
        lines=[as_html(line_html(line)) for line in lines],
        say=[harmless(line.text) for line in lines],
        moved=[] if anew else moved(fresh),
        turn=seat in session.asked,
    )


def moved(events: tuple[Numbered, ...]) -> list[tuple[str, str, str]]:
    """What went where, by the ids of what is seen."""
    seen = (each.event.changes.moved for each in events if isinstance(each.event, Happened))
    return [(each.id, each.start, each.end) for ways in seen for each in ways]
