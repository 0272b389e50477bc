"""What is known of a card whose face is not seen: the kinds that it can be, and how that is said in words."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from ..program.ir import NOTHING, Program
from .core.runtime_errors import written

MOST_LISTED = 4
"""So many kinds are listed by name; of more, only their number is told."""


@frozen
class Among:
    """A card of one of these *kinds*, ascending: two or more."""

    kinds: tuple[int, ...]


Face = int | Among | None
"""What is known of a card: its kind, some kinds that it can be, or nothing."""


def possible(face: Face, copies: tuple[int, ...]) -> tuple[int, ...]:
    """The kinds that the card can be, ascending, in a deck with so many copies of each."""
    match face:
        case None:
            return tuple(kind for kind, count in enumerate(copies) if count)
        case Among(kinds):
            return kinds
        case _:
            return (face,)


def narrowed(face: Face, kinds: Iterable[int], inside: bool, copies: tuple[int, ...]) -> Face:
    """What is known of the card when somebody has told that it is one of these kinds, or none of them."""
    told = frozenset(kinds)
    before = possible(face, copies)
    left = tuple(kind for kind in before if (kind in told) is inside)
    if not left or left == before:
        return face
    return left[0] if len(left) == 1 else Among(left)


def matches(face: Face, kinds: tuple[int, ...]) -> bool | None:
    """Whether the card is one of these kinds; None where nobody can say."""
    match face:
        case None:
            return None
        case Among(some):
            inside = [kind in kinds for kind in some]
            return inside[0] if len(set(inside)) == 1 else None
        case _:
            return face in kinds


def kinds_text(program: Program, deck: int, kinds: tuple[int, ...], language: str = "") -> str:
    """The kinds in few words: `blue`, `not red, 1 or 2`, `red 1`; what is printed on them, where that tells them all."""
    declared = program.decks[deck]
    if len(kinds) == 1:
        return written(program, declared.domain, kinds[0], language)
    every = possible(None, declared.copies)
    parts, fitting = [], set(every)
    for _, domain, table in declared.attributes:
        values, known = dict.fromkeys(table[kind] for kind in every), {table[kind] for kind in kinds}
        if len(known) < len(values) and NOTHING not in known:
            parts.append(_values_text(program, domain, tuple(values), known, language))
            fitting = {kind for kind in fitting if table[kind] in known}
    if fitting == set(kinds) and parts:
        return ", ".join(parts)
    if len(kinds) <= MOST_LISTED:
        return " / ".join(written(program, declared.domain, kind, language) for kind in kinds)
    return ", ".join([*parts, f"1/{len(kinds)}"])


def example_text(program: Program, deck: int, kinds: tuple[int, ...]) -> str:
    """The kinds in the words in which an example says what is known of a card: `blue and not 3`, `red 1`, `anything`."""
    declared = program.decks[deck]
    every = possible(None, declared.copies)
    if len(kinds) == 1:
        return written(program, declared.domain, kinds[0])
    if len(kinds) == len(every):
        return "anything"
    parts, fitting = [], set(every)
    for _, domain, table in declared.attributes:
        known = dict.fromkeys(table[kind] for kind in kinds)
        others = dict.fromkeys(table[kind] for kind in every if table[kind] not in known)
        said, words = (known, "") if len(known) == 1 else (others, "not ")
        if others and NOTHING not in said:
            fitting = {kind for kind in fitting if table[kind] in known}
            parts += [words + written(program, domain, value) for value in said]
    if fitting == set(kinds):
        return " and ".join(parts)
    if len(kinds) <= MOST_LISTED:
        return " or ".join(written(program, declared.domain, kind) for kind in kinds)
    return f"one of {len(kinds)} kinds of card"


def _values_text(program: Program, domain: int | None, every: tuple[int, ...], known: set[int], language: str) -> str:
    """One value, the values that it is not, or those that it can be, whichever is shorter."""
    inside = [written(program, domain, value, language) for value in every if value in known]
    outside = [written(program, domain, value, language) for value in every if value not in known]
    if len(inside) > len(outside):
        return ", ".join(f"¬{word}" for word in outside)
    return "/".join(inside)
