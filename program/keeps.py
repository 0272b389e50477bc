"""What has been worked out of something is kept with it, and lives as long as it does."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Concatenate, ParamSpec, Self, TypeVar, cast

Given = ParamSpec("Given")
T = TypeVar("T")


class Keeps:
    """Keeps what functions of modules work out of it.

    A class that takes part has a `__dict__`; it may be a frozen one of attrs, whose comparison sees nothing of what is kept.
    """

    def cached(self, make: Callable[Concatenate[Self, Given], T], *args: Given.args, **named: Given.kwargs) -> T:
        """What *make*, a function of a module, gives for this and the arguments: worked out once; all who ask get the same.

        Where several threads ask at once, each may work it out, and all get what was done first.
        """
        kept: dict[Hashable, object] = self.__dict__.setdefault("_kept", {})
        key = make, args, tuple(named.items())
        if key not in kept:
            kept.setdefault(key, make(self, *args, **named))
        return cast("T", kept[key])
