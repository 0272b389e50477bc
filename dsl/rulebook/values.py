"""Tells expressions that have a value, and calls of functions."""

from __future__ import annotations

from typing import assert_never

from ...program import ir
from ...program.span import NOWHERE
from ..sentences import syntax as s
from ..symbols.symbols import BoardSymbol, FunctionSymbol, MemorySymbol, PlaceSymbol, ZoneSymbol
from ..symbols.types import Kind
from .phrases import ATTRIBUTES, KINDS
from .telling import Telling


def value(to: Telling, node: s.Expression) -> str:
    """What an expression gives, as a noun with its article."""
    known = to.known(node)
    if known is not None:
        return known
    match node:
        case s.Numeral(value=number):
            return str(number)
        case s.Quoted(text=text):
            return text
        case s.Nothing():
            return to.phrase("nothing")
        case s.Name(name=name):
            return _name(to, name)
        case s.Element():
            return element(to, node)
        case s.Attribute():
            return _attribute(to, node)
        case s.Invoke():
            return invoke(to, node)
        case s.Negative(value=inner):
            return to.phrase("negative", value(to, inner))
        case s.Calculate():
            return _calculation(to, node)
        case s.Half(value=inner, up=up):
            return to.phrase("half up" if up else "half down", value(to, inner))
        case s.CountOf(value=inner, among=among):
            return to.phrase("count of", value(to, inner), to.elements(among))
        case s.Choice(then=then, test=test, otherwise=otherwise):
            holds = to.truth(test)
            if holds is not None:
                return value(to, then if holds else otherwise)
            return to.phrase("choice", value(to, then), to.condition(test), value(to, otherwise))
        case s.Naming(name=name, value=inner, body=body):
            with to.scope():
                told, given = value(to, inner), quoted_name(to, name)
                to.name(name, to.kind_of(inner), to.is_condition(inner))
                return to.phrase("naming", given, told, value(to, body))
        case s.TimesRemembered(position=position):
            return to.phrase("remembered", _memory(to, position))
        case s.OptionsOf(call=call, counted=True):
            return to.phrase("count options", call.name)
        case s.Sum() | s.Count() | s.Extreme() | s.FirstOf():
            return to.aggregate(node)
        case s.Items() | s.FromTo() | s.Where() | s.Connected() | s.AllOf() | s.UpTo() | s.SubsetsOf():
            return to.elements(node)
        case s.Truth() | s.Compare() | s.Belongs() | s.Logic() | s.Contrary() | s.Quantified() | s.After() | s.OptionsOf():
            return to.condition(node)
        case _:
            assert_never(node)


def quoted_name(to: Telling, name: str) -> str:
    """A name that a sentence gives, in quotation marks."""
    return to.quote(to.noun(name))


def _memory(to: Telling, node: s.Expression) -> str:
    match node:
        case s.Name(name=name) | s.Element(name=name):
            symbol = to.game.symbols.get(name)
            places = symbol.places if isinstance(symbol, MemorySymbol) else ()
            return to.joined([to.noun(each) for each in places])
        case _:
            return value(to, node)


def _name(to: Telling, name: str) -> str:
    if name in to.names:
        return to.names[name].text
    match to.game.symbols.get(name):
        case FunctionSymbol() as function:
            return _called(to, function, ())
        case ZoneSymbol() | PlaceSymbol() | BoardSymbol():
            return to.wording(name, ()) or to.the(to.noun(name))
        case _ if name in KINDS or name in to.game.kinds or name in ("players", "seats", "automas"):
            return to.elements(s.Name(name, NOWHERE))
        case _:
            return to.noun(name)


def element(to: Telling, node: s.Element) -> str:
    """`hand[me]`: the thing, and whose or where it is."""
    own = to.wording(node.name, [value(to, index) for index in node.indices])
    if own is not None:
        return own
    noun = to.noun(node.name)
    if len(node.indices) == 1 and isinstance(node.indices[0], s.Name) and node.indices[0].name == to.own != "":
        return to.phrase("own", noun, to.the(noun))
    return indexed(to, to.the(noun), node)


def indexed(to: Telling, noun: str, node: s.Element) -> str:
    """A noun with what stands in the brackets of an element."""
    extents = to.extents(node.name)
    if len(node.indices) == len(extents) == 1 and to.same(node.name, extents[0]):
        return value(to, node.indices[0])
    for at, index in enumerate(node.indices):
        extent = extents[at] if at < len(extents) else None
        joint = "of" if extent is None or extent.domain is None or extent.domain == 0 else "for"
        if extent is not None and to.on_space(extent):
            joint = "on"
        elif extent is not None and extent.domain is None:
            joint = "for"
        noun = to.phrase(joint, noun, value(to, index))
    return noun


def _attribute(to: Telling, node: s.Attribute) -> str:
    told = to.phrase("of", to.the(_attribute_noun(to, node.name)), value(to, node.of))
    return told if node.key is None else to.phrase("for", told, value(to, node.key))


