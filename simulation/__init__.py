"""Fast play of many games by code emitted from a Program, with the same vectors and order of options as the interpreter.

A name is loaded when it is first asked for: who only names a bot need not wait for the emitter.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .batch import Batch
    from .emit.schema import Columns
    from .engine import Chunk, Engine, prepare, prepare_plain

__all__ = ["Batch", "Chunk", "Columns", "Engine", "prepare", "prepare_plain"]

_MODULES = {
    "Batch": "batch",
    "Chunk": "engine",
    "Columns": "emit.schema",
    "Engine": "engine",
    "prepare": "engine",
    "prepare_plain": "engine",
}
"""Each name, and the module that holds it."""


def __getattr__(name: str) -> object:
    """The thing of that name. Raises AttributeError where there is none."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found: object = getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
    return found
