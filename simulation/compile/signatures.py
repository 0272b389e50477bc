"""The types of emitted code: what the annotations of its functions mean, and how each type is passed in LLVM IR."""

from __future__ import annotations

import ast
from enum import Enum

from attrs import frozen

ENTRY = "entry"
"""The decorator of functions that are called from outside."""

APART = "apart"
"""The decorator of functions that are not copied to where they are called."""


class TranslationError(TypeError):
    """A text that is not in the language of emitted code: a mistake of the emitter, never of a ruleset."""


class Kind(Enum):
    """The type of a value, by the name that annotations use.

    An `int` has 64 bits and a sign, a `Word` 64 bits and none. The others are arrays: `Slots` of 32-bit and `Numbers` of 64-bit
    integers, `Words` of words, `Flags` of 8-bit integers without sign, `Reals` of 32-bit numbers in floating point;
    `Vectors`, `Rows`, `FlagRows` and `RealRows` are several `Slots`, `Numbers`, `Flags` or `Reals` of one length, one after
    another. A `real` has 64 bits, and is only made to be stored.
    """

    INT = "int"
    WORD = "Word"
    TRUTH = "bool"
    SLOTS = "Slots"
    NUMBERS = "Numbers"
    WORDS = "Words"
    VECTORS = "Vectors"
    ROWS = "Rows"
    REAL = "real"
    FLAGS = "Flags"
    FLAG_ROWS = "FlagRows"
    REALS = "Reals"
    REAL_ROWS = "RealRows"

    @property
    def type(self) -> str:
        """The type in IR."""
        match self:
            case Kind.INT | Kind.WORD:
                return "i64"
            case Kind.TRUTH:
                return "i1"
            case Kind.REAL:
                return "double"
            case _:
                return "ptr"

    @property
    def element(self) -> str:
        """The type in IR of an element of an array."""
        match self:
            case Kind.SLOTS | Kind.VECTORS:
                return "i32"
            case Kind.NUMBERS | Kind.WORDS | Kind.ROWS:
                return "i64"
            case Kind.FLAGS | Kind.FLAG_ROWS:
                return "i8"
            case Kind.REALS | Kind.REAL_ROWS:
                return "float"
            case _:
                raise TranslationError(f"{self.value} has no elements")

    @property
    def row(self) -> Kind | None:
        """The kind of a row where this is a table of rows; otherwise None."""
        return _ROWS.get(self)

    def parameters(self, name: str) -> list[str]:
        """The parameters in IR that pass such a value; a table of rows is passed with their length and their number."""
        if self.row is not None:
            return [f"ptr noalias %{name}", f"i64 %{name}.width", f"i64 %{name}.count"]
        return [f"{self.type} noalias %{name}" if self.type == "ptr" else f"{self.type} %{name}"]


_ROWS = {
    Kind.VECTORS: Kind.SLOTS,
    Kind.ROWS: Kind.NUMBERS,
    Kind.FLAG_ROWS: Kind.FLAGS,
    Kind.REAL_ROWS: Kind.REALS,
}


@frozen
class Signature:
    """What a function takes and gives. A function that can raise Fault gives a status first, 0 where it did not."""

    name: str
    parameters: tuple[tuple[str, Kind], ...]
    results: tuple[Kind, ...]
    is_entry: bool
    apart: bool
    faults: bool

    @property
    def type(self) -> str:
        """The type in IR of what it gives."""
        parts = ["i64"] * self.faults + [kind.type for kind in self.results]
        return "void" if not parts else parts[0] if len(parts) == 1 else "{" + ", ".join(parts) + "}"

    @property
    def several(self) -> bool:
        """Whether it gives a structure."""
        return self.faults + len(self.results) > 1


def signatures(functions: list[ast.FunctionDef]) -> dict[str, Signature]:
    """The signatures of the functions, by name. A function faults that raises Fault or calls one that does."""
    calls = {function.name: _called(function) for function in functions}
    faulting = {function.name for function in functions if any(isinstance(node, ast.Raise) for node in ast.walk(function))}
    callers: dict[str, set[str]] = {name: set() for name in calls}
    for name, found in calls.items():
        for each in found & calls.keys():
            callers[each].add(name)
    waiting = sorted(faulting)
    while waiting:
        for caller in sorted(callers[waiting.pop()] - faulting):
            faulting.add(caller)
            waiting.append(caller)
    return {function.name: signature(function, function.name in faulting) for function in functions}


def _called(function: ast.FunctionDef) -> set[str]:
    return {node.func.id for node in ast.walk(function) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}


def signature(function: ast.FunctionDef, faults: bool) -> Signature:
    """The signature of one function, of which it is known whether it faults."""
    parameters = tuple((argument.arg, _kind(argument.annotation, argument)) for argument in function.args.args)
    match function.returns:
        case ast.Constant(value=None):
            results: tuple[Kind, ...] = ()
        case ast.Subscript(value=ast.Name(id="tuple"), slice=ast.Tuple(elts=parts)):
            results = tuple(_kind(part, function) for part in parts)
        case found:
            results = (_kind(found, function),)
    marks = {node.id for node in function.decorator_list if isinstance(node, ast.Name)}
    return Signature(function.name, parameters, results, ENTRY in marks, APART in marks, faults)


def _kind(annotation: ast.expr | None, where: ast.stmt | ast.arg) -> Kind:
    match annotation:
        case ast.Name(id=name):
            return Kind(name)
        case _:
            raise TranslationError(f"line {where.lineno}: no type that emitted code has")
