"""Tells sets, what runs over them, and one value out of many."""

from __future__ import annotations

from ...program.span import NOWHERE
from ..sentences import syntax as s
from ..sentences.walk import parts
from ..symbols.symbols import BoardSymbol, FunctionSymbol, PlaceSymbol, ZoneSymbol
from ..symbols.types import Kind, Type
from .nouns import an
from .telling import Telling, Told

GROUPS = {"players": "player", "seats": "seat", "automas": "automa"}
"""The groups of seats, and what their elements are."""

GIVES = {
    "neighbours": "space",
    "ray": "space",
    "between": "space",
    "lines": "line",
    "directions": "direction",
    "step": "space",
    "at": "space",
    "top": "card",
    "bottom": "card",
    "next": "player",
    "previous": "player",
}
"""What the functions of the language give."""


def kind_of(to: Telling, node: s.Expression) -> str:
    """The kind of the elements of a set, or of a value."""
    return _kind(to, node, 0)


def _kind(to: Telling, node: s.Expression, depth: int) -> str:
    if depth > 8:
        return "value"
    match node:
        case s.Name(name=name) | s.Element(name=name):
            return _named(to, name, depth)
        case s.Invoke(name=name):
            function = to.function(name)
            return GIVES.get(name, "number") if function is None else _kind(to, to.body(function), depth + 1)
        case s.Where(kind=kind):
            return kind
        case s.Connected():
            return "space"
        case s.Choice(then=inner) | s.Naming(body=inner) | s.UpTo(among=inner) | s.AllOf(value=inner) | s.SubsetsOf(among=inner):
            return _kind(to, inner, depth + 1)
        case s.Calculate(left=left):
            return _kind(to, left, depth + 1)
        case s.Items(items=items) if items:
            return _kind(to, items[0], depth + 1)
        case s.FirstOf(binder=binder):
            return bound_kind(to, binder)
        case s.Attribute(name=name):
            return next((_of_type(to, each.printed[name].type) for each in to.game.domains if name in each.printed), "number")
        case s.FromTo() | s.Numeral() | s.Sum() | s.Count() | s.Extreme():
            return "number"
        case _:
            return "value"


def _named(to: Telling, name: str, depth: int) -> str:
    if name in to.names:
        return to.names[name].kind
    if name in GROUPS:
        return GROUPS[name]
    if name in to.game.kinds or name in to.game.decks:
        return name
    match to.game.symbols.get(name):
        case ZoneSymbol():
            return "card"
        case BoardSymbol():
            return "space"
        case FunctionSymbol() as function:
            return _kind(to, to.body(function), depth + 1)
        case PlaceSymbol(type=held):
            return _of_type(to, held)
        case _:
            found = to.game.constants.get(name)
            return _of_type(to, found[0][1]) if found else "value"


def _of_type(to: Telling, held: Type) -> str:
    if held.kind is not Kind.ELEMENT or held.domain is None:
        return "number"
    domain = to.game.domains[held.domain]
    return {"a seat": "player", "a card": "card", "a space": "space", "a direction": "direction", "a line": "line"}.get(
        domain.sort.value, domain.name
    )


def bound_kind(to: Telling, binder: s.Binder) -> str:
    """The kind of what runs over a set."""
    if binder.kind is not None:
        return binder.kind
    if isinstance(binder.among, s.Name) and binder.among.name in to.names and to.names[binder.among.name].kind == "line":
        return "space"
    return "value" if binder.among is None else _kind(to, binder.among, 0)


# ------------------------------------------------------------------------------------------------------------ binders


