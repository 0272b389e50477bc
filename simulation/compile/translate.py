"""Translates the text of an emitted module to LLVM IR, function by function.

Every variable is a place on the stack, made and set to 0 in the first block; LLVM turns them into registers. Integers wrap around
and never trap, and no arithmetic is marked as free of overflow but the counters of loops. `and`, `or` and the branches of a
conditional are worked out only where Python would. A fault is a status that each function gives first, and that every caller
tests. The functions marked as entries can be called from outside: such a function gives its status, and writes its result to
the place that its last argument points to.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from attrs import frozen

from .reading import Constants, fault_number, is_plain, rare, read_module, signed_word, unknown
from .signatures import Kind, Signature, TranslationError, signatures

_COMPARED = {ast.Eq: "eq", ast.NotEq: "ne", ast.Lt: "lt", ast.LtE: "le", ast.Gt: "gt", ast.GtE: "ge"}
_CALCULATED = {ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.BitAnd: "and", ast.BitOr: "or", ast.BitXor: "xor"}

INTRINSICS = """\
declare i64 @llvm.ctpop.i64(i64)
declare i64 @llvm.cttz.i64(i64, i1)
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.smax.i64(i64, i64)

!0 = !{!"branch_weights", i32 1, i32 10000}
"""
"""What stands at the end of every module; the weights are those of a branch that is rarely taken: it only leads to a fault, or is
marked as `rare`.
"""


@frozen
class Value:
    """A value: its text in IR and its kind. A number written out may be an int or a word."""

    text: str
    kind: Kind
    is_literal: bool = False


@frozen
class Table:
    """A constant table: its name in IR, and the type and the kind of its elements."""

    name: str
    element: str
    kind: Kind


@frozen
class Loop:
    """The blocks that `continue` and `break` lead to."""

    again: str
    done: str


def translate(text: str) -> str:
    """The module in IR. Raises TranslationError for what no emitter writes."""
    functions, constants = read_module(text)
    tables = {each.name: Table(f"@{each.name}", each.element, each.kind) for each in constants}
    lines = [*map(_table, constants)]
    known = signatures(functions)
    for function in functions:
        lines += ["", *_Function(known[function.name], known, tables).lines(function.body)]
        if known[function.name].is_entry:
            lines += ["", *_entry(known[function.name])]
    return "\n".join([*lines, "", INTRINSICS])


def _table(given: Constants) -> str:
    listed = ", ".join(f"{given.element} {signed_word(number)}" for number in given.numbers)
    return f"@{given.name} = private unnamed_addr constant [{len(given.numbers)} x {given.element}] [{listed}]"


def _entry(signature: Signature) -> list[str]:
    """The function that is called from outside: it gives the status, and writes the result where its last argument points."""
    parameters = [text for name, kind in signature.parameters for text in kind.parameters(name)]
    given = ", ".join(text.replace(" noalias", "") for text in parameters)
    lines = [f"define i64 @entry_{signature.name}({', '.join([*parameters, 'ptr noalias %result'])}) nounwind {{"]
    if signature.type == "void":
        return [*lines, f"  call void @{signature.name}({given})", "  ret i64 0", "}"]
    lines.append(f"  %found = call {signature.type} @{signature.name}({given})")
    status, result = ("%found" if signature.faults else "0"), "%found"
    if signature.several:
        lines.append(f"  %status = extractvalue {signature.type} %found, 0")
        lines.append(f"  %value = extractvalue {signature.type} %found, 1")
        status, result = "%status", "%value"
    if len(signature.results) > 1 or any(kind is not Kind.INT for kind in signature.results):
        raise TranslationError(f"{signature.name}: an entry gives an int or nothing")
    if signature.results:
        lines.append(f"  store i64 {result}, ptr %result")
    return [*lines, f"  ret i64 {status}", "}"]


class _Function:
    """One function while it is translated."""

    def __init__(self, signature: Signature, known: dict[str, Signature], tables: dict[str, Table]) -> None:
        self.signature = signature
        self.known = known
        self.tables = tables
        self.places: list[str] = []
        """The instructions that make the variables."""
        self.body: list[str] = []
        self.kinds: dict[str, Kind] = {}
        """The kinds of the variables, by name."""
        self.rows: dict[str, Kind] = {}
        """The tables of rows among the parameters."""
        self.block = "entry"
        """The block that is being written; "" behind a jump, where nothing can be written."""
        self.count = 0
        self.loops: list[Loop] = []

    def lines(self, body: list[ast.stmt]) -> list[str]:
        """The definition of the function."""
        parameters = [text for name, kind in self.signature.parameters for text in kind.parameters(name)]
        for name, kind in self.signature.parameters:
            if kind.row is not None:
                self.rows[name] = kind
            else:
                self.declare(name, kind)
                self.places.append(f"store {kind.type} %{name}, ptr %{name}.v")
        self.statements(body)
        if self.block:
            self.give(0, [])
        how = "noinline " if self.signature.apart else ""
        heading = f"define internal {self.signature.type} @{self.signature.name}({', '.join(parameters)}) {how}nounwind {{"
        return [heading, "entry:", *(f"  {line}" for line in self.places), *self.body, "}"]

    # ---------------------------------------------------------------------------------------------------------- writing

    def line(self, text: str) -> None:
        """Appends an instruction."""
        self.body.append(f"  {text}")

    def let(self, text: str, kind: Kind) -> Value:
        """Appends an instruction; gives its result."""
        self.count += 1
        self.line(f"%.{self.count} = {text}")
        return Value(f"%.{self.count}", kind)

    def label(self, letter: str) -> str:
        """The name of a block that is new."""
        self.count += 1
        return f"{letter}{self.count}"

    def begin(self, label: str) -> None:
        """From now on this block is written; the one before leads to it, if it leads nowhere else."""
        if self.block:
            self.line(f"br label %{label}")
        self.body.append(f"{label}:")
        self.block = label

    def jump(self, label: str) -> None:
        """Ends the block with a jump."""
        self.line(f"br label %{label}")
        self.block = ""

    def choose(self, asked: Value, yes: str, no: str, rarely: bool = False) -> None:
        """Ends the block with a jump to one of two blocks; *rarely* tells that the first is hardly ever taken."""
        self.line(f"br i1 {asked.text}, label %{yes}, label %{no}" + (", !prof !0" if rarely else ""))
        self.block = ""

    def declare(self, name: str, kind: Kind) -> None:
        """Makes a variable, which is 0 at first."""
        self.kinds[name] = kind
        self.places.append(f"%{name}.v = alloca {kind.type}")
        if kind.type != "ptr":
            self.places.append(f"store {kind.type} {'false' if kind is Kind.TRUTH else '0'}, ptr %{name}.v")

    def give(self, status: int | str, results: list[Value]) -> None:
        """Ends the block with the end of the function; missing results are 0."""
        signature, type_ = self.signature, self.signature.type
        if type_ == "void":
            self.line("ret void")
        elif not signature.several:
            zero = "false" if signature.results == (Kind.TRUTH,) else "0"
            text = str(status) if signature.faults else results[0].text if results else zero
            self.line(f"ret {type_} {text}")
        else:
            parts = [Value(str(status), Kind.INT)] if signature.faults else []
            parts += results or [Value("false" if kind is Kind.TRUTH else "0", kind) for kind in signature.results]
            whole = "poison"
            for at, part in enumerate(parts):
                whole = self.let(f"insertvalue {type_} {whole}, {part.kind.type} {part.text}, {at}", Kind.INT).text
            self.line(f"ret {type_} {whole}")
        self.block = ""

    # ------------------------------------------------------------------------------------------------------- statements

    def statements(self, body: Sequence[ast.stmt]) -> None:
        """Writes the statements, up to the first behind which nothing is reached."""
        for node in body:
            if not self.block:
                return
            self.statement(node)

    def statement(self, node: ast.stmt) -> None:
        """Writes a statement."""
        match node:
            case ast.Assign(targets=[target], value=given):
                self.assign(target, given)
            case ast.AugAssign(target=ast.Name(id=name), op=op, value=given):
                self.store(name, self.calculate(op, self.load(name, node), self.value(given), node))
            case ast.AugAssign(target=ast.Subscript() as target, op=op, value=given):
                place, kind, element = self.address(target)
                before = self.read(place, kind, element)
                self.write(place, element, self.calculate(op, before, self.value(given), node))
            case ast.Expr(value=ast.Call() as call):
                self.call(call)
            case ast.Expr(value=ast.Constant(value=str())) | ast.Pass():
                pass
            case ast.If():
                self.branch(node)
            case ast.While(test=test, body=body, orelse=[]):
                again, inside, done = self.label("w"), self.label("b"), self.label("e")
                self.begin(again)
                self.test(test, inside, done)
                with self.looping(inside, again, done):
                    self.statements(body)
            case ast.For(target=ast.Name(id=name), iter=ast.Call(func=ast.Name(id="range"), args=args), body=body, orelse=[]):
                self.count_up(name, args, body)
            case ast.Match(subject=subject, cases=cases):
                self.switch(subject, cases)
            case ast.Break():
                self.jump(self.loops[-1].done)
            case ast.Continue():
                self.jump(self.loops[-1].again)
            case ast.Raise(exc=fault):
                self.give(fault_number(fault), [])
            case ast.Return(value=given):
                self.give(0, self.values(given))
            case _:
                raise unknown(node)

    def assign(self, target: ast.expr, given: ast.expr) -> None:
        """Writes an assignment to a variable, to an element of an array, or of the results of a call to several variables."""
        match target:
            case ast.Name(id=name):
                self.store(name, self.value(given))
            case ast.Subscript():
                found = self.value(given)
                place, kind, element = self.address(target)
                if (kind is Kind.WORD) != (found.kind is Kind.WORD) and not found.is_literal:
                    raise unknown(target)
                self.write(place, element, found)
            case ast.Tuple(elts=parts):
                for part, found in zip(parts, self.values(given), strict=True):
                    match part:
                        case ast.Name(id=name):
                            self.store(name, found)
                        case _:
                            raise unknown(part)
            case _:
                raise unknown(target)

    def store(self, name: str, found: Value) -> None:
        """Writes that a variable gets a value; its first value decides its kind."""
        if name not in self.kinds:
            self.declare(name, found.kind)
        kind = self.kinds[name]
        if kind is not found.kind and not (found.is_literal and kind is Kind.WORD):
            raise TranslationError(f"{self.signature.name}: {name} is {kind.value}, and gets {found.kind.value}")
        self.line(f"store {kind.type} {found.text}, ptr %{name}.v")

    def load(self, name: str, node: ast.AST) -> Value:
        """The value of a variable."""
        if name not in self.kinds:
            raise unknown(node)
        kind = self.kinds[name]
        return self.let(f"load {kind.type}, ptr %{name}.v", kind)

    def branch(self, node: ast.If) -> None:
        """Writes an `if`."""
        then, done = self.label("t"), self.label("e")
        other = self.label("o") if node.orelse else done
        asked, rarely = rare(node)
        self.test(asked, then, other, rarely)
        self.begin(then)
        self.statements(node.body)
        if node.orelse:
            if self.block:
                self.jump(done)
            self.begin(other)
            self.statements(node.orelse)
        self.begin(done)

    @contextmanager
    def looping(self, inside: str, again: str, done: str) -> Iterator[None]:
        """The body of a loop, whose first block is *inside*."""
        self.begin(inside)
        self.loops.append(Loop(again, done))
        yield
        self.loops.pop()
        if self.block:
            self.jump(again)
        self.begin(done)

    def count_up(self, name: str, args: list[ast.expr], body: list[ast.stmt]) -> None:
        """Writes a loop through a range, whose counter the body cannot change."""
        first, last, step = Value("0", Kind.INT, True), self.value(args[-1] if len(args) == 1 else args[1]), 1
        if len(args) > 1:
            first = self.value(args[0])
        if len(args) > 2:
            step = ast.literal_eval(args[2])
        if Kind.WORD in (first.kind, last.kind):
            raise unknown(args[0])
        test, inside, again, done = self.label("f"), self.label("b"), self.label("n"), self.label("e")
        counter = f"%{test}.i"
        self.places.append(f"{counter} = alloca i64")
        self.line(f"store i64 {first.text}, ptr {counter}")
        self.begin(test)
        at = self.let(f"load i64, ptr {counter}", Kind.INT)
        self.choose(self.let(f"icmp {'slt' if step > 0 else 'sgt'} i64 {at.text}, {last.text}", Kind.TRUTH), inside, done)
        self.begin(inside)
        self.store(name, at)
        self.loops.append(Loop(again, done))
        self.statements(body)
        self.loops.pop()
        self.begin(again)
        following = self.let(f"add nsw i64 {self.let(f'load i64, ptr {counter}', Kind.INT).text}, {step}", Kind.INT)
        self.line(f"store i64 {following.text}, ptr {counter}")
        self.jump(test)
        self.begin(done)

    def switch(self, subject: ast.expr, cases: list[ast.match_case]) -> None:
        """Writes a `match` with numbers."""
        asked, done, default = self.value(subject), self.label("e"), ""
        blocks: list[tuple[str, list[ast.stmt]]] = []
        table: list[str] = []
        for case in cases:
            blocks.append((self.label("c"), case.body))
            match case.pattern:
                case ast.MatchValue(value=number):
                    table.append(f"i64 {ast.literal_eval(number)}, label %{blocks[-1][0]}")
                case ast.MatchAs(pattern=None, name=None):
                    default = blocks[-1][0]
                case _:
                    raise unknown(case.pattern)
        self.line(f"switch i64 {asked.text}, label %{default or done} [{' '.join(table)}]")
        self.block = ""
        for label, body in blocks:
            self.begin(label)
            self.statements(body)
            if self.block:
                self.jump(done)
        self.begin(done)

    # ------------------------------------------------------------------------------------------------------------ tests

    def test(self, node: ast.expr, yes: str, no: str, rarely: bool = False) -> None:
        """Ends the block with a jump that depends on a test."""
        match node:
            case ast.Constant(value=known):
                self.jump(yes if known else no)
            case ast.UnaryOp(op=ast.Not(), operand=inside):
                self.test(inside, no, yes)
            case ast.BoolOp(op=op, values=parts) if not is_plain(node):
                for part in parts[:-1]:
                    following = self.label("l")
                    match op:
                        case ast.And():
                            self.test(part, following, no)
                        case _:
                            self.test(part, yes, following, rarely)
                    self.begin(following)
                self.test(parts[-1], yes, no, rarely)
            case _:
                self.choose(self.truth(node), yes, no, rarely)

    def truth(self, node: ast.expr) -> Value:
        """The value as a truth value."""
        found = self.value(node)
        if found.kind is Kind.TRUTH:
            return found
        return self.let(f"icmp ne i64 {found.text}, 0", Kind.TRUTH)

    # ----------------------------------------------------------------------------------------------------------- values

    def values(self, node: ast.expr | None) -> list[Value]:
        """The values of a result: of a tuple, of a call that gives several, or one."""
        match node:
            case None:
                return []
            case ast.Tuple(elts=parts):
                return [self.value(part) for part in parts]
            case ast.Call():
                return self.call(node)
            case _:
                return [self.value(node)]

    def value(self, node: ast.expr) -> Value:
        """The value of an expression."""
        match node:
            case ast.Constant(value=bool() as known):
                return Value("true" if known else "false", Kind.TRUTH)
            case ast.Constant(value=int() as number):
                return Value(str(signed_word(number)), Kind.INT, True)
            case ast.Name(id=name):
                return self.load(name, node)
            case ast.Subscript():
                if self.row(node.value) is not None:
                    return self.table_row(node)
                place, kind, element = self.address(node)
                return self.read(place, kind, element)
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() as number)):
                return Value(str(-number), Kind.INT, True)
            case ast.UnaryOp(op=ast.USub(), operand=inside):
                return self.let(f"sub i64 0, {self.value(inside).text}", Kind.INT)
            case ast.UnaryOp(op=ast.Not(), operand=inside):
                return self.let(f"xor i1 {self.truth(inside).text}, true", Kind.TRUTH)
            case ast.BinOp(left=left, op=op, right=right):
                return self.calculate(op, self.value(left), self.value(right), node)
            case ast.Compare():
                return self.compare(node)
            case ast.BoolOp(op=op, values=parts):
                return self.lazily(op, parts)
            case ast.IfExp():
                return self.conditional(node)
            case ast.Call():
                (found,) = self.call(node)
                return found
            case _:
                raise unknown(node)

    def calculate(self, op: ast.operator, left: Value, right: Value, node: ast.AST) -> Value:
        """The result of a calculation with two ints or two words. Division rounds down."""
        kind = right.kind if left.is_literal else left.kind
        if kind not in (Kind.INT, Kind.WORD) or not (right.kind is kind or right.is_literal):
            raise unknown(node)
        pair = f"i64 {left.text}, {right.text}"
        match op:
            case ast.LShift():
                return self.let(f"shl {pair}", kind)
            case ast.RShift():
                return self.let(f"{'lshr' if kind is Kind.WORD else 'ashr'} {pair}", kind)
            case ast.FloorDiv() if kind is Kind.WORD:
                return self.let(f"udiv {pair}", kind)
            case ast.Mod() if kind is Kind.WORD:
                return self.let(f"urem {pair}", kind)
            case ast.FloorDiv() | ast.Mod():
                return self.divide(isinstance(op, ast.Mod), left, right)
            case _:
                return self.let(f"{_CALCULATED[type(op)]} {pair}", kind)

    def divide(self, rest: bool, left: Value, right: Value) -> Value:
        """The quotient, rounded down, or the rest, which has the sign of the divisor."""
        number = int(right.text) if right.is_literal else 0
        if number > 0 and number & (number - 1) == 0:
            if rest:
                return self.let(f"and i64 {left.text}, {number - 1}", Kind.INT)
            return self.let(f"ashr i64 {left.text}, {number.bit_length() - 1}", Kind.INT)
        over = self.let(f"srem i64 {left.text}, {right.text}", Kind.INT)
        apart = self.let(f"xor i64 {over.text}, {right.text}", Kind.INT)
        signs = self.let(f"icmp slt i64 {apart.text}, 0", Kind.TRUTH)
        some = self.let(f"icmp ne i64 {over.text}, 0", Kind.TRUTH)
        beyond = self.let(f"and i1 {signs.text}, {some.text}", Kind.TRUTH)
        if rest:
            more = self.let(f"select i1 {beyond.text}, i64 {right.text}, i64 0", Kind.INT)
            return self.let(f"add i64 {over.text}, {more.text}", Kind.INT)
        whole = self.let(f"sdiv i64 {left.text}, {right.text}", Kind.INT)
        less = self.let(f"sext i1 {beyond.text} to i64", Kind.INT)
        return self.let(f"add i64 {whole.text}, {less.text}", Kind.INT)

    def compare(self, node: ast.Compare) -> Value:
        """Whether all relations of a chain hold; all its parts are worked out, which nothing in a chain can tell."""
        if len(node.ops) > 1 and not all(is_plain(part) for part in node.comparators[1:]):
            raise unknown(node)
        parts = [self.value(node.left), *(self.value(part) for part in node.comparators)]
        whole: Value | None = None
        for op, left, right in zip(node.ops, parts, parts[1:], strict=False):
            kind = right.kind if left.is_literal else left.kind
            if not (right.kind is kind or right.is_literal):
                raise unknown(node)
            how = _COMPARED[type(op)]
            sign = "" if how in ("eq", "ne") else "u" if kind is Kind.WORD else "s"
            found = self.let(f"icmp {sign}{how} {kind.type} {left.text}, {right.text}", Kind.TRUTH)
            whole = found if whole is None else self.let(f"and i1 {whole.text}, {found.text}", Kind.TRUTH)
        if whole is None:
            raise unknown(node)
        return whole

    def lazily(self, op: ast.boolop, parts: list[ast.expr]) -> Value:
        """`and` or `or`: a later part is worked out only where those before leave it open, unless that makes no difference."""
        stops_at = isinstance(op, ast.Or)
        if all(map(is_plain, parts)):
            whole = self.truth(parts[0])
            for part in parts[1:]:
                found = self.truth(part).text
                pair = f"i1 true, i1 {found}" if stops_at else f"i1 {found}, i1 false"
                whole = self.let(f"select i1 {whole.text}, {pair}", Kind.TRUTH)
            return whole
        done, ways = self.label("e"), list[str]()
        for at, part in enumerate(parts):
            found = self.truth(part).text
            ways.append(f"[{found}, %{self.block}]")
            if at + 1 < len(parts):
                following = self.label("l")
                self.choose(Value(found, Kind.TRUTH), *((done, following) if stops_at else (following, done)))
                self.begin(following)
        self.begin(done)
        return self.let(f"phi i1 {', '.join(ways)}", Kind.TRUTH)

    def conditional(self, node: ast.IfExp) -> Value:
        """One of two values; the other is not worked out, unless that makes no difference."""
        if is_plain(node.body) and is_plain(node.orelse):
            asked, then, other = self.truth(node.test), self.value(node.body), self.value(node.orelse)
            kind = _joined(then, other, node)
            return self.let(f"select i1 {asked.text}, {kind.type} {then.text}, {kind.type} {other.text}", kind)
        yes, no, done = self.label("t"), self.label("o"), self.label("e")
        self.test(node.test, yes, no)
        self.begin(yes)
        then, behind_then = self.value(node.body), self.block
        self.jump(done)
        self.begin(no)
        other, behind_other = self.value(node.orelse), self.block
        self.begin(done)
        kind = _joined(then, other, node)
        ways = f"[{then.text}, %{behind_then}], [{other.text}, %{behind_other}]"
        return self.let(f"phi {kind.type} {ways}", kind)

    # ----------------------------------------------------------------------------------------------------------- arrays

    def row(self, node: ast.expr) -> Kind | None:
        """The kind of the rows of a table; None where this is no table of rows."""
        match node:
            case ast.Name(id=name) if name in self.rows:
                return self.rows[name].row
            case _:
                return None

    def table_row(self, node: ast.Subscript) -> Value:
        """A row of a table."""
        match node.value, self.row(node.value):
            case ast.Name(id=name), Kind() as kind:
                at = self.let(f"mul i64 {self.index(node.slice)}, %{name}.width", Kind.INT)
                return self.let(f"getelementptr inbounds {kind.element}, ptr %{name}, i64 {at.text}", kind)
            case _:
                raise unknown(node)

    def address(self, node: ast.Subscript) -> tuple[str, Kind, str]:
        """Where an element of an array is, its kind, and its type there."""
        match node.value:
            case ast.Name(id=name) if name in self.tables:
                table = self.tables[name]
                base, kind, element = table.name, table.kind, table.element
            case array:
                found = self.value(array)
                base, element = found.text, found.kind.element
                kind = Kind.WORD if found.kind is Kind.WORDS else Kind.INT
        at = self.index(node.slice)
        return self.let(f"getelementptr inbounds {element}, ptr {base}, i64 {at}", kind).text, kind, element

    def index(self, node: ast.expr) -> str:
        """The text of an index; a conversion to a word changes nothing here."""
        match node:
            case ast.Call(func=ast.Name(id="U"), args=[inside]):
                return self.value(inside).text
            case _:
                return self.value(node).text

    def read(self, place: str, kind: Kind, element: str) -> Value:
        """The number at a place."""
        found = self.let(f"load {element}, ptr {place}", kind)
        if element == "float":
            raise TranslationError(f"{self.signature.name}: a real is read")
        how = "zext" if element == "i8" else "sext"
        return found if element == "i64" else self.let(f"{how} {element} {found.text} to i64", kind)

    def write(self, place: str, element: str, found: Value) -> None:
        """Writes that a place gets a number."""
        if element == "float" and found.kind is Kind.REAL:
            self.line(f"store float {self.let(f'fptrunc double {found.text} to float', Kind.REAL).text}, ptr {place}")
            return
        if found.kind.type != "i64" or element == "float":
            raise TranslationError(f"{self.signature.name}: a {found.kind.value} in an array")
        text = found.text
        if element != "i64" and not found.is_literal:
            text = self.let(f"trunc i64 {text} to {element}", found.kind).text
        self.line(f"store {element} {text}, ptr {place}")

    # ------------------------------------------------------------------------------------------------------------ calls

    def call(self, node: ast.Call) -> list[Value]:
        """The results of a call. What is called by these names stands in `runtime/plain.py`, for plain Python."""
        match node:
            case ast.Call(func=ast.Name(id="U" | "S" as name), args=[inside]):
                found = self.value(inside)
                return [Value(found.text, Kind.WORD if name == "U" else Kind.INT)]
            case ast.Call(func=ast.Name(id="ones_in"), args=[inside]):
                return [self.let(f"call i64 @llvm.ctpop.i64(i64 {self.value(inside).text})", Kind.WORD)]
            case ast.Call(func=ast.Name(id="lowest"), args=[inside]):
                return [self.let(f"call i64 @llvm.cttz.i64(i64 {self.value(inside).text}, i1 true)", Kind.INT)]
            case ast.Call(func=ast.Name(id="nth_bit"), args=[word, number]):
                pair = f"i64 {self.value(word).text}, i64 {self.value(number).text}"
                return [self.let(f"call i64 @nth_bit({pair})", Kind.INT)]
            case ast.Call(func=ast.Name(id="min" | "max" as name), args=[left, right]):
                pair = f"i64 {self.value(left).text}, i64 {self.value(right).text}"
                return [self.let(f"call i64 @llvm.s{name}.i64({pair})", Kind.INT)]
            case ast.Call(func=ast.Name(id="product"), args=[left, right]):
                return self.product(self.value(left), self.value(right))
            case ast.Call(func=ast.Name(id="share"), args=[number, whole]):
                parts = (self.let(f"sitofp i64 {self.value(part).text} to double", Kind.REAL).text for part in (number, whole))
                return [self.let(f"fdiv double {', '.join(parts)}", Kind.REAL)]
            case ast.Call(func=ast.Name(id="len"), args=[ast.Name(id=name)]) if name in self.rows:
                return [Value(f"%{name}.count", Kind.INT)]
            case ast.Call(func=ast.Name(id=name), args=args) if name in self.known:
                return self.call_known(self.known[name], args, node)
            case _:
                raise unknown(node)

    def call_known(self, signature: Signature, args: list[ast.expr], node: ast.Call) -> list[Value]:
        """The results of a function of the module; where it faults, so does this function."""
        given = []
        for argument, (_, kind) in zip(args, signature.parameters, strict=True):
            match argument:
                case ast.Name(id=name) if name in self.rows and kind.row is not None:
                    given += [f"ptr %{name}", f"i64 %{name}.width", f"i64 %{name}.count"]
                case _:
                    found = self.value(argument)
                    if found.kind is not kind and not (found.is_literal and kind is Kind.WORD):
                        raise unknown(node)
                    given.append(f"{kind.type} {found.text}")
        type_, text = signature.type, f"call {signature.type} @{signature.name}({', '.join(given)})"
        if type_ == "void":
            self.line(text)
            return []
        whole = self.let(text, signature.results[0] if signature.results else Kind.INT)
        if not signature.faults:
            if len(signature.results) == 1:
                return [whole]
            return [self.let(f"extractvalue {type_} {whole.text}, {at}", kind) for at, kind in enumerate(signature.results)]
        status = self.let(f"extractvalue {type_} {whole.text}, 0", Kind.INT) if signature.several else whole
        failed, fine = self.label("q"), self.label("k")
        self.choose(self.let(f"icmp ne i64 {status.text}, 0", Kind.TRUTH), failed, fine, rarely=True)
        self.begin(failed)
        self.give(status.text, [])
        self.begin(fine)
        return [self.let(f"extractvalue {type_} {whole.text}, {at}", kind) for at, kind in enumerate(signature.results, 1)]

    def product(self, left: Value, right: Value) -> list[Value]:
        """The high and the low word of a product of two words."""
        wide = [self.let(f"zext i64 {part.text} to i128", Kind.WORD).text for part in (left, right)]
        whole = self.let(f"mul i128 {wide[0]}, {wide[1]}", Kind.WORD)
        high = self.let(f"lshr i128 {whole.text}, 64", Kind.WORD)
        return [self.let(f"trunc i128 {part.text} to i64", Kind.WORD) for part in (high, whole)]


def _joined(one: Value, other: Value, node: ast.AST) -> Kind:
    kind = other.kind if one.is_literal else one.kind
    if not (other.kind is kind or other.is_literal):
        raise unknown(node)
    return kind
