"""Which spaces decided a match that is over: the line, or the chain, by which the rules find the winner.

The rules look for it themselves: `any l in lines(…) has every x in l has …`, or `any x in connected to … has …`. What makes such
a condition hold for the winner is found here, in any game.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from ..interpreter import PlayError, View
from ..interpreter.game import Game
from ..interpreter.machine.expressions import elements, test, value
from ..interpreter.views import cells
from ..program import ir
from ..program.ops import Node, nodes
from .spots import OnSpace


def deciding(game: Game, view: View) -> tuple[OnSpace, ...]:
    """The spaces by which the winners have won, as far as the *view* of a match that is over tells; none where it goes on, where
    nobody has won, and where the rules do not look for a line or a chain.
    """
    if view.asked:
        return ()
    program = game.program
    slots = list(program.start)
    hidden = set[int]()
    stands = (slot for place in program.places for _, slot in cells(place.base, place.extents))
    for seen, slot in zip(view.places, stands, strict=True):
        if seen.value is None:
            hidden.add(slot)
        else:
            slots[slot] = seen.value
    winner = program.outcome.winner
    if any(_unseen(node, hidden) for node in nodes((winner,))):
        return ()
    search = Search(game, game.silent.work(tuple(slots)))
    found: list[OnSpace] = []
    try:
        for seat in range(len(program.seats)):
            search.slots[program.outcome.seat] = seat
            if search.holds(winner):
                found += search.why(winner)
    except PlayError:  # somebody looks back at a moment at which nobody can have won yet
        return ()
    return tuple(dict.fromkeys(found))


def _unseen(node: Node, hidden: set[int]) -> bool:
    """Whether it looks at cards, or at a value that is hidden."""
    match node:
        case ir.ZoneAt():
            return True
        case ir.Slot(index) | ir.Cell(base=index):
            return index in hidden
        case _:
            return False


@frozen
class Search:
    """Looks for what makes a condition hold, with the names of the rules in *slots*."""

    game: Game
    slots: list[int]

    def holds(self, condition: ir.Expr) -> bool:
        """Whether it holds."""
        return bool(test(self.game.silent.context, condition)(self.slots))

    def why(self, condition: ir.Expr) -> Iterator[OnSpace]:
        """The spaces by which a condition holds."""
        match condition:
            case ir.Contains(ir.Filtered(_, slot, where), sought):
                self.slots[slot] = value(self.game.silent.context, sought)(self.slots)
                yield from self.why(where)
            case ir.Let(slot, meant, body):
                self.slots[slot] = value(self.game.silent.context, meant)(self.slots)
                yield from self.why(body)
            case ir.All(parts) | ir.Either(parts):
                for part in parts:
                    if self.holds(part):
                        yield from self.why(part)
            case ir.Conditional(asked, then, otherwise):
                yield from self.why(then if self.holds(asked) else otherwise)
            case ir.Fold(ir.FoldKind.ANY, slot, source, where, inside):
                yield from self.some(slot, source, [inside] if where is None else [where, inside])
            case ir.Fold(ir.FoldKind.EVERY, slot, ir.Row() as source, _, inside):
                yield from self.on_board(slot, inside, self.members(source))

    def some(self, slot: int, source: ir.Set, conditions: list[ir.Expr]) -> Iterator[OnSpace]:
        """The same for each element of a set with which all *conditions* hold; of several chains the shortest."""
        chains = []
        chain, ends = chained(source)
        linked = [] if chain is None else self.members(chain)
        for element in self.members(source):
            self.slots[slot] = element
            if all(map(self.holds, conditions)):
                last = [each for each in linked if element in ([each] if ends is None else self.game.program.rows[ends][each])]
                chains += [self.way(chain, each, linked) for each in last if chain is not None]
                for condition in conditions:
                    yield from self.why(condition)
        if chain is not None and chains:
            yield from self.on_board(chain.slot, chain.where, min(chains, key=len))

    def members(self, source: ir.Set) -> list[int]:
        """The elements of a set."""
        return list(elements(self.game.silent.context, source).values(self.slots))

    def way(self, source: ir.Connected, end: int, members: list[int]) -> list[int]:
        """The shortest way through *members* from one of them back to where links lead from."""
        starts = self.members(source.source)
        before: dict[int, int | None] = {end: None}
        for element in (todo := [end]):
            if element in starts:
                found: list[int] = []
                at: int | None = element
                while at is not None:
                    found.append(at)
                    at = before[at]
                return found
            further = [each for each in self.game.program.rows[source.rows][element] if each in members and each not in before]
            before |= dict.fromkeys(further, element)
            todo += further
        return []

    def on_board(self, slot: int, condition: ir.Expr, found: list[int]) -> Iterator[OnSpace]:
        """These elements as spaces, where the *condition*, which finds each in the *slot*, looks up what lies on a space."""
        board = next((each for node in nodes((condition,)) for each in boards_of(self.game.program, node, slot)), None)
        if board is not None:
            low = self.game.program.domains[self.game.program.boards[board].domain].low
            yield from (OnSpace(board, element - low) for element in found)


def chained(source: ir.Set) -> tuple[ir.Connected | None, int | None]:
    """What is connected in a set of spaces: these (None), or links, with the row table of their ends."""
    match source:
        case ir.Connected():
            return source, None
        case ir.Union((_, ir.UnionOf(over=ir.Connected() as links, each=ir.Row(rows=ends)))):
            return links, ends
        case _:
            return None, None


def boards_of(program: ir.Program, node: Node, slot: int) -> Iterator[int]:
    """The boards at whose space in that slot a node looks up a value."""
    if not isinstance(node, ir.Cell):
        return
    indexed = [axis for axis in node.axes if axis.at == ir.Slot(slot)]
    for place in program.places:
        if node.base in [each for _, each in cells(place.base, place.extents)]:
            for extent in place.extents:
                if any((axis.low, axis.size, axis.stride) == (extent.low, extent.size, extent.stride) for axis in indexed):
                    yield from (number for number, board in enumerate(program.boards) if board.domain == extent.domain)
