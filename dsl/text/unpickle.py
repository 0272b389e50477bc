"""Reads what was pickled of rulesets, and makes nothing that could act: values, enumerations, and frozen classes of ours."""

from __future__ import annotations

import pickle
from enum import Enum
from io import BytesIO

from ...program.span import Span

ROOMS = tuple(f"{Span.__module__.removesuffix('program.span')}{room}." for room in ("program", "dsl"))
"""What the names of the modules begin with whose classes are made."""


def unpickle(content: bytes) -> object:
    """The value in *content*. Raises pickle.UnpicklingError where it holds anything else."""
    return _Unpickler(BytesIO(content)).load()


class _Unpickler(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> object:
        """The class of that name. Raises pickle.UnpicklingError for what is no class, or not one that is made here."""
        found = super().find_class(module, name) if module.startswith(ROOMS) and "." not in name else None
        # attrs gives all frozen classes one function that refuses changes
        if isinstance(found, type) and (issubclass(found, Enum) or found.__setattr__ is Span.__setattr__):
            return found
        raise pickle.UnpicklingError(f"`{module}.{name}` is not made of a file")
