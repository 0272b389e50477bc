"""Searches: what the options of a decision are worth, by playing on from it many times. The loops are emitted code.

A name is loaded when it is first asked for, as in the package above.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .found import Found, Tried
    from .kinds import Kind
    from .search import MEMORY, Search

__all__ = ["MEMORY", "Found", "Kind", "Search", "Tried"]

_MODULES = {
    "MEMORY": "search",
    "Found": "found",
    "Kind": "kinds",
    "Search": "search",
    "Tried": "found",
}
"""Each name, and the module that holds it."""


def __getattr__(name: str) -> object:
    """The thing of that name. Raises AttributeError where there is none."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found: object = getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
    return found
