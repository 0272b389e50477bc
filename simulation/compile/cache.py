"""Emitted modules brought to life: compiled from files that are kept, or as plain Python.

Kept are, under the digest of a module's text, Numba's and Python's version: the module, what Numba made of it, and a seal over
all of that. An entry is built in a folder of its own and renamed when it is done, so that two processes may build the same; one
whose seal does not hold is built again.
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

SEAL = "seal"

Function = Callable[..., object]


@frozen(eq=False)
class Loaded:
    """An emitted module that can be called, and what makes the lists that it works on."""

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
        """Vectors with these numbers, *width* each."""
        if not self.compiled:
            return [list(row) for row in rows]
        import numpy

        return cast("MutableSequence[MutableSequence[int]]", numpy.array(rows, dtype=numpy.int32).reshape(len(rows), width))

    def numbers(self, count: int) -> MutableSequence[int]:
        """So many zeros, of 64 bits."""
        if not self.compiled:
            return [0] * count
        import numpy

        return cast("MutableSequence[int]", numpy.zeros(count, dtype=numpy.int64))

    def words(self, count: int) -> MutableSequence[int]:
        """So many words of no bits."""
        if not self.compiled:
            return [0] * count
        import numpy

        return cast("MutableSequence[int]", numpy.zeros(count, dtype=numpy.uint64))

    def rows(self, count: int, width: int) -> MutableSequence[MutableSequence[int]]:
        """So many rows of zeros."""
        if not self.compiled:
            return [[0] * width for _ in range(count)]
        import numpy

        return cast("MutableSequence[MutableSequence[int]]", numpy.zeros((count, width), dtype=numpy.int64))


def load(emitted: Emitted, form: Form, compiled: bool) -> Loaded:
    """The module with its functions."""
    if not compiled:
        return Loaded(emitted, _plain(emitted, form), compiled=False)
    return Loaded(emitted, _compiled(emitted, form), compiled=True)


def _plain(emitted: Emitted, form: Form) -> dict[str, Function]:
    # What makes an index unsigned costs plain Python time, and has nothing to do there.
    text = (HEAD.format(backend="runtime.plain") + emitted.text).replace("[U(", "[(")
    names: dict[str, Function] = {}
    exec(compile(text, f"<{form.value}>", "exec"), names)
    return names


# ------------------------------------------------------------------------------------------------------------- kept


def folder() -> Path:
    """Where compiled code is kept: `rulerun/simulation` in `XDG_CACHE_HOME`, or in `~/.cache`."""
    base = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(base) if base else Path.home() / ".cache") / "rulerun" / "simulation"


def is_kept(emitted: Emitted, form: Form) -> bool:
    """Whether the module was compiled before, and lies there whole."""
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
    """Says it on standard error: once, however often it is so."""
    print(f"rulerun: {message}", file=sys.stderr)


def _kept(entry: Path, text: str, emitted: Emitted, form: Form) -> dict[str, Function]:
    """The functions, newly compiled, and kept in the entry."""
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
    """The functions, compiled by playing no game at all."""
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
    # What Numba keeps finds the module by its name when it is read back.
    sys.modules[found.name] = module
    found.loader.exec_module(module)
    return vars(module)


def _settle(place: Path, entry: Path) -> None:
    """What was built becomes the entry, unless another process was first; what lies there with a broken seal goes."""
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
    """A digest of the module and of all that Numba keeps beside it."""
    found = sha256()
    for path in sorted(_files(entry)):
        found.update(str(path.relative_to(entry)).encode())
        found.update(path.read_bytes())
    return found.hexdigest()


def _files(entry: Path) -> Iterable[Path]:
    return (path for path in entry.rglob("*") if path.is_file() and path.name != SEAL and path.suffix in (".py", ".nbi", ".nbc"))


__all__ = ["COMPILES", "Fault", "Function", "Loaded", "folder", "load"]
