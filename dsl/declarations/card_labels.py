"""How cards are written: as `shown as:` says, or else all that is printed on them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import assert_never

from attrs import evolve, frozen

from ...program import ir
from ...program.span import Span
from ..diagnostics import shared
from ..diagnostics.diagnostic import meant
from ..diagnostics.report import error
from ..expressions.elaborate import Elaborator
from ..expressions.messages import expression_of
from ..sentences import syntax as s
from ..symbols.scope import Local, Scope
from ..symbols.symbols import Domain, Printed, Symbols
from ..symbols.translations import tongues
from ..symbols.types import Kind, Typed
from ..text.braces import Calculation, Choice, Pieces, codes, taken_apart
from ..text.fields import Findings, describe
from ..text.nodes import Mapping, Node, Scalar, Sequence
from .attributes import Row
from .constants import WORD, in_words, reader


@frozen
class Named:
    """A part of what is written: all that is printed under a name."""

    name: str


NAME = re.compile(r"[^\W\d]\w*")


@frozen
class Case:
    """Parts that are written on the cards for which a condition holds, and those that are written on the others."""

    test: s.Expression
    then: tuple[Part, ...]
    otherwise: tuple[Part, ...]


Part = str | Named | s.Expression | Case
"""A part of what is written on every card: a text, what is printed under a name, something to work out for each card, or parts by
condition.
"""


def plain(node: Node) -> str:
    """What is printed, as words: those of a list, or of values by element, one after the other."""
    match node:
        case Scalar():
            return node.text.strip().removeprefix("+")
        case Sequence():
            return " ".join(plain(item) for item in node.items)
        case Mapping():
            return " ".join(f"{plain(pair.key)} {plain(pair.value)}" for pair in node.pairs)


def card_labels(rows: list[Row], shown: Node | None, domain: Domain, game: Symbols, findings: Findings) -> tuple[ir.Words, ...]:
    """How each card of a deck is written, in every language; *domain* has what is printed on them. Raises DiagnosticError.

    Rules write a card as the text of the first language says; where a language has none, that text serves it too.
    """
    if shown is None:
        written = [[_printed(node, game) for node in row.values()] for row in rows]
        return tuple(_joined(parts, " ", game, {}) for parts in written)
    printed = [name for row in rows for name in row]
    texts = {tongue: _parts(taken_apart(text), printed, game) for tongue, text in tongues(shown)}
    if not texts:
        raise error("not-a-text", shown.span, f"expected a text, found {describe(shown)}", help="for example `{value}`")
    read = reader(game, findings)
    labels = []
    for number, row in enumerate(rows):
        parts = {tongue: list(_written(text, number, row, domain, read)) for tongue, text in texts.items()}
        labels.append(_joined(next(iter(parts.values())), "", game, parts))
    return tuple(labels)


def printed_beside(shown: Node | None, domain: Domain, game: Symbols) -> tuple[ir.Words, ...]:
    """What is printed on each card and stands not in its label, in every language; () where the labels say all."""
    if shown is None:
        return ()
    inside = (text.text[code.start : code.stop] for _, text in tongues(shown) for code in codes(text.text))
    said = {word for code in inside for word in NAME.findall(code)}
    left = [(game.words(name), printed) for name, printed in domain.printed.items() if name not in said]
    found = [[part for name, printed in left for part in _of(name, printed, number, game)] for number in range(domain.size)]
    return tuple(_joined(parts, ", ", game, {}) for parts in found) if any(found) else ()


def _of(name: ir.Words, printed: Printed, number: int, game: Symbols) -> list[ir.Words]:
    """What is printed on one card under a name, behind the name; without what is nothing, 0 or no."""
    keys: tuple[ir.Words | None, ...] = (None,)
    if printed.rows is not None:
        values = game.rows[printed.rows][number]
        keys = (None,) * len(values)
    else:
        assert printed.table is not None
        if printed.keys is not None:
            keys = game.domains[printed.keys].ir.labels
        values = game.tables[printed.table][number * len(keys) : (number + 1) * len(keys)]
    told: list[ir.Words] = []
    for key, value in zip(keys, values, strict=True):
        if value != ir.NOTHING and (value or printed.type.kind is Kind.ELEMENT):
            front = [] if told else [name]
            told.append(_joined([*front, *([key] if key is not None else []), *_value(printed, value, game)], " ", game, {}))
    return told


def _value(printed: Printed, value: int, game: Symbols) -> list[ir.Words]:
    match printed.type.kind:
        case Kind.TRUTH:
            return []
        case Kind.ELEMENT if printed.type.domain is not None:
            held = game.domains[printed.type.domain].ir
            return [held.labels[value - held.low]]
        case _:
            return [ir.Words(str(value))]


def _joined(first: list[ir.Words], between: str, game: Symbols, own: dict[str, list[ir.Words]]) -> ir.Words:
    """The parts one after the other, in every language, which may have parts of its *own*; without blanks at the ends, where a
    part may be empty.
    """
    whole = between.join(part.plain for part in first).strip()
    spoken = ((tongue, between.join(part.say(tongue) for part in own.get(tongue, first)).strip()) for tongue in game.languages)
    return ir.Words(whole, tuple((tongue, words) for tongue, words in spoken if words != whole))


def _printed(node: Node, game: Symbols) -> ir.Words:
    """What is printed, each word in the words of the ruleset's texts."""
    words = [game.words(word) for word in plain(node).split()]
    spoken = tuple((tongue, " ".join(word.say(tongue) for word in words)) for tongue in game.languages)
    return ir.Words(" ".join(word.plain for word in words), spoken)


