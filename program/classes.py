"""`frozen` and `define` of attrs, for the classes that every command loads.

attrs writes and compiles how a class is compared, hashed and printed, class by class: half of what it takes to make one. Here all
classes share that code, which only asks for the fields. Types are checked as with attrs itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from attrs import define as define
    from attrs import frozen as frozen
else:
    from functools import partial
    from operator import attrgetter

    import attrs

    def _made(make, cls=None, /, **how):
        """The class as attrs makes it, but for the methods that all share; *how* are settings of attrs."""
        if cls is None:
            return partial(_made, make, **how)
        own = {**vars(cls)}
        ordered = how.get("order", False)
        compared = how.pop("eq", True) and not ordered
        printed = how.pop("repr", True)
        how.setdefault("slots", False)  # a class with slots is made twice
        built = make(cls, eq=ordered, repr=False, **how)
        fields = attrs.fields(built)
        if compared:
            _compare(built, own, [each.name for each in fields if each.eq], make is attrs.frozen)
        if printed and "__repr__" not in own:
            _print(built, [each.name for each in fields if each.repr])
        return built

    def _compare(cls, own, names, hashed):
        """Compare by these fields, and hash by them where that is to be."""
        values = attrgetter(*names) if names else lambda one: ()

        def equal(self, other):
            return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

        def digest(self):
            return hash(values(self))

        if "__eq__" not in own:
            cls.__eq__ = equal
        if own.get("__hash__") is None:
            cls.__hash__ = digest if hashed else None

    def _print(cls, names):
        """Print as attrs does: `Span(line=1, column=2)`."""

        def text(self):
            return f"{cls.__name__}({', '.join(f'{name}={getattr(self, name)!r}' for name in names)})"

        cls.__repr__ = text

    define = partial(_made, attrs.define)
    frozen = partial(_made, attrs.frozen)
