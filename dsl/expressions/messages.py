"""Texts for people, in one language or several, with values in braces and words by condition."""

from __future__ import annotations

from typing import assert_never

from attrs import Factory, frozen

from ...program import ir
from ...program.span import Span
from ..diagnostics import shared
from ..diagnostics.diagnostic import guess
from ..sentences import syntax as s
from ..sentences.parse import Start, parse_text
from ..symbols.translations import tongues
from ..symbols.types import Kind
from ..text.braces import Calculation, Choice, Pieces, taken_apart
from ..text.nodes import Scalar
from .context import Reading

QUOTED = 'a text itself stands in quotes: `"well done"`'
"""The help where the name of a text is not known."""


def message(reason: s.Reason, read: Reading) -> ir.Message:
    """A reason or announcement; what stands in braces is resolved in the scope where it is used. Raises DiagnosticError.

    What several languages have in braces in the same words is worked out once.
    """
    telling = _Telling(read)
    if not reason.named:
        quoted = Scalar(
            reason.text,
            reason.text,
            True,
            Span(reason.span.line, reason.span.column + 1, reason.span.end_line, reason.span.end_column - 1),
        )
        return ir.Message((("", telling.pieces(taken_apart(quoted))),))
    read.game.spoken.add(reason.text)
    node = read.game.texts.get(reason.text)
    if node is None:
        unknown = shared.unknown_text(reason.text, reason.span, guess(reason.text, read.game.texts, new=QUOTED))
        raise read.game.missed(reason.text, unknown)
    return ir.Message(tuple((tongue, telling.pieces(taken_apart(scalar))) for tongue, scalar in tongues(node)))


def expression_of(written: Calculation) -> s.Expression:
    """The syntax of what stands in braces, with positions in the file. Raises DiagnosticError."""
    node = parse_text(written.code, written.line, written.column, Start.EXPRESSION)
    assert isinstance(node, s.Expression)
    return node


@frozen
class _Telling:
    """Makes the pieces of a message; values and conditions by what is written, for languages share them."""

    read: Reading
    values: dict[str, ir.Shown] = Factory(dict)
    tests: dict[str, ir.Expr] = Factory(dict)

    def pieces(self, written: Pieces, under: tuple[tuple[ir.Expr, bool], ...] = ()) -> ir.Pieces:
        """The pieces that are said where the conditions *under* which they stand hold, or do not hold."""
        found: list[ir.Piece] = []
        for piece in written:
            match piece:
                case str():
                    found.append(piece)
                case Calculation():
                    found.append(_only_where(under, self._value(piece)))
                case Choice(cases, otherwise):
                    found += self._chosen(cases, otherwise, under)
                case _:
                    assert_never(piece)
        return _merged(found)

    def _chosen(
        self, cases: tuple[tuple[Calculation, Pieces], ...], otherwise: Pieces, under: tuple[tuple[ir.Expr, bool], ...]
    ) -> ir.Pieces:
        """The words by condition; all are read, and those alone are kept that may be said."""
        if not cases:
            return self.pieces(otherwise, under)
        (condition, words), *rest = cases
        test = self._test(condition)
        said = self.pieces(words, (*under, (test, True)))
        others = self._chosen(tuple(rest), otherwise, (*under, (test, False)))
        match test:
            case ir.Number(value):
                return said if value else others
            case _:
                return (ir.ChosenWords(test, said, others),)

    def _value(self, written: Calculation) -> ir.Shown:
        if written.code not in self.values:
            typed = self.read.value(expression_of(written))
            domain = typed.type.domain if typed.type.kind is Kind.ELEMENT else None
            self.values[written.code] = ir.Shown(typed.expr, domain)
        return self.values[written.code]

    def _test(self, written: Calculation) -> ir.Expr:
        if written.code not in self.tests:
            self.tests[written.code] = self.read.truth(expression_of(written))
        return self.tests[written.code]


def _only_where(under: tuple[tuple[ir.Expr, bool], ...], shown: ir.Shown) -> ir.Shown:
    """The value, worked out only where these conditions hold or do not hold; elsewhere it is `nothing`, and nobody is told."""
    value, nothing = shown.value, ir.Number(ir.NOTHING)
    for test, holds in reversed(under):
        if not isinstance(test, ir.Number):
            value = ir.Conditional(test, value, nothing) if holds else ir.Conditional(test, nothing, value)
    return shown if value is shown.value else ir.Shown(value, shown.domain)


def _merged(found: list[ir.Piece]) -> ir.Pieces:
    """The pieces, where words that stand side by side are one."""
    merged: list[ir.Piece] = []
    for piece in found:
        last = merged[-1] if merged else None
        if isinstance(piece, str) and isinstance(last, str):
            merged[-1] = last + piece
        else:
            merged.append(piece)
    return tuple(merged)
