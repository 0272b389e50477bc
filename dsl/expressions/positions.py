"""Positions that rules remember: which one is meant, and how often things stood like this. The functions raise
DiagnosticError.
"""

from __future__ import annotations

from ...program import ir
from ..diagnostics.diagnostic import meant
from ..diagnostics.report import error
from ..sentences import syntax as s
from ..symbols.scope import Read
from ..symbols.symbols import MemorySymbol
from ..symbols.types import Typed, number
from .context import Reading
from .names import axes


def times_remembered(read: Reading, node: s.TimesRemembered) -> Typed:
    """`times diagram[me] was remembered`: it looks at all values that the position is made of."""
    symbol = position(read, node.position)
    found = indices(read, symbol, node.position)
    read.reads += [Read(name, False, node.span) for name in symbol.places]
    return Typed(ir.Times(symbol.index, found, read.sentence), number(0, read.game.ir_memories[symbol.index].most))


def position(read: Reading, node: s.Expression) -> MemorySymbol:
    """The position that is named."""
    assert isinstance(node, s.Name | s.Element), "the grammar lets nothing else be remembered"
    symbol = read.game.symbols.get(node.name)
    if isinstance(symbol, MemorySymbol) and read.scope.find(node.name) is None:
        return symbol
    known = [name for name, each in read.game.symbols.items() if isinstance(each, MemorySymbol)]
    help_ = meant(node.name, known) or "declare it under `positions:`, for example `diagram: {of: [man, side]}`"
    wrong = error("unknown-position", node.span, f"there is no position `{node.name}`", help=help_)
    raise read.game.missed(node.name, wrong)


def indices(read: Reading, symbol: MemorySymbol, node: s.Expression) -> tuple[ir.Axis, ...]:
    """The indices behind the name, each checked."""
    return axes(read, symbol.name, symbol.extents, node.indices if isinstance(node, s.Element) else (), node.span)
