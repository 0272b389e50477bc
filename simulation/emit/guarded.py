"""Keys that it may be impossible to work out before a match is over: functions that tell so and do not fault."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...interpreter.leading import may_fail
from ...program.intervals import Bounds
from ...program.ir import Key
from .context import TYPES, Emission, Module

UNKNOWN = 2**60
"""What such a function gives where the key cannot be worked out."""


def guarded(module: Module, keys: Sequence[Key], text: Callable[[Emission, Key], str]) -> list[list[str]]:
    """The functions of those keys that may fail, each as its lines: `key0(s, m, seat)` gives for a seat what *text* tells of the
    first key, or `UNKNOWN`.
    """
    functions = []
    for number, key in enumerate(keys):
        if may_fail(module.program, key):
            em = Emission(module, {})
            em.failing = f"return {UNKNOWN}"
            arrays = "".join(f"{name}: {TYPES[name]}, " for name in module.arrays)
            with (
                em.writer.block(f"def key{number}({arrays}seat: int) -> int:"),
                em.bound(module.program.outcome.seat, "seat", Bounds(0, len(module.program.seats) - 1)),
            ):
                em.writer.line(f"return {text(em, key)}")
            functions.append(em.writer.lines)
    return functions


def asked(em: Emission, number: int, seat: str) -> str:
    """The text that calls the function of the key with that number."""
    return f"key{number}({', '.join((*em.module.arrays, seat))})"
