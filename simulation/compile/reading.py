"""How the text of an emitted module is read: what every translator reads alike."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence

from attrs import frozen

from .signatures import Kind, TranslationError


@frozen
class Constants:
    """A constant table: its name, the kind and the type of its elements, and these."""

    name: str
    kind: Kind
    element: str
    numbers: Sequence[int]


_TABLE = re.compile(r"""^(\w+) = (table|words)\([('"]([-\d, ]*)[)'"]\)$""", re.MULTILINE)
"""A table, with its numbers as a tuple or in one string: Python would make a node of each number."""


def read_module(text: str) -> tuple[list[ast.FunctionDef], list[Constants]]:
    """The functions and the tables of a module. Raises TranslationError for what no emitter writes."""
    functions = list[ast.FunctionDef]()
    for node in ast.parse(_TABLE.sub("", text)).body:
        if not isinstance(node, ast.FunctionDef):
            raise TranslationError(f"line {node.lineno}: neither a function nor a table")
        functions.append(node)
    return functions, [_constants(*found.groups()) for found in _TABLE.finditer(text)]


def _constants(name: str, made: str, listed: str) -> Constants:
    kind, numbers = Kind.WORD if made == "words" else Kind.INT, [*map(int, listed.replace(",", " ").split())]
    narrow = kind is Kind.INT and min(numbers) >= -(2**31) and max(numbers) < 2**31
    return Constants(name, kind, "i32" if narrow else "i64", numbers)


def signed_word(number: int) -> int:
    """The number of 64 bits, with a sign, that has the bits of this one."""
    return number if number < 2**63 else number - 2**64


def rare(node: ast.If) -> tuple[ast.expr, bool]:
    """What an `if` asks, and whether that rarely holds."""
    match node.test:
        case ast.Call(func=ast.Name(id="rare"), args=[asked]):
            return asked, True
        case _:
            return node.test, isinstance(node.body[0], ast.Raise)


def fault_number(fault: ast.expr | None) -> int:
    """The number that stands for a fault."""
    match fault:
        case ast.Call(args=[ast.Constant(value=int() as number)]):
            return number
        case _:
            raise TranslationError("a fault without a number")


def is_plain(node: ast.expr) -> bool:
    """Whether the expression can be worked out where Python would not: it reads variables only, and cannot go wrong."""
    match node:
        case ast.Constant() | ast.Name():
            return True
        case ast.UnaryOp(operand=inside):
            return is_plain(inside)
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub() | ast.Mult() | ast.BitAnd() | ast.BitOr() | ast.BitXor(), right=right):
            return is_plain(left) and is_plain(right)
        case ast.Compare(left=left, comparators=compared):
            return is_plain(left) and all(map(is_plain, compared))
        case ast.BoolOp(values=values):
            return all(map(is_plain, values))
        case ast.Call(func=ast.Name(id="U" | "S"), args=[inside]):
            return is_plain(inside)
        case _:
            return False


def unknown(node: ast.AST) -> TranslationError:
    """What is raised where a text has what no emitter writes."""
    return TranslationError(f"line {getattr(node, 'lineno', '?')}: emitted code has no {type(node).__name__} like this one")
