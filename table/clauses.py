"""Tells events that belong together as clauses, one for each thing that changed, each way that cards went."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import zip_longest

from attrs import frozen

from ..interpreter import CardMoved, Changed, Faces, Happening, Instance, Picked, Revealed, Shuffled, Told
from ..interpreter.game import Game
from ..program.ir import NOTHING, Extent, MoveCard, Place, PlaceKind, Program
from ..program.number_text import number_text, signed_text
from ..program.ops import statements
from .boards import OWN_ATTRIBUTES, is_board, on_a_board
from .bookkeeping import is_blank, worth_showing
from .narration import cards_text, faces_text, heading, index_labels, learns, tell, value_text, word, zone_words
from .phrases import listed, phrase
from .piece_moves import Journeys

GLANCE = 8
"""So many cards that move together are named, and spaces on which something changes; more are counted."""


@frozen
class Clauses:
    """Tells events of a program in a language; the seat *by* did them all, so that it need not be named (None: nobody alone)."""

    game: Game
    language: str
    by: int | None

    @property
    def program(self) -> Program:
        """The rules."""
        return self.game.program

    def tell(self, events: Iterable[Happening]) -> list[str]:
        """The clauses for events, in the order of their first events."""
        groups: dict[tuple[object, ...], list[Happening]] = {}
        known = [*self._without_the_turned_up(events)]
        for happening, following in zip_longest(known, known[1:]):
            if self._aside(happening) or self.says(following, happening):
                continue
            groups.setdefault(self.kind(happening), []).append(happening)
        return [clause for group in groups.values() for clause in self._told(group) if clause]

    def _without_the_turned_up(self, events: Iterable[Happening]) -> list[Happening]:
        """The events without cards that came face down, from where nobody looks, to where all cards are turned up soon after."""
        kept: list[Happening] = []
        shown: set[Instance] = set()
        for happening in reversed([*events]):
            match happening:
                case Revealed(zone, faces=Faces()):
                    shown.add(zone)
                case CardMoved(kind=None, source=source, target=target) if target in shown and self._untold(source):
                    continue
            kept.append(happening)
        return kept[::-1]

    def _aside(self, happening: Happening) -> bool:
        """Whether players do not look at what happened: a value that is bookkeeping, cards that go to a zone which lies aside."""
        match happening:
            case Changed(place):
                untold = self.program.places[place].name.plain in self.program.hints.untold
                return untold or (not on_a_board(self.program, place) and not worth_showing(self.program, place))
            case CardMoved(target=target):
                return self.program.zones[target.zone].name.plain in (*self.program.hints.aside, *self.program.hints.untold)
            case Shuffled(zone):
                return self._untold(zone)
            case _:
                return False

    def says(self, following: Happening | None, happening: Happening) -> bool:
        """Whether what chance picked can be read off the change that follows: the new value, or where its space lies."""
        if not (isinstance(happening, Picked) and isinstance(following, Changed) and not self._aside(following)):
            return False
        place = self.program.places[following.place]
        if (place.domain, following.new) == (happening.domain, happening.value):
            return True
        board = next((each for each in self.program.boards if each.domain == place.domain), None)
        if board is None or following.new == NOTHING or happening.domain is not None:
            return False
        at = following.new - self.program.domains[board.domain].low
        return any(values[at] == happening.value for name, _, values in board.attributes if name in OWN_ATTRIBUTES)

    def _untold(self, instance: Instance) -> bool:
        return self.program.zones[instance.zone].name.plain in self.program.hints.untold

    def kind(self, happening: Happening) -> tuple[object, ...]:
        """What events have in common that are told in one clause."""
        match happening:
            case Changed(place):
                return "changed", place
            case CardMoved(source=source, target=target):
                return happening.shown if is_shown(happening) else "moved", source.zone, target.zone
            case Revealed(zone):
                return "shown", zone.zone
            case Picked(name):
                return "picked", name
            case Told(to=to, marks=None):
                return "told", to
            case _:
                return "one", happening

    def _told(self, group: list[Happening]) -> Iterable[str]:
        """The clauses for events of one kind."""
        match group[0]:
            case Changed():
                yield self._changes([each for each in group if isinstance(each, Changed)])
            case CardMoved() as first:
                moves = [each for each in group if isinstance(each, CardMoved)]
                yield from [self._laid_open(moves)] if is_shown(first) else self._moves(moves)
            case Revealed():
                yield self._faces([each for each in group if isinstance(each, Revealed)])
            case Picked(name):
                picked = [each for each in group if isinstance(each, Picked)]
                values = ", ".join(value_text(self.program, each.domain, each.value, self.language) for each in picked)
                yield f"{phrase(self.language, 'chance')}: {word(self.program, name, self.language)} {values}"
            case Told(to=to, marks=None):
                zones = (self._zone(each.zone) for each in group if isinstance(each, Told))
                yield learns(self.program, to, list(dict.fromkeys(zones)), self.language)
            case other:
                yield tell(self.game, other, self.language)

    # -------------------------------------------------------------------------------------------------------- values

    def _changes(self, changes: list[Changed]) -> str:
        """`Anne goes from 2 to 5, Ben from 0 to −1`, `Anne scores 6 (now 14)`, `road: D4, D3`."""
        place = self.program.places[changes[0].place]
        rows: dict[tuple[int, ...], list[int]] = {}
        for change in changes:
            rows.setdefault(change.index, [change.old]).append(change.new)
        told = {
            " ".join(self._labels(place.extents, index)): values
            for index, each in rows.items()
            if len(values := steps(place, each)) > 1
        }
        if not told:
            return ""
        name = heading(place.name, self.language)
        match place.kind:
            case PlaceKind.PIECE:
                return Journeys(self.program, self.language, place).tell(told)
            case PlaceKind.SCORE:
                only = sum(each.kind is PlaceKind.SCORE for each in self.program.places) == 1 and "" not in told
                text = ", ".join(self._scored(label, values, only) for label, values in told.items())
                return text if only else f"{name}: {text}"
            case _ if len(told) > GLANCE and len(place.extents) == 1 and is_board(self.program, place.extents[0].domain):
                counts = Counter(self._value(place, "", values) for values in told.values())
                return f"{name}: " + ", ".join(f"{value}×{count}" for value, count in counts.items())
            case _:
                return f"{name}{':' if place.extents else ''} {self._values(place, told)}"

    def _values(self, place: Place, told: dict[str, list[int]]) -> str:
        """The values of a place and what each belongs to; what has changed alike is told together: `b3 and c4 White → Black`."""
        alike: dict[tuple[int, ...], list[str]] = {}
        for label, values in told.items():
            alike.setdefault(tuple(values), []).append(label)
        if place.truth or len(alike) == len(told) or any(empty(place, values[0]) for values in alike):
            return ", ".join(self._value(place, label, values) for label, values in told.items())
        return "; ".join(self._value(place, listed(self.language, labels), [*values]) for values, labels in alike.items())

    def _labels(self, extents: Sequence[Extent], index: tuple[int, ...]) -> list[str]:
        return index_labels(self.program, extents, index, self.language, self.by)

    def _scored(self, label: str, values: list[int], only: bool) -> str:
        """What was added to a score, and what it is now; a sentence where it is the *only* score of the game, and somebody's."""
        added = values[-1] - values[0]
        if only:
            return phrase(self.language, "scores" if added > 0 else "loses", label, abs(added), number_text(values[-1]))
        return phrase(self.language, "added", label, signed_text(added), number_text(values[-1])).strip()

    def _value(self, place: Place, label: str, values: list[int]) -> str:
        """One value of a place: what it was, unless that was nothing, and what it is now; or whether something holds now."""
        if place.truth:
            return (label or "✓") if values[-1] else f"✗ {label}".strip()
        written = [value_text(self.program, place.domain, value, self.language) for value in values]
        told = written[-1] if len(values) == 2 and empty(place, values[0]) else " → ".join(written)
        return f"{label} {told}".strip()

    # --------------------------------------------------------------------------------------------------------- cards

    def _moves(self, moves: list[CardMoved]) -> Iterable[str]:
        """`stock → hand Anne: 5 cards; Ben: 5 cards`, `Anne: a card; Ben: a card → pot`, `Anne: a card → hand Ben; …`."""
        ways: dict[tuple[Instance, Instance], list[CardMoved]] = {}
        for move in moves:
            ways.setdefault((move.source, move.target), []).append(move)
        first = moves[0]
        one_start = len({source for source, _ in ways}) == 1
        if len(ways) == 1:
            yield f"{self._from(first)}{self._zone(first.target)}: {self._cards(moves)}"
        elif one_start or all(self._own(source, target) for source, target in ways):
            named = "" if self._untold(first.source) else f"{self._heading(first.source)} → "
            came = self._listed([(target, self._cards(each)) for (_, target), each in ways.items()])
            yield f"{self._from(first) if one_start else named}{came}"
        elif len({target for _, target in ways}) == 1:
            sources = [(source, self._cards(each)) for (source, _), each in ways.items()]
            if self._untold(first.source) and len({what for _, what in sources}) == 1:
                whose = listed(self.language, [self._whence(source) for source, _ in sources])
                yield f"{whose}: {sources[0][1]} → {self._zone(first.target)}"
                return
            yield f"{self._listed(sources, named=not self._untold(first.source))} → {self._zone(first.target)}"
        else:
            yield "; ".join(
                f"{self._whence(source)}: {self._cards(each)} → {self._zone(target)}" for (source, target), each in ways.items()
            )

    def _listed(self, found: Sequence[tuple[Instance, str]], named: bool = True) -> str:
        """`hand Anne: 2, 5; Ben: a card`: what is told of several instances of a zone, which is *named* once or not at all."""
        (first, what), *rest = found
        start = self._zone(first) if named else self._whence(first)
        return "; ".join([f"{start}: {what}", *(f"{self._index(each) or self._zone(each)}: {told}" for each, told in rest)])

    def _whence(self, instance: Instance) -> str:
        """The name of a zone; of one that is not told of only whose it is."""
        return (self._index(instance) if self._untold(instance) else "") or self._zone(instance)

    def _from(self, move: CardMoved) -> str:
        """`hand Anne → `: where cards come from; of a zone that is not told of only whose it is, where they go, or could go, to
        another's.
        """
        if not self._untold(move.source):
            return f"{self._zone(move.source)} → "
        whose = self._index(move.source)
        return "" if not whose or self._own(move.source, move.target) else f"{whose} → "

    def _own(self, source: Instance, target: Instance) -> bool:
        """Whether cards stay with their owner, and that goes without saying: from there they go to nobody else."""
        return source.index == target.index and (source.zone, target.zone) not in self.program.cached(_crossed)

    def _cards(self, moves: list[CardMoved]) -> str:
        """The cards by name where they can be taken in at a glance, else how many."""
        glance = len(moves) <= GLANCE
        return cards_text(self.program, moves, self.language) if glance else phrase(self.language, "cards", len(moves))

    def _faces(self, shown: list[Revealed]) -> str:
        told = [
            (each.zone, faces_text(self.program, each.zone, each.faces, self.language))
            for each in shown
            if each.faces is not None and (any(each.faces.loose) or each.faces.top or each.faces.bottom)
        ]
        return self._listed(told) if told else ""

    def _laid_open(self, shown: list[CardMoved]) -> str:
        """`hand Anne: 2, 5; Ben: 3 (shown to everybody)`: single cards that were shown where they lie."""
        places: dict[Instance, list[CardMoved]] = {}
        for each in shown:
            places.setdefault(each.source, []).append(each)
        listed_there = self._listed([(place, self._cards(each)) for place, each in places.items()])
        return f"{listed_there} ({hearers(self.program, shown[0].shown, self.language, self.by)})"

    def _index(self, instance: Instance) -> str:
        return " ".join(self._labels(self.program.zones[instance.zone].extents, instance.index))

    def _heading(self, instance: Instance) -> str:
        return heading(self.program.zones[instance.zone].name, self.language)

    def _zone(self, instance: Instance) -> str:
        return zone_words(self.program, instance, self.language, self.by)


