"""What is wrong with a ruleset for its variants and numbers of players, and with its examples."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest

from attrs import frozen

from ..program import ir
from ..program.budgets import MOST_WORK
from ..program.span import NOWHERE, Span
from .declarations.declare import player_numbers
from .diagnostics.diagnostic import Diagnostic, meant
from .diagnostics.report import amount, error, warning
from .link import Workshop
from .sections.example_words import misspelt_answers, vocabulary
from .sections.examples import written
from .static_facts import Combination, Outlook, outlook
from .text.document import Document
from .text.fields import Findings, pairs
from .text.nodes import Scalar
from .text.unmentioned import unmentioned, untranslated


@frozen
class Seen:
    """What was *found* in each combination, in the *examples* and in the *texts* of each variant.

    It is *sound* where each combination has a Program; then the *outlooks* are those of the ends.
    """

    found: Mapping[Combination, Sequence[Diagnostic]]
    sound: bool
    outlooks: Mapping[Combination, Outlook]
    examples: Mapping[str, Sequence[Diagnostic]]
    texts: Mapping[str, Sequence[Diagnostic]]


def checked(
    read: Mapping[str, Document], ends: Sequence[Combination], between: Sequence[Combination], workshop: Workshop, broken: bool
) -> Seen:
    """What is wrong with the variants and examples; what would be too much is left out.

    Of each variant the Programs with the fewest and the most players, the *ends*, are verified; those *between* are made in the
    same way, and each is verified when it is played. What is certain of matches is not asked where the outline is *broken*.
    """
    found: dict[Combination, list[Diagnostic]] = {}
    programs: dict[Combination, ir.Program] = {}
    for key in ends:
        _look(key, read, workshop, found, programs)
    outlooks: dict[Combination, Outlook] = {}
    if len(programs) == len(ends) and not broken:
        outlooks = {key: outlook(program) for key, program in programs.items()}
    for key in between:
        _look(key, read, workshop, found, programs, between=True)
    texts: dict[str, list[Diagnostic]] = {}
    examples: dict[str, list[Diagnostic]] = {}
    for name, document in read.items():
        in_texts, in_examples = Findings(), Findings()
        unmentioned(document, workshop.source, in_texts)
        untranslated(document, workshop.source, in_texts)
        examples_of(document, workshop, in_examples)
        texts[name], examples[name] = in_texts.found, in_examples.found
    return Seen(found, len(programs) == len(ends) + len(between), outlooks, examples, texts)


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

    Raises DiagnosticError when it is not allowed: at *place*, or, when the number is from the command line (None), at `players:`.
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
        raise error("players-not-allowed", place or declared, f"this game is for {amount(words, 'player')}, found {players}")
    return players


def known_parameters(document: Document, names: tuple[Scalar, ...], findings: Findings) -> None:
    """Report parameters that the ruleset does not have."""
    known = [pair.key.text for pair in pairs(document.get("parameters"), "parameters by name", Findings())]
    for name in names:
        if name.text not in known:
            findings.tell(
                error(
                    "unknown-parameter",
                    name.span,
                    f"there is no parameter `{name.text}`",
                    help=meant(name.text, known) or "this ruleset has no parameters",
                )
            )


def examples_of(document: Document, workshop: Workshop, findings: Findings) -> list[ir.Example]:
    """The worked examples of a variant; those with mistakes are left out."""
    found = []
    words = None
    for pair in pairs(document.get("examples"), "examples by name", findings):
        if workshop.work > MOST_WORK:
            message = "this ruleset is so large that this example, and all behind it, were not read"
            findings.tell(warning("unchecked", pair.key.span, message))
            break
        with findings.collecting():
            example = written(pair, findings)
            players = players_of(document, example.players, example.numbered)
            known_parameters(document, tuple(name for name, _ in example.parameters), findings)
            if example.answers or example.refused:
                words = words or vocabulary(document)
                misspelt_answers((*example.answers, *example.refused), words, findings)
            made = workshop.example(document, players, example, findings)
            if made is not None:
                found.append(made)
    return found
