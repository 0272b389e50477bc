"""Emitted code as WebAssembly, run by wasmtime in this process, or in a page of a browser."""

from __future__ import annotations

import ctypes
import mmap
import weakref
import zlib
from base64 import b64decode, b64encode
from collections import defaultdict
from functools import partial
from typing import TYPE_CHECKING, TypedDict, cast

from rulerun.interpreter import Policy
from rulerun.program.ir import Program
from rulerun.simulation import Engine
from rulerun.simulation.compile.arrays import Room
from rulerun.simulation.compile.hosted import Host, Hosted, Raw
from rulerun.simulation.compile.wasm import Binary
from rulerun.simulation.compile.wasm_values import LOWEST
from rulerun.simulation.runtime.fault import Fault

if TYPE_CHECKING:
    import wasmtime
    from playwright.sync_api import JSHandle, Page

PAGE = 2**16
MOST = 2**30
"""The most bytes of memory, whose addresses in this process never change."""


class Heap:
    """Gives room in the memory that begins at *base* in this process; what nobody refers to is given again."""

    def __init__(self, base: int) -> None:
        self._base = base
        self._free: dict[int, list[int]] = defaultdict(list)
        self.top = LOWEST

    def room(self, size: int) -> Room:
        """Zeroed bytes of the memory."""
        free = self._free[max(8, 1 << (size - 1).bit_length()) if size else 8]
        if not free:
            free.append(self.top)
            self.top += max(8, 1 << (size - 1).bit_length()) if size else 8
            self.reach(self.top)
        address = free.pop()
        ctypes.memset(self._base + address, 0, size)
        found = (ctypes.c_char * size).from_address(self._base + address)
        weakref.finalize(found, free.append, address)
        return Room(memoryview(found).cast("B"), address)

    def reach(self, top: int) -> None:
        """Makes the memory so long."""


class Wasmtime(Heap):
    """Modules run by wasmtime in this process."""

    def __init__(self) -> None:
        import wasmtime

        config = wasmtime.Config()
        config.memory_reservation = MOST
        self._store = wasmtime.Store(wasmtime.Engine(config))
        self._memory = wasmtime.Memory(self._store, wasmtime.MemoryType(wasmtime.Limits(1, MOST // PAGE)))
        super().__init__(ctypes.addressof(self._memory.data_ptr(self._store).contents))

    def reach(self, top: int) -> None:
        """Makes the memory so long."""
        missing = top - self._memory.data_len(self._store)
        if missing > 0:
            self._memory.grow(self._store, -(-missing // PAGE))

    def linked(self, binary: Binary) -> dict[str, Raw]:
        """The functions of a module."""
        import wasmtime

        module = wasmtime.Module(self._store.engine, binary.code)
        exports = wasmtime.Instance(self._store, module, [self._memory]).exports(self._store)
        fault = cast("wasmtime.Global", exports["fault"])
        return {name: partial(self._called, cast("wasmtime.Func", exports[name]), fault) for name in binary.entries}

    def _called(self, function: wasmtime.Func, fault: wasmtime.Global, *numbers: int) -> int:
        import wasmtime

        fault.set_value(self._store, 0)
        try:
            found: int | None = function(self._store, *numbers)
        except wasmtime.Trap:
            if site := fault.value(self._store):
                raise Fault(site) from None
            raise
        return found or 0


LINK = """async code => {
    const bytes = text => Uint8Array.from(atob(text), letter => letter.charCodeAt(0));
    const piped = async (given, by) => {
        const stream = new Blob([given]).stream().pipeThrough(by);
        return new Uint8Array(await new Response(stream).arrayBuffer());
    };
    const module = await WebAssembly.compile(bytes(code));
    const memory = new WebAssembly.Memory({initial: 1});
    return async ([image, name, numbers, most]) => {
        const before = await piped(bytes(image), new DecompressionStream("deflate"));
        const missing = before.length - memory.buffer.byteLength;
        if (missing > 0) memory.grow(Math.ceil(missing / 65536));
        const passed = numbers.map(([number, wide]) => wide ? BigInt(number) : Number(number));
        let result, site, fastest = Infinity;
        const until = performance.now() + 1000 * most;
        do {
            new Uint8Array(memory.buffer).set(before);
            const {fault, [name]: called} = new WebAssembly.Instance(module, {host: {memory}}).exports;
            const begun = performance.now();
            try { result = called(...passed) ?? 0n; }
            catch (error) { if (!fault.value) throw error; }
            fastest = Math.min(fastest, performance.now() - begun);
            site = fault.value;
        } while (performance.now() < until);
        const after = await piped(new Uint8Array(memory.buffer, 0, before.length), new CompressionStream("deflate"));
        let text = "";
        for (const byte of after) text += String.fromCharCode(byte);
        return {memory: btoa(text), result: String(result), fault: site, seconds: fastest / 1000};
    };
}"""
"""Makes a module, whose functions are called with the whole memory, and give it back as it is then."""


class _Answer(TypedDict):
    memory: str
    result: str
    fault: int
    seconds: float


class InPage(Heap):
    """Modules run in a page of a browser. The memory goes there with every call, and comes back."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._bytes = mmap.mmap(-1, MOST)
        super().__init__(ctypes.addressof(ctypes.c_char.from_buffer(self._bytes)))
        self.most = 0.0
        """For so many seconds a call is made again and again, each time from the same beginning."""
        self.seconds = 0.0
        """How long the fastest of them took in the page, without the way there and back."""

    def linked(self, binary: Binary) -> dict[str, Raw]:
        """The functions of a module."""
        link = self._page.evaluate_handle(LINK, b64encode(binary.code).decode())
        return {name: partial(self._called, link, name, binary.wide(name)) for name in binary.entries}

    def _called(self, link: JSHandle, name: str, wide: list[bool], *numbers: int) -> int:
        image = b64encode(zlib.compress(self._bytes[: self.top], 1)).decode()
        given = [[str(number), is_wide] for number, is_wide in zip(numbers, wide, strict=True)]
        answer: _Answer = link.evaluate("(call, given) => call(given)", [image, name, given, self.most])
        self._bytes[: self.top] = zlib.decompress(b64decode(answer["memory"]))
        self.seconds = answer["seconds"]
        if answer["fault"]:
            raise Fault(answer["fault"])
        return int(answer["result"])


def in_wasm(program: Program, policy: Policy = Policy.ENTRIES, host: Host | None = None) -> Engine:
    """An engine whose code is WebAssembly, run by that host, otherwise by wasmtime."""
    runs = host or Wasmtime()
    return Engine(program, True, policy, lambda emitted, form: Hosted(emitted, runs))