def is_shown(happening: Happening) -> bool:
    """Whether a card was shown where it lies."""
    return isinstance(happening, CardMoved) and happening.shown > 0 and happening.source == happening.target


def hearers(program: Program, shown: int, language: str, by: int | None) -> str:
    """`shown to Ben`, `shown to everybody`: to which seats, as bits, the seat *by* showed a card."""
    others = [seat for seat in range(len(program.seats)) if seat != by]
    whom = [program.seat_name(seat, language) for seat in others if shown >> seat & 1]
    return phrase(language, "shown to all") if len(whom) == len(others) else phrase(language, "shown to", listed(language, whom))


def _crossed(program: Program) -> frozenset[tuple[int, int]]:
    """Between which zones, source and target, a card can go from somebody to somebody else."""
    moves = (each for each in statements(program) if isinstance(each, MoveCard))
    return frozenset(
        (each.source.zone, each.target.zone)
        for each in moves
        if [axis.at for axis in each.source.axes] != [axis.at for axis in each.target.axes]
    )


def steps(place: Place, values: list[int]) -> list[int]:
    """The values that a place went through, without those that were empty on the way; none where it is as it was."""
    first, *between, last = values
    found = [first, *(value for value in between if not empty(place, value)), last]
    return found if len(found) > 2 or first != last else []


def empty(place: Place, value: int) -> bool:
    """Whether the value says that there is nothing yet."""
    return value == NOTHING or (place.kind is PlaceKind.VARIABLE and not place.truth and is_blank(place, value))
