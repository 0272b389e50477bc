"""What a tally counts, and where: a row of columns for each game, and counters summed over games."""

from __future__ import annotations

import re

from attrs import frozen

from ...program.intervals import Bounds
from ...program.ir import Ask, Do, Program, Repeat, Take, Visibility, Zone
from ...program.ops import statements
from ...program.ranges import known

MOST_CODES = 100_000
"""First choices are counted by option only in programs with at most this many codes."""

MOST_VALUES = 2048
"""At most this many values of a measure are counted one by one."""

_NAMED = re.compile(r"\bas (\w+)")


@frozen
class Alternative:
    """A kind of option: its name ("" for a plain `choose`), and the sentence that it stands in."""

    name: str
    sentence: int


@frozen
class Window:
    """The values of a measure that are counted one by one, from *low* on, *size* of them; *whole* tells that it has no others."""

    low: int
    size: int
    whole: bool


@frozen
class Results:
    """Where a match's result is in a row: for each seat whether it has won, its place, its score; each player's payoff."""

    seats: int
    players: int

    def winner(self, seat: int) -> int:
        """1 where the seat has won."""
        return seat

    def place(self, seat: int) -> int:
        """The seat's place, from 1 on."""
        return self.seats + seat

    def score(self, seat: int) -> int:
        """The seat's score; NOTHING where it has none."""
        return 2 * self.seats + seat

    def payoff(self, player: int) -> int:
        """The payoff of a player, by its index in `Program.players`, in parts of 1 (`Outcome.parts`)."""
        return 3 * self.seats + player

    @property
    def cut(self) -> int:
        """1 where the match was cut short."""
        return self.payoff(self.players)

    @property
    def width(self) -> int:
        """The length of a row."""
        return self.cut + 1


@frozen
class Columns:
    """Where each figure is in the row of a game, and each sum among the counters.

    The constants are columns: the number of decisions, 1 where the match was cut short, the options offered in all decisions of
    seats, the number of these decisions, the most options offered in one, how often the leader changed from round to round,
    and up to which decision somebody led who did not win, alone or with others (-1 where this cannot be told).
    *limited* are the loops, by index, that end by a test, but at the latest after a number of passes.
    """

    seats: int
    players: int
    loops: tuple[str, ...]
    measures: int
    sentences: int
    phases: tuple[str, ...]
    alternatives: tuple[Alternative, ...]
    codes: int
    hands: tuple[int, ...]
    kinds: tuple[int, ...]
    loop_sentences: tuple[int, ...]
    limited: tuple[int, ...]
    windows: tuple[Window, ...]

    decisions = 0
    cut = 1
    options = 2
    asked = 3
    most_options = 4
    lead_changes = 5
    last_open = 6
    _first = 7

    def winner(self, seat: int) -> int:
        """1 where the seat has won."""
        return self._first + seat

    def place(self, seat: int) -> int:
        """The seat's place, from 1 on."""
        return self.winner(self.seats) + seat

    def score(self, seat: int) -> int:
        """The seat's score; NOTHING where it has none."""
        return self.place(self.seats) + seat

    def payoff(self, player: int) -> int:
        """The payoff of a player, by its index in `Program.players`."""
        return self.score(self.seats) + player

    def first_choice_of(self, seat: int) -> int:
        """The code of the seat's first choice, plus 1; 0 where it never chose."""
        return self.payoff(self.players) + seat

    def loop(self, index: int) -> int:
        """The number of passes of that loop."""
        return self.first_choice_of(self.seats) + index

    def measure_sum(self, index: int) -> int:
        """The sum of a measure over the times that it was taken."""
        return self.loop(len(self.loops)) + index

    def measure_count(self, index: int) -> int:
        """How often it was taken."""
        return self.measure_sum(self.measures) + index

    @property
    def width(self) -> int:
        """The length of a row."""
        return self.measure_count(self.measures)

    def sentence(self, index: int) -> int:
        """Counter: how often a sentence was carried out."""
        return index

    def phase(self, index: int) -> int:
        """Counter: how often a phase was entered."""
        return self.sentences + index

    def offered(self, index: int) -> int:
        """Counter: how many decisions offered an option of an alternative."""
        return self.phase(len(self.phases)) + index

    def chosen(self, index: int) -> int:
        """Counter: how many decisions chose an option of an alternative."""
        return self.offered(len(self.alternatives)) + index

    def first_games(self, code: int) -> int:
        """Counter: how many seats began with the option of that code."""
        return self.chosen(len(self.alternatives)) + code

    def first_wins(self, code: int) -> int:
        """Counter: how many of these seats won."""
        return self.first_games(self.codes) + code

    def held(self, hand: int, kind: int) -> int:
        """Counter: cards of a kind that were in the hands of seats at their first decision."""
        return self.first_wins(self.codes) + sum(self.kinds[:hand]) + kind

    def held_won(self, hand: int, kind: int) -> int:
        """Counter: as `held`, for the seats that won."""
        return self.held(len(self.hands), 0) + sum(self.kinds[:hand]) + kind

    def begun(self, loop: int) -> int:
        """Counter: how often one of the *limited* loops, by its position there, was begun."""
        return self.held_won(len(self.hands), 0) + loop

    def exhausted(self, loop: int) -> int:
        """Counter: how often it ended by its number of passes, without what it waits for."""
        return self.begun(len(self.limited)) + loop

    def taken(self, measure: int) -> int:
        """Counter: how often a measure had the first value of its window; then so for each next value, then for all others."""
        return self.exhausted(len(self.limited)) + sum(window.size + 1 for window in self.windows[:measure])

    @property
    def counters(self) -> int:
        """The number of counters."""
        return self.taken(len(self.windows))


