"""Statements of emitted code in WebAssembly."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from contextlib import nullcontext

from . import opcodes as op
from .opcodes import i32, i64, unsigned
from .reading import fault_number, is_plain, rare, unknown
from .signatures import Kind
from .wasm_values import Loop, Place, Value, Values, changed, common, index_of, negated, terms_of, truth_of, type_of

FEW = 4
"""So many numbers a `match` compares one after the other."""

SPARSE = 4
"""Where the numbers of a `match` lie so many times as far apart as there are of them, they are compared too."""

UNROLLED = 80
"""A loop is written as its passes where these have so many statements at most."""

CALLED = 8
"""A call counts as so many statements."""

LONG = 16
"""So many elements at least are copied or cleared by one instruction."""


class Function(Values):
    """One function while it is translated."""

    def translated(self, body: list[ast.stmt]) -> bytes:
        """The body of the function."""
        self.statements(body)
        for kind in self.signature.results:
            self.code += i64(0) if type_of(kind) == op.I64 else i32(0)
        return op.body(self.types[self.parameters :], bytes(self.code))

    def statements(self, body: Sequence[ast.stmt]) -> None:
        """Writes the statements, up to the first behind which nothing is reached."""
        for node in body:
            self.statement(node)
            if isinstance(node, ast.Break | ast.Continue | ast.Raise | ast.Return):
                return

    def statement(self, node: ast.stmt) -> None:
        """Writes a statement."""
        mark = len(self.taken)
        match node:
            case ast.Assign(targets=[target], value=given):
                self.assign(target, given)
            case ast.If():
                self.branch(node)
            case ast.AugAssign(target=ast.Name(id=name), op=how, value=given):
                self.store(name, self.calculate(how, self.load(name, node), self.value(given), node))
            case ast.AugAssign(target=ast.Subscript() as target, op=how, value=given):
                self.change(target, how, given, node)
            case ast.For(target=ast.Name(id=name), iter=ast.Call(func=ast.Name(id="range"), args=args), body=body, orelse=[]):
                self.count_up(name, args, body)
            case ast.Expr(value=ast.Call() as call):
                code, kinds = self.call(call)
                self.code += code + op.DROP * len(kinds)
            case ast.While(test=test, body=body, orelse=[]):
                self.repeat(test, body)
            case ast.Match(subject=subject, cases=cases):
                self.switch(subject, cases)
            case ast.Break():
                self.jump(self.loops[-1].done)
            case ast.Continue():
                self.jump(self.loops[-1].again)
            case ast.Raise(exc=fault):
                self.code += i32(fault_number(fault)) + op.GLOBAL_SET + unsigned(0) + op.UNREACHABLE
            case ast.Return(value=given):
                self.give(given)
            case ast.Expr(value=ast.Constant(value=str())) | ast.Pass():
                pass
            case _:
                raise unknown(node)
        if len(self.copying) == 1:
            self.release(mark)

    def assign(self, target: ast.expr, given: ast.expr) -> None:
        """Writes an assignment to a variable, to an element of an array, or of the results of a call to several variables."""
        match target:
            case ast.Name(id=name):
                self.store(name, self.value(given))
            case ast.Subscript():
                before, found = self.calls, self.value(given)
                if self.calls != before:  # it is called before anything is read to find the place
                    number = self.moment(type_of(found.kind))
                    self.code += found.code + op.LOCAL_SET + unsigned(number)
                    found = found._replace(code=op.LOCAL_GET + unsigned(number))
                place = self.address(target)
                if (place.kind is Kind.WORD) != (found.kind is Kind.WORD) and found.number is None:
                    raise unknown(target)
                self.write(place, found)
            case ast.Tuple(elts=elements):
                code, kinds = self.values(given)
                self.code += code
                for element, kind in reversed(list(zip(elements, kinds, strict=True))):
                    if not isinstance(element, ast.Name):
                        raise unknown(element)
                    self.store(element.id, Value(b"", kind))
            case _:
                raise unknown(target)

    def change(self, target: ast.Subscript, how: ast.operator, given: ast.expr, node: ast.AST) -> None:
        """Writes that an element of an array is calculated anew from itself."""
        place = self.address(target)
        at = self.moment(op.I32)
        self.code += place.code + op.LOCAL_SET + unsigned(at)
        place = place._replace(code=op.LOCAL_GET + unsigned(at))
        self.write(place, self.calculate(how, self.read(place), self.value(given), node))

    def branch(self, node: ast.If) -> None:
        """Writes an `if`."""
        asked, _ = rare(node)
        if not isinstance(asked, ast.BoolOp) or is_plain(asked):
            found = self.value(asked)
            if found.number is not None:
                self.statements(node.body if found.number else node.orelse)
                return
            if self.choose_value(truth_of(found), node):
                return
            self.code += truth_of(found)
            with self.block(op.IF):
                self.statements(node.body)
                if node.orelse:
                    self.code += op.ELSE
                    self.statements(node.orelse)
            return
        with self.block() as done:
            if not node.orelse:
                self.leave(asked, done, False)
                self.statements(node.body)
                return
            with self.block() as other:
                self.leave(asked, other, False)
                self.statements(node.body)
                self.jump(done)
            self.statements(node.orelse)

    def choose_value(self, asked: bytes, node: ast.If) -> bool:
        """Writes an `if` that does no more than give a variable another value, without a jump; whether it is such a one."""
        match node.body, node.orelse:
            case [ast.If() as inside], [] if self.is_cheap(inside.test):
                found = self.value(inside.test)
                if found.number is None:
                    return self.choose_value(asked + truth_of(found) + op.I32_AND, inside)
                return not found.number or self.choose_value(asked, inside)
            case [ast.AugAssign(target=ast.Name(id=name), op=ast.Add() as how, value=given)], [] if is_plain(given):
                before, more = self.load(name, node), self.value(given)
                added = more.code + i64(0) + asked + op.SELECT if more.number != 1 else asked + op.I64_EXTEND_U
                self.store(name, self.calculate(how, before, Value(added, common(before, more, node)), node))
                return True
            case [ast.Assign(targets=[ast.Name(id=name)], value=given)], [] if name in self.variables and is_plain(given):
                then, other = self.value(given), self.load(name, node)
            case [ast.Assign(targets=[ast.Name(id=name)], value=given)], [
                ast.Assign(targets=[ast.Name(id=same)], value=otherwise)
            ] if name == same and is_plain(given) and is_plain(otherwise):
                then, other = self.value(given), self.value(otherwise)
            case _:
                return False
        self.store(name, Value(then.code + other.code + asked + op.SELECT, common(then, other, node)))
        return True

    def is_cheap(self, node: ast.expr) -> bool:
        """Whether a test can be made where Python would not make it."""
        match node:
            case ast.Compare(left=left, comparators=[right]):
                return self.is_cheap(left) and self.is_cheap(right)
            case ast.Subscript(value=ast.Name(id=name)) if name in self.tables:
                return self.value(node).number is not None
            case _:
                return is_plain(node)

    def leave(self, node: ast.expr, label: int, holds: bool) -> None:
        """Writes a jump that is taken where a test comes to *holds*."""
        match node:
            case ast.UnaryOp(op=ast.Not(), operand=inside):
                self.leave(inside, label, not holds)
            case ast.BoolOp(op=how, values=values) if not is_plain(node):
                if isinstance(how, ast.Or) == holds:
                    for each in values:
                        self.leave(each, label, holds)
                    return
                with self.block() as stays:
                    for each in values[:-1]:
                        self.leave(each, stays, not holds)
                    self.leave(values[-1], label, holds)
            case _:
                found = self.truth(node)
                self.code += found if holds else negated(found)
                self.jump(label, op.BR_IF)

    def repeat(self, test: ast.expr, body: list[ast.stmt]) -> None:
        """Writes a `while`."""
        with self.block() as done, self.block(op.LOOP) as again:
            if not (isinstance(test, ast.Constant) and test.value):
                self.leave(test, done, False)
            self.loops.append(Loop(again, done))
            self.statements(body)
            self.loops.pop()
            self.jump(again)

    def count_up(self, name: str, args: list[ast.expr], body: list[ast.stmt]) -> None:
        """Writes a loop through a range, whose counter the body cannot change."""
        first = self.value(args[0]) if len(args) > 1 else Value(i64(0), Kind.INT, 0)
        last, step = self.value(args[-1] if len(args) == 1 else args[1]), 1
        if len(args) > 2:
            step = ast.literal_eval(args[2])
        if Kind.WORD in (first.kind, last.kind):
            raise unknown(args[0])
        if first.number is not None and last.number is not None:
            passes = range(first.number, last.number, step)
            if len(passes) * _weight(body) <= UNROLLED and name not in changed(body):
                self.unrolled(name, passes, body)
                return
            if step == 1 and len(passes) >= LONG and self.moved(name, passes, body):
                return
        counter, until = self.moment(op.I64), last.code
        get = op.LOCAL_GET + unsigned(counter)
        self.code += first.code + op.LOCAL_SET + unsigned(counter)
        if last.number is None:
            end = self.moment(op.I64)
            self.code += last.code + op.LOCAL_SET + unsigned(end)
            until = op.LOCAL_GET + unsigned(end)
        shown = self.variables.get(name) or self.declare(name, Kind.INT)
        with self.block() as done:
            if first.number is None or last.number is None or (last.number - first.number) * step <= 0:
                self.code += get + until + (op.I64_GE_S if step > 0 else op.I64_LE_S)
                self.jump(done, op.BR_IF)
            with self.block(op.LOOP) as again:
                self.code += get + op.LOCAL_SET + unsigned(shown.number)
                with self.block() as following:
                    self.loops.append(Loop(following, done))
                    self.statements(body)
                    self.loops.pop()
                self.code += get + i64(step) + op.I64_ADD + op.LOCAL_TEE + unsigned(counter)
                self.code += until + (op.I64_LT_S if step > 0 else op.I64_GT_S)
                self.jump(again, op.BR_IF)

    def unrolled(self, name: str, passes: range, body: list[ast.stmt]) -> None:
        """Writes a loop as its passes, one after another."""
        shown = self.variables.get(name) or self.declare(name, Kind.INT)
        before = self.known.get(name)
        jumps = any(isinstance(each, ast.Break | ast.Continue) for part in body for each in ast.walk(part))
        with self.block() if jumps else nullcontext(0) as done:
            for number in passes:
                self.known[name] = number
                self.code += i64(number) + op.LOCAL_SET + unsigned(shown.number)
                with self.block() if jumps else nullcontext(0) as following:
                    self.loops.append(Loop(following, done))
                    self.statements(body)
                    self.loops.pop()
        if before is None:
            self.known.pop(name, None)
        else:
            self.known[name] = before

    def moved(self, name: str, passes: range, body: list[ast.stmt]) -> bool:
        """Writes a loop that copies elements from one array to another, or clears them, as one instruction; whether it is one."""
        match body:
            case [ast.Assign(targets=[ast.Subscript() as target], value=given)] if _follows(target.slice, name):
                pass
            case _:
                return False
        source: Place | None = None
        match index_of(given):
            case ast.Constant(value=0):
                pass
            case ast.Subscript(slice=index) if _follows(index, name):
                pass
            case _:
                return False
        shown = self.variables.get(name) or self.declare(name, Kind.INT)
        self.known[name] = passes[0]
        if isinstance(given, ast.Subscript):
            source = self.address(given)
        goal = self.address(target)
        del self.known[name]
        if source is not None and source.element != goal.element:
            return False
        self.code += goal.code + i32(goal.distance) + op.I32_ADD
        self.code += i32(0) if source is None else source.code + i32(source.distance) + op.I32_ADD
        self.code += i32(len(passes) << op.SHIFT[goal.element]) + (op.MEMORY_FILL if source is None else op.MEMORY_COPY)
        self.code += i64(passes[-1]) + op.LOCAL_SET + unsigned(shown.number)
        return True

    def switch(self, subject: ast.expr, cases: list[ast.match_case]) -> None:
        """Writes a `match` with numbers."""
        asked, at = self.value(subject), self.moment(op.I64)
        self.code += asked.code + op.LOCAL_SET + unsigned(at)
        get = op.LOCAL_GET + unsigned(at)
        bodies: dict[int, list[ast.stmt]] = {}
        default: list[ast.stmt] = []
        for case in cases:
            match case.pattern:
                case ast.MatchValue(value=asked_for):
                    bodies.setdefault(ast.literal_eval(asked_for), case.body)
                case ast.MatchAs(pattern=None, name=None):
                    default = case.body
                case _:
                    raise unknown(case.pattern)
        if not bodies:
            self.statements(default)
            return
        with self.block() as done:
            low, span = min(bodies), max(bodies) - min(bodies) + 1
            if len(bodies) <= FEW or span > SPARSE * len(bodies):
                for number, body in bodies.items():
                    self.code += get + i64(number) + op.I64_EQ
                    with self.block(op.IF):
                        self.statements(body)
                        self.jump(done)
            else:
                self.choose(get + i64(low) + op.I64_SUB if low else get, {n - low: body for n, body in bodies.items()}, done)
            self.statements(default)

    def choose(self, at: bytes, bodies: dict[int, list[ast.stmt]], done: int) -> None:
        """Writes a jump to one of these bodies, by a number from 0 on; goes on behind them where there is none."""
        span = max(bodies) + 1
        deepest = self.depth + 1 + len(bodies)
        labels = {number: deepest - place for place, number in enumerate(bodies)}
        self.code += (op.BLOCK + op.NOTHING) * (1 + len(bodies))
        other, self.depth = self.depth + 1, deepest
        self.code += at + i64(span) + op.I64_GE_U
        self.jump(other, op.BR_IF)
        self.code += at + op.I32_WRAP + op.BR_TABLE
        self.code += op.vector([unsigned(deepest - labels.get(number, other)) for number in range(span)]) + unsigned(
            deepest - other
        )
        for body in bodies.values():
            self.code += op.END
            self.depth -= 1
            self.statements(body)
            self.jump(done)
        self.code += op.END
        self.depth -= 1

    def give(self, given: ast.expr | None) -> None:
        """Writes the end of the function, or of the one that is copied."""
        code, kinds = (b"", []) if given is None else self.values(given)
        self.code += code
        if not self.copied:
            self.code += op.RETURN
            return
        copied = self.copied[-1]
        copied.results = copied.results or [self.moment(type_of(kind)) for kind in kinds]
        for number in reversed(copied.results):
            self.code += op.LOCAL_SET + unsigned(number)
        self.jump(copied.behind)


def _weight(body: list[ast.stmt]) -> int:
    """About how many instructions statements take, where loops that are short are written as their passes."""
    whole = 0
    for node in body:
        match node:
            case ast.For(iter=ast.Call(args=[*before, ast.Constant(value=int() as last)]), body=inside) if len(before) < 2:
                first = before[0].value if before and isinstance(before[0], ast.Constant) else 0
                inside_weight = _weight(inside)
                passes = last - first if isinstance(first, int) else last
                whole += inside_weight * passes if 0 < inside_weight * passes <= UNROLLED else inside_weight + 2
            case ast.For(body=inside) | ast.While(body=inside):
                whole += 2 + _weight(inside)
            case ast.If(body=inside, orelse=other):
                whole += 1 + _weight(inside) + _weight(other)
            case ast.Match(cases=cases):
                whole += 1 + sum(_weight(case.body) for case in cases)
            case ast.Assign(targets=[ast.Tuple()]):
                whole += CALLED
            case _:
                whole += 1
    return whole


def _follows(index: ast.expr, name: str) -> bool:
    """Whether an index grows by one with a variable."""
    terms, _ = terms_of(index_of(index))
    names = [each.id if isinstance(each, ast.Name) else "" for each in terms]
    return names.count(name) == 1 and "" not in names
