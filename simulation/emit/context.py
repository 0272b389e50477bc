"""What the emitters of one Program share: the lines so far, how slots are named, tables, memory, and ways out of loops."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from attrs import Factory, define

from ...interpreter.machine.context import PASSES
from ...program.ir import Ask, Assign, Axis, Cell, Pick, Program, Repeat, Scope, Slot, Take, Target, Together, Zone
from .bounds import Bounds, Known
from .packing import Packing
from .survey import writes
from .writer import Writer

FAULT = "raise Fault"

COUNTED_FROM = 4096
"""Loops that, one inside the other, have no more passes than this are not counted: they end soon."""


def at(index: str) -> str:
    """The text of an index: unsigned, so that compiled code does not test whether it is negative."""
    return index if index.isdigit() else f"U({index})"


@define(eq=False)
class JumpTarget:
    """A way out to the end of a loop or further: what to write before leaving, what leads there from directly inside, at how
    many loops of nesting that is, and the flag that tells outer loops.
    """

    depth: int
    jump: str
    flag: str
    before: str = ""
    used: bool = False


@define(eq=False)
class Module:
    """What all functions of a module share: tables, how much working memory is taken, which sentences are counted where."""

    program: Program
    known: Known
    tables: dict[str, tuple[int, ...]] = Factory(dict)
    memory: int = 0
    options: int = 1
    packing: dict[int, Packing] = Factory(dict)


class Emission:
    """One function as it is written."""

    def __init__(self, module: Module, variables: dict[int, str]) -> None:
        self.module = module
        self.program = module.program
        self.writer = Writer()
        self.known = module.known
        self.variables = dict(variables)
        """The slots that are variables of the function; all others are in the vector."""
        self.loops = 0
        self.outer: int | None = None
        """The sentence of the statement around the block that is written."""
        self.last: int | None = None
        """The sentence of the statement before, in this block."""
        self.nest = 1
        """How many passes the loops around make at most, as far as play does not stop inside."""
        self.pending: list[list[JumpTarget]] = [[]]
        self.packing = module.packing
        """The decks whose loose cards are packed here, by their number."""
        self.seat = -1
        """The scratch slot of the seat whose part of a Together is written."""
        self.frame: dict[int, str] = {}
        """Variables for the names of that part, by the first slot of their array."""

    # ------------------------------------------------------------------------------------------------------- slots

    def slot(self, index: int) -> str:
        """How the value of a slot is read and written."""
        found = self.variables.get(index)
        if found is not None:
            return found
        if index >= self.program.slots:
            return f"t{index - self.program.slots}"
        return f"s[{index}]"

    def framed(self, cell: Cell) -> str | None:
        """The variable that a name of a seat's own is kept in, where it is one."""
        match cell:
            case Cell(base, (Axis(Slot(seat)),)) if seat == self.seat:
                return self.frame.get(base)
        return None

    def cell(self, address: str) -> str:
        """How the value at a slot number is read and written."""
        return f"s[{at(address)}]"

    @contextmanager
    def bound(self, slot: int, name: str, value: Bounds) -> Iterator[None]:
        """While this lasts the slot is the variable *name*, which holds such a value."""
        variables, known = self.variables, self.known
        self.variables = {**variables, slot: name}
        self.known = Known(known.program, known.slots, {**known.bound, slot: value})
        yield
        self.variables, self.known = variables, known

    @contextmanager
    def knowing(self, slot: int, value: Bounds) -> Iterator[None]:
        """While this lasts such a value is in the slot."""
        known = self.known
        self.known = Known(known.program, known.slots, {**known.bound, slot: value})
        yield
        self.known = known

    @contextmanager
    def counted(self, op: Repeat, most: int) -> Iterator[None]:
        """The body of a loop, in which the number of the pass is known to be at most *most*."""
        match op.counter:
            case Slot(index) if not writes(op.body, index):
                with self.knowing(index, Bounds(1, max(1, most))):
                    yield
            case _:
                yield

    @contextmanager
    def naming(self, target: Target, name: str, value: Bounds) -> Iterator[None]:
        """While this lasts what stands in the target is the variable *name*."""
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
        """From now on the seat in the variable *seat* takes its part in a Together, all its names in the vector."""
        self.seat = op.seat
        self.variables = {**self.variables, op.seat: seat}
        known = Bounds(0, len(self.program.seats) - 1)
        self.known = Known(self.known.program, self.known.slots, {**self.known.bound, op.seat: known})

    @contextmanager
    def taking_part(self, op: Together, seat: str, own: dict[int, str]) -> Iterator[None]:
        """While this lasts the seat in the variable *seat* takes its part in a Together; *own* are variables for its names."""
        before = self.seat, self.frame
        self.seat, self.frame = op.seat, own
        with self.bound(op.seat, seat, Bounds(0, len(self.program.seats) - 1)):
            yield
        self.seat, self.frame = before

    def atom(self, text: str, letter: str = "x") -> str:
        """The text, as a name or number that may be written more than once."""
        if text.isidentifier() or text.lstrip("-").isdigit():
            return text
        name = self.writer.fresh(letter)
        self.writer.line(f"{name} = {text}")
        return name

    def fault_if(self, test: str) -> None:
        """The rules fail where the test holds."""
        with self.writer.block(f"if {test}:"):
            self.writer.line(FAULT)

    def table(self, numbers: tuple[int, ...]) -> str:
        """The name of a table with these numbers."""
        for name, known in self.module.tables.items():
            if known == numbers:
                return name
        name = f"T{len(self.module.tables)}"
        self.module.tables[name] = numbers
        return name

    def room(self, size: int) -> int:
        """Where *size* places of working memory begin, which nothing else uses."""
        start = self.module.memory
        self.module.memory += size
        return start

    # -------------------------------------------------------------------------------------------------------- ways

    @contextmanager
    def loop(self, heading: str) -> Iterator[None]:
        """A loop of the emitted code; ways out that lead further are followed behind it."""
        self.pending.append([])
        self.loops += 1
        with self.writer.block(heading):
            yield
        self.loops -= 1
        for way in self.pending.pop():
            with self.writer.block(f"if {way.flag}:"):
                self._follow(way)

    def jump_target(self, jump: str, before: str = "") -> JumpTarget:
        """A way to where the code is written now: *jump* is what leads there from directly inside."""
        return JumpTarget(self.loops, jump, self.writer.fresh("go"), before)

    def go(self, way: JumpTarget) -> None:
        """Follow a way from here."""
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
        """The sentence that the next statement stands for; one that makes several statements begins with the first."""
        if number not in (self.outer, self.last):
            self.begun(number)
        self.last = number

    @contextmanager
    def inside(self) -> Iterator[None]:
        """While this lasts the block of a statement is written."""
        outer, last = self.outer, self.last
        self.outer, self.last = last, None
        yield
        self.outer, self.last = outer, last

    def begun(self, number: int) -> None:
        """A sentence begins: it stands above its lines."""
        self.writer.comment(self.program.sentences[number].text)

    def reached(self) -> None:
        """A decision is reached, which is counted already."""

    def written(self, op: Assign | Pick) -> None:
        """Something declared was written."""

    @contextmanager
    def passing(self, most: int, stops: bool) -> Iterator[None]:
        """A pass of a loop of at most so many, which play *stops* inside or not: counted where the loop, and those around that
        play does not stop inside, have many.
        """
        nest, self.nest = self.nest, most * (1 if stops else self.nest)
        if self.nest > COUNTED_FROM:
            self.count_pass()
        if stops:
            self.nest = 1
        yield
        self.nest = nest

    def count_pass(self) -> None:
        """A pass is counted; too many since the last stop are a fault."""
        self.writer.line("passes += 1")
        with self.writer.block(f"if passes > {PASSES}:"):
            self.writer.line(FAULT)

    def begin(self) -> None:
        """A game begins."""

    def phase(self, op: Scope) -> None:
        """A phase is done."""
        self.writer.comment(f"phase {op.phase}")

    def round(self, op: Repeat) -> None:
        """A pass of a loop."""

    def asked(self, op: Ask) -> None:
        """A seat is asked."""

    def offered(self, op: Ask, count: str) -> None:
        """It has so many options."""

    def offered_kinds(self, op: Ask, base: str, zone: Zone) -> None:
        """Its options are the kinds of card in an instance."""

    def taken(self, op: Take) -> None:
        """A measure is taken."""

    def offered_some(self, op: Ask, alternative: int, before: str, count: str) -> None:
        """So many options were found before those of an alternative, and so many with them."""

    def chosen(self, op: Ask, alternative: int) -> None:
        """One of an alternative was chosen, and is stored."""
