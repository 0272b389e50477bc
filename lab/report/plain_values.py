"""Figures as plain values, to be written as JSON."""

from __future__ import annotations

from enum import Enum
from math import isfinite

import attrs

DIGITS = 10
"""Significant digits of a number as written: beyond them, results of libraries differ between machines."""

Plain = None | bool | int | float | str | list["Plain"] | dict[str, "Plain"]


def plain(value: object) -> Plain:
    """The value as JSON types: attrs classes become objects, members of an enumeration their values, and a number that is not
    finite becomes None. Fields that say of themselves that they are not *plain* are left out: those that are only drawn.
    """
    match value:
        case None | bool() | int() | str():
            return value
        case Enum():
            return plain(value.value)
        case float():
            return float(f"{value:.{DIGITS}g}") if isfinite(value) else None
        case tuple() | list():
            return [plain(item) for item in value]
        case _:
            kind = type(value)
            fields = attrs.fields(kind) if attrs.has(kind) else ()
            return {field.name: plain(getattr(value, field.name)) for field in fields if field.metadata.get("plain", True)}