def _attribute_noun(to: Telling, name: str) -> str:
    """What an attribute is called: by the ruleset, else by the page, where the shape of a board gives it."""
    shaped = ATTRIBUTES.get(name)
    translated = any(tongue in (to.spoken, "*") for tongue, _ in to.game.words(name).translations)
    return shaped[to.language] if shaped is not None and not translated else to.noun(name)


def _calculation(to: Telling, node: s.Calculate) -> str:
    names = {"+": "plus", "-": "minus", "*": "times", "div": "div", "mod": "mod", "/": "over"}
    left, right = to.known(node.left), to.known(node.right)
    if node.how == "+" and left == "0":
        return value(to, node.right)
    if node.how in "+-" and right == "0":
        return value(to, node.left)
    return to.phrase(names[node.how], _grouped(to, node.left), _grouped(to, node.right))


def _grouped(to: Telling, node: s.Expression) -> str:
    """A part of a calculation, in brackets where it would otherwise be read with what stands beside it."""
    told = value(to, node)
    plain = to.known(node) is not None or not isinstance(node, s.Calculate | s.Choice | s.Sum | s.Extreme | s.Count)
    return told if plain else f"({told})"


# ------------------------------------------------------------------------------------------------------- functions

BUILT_IN = frozenset(("player_number", "min", "max", "abs", "first_space", "last_space", "opposite"))


def invoke(to: Telling, node: s.Invoke) -> str:
    """What a function gives: one of the language in its phrase, one of the ruleset by its text or its name."""
    function = to.function(node.name)
    if function is not None:
        return _called(to, function, node.arguments)
    match node.name:
        case "count":
            return _count(to, node.arguments[0])
        case "next" | "previous":
            return _neighbour(to, node)
        case "top" | "bottom":
            name = node.name if len(node.arguments) == 1 else f"{node.name} n"
            return to.phrase(name, *(value(to, each) for each in node.arguments))
        case "step":
            return to.phrase("step", value(to, node.arguments[0]), value(to, node.arguments[1]))
        case "min" | "max":
            return to.phrase(node.name, to.joined([value(to, each) for each in node.arguments]))
        case "at":
            return _at(to, node)
        case name if name in BUILT_IN:
            return to.phrase(name, *(value(to, each) for each in node.arguments))
        case _:
            return to.elements(node)


def _at(to: Telling, node: s.Invoke) -> str:
    """`at(rack, column, row)`: a grid and lanes have names for what counts their spaces."""
    board = node.arguments[0]
    symbol = to.game.symbols.get(board.name) if isinstance(board, s.Name) else None
    across, along = value(to, node.arguments[1]), value(to, node.arguments[2])
    if not isinstance(symbol, BoardSymbol) or symbol.layout.shape not in (ir.Shape.GRID, ir.Shape.LANES):
        return to.phrase("at", value(to, board), across, along)
    first = _attribute_noun(to, "column" if symbol.layout.shape is ir.Shape.GRID else "lane")
    return to.phrase("at grid", _numbered(to, first, across), _numbered(to, _attribute_noun(to, "row"), along))


def _numbered(to: Telling, noun: str, told: str) -> str:
    """`column 3`; what says already that it is a column stays as it is."""
    return told if noun in told else to.phrase("numbered", noun, told)


def _count(to: Telling, node: s.Expression) -> str:
    match node:
        case s.Name(name=name) | s.Element(name=name) if isinstance(to.game.symbols.get(name), ZoneSymbol):
            return to.phrase("count", value(to, node))
        case s.Name(name=name) if name in to.game.decks:
            return to.phrase("count deck", to.noun(name))
        case _:
            return to.phrase("how many", to.elements(node))


def _neighbour(to: Telling, node: s.Invoke) -> str:
    one = node.arguments[0]
    if to.game.players == 2 and len(to.game.seats) == 2:
        mine = isinstance(one, s.Name) and to.names.get(one.name) is not None and one.name == "me"
        return to.phrase("next 2") if mine else to.phrase("opponent", value(to, one))
    return to.phrase(node.name, value(to, one))


def _called(to: Telling, function: FunctionSymbol, arguments: tuple[s.Expression, ...]) -> str:
    """A function of the ruleset, which is explained on the page once it was told."""
    to.met.setdefault(function.name)
    given = [value(to, each) for each in arguments]
    own = to.wording(function.name, given)
    if own is not None:
        return own
    noun = to.the(to.noun(function.name))
    if not given:
        return noun
    if len(given) == 1:
        return to.phrase("of", noun, given[0])
    return to.phrase("call", noun, ", ".join(given))


def holds_number(symbol: PlaceSymbol) -> bool:
    """Whether a declared value is a number."""
    return symbol.type.kind is Kind.NUMBER
