"""Whether a Program keeps what all that play it rely on. Every compiled Program is verified, and every one read from JSON.

What is proven here nobody checks again: indices of tables, slots and zones, one code for one option, names that have a value
before they are read and are cleared when their scope ends. What cannot be proven, every engine checks while it plays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import prod
from typing import Any

from attrs import Factory, define, frozen

from . import budgets, ir
from .colours import COLOURS
from .figures import FIGURES, PLACES
from .intervals import ANYTHING
from .nesting import Nesting, depth, nesting
from .ops import (
    Node,
    along,
    alternatives,
    asks,
    beside,
    bodies,
    claimed,
    covered,
    ending,
    entry,
    evaluated,
    everything,
    free,
    inside,
    nodes,
    only_tried,
    parts,
    reached,
    shown_beside,
    statements,
    stop,
    stops,
    tried,
    within,
    writes,
)
from .positions import words
from .ranges import Known
from .visibility import Things, sight_of

Slots = frozenset[int]


class Unsound(ValueError):
    """A Program that nobody may play; the message says what is wrong with it."""


class TooDeep(Unsound):
    """Of *what* stands inside each other, there is more than there may be."""

    def __init__(self, what: str, deepest: Nesting, most: int) -> None:
        """So many loops or statements of a Program stand inside each other, and at most *most* may."""
        super().__init__(f"there are at most {most} {what} inside each other, and here are {deepest.most}")
        self.what = what
        self.deepest = deepest


def verify(program: ir.Program) -> None:
    """Raises Unsound when the Program breaks a rule that all that play it rely on."""
    checks = (_budgets, _things, _start, _calls, _trials, _nested, _nodes, _writes, _stops, _loops, _codes, _scratch, _scopes)
    for check in checks:
        for problem in check(program):
            raise Unsound(problem)


def verify_depth(program: ir.Program) -> None:
    """Raises TooDeep when loops stand too deep inside each other: of all that is verified, what an author can bring about."""
    for problem in _nested(program):
        raise Unsound(problem)


def verify_start(program: ir.Program) -> None:
    """The same for a Program that differs in its first vector alone from one that was verified."""
    for problem in _start(program):
        raise Unsound(problem)


def _budgets(program: ir.Program) -> Iterator[str]:
    """Nothing is larger than a ruleset may ask for."""
    counts = (
        (program.slots + program.scratch, 2 * budgets.MOST_SLOTS, "slots"),
        (program.codes, budgets.MOST_CODES, "codes of options"),
        (sum(map(len, program.tables)), 2 * budgets.MOST_ENTRIES, "entries of tables"),
        (
            sum(len(row) for rows in program.rows for row in rows),
            2 * budgets.MOST_ENTRIES + budgets.MOST_COEFFICIENTS,
            "elements of rows",
        ),
        (sum(sum(deck.copies) for deck in program.decks), budgets.MOST_CARDS_IN_ALL, "cards"),
        (len(program.seats), budgets.MOST_SEATS, "seats"),
    )
    for count, most, what in counts:
        if count > most:
            yield f"{count:,} {what}, and there may be {most:,}"
    if any(not ir.NOTHING <= number <= ir.LARGEST for table in program.tables for number in table):
        yield "a table holds what is no number"


# ------------------------------------------------------------------------------------------------ what there is


def _things(program: ir.Program) -> Iterator[str]:
    """What is declared refers to what is there, and every slot belongs to one thing."""
    if not 1 <= program.locals <= program.slots or program.scratch < 0:
        yield f"{program.locals} of {program.slots} slots last, and {program.scratch} follow"
    if not program.seats or not program.players:
        yield "nobody plays"
    if program.players != tuple(range(len(program.players))):
        yield "an automa sits before a player"
    if program.outcome.parts < 1:
        yield f"payoffs are counted in {program.outcome.parts} parts of 1"
    for deck in program.decks:
        if not 0 <= deck.domain < len(program.domains) or any(copies < 0 for copies in deck.copies):
            yield f"the deck `{deck.name.plain}` has no kinds of card"
        elif len(program.domains[deck.domain].labels) != len(deck.copies):
            yield f"the deck `{deck.name.plain}` has {len(deck.copies)} kinds of card, and its domain another number"
    taken: dict[int, str] = {}
    if program.longest is not None:
        yield from _own(program, "the clock", (program.longest.clock,), 1, taken)
    things: tuple[ir.Zone | ir.Place, ...] = (*program.zones, *program.places)
    for thing in things:
        owners = 0 if thing.sight is not ir.Visibility.SOME else 1 if thing.owner is None else len(program.seats)
        if len(thing.seers) != owners or any(seats >> len(program.seats) for seats in thing.seers):
            yield f"who sees `{thing.name.plain}` is not told for each seat"
    for zone in program.zones:
        yield from _zone(program, zone)
        yield from _own(program, zone.name.plain, zone.bases, zone.length, taken)
    for place in program.places:
        yield from _place(program, place)
        yield from _own(program, place.name.plain, _cells(place), 1, taken)
    for memory in program.memories:
        yield from _memory(program, memory)
        yield from _own(program, memory.name.plain, memory.bases, memory.length, taken)
    yield from _boards(program)
    yield from _hints(program)
    for sentence in (program.outcome.sentence, *(each.sentence for each in program.invariants)):
        if not 0 <= sentence < len(program.sentences):
            yield f"there is no sentence {sentence}"


def _boards(program: ir.Program) -> Iterator[str]:
    """Boards have spaces, and their lines lead from one to another."""
    for number, board in enumerate(program.boards):
        if not 0 <= board.domain < len(program.domains):
            yield f"the board `{board.name.plain}` has no spaces"
        joined = board
        if (board.of is None) is (board.shape is ir.Shape.LINKS) or not 0 <= (board.of or 0) <= number:
            yield f"the board `{board.name.plain}` joins the spaces of none"
        elif board.of is not None:
            joined = program.boards[board.of]
            if joined.shape is ir.Shape.LINKS or len(board.links) != len(board.points):
                yield f"the board `{board.name.plain}` joins no spaces"
        if any(not 0 <= end < len(joined.points) for link in board.links for end in link):
            yield f"a line on the board `{board.name.plain}` leads to no space"


def _hints(program: ir.Program) -> Iterator[str]:
    """What the table shows otherwise speaks of what is there."""
    hints, places = program.hints, program.places
    for look in hints.looks:
        if not _is_there(program, look.domain, look.value):
            yield "a colour or a sign belongs to nothing"
        if look.colour not in (None, *COLOURS):
            yield f"there is no colour `{look.colour}`"
    for finish in hints.finishes:
        boards = program.boards[finish.board : finish.board + 1] if finish.board >= 0 else ()
        if not any(column == finish.column for board in boards for _, column in board.points):
            yield "a finish line lies on no board"
    for path in hints.paths:
        if not all(0 <= place < len(places) for place in (path.place, path.ends or 0)) or not places[path.place].truth:
            yield "a line is drawn through no spaces"
    tracks = [number for number, board in enumerate(program.boards) if board.shape is ir.Shape.TRACK]
    if any(number not in tracks for number in hints.rounds):
        yield "what goes round is no track"
    if any(not 0 <= zone < len(program.zones) for zone in hints.middle):
        yield "no zone lies in the middle"
    yield from _drawing(program)


def _drawing(program: ir.Program) -> Iterator[str]:
    """What says how pictures are drawn speaks of what is there."""
    drawing = program.hints.drawing
    grids = [number for number, board in enumerate(program.boards) if board.shape is ir.Shape.GRID]
    if any(number not in grids for number in drawing.chequered):
        yield "a board without rows and columns is chequered"
    if any(not 0 <= board < len(program.boards) or colour not in COLOURS for board, colour in drawing.backgrounds):
        yield "a background belongs to no board, or is no colour"
    for number, place in drawing.grounds:
        domain = program.boards[number].domain if 0 <= number < len(program.boards) else -1
        if not _is_there(program, None, place) or [each.domain for each in program.places[place].extents] != [domain]:
            yield "what colours the spaces of a board is no value of each"
    for each in drawing.figures:
        if not _is_there(program, each.domain, each.value) or each.figure not in FIGURES:
            yield f"the figure `{each.figure}` belongs to nothing, or is not drawn"
    for printing in drawing.printings:
        kinds = len(program.decks[printing.deck].copies) if 0 <= printing.deck < len(program.decks) else -1
        counted = [len(row) for row in printing.values]
        beside = [[len(row) for row in each] for each in (printing.counts, printing.spots) if each]
        if printing.place not in PLACES or len(printing.values) != kinds or any(each != counted for each in beside):
            yield f"`{printing.name.plain}` stands on no card"
        elif printing.domain is not None and not all(
            _is_there(program, printing.domain, value) for row in printing.values for value in row
        ):
            yield f"`{printing.name.plain}` on a card is no value"


def _is_there(program: ir.Program, domain: int | None, value: int) -> bool:
    """Whether it is a value of that domain, or a place where *domain* is None."""
    if domain is None:
        return 0 <= value < len(program.places)
    if not 0 <= domain < len(program.domains):
        return False
    low = program.domains[domain].low
    return low <= value < low + len(program.domains[domain].labels)


def _zone(program: ir.Program, zone: ir.Zone) -> Iterator[str]:
    name = zone.name.plain
    if not 0 <= zone.deck < len(program.decks) or zone.kinds != len(program.decks[zone.deck].copies):
        yield f"the zone `{name}` holds no cards of a deck"
    if not 0 <= min(zone.top_capacity, zone.bottom_capacity) <= max(zone.top_capacity, zone.bottom_capacity) <= program.slots:
        yield f"the zone `{name}` has no room for cards in order"
    if zone.row and (zone.top_capacity or not zone.bottom_capacity):
        yield f"the row `{name}` does not hold its cards in order"
    yield from _extents(program, name, zone.extents, zone.owner)


def _place(program: ir.Program, place: ir.Place) -> Iterator[str]:
    name = place.name.plain
    if place.domain is not None and not 0 <= place.domain < len(program.domains):
        yield f"`{name}` holds what is in no domain"
    if place.board is not None and not 0 <= place.board < len(program.boards):
        yield f"`{name}` stands on no board"
    if place.low < ir.SMALLEST or place.high > ir.LARGEST:
        yield f"`{name}` holds numbers that are too large"
    yield from _extents(program, name, place.extents, place.owner)


def _memory(program: ir.Program, memory: ir.Memory) -> Iterator[str]:
    name = memory.name.plain
    if not memory.places or any(not 0 <= number < len(program.places) for number in memory.places):
        yield f"`{name}` remembers what is no value"
        return
    if memory.words != words(program.places[number] for number in memory.places):
        yield f"the positions of `{name}` have no room"
    if not 1 <= memory.most <= program.slots or memory.length > program.slots:
        yield f"`{name}` would remember {memory.most:,} positions"
    problems = list(_extents(program, name, memory.extents, None))
    yield from problems
    if not problems and memory.bases != tuple(range(memory.base, memory.base + len(memory.bases) * memory.length, memory.length)):
        yield f"`{name}` has gaps, or overlaps itself"


def _extents(program: ir.Program, name: str, extents: tuple[ir.Extent, ...], owner: int | None) -> Iterator[str]:
    if owner is not None and not 0 <= owner < len(extents):
        yield f"`{name}` has no owner"
    for extent in extents:
        if extent.size < 1 or extent.stride < 1 or (extent.domain is not None and not 0 <= extent.domain < len(program.domains)):
            yield f"an index of `{name}` has no elements"
    if prod(extent.size for extent in extents) > program.slots:
        yield f"`{name}` has more elements than there are slots"


def _cells(place: ir.Place) -> tuple[int, ...]:
    axes = tuple(ir.Axis(ir.Slot(0), extent.low, max(0, extent.size), extent.stride) for extent in place.extents)
    return covered(place.base, axes)


def _own(program: ir.Program, name: str, bases: tuple[int, ...], length: int, taken: dict[int, str]) -> Iterator[str]:
    for slot in (base + more for base in bases for more in range(length)):
        if not 1 <= slot < program.locals:
            yield f"`{name}` would lie in slot {slot}, and those of the game are 1 to {program.locals - 1}"
            return
        if slot in taken:
            yield f"`{name}` and `{taken[slot]}` share slot {slot}"
            return
        taken[slot] = name


def _start(program: ir.Program) -> Iterator[str]:
    """The first vector is one that play could come to."""
    start = program.start
    if len(start) != program.slots:
        yield f"the start has {len(start)} slots instead of {program.slots}"
        return
    if start[ir.WHERE] or any(start[program.locals :]):
        yield "the start is in the middle of a phase"
    for place in program.places:
        for slot in _cells(place):
            number = start[slot]
            if not (place.low <= number <= place.high or (place.optional and number == ir.NOTHING)):
                yield f"`{place.name.plain}` starts as {number}, outside {place.low}..{place.high}"
    if any(any(start[base : base + memory.length]) for memory in program.memories for base in memory.bases):
        yield "something is remembered at the start"
    for number, deck in enumerate(program.decks):
        counts = [0] * len(deck.copies)
        for zone in (zone for zone in program.zones if zone.deck == number):
            for base in zone.bases:
                yield from _cards(zone, start[base : base + zone.length], counts)
        if any(count > copies for count, copies in zip(counts, deck.copies, strict=True)):
            yield f"more cards of `{deck.name.plain}` lie in zones than there are"


def _cards(zone: ir.Zone, slots: tuple[int, ...], counts: list[int]) -> Iterator[str]:
    """Adds the cards of one instance of a zone to the *counts*."""
    found = list(slots[1 : 1 + zone.kinds])
    if zone.row and any(found):
        yield f"cards of the row `{zone.name.plain}` lie loose"
    at = 1 + zone.kinds
    for capacity in (each for each in (zone.top_capacity, zone.bottom_capacity) if each):
        many, row = slots[at], slots[at + 1 : at + 1 + capacity]
        many = many if 0 <= many <= capacity else -1
        if many < 0 or any(row[many:]) or any(not 1 <= code <= zone.kinds for code in row[:many]):
            yield f"the cards that lie in order in `{zone.name.plain}` are none"
            return
        for code in row[:many]:
            found[code - 1] += 1
        at += 1 + capacity
    if min(found, default=0) < 0 or sum(found) != slots[0]:
        yield f"`{zone.name.plain}` starts with {slots[0]} cards, and those in it are {sum(found)}"
    for kind, number in enumerate(found):
        counts[kind] += number


# -------------------------------------------------------------------------------------------------- calls and stops


def _calls(program: ir.Program) -> Iterator[str]:
    """Phases do only those behind them, and where two places do one that stops, it can tell them apart."""
    for at, ops in _blocks(program):
        for op in inside(ops):
            if isinstance(op, ir.Do) and not at < op.phase < len(program.phases):
                yield f"phase {at} does phase {op.phase}"
                return
    every = [op for _, ops in _blocks(program) for op in inside(ops) if isinstance(op, ir.Do)]
    for number, phase in enumerate(program.phases):
        done = [op for op in every if op.phase == number]
        if len({op.number for op in done}) < len(done) or any(not 1 <= op.number <= ir.LARGEST for op in done):
            yield f"two places do the phase `{phase.name}` by the same number"
        if phase.back is None and len(done) > 1 and done[0].stops:
            yield f"the phase `{phase.name}` is done from several places, and keeps from which nowhere"
        if any(stops(op) for op in phase.after):
            yield f"play stops behind the phase `{phase.name}`"


def _trials(program: ir.Program) -> Iterator[str]:
    """What is tried runs to its end, nobody does it but as a trial, and no trial is inside itself."""
    owner = {op.phase: -1 for op in statements(program) if isinstance(op, ir.Do)}
    taken: set[int] = set()
    for number, trial in enumerate(program.trials):
        if not 0 <= trial.phase < len(program.phases):
            yield f"there is no phase {trial.phase} to try"
            return
        name = program.phases[trial.phase].name
        if any(owner.setdefault(phase, number) != number for phase in only_tried(program, trial)):
            yield f"the phase `{name}` is tried, and what it does is done elsewhere too"
        for op in tried(program, trial):
            if stop(op) is not None or isinstance(op, ir.EndGame | ir.Take | ir.Later | ir.Together):
                yield f"what the phase `{name}` does cannot be tried"
        slots = [slot.index for slot in trial.given]
        if any(not program.locals <= slot < program.slots for slot in slots) or len({*slots}) < len(slots) or taken & {*slots}:
            yield f"what the phase `{name}` is given when it is tried has no slots of its own"
        taken.update(slots)
    for node in everything(program):
        if isinstance(node, ir.After):
            if not 0 <= node.trial < len(program.trials):
                yield f"there is no trial {node.trial}"
                return
            if len(node.given) != len(program.trials[node.trial].given):
                yield "a phase that is tried is given too much, or too little"
    yield from _circles(program)


def _circles(program: ir.Program) -> Iterator[str]:
    """No trial is tried while it is."""
    inside = [
        {node.trial for op in tried(program, trial) for node in nodes(evaluated(op)) if isinstance(node, ir.After)}
        for trial in program.trials
    ]
    left = {*range(len(inside))}
    while left:
        free = {number for number in left if not inside[number] & left}
        if not free:
            yield "a phase is tried while it is tried"
            return
        left -= free


def _nested(program: ir.Program) -> Iterator[str]:
    """No more statements and loops stand inside each other than Python has room for."""
    for what, measured, most in (("statements", depth, budgets.DEEPEST_STATEMENTS), ("loops", nesting, budgets.DEEPEST_LOOPS)):
        deepest = measured(program)
        if deepest.most > most:
            raise TooDeep(what, deepest, most)
    yield from ()


def _blocks(program: ir.Program) -> Iterator[tuple[int, ir.Block]]:
    """All blocks that stand for themselves, with the number of their phase, −1 outside of all."""
    yield -1, program.body
    for number, phase in enumerate(program.phases):
        for body in bodies(phase):
            yield number, body


def _stops(program: ir.Program) -> Iterator[str]:
    """Every stop has a number of its own, and what tells that play stops inside tells the truth."""
    seen: set[int] = set()
    told = {number: any(stops(op) for op in phase.body) for number, phase in enumerate(program.phases)}
    for op in (op for _, ops in _blocks(program) for op in inside(ops)):
        number = stop(op)
        if number is not None:
            if number in seen or not 1 <= number <= program.stops:
                yield f"two decisions, or none, are stop {number}"
            seen.add(number)
        match op:
            case ir.Do(phase, _, flag) if flag != told[phase]:
                yield f"whether play stops in the phase `{program.phases[phase].name}` is told wrongly"
            case ir.ForEach(body=body, stops=flag) | ir.Repeat(body=body, stops=flag) if flag != any(map(stops, body)):
                yield "whether play stops in a loop is told wrongly"
            case ir.Later(body=body) if any(map(stops, body)):
                yield "play stops in what is put off"
    for together in (op for op in statements(program) if isinstance(op, ir.Together)):
        if any(isinstance(op, ir.Together) for op in within(program, together.body)):
            yield "seats decide together inside of where they do"
        problems: list[str] = []
        along(together.body, False, _Once(program, set(), problems))
        yield from problems
    yield from _apart(program)


@frozen
class _Once:
    """Notes where something put off is come to again, for it is noted once; what holds is whether play may come again.

    *done* are the phases looked at, and whether play may come to them again.
    """

    program: ir.Program
    done: set[tuple[int, bool]]
    problems: list[str]

    def into(self, op: ir.Op, block: int, now: bool) -> bool:
        """Whether play may come again to a block inside the statement."""
        return now or isinstance(op, ir.ForEach | ir.Repeat)

    def past(self, op: ir.Op, now: bool, inside: list[bool]) -> bool:
        """The same as in front of it."""
        match op:
            case ir.Later() if now:
                self.problems.append("something is put off where play may come again")
            case ir.Do(phase):
                looked = phase, now or (phase, False) in self.done or (phase, True) in self.done
                if looked not in self.done:
                    self.done.add(looked)
                    along(self.program.phases[phase].body, looked[1], self)
        return now


def _apart(program: ir.Program) -> Iterator[str]:
    """What is put off is put off inside a Together; a phase is done either there or elsewhere."""
    owner: dict[int, int] = {}
    problems: list[str] = []
    for number, ops in _blocks(program):
        along(ops, owner.get(number, 0), _Apart(program, owner, problems))
    yield from problems


@frozen
class _Apart:
    """Notes which Together each phase belongs to; what holds is the stop of the one around, 0 outside of any."""

    program: ir.Program
    owner: dict[int, int]
    problems: list[str]

    def into(self, op: ir.Op, block: int, now: int) -> int:
        """The Together around a block inside the statement."""
        return op.stop if isinstance(op, ir.Together) else now

    def past(self, op: ir.Op, now: int, inside: list[int]) -> int:
        """The same as in front of it."""
        match op:
            case ir.Later() if not now:
                self.problems.append("something is put off where nobody decides together")
            case ir.Do(phase) if self.owner.setdefault(phase, now) != now:
                name = self.program.phases[phase].name
                self.problems.append(f"the phase `{name}` is done both inside and outside of a Together")
        return now


# ------------------------------------------------------------------------------------------------- nodes and slots


def _nodes(program: ir.Program) -> Iterator[str]:
    """Every slot, table, zone and sentence that a node names is there."""
    for op in (op for _, ops in _blocks(program) for op in inside(ops)):
        sentence = getattr(op, "sentence", 0)
        if not 0 <= sentence < len(program.sentences):
            yield f"there is no sentence {sentence}"
        yield from _statement(program, op)
        yield from _those(program, evaluated(op))
    for phase in program.phases:
        yield from _those(program, tuple(each for each in (phase.ending, phase.back) if each is not None))
    yield from _those(program, (*beside(program), *shown_beside(program)))
    for shown in program.shown:
        yield from _shown(program, shown)
    for name in program.names:
        yield from _named(program, name)
    yield from _strategies(program)
    if not program.slots <= program.outcome.seat <= program.slots + program.scratch:
        yield f"the seat of the outcome would be in slot {program.outcome.seat}"
    seats = range(len(program.seats))
    for among in (program.outcome.ranked, program.outcome.scored):
        if among is not None and any(seat not in seats for seat in among):
            yield "a seat that is not there has a rank"


def _named(program: ir.Program, name: ir.LocalName) -> Iterator[str]:
    """A name inside a phase has a slot behind those that last, and its values have names where it says so."""
    if not all(program.locals <= slot < program.slots for slot in reached(name.target)):
        yield f"the name `{name.name.plain}` has no slot of its own"
    if name.domain is not None and not 0 <= name.domain < len(program.domains):
        yield f"the values of `{name.name.plain}` have no names"
    yield from _those(program, (name.target,))


def _shown(program: ir.Program, shown: ir.NamedValue) -> Iterator[str]:
    """A value that a table shows has its indices, and somebody sees all that it reads."""
    name = shown.name.plain
    if not 0 <= shown.sentence < len(program.sentences):
        yield f"there is no sentence {shown.sentence}"
    if len(shown.given) != len(shown.extents) or len({*shown.given}) < len(shown.given):
        yield f"the indices of `{name}` have no slots of their own"
    for slot in shown.given:
        if not _scratch_slot(program, slot):
            yield f"no slot {slot} is free for a moment"
    if any(extent.size < 1 for extent in shown.extents) or prod(extent.size for extent in shown.extents) > budgets.MOST_SHOWN:
        yield f"`{name}` is too many values, or none"
    for domain in (shown.domain, *(extent.domain for extent in shown.extents)):
        if domain is not None and not 0 <= domain < len(program.domains):
            yield f"the values of `{name}` have no names"
    things = Things(program.places, program.zones)
    zones = (node.zone for node in nodes((shown.value,)) if isinstance(node, ir.ZoneAt))
    there = all(0 <= zone < len(program.zones) for zone in zones)
    if there and sight_of(shown.value, shown.given, things)[0] is ir.Visibility.NOBODY:
        yield f"`{name}` would tell what nobody may see"


def _strategies(program: ir.Program) -> Iterator[str]:
    """A strategy speaks of options that are there, and goes by sentences that are there."""
    asked = {ask.stop: len(ask.alternatives) for ask in asks(program)}
    for each in (each for strategy in program.strategies for line in strategy.lines for each in line):
        if not 0 <= each.alternative < asked.get(each.stop, 0):
            yield f"a strategy speaks of an option {each.alternative} at stop {each.stop}, which is not there"
        if not 0 <= each.sentence < len(program.sentences):
            yield f"there is no sentence {each.sentence}"


def _those(program: ir.Program, given: tuple[Node, ...]) -> Iterator[str]:
    for node in nodes(given):
        check = _NAMING.get(type(node))
        if check is not None:
            yield from check(program, node)


def _is_row(program: ir.Program, at: ir.ZoneAt) -> bool:
    return 0 <= at.zone < len(program.zones) and program.zones[at.zone].row


def _has_end(program: ir.Program, at: ir.ZoneAt, end: ir.End) -> bool:
    if not 0 <= at.zone < len(program.zones):
        return True  # complained of elsewhere
    zone = program.zones[at.zone]
    return bool(zone.top_capacity if end is ir.End.TOP else zone.bottom_capacity)


def _rotates(program: ir.Program, zones: tuple[ir.ZoneAt, ...]) -> bool:
    """Whether the zones are laid out alike, and known to be apart where there are more than two."""
    if len(zones) < 2 or not all(0 <= at.zone < len(program.zones) for at in zones):
        return False
    declared = [program.zones[at.zone] for at in zones]
    shapes = {(zone.deck, zone.kinds, zone.top_capacity, zone.bottom_capacity, zone.row) for zone in declared}
    fixed = all(isinstance(axis.at, ir.Number) for at in zones for axis in at.axes)
    return len(shapes) == 1 and (len(zones) == 2 or (fixed and len({(at.zone, at.axes) for at in zones}) == len(zones)))


def _are_places(program: ir.Program, parameter: ir.Parameter, row: ir.ZoneAt) -> bool:
    match parameter.source:
        case ir.Range(ir.Number(1), ir.Size(zone)):
            return zone == row and _is_row(program, row)
        case _:
            return False


def _statement(program: ir.Program, op: ir.Op) -> Iterator[str]:
    match op:
        case ir.Gather(deck) if not 0 <= deck < len(program.decks):
            yield f"there is no deck {deck}"
        case ir.Gather(target=zone) | ir.Shuffle(zone) if _is_row(program, zone):
            yield "cards of a row lose their places"
        case ir.Later(in_transit=(zone, _)) if _is_row(program, zone):
            yield "a card of a row is in transit"
        case ir.MoveCard(target=zone, end=ir.End.LOOSE | ir.End.TOP) if _is_row(program, zone):
            yield "a card gets no place in a row"
        case ir.Draw(target=zone, end=ir.End.LOOSE | ir.End.TOP) if _is_row(program, zone):
            yield "a card gets no place in a row"
        case ir.MoveAll(target=zone, end=ir.End.LOOSE | ir.End.TOP) if _is_row(program, zone):
            yield "cards get no places in a row"
        case ir.MoveAll(target=zone, end=end) if end is not ir.End.LOOSE and not _has_end(program, zone, end):
            yield "cards are put in order where a zone keeps none"
        case ir.Rotate(zones) if not _rotates(program, zones):
            yield "zones that are not alike, or not apart, exchange their cards"
        case ir.MoveCard(source=zone, place=place) if place is not None and not _is_row(program, zone):
            yield "a card is taken from a place of a zone that has none"
        case ir.ShowCard(zone=zone) if (
            _is_row(program, zone) or _has_end(program, zone, ir.End.TOP) or _has_end(program, zone, ir.End.BOTTOM)
        ):
            yield "a card is shown that may lie in order"
        case ir.Clear(_, count) if not 0 <= count <= program.slots:
            yield f"{count:,} slots are cleared"
        case ir.ForEach(capacity=capacity) if not 0 <= capacity <= budgets.LONGEST_STORED_LOOP:
            yield f"a loop keeps {capacity:,} elements, and may keep {budgets.LONGEST_STORED_LOOP:,}"
        case ir.Remember() | ir.Forget():
            yield from _remembered(program, op)
        case ir.Take(measure) if not 0 <= measure < len(program.measures):
            yield f"there is no measure {measure}"
        case ir.MoveAll(slot=slot) | ir.Tell(slot=slot) | ir.AssignAll(slot=slot) if not _scratch_slot(program, slot):
            yield f"no slot {slot} is free for a moment"
        case ir.Together(seat=seat, positions=positions, frame=frame, frame_size=size):
            seats = len(program.seats)
            if not program.slots <= seat < program.slots + program.scratch:
                yield f"no slot {seat} is free for a moment"
            among = Known(program, [ANYTHING] * (program.slots + program.scratch + 1), {}).elements(op.source)
            if not among.within(0, seats - 1):
                yield "somebody who is not there decides together with others"
            if size < 0 or not program.locals <= positions <= program.slots or not program.locals <= frame <= program.slots:
                yield "what seats keep while they decide together lies outside of the names"
            if frame + size * min(seats, _taking_part(op, seats)) > program.slots:
                yield "what seats keep while they decide together lies outside of the names"
        case ir.Ask(alternatives=alternatives):
            for one in alternatives:
                if any(each.row is not None and not _are_places(program, each, each.row) for each in one.parameters):
                    yield "a card is chosen by its place where it has none"
                if any(not 0 <= condition.after <= len(one.parameters) for condition in one.conditions):
                    yield "a condition waits for an argument that is not there"
                if any(not 1 <= each.size <= budgets.MOST_OPTIONS for each in one.parameters):
                    yield f"something is chosen from no values, or from more than {budgets.MOST_OPTIONS:,}"


def _scratch_slot(program: ir.Program, slot: int) -> bool:
    return program.slots <= slot < program.slots + program.scratch


def _taking_part(op: ir.Together, seats: int) -> int:
    match op.source:
        case ir.Range(_, ir.Number(high)):
            return min(seats, max(0, high + 1))
        case _:
            return seats


def _number(program: ir.Program, node: ir.Number) -> Iterator[str]:
    if not ir.NOTHING <= node.value <= ir.LARGEST:
        yield f"{node.value} is no number"


def _slot(program: ir.Program, node: ir.Slot) -> Iterator[str]:
    if not 0 <= node.index <= program.slots + program.scratch:
        yield f"there is no slot {node.index}"


def _cell(program: ir.Program, node: ir.Cell) -> Iterator[str]:
    yield from _reaches(node.base, node.axes, program.slots, "slots")


def _lookup(program: ir.Program, node: ir.Lookup) -> Iterator[str]:
    if not 0 <= node.table < len(program.tables):
        yield f"there is no table {node.table}"
    else:
        yield from _reaches(0, node.axes, len(program.tables[node.table]), "entries of a table")


def _row(program: ir.Program, node: ir.Row) -> Iterator[str]:
    if not 0 <= node.rows < len(program.rows):
        yield f"there are no rows {node.rows}"


def _range(program: ir.Program, node: ir.Range) -> Iterator[str]:
    match node:
        case ir.Range(ir.Number(low), ir.Number(high)) if high - low >= 10 * budgets.MOST_ELEMENTS:
            yield f"a set has {high - low + 1:,} elements, and there may be {10 * budgets.MOST_ELEMENTS:,}"


def _zone_at(program: ir.Program, node: ir.ZoneAt) -> Iterator[str]:
    yield from _instance(program, node.zone, node.axes)


def _links(program: ir.Program, node: ir.Connected | ir.Around) -> Iterator[str]:
    if not 0 <= node.rows < len(program.rows):
        yield f"there are no rows {node.rows}"
        return
    rows = program.rows[node.rows]
    if any(not 0 <= each < len(rows) for row in rows for each in row):
        yield "a link leads to something that has no links"
    if isinstance(node, ir.Connected):
        yield from _filling(program, node)


def _filling(
    program: ir.Program,
    node: ir.Let | ir.Fold | ir.First | ir.Filtered | ir.Connected | ir.UpTo | ir.UnionOf | ir.Naming | ir.Completions,
) -> Iterator[str]:
    if not program.slots <= node.slot < program.slots + program.scratch:
        yield f"no slot {node.slot} is free for a moment"


def _scratch(program: ir.Program) -> Iterator[str]:
    """A slot that is free for a moment is read only while something is in it."""
    problems: list[str] = []
    seats = {each.phase: op.seat for op in statements(program) if isinstance(op, ir.Together) for each in _done(program, op)}
    for number, ops in _blocks(program):
        begun = frozenset((seats[number],)) if number in seats else frozenset()
        along(ops, begun, _Filled(program, problems))
    for invariant in program.invariants:
        for test in (invariant.test, *(expr for claim in invariant.claims for expr in claimed(claim))):
            problems += _unfilled(program, test, frozenset())
    for test in (each.final for each in program.measures if each.final is not None):
        problems += _unfilled(program, test, frozenset())
    for expr in ending(program.outcome):
        problems += _unfilled(program, expr, frozenset((program.outcome.seat,)))
    for shown in program.shown:
        problems += _unfilled(program, shown.value, frozenset(shown.given))
    yield from problems


def _done(program: ir.Program, op: ir.Together) -> list[ir.Do]:
    return [each for each in within(program, op.body) if isinstance(each, ir.Do)]


def _unfilled(program: ir.Program, node: Node, filled: Slots) -> list[str]:
    return [f"the slot {slot} is read while nothing is in it" for slot in sorted(free(node, program) - filled)]


@frozen
class _Filled:
    """Notes what is read of slots that nothing fills; what holds are the slots that something around does."""

    program: ir.Program
    problems: list[str]

    def into(self, op: ir.Op, block: int, now: Slots) -> Slots:
        """The slots that are filled in a block inside the statement."""
        match op:
            case ir.ForEach(target=ir.Slot(index)):
                return now | {index}
            case ir.Together(seat=seat):
                return now | {seat}
            case _:
                return now

    def past(self, op: ir.Op, now: Slots, inside: list[Slots]) -> Slots:
        """The same as in front of it."""
        filled = now | {bind.slot for bind in entry(op).binds(op, self.program)}
        if isinstance(op, ir.ForEach) and isinstance(op.target, ir.Slot):
            filled |= {op.target.index}
        for node in evaluated(op):
            self.problems.extend(_unfilled(self.program, node, filled))
        return now


def _reaches(base: int, axes: tuple[ir.Axis, ...], end: int, what: str) -> Iterator[str]:
    if any(axis.size < 1 or axis.stride < 1 for axis in axes):
        yield "an index has no elements"
        return
    if prod(axis.size for axis in axes) > max(1, end):
        yield f"indices have more elements together than there are {what}"
    last = base + sum((axis.size - 1) * axis.stride for axis in axes)
    if base < 0 or last >= end:
        yield f"{base} to {last} is asked for, and there are {end} {what}"


def _instance(program: ir.Program, number: int, axes: tuple[ir.Axis, ...]) -> Iterator[str]:
    if not 0 <= number < len(program.zones):
        yield f"there is no zone {number}"
        return
    yield from _picks(program.zones[number].name.plain, program.zones[number].extents, axes)


def _picks(name: str, extents: tuple[ir.Extent, ...], axes: tuple[ir.Axis, ...]) -> Iterator[str]:
    """The axes are those of what is declared with these extents."""
    if len(axes) != len(extents):
        yield f"`{name}` is named by {len(axes)} indices"
    for axis, extent in zip(axes, extents, strict=False):
        if (axis.low, axis.size, axis.stride) != (extent.low, extent.size, extent.stride):
            yield f"an index of `{name}` has other elements than it"


def _remembered(program: ir.Program, node: ir.Times | ir.Remember | ir.Forget) -> Iterator[str]:
    if not 0 <= node.memory < len(program.memories):
        yield f"there is no memory {node.memory}"
        return
    memory = program.memories[node.memory]
    if node.axes is not None:
        yield from _picks(memory.name.plain, memory.extents, node.axes)


def _coefficients(program: ir.Program, node: ir.Completions) -> Iterator[str]:
    yield from _filling(program, node)
    if not 0 <= node.zone.zone < len(program.zones):
        return  # told for the zone itself
    cards = sum(program.decks[program.zones[node.zone.zone].deck].copies)
    for number in (each for each in (node.rows, node.exponents) if each is not None):
        rows = program.rows[number] if 0 <= number < len(program.rows) else ()
        if len(rows) != cards + 1 or len({len(row) for row in rows}) != 1 or not rows[0]:
            yield "the coefficients of a choice of several cards are missing"


_NAMING: dict[type, Callable[[ir.Program, Any], Iterator[str]]] = {
    ir.Number: _number,
    ir.Slot: _slot,
    ir.Cell: _cell,
    ir.Lookup: _lookup,
    ir.Row: _row,
    ir.Range: _range,
    ir.ZoneAt: _zone_at,
    ir.Completions: _coefficients,
    ir.Times: _remembered,
    ir.Let: _filling,
    ir.Fold: _filling,
    ir.First: _filling,
    ir.Filtered: _filling,
    ir.Connected: _links,
    ir.Around: _links,
    ir.UpTo: _filling,
    ir.UnionOf: _filling,
    ir.Naming: _filling,
}
"""What is looked at in each kind of node that names something; the other kinds name nothing themselves."""


def _writes(program: ir.Program) -> Iterator[str]:
    """What is declared is written only by what says so, within its limits; all else that is written are names."""
    declared = {slot: number for number, place in enumerate(program.places) for slot in _cells(place)}
    results = {trial.result.index for trial in program.trials if trial.result is not None}
    for op in (op for _, ops in _blocks(program) for op in inside(ops)):
        for write in writes(op, program):
            slots, number = reached(write.target), write.place
            if number is not None and not 0 <= number < len(program.places):
                yield f"there is no place {number}"
                return
            if number is None:
                if not all(program.locals <= slot <= program.slots + program.scratch for slot in set(slots) - results):
                    yield "something other than a name is written as one"
            elif any(declared.get(slot) != number for slot in slots):
                yield f"what is written is not `{program.places[number].name.plain}`"
            if write.limits is not None:
                room = (ir.SMALLEST, ir.LARGEST, True)
                if number is not None:
                    place = program.places[number]
                    room = (place.low, place.high, place.optional)
                low, high, optional = write.limits
                if low < room[0] or high > room[1] or optional > room[2]:
                    yield "more is stored than there is room for"


def _loops(program: ir.Program) -> Iterator[str]:
    """A loop that play stops inside keeps what it needs, and what leaves something is inside it."""
    for op in (op for _, ops in _blocks(program) for op in inside(ops)):
        match op:
            case ir.ForEach(source=source, stored=None, stops=True):
                if not _steady(source):
                    yield "a loop that play stops inside keeps its elements nowhere"
            case ir.Repeat(counter=None, limit=limit, stops=True) if limit is not None:
                yield "a loop that play stops inside counts its passes nowhere"
    for number, ops in _blocks(program):
        jumps = _Jumps([])
        along(ops, (0, number >= 0), jumps)
        yield from jumps.problems


def _steady(source: ir.Set) -> bool:
    match source:
        case ir.Range(ir.Number(), ir.Number()):
            return True
        case _:
            return False


@frozen
class _Jumps:
    """Notes what leaves a loop or a phase that is not around it; what holds are the loops around, and whether a phase is."""

    problems: list[str]

    def into(self, op: ir.Op, block: int, now: tuple[int, bool]) -> tuple[int, bool]:
        """What is around a block inside the statement."""
        match op:
            case ir.ForEach() | ir.Repeat():
                return now[0] + 1, now[1]
            case ir.Together() | ir.Later():
                return 0, False
            case _:
                return now

    def past(self, op: ir.Op, now: tuple[int, bool], inside: list[tuple[int, bool]]) -> tuple[int, bool]:
        """The same as in front of it."""
        match op:
            case ir.Leave() if not now[0]:
                self.problems.append("there is no loop to leave")
            case ir.EndPhase() if not now[1]:
                self.problems.append("there is no phase to end")
        return now


def _codes(program: ir.Program) -> Iterator[str]:
    """An alternative has the same codes wherever it stands, and shares them with no other."""
    spans: dict[tuple[int, int], tuple[int, int]] = {}
    for op, at, one in alternatives(program):
        span = one.code, one.code + one.size
        if spans.setdefault((op.sentence, at), span) != span:
            yield f"the options of `{one.name.plain}` have several codes"
    end = 0
    for first, last in sorted(spans.values()):
        if first < end:
            yield f"two options have the code {first}"
        end = last
    if end > program.codes:
        yield f"an option has the code {end - 1}, and there are {program.codes}"


# ------------------------------------------------------------------------------------------------------------ scopes


@frozen
class _Names:
    """The names that surely have a value, and those that may not be clear; None where play never comes."""

    known: Slots
    dirty: Slots


@define
class _Scopes:
    """Goes through a phase and notes names that are read before they have a value."""

    program: ir.Program
    frames: Slots
    entries: dict[int, list[_Names]]
    problems: list[str]
    loops: list[list[_Names]] = Factory(list)
    ends: list[_Names] = Factory(list)

    def into(self, op: ir.Op, block: int, now: _Names | None) -> _Names | None:
        """What holds at the start of a block inside the statement."""
        if now is None:
            return None
        match op:
            case ir.ForEach() | ir.Repeat():
                self.loops.append([])
                return self.written(op, now)
            case ir.Ask(alternatives=several):
                targets = tuple(slot for each in several[block].parameters for slot in reached(each.target))
                return _Names(now.known.union(targets), now.dirty.union(targets))
            case _:
                return now

    def past(self, op: ir.Op, now: _Names | None, inside: list[_Names | None]) -> _Names | None:
        """What holds behind the statement."""
        if now is None:
            return None
        self.read(op, now)
        match op:
            case ir.Clear():
                gone = frozenset(slot for write in writes(op, self.program) for slot in reached(write.target))
                return _Names(now.known - gone, now.dirty - gone)
            case ir.ForEach() | ir.Repeat():
                left = self.loops.pop()
                behind = [each for each in (*inside, *left) if each is not None]
                begun = self.written(op, now)
                known = begun.known
                if isinstance(op, ir.ForEach) and _surely(op) and behind:
                    known = frozenset.intersection(*(each.known for each in behind))
                return _Names(known, begun.dirty.union(*(each.dirty for each in behind)))
            case ir.Leave():
                self.loops[-1].append(now)
                return None
            case ir.EndPhase():
                self.ends.append(now)
                return None
            case ir.EndGame(ending=None):
                return None
            case ir.Do(phase):
                self.entries[phase].append(now)
                gone = _cleared(self.program, self.program.phases[phase].after)
                return _Names(now.known - gone, now.dirty - gone)
            case ir.Branch() | ir.Ask():
                return _joined([each for each in inside if each is not None])
            case ir.Together():
                return now
            case _:
                return self.written(op, now)

    def written(self, op: ir.Op, now: _Names) -> _Names:
        """The same, with the names that the statement itself writes."""
        first, behind = self.program.locals, self.program.slots
        slots = [slot for write in writes(op, self.program) for slot in reached(write.target)]
        names = frozenset([slot for slot in slots if first <= slot < behind])
        return _Names(now.known | names, now.dirty | names) if names else now

    def read(self, op: ir.Op, now: _Names) -> None:
        """Notes a problem when the statement reads a name that may have no value."""
        first, behind = self.program.locals, self.program.slots
        read: set[int] = set()
        for node in nodes(_read(op, self.program)):
            match node:
                case ir.Slot(index):
                    read.add(index)
                case ir.Cell(base, axes) if base + sum(axis.size * axis.stride for axis in axes) > first:
                    read.update(covered(base, axes))
        unset = {slot for slot in read if first <= slot < behind and slot not in now.known} - self.frames
        if unset and entry(op).meanwhile:
            unset.difference_update(slot for write in writes(op, self.program) for slot in reached(write.target))
        if unset:
            self.problems.append(f"the name in slot {min(unset)} is read before it has a value")


def _read(op: ir.Op, program: ir.Program) -> tuple[Node, ...]:
    """What a statement works out, without the targets that it only writes."""
    found = list(evaluated(op))
    for write in writes(op, program):
        if write.target in found:
            last = len(found) - 1 - found[::-1].index(write.target)
            found[last : last + 1] = parts(write.target)
    return tuple(found)


def _surely(op: ir.ForEach) -> bool:
    """Whether the loop certainly has a pass."""
    match op.source, op.where:
        case ir.Range(ir.Number(low), ir.Number(high)), None:
            return low <= high
        case ir.Listed(items), None:
            return any(isinstance(item, ir.Number) for item in items)
        case _:
            return False


def _joined(several: list[_Names]) -> _Names | None:
    if not several:
        return None
    known, dirty = several[0].known, several[0].dirty
    for each in several[1:]:
        known, dirty = known & each.known, dirty | each.dirty
    return _Names(known, dirty)


def _cleared(program: ir.Program, ops: ir.Block) -> Slots:
    return frozenset(
        slot for op in inside(ops) if isinstance(op, ir.Clear) for write in writes(op, program) for slot in reached(write.target)
    )


def _scopes(program: ir.Program) -> Iterator[str]:
    """Names have a value before they are read, and are cleared when their scope ends."""
    frames = _frames(program)
    entries: dict[int, list[_Names]] = {number: [] for number in range(len(program.phases))}
    given = {trial.phase: [slot.index for slot in trial.given] for trial in program.trials}
    problems: list[str] = []
    end = along(program.body, _Names(frozenset(), frozenset()), _Scopes(program, frames, entries, problems))
    yield from problems
    if end is not None and end.dirty - frames:
        yield f"slot {min(end.dirty - frames)} is not cleared at the end"
    for number, phase in enumerate(program.phases):
        begun = _Names(frozenset(), frozenset()) if number in given else _joined(entries[number])
        if begun is None:
            continue
        own = frozenset(slot for each in (phase.back, phase.ending) if each is not None for slot in reached(each))
        own = own.union(given.get(number, ()))
        begun = _Names(begun.known | own, begun.dirty | own)
        scopes = _Scopes(program, frames, entries, problems)
        body = along(phase.body, begun, scopes)
        closing = _joined([each for each in (body, *scopes.ends) if each is not None])
        done = None if closing is None else along(phase.after, closing, scopes)
        yield from problems
        left = frozenset() if done is None else done.dirty - (begun.dirty - own) - frames
        if left:
            yield f"slot {min(left)} is not cleared at the end of the phase `{phase.name}`"


def _frames(program: ir.Program) -> Slots:
    """The slots in which seats keep their names while they decide together: 0 at the start, cleared at the end."""
    found: set[int] = set()
    for op in statements(program):
        if isinstance(op, ir.Together):
            seats = len(program.seats)
            found.update(range(op.positions, op.positions + seats))
            found.update(range(op.frame, min(program.slots, op.frame + op.frame_size * seats)))
    return frozenset(found)
