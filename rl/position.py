"""Positions of a match with the answers that led there, and what each seat has seen, heard and chosen on the way."""

from __future__ import annotations

from hashlib import sha256

from attrs import frozen

from ..interpreter import (
    NATURE,
    Decision,
    Event,
    Happening,
    Option,
    State,
    View,
    actors,
    advance,
    decision,
    heard,
    initial,
    option_text,
    outcome,
    view,
)
from ..interpreter import Trail as Lived
from ..interpreter.outcome import Paid
from ..interpreter.trail import Answered, Moment
from ..interpreter.view_text import lines, seat_name, told
from ..program.ir import WHERE
from .game import Game, Table, compiled

SHOWN = 8
"""How many legal actions a message names when an illegal one was tried."""


@frozen(eq=False, repr=False)
class Trail:
    """A moment at which one seat saw or heard something new, linked to the one *before* it (None: it is the first).

    *heard* is what the seat heard at this moment, *words* the same in words, *view* what it saw; *digest* is a SHA-256 digest
    of everything up to this moment.
    """

    before: Trail | None
    digest: bytes
    heard: tuple[Happening, ...]
    words: tuple[str, ...]
    view: View

    @property
    def moments(self) -> list[Trail]:
        """All moments up to this one, the first one first."""
        found, at = [self], self.before
        while at is not None:
            found.append(at)
            at = at.before
        return found[::-1]


