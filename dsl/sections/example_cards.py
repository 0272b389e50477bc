"""Reads the cards that worked examples give to zones, expect in them, or expect to be known."""

from __future__ import annotations

import re
from collections.abc import Iterator

from attrs import evolve, frozen

from ...program import ir
from ...program.span import Span
from ..declarations.by_element import element_value, instances
from ..diagnostics.diagnostic import DiagnosticError, meant
from ..diagnostics.report import amount, error
from ..expressions.elaborate import Elaborator
from ..symbols.symbols import Symbols, ZoneSymbol
from ..text.fields import sequence, text, whole
from ..text.nodes import Node, Scalar

TIMES = re.compile(r"(.*\S)\s*(?:×|\sx\s)\s*(\d+)")
"""Several equal cards in a list: `plain × 12`, `plain x 12`."""


@frozen
class Laid:
    """One instance of a zone with the cards that an example lists for it, the top one first: its first slot, and its cards."""

    symbol: ZoneSymbol
    base: int
    cards: list[int]
    span: Span


def laid(symbol: ZoneSymbol, node: Node, game: Symbols, read: Elaborator) -> Iterator[Laid]:
    """Each instance of a zone that *node* names, with its cards. Raises DiagnosticError."""
    copies = game.ir_decks[symbol.deck.index].copies
    named: set[int] = set()
    for base, listed in _zones("the cards", symbol, node, game, read):
        cards: list[int] = []
        for word, times in _listed(listed, "a list of cards", symbol, game):
            card = element_value(word, symbol.deck.domain.type(), read)
            if card == ir.NOTHING:
                raise error("nothing-for-a-card", word.span, "expected a card, found `nothing`", help="an empty zone is `[]`")
            cards += [card] * times
            if cards.count(card) > copies[card]:
                raise _lacking(symbol, card, word.span)
        if base in named:
            raise error("duplicate-name", listed.span, f"the cards of this `{symbol.name}` are listed twice")
        named.add(base)
        yield Laid(symbol, base, cards, listed.span)


def _zones(what: str, symbol: ZoneSymbol, node: Node, game: Symbols, read: Elaborator) -> Iterator[tuple[int, Node]]:
    """The first slot of each instance of a zone that *node* names, and what is written there; *what* is expected of it."""
    return instances(f"{what} of `{symbol.name}`", symbol.extents, game.ir_zones[symbol.index].base, node, read)


def _listed(node: Node, what: str, symbol: ZoneSymbol, game: Symbols) -> Iterator[tuple[Scalar, int]]:
    """The cards in a list, each with how many of them there are. Raises DiagnosticError."""
    labels = {label.plain for label in symbol.deck.domain.ir.labels}
    most = sum(game.ir_decks[symbol.deck.index].copies)
    count = 0
    for item in sequence(node, what):
        word = text(item, "a card")
        several = None if word.text.strip() in labels else TIMES.fullmatch(word.text.strip())
        times = 1 if several is None else whole(several[2]) or 0
        count += times
        if count > most:
            raise error(
                "too-many-cards-given",
                word.span,
                f"the deck `{symbol.deck.name}` has {amount(most, 'card')}, and here {'is' if count == 1 else 'are'} {count}",
            )
        yield (word if several is None else evolve(word, text=several[1])), times


def _lacking(symbol: ZoneSymbol, card: int, span: Span) -> DiagnosticError:
    label = symbol.deck.domain.ir.labels[card].plain
    return error("card-given-too-often", span, f"there are not so many cards `{label}` in the deck `{symbol.deck.name}`")


def lay_out(filled: list[Laid], game: Symbols) -> None:
    """Put the cards into the zones that the example names.

    These zones are emptied first. Their new cards come from the cards so removed, then from the other zones of the deck.
    """
    aside: dict[tuple[int, int], int] = {}
    for each in filled:
        kinds = each.symbol.deck.domain.size
        for kind in range(kinds):
            key = (each.symbol.deck.index, kind)
            aside[key] = aside.get(key, 0) + game.start[each.base + 1 + kind]
        game.start[each.base : each.base + 1 + kinds] = (0,) * (1 + kinds)
    taken = {each.base for each in filled}
    for each in filled:
        for card in each.cards:
            _take(each, card, aside, taken, game)
        _lay(each, game)


