"""Whether information states are right: two histories share one just when a seat cannot tell them apart."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from ..interpreter import NATURE, Happening, View, heard
from .position import Position


@frozen
class Clash:
    """Two histories that contradict each other for a seat, as answers from the start, and why."""

    seat: int
    words: str
    one: tuple[tuple[int, int], ...]
    other: tuple[tuple[int, int], ...]


@frozen
class Experience:
    """What a seat saw and heard, moment by moment; equal moments in a row are one."""

    moments: tuple[tuple[tuple[Happening, ...], View], ...]

    def then(self, noticed: tuple[Happening, ...], seen: View) -> Experience:
        """With one more moment, unless nothing is new."""
        if self.moments and not noticed and self.moments[-1][1] == seen:
            return self
        return Experience((*self.moments, (noticed, seen)))


def lint(start: Position, depth: int) -> tuple[Clash, ...]:
    """All clashes among the histories of at most *depth* decisions from a position, each history against the first like it.

    This asks the engine again for what each seat saw and heard, and holds the information states of `Position` against it:
    one information state has one experience, one experience has one information state, and within it a seat has the same
    options.
    """
    return tuple(_Ledger(start).clashes(start, depth))


class _Ledger:
    """What was found so far, by information state and by experience, for each seat."""

    def __init__(self, start: Position) -> None:
        players = start.game.program.players
        self.players = players
        self.states: list[dict[str, tuple[Experience, Position]]] = [{} for _ in players]
        self.experiences: list[dict[Experience, tuple[str, Position]]] = [{} for _ in players]

    def clashes(self, start: Position, depth: int) -> Iterator[Clash]:
        """The clashes below a position."""
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
        """The clashes of one history with those before it."""
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


def information_states(start: Position, depth: int) -> tuple[int, ...]:
    """How many information states each player decides in, among the histories of at most *depth* decisions.

    Those who decide at the same time are asked one after the other, the lowest seat first.
    """
    players = start.game.program.players
    found: list[dict[str, None]] = [{} for _ in players]
    stack = [start]
    while stack:
        at = stack.pop()
        for seat in at.actors[:1]:
            if seat != NATURE:
                found[players.index(seat)][at.information(seat)] = None
        if at.moves - start.moves < depth and not at.is_over:
            actor = at.actors[0]
            stack += [at.after(actor, index) for index in range(len(at.decision(actor).options))]
    return tuple(len(each) for each in found)
