"""Tells how pieces went over their boards: `Anne goes from 2 to 5, Ben and Chris go from 0 to 1`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import frozen

from ..interpreter.views import cells
from ..program.ir import NOTHING, Place, PlaceKind, Program, Shape
from ..program.wording import joined
from .narration import heading, value_text, word
from .phrases import listed, phrase


@frozen
class Journeys:
    """Tells in a language how the pieces of a place went."""

    program: Program
    language: str
    place: Place

    def tell(self, spaces: Mapping[str, Sequence[int]]) -> str:
        """A clause for all pieces that went the same way, where the pieces of these labels stood on these spaces in turn.

        Where all go back to a space from which pieces start, it does not matter where each came from.
        """
        ends = {stood[-1] for stood in spaces.values()}
        starts = {stood[0] for stood in spaces.values()}
        together = len(ends) == 1 and len(starts) > 1 and NOTHING not in ends | starts and ends <= self._first_spaces
        alike: dict[tuple[str, str], list[str]] = {}
        for label, stood in spaces.items():
            way = ("go to", self._reached(stood[-1])) if together else self._way(stood)
            alike.setdefault(way, []).append(label)
        said: list[str] = []
        clauses = []
        for (verb, where), labels in alike.items():
            clauses.append(self._clause("" if verb == "go" and verb in said else verb, where, labels))
            said.append(verb)
        return ", ".join(clauses)

    def _clause(self, verb: str, where: str, labels: Sequence[str]) -> str:
        """`Anne and Ben go from 2 to 5`; without the verb where it is empty, since it was said before."""
        number = "one" if len(labels) == 1 else "many"
        named = listed(self.language, labels)
        only = sum(place.kind is PlaceKind.PIECE for place in self.program.places) == 1
        subject = named if only and named else f"{heading(self.place.name, self.language)} {named}".strip()
        return phrase(self.language, f"{verb} {number}", subject, where) if verb else f"{subject} {where}"

    def _way(self, stood: Sequence[int]) -> tuple[str, str]:
        """What the pieces did, and where."""
        first, *rest = stood
        if first == NOTHING:
            return "stand", self._onward(rest)
        if rest[-1] == NOTHING:
            return "leave", self._space(first)
        start, onward = self._shortest(first, rest[0])
        if len(rest) > 1:
            start, onward = self._space(first), self._onward(rest)
        return "go", phrase(self.language, "from to", start, onward)

    def _onward(self, stood: Sequence[int]) -> str:
        onward = phrase(self.language, "on to")
        first, *rest = (self._reached(each) for each in stood)
        return joined((first, *(piece for space in rest for piece in (onward, space))), self.language)

    def _shortest(self, start: int, end: int) -> tuple[str, str]:
        """Both spaces in words; of lanes only the lanes, or only how far along, where nothing else has changed."""
        (lane, along), (other, further) = self._in_lanes(start), self._in_lanes(end)
        if lane and lane == other:
            return along, further
        if lane and along == further:
            return self._lane(lane), self._lane(other)
        return self._space(start), self._reached(end)

    def _space(self, space: int) -> str:
        """A space in words; the first space of a lane is named by its lane alone."""
        lane, along = self._in_lanes(space)
        if not lane:
            return value_text(self.program, self.place.domain, space, self.language)
        return self._lane(lane) if along == self._in_lanes(self._low)[1] else f"{self._lane(lane)} ({along})"

    def _reached(self, space: int) -> str:
        """A space in words to which a piece has come, and that the track ends there."""
        return phrase(self.language, "the end", self._space(space)) if self._is_end(space) else self._space(space)

    def _is_end(self, space: int) -> bool:
        """Whether a track ends with that space, and it is not where pieces start."""
        board = None if self.place.board is None else self.program.boards[self.place.board]
        if board is None or board.shape is not Shape.TRACK or space not in (self._low, self._low + len(board.points) - 1):
            return False
        return space not in self._first_spaces

    @property
    def _first_spaces(self) -> frozenset[int]:
        """The spaces on which pieces stand when a match begins."""
        return frozenset(self.program.start[slot] for _, slot in cells(self.place.base, self.place.extents))

    def _lane(self, lane: str) -> str:
        return f"{word(self.program, 'lane', self.language)} {lane}"

    @property
    def _low(self) -> int:
        """The first space of the board."""
        return 0 if self.place.domain is None else self.program.domains[self.place.domain].low

    def _in_lanes(self, space: int) -> tuple[str, str]:
        """The lane of a space, and how far along it lies; empty where the board has no lanes."""
        board = None if self.place.board is None else self.program.boards[self.place.board]
        printed = {} if board is None else {name: values for name, _, values in board.attributes}
        if board is None or "lane" not in printed or "row" not in printed:
            return "", ""
        at = space - self._low
        return str(printed["lane"][at]), str(printed["row"][at])
