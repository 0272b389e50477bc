"""What the emitters of one Program share: lines, names of slots, tables, working memory, and jump targets."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from attrs import Factory, define, frozen

from ...interpreter.core import reasons
from ...interpreter.core.policy import Policy
from ...interpreter.core.reasons import Reason
from ...program.intervals import Bounds
from ...program.ir import PASSES, Ask, Axis, Cell, Expr, Lookup, Op, Program, Repeat, Set, Slot, Take, Target, Together, Zone
from ...program.ops import may_write
from ...program.ranges import Known
from .bitboards import WORD, Bitboard
from .division import Division
from .keeping import NOTHING_KEPT, Keeping
from .leads import Lead
from .packing import Packing
from .there import There
from .writer import Writer

TOLD = 2
"""The first places of working memory hold the numbers that the message of a fault speaks of, at most this many."""

COUNTED_FROM = 4096
"""Nested loops that make at most this many passes together are not counted, because they end soon."""


def at(index: str) -> str:
    """The text of an index: unsigned, so that compiled code does not test whether it is negative."""
    return index if index.isdigit() else f"U({index})"


@define(eq=False)
class JumpTarget:
    """The target of a jump: the end of a loop, or further out.

    *depth* is the number of loops around the target; *jump* is the statement that reaches it from inside that many loops,
    *before* a line to write first. A jump from deeper inside sets *flag*, and every loop that is left on the way tests it.
    """

    depth: int
    jump: str
    flag: str
    before: str = ""
    used: bool = False


@frozen
class Site:
    """A place where emitted code can fault: the sentence that cannot be carried out there, why, and of how many numbers the
    reason speaks.
    """

    sentence: int
    reason: Reason
    count: int


@frozen
class Held:
    """A set whose elements, from *low* to *high*, are bits of words, once *ready*: that of *low* is the lowest of the first."""

    source: Set
    words: tuple[str, ...]
    ready: str
    low: int
    high: int

    def place(self, text: str) -> str:
        """The text of the number of an element's bit, counted from the first word; *text* is the element's name or number."""
        return text if self.low == 0 else f"({text} - {self.low})"

    def contains(self, text: str, asked: Bounds) -> str:
        """The text of whether a value is in the set; it is a name or a number."""
        place, last = self.place(text), self.words[-1]
        chosen = "".join(f"{word} if {place} < {WORD * behind} else " for behind, word in enumerate(self.words[:-1], 1))
        shift = at(place) if len(self.words) == 1 else f"U({place} % {WORD})"
        bit = f"(({chosen}{last}) >> {shift}) & U(1) != U(0)" if chosen else f"({last} >> {shift}) & U(1) != U(0)"
        return f"({bit})" if asked.within(self.low, self.high) else f"({self.low} <= {text} <= {self.high} and {bit})"


TYPES = {
    "s": "Slots",
    "m": "Numbers",
    "o": "Numbers",
    "w": "Numbers",
    "z": "Words",
    "c": "Numbers",
    "r": "Numbers",
    "n": "Word",
    "b": "Word",
    "clock": "int",
    "passes": "int",
    "j": "int",
}
"""The types of what functions pass to each other: vector, working memory, options, weights, packed cards, counters, row, the
streams of nature and of bots, the number of decisions, of passes since the last one, and where the next write is noted.
"""


@frozen
class Passed:
    """What is passed to the function of a phase: arrays, and variables that it gives back."""

    arrays: tuple[str, ...]
    back: tuple[str, ...]

    def heading(self, phase: int) -> str:
        """The heading of that function. It gives the variables back, and 1 where the match is over."""
        parameters = ", ".join(f"{name}: {TYPES[name]}" for name in (*self.arrays, *self.back))
        results = ", ".join(TYPES[name] for name in self.back)
        return f"def phase{phase}({parameters}) -> tuple[{results}, int]:"

    def call(self, phase: int, over: str) -> str:
        """The call of that function; the variable *over* gets its last result."""
        return f"{', '.join(self.back)}, {over} = phase{phase}({', '.join((*self.arrays, *self.back))})"

    def end(self, over: int) -> str:
        """The statement that ends that function."""
        return f"return {', '.join(self.back)}, {over}"


@define(eq=False)
class Module:
    """What all functions of a module share: how options are drawn, tables, the lengths of working memory and of the lists of
    options, packing, and the places of faults, whose numbers count from 1.
    """

    program: Program
    known: Known
    policy: Policy = Policy.ENTRIES
    tables: dict[str, tuple[int, ...]] = Factory(dict)
    flat_rows: dict[int, tuple[int, ...]] = Factory(dict)
    memory: int = TOLD
    options: int = 1
    packing: dict[int, Packing] = Factory(dict)
    boards: tuple[Bitboard, ...] = ()
    masks: dict[str, tuple[int, ...]] = Factory(dict)
    """The tables of words."""
    sites: list[Site] = Factory(list)
    division: Division = Factory(lambda: Division(frozenset(), frozenset(), {}))
    checked: bool = False
    """Whether everything is checked, also what is known to hold."""
    through: bool = False
    """Whether games are played through: what follows a decision comes directly behind it."""
    beside: bool = False
    """Whether what is held beside the vector is there wherever a game is played on."""
    listening: bool = False
    """Whether what happens is noted in working memory."""
    only_cards: bool = False
    """Whether of that only what happens to cards is noted."""
    opened: int | None = None
    """The place of working memory that tells that all have begun to decide together, with the vector from before behind it."""
    nests: dict[int, int] = Factory(dict)
    """For each phase that is a function, the most passes that the loops around its calls make between two stops."""
    keeping: Keeping = NOTHING_KEPT
    """What is kept while phases are tried."""
    rooms: dict[tuple[int | None, int], int] = Factory(dict)
    """Where working memory keeps it: by the trial in which that is tried, and how many values behind trials stand around."""

    @property
    def arrays(self) -> tuple[str, ...]:
        """What is passed to functions that go on with a game, besides what they are given."""
        return ("s", "m", "z") if self.beside else ("s", "m")

    @property
    def given(self) -> str:
        """The text of these as arguments."""
        return ", ".join(self.arrays)

    @property
    def taken(self) -> str:
        """The text of these as parameters."""
        return ", ".join(f"{name}: {TYPES[name]}" for name in self.arrays)


class Emission:
    """One function while it is emitted."""

    def __init__(self, module: Module, variables: dict[int, str], numbers: Iterator[int] | None = None) -> None:
        self.module = module
        self.program = module.program
        self.writer = Writer(numbers)
        self.known = module.known
        self.variables = dict(variables)
        """The slots that are variables of the function, with their names; all others are in the vector."""
        self.loops = 0
        self.outer: int | None = None
        """The sentence of the statement around the current block."""
        self.last: int | None = None
        """The sentence of the previous statement of this block."""
        self.nest = 1
        """The largest number of passes that the loops around make together between two stops."""
        self.pending: list[list[JumpTarget]] = [[]]
        self.policy = module.policy
        self.packing = module.packing
        """How loose cards are packed, by the number of the deck."""
        self.boards = module.boards
        """The arrays whose positions are bits as well."""
        self.trial: int | None = None
        """The trial that the function is done in alone."""
        self.trials = 0
        """How many values behind trials stand around the current expression."""
        self.passed = Passed((), ())
        """What is passed to phases that are functions."""
        self.by = "0"
        """The text of who causes what is noted: while all decide together the current seat + 1, otherwise 0."""
        self.seat = -1
        """Inside a Together, the scratch slot of the current seat; otherwise -1."""
        self.opened = self.own_turn = ""
        """Inside a Together, where decisions are limited: the variables that say whether somebody, and whether this seat has
        decided there."""
        self.frame: dict[int, str] = {}
        """The names of that seat that are variables, by the first slot of their array."""
        self.there: tuple[There, ...] = ()
        """The cards that are surely there before the current statement."""
        self.cards: dict[Expr, str] = {}
        """The variables that hold such cards as words, by what gives their kind."""
        self.leads: tuple[Lead, ...] = ()
        """What is known of names before the current statement, and what it adds."""
        self.led: dict[str, Lead] = {}
        """The same of variables of the function, whose slot is still to be named."""
        self.told: tuple[Held, ...] = ()
        """The sets that are told by words where code is being written."""
        self.failing = ""
        """What is done instead of faulting; empty where nothing is."""
        self.instead: dict[Lookup, str] = {}
        """The entries of tables that are known where code is being written, with their texts."""

    # ------------------------------------------------------------------------------------------------------- slots

    def slot(self, index: int) -> str:
        """The text that reads or writes a slot."""
        found = self.variables.get(index)
        if found is not None:
            return found
        if index >= self.program.slots:
            return f"t{index - self.program.slots}"
        return f"s[{index}]"

    def framed(self, cell: Cell) -> str | None:
        """The variable that holds a name of the current seat of a Together; None where the cell is no such name."""
        match cell:
            case Cell(base, (Axis(Slot(seat)),)) if seat == self.seat:
                return self.frame.get(base)
        return None

    def cell(self, address: str) -> str:
        """The text that reads or writes the slot with that number."""
        return f"s[{at(address)}]"

    @contextmanager
    def bound(self, slot: int, name: str, value: Bounds) -> Iterator[None]:
        """During the body the slot is the variable *name*, with these bounds."""
        variables, known = self.variables, self.known
        self.variables = {**variables, slot: name}
        self.known = known.binding(slot, value)
        yield
        self.variables, self.known = variables, known

    @contextmanager
    def knowing(self, slot: int, value: Bounds) -> Iterator[None]:
        """During the body the slot has these bounds."""
        known = self.known
        self.known = known.binding(slot, value)
        yield
        self.known = known

    @contextmanager
    def written_as(self, lookup: Lookup, text: str) -> Iterator[None]:
        """During the body the entry of a table is that number."""
        before = self.instead
        self.instead = {**before, lookup: text}
        yield
        self.instead = before

    @contextmanager
    def counted(self, op: Repeat, most: int) -> Iterator[None]:
        """During the body the counter of the loop is known to be within 1..*most*, unless the body writes it."""
        match op.counter:
            case Slot(index) if not may_write(self.program, op.body, index):
                with self.knowing(index, Bounds(1, max(1, most))):
                    yield
            case _:
                yield

    @contextmanager
    def naming(self, target: Target, name: str, value: Bounds) -> Iterator[None]:
        """During the body the target is the variable *name*."""
        match target:
            case Slot(index):
                with self.bound(index, name, value):
                    yield
            case Cell(base, (Axis(Slot(seat)),)) if seat == self.seat:
                frame = self.frame
                self.frame = {**frame, base: name}
                yield
                self.frame = frame
            case Cell():
                raise TypeError("a choice is kept in a slot of its own, or among the names of its seat")

    def taking(self, op: Together, seat: str) -> None:
        """From now on the variable *seat* is the current seat of a Together; its names are all in the vector."""
        self.seat = op.seat
        self.variables = {**self.variables, op.seat: seat}
        self.known = self.known.binding(op.seat, Bounds(0, len(self.program.seats) - 1))

    @contextmanager
    def taking_part(self, op: Together, seat: str, own: dict[int, str]) -> Iterator[None]:
        """During the body the variable *seat* is the current seat of a Together; *own* are its names that are variables."""
        before = self.seat, self.frame
        self.seat, self.frame = op.seat, own
        with self.bound(op.seat, seat, Bounds(0, len(self.program.seats) - 1)):
            yield
        self.seat, self.frame = before

    def atom(self, text: str, letter: str = "x") -> str:
        """The text as a name or number, which may be repeated; any other text is first assigned to a new variable."""
        if text.isidentifier() or text.lstrip("-").isdigit():
            return text
        name = self.writer.fresh(letter)
        self.writer.line(f"{name} = {text}")
        return name

    @property
    def noting(self) -> bool:
        """Whether what happens here is noted; nobody hears of what is only tried."""
        return self.module.listening and self.trial is None

    def proven(self, holds: bool) -> bool:
        """Whether a check can be left out, since it is known to hold."""
        return holds and not self.module.checked

    @contextmanager
    def unchecked(self) -> Iterator[None]:
        """During the body nothing is checked that is known to hold."""
        checked, self.module.checked = self.module.checked, False
        yield
        self.module.checked = checked

    def fault_if(self, test: str, sentence: int, reason: Reason, *numbers: str) -> None:
        """Writes that the sentence cannot be carried out where the test holds; *numbers* are what the reason speaks of."""
        with self.writer.block(f"if {test}:"):
            self.fault(sentence, reason, *numbers)

    def fault(self, sentence: int, reason: Reason, *numbers: str) -> None:
        """Writes the same where nothing is left to be tested."""
        if self.failing:
            self.writer.line(self.failing)
            return
        for at, number in enumerate(numbers):
            self.writer.line(f"m[{at}] = {number}")
        self.module.sites.append(Site(sentence, reason, len(numbers)))
        self.writer.line(f"raise Fault({len(self.module.sites)})")

    @contextmanager
    def attempt(self) -> Iterator[Callable[[], None]]:
        """Yields a function that leaves the module as it was before the body."""
        module = self.module
        tables, masks, sites, memory = dict(module.tables), dict(module.masks), list(module.sites), module.memory
        rooms = dict(module.rooms)

        def undo() -> None:
            module.tables, module.masks, module.sites, module.memory = tables, masks, sites, memory
            module.rooms = rooms

        yield undo

    def table(self, numbers: tuple[int, ...]) -> str:
        """The name of the table with these numbers, which is added to the module if it is new."""
        for name, known in self.module.tables.items():
            if known is numbers or known == numbers:
                return name
        name = f"T{len(self.module.tables)}"
        self.module.tables[name] = numbers
        return name

    def table_of_rows(self, number: int) -> str:
        """The same with the elements of these rows of the Program, one row after the other."""
        known = self.module.flat_rows
        if number not in known:
            known[number] = tuple(each for row in self.program.rows[number] for each in row)
        return self.table(known[number])

    def notes(self, slot: int) -> bool:
        """Whether writes to the array of a slot are noted here, to be undone."""
        return self.trial is not None and self.module.keeping.notes(slot)

    def note(self, spot: str) -> None:
        """Writes that a slot is noted, with what it holds before it is written."""
        self.writer.line(f"m[U(j)] = {spot}")
        self.writer.line(f"m[U(j + 1)] = {self.slot(int(spot)) if spot.isdigit() else self.cell(spot)}")
        self.writer.line("j += 2")

    def board_at(self, slot: int) -> Bitboard | None:
        """The bitboard of the array that the slot belongs to."""
        return next((each for each in self.boards if each.base <= slot < each.base + each.groups * each.size), None)

    def words(self, numbers: tuple[int, ...]) -> str:
        """The name of the table with these words, which is added to the module if it is new."""
        for name, known in self.module.masks.items():
            if known == numbers:
                return name
        name = f"M{len(self.module.masks)}"
        self.module.masks[name] = numbers
        return name

    def room(self, size: int) -> int:
        """Reserves *size* places of working memory, and gives the first."""
        start = self.module.memory
        self.module.memory += size
        return start

    def room_to_keep(self) -> int:
        """The first of the places that keep what a trial changes, which stands here: no two trials need them at a time."""
        here, rooms = (self.trial, self.trials), self.module.rooms
        if here not in rooms:
            rooms[here] = self.room(self.module.keeping.room)
        return rooms[here]

    # ------------------------------------------------------------------------------------------------------- jumps

    @contextmanager
    def loop(self, heading: str) -> Iterator[None]:
        """A loop of the emitted code; jumps that lead further out are continued after it."""
        self.pending.append([])
        self.loops += 1
        with self.writer.block(heading):
            yield
        self.loops -= 1
        for way in self.pending.pop():
            with self.writer.block(f"if {way.flag}:"):
                self._follow(way)

    def jump_target(self, jump: str, before: str = "") -> JumpTarget:
        """A target at the place where code is being written; *jump* is the statement that reaches it from inside these loops."""
        return JumpTarget(self.loops, jump, self.writer.fresh("go"), before)

    def go(self, way: JumpTarget) -> None:
        """Writes a jump to the target."""
        if way.before:
            self.writer.line(way.before)
        if self.loops > way.depth and not way.jump.startswith("return"):
            way.used = True
            self.writer.line(f"{way.flag} = True")
        self._follow(way)

    def _follow(self, way: JumpTarget) -> None:
        if self.loops == way.depth or way.jump.startswith("return"):
            self.writer.line(way.jump)
            return
        self.writer.line("break")
        if way not in self.pending[-1]:
            self.pending[-1].append(way)

    # ----------------------------------------------------------------------------------------------------- counting

    def sentence(self, number: int) -> None:
        """Called before each statement with its sentence; a sentence that gives several statements begins only with the first."""
        if number not in (self.outer, self.last):
            self.begun(number)
        self.last = number

    @contextmanager
    def inside(self) -> Iterator[None]:
        """During the body the block of a statement is written."""
        outer, last = self.outer, self.last
        self.outer, self.last = last, None
        yield
        self.outer, self.last = outer, last

    def learn(self, found: Lead) -> None:
        """From now on this is known of a name, unless that stands in an expression alone, and means another thing in the next."""
        if self.module.through and max(found.slots) < self.program.slots:
            self.leads += (found,)

    @contextmanager
    def leading(self) -> Iterator[None]:
        """During the body another block is written; what is known of names is as before then."""
        leads = self.leads
        yield
        self.leads = leads

    def begun(self, number: int) -> None:
        """Called when a sentence begins: writes it as a comment."""
        self.writer.comment(self.program.sentences[number].text)

    def written(self, op: Op) -> None:
        """Called after a statement that changes what is declared."""

    @contextmanager
    def passing(self, most: int, stops: bool, sentence: int) -> Iterator[None]:
        """During the body, a pass of a loop of at most *most* passes is written; *stops* tells whether play can stop inside.

        The pass is counted where this loop and those around it can make more than `COUNTED_FROM` passes between two stops.
        """
        nest, self.nest = self.nest, most * (1 if stops else self.nest)
        if self.nest > COUNTED_FROM:
            self.count_pass(sentence)
        if stops:
            self.nest = 1
        yield
        self.nest = nest

    def count_pass(self, sentence: int, reason: Reason = reasons.ENDLESS) -> None:
        """Writes the count of a pass of a loop, or of a call, which fails after too many of them since the last stop."""
        self.writer.line("passes += 1")
        self.fault_if(f"passes > {PASSES}", sentence, reason)

    def begin(self) -> None:
        """Called at the start of a game."""

    def phase(self, number: int) -> None:
        """Called at the start of a phase: writes its name as a comment."""
        self.writer.comment(f"phase {self.program.phases[number].name}")

    def entered(self, op: Repeat) -> None:
        """Called before a Repeat."""

    def spent(self, op: Repeat, last: str) -> None:
        """Called behind a pass of a Repeat that goes on; *last* is the text of whether there may be no further pass."""

    def round(self, op: Repeat) -> None:
        """Called at each pass of a Repeat."""

    def asked(self, op: Ask, seat: str) -> str:
        """Called before the options of a seat are written; gives the text of the seat, as `chosen` wants it."""
        return seat

    def offered(self, op: Ask, count: str) -> None:
        """Called when the number of options is known, with its text."""

    def offered_kinds(self, op: Ask, base: str, zone: Zone) -> None:
        """Called instead of `offered` where the options are the kinds of card in an instance."""

    def taken(self, op: Take) -> None:
        """Called where a measure is taken."""

    def offered_some(self, op: Ask, alternative: int, before: str, count: str) -> None:
        """Called after the options of an alternative; *before* and *count* are the numbers of options before and after these."""

    def chosen(self, op: Ask, alternative: int, seat: str) -> None:
        """Called after the seat has chosen an option of that alternative, and its arguments are stored."""
