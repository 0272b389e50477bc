"""Sets: ranges, rows, lists, cards, parts of sets, sets joined."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property, lru_cache
from itertools import compress
from typing import assert_never, cast

from attrs import frozen

from ...program import ir
from ...program.ops import cards_of
from ..core.reasons import misplaced
from ..core.zones import Layout, copies
from .addressing import zone_address
from .context import Pairs, Values
from .writing import Writing


class Elements:
    """A set: `values` gives the elements, `pairs` the elements with their weights (all 1 unless *weighted*)."""

    def __init__(self, writing: Writing, source: ir.Set) -> None:
        self._writing, self._source = writing, source
        self.weighted = weighted(source)

    @cached_property
    def values(self) -> Values:
        """A function that gives the elements."""
        w = self._writing.elsewhere()
        w.function.line(f"return {listed(w, self._source)}")
        return cast(Values, w.function.made())

    @cached_property
    def pairs(self) -> Pairs:
        """A function that gives the elements with their weights."""
        w = self._writing.elsewhere()
        w.function.line(f"return {pairs(w, self._source)}")
        return cast(Pairs, w.function.made())


def weighted(source: ir.Set) -> bool:
    """Whether the elements are cards, of which there may be several copies."""
    return cards_of(source) is not None


def over(w: Writing, source: ir.Set) -> str:
    """The text of something that goes through the elements once."""
    match source:
        case ir.Cards(zone) if not w.layout(zone).ordered:
            return _loose(w, source)[0]
        case _:
            return listed(w, source)


def over_pairs(w: Writing, source: ir.Set) -> str:
    """The text of something that goes through the pairs of element and weight once."""
    match source:
        case ir.Cards(zone) if not w.layout(zone).ordered:
            return _loose(w, source)[1]
        case _:
            return pairs(w, source)


def listed(w: Writing, source: ir.Set) -> str:
    """The text that gives the elements, as a sequence."""
    match source:
        case ir.Range(ir.Number(low), ir.Number(high)):
            return w.function.refer(() if ir.NOTHING in (low, high) else range(low, high + 1))
        case ir.Range(low, high):
            if w.known.value(low).absent or w.known.value(high).absent:
                return f"{w.function.refer(_between)}({w.value(low)}, {w.value(high)})"
            return f"range({w.value(low)}, {w.value(high)} + 1)"
        case ir.Row():
            return _row(w, source, w.program.rows[source.rows])
        case ir.Listed(items):
            numbers = [item.value for item in items if isinstance(item, ir.Number)]
            if len(numbers) == len(items):
                return w.function.refer(tuple(number for number in numbers if number != ir.NOTHING))
            texts = ", ".join(w.value(item) for item in items)
            if any(w.known.value(item).absent for item in items):
                return f"{w.function.refer(_present)}([{texts}])"
            return f"[{texts}]"
        case ir.Cards(zone):
            shape = w.layout(zone)
            if shape.ordered:
                return f"{w.function.refer(_kinds)}({_counts(w, source, shape)})"
            return f"[*{_loose(w, source)[0]}]"
        case ir.Filtered():
            return w.function.call(_passing(w, source, weighed=False))
        case ir.Connected():
            return w.function.call(_connected(w, source))
        case ir.Around():
            return w.function.call(_around(w, source))
        case ir.UpTo():
            return w.function.call(_up_to(w, source))
        case ir.OneOf():
            return w.function.call(_chosen(w, source))
        case ir.Union(parts):
            return f"{w.function.refer(_joined)}(({''.join(f'{listed(w, part)}, ' for part in parts)}))"
        case ir.UnionOf():
            return w.function.call(_union_of(w, source))
        case ir.Naming():
            return w.function.call(_naming(w, source, weighed=False))
        case _:
            assert_never(source)


def pairs(w: Writing, source: ir.Set) -> str:
    """The text that gives the pairs of element and weight, as a sequence."""
    match source:
        case ir.Row():
            return _row(w, source, tuple(tuple((element, 1) for element in row) for row in w.program.rows[source.rows]))
        case ir.Cards(zone):
            shape = w.layout(zone)
            if shape.ordered:
                return f"{w.function.refer(_kinds_counted)}({_counts(w, source, shape)})"
            return f"[*{_loose(w, source)[1]}]"
        case ir.Filtered():
            return w.function.call(_passing(w, source, weighed=True))
        case ir.Naming():
            return w.function.call(_naming(w, source, weighed=True))
        case ir.Range() | ir.Listed() | ir.Connected() | ir.Around() | ir.UpTo() | ir.OneOf() | ir.Union() | ir.UnionOf():
            return f"{w.function.refer(_all_one)}({listed(w, source)})"
        case _:
            assert_never(source)


def _between(low: int, high: int) -> Sequence[int]:
    return () if ir.NOTHING in (low, high) else range(low, high + 1)


def _present(elements: list[int]) -> list[int]:
    return [element for element in elements if element != ir.NOTHING]


def _all_one(elements: Sequence[int]) -> list[tuple[int, int]]:
    return [(element, 1) for element in elements]


def _kinds(counts: list[int]) -> list[int]:
    return [kind for kind, count in enumerate(counts) if count]


def _kinds_counted(counts: list[int]) -> list[tuple[int, int]]:
    return [(kind, count) for kind, count in enumerate(counts) if count]


def _row(w: Writing, source: ir.Row, rows: Sequence[object]) -> str:
    index = w.value(source.at)
    if not w.known.value(source.at).within(0, len(rows) - 1):
        once, again = w.again(index)
        index = f"{again} if 0 <= {once} < {len(rows)} else {w.fault(misplaced(source.what), source.sentence)}({again})"
    return f"{w.function.refer(rows)}[{index}]"


def _counts(w: Writing, source: ir.Cards, shape: Layout) -> str:
    return f"{w.function.refer(copies)}(s, {zone_address(w, source.zone)}, {w.function.refer(shape)})"


def _loose(w: Writing, source: ir.Cards) -> tuple[str, str]:
    """What goes through the kinds of card in a zone without order, and through the pairs of kind and copies."""
    kinds = w.layout(source.zone).kinds
    numbers, select = w.function.refer(_numbers(kinds)), w.function.refer(compress)
    once, base = w.again(zone_address(w, source.zone))
    counts = w.function.fresh("c")
    slice_ = f"s[{once} + 1 : {base} + {kinds + 1}]"
    return f"{select}({numbers}, {slice_})", f"zip({select}({numbers}, ({counts} := {slice_})), filter(None, {counts}))"


@lru_cache
def _numbers(count: int) -> range:
    return range(count)


def heading(w: Writing, source: ir.Set, element: str, weight: str = "") -> str:
    """The heading of a loop over a set, with the names of the element and, where one is given, of its weight."""
    return f"for {element}, {weight} in {over_pairs(w, source)}" if weight else f"for {element} in {over(w, source)}"


@frozen(eq=False)
class Turn:
    """The body of a loop over a set: the place inside, and the names of the element and of its weight ("1" where all weigh 1)."""

    inside: Writing
    element: str
    weight: str


@contextmanager
def turns(w: Writing, source: ir.Set, slot: int, weighed: bool) -> Iterator[Turn]:
    """What is written meanwhile is done for each element, which is in the scratch slot too where another function may read it."""
    function = w.function
    element, weight = function.fresh("e"), function.fresh("w")
    counted = weighed and weighted(source)
    with function.inside(heading(w, source, element, weight if counted else "")):
        begun, passed = function.here, function.passed
        yield Turn(w.binding(ir.Slot(slot), element, w.known.elements(source)), element, weight if counted else "1")
        if function.passed > passed:
            function.insert(begun, f"s[{slot}] = {element}")


def _passing(w: Writing, source: ir.Filtered, weighed: bool) -> Values:
    """A function that gives the elements, or the pairs of element and weight, that pass the test."""
    w = w.elsewhere()
    w.function.line("found = []")
    with turns(w, source.source, source.slot, weighed) as turn, w.function.inside(f"if {turn.inside.truth(source.where)}"):
        w.function.line(f"found.append(({turn.element}, {turn.weight}))" if weighed else f"found.append({turn.element})")
    w.function.line("return found")
    return cast(Values, w.function.made())


def _connected(w: Writing, source: ir.Connected) -> Values:
    """A function that gives the elements that links lead to: who waits is looked at in turn, and lets those in its row wait."""
    w = w.elsewhere()
    function, rows = w.function, w.program.rows[source.rows]
    function.line(f"waiting, found, seen = [*{listed(w, source.source)}], [], set()")
    _have_rows(w, source, "waiting")
    with function.inside("for element in waiting"):
        function.line("if element in seen: continue")
        function.line("seen.add(element)")
        begun, passed = function.here, function.passed
        inside = w.binding(ir.Slot(source.slot), "element", w.known.elements(source))
        with function.inside(f"if {inside.truth(source.where)}"):
            function.line("found.append(element)")
            function.line(f"waiting += {function.refer(rows)}[element]")
        if function.passed > passed:
            function.insert(begun, f"s[{source.slot}] = element")
    function.line("return sorted(found)")
    return cast(Values, function.made())


def _around(w: Writing, source: ir.Around) -> Values:
    """A function that gives the elements that links lead to directly."""
    w = w.elsewhere()
    function, rows = w.function, w.program.rows[source.rows]
    function.line(f"inside = {listed(w, source.source)}")
    _have_rows(w, source, "inside")
    function.line(f"found = {{one for element in inside for one in {function.refer(rows)}[element]}}")
    function.line("return sorted(found.difference(inside))")
    return cast(Values, function.made())


def _have_rows(w: Writing, source: ir.Connected | ir.Around, elements: str) -> None:
    """The lines that test that these elements have rows, where that is not known."""
    count = len(w.program.rows[source.rows])
    if not w.known.elements(source.source).within(0, count - 1):
        wrong = w.fault(misplaced(source.what), source.sentence)
        with w.function.inside(f"for element in {elements}"):
            w.function.line(f"if not 0 <= element < {count}: {wrong}(element)")


def _up_to(w: Writing, source: ir.UpTo) -> Values:
    """A function that gives the elements up to the first that passes the test."""
    w = w.elsewhere()
    w.function.line("found = []")
    with turns(w, source.source, source.slot, weighed=False) as turn:
        w.function.line(f"found.append({turn.element})")
        w.function.line(f"if {turn.inside.truth(source.where)}: break")
    w.function.line("return found")
    return cast(Values, w.function.made())


def _chosen(w: Writing, source: ir.OneOf) -> Values:
    """A function that gives the elements of the set whose test holds first, or of the last one."""
    w, left = w.elsewhere(), cast(ir.Set, source)
    while isinstance(left, ir.OneOf):
        with w.function.inside(f"if {w.truth(left.test)}"):
            w.function.line(f"return {listed(w, left.then)}")
        left = left.otherwise
    w.function.line(f"return {listed(w, left)}")
    return cast(Values, w.function.made())


def _joined(parts: Sequence[Sequence[int]]) -> list[int]:
    return list(dict.fromkeys(element for part in parts for element in part))


def _union_of(w: Writing, source: ir.UnionOf) -> Values:
    """A function that gives the elements of all the sets, each once."""
    w = w.elsewhere()
    w.function.line("found = {}")
    with turns(w, source.over, source.slot, weighed=False) as turn:
        test = "1" if source.where is None else turn.inside.truth(source.where)
        with w.function.inside(f"if {test}"):
            match source.each:
                case ir.Listed((item,)):
                    w.function.line(f"each = {turn.inside.value(item)}")
                    w.function.line(f"if each != {ir.NOTHING}: found[each] = 1")
                case _:
                    w.function.line(f"for each in {listed(turn.inside, source.each)}: found[each] = 1")
    w.function.line("return list(found)")
    return cast(Values, w.function.made())


def _naming(w: Writing, source: ir.Naming, weighed: bool) -> Values:
    """A function that gives the elements while a name has its value."""
    w = w.elsewhere()
    function, name = w.function, w.function.fresh("v")
    function.line(f"{name} = {w.value(source.value)}")
    place, passed = function.here, function.passed
    inside = w.binding(ir.Slot(source.slot), name, w.known.value(source.value))
    function.line(f"return {(pairs if weighed else listed)(inside, source.body)}")
    if function.passed > passed:
        function.insert(place, f"s[{source.slot}] = {name}")
    return cast(Values, w.function.made())
