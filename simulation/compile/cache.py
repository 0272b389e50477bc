"""Loads emitted modules: compiled, from a cache on disk, or as plain Python.

A cache entry is a folder named by a digest of the module's text and of the versions of Numba, llvmlite and Python. It holds the
module, Numba's compiled files, and a seal, which is a digest of all of these. An entry is built in a folder of its own and
renamed when complete, so that two processes may build the same one. An entry whose seal does not match is built again.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable, MutableSequence, Sequence
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from types import ModuleType
from typing import cast

from attrs import frozen

from ..emit.module import Emitted, Form
from ..runtime.fault import Fault

COMPILES = importlib.util.find_spec("numba") is not None
"""Whether Numba is installed."""

HEAD = """from collections.abc import MutableSequence, Sequence

from rulerun.simulation.{backend} import S, U, jit, kernel, lowest, ones_in, product, table
from rulerun.simulation.runtime.fault import Fault

"""
"""The imports that stand in front of an emitted module."""

SEAL = "seal"
"""The name of the file that holds the seal of an entry."""

Function = Callable[..., object]


@frozen(eq=False)
class Loaded:
    """The functions of an emitted module, and methods that make the arrays (plain Python: lists) that the functions work on."""

    emitted: Emitted
    functions: dict[str, Function]
    compiled: bool

    def call(self, name: str, *arguments: object) -> int:
        """The result of one of its functions. Raises Fault."""
        return cast(int, self.functions[name](*arguments))

    def vector(self, slots: Sequence[int]) -> MutableSequence[int]:
        """A vector with these numbers: 32 bits each where compiled."""
        if not self.compiled:
            return list(slots)
        import numpy

        return cast("MutableSequence[int]", numpy.array(slots, dtype=numpy.int32))

    def vectors(self, rows: Sequence[Sequence[int]], width: int) -> MutableSequence[MutableSequence[int]]:
        """Vectors with these numbers, *width* each: 32 bits per number where compiled."""
        if not self.compiled:
            return [list(row) for row in rows]
        import numpy

        return cast("MutableSequence[MutableSequence[int]]", numpy.array(rows, dtype=numpy.int32).reshape(len(rows), width))

    def numbers(self, count: int) -> MutableSequence[int]:
        """*count* zeros, of 64 bits."""
        if not self.compiled:
            return [0] * count
        import numpy

        return cast("MutableSequence[int]", numpy.zeros(count, dtype=numpy.int64))

    def words(self, count: int) -> MutableSequence[int]:
        """*count* zeros, as unsigned 64-bit words."""
        if not self.compiled:
            return [0] * count
        import numpy

        return cast("MutableSequence[int]", numpy.zeros(count, dtype=numpy.uint64))

    def rows(self, count: int, width: int) -> MutableSequence[MutableSequence[int]]:
        """*count* rows of *width* zeros, of 64 bits."""
        if not self.compiled:
            return [[0] * width for _ in range(count)]
        import numpy

        return cast("MutableSequence[MutableSequence[int]]", numpy.zeros((count, width), dtype=numpy.int64))


def load(emitted: Emitted, form: Form, compiled: bool) -> Loaded:
    """The loaded module. Compiling it takes seconds, unless it is cached."""
    if not compiled:
        return Loaded(emitted, _plain(emitted, form), compiled=False)
    return Loaded(emitted, _compiled(emitted, form), compiled=True)


def _plain(emitted: Emitted, form: Form) -> dict[str, Function]:
    # In plain Python the conversion of an index to unsigned would only cost time.
    text = (HEAD.format(backend="runtime.plain") + emitted.text).replace("[U(", "[(")
    names: dict[str, Function] = {}
    exec(compile(text, f"<{form.value}>", "exec"), names)
    return names


# ------------------------------------------------------------------------------------------------------------ cache


def folder() -> Path:
    """The folder of the cache: `rulerun/simulation` in `XDG_CACHE_HOME`, or in `~/.cache`."""
    base = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(base) if base else Path.home() / ".cache") / "rulerun" / "simulation"


def is_kept(emitted: Emitted, form: Form) -> bool:
    """Whether the compiled module is in the cache, undamaged."""
    return _sealed(_entry(HEAD.format(backend="compile.backend_numba") + emitted.text, form))


def _entry(text: str, form: Form) -> Path:
    words = (text, version("numba"), version("llvmlite"), sys.version)
    return folder() / f"{form.value}_{sha256(chr(0).join(words).encode()).hexdigest()[:24]}"


def _compiled(emitted: Emitted, form: Form) -> dict[str, Function]:
    text = HEAD.format(backend="compile.backend_numba") + emitted.text
    entry = _entry(text, form)
    if _sealed(entry):
        return _imported(entry / f"{entry.name}.py", entry.name)
    try:
        return _kept(entry, text, emitted, form)
    except OSError as error:
        _warn(f"compiled code cannot be kept in {folder()} ({error.strerror}): it is compiled again every time")
    with tempfile.TemporaryDirectory(prefix="rulerun-", ignore_cleanup_errors=True) as place:
        return _built(Path(place), entry.name, text, emitted, form)


@cache
def _warn(message: str) -> None:
    """Prints the message on standard error, each message only once."""
    print(f"rulerun: {message}", file=sys.stderr)


def _kept(entry: Path, text: str, emitted: Emitted, form: Form) -> dict[str, Function]:
    """The functions, newly compiled and stored in the cache."""
    entry.parent.mkdir(parents=True, exist_ok=True)
    place = Path(tempfile.mkdtemp(prefix=f".{entry.name}.", dir=entry.parent))
    try:
        functions = _built(place, entry.name, text, emitted, form)
        (place / SEAL).write_text(_digest(place), encoding="utf-8")
        _settle(place, entry)
        return functions
    finally:
        shutil.rmtree(place, ignore_errors=True)


def _built(place: Path, name: str, text: str, emitted: Emitted, form: Form) -> dict[str, Function]:
    """The functions, compiled by calling each with no games to play."""
    path = place / f"{name}.py"
    path.write_text(text, encoding="utf-8")
    functions = _imported(path, name)
    _warm(Loaded(emitted, functions, compiled=True), form)
    return functions


def _warm(loaded: Loaded, form: Form) -> None:
    size = max(1, len(loaded.emitted.start))
    vector, numbers, words, zero = loaded.vector(loaded.emitted.start), loaded.numbers(1), loaded.words(size), 0
    lists = vector, loaded.vector(loaded.emitted.start), numbers, numbers, numbers
    match form:
        case Form.PLAYOUT:
            loaded.call("playouts", *lists, words, words, zero, zero, zero, numbers)
        case Form.TALLY:
            rows = loaded.rows(0, 1)
            loaded.call("tallies", *lists, words, words, zero, zero, zero, numbers, numbers, rows)
        case Form.STEPPING:
            none, codes = loaded.vectors((), size), loaded.rows(0, 1)
            loaded.call("begin_all", none, numbers, zero, zero, words, words)
            loaded.call("actors", none, numbers, numbers)
            loaded.call("options_all", none, numbers, codes, codes, numbers, numbers)
            loaded.call("apply_all", none, numbers, codes, codes, numbers, numbers)
            loaded.call("nature_all", none, numbers, codes, codes, words)
            loaded.call("rollout_all", none, numbers, codes, codes, words, words)


def _imported(path: Path, name: str) -> dict[str, Function]:
    found = importlib.util.spec_from_file_location(f"rulerun_{name}", path)
    if found is None or found.loader is None:
        raise ImportError(str(path))
    module: ModuleType = importlib.util.module_from_spec(found)
    # Numba's cached files refer to the module by its name, so it must be importable when they are read.
    sys.modules[found.name] = module
    found.loader.exec_module(module)
    return vars(module)


def _settle(place: Path, entry: Path) -> None:
    """Renames the finished folder to the entry, unless another process was first; removes an entry with a broken seal."""
    for _ in range(2):
        with suppress(OSError):
            place.rename(entry)
            return
        if _sealed(entry):
            return
        shutil.rmtree(entry, ignore_errors=True)
        with suppress(OSError):
            entry.unlink()


def _sealed(entry: Path) -> bool:
    try:
        return (entry / SEAL).read_text(encoding="utf-8") == _digest(entry)
    except (OSError, UnicodeDecodeError):
        return False


def _digest(entry: Path) -> str:
    """A digest of the module and of Numba's files beside it."""
    found = sha256()
    for path in sorted(_files(entry)):
        found.update(str(path.relative_to(entry)).encode())
        found.update(path.read_bytes())
    return found.hexdigest()


def _files(entry: Path) -> Iterable[Path]:
    return (path for path in entry.rglob("*") if path.is_file() and path.name != SEAL and path.suffix in (".py", ".nbi", ".nbc"))


__all__ = ["COMPILES", "Fault", "Function", "Loaded", "folder", "load"]
