"""From a ruleset's text to Programs and diagnostics: the passes in their order.

read ▸ structure (document, outline) ▸ parse ▸ declare ▸ lower (names, kinds, statements) ▸ Program
"""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from ..program import ir
from ..program.budgets import MOST_WORK
from ..program.span import NOWHERE, Span
from .declarations.declare import player_numbers
from .describe import ParameterSurvey, Survey, VariantSurvey, survey
from .link import Workshop
from .sections.examples import written
from .text.diagnostics import Complaint, Diagnostic, Severity, meant
from .text.document import Document
from .text.fields import Findings, complain, pairs
from .text.files import read_source
from .text.merge import documents
from .text.source import Source
from .text.unmentioned import unmentioned, untranslated
from .text.yaml_reader import Scalar

if TYPE_CHECKING:
    from collections.abc import Container, Mapping, Sequence

__all__ = [
    "Compilation",
    "ParameterSurvey",
    "Survey",
    "VariantSurvey",
    "combinations",
    "compile_examples",
    "compile_ruleset",
    "examine",
    "of_variant",
    "read_source",
    "survey",
]


IN_ALL_VARIANTS = ("unused", "never-used", "never-set")
"""The codes of what is reported only where it is so in every variant."""


@frozen
class Compilation:
    """A Program (None if there are errors), and all diagnostics."""

    program: ir.Program | None
    diagnostics: tuple[Diagnostic, ...]


def compile_ruleset(
    source: Source,
    variant: str = "",
    players: int | None = None,
    parameters: Mapping[str, str] | None = None,
    counted: str = "",
) -> Compilation:
    """The Program of a variant for that number of players (None: the smallest allowed), with these parameters.

    The other parameters have their defaults. The Program counts how often the phase *counted* is done ("": none). A wrong
    variant, number or parameter is a diagnostic like any other mistake.
    """
    findings = Findings()
    document = _chosen(source, variant, findings)
    if document is None:
        return Compilation(None, tuple(findings.found))
    dials = tuple((_unplaced(name), _unplaced(value)) for name, value in (parameters or {}).items())
    try:
        count = _players(document, players, None)
        _known_parameters(document, tuple(name for name, _ in dials), findings)
    except Complaint as complaint:
        findings.add(complaint.diagnostic)
        return Compilation(None, tuple(findings.found))
    program = None
    if not findings.errors:
        given = tuple((name.text, value) for name, value in dials)
        program = Workshop(source, counted).program(document, count, given, findings)
    return Compilation(None if findings.errors else program, tuple(findings.found))


def _chosen(source: Source, variant: str, findings: Findings) -> Document | None:
    found = documents(source, findings)
    if found and variant not in found:
        known = [name for name in found if name]
        help_ = meant(variant, known) if known else "this ruleset has no variants"
        findings.say("unknown-variant", f"there is no variant `{variant}`", NOWHERE, help_)
    return found.get(variant)


def _unplaced(word: str) -> Scalar:
    return Scalar(word, word, False, NOWHERE)


def _players(document: Document, players: int | None, place: Span | None) -> int:
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
        raise complain("out-of-range", f"this game is for {words} players, found {players}", place or declared)
    return players


def _known_parameters(document: Document, names: tuple[Scalar, ...], findings: Findings) -> None:
    known = [pair.key.text for pair in pairs(document.get("parameters"), "parameters by name", Findings())]
    for name in names:
        if name.text not in known:
            findings.say(
                "unknown-parameter",
                f"there is no parameter `{name.text}`",
                name.span,
                meant(name.text, known) or "this ruleset has no parameters",
            )


def examine(source: Source) -> tuple[Diagnostic, ...]:
    """Everything that is wrong with a ruleset, in every variant, for every number of players, in the order of the file."""
    findings = Findings()
    workshop = Workshop(source)
    read = documents(source, findings)
    owns = {name: Findings() for name in read}
    numbers = {name: _numbers_to_check(document, owns[name]) for name, document in read.items()}
    checked = _checked(read, numbers, workshop, findings)
    unused: list[set[Diagnostic]] = []
    for name, document in read.items():
        own = owns[name]
        for players in numbers[name]:
            for each in checked.get((name, players), ()):
                own.add(each)
        _examples_of(document, workshop, own)
        unmentioned(document, source, own)
        untranslated(document, source, own)
        if (name, numbers[name][0]) in checked:
            unused.append({each for each in own.found if each.code in IN_ALL_VARIANTS})
        before = {(each.code, each.span) for each in findings.found}
        for each in own.found:
            if each.code not in IN_ALL_VARIANTS:
                findings.add(_of_variant(each, document, before))
                before.add((each.code, each.span))
    if unused and not findings.errors:
        idle = set.intersection(*unused)
        unread = {each.span for each in idle if each.code == "never-used"}
        for each in sorted(idle, key=lambda each: (each.span.line, each.code)):
            if each.code != "never-set" or each.span not in unread:
                findings.add(each)
    found = [each for each in _once(findings.found) if each.code != "never-holds" or _never(each, findings, workshop)]
    return tuple(sorted(found, key=lambda each: (each.span.line, each.span.column, each.severity is Severity.WARNING)))


