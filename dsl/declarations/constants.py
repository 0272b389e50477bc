"""Shared by all declarations: claiming names, reading constants, ranges, indices and types, and who sees a thing."""

from __future__ import annotations

import re
import unicodedata

from attrs import evolve

from ...program import ir
from ...program.budgets import MOST_ELEMENTS
from ...program.span import Span
from ..diagnostics import shared
from ..diagnostics.diagnostic import Note, guess, meant
from ..diagnostics.report import error
from ..expressions.builtins import BUILTINS
from ..expressions.directions import domain_of
from ..expressions.elaborate import Elaborator
from ..expressions.kinds import kind_type
from ..sentences import syntax as s
from ..sentences.by_grammar import taken
from ..sentences.parse import Start, parse, parse_expression, reserved
from ..symbols.scope import Local, Scope
from ..symbols.symbols import BoardSymbol, PlaceSymbol, Symbols, ZoneSymbol
from ..symbols.types import TRUTH, Kind, Type, Typed, number
from ..text.document import Document
from ..text.fields import Fields, Findings, describe, text, whole
from ..text.nodes import Node, Scalar

WORD = re.compile(r"[^\W\d]\w*$")
"""A name of one word, which does not begin with a digit."""


def reader(game: Symbols, findings: Findings) -> Elaborator:
    """A reader for the expressions in declarations, where no names of phases are known."""
    return Elaborator(game, findings, Scope(), len(game.start) + 1, builtins=BUILTINS)


def claim(name: Scalar, game: Symbols, findings: Findings, what: str) -> bool:
    """Whether a declaration may use the name; if not, the mistake is added to *findings*. *what* is used in messages."""
    word = name.text
    if not WORD.match(word):
        composed = unicodedata.normalize("NFC", word)
        better = re.sub(r"[^0-9A-Za-z_]+", "_", word).strip("_") or "name"
        as_one = f"write `{composed}` with each accent and its letter as one (NFC)"
        help_ = as_one if WORD.match(composed) else f"for example `{better}`"
        findings.tell(error("bad-name", name.span, f"expected a name of one word for {what}, found `{word}`", help=help_))
        for part in (word, *word.split()):  # where the name is used, its words are taken for names
            game.refused.setdefault(part, findings.found[-1])
        return False
    if word in reserved():
        findings.tell(shared.word_of_the_language(word, what, name.span))
        game.refused[word] = findings.found[-1]
        return False
    if word in game.symbols or word in game.decks:
        notes = (Note("it is declared here first", game.spans[word]),) if word in game.spans else ()
        findings.tell(
            error("taken-name", name.span, f"the name `{word}` is declared twice", help="take another name", notes=notes)
        )
        game.refused[word] = findings.found[-1]
        return False
    game.spans[word] = name.span
    return True


def constant(node: Node, what: str, game: Symbols, findings: Findings) -> int:
    """The number that *node* gives. Raises DiagnosticError when it is not known before play."""
    parsed = parse_expression(text(node, what))
    value = reader(game, findings).number(parsed).constant
    if value is None:
        raise shared.not_known_before_play(what, describe(node), node.span)
    return value


def in_words(typed: Typed, game: Symbols) -> ir.Words:
    """A value that is known before play, as people read it."""
    value = typed.constant
    assert value is not None, "known before play"
    if value == ir.NOTHING:
        return ir.Words("nothing")
    match typed.type.kind:
        case Kind.ELEMENT if typed.type.domain is not None:
            domain = game.domains[typed.type.domain].ir
            return domain.labels[value - domain.low]
        case Kind.TRUTH:
            return game.words("yes" if value else "no")
        case _:
            return ir.Words(str(value))


def constant_range(node: Node, what: str, game: Symbols, findings: Findings) -> tuple[int, int]:
    """The first and the last number of the range that *node* gives. Raises DiagnosticError when they are not known before
    play.
    """
    parsed = parse(text(node, what), Start.EXTENT)
    if not isinstance(parsed, s.Extent) or parsed.low is None or parsed.high is None:
        raise shared.wrong_shape(what, describe(node), node.span)
    return ends(parsed.low, parsed.high, node.span, game, findings)