def _take(laid: Laid, card: int, aside: dict[tuple[int, int], int], given: set[int], game: Symbols) -> None:
    key = (laid.symbol.deck.index, card)
    if aside.get(key):
        aside[key] -= 1
        return
    homes = sorted(_instances(laid.symbol, game), key=lambda base: _owner_at(base, game) != _owner_at(laid.base, game))
    source = next((base for base in homes if base not in given and game.start[base + 1 + card]), None)
    if source is None:
        raise _lacking(laid.symbol, card, laid.span)
    game.start[source] -= 1
    game.start[source + 1 + card] -= 1


def _owner_at(base: int, game: Symbols) -> int | None:
    """The seat that owns the zone with this first slot; None when nobody does."""
    for zone in game.ir_zones:
        if zone.owner is not None and zone.base <= base < zone.base + zone.extents[0].size * zone.extents[0].stride:
            return index(zone.extents, base - zone.base)[zone.owner]
    return None


def _lay(laid: Laid, game: Symbols) -> None:
    """Put the cards into their zone: in their order if the zone keeps one, or else loose."""
    zone, base, count = game.ir_zones[laid.symbol.index], laid.base, len(laid.cards)
    game.start[base] = count
    ordered = base + 1 + zone.kinds
    row = [card + 1 for card in laid.cards]
    if zone.top_capacity:
        game.start[ordered : ordered + 1 + count] = [count, *reversed(row)]
    elif zone.bottom_capacity:
        game.start[ordered : ordered + 1 + count] = [count, *row]
    else:
        for card in laid.cards:
            game.start[base + 1 + card] += 1


def _instances(symbol: ZoneSymbol, game: Symbols) -> Iterator[int]:
    """The first slots of all zones for cards of the same deck."""
    for zone in game.ir_zones:
        if zone.deck == symbol.deck.index:
            count = zone.extents[0].size * zone.extents[0].stride // zone.length if zone.extents else 1
            for at in range(count):
                yield zone.base + at * zone.length


def index(extents: tuple[ir.Extent, ...], offset: int) -> tuple[int, ...]:
    """The indices of the instance whose first slot is *offset* behind that of the first instance."""
    found = []
    for extent in extents:
        at, offset = divmod(offset, extent.stride)
        found.append(extent.low + at)
    return tuple(found)


def known(
    symbol: ZoneSymbol, node: Node, game: Symbols, read: Elaborator
) -> Iterator[tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]]:
    """The indices of each instance of a zone that *node* names, and the kinds that each of its cards can be. Raises
    DiagnosticError.
    """
    first = game.ir_zones[symbol.index].base
    for base, listed in _zones("what is known", symbol, node, game, read):
        cards: list[tuple[int, ...]] = []
        for words, times in _listed(listed, "a list, card by card, such as `[blue, not blue]`", symbol, game):
            cards += [_kinds(words, symbol, game)] * times
        yield index(symbol.extents, base - first), tuple(cards)


def _kinds(item: Scalar, symbol: ZoneSymbol, game: Symbols) -> tuple[int, ...]:
    """The kinds that `blue`, `not blue`, `blue and not 3` or the name of a card leave; `anything` leaves all."""
    left = [kind for kind, count in enumerate(game.ir_decks[symbol.deck.index].copies) if count]
    if item.text.strip() == "anything":
        return tuple(left)
    for part in item.text.split(" and "):
        word = part.strip().removeprefix("not ")
        kinds = _kinds_called(word, item, symbol, game)
        left = [kind for kind in left if (kind in kinds) is not part.strip().startswith("not ")]
    if not left:
        raise error("unknown-name", item.span, f"no card of `{symbol.deck.name}` is `{item.text}`")
    return tuple(left)


def _kinds_called(word: str, item: Scalar, symbol: ZoneSymbol, game: Symbols) -> tuple[int, ...]:
    """The kinds of card that have this name, or on which this is printed."""
    labels = [label.plain for label in symbol.deck.domain.ir.labels]
    if word in labels:
        return (labels.index(word),)
    found: list[tuple[int, ...]] = []
    known = [*labels]
    for _, domain, table in game.ir_decks[symbol.deck.index].attributes:
        words = [str(value) if domain is None else game.domains[domain].ir.label(value) for value in table]
        known += [each for each in words if each not in known]
        if word in words:
            found.append(tuple(kind for kind, each in enumerate(words) if each == word))
    if len(found) > 1:
        raise error("ambiguous-name", item.span, f"`{word}` is printed on these cards in several senses", help="name the card")
    if not found:
        raise error(
            "unknown-name", item.span, f"nothing called `{word}` is printed on `{symbol.deck.name}`", help=meant(word, known)
        )
    return found[0]
