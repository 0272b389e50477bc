"""Searches: what the options of a decision are worth, by playing on from it many times. The loops are emitted code."""

from .engines import engine_for, make_ready
from .found import Found, Tried
from .search import MEMORY, Kind, Search

__all__ = ["MEMORY", "Found", "Kind", "Search", "Tried", "engine_for", "make_ready"]
