"""Positions of a match with the answers that led there, and what each seat has seen, heard and chosen on the way."""

from __future__ import annotations

from collections.abc import Sequence
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
    because,
    decision,
    heard,
    initial,
    option_text,
    outcome,
    view,
)
from ..interpreter import ObservationHistory as Lived
from ..interpreter.observations import Answered, Observation
from ..interpreter.outcome import Paid
from ..interpreter.view_text import lines, seat_name, told
from ..program.ir import WHERE
from ..simulation.single import Asked, Fault, Lesson, Steps, Views
from .emitted import Code, code_of
from .game import LearningGame, Table, compiled
from .rewards import pays, usual
from .view_features import numbers

SHOWN = 8
"""How many legal actions a message names when an illegal one was tried."""


@frozen(eq=False, repr=False)
class SeatHistory:
    """A moment at which one seat saw or heard something new, linked to the one *before* it (None: it is the first).

    *heard* is what the seat heard at this moment, *words* the same in words, *view* what it saw; *digest* is a SHA-256 digest
    of everything up to this moment.
    """

    before: SeatHistory | None
    digest: bytes
    heard: tuple[Happening, ...]
    words: tuple[str, ...]
    view: View

    @property
    def moments(self) -> list[SeatHistory]:
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
        "_asked",
        "_code",
        "_decision",
        "_events",
        "_histories",
        "_lesson",
        "_lived",
        "_looked",
        "_moments",
        "_offers",
        "_state",
        "actor",
        "bare",
        "game",
        "index",
        "moves",
        "parent",
    )

    def __init__(
        self,
        game: LearningGame,
        bare: State,
        parent: Position | None,
        step: tuple[int, int],
        offers: tuple[Asked, ...] | None = None,
        code: Code | None = None,
    ) -> None:
        """The position after *step* (an actor and an index into its options) from *parent*.

        *bare* is its state without what seats know, which is worked out when somebody looks; *offers* are who is asked and the
        options, where that is known; *code* is what plays beside the interpreter (None: that of the position before, or of the
        game).
        """
        self.game = game
        self.bare = bare
        self.parent = parent
        self.actor, self.index = step
        self._state: State | None = None
        self._events: tuple[Event, ...] = ()
        self._asked: tuple[int, ...] | None = None
        self._offers = offers
        self._code: Code = code or (code_of(game) if parent is None else parent._code)
        self._lesson: Lesson | None = None
        self._decision: Decision | None = None
        self.moves: int = 0 if parent is None else parent.moves + 1
        self._answer: str | None = None
        self._looked: View | None = None
        self._histories: dict[int, SeatHistory] = {}
        self._lived: dict[int, Lived] = {}
        self._moments: dict[int, Observation | None] = {}

    def __copy__(self) -> Position:
        return self

    def __deepcopy__(self, memo: object) -> Position:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return replayed, (self.game.table, self.choices)

    @property
    def state(self) -> State:
        """The state, with what seats know: events are noted from the last position on at which that was asked for."""
        if self._state is None:
            waiting, at = [self], self.parent
            while at is not None and at._state is None:
                waiting.append(at)
                at = at.parent
            for position in reversed(waiting):
                position._listen()
        return self._state or self.bare

    def _listen(self) -> None:
        game = self.game.game
        if self.parent is None:
            self._state = initial(game, listening=True)
        else:
            self._state, self._events = advance(game, self.parent.state, self.actor, self.index)

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened between the position before and this one."""
        if self._state is None:
            self._state = self.state
        return self._events

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
                self._answer = option_text(self.game.game, asked, asked.options[self.index])
        return self._answer

    @property
    def is_over(self) -> bool:
        """Whether the match has ended, by its rules or because it was cut short."""
        return not self.actors

    @property
    def is_cut(self) -> bool:
        """Whether the match was cut short."""
        return self.game.cut is not None and self.moves >= self.game.cut

    @property
    def actors(self) -> tuple[int, ...]:
        """Who is asked, ascending: seats, or NATURE; nobody when the match is over."""
        if self._asked is None:
            if self.is_cut:
                self._asked = ()
            elif self._offers is not None:
                self._asked = tuple([each.actor for each in self._offers])
            else:
                self._asked = actors(self.game.game, self.bare)
        return self._asked

    @property
    def at_once(self) -> bool:
        """Whether play waits in a block where seats answer at the same time, each at most once."""
        return self.bare.slots[WHERE] in self.game.at_once

    def decision(self, actor: int) -> Decision:
        """What the actor is asked. Raises ValueError when it is not asked."""
        if self._decision is not None and self._decision.actor == actor:
            return self._decision
        try:
            self._decision = decision(self.game.game, self.bare, actor)
            return self._decision
        except ValueError:
            program = self.game.program
            asked = ", ".join(seat_name(program, each) for each in self.actors)
            why = f"now it is up to {asked}" if asked else "the match is over"
            raise ValueError(f"{seat_name(program, actor)} has nothing to decide here: {why}") from None

    def after(self, actor: int, index: int) -> Position:
        """The position after that answer, an index into the actor's options.

        Raises ValueError for a wrong answer, PlayError for a runtime error in the rules.
        """
        steps = self._code.steps or self._code.stepped()
        offer = None if steps is None else self._offer(actor)
        if steps is not None and offer is not None and 0 <= index < len(offer.codes):
            return self._behind(steps, actor, index, offer.codes[index])
        return self._advanced(actor, index)

    def _behind(self, steps: Steps, actor: int, index: int, code: int) -> Position:
        try:
            slots, offers = steps.after(self.bare.slots, actor, code)
        except Fault:
            return self._advanced(actor, index)  # the interpreter says what is wrong
        return Position(self.game, State(slots, None), self, (actor, index), offers)

    def _advanced(self, actor: int, index: int) -> Position:
        bare, _ = advance(self.game.game, self.bare, actor, index)
        return Position(self.game, bare, self, (actor, index))

    def after_code(self, actor: int, code: int) -> Position:
        """The position after the option of that code; nature's codes are those of `chance_table`.

        Raises ValueError for a wrong code, PlayError for a runtime error in the rules.
        """
        steps = self._code.steps or self._code.stepped()
        offer = None if steps is None else self._offer(actor)
        if steps is not None and offer is not None and actor != NATURE and code in offer.codes:
            return self._behind(steps, actor, offer.codes.index(code), code)
        codes = self.codes(actor)
        if code not in codes:
            raise ValueError(self.refusal(actor, code))
        return self.after(actor, codes.index(code))

    def codes(self, actor: int) -> list[int]:
        """The codes of the actor's options, in their order. Raises ValueError when it is not asked."""
        offer = self._offer(actor)
        if offer is None:
            return [self.code(actor, option) for option in self.decision(actor).options]
        if actor != NATURE:
            return list(offer.codes)
        chance = self.game.chances[self.bare.slots[WHERE]]
        return [chance.code(element) for element in offer.codes]

    def offered(self, seat: int) -> list[int]:
        """The codes of the seat's options, also where the match was cut short; none where it is not asked."""
        offer = self._offer(seat)
        if offer is not None:
            return list(offer.codes)
        asked = actors(self.game.game, self.bare) if self._offers is None else ()
        return self.codes(seat) if seat in asked else []

    def weights(self, actor: int) -> list[int]:
        """The weights of the actor's options, in their order. Raises ValueError when it is not asked."""
        offer = self._offer(actor)
        return [each.weight for each in self.decision(actor).options] if offer is None else list(offer.weights)

    def _offer(self, actor: int) -> Asked | None:
        """What the actor is asked, by emitted code; None where there is none, and where the actor is not asked."""
        if self._offers is None:
            steps = self._code.steps
            if steps is None or self._decision is not None:
                return None
            try:
                self._offers = steps.asked(self.bare.slots)
            except Fault:
                return None
        for each in self._offers:
            if each.actor == actor:
                return each
        return None

    def seen(self, seat: int) -> list[float]:
        """What the seat sees, in the numbers of all pieces but `options`."""
        views = self._code.views or self._code.looked()
        lesson = None if views is None else self._taught(views)
        if views is not None and lesson is not None:
            return views.numbers(lesson, seat)
        pieces = numbers(self.game.layout, self.view(seat))
        return [number for piece, values in pieces if piece != "options" for number in values]

    def _taught(self, views: Views) -> Lesson | None:
        """What emitted code knows of what seats have seen; None where the rules fail there, which the interpreter tells."""
        if views.from_vectors:
            return views.at(self.bare.slots)
        waiting, at = [self], self.parent
        while waiting[-1]._lesson is None and at is not None:
            waiting.append(at)
            at = at.parent
        try:
            for position in reversed(waiting):
                if position._lesson is None:
                    before = position.parent
                    if before is None or before._lesson is None:
                        position._lesson = views.beginning()
                    else:
                        position._lesson = views.after(before._lesson, position.actor, before._coded(position))
        except Fault:
            return None
        return self._lesson

    def _coded(self, behind: Position) -> int:
        """The code by which emitted code knows the answer that leads to the position behind."""
        offer = self._offer(behind.actor)
        if offer is not None:
            return offer.codes[behind.index]
        option = self.decision(behind.actor).options[behind.index]
        return option.arguments[0] if behind.actor == NATURE else option.code

    def refusal(self, actor: int, code: int) -> str:
        """The message for a code that is not legal for the actor."""
        legal = sorted(self.code(actor, option) for option in self.decision(actor).options)
        return refusal(self.game, self.state, actor, code, legal)

    def code(self, actor: int, option: Option) -> int:
        """The code of an option that the actor has here."""
        if actor != NATURE:
            return option.code
        return self.game.chances[self.bare.slots[WHERE]].code(option.arguments[0])

    def payoff(self) -> tuple[Paid, ...]:
        """What the match pays each player, in the order of `Program.players`: 0 before the end, and when it is cut short.

        Who is alone, where no payoff is declared, is paid its score.
        """
        if not self.is_over or self.is_cut:
            return (0,) * len(self.game.program.players)
        game = self.game.game
        program = self.game.program
        return pays(program, outcome(game, self.bare), usual(program))

    def view(self, seat: int) -> View:
        """What the seat sees. The view for NATURE, which is no seat, is meaningful only for what everyone sees."""
        if self._looked is None or self._looked.seat != seat:
            self._looked = view(self.game.game, self.state, seat)
        return self._looked

    def history(self, seat: int) -> SeatHistory:
        """All that the seat has experienced up to here."""
        waiting, at = [], self
        while seat not in at._histories and at.parent is not None:
            waiting.append(at)
            at = at.parent
        if seat not in at._histories:
            at._histories[seat] = _begun(at.view(seat))
        history = at._histories[seat]
        for position in reversed(waiting):
            history = position._histories[seat] = position._gone_on(history, seat)
        return history

    def _gone_on(self, before: SeatHistory, seat: int) -> SeatHistory:
        noticed = tuple(one for event in self.events if (one := heard(self.game.program, event, seat)) is not None)
        seen = self.view(seat)
        if not noticed and seen == before.view:
            return before
        content = before.digest + repr((noticed, seen)).encode()
        words = tuple(told(self.game.game, each) for each in noticed)
        return SeatHistory(before, sha256(content).digest(), noticed, words, seen)

    def lived(self, seat: int) -> Lived:
        """All that the seat has heard, seen and answered up to here, as bots are given it."""
        known = self._lived.get(seat)
        if known is None:
            moments = [moment for each in self.path[1:] if (moment := each.moment(seat)) is not None]
            first, asked = actors(self.game.game, self.path[0].bare), actors(self.game.game, self.bare)
            known = Lived(seat, first, tuple(moments), self.decision(seat) if seat in asked else None)
            self._lived[seat] = known
        return known

    def moment(self, seat: int) -> Observation | None:
        """What the seat lived through when the answer was given that led here; None where that was nothing."""
        if self.parent is None:
            return None
        if seat not in self._moments:
            before = self.parent
            asked = before.decision(self.actor) if self.actor == seat else Decision(self.actor, 0, (), False)
            game, program = self.game.game, self.game.program
            was, now = actors(game, before.bare), actors(game, self.bare)
            self._moments[seat] = Answered(asked, self.index, self.events, was, now).observation(program, seat)
        return self._moments[seat]

    def observation(self, seat: int) -> str:
        """What the seat sees, in words."""
        return "\n".join([seat_name(self.game.program, seat), *lines(self.game.game, self.view(seat))])

    def information(self, seat: int) -> str:
        """All that the seat has experienced, in words: what it sees now, what it has heard, and a digest of everything."""
        history = self.history(seat)
        past = [f"- {words}" for moment in history.moments for words in moment.words]
        return "\n".join([self.observation(seat), *past, f"# {history.digest.hex()[:32]}"])


