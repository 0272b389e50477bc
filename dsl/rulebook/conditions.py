"""Tells conditions as clauses, and their contraries."""

from __future__ import annotations

from typing import assert_never

from ...program import ir
from ..sentences import syntax as s
from ..symbols.symbols import FunctionSymbol, PlaceSymbol, ZoneSymbol
from ..symbols.types import Kind
from .nouns import an, listed
from .sets import having, over
from .telling import Telling
from .values import quoted_name

CONTRARY = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


def condition(to: Telling, node: s.Expression, negated: bool = False) -> str:
    """A condition as a clause, or its contrary."""
    holds = to.truth(node)
    if holds is not None:
        return to.phrase("always" if holds is not negated else "never")
    match node:
        case s.Logic():
            return _logic(to, node, negated)
        case s.Contrary(value=inner):
            return condition(to, inner, not negated)
        case s.Compare():
            return _comparison(to, node, negated)
        case s.Belongs(value=inner, among=among, negated=contrary):
            return _belongs(to, inner, among, contrary is not negated)
        case s.Quantified():
            return _quantified(to, node, negated)
        case s.After(call=call, test=test):
            done = to.wording(call.name, [to.value(each) for each in call.arguments]) or call.name
            return to.phrase("after", done, condition(to, test, negated))
        case s.OptionsOf(call=call, counted=False):
            return to.phrase("impossible" if negated else "possible", call.name)
        case s.Name(name=name) | s.Element(name=name) | s.Invoke(name=name):
            return _named(to, node, name, negated)
        case s.Choice(then=then, test=test, otherwise=otherwise) if to.truth(test) is not None:
            return condition(to, then if to.truth(test) else otherwise, negated)
        case s.Choice():
            told = to.phrase("if so", condition(to, node.then), condition(to, node.test), condition(to, node.otherwise))
            return to.phrase("not", told) if negated else told
        case s.Naming(name=name, value=inner, body=body):
            with to.scope():
                told, given = to.value(inner), quoted_name(to, name)
                to.name(name, to.kind_of(inner), to.is_condition(inner))
                return to.phrase("naming", given, told, condition(to, body, negated))
        case (
            s.Numeral() | s.Quoted() | s.Nothing() | s.Truth() | s.Attribute() | s.Items() | s.Negative() | s.Calculate()
            | s.Half() | s.CountOf() | s.FromTo() | s.Sum() | s.Count() | s.Extreme() | s.FirstOf() | s.Where() | s.Connected()
            | s.OptionsOf() | s.TimesRemembered() | s.SubsetsOf() | s.AllOf() | s.UpTo()
        ):  # fmt: skip
            return to.phrase("not holds" if negated else "holds", to.value(node))
        case _:
            assert_never(node)


def _logic(to: Telling, node: s.Logic, negated: bool) -> str:
    parts = [part for part in node.parts if to.truth(part) is None]
    joined = to.phrase("and" if node.conjunction is not negated else "or")
    told = [_bracketed(to, part, negated, node) for part in parts]
    return listed(told, joined) if len(told) < 3 else f"{', '.join(told[:-1])}, {joined} {told[-1]}"


def _bracketed(to: Telling, part: s.Expression, negated: bool, around: s.Logic) -> str:
    told = condition(to, part, negated)
    inside = part.value if isinstance(part, s.Contrary) else part
    return f"({told})" if isinstance(inside, s.Logic) and len(around.parts) > 1 else told


# -------------------------------------------------------------------------------------------------------- comparisons


def _comparison(to: Telling, node: s.Compare, negated: bool) -> str:
    if len(node.parts) == 3 and all(each in ("<=", "<") for each in node.relations) and not negated:
        low, middle, high = node.parts
        if node.relations == ("<=", "<="):
            return to.phrase("within", to.value(middle), to.value(low), to.value(high))
    pairs = [
        _pair(to, left, relation, right, negated)
        for left, relation, right in zip(node.parts, node.relations, node.parts[1:], strict=False)
    ]
    return listed(pairs, to.phrase("or" if negated else "and"))


def _pair(to: Telling, left: s.Expression, relation: str, right: s.Expression, negated: bool) -> str:
    how = {"is": "=", "is not": "!="}.get(" ".join(relation.split()), relation)
    how = CONTRARY[how] if negated else how
    if isinstance(right, s.Nothing) and how in ("=", "!="):
        return _missing(to, left, how == "=")
    special = _cards(to, left, how, right) or _parity(to, left, how, right) or _borne(to, left, how, right)
    special = special or _standing(to, left, how, right)
    if special:
        return special
    if isinstance(right, s.Truth) and how in ("=", "!="):
        return condition(to, left, right.value is not (how == "="))
    subject = to.value(left)
    return to.agree(subject, to.phrase(how, subject, to.value(right)))


def _missing(to: Telling, node: s.Expression, missing: bool) -> str:
    """`disc[x] = nothing`, `owner(h) = nothing`, or the contrary."""
    match node:
        case s.Name(name=name) | s.Element(name=name) | s.Invoke(name=name) if isinstance(
            to.game.symbols.get(name), PlaceSymbol | FunctionSymbol
        ):
            bare = to.bare(to.value(node))
            return to.phrase("none", bare) if missing else to.phrase("some", bare, an(bare, to.language))
        case _:
            return to.phrase("lacking" if missing else "there", to.value(node))


