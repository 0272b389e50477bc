"""Values of emitted code in WebAssembly: calculations, elements of arrays and calls, as the code that pushes them."""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from operator import add, and_, eq, ge, gt, le, lt, mul, ne, or_, sub, xor
from typing import NamedTuple

from attrs import define, frozen

from . import opcodes as op
from .opcodes import i32, i64, unsigned
from .reading import is_plain, signed_word, unknown
from .signatures import Kind, Signature, TranslationError, signature

SHORT = 9
"""A function of so many lines at most is copied to where it is called."""

LOWEST = 2**16
"""No host gives room below this address."""

_ALL = 2**64 - 1

_FOLDED: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: add,
    ast.Sub: sub,
    ast.Mult: mul,
    ast.BitAnd: and_,
    ast.BitOr: or_,
    ast.BitXor: xor,
}
_ORDERED: dict[type[ast.cmpop], Callable[[int, int], bool]] = {
    ast.Eq: eq,
    ast.NotEq: ne,
    ast.Lt: lt,
    ast.LtE: le,
    ast.Gt: gt,
    ast.GtE: ge,
}
"""What is worked out here where both numbers are known."""

_CALCULATED = {
    ast.Add: op.I64_ADD,
    ast.Sub: op.I64_SUB,
    ast.Mult: op.I64_MUL,
    ast.BitAnd: op.I64_AND,
    ast.BitOr: op.I64_OR,
    ast.BitXor: op.I64_XOR,
    ast.LShift: op.I64_SHL,
}
_COMPARED = {
    ast.Eq: (op.I64_EQ, op.I64_EQ),
    ast.NotEq: (op.I64_NE, op.I64_NE),
    ast.Lt: (op.I64_LT_S, op.I64_LT_U),
    ast.LtE: (op.I64_LE_S, op.I64_LE_U),
    ast.Gt: (op.I64_GT_S, op.I64_GT_U),
    ast.GtE: (op.I64_GE_S, op.I64_GE_U),
}
"""The instruction for two ints, and for two words."""


class Value(NamedTuple):
    """A value: the code that pushes it, its kind, and the number where it is known; an int that is known may be a word too."""

    code: bytes
    kind: Kind
    number: int | None = None


class Table(NamedTuple):
    """A constant table: its address, the type and the kind of its elements, and these."""

    address: int
    element: str
    kind: Kind
    numbers: Sequence[int]


class Variable(NamedTuple):
    """A variable: its local, its kind, and its value; a table of rows has three locals, and *row* is the kind of its rows."""

    number: int
    kind: Kind
    value: Value
    row: Kind | None

    @classmethod
    def of(cls, number: int, kind: Kind) -> Variable:
        """The variable with that local."""
        return cls(number, kind, Value(op.LOCAL_GET + unsigned(number), kind), kind.row)


class Place(NamedTuple):
    """Where an element of an array is: the code that pushes an address, a distance to add, and the element's kind and type."""

    code: bytes
    distance: int
    kind: Kind
    element: str


@frozen
class Loop:
    """The labels that `continue` and `break` lead to."""

    again: int
    done: int


@define
class Copied:
    """A function while it is copied to where it is called: the locals of its results, and the label behind it."""

    results: list[int]
    behind: int


class Module:
    """What functions know of each other."""

    def __init__(self, functions: list[ast.FunctionDef], tables: dict[str, Table]) -> None:
        self.signatures = {each.name: signature(each, faults=False) for each in functions}
        self.numbers = {each.name: at for at, each in enumerate(functions)}
        self.tables = tables
        self.short = {each.name: each for each in functions if self._is_short(each)}
        self.changed = {name: changed(each.body) for name, each in self.short.items()}
        """The variables that a short function changes, its parameters among them."""

    def _is_short(self, function: ast.FunctionDef) -> bool:
        found = self.signatures[function.name]
        return not (found.apart or found.is_entry) and (function.end_lineno or 0) - function.lineno < SHORT