def _never(found: Diagnostic, findings: Findings, workshop: Workshop) -> bool:
    """Whether a comparison never holds: in no variant, and for no number of players. All of them must have been checked."""
    return found.span not in workshop.can_hold and all(each.code != "unchecked" for each in findings.found)


def _checked(
    read: Mapping[str, Document], numbers: Mapping[str, Sequence[int]], workshop: Workshop, findings: Findings
) -> dict[tuple[str, int], list[Diagnostic]]:
    """What is wrong with each variant for each number of players, by both; what would be too much is left out, with a warning."""
    found: dict[tuple[str, int], list[Diagnostic]] = {}
    every = combinations(numbers)
    for name, players in every:
        if workshop.work > MOST_WORK:
            place = read[""].get("players" if len(read) == 1 else "variants") or read[""]
            message = (
                f"this ruleset is so large that {len(found):,} of its {len(every):,} combinations of a variant and a number of "
                "players were checked: each variant with the fewest players first, then with the most"
            )
            findings.warn("unchecked", message, place.span, "the others are checked when they are played")
            break
        own = Findings()
        workshop.program(read[name], players, (), own)
        found[name, players] = own.found
    return found


def combinations(numbers: Mapping[str, Sequence[int]]) -> list[tuple[str, int]]:
    """Each variant with each of its numbers of players, in the order that is best when there is no time for all.

    First comes every variant with the fewest players, then every variant with the most, then the numbers between.
    """
    rows = [[(name, number) for number in (*each[:1], *each[:0:-1][:1], *each[1:-1])] for name, each in numbers.items()]
    return [pair for column in zip_longest(*rows) for pair in column if pair is not None]


def _of_variant(found: Diagnostic, document: Document, before: Container[tuple[str, Span]]) -> Diagnostic:
    """The finding; its message names the variant unless the same was found before at that place."""
    return found if (found.code, found.span) in before else of_variant(found, document.variant)


def of_variant(found: Diagnostic, variant: str) -> Diagnostic:
    """The finding; its message names the variant, where it is one."""
    return evolve(found, message=f"{found.message} (in the variant `{variant}`)") if variant else found


def _numbers_to_check(document: Document, findings: Findings) -> tuple[int, ...]:
    """The numbers of players, or 2 where they cannot be read, so that the rest is checked all the same."""
    try:
        return player_numbers(document)
    except Complaint as complaint:
        findings.add(complaint.diagnostic)
        return (2,)


def _once(found: list[Diagnostic]) -> list[Diagnostic]:
    """The first diagnostic of each code at each place: others there are the same mistake for another number of players."""
    kept: dict[tuple[str, Span], Diagnostic] = {}
    for each in found:
        kept.setdefault((each.code, each.span), each)
    return list(kept.values())


def compile_examples(source: Source, counted: str = "") -> tuple[tuple[ir.Example, ...], tuple[Diagnostic, ...]]:
    """The worked examples of a ruleset and of its variants, each with its Program, and all diagnostics.

    The Programs count how often the phase *counted* is done ("": none). An example with mistakes is left out.
    """
    findings = Findings()
    workshop = Workshop(source, counted)
    found: list[ir.Example] = []
    for document in documents(source, findings).values():
        own = Findings()
        found += _examples_of(document, workshop, own)
        before = {(each.code, each.span) for each in findings.found}
        for each in own.found:
            findings.add(_of_variant(each, document, before))
    return tuple(found), tuple(_once(findings.found))


def _examples_of(document: Document, workshop: Workshop, findings: Findings) -> list[ir.Example]:
    found = []
    for pair in pairs(document.get("examples"), "examples by name", findings):
        if workshop.work > MOST_WORK:
            message = "this ruleset is so large that this example, and all behind it, were not read"
            findings.warn("unchecked", message, pair.key.span)
            break
        try:
            example = written(pair, findings)
            players = _players(document, example.players, example.numbered)
            _known_parameters(document, tuple(name for name, _ in example.parameters), findings)
            made = workshop.example(document, players, example, findings)
            if made is not None:
                found.append(made)
        except Complaint as complaint:
            findings.add(complaint.diagnostic)
    return found