def calculated_ends(node: Node) -> tuple[bool, bool]:
    """Which ends of a range are calculated, the lower and the upper: another value of a parameter may give them others."""
    low, _, high = node.text.partition("..") if isinstance(node, Scalar) else ("", "", "")
    return whole(low.strip()) is None, whole(high.strip()) is None


def ends(first: s.Expression, last: s.Expression, span: Span, game: Symbols, findings: Findings) -> tuple[int, int]:
    """The first and the last number of a range.

    Raises DiagnosticError when they are not known before play, or the first is larger than the last.
    """
    read = reader(game, findings)
    low, high = read.number(first).constant, read.number(last).constant
    if low is None or high is None:
        raise error("range-not-known", span, "both ends of this range must be known before play")
    if low > high:
        raise error("ends-of-range", span, f"expected the smaller number first, found `{low}..{high}`")
    return low, high


def extents(nodes: tuple[Node, ...], game: Symbols, findings: Findings) -> tuple[ir.Extent, ...]:
    """The indices of a declared array with their strides: the last index varies fastest. Raises DiagnosticError."""
    shapes = [_extent(node, game, findings) for node in nodes]
    found: list[ir.Extent] = []
    stride = 1
    for domain, low, size, track in reversed(shapes):
        found.append(ir.Extent(domain, low, size, stride, track))
        stride *= size
        if stride > MOST_ELEMENTS:
            raise error("too-many-values", nodes[0].span, f"this would take more than {MOST_ELEMENTS:,} values")
    return tuple(reversed(found))


def elements(extents_: tuple[ir.Extent, ...]) -> int:
    """How many elements an array with these indices has."""
    return extents_[0].stride * extents_[0].size if extents_ else 1


def owner(extents_: tuple[ir.Extent, ...], game: Symbols) -> int | None:
    """The position of the first index that is a seat, which owns the thing; None when nobody owns it."""
    return next((at for at, extent in enumerate(extents_) if extent.domain == game.seat_domain.index), None)


def _extent(node: Node, game: Symbols, findings: Findings) -> tuple[int | None, int, int, int | None]:
    what = "what there is one for, such as `player`, `space of grid`, `2..10`"
    parsed = parse(text(node, what), Start.EXTENT)
    assert isinstance(parsed, s.Extent)
    if parsed.low is not None and parsed.high is not None:
        low, high = ends(parsed.low, parsed.high, parsed.span, game, findings)
        return None, low, high - low + 1, None
    type_ = extent_type(parsed, game, findings)
    return type_.domain, type_.low, type_.high - type_.low + 1, type_.track


def extent_type(parsed: s.Extent, game: Symbols, findings: Findings) -> Type:
    """The type of one such element. A space of a track is a number. Raises DiagnosticError for an unknown kind."""
    if parsed.of is not None:
        return _part_of(parsed, game)
    if parsed.kind in game.kinds:
        return game.kinds[parsed.kind].element
    return kind_type(reader(game, findings), parsed.kind, parsed.span).surely()


def _part_of(parsed: s.Extent, game: Symbols) -> Type:
    assert parsed.of is not None
    symbol = game.symbols.get(parsed.of)
    boards = [name for name, each in game.symbols.items() if isinstance(each, BoardSymbol)]
    match parsed.kind:
        case "space" if isinstance(symbol, BoardSymbol):
            return symbol.space
        case "space":
            unknown = shared.unknown_board(parsed.of, parsed.span, guess(parsed.of, boards))
            raise game.missed(parsed.of, unknown)
        case "direction" if isinstance(symbol, BoardSymbol) and not symbol.track:
            return domain_of(game, symbol).type()
        case "direction":
            unknown = error(
                "unknown-name", parsed.span, f"there is no board `{parsed.of}` with directions", help=meant(parsed.of, boards)
            )
            raise game.missed(parsed.of, unknown)
        case "card" if parsed.of in game.decks:
            return game.decks[parsed.of].domain.type()
        case "card":
            unknown = shared.unknown_deck(parsed.of, parsed.span, guess(parsed.of, game.decks))
            raise game.missed(parsed.of, unknown)
        case _:
            raise error(
                "kind-of-nothing", parsed.span, f"expected `space of …` or `card of …`, found `{parsed.kind} of {parsed.of}`"
            )


