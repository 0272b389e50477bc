"""Lowers the sentences that concern pieces: place, remove, move."""

from __future__ import annotations

from attrs import evolve, frozen

from ...program import ir
from ...program.span import Span
from ..diagnostics.diagnostic import guess
from ..diagnostics.report import error, misspelt
from ..expressions.names import place
from ..sentences import syntax as s
from ..symbols.scope import Read
from ..symbols.symbols import BoardSymbol, PlaceSymbol
from ..symbols.types import Kind, Typed
from .assignment import Keeping, store
from .context import Lowered, Lowering


@frozen
class Piece:
    """A piece that a sentence moves: *value* is its space now, stored in *target*; *own* whether it is the seat's own."""

    symbol: PlaceSymbol
    board: BoardSymbol
    value: Typed
    target: ir.Target
    own: bool


def _piece(node: s.Expression, to: Lowering) -> Piece:
    symbol = to.game.symbols.get(node.name) if isinstance(node, s.Name | s.Element) else None
    words = to.game.source.words(node.span)
    if not isinstance(symbol, PlaceSymbol) or symbol.board is None:
        pieces = [name for name, each in to.game.symbols.items() if isinstance(each, PlaceSymbol) and each.board is not None]
        likely = guess(words.split("[")[0], pieces)
        if not likely.help:
            likely = evolve(likely, help="pieces are declared under `pieces:`")
        wrong = misspelt("not-a-piece", node.span, f"expected a piece, found `{words}`", likely)
        raise to.game.missed(node.name, wrong) if symbol is None and isinstance(node, s.Name | s.Element) else wrong
    indices = node.indices if isinstance(node, s.Element) else ()
    value, target = place(to.elaborator, symbol, indices, node.span, node.span)
    own = to.together is None or to.elaborator.reads[-1].own
    return Piece(symbol, symbol.board, value, target, own)


def _moved(node: s.Expression, to: Lowering) -> Piece:
    """A piece that is moved from wherever it stands: its present space does not count as read."""
    piece = _piece(node, to)
    to.elaborator.reads.pop()
    return piece


def _stand(piece: Piece, value: ir.Expr, node: s.Statement, to: Lowering) -> list[ir.Op]:
    if piece.own:
        return [store(piece.target, piece.symbol.type, value, piece.symbol.index, to)]
    keep = Keeping(to, node.span)
    kept = keep.keep(value, "space")
    target = (
        piece.target
        if isinstance(piece.target, ir.Slot)
        else ir.Cell(piece.target.base, keep.axes(piece.target.axes), piece.target.what, piece.target.sentence)
    )
    return [keep.later((store(target, piece.symbol.type, kept, piece.symbol.index, to),))]


def place_on(node: s.PlaceOn, to: Lowering) -> list[ir.Op]:
    """`place figure[s] on 0`"""
    piece = _moved(node.piece, to)
    space = to.elaborator.fitting(node.space, piece.board.space.or_nothing())
    known = space.constant
    if known is not None and known != ir.NOTHING and not piece.board.space.low <= known <= piece.board.space.high:
        raise error("no-such-space", node.space.span, f"`{piece.board.name}` has no space {known}")
    value = space.expr
    if space.type.maybe or space.type.kind is Kind.NOTHING:
        value = ir.Present(value, to.game.source.words(node.space.span), to.elaborator.sentence)
    return _stand(piece, value, node, to)


def take_off(node: s.TakeOff, to: Lowering) -> list[ir.Op]:
    """`remove pawn[s]`"""
    return _stand(_moved(node.piece, to), ir.Number(ir.NOTHING), node, to)