def over(to: Telling, binder: s.Binder, where: s.Expression | None, several: bool = False) -> str:
    """What runs over a set, without an article: `card in the hand for which …`; the name is known from then on."""
    kind = bound_kind(to, binder)
    noun, among = to.kind(kind), _inside(to, binder)
    same = any(each.kind == kind for name, each in to.names.items() if name != binder.name)
    letter = len(binder.name) <= 2 and (kind == "number" or same)
    to.name(binder.name, kind)
    word = to.plural(noun) if several else noun
    others, rest = _others(to, binder.name, where)
    if others:
        to.names[binder.name] = Told(to.phrase("that one", noun), kind)
    if others and rest is None and not several and among is None:
        return to.phrase("other bare", word)
    if letter and not others:
        word = f"{word} {binder.name}"
    if others:
        word = to.phrase("other bare plural" if several else "other bare", word)
    found = word if among is None else _those(to, word, among)
    if rest is None:
        return found
    having = _having(to, rest, binder.name)
    if having is not None:
        return to.phrase("with bare", found, having)
    if not any(isinstance(part, s.Name) and part.name == binder.name for part in parts(rest)):
        return to.phrase("in case", found, to.condition(rest))
    if kind in ("player", "seat"):
        clause = to.subject(rest, binder.name, to.phrase("who"))
        return to.phrase("where who", found, to.condition(rest)) if clause is None else to.phrase("bare", found, clause)
    return to.phrase("where", found, to.condition(rest))


def _others(to: Telling, name: str, where: s.Expression | None) -> tuple[bool, s.Expression | None]:
    """Whether a condition says that it is not a player named before (`q != p`), and the rest of the condition."""
    match where:
        case s.Compare(parts=(s.Name(name=one), s.Name(name=other)), relations=("!=",)) if name in (one, other):
            return (one in to.names and other in to.names), None
        case s.Logic(conjunction=True, parts=(first, *rest)):
            others, left = _others(to, name, first)
            if others and left is None:
                return True, rest[0] if len(rest) == 1 else s.Logic(True, tuple(rest), where.span)
    return False, where


def _inside(to: Telling, binder: s.Binder) -> tuple[str, str] | None:
    """How the set behind a binder is told, and the set; None where the noun says it all."""
    node = binder.among
    if node is None or (isinstance(node, s.Name) and (node.name in GROUPS or node.name in to.game.kinds)):
        return None
    match node:
        case s.FromTo(low=low, high=high):
            return "bare", to.phrase("ranging", to.value(low), to.value(high))
        case s.Name(name=name) | s.Element(name=name) if isinstance(to.game.symbols.get(name), ZoneSymbol):
            return "in", to.value(node)
        case s.Name(name=name) if isinstance(to.game.symbols.get(name), BoardSymbol):
            single = len(to.game.boards) == 1
            return None if single else ("of", to.value(node))
        case _:
            return "among", to.elements(node)


def _those(to: Telling, word: str, among: tuple[str, str]) -> str:
    """`cards in the hand`; of a set that is told as `the cards in front of Ben` these words alone."""
    bare = to.bare(among[1])
    return bare if bare.startswith(word + " ") and word == to.plural(to.kind("card")) else to.phrase(among[0], word, among[1])


def _having(to: Telling, node: s.Expression, name: str) -> str | None:
    """`colour red and value 2`, where a condition says only what is printed on the thing of that name; else None."""
    if isinstance(node, s.Logic) and node.conjunction:
        several = [_having(to, part, name) for part in node.parts]
        told = [each for each in several if each is not None]
        return to.joined(told) if len(told) == len(several) else None
    match node:
        case s.Compare(parts=(s.Attribute(of=s.Name(name=on), name=printed, key=None), other), relations=("=" | "is",)) if (
            on == name and not isinstance(other, s.Nothing)
        ):
            given = to.value(other)
            return to.phrase("bare" if to.bare(given) == given else "printed as", to.noun(printed), given)
    return None


having = _having

# --------------------------------------------------------------------------------------------------------------- sets