def holding(node: Node, game: Symbols, findings: Findings) -> Type:
    """The type of what a variable holds: a range of numbers, `number`, `truth`, or elements of something. Raises
    DiagnosticError.
    """
    parsed = parse(text(node, "what it holds, such as `0..5`, `truth`, `player`, `space of grid`"), Start.EXTENT)
    assert isinstance(parsed, s.Extent)
    if parsed.low is not None and parsed.high is not None:
        return number(*ends(parsed.low, parsed.high, parsed.span, game, findings))
    if parsed.kind == "truth" and parsed.of is None:
        return TRUTH
    return extent_type(parsed, game, findings)


SIGHTS = {sight.value: sight for sight in ir.Visibility if sight is not ir.Visibility.SOME}
"""Who may see a thing, by the words of `seen by:`."""


def sight(name: str, fields: Fields, default: ir.Visibility, owner_at: int | None, game: Symbols) -> ir.Visibility:
    """Who sees the thing of that name: as `seen by:` says, or else *default*. A rule is read when all names are known.

    Raises DiagnosticError for an unknown word, and for an owner when the thing has none (*owner_at* is None).
    """
    scalar = fields.text("seen by", "who sees it")
    if scalar is None:
        return default
    found = SIGHTS.get(scalar.text)
    if found is None and isinstance(taken(scalar.text, Start.EXPRESSION), s.Where):
        rule = parse_expression(scalar)
        assert isinstance(rule, s.Where)
        game.seen_by[name] = rule
        return ir.Visibility.SOME
    if found is None:
        known = ", ".join(f"`{word}`" for word in SIGHTS)
        raise shared.unknown_word(known, scalar.text, scalar.span, guess(scalar.text, SIGHTS))
    if owner_at is None and found in (ir.Visibility.OWNER, ir.Visibility.OTHERS):
        raise error(
            "no-owner",
            scalar.span,
            f"{fields.what} belongs to nobody: there is no owner who sees it",
            help="give it `per: player`",
        )
    return found


def settle_seers(document: Document, game: Symbols, findings: Findings) -> None:
    """Works out which seats see things whose `seen by:` is a rule, once all names are known."""
    for name, rule in game.seen_by.items():
        symbol = game.symbols.get(name)
        with game.declaring(name, findings):
            match symbol:
                case ZoneSymbol(index=at):
                    zone = game.ir_zones[at]
                    game.ir_zones[at] = evolve(zone, seers=_seers(rule, zone.owner is not None, reader(game, findings)))
                case PlaceSymbol(index=at):
                    place = game.ir_places[at]
                    game.ir_places[at] = evolve(place, seers=_seers(rule, place.owner is not None, reader(game, findings)))


def _seers(node: s.Where, owned: bool, read: Elaborator) -> tuple[int, ...]:
    """The seats that see a thing, as bits, for each seat that may own it; where it is not *owned*, once."""
    seats, named = read.game.seat_domain, kind_type(read, node.kind, node.span)
    if named.domain != seats.index:
        raise error("wrong-type", node.span, f"seats see it, and `{node.kind}` is none", help="for example `player q where …`")
    read.fresh(node.name, node.span)
    masks = []
    for owner in range(seats.size if owned else 1):
        mask = 0
        for seat in range(named.low, named.high + 1):
            known = {node.name: seat} | ({"owner": owner} if owned else {})
            read.scope = Scope(None, {word: Local(word, seats.type(), ir.Number(at), fixed=True) for word, at in known.items()})
            sees = read.value(node.test)
            if sees.constant is None or sees.type.kind is not Kind.TRUTH:
                message = "who sees it must be known before play: it may not depend on what changes or is hidden"
                raise error("seers-not-known", node.test.span, message, help="show it by `reveal` or `tell` where that changes")
            mask |= sees.constant << seat
        masks.append(mask)
    return tuple(masks)
