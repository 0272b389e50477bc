"""Tells events that belong together as clauses, one for each thing that changed, each way that cards went."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from attrs import frozen

from ..interpreter import CardMoved, Changed, Happening, Instance, Picked, Revealed, Shuffled
from ..program.ir import NOTHING, Extent, Place, PlaceKind, Program, Zone
from .boards import on_a_board
from .bookkeeping import worth_showing
from .narration import cards_text, faces_text, heading, index_labels, instance_name, tell, value_text, word
from .phrases import phrase

GLANCE = 8
"""So many cards that move together are named; more are counted."""


@frozen
class Clauses:
    """Tells events of a program in a language; the seat *by* did them all, so that it need not be named (None: nobody alone)."""

    program: Program
    language: str
    by: int | None

    def tell(self, events: Iterable[Happening]) -> list[str]:
        """The clauses for events, in the order of their first events."""
        groups: dict[tuple[object, ...], list[Happening]] = {}
        for happening in events:
            if self._aside(happening):
                continue
            groups.setdefault(self._what(happening), []).append(happening)
        return [clause for group in groups.values() for clause in self._told(group) if clause]

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

    def _untold(self, instance: Instance) -> bool:
        return self.program.zones[instance.zone].name.plain in self.program.hints.untold

    def _what(self, happening: Happening) -> tuple[object, ...]:
        """What events have in common that are told in one clause."""
        match happening:
            case Changed(place):
                return "changed", place
            case CardMoved(source=source, target=target):
                return "moved", source.zone, target.zone
            case Revealed(zone):
                return "shown", zone.zone
            case Picked(name):
                return "picked", name
            case _:
                return "one", happening

    def _told(self, group: list[Happening]) -> Iterable[str]:
        changes = [each for each in group if isinstance(each, Changed)]
        moves = [each for each in group if isinstance(each, CardMoved)]
        shown = [each for each in group if isinstance(each, Revealed)]
        picked = [each for each in group if isinstance(each, Picked)]
        if changes:
            yield self._changes(changes)
        elif moves:
            yield from self._moves(moves)
        elif shown:
            yield self._faces(shown)
        elif picked:
            values = ", ".join(value_text(self.program, each.domain, each.value, self.language) for each in picked)
            yield f"{phrase(self.language, 'chance')}: {word(self.program, picked[0].name, self.language)} {values}"
        else:
            yield tell(self.program, group[0], self.language)

    # -------------------------------------------------------------------------------------------------------- values

    def _changes(self, changes: list[Changed]) -> str:
        """`figure: Anne 2 → 5, Ben 0 → -1`, `points: Anne +6 (14)`, `road: D4, D3`."""
        place = self.program.places[changes[0].place]
        rows: dict[tuple[int, ...], list[int]] = {}
        for change in changes:
            rows.setdefault(change.index, [change.old]).append(change.new)
        told = [
            self._value(place, " ".join(self._labels(place.extents, index)), values)
            for index, values in rows.items()
            if values[0] != values[-1] or len(values) > 2
        ]
        return f"{heading(place.name, self.language)}{':' if place.extents else ''} {', '.join(told)}" if told else ""

    def _labels(self, extents: Sequence[Extent], index: tuple[int, ...]) -> list[str]:
        return index_labels(self.program, extents, index, self.language, self.by)

    def _value(self, place: Place, label: str, values: list[int]) -> str:
        """One value of a place: what it was and has become, what was added to a score, whether something holds now."""
        if place.truth:
            return (label or "✓") if values[-1] else f"✗ {label}".strip()
        if place.kind is PlaceKind.SCORE:
            added = values[-1] - values[0]
            return f"{label} {'+' if added > 0 else '−'}{abs(added)} ({values[-1]})".strip()
        written = [value_text(self.program, place.domain, value, self.language) for value in values]
        told = written[-1] if values[0] == NOTHING and len(values) == 2 else " → ".join(written)
        return f"{label} {told}".strip()

    # --------------------------------------------------------------------------------------------------------- cards

    def _moves(self, moves: list[CardMoved]) -> Iterable[str]:
        """`stock → hand: Anne 5 cards, Ben 5 cards`; a clause for each way where neither end nor index is common to all."""
        ways: dict[tuple[Instance, Instance], list[CardMoved]] = {}
        for move in moves:
            ways.setdefault((move.source, move.target), []).append(move)
        start, end = (self.program.zones[zone.zone] for zone in (moves[0].source, moves[0].target))
        one_start = len({source for source, _ in ways}) == 1
        one_end = len({target for _, target in ways}) == 1
        if len(ways) == 1:
            yield f"{self._from(moves[0])}{self._zone(moves[0].target)}: {self._cards(moves)}"
            return
        if not (one_start or one_end or all(source.index == target.index for source, target in ways)):
            told = [
                f"{self._index(source)} → {self._index(target)} {self._cards(each)}" for (source, target), each in ways.items()
            ]
            yield f"{self._named(start)}{heading(end.name, self.language)}: {', '.join(told)}"
            return
        label: Callable[[tuple[Instance, Instance]], Instance] = (lambda way: way[0]) if one_end else (lambda way: way[1])
        here = self._from(moves[0]) if one_start else self._named(start)
        there = self._zone(moves[0].target) if one_end else heading(end.name, self.language)
        told = [f"{self._index(label(way)) or self._zone(label(way))} {self._cards(each)}" for way, each in ways.items()]
        yield f"{here}{there}: {', '.join(told)}"

    def _from(self, move: CardMoved) -> str:
        """`hand (Anne) → `: where cards come from; of a zone that is not told of only whose it is, where they go to another's."""
        if not self._untold(move.source):
            return f"{self._zone(move.source)} → "
        whose = self._index(move.source)
        return f"{whose} → " if whose and move.source.index != move.target.index else ""

    def _named(self, zone: Zone) -> str:
        return "" if zone.name.plain in self.program.hints.untold else f"{heading(zone.name, self.language)} → "

    def _cards(self, moves: list[CardMoved]) -> str:
        """The cards by name where they can be taken in at a glance, else how many."""
        glance = len(moves) <= GLANCE
        return cards_text(self.program, moves, self.language) if glance else phrase(self.language, "cards", len(moves))

    def _faces(self, shown: list[Revealed]) -> str:
        zone = heading(self.program.zones[shown[0].zone.zone].name, self.language)
        told = [
            f"{self._index(each.zone)} {faces_text(self.program, each.zone, each.faces, self.language)}".strip()
            for each in shown
            if each.faces is not None and (any(each.faces.loose) or each.faces.top or each.faces.bottom)
        ]
        return f"{zone}: {', '.join(told)}" if told else ""

    def _index(self, instance: Instance) -> str:
        return " ".join(self._labels(self.program.zones[instance.zone].extents, instance.index))

    def _zone(self, instance: Instance) -> str:
        return instance_name(self.program, instance, self.language, self.by)
