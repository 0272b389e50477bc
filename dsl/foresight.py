"""What is certain of a ruleset's matches before anybody plays, told of its sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from ..program import ir
from ..program.foreseen import Foreseen, Prospect, Trouble, prospect
from ..program.ops import alternatives
from .complaints import certain

if TYPE_CHECKING:
    from ..program.span import Span
    from .complaints.diagnostics import Complaint

Combination = tuple[str, int]
"""A variant and a number of players."""


def prospects(programs: Mapping[Combination, ir.Program]) -> dict[Combination, Prospect]:
    """What may happen in the matches of these Programs."""
    return {key: prospect(program) for key, program in programs.items()}


def foretold(
    ends: Mapping[Combination, ir.Program],
    prospects: Mapping[Combination, Prospect],
    between: Sequence[Combination],
    program: Callable[[Combination], ir.Program],
    told: Sequence[int],
) -> dict[str, list[Complaint]]:
    """What is certain of a ruleset, by variant: of the Programs at the *ends*, with the fewest and the most players.

    Their *prospects* are known; those *between* are made and looked at where these show something. An option that nobody can take
    in any of them is told for the first variant, unless something is *told* of one of its lines.
    """
    programs, seen = dict(ends), dict(prospects)
    for key in between:
        if any(each.troubles for each in seen.values()) or _never(programs, seen):
            programs[key] = program(key)
            seen[key] = prospect(programs[key])
    found: dict[str, list[Complaint]] = {}
    for name, numbers in _numbers(programs).items():
        found[name] = _troubles({number: (programs[name, number], seen[name, number]) for number in numbers})
    if not any(each.troubles for each in seen.values()):
        first = next(iter(programs))[0]
        never = _never(programs, seen)
        found[first] += [certain.never_on_offer(span) for span, lines in never.items() if lines.isdisjoint(told)]
    return found


def _numbers(programs: Mapping[Combination, ir.Program]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for name, number in programs:
        found.setdefault(name, []).append(number)
    return {name: sorted(numbers) for name, numbers in found.items()}


def _never(programs: Mapping[Combination, ir.Program], seen: Mapping[Combination, Prospect]) -> dict[Span, frozenset[int]]:
    """The options that nobody can take in any of the Programs that were looked at, with the lines of their conditions.

    There are none where one of the Programs was too large to be looked at as a whole.
    """
    if not all(each.whole for each in seen.values()) or any(program.parameters for program in programs.values()):
        return {}
    never: dict[Span, frozenset[int]] = {}
    taken: set[Span] = set()
    for key, each in seen.items():
        sentences = programs[key].sentences
        for _, _, one in alternatives(programs[key]):
            span = sentences[one.sentence].span
            if one.sentence in each.taken:
                taken.add(span)
            never[span] = frozenset((span.line, *(sentences[condition.sentence].span.line for condition in one.conditions)))
    return {span: lines for span, lines in never.items() if span not in taken}


def _troubles(looked: Mapping[int, tuple[ir.Program, Prospect]]) -> list[Complaint]:
    """What happens with which numbers of players, the first number's trouble for each sentence."""
    told: dict[Span, tuple[ir.Program, Foreseen]] = {}
    numbers: dict[Span, list[int]] = {}
    for number, (program, found) in looked.items():
        for each in found.troubles:
            span = program.sentences[each.sentence].span
            told.setdefault(span, (program, each))
            numbers.setdefault(span, []).append(number)
    return [_complaint(*told[span], _when(numbers[span], len(looked)), span) for span in told]


def _when(numbers: list[int], of: int) -> str:
    if len(numbers) == of:
        return ""
    words = str(numbers[0]) if len(numbers) == 1 else f"{', '.join(map(str, numbers[:-1]))} or {numbers[-1]}"
    return f" (with {words} player{'s' * (numbers != [1])})"


def _complaint(program: ir.Program, found: Foreseen, when: str, span: Span) -> Complaint:
    match found:
        case Foreseen(Trouble.NO_CARD, zone=int() as number):
            zone = program.zones[number]
            return certain.too_few_cards(zone.name.plain, sum(program.decks[zone.deck].copies), when, span)
        case Foreseen(Trouble.LEAVES | Trouble.MAY_LEAVE as trouble, place=int() as number, value=value):
            place = program.places[number]
            kind = certain.always_out_of_range if trouble is Trouble.LEAVES else certain.may_leave_its_range
            return kind(place.name.plain, place.low, place.high, value, when, span)
        case _:
            return certain.nothing_to_choose(when, span)
