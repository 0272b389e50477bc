"""Expressions with their names settled and their kinds checked, as the Program's expressions."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, assert_never

from attrs import Factory, define, evolve

from . import ir
from . import syntax as s
from .builtins import BUILTINS, Site
from .diagnostics import Complaint, meant
from .fold import arithmetic, both, comparison, conditional, contrary, either, interval, negate
from .game import BoardSymbol, FunctionSymbol, Game, ParameterSymbol, PlaceSymbol, Sort, ZoneSymbol
from .parse import Start, parse
from .scope import Local, Scope
from .structure import Findings, complain, follows
from .types import ANY_NUMBER, NOTHING, TRUTH, UNKNOWN, Kind, SetOf, Type, Typed, join, number

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .source import Span

CALCULATIONS = {
    "+": ir.Calculation.ADD,
    "-": ir.Calculation.SUBTRACT,
    "*": ir.Calculation.MULTIPLY,
    "div": ir.Calculation.DIV,
    "mod": ir.Calculation.MOD,
}
RELATIONS = {relation.value: relation for relation in ir.Relation}
DEEPEST_CALLS = 40


@define
class Read:
    """A place or zone that was looked at inside `together`, and whether it was the seat's own."""

    name: str
    own: bool
    span: Span


@define
class Elaborator:
    """Turns the syntax of expressions into the Program's; complaints are raised as Complaint."""

    game: Game
    findings: Findings
    scope: Scope
    registers: int
    most_registers: int = 0
    sentence: int = 0
    seat: int | None = None
    reads: list[Read] = Factory(list)
    calls: list[str] = Factory(list)
    mentioned: set[str] = Factory(set)

    # ------------------------------------------------------------------------------------------------- names

    @contextmanager
    def reserved(self) -> Iterator[int]:
        """A scratch slot that nothing read meanwhile uses."""
        slot = self.registers
        self.registers += 1
        self.most_registers = max(self.most_registers, self.registers)
        try:
            yield slot
        finally:
            self.registers -= 1

    @contextmanager
    def named(self, slot: int, name: str, type_: Type, origin: ir.ZoneAt | None = None) -> Iterator[None]:
        """The name stands for the value in that scratch slot for a while."""
        outer = self.scope
        self.scope = Scope(outer, {name: Local(name, type_, ir.Slot(slot), origin, fixed=True)})
        try:
            yield
        finally:
            self.scope = outer

    @contextmanager
    def register(self, name: str, type_: Type, origin: ir.ZoneAt | None = None) -> Iterator[int]:
        """A scratch slot that bears the name for a while."""
        with self.reserved() as slot, self.named(slot, name, type_, origin):
            yield slot

    def unknown(self, name: str, span: Span, what: str = "name") -> Complaint:
        """The complaint about a name that nothing has."""
        if name in self.game.spans:
            return follows(span)
        known = [*self.scope.all_names(), *self.game.all_names(), *(BUILTINS if what == "function" else ())]
        return self.game.missed(name, complain("unknown-name", f"there is no {what} `{name}`", span, meant(name, known)))

    # ------------------------------------------------------------------------------------------------- values

    def value(self, node: s.Expression, expected: Type | None = None) -> Typed:
        """The value of an expression; *expected* settles names that several things share."""
        match node:
            case s.Numeral(value):
                if value > ir.LARGEST:
                    raise complain("too-large", f"expected a number up to {ir.LARGEST}, found {value}", node.span)
                return Typed(ir.Number(value), number(value, value))
            case s.Truth(value):
                return Typed(ir.Number(int(value)), TRUTH)
            case s.Nothing():
                return Typed(ir.Number(ir.NOTHING), NOTHING)
            case s.Quoted():
                return self._quoted(node, expected)
            case s.Name():
                return self._name(node, expected)
            case s.Element():
                return self._element(node)
            case s.Attribute():
                return self._attribute(node)
            case s.Invoke():
                return self._invoke(node)
            case s.Negative(value):
                return self._negative(value)
            case s.Calculate():
                return self._calculate(node)
            case s.Half(value, up):
                inner = self.number(value)
                one = Typed(ir.Number(1 if up else 0), number(int(up), int(up)))
                return arithmetic(
                    ir.Calculation.DIV,
                    arithmetic(ir.Calculation.ADD, inner, one, self.sentence),
                    Typed(ir.Number(2), number(2, 2)),
                    self.sentence,
                )
            case s.CountOf():
                return self._count_of(node)
            case s.Compare():
                return self._compare(node)
            case s.Belongs():
                return self._belongs(node)
            case s.Logic(conjunction, parts):
                truths = [self.truth(part) for part in parts]
                return Typed((both if conjunction else either)(truths), TRUTH)
            case s.Contrary(value):
                return Typed(contrary(self.truth(value)), TRUTH)
            case s.Choice():
                return self._choice(node, expected)
            case s.Quantified():
                return self._quantified(node)
            case s.Sum():
                return self._sum(node)
            case s.Count():
                with self._bound(node.binder) as (found, slot):
                    test = None if node.where is None else self.truth(node.where)
                    fold = ir.Fold(ir.FoldKind.COUNT, slot, found.set, test, ir.Number(1), None, 1, False, self.sentence)
                return Typed(fold, number(0, found.size))
            case s.Extreme():
                return self._extreme(node)
            case s.FirstOf():
                return self._first(node)
            case s.Items() | s.FromTo() | s.Where():
                raise complain(
                    "wrong-type",
                    "expected one value, found a set of them",
                    node.span,
                    "count it with `number of x in …`, or choose from it",
                )
            case _:
                assert_never(node)

    def number(self, node: s.Expression) -> Typed:
        """The value of an expression that must be a number, and not nothing."""
        typed = self.value(node)
        if typed.type.kind is Kind.UNKNOWN:
            return Typed(typed.expr, ANY_NUMBER)
        if typed.type.kind is not Kind.NUMBER:
            raise self._wrong("a number", typed, node)
        if typed.type.maybe:
            return Typed(ir.Present(typed.expr, self.game.source.words(node.span), self.sentence), typed.type.surely())
        return typed

    def truth(self, node: s.Expression) -> ir.Expr:
        """The value of an expression that must be a truth."""
        typed = self.value(node, TRUTH)
        if typed.type.kind not in (Kind.TRUTH, Kind.UNKNOWN) or typed.type.maybe:
            help_ = "compare it with something, for example `> 0`" if typed.type.kind is Kind.NUMBER else ""
            raise self._wrong("a condition that holds or does not", typed, node, help_)
        return typed.expr

    def fitting(self, node: s.Expression, type_: Type, what: str = "") -> Typed:
        """The value of an expression that must be of a type (bounds are left to the run of play, nothing to *type_.maybe*)."""
        typed = self.value(node, type_)
        joined = join(typed.type, type_)
        if joined is None:
            raise self._wrong(what or self.game.describe(type_), typed, node)
        if typed.type.kind is Kind.NOTHING and not type_.maybe and type_.kind is not Kind.UNKNOWN:
            raise self._wrong(what or self.game.describe(type_), typed, node)
        return typed

    def seat_value(self, node: s.Expression) -> Typed:
        """The value of an expression that must be a seat."""
        return self.fitting(node, self.game.seat_domain.type())

    def _wrong(self, wanted: str, typed: Typed, node: s.Expression, help_: str = "") -> Complaint:
        return complain("wrong-type", f"expected {wanted}, found {self.game.describe(typed.type)}", node.span, help_)

    def _quoted(self, node: s.Quoted, expected: Type | None) -> Typed:
        if expected is None or expected.kind is not Kind.ELEMENT or expected.domain is None:
            raise complain(
                "wrong-type",
                f'a text cannot stand here, found "{node.text}"',
                node.span,
                "quotes name a card or a space where one is expected",
            )
        domain = self.game.domains[expected.domain]
        for index, label in enumerate(domain.ir.labels):
            if label.plain == node.text:
                return Typed(ir.Number(domain.ir.low + index), domain.type(index, 1))
        names = [label.plain for label in domain.ir.labels]
        raise complain(
            "unknown-name",
            f"there is no {self.game.describe(expected).removeprefix('a ')} called `{node.text}`",
            node.span,
            meant(node.text, names),
        )

    def _name(self, node: s.Name, expected: Type | None) -> Typed:
        name = node.name
        local = self.scope.find(name)
        if local is not None:
            self.mentioned.add(name)
            if local.extent is not None:
                raise complain(
                    "missing-index", f"`{name}` is a row of values: say which one", node.span, f"for example `{name}[…]`"
                )
            return Typed(local.expr, local.type, local.origin)
        candidates = self.game.constants.get(name, [])
        if expected is not None and expected.kind is Kind.ELEMENT:
            for value, type_ in candidates:
                if type_.domain == expected.domain:
                    return Typed(ir.Number(value), type_)
        symbol = self.game.symbols.get(name)
        match symbol:
            case None:
                pass
            case ParameterSymbol(value=value, type=type_):
                return Typed(ir.Number(value), type_)
            case PlaceSymbol():
                return self.place(symbol, (), node.span, node.span)[0]
            case FunctionSymbol():
                return self._call(symbol, (), node.span)
            case SetOf() if symbol.seats and symbol.constant is not None:
                count = len(symbol.constant)
                return Typed(ir.Number(count), number(count, count))
            case ZoneSymbol():
                raise complain(
                    "wrong-type", f"expected one value, found the zone `{name}`", node.span, f"count its cards: `count({name})`"
                )
            case BoardSymbol() | SetOf():
                raise complain(
                    "wrong-type", f"expected one value, found all of `{name}`", node.span, f"for example `any x in {name} has …`"
                )
            case _:
                assert_never(symbol)
        if len(candidates) == 1:
            value, type_ = candidates[0]
            return Typed(ir.Number(value), type_)
        if candidates:
            kinds = " and ".join(self.game.describe(type_) for _, type_ in candidates)
            raise complain("ambiguous-name", f"`{name}` is {kinds}: it is not clear here which is meant", node.span)
        raise self.unknown(name, node.span)

    def _element(self, node: s.Element) -> Typed:
        local = self.scope.find(node.name)
        if local is not None:
            return Typed(self.row_cell(local, node), local.type)
        symbol = self.game.symbols.get(node.name)
        match symbol:
            case PlaceSymbol():
                return self.place(symbol, node.indices, node.span, node.name_span)[0]
            case ZoneSymbol():
                raise complain(
                    "wrong-type",
                    f"expected one value, found the zone `{node.name}`",
                    node.span,
                    f"count its cards: `count({self.game.source.words(node.span)})`",
                )
            case None:
                raise self.unknown(node.name, node.name_span)
            case _:
                raise complain("wrong-type", f"`{node.name}` is not a row of values: it takes no `[ ]`", node.span)

    def row_cell(self, local: Local, node: s.Element) -> ir.Cell:
        """One of a row of values that lives in a phase."""
        if local.extent is None or local.index_type is None:
            raise complain("wrong-type", f"`{node.name}` is one value: it takes no `[ ]`", node.span)
        if len(node.indices) != 1:
            raise complain("wrong-count", f"`{node.name}` takes 1 index, found {len(node.indices)}", node.span)
        index = self.fitting(node.indices[0], local.index_type)
        base = local.expr
        assert isinstance(base, ir.Slot | ir.Cell)
        axis = ir.Axis(index.expr, local.extent.low, local.extent.size, local.extent.stride)
        if isinstance(base, ir.Slot):
            return ir.Cell(base.index, (axis,), node.name, self.sentence)
        return ir.Cell(base.base, (*base.axes, axis), node.name, self.sentence)

    def place(
        self, symbol: PlaceSymbol, indices: tuple[s.Expression, ...], span: Span, name_span: Span
    ) -> tuple[Typed, ir.Target]:
        """The value of a declared variable, score or piece, and where it is kept."""
        axes = self.axes(symbol.name, symbol.extents, indices, span)
        self.reads.append(Read(symbol.name, self.owned(symbol.extents, axes), name_span))
        base, open_axes = _settled(symbol.base, axes)
        target: ir.Target = ir.Slot(base) if not open_axes else ir.Cell(base, open_axes, symbol.name, self.sentence)
        return Typed(target, symbol.type), target

    def axes(
        self, name: str, extents: tuple[ir.Extent, ...], indices: tuple[s.Expression, ...], span: Span
    ) -> tuple[ir.Axis, ...]:
        """The indices of a declared thing, each checked against its extent."""
        if len(indices) != len(extents):
            example = f"`{name}[{', '.join('…' for _ in extents)}]`" if extents else f"`{name}`"
            count = "no index" if not extents else f"{len(extents)} {'index' if len(extents) == 1 else 'indices'}"
            raise complain(
                "wrong-count", f"`{name}` takes {count}, found {len(indices) or 'none'}", span, f"for example {example}"
            )
        found = []
        for extent, node in zip(extents, indices, strict=True):
            wanted = (
                number(extent.low, extent.low + extent.size - 1)
                if extent.domain is None
                else self.game.domains[extent.domain].type()
            )
            typed = self.fitting(node, wanted)
            value = typed.constant
            if value is not None and not extent.low <= value < extent.low + extent.size:
                what = "nothing" if value == ir.NOTHING else self.game.source.words(node.span)
                raise complain("out-of-range", f"`{name}` has no element `{what}`", node.span)
            found.append(ir.Axis(typed.expr, extent.low, extent.size, extent.stride))
        return tuple(found)

    def owned(self, extents: tuple[ir.Extent, ...], axes: tuple[ir.Axis, ...]) -> bool:
        """Whether these indices pick what belongs to the seat of the `together` block that is being read."""
        if self.seat is None:
            return False
        for extent, axis in zip(extents, axes, strict=True):
            if extent.domain == self.game.seat_domain.index:
                return axis.at == ir.Slot(self.seat)
        return False

    def _attribute(self, node: s.Attribute) -> Typed:
        of = self.value(node.of)
        if of.type.kind is Kind.UNKNOWN:
            return Typed(ir.Number(0), UNKNOWN)
        index = of.type.domain if of.type.kind is Kind.ELEMENT else of.type.track
        if index is None:
            found = self.game.describe(of.type)
            raise complain("wrong-type", f"`.{node.name}` stands behind a card or a space, found {found}", node.of.span)
        domain = self.game.domains[index]
        printed = domain.printed.get(node.name)
        if printed is None:
            raise complain(
                "unknown-name",
                f"{self.game.describe(of.type)} has no `{node.name}`",
                node.name_span,
                meant(node.name, domain.printed),
            )
        if printed.table is None:
            raise complain(
                "wrong-type",
                f"`{node.name}` is a list: expected one value",
                node.span,
                f"for example `count of … in {self.game.source.words(node.span)}`",
            )
        low = domain.ir.low
        if of.constant is not None and low <= of.constant < low + domain.size:
            value = self.game.tables[printed.table][of.constant - low]
            return Typed(ir.Number(value), evolve(printed.type, maybe=value == ir.NOTHING))
        axis = ir.Axis(of.expr, low, domain.size, 1)
        return Typed(ir.Lookup(printed.table, (axis,), self.game.source.words(node.of.span), self.sentence), printed.type)

    def _invoke(self, node: s.Invoke) -> Typed:
        symbol = self.game.symbols.get(node.name)
        if isinstance(symbol, FunctionSymbol):
            return self._call(symbol, node.arguments, node.span)
        found = self._builtin(node)
        if isinstance(found, SetOf):
            raise complain(
                "wrong-type",
                f"expected one value, found the set `{self.game.source.words(node.span)}`",
                node.span,
                "for example `any x in … has …`",
            )
        return found

    def _builtin(self, node: s.Invoke) -> Typed | SetOf:
        builtin = BUILTINS.get(node.name)
        if builtin is None:
            if node.name in self.game.symbols:
                raise complain(
                    "wrong-type",
                    f"`{node.name}` is no function: it takes no `( )`",
                    node.span,
                    f"an element of it is `{node.name}[…]`",
                )
            raise self.unknown(node.name, node.name_span, "function")
        if not builtin.least <= len(node.arguments) <= builtin.most:
            wanted = str(builtin.least) if builtin.least == builtin.most else f"{builtin.least} to {builtin.most}"
            raise complain(
                "wrong-count",
                f"`{node.name}` takes {wanted} values, found {len(node.arguments)}",
                node.span,
                f"for example `{builtin.example}`",
            )
        return builtin.make(Site(self, node))

    def _call(self, symbol: FunctionSymbol, arguments: tuple[s.Expression, ...], span: Span) -> Typed:
        with self._arguments(symbol, arguments, span) as lets:
            body = parse(symbol.body, Start.EXPRESSION)
            assert isinstance(body, s.Expression)
            result = self.value(body)
        expr = result.expr
        for slot, value in reversed(lets):
            expr = ir.Let(slot, value, expr)
        return Typed(expr, result.type)

    @contextmanager
    def _arguments(
        self, symbol: FunctionSymbol, arguments: tuple[s.Expression, ...], span: Span
    ) -> Iterator[list[tuple[int, ir.Expr]]]:
        parameters = symbol.signature.parameters
        if len(arguments) != len(parameters):
            raise complain("wrong-count", f"`{symbol.name}` takes {len(parameters)} values, found {len(arguments)}", span)
        if symbol.name in self.calls:
            circle = " → ".join((*self.calls[self.calls.index(symbol.name) :], symbol.name))
            raise complain("recursion", f"the function `{symbol.name}` uses itself: {circle}", symbol.signature.span)
        if len(self.calls) >= DEEPEST_CALLS:
            raise complain("too-deep", f"functions use each other more than {DEEPEST_CALLS} deep", span)
        lets: list[tuple[int, ir.Expr]] = []
        names: dict[str, Local] = {}
        before = self.registers
        for (kind, name, _), argument in zip(parameters, arguments, strict=True):
            typed = self.fitting(argument, self.kind_type(kind, symbol.signature.span))
            if not isinstance(typed.expr, ir.Number | ir.Slot):
                slot = self.registers
                self.registers += 1
                self.most_registers = max(self.most_registers, self.registers)
                lets.append((slot, typed.expr))
                typed = Typed(ir.Slot(slot), typed.type, typed.origin)
            names[name] = Local(name, typed.type, typed.expr, typed.origin, fixed=True)
        scope = self.scope
        self.scope = Scope(None, names)
        self.calls.append(symbol.name)
        try:
            yield lets
        finally:
            self.calls.pop()
            self.scope = scope
            self.registers = before

    def kind_type(self, kind: str, span: Span) -> Type:
        """What a word such as `player`, `horse`, `number` or the name of a deck or board stands for."""
        if kind == "number":
            return ANY_NUMBER
        if kind == "truth":
            return TRUTH
        if kind in self.game.kinds:
            return self.game.kinds[kind].element.or_nothing()
        if kind in self.game.decks:
            return self.game.decks[kind].domain.type().or_nothing()
        symbol = self.game.symbols.get(kind)
        if isinstance(symbol, BoardSymbol):
            return symbol.space.or_nothing()
        boards = [each for each in self.game.symbols.values() if isinstance(each, BoardSymbol)]
        if kind == "space" and len(boards) == 1:
            return boards[0].space.or_nothing()
        if kind == "card" and len(self.game.decks) == 1:
            return next(iter(self.game.decks.values())).domain.type().or_nothing()
        known = ["number", "truth", *self.game.kinds, *self.game.decks]
        raise self.game.missed(kind, complain("unknown-kind", f"`{kind}` is no kind of thing", span, meant(kind, known)))

    # --------------------------------------------------------------------------------------------- operators

    def _negative(self, node: s.Expression) -> Typed:
        return negate(self.number(node))

    def _calculate(self, node: s.Calculate) -> Typed:
        left, right = self.number(node.left), self.number(node.right)
        if node.how in ("div", "mod") and right.constant == 0:
            raise complain("division-by-zero", "nothing can be divided by 0", node.right.span)
        return arithmetic(CALCULATIONS[node.how], left, right, self.sentence)

    def pair(self, left: s.Expression, right: s.Expression) -> tuple[Typed, Typed]:
        """Two values that are to be compared: a name that could be several things is what the other side makes of it."""
        if self._vague(left) and not self._vague(right):
            second = self.value(right)
            return self.value(left, second.type), second
        first = self.value(left)
        return first, self.value(right, first.type)

    def _vague(self, node: s.Expression) -> bool:
        if isinstance(node, s.Quoted):
            return True
        return isinstance(node, s.Name) and node.name in self.game.constants and self.scope.find(node.name) is None

    def _compare(self, node: s.Compare) -> Typed:
        tests = []
        for left, right, relation in zip(node.parts[:-1], node.parts[1:], node.relations, strict=True):
            first, second = self.pair(left, right)
            how = RELATIONS[relation]
            joined = join(first.type, second.type)
            if joined is None:
                kinds = f"{self.game.describe(first.type)} and {self.game.describe(second.type)}"
                message = f"`{relation}` compares like with like: found {kinds}"
                raise complain("wrong-type", message, left.span.until(right.span))
            if how not in (ir.Relation.EQUAL, ir.Relation.DIFFERENT):
                self._ordered(joined, relation, left.span.until(right.span))
            tests.append(comparison(how, first, second))
        return Typed(both(tests), TRUTH)

    def _ordered(self, type_: Type, relation: str, span: Span) -> None:
        if type_.kind in (Kind.NUMBER, Kind.UNKNOWN):
            return
        if type_.kind is Kind.ELEMENT and type_.domain is not None and self.game.domains[type_.domain].sort is Sort.VALUE:
            return
        raise complain(
            "wrong-type", f"`{relation}` compares numbers, found {self.game.describe(type_)}", span, "for equality, write `=`"
        )

    def _belongs(self, node: s.Belongs) -> Typed:
        among = self.elements(node.among)
        value = self.value(node.value, among.element)
        if join(value.type, among.element) is None:
            raise complain(
                "wrong-type",
                f"a set of {self.game.describe(among.element)} cannot hold {self.game.describe(value.type)}",
                node.span,
            )
        known = among.constant
        test: ir.Expr = ir.Contains(among.set, value.expr)
        if known is not None and value.constant is not None:
            test = ir.Number(int(value.constant in known))
        return Typed(contrary(test) if node.negated else test, TRUTH)

    def _count_of(self, node: s.CountOf) -> Typed:
        with self.reserved() as kept, self.reserved() as slot:
            among = self.elements(node.among)
            value = self.value(node.value, among.element)
            if join(value.type, among.element) is None:
                message = f"a set of {self.game.describe(among.element)} cannot hold {self.game.describe(value.type)}"
                raise complain("wrong-type", message, node.span)
            simple = isinstance(value.expr, ir.Slot | ir.Number)
            wanted = value.expr if simple else ir.Slot(kept)
            test = ir.Comparison(ir.Relation.EQUAL, ir.Slot(slot), wanted)
            fold: ir.Expr = ir.Fold(ir.FoldKind.COUNT, slot, among.set, test, ir.Number(1), None, 1, False, self.sentence)
            if not simple:
                fold = ir.Let(kept, value.expr, fold)
        return Typed(fold, number(0, among.size))

    def _choice(self, node: s.Choice, expected: Type | None) -> Typed:
        test = self.truth(node.test)
        if self._vague(node.then) and not self._vague(node.otherwise) and expected is None:
            otherwise = self.value(node.otherwise)
            then = self.value(node.then, otherwise.type)
        else:
            then = self.value(node.then, expected)
            otherwise = self.value(node.otherwise, expected or then.type)
        joined = join(then.type, otherwise.type)
        if joined is None:
            message = (
                f"both values must be of one kind: found {self.game.describe(then.type)} and {self.game.describe(otherwise.type)}"
            )
            raise complain("wrong-type", message, node.span)
        return conditional(test, then, otherwise, joined)

    # ---------------------------------------------------------------------------------------------- many to one

    @contextmanager
    def _bound(self, binder: s.Binder) -> Iterator[tuple[SetOf, int]]:
        with self.reserved() as slot:
            found = self.binder_set(binder)
            self.fresh(binder.name, binder.span)
            with self.named(slot, binder.name, found.element, found.zone):
                yield found, slot

    def fresh(self, name: str, span: Span) -> None:
        """Complain when a name is already something else."""
        if self.scope.find(name) is not None:
            raise complain("taken-name", f"the name `{name}` is already in use here", span, "take another name")
        if name in self.game.symbols:
            raise complain("taken-name", f"`{name}` is declared in this ruleset", span, "take another name")

    def binder_set(self, binder: s.Binder) -> SetOf:
        """The set that a name runs over."""
        if binder.among is not None:
            found = self.elements(binder.among)
            if binder.kind is not None:
                self._kind_fits(binder, found)
            return found
        assert binder.kind is not None
        if binder.kind in self.game.kinds:
            return self.game.kinds[binder.kind]
        symbol = self.game.symbols.get(binder.kind)
        if isinstance(symbol, BoardSymbol | SetOf):
            return self.elements(s.Name(binder.kind, binder.span))
        if binder.kind == "space":
            boards = [each for each in self.game.symbols.values() if isinstance(each, BoardSymbol)]
            if len(boards) == 1:
                return _all_spaces(boards[0])
        if binder.kind in ("number", "card", "space"):
            board = next((name for name, each in self.game.symbols.items() if isinstance(each, BoardSymbol)), "…")
            example = {"number": "1..6", "card": "hand[me]", "space": board}[binder.kind]
            raise complain(
                "missing-set",
                f"`{binder.kind} {binder.name}` needs a set to run over",
                binder.span,
                f"for example `{binder.kind} {binder.name} in {example}`",
            )
        known = [*self.game.kinds, "space", "card", "number"]
        unknown = complain("unknown-kind", f"`{binder.kind}` is no kind of thing", binder.span, meant(binder.kind, known))
        raise self.game.missed(binder.kind, unknown)

    def _kind_fits(self, binder: s.Binder, found: SetOf) -> None:
        kind, element = binder.kind, found.element
        assert kind is not None
        sort = None if element.domain is None else self.game.domains[element.domain].sort
        general = {
            "number": element.kind is Kind.NUMBER,
            "card": sort is Sort.CARD,
            "space": sort is Sort.SPACE or element.kind is Kind.NUMBER,
            "line": sort is Sort.LINE,
        }
        fits = general[kind] if kind in general else join(self.kind_type(kind, binder.span), element) is not None
        if not fits:
            raise complain(
                "wrong-type",
                f"`{kind} {binder.name}` runs over {self.game.describe(element).removeprefix('a ')} elements here",
                binder.span,
            )

    def _quantified(self, node: s.Quantified) -> Typed:
        with self._bound(node.binder) as (found, slot):
            where = None if node.where is None else self.truth(node.where)
            test = self.truth(node.test)
            if node.quantifier == "no":
                test, kind = contrary(test), ir.FoldKind.EVERY
            else:
                kind = ir.FoldKind.ANY if node.quantifier == "any" else ir.FoldKind.EVERY
            fold = ir.Fold(kind, slot, found.set, where, test, None, 1, False, self.sentence)
        return Typed(fold, TRUTH)

    def _sum(self, node: s.Sum) -> Typed:
        with self._bound(node.binder) as (found, slot):
            where = None if node.where is None else self.truth(node.where)
            value = self.number(node.value)
            fold = ir.Fold(ir.FoldKind.SUM, slot, found.set, where, value.expr, None, 1, False, self.sentence)
        most = found.size
        return Typed(fold, interval((0, value.type.low * most, value.type.high * most)))

    def _extreme(self, node: s.Extreme) -> Typed:
        with self._bound(node.binder) as (found, slot):
            where = None if node.where is None else self.truth(node.where)
            value = self.value(node.value)
            self._ordered(value.type, "highest" if node.highest else "lowest", node.value.span)
            kind = ir.FoldKind.HIGHEST if node.highest else ir.FoldKind.LOWEST
        type_ = value.type.or_nothing()
        otherwise: ir.Expr | None = None
        if node.otherwise is not None:
            other = self.value(node.otherwise, value.type)
            joined = join(value.type.surely(), other.type)
            if joined is None:
                raise complain(
                    "wrong-type",
                    f"expected {self.game.describe(value.type)}, found {self.game.describe(other.type)}",
                    node.otherwise.span,
                )
            type_, otherwise = joined, other.expr
        return Typed(ir.Fold(kind, slot, found.set, where, value.expr, otherwise, node.rank, node.distinct, self.sentence), type_)

    def keys(self, nodes: tuple[s.SortKey, ...]) -> tuple[ir.Key, ...]:
        """What to sort by; a truth sorts no before yes."""
        found = []
        for node in nodes:
            typed = self.value(node.value)
            if typed.type.kind is not Kind.TRUTH:
                self._ordered(typed.type, "in order of", node.value.span)
            found.append(ir.Key(typed.expr, node.highest))
        return tuple(found)

    def _first(self, node: s.FirstOf) -> Typed:
        with self._bound(node.binder) as (found, slot):
            where = None if node.where is None else self.truth(node.where)
            keys = self.keys(node.keys)
        type_, otherwise = found.element.or_nothing(), None
        if node.otherwise is not None:
            other = self.fitting(node.otherwise, found.element.or_nothing())
            joined = join(found.element, other.type)
            type_, otherwise = joined or type_, other.expr
        return Typed(ir.First(slot, found.set, where, keys, otherwise), type_, found.zone)

    # -------------------------------------------------------------------------------------------------- sets

    def elements(self, node: s.Expression) -> SetOf:
        """The set that an expression stands for."""
        match node:
            case s.FromTo(low, high):
                first, last = self.number(low), self.number(high)
                element = Type(Kind.NUMBER, first.type.low, last.type.high)
                return SetOf(ir.Range(first.expr, last.expr), element, max(0, element.high - element.low + 1))
            case s.Items(items):
                return self._items(items)
            case s.Where():
                return self._part(node)
            case s.Name() if self.scope.find(node.name) is None:
                return self._named_set(node)
            case s.Element() if isinstance(self.game.symbols.get(node.name), ZoneSymbol):
                return self._cards(node)
            case s.Attribute():
                return self._printed_list(node)
            case s.Invoke():
                symbol = self.game.symbols.get(node.name)
                if isinstance(symbol, FunctionSymbol):
                    return self._set_function(symbol, node)
                found_or_value = self._builtin(node)
                if isinstance(found_or_value, SetOf):
                    return found_or_value
                return self._line(found_or_value, node)
            case _:
                return self._line(self.value(node), node)

    def _part(self, node: s.Where) -> SetOf:
        among = s.Name(node.kind, node.span) if node.kind in self.game.symbols else None
        binder = s.Binder(None if among else node.kind, node.name, among, node.span)
        with self._bound(binder) as (found, slot):
            test = self.truth(node.test)
        return SetOf(ir.Filtered(found.set, slot, test), found.element, found.size, found.zone)

    def _line(self, typed: Typed, node: s.Expression) -> SetOf:
        domain = None if typed.type.domain is None else self.game.domains[typed.type.domain]
        if domain is None or domain.sort is not Sort.LINE or domain.spaces is None:
            help_ = "a set is a zone, a board, an enumeration, `players`, `1..6` or `[a, b]`"
            raise complain("wrong-type", f"expected a set, found {self.game.describe(typed.type)}", node.span, help_)
        spaces = self.game.domains[domain.spaces]
        longest = max((len(row) for row in self.game.rows[domain.members]), default=0)
        return SetOf(ir.Row(domain.members, typed.expr, self.game.source.words(node.span), self.sentence), spaces.type(), longest)

    def _items(self, items: tuple[s.Expression, ...]) -> SetOf:
        typed = [self.value(items[0])]
        typed += [self.value(item, typed[0].type) for item in items[1:]]
        element = typed[0].type
        for item, each in zip(items, typed, strict=True):
            joined = join(element, each.type)
            if joined is None:
                raise complain(
                    "wrong-type",
                    f"a list holds things of one kind: found {self.game.describe(element)} and {self.game.describe(each.type)}",
                    item.span,
                )
            element = joined
        return SetOf(ir.Listed(tuple(each.expr for each in typed)), element, len(items))

    def _named_set(self, node: s.Name) -> SetOf:
        symbol = self.game.symbols.get(node.name)
        match symbol:
            case SetOf():
                return symbol
            case BoardSymbol():
                return _all_spaces(symbol)
            case ZoneSymbol():
                return self._cards(node)
            case FunctionSymbol():
                return self._set_function(symbol, s.Invoke(node.name, node.span, (), node.span))
            case _:
                return self._line(self.value(node), node)

    def _set_function(self, symbol: FunctionSymbol, node: s.Invoke) -> SetOf:
        with self._arguments(symbol, node.arguments, node.span) as lets:
            body = parse(symbol.body, Start.EXPRESSION)
            assert isinstance(body, s.Expression)
            found = self.elements(body)
        if lets:
            raise complain(
                "too-complex",
                f"`{symbol.name}` gives a set: give it names or numbers, not calculations",
                node.span,
                "use `let` first",
            )
        return found

    def _cards(self, node: s.Name | s.Element) -> SetOf:
        symbol, zone = self.zone(node)
        most = sum(self.game.ir_decks[symbol.deck.index].copies)
        return SetOf(ir.Cards(zone), symbol.deck.domain.type(), most, zone)

    def zone(self, node: s.Expression) -> tuple[ZoneSymbol, ir.ZoneAt]:
        """The zone that an expression names."""
        if isinstance(node, s.Name | s.Element):
            symbol = self.game.symbols.get(node.name)
            if isinstance(symbol, ZoneSymbol) and self.scope.find(node.name) is None:
                indices = node.indices if isinstance(node, s.Element) else ()
                axes = self.axes(symbol.name, symbol.extents, indices, node.span)
                self.reads.append(Read(symbol.name, self.owned(symbol.extents, axes), node.span))
                return symbol, ir.ZoneAt(symbol.index, axes, self.sentence)
        if isinstance(node, s.Name | s.Element) and node.name in self.game.spans and node.name not in self.game.symbols:
            raise follows(node.span)
        zones = [name for name, each in self.game.symbols.items() if isinstance(each, ZoneSymbol)]
        words = self.game.source.words(node.span)
        wrong = complain("wrong-type", f"expected a zone, found `{words}`", node.span, meant(words.split("[")[0], zones))
        raise self.game.missed(words.split("[")[0], wrong)

    def _printed_list(self, node: s.Attribute) -> SetOf:
        of = self.value(node.of)
        domain = None if of.type.domain is None else self.game.domains[of.type.domain]
        printed = None if domain is None else domain.printed.get(node.name)
        if domain is None or printed is None or printed.rows is None:
            return self._line(self.value(node), node)
        return SetOf(
            ir.Row(printed.rows, of.expr, self.game.source.words(node.of.span), self.sentence), printed.type, printed.longest
        )


def _all_spaces(board: BoardSymbol) -> SetOf:
    space = board.space
    return SetOf(ir.Range(ir.Number(space.low), ir.Number(space.high)), space, board.domain.size)


def _settled(base: int, axes: tuple[ir.Axis, ...]) -> tuple[int, tuple[ir.Axis, ...]]:
    """The base with all known indices worked in, and the axes that are left."""
    left = []
    for axis in axes:
        if isinstance(axis.at, ir.Number):
            base += (axis.at.value - axis.low) * axis.stride
        else:
            left.append(axis)
    return base, tuple(left)
