"""Positions: values that are remembered together, to tell whether things stood like this before."""

from __future__ import annotations

from ...program import ir
from ...program.positions import words
from ..diagnostics import shared
from ..diagnostics.diagnostic import meant
from ..diagnostics.report import error, warning
from ..sentences import syntax as s
from ..sentences.walk import each
from ..symbols.symbols import MemorySymbol, PlaceSymbol, Symbols, ZoneSymbol
from ..text.document import Document
from ..text.fields import Fields, Findings, describe, mapping, one_or_more, pairs, text
from ..text.nodes import Mapping, Node, Pair
from .constants import claim, constant, elements, extents


def declare_positions(document: Document, game: Symbols, findings: Findings) -> None:
    """Declare the positions. Mistakes are added to *findings*."""
    for pair in pairs(document.get("positions"), "positions by name", findings):
        with game.declaring(pair.key.text, findings):
            if claim(pair.key, game, findings, "a position"):
                _position(pair, document, game, findings)


def _position(pair: Pair, document: Document, game: Symbols, findings: Findings) -> None:
    name = pair.key.text
    fields = Fields(mapping(pair.value, "what is remembered: `of:` and more"), f"the position `{name}`", findings)
    of, per, at_most = fields.need("of"), fields.get("per"), fields.get("at most")
    fields.finish()
    named = _named(name, of, game)
    indices = extents(one_or_more(per), game, findings) if per is not None else ()
    most = _most(name, pair, at_most, document, game, findings)
    places = [game.ir_places[symbol.index] for symbol in named]
    width = words(places)
    length = 1 + most * width
    span = pair.key.span if at_most is None else at_most.span
    many = f"{most:,} position" + ("" if most == 1 else "s")
    game.spent.take_slots(elements(indices) * length, f"`{name}`, with up to {many},", span)
    base = game.reserve((0,) * (elements(indices) * length))
    scaled = tuple(ir.Extent(one.domain, one.low, one.size, one.stride * length) for one in indices)
    numbers = tuple(symbol.index for symbol in named)
    game.symbols[name] = MemorySymbol(len(game.ir_memories), name, tuple(symbol.name for symbol in named), scaled, pair.key.span)
    game.ir_memories.append(ir.Memory(game.words(name), numbers, base, scaled, width, most))


def _named(name: str, of: Node, game: Symbols) -> list[PlaceSymbol]:
    """The values that a position is made of, in the order in which they are named. Raises DiagnosticError."""
    found: list[PlaceSymbol] = []
    for item in one_or_more(of):
        if isinstance(item, Mapping):
            raise error(
                "not-names-to-remember", item.span, f"expected names of variables, scores and pieces, found {describe(item)}"
            )
        word = text(item, "the name of a variable, a score or a piece")
        symbol = game.symbols.get(word.text)
        if isinstance(symbol, ZoneSymbol):
            message = f"`{word.text}` is a zone: a position is made of variables, scores and pieces"
            raise error("wrong-type", item.span, message, help="keep in a variable what counts")
        if not isinstance(symbol, PlaceSymbol):
            known = [each for each, one in game.symbols.items() if isinstance(one, PlaceSymbol)]
            unknown = error(
                "unknown-name", item.span, f"there is no variable, score or piece `{word.text}`", help=meant(word.text, known)
            )
            raise game.missed(word.text, unknown)
        if symbol in found:
            raise error("duplicate-name", item.span, f"`{word.text}` stands here twice")
        if game.ir_places[symbol.index].sight is not ir.Visibility.EVERYONE:
            message = f"not everyone sees `{word.text}`: what is remembered is known to all"
            raise error("hidden-value", item.span, message, help="remember what everyone sees")
        found.append(symbol)
    if not found:
        raise error(
            "nothing-remembered", of.span, f"nothing is named that `{name}` would remember", help="for example `of: [man, side]`"
        )
    return found


def _most(name: str, pair: Pair, at_most: Node | None, document: Document, game: Symbols, findings: Findings) -> int:
    """How many positions can be remembered: as `at most:` says, else one for each decision and one for the start."""
    if at_most is not None:
        most = constant(at_most, "a number of positions", game, findings)
        if most < 1:
            raise error("no-position-remembered", at_most.span, f"at least 1 position is remembered, found {most}")
        return most
    longest = document.get("longest")
    decisions = longest.pairs if isinstance(longest, Mapping) else ()
    for each_of in decisions:
        if each_of.key.text == "decisions":
            return max(1, constant(each_of.value, "a number of decisions", game, Findings()) + 1)
    raise shared.missing_room(name, pair.key.span)


def never_remembered(game: Symbols, findings: Findings) -> None:
    """Warn of positions that no sentence remembers."""
    told = [line.position for phase in game.phases.values() for line in each(phase.body) if isinstance(line, s.RememberLine)]
    names = {place.name for place in told if isinstance(place, s.Name | s.Element)}
    for name, symbol in game.symbols.items():
        if isinstance(symbol, MemorySymbol) and name not in names:
            help_ = f"write `remember {name}` where it stands"
            findings.tell(warning("never-remembered", symbol.span, f"the position `{name}` is never remembered", help=help_))