def _cards(to: Telling, left: s.Expression, how: str, right: s.Expression) -> str:
    """`count(hand[me]) = 0`, `> 0`, `>= 1`: no cards, or some."""
    match left, right:
        case s.Invoke(name="count", arguments=(s.Name(name=zone) | s.Element(name=zone) as of,)), s.Numeral(value=number):
            if isinstance(to.game.symbols.get(zone), ZoneSymbol):
                if (how, number) in (("=", 0), ("<=", 0), ("<", 1)):
                    return to.phrase("empty", to.value(of))
                if (how, number) in ((">", 0), (">=", 1), ("!=", 0)):
                    return to.phrase("not empty", to.value(of))
    return ""


def _parity(to: Telling, left: s.Expression, how: str, right: s.Expression) -> str:
    """`x mod 2 = 1`: odd."""
    match left, right:
        case s.Calculate(how="mod", left=number, right=s.Numeral(value=2)), s.Numeral(value=rest) if (
            how in ("=", "!=") and rest < 2
        ):
            return to.phrase("odd" if (rest == 1) is (how == "=") else "even", to.value(number))
    return ""


def _borne(to: Telling, left: s.Expression, how: str, right: s.Expression) -> str:
    """`disc[x] = me`: what stands on a space and belongs to a seat."""
    match left:
        case s.Element(name=name, indices=(space,)) if how in ("=", "!="):
            symbol = to.game.symbols.get(name)
            extents = to.extents(name)
            if isinstance(symbol, PlaceSymbol) and symbol.type.domain == 0 and to.is_space(extents[0].domain):
                owned = to.phrase("of", to.the(to.noun(name)), to.value(right))
                return to.phrase("bears" if how == "=" else "bears not", to.value(space), owned)
    return ""


def _standing(to: Telling, left: s.Expression, how: str, right: s.Expression) -> str:
    """`pawn[p] = at(course, 1, 0)`: a piece and the space that it stands on."""
    match left:
        case s.Element(name=name) | s.Name(name=name) if how in ("=", "!=") and name not in to.names:
            symbol = to.game.symbols.get(name)
            if isinstance(symbol, PlaceSymbol) and symbol.kind is ir.PlaceKind.PIECE:
                return to.phrase("stands" if how == "=" else "stands not", to.value(left), to.value(right))
    return ""


def _belongs(to: Telling, inner: s.Expression, among: s.Expression, negated: bool) -> str:
    match among:
        case s.Items(items=items) if items:
            told = to.joined([to.value(each) for each in items], "or")
            return to.phrase("is none of" if negated else "is one of", to.value(inner), told)
        case s.FromTo(low=low, high=high) if not negated:
            return to.phrase("within", to.value(inner), to.value(low), to.value(high))
        case _:
            return to.phrase("belongs not" if negated else "belongs", to.value(inner), to.elements(among))


# -------------------------------------------------------------------------------------------- quantifiers and names


def _quantified(to: Telling, node: s.Quantified, negated: bool) -> str:
    with to.scope():
        every, none = node.quantifier == "every", node.quantifier == "no"
        row = "" if every or node.where is not None else _row(to, node, none is not negated)
        if row:
            return row
        each = over(to, node.binder, node.where)
        one = to.phrase("every one" if every else "no single" if none is not negated else "some one", each)
        clause = None if every and negated else to.subject(node.test, node.binder.name, one)
        if clause is not None:
            return clause
        if every:
            told = to.phrase("every", to.phrase("every one", each), to.condition(node.test))
            return to.phrase("not", told) if negated else told
        contrary = none is not negated
        printed = having(to, node.test, node.binder.name)
        if printed is not None:
            some = each if contrary else an(each, to.language)
            return to.phrase("no has" if contrary else "any has", some, printed)
        if contrary:
            return to.phrase("no one", each, to.condition(node.test))
        return to.phrase("any", an(each, to.language), to.condition(node.test))


def _row(to: Telling, node: s.Quantified, contrary: bool) -> str:
    """`any l in lines(rack, 4) has every x in l has …`: a row of four spaces; "" for anything else."""
    match node.binder.among, node.test:
        case s.Invoke(name="lines", arguments=(_, number)), s.Quantified(quantifier="every", where=None) as inner:
            among = inner.binder.among
            if isinstance(among, s.Name) and among.name == node.binder.name:
                to.name(inner.binder.name, "space")
                return to.phrase("no row where" if contrary else "row where", to.value(number), to.condition(inner.test))
    return ""


def _named(to: Telling, node: s.Name | s.Element | s.Invoke, name: str, negated: bool) -> str:
    symbol = to.game.symbols.get(name)
    if isinstance(symbol, FunctionSymbol):
        return _called(to, symbol, node.arguments if isinstance(node, s.Invoke) else (), negated)
    if isinstance(symbol, PlaceSymbol) and symbol.type.kind is Kind.TRUTH:
        own = to.clause(name, [to.value(each) for each in node.indices] if isinstance(node, s.Element) else (), negated)
        if own is not None:
            return own
    told = "not holds" if negated else "holds"
    match node:
        case s.Element(indices=indices) if isinstance(symbol, PlaceSymbol) and symbol.type.kind is Kind.TRUTH:
            given = to.joined([to.value(each) for each in indices])
            return to.phrase(f"{told} for", quoted_name(to, name), given)
        case s.Name():
            return to.phrase(told, quoted_name(to, name))
        case _:
            return to.phrase(told, to.value(node))


def _called(to: Telling, function: FunctionSymbol, arguments: tuple[s.Expression, ...], negated: bool) -> str:
    to.met.setdefault(function.name)
    given = [to.value(each) for each in arguments]
    own = to.clause(function.name, given, negated)
    if own is not None:
        return own
    told = "not holds" if negated else "holds"
    spoken = quoted_name(to, function.name)
    return to.phrase(f"{told} for", spoken, to.joined(given)) if given else to.phrase(told, spoken)
