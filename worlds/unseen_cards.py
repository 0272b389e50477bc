"""Which cards moved unseen: kinds for the moves that a seat heard without seeing the card, so that all it lived through can be.

What is known of a kind is when it left which zone and came to which, and how many cards of it may lie somewhere at some
observation. The latter is not known beforehand: where a world that goes by these kinds contradicts the history, it is found out
there by trying (`emit/probing.py`), and kept for all worlds of the history.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import MutableSequence, Sequence

from attrs import frozen

from ..interpreter.core.zones import at_bottom, layout, loose, on_top
from ..simulation.compile.loaded import Loaded
from ..simulation.engine import word
from .heard_moves import SEEN, UNKNOWN, Flow, Mixed, Move, Moves, Shown, rows

MOVE, BOUNDS, START, BARRED = 0, 1, 2, 3
"""What is known of a kind: `runtime/settling.py` says what stands behind these."""
BOUNDED = 20_000
"""So much is known of all kinds together at most."""


@frozen
class Known:
    """Something that is known of a kind: when, what, and three numbers."""

    time: int
    what: int
    numbers: tuple[int, int, int]


class Unseen:
    """The unseen moves of a history. *moves* has what the seat heard of cards; there must be an unseen move (`found`)."""

    def __init__(self, code: Loaded, moves: Moves) -> None:
        self._code, self._program = code, moves.program
        program = moves.program
        self._hidden = [base for zone in program.zones for base in zone.bases if moves.hides(base)]
        self._number = {base: number for number, base in enumerate(self._hidden)}
        self._zones = {base: zone for zone in program.zones for base in zone.bases}
        firsts = [0]
        for deck in program.decks:
            firsts.append(firsts[-1] + len(deck.copies))
        self._firsts, self._kinds = firsts, firsts[-1]
        self._known: list[list[Known]] = [[] for _ in range(self._kinds)]
        self._moves: list[tuple[int, ...]] = []
        flows = moves.flows()
        self.found = not any(isinstance(flow, Mixed) and None in flow.kinds for flow in flows)
        if self.found:
            self._begin(moves.start)
            self._take(flows)
            self.found = bool(self._moves)
        if not self.found:
            return
        self.row = code.long(moves.plain(flows))
        self._first = 2 + 4 * len(self._hidden)
        self._v = code.long([number for move in self._moves for number in move])
        self._c = code.numbers(len(self._hidden) + 2 * self._kinds + 2 * len(self._moves))
        self._k = code.numbers(1)
        self.best = self._guessed(moves.row(0))
        self._count = sum(map(len, self._known))
        self._write()

    def _begin(self, vector: Sequence[int]) -> None:
        """Notes what lies where at first."""
        start = list(vector)
        for base in self._hidden:
            zone = self._zones[base]
            shape, first = layout(zone), self._firsts[zone.deck]
            counts = list(loose(start, base, shape))
            for kind in on_top(start, base, shape) + at_bottom(start, base, shape):
                counts[kind] += 1
            for kind, count in enumerate(counts):
                if count:
                    self._known[first + kind].append(Known(-1, START, (self._number[base], count, 0)))

    def _take(self, flows: Sequence[Flow]) -> None:
        """Notes what is heard of cards."""
        time = 0
        for flow in flows:
            match flow:
                case Shown(base, kinds):
                    self._all(time, base, kinds)
                case Mixed(bases, shown):
                    for base, faces in zip(bases, shown, strict=True):
                        if base != SEEN and faces is not None:
                            self._all(time, base, faces)
            drew = isinstance(flow, Move) and flow.drew
            for source, target, left, _ in rows(flow):
                self._moved(time, source, target, left, drew)
                time += 1

    def _moved(self, time: int, source: int, target: int, kind: int, drew: bool) -> None:
        if source == SEEN and target == SEEN:
            return
        first, behind = self._deck(target if source == SEEN else source)
        ends = [SEEN if base == SEEN else self._number[base] for base in (source, target)]
        if kind == UNKNOWN and SEEN not in ends:
            self._moves.append((time, *ends, first, behind, int(drew)))
        elif kind != UNKNOWN:
            self._known[first + kind].append(Known(time, MOVE, (ends[0], ends[1], int(drew))))

    def _all(self, time: int, base: int, kinds: Sequence[int]) -> None:
        """Notes that just these cards lie in a zone."""
        first, behind = self._deck(base)
        for kind in range(behind - first):
            count = kinds.count(kind)
            self._known[first + kind].append(Known(time, BOUNDS, (self._number[base], count, count)))

    def _deck(self, base: int) -> tuple[int, int]:
        deck = self._zones[base].deck
        return self._firsts[deck], self._firsts[deck + 1]

    def _guessed(self, row: Sequence[int]) -> list[int]:
        """Kinds to begin with: those that are shown later, and for the others what is left."""
        left = [
            [first + kind for kind, copies in enumerate(deck.copies) for _ in range(copies)]
            for deck, first in zip(self._program.decks, self._firsts[:-1], strict=True)
        ]
        found: list[int] = []
        for time, source, *_ in self._moves:
            kind, pile = row[self._first + 4 * time + 2], left[self._zones[self._hidden[source]].deck]
            found.append(kind if kind == UNKNOWN else self._moves[len(found)][3] + kind)
            if found[-1] in pile:
                pile.remove(found[-1])
        for at, (_, source, _, first, *_) in enumerate(self._moves):
            if found[at] == UNKNOWN:
                pile = left[self._zones[self._hidden[source]].deck]
                found[at] = pile.pop(0) if pile else first
        return found

    def _write(self) -> None:
        """Writes what is known as integers."""
        numbers, firsts = list[int](), [0]
        for known in self._known:
            known.sort(key=lambda one: (one.time, one.what == MOVE))
            for each in known:
                numbers += (each.time, each.what, *each.numbers)
            firsts.append(len(numbers) // 5)
        self._e, self._i = self._code.long(numbers or [0]), self._code.long(firsts)

    def settled(self, kinds: Sequence[int], seed: int, times: int) -> tuple[list[int], bool]:
        """Kinds that were changed so often at random, beginning with these; whether they contradict nothing that is known. The
        row of moves gets them.
        """
        x = self._code.long(kinds)
        self._k[0] = word(seed)
        arrays = self._v, self._e, self._i, x, self._c, self.row, self._k
        wrong = self._code.call("settled_kinds", *arrays, len(self._moves), len(self._hidden), self._kinds, times)
        return [int(kind) for kind in x], wrong == 0

    @property
    def until(self) -> int:
        """When the last card has moved."""
        return (len(self.row) - self._first) // 4

    @property
    def size(self) -> int:
        """How many moves were unseen."""
        return len(self._moves)

    def leaving(self, time: int, until: int) -> MutableSequence[int]:
        """For the slot of each kind in each zone how many cards are known to leave it in that time that did not come in it."""
        found = self._code.numbers(self._program.slots)
        lying = Counter[int]()
        row, first = self.row, self._first
        for at in range(first + 4 * time, min(first + 4 * until, len(row)), 4):
            source, target, left, come = (int(number) for number in row[at : at + 4])
            if source >= 0 and left >= 0:
                lying[source + 1 + left] -= 1
                found[source + 1 + left] = max(found[source + 1 + left], -lying[source + 1 + left])
            if target >= 0 and come >= 0:
                lying[target + 1 + come] += 1
        return found

    def learned(self, time: int, out: Sequence[int], count: int) -> bool:
        """Keeps what was found out of a time, *count* rows as `probe` writes them; whether any of it is new."""
        news = False
        for at in range(count):
            number, kind, least, most, behind = (int(each) for each in out[5 * at : 5 * at + 5])
            if number < 0:
                first = next((move[3] for move in self._moves if move[0] == time), 0)
                known = Known(time, BARRED, (0, 0, 0))
            else:
                first, _ = self._deck(self._hidden[number])
                known = Known(time + behind, BOUNDS, (number, least, most))
            if known not in self._known[first + kind] and self._count < BOUNDED:
                self._known[first + kind].append(known)
                self._count += 1
                news = True
        if news:
            self._write()
        return news
