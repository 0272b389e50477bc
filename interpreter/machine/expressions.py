"""Expressions and sets of a Program as Python functions of the slots."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never, cast

from attrs import evolve, field, frozen

from ...program import ir
from ...program.binomials import Ways
from ...program.ops import changed_by
from ..core import reasons
from ..core.reasons import Reason
from ..core.zones import copies
from . import addressing
from .addressing import cell, entry
from .aggregates import first, fold, sort_keys
from .arithmetic import calculation, comparison
from .context import Context, Evaluation, Ranks
from .line_tests import any_lines, any_whole, lines_of, whole
from .memories import times
from .sets import Elements, listed
from .source import Function
from .writing import Writing

DEEPEST = 20
"""So many parts within parts are one text; what lies deeper is a function of its own, for Python's parser has bounds."""


@frozen(eq=False)
class Expressions(Writing):
    """A `Writing` that knows all expressions; *depth* is how many parts lie around the place."""

    depth: int = field(default=0)

    def value(self, expr: ir.Expr) -> str:
        """The text that gives the value; truth values are 0 or 1."""
        match expr:
            case ir.Comparison() | ir.All() | ir.Either() | ir.Contains():
                return f"(1 if {self.truth(expr)} else 0)"
            case ir.Not(inner):
                return f"(0 if {self.truth(inner)} else 1)"
            case _:
                return self.truth(expr)

    def truth(self, expr: ir.Expr) -> str:
        """The text that gives the value, where a truth value may be anything that Python treats as true or false."""
        match expr:
            case ir.Number(number):
                return str(number)
            case ir.Slot(index):
                return self.names.get(expr) or f"s[{index}]"
            case _ if self.depth > DEEPEST:
                return self.function.call(_alone_later(evolve(self.elsewhere(), depth=0), expr))
            case _:
                return evolve(self, depth=self.depth + 1)._inner(expr)

    def _inner(self, expr: ir.Expr) -> str:
        match expr:
            case ir.Number() | ir.Slot():
                return self.truth(expr)
            case ir.Cell():
                return cell(self, expr)
            case ir.Lookup():
                return entry(self, expr)
            case ir.Present(inner, what, sentence):
                return self._present(inner, what, sentence)
            case ir.Negate(inner):
                return f"(-{self.value(inner)})"
            case ir.Not(inner):
                return f"(not {self.truth(inner)})"
            case ir.Arithmetic():
                return calculation(self, expr)
            case ir.Comparison():
                return comparison(self, expr)
            case ir.All(parts):
                return f"({' and '.join(self.truth(part) for part in parts) or '1'})"
            case ir.Either(parts):
                return f"({' or '.join(self.truth(part) for part in parts) or '0'})"
            case ir.Conditional(asked, then, otherwise):
                return f"({self.value(then)} if {self.truth(asked)} else {self.value(otherwise)})"
            case ir.Fold(ir.FoldKind.COUNT, _, ir.Cards(zone), None):
                return self._inner(ir.Size(zone))
            case ir.Let() | ir.Fold() | ir.First():
                return self.function.call(_alone(evolve(self.elsewhere(), depth=0), expr))
            case ir.Contains(source, inner):
                return self._contains(source, inner)
            case ir.Size(zone):
                return f"s[{addressing.zone_address(self, zone)}]"
            case ir.Completions():
                return self.function.call(_completions(self, expr))
            case ir.After():
                return self.function.call(_after(self.context, expr))
            case ir.Times():
                return times(self, expr)
            case _:
                assert_never(expr)

    def _present(self, inner: ir.Expr, what: str, sentence: int) -> str:
        text = self.value(inner)
        if not self.known.value(inner).absent:
            return text
        once, number = self.again(text)
        return f"({number} if {once} != {ir.NOTHING} else {self.fault(reasons.absent(what), sentence)}())"

    def _contains(self, source: ir.Set, asked: ir.Expr) -> str:
        match source:
            case ir.Range(low, high):
                texts = ", ".join(self.value(each) for each in (asked, low, high))
                return f"{self.function.refer(_within)}({texts})"
            case ir.Cards() | ir.Filtered():
                return self.function.call(_containing(self, source, asked))
            case _:
                once, number = self.again(self.value(asked))
                if self.known.value(asked).absent:
                    return f"({once} != {ir.NOTHING} and {number} in {listed(self, source)})"
                return f"({once} in {listed(self, source)})"


