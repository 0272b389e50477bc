"""The binary format of WebAssembly, as far as emitted code needs it (WebAssembly Core Specification, chapter 5)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

HEADING = b"\0asm\1\0\0\0"

I32, I64, F64 = b"\x7f", b"\x7e", b"\x7c"
FUNCTION = b"\x60"
NOTHING = b"\x40"

TYPES, IMPORTS, FUNCTIONS, GLOBALS, EXPORTS, CODE, DATA = 1, 2, 3, 6, 7, 10, 11
AS_FUNCTION, AS_MEMORY, AS_GLOBAL = b"\x00", b"\x02", b"\x03"

UNREACHABLE, BLOCK, LOOP, IF, ELSE, END = b"\x00", b"\x02", b"\x03", b"\x04", b"\x05", b"\x0b"
BR, BR_IF, BR_TABLE, RETURN, CALL, DROP, SELECT = b"\x0c", b"\x0d", b"\x0e", b"\x0f", b"\x10", b"\x1a", b"\x1b"
LOCAL_GET, LOCAL_SET, LOCAL_TEE, GLOBAL_SET = b"\x20", b"\x21", b"\x22", b"\x24"

I32_CONST, I64_CONST = b"\x41", b"\x42"
I32_EQZ, I32_EQ, I32_NE, I32_ADD, I32_MUL, I32_AND, I32_OR, I32_SHL = (
    b"\x45", b"\x46", b"\x47", b"\x6a", b"\x6c", b"\x71", b"\x72", b"\x74",
)  # fmt: skip
I64_EQZ, I64_EQ, I64_NE, I64_LT_S, I64_LT_U, I64_GT_S, I64_GT_U, I64_LE_S, I64_LE_U, I64_GE_S, I64_GE_U = (
    b"\x50", b"\x51", b"\x52", b"\x53", b"\x54", b"\x55", b"\x56", b"\x57", b"\x58", b"\x59", b"\x5a",
)  # fmt: skip
I64_CTZ, I64_POPCNT = b"\x7a", b"\x7b"
I64_ADD, I64_SUB, I64_MUL, I64_DIV_S, I64_DIV_U, I64_REM_S, I64_REM_U = (
    b"\x7c", b"\x7d", b"\x7e", b"\x7f", b"\x80", b"\x81", b"\x82",
)  # fmt: skip
I64_AND, I64_OR, I64_XOR, I64_SHL, I64_SHR_S, I64_SHR_U = b"\x83", b"\x84", b"\x85", b"\x86", b"\x87", b"\x88"
F64_DIV, I32_WRAP, I64_EXTEND_U, F32_DEMOTE, F64_CONVERT = b"\xa3", b"\xa7", b"\xad", b"\xb6", b"\xb9"

MEMORY_COPY, MEMORY_FILL = b"\xfc\x0a\x00\x00", b"\xfc\x0b\x00"

LOAD = {"i32": b"\x34\x02", "i64": b"\x29\x03", "i8": b"\x31\x00"}
"""How an element of each type is read as 64 bits, with its alignment."""

STORE = {"i32": b"\x3e\x02", "i64": b"\x37\x03", "i8": b"\x3c\x00", "float": b"\x38\x02"}
"""How one is written."""

SHIFT = {"i32": 2, "i64": 3, "i8": 0, "float": 2}
"""The size of each as a power of 2."""

_SMALL = tuple(bytes([number]) for number in range(128))


def unsigned(number: int) -> bytes:
    """A number from 0 on, in LEB128."""
    if number < 128:
        return _SMALL[number]
    return bytes([number & 127 | 128]) + unsigned(number >> 7)


def signed(number: int) -> bytes:
    """A number with a sign, in LEB128."""
    if -64 <= number < 64:
        return _SMALL[number & 127]
    return bytes([number & 127 | 128]) + signed(number >> 7)


def i64(number: int) -> bytes:
    """The instruction that gives a number of 64 bits."""
    low = number & (2**64 - 1)
    return I64_CONST + signed(low - 2**64 if low >= 2**63 else low)


def i32(number: int) -> bytes:
    """The instruction that gives a number of 32 bits, which may be an address."""
    return I32_CONST + signed(number - 2**32 if number >= 2**31 else number)


def vector(items: Sequence[bytes]) -> bytes:
    """Several things, with their number in front."""
    return unsigned(len(items)) + b"".join(items)


def name(text: str) -> bytes:
    """A name."""
    coded = text.encode()
    return unsigned(len(coded)) + coded


def section(number: int, items: Sequence[bytes]) -> bytes:
    """A section of a module."""
    content = vector(items)
    return _SMALL[number] + unsigned(len(content)) + content


def body(types: Iterable[bytes], code: bytes) -> bytes:
    """The body of a function whose variables, besides its parameters, have these types."""
    runs: list[tuple[int, bytes]] = []
    for each in types:
        if runs and runs[-1][1] == each:
            runs[-1] = runs[-1][0] + 1, each
        else:
            runs.append((1, each))
    content = vector([unsigned(count) + each for count, each in runs]) + code + END
    return unsigned(len(content)) + content
