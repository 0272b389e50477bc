"""The tally form: a playout that counts what happens in the row *r* of the game, and in the counters *c* over all games."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from attrs import frozen

from ...interpreter.leading import leading_keys, may_fail, slots_read
from ...program.intervals import Bounds
from ...program.ir import NOTHING, Ask, Key, Op, Program, Repeat, Take, Zone
from ...program.ops import reached, writes
from .context import Emission, Module, at
from .expressions import copies, place, sort_value, test, value
from .guarded import UNKNOWN, asked, guarded
from .options import coded
from .rounds import rounds
from .schema import Columns, Results, alternative_numbers, columns

LEADS = -2
"""Marks a seat that leads now, in place of the decision up to which it last led."""


@frozen
class Standing:
    """What determines who leads: the keys, the seats that have them, the slots that they read (None: cards or memories), and the
    sentences of the loops between whose passes it is looked at.
    """

    keys: tuple[Key, ...]
    seats: tuple[int, ...]
    slots: frozenset[int] | None
    rounds: frozenset[int]


def standing(program: Program) -> Standing | None:
    """What determines who leads; None where the rules rank no seats and score none, and where there are no rounds."""
    keys, outcome, judged = leading_keys(program), program.outcome, rounds(program)
    if not keys or not judged:
        return None
    among = outcome.ranked if outcome.ranking else outcome.scored
    slots: frozenset[int] | None = frozenset()
    for key in keys:
        read = slots_read(program, key)
        slots = None if slots is None or read is None else slots | read
    return Standing(keys, tuple(range(len(program.seats))) if among is None else among, slots, judged)


@frozen
class Counting:
    """What all counting functions of a module share.

    Working memory from *leaders* on holds the last leader (its seat plus 1, or 0), whether the standing may have changed, for
    each seat up to which decision it last led, and for each seat its keys. From *hands* on it holds the cards of each
    seat's hands.
    """

    columns: Columns
    numbers: dict[tuple[int, int], int]
    standing: Standing | None
    leaders: int
    hands: int


def counting(module: Module) -> Counting:
    """What is counted, and where in working memory, which this reserves."""
    program = module.program
    found, seats = columns(program), len(program.seats)
    told = standing(program)
    leaders, hands = module.memory, module.memory + 2 + seats * (1 + (len(told.keys) if told is not None else 0))
    module.memory = hands + seats * sum(found.kinds)
    return Counting(found, alternative_numbers(program), told, leaders, hands)


class Tallying(Emission):
    """A function of the tally form while it is emitted."""

    def __init__(self, module: Module, variables: dict[int, str], counting: Counting) -> None:
        super().__init__(module, variables)
        self.columns, self.numbers, self.standing = counting.columns, counting.numbers, counting.standing
        self.leaders, self.hands = counting.leaders, counting.hands

    def begin(self) -> None:
        """Writes the start of a game: nobody has led yet."""
        self.writer.line(f"m[{self.leaders}] = 0")
        self.writer.line(f"m[{self.leaders + 1}] = 1")
        for seat in range(len(self.program.seats)):
            self.writer.line(f"m[{self.leaders + 2 + seat}] = 0")

    def add(self, counter: int, amount: str = "1") -> None:
        """Writes that a counter grows."""
        self.writer.line(f"c[{counter}] += {amount}")

    def begun(self, number: int) -> None:
        """Writes the sentence as a comment, and counts it."""
        super().begun(number)
        self.add(self.columns.sentence(number))

    def phase(self, number: int) -> None:
        """Counts a phase."""
        super().phase(number)
        self.add(self.columns.phase(self.columns.phases.index(self.program.phases[number].name)))

    def entered(self, op: Repeat) -> None:
        """Counts that a loop is begun, where it may end in two ways."""
        if (loop := self._limited(op)) is not None:
            self.add(self.columns.begun(loop))

    def spent(self, op: Repeat, last: str) -> None:
        """Counts that a loop has ended by its number of passes."""
        if (loop := self._limited(op)) is not None:
            with self.writer.block(f"if {last}:"):
                self.add(self.columns.exhausted(loop))

    def _limited(self, op: Repeat) -> int | None:
        if not op.stops or op.limit is None or op.until is None:
            return None
        return self.columns.limited.index(self.columns.loop_sentences.index(op.sentence))

    def round(self, op: Repeat) -> None:
        """Counts a pass of a loop inside which play can stop; between rounds, it is looked at who leads."""
        if self.standing is not None and op.sentence in self.standing.rounds and self.seat < 0:
            with self.writer.block("if True:" if self.standing.slots is None else f"if m[{self.leaders + 1}] != 0:"):
                self.writer.line("lead(s, m, r, clock, z)")
        if op.stops:
            self.writer.line(f"r[{self.columns.loop(self.columns.loop_sentences.index(op.sentence))}] += 1")

    def taken(self, op: Take) -> None:
        """Adds up a measure, unless it is nothing."""
        number = self.atom(value(self, op.value))
        with self.writer.block(f"if {number} != {NOTHING}:" if self.known.value(op.value).absent else "if True:"):
            self.writer.line(f"r[{self.columns.measure_sum(op.measure)}] += {number}")
            self.writer.line(f"r[{self.columns.measure_count(op.measure)}] += 1")
            self._counted(op.measure, number)

    def _counted(self, measure: int, number: str) -> None:
        """Counts the value of a measure that may be taken several times in a match."""
        window, first = self.columns.windows[measure], self.columns.taken(measure)
        if not window.size:
            return
        counter = f"c[{at(f'{first - window.low} + {number}')}] += 1"
        if window.whole:
            self.writer.line(counter)
            return
        with self.writer.block(f"if {window.low} <= {number} < {window.low + window.size}:"):
            self.writer.line(counter)
        with self.writer.block("else:"):
            self.add(first + window.size)

    def written(self, op: Op) -> None:
        """Marks that the standing may have changed, if the statement writes a slot that it reads."""
        if self.standing is None or self.standing.slots is None:
            return
        if any(not self.standing.slots.isdisjoint(reached(write.target)) for write in writes(op, self.program)):
            self.writer.line(f"m[{self.leaders + 1}] = 1")

    def asked(self, op: Ask, seat: str) -> str:
        """Stores what the seat holds at its first decision."""
        seat = self.atom(seat, "q")
        if self.columns.hands:
            with self.writer.block(f"if r[{at(f'{self.columns.first_choice_of(0)} + {seat}')}] == 0:"):
                for hand in range(len(self.columns.hands)):
                    self.hold(hand, seat)
        return seat

    def hold(self, hand: int, seat: str) -> None:
        """Writes that the cards in the seat's hand are stored until the game is over."""
        zone = self.program.zones[self.columns.hands[hand]]
        extent = zone.extents[0]
        kind = self.writer.fresh("x")
        start = self.hands + len(self.program.seats) * sum(self.columns.kinds[:hand])
        if extent.low + extent.size < len(self.program.seats) or extent.low > 0:
            inside = f"{extent.low} <= {seat} < {extent.low + extent.size}"
        else:
            inside = "True"
        with self.writer.block(f"if {inside}:"):
            base = self.atom(f"{zone.base - extent.low * extent.stride} + {seat} * {extent.stride}", "z")
            with self.loop(f"for {kind} in range({zone.kinds}):"):
                spot = at(f"{start} + {seat} * {zone.kinds} + {kind}")
                self.writer.line(f"m[{spot}] = {copies(self, zone, base, kind)}")

    def lead(self, told: Standing) -> None:
        """Writes who leads now: it counts a change of leader, and notes for each seat up to which decision it last led. Where a
        key cannot be worked out, all stays as it was when this was last looked at.
        """
        best, alone, width = self.writer.fresh("r"), self.writer.fresh("r"), len(told.keys)
        keys = self.leaders + 2 + len(self.program.seats)
        self.writer.line(f"{best} = {keys + told.seats[0] * width if told.seats else keys}")
        with each_seat(self, told.seats) as (seat, _):
            for offset, key in enumerate(told.keys):
                kept = f"m[{at(f'{keys + offset} + {seat} * {width}')}]"
                if may_fail(self.program, key):
                    self.writer.line(f"{kept} = {asked(self, offset, seat)}")
                    with self.writer.block(f"if {kept} == {UNKNOWN}:"):
                        self.writer.line("return")
                else:
                    self.writer.line(f"{kept} = {sort_value(self, key)}")
            row = self.atom(f"{keys} + {seat} * {width}", "k")
            with self.writer.block(f"if before(m, {row}, {best}, {width}):"):
                self.writer.line(f"{best} = {row}")
        self.writer.line(f"{alone} = 0")
        with each_seat(self, told.seats) as (seat, _):
            last = f"m[{at(f'{self.leaders + 2} + {seat}')}]"
            with self.writer.block(f"if not before(m, {best}, {keys} + {seat} * {width}, {width}):"):
                self.writer.line(f"{alone} = {seat} + 1 if {alone} == 0 else -1")
                self.writer.line(f"{last} = {LEADS}")
            with self.writer.block(f"elif {last} == {LEADS}:"):
                self.writer.line(f"{last} = after - 1 if after > 0 else 0")
        with self.writer.block(f"if {alone} > 0:"):
            with self.writer.block(f"if m[{self.leaders}] != {alone} and m[{self.leaders}] != 0:"):
                self.writer.line(f"r[{self.columns.lead_changes}] += 1")
            self.writer.line(f"m[{self.leaders}] = {alone}")
        self.writer.line(f"m[{self.leaders + 1}] = 0")

    def offered(self, op: Ask, count: str) -> None:
        """Counts a decision and its options."""
        if len(op.alternatives) == 1:
            self.add(self.columns.offered(self.numbers[op.sentence, 0]))
        self.writer.line(f"r[{self.columns.asked}] += 1")
        self.writer.line(f"r[{self.columns.options}] += {count}")
        with self.writer.block(f"if {count} > r[{self.columns.most_options}]:"):
            self.writer.line(f"r[{self.columns.most_options}] = {count}")

    def offered_kinds(self, op: Ask, base: str, zone: Zone) -> None:
        """The same where the options are the kinds of card in a zone instance."""
        packed = self.packing.get(zone.deck)
        count = f"kinds_in(s, {base}, {zone.kinds})" if packed is None else packed.different(f"z[{at(base)}]")
        self.offered(op, self.atom(count, "c"))

    def offered_some(self, op: Ask, alternative: int, before: str, count: str) -> None:
        """Counts that an alternative is offered, where it has added to the number of options."""
        if len(op.alternatives) > 1:
            with self.writer.block(f"if {count} > {before}:"):
                self.add(self.columns.offered(self.numbers[op.sentence, alternative]))

    def chosen(self, op: Ask, alternative: int, seat: str) -> None:
        """Counts the chosen alternative, and stores the code if it is the seat's first choice."""
        self.add(self.columns.chosen(self.numbers[op.sentence, alternative]))
        one = coded(op)[alternative]
        first = f"r[{at(f'{self.columns.first_choice_of(0)} + {seat}')}]"
        with self.writer.block(f"if {first} == 0:"):
            terms = [str(one.first + 1)]
            for parameter, worth in one.digits():
                chosen = place(self, parameter.target)
                terms.append(f"({chosen} - {parameter.low}) * {worth}" if parameter.low else f"{chosen} * {worth}")
            self.writer.line(f"{first} = {' + '.join(terms)}")


