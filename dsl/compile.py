"""From a ruleset's text to Programs and diagnostics: the passes in their order.

read ▸ structure (document, outline) ▸ parse ▸ declare ▸ lower (names, kinds, statements) ▸ Program
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import zip_longest
from pathlib import PurePath
from typing import TYPE_CHECKING, TypeVar

from attrs import evolve

from ..program import ir
from ..program.budgets import MOST_WORK
from ..program.classes import frozen
from ..program.span import NOWHERE, Span
from .complaints import bad_names, bad_outcomes, bad_ranges, bad_shapes, bad_variants, bad_yaml, idle, limits
from .complaints.diagnostics import Complaint, Diagnostic, Severity, meant
from .declarations.declare import player_numbers
from .describe import ParameterSurvey, Survey, VariantSurvey, survey
from .foresight import Combination, foretold, prospects
from .link import AMPLE, Workshop
from .sections.contradictions import contradictions
from .sections.example_words import misspelt_answers, vocabulary
from .sections.examples import written
from .sentences.read_before import learn, learned
from .text import yaml_reader
from .text.document import Document
from .text.fields import Findings, pairs
from .text.files import read_source
from .text.fixes import with_fitting_fix
from .text.merge import documents, with_way_out
from .text.source import Source
from .text.unmentioned import unmentioned, untranslated
from .text.yaml_reader import Scalar, read

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Mapping, Sequence

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


T = TypeVar("T")

MISSING = (
    bad_names.missing_phase.code,
    bad_names.missing_players.code,
    bad_outcomes.missing_outcome.code,
)
"""Complaints about a section that is not there."""


IN_ALL_VARIANTS = (
    "unused",
    idle.never_remembered.code,
    idle.phase_never_done.code,
    idle.only_in_examples.code,
    idle.never_used.code,
    idle.never_set.code,
    idle.never_filled.code,
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
        findings.tell(bad_variants.unknown_variant(f"there is no variant `{variant}`", NOWHERE, help_))
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
        raise bad_ranges.players_not_allowed(words, players, place or declared)
    return players


def _known_parameters(document: Document, names: tuple[Scalar, ...], findings: Findings) -> None:
    known = [pair.key.text for pair in pairs(document.get("parameters"), "parameters by name", Findings())]
    for name in names:
        if name.text not in known:
            findings.tell(
                bad_names.unknown_parameter(name.text, name.span, meant(name.text, known) or "this ruleset has no parameters")
            )


def at_once(work: Callable[[], T]) -> Callable[[], T]:
    """The work, done when it is asked for."""
    return work


def examine(source: Source, beside: Beside = at_once) -> tuple[Diagnostic, ...]:
    """Everything that is wrong with a ruleset, in every variant, for every number of players, in the order of the file.

    About half of the work can be done *beside* the rest.
    """
    findings = Findings()
    workshop = Workshop(source, only_checked=True, room=AMPLE)
    read = documents(source, findings)
    owns = {name: Findings() for name in read}
    numbers = {name: _numbers_to_check(document, owns[name]) for name, document in read.items()}
    ends, between = ends_first(numbers)
    others = beside(partial(_others, read, between, workshop))
    checked, programs = _checked(read, ends, workshop)
    seen = prospects(programs) if len(programs) == len(ends) and not findings.errors else None
    rest = _joined(others, partial(_others, read, between, workshop), workshop)
    checked |= rest.checked
    if len(checked) < len(ends) + len(between):
        _tell_unchecked(len(checked), len(ends) + len(between), read, findings)
    foreseen: Mapping[str, list[Complaint]] = {}
    if seen and rest.sound and not findings.errors:
        lines = [each.span.line for found in checked.values() for each in found]
        foreseen = foretold(programs, seen, between, partial(_between, read, workshop), lines)
    unused: dict[str, dict[Diagnostic, None]] = {}
    for name, document in read.items():
        own = owns[name]
        for players in numbers[name]:
            for each in checked.get((name, players), ()):
                own.add(each)
        for complaint in foreseen.get(name, ()):
            own.add(complaint.diagnostic)
        for each in rest.examples[name]:
            own.add(each)
        if not own.errors:
            contradictions(document, own)
        unmentioned(document, source, own)
        untranslated(document, source, own)
        if (name, numbers[name][0]) in checked:
            unused[name] = dict.fromkeys(each for each in own.found if each.code in IN_ALL_VARIANTS)
        before = {(each.code, each.span) for each in findings.found}
        for each in own.found:
            if each.code not in IN_ALL_VARIANTS:
                findings.add(_of_variant(each, document, before, source))
                before.add((each.code, each.span))
    if unused and not findings.errors:
        misspelt = {each.span.line for each in findings.found if each.code == "unused"}
        everywhere = [each for each in _everywhere(unused, read) if each.span.line not in misspelt]
        unread = {each.span for each in everywhere if each.code == idle.never_used.code}
        for each in sorted(everywhere, key=lambda each: (each.span.line, each.code)):
            if each.code not in (idle.never_set.code, idle.never_filled.code) or each.span not in unread:
                findings.add(each)
    once = [with_fitting_fix(each, source) for each in _by_themselves(_once(findings.found), source)]
    found = [each for each in once if each.code != "never-holds" or _never(each, findings, workshop)]
    return tuple(sorted(found, key=lambda each: (each.span.line, each.span.column, each.severity is Severity.WARNING)))


def _everywhere(unused: Mapping[str, Mapping[Diagnostic, None]], read: Mapping[str, Document]) -> list[Diagnostic]:
    """What was found, by variant, and is so in all: in all variants, or in those that alone have the line that it is about.

    Of these the first is named then.
    """
    lines = {
        name: frozenset(_lines(*(node for section, node in read[name].sections.items() if section != "variants")))
        for name in unused
    }
    found: dict[Diagnostic, str] = {}
    for name, several in unused.items():
        for each in several:
            found.setdefault(each, name)
    return [
        each if each.span.line in lines.get("", ()) else of_variant(each, name)
        for each, name in found.items()
        if all(each in unused[other] for other in unused if each.span.line in (*lines.get("", ()), *lines[other]))
    ]


def _lines(*nodes: yaml_reader.Node) -> Iterator[int]:
    """The lines on which keys and values stand."""
    for node in nodes:
        match node:
            case Scalar():
                yield node.span.line
            case yaml_reader.Sequence(items=items):
                yield from _lines(*items)
            case yaml_reader.Mapping(pairs=several):
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
    return (idle.named_otherwise(name.text, file, name.span).diagnostic,)


def _never(found: Diagnostic, findings: Findings, workshop: Workshop) -> bool:
    """Whether a comparison never holds: in no variant, and for no number of players. All of them must have been checked."""
    return found.span not in workshop.can_hold and all(each.code != "unchecked" for each in findings.found)


def _checked(
    read: Mapping[str, Document], several: Sequence[Combination], workshop: Workshop, between: bool = False
) -> tuple[dict[Combination, list[Diagnostic]], dict[Combination, ir.Program]]:
    """What is wrong with these variants for these numbers of players, and the Programs of those without errors.

    What would be too much is left out. Of each variant the Programs with the fewest and the most players are verified; those
    *between* are made in the same way, and each is verified when it is played.
    """
    found: dict[Combination, list[Diagnostic]] = {}
    programs: dict[Combination, ir.Program] = {}
    for name, players in several:
        if workshop.work > MOST_WORK:
            break
        own = Findings()
        program = workshop.program(read[name], players, (), own, between)
        found[name, players] = own.found
        if program is not None:
            programs[name, players] = program
    return found, programs


@frozen
class Others:
    """What is found in the combinations between the ends, and in worked examples: all that nothing else waits for.

    The combinations are *sound* where each has a Program. *work* is what it has cost, *can_hold* has the comparisons that can
    hold in these Programs, *sentences* were read for them.
    """

    checked: dict[Combination, list[Diagnostic]]
    sound: bool
    examples: dict[str, list[Diagnostic]]
    work: int
    can_hold: frozenset[Span]
    sentences: dict[tuple[str, str], object]


Beside = Callable[[Callable[[], Others]], Callable[[], Others]]
"""Begins work, and gives a function that gives what came of it: in another process, say."""


def _others(read: Mapping[str, Document], between: Sequence[Combination], workshop: Workshop) -> Others:
    """What stands for itself, done here."""
    before = workshop.work
    checked, programs = _checked(read, between, workshop, between=True)
    examples: dict[str, list[Diagnostic]] = {}
    for name, document in read.items():
        own = Findings()
        _examples_of(document, workshop, own)
        examples[name] = own.found
    sound = len(programs) == len(between)
    return Others(checked, sound, examples, workshop.work - before, frozenset(workshop.can_hold), learned())


def _joined(others: Callable[[], Others], again: Callable[[], Others], workshop: Workshop) -> Others:
    """What came of the others; where both are more work together than is done for one ruleset, *again*, up to there."""
    before = workshop.work
    rest = others()
    if workshop.work == before and before + rest.work > MOST_WORK:
        return again()
    workshop.can_hold |= rest.can_hold
    learn(rest.sentences)
    return rest


def _between(read: Mapping[str, Document], workshop: Workshop, combination: Combination) -> ir.Program:
    """The Program of a sound combination between the ends."""
    name, players = combination
    program = workshop.program(read[name], players, (), Findings(), between=True)
    assert program is not None, "it was sound"
    return program


def _tell_unchecked(checked: int, every: int, read: Mapping[str, Document], findings: Findings) -> None:
    """Warn that only so many combinations were checked."""
    place = read[""].get("players" if len(read) == 1 else "variants") or read[""]
    message = (
        f"this ruleset is so large that {checked:,} of its {every:,} combinations of a variant and a number of "
        "players were checked: each variant with the fewest players first, then with the most"
    )
    findings.tell(limits.unchecked(message, place.span, "the others are checked when they are played"))


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
    except Complaint as complaint:
        findings.add(complaint.diagnostic)
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
    unnamed = (bad_shapes.unknown_section.code, bad_yaml.duplicate_key.code)
    unread = any(each.code in unnamed and each.span.column <= 2 for each in found)  # in quotes it begins later
    no_names = {source.words(each.span) for each in found if each.code == bad_names.word_of_the_language.code}
    follows = bad_names.changed_word_of_the_language.code
    return [
        each
        for each in found
        if (each.code != follows or source.words(each.span) not in no_names) and not (unread and each.code in MISSING)
    ]


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
            findings.add(_of_variant(each, document, before, source))
    return tuple(found), tuple(_once(findings.found))


def _examples_of(document: Document, workshop: Workshop, findings: Findings) -> list[ir.Example]:
    found = []
    words = None
    for pair in pairs(document.get("examples"), "examples by name", findings):
        if workshop.work > MOST_WORK:
            message = "this ruleset is so large that this example, and all behind it, were not read"
            findings.tell(limits.unchecked(message, pair.key.span))
            break
        try:
            example = written(pair, findings)
            players = _players(document, example.players, example.numbered)
            _known_parameters(document, tuple(name for name, _ in example.parameters), findings)
            if example.answers or example.refused:
                words = words or vocabulary(document)
                misspelt_answers((*example.answers, *example.refused), words, findings)
            made = workshop.example(document, players, example, findings)
            if made is not None:
                found.append(made)
        except Complaint as complaint:
            findings.add(complaint.diagnostic)
    return found
