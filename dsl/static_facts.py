"""What is certain of a ruleset's matches before anybody plays, told of its sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from attrs import frozen

from ..program import ir
from ..program.ops import alternatives
from ..program.span import Span
from ..program.static_facts import Foreseen, Trouble, prospect
from .diagnostics import shared
from .diagnostics.diagnostic import DiagnosticError
from .diagnostics.report import warning

Combination = tuple[str, int]
"""A variant and a number of players."""


@frozen
class Outlook:
    """What is certain of one Program: the *troubles* of sentences, as what is told of them, and the *options* with their lines.

    An option that was *taken* somebody may take. It is *whole* where nothing was left out, and no parameter changes it.
    """

    troubles: Mapping[Span, tuple[Callable[..., DiagnosticError], tuple[object, ...]]]
    options: Mapping[Span, frozenset[int]]
    taken: frozenset[Span]
    whole: bool


def outlook(program: ir.Program) -> Outlook:
    """What is certain of every match of the Program."""
    seen = prospect(program)
    spans = [sentence.span for sentence in program.sentences]
    troubles: dict[Span, tuple[Callable[..., DiagnosticError], tuple[object, ...]]] = {}
    for each in seen.troubles:
        troubles.setdefault(spans[each.sentence], _told(program, each))
    every = [one for _, _, one in alternatives(program)]
    options = {
        spans[one.sentence]: frozenset(spans[each].line for each in (one.sentence, *(each.sentence for each in one.conditions)))
        for one in every
    }
    taken = frozenset(spans[one.sentence] for one in every if one.sentence in seen.taken)
    return Outlook(troubles, options, taken, seen.whole and not program.parameters)


def foretold(
    ends: Mapping[Combination, Outlook],
    between: Sequence[Combination],
    look: Callable[[Combination], Outlook],
    told: Sequence[int],
) -> dict[str, list[DiagnosticError]]:
    """What is certain of a ruleset, by variant: of the Programs at the *ends*, with the fewest and the most players.

    Those *between* are looked at where these show something. An option that nobody can take in any of them is told for the first
    variant, unless something is *told* of one of its lines.
    """
    seen = dict(ends)
    for key in between:
        if any(each.troubles for each in seen.values()) or _never(seen):
            seen[key] = look(key)
    found: dict[str, list[DiagnosticError]] = {}
    for name in dict.fromkeys(name for name, _ in seen):
        found[name] = _troubles({number: seen[name, number] for number in sorted(many for each, many in seen if each == name)})
    if not any(each.troubles for each in seen.values()):
        first = next(iter(seen))[0]
        found[first] += [
            warning(
                "never-on-offer",
                span,
                "nobody can ever take this option",
                help="its conditions never hold, or there is nothing to choose for it",
            )
            for span, lines in _never(seen).items()
            if lines.isdisjoint(told)
        ]
    return found


def _never(seen: Mapping[Combination, Outlook]) -> dict[Span, frozenset[int]]:
    """The options that nobody can take in any of the Programs that were looked at, with the lines of their conditions.

    There are none where one of the Programs was too large to be looked at as a whole, or has parameters.
    """
    if not all(each.whole for each in seen.values()):
        return {}
    taken = {span for each in seen.values() for span in each.taken}
    options = {span: lines for each in seen.values() for span, lines in each.options.items()}
    return {span: lines for span, lines in options.items() if span not in taken}


def _troubles(looked: Mapping[int, Outlook]) -> list[DiagnosticError]:
    """What happens with which numbers of players, the first number's trouble for each sentence."""
    told: dict[Span, tuple[Callable[..., DiagnosticError], tuple[object, ...]]] = {}
    numbers: dict[Span, list[int]] = {}
    for number, found in looked.items():
        for span, trouble in found.troubles.items():
            told.setdefault(span, trouble)
            numbers.setdefault(span, []).append(number)
    return [diagnostic(*values, _when(numbers[span], len(looked)), span) for span, (diagnostic, values) in told.items()]


def _when(numbers: list[int], of: int) -> str:
    if len(numbers) == of:
        return ""
    words = str(numbers[0]) if len(numbers) == 1 else f"{', '.join(map(str, numbers[:-1]))} or {numbers[-1]}"
    return f" (with {words} player{'s' * (numbers != [1])})"


def _told(program: ir.Program, found: Foreseen) -> tuple[Callable[..., DiagnosticError], tuple[object, ...]]:
    """The diagnostic about what was foreseen, and what it says of it, but for when and where."""
    match found:
        case Foreseen(Trouble.NO_CARD, zone=int() as number):
            zone = program.zones[number]
            return shared.too_few_cards, (zone.name.plain, sum(program.decks[zone.deck].copies))
        case Foreseen(Trouble.LEAVES | Trouble.MAY_LEAVE as trouble, place=int() as number, value=value):
            place = program.places[number]
            kind = shared.always_out_of_range if trouble is Trouble.LEAVES else shared.may_leave_its_range
            return kind, (place.name.plain, place.low, place.high, value)
        case _:
            return shared.nothing_to_choose, ()
