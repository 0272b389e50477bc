"""Single matches in plain emitted code, one decision after another: positions as values, and a match for learners.

Nothing is compiled, and no NumPy is needed. Where the rules fail there is a Fault without a message: the interpreter, which comes
to the same positions, has it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from threading import local
from typing import cast

from attrs import frozen

from ..interpreter.state import NATURE
from ..program.ir import Together
from ..program.ops import statements
from .compile.loaded import Loaded
from .emit.environment import HELD_BACK
from .emit.memory import remembered
from .emit.module import Form
from .emit.observing import observed
from .engine import Engine
from .learning import NEVER
from .runtime.fault import Fault

__all__ = ["Asked", "Fault", "Lesson", "Single", "Steps", "Views"]


@frozen(eq=False)
class Asked:
    """Who is asked, a seat or NATURE, and codes and weights of the options, in their order.

    The codes are those of `interpreter.Option`; what nature draws or picks is its own code.
    """

    actor: int
    codes: tuple[int, ...]
    weights: tuple[int, ...]


class _Room(local):
    """The working memory and the lists of options, of each thread its own."""

    def __init__(self, loaded: Loaded) -> None:
        emitted = loaded.emitted
        self.memory = [0] * emitted.memory
        self.codes = [0] * emitted.options
        self.weights = [0] * emitted.options


class _Functions:
    """The functions of a module in plain Python that ask."""

    def __init__(self, loaded: Loaded) -> None:
        self.functions = loaded.functions
        self._asking = cast("Callable[[list[int], list[int]], int]", loaded.functions["asking"])
        self._options = cast("Callable[[list[int], list[int], list[int], list[int], int], int]", loaded.functions["options"])

    def asked(self, s: list[int], room: _Room) -> tuple[Asked, ...]:
        """All who are asked, ascending; writes to the vector. Raises Fault."""
        found, memory, codes, weights = tuple[Asked, ...](), room.memory, room.codes, room.weights
        bits = self._asking(s, memory)
        while bits:
            low = bits & -bits
            actor = low.bit_length() - 2
            count = self._options(s, memory, codes, weights, actor)
            found += (Asked(actor, tuple(codes[:count]), tuple(weights[:count])),)
            bits ^= low
        return found


class Steps:
    """Goes from one vector to the next, without noting anything. It may be called from several threads."""

    def __init__(self, engine: Engine) -> None:
        loaded = engine.plain(Form.STEPPING)
        self._room, self._functions = _Room(loaded), _Functions(loaded)
        self._apply = cast("Callable[[list[int], list[int], int, int], None]", loaded.functions["apply"])

    def asked(self, slots: Sequence[int]) -> tuple[Asked, ...]:
        """Who is asked there, and what. Raises Fault."""
        return self._functions.asked(list(slots), self._room)

    def after(self, slots: Sequence[int], actor: int, code: int) -> tuple[tuple[int, ...], tuple[Asked, ...]]:
        """The vector behind an answer, which must be an option of one who is asked there, and who is asked then. Raises Fault."""
        s, room = list(slots), self._room
        self._apply(s, room.memory, actor, code)
        return tuple(s), self._functions.asked(s, room)


@frozen(eq=False)
class Lesson:
    """What code that learns goes on from: the vector, the one that all saw last, what seats remember, and what is held back from
    them until all have decided. Nothing changes these lists.
    """

    slots: list[int]
    all_saw: list[int]
    known: list[int]
    held: list[int]


class Views:
    """What seats see, as numbers, at positions as values. It may be called from several threads.

    Raises ValueError where seats are told of cards of too many kinds to be followed.
    """

    def __init__(self, engine: Engine) -> None:
        memory, program = remembered(engine.program), engine.program
        loaded = engine.plain(Form.LEARNING)
        self.functions, self.room = loaded.functions, _Room(loaded)
        self.width = sum(piece.size for piece in observed(program))
        self._start, self._start_known = program.start, memory.start
        together = any(isinstance(op, Together) for op in statements(program))
        self.from_vectors = len(memory.start) == 1 and not together
        """Whether the vector alone tells what seats see."""
        self._restart = cast("Callable[..., None]", loaded.functions["restart"])
        self._answer = cast("Callable[..., None]", loaded.functions["answer"])
        self._observe = cast("Callable[..., None]", loaded.functions["observe"])

    def beginning(self) -> Lesson:
        """The first stop. Raises Fault."""
        held = [0] * (HELD_BACK + 2 if len(self._start_known) > 1 else 2)
        found = Lesson(list(self._start), list(self._start), [0] * len(self._start_known), held)
        self._restart(found.slots, found.all_saw, found.known, found.held, self.room.memory, self._start_known)
        return found

    def at(self, slots: Sequence[int]) -> Lesson:
        """The position with that vector, where vectors alone tell what seats see."""
        vector = list(slots)
        return Lesson(vector, vector, [0], [0, 0])

    def after(self, lesson: Lesson, actor: int, code: int) -> Lesson:
        """The next stop, behind an answer that must be an option of one who is asked. Raises Fault."""
        found = Lesson(lesson.slots[:], lesson.all_saw[:], lesson.known[:], lesson.held[:])
        self.answer(found, actor, code)
        return found

    def answer(self, lesson: Lesson, actor: int, code: int) -> None:
        """The same, which changes the lists."""
        self._answer(lesson.slots, lesson.all_saw, lesson.known, lesson.held, self.room.memory, actor, code)

    def numbers(self, lesson: Lesson, seat: int) -> list[float]:
        """What the seat sees: all pieces of `program/features.py` but `options`."""
        row = [0.0] * self.width
        self._observe(lesson.slots, lesson.all_saw, lesson.known, self.room.memory, seat, row)
        return row


class Single:
    """One match for learners, in which chance decides by the stream of its game. Players are meant by their index in
    `Program.players`.
    """

    def __init__(self, views: Views, engine: Engine, cut: int | None) -> None:
        """There is no match before `begin`. It is over after *cut* decisions (None: only by its rules)."""
        self._views, self._players = views, engine.program.players
        self._asks = _Functions(engine.plain(Form.LEARNING))
        self._go_on = cast("Callable[..., tuple[int, int]]", views.functions["go_on"])
        self._stream = cast("Callable[[int, int, int], int]", views.functions["stream"])
        self._cut = NEVER if cut is None else cut
        self._nature = self._bots = 0
        self._lesson: Lesson | None = None
        self._asked: dict[int, tuple[int, ...]] = {}

    def begin(self, seed: int, game: int) -> None:
        """Begins the game of that number of a seed from 0 to 2**64 - 1. Raises Fault."""
        self._nature, self._bots = self._stream(seed, game, 0), self._stream(seed, game, 1)
        self._lesson = self._views.beginning()
        self._look()

    def answer(self, codes: Mapping[int, int]) -> None:
        """Answers for players who are asked, with codes that are legal; then chance decides. Raises Fault."""
        for player, code in codes.items():
            self._views.answer(self._now, self._players[player], code)
        self._look()

    def _look(self) -> None:
        now, room = self._now, self._views.room
        state = now.slots, now.all_saw, now.known, now.held, room.memory, room.codes, room.weights
        self._nature, self._bots = self._go_on(*state, self._nature, self._bots, 0, self._cut)
        found = self._asks.asked(now.slots[:], room)
        self._asked = {} if self.cut else {each.actor: each.codes for each in found if each.actor != NATURE}

    @property
    def _now(self) -> Lesson:
        if self._lesson is None:
            raise ValueError("no match has begun")
        return self._lesson

    @property
    def over(self) -> bool:
        """Whether the match is over, by its rules or because it was cut short."""
        return not self._asked

    @property
    def cut(self) -> bool:
        """Whether it was cut short."""
        return self._now.held[0] >= self._cut

    @property
    def slots(self) -> tuple[int, ...]:
        """The vector."""
        return tuple(self._now.slots)

    def asked(self, player: int) -> bool:
        """Whether the player is asked."""
        return self._players[player] in self._asked

    def legal(self, player: int) -> list[int]:
        """The codes that the player may answer with; none where it is not asked."""
        return list(self._asked.get(self._players[player], ()))

    def observed(self, player: int) -> Sequence[float]:
        """What the player sees, in the numbers of all pieces but `options`."""
        return self._views.numbers(self._now, self._players[player])