def elements(to: Telling, node: s.Expression) -> str:
    """A set as a noun with its article."""
    match node:
        case s.Name(name=name) if name not in to.names:
            return _named_set(to, name)
        case s.Items(items=items):
            return to.joined([to.value(each) for each in items]) if items else to.phrase("empty set")
        case s.FromTo(low=low, high=high):
            return to.phrase("from to", to.value(low), to.value(high))
        case s.Where(kind=kind, name=name, test=test):
            with to.scope():
                return to.phrase("all of kind", over(to, s.Binder(kind, name, None, node.span), test, several=True))
        case s.Element(name=name) if isinstance(to.game.symbols.get(name), ZoneSymbol):
            return to.phrase("cards in", to.value(node))
        case s.Connected(begin=begin, name=name, test=test):
            with to.scope():
                to.name(name, "space")
                return to.phrase("connected", to.value(begin), name, to.condition(test))
        case s.AllOf(value=inner, binder=binder, where=where):
            with to.scope():
                each = over(to, binder, where)
                return to.phrase("all of", to.value(inner), to.phrase("every one", each))
        case s.UpTo(among=among, name=name, test=test):
            with to.scope():
                kind = to.kind_of(among)
                to.name(name, kind)
                return to.phrase("up to", elements(to, among), to.kind(kind), to.condition(test))
        case s.SubsetsOf():
            return _subsets(to, node)
        case s.Invoke(name=name) if to.function(name) is None:
            return _built_in(to, node)
        case s.Calculate(left=left, right=right):
            return to.joined([elements(to, left), elements(to, right)])
        case s.Choice(then=then, test=test, otherwise=otherwise) if to.truth(test) is not None:
            return elements(to, then if to.truth(test) else otherwise)
        case s.Choice(then=then, test=test, otherwise=otherwise):
            return to.phrase("choice", elements(to, then), to.condition(test), elements(to, otherwise))
        case s.Naming(name=name, value=inner, body=body):
            with to.scope():
                told = to.value(inner)
                given = to.name(name, to.kind_of(inner)).text
                return to.phrase("naming", given, told, elements(to, body))
        case _:
            return to.value(node)


def _named_set(to: Telling, name: str) -> str:
    if name == "leaders":
        return to.phrase("leaders")
    if name in GROUPS:
        return to.the(to.plural(to.kind(GROUPS[name])))
    match to.game.symbols.get(name):
        case ZoneSymbol():
            return to.phrase("cards in", to.the(to.noun(name)))
        case BoardSymbol():
            return to.phrase("spaces of", to.the(to.noun(name)))
        case PlaceSymbol() | FunctionSymbol():
            return to.value(s.Name(name, NOWHERE))
        case _ if name in to.game.kinds:
            return to.the(to.plural(to.kind(name)))
        case _:
            return to.the(to.noun(name))


def _subsets(to: Telling, node: s.SubsetsOf) -> str:
    if node.sizes is None:
        return to.phrase("subsets", elements(to, node.among))
    low, high = node.sizes
    many = str(low) if low == high else to.phrase("from to", low, high)
    if node.member is None or node.where is None:
        return to.phrase("different", many, elements(to, node.among))
    with to.scope():
        binder = s.Binder(None, node.member[0], node.among, node.span)
        return to.phrase("different", many, over(to, binder, node.where, several=True))


def _built_in(to: Telling, node: s.Invoke) -> str:
    given = [to.value(each) for each in node.arguments]
    match node.name:
        case "neighbours" | "lines" | "directions" | "between":
            return to.phrase(node.name, *given)
        case "ray":
            return to.phrase("ray" if len(given) == 2 else "ray all", *given)
        case "top" | "bottom":
            return to.phrase(f"{node.name} n", *given)
        case name if name in to.game.symbols:
            return to.value(node)
        case name:
            return to.phrase("call", to.the(to.noun(name)), ", ".join(given))


def choice_from(to: Telling, node: s.Expression) -> str:
    """What one thing is chosen from: `a card in the hand`, `a number from 1 to 7`, `red, green or blue`."""
    noun = to.kind(to.kind_of(node))
    match node:
        case s.FromTo(low=low, high=high):
            return to.phrase("a number", to.value(low), to.value(high))
        case s.Name(name=name) if name in to.game.kinds and name not in ("player", "seat"):
            domain = to.game.kinds[name].element.domain
            labels = (
                [] if domain is None else [each.say(to.spoken).replace("_", " ") for each in to.game.domains[domain].ir.labels]
            )
            return to.joined(labels, "or") if 0 < len(labels) <= 8 else an(noun, to.language)
        case s.Name(name=name) if name in GROUPS:
            return an(noun, to.language)
        case s.Items(items=items):
            return to.joined([to.value(each) for each in items], "or")
        case s.Name(name=name) | s.Element(name=name) if isinstance(to.game.symbols.get(name), ZoneSymbol):
            return to.phrase("from", an(noun, to.language), to.value(node))
        case s.Name(name=name) if isinstance(to.game.symbols.get(name), BoardSymbol):
            return to.phrase("of", an(noun, to.language), to.value(node))
        case s.SubsetsOf():
            return elements(to, node)
        case _:
            return to.phrase("from among", an(noun, to.language), elements(to, node))


