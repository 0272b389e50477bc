"""What is wrong with a ruleset for some of its variants and numbers of players: a share of all that is looked at.

A share needs nothing of another, so that two can be done at the same time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING

from ..program.budgets import MOST_WORK
from ..program.classes import frozen
from ..program.span import NOWHERE, Span
from .complaints import bad_names, bad_ranges, limits
from .complaints.diagnostics import Complaint, Diagnostic, meant
from .declarations.declare import player_numbers
from .foresight import Combination, Outlook, outlook
from .link import Workshop
from .sections.example_words import misspelt_answers, vocabulary
from .sections.examples import written
from .sentences.read_before import learned
from .text.document import Document
from .text.fields import Findings, pairs
from .text.nodes import Scalar
from .text.unmentioned import unmentioned, untranslated

if TYPE_CHECKING:
    from ..program import ir


@frozen
class Share:
    """What is looked at: combinations at the *ends*, those *between*, and the examples and texts of the *variants*.

    What is certain of matches is not asked where the outline of the ruleset is *broken*.
    """

    ends: Sequence[Combination]
    between: Sequence[Combination]
    variants: Sequence[str]
    broken: bool


@frozen
class Seen:
    """What came of a share: what was *found* in each combination, in the *examples* and in the *texts* of each variant.

    It is *sound* where each combination has a Program; then the *outlooks* are those of the ends. *work* is what all that has
    cost, in the units of `Spent.work`; *can_hold* has the comparisons that can hold, *sentences* those that were read anew.
    """

    found: Mapping[Combination, Sequence[Diagnostic]]
    sound: bool
    outlooks: Mapping[Combination, Outlook]
    examples: Mapping[str, Sequence[Diagnostic]]
    texts: Mapping[str, Sequence[Diagnostic]]
    work: int
    can_hold: frozenset[Span]
    sentences: dict[tuple[str, str], object]


Beside = Callable[[Callable[[], Seen]], Callable[[], Seen]]
"""Begins to work on a share, and gives a function that waits for what comes of it."""


def halves(whole: Share) -> tuple[Share, Share]:
    """Two shares that take about as long as each other: the ruleset itself, and its variants, each with its examples.

    The combinations between the ends go with the variants; where there are none, the examples do too.
    """
    own = [each for each in whole.ends if not each[0]]
    others = [each for each in whole.ends if each[0]]
    shown = [each for each in whole.variants if others and not each]
    return (
        Share(own, (), shown, whole.broken),
        Share(others, whole.between, [each for each in whole.variants if each not in shown], whole.broken),
    )


def joined(one: Seen, other: Seen) -> Seen:
    """What came of two shares together."""
    return Seen(
        {**one.found, **other.found},
        one.sound and other.sound,
        {**one.outlooks, **other.outlooks},
        {**one.examples, **other.examples},
        {**one.texts, **other.texts},
        one.work + other.work,
        one.can_hold | other.can_hold,
        other.sentences,
    )


def checked(read: Mapping[str, Document], share: Share, workshop: Workshop) -> Seen:
    """What is wrong with the variants and examples of a share; what would be too much is left out.

    Of each variant the Programs with the fewest and the most players are verified; those between are made in the same way, and
    each is verified when it is played.
    """
    texts: dict[str, list[Diagnostic]] = {}
    for name in share.variants:  # these need no sentence, which somebody may be reading meanwhile
        in_texts = Findings()
        unmentioned(read[name], workshop.source, in_texts)
        untranslated(read[name], workshop.source, in_texts)
        texts[name] = in_texts.found
    found: dict[Combination, list[Diagnostic]] = {}
    programs: dict[Combination, ir.Program] = {}
    for key in share.ends:
        _look(key, read, workshop, found, programs)
    outlooks: dict[Combination, Outlook] = {}
    if len(programs) == len(share.ends) and not share.broken:
        outlooks = {key: outlook(program) for key, program in programs.items()}
    for key in share.between:
        _look(key, read, workshop, found, programs, between=True)
    examples: dict[str, list[Diagnostic]] = {}
    for name in share.variants:
        in_examples = Findings()
        examples_of(read[name], workshop, in_examples)
        examples[name] = in_examples.found
    sound = len(programs) == len(share.ends) + len(share.between)
    return Seen(found, sound, outlooks, examples, texts, workshop.work, frozenset(workshop.can_hold), learned())


def _look(
    key: Combination,
    read: Mapping[str, Document],
    workshop: Workshop,
    found: dict[Combination, list[Diagnostic]],
    programs: dict[Combination, ir.Program],
    between: bool = False,
) -> None:
    """Look at a combination, unless that is too much."""
    if workshop.work > MOST_WORK:
        return
    name, players = key
    own = Findings()
    program = workshop.program(read[name], players, (), own, between)
    found[key] = own.found
    if program is not None:
        programs[key] = program


def combinations(numbers: Mapping[str, Sequence[int]]) -> list[Combination]:
    """Each variant with each of its numbers of players, in the order that is best when there is no time for all.

    First comes every variant with the fewest players, then every variant with the most, then the numbers between.
    """
    ends, between = ends_first(numbers)
    return [*ends, *between]


def ends_first(numbers: Mapping[str, Sequence[int]]) -> tuple[list[Combination], list[Combination]]:
    """Each variant with the fewest players, then with the most; and with the numbers between."""
    ends = [(name, end(each)) for end in (min, max) for name, each in numbers.items()]
    between = [[(name, number) for number in sorted(each)[1:-1]] for name, each in numbers.items()]
    return [*dict.fromkeys(ends)], [pair for column in zip_longest(*between) for pair in column if pair is not None]


def players_of(document: Document, players: int | None, place: Span | None) -> int:
    """The number of players (None: the smallest allowed).

    Raises Complaint when it is not allowed: at *place*, or, when the number is from the command line (None), at `players:`.
    """
    allowed = player_numbers(document)
    if players is None:
        return allowed[0]
    if players not in allowed:
        words = (
            f"{allowed[0]}"
            if len(allowed) == 1
            else f"{allowed[0]} to {allowed[-1]}"
            if allowed == tuple(range(allowed[0], allowed[-1] + 1))
            else ", ".join(map(str, allowed))
        )
        node = document.get("players")
        declared = node.span if node is not None else NOWHERE
        raise bad_ranges.players_not_allowed(words, players, place or declared)
    return players


def known_parameters(document: Document, names: tuple[Scalar, ...], findings: Findings) -> None:
    """Complain of parameters that the ruleset does not have."""
    known = [pair.key.text for pair in pairs(document.get("parameters"), "parameters by name", Findings())]
    for name in names:
        if name.text not in known:
            findings.tell(
                bad_names.unknown_parameter(name.text, name.span, meant(name.text, known) or "this ruleset has no parameters")
            )


def examples_of(document: Document, workshop: Workshop, findings: Findings) -> list[ir.Example]:
    """The worked examples of a variant; those with mistakes are left out."""
    found = []
    words = None
    for pair in pairs(document.get("examples"), "examples by name", findings):
        if workshop.work > MOST_WORK:
            message = "this ruleset is so large that this example, and all behind it, were not read"
            findings.tell(limits.unchecked(message, pair.key.span))
            break
        try:
            example = written(pair, findings)
            players = players_of(document, example.players, example.numbered)
            known_parameters(document, tuple(name for name, _ in example.parameters), findings)
            if example.answers or example.refused:
                words = words or vocabulary(document)
                misspelt_answers((*example.answers, *example.refused), words, findings)
            made = workshop.example(document, players, example, findings)
            if made is not None:
                found.append(made)
        except Complaint as complaint:
            findings.add(complaint.diagnostic)
    return found
