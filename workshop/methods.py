"""The methods that attrs writes for classes, compiled where the site is written, and not anew at each start of a tab."""

from __future__ import annotations

import marshal
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from types import CodeType

Methods = dict[bytes, CodeType]
"""Compiled methods by the digest of their text."""


def compile_once(known: Methods) -> None:
    """From now on attrs takes methods that are *known*; others are compiled, and known then."""

    def compiled(text: str, file: str, mode: str) -> CodeType:
        key = sha256(text.encode()).digest()
        if key not in known:
            code: CodeType = compile(text, "<attrs>", mode)
            known[key] = code
        return known[key]

    setattr(import_module("attr._make"), "compile", compiled)  # noqa: B010 -- the module has no such name before


def take(path: Path) -> None:
    """Takes the methods that a file holds, where there is one."""
    if path.is_file():
        compile_once(marshal.loads(path.read_bytes()))