class Values(ABC):
    """The values of one function while it is translated."""

    def __init__(self, module: Module, given: Signature) -> None:
        self.module = module
        self.signature = given
        self.tables = module.tables
        self.variables: dict[str, Variable] = {}
        self.known: dict[str, int] = {}
        """The variables whose numbers are known here: nothing changes them while this is so."""
        self.types: list[bytes] = []
        """The types of all locals."""
        for name, kind in given.parameters:
            self.variables[name] = Variable.of(len(self.types), kind)
            self.types += types_of(kind)
        self.parameters = len(self.types)
        self.code = bytearray()
        self.depth = 0
        """How many blocks are open; a label is the depth inside its block."""
        self.loops: list[Loop] = []
        self.copied: list[Copied] = []
        self.copying: list[str] = [given.name]
        self.free: dict[bytes, list[int]] = {op.I32: [], op.I64: [], op.F64: []}
        self.taken: list[int] = []
        """The locals for a moment that are free again behind the statement."""
        self.calls = 0

    @abstractmethod
    def statements(self, body: Sequence[ast.stmt]) -> None:
        """Writes the statements, up to the first behind which nothing is reached."""

    # ---------------------------------------------------------------------------------------------------------- writing

    def local(self, type_: bytes) -> int:
        """A new local."""
        self.types.append(type_)
        return len(self.types) - 1

    def moment(self, type_: bytes) -> int:
        """A local for the statement that is being written."""
        found = self.free[type_].pop() if self.free[type_] else self.local(type_)
        self.taken.append(found)
        return found

    def passed(self, kind: Kind) -> list[int]:
        """Locals for a value that is passed, one after another."""
        return [self.moment(type_of(kind))] if kind.row is None else [self.local(each) for each in types_of(kind)]

    def release(self, mark: int) -> None:
        """Frees the locals taken since there were *mark* of them."""
        while len(self.taken) > mark:
            number = self.taken.pop()
            self.free[self.types[number]].append(number)

    @contextmanager
    def block(self, instruction: bytes = op.BLOCK) -> Iterator[int]:
        """A block around the body; gives its label."""
        self.code += instruction + op.NOTHING
        self.depth += 1
        yield self.depth
        self.depth -= 1
        self.code += op.END

    def jump(self, label: int, instruction: bytes = op.BR) -> None:
        """Writes a jump to the end of a block, or to the beginning of a loop."""
        self.code += instruction + unsigned(self.depth - label)

    def apart(self, write: Callable[[], None]) -> bytes:
        """What *write* writes, as the code of a value."""
        before, self.code = self.code, bytearray()
        write()
        found, self.code = bytes(self.code), before
        return found

    def declare(self, name: str, kind: Kind) -> Variable:
        """Makes a variable, which is 0 at first."""
        copied = len(self.copying) > 1
        found = Variable.of(self.moment(type_of(kind)) if copied else self.local(type_of(kind)), kind)
        self.variables[name] = found
        return found

    def store(self, name: str, found: Value) -> None:
        """Writes that a variable gets a value; its first value decides its kind."""
        number, kind, _, _ = self.variables.get(name) or self.declare(name, found.kind)
        if kind is not found.kind and not (found.number is not None and found.kind is Kind.INT and kind is Kind.WORD):
            raise TranslationError(f"{self.signature.name}: {name} is {kind.value}, and gets {found.kind.value}")
        self.code += found.code + op.LOCAL_SET + unsigned(number)

    def load(self, name: str, node: ast.AST) -> Value:
        """The value of a variable."""
        found = self.variables.get(name)
        if found is None:
            raise unknown(node)
        if name in self.known:
            return number_of(self.known[name], found.kind)
        return found.value

    # ----------------------------------------------------------------------------------------------------------- values

    def truth(self, node: ast.expr) -> bytes:
        """The code of a truth value."""
        return truth_of(self.value(node))

    def values(self, node: ast.expr) -> tuple[bytes, list[Kind]]:
        """The values of a result: of a tuple, of a call that gives several, or one."""
        match node:
            case ast.Tuple(elts=elements):
                found = [self.value(each) for each in elements]
                return b"".join(each.code for each in found), [each.kind for each in found]
            case ast.Call():
                return self.call(node)
            case _:
                one = self.value(node)
                return one.code, [one.kind]

    def value(self, node: ast.expr) -> Value:
        """The value of an expression."""
        match node:
            case ast.Name(id=name):
                return self.load(name, node)
            case ast.Constant(value=bool() as known):
                return Value(i32(known), Kind.TRUTH, int(known))
            case ast.Constant(value=int() as number):
                return Value(i64(number), Kind.INT, number)
            case ast.Subscript(value=ast.Name(id=name)) if name in self.variables and self.variables[name].row is not None:
                return self.table_row(self.variables[name], node.slice)
            case ast.Subscript():
                place = self.element(node)
                return place if isinstance(place, Value) else self.read(place)
            case ast.BinOp(left=left, op=how, right=right):
                return self.calculate(how, self.value(left), self.value(right), node)
            case ast.Call(func=ast.Name(id="U" | "S" as name), args=[inside]):
                found = self.value(inside)
                kind = Kind.WORD if name == "U" else Kind.INT
                return Value(found.code, kind) if found.number is None else number_of(found.number, kind)
            case ast.Call():
                code, (kind,) = self.call(node)
                return Value(code, kind)
            case ast.Compare():
                return self.compare(node)
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() as number)):
                return Value(i64(-number), Kind.INT, -number)
            case ast.UnaryOp(op=ast.USub(), operand=inside):
                return Value(i64(0) + self.value(inside).code + op.I64_SUB, Kind.INT)
            case ast.UnaryOp(op=ast.Not(), operand=inside):
                return Value(negated(self.truth(inside)), Kind.TRUTH)
            case ast.BoolOp(op=how, values=values):
                return self.lazily(how, values)
            case ast.IfExp():
                return self.conditional(node)
            case _:
                raise unknown(node)

    def calculate(self, how: ast.operator, left: Value, right: Value, node: ast.AST) -> Value:
        """The result of a calculation with two ints or two words. Division rounds down."""
        kind = common(left, right, node)
        if kind not in (Kind.INT, Kind.WORD):
            raise unknown(node)
        if left.number is not None and right.number is not None and type(how) in _FOLDED:
            return number_of(_FOLDED[type(how)](left.number, right.number), kind)
        pair = left.code + right.code
        match how:
            case ast.BitAnd() if right.number == _ALL:
                return left._replace(kind=kind)
            case ast.Add() | ast.Sub() if right.number == 0:
                return left._replace(kind=kind)
            case ast.Mult() if right.number == 1:
                return left._replace(kind=kind)
            case ast.RShift():
                return Value(pair + (op.I64_SHR_U if kind is Kind.WORD else op.I64_SHR_S), kind)
            case ast.FloorDiv() if kind is Kind.WORD:
                return Value(pair + op.I64_DIV_U, kind)
            case ast.Mod() if kind is Kind.WORD:
                return Value(pair + op.I64_REM_U, kind)
            case ast.FloorDiv() | ast.Mod():
                return Value(self.divide(isinstance(how, ast.Mod), left, right), kind)
            case _:
                return Value(pair + _CALCULATED[type(how)], kind)

    def divide(self, rest: bool, left: Value, right: Value) -> bytes:
        """The quotient, rounded down, or the rest, which has the sign of the divisor."""
        number = right.number or 0
        if number > 0 and number & (number - 1) == 0:
            return left.code + (i64(number - 1) + op.I64_AND if rest else i64(number.bit_length() - 1) + op.I64_SHR_S)
        whole, over = self.moment(op.I64), self.moment(op.I64)
        get_whole, get_over = op.LOCAL_GET + unsigned(whole), op.LOCAL_GET + unsigned(over)
        if number > 0:  # the rest is below 0 where the number that is divided is, unless it is 0
            signs = get_over + i64(63) + op.I64_SHR_S
            code = left.code + op.LOCAL_TEE + unsigned(over) + get_over + right.code + op.I64_DIV_S
            code += op.LOCAL_TEE + unsigned(whole) + right.code + op.I64_MUL + op.I64_SUB + op.LOCAL_SET + unsigned(over)
            return code + (get_over + signs + right.code + op.I64_AND if rest else get_whole + signs) + op.I64_ADD
        divisor = self.moment(op.I64)
        by = op.LOCAL_GET + unsigned(divisor)
        code = left.code + op.LOCAL_SET + unsigned(whole) + right.code + op.LOCAL_SET + unsigned(divisor)
        code += get_whole + by + op.I64_REM_S + op.LOCAL_SET + unsigned(over)
        beyond = get_over + by + op.I64_XOR + i64(0) + op.I64_LT_S + get_over + i64(0) + op.I64_NE + op.I32_AND
        if rest:
            return code + get_over + by + i64(0) + beyond + op.SELECT + op.I64_ADD
        return code + get_whole + by + op.I64_DIV_S + beyond + op.I64_EXTEND_U + op.I64_SUB

    def compare(self, node: ast.Compare) -> Value:
        """Whether all relations of a chain hold; all its parts are worked out, which nothing in a chain can tell."""
        if len(node.ops) > 1 and not all(is_plain(part) for part in node.comparators[1:]):
            raise unknown(node)
        parts = [self.value(node.left), *(self.value(part) for part in node.comparators)]
        whole, before = b"", b""
        for at, (how, left, right) in enumerate(zip(node.ops, parts, parts[1:], strict=False)):
            kind = common(left, right, node)
            if len(parts) == 2 and left.number is not None and right.number is not None and type(how) in _ORDERED:
                holds = _ORDERED[type(how)](left.number, right.number)
                return Value(i32(holds), Kind.TRUTH, int(holds))
            start, found = before or left.code, right.code
            if at + 1 < len(node.ops) and right.number is None:
                number = self.moment(type_of(right.kind))
                found, before = right.code + op.LOCAL_TEE + unsigned(number), op.LOCAL_GET + unsigned(number)
            else:
                before = right.code
            whole += start + _compared(how, kind, found, right.number) + (op.I32_AND if at else b"")
        return Value(whole, Kind.TRUTH)

    def lazily(self, how: ast.boolop, parts: list[ast.expr]) -> Value:
        """`and` or `or`: a later part is worked out only where those before leave it open, unless that makes no difference."""
        stops = isinstance(how, ast.Or)
        match how, parts:
            case ast.Or(), [
                ast.Compare(left=ast.Name(id=name), ops=[ast.Lt()], comparators=[lowest]),
                ast.Compare(left=ast.Name(id=same), ops=[ast.Gt()], comparators=[highest]),
            ] if name == same:
                number, low, high = self.load(name, lowest), self.value(lowest).number, self.value(highest).number
                if number.kind is Kind.INT and low is not None and high is not None and low <= high:
                    return Value(number.code + i64(low) + op.I64_SUB + i64(high - low) + op.I64_GT_U, Kind.TRUTH)
            case _:
                pass
        found = [self.truth(part) for part in parts]
        if all(map(is_plain, parts)):
            return Value(found[0] + b"".join(each + (op.I32_OR if stops else op.I32_AND) for each in found[1:]), Kind.TRUTH)
        code = found[-1]
        for each in reversed(found[:-1]):
            ways = i32(1) + op.ELSE + code if stops else code + op.ELSE + i32(0)
            code = each + op.IF + op.I32 + ways + op.END
        return Value(code, Kind.TRUTH)

    def conditional(self, node: ast.IfExp) -> Value:
        """One of two values; the other is not worked out, unless that makes no difference."""
        asked, then, other = self.truth(node.test), self.value(node.body), self.value(node.orelse)
        kind = common(then, other, node)
        if (then.number, other.number) == (1, 0):
            return Value(asked + op.I64_EXTEND_U, kind)
        if is_plain(node.body) and is_plain(node.orelse):
            return Value(then.code + other.code + asked + op.SELECT, kind)
        return Value(asked + op.IF + type_of(kind) + then.code + op.ELSE + other.code + op.END, kind)

    # ----------------------------------------------------------------------------------------------------------- arrays

    def table_row(self, table: Variable, index: ast.expr) -> Value:
        """A row of a table."""
        row = table.row
        if row is None:
            raise unknown(index)
        first, width = (op.LOCAL_GET + unsigned(table.number + at) for at in range(2))
        at = self.value(index_of(index)).code + op.I32_WRAP + width + op.I32_MUL
        return Value(first + at + i32(op.SHIFT[row.element]) + op.I32_SHL + op.I32_ADD, row)

    def element(self, node: ast.Subscript) -> Place | Value:
        """Where an element of an array is; its value, where that is known.

        A number that is added to an index becomes a distance: no array lies so low that the rest of the address is below 0.
        """
        index, distance = index_of(node.slice), 0
        match node.value:
            case ast.Name(id=name) if name in self.tables:
                base, element, kind, numbers = self.tables[name]
                found = self.value(index)
                if found.number is not None and 0 <= found.number < len(numbers):
                    return number_of(numbers[found.number], kind)
                return Place(found.code + op.I32_WRAP + i32(op.SHIFT[element]) + op.I32_SHL, base, kind, element)
            case whole:
                array_ = self.value(whole)
                element = array_.kind.element
        kind = Kind.WORD if array_.kind is Kind.WORDS else Kind.INT
        shift = op.SHIFT[element]
        terms, number = terms_of(index)
        at = b""
        for each in terms:
            value = self.value(each)
            if value.number is None:
                at += value.code + (op.I64_ADD if at else b"")
            else:
                number += signed_word(value.number)
        if 0 <= number << shift < LOWEST:
            distance = number << shift
        else:
            at += i64(number) + (op.I64_ADD if at else b"")
        if at:
            at += op.I32_WRAP + (i32(shift) + op.I32_SHL if shift else b"") + op.I32_ADD
        return Place(array_.code + at, distance, kind, element)

    def address(self, node: ast.Subscript) -> Place:
        """Where an element of an array is that is written."""
        found = self.element(node)
        if isinstance(found, Value):
            raise unknown(node)
        return found

    def read(self, place: Place) -> Value:
        """The number at a place."""
        if place.element == "float":
            raise TranslationError(f"{self.signature.name}: a real is read")
        return Value(place.code + op.LOAD[place.element] + unsigned(place.distance), place.kind)

    def write(self, place: Place, found: Value) -> None:
        """Writes that a place gets a number."""
        is_real = place.element == "float"
        if is_real is not (found.kind is Kind.REAL) or type_of(found.kind) == op.I32:
            raise TranslationError(f"{self.signature.name}: a {found.kind.value} in an array")
        narrowed = op.F32_DEMOTE if is_real else b""
        self.code += place.code + found.code + narrowed + op.STORE[place.element] + unsigned(place.distance)

    # ------------------------------------------------------------------------------------------------------------ calls

    def call(self, node: ast.Call) -> tuple[bytes, list[Kind]]:
        """The code and the kinds of the results of a call. What is called by these names stands in `runtime/plain.py`."""
        match node:
            case ast.Call(func=ast.Name(id="U" | "S")):
                one = self.value(node)
                return one.code, [one.kind]
            case ast.Call(func=ast.Name(id=name), args=args) if name in self.module.signatures:
                return self.call_known(name, args, node)
            case ast.Call(func=ast.Name(id="ones_in"), args=[inside]):
                return self.value(inside).code + op.I64_POPCNT, [Kind.WORD]
            case ast.Call(func=ast.Name(id="lowest"), args=[inside]):
                return self.value(inside).code + op.I64_CTZ, [Kind.INT]
            case ast.Call(func=ast.Name(id="min" | "max" as name), args=[left, right]):
                pair = b""
                gets = b""
                for each in (left, right):
                    number = unsigned(self.moment(op.I64))
                    pair += self.value(each).code + op.LOCAL_TEE + number
                    gets += op.LOCAL_GET + number
                return pair + gets + (op.I64_LT_S if name == "min" else op.I64_GT_S) + op.SELECT, [Kind.INT]
            case ast.Call(func=ast.Name(id="share"), args=[number_, whole]):
                reals = b"".join(self.value(each).code + op.F64_CONVERT for each in (number_, whole))
                return reals + op.F64_DIV, [Kind.REAL]
            case ast.Call(func=ast.Name(id="len"), args=[ast.Name(id=name)]) if name in self.variables:
                return op.LOCAL_GET + unsigned(self.variables[name].number + 2), [Kind.INT]
            case _:
                raise unknown(node)

    def call_known(self, name: str, args: list[ast.expr], node: ast.Call) -> tuple[bytes, list[Kind]]:
        """The results of a function of the module."""
        self.calls += 1
        found, code, known = self.module.signatures[name], b"", dict[str, int]()
        is_copied = name in self.module.short and name not in self.copying
        for argument, (parameter, kind) in zip(args, found.parameters, strict=True):
            match argument:
                case ast.Name(id=given) if kind.row is not None and given in self.variables:
                    first = self.variables[given].number
                    code += b"".join(op.LOCAL_GET + unsigned(first + at) for at in range(3))
                case _:
                    value = self.value(argument)
                    if value.kind is not kind and not (value.number is not None and kind is Kind.WORD):
                        raise unknown(node)
                    if is_copied and value.number is not None and parameter not in self.module.changed[name]:
                        known[parameter] = value.number
                    else:
                        code += value.code
        if is_copied:
            return code + self.copy(self.module.short[name], found, known), list(found.results)
        return code + op.CALL + unsigned(self.module.numbers[name]), list(found.results)

    def copy(self, function: ast.FunctionDef, given: Signature, known: dict[str, int]) -> bytes:
        """The code of a function, which finds its arguments pushed, but for those that are *known*, and pushes its results."""
        before, self.variables = self.variables, {}
        known_before, self.known = self.known, known
        loops, self.loops = self.loops, []
        self.copying.append(function.name)
        first = [self.passed(kind) for _, kind in given.parameters]
        for (name, kind), numbers in zip(given.parameters, first, strict=True):
            self.variables[name] = Variable.of(numbers[0], kind)

        def write() -> None:
            pushed = [each for (name, _), each in zip(given.parameters, first, strict=True) if name not in known]
            for number in reversed(list(chain.from_iterable(pushed))):
                self.code += op.LOCAL_SET + unsigned(number)
            with self.block() as behind:
                self.copied.append(Copied([], behind))
                self.statements(function.body)
            for number in self.copied.pop().results:
                self.code += op.LOCAL_GET + unsigned(number)

        code = self.apart(write)
        self.copying.pop()
        self.variables, self.loops, self.known = before, loops, known_before
        return code


