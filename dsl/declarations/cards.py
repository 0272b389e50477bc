"""Decks and the zones where their cards lie."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations, product

from attrs import evolve

from ...program import ir
from ...program.budgets import MOST_CARDS
from ...program.span import Span
from ..diagnostics import shared
from ..diagnostics.diagnostic import DiagnosticError, Guess, guess
from ..diagnostics.report import error, misspelt, warning
from ..expressions.elaborate import Elaborator
from ..expressions.sets import refill_of
from ..sentences import syntax as s
from ..sentences.parse import Start, parse, parse_expression
from ..sentences.walk import each, filled_by, parts, ways_of_cards
from ..symbols.other_names import zone_here
from ..symbols.symbols import SIZES, DeckSymbol, Sort, Symbols, ZoneSymbol
from ..symbols.types import Kind
from ..symbols.zone_kinds import ZONE_KINDS
from ..text.card_lines import COPIES, NAMED_BY, is_table
from ..text.document import Document
from ..text.fields import Fields, Findings, describe, mapping, one_or_more, pairs, sequence, text, whole
from ..text.files import CARDS_FROM
from ..text.nodes import Mapping, Node, Pair, Scalar, Sequence
from .attributes import Row, every_name, everything, nearly_alike, printed_columns, weight
from .card_labels import card_labels, plain, printed_beside
from .card_tables import Listed, changed, drawn, filed, table_cards
from .constants import calculated_ends, claim, constant, constant_range, elements, extents, owner, reader, sight

REFILLS_FROM = "refills from"
"""The key of a pile that says whose cards become the pile when it is empty."""


def declare_decks(document: Document, game: Symbols, findings: Findings) -> None:
    """Declare the decks: the kinds of card, and how many copies there are of each. Mistakes are added to *findings*."""
    for pair in pairs(document.get("decks"), "decks by name", findings):
        with game.declaring(pair.key.text, findings):
            if claim(pair.key, game, findings, "a deck"):
                _deck(pair, game, findings)


def _deck(pair: Pair, game: Symbols, findings: Findings) -> None:
    name = pair.key.text
    fields = Fields(mapping(pair.value, "what the deck is: `cards:` and more"), f"the deck `{name}`", findings)
    by_name = _by_name(fields, game)
    rows = _cards_of(fields, game, findings)
    game.spent.take_cards(sum(number for _, number in rows), pair.key.span)
    kinds: list[Row] = []
    copies: list[int] = []
    seen: dict[tuple[tuple[str, str], ...], int] = {}
    for row, number in rows:
        if not number:
            continue
        key = tuple(sorted((attribute, _print(node)) for attribute, node in row.items()))
        if key not in seen:
            seen[key] = len(kinds)
            kinds.append(row)
            copies.append(0)
        copies[seen[key]] += number
    total = fields.get("total")
    if total is not None and constant(total, "the number of cards", game, findings) != sum(copies):
        message = f"the cards listed are {sum(copies)}, not {describe(total)}"
        findings.tell(error("wrong-total", total.span, message, help="correct the total or the copies"))
    sets = _sets(fields, game)
    shown = fields.get("shown as") or by_name
    fields.get("starts in")
    fields.finish()
    if not kinds:
        raise error("empty-deck", pair.key.span, f"the deck `{name}` has no cards")
    domain = game.domain(name, Sort.CARD, (ir.Words(""),) * len(kinds))
    domain.printed = printed_columns(kinds, game, f"the cards of `{name}`", pair.key.span)
    nearly_alike(kinds, game, findings)
    symbol = DeckSymbol(len(game.ir_decks), name, domain, pair.key.span)
    game.decks[name] = symbol
    printed = tuple(
        (attribute, value.type.domain, game.tables[value.table])
        for attribute, value in domain.printed.items()
        if value.table is not None and value.keys is None and value.type.kind is not Kind.TRUTH
    )
    beside = printed_beside(shown, domain, game)
    game.ir_decks.append(ir.Deck(game.words(name), domain.index, tuple(count * sets for count in copies), printed, beside))
    domain.ir = ir.Domain(name, 0, card_labels(kinds, shown, domain, game, findings))
    labels = Counter(label.plain for label in domain.ir.labels)
    twice = next((label for label, count in labels.items() if count > 1), None)
    if twice is not None:
        findings.tell(
            error(
                "cards-alike",
                (shown or pair.key).span,
                f"two different cards would be written `{twice}`",
                help="tell them apart with `shown as:`",
            )
        )


def _by_name(fields: Fields, game: Symbols) -> Scalar | None:
    """The text by which cards are written that a column names; None where none does. Raises DiagnosticError."""
    column = fields.get(NAMED_BY)
    if not isinstance(column, Scalar):
        return None
    if column.text in game.refused:
        raise DiagnosticError(game.refused[column.text])
    words = f"{{{column.text}}}"
    return Scalar(words, words, True, column.span)


def _sets(fields: Fields, game: Symbols) -> int:
    scalar = fields.text("per", "`player` or `seat`")
    if scalar is None:
        return 1
    if scalar.text not in ("player", "seat"):
        raise error("owner-of-a-deck", scalar.span, f"expected `player` or `seat`, found `{scalar.text}`")
    return game.players if scalar.text == "player" else len(game.seats)


def _cards_of(fields: Fields, game: Symbols, findings: Findings) -> list[tuple[Row, int]]:
    """The attributes of each card of a deck, with its number of copies: from a table in a file, or as the ruleset lists them."""
    name = fields.text(CARDS_FROM, "the name of a table such as `cards.csv`")
    if name is None:
        return _cards(fields.need("cards"), game, findings)
    twice = fields.get("cards")
    if twice is not None:
        raise error("cards-twice", twice.span, f"the cards stand in `{name.text}` already")
    return _counted(table_cards(filed(name, game), game), game, findings)


def _cards(node: Node, game: Symbols, findings: Findings) -> list[tuple[Row, int]]:
    if isinstance(node, Scalar) and "\n" not in node.text:
        made = parse(text(node, "how the cards are made"), Start.MAKING)
        assert isinstance(made, s.Making)
        return [(row, 1) for row in _made(made, node.span, game)]
    match node:
        case Scalar():
            listed = table_cards(drawn(node, game), game)
        case Sequence() if is_table(node):
            listed = table_cards(changed(node), game)
        case _:
            listed = _listed(node)
    return _counted(listed, game, findings)


def _counted(listed: Iterable[Listed], game: Symbols, findings: Findings) -> list[tuple[Row, int]]:
    """What is printed on each card, with its number of copies. Raises DiagnosticError."""
    found: list[tuple[Row, int]] = []
    total = 0
    for one in listed:
        count = 1 if one.copies is None else constant(one.copies, "a number of copies", game, findings)
        game.calculates(SIZES, (False, isinstance(one.copies, Scalar) and whole(one.copies.text) is None))
        if not 0 <= count <= MOST_CARDS:
            place = one.span if one.copies is None else one.copies.span
            raise error("too-many-copies", place, f"expected up to {MOST_CARDS} copies, found {count}")
        rows = list(_spread(one.row, one.span, game, findings))
        found += [(row, count) for row in rows]
        total += count * len(rows)
        if max(len(found), total) > MOST_CARDS:
            raise error("too-large", one.span, f"a deck has at most {MOST_CARDS:,} cards")
    return found


def _listed(node: Node) -> Iterator[Listed]:
    """The cards of a list. Raises DiagnosticError."""
    items = sequence(node, "a list of cards")
    copied = any(pair.key.text == COPIES for item in items if isinstance(item, Mapping) for pair in item.pairs)
    for item in items:
        if copied and isinstance(item, Mapping) and all(pair.key.text != COPIES for pair in item.pairs):
            meant = next((pair.key for pair in item.pairs if pair.key.text in COUNTS), None)
            if meant is not None:
                likely = Guess(meant.text, f"how many there are of a card is `{COPIES}`", COPIES)
                raise misspelt("unknown-key", meant.span, f"the cards beside this one have no `{meant.text}:`", likely)
        before = COPIES_BEFORE.match(item.pairs[0].key.text) if isinstance(item, Mapping) and item.pairs else None
        if before is not None and isinstance(item, Mapping):
            help_ = f"write `{{{before[2]}: …, {COPIES}: {before[1]}}}`"
            message = "how many there are of a card stands inside its braces"
            raise error("not-printable", item.pairs[0].key.span, message, help=help_)
        pairs_ = mapping(item, "what is printed on the card, such as `{value: 3, copies: 2}`").pairs
        row = {pair.key.text: pair.value for pair in pairs_ if pair.key.text != COPIES}
        if not row:
            raise error("blank-card", item.span, "nothing is printed on this card", help="for example `{value: 3}`")
        yield Listed(row, next((pair.value for pair in pairs_ if pair.key.text == COPIES), None), item.span)


COPIES_BEFORE = re.compile(r"(\d+)\s*[x×*]?\s*\{\s*(\w+)")
"""A number in front of what is printed on a card."""

COUNTS = ("count", "amount", "quantity", "qty", "number", "times", "how_many")
"""Names for how many copies there are, elsewhere."""


def _spread(row: Row, span: Span, game: Symbols, findings: Findings) -> Iterator[Row]:
    """One row for each combination of numbers from the ranges in *row*; only the row itself when it has no range."""
    columns: list[list[tuple[str, Node]]] = []
    rows = 1
    for name, node in row.items():
        if not isinstance(node, Scalar) or ".." not in node.text:
            columns.append([(name, node)])
            continue
        game.calculates(name, calculated_ends(node))
        game.calculates(SIZES, (False, any(calculated_ends(node))))
        low, high = constant_range(node, "numbers such as `1..13`", game, findings)
        rows *= high - low + 1
        _fits(rows, node.span)
        columns.append([(name, Scalar(str(value), "", False, node.span)) for value in range(low, high + 1)])
    _written_out(rows * weight(row), span, game)
    for cells in product(*columns):
        yield dict(cells)


def _fits(rows: int, span: Span) -> None:
    if rows > MOST_CARDS:
        raise error("deck-too-large", span, f"a deck has at most {MOST_CARDS:,} cards, this would be {rows:,}")


def _written_out(values: int, span: Span, game: Symbols) -> None:
    """Count what is printed on cards before they are made; it is written in every language."""
    game.spent.take_entries(values * (1 + len(game.languages)), "what is printed on these cards", span)


def _made(made: s.Making, span: Span, game: Symbols) -> Iterator[Row]:
    columns = []
    rows = 1
    for word, attribute in made.parts:
        every = every_name(word, game)
        if every is None:
            known = everything(game)
            unknown = misspelt("unknown-enumeration", made.span, f"there is no enumeration `{word}`", guess(word, known))
            raise game.missed(word, unknown)
        size = len(every)
        rows *= size
        _fits(size * (size - 1) // 2 if made.pairs else rows, span)
        columns.append([(attribute, Scalar(name, "", False, made.span)) for name in every])
    _written_out(rows * len(columns), span, game)
    if made.pairs:
        for (name, first), (_, second) in combinations(columns[0], 2):
            yield {name: Sequence((first, second), made.span)}
        return
    for cells in product(*columns):
        yield dict(cells)


def _print(node: Node) -> str:
    """What is printed, the same for the same print: the order of values by element does not matter."""
    if isinstance(node, Mapping):
        return " ".join(sorted(f"{plain(pair.key)} {plain(pair.value)}" for pair in node.pairs))
    return plain(node)


def declare_zones(document: Document, game: Symbols, findings: Findings) -> None:
    """Declare the zones, and put each deck into the zone where it starts. Mistakes are added to *findings*."""
    ordered, loose = _ordered_ends(game), _without_order(game, _refilled(document))
    for pair in pairs(document.get("zones"), "zones by name", findings):
        with game.declaring(pair.key.text, findings):
            if claim(pair.key, game, findings, "a zone"):
                _zone(pair, ordered, loose, game, findings)
    for pair in pairs(document.get("decks"), "decks by name", findings):
        with findings.collecting():
            if pair.key.text in game.decks:
                _lay_out(pair, game, findings)


def _zone(pair: Pair, ordered: dict[str, set[str]], loose: frozenset[str], game: Symbols, findings: Findings) -> None:
    name = pair.key.text
    what = "what the zone is, such as `{of: DECK, per: player, seen by: owner}`"
    fields = Fields(mapping(pair.value, what), f"the zone `{name}`", findings)
    of = text(fields.need("of"), "the name of a deck")
    per, kind_word = fields.get("per"), fields.text("kind", "the kind of zone")
    deck = game.decks.get(of.text)
    if deck is None:
        unknown = shared.unknown_deck(of.text, of.span, guess(of.text, game.decks))
        raise game.missed(of.text, unknown)
    kind = ZONE_KINDS.get(kind_word.text) if kind_word is not None else ZONE_KINDS["cards"]
    if kind is None:
        assert kind_word is not None
        likely = zone_here(kind_word.text, ZONE_KINDS) or guess(kind_word.text, ZONE_KINDS)
        raise misspelt("unknown-zone-kind", kind_word.span, f"there is no kind of zone `{kind_word.text}`", likely)
    kinds = deck.domain.size
    inner = extents(one_or_more(per), game, findings) if per is not None else ()
    owner_at = owner(inner, game)
    seen = sight(name, fields, ir.Visibility.NOBODY, owner_at, game)
    refill = fields.text(REFILLS_FROM, "the zone that refills the pile, such as `discard` or `discard[owner]`")
    fields.finish()
    capacity = sum(game.ir_decks[deck.index].copies)
    top = capacity if kind.ordered and "on top of" in ordered.get(name, ()) else 0
    bottom = capacity if kind.row or (kind.ordered and "on the bottom of" in ordered.get(name, ())) else 0
    zone = ir.Zone(game.words(name), deck.index, 0, (), kinds, top, bottom, seen, owner_at, kind.row)
    scaled = tuple(ir.Extent(each.domain, each.low, each.size, each.stride * zone.length, each.track) for each in inner)
    game.spent.take_slots(elements(inner) * zone.length, f"`{name}`", pair.key.span)
    base = game.reserve((0,) * (elements(inner) * zone.length))
    zone = evolve(zone, base=base, extents=scaled)
    unordered = not kind.row and (name in loose or not (top or bottom))
    fills = None if refill is None else parse_expression(refill)
    game.symbols[name] = ZoneSymbol(
        len(game.ir_zones), name, deck, scaled, kind.ordered, pair.key.span, kind.row, unordered, fills
    )
    game.ir_zones.append(zone)


def check_refills(document: Document, game: Symbols, findings: Findings) -> None:
    """Report piles that cannot be refilled as they say, once all names are known."""
    for symbol in list(game.symbols.values()):
        if isinstance(symbol, ZoneSymbol) and symbol.refill is not None:
            with game.declaring(symbol.name, findings):
                _check_refill(symbol, symbol.refill, reader(game, findings))


def _check_refill(symbol: ZoneSymbol, node: s.Expression, read: Elaborator) -> None:
    if not symbol.pile:
        message = f"only a pile is refilled, and `{symbol.name}` is none"
        raise error("refilled-zone", node.span, message, help="declare it `kind: pile`")
    zone = read.game.ir_zones[symbol.index]
    if zone.owner is None and any(isinstance(each, s.Name) and each.name == "owner" for each in parts(node)):
        raise error(
            "no-owner", node.span, f"`{symbol.name}` belongs to nobody: there is no `owner`", help="give it `per: player`"
        )
    axes = tuple(ir.Axis(ir.Slot(ir.WHERE), each.low, each.size, each.stride) for each in symbol.extents)
    found, _ = refill_of(symbol, node, ir.ZoneAt(symbol.index, axes, read.sentence), read)
    if found is symbol:
        message = f"the pile `{symbol.name}` would be refilled from itself"
        raise error("refilled-from-itself", node.span, message, help="name the zone where its cards lie when they have been used")
    if found.deck is not symbol.deck:
        raise shared.wrong_deck(symbol.name, symbol.deck.name, found.name, found.deck.name, node.span)


def never_filled(document: Document, game: Symbols, findings: Findings) -> None:
    """Warn of zones in which no card starts and to which no sentence brings one; those of the base are left in peace."""
    ways = {way for phase in game.phases.values() for way in ways_of_cards(phase.body)}
    zones = {name: zone for name, zone in game.symbols.items() if isinstance(zone, ZoneSymbol)}
    full = {name for name, zone in zones.items() if zone.refill is not None}
    full |= {name for name, zone in zones.items() if any(game.start[base] for base in game.ir_zones[zone.index].bases)}
    full |= {_start_of(pair.value) for pair in pairs(document.get("decks"), "decks by name", Findings())}
    while brought := {to for to, source in ways if to not in full and (source not in zones or source in full)}:
        full |= brought
    for name, zone in zones.items():
        if name not in full and zone.span.line <= game.source.length:
            message = f"no card ever comes to the zone `{name}`"
            findings.tell(warning("never-filled", zone.span, message, help=f"write `put … in {name}` where one does"))


def _start_of(deck: Node) -> str:
    """The name of the zone where a deck says that its cards lie at first; "" where it says nothing."""
    named = next((each.value for each in deck.pairs if each.key.text == "starts in"), None) if isinstance(deck, Mapping) else None
    return named.text.split("[")[0].strip() if isinstance(named, Scalar) else ""


def _ordered_ends(game: Symbols) -> dict[str, set[str]]:
    """For each zone with an order, by name: the ends (`on top of`, `on the bottom of`) at which sentences put cards."""
    found: dict[str, set[str]] = {}
    for phase in game.phases.values():
        for statement in each(phase.body):
            match statement:
                case s.PutLine(target=s.Name(name) | s.Element(name), end=end) if end != "in":
                    found.setdefault(name, set()).add(end)
                case s.DrawLine(target=s.Name(name) | s.Element(name), end=end) if end != "in":
                    found.setdefault(name, set()).add(end)
                case s.PutTop(target=s.Name(name) | s.Element(name), end=end) if end != "in":
                    found.setdefault(name, set()).add(end)
                case s.MoveCards(target=s.Name(name) | s.Element(name), end=end) if end != "in":
                    found.setdefault(name, set()).add(end)
    return found


def _refilled(document: Document) -> set[str]:
    """The names of the piles that are refilled, which leaves their cards without an order."""
    zones = [pair for pair in pairs(document.get("zones"), "zones by name", Findings()) if isinstance(pair.value, Mapping)]
    return {pair.key.text for pair in zones if any(each.key.text == REFILLS_FROM for each in mapping(pair.value, "").pairs)}


def _without_order(game: Symbols, refilled: set[str]) -> frozenset[str]:
    """The names of the zones whose cards a sentence leaves without an order, or that are *refilled*; where decks start, they have
    none either.
    """
    statements = tuple(statement for phase in game.phases.values() for statement in each(phase.body))
    loose = set(refilled)
    alike: list[tuple[str, str]] = []
    for statement in statements:
        match statement:
            case s.ShuffleLine(zone=s.Name(name) | s.Element(name)):
                loose.add(name)
            case s.SwapLine(one=s.Name(one) | s.Element(one), other=s.Name(other) | s.Element(other)):
                alike.append((one, other))
            case s.DrawLine(end=end) | s.PutLine(end=end) | s.PutTop(end=end) | s.MoveCards(end=end) if end != "in":
                pass
            case s.PassLine():
                pass
            case _:
                loose |= filled_by(statement)
    known = -1
    while known < len(loose):
        known = len(loose)
        loose.update(*(pair for pair in alike if not loose.isdisjoint(pair)))
    return frozenset(loose)


def _lay_out(pair: Pair, game: Symbols, findings: Findings) -> None:
    """Put a deck's cards into the zone where it starts."""
    deck = game.decks[pair.key.text]
    copies = game.ir_decks[deck.index].copies
    fields = Fields(mapping(pair.value, ""), "", findings)
    scalar = fields.text("starts in", "the name of a zone")
    zones = {name: each for name, each in game.symbols.items() if isinstance(each, ZoneSymbol) and each.deck is deck}
    if scalar is None:
        piles = [name for name, each in zones.items() if each.pile and not each.extents]
        if len(piles) != 1:
            raise misspelt(
                "missing-start-of-deck",
                pair.key.span,
                f"the deck `{deck.name}` needs `starts in:`, the zone where its cards lie at first",
                guess("", zones),
            )
        name, span = piles[0], pair.key.span
    else:
        name, span = scalar.text, scalar.span
    if name not in zones:
        unknown = misspelt(
            "unknown-zone-of-deck", span, f"there is no zone `{name}` of the deck `{deck.name}`", guess(name, zones)
        )
        raise game.missed(name, unknown)
    _fill(zones[name], copies, _shares(fields, game), span, game)


def _shares(fields: Fields, game: Symbols) -> int:
    return _sets(fields, game) if fields.get("per") is not None else 0


def _fill(symbol: ZoneSymbol, copies: tuple[int, ...], shares: int, span: Span, game: Symbols) -> None:
    zone = game.ir_zones[symbol.index]
    if zone.row:
        raise error(
            "row-as-a-start",
            span,
            f"the deck cannot start in the row `{symbol.name}`: its cards have no order yet",
            help="start in a pile, and deal",
        )
    game.symbols[symbol.name] = evolve(symbol, unordered=True)
    if not zone.extents:
        bases, counts = [zone.base], copies
    else:
        extent = zone.extents[0]
        if len(zone.extents) != 1 or extent.domain != game.seat_domain.index or extent.size < shares or not shares:
            message = f"the deck cannot start in `{symbol.name}`: it is not clear who gets which cards"
            raise error("nobody-starts-with", span, message, help="start in a zone of its own, and deal")
        bases = [zone.base + at * extent.stride for at in range(shares)]
        counts = tuple(count // shares for count in copies)
    for base in bases:
        game.start[base] = sum(counts)
        game.start[base + 1 : base + 1 + len(counts)] = counts
