"""Choosing by pointing: what has been picked of a decision so far, what can be picked next, and what that answers."""

from __future__ import annotations

from attrs import evolve, frozen

from ..interpreter import Decision, State
from ..program.ir import Program
from .choices import Choice, OnCard, Several, Spot, choices, several, still_open
from .narration import value_text


@frozen
class Entry:
    """A line of the list of options: the key that chooses it, its words, and what it stands for: an option or, where several
    cards are picked, one of these; *picked* counts its copies that are picked already.
    """

    key: str
    words: str
    option: int | None
    card: OnCard | None = None
    picked: int = 0


@frozen
class Picking:
    """What a seat has *picked* of a decision so far, in the order in which it was picked; a value that never changes.

    *cards* are the words of the cards of which several are picked, by kind.
    """

    choices: tuple[Choice, ...]
    several: Several | None
    cards: tuple[tuple[int, str], ...]
    picked: tuple[Spot, ...] = ()

    @property
    def open(self) -> tuple[Choice, ...]:
        """The options that what was picked leaves."""
        return still_open(self.choices, self.picked)

    @property
    def kinds(self) -> tuple[int, ...]:
        """The kinds of the cards that are picked."""
        return tuple(spot.kind for spot in self.picked if isinstance(spot, OnCard))

    @property
    def complete(self) -> bool:
        """True when as many cards are picked as are asked for."""
        return self.several is not None and len(self.picked) == self.several.taking.left

    @property
    def settled(self) -> int | None:
        """The option that is meant, once everything of it was picked; else None."""
        found = self.open
        if self.several is not None or not self.picked or len(found) != 1 or found[0].leaves(self.picked):
            return None
        return found[0].option

    def spots(self) -> tuple[Spot, ...]:
        """What can be picked next, each once."""
        if self.several is not None:
            group, place = self.several, self.several.taking.zone
            kinds = dict.fromkeys(group.taking.kinds)
            return tuple(
                OnCard(place.zone, place.index, kind) for kind in kinds if group.may_add(self.kinds, kind) or kind in self.kinds
            )
        left = (choice.leaves(self.picked) or () for choice in self.open)
        return tuple(dict.fromkeys(spot for groups in left for group in groups for spot in group))

    def entries(self) -> tuple[Entry, ...]:
        """The list of options as it stands."""
        if self.several is None:
            return tuple(Entry(choice.key, choice.words, choice.option) for choice in self.open)
        place = self.several.taking.zone
        return tuple(
            Entry(str(number), words, None, OnCard(place.zone, place.index, kind), self.kinds.count(kind))
            for number, (kind, words) in enumerate(self.cards, 1)
        )

    def pick(self, spot: Spot) -> Picking | None:
        """The same with that picked as well, or put back where it is picked already; None where it cannot be picked."""
        group = self.several
        if group is not None:
            if not isinstance(spot, OnCard) or spot not in self.spots():
                return None
            if group.may_add(self.kinds, spot.kind):
                return evolve(self, picked=(*self.picked, spot))
            return self.without(spot)
        if spot in self.picked:
            return self.without(spot)
        further = evolve(self, picked=(*self.picked, spot))
        return further if further.open else None

    def without(self, spot: Spot) -> Picking:
        """The same with that put back, and all copies of it."""
        return evolve(self, picked=tuple(each for each in self.picked if each != spot))

    def cleared(self) -> Picking:
        """The same with nothing picked."""
        return evolve(self, picked=())


def picking(program: Program, state: State, asked: Decision, language: str) -> Picking:
    """A decision of which nothing is picked yet."""
    group = several(program, state, asked)
    cards: tuple[tuple[int, str], ...] = ()
    if group is not None:
        domain = program.decks[program.zones[group.taking.zone.zone].deck].domain
        cards = tuple((kind, value_text(program, domain, kind, language)) for kind in dict.fromkeys(group.taking.kinds))
    return Picking(choices(program, state, asked, language), group, cards)
