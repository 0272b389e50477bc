"""Expressions as texts of Python expressions; lines that must run before an expression are written first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from itertools import accumulate
from typing import assert_never

from ...interpreter.core import reasons
from ...program import ir
from ...program.binomials import KEPT_BITS, SCALED_BITS
from ...program.intervals import Bounds, calculated, times
from ...program.ops import fails, fails_here
from .bitboards import attribute, parts_of
from .context import Emission, at
from .groups import Flood
from .leads import Lead
from .memories import times as times_remembered
from .selections import Selection, Texts, asked_of_row, count_bits, each_bit, lines_test, row_test, selection
from .trials import after
from .unions import Loops, either_way, fails_behind, gathered, held, told_before, work_out

FAR = 2**63 - 2
"""A number beyond every value, from which the search for an extreme starts."""

_CALCULATIONS = {
    ir.Calculation.ADD: "+",
    ir.Calculation.SUBTRACT: "-",
    ir.Calculation.MULTIPLY: "*",
    ir.Calculation.DIV: "//",
    ir.Calculation.MOD: "%",
}
_RELATIONS = {
    ir.Relation.EQUAL: "==",
    ir.Relation.DIFFERENT: "!=",
    ir.Relation.LESS: "<",
    ir.Relation.AT_MOST: "<=",
    ir.Relation.MORE: ">",
    ir.Relation.AT_LEAST: ">=",
}


def value(em: Emission, expr: ir.Expr) -> str:
    """The text of the value as a number; a truth value is 0 or 1."""
    return _readable(em, _value(em, expr))


def test(em: Emission, expr: ir.Expr) -> str:
    """The text of the value as a Python truth value."""
    return _readable(em, _test(em, expr))


BRACKETS = 60
"""So many brackets may stand inside each other in a text: Python reads up to 200."""


def _readable(em: Emission, text: str) -> str:
    """The text, or a name that holds its value where too many brackets stand inside each other."""
    if text.count("(") <= BRACKETS:
        return text
    depths = accumulate((char == "(") - (char == ")") for char in text)
    return em.atom(text) if max(depths) > BRACKETS else text


def _value(em: Emission, expr: ir.Expr) -> str:
    match expr:
        case ir.Comparison() | ir.Not() | ir.All() | ir.Either() | ir.Contains():
            return f"(1 if {test(em, expr)} else 0)"
        case ir.Fold(kind=ir.FoldKind.ANY | ir.FoldKind.EVERY):
            return f"(1 if {test(em, expr)} else 0)"
        case ir.Number(number):
            return str(number)
        case ir.Slot(index):
            return em.slot(index)
        case ir.Cell():
            return place(em, expr)
        case ir.Lookup():
            return em.instead[expr] if expr in em.instead else _looked_up(em, expr)
        case ir.Present(inside, what, sentence):
            text = value(em, inside)
            if not em.proven(not em.known.value(inside).absent):
                text = em.atom(text)
                em.fault_if(f"{text} == {ir.NOTHING}", sentence, reasons.absent(what))
            return text
        case ir.Negate(inside):
            return f"(-{value(em, inside)})"
        case ir.Arithmetic():
            return _arithmetic(em, expr)
        case ir.Conditional():
            return _conditional(em, expr)
        case ir.Let(slot, inside, body):
            name = em.atom(value(em, inside))
            with em.bound(slot, name, em.known.value(inside)):
                return value(em, body)
        case ir.Fold():
            return _fold(em, expr)
        case ir.First():
            return _first(em, expr)
        case ir.Size(zone):
            return em.cell(zone_base(em, zone))
        case ir.Completions():
            return _completions(em, expr)
        case ir.After():
            return after(em, expr, value)
        case ir.Times():
            return times_remembered(em, expr, address)
        case _:
            assert_never(expr)


def _test(em: Emission, expr: ir.Expr) -> str:
    match expr:
        case ir.Number(number):
            return "True" if number else "False"
        case ir.Not(inside):
            return f"(not {test(em, inside)})"
        case ir.Comparison():
            return _comparison(em, expr)
        case ir.All(parts):
            return together(em, parts, "and")
        case ir.Either(parts):
            return together(em, parts, "or")
        case ir.Contains(source, inside):
            return contains(em, source, value(em, inside), em.known.value(inside))
        case ir.Fold(kind=ir.FoldKind.ANY | ir.FoldKind.EVERY):
            return _quantified(em, expr)
        case ir.Let(slot, inside, body):
            name = em.atom(value(em, inside))
            with em.bound(slot, name, em.known.value(inside)):
                return test(em, body)
        case _:
            return f"({value(em, expr)} != 0)"


# --------------------------------------------------------------------------------------------------------- addresses


def address(em: Emission, base: int, axes: tuple[ir.Axis, ...], what: str, sentence: int) -> str:
    """The text of the slot number; emitted code raises Fault when an index is out of range, told as one of *what*."""
    parts = []
    for axis in axes:
        match axis.at:
            case ir.Number(number) if axis.low <= number < axis.low + axis.size:
                base += (number - axis.low) * axis.stride
            case _:
                text = index(em, axis, what, sentence)
                base -= axis.low * axis.stride
                parts.append(text if axis.stride == 1 else f"{text} * {axis.stride}")
    if not parts:
        return str(base)
    if base > 0:
        parts.insert(0, str(base))
    elif base < 0:
        parts.append(str(base))
    return " + ".join(parts).replace("+ -", "- ")


def index(em: Emission, axis: ir.Axis, what: str, sentence: int) -> str:
    """The text of the index; emitted code raises Fault when it is out of range."""
    text = value(em, axis.at)
    if em.proven(em.known.value(axis.at).within(axis.low, axis.low + axis.size - 1)):
        return text
    text = em.atom(text)
    em.fault_if(f"{text} < {axis.low} or {text} > {axis.low + axis.size - 1}", sentence, reasons.misplaced(what), text)
    return text


def zone_base(em: Emission, zone: ir.ZoneAt) -> str:
    """The text of the first slot of the instance."""
    declared = em.program.zones[zone.zone]
    return address(em, declared.base, zone.axes, declared.name.plain, zone.sentence)


def fixed_zone(em: Emission, zone: ir.ZoneAt) -> str:
    """The text of the first slot of the instance, as a name or a number."""
    return em.atom(zone_base(em, zone), "z")


def place(em: Emission, target: ir.Target) -> str:
    """The text that reads or writes a target."""
    match target:
        case ir.Slot(number):
            return em.slot(number)
        case ir.Cell():
            framed = em.framed(target)
            if framed is not None:
                return framed
            spot = spot_of(em, target)
            return em.slot(int(spot)) if spot.isdigit() else em.cell(spot)
        case _:
            assert_never(target)


def spot_of(em: Emission, cell: ir.Cell) -> str:
    """The text of the number of its slot."""
    return address(em, cell.base, cell.axes, cell.what, cell.sentence)


def _looked_up(em: Emission, expr: ir.Lookup) -> str:
    numbers = em.program.tables[expr.table]
    spot = address(em, 0, expr.axes, expr.what, expr.sentence)
    for lead in em.leads:
        if lead.is_entry(expr):
            return f"{lead.position} + {lead.start}" if lead.start else lead.position
    if spot.isdigit():
        return str(numbers[int(spot)])
    return f"{em.table(numbers)}[{at(spot)}]"


# ---------------------------------------------------------------------------------------------- numbers and truths


def _arithmetic(em: Emission, expr: ir.Arithmetic) -> str:
    left, right = value(em, expr.left), value(em, expr.right)
    found = calculated(expr.how, em.known.value(expr.left).present(), em.known.value(expr.right).present())
    match expr.how:
        case ir.Calculation.MIN | ir.Calculation.MAX:
            one, other = em.atom(left), em.atom(right)
            relation = "<" if expr.how is ir.Calculation.MIN else ">"
            return f"({one} if {one} {relation} {other} else {other})"
        case ir.Calculation.DIV | ir.Calculation.MOD:
            below = em.known.value(expr.right).present()
            if not em.proven(not below.low <= 0 <= below.high):
                right = em.atom(right)
                em.fault_if(f"{right} == 0", expr.sentence, reasons.DIVIDES_BY_ZERO)
        case ir.Calculation.ADD | ir.Calculation.SUBTRACT | ir.Calculation.MULTIPLY:
            if not em.proven(found.within(ir.SMALLEST, ir.LARGEST)):
                result = em.atom(f"({left} {_CALCULATIONS[expr.how]} {right})")
                em.fault_if(f"{result} < {ir.SMALLEST} or {result} > {ir.LARGEST}", expr.sentence, reasons.too_large, result)
                return result
    return f"({left} {_CALCULATIONS[expr.how]} {right})"


def _comparison(em: Emission, expr: ir.Comparison) -> str:
    left, right = value(em, expr.left), value(em, expr.right)
    sign = _RELATIONS[expr.how]
    match expr.how:
        case ir.Relation.EQUAL | ir.Relation.DIFFERENT:
            pass
        case ir.Relation.LESS | ir.Relation.AT_MOST:
            if em.known.value(expr.left).absent:
                left, right = em.atom(left), em.atom(right)
                return f"({ir.NOTHING} != {left} {sign} {right})"
        case ir.Relation.MORE | ir.Relation.AT_LEAST:
            if em.known.value(expr.right).absent:
                right = em.atom(right)
                return f"({left} {sign} {right} != {ir.NOTHING})"
        case _:
            assert_never(expr.how)
    return f"({left} {sign} {right})"


def _conditional(em: Emission, expr: ir.Conditional) -> str:
    asked = test(em, expr.test)
    if asked in ("True", "False"):
        return value(em, expr.then if asked == "True" else expr.otherwise)
    with em.writer.aside() as before_then:
        then = value(em, expr.then)
    with em.writer.aside() as before_otherwise:
        otherwise = value(em, expr.otherwise)
    if not before_then and not before_otherwise:
        return f"({then} if {asked} else {otherwise})"
    name = em.writer.fresh("x")
    with em.writer.block(f"if {asked}:"):
        em.writer.paste(before_then)
        em.writer.line(f"{name} = {then}")
    with em.writer.block("else:"):
        em.writer.paste(before_otherwise)
        em.writer.line(f"{name} = {otherwise}")
    return name


def together(em: Emission, parts: Sequence[ir.Expr], word: str) -> str:
    """The text of the parts joined by *word*; each part is evaluated only where those before do not decide the result."""
    texts: list[str] = []
    for part in parts:
        with em.writer.aside() as before:
            text = test(em, part)
        if before and texts:
            name = em.writer.fresh("x")
            em.writer.line(f"{name} = {f' {word} '.join(texts)}")
            with em.writer.block(f"if {name}:" if word == "and" else f"if not {name}:"):
                em.writer.paste(before)
                em.writer.line(f"{name} = {text}")
            texts = [name]
        else:
            em.writer.paste(before)
            texts.append(text)
    if not texts:
        return "True" if word == "and" else "False"
    return texts[0] if len(texts) == 1 else f"({f' {word} '.join(texts)})"


def contains(em: Emission, source: ir.Set, text: str, asked: Bounds) -> str:
    """The text of whether the value is an element of the set."""
    words = held(em, source)
    if words is not None:
        text = em.atom(text)
        work_out(em, words, LOOPS)
        return words.contains(text, asked)
    match source:
        case ir.Range(low, high):
            text = em.atom(text)
            first, last = value(em, low), em.atom(value(em, high))
            parts = [f"{first} <= {text} <= {last}"]
            if asked.absent:
                parts.insert(0, f"{text} != {ir.NOTHING}")
            for bound, side in ((em.known.value(low), first), (em.known.value(high), last)):
                if bound.absent:
                    parts.append(f"{side} != {ir.NOTHING}")
            return f"({' and '.join(parts)})"
        case ir.Cards(where_from):
            text = em.atom(text)
            zone, base = em.program.zones[where_from.zone], fixed_zone(em, where_from)
            if asked.within(0, zone.kinds - 1):
                return f"({copies(em, zone, base, text)} != 0)"
            name = em.writer.fresh("x")
            em.writer.line(f"{name} = 0 <= {text} < {zone.kinds}")
            with em.writer.block(f"if {name}:"):
                em.writer.line(f"{name} = {copies(em, zone, base, text)} != 0")
            return name
        case ir.Filtered(inside, slot, where):
            text = em.atom(text)
            name = em.writer.fresh("x")
            em.writer.line(f"{name} = {contains(em, inside, text, asked)}")
            with em.writer.block(f"if {name}:"), em.bound(slot, text, em.known.elements(inside)):
                holds = test(em, where)
                em.writer.line(f"{name} = {holds}")
            return name
        case ir.Connected(rows=rows) | ir.Around(rows=rows):
            return FLOOD.contains(em, source, text, em.proven(asked.within(0, len(em.program.rows[rows]) - 1)))
        case ir.Row() | ir.Listed() | ir.UpTo():
            return _is_met(em, lambda element: each(em, source, element), text, asked)
        case ir.OneOf() | ir.Union() | ir.UnionOf() | ir.Naming() if fails_behind(source, em.known):
            return _is_met(em, lambda element: gathered(em, source, element, LOOPS), text, asked)
        case ir.OneOf() | ir.Union() | ir.UnionOf() | ir.Naming():
            return _in_a_part(em, source, em.atom(text), asked)
        case _:
            assert_never(source)


def _is_met(em: Emission, loop: Callable[[str], AbstractContextManager[object]], text: str, asked: Bounds) -> str:
    """The text of whether the value is met in the loop over a variable with that name."""
    text = em.atom(text)
    name = em.writer.fresh("x")
    em.writer.line(f"{name} = False")
    element = em.writer.fresh("x")
    with loop(element):
        em.writer.line(f"if {element} == {text}:")
        em.writer.line(f"    {name} = True")
        em.writer.line("    break")
    return f"({name} and {text} != {ir.NOTHING})" if asked.absent else name


def _in_a_part(em: Emission, source: ir.OneOf | ir.Union | ir.UnionOf | ir.Naming, text: str, asked: Bounds) -> str:
    """The text of whether the value is in a set that is made of others: it is looked for in one after another."""
    name = em.writer.fresh("x")
    match source:
        case ir.OneOf(test=asked_first, then=then, otherwise=otherwise):
            with em.writer.block(f"if {either_way(test(em, asked_first))}:"):
                em.writer.line(f"{name} = {contains(em, then, text, asked)}")
            with em.writer.block("else:"):
                em.writer.line(f"{name} = {contains(em, otherwise, text, asked)}")
        case ir.Union(several):
            em.writer.line(f"{name} = False")
            for part in several:
                with em.writer.block(f"if not {name}:"):
                    em.writer.line(f"{name} = {contains(em, part, text, asked)}")
        case ir.UnionOf(slot, over, where, inside):
            em.writer.line(f"{name} = False")
            with walk(em, slot, over, where), em.writer.block(f"if {contains(em, inside, text, asked)}:"):
                em.writer.line(f"{name} = True")
                em.writer.line("break")
        case ir.Naming(slot, named, body):
            held = em.atom(value(em, named))
            with em.bound(slot, held, em.known.value(named)):
                em.writer.line(f"{name} = {contains(em, body, text, asked)}")
        case _:
            assert_never(source)
    return name


def copies(em: Emission, zone: ir.Zone, base: str, kind: str) -> str:
    """The text of the number of cards of a kind in an instance, loose or in order."""
    packed = em.packing.get(zone.deck)
    if packed is not None:
        return packed.copies(f"z[{at(base)}]", kind)
    text = em.cell(f"{base} + {kind} + 1" if not (base + kind).isdigit() else str(int(base) + int(kind) + 1))
    for capacity, start in parts(zone):
        if capacity:
            text = f"{text} + in_order(s, {base} + {start}, {kind})"
    return f"({text})" if " " in text else text


def parts(zone: ir.Zone) -> tuple[tuple[int, int], tuple[int, int]]:
    """(capacity, offset) of the ordered part at the top and of that at the bottom; the capacity is 0 where there is none."""
    top = (zone.top_capacity, 1 + zone.kinds)
    behind = 1 + zone.kinds + (1 + zone.top_capacity if zone.top_capacity else 0)
    return top, (zone.bottom_capacity, behind)


# ------------------------------------------------------------------------------------------------------------- sets


@contextmanager
def each(em: Emission, source: ir.Set, name: str) -> Iterator[str]:
    """A loop in which the variable *name* is the element; yields the text of its weight. `break` leaves the loop."""
    match source:
        case ir.Range(low, high):
            first, last = value(em, low), value(em, high)
            if em.known.value(low).absent or em.known.value(high).absent:
                first, last = _start(em, first), _start(em, last)
                with em.writer.block(f"if {first} == {ir.NOTHING} or {last} == {ir.NOTHING}:"):
                    em.writer.line(f"{first} = 1")
                    em.writer.line(f"{last} = 0")
            with em.loop(f"for {name} in range({first}, {_plus_one(last)}):"):
                yield "1"
        case ir.Row():
            with _row(em, source, name):
                yield "1"
        case ir.Listed(items):
            with _listed(em, items, name):
                yield "1"
        case ir.Cards(where_from):
            zone, base = em.program.zones[where_from.zone], fixed_zone(em, where_from)
            packed = em.packing.get(zone.deck)
            if packed is None or packed.bits > 1:
                weight = em.writer.fresh("w")
                with em.loop(f"for {name} in range({zone.kinds}):"):
                    em.writer.line(f"{weight} = {copies(em, zone, base, name)}")
                    with em.writer.block(f"if {weight} != 0:"):
                        yield weight
            else:
                word = _start(em, f"z[{at(base)}]")
                with em.loop(f"while {word} != U(0):"):
                    em.writer.line(f"{name} = lowest({word})")
                    em.writer.line(f"{word} &= {word} - U(1)")
                    yield "1"
        case ir.Filtered(inside, slot, where):
            found = em.known.elements(inside)
            with each(em, inside, name) as weight, em.bound(slot, name, found):
                holds = test(em, where)
                with em.writer.block(f"if {holds}:"):
                    yield weight
        case ir.Connected() | ir.Around():
            with FLOOD.elements(em, source, name):
                yield "1"
        case ir.UpTo():
            with _up_to(em, source, name):
                yield "1"
        case ir.OneOf() | ir.Union() | ir.UnionOf():
            with gathered(em, source, name, LOOPS):
                yield "1"
        case ir.Naming(slot, inside, body):
            held = em.atom(value(em, inside))
            with em.bound(slot, held, em.known.value(inside)), each(em, body, name) as weight:
                yield weight
        case _:
            assert_never(source)


@contextmanager
def _up_to(em: Emission, source: ir.UpTo, name: str) -> Iterator[None]:
    """A loop that ends behind the first element that passes; all are found before where looking for them can fail."""
    if fails_here(source, em.known):
        start, count = em.room(max(1, em.known.most(source))), _start(em, "0")
        found = em.writer.fresh("x")
        with each(em, source.source, found), em.bound(source.slot, found, em.known.elements(source.source)):
            em.writer.line(f"m[{at(f'{start} + {count}')}] = {found}")
            em.writer.line(f"{count} += 1")
            last = test(em, source.where)
            with em.writer.block(f"if {last}:"):
                em.writer.line("break")
        spot = em.writer.fresh("i")
        with em.loop(f"for {spot} in range({start}, {start} + {count}):"):
            em.writer.line(f"{name} = m[{at(spot)}]")
            yield
        return
    ended = _start(em, "False")
    with each(em, source.source, name):
        with em.writer.block(f"if {ended}:"):
            em.writer.line("break")
        with em.bound(source.slot, name, em.known.elements(source.source)):
            last = test(em, source.where)
        em.writer.line(f"{ended} = {last}")
        yield


def _plus_one(text: str) -> str:
    return str(int(text) + 1) if text.lstrip("-").isdigit() else f"{text} + 1"


@contextmanager
def _row(em: Emission, source: ir.Row, name: str) -> Iterator[None]:
    rows = em.program.rows[source.rows]
    number = row_number(em, source)
    table, starts = row_tables(em, source.rows)
    spot = em.writer.fresh("i")
    lengths = {len(row) for row in rows}
    if number.isdigit():
        numbers = rows[int(number)]
        if not numbers:
            with em.writer.block("if False:"):
                em.writer.line(f"{name} = 0")
                with em.loop("while True:"):
                    yield
            return
        with em.loop(f"for {spot} in range({len(numbers)}):"):
            em.writer.line(f"{name} = {em.table(numbers)}[{at(spot)}]")
            yield
    elif len(lengths) == 1:
        width = lengths.pop()
        with em.loop(f"for {spot} in range({width}):"):
            em.writer.line(f"{name} = {table}[{at(f'{number} * {width} + {spot}')}]")
            yield
    else:
        following = at(f"{number} + 1")
        with em.loop(f"for {spot} in range({starts}[{at(number)}], {starts}[{following}]):"):
            em.writer.line(f"{name} = {table}[{at(spot)}]")
            yield


def row_number(em: Emission, source: ir.Row) -> str:
    """The number of a row, as a name or number; emitted code raises Fault when there is no such row."""
    count = len(em.program.rows[source.rows])
    text = value(em, source.at)
    if not text.isdigit():
        text = _start(em, text)  # a copy, because the variable may change inside the loop
    if not em.proven(em.known.value(source.at).within(0, count - 1)):
        em.fault_if(f"{text} < 0 or {text} > {count - 1}", source.sentence, reasons.misplaced(source.what), text)
    return text


def row_is_there(em: Emission, source: ir.Row) -> bool:
    """Whether it is known that there is such a row."""
    count = len(em.program.rows[source.rows])
    return not fails(source.at, em.known) and em.known.value(source.at).within(0, count - 1)


def row_tables(em: Emission, number: int) -> tuple[str, str]:
    """The names of two tables: the rows one after another, and the position at which each begins, plus the end of the last."""
    rows = em.program.rows[number]
    starts = [0]
    for row in rows:
        starts.append(starts[-1] + len(row))
    return em.table(tuple(element for row in rows for element in row)), em.table(tuple(starts))


@contextmanager
def _listed(em: Emission, items: tuple[ir.Expr, ...], name: str) -> Iterator[None]:
    numbers = tuple(item.value for item in items if isinstance(item, ir.Number) and item.value != ir.NOTHING)
    if all(isinstance(item, ir.Number) for item in items):
        spot = em.writer.fresh("i")
        with em.loop(f"for {spot} in range({len(numbers)}):"):
            em.writer.line(f"{name} = {em.table(numbers or (0,))}[{at(spot)}]")
            yield
        return
    start = em.room(len(items))
    for offset, item in enumerate(items):
        em.writer.line(f"m[{start + offset}] = {value(em, item)}")
    spot = em.writer.fresh("i")
    absent = any(em.known.value(item).absent for item in items)
    with em.loop(f"for {spot} in range({start}, {start + len(items)}):"):
        em.writer.line(f"{name} = m[{at(spot)}]")
        if absent:
            with em.writer.block(f"if {name} != {ir.NOTHING}:"):
                yield
        else:
            yield


@contextmanager
def walk(em: Emission, slot: int, source: ir.Set, where: ir.Expr | None) -> Iterator[str]:
    """A loop over the elements that pass, each bound to the scratch slot; yields the text of its weight."""
    name, found = em.writer.fresh("x"), em.known.elements(source)
    with told_before(em, source, ir.Slot(slot), parts_of(where)):
        told = selection(em, source, ir.Slot(slot), parts_of(where), TEXTS)
        if told is not None:
            with each_bit(em, told, name), em.bound(slot, name, found):
                holds = test(em, ir.All(told.rest)) if told.rest else "True"
                with em.writer.block(f"if {holds}:"):
                    yield "1"
            return
        with each(em, source, name) as weight, em.bound(slot, name, found):
            if where is None:
                yield weight
            else:
                holds = test(em, where)
                with em.writer.block(f"if {holds}:"):
                    yield weight


# ------------------------------------------------------------------------------------------------------------ folds


def _fold(em: Emission, expr: ir.Fold) -> str:
    match expr.kind:
        case ir.FoldKind.SUM:
            return _sum(em, expr)
        case ir.FoldKind.COUNT:
            match expr.source, expr.where:
                case ir.Cards(zone), None:
                    return em.cell(zone_base(em, zone))
                case (ir.Connected() | ir.Around()) as linked, None:
                    counted = FLOOD.count(em, linked)
                    if counted is not None:
                        return em.atom(counted)
            told = selection(em, expr.source, ir.Slot(expr.slot), parts_of(expr.where), TEXTS)
            if told is not None and not told.rest:
                return em.atom(count_bits(em, told))
            total = _start(em, "0")
            with walk(em, expr.slot, expr.source, expr.where) as weight:
                em.writer.line(f"{total} += {weight}")
            return total
        case ir.FoldKind.HIGHEST | ir.FoldKind.LOWEST:
            return _extreme(em, expr)
        case ir.FoldKind.ANY | ir.FoldKind.EVERY:
            return value(em, expr)
        case _:
            assert_never(expr.kind)


def _start(em: Emission, text: str) -> str:
    name = em.writer.fresh("r")
    em.writer.line(f"{name} = {text}")
    return name


def _sum(em: Emission, expr: ir.Fold) -> str:
    total = _start(em, "0")
    inside = em.known.binding(expr.slot, em.known.elements(expr.source))
    held = times(inside.value(expr.value).present(), em.known.most(expr.source))
    known = held.within(ir.SMALLEST, ir.LARGEST)
    far, outside = not em.proven(known), f"{total} < {ir.SMALLEST} or {total} > {ir.LARGEST}"
    match expr.source:
        case ir.Cards(where_from) if expr.where is None and known:
            if _sum_of_cards(em, expr, where_from, total):
                if far:
                    em.fault_if(outside, expr.sentence, reasons.too_large, total)
                return total
    with walk(em, expr.slot, expr.source, expr.where) as weight:
        text = value(em, expr.value)
        if not em.proven(not em.known.value(expr.value).absent):
            text = em.atom(text)
            em.fault_if(f"{text} == {ir.NOTHING}", expr.sentence, reasons.NOTHING_IN_SUM)
        em.writer.line(f"{total} += {text}" if weight == "1" else f"{total} += {text} * {weight}")
        if far:
            em.fault_if(outside, expr.sentence, reasons.too_large, total)
    return total


def _sum_of_cards(em: Emission, expr: ir.Fold, where_from: ir.ZoneAt, total: str) -> bool:
    """Writes a sum over all kinds without branches, where kinds that are not there have weight 0.

    False where the value needs lines of its own, can be nothing, or divides, since it may fail for a kind that is not there.
    """
    zone, base = em.program.zones[where_from.zone], fixed_zone(em, where_from)
    packed = em.packing.get(zone.deck)
    if packed is not None and packed.bits == 1:
        return False
    weights = None if packed is None else _printed(em, expr.value, expr.slot, zone.kinds)
    if packed is not None and weights is not None:
        whole = packed.weighed(f"z[{at(base)}]", em.cell(base), weights)
        if whole is not None:
            em.writer.line(f"{total} += {whole}")
            return True
    name = em.writer.fresh("x")
    with em.writer.aside() as before, em.bound(expr.slot, name, Bounds(0, zone.kinds - 1)):
        text = value(em, expr.value)
        absent = em.known.value(expr.value).absent
    if before or absent or "//" in text or "%" in text:
        return False
    with em.loop(f"for {name} in range({zone.kinds}):"):
        em.writer.line(f"{total} += {text} * {copies(em, zone, base, name)}")
    return True


def _printed(em: Emission, expr: ir.Expr, slot: int, kinds: int) -> tuple[int, ...] | None:
    """What a table says of each kind of card, for an expression that is nothing else; None for any other, or where it says
    nothing.
    """
    match expr:
        case ir.Lookup(table, axes) if attribute(expr, ir.Slot(slot)) == expr:
            pass
        case _:
            return None
    (moving,) = (axis for axis in axes if axis.at == ir.Slot(slot))
    if moving.low != 0 or moving.size < kinds:
        return None
    start = sum((axis.at.value - axis.low) * axis.stride for axis in axes if isinstance(axis.at, ir.Number))
    found = tuple(em.program.tables[table][start + kind * moving.stride] for kind in range(kinds))
    return None if ir.NOTHING in found else found


def _quantified(em: Emission, expr: ir.Fold) -> str:
    with told_before(em, expr.source, ir.Slot(expr.slot), (*parts_of(expr.where), expr.value)):
        return _some_or_all(em, expr)


def _some_or_all(em: Emission, expr: ir.Fold) -> str:
    any_of = expr.kind is ir.FoldKind.ANY
    position, asked = ir.Slot(expr.slot), expr.value if any_of else ir.Not(expr.value)
    answer = row_test(em, expr, TEXTS) or lines_test(em, expr, TEXTS)
    if answer is not None:
        return answer
    told = selection(em, expr.source, position, (*parts_of(expr.where), *parts_of(asked)), TEXTS)
    if told is not None and not told.rest:
        some = " or ".join(f"{word} != U(0)" for word in told.every_word(em))
        return f"({some})" if any_of else f"(not ({some}))"
    found = _start(em, "False" if any_of else "True")
    if told is not None:
        name = em.writer.fresh("x")
        with each_bit(em, told, name), em.bound(expr.slot, name, em.known.elements(expr.source)):
            holds = test(em, ir.All(told.rest))
            with em.writer.block(f"if {holds}:"):
                em.writer.line(f"{found} = {any_of}")
                em.writer.line("break")
        return found
    with walk(em, expr.slot, expr.source, expr.where):
        holds = test(em, expr.value)
        # Several tests of masks are made at once where the loop goes on to its end, which nothing behind may turn into a fault.
        row = asked_of_row(em, expr.value)
        unsure = any(fails(part, em.known) for part in parts_of(expr.where))
        to_the_end = row is not None and row_is_there(em, row[0]) and not unsure
        with em.writer.block(f"if {holds}:" if any_of else f"if not {holds}:"):
            em.writer.line(f"{found} = {any_of}")
            if not to_the_end:
                em.writer.line("break")
    return found


def _extreme(em: Emission, expr: ir.Fold) -> str:
    highest = expr.kind is ir.FoldKind.HIGHEST
    ranks = [_start(em, str(-FAR)) for _ in range(max(0, expr.rank))]
    repeated = expr.rank > 1 and not expr.distinct
    if ranks:
        with walk(em, expr.slot, expr.source, expr.where) as weight:
            text = em.atom(value(em, expr.value))
            absent = em.known.value(expr.value).absent
            with em.writer.block(f"if {text} != {ir.NOTHING}:" if absent else "if True:"):
                number = text if highest else em.atom(f"-{text}")
                if repeated and weight != "1":
                    with em.loop(f"for _ in range(min({weight}, {expr.rank})):"):
                        _insert(em, ranks, number, expr.distinct)
                else:
                    _insert(em, ranks, number, expr.distinct)
    last = ranks[-1] if ranks else "x"
    result = em.writer.fresh("r")
    with em.writer.block(f"if {last} == {-FAR}:" if ranks else "if True:"):
        em.writer.line(f"{result} = {ir.NOTHING if expr.otherwise is None else value(em, expr.otherwise)}")
    if ranks:
        with em.writer.block("else:"):
            em.writer.line(f"{result} = {last}" if highest else f"{result} = -{last}")
    return result


def _insert(em: Emission, ranks: list[str], number: str, distinct: bool) -> None:
    for spot, rank in enumerate(ranks):
        with em.writer.block(f"{'if' if spot == 0 else 'elif'} {number} > {rank}:"):
            for below in range(len(ranks) - 1, spot, -1):
                em.writer.line(f"{ranks[below]} = {ranks[below - 1]}")
            em.writer.line(f"{rank} = {number}")
        if distinct and spot + 1 < len(ranks):
            em.writer.line(f"elif {number} == {rank}:")
            em.writer.line("    pass")


def _completions(em: Emission, expr: ir.Completions) -> str:
    """The text of the number of sets of cards that can still be taken where this card is taken next, as `Ways` counts."""
    zone, base = em.program.zones[expr.zone.zone], fixed_zone(em, expr.zone)
    card, last, taken, left = (em.atom(value(em, each)) for each in (expr.card, expr.last, expr.taken, expr.left))
    rows, width = em.program.rows[expr.rows], len(em.program.rows[expr.rows][0])
    most = len(rows) - 1
    least = left
    if expr.least != expr.left:
        least = em.atom(f"max(1, {value(em, expr.least)})")
        left = em.atom(f"min({left}, {width} - 1 - {taken})")
    table = em.table_of_rows(expr.rows)

    def scaled(spots: list[str]) -> str:
        """The text of the product of the coefficients at these spots."""
        product = " * ".join(f"{table}[{at(spot)}]" for spot in spots)
        return product if expr.exponents is None else _scaled(em, expr.exponents, product, spots, everything)

    def all_sets() -> str:
        """The spot of the coefficient by which all are scaled."""
        if expr.exponents is None:
            return ""
        beyond, others = _beyond(em, expr, base, last, last)
        among = em.atom(f"min({beyond} + {others} + {taken}, {most})")
        return em.atom(f"{among} * {width} + max({least} + {taken}, min({left} + {taken}, {among} // 2))", "a")

    if expr.card == ir.Number(ir.NOTHING):
        others = _beyond(em, expr, base, last, last)[1]
        everything = all_sets()
        return em.atom(scaled([em.atom(f"min({others} + {taken}, {most}) * {width} + {taken}", "a")]))
    total, same, had, before = _start(em, "0"), em.writer.fresh("x"), em.writer.fresh("x"), em.writer.fresh("x")
    with em.writer.block(f"if {card} >= {last} and 0 < {least} <= {left} < {width} - {taken}:"):
        here, (beyond, others) = _start(em, copies(em, zone, base, card)), _beyond(em, expr, base, card, last)
        em.writer.line(f"{same} = {card} == {last}")
        em.writer.line(f"{had} = {taken} if {same} else 0")
        em.writer.line(f"{before} = 0 if {same} else min({others} + {taken}, {most}) * {width} + {taken}")
        everything = all_sets()
        more, rest = em.writer.fresh("i"), em.writer.fresh("i")
        with em.loop(f"for {more} in range(1, min({here}, {left}) + 1):"), ExitStack() as stack:
            if least == left:
                stack.enter_context(em.writer.block(f"if {left} - {more} <= {beyond}:"))
                rest = f"{left} - {more}"
            else:
                rests = f"range(max(0, {least} - {more}), min({beyond}, {left} - {more}) + 1)"
                stack.enter_context(em.loop(f"for {rest} in {rests}:"))
            spots = [f"min({here} + {had}, {most}) * {width} + {had} + {more}", f"{beyond} * {width} + {rest}", before]
            em.writer.line(f"{total} += {scaled([em.atom(spot, 'a') for spot in spots])}")
    return total


def _scaled(em: Emission, exponents: int, product: str, spots: list[str], everything: str) -> str:
    """The text of a product of rounded coefficients, scaled as all that are compared with it."""
    away = em.table_of_rows(exponents)
    shift = _start(em, " + ".join(f"{away}[{at(spot)}]" for spot in spots))
    em.writer.line(f"{shift} -= max(0, {away}[{at(everything)}] - {SCALED_BITS - KEPT_BITS})")
    return em.atom(f"max(1, {product} << {shift} if {shift} >= 0 else {product} >> (-{shift}))")


def _beyond(em: Emission, expr: ir.Completions, base: str, kind: str, last: str) -> tuple[str, str]:
    """The texts of how many cards there are of the kinds behind one, and of the kind *last*."""
    zone = em.program.zones[expr.zone.zone]
    if expr.where is not None:
        total, before = _start(em, "0"), _start(em, "0")
        with walk(em, expr.slot, ir.Cards(expr.zone), expr.where) as weight:
            each = em.slot(expr.slot)
            with em.writer.block(f"if {each} > {kind}:"):
                em.writer.line(f"{total} += {weight}")
            with em.writer.block(f"if {each} == {last}:"):
                em.writer.line(f"{before} += {weight}")
        return total, before
    packed = em.packing.get(zone.deck)
    if packed is not None and packed.bits == 1:
        total = _start(em, packed.different(f"((z[{at(base)}] >> U({kind})) >> U(1))"))
    else:
        total, each = _start(em, "0"), em.writer.fresh("x")
        with em.loop(f"for {each} in range({kind} + 1, {zone.kinds}):"):
            em.writer.line(f"{total} += {copies(em, zone, base, each)}")
    return total, copies(em, zone, base, last)


def sort_value(em: Emission, key: ir.Key) -> str:
    """The text of a number that sorts in ascending order, nothing last."""
    text = value(em, key.value)
    signed = f"-{text}" if key.highest else text
    if not em.known.value(key.value).absent:
        return signed
    text = em.atom(text)
    return f"({FAR} if {text} == {ir.NOTHING} else {'-' if key.highest else ''}{text})"


def _first(em: Emission, expr: ir.First) -> str:
    told = None if expr.keys else selection(em, expr.source, ir.Slot(expr.slot), parts_of(expr.where), TEXTS)
    if told is not None and not told.rest and told.board.words == 1:
        return _lowest(em, expr, told)
    found = _start(em, str(ir.NOTHING))
    best = [_start(em, str(FAR + 1)) for _ in expr.keys]
    with walk(em, expr.slot, expr.source, expr.where):
        name = em.slot(expr.slot)
        keys = [em.atom(sort_value(em, key), "k") for key in expr.keys]
        better = ""
        for key, known in reversed(list(zip(keys, best, strict=True))):
            better = f"{key} < {known} or ({key} == {known} and ({better}))" if better else f"{key} < {known}"
        if not keys:
            em.writer.line(f"{found} = {name}")
            em.writer.line("break")
        else:
            with em.writer.block(f"if {better}:"):
                em.writer.line(f"{found} = {name}")
                for key, known in zip(keys, best, strict=True):
                    em.writer.line(f"{known} = {key}")
    if expr.otherwise is not None:
        with em.writer.block(f"if {found} == {ir.NOTHING}:"):
            em.writer.line(f"{found} = {value(em, expr.otherwise)}")
    return found


def _lowest(em: Emission, expr: ir.First, told: Selection) -> str:
    """Writes the same where one word tells which elements pass."""
    word, position = em.atom(told.text(em, "0"), "b"), em.writer.fresh("x")
    em.writer.line(f"{position} = lowest({word}) if {word} != U(0) else 0")
    found = _start(em, f"{told.element(em, position)} if {word} != U(0) else {ir.NOTHING}")
    if expr.otherwise is not None:
        with em.writer.block(f"if {word} == U(0):"):
            em.writer.line(f"{found} = {value(em, expr.otherwise)}")
    elif told.way is not None:
        em.led[found] = Lead(expr.slot, position, told.board.start, told.way.back, told.way.through)
    return found


def _held(em: Emission, source: ir.Set, count: int) -> tuple[str, ...] | None:
    return FLOOD.held(em, source, count)


TEXTS = Texts(value, test, row_number, index, _held)
"""What `selections.py` needs of this file."""

FLOOD: Flood = Flood(TEXTS, each)
"""What writes sets that links lead to."""
LOOPS = Loops(value, test, each, walk)
"""What `unions.py` needs of this file."""