def _begun(seen: View) -> SeatHistory:
    return SeatHistory(None, sha256(repr(seen).encode()).digest(), (), (), seen)


def beginning(game: LearningGame, code: Code | None = None) -> Position:
    """The position at the first stop, from which *code* plays on beside the interpreter (None: that of the game).

    Raises PlayError for a runtime error in the rules.
    """
    return Position(game, initial(game.game), None, (NATURE, 0), code=code)


def replayed(table: Table, choices: tuple[tuple[int, int], ...]) -> Position:
    """The position after these answers from the start; it is how a pickled position is restored."""
    at = beginning(compiled(table))
    for actor, index in choices:
        at = at.after(actor, index)
    return at


def refusal(game: LearningGame, state: State, actor: int, code: int, legal: Sequence[int]) -> str:
    """The message for a code that is none of the *legal* ones: what it means, which are legal, and why this is not."""
    known = game.outcomes if actor == NATURE else game.actions
    shown = [f"{each} ({known[each].text})" for each in legal[:SHOWN]] + ["…"] * (len(legal) > SHOWN)
    meant = f" ({known[code].text})" if code in known else ""
    why = because(game.game, state, actor, known[code].text) if meant and actor != NATURE else ""
    name, told = seat_name(game.program, actor), f"; `{known[code].text}`: {why}" if why else ""
    return f"{name} has no action {code} here{meant}, expected one of {', '.join(shown)}{told}"
