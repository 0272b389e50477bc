"""Programs as JSON text and back: every object becomes a list of its class's name and its fields."""

from __future__ import annotations

import json
from enum import Enum
from typing import get_args, get_origin, get_type_hints

import attrs

from . import ir
from .span import Span
from .verify import verify

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
    """The Program in a text that `to_json` made.

    Raises ValueError for any other text, for one of another version, and for a Program that nobody may play (`verify`).
    """
    try:
        plain = json.loads(text)
        match plain:
            case ["Program", int(version), *_] if version != ir.VERSION:  # its classes had other fields
                raise ValueError(f"expected version {ir.VERSION} of the Program's classes, found {version}")
        made = _made(plain)
    except (TypeError, KeyError, RecursionError) as fault:
        raise ValueError(f"not a Program: {fault}") from None
    if not isinstance(made, ir.Program):
        raise ValueError("expected a Program")
    _fitting(made)
    verify(made)
    return made


def _fitting(made: object) -> None:
    """Raises ValueError when a field of the object, or of one inside it, holds something that its class does not allow."""
    pending = [made]
    while pending:
        each = pending.pop()
        if isinstance(each, tuple):
            pending += each
        elif attrs.has(type(each)):
            for name, kind in KINDS[type(each).__name__]:
                value = getattr(each, name)
                if not _fits(value, kind):
                    raise ValueError(f"the field `{name}` of {type(each).__name__} does not hold {value!r:.60}")
                pending.append(value)


def _fields(kind: type) -> tuple[tuple[str, object], ...]:
    """The fields of a class with their types."""
    hints = get_type_hints(kind)
    return tuple((field.name, hints[field.name]) for field in attrs.fields(kind))


KINDS = {name: _fields(kind) for name, kind in CLASSES.items()}


def _fits(value: object, kind: object) -> bool:
    """Whether the value is of a type, as the fields of the Program's classes declare them."""
    parts = get_args(kind)
    if get_origin(kind) is tuple:
        if not isinstance(value, tuple):
            return False
        if len(parts) == 2 and parts[1] is Ellipsis:
            return all(_fits(item, parts[0]) for item in value)
        return len(value) == len(parts) and all(_fits(item, part) for item, part in zip(value, parts, strict=True))
    if parts:
        return any(_fits(value, part) for part in parts)
    if kind is int:
        return isinstance(value, int) and not isinstance(value, bool)
    return isinstance(kind, type) and isinstance(value, kind)


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
        case [str(name), *fields] if name in CLASSES and len(fields) == len(KINDS[name]):
            return CLASSES[name](*(_made(field) for field in fields))
        case _:
            raise ValueError("not a part of a Program")