def expressions(context: Context, parameters: str = "s") -> Expressions:
    """A place at the beginning of a new function."""
    return Expressions(context, Function(parameters), context.ranges, {})


def value(context: Context, expr: ir.Expr) -> Evaluation:
    """A function that gives the value; truth values are 0 or 1."""
    return context.once("value", expr, lambda: _returning(expressions(context), expr, lambda w: w.value(expr)))


def test(context: Context, expr: ir.Expr) -> Evaluation:
    """A function that gives the value, where a truth value may be anything that Python treats as true or false."""
    return context.once("test", expr, lambda: _returning(expressions(context), expr, lambda w: w.truth(expr)))


def elements(context: Context, source: ir.Set) -> Elements:
    """The set."""
    return Elements(expressions(context), source)


def target_address(context: Context, target: ir.Target) -> Evaluation:
    """A function that gives the number of the slot to write."""
    return context.once("target", target, lambda: _giving(context, lambda w: addressing.target_address(w, target)))


def zone_address(context: Context, zone: ir.ZoneAt) -> Evaluation:
    """A function that gives the first slot of the instance."""
    return context.once("zone", zone, lambda: _giving(context, lambda w: addressing.zone_address(w, zone)))


def ranks(context: Context, keys: tuple[ir.Key, ...]) -> Ranks:
    """A function that gives the keys to sort by, the most significant first."""
    return context.once("ranks", keys, lambda: cast(Ranks, _giving(context, lambda w: sort_keys(w, keys))))


def _giving(context: Context, text: Callable[[Writing], str]) -> Evaluation:
    w = expressions(context)
    w.function.line(f"return {text(w)}")
    return cast(Evaluation, w.function.made())


def _alone(w: Writing, expr: ir.Expr) -> Evaluation:
    return _returning(w, expr, lambda inside: inside.value(expr))


def _alone_later(w: Writing, expr: ir.Expr) -> Evaluation:
    """The same, written when it is called first: what is very deep would need more of Python's stack at once than there is."""
    made: list[Evaluation] = []

    def run(s: list[int]) -> int:
        if not made:
            made.append(_alone(w, expr))
        return made[0](s)

    return run


def _returning(w: Writing, expr: ir.Expr, text: Callable[[Writing], str]) -> Evaluation:
    """The function that works the expression out; what binds names is written in lines of its own."""
    program = w.program
    match expr:
        case ir.Fold(ir.FoldKind.COUNT, _, ir.Cards(), None):
            w.function.line(f"return {text(w)}")
        case ir.Fold():
            lines, line = any_lines(program, expr), lines_of(program, expr)
            if lines is not None:
                any_whole(w, lines)
            elif line is not None:
                whole(w, line)
            else:
                fold(w, expr)
        case ir.First():
            first(w, expr)
        case ir.Let():
            _let(w, expr)
        case _:
            w.function.line(f"return {text(w)}")
    return cast(Evaluation, w.function.made())


def _let(w: Writing, expr: ir.Let) -> None:
    """What is named is in its slot too where another function may read it."""
    function, name = w.function, w.function.fresh("v")
    function.line(f"{name} = {w.value(expr.value)}")
    place, passed = function.here, function.passed
    inside = w.binding(ir.Slot(expr.slot), name, w.known.value(expr.value))
    match expr.body:
        case ir.Let() as inner:
            _let(inside, inner)
        case body:
            function.line(f"return {inside.value(body)}")
    if function.passed > passed:
        function.insert(place, f"s[{expr.slot}] = {name}")