def leading(em: Tallying) -> list[list[str]]:
    """The functions behind `lead(s, m, r, after, z)`, which updates who leads after *after* decisions, each as its lines; without
    a standing it does nothing.
    """
    with em.writer.block("def lead(s: Slots, m: Numbers, r: Numbers, after: int, z: Words) -> None:"):
        if em.standing is not None:
            em.lead(em.standing)
    keys = () if em.standing is None else em.standing.keys
    return [*guarded(em.module, keys, sort_value), em.writer.lines]


def finish(em: Tallying) -> list[str]:
    """The lines of `finish(s, m, c, r, clock, z)`, which writes the result of a game into its row and the counters."""
    program, columns = em.program, em.columns
    if not program.trials:
        em.packing = {}  # the vector holds all cards again
    longest = program.longest
    with em.writer.block("def finish(s: Slots, m: Numbers, c: Numbers, r: Numbers, clock: int, z: Words) -> None:"):
        decisions = "clock" if longest is None else f"min(clock, {longest.decisions})"
        em.writer.line(f"r[{columns.decisions}] = {decisions}")
        ending(em, columns, "clock")
        for number, measure in enumerate(program.measures):
            if measure.final is not None:
                em.taken(Take(number, measure.final, measure.sentence))
        _worth(em, columns)
        _open(em, columns)
    return em.writer.lines


