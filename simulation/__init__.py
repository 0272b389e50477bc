"""Many games fast: code emitted from a Program, the same vector and options in the same order as the interpreter."""

from .batch import Batch
from .emit.schema import Columns
from .engine import Chunk, Engine, prepare, prepare_plain

__all__ = ["Batch", "Chunk", "Columns", "Engine", "prepare", "prepare_plain"]