def move_by(node: s.MoveBy, to: Lowering) -> list[ir.Op]:
    """`move figure[s] by 3`: along a track or lane, backwards when the number is negative, by the rules under `movement:`."""
    piece = _piece(node.piece, to)
    shape = piece.board.layout.shape
    if shape not in (ir.Shape.TRACK, ir.Shape.LANES):
        message = f"pieces move `by` a number on tracks and lanes, and `{piece.board.name}` is neither"
        raise error("moved-by-a-number", node.span, message, help="name the space: `move … to …`")
    words, sentence = to.game.source.words(node.piece.span), to.elaborator.sentence
    old = ir.Present(piece.value.expr, words, sentence)
    with (
        to.elaborator.reserved() as first,
        to.elaborator.reserved() as second,
        to.elaborator.reserved() as third,
        to.elaborator.reserved(),
    ):
        steps = to.elaborator.number(node.steps)
        way = _Way(piece, ir.Slot(first), ir.Slot(second), third, node.piece.span, to)
        value = ir.Let(first, old, ir.Let(second, steps.expr, way.end()))
    return _stand(piece, value, node, to)


@frozen
class _Way:
    """Builds the expression for the space where a move `by` a number ends.

    *old* holds the space where the piece stands, *steps* the number; *register* and the one after it are free.
    """

    piece: Piece
    old: ir.Slot
    steps: ir.Slot
    register: int
    span: Span
    to: Lowering

    def end(self) -> ir.Expr:
        """The space where the move ends."""
        board = self.piece.board
        if board.capacity is not None and board.blocked == "jump":
            return self._jump(board.capacity)
        allowed: ir.Expr = self.steps
        if board.capacity is not None:
            allowed = self._unblocked(board.capacity)
        kept = ir.Slot(self.register + 1)
        return ir.Let(kept.index, allowed, self._within(kept))

    def _within(self, steps: ir.Expr) -> ir.Expr:
        """The space where a move by *steps* ends, by the board's rule for moves beyond its ends."""
        board = self.piece.board
        low, high = self._first(), self._last()
        end = self._add(self.old, steps)
        inside = ir.All((ir.Comparison(ir.Relation.AT_LEAST, end, low), ir.Comparison(ir.Relation.AT_MOST, end, high)))
        match board.ends:
            case "stop":
                return self._calculate(ir.Calculation.MAX, low, self._calculate(ir.Calculation.MIN, high, end))
            case "stay":
                return ir.Conditional(inside, end, self.old)
            case "leave":
                return ir.Conditional(inside, end, ir.Number(ir.NOTHING))
            case "go round":
                length = ir.Number(self._length())
                along = self._calculate(ir.Calculation.MOD, self._calculate(ir.Calculation.SUBTRACT, end, low), length)
                return self._add(low, along)
            case _:
                above = self._calculate(ir.Calculation.SUBTRACT, self._add(high, high), end)
                below = self._calculate(ir.Calculation.SUBTRACT, self._add(low, low), end)
                back = ir.Conditional(
                    ir.Comparison(ir.Relation.MORE, end, high),
                    above,
                    ir.Conditional(ir.Comparison(ir.Relation.LESS, end, low), below, end),
                )
                return self._calculate(ir.Calculation.MAX, low, self._calculate(ir.Calculation.MIN, high, back))

    def _jump(self, capacity: int) -> ir.Expr:
        """The space where a move ends that full spaces do not stop: where it leads to, or the next one that is free."""
        zero = ir.Number(0)
        with self.to.elaborator.reserved() as found:
            ahead, behind = self._landing(capacity, ir.Slot(found), True), self._landing(capacity, ir.Slot(found), False)
        backward = ir.Conditional(ir.Comparison(ir.Relation.LESS, self.steps, zero), behind, self.old)
        return ir.Conditional(ir.Comparison(ir.Relation.MORE, self.steps, zero), ahead, backward)

    def _landing(self, capacity: int, found: ir.Slot, ahead: bool) -> ir.Expr:
        """The free space where a jump ends; where there is none, what the board's rule for its ends says."""
        end, first, last = self._add(self.old, self.steps), self._first(), self._last()
        nearest, farthest = (ir.FoldKind.LOWEST, ir.FoldKind.HIGHEST) if ahead else (ir.FoldKind.HIGHEST, ir.FoldKind.LOWEST)
        none = ir.Comparison(ir.Relation.EQUAL, found, ir.Number(ir.NOTHING))
        if self.piece.board.ends == "go round":
            space, length = ir.Slot(self.register), ir.Number(self._length())
            way = (space, end) if ahead else (end, space)
            gap = self._calculate(ir.Calculation.MOD, self._calculate(ir.Calculation.SUBTRACT, *way), length)
            how = ir.Calculation.ADD if ahead else ir.Calculation.SUBTRACT
            along = self._calculate(how, self._calculate(ir.Calculation.SUBTRACT, end, first), found)
            there = self._add(first, self._calculate(ir.Calculation.MOD, along, length))
            closest = self._free(capacity, ir.FoldKind.LOWEST, ir.Range(first, last), gap)
            return ir.Let(found.index, closest, ir.Conditional(none, self.old, there))
        beyond = ir.Range(end, last) if ahead else ir.Range(first, end)
        one = ir.Number(1 if ahead else -1)
        between = ir.Range(self._add(self.old, one), last) if ahead else ir.Range(first, self._add(self.old, one))
        match self.piece.board.ends:
            case "leave":
                otherwise: ir.Expr = ir.Number(ir.NOTHING)
            case "stay":
                otherwise = self.old
            case _:
                stop = self._free(capacity, farthest, between, ir.Slot(self.register))
                otherwise = ir.Let(found.index, stop, ir.Conditional(none, self.old, found))
        landing = self._free(capacity, nearest, beyond, ir.Slot(self.register))
        return ir.Let(found.index, landing, ir.Conditional(none, otherwise, found))

    def _free(self, capacity: int, kind: ir.FoldKind, among: ir.Range, value: ir.Expr) -> ir.Expr:
        """The lowest or highest value for the spaces with room for a piece; nothing where there are none."""
        room = ir.Comparison(ir.Relation.LESS, self._standing(ir.Slot(self.register)), ir.Number(capacity))
        return ir.Fold(kind, self.register, among, room, value, None, 1, False, False, self.to.elaborator.sentence)

    def _length(self) -> int:
        board = self.piece.board
        if board.track:
            return board.domain.size
        rows = board.layout.attributes["row"]
        return max(rows) - min(rows) + 1

    def _first(self) -> ir.Expr:
        """The first space of the track, or of the lane that the piece is in."""
        board = self.piece.board
        if board.track:
            return ir.Number(board.space.low)
        lane = self._calculate(ir.Calculation.DIV, self.old, ir.Number(self._length()))
        return self._calculate(ir.Calculation.MULTIPLY, lane, ir.Number(self._length()))

    def _last(self) -> ir.Expr:
        board = self.piece.board
        if board.track:
            return ir.Number(board.space.high)
        return self._add(self._first(), ir.Number(self._length() - 1))

    def _unblocked(self, capacity: int) -> ir.Expr:
        """The steps that the piece can make, by the board's rule for full spaces on its way."""
        forward = ir.Comparison(ir.Relation.MORE, self.steps, ir.Number(0))
        zero = ir.Number(0)
        ahead = self._nearest(capacity, True)
        behind = self._nearest(capacity, False)
        minus = ir.Negate(self.steps)
        free_ahead: ir.Expr = self._calculate(ir.Calculation.MIN, self.steps, ahead)
        free_behind: ir.Expr = ir.Negate(self._calculate(ir.Calculation.MIN, minus, behind))
        if self.piece.board.blocked == "stay":
            free_ahead = ir.Conditional(ir.Comparison(ir.Relation.LESS, ahead, self.steps), zero, self.steps)
            free_behind = ir.Conditional(ir.Comparison(ir.Relation.LESS, behind, minus), zero, self.steps)
        return ir.Conditional(
            forward, free_ahead, ir.Conditional(ir.Comparison(ir.Relation.EQUAL, self.steps, zero), zero, free_behind)
        )

    def _nearest(self, capacity: int, ahead: bool) -> ir.Expr:
        """How many spaces lie before the nearest full one; `ir.LARGEST` when no space is full."""
        result: ir.Expr = ir.Number(ir.LARGEST)
        for symbol in self._pieces():
            distance = self._nearest_of(symbol, capacity, ahead)
            result = distance if result == ir.Number(ir.LARGEST) else self._calculate(ir.Calculation.MIN, result, distance)
        return result

    def _pieces(self) -> list[PlaceSymbol]:
        found = [
            each for each in self.to.game.symbols.values() if isinstance(each, PlaceSymbol) and each.board is self.piece.board
        ]
        for each in found:
            self.to.elaborator.reads.append(Read(each.name, False, self.span))
            if len(each.extents) > 1:
                raise error("blocking-by-several", each.span, "blocking works for pieces with one index, or none")
        return found

    def _nearest_of(self, symbol: PlaceSymbol, capacity: int, ahead: bool) -> ir.Expr:
        register, sentence = self.register, self.to.elaborator.sentence
        other, source = self._each(symbol, register)
        relation = ir.Relation.MORE if ahead else ir.Relation.LESS
        tests: list[ir.Expr] = [ir.Comparison(relation, other, self.old), self._same_lane(other)]
        if capacity > 1:
            tests.append(ir.Comparison(ir.Relation.AT_LEAST, self._standing(other), ir.Number(capacity)))
        gap = (
            self._calculate(ir.Calculation.SUBTRACT, other, self.old)
            if ahead
            else self._calculate(ir.Calculation.SUBTRACT, self.old, other)
        )
        value = self._calculate(ir.Calculation.SUBTRACT, gap, ir.Number(1))
        return ir.Fold(
            ir.FoldKind.LOWEST, register, source, ir.All(tuple(tests)), value, ir.Number(ir.LARGEST), 1, False, False, sentence
        )

    def _each(self, symbol: PlaceSymbol, register: int) -> tuple[ir.Expr, ir.Set]:
        """The space of the piece whose index is in the register, and the set of all its indices."""
        if not symbol.extents:
            return ir.Slot(symbol.base), ir.Range(ir.Number(0), ir.Number(0))
        extent = symbol.extents[0]
        axis = ir.Axis(ir.Slot(register), extent.low, extent.size, extent.stride)
        cell = ir.Cell(symbol.base, (axis,), symbol.name, self.to.elaborator.sentence)
        return cell, ir.Range(ir.Number(extent.low), ir.Number(extent.low + extent.size - 1))

    def _standing(self, space: ir.Expr) -> ir.Expr:
        """How many pieces stand on a space."""
        register, sentence = self.register + 1, self.to.elaborator.sentence
        total: ir.Expr | None = None
        for symbol in self._pieces():
            other, source = self._each(symbol, register)
            here = ir.Comparison(ir.Relation.EQUAL, other, space)
            count = ir.Fold(ir.FoldKind.COUNT, register, source, here, ir.Number(1), None, 1, False, False, sentence)
            total = count if total is None else self._add(total, count)
        assert total is not None
        return total

    def _same_lane(self, other: ir.Expr) -> ir.Expr:
        if self.piece.board.track:
            return ir.Comparison(ir.Relation.DIFFERENT, other, ir.Number(ir.NOTHING))
        length = ir.Number(self._length())
        lane = self._calculate(ir.Calculation.DIV, self.old, length)
        return ir.Comparison(ir.Relation.EQUAL, self._calculate(ir.Calculation.DIV, other, length), lane)

    def _add(self, left: ir.Expr, right: ir.Expr) -> ir.Expr:
        return self._calculate(ir.Calculation.ADD, left, right)

    def _calculate(self, how: ir.Calculation, left: ir.Expr, right: ir.Expr) -> ir.Expr:
        if isinstance(left, ir.Number) and isinstance(right, ir.Number) and how in (ir.Calculation.ADD, ir.Calculation.SUBTRACT):
            sign = 1 if how is ir.Calculation.ADD else -1
            return ir.Number(left.value + sign * right.value)
        wide = how in (ir.Calculation.ADD, ir.Calculation.SUBTRACT)
        return ir.Arithmetic(how, left, right, wide, self.to.elaborator.sentence)


SENTENCES: dict[type, Lowered] = {s.MoveBy: move_by, s.PlaceOn: place_on, s.TakeOff: take_off}
