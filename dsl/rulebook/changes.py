"""Tells sentences that give names and change values."""

from __future__ import annotations

from attrs import evolve

from ...program import ir
from ..sentences import syntax as s
from ..symbols.symbols import MemorySymbol, PlaceSymbol
from ..symbols.types import Kind
from .sets import over
from .telling import Telling
from .values import quoted_name


def let_line(to: Telling, node: s.LetLine) -> str:
    """`let x = …`: the name is known from then on."""
    kind, truth = to.kind_of(node.value), to.is_condition(node.value)
    text = to.condition(node.value) if truth else to.value(node.value)
    return to.phrase("let whether" if truth else "let", _given(to, node.name, kind, truth), text)


def let_row(to: Telling, node: s.LetRow) -> str:
    """`let left[c] = … for each colour c`"""
    with to.scope():
        each = to.phrase("every one", over(to, node.binder, None))
        value = to.value(node.value)
    return to.phrase("let row", _given(to, node.name, to.kind_of(node.value)), value, each)


def _given(to: Telling, name: str, kind: str, truth: bool = False) -> str:
    """A name that is given from now on, in quotation marks; one that has a text, which need be no noun, is told so ever after."""
    given, told = quoted_name(to, name), to.name(name, kind, truth)
    if any(tongue == "en" for tongue, _ in to.game.words(name).translations):
        to.names[name] = evolve(told, text=given)
    return given


def change(to: Telling, node: s.Change) -> str:
    """`x = …`, `x += …`, `x -= …`"""
    symbol = _place(to, node.target)
    if node.how != "=":
        return _count(to, node, symbol)
    return assigned(to, node.target, node.value)


def _count(to: Telling, node: s.Change, symbol: PlaceSymbol | None) -> str:
    up = node.how == "+"
    match node.target:
        case s.Element(name=name, indices=(seat,)) if symbol is not None and symbol.kind is ir.PlaceKind.SCORE:
            noun = to.noun(name)
            return to.phrase("scores" if up else "loses", to.value(seat), _bare(to, node.value), noun)
        case _:
            return to.phrase("grows" if up else "shrinks", to.value(node.target), to.value(node.value))


def _bare(to: Telling, node: s.Expression) -> str:
    told = to.value(node)
    return told if told.isdigit() else f"({told})"


def assigned(to: Telling, target: s.Expression, value: s.Expression) -> str:
    """What a value is from then on."""
    symbol = _place(to, target)
    truth = symbol is not None and symbol.type.kind is Kind.TRUTH
    truth = truth or (isinstance(target, s.Name) and target.name in to.names and to.names[target.name].truth)
    if truth:
        holds = to.truth(value)
        if holds is not None:
            return to.phrase("from now" if holds else "counts as", to.condition(target, not holds))
    if isinstance(value, s.Nothing):
        return to.phrase("emptied", to.bare(to.value(target)))
    if isinstance(value, s.Choice) and to.truth(value.test) is None and isinstance(value.otherwise, s.Nothing | s.Choice):
        return to.phrase("becomes", to.value(target), to.value(value))
    match target:
        case s.Element(name=name, indices=(space,)) if symbol is not None and symbol.type.domain == 0:
            if to.is_space(to.extents(name)[0].domain):
                return to.phrase("borne", to.value(space), to.phrase("of", to.the(to.noun(name)), to.value(value)))
    subject = to.value(target)
    return to.agree(subject, to.phrase("becomes", subject, to.value(value)))


def change_all(to: Telling, node: s.ChangeAll) -> str:
    """`x[s] = … for each space s where …`"""
    with to.scope():
        each = over(to, node.binder, node.where)
        told = assigned(to, node.target, node.value)
        return to.phrase("for every", each, told[:1].lower() + told[1:])


def _place(to: Telling, target: s.Expression) -> PlaceSymbol | None:
    match target:
        case s.Name(name=name) | s.Element(name=name):
            symbol = to.game.symbols.get(name)
            return symbol if isinstance(symbol, PlaceSymbol) else None
        case _:
            return None


def memory(to: Telling, node: s.RememberLine | s.ForgetLine) -> str:
    """`remember diagram[me]`, `forget diagram`"""
    match node.position:
        case s.Name(name=name) | s.Element(name=name):
            symbol = to.game.symbols.get(name)
            places = symbol.places if isinstance(symbol, MemorySymbol) else ()
            told = to.joined([to.noun(each) for each in places])
        case _:
            told = to.value(node.position)
    return to.phrase("remember" if isinstance(node, s.RememberLine) else "forget", told)
