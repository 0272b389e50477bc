"""One emitted module, compiled by and by: at -O1 first, and at -O3 where it is used for long."""

from __future__ import annotations

from functools import partial
from threading import Lock

from ..emit.module import Emitted, Form
from . import cache, child
from .arrays import NumPyArrays
from .build import Build
from .library import entries, linked
from .loaded import BEST, QUICK, Compiled, TooLarge
from .translate import translate

TINY = 200
"""Up to this many lines of text, code is compiled at once at the quick level, without a child process: it takes a moment."""


class Tiers:
    """The compiled code of a module at each level, as far as it exists. Its methods may be called from several threads."""

    def __init__(self, emitted: Emitted, form: Form) -> None:
        self.emitted = emitted
        self._form = form
        self._lock = Lock()
        self._best: Compiled | None = None
        self._builds: dict[int, Build] = {}
        self._failed: set[int] = set()

    def now(self) -> Compiled | None:
        """The best that is there without waiting; None where nothing is. Raises TooLarge where nothing will ever be."""
        with self._lock:
            return self._look()

    def start(self, level: int) -> None:
        """Begins to compile at that level in the background, if this was not begun before."""
        with self._lock:
            if self._wants(level):
                self._begin(level)

    def pause(self, seconds: float) -> bool:
        """Waits for what is compiled in the background, but not for longer than that; whether anything is."""
        with self._lock:
            build = next(iter(self._builds.values()), None)
        if build is None:
            return False
        build.pause(seconds)
        return True

    def wait(self, level: int) -> Compiled:
        """The code at that level at least, unless only a lower one can be had. Raises TooLarge."""
        while True:
            with self._lock:
                if not self._wants(level):
                    break
                if level == QUICK and not self._builds and self._is_tiny():
                    self._make(level)
                    break
                self._begin(level)
                build = self._builds.get(level)
            if build is not None:
                build.wait()
        found = self.now()
        if found is not None:
            return found
        if level == QUICK:
            raise TooLarge
        return self.wait(QUICK)

    def _wants(self, level: int) -> bool:
        """Whether there is no code of that level, and it is not known that there cannot be any."""
        found = self._look()
        return level not in self._failed and (found is None or found.level < level)

    def _look(self) -> Compiled | None:
        """Takes up what has been compiled since the last look."""
        if self._best is None and not self._builds and not self._failed:
            for level in (BEST, QUICK):
                if self._best is None:
                    self._take(level)
        for level in sorted(self._builds):
            build = self._builds[level]
            if not build.is_running:
                del self._builds[level]
                self._ended(level, build)
        if self._best is None and QUICK in self._failed:
            raise TooLarge
        return self._best

    def _ended(self, level: int, build: Build) -> None:
        built = build.built()
        if built is not None:
            self._use(level, built.code)
        elif not build.was_stopped:
            self._failed.add(level)

    def _begin(self, level: int) -> None:
        if level in self._builds:
            return
        try:
            self._builds[level] = Build(self.emitted.text, level, partial(cache.keep, self._name(level)))
        except OSError:  # no process can be started here
            self._failed.add(level)

    def _make(self, level: int) -> None:
        """Compiles in this process."""
        code = child.object_code(translate(self.emitted.text), level)
        cache.keep(self._name(level), code)
        self._use(level, code)

    def _take(self, level: int) -> None:
        """Loads the code of that level, if it is kept."""
        code = cache.found(self._name(level))
        if code is not None:
            self._use(level, code)

    def _use(self, level: int, code: bytes) -> None:
        if self._best is None or self._best.level < level:
            self._best = Compiled(linked(code, entries(self.emitted.text)), level, NumPyArrays())

    def _name(self, level: int) -> str:
        return cache.name_of(self.emitted, self._form, level)

    def _is_tiny(self) -> bool:
        return self.emitted.text.count("\n") <= TINY