def ending(em: Emission, columns: Columns | Results, clock: str) -> None:
    """Writes how a match has ended to a row of zeros; *clock* is the text of the number of decisions."""
    longest, seats = em.program.longest, tuple(range(len(em.program.seats)))
    cut = "False" if longest is None or longest.ranked else f"{clock} > {longest.decisions}"
    with em.writer.block(f"if {cut}:"):
        em.writer.line(f"r[{columns.cut}] = 1")
        with each_seat(em, seats) as (seat, _):
            em.writer.line(f"r[{at(f'{columns.place(0)} + {seat}')}] = 1")
    with em.writer.block("else:"):
        _winners(em, columns)
        _places(em, columns)
        _payoffs(em, columns)
    unscored(em, columns)
    if em.program.outcome.score is not None:
        with each_seat(em, scored(em.program)) as (seat, _):
            em.writer.line(f"r[{at(f'{columns.score(0)} + {seat}')}] = {value(em, em.program.outcome.score)}")


def scored(program: Program) -> tuple[int, ...]:
    """The seats that have a score, where there is one."""
    return tuple(range(len(program.seats))) if program.outcome.scored is None else program.outcome.scored


def unscored(em: Emission, columns: Columns | Results) -> None:
    """Writes that no seat has a score, where not all have one."""
    if em.program.outcome.score is None or len(scored(em.program)) < len(em.program.seats):
        with each_seat(em, tuple(range(len(em.program.seats)))) as (seat, _):
            em.writer.line(f"r[{at(f'{columns.score(0)} + {seat}')}] = {NOTHING}")