class Position:
    """A position of a match, as an immutable value that is linked to the position before it.

    Copying it returns the same object; pickling stores the table and the answers. The experience of each seat and the last
    view are computed when needed, and cached.
    """

    __slots__ = (
        "_answer",
        "_lived",
        "_looked",
        "_moments",
        "_trails",
        "actor",
        "events",
        "game",
        "index",
        "moves",
        "parent",
        "state",
    )

    def __init__(
        self, game: Game, state: State, parent: Position | None, step: tuple[int, int], events: tuple[Event, ...]
    ) -> None:
        """The position after *step* (an actor and an index into its options) from *parent*."""
        self.game = game
        self.state = state
        self.parent = parent
        self.actor, self.index = step
        self.events = events
        self.moves: int = 0 if parent is None else parent.moves + 1
        self._answer: str | None = None
        self._looked: View | None = None
        self._trails: dict[int, Trail] = {}
        self._lived: dict[int, Lived] = {}
        self._moments: dict[int, Moment | None] = {}

    def __copy__(self) -> Position:
        return self

    def __deepcopy__(self, memo: object) -> Position:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return replayed, (self.game.table, self.choices)

    @property
    def choices(self) -> tuple[tuple[int, int], ...]:
        """The answers from the start, each as an actor and an index into its options."""
        return tuple((each.actor, each.index) for each in self.path[1:])

    @property
    def path(self) -> list[Position]:
        """All positions from the start up to this one."""
        found, at = [self], self.parent
        while at is not None:
            found.append(at)
            at = at.parent
        return found[::-1]

    @property
    def answer(self) -> str:
        """The answer that led here, in words; empty at the start."""
        if self._answer is None:
            before = self.parent
            if before is None:
                self._answer = ""
            else:
                asked = before.decision(self.actor)
                self._answer = option_text(self.game.program, asked, asked.options[self.index])
        return self._answer

    @property
    def is_over(self) -> bool:
        """Whether the match has ended, by its rules or because it was cut short."""
        return self.is_cut or not actors(self.game.program, self.state)

    @property
    def is_cut(self) -> bool:
        """Whether the match was cut short."""
        return self.game.cut is not None and self.moves >= self.game.cut

    @property
    def actors(self) -> tuple[int, ...]:
        """Who is asked, ascending: seats, or NATURE; nobody when the match is over."""
        return () if self.is_cut else actors(self.game.program, self.state)

    @property
    def at_once(self) -> bool:
        """Whether play waits in a block where seats answer at the same time, each at most once."""
        return self.state.slots[WHERE] in self.game.at_once

    def decision(self, actor: int) -> Decision:
        """What the actor is asked. Raises ValueError when it is not asked."""
        try:
            return decision(self.game.program, self.state, actor)
        except ValueError:
            program = self.game.program
            asked = ", ".join(seat_name(program, each) for each in self.actors)
            why = f"now it is up to {asked}" if asked else "the match is over"
            raise ValueError(f"{seat_name(program, actor)} has nothing to decide here: {why}") from None

    def after(self, actor: int, index: int) -> Position:
        """The position after that answer, an index into the actor's options.

        Raises ValueError for a wrong answer, PlayError for a runtime error in the rules.
        """
        state, events = advance(self.game.program, self.state, actor, index)
        return Position(self.game, state, self, (actor, index), events)

    def after_code(self, actor: int, code: int) -> Position:
        """The position after the option of that code; nature's codes are those of `chance_table`.

        Raises ValueError for a wrong code, PlayError for a runtime error in the rules.
        """
        for index, option in enumerate(self.decision(actor).options):
            if self.code(actor, option) == code:
                return self.after(actor, index)
        raise ValueError(self.refusal(actor, code))

    def refusal(self, actor: int, code: int) -> str:
        """The message for a code that is not legal for the actor: what it means, and which codes are legal."""
        known = self.game.outcomes if actor == NATURE else self.game.actions
        legal = sorted(self.code(actor, option) for option in self.decision(actor).options)
        shown = [f"{each} ({known[each].text})" for each in legal[:SHOWN]] + ["…"] * (len(legal) > SHOWN)
        meant = f" ({known[code].text})" if code in known else ""
        return f"{seat_name(self.game.program, actor)} has no action {code} here{meant}, expected one of {', '.join(shown)}"

    def code(self, actor: int, option: Option) -> int:
        """The code of an option that the actor has here."""
        if actor != NATURE:
            return option.code
        return self.game.chances[self.state.slots[WHERE]].code(option.arguments[0])

    def payoff(self) -> tuple[Paid, ...]:
        """What the match pays each player, in the order of `Program.players`: 0 before the end, and when it is cut short."""
        if not self.is_over or self.is_cut:
            return (0,) * len(self.game.program.players)
        return outcome(self.game.program, self.state).payoff

    def view(self, seat: int) -> View:
        """What the seat sees. The view for NATURE, which is no seat, is meaningful only for what everyone sees."""
        if self._looked is None or self._looked.seat != seat:
            self._looked = view(self.game.program, self.state, seat)
        return self._looked

    def trail(self, seat: int) -> Trail:
        """All that the seat has experienced up to here."""
        waiting, at = [], self
        while seat not in at._trails and at.parent is not None:
            waiting.append(at)
            at = at.parent
        if seat not in at._trails:
            at._trails[seat] = _begun(at.view(seat))
        trail = at._trails[seat]
        for position in reversed(waiting):
            trail = position._trails[seat] = position._gone_on(trail, seat)
        return trail

    def _gone_on(self, before: Trail, seat: int) -> Trail:
        noticed = tuple(one for event in self.events if (one := heard(self.game.program, event, seat)) is not None)
        seen = self.view(seat)
        if not noticed and seen == before.view:
            return before
        content = before.digest + repr((noticed, seen)).encode()
        words = tuple(told(self.game.program, each) for each in noticed)
        return Trail(before, sha256(content).digest(), noticed, words, seen)

    def lived(self, seat: int) -> Lived:
        """All that the seat has heard, seen and answered up to here, as bots are given it."""
        known = self._lived.get(seat)
        if known is None:
            moments = [moment for each in self.path[1:] if (moment := each.moment(seat)) is not None]
            first, asked = actors(self.game.program, self.path[0].state), actors(self.game.program, self.state)
            known = Lived(seat, first, tuple(moments), self.decision(seat) if seat in asked else None)
            self._lived[seat] = known
        return known

    def moment(self, seat: int) -> Moment | None:
        """What the seat lived through when the answer was given that led here; None where that was nothing."""
        if self.parent is None:
            return None
        if seat not in self._moments:
            before = self.parent
            asked = before.decision(self.actor) if self.actor == seat else Decision(self.actor, 0, (), False)
            program, was, now = self.game.program, actors(self.game.program, before.state), actors(self.game.program, self.state)
            self._moments[seat] = Answered(asked, self.index, self.events, was, now).moment(program, seat)
        return self._moments[seat]

    def observation(self, seat: int) -> str:
        """What the seat sees, in words."""
        return "\n".join([seat_name(self.game.program, seat), *lines(self.game.program, self.view(seat))])

    def information(self, seat: int) -> str:
        """All that the seat has experienced, in words: what it sees now, what it has heard, and a digest of everything."""
        trail = self.trail(seat)
        past = [f"- {words}" for moment in trail.moments for words in moment.words]
        return "\n".join([self.observation(seat), *past, f"# {trail.digest.hex()[:32]}"])


def _begun(seen: View) -> Trail:
    return Trail(None, sha256(repr(seen).encode()).digest(), (), (), seen)


def beginning(game: Game) -> Position:
    """The position at the first stop. Raises PlayError for a runtime error in the rules."""
    return Position(game, initial(game.program, listening=True), None, (NATURE, 0), ())


def replayed(table: Table, choices: tuple[tuple[int, int], ...]) -> Position:
    """The position after these answers from the start; it is how a pickled position is restored."""
    at = beginning(compiled(table))
    for actor, index in choices:
        at = at.after(actor, index)
    return at
