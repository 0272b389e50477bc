"""Choosing by pointing: what has been picked of a decision so far, what can be picked next, and what that answers.

Where sets are chosen, their members are picked and put back one by one, and the set is given as a whole.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from attrs import evolve, frozen

from ..interpreter import Decision, State
from ..interpreter.game import Game
from ..program.ir import Ask, Place, Program, Visibility
from .choices import (
    Choice,
    Member,
    Several,
    choices,
    chooses_sets_alone,
    keys,
    leading_to,
    several,
    still_open,
)
from .narration import value_text
from .options import ask_at
from .spots import OnCard, Spot
from .stages import Stage


@frozen
class Entry:
    """A line of the list of options: the key that chooses it, its words, and what it stands for: an option or, where several
    cards or the members of a set are picked, one of these, or the *stage* in which several options are told apart.

    *picked* counts its copies that are picked already.
    """

    key: str
    words: str
    option: int | None
    spot: Spot | None = None
    picked: int = 0
    stage: Stage | None = None


@frozen
class Held:
    """What a set that is chosen may hold: the key that picks it or puts it back, its words, and where it is pointed at."""

    key: str
    words: str
    spot: Spot


@frozen
class Picking:
    """What a seat has *picked* of a decision so far, in the order in which it was picked; a value that never changes.

    *cards* are the words of the cards of which several are picked, by kind; *members* is what the sets that are chosen may hold,
    *label* the words before these in the list.
    """

    choices: tuple[Choice, ...]
    several: Several | None
    cards: tuple[tuple[int, str], ...]
    members: tuple[Held, ...] = ()
    label: str = ""
    picked: tuple[Spot, ...] = ()

    @property
    def open(self) -> tuple[Choice, ...]:
        """The options that what was picked leaves."""
        return leading_to(self.choices, self.picked) if self.members else still_open(self.choices, self.picked)

    @property
    def kinds(self) -> tuple[int, ...]:
        """The kinds of the cards that are picked."""
        return tuple(spot.kind for spot in self.picked if isinstance(spot, OnCard))

    @property
    def complete(self) -> bool:
        """True when as many cards are picked as have to be."""
        return self.several is not None and bool(self.picked) and not self.missing

    @property
    def full(self) -> bool:
        """True when no more cards can be picked."""
        return self.several is not None and len(self.picked) == self.several.taking.left

    @property
    def missing(self) -> int:
        """How many cards more have to be picked; 0 where not several are."""
        return 0 if self.several is None else max(0, self.several.taking.least - len(self.picked))

    @property
    def is_set(self) -> bool:
        """True where several things are picked one by one, in any order."""
        return self.several is not None or bool(self.members)

    def may_add(self, spot: OnCard) -> bool:
        """True when one more such card can be picked."""
        return self.several is not None and self.several.may_add(self.kinds, spot.kind)

    @property
    def settled(self) -> int | None:
        """The option that is meant, once everything of it was picked; else None."""
        found = self.open
        if self.several is not None or not self.picked or len(found) != 1 or found[0].leaves(self.picked):
            return None
        return found[0].option if found[0].members is None else None

    @property
    def given(self) -> int | None:
        """The option that the picked members make, as a whole; None where they make none, or several that differ elsewhere."""
        whole = [choice.option for choice in self.open if choice.members is not None and not choice.leaves(self.picked)]
        return whole[0] if len(whole) == 1 else None

    @property
    def running(self) -> str:
        """The members that are picked, in words."""
        return " + ".join(each.words for each in self.members for _ in range(self.picked.count(each.spot)))

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
            inside = [
                Entry(each.key, self.label + each.words, None, each.spot, self.picked.count(each.spot)) for each in self.members
            ]
            return (*inside, *(Entry(each.key, each.words, each.option) for each in self.open if self.made(each)))
        place = self.several.taking.zone
        cards = [
            Entry(str(number), words, None, OnCard(place.zone, place.index, kind), self.kinds.count(kind))
            for number, (kind, words) in enumerate(self.cards, 1)
        ]
        none = [each for each in self.choices if not each.spots and not self.picked]
        return (*cards, *(Entry(str(len(cards) + 1), each.words, each.option) for each in none))

    def made(self, choice: Choice) -> bool:
        """Whether an option chooses no set, or just the one whose members are picked."""
        return Counter(member.spot for member in choice.members or ()) <= Counter(self.picked)

    def pick(self, spot: Spot) -> Picking | None:
        """The same with that picked as well, or put back where no more of it can be picked; None where it cannot be picked."""
        group = self.several
        if group is not None:
            if not isinstance(spot, OnCard) or spot not in self.spots():
                return None
            if group.may_add(self.kinds, spot.kind):
                return evolve(self, picked=(*self.picked, spot))
            return self.without(spot)
        further = evolve(self, picked=(*self.picked, spot))
        if further.open:
            return further
        return self.without(spot) if spot in self.picked else None

    def without(self, spot: Spot) -> Picking:
        """The same with that put back, and all copies of it."""
        return evolve(self, picked=tuple(each for each in self.picked if each != spot))

    def without_last(self) -> Picking:
        """The same with what was picked last put back."""
        return evolve(self, picked=self.picked[:-1])

    def cleared(self) -> Picking:
        """The same with nothing picked."""
        return evolve(self, picked=())


def picking(game: Game, state: State, asked: Decision, language: str) -> Picking:
    """A decision of which nothing is picked yet."""
    program = game.program
    group = several(game, state, asked)
    cards: tuple[tuple[int, str], ...] = ()
    if group is not None:
        domain = program.decks[program.zones[group.taking.zone.zone].deck].domain
        cards = tuple((kind, value_text(program, domain, kind, language)) for kind in dict.fromkeys(group.taking.kinds))
    listed = choices(game, state, asked, language)
    return with_members(program, state, asked, Picking(listed, group, cards), language)


def with_members(program: Program, state: State, asked: Decision, start: Picking, language: str) -> Picking:
    """The same with what its sets may hold, each behind a key; all sets of one alternative have one key, for only one of them can
    be given at a time. A set that is chosen together with something else has none.
    """
    ask = ask_at(program, asked.stop)
    if ask is None or all(choice.members is None for choice in start.choices):
        return start
    held = dict.fromkeys(each for choice in start.choices for each in choice.members or ())
    members = sorted(held, key=lambda each: (each.at, each.value))
    sets = dict.fromkeys(asked.options[each.option].alternative for each in start.choices if each.members is not None)
    others = [each for each in start.choices if each.members is None]
    names = [value_text(program, each.domain, each.value, language) for each in members]
    words = [*names, *("" for _ in sets), *(each.words for each in others)]
    found = keys([(each,) for each in words])
    first, last = len(members), len(members) + len(sets)
    given = dict(zip(sets, found[first:last], strict=True))
    own = dict(zip((each.option for each in others), found[last:], strict=True))

    def key(choice: Choice) -> str:
        if choice.members is None:
            return own[choice.option]
        alternative = asked.options[choice.option].alternative
        return given[alternative] if chooses_sets_alone(program, ask.alternatives[alternative]) else ""

    told = (name + seen_under(program, state, each, language) for name, each in zip(names, members, strict=True))
    picked_by = tuple(Held(key, text, each.spot) for key, text, each in zip(found, told, members, strict=False))
    keyed = tuple(evolve(each, key=key(each)) for each in start.choices)
    return evolve(start, choices=keyed, members=picked_by, label=whose_sets(ask, list(sets), bool(others), language))


def whose_sets(ask: Ask, sets: Sequence[int], others: bool, language: str) -> str:
    """The name of the alternative that takes the only sets, with a blank behind it, where there are *others* than those."""
    if len(sets) != 1 or not others:
        return ""
    return f"{ask.alternatives[sets[0]].name.say(language)} ".lstrip()


def seen_under(program: Program, state: State, member: Member, language: str) -> str:
    """What everybody sees under a number, where that is one thing: ` (5)` for a die that shows 5; else nothing."""
    shown = [
        (place, place.base + (member.value - place.extents[0].low) * place.extents[0].stride)
        for place in program.places
        if place.sight is Visibility.EVERYONE and place.name.plain not in program.hints.aside and numbered_alike(place, member)
    ]
    if member.domain is not None or len(shown) != 1:
        return ""
    ((place, slot),) = shown
    return f" ({value_text(program, place.domain, state.slots[slot], language)})"


def numbered_alike(place: Place, member: Member) -> bool:
    """Whether there is one value of a place for each number such as this member."""
    extents = place.extents
    return len(extents) == 1 and extents[0].domain is None and 0 <= member.value - extents[0].low < extents[0].size