def number_of(number: int, kind: Kind) -> Value:
    """A value that is known, of 64 bits, or a truth value."""
    if kind is Kind.TRUTH:
        return Value(i32(number), kind, number)
    low = number & _ALL
    return Value(i64(low), kind, low if kind is Kind.WORD else signed_word(low))


def common(left: Value, right: Value, node: ast.AST) -> Kind:
    """The kind of both values; an int that is known may be a word."""
    if left.kind is right.kind:
        return left.kind
    if left.number is not None and left.kind is Kind.INT:
        return right.kind
    if right.number is not None and right.kind is Kind.INT:
        return left.kind
    raise unknown(node)


def truth_of(found: Value) -> bytes:
    """The code of a truth value."""
    return found.code if found.kind is Kind.TRUTH else found.code + i64(0) + op.I64_NE


def changed(body: list[ast.stmt]) -> set[str]:
    """The variables that statements give a value."""
    nodes = (each for part in body for each in ast.walk(part))
    return {each.id for each in nodes if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}


def types_of(kind: Kind) -> tuple[bytes, ...]:
    """The types that pass a value; a table of rows is passed with their length and their number."""
    return (op.I32, op.I32, op.I64) if kind.row is not None else (type_of(kind),)


def type_of(kind: Kind) -> bytes:
    """The type of a local with such a value."""
    match kind:
        case Kind.INT | Kind.WORD:
            return op.I64
        case Kind.REAL:
            return op.F64
        case _:
            return op.I32


def negated(code: bytes) -> bytes:
    """The code of the opposite truth value."""
    return code + op.I32_EQZ


def _compared(how: ast.cmpop, kind: Kind, right: bytes, number: int | None) -> bytes:
    """The code that compares what is pushed with another value."""
    if kind is Kind.TRUTH:
        return right + (op.I32_EQ if isinstance(how, ast.Eq) else op.I32_NE)
    if number == 0 and isinstance(how, ast.Eq):
        return op.I64_EQZ
    return right + _COMPARED[type(how)][kind is Kind.WORD]


def index_of(node: ast.expr) -> ast.expr:
    """An index, or a number; a conversion to a word changes nothing here."""
    match node:
        case ast.Call(func=ast.Name(id="U"), args=[inside]):
            return inside
        case _:
            return node


def terms_of(node: ast.expr) -> tuple[list[ast.expr], int]:
    """The parts of a sum, and the number that is added to them."""
    match node:
        case ast.Constant(value=int() as number):
            return [], number
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            first, one = terms_of(left)
            second, other = terms_of(right)
            return first + second, one + other
        case _:
            return [node], 0
