"""A page as the host of WebAssembly modules: they work in the memory of Pyodide, so arrays of Python are passed by address."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Protocol

from ..runtime.fault import Fault
from .arrays import Room
from .hosted import Raw
from .loaded import TooLarge
from .wasm import Binary

LINK = """(code, memory, wide) => {
    let module;
    try { module = new WebAssembly.Module(code); }
    catch (error) { if (error instanceof WebAssembly.CompileError) return null; throw error; }
    const {fault, ...functions} = new WebAssembly.Instance(module, {host: {memory}}).exports;
    const called = name => (...numbers) => {
        fault.value = 0;
        try { return functions[name](...numbers.map((number, at) => wide[name][at] ? BigInt(number) : Number(number))) ?? 0n; }
        catch (error) { if (fault.value) return undefined; throw error; }
    };
    return {site: () => fault.value, functions: Object.fromEntries(Object.keys(wide).map(name => [name, called(name)]))};
}"""
"""Makes a module; None where the browser refuses it. A function that ends by a fault gives nothing, and `site` tells which."""


class _Linked(Protocol):
    """A module, on the side of JavaScript."""

    functions: object

    def site(self) -> int:
        """The number of the last fault."""
        ...


class Page:
    """Modules run in the page, or in the worker, that Pyodide runs in."""

    def __init__(self) -> None:
        self._link: Callable[[object, object, object], _Linked | None] = import_module("pyodide.code").run_js(LINK)
        self._memory: object = import_module("pyodide_js")._module.memory
        self._given: Callable[..., object] = import_module("pyodide.ffi").to_js
        self._object: object = import_module("js").Object.fromEntries

    def room(self, size: int) -> Room:
        """Zeroed bytes of the memory: those of an array of Python."""
        words = array("q", bytes(-(-size // 8) * 8))
        return Room(memoryview(words).cast("B")[:size], words.buffer_info()[0])

    def linked(self, binary: Binary) -> dict[str, Raw]:
        """The functions of a module. Raises TooLarge."""
        wide = {name: binary.wide(name) for name in binary.entries}
        found = self._link(self._given(binary.code), self._memory, self._given(wide, dict_converter=self._object))
        if found is None:
            raise TooLarge
        return {name: partial(_called, getattr(found.functions, name), found.site) for name in binary.entries}


def _called(function: Callable[..., int | None], site: Callable[[], int], *numbers: int) -> int:
    """The result of a function. Raises Fault."""
    found = function(*numbers)
    if found is None:
        raise Fault(site())
    return found
