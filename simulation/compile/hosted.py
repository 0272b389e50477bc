"""An emitted module as WebAssembly in a host: how it is made, and how its functions are called.

The host is a page, or whatever else runs WebAssembly; it gives room in the memory that the module imports, and links modules.
"""

from __future__ import annotations

from typing import Protocol

from ..emit.module import Emitted
from .arrays import FORMAT, InMemory, Room, Row, Table
from .loaded import BEST, Compiled, Function, TooLarge
from .signatures import Signature
from .wasm import Binary, translate


class Host(Protocol):
    """What runs WebAssembly."""

    def room(self, size: int) -> Room:
        """So many zeroed bytes of its memory."""
        ...

    def linked(self, binary: Binary) -> dict[str, Raw]:
        """The functions of a module. Raises TooLarge where the module is too large for it."""
        ...


class Raw(Protocol):
    """A function of a module, called with numbers and addresses."""

    def __call__(self, *numbers: int) -> int:
        """Its result, 0 where it has none. Raises Fault."""
        ...


class Hosted:
    """The code of an emitted module in a host. It has one level, and is not made in the background: a page has no threads.

    Its functions are not for several threads at a time.
    """

    def __init__(self, emitted: Emitted, host: Host) -> None:
        self.emitted = emitted
        self._host = host
        self._made: Compiled | None = None
        self._failed = False

    def now(self) -> Compiled | None:
        """The code, once it is made. Raises TooLarge where the host refused it."""
        if self._failed:
            raise TooLarge
        return self._made

    def start(self, level: int) -> None:
        """Makes it."""
        if self._made is None and not self._failed:
            self._make()

    def pause(self, seconds: float) -> bool:
        """Whether anything is made in the background: never."""
        return False

    def wait(self, level: int) -> Compiled:
        """The code, at the best level. Raises TooLarge."""
        self.start(level)
        if self._made is None:
            raise TooLarge
        return self._made

    def _make(self) -> None:
        rooms = list[Room]()

        def room(size: int) -> int:
            rooms.append(self._host.room(size))
            return rooms[-1].address

        binary = translate(self.emitted.text, room)
        try:
            linked = self._host.linked(binary)
        except TooLarge:
            self._failed = True
            return
        functions: dict[str, Function] = {name: _Call(linked[name], each, rooms) for name, each in binary.entries.items()}
        self._made = Compiled(functions, BEST, InMemory(self._host.room))


class _Call:
    """A function of a module, which takes rows and tables."""

    def __init__(self, function: Raw, given: Signature, rooms: list[Room]) -> None:
        self._function = function
        self._kinds = tuple(kind for _, kind in given.parameters)
        self._rooms = rooms  # the tables are there as long as somebody may call

    def __call__(self, *arguments: object) -> int:
        numbers: list[int] = []
        for kind, argument in zip(self._kinds, arguments, strict=True):
            match argument:
                case Row() if kind.row is None and FORMAT.get(kind) == argument.numbers.format:
                    numbers.append(argument.address)
                case Table() if kind.row is not None and FORMAT[kind.row] == argument.whole.numbers.format:
                    numbers += (argument.address, argument.width, argument.count)
                case int() if kind not in FORMAT and kind.row is None:
                    numbers.append(argument)
                case _:
                    raise TypeError(f"expected {kind.value}, found {type(argument).__name__}")
        return self._function(*numbers)