# ---------------------------------------------------------------------------------------------------- one out of many


def aggregate(to: Telling, node: s.Sum | s.Count | s.Extreme | s.FirstOf) -> str:
    """One value out of many, as a noun with its article."""
    with to.scope():
        match node:
            case s.Count():
                return to.phrase("number of", over(to, node.binder, node.where, several=True))
            case s.Sum():
                return _sum(to, node)
            case s.Extreme():
                return _extreme(to, node)
            case s.FirstOf():
                return _first(to, node)


def _sum(to: Telling, node: s.Sum) -> str:
    match node.value:
        case s.Attribute(of=s.Name(name=name), name=printed, key=None) if name == node.binder.name:
            each = over(to, node.binder, node.where, several=True)
            return to.phrase("sum printed", to.noun(printed), to.the(each))
    each = to.phrase("every one", over(to, node.binder, node.where))
    named = sum(1 for part in parts(node.value) if isinstance(part, s.Name) and part.name == node.binder.name)
    if named == 1 and not isinstance(node.value, s.Calculate):
        to.names[node.binder.name] = Told(each, bound_kind(to, node.binder))
        told = to.value(node.value)
        return told if isinstance(node.value, s.CountOf) else to.phrase("sum of each", told)
    return to.phrase("sum", to.value(node.value), each)


def _extreme(to: Telling, node: s.Extreme) -> str:
    each = over(to, node.binder, node.where, several=True)
    rank = to.phrase("highest" if node.highest else "lowest")
    if node.rank > 1:
        rank = to.phrase(f"rank {node.rank}", rank)
    found = to.phrase("extreme", _plain(to, node), each, rank)
    if node.distinct:
        found = to.phrase("distinct", found)
    return _or_else(to, found, node.otherwise)


def _or_else(to: Telling, found: str, otherwise: s.Expression | None) -> str:
    told = to.phrase("nothing") if otherwise is None else to.value(otherwise)
    return found if told == to.phrase("nothing") else to.phrase("else", found, told)


def _plain(to: Telling, node: s.Extreme) -> str:
    """The noun for what is compared: `points` where those of each are compared."""
    match node.value:
        case s.Element(name=name, indices=(s.Name(name=index),)) if index == node.binder.name:
            return to.noun(name)
        case s.Attribute(of=s.Name(name=on), name=printed, key=None) if on == node.binder.name:
            return to.noun(printed)
        case s.Invoke(name=name, arguments=(s.Name(name=given),)) if given == node.binder.name and to.function(name):
            to.met.setdefault(name)
            return to.noun(name)
        case _:
            return to.phrase("of this", to.value(node.value))


def _first(to: Telling, node: s.FirstOf) -> str:
    seats = bound_kind(to, node.binder) in ("player", "seat")
    each = over(to, node.binder, node.where)
    if len(node.keys) == 1:
        key = node.keys[0]
        found = to.phrase("most" if key.highest else "least", to.the(each), to.value(key.value))
    elif node.keys:
        found = to.phrase("ordered", to.phrase("first", each), keys(to, node.keys))
    else:
        found = to.phrase("the one" if seats and node.where is not None else "first", each)
    return _or_else(to, found, node.otherwise)


def keys(to: Telling, found: tuple[s.SortKey, ...]) -> str:
    """What something is sorted by."""
    told = ""
    for key in found:
        one = to.phrase("key highest" if key.highest else "key lowest", to.value(key.value))
        told = to.phrase("then", told, one) if told else one
    return told
