"""Operators: arithmetic, comparison, membership, and the choice between two values."""

from __future__ import annotations

from ...program import ir
from ...program.intervals import result
from ...program.span import Span
from ..diagnostics import shared
from ..diagnostics.report import error
from ..sentences import syntax as s
from ..symbols.symbols import Sort, ZoneSymbol
from ..symbols.types import TRUTH, Kind, Type, Typed, join, number
from .constant_folding import arithmetic, both, comparison, conditional, contrary, negate
from .context import Reading
from .groups import is_set
from .never import look_at

CALCULATIONS = {
    "+": ir.Calculation.ADD,
    "-": ir.Calculation.SUBTRACT,
    "*": ir.Calculation.MULTIPLY,
    "div": ir.Calculation.DIV,
    "mod": ir.Calculation.MOD,
}
RELATIONS = {relation.value: relation for relation in ir.Relation}


def negative(read: Reading, node: s.Expression) -> Typed:
    """Minus a number."""
    return negate(read.number(node))


def calculate(read: Reading, node: s.Calculate) -> Typed:
    """The result of `+`, `-`, `*`, `div` or `mod`. Raises DiagnosticError for a division by 0, and for `/`."""
    if node.how == "/":
        help_ = "write `div` (rounds down), or `half of x rounded up`"
        raise error("division-of-numbers", node.span, "`/` divides nothing but what `payoff` pays", help=help_)
    left, right = read.number(node.left), read.number(node.right)
    if node.how in ("div", "mod") and right.constant == 0:
        raise shared.division_by_zero(node.right.span)
    if left.constant is not None and right.constant is not None:
        found = result(CALCULATIONS[node.how], left.constant, right.constant)
        if not ir.SMALLEST <= found <= ir.LARGEST:
            message = f"this is {found}, and numbers go from {ir.SMALLEST} to {ir.LARGEST}"
            raise error("too-large", node.span, message)
    return arithmetic(CALCULATIONS[node.how], left, right, read.sentence)


def pair(read: Reading, left: s.Expression, right: s.Expression) -> tuple[Typed, Typed]:
    """Two values to compare; where the name on one side has several meanings, the type of the other side decides."""
    if vague(read, left) and not vague(read, right):
        second = read.value(right)
        return read.value(left, second.type), second
    first = read.value(left)
    return first, read.value(right, first.type)


def vague(read: Reading, node: s.Expression) -> bool:
    """Whether the node may have several meanings: a text in quotes, or the name of an element."""
    if isinstance(node, s.Quoted):
        return True
    return isinstance(node, s.Name) and node.name in read.game.constants and read.scope.find(node.name) is None


EMPTY = "empty"
"""The word for a zone without cards, where the ruleset calls nothing so."""


def counted(read: Reading, node: s.Compare) -> s.Compare:
    """The same comparison, where `stack is empty` is `count(stack) = 0`. Raises DiagnosticError for what is no zone."""
    game, words = read.game, node.parts[1:]
    if not any(isinstance(each, s.Name) and each.name == EMPTY for each in words):
        return node
    if EMPTY in game.symbols or EMPTY in game.constants or read.scope.find(EMPTY) is not None:
        return node
    zone, last = node.parts[0], node.parts[-1]
    if len(words) > 1 or node.relations[0] not in ("=", "!="):
        raise error("empty-of-no-zone", last.span, f"`{EMPTY}` stands behind a zone and `is` or `is not`")
    symbol = game.symbols.get(zone.name) if isinstance(zone, s.Name | s.Element) and read.scope.find(zone.name) is None else None
    if not isinstance(symbol, ZoneSymbol):
        said, help_ = game.source.words(zone.span), ""
        if is_set(read, zone):
            help_ = f"write `count({said}) = 0`"
        elif read.value(zone).type.kind is not Kind.UNKNOWN:
            help_ = f"for no value: `{said} is nothing`"
        raise error("empty-of-no-zone", zone.span, f"only a zone is `{EMPTY}`: one without cards", help=help_)
    count = s.Invoke("count", zone.span, (zone,), span=zone.span)
    return s.Compare((count, s.Numeral(0, span=last.span)), node.relations, span=node.span)


