"""Stepping through a match while listening with the ears of one seat; nothing is remembered and nothing is seen."""

from __future__ import annotations

from attrs import frozen

from ...interpreter.core.events import Closing, Ended, EventLog, Happening, Held, Opening, Option, Pausing, heard
from ...interpreter.game import Game
from ...interpreter.machine.chance_decisions import DrawPoint, PickPoint
from ...interpreter.machine.seat_decisions import AskPoint
from ...interpreter.options import asked_of, asked_point


@frozen(eq=False)
class Standing:
    """Where a match stands: all slots, scratch slots included, who is asked, and what the listener has not heard yet.

    *held* has for each seat what it caused while all decide together, as the listener will hear of it once all have decided;
    *block* numbers the blocks in which they do, from 1, and is 0 outside of them, *blocks* counts them. The list of slots must
    not be changed.
    """

    s: list[int]
    asked: tuple[int, ...]
    held: tuple[tuple[Happening, ...], ...]
    block: int = 0
    blocks: int = 0


@frozen(eq=False)
class Step:
    """What an answer has led to: where the match stands now, what the listener heard of it, and what happened."""

    after: Standing
    heard: tuple[Happening, ...]
    happened: tuple[Happening, ...]


class Listener:
    """Steps through a match, and tells what one seat hears."""

    def __init__(self, game: Game, seat: int) -> None:
        """Listens with the ears of a seat."""
        program = game.program
        self.program, self.seat = program, seat
        self.machine = game.listening
        log = self.machine.context.log
        if log is None:
            raise TypeError("a listening machine without a log")
        self.log: EventLog = log
        self._silence: tuple[tuple[Happening, ...], ...] = ((),) * len(program.seats)

    def start(self) -> Standing:
        """Where a match begins."""
        s = self.machine.work(self.program.start)
        s[0] = 0
        self.log.drain()
        self.machine.run(s, self.machine.entry)
        return self._stepped(s, Standing(s, (), self._silence)).after

    def asked(self, at: Standing, actor: int) -> AskPoint | DrawPoint | PickPoint:
        """What an actor is asked."""
        return asked_point(self.machine, at.s.copy(), actor)

    def options(self, at: Standing, actor: int) -> tuple[Option, ...]:
        """The options of an actor."""
        s = at.s.copy()
        return asked_point(self.machine, s, actor).options(s)

    def apply(self, at: Standing, actor: int, option: Option) -> Step:
        """What follows when the actor answers so."""
        s = at.s.copy()
        point = asked_point(self.machine, s, actor)
        self.log.drain()
        self.machine.answer(s, actor, point, option)
        return self._stepped(s, at)

    def _stepped(self, s: list[int], at: Standing) -> Step:
        told: list[Happening] = []
        happened: list[Happening] = []
        waiting, block, blocks = list(at.held), at.block, at.blocks
        for signal in self.log.drain():
            match signal:
                case Opening():
                    block = blocks = blocks + 1
                case Closing():
                    block = 0
                    told += [each for one in waiting for each in one]
                    waiting = list(self._silence)
                case Pausing():
                    pass
                case Held(seat, happening):
                    happened.append(happening)
                    mine = heard(self.program, happening, self.seat)
                    if mine is not None and seat == self.seat:
                        told.append(mine)
                    elif mine is not None:
                        waiting[seat] = (*waiting[seat], mine)
                case _:
                    if isinstance(signal, Ended):
                        block = 0
                        told += [each for one in waiting for each in one]
                        waiting = list(self._silence)
                    happened.append(signal)
                    mine = heard(self.program, signal, self.seat)
                    if mine is not None:
                        told.append(mine)
        asked = asked_of(self.machine, s) if s[0] else ()
        return Step(Standing(s, asked, tuple(waiting), block, blocks), tuple(told), tuple(happened))
