"""Emitted code as WebAssembly, run by wasmtime in this process."""

from __future__ import annotations

import ctypes
import weakref
from collections import defaultdict
from typing import cast

import wasmtime

from rulerun.interpreter import Policy
from rulerun.program.ir import Program
from rulerun.simulation import Engine
from rulerun.simulation.compile.arrays import Room
from rulerun.simulation.compile.hosted import Raw, maker
from rulerun.simulation.compile.wasm import LOWEST, Binary
from rulerun.simulation.runtime.fault import Fault

PAGE = 2**16
MOST = 2**30
"""The most bytes of memory: it never moves, for so many addresses are set aside."""


class Wasmtime:
    """A host whose memory is a piece of this process. Room that nobody refers to is given again."""

    def __init__(self) -> None:
        config = wasmtime.Config()
        config.memory_reservation = MOST
        self._store = wasmtime.Store(wasmtime.Engine(config))
        limits = wasmtime.Limits(1, MOST // PAGE)
        self._memory = wasmtime.Memory(self._store, wasmtime.MemoryType(limits))
        self._base = ctypes.addressof(self._memory.data_ptr(self._store).contents)
        self._top = LOWEST
        self._free: dict[int, list[int]] = defaultdict(list)

    def room(self, size: int) -> Room:
        """Zeroed bytes of the memory."""
        whole = max(8, 1 << (size - 1).bit_length()) if size else 8
        if self._free[whole]:
            address = self._free[whole].pop()
        else:
            address, self._top = self._top, self._top + whole
            missing = self._top - self._memory.data_len(self._store)
            if missing > 0:
                self._memory.grow(self._store, -(-missing // PAGE))
        found = (ctypes.c_char * size).from_address(self._base + address)
        ctypes.memset(self._base + address, 0, size)
        weakref.finalize(found, self._free[whole].append, address)
        return Room(memoryview(found).cast("B"), address)

    def linked(self, binary: Binary) -> dict[str, Raw]:
        """The functions of a module."""
        module = wasmtime.Module(self._store.engine, binary.code)
        exports = wasmtime.Instance(self._store, module, [self._memory]).exports(self._store)
        fault = cast("wasmtime.Global", exports["fault"])
        return {name: _Function(self._store, cast("wasmtime.Func", exports[name]), fault) for name in binary.entries}


class _Function:
    """A function of a module in wasmtime."""

    def __init__(self, store: wasmtime.Store, function: wasmtime.Func, fault: wasmtime.Global) -> None:
        self._store, self._function, self._fault = store, function, fault

    def __call__(self, *numbers: int) -> int:
        self._fault.set_value(self._store, 0)
        try:
            return self._function(self._store, *numbers) or 0
        except wasmtime.Trap:
            site = self._fault.value(self._store)
            if site:
                raise Fault(site) from None
            raise


def in_wasm(program: Program, policy: Policy = Policy.ENTRIES) -> Engine:
    """An engine whose code is WebAssembly."""
    return Engine(program, True, policy, maker(Wasmtime()))
