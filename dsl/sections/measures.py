"""Reads measures: named values for statistics over many games, each with the moment at which it is taken."""

from __future__ import annotations

import re
from typing import assert_never

from attrs import evolve

from ...program import ir
from ...program.span import Span
from ..diagnostics.diagnostic import DiagnosticError, meant
from ..diagnostics.report import error
from ..expressions.elaborate import Elaborator
from ..sentences import syntax as s
from ..sentences.parse import parse_expression
from ..sentences.walk import names
from ..statements.measures import Measuring
from ..symbols.symbols import Symbols
from ..symbols.types import Kind
from ..text.document import Document, bare
from ..text.fields import Findings, mapping, pairs, text
from ..text.nodes import Pair, Scalar

PLACE = re.compile(r"at the end of\s+(.*\S)")
THE_GAME = "the game"
WANTED = "where it is taken and what, such as `at the end of the game: highest of points[s] for s in seats`"


def measures(document: Document, read: Elaborator, findings: Findings) -> tuple[Measuring, ...]:
    """The measures in the order of the file; wrong ones are reported and left out."""
    found = []
    for pair in pairs(document.get("measures"), "measures by name", findings):
        with findings.collecting():
            found.append(_measure(pair, read, findings))
    return tuple(found)


def _measure(pair: Pair, read: Elaborator, findings: Findings) -> Measuring:
    places = mapping(pair.value, WANTED).pairs
    if not places:
        raise error("wrong-shape", pair.key.span, f"expected {WANTED}, found nothing")
    for more in places[1:]:
        findings.tell(
            error(
                "wrong-count",
                more.key.span,
                f"`{pair.key.text}` is taken at one place, and this is another",
                help="make it a measure with a name of its own",
            )
        )
    place, value = places[0].key, text(places[0].value, "a number or a truth")
    phase = None
    with findings.collecting():
        phase = _phase(place, read.game)
    node = parse_expression(value)
    read.sentence = read.game.sentence(value.span)
    try:
        return Measuring(pair.key.text, phase, _value(node, read), read.sentence, place.span)
    except DiagnosticError as diagnostic:
        raise _gone(diagnostic, value.span, read.game) from None


def _phase(place: Scalar, game: Symbols) -> str | None:
    """The phase at whose end the measure is taken; None for the end of the game. Raises DiagnosticError."""
    found = PLACE.fullmatch(place.text)
    if found is None:
        known = [f"at the end of {each}" for each in (THE_GAME, *game.phases)]
        wanted = f"`at the end of {THE_GAME}` or `at the end of` a phase"
        raise error("wrong-shape", place.span, f"expected {wanted}, found `{place.text}`", help=meant(place.text, known))
    name = found.group(1)
    if name == THE_GAME:
        return None
    if name not in game.phases:
        column = place.span.column + found.start(1)
        span = Span(place.span.line, column, place.span.line, column + len(name)) if place.raw == place.text else place.span
        known = [*game.phases, THE_GAME]
        raise game.missed(name, error("unknown-name", span, f"there is no phase `{name}`", help=meant(bare(name), known)))
    return name


def _value(node: s.Expression, read: Elaborator) -> ir.Expr:
    """The value of a measure: a number or a truth, which may be nothing. Raises DiagnosticError for anything else."""
    typed = read.value(node)
    match typed.type.kind:
        case Kind.NUMBER | Kind.TRUTH | Kind.UNKNOWN:
            return typed.expr
        case Kind.ELEMENT | Kind.NOTHING:
            raise read.wrong("a number or a truth", typed, node, "count something, or compare it with `=`")
        case _:
            assert_never(typed.type.kind)


def _gone(diagnostic: DiagnosticError, span: Span, game: Symbols) -> DiagnosticError:
    """The diagnostic; if it is about a name that is known only inside a phase, its help says so."""
    found = diagnostic.diagnostic
    word = game.source.words(found.span)
    for phase in game.phases.values():
        named = (*(given for _, given, _ in phase.signature.parameters), *names(phase.body))
        if found.code == "unknown-name" and span.line <= found.span.line <= span.end_line and word in named:
            help_ = f"it lives in the phase `{phase.name}` only: keep it in a variable to measure it"
            return DiagnosticError(evolve(found, help=help_, fix=None))
    return diagnostic
