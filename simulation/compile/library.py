"""Loads object code, and calls its functions with arrays and numbers."""

from __future__ import annotations

import ast
import ctypes
import itertools
import sys
from functools import cache
from importlib import import_module
from typing import Protocol, TypedDict, cast

from ..runtime.fault import Fault
from .loaded import Function
from .signatures import ENTRY, Kind, Signature, signatures

_number = itertools.count()


class _Linker(Protocol):
    """LLVM's linker in memory, which belongs to the process and is never closed."""


class _Library(Protocol):
    """Linked code, which stays as long as somebody refers to it."""

    def __getitem__(self, name: str) -> int:
        """The address of a function."""
        ...


class _Interface(TypedDict):
    typestr: str
    strides: tuple[int, ...] | None
    data: tuple[int, bool]


class _Array(Protocol):
    """What is needed of a NumPy array."""

    @property
    def shape(self) -> tuple[int, ...]:
        """The number of elements in each dimension."""
        ...

    @property
    def __array_interface__(self) -> _Interface:
        """Where and how the elements are stored."""
        ...


@cache
def _linker() -> _Linker:
    llvm = import_module("llvmlite.binding")
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    machine = llvm.Target.from_default_triple().create_target_machine(reloc="pic")
    made: _Linker = llvm.create_lljit_compiler(machine, use_jit_link=sys.platform != "win32")
    return made


def entries(text: str) -> dict[str, Signature]:
    """The signatures of the entries of an emitted module, found without reading what is in the functions."""
    lines = text.splitlines()
    headings = [f"{line}\n{after} pass" for line, after in itertools.pairwise(lines) if line == f"@{ENTRY}"]
    functions = [node for node in ast.parse("\n".join(headings)).body if isinstance(node, ast.FunctionDef)]
    return signatures(functions)


def linked(code: bytes, known: dict[str, Signature]) -> dict[str, Function]:
    """The entries in object code. Each gives its result, 0 where it has none, and raises Fault."""
    llvm = import_module("llvmlite.binding")
    builder = llvm.JITLibraryBuilder().add_object_img(code).add_current_process()
    for name in known:
        builder.export_symbol(f"entry_{name}")
    library: _Library = builder.link(_linker(), f"emitted{next(_number)}")
    return {name: _Call(library, signature) for name, signature in known.items()}


_ELEMENTS = {
    Kind.SLOTS: "<i4",
    Kind.VECTORS: "<i4",
    Kind.NUMBERS: "<i8",
    Kind.ROWS: "<i8",
    Kind.WORDS: "<u8",
    Kind.FLAGS: "|u1",
    Kind.FLAG_ROWS: "|u1",
    Kind.REALS: "<f4",
    Kind.REAL_ROWS: "<f4",
}
"""How NumPy writes the elements of each kind of array."""


class _Call:
    """A function in object code."""

    def __init__(self, library: _Library, signature: Signature) -> None:
        kinds = tuple(kind for _, kind in signature.parameters)
        numbers = sum(3 if kind.row else 1 for kind in kinds)
        self._arrays = tuple(kind if kind in _ELEMENTS else None for kind in kinds)
        self._before: list[tuple[object, tuple[int, ...]]] = [(None, ())] * len(kinds)
        self._library = library  # the code is there as long as somebody refers to it
        address = library[f"entry_{signature.name}"]
        self._function = ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_int64] * numbers, ctypes.c_void_p)(address)

    def __call__(self, *arguments: object) -> int:
        given: list[int] = []
        for at, (kind, argument) in enumerate(zip(self._arrays, arguments, strict=True)):
            if kind is None:
                given.append(cast("int", argument))
                continue
            # Mostly the same arrays come again; the pair is read and written as one, for other threads call as well.
            before, passed = self._before[at]
            if argument is not before:
                passed = _passed(cast("_Array", argument), kind)
                self._before[at] = argument, passed
            given += passed
        result = ctypes.c_int64(0)
        status: int = self._function(*given, ctypes.byref(result))
        if status:
            raise Fault(status)
        return result.value


def _passed(array: _Array, kind: Kind) -> tuple[int, ...]:
    """The numbers that pass an array: its address; a table of rows is passed by their length and their number as well."""
    found = array.__array_interface__
    if found["typestr"] != _ELEMENTS[kind] or found["strides"] is not None:
        raise TypeError(f"an array of {found['typestr']}, not {kind.value}")
    address = found["data"][0]
    return (address, array.shape[1], array.shape[0]) if kind.row else (address,)