def _after(context: Context, expr: ir.After) -> Evaluation:
    """A function that does the phase, works out the value, and puts everything back that the phase may have changed."""
    w = expressions(context)
    function, trial = w.function, w.program.trials[expr.trial]
    values = [function.fresh("v") for _ in expr.given]
    for name, each in zip(values, expr.given, strict=True):
        function.line(f"{name} = {w.value(each)}")
    kept = [(function.fresh("kept"), f"s[{each.start} : {each.stop}]") for each in changed_by(w.program, trial)]
    for name, slots in kept:
        function.line(f"{name} = {slots}")
    if context.tried:
        count_passes(w, expr.sentence, "1", reasons.too_often(w.program.phases[trial.phase].name))
    else:
        function.line(f"passes, s[{context.budget}] = s[{context.budget}], 0")
    for name, slot in zip(values, trial.given, strict=True):
        function.line(f"s[{slot.index}] = {name}")
    with function.inside("try"):
        function.line(function.call(context.trying(trial.phase)))
        function.line(f"return {w.value(expr.value)}")
    with function.inside("finally"):
        for name, slots in kept:
            function.line(f"{slots} = {name}")
        if not context.tried:
            function.line(f"s[{context.budget}] = passes")
    return cast(Evaluation, function.made())


def count_passes(w: Writing, sentence: int, count: str, reason: Reason = reasons.ENDLESS) -> None:
    """The lines that count passes of a loop, or what is tried in a trial; too many are a runtime error."""
    budget = w.context.budget
    w.function.line(f"s[{budget}] += {count}")
    w.function.line(f"if s[{budget}] > {ir.PASSES}: {w.fault(reason, sentence)}()")


def _within(number: int, low: int, high: int) -> int:
    return 1 if ir.NOTHING not in (number, low, high) and low <= number <= high else 0


def _containing(around: Writing, source: ir.Set, asked: ir.Expr) -> Evaluation:
    """A function that tells whether the set contains the value."""
    w = around.elsewhere()
    w.function.line(f"number = {w.value(asked)}")
    filters = []
    while isinstance(source, ir.Filtered):
        filters.append(source)
        source = source.source
    with w.function.inside(f"if number == {ir.NOTHING}"):
        w.function.line("return 0")
    w.function.line(f"if not {_plainly(w, source)}: return 0")
    for each in reversed(filters):
        w.function.line(f"s[{each.slot}] = number")
        w.function.line(f"if not {w.truth(each.where)}: return 0")
    w.function.line("return 1")
    return cast(Evaluation, w.function.made())


def _plainly(w: Writing, source: ir.Set) -> str:
    """The text that tells whether a set without filters contains `number`."""
    match source:
        case ir.Range(low, high):
            return f"{w.function.refer(_within)}(number, {w.value(low)}, {w.value(high)})"
        case ir.Cards(zone):
            shape, base = w.layout(zone), addressing.zone_address(w, zone)
            if not shape.ordered:
                return f"(0 <= number < {shape.kinds} and s[{base} + 1 + number])"
            kinds = f"{w.function.refer(copies)}(s, {base}, {w.function.refer(shape)})"
            return f"(0 <= number < {shape.kinds} and {kinds}[number])"
        case _:
            return f"(number in {listed(w, source)})"


def _completions(w: Writing, expr: ir.Completions) -> Evaluation:
    """The number of sets of cards that can still be taken where this card is taken next."""
    context, shape, program = w.context, w.layout(expr.zone), w.program
    base = zone_address(context, expr.zone)
    card, last, taken, least, left = (value(context, each) for each in (expr.card, expr.last, expr.taken, expr.least, expr.left))
    passes = None if expr.where is None else test(context, expr.where)
    ways = Ways(program.rows[expr.rows], None if expr.exponents is None else program.rows[expr.exponents])

    def weigh(s: list[int]) -> int:
        kind, before, had, numbers = card(s), last(s), taken(s), range(least(s), left(s) + 1)
        if ir.NOTHING != kind < before:
            return 0
        counts = list(copies(s, base(s), shape))
        if passes is not None:
            for each in filter(counts.__getitem__, range(before, len(counts))):
                s[expr.slot] = each
                counts[each] *= passes(s)
        beyond, among = sum(counts[kind + 1 :]), sum(counts[before:]) + had
        if kind == ir.NOTHING:
            return ways.stopped(numbers, counts[before], had, among)
        if kind == before:
            return ways.sets(counts[kind], had, beyond, numbers, 0, 0, among)
        return ways.sets(counts[kind], 0, beyond, numbers, counts[before], had, among)

    return weigh