@contextmanager
def each_seat(em: Emission, seats: tuple[int, ...]) -> Iterator[tuple[str, str]]:
    """A loop over these seats; yields the variables that hold the seat and its position among them."""
    slot, number = em.program.outcome.seat, em.writer.fresh("i")
    with em.loop(f"for {number} in range({len(seats)}):"):
        seat = number
        if seats != tuple(range(len(seats))):
            seat = em.writer.fresh("q")
            em.writer.line(f"{seat} = {em.table(seats)}[{at(number)}]")
        with em.bound(slot, seat, Bounds(min(seats, default=0), max(seats, default=0))):
            yield seat, number


def _winners(em: Emission, columns: Columns | Results) -> None:
    with each_seat(em, tuple(range(columns.seats))) as (seat, _):
        holds = test(em, em.program.outcome.winner)
        em.writer.line(f"r[{at(f'{columns.winner(0)} + {seat}')}] = 1 if {holds} else 0")


def _won(columns: Columns | Results) -> str:
    """The text of the number of winners."""
    return " + ".join(f"r[{columns.winner(seat)}]" for seat in range(columns.seats))


def _places(em: Emission, columns: Columns | Results) -> None:
    """Writes the places by the ranking; without one, winners are first and all others share the place after them."""
    outcome, everyone = em.program.outcome, tuple(range(columns.seats))
    if not outcome.ranking:
        behind = em.atom(f"1 + {_won(columns)}")
        with each_seat(em, everyone) as (seat, _):
            won = f"r[{at(f'{columns.winner(0)} + {seat}')}]"
            em.writer.line(f"r[{at(f'{columns.place(0)} + {seat}')}] = 1 if {won} != 0 else {behind}")
        return
    ranked, width = everyone if outcome.ranked is None else outcome.ranked, len(outcome.ranking)
    start = em.room(columns.seats * width)
    if len(ranked) < columns.seats:
        with each_seat(em, everyone) as (seat, _):
            em.writer.line(f"r[{at(f'{columns.place(0)} + {seat}')}] = {len(ranked) + 1}")
    with each_seat(em, ranked) as (seat, _):
        for offset, key in enumerate(outcome.ranking):
            em.writer.line(f"m[{at(f'{start + offset} + {seat} * {width}')}] = {sort_value(em, key)}")
    with each_seat(em, ranked) as (seat, _):
        place = f"r[{at(f'{columns.place(0)} + {seat}')}]"
        em.writer.line(f"{place} = 1")
        with each_seat(em, ranked) as (other, _):
            rows = f"{start} + {other} * {width}, {start} + {seat} * {width}"
            with em.writer.block(f"if before(m, {rows}, {width}):"):
                em.writer.line(f"{place} += 1")


