"""What a ruleset offers, without reading its rules."""

from __future__ import annotations

from attrs import frozen

from ..program import ir
from .declarations.declare import minutes, player_numbers
from .diagnostics.diagnostic import Diagnostic, DiagnosticError
from .symbols.translations import title_of, tongues, words_of
from .text.document import Document
from .text.fields import Fields, Findings, mapping, pairs, sequence, text, whole
from .text.merge import documents
from .text.source import Source


@frozen
class ParameterSurvey:
    """A parameter: its default, and the values that it may have (*choices*, or numbers from *low* to *high*)."""

    name: str
    default: str
    choices: tuple[str, ...] | None
    low: int | None
    high: int | None


@frozen
class VariantSurvey:
    """A variant: its name, title and numbers of players."""

    name: str
    title: ir.Words
    players: tuple[int, ...]


@frozen
class Survey:
    """What a ruleset offers, without reading its rules; *problems* are the mistakes in what was read, *about* says what it is,
    *minutes* how many a match takes.

    *names* are what people call its parameters and their values, where its texts say so.
    """

    name: str
    title: ir.Words
    players: tuple[int, ...]
    variants: tuple[VariantSurvey, ...]
    parameters: tuple[ParameterSurvey, ...]
    languages: tuple[str, ...]
    problems: tuple[Diagnostic, ...]
    about: ir.Words
    minutes: int | None
    names: tuple[tuple[str, ir.Words], ...]


def survey(source: Source) -> Survey:
    """What a ruleset offers: title, numbers of players, variants, parameters, languages."""
    findings = Findings()
    found = documents(source, findings)
    base = found.get("")
    if base is None:
        return Survey("", ir.Words(""), (), (), (), (), tuple(findings.found), ir.Words(""), None, ())
    name, title = "unnamed", ir.Words("unnamed")
    players: tuple[int, ...] = (1,)
    variants: list[VariantSurvey] = []
    parameters: tuple[ParameterSurvey, ...] = ()
    languages: tuple[str, ...] = ()
    with findings.collecting():
        node = base.get("ruleset")
        name = text(node, "the ruleset's name").text if node is not None else name
        title = title_of(name, base.get("title"))
        players = player_numbers(base)
        for variant, document in found.items():
            if variant:
                variants.append(VariantSurvey(variant, title_of(variant, document.get("title")), player_numbers(document)))
        every = {each.name: each for document in reversed(found.values()) for each in _dials(document, findings)}
        parameters = tuple(every.values())
        languages = _languages(base)
    names = _names(base, parameters)
    return Survey(
        name, title, players, tuple(variants), parameters, languages, tuple(findings.found), _about(base), _minutes(base), names
    )


def _names(document: Document, parameters: tuple[ParameterSurvey, ...]) -> tuple[tuple[str, ir.Words], ...]:
    wanted = {word for each in parameters for word in (each.name, *(each.choices or ()))}
    texts = pairs(document.get("texts"), "texts by name", Findings())
    return tuple((pair.key.text, words_of(pair.key.text, pair.value)) for pair in texts if pair.key.text in wanted)


def _about(document: Document) -> ir.Words:
    try:
        return title_of("", document.get("about"))
    except DiagnosticError:
        return ir.Words("")


def _minutes(document: Document) -> int | None:
    try:
        return minutes(document)
    except DiagnosticError:
        return None


def _languages(document: Document) -> tuple[str, ...]:
    nodes = [pair.value for pair in pairs(document.get("texts"), "texts by name", Findings())]
    title = document.get("title")
    spoken = [tongue for node in ([title] if title is not None else []) + nodes for tongue, _ in tongues(node) if tongue]
    return tuple(dict.fromkeys(spoken))


def _dials(document: Document, findings: Findings) -> tuple[ParameterSurvey, ...]:
    found = []
    for pair in pairs(document.get("parameters"), "parameters by name", findings):
        with findings.collecting():
            fields = Fields(mapping(pair.value, "what the parameter may be"), "a parameter", findings)
            default, bounds, choices = (
                text(fields.need("default"), "a value").text,
                fields.text("range", "a range"),
                fields.get("one of"),
            )
            words: tuple[str, ...] | None = None
            if choices is not None:
                words = tuple(text(node, "a value").text for node in sequence(choices, "a list of values"))
            elif default in ("yes", "no"):
                words = ("yes", "no")
            ends = [part.strip() for part in bounds.text.split("..")] if bounds is not None else []
            numbers = [whole(end) for end in ends]
            low, high = numbers if len(numbers) == 2 and None not in numbers else (None, None)
            found.append(ParameterSurvey(pair.key.text, default, words, low, high))
    return tuple(found)
