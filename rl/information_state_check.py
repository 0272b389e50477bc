"""Checks that two histories have the same information state for a seat exactly when the seat cannot tell them apart."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from ..interpreter import Happening, View, heard
from .position import Position


@frozen
class Clash:
    """Two histories, as answers from the start, for which a seat's information states are wrong; *words* says why."""

    seat: int
    words: str
    one: tuple[tuple[int, int], ...]
    other: tuple[tuple[int, int], ...]


@frozen
class Experience:
    """What a seat saw and heard, moment by moment; equal moments in a row are one."""

    moments: tuple[tuple[tuple[Happening, ...], View], ...]

    def then(self, noticed: tuple[Happening, ...], seen: View) -> Experience:
        """The experience with one more moment; unchanged when the seat heard nothing and sees the same."""
        if self.moments and not noticed and self.moments[-1][1] == seen:
            return self
        return Experience((*self.moments, (noticed, seen)))


def lint(start: Position, depth: int) -> tuple[Clash, ...]:
    """All clashes among the histories of at most *depth* decisions from a position.

    What each seat saw and heard is computed anew and compared with the information states of `Position`: histories with the
    same information state must have the same experience, those with the same experience the same information state, and
    within an information state a seat must have the same options. Each history is compared with the first such one only.
    """
    return tuple(_Ledger(start).clashes(start, depth))


class _Ledger:
    """The first history found for each information state and for each experience, by seat."""

    def __init__(self, start: Position) -> None:
        players = start.game.program.players
        self.players = players
        self.states: list[dict[str, tuple[Experience, Position]]] = [{} for _ in players]
        self.experiences: list[dict[Experience, tuple[str, Position]]] = [{} for _ in players]

    def clashes(self, start: Position, depth: int) -> Iterator[Clash]:
        """The clashes among the histories of at most *depth* decisions from a position."""
        nothing = tuple(Experience(()) for _ in self.players)
        stack = [(start, nothing)]
        while stack:
            at, before = stack.pop()
            now = tuple(_gone_on(at, seat, before[number]) for number, seat in enumerate(self.players))
            for number, seat in enumerate(self.players):
                yield from self.entered(number, seat, at, now[number])
            if at.moves - start.moves < depth and not at.is_over:
                actor = at.actors[0]
                stack += [(at.after(actor, index), now) for index in range(len(at.decision(actor).options))][::-1]

    def entered(self, number: int, seat: int, at: Position, lived: Experience) -> Iterator[Clash]:
        """Record a history for one seat; yields its clashes with those recorded before."""
        text = at.information(seat)
        experience, first = self.states[number].setdefault(text, (lived, at))
        if experience != lived:
            yield Clash(seat, "one information state, but the seat has seen or heard something else", first.choices, at.choices)
        elif seat in at.actors and at.decision(seat).options != first.decision(seat).options:
            yield Clash(seat, "one information state, but other options", first.choices, at.choices)
        known, first = self.experiences[number].setdefault(lived, (text, at))
        if known != text:
            yield Clash(seat, "the seat cannot tell these apart, but they are two information states", first.choices, at.choices)


def _gone_on(at: Position, seat: int, before: Experience) -> Experience:
    program = at.game.program
    noticed = tuple(one for event in at.events if (one := heard(program, event, seat)) is not None)
    return before.then(noticed, at.view(seat))
