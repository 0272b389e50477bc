"""Translates the text of an emitted module to a WebAssembly module, function by function.

The module works in the memory of its host, which it imports: arrays are passed by their addresses, and its tables are written
where the host gives them room. A fault stores its number in the global `fault`, and traps: no function catches it, so memory is
as the fault left it. Integers wrap around. Every variable is a local; what is called in a few lines is copied to where it is
called.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence

from attrs import frozen

from . import opcodes as op
from .opcodes import i32, unsigned
from .reading import Constants, read_module
from .signatures import Kind, Signature, TranslationError
from .wasm_statements import Function
from .wasm_values import Module, Table, type_of, types_of

KERNELS = """\
def nth_bit(word: Word, number: int) -> int:
    for i in range(number):
        word &= word - U(1)
    return lowest(word)

def product(left: Word, right: Word) -> tuple[Word, Word]:
    low = (left & U(0xFFFFFFFF)) * right
    if right >> U(32) != U(0):
        return high_word(left, right), left * right
    return ((left >> U(32)) * right + (low >> U(32))) >> U(32), left * right

def high_word(left: Word, right: Word) -> Word:
    low = left & U(0xFFFFFFFF)
    high = left >> U(32)
    across = high * (right & U(0xFFFFFFFF)) + (low * (right & U(0xFFFFFFFF)) >> U(32))
    other = low * (right >> U(32)) + (across & U(0xFFFFFFFF))
    return high * (right >> U(32)) + (across >> U(32)) + (other >> U(32))
"""
"""What no instruction does."""


@frozen
class Binary:
    """A module in the binary format, and the signatures of its entries, which it exports by their names.

    It imports `host.memory`, and exports its fault as the global `fault`.
    """

    code: bytes
    entries: dict[str, Signature]

    def wide(self, name: str) -> list[bool]:
        """Whether each number that is passed to an entry has 64 bits; the others have 32."""
        return [each == op.I64 for _, kind in self.entries[name].parameters for each in types_of(kind)]


def translate(text: str, room: Callable[[int], int]) -> Binary:
    """The module; *room* gives the address of so many bytes for its tables.

    Raises TranslationError for what no emitter writes.
    """
    functions, constants = read_module(KERNELS + text)
    tables, data = _laid_out(constants, room)
    module = Module(functions, tables)
    bodies = [Function(module, module.signatures[each.name]).translated(each.body) for each in functions]
    types: dict[bytes, int] = {}
    typed = [unsigned(types.setdefault(_type(each), len(types))) for each in module.signatures.values()]
    entries = {name: each for name, each in module.signatures.items() if each.is_entry}
    exports = [op.name(name) + op.AS_FUNCTION + unsigned(module.numbers[name]) for name in entries]
    code = op.HEADING + b"".join(
        (
            op.section(op.TYPES, list(types)),
            op.section(op.IMPORTS, [op.name("host") + op.name("memory") + op.AS_MEMORY + b"\x00\x01"]),
            op.section(op.FUNCTIONS, typed),
            op.section(op.GLOBALS, [op.I32 + b"\x01" + i32(0) + op.END]),
            op.section(op.EXPORTS, [*exports, op.name("fault") + op.AS_GLOBAL + unsigned(0)]),
            op.section(op.CODE, bodies),
            op.section(op.DATA, data),
        )
    )
    return Binary(code, entries)


def _laid_out(constants: Sequence[Constants], room: Callable[[int], int]) -> tuple[dict[str, Table], list[bytes]]:
    """The tables, one after another, and what is written there."""
    written, tables = bytearray(), dict[str, Table]()
    for each in constants:
        written += bytes(-len(written) % 8)
        tables[each.name] = Table(len(written), each.element, each.kind, each.numbers)
        form = "i" if each.element == "i32" else "Q" if each.kind is Kind.WORD else "q"
        written += array(form, each.numbers).tobytes()
    if not written:
        return {}, []
    base = room(len(written))
    moved = {name: each._replace(address=base + each.address) for name, each in tables.items()}
    return moved, [b"\x00" + i32(base) + op.END + unsigned(len(written)) + bytes(written)]


def _type(given: Signature) -> bytes:
    """The type of a function."""
    if given.is_entry and given.results not in ((), (Kind.INT,)):
        raise TranslationError(f"{given.name}: an entry gives an int or nothing")
    parameters = [each for _, kind in given.parameters for each in types_of(kind)]
    return op.FUNCTION + op.vector(parameters) + op.vector([type_of(kind) for kind in given.results])