def compare(read: Reading, node: s.Compare) -> Typed:
    """Whether each value is in the given relation to the next. Raises DiagnosticError."""
    node = counted(read, node)
    _without_lists(read, node)
    tests = []
    for left, right, relation in zip(node.parts[:-1], node.parts[1:], node.relations, strict=True):
        first, second = pair(read, left, right)
        how = RELATIONS[relation]
        joined = join(first.type, second.type)
        if joined is None:
            kinds = f"{read.game.describe(first.type)} and {read.game.describe(second.type)}"
            raise error("unlike-sides", left.span.until(right.span), f"`{relation}` compares like with like: found {kinds}")
        if how not in (ir.Relation.EQUAL, ir.Relation.DIFFERENT):
            ordered(read, joined, relation, left.span.until(right.span))
        look_at(read, left, right, how, (first, second))
        tests.append(comparison(how, first, second))
    return Typed(both(tests), TRUTH)


def _without_lists(read: Reading, node: s.Compare) -> None:
    """Raises DiagnosticError where something is compared with a list that is written out."""
    items = next((each for each in node.parts if isinstance(each, s.Items)), None)
    if items is None:
        return
    other = read.game.source.words(next((each for each in node.parts if each is not items), items).span)
    found = read.game.source.words(items.span)
    count = f"count({other}) = 0" if node.relations == ("=",) else f"count({other}) > 0"
    help_ = f"write `{count}`" if not items.items else f"one value is in a set or is not, for example `x in {found}`"
    raise error("set-for-a-value", items.span, f"expected one value, found the list `{found}`", help=help_)


def ordered(read: Reading, type_: Type, relation: str, span: Span) -> None:
    """Raises DiagnosticError when values of the type have no order."""
    if type_.kind in (Kind.NUMBER, Kind.UNKNOWN):
        return
    if type_.kind is Kind.ELEMENT and type_.domain is not None and read.game.domains[type_.domain].sort is Sort.VALUE:
        return
    raise error(
        "not-ordered", span, f"`{relation}` compares numbers, found {read.game.describe(type_)}", help="for equality, write `=`"
    )


def belongs(read: Reading, node: s.Belongs) -> Typed:
    """Whether a value is in a set. Raises DiagnosticError when it never could be."""
    among = read.elements(node.among)
    value = read.value(node.value, among.element)
    if join(value.type, among.element) is None:
        raise shared.cannot_hold(read.game.describe(among.element), read.game.describe(value.type), node.span)
    known = among.constant
    test: ir.Expr = ir.Contains(among.set, value.expr)
    if known is not None and value.constant is not None:
        test = ir.Number(int(value.constant in known))
    return Typed(contrary(test) if node.negated else test, TRUTH)


def count_of(read: Reading, node: s.CountOf) -> Typed:
    """How often a value is in a set or list. Raises DiagnosticError when it never could be."""
    with read.reserved() as kept, read.reserved() as slot:
        among = read.elements(node.among)
        value = read.value(node.value, among.element)
        if join(value.type, among.element) is None:
            raise shared.cannot_hold(read.game.describe(among.element), read.game.describe(value.type), node.span)
        simple = isinstance(value.expr, ir.Slot | ir.Number)
        wanted = value.expr if simple else ir.Slot(kept)
        test = ir.Comparison(ir.Relation.EQUAL, ir.Slot(slot), wanted)
        fold: ir.Expr = ir.Fold(ir.FoldKind.COUNT, slot, among.set, test, ir.Number(1), None, 1, False, False, read.sentence)
        if not simple:
            fold = ir.Let(kept, value.expr, fold)
    return Typed(fold, number(0, among.size))


def choice(read: Reading, node: s.Choice, expected: Type | None) -> Typed:
    """The value of `a if test else b`. Raises DiagnosticError when the two have no type in common."""
    test = read.truth(node.test)
    if vague(read, node.then) and not vague(read, node.otherwise) and expected is None:
        otherwise = read.value(node.otherwise)
        then = read.value(node.then, otherwise.type)
    else:
        then = read.value(node.then, expected)
        otherwise = read.value(node.otherwise, expected or then.type)
    joined = join(then.type, otherwise.type)
    if joined is None:
        raise error(
            "unlike-values",
            node.span,
            f"both values must be of one kind: found {read.game.describe(then.type)} and {read.game.describe(otherwise.type)}",
        )
    return conditional(test, then, otherwise, joined)