def _payoffs(em: Emission, columns: Columns | Results) -> None:
    """Writes the declared payoffs; without any, 1 for winners and -1 for others, or 0 for all when no player or all have won."""
    outcome, players = em.program.outcome, em.program.players
    if outcome.payoff is not None:
        with each_seat(em, players) as (_, number):
            em.writer.line(f"r[{at(f'{columns.payoff(0)} + {number}')}] = {value(em, outcome.payoff)}")
        return
    both = " + ".join(f"r[{columns.winner(seat)}]" for seat in players)
    several = em.writer.block(f"if {_won(columns)} != 0 and {both} != {len(players)}:")
    with several, each_seat(em, players) as (seat, number):
        won = f"r[{at(f'{columns.winner(0)} + {seat}')}]"
        em.writer.line(f"r[{at(f'{columns.payoff(0)} + {number}')}] = 1 if {won} != 0 else -1")


def _worth(em: Tallying, columns: Columns) -> None:
    """Writes the counts of first choices and of cards in hand, for all seats and for winners."""
    with each_seat(em, em.program.players) as (seat, _):
        first = f"r[{at(f'{columns.first_choice_of(0)} + {seat}')}]"
        with em.writer.block(f"if {first} != 0:"):
            won = em.atom(f"r[{at(f'{columns.winner(0)} + {seat}')}]")
            if columns.codes:
                em.writer.line(f"c[{at(f'{columns.first_games(0) - 1} + {first}')}] += 1")
                em.writer.line(f"c[{at(f'{columns.first_wins(0) - 1} + {first}')}] += {won}")
            for hand, kinds in enumerate(columns.kinds):
                start = em.hands + columns.seats * sum(columns.kinds[:hand])
                with em.loop(f"for i in range({kinds}):"):
                    held = em.atom(f"m[{at(f'{start} + {seat} * {kinds} + i')}]")
                    em.writer.line(f"c[{at(f'{columns.held(hand, 0)} + i')}] += {held}")
                    em.writer.line(f"c[{at(f'{columns.held_won(hand, 0)} + i')}] += {held} * {won}")


def _open(em: Tallying, columns: Columns) -> None:
    """Writes up to which decision somebody led who did not win."""
    em.writer.line(f"r[{columns.last_open}] = -1")
    if em.standing is None:
        return
    made = f"r[{columns.decisions}]"  # the clock goes one further where the decisions run out
    em.writer.line(f"lead(s, m, r, {made}, z)")
    with em.writer.block(f"if 0 < {_won(columns)} < {columns.seats}:"):
        em.writer.line(f"r[{columns.last_open}] = 0")
        with each_seat(em, tuple(range(columns.seats))) as (seat, _):
            last = em.writer.fresh("r")
            em.writer.line(f"{last} = m[{at(f'{em.leaders + 2} + {seat}')}]")
            with em.writer.block(f"if {last} == {LEADS}:"):
                em.writer.line(f"{last} = {made}")
            won = f"r[{at(f'{columns.winner(0)} + {seat}')}]"
            with em.writer.block(f"if {won} == 0 and {last} > r[{columns.last_open}]:"):
                em.writer.line(f"r[{columns.last_open}] = {last}")
