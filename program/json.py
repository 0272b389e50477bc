"""Programs as JSON text and back: every object becomes a list of its class's name and its fields."""

from __future__ import annotations

import json
from enum import Enum

import attrs

from . import ir
from .span import Span

Plain = None | bool | int | str | list["Plain"]
CLASSES: dict[str, type] = {
    kind.__name__: kind for kind in (Span, *(each for each in vars(ir).values() if isinstance(each, type))) if attrs.has(kind)
}
ENUMS: dict[str, type[Enum]] = {
    each.__name__: each for each in vars(ir).values() if isinstance(each, type) and issubclass(each, Enum) and each is not Enum
}


def to_json(program: ir.Program) -> str:
    """The Program as one line of JSON; equal Programs give equal text."""
    return json.dumps(_plain(program), ensure_ascii=False, separators=(",", ":"))


def from_json(text: str) -> ir.Program:
    """The Program in a text that `to_json` made. Raises ValueError for any other text, or one of another version."""
    try:
        made = _made(json.loads(text))
    except (TypeError, KeyError, RecursionError) as fault:
        raise ValueError(f"not a Program: {fault}") from None
    if not isinstance(made, ir.Program):
        raise ValueError("expected a Program")
    if made.version != ir.VERSION:
        raise ValueError(f"expected version {ir.VERSION} of the Program's classes, found {made.version}")
    return made


def _plain(value: object) -> Plain:
    match value:
        case None | bool() | int() | str():
            return value
        case Enum():
            return ["=", type(value).__name__, value.name]
        case tuple():
            return ["*", *(_plain(item) for item in value)]
        case _:
            kind = type(value)
            fields = attrs.fields(kind) if attrs.has(kind) else ()
            return [kind.__name__, *(_plain(getattr(value, field.name)) for field in fields)]


def _made(plain: object) -> object:
    match plain:
        case None | bool() | int() | str():
            return plain
        case ["*", *items]:
            return tuple(_made(item) for item in items)
        case ["=", str(name), str(member)] if name in ENUMS:
            return ENUMS[name][member]
        case [str(name), *fields] if name in CLASSES:
            return CLASSES[name](*(_made(field) for field in fields))
        case _:
            raise ValueError("not a part of a Program")
