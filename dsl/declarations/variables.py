"""Pieces, variables and scores: what holds a value during a match."""

from __future__ import annotations

from ...program import ir
from ..diagnostics import shared
from ..diagnostics.diagnostic import guess
from ..diagnostics.report import warning
from ..sentences.walk import changed, drawn
from ..symbols.symbols import BoardSymbol, PlaceSymbol, Symbols
from ..symbols.types import ANY_NUMBER, Kind, Type
from ..text.document import Document
from ..text.fields import Fields, Findings, mapping, one_or_more, pairs, text
from ..text.nodes import Mapping, Node, Pair
from .constants import calculated_ends, claim, elements, extents, holding, owner, sight
from .starts import starting_values


def declare_pieces(document: Document, game: Symbols, findings: Findings) -> None:
    """Declare the pieces: each stands on a space of its board, or on none. Mistakes are added to *findings*."""
    for pair in pairs(document.get("pieces"), "pieces by name", findings):
        with game.declaring(pair.key.text, findings):
            if claim(pair.key, game, findings, "a piece"):
                _piece(pair, game, findings)


def _piece(pair: Pair, game: Symbols, findings: Findings) -> None:
    what = "what the piece is, such as `{one per: player, on: BOARD, starts on: 0}`"
    fields = Fields(mapping(pair.value, what), f"the piece `{pair.key.text}`", findings)
    on = text(fields.need("on"), "the name of a board")
    per = fields.get("one per") or fields.get("per")
    starts = fields.pair("starts on")
    board = game.symbols.get(on.text)
    boards = [name for name, each in game.symbols.items() if isinstance(each, BoardSymbol)]
    if not isinstance(board, BoardSymbol):
        unknown = shared.unknown_board(on.text, on.span, guess(on.text, boards))
        raise game.missed(on.text, unknown)
    game.calculates(pair.key.text, game.calculated.get(on.text, (False, False)))
    _place(pair, ir.PlaceKind.PIECE, board.space.or_nothing(), per, starts, board, fields, game, findings)


def declare_values(document: Document, game: Symbols, findings: Findings) -> None:
    """Declare the variables and scores. Mistakes are added to *findings*."""
    for section, kind in (("variables", ir.PlaceKind.VARIABLE), ("scores", ir.PlaceKind.SCORE)):
        for pair in pairs(document.get(section), f"{section} by name", findings):
            with game.declaring(pair.key.text, findings):
                if claim(pair.key, game, findings, f"a {kind.value}"):
                    _value(pair, kind, game, findings)


def _value(pair: Pair, kind: ir.PlaceKind, game: Symbols, findings: Findings) -> None:
    what = "what it holds, as `{per: player, holds: 0..5}`"
    fields = Fields(mapping(pair.value, what), f"the {kind.value} `{pair.key.text}`", findings)
    holds, per, starts = fields.get("holds"), fields.get("per"), fields.pair("starts as")
    type_ = ANY_NUMBER if holds is None else holding(holds, game, findings)
    if holds is not None and type_.kind is Kind.NUMBER:
        game.calculates(pair.key.text, calculated_ends(holds))
    _place(pair, kind, type_, per, starts, None, fields, game, findings)


def _place(
    pair: Pair,
    kind: ir.PlaceKind,
    type_: Type,
    per: Node | None,
    starts: Pair | None,
    board: BoardSymbol | None,
    fields: Fields,
    game: Symbols,
    findings: Findings,
) -> None:
    name = pair.key.text
    found = extents(one_or_more(per), game, findings) if per is not None else ()
    owner_at = owner(found, game)
    seen = sight(name, fields, ir.Visibility.EVERYONE, owner_at, game)
    fields.finish()
    game.spent.take_slots(elements(found), f"`{name}`", pair.key.span)
    values = starting_values(name, type_, found, starts, game, findings)
    if ir.NOTHING in values:
        type_ = type_.or_nothing()
    base = game.reserve(values)
    domain = board.domain.index if board is not None else type_.domain
    place = ir.Place(
        game.words(name),
        kind,
        base,
        found,
        domain,
        type_.kind is Kind.TRUTH,
        type_.low,
        type_.high,
        type_.maybe,
        None if board is None else board.index,
        seen,
        owner_at,
    )
    game.symbols[name] = PlaceSymbol(len(game.ir_places), name, kind, base, found, type_, board, values, pair.key.span)
    game.ir_places.append(place)


def never_set(document: Document, game: Symbols, findings: Findings) -> None:
    """Warn of variables without `starts as:` that no sentence changes; those of the base are left in peace."""
    set_somewhere = {name for phase in game.phases.values() for name in (*changed(phase.body), *drawn(phase.body))}
    for pair in pairs(document.get("variables"), "variables by name", Findings()):
        keys = [each.key.text.split("(")[0].strip() for each in pair.value.pairs] if isinstance(pair.value, Mapping) else []
        name, place = pair.key.text, game.symbols.get(pair.key.text)
        if not isinstance(place, PlaceSymbol) or "starts as" in keys or name in set_somewhere:
            continue
        if pair.key.span.line <= game.source.length:
            target = f"{name}[…]" if place.extents else name
            message = f"no sentence changes the variable `{name}`, so it stays as it starts"
            findings.tell(warning("never-set", pair.key.span, message, help=f"write `{target} = …` where it changes"))
