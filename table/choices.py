"""The options of a decision as things to point at: spaces of boards, cards of zones, seats; and the key that chooses each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import frozen

from ..interpreter import Decision, Option, State
from ..interpreter.core.events import Instance
from ..interpreter.game import Game
from ..interpreter.taking import Asked, Taking, asked_about, origins, taking
from ..program.ir import NOTHING, Alternative, Parameter, Program
from .labels import spoken_numbers
from .options import ask_at, option_names
from .spots import OnCard, OnMember, OnSeat, OnSpace, Spot
from .values import is_seats


@frozen
class Member:
    """A member of a set: which of the sets that an option chooses, counted from 0, its domain (None: a plain number), its value,
    and where it is pointed at.
    """

    at: int
    domain: int | None
    value: int
    spot: Spot


@frozen
class Choice:
    """An option: its index, its words, the key that chooses it, and for each argument that can be pointed at the spots that mean
    it. Of an argument that is a set each member is pointed at; *members* are these (None: no argument is a set).
    """

    option: int
    words: str
    key: str
    spots: tuple[tuple[Spot, ...], ...]
    members: tuple[Member, ...] | None = None

    def leaves(self, picked: Sequence[Spot]) -> tuple[tuple[Spot, ...], ...] | None:
        """The spots of the arguments that are not *picked* yet; None where something else than this option was picked."""
        return left_of(self.spots, picked)


def left_of(groups: tuple[tuple[Spot, ...], ...], picked: Sequence[Spot]) -> tuple[tuple[Spot, ...], ...] | None:
    """The groups of spots of which none is *picked* yet; None where something outside of them was picked."""
    left = list(groups)
    for spot in picked:
        at = next((at for at, group in enumerate(left) if spot in group), None)
        if at is None:
            return None
        del left[at]
    return tuple(left)


def choices(game: Game, state: State, asked: Decision, language: str) -> tuple[Choice, ...]:
    """A choice for each option of a decision, in their order."""
    program = game.program
    names = option_names(game, asked, language)
    spots = spots_of(game, state, asked, asked.options)
    ask = ask_at(program, asked.stop)
    zones = origins(game, state, asked.actor, asked.options)
    members = [
        None if ask is None else members_of(program, ask.alternatives[each.alternative], each, zones[at])
        for at, each in enumerate(asked.options)
    ]
    listed = zip(names, keys(names), spots, members, strict=True)
    return tuple(Choice(at, name[0], key, where, inside) for at, (name, key, where, inside) in enumerate(listed))


def spots_of(game: Game, state: State, asked: Decision, options: Iterable[Option]) -> tuple[tuple[tuple[Spot, ...], ...], ...]:
    """For each option the spots of each argument that can be pointed at."""
    program = game.program
    ask = ask_at(program, asked.stop)
    listed = tuple(options)
    if ask is None:
        return ((),) * len(listed)
    zones = origins(game, state, asked.actor, listed)
    found = [argument_spots(program, ask.alternatives[option.alternative], option, zones[at]) for at, option in enumerate(listed)]
    if all(map(all, found)):
        return tuple(map(tuple, found))
    members = [members_of(program, ask.alternatives[each.alternative], each, zones[at]) or () for at, each in enumerate(listed)]
    about = asked_about(game, state, asked.actor, listed)
    further = (
        [spots or looked_up(program, elements) for spots, elements in zip(each, about[at], strict=True)]
        for at, each in enumerate(found)
    )
    both = zip(further, members, strict=True)
    return tuple((*filter(None, groups), *((each.spot,) for each in inside)) for groups, inside in both)


def argument_spots(
    program: Program, alternative: Alternative, option: Option, zones: Sequence[Instance | None]
) -> list[tuple[Spot, ...]]:
    """The same for one option, whose cards lie in these *zones*; none for an argument that does not itself mean one."""
    given = zip(alternative.parameters, option.arguments, zones, strict=True)
    return [meant_by(program, parameter, value, zone) for parameter, value, zone in given]


def members_of(
    program: Program, alternative: Alternative, option: Option, zones: Sequence[Instance | None]
) -> tuple[Member, ...] | None:
    """The members of the sets that the option chooses; None where it chooses no set. Cards lie in these *zones*."""
    given = zip(alternative.parameters, option.arguments, zones, strict=True)
    sets = [(program.domains[each.domain].members, value, zone) for each, value, zone in given if each.domain is not None]
    chosen = [(members, value, zone) for members, value, zone in sets if members is not None]
    if not chosen:
        return None
    return tuple(
        member(program, at, members.domain, each, zone)
        for at, (members, value, zone) in enumerate(chosen)
        for each in program.rows[members.rows][value]
    )


def chooses_sets_alone(program: Program, alternative: Alternative) -> bool:
    """Whether everything that is chosen with that alternative is a set."""
    domains = [program.domains[each.domain] for each in alternative.parameters if each.domain is not None]
    return len(domains) == len(alternative.parameters) and all(each.members is not None for each in domains)


def member(program: Program, at: int, domain: int | None, value: int, zone: Instance | None) -> Member:
    """A member of a set; it is pointed at on its board, at its seat or in its zone, else in the list, as are those of further
    sets.
    """
    found: tuple[Spot, ...] = ()
    if at == 0:
        found = element_spots(program, domain, value) if zone is None else (OnCard(zone.zone, zone.index, value),)
    return Member(at, domain, value, found[0] if found else OnMember(at, domain, value))


def looked_up(program: Program, elements: Iterable[Asked]) -> tuple[Spot, ...]:
    """The spaces on which a board shows what the conditions ask about: the pits of which only those with seeds may be chosen."""
    found: list[Spot] = []
    for each in elements:
        extent = program.places[each.place].extents[each.at]
        found += [
            OnSpace(number, each.index - extent.low)
            for number, board in enumerate(program.boards)
            if board.domain in (extent.domain, extent.track) and 0 <= each.index - extent.low < extent.size
        ]
    return tuple(dict.fromkeys(found))


def meant_by(program: Program, parameter: Parameter, value: int, zone: Instance | None) -> tuple[Spot, ...]:
    """What one argument means on the table: a space, a card, a seat, or the spaces that bear the number under its name."""
    if parameter.row is not None:
        return () if zone is None else (OnCard(zone.zone, zone.index, NOTHING, value),)
    if parameter.cards is not None:
        return ()
    if zone is not None:
        return (OnCard(zone.zone, zone.index, value),)
    return element_spots(program, parameter.domain, value) or numbered(program, parameter, value)


def element_spots(program: Program, domain: int | None, value: int) -> tuple[Spot, ...]:
    """What an element of a domain means on the table: a space, or a seat."""
    for number, board in enumerate(program.boards):
        if domain == board.domain:
            return (OnSpace(number, value - program.domains[board.domain].low),)
    if domain is not None and is_seats(program, domain):
        label = program.domains[domain].label(value)
        return tuple(OnSeat(seat) for seat, each in enumerate(program.seats) if each.name == label)
    return ()


def numbered(program: Program, parameter: Parameter, value: int) -> tuple[Spot, ...]:
    """The spaces on which the value is printed under the very name of the parameter: the squares of a `column`, say."""
    return tuple(
        OnSpace(number, space)
        for number, board in enumerate(program.boards)
        for name, domain, values in board.attributes
        if name == parameter.name.plain and domain == parameter.domain
        for space, printed in enumerate(values)
        if printed == value
    )


def leading_to(among: Iterable[Choice], picked: Sequence[Spot]) -> tuple[Choice, ...]:
    """The choices that contain all that was *picked*."""
    return tuple(choice for choice in among if choice.leaves(picked) is not None)


def still_open(among: Iterable[Choice], picked: Sequence[Spot]) -> tuple[Choice, ...]:
    """The choices that what was *picked* leaves; those that it names whole go first."""
    found = [(choice, left) for choice in among if (left := choice.leaves(picked)) is not None]
    whole = [choice for choice, left in found if not left]
    return tuple(whole) if picked and whole else tuple(choice for choice, _ in found)


# ------------------------------------------------------------------------------------------------ keys

KEYS = "abcdefgijkmnostvwxyz"
"""Letters that choose an option which has no number of its own."""


def keys(names: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """What is typed to choose each option: its number in the list or, where most names have one number and these differ, that
    number (a card `3`), and a letter for those without one.
    """
    said = [spoken_numbers(name[0]) for name in names]
    own = [str(numbers[0]) for numbers in said if numbers]
    plain = all(len(numbers) <= 1 for numbers in said) and len(dict.fromkeys(own)) == len(own)
    if not own or not plain or 2 * len(own) < len(names):
        return tuple(str(position) for position in range(1, len(names) + 1))
    found: list[str] = []
    for name, numbers in zip(names, said, strict=True):
        free = [letter for letter in name[0].casefold() + KEYS if letter in KEYS and letter not in found]
        found.append(str(numbers[0]) if numbers else free[0] if free else "")
    return tuple(found)


# ------------------------------------------------------------------------------------------------ several cards


@frozen
class Several:
    """Cards that are picked in any order: how many, the zone in which they lie, and the kinds that may be picked."""

    taking: Taking

    def may_add(self, picked: Sequence[int], kind: int) -> bool:
        """True when one more card of that kind can be picked."""
        return len(picked) < self.taking.left and picked.count(kind) < self.taking.kinds.count(kind)


def several(game: Game, state: State, asked: Decision) -> Several | None:
    """The cards that may be picked in any order, where the decision asks for more than one; else None."""
    found = taking(game, state, asked.actor)
    return Several(found) if found is not None and found.left > 1 else None