def _parts(pieces: Pieces, printed: list[str], game: Symbols) -> tuple[Part, ...]:
    """The parts of a text with names and calculations in braces. Raises DiagnosticError for what is printed on no card."""
    parts: list[Part] = []
    for piece in pieces:
        match piece:
            case str():
                parts.append(piece)
            case Calculation(code) if code.strip() in printed:
                parts.append(Named(code.strip()))
            case Calculation(code, line, column):
                name = code.strip()
                if WORD.match(name) and name not in game.symbols:
                    place = Span(line, column, line, column + len(code))
                    raise game.missed(
                        name,
                        error(
                            "label-of-nothing-printed",
                            place,
                            f"nothing called `{name}` is printed on the cards",
                            help=meant(name, printed),
                        ),
                    )
                parts.append(expression_of(piece))
            case Choice(cases, otherwise):
                chosen = _parts(otherwise, printed, game)
                for test, words in reversed(cases):
                    chosen = (Case(expression_of(test), _parts(words, printed, game), chosen),)
                parts += chosen
            case _:
                assert_never(piece)
    return tuple(parts)


def _written(parts: tuple[Part, ...], number: int, row: Row, domain: Domain, read: Elaborator) -> Iterator[ir.Words]:
    """What these parts are on one card."""
    for part in parts:
        match part:
            case str():
                yield ir.Words(part)
            case Named(name):
                yield _printed(row[name], read.game) if name in row else ir.Words("")
            case Case(test, then, otherwise):
                read.scope = _names(number, domain, read.game)
                holds = read.truth(test)
                if not isinstance(holds, ir.Number):
                    raise shared.label_not_known(test.span)
                yield from _written(then if holds.value else otherwise, number, row, domain, read)
            case _:
                read.scope = _names(number, domain, read.game)
                yield _worked_out(part, read)


def _names(number: int, domain: Domain, game: Symbols) -> Scope:
    """What a calculation for a card may name: `card`, and what is printed once under a name of its own."""
    found = {"card": Local("card", domain.type(number, 1), ir.Number(number), fixed=True)}
    for name, printed in domain.printed.items():
        if printed.table is not None and printed.keys is None:
            value = game.tables[printed.table][number]
            found[name] = Local(name, evolve(printed.type, maybe=value == ir.NOTHING), ir.Number(value), fixed=True)
    return Scope(None, found)


def _worked_out(node: s.Expression, read: Elaborator) -> ir.Words:
    """What the calculation gives for a card. Raises DiagnosticError where that is not known before play."""
    typed: Typed = read.value(node)
    value = typed.constant
    if value is None:
        raise shared.label_not_known(node.span)
    if value == ir.NOTHING:
        return ir.Words("")
    return in_words(typed, read.game)