def columns(program: Program) -> Columns:
    """The columns and counters for a Program."""
    loops: dict[int, str] = {}
    limited: dict[int, None] = {}
    taken: dict[int, Bounds] = {}
    held = known(program)
    phases: dict[str, None] = {}
    alternatives: dict[tuple[int, int], Alternative] = {}
    for op in statements(program):
        match op:
            case Repeat(stops=True, sentence=sentence):
                loops.setdefault(sentence, _name(program.sentences[sentence].text))
                if op.limit is not None and op.until is not None:
                    limited.setdefault(sentence)
            case Take(measure=measure, value=value):
                taken[measure] = _joined(taken.get(measure), held.value(value))
            case Do(phase=phase):
                phases.setdefault(program.phases[phase].name)
            case Ask():
                for at, one in enumerate(op.alternatives):
                    alternatives.setdefault((op.sentence, at), Alternative(one.name.plain, one.sentence))
    hands = tuple(number for number, zone in enumerate(program.zones) if own_hand(zone))
    return Columns(
        seats=len(program.seats),
        players=len(program.players),
        loops=tuple(loops.values()),
        measures=len(program.measures),
        sentences=len(program.sentences),
        phases=tuple(phases),
        alternatives=tuple(alternatives.values()),
        codes=program.codes if program.codes <= MOST_CODES else 0,
        hands=hands,
        kinds=tuple(program.zones[number].kinds for number in hands),
        loop_sentences=tuple(loops),
        limited=tuple(tuple(loops).index(sentence) for sentence in limited),
        windows=tuple(_window(taken.get(measure)) for measure, _ in enumerate(program.measures)),
    )


def _joined(one: Bounds | None, other: Bounds) -> Bounds:
    return other if one is None else Bounds(min(one.low, other.low), max(one.high, other.high))


def _window(found: Bounds | None) -> Window:
    """The window of a measure: all its values or, of very many, those around 0; none where it is only taken in the end."""
    if found is None or found.low > found.high:
        return Window(0, 0, found is None)
    if found.high - found.low < MOST_VALUES:
        return Window(found.low, found.high - found.low + 1, True)
    low = min(max(found.low, -MOST_VALUES // 4), found.high - MOST_VALUES + 1)
    return Window(low, MOST_VALUES, False)


def alternative_numbers(program: Program) -> dict[tuple[int, int], int]:
    """The number of every alternative among the counters, by the sentence of its decision and its position there."""
    numbers: dict[tuple[int, int], int] = {}
    for op in statements(program):
        if isinstance(op, Ask):
            for at in range(len(op.alternatives)):
                numbers.setdefault((op.sentence, at), len(numbers))
    return numbers


def _name(sentence: str) -> str:
    named = _NAMED.search(sentence)
    return sentence if named is None else named.group(1)


def own_hand(zone: Zone) -> bool:
    """Whether the zone has one instance for each owner, whose faces only the owner sees."""
    return zone.owner is not None and len(zone.extents) == 1 and zone.sight is Visibility.OWNER
