"""Fast play of many games by code emitted from a Program, with the same vectors and order of options as the interpreter."""

from .batch import Batch
from .emit.schema import Columns
from .engine import Chunk, Engine, prepare, prepare_plain

__all__ = ["Batch", "Chunk", "Columns", "Engine", "prepare", "prepare_plain"]
