"""From a ruleset's text to Programs and diagnostics: the passes in their order.

read ▸ structure (document, outline) ▸ parse ▸ declare ▸ lower (names, kinds, statements) ▸ Program
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from functools import partial
from pathlib import PurePath

from attrs import evolve, frozen

from ..program import ir
from ..program.span import NOWHERE, Span
from .checking import checked, combinations, ends_first, examples_of, known_parameters, players_of
from .declarations.declare import player_numbers
from .describe import ParameterSurvey, Survey, VariantSurvey, survey
from .diagnostics.diagnostic import Diagnostic, DiagnosticError, Severity, meant
from .diagnostics.report import error, warning
from .forms.advise import advised
from .link import AMPLE, Workshop
from .sections.contradictions import contradictions
from .static_facts import Combination, Outlook, foretold, outlook
from .text import nodes
from .text.document import Document, bare
from .text.fields import Findings
from .text.files import read_source
from .text.fixes import with_fitting_fix
from .text.merge import documents, with_way_out
from .text.nodes import Scalar
from .text.outline import read
from .text.source import Source

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


MISSING = (
    "missing-phase",
    "missing-players",
    "missing-outcome",
)
"""Diagnostics about a section that is not there."""


IN_ALL_VARIANTS = (
    "unused",
    "never-remembered",
    "phase-never-done",
    "only-in-examples",
    "never-used",
    "never-set",
    "never-filled",
)
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
        count = players_of(document, players, None)
        known_parameters(document, tuple(name for name, _ in dials), findings)
    except DiagnosticError as diagnostic:
        findings.add(diagnostic.diagnostic)
        return Compilation(None, tuple(findings.found))
    program = None
    if not findings.errors:
        given = tuple((name.text, value) for name, value in dials)
        program = Workshop(source, counted).program(document, count, given, findings)
    return Compilation(None if findings.errors else program, tuple(advised(findings.found, {variant: document}, source)))


def _chosen(source: Source, variant: str, findings: Findings) -> Document | None:
    found = documents(source, findings)
    if found and variant not in found:
        known = [name for name in found if name]
        help_ = meant(variant, known) if known else "this ruleset has no variants"
        findings.tell(error("unknown-variant", NOWHERE, f"there is no variant `{variant}`", help=help_))
    return found.get(variant)


def _unplaced(word: str) -> Scalar:
    return Scalar(word, word, False, NOWHERE)


def examine(source: Source) -> tuple[Diagnostic, ...]:
    """Everything that is wrong with a ruleset, in every variant, for every number of players, in the order of the file."""
    findings = Findings()
    read = documents(source, findings)
    owns = {name: Findings() for name in read}
    numbers = {name: _numbers_to_check(document, owns[name]) for name, document in read.items()}
    ends, between = ends_first(numbers)
    workshop = Workshop(source, only_checked=True, room=AMPLE)
    seen = checked(read, ends, between, workshop, findings.errors)
    foreseen: Mapping[str, list[DiagnosticError]] = {}
    if len(seen.found) < len(ends) + len(between):
        _tell_unchecked(len(seen.found), len(ends) + len(between), read, findings)
    elif seen.sound and not findings.errors:
        lines = [each.span.line for found in seen.found.values() for each in found]
        foreseen = foretold({each: seen.outlooks[each] for each in ends}, between, partial(_between, read, workshop), lines)
    unused: dict[str, dict[Diagnostic, None]] = {}
    for name, document in read.items():
        own = owns[name]
        for players in numbers[name]:
            for each in seen.found.get((name, players), ()):
                own.add(each)
        for diagnostic in foreseen.get(name, ()):
            own.add(diagnostic.diagnostic)
        for each in seen.examples[name]:
            own.add(each)
        if not own.errors:
            contradictions(document, own)
        for each in seen.texts[name]:
            own.add(each)
        if (name, numbers[name][0]) in seen.found:
            unused[name] = dict.fromkeys(each for each in own.found if each.code in IN_ALL_VARIANTS)
        before = {(each.code, each.span) for each in findings.found}
        for each in own.found:
            if each.code not in IN_ALL_VARIANTS:
                findings.add(_of_variant(each, document, before, source))
                before.add((each.code, each.span))
    if unused and not findings.errors:
        misspelt = {each.span.line for each in findings.found if each.code == "unused"}
        everywhere = [each for each in _everywhere(unused, read) if each.span.line not in misspelt]
        unread = {each.span for each in everywhere if each.code == "never-used"}
        for each in sorted(everywhere, key=lambda each: (each.span.line, each.code)):
            if each.code not in ("never-set", "never-filled") or each.span not in unread:
                findings.add(each)
    told = advised(_by_themselves(_once(findings.found), source), read, source)
    once = [with_fitting_fix(each, source) for each in told]
    found = [each for each in once if each.code != "never-holds" or _never(each, findings, workshop.can_hold)]
    return tuple(sorted(found, key=lambda each: (each.span.line, each.span.column, each.severity is Severity.WARNING)))


def _everywhere(unused: Mapping[str, Mapping[Diagnostic, None]], read: Mapping[str, Document]) -> list[Diagnostic]:
    """What was found, by variant, and is so in all: in all variants, or in those that alone have the line that it is about.

    Of these the first is named then.
    """
    lines = {
        name: frozenset(_lines(*(node for section, node in read[name].sections.items() if section != "variants")))
        for name in unused
    }
    own = lines.get("", frozenset())
    having = {name: own | lines[name] for name in unused}
    found: dict[Diagnostic, str] = {}
    for name, several in unused.items():
        for each in several:
            found.setdefault(each, name)
    return [
        each if each.span.line in own else of_variant(each, name)
        for each, name in found.items()
        if all(each in unused[other] for other in unused if each.span.line in having[other])
    ]


def _lines(*parts: nodes.Node) -> Iterator[int]:
    """The lines on which keys and values stand."""
    for node in parts:
        match node:
            case Scalar():
                yield node.span.line
            case nodes.Sequence(items=items):
                yield from _lines(*items)
            case nodes.Mapping(pairs=several):
                for pair in several:
                    yield pair.key.span.line
                    yield from _lines(pair.value)


def named_otherwise(source: Source) -> tuple[Diagnostic, ...]:
    """The warning that a file has another name than `ruleset:` says; nothing where they agree, or where it has none."""
    root, _ = read(source)
    name = next((pair.value for pair in root.pairs if pair.key.text == "ruleset"), None) if root is not None else None
    file = PurePath(source.name).stem
    if not isinstance(name, Scalar) or not name.text or name.text == file:
        return ()
    return (
        warning(
            "named-otherwise",
            name.span,
            f"this ruleset is called `{name.text}`, and its file `{file}`",
            help="give both the same name",
        ).diagnostic,
    )


def _never(found: Diagnostic, findings: Findings, can_hold: Container[Span]) -> bool:
    """Whether a comparison never holds: in no variant, and for no number of players. All of them must have been checked."""
    return found.span not in can_hold and all(each.code != "unchecked" for each in findings.found)


def _between(read: Mapping[str, Document], workshop: Workshop, combination: Combination) -> Outlook:
    """What is certain of a sound combination between the ends."""
    name, players = combination
    program = workshop.program(read[name], players, (), Findings(), between=True)
    assert program is not None, "it was sound"
    return outlook(program)


def _tell_unchecked(checked: int, every: int, read: Mapping[str, Document], findings: Findings) -> None:
    """Warn that only so many combinations were checked."""
    place = read[""].get("players" if len(read) == 1 else "variants") or read[""]
    message = (
        f"this ruleset is so large that {checked:,} of its {every:,} combinations of a variant and a number of "
        "players were checked: each variant with the fewest players first, then with the most"
    )
    findings.tell(warning("unchecked", place.span, message, help="the others are checked when they are played"))


def _of_variant(found: Diagnostic, document: Document, before: Container[tuple[str, Span]], source: Source) -> Diagnostic:
    """The finding; its message names the variant unless the same was found before at that place."""
    if (found.code, found.span) in before:
        return found
    return with_way_out(of_variant(found, document.variant), document.variant, document.span, source)


def of_variant(found: Diagnostic, variant: str) -> Diagnostic:
    """The finding; its message names the variant, where it is one."""
    return evolve(found, message=f"{found.message} (in the variant `{variant}`)") if variant else found


def _numbers_to_check(document: Document, findings: Findings) -> tuple[int, ...]:
    """The numbers of players, or 2 where they cannot be read, so that the rest is checked all the same."""
    try:
        return player_numbers(document)
    except DiagnosticError as diagnostic:
        findings.add(diagnostic.diagnostic)
        return (2,)


def _once(found: list[Diagnostic]) -> list[Diagnostic]:
    """The first diagnostic of each code at each place: others there are the same mistake for another number of players."""
    kept: dict[tuple[str, Span], Diagnostic] = {}
    for each in found:
        kept.setdefault((each.code, each.span), each)
    return list(kept.values())


def _by_themselves(found: list[Diagnostic], source: Source) -> list[Diagnostic]:
    """The diagnostics without those that follow: a word that may be no name need not be told again where it changes.

    What is missing may stand in a section that has no right name, or a name that another has.
    """
    unnamed = ("unknown-section", "duplicate-key")
    unread = any(each.code in unnamed and each.span.column <= 2 for each in found)  # in quotes it begins later
    no_names = {source.words(each.span) for each in found if each.code == "word-of-the-language"}
    follows = "changed-word-of-the-language"
    unmet = _names_of_unknown_sections(found, source)
    sections = dict(enumerate(_sections(source))) if found else {}
    broken = any(each.severity is Severity.ERROR and sections.get(each.span.line) in DECLARING for each in found)
    no_list = any(each.code == "not-a-list" for each in found)
    return [
        each
        for each in found
        if (each.code != follows or source.words(each.span) not in no_names)
        and not (unread and each.code in MISSING)
        and not (no_list and each.code == "missing-phase")
        and not (broken and each.code in OF_DECLARATIONS and sections.get(each.span.line) == "examples")
        and not (each.code.startswith("unknown-") and source.words(each.span).partition(" ")[0] in unmet)
    ]


DECLARING = (
    "players",
    "seats",
    "automa",
    "parameters",
    "enumerations",
    "decks",
    "boards",
    "pieces",
    "zones",
    "variables",
    "scores",
)
OF_DECLARATIONS = (
    "given-out-of-range",
    "card-given-too-often",
    "unknown-element",
    "too-many-cards-given",
    "parameter-not-a-number",
    "parameter-yes-or-no",
)
"""What is wrong in examples that give or expect what a declaration with a mistake does not have."""


def _sections(source: Source) -> list[str]:
    """The section in which each line stands, counted from 1; what stands in front of the first is in none."""
    found = [""]
    for text in source.lines:
        begins = text[:1].strip() and not text.startswith("#")
        found.append(text.partition(":")[0].strip() if begins else found[-1])
    return found


def _names_of_unknown_sections(found: list[Diagnostic], source: Source) -> set[str]:
    """The names of things that stand in sections which nobody knows."""
    names = set[str]()
    for each in found:
        number = each.span.line + 1 if each.code == "unknown-section" and each.span.column <= 2 else 0
        while number and number <= len(source.lines) and not source.line(number)[:1].strip():
            names.add(bare(source.line(number).strip().partition(":")[0]))
            number += 1
    return names - {""}


def compile_examples(source: Source, counted: str = "") -> tuple[tuple[ir.Example, ...], tuple[Diagnostic, ...]]:
    """The worked examples of a ruleset and of its variants, each with its Program, and all diagnostics.

    The Programs count how often the phase *counted* is done ("": none). An example with mistakes is left out.
    """
    findings = Findings()
    workshop = Workshop(source, counted)
    found: list[ir.Example] = []
    for document in documents(source, findings).values():
        own = Findings()
        found += examples_of(document, workshop, own)
        before = {(each.code, each.span) for each in findings.found}
        for each in own.found:
            findings.add(_of_variant(each, document, before, source))
    return tuple(found), tuple(_once(findings.found))
