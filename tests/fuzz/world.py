"""What a generated ruleset declares, and what is known at one place of its rules: what sentences can be made of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from random import Random
from typing import TypeVar

from attrs import Factory, define, field, frozen

from .tree import Entry, Phrase

T = TypeVar("T")


class Use(Enum):
    """What the sentences of one seat inside `together` may do with a declared thing."""

    OWN = "reads and changes what is its own"
    SEEN = "reads it"
    SENT = "changes it, which waits until all are done"


@frozen
class Index:
    """One index of a variable, a zone or a piece: as it is declared, the sort of its elements, and their bounds for a range."""

    text: str
    sort: str
    low: int = 0
    high: int = 0


@frozen
class Variable:
    """A variable, score or parameter; numbers lie in low..high (None: any number)."""

    name: str
    sort: str
    per: tuple[Index, ...] = ()
    low: int | None = None
    high: int | None = None
    optional: bool = False
    fixed: bool = False
    use: Use = Use.SEEN
    hidden: bool = False
    """Whether not everyone sees it."""


@frozen
class Position:
    """Values that are remembered together; *calm* says that none of them changes inside `together`."""

    name: str
    per: tuple[Index, ...]
    calm: bool


@frozen
class Attribute:
    """What is printed on cards, spaces or values: its name, the sort of value, whether it is a list, whether it may be missing,
    and the enumeration for each value of which there is one (none: "").
    """

    name: str
    sort: str
    many: bool = False
    optional: bool = False
    by: str = ""


@frozen
class Deck:
    """A deck, whose name is the sort of its cards."""

    name: str
    printed: tuple[Attribute, ...]
    cards: int


@frozen
class Zone:
    """A zone of a deck."""

    name: str
    deck: str
    per: tuple[Index, ...]
    pile: bool
    use: Use
    open: bool
    """Whether those who choose from it see the faces."""
    row: bool
    """Whether its cards have places, so that a deck cannot be gathered into it."""
    told: bool
    """Whether everybody sees the faces, so that nothing of them is left to be revealed."""


@frozen
class Board:
    """A board, whose name is the sort of its spaces; on a track these are the numbers low..high. Links join those of *of*."""

    name: str
    shape: str
    spaces: tuple[str, ...]
    printed: tuple[Attribute, ...]
    low: int = 0
    high: int = 0
    of: str = ""


@frozen
class Piece:
    """A piece on a board, at a space from the start on or nowhere."""

    name: str
    board: Board
    per: tuple[Index, ...]
    starts: bool
    use: Use


@frozen
class Function:
    """A function; *many* says that it gives a set, *calm* that it reads nothing that changes inside `together`."""

    name: str
    takes: tuple[str, ...]
    sort: str
    many: bool
    calm: bool


@frozen
class Phase:
    """A phase that was made already, and what it is given; *own* says that a seat can do it inside `together`.

    *chooses* says that it begins with a choice, so that its options can be asked for; *settled* that nobody chooses in it, nor
    chance, and that the game goes on, so that it can be tried. *gives* is the sort of the value that it gives, "" for none.
    """

    name: str
    takes: tuple[Name, ...]
    own: bool
    chooses: bool
    settled: bool
    gives: str = ""


@frozen
class Name:
    """A name inside a phase. A card may have a zone in which it lies."""

    text: str
    sort: str
    fixed: bool = True
    low: int | None = None
    high: int | None = None
    zone: str = ""
    index: str = ""
    """For a row (`let left[c] = …`): the sort of its index."""
    given: bool = False
    """Whether a phase is given it, as a number that is known where it is done."""


@frozen
class Scope:
    """What is known at one place of the rules."""

    names: tuple[Name, ...] = ()
    me: str = ""
    """The seat that decides inside `together`; "" outside."""
    loops: int = 0
    passes: int = 1
    """How often a sentence here is carried out, roughly."""
    phase: str = ""
    calm: bool = False
    """Whether only what does not change inside `together` may be read (in the body of a calm function)."""

    def of(self, sort: str) -> list[Name]:
        """The names of a sort, without rows."""
        return [name for name in self.names if name.sort == sort and not name.index]


@define
class World:
    """Everything declared so far, and where chance comes from."""

    random: Random
    aside: Random
    """Where the chance of what is rare comes from: it leaves alone what else is made of a seed."""
    fewest: int = 1
    most: int = 1
    seats: list[str] = Factory(list)
    automa: str = ""
    enumerations: dict[str, tuple[str, ...]] = Factory(dict)
    marked: dict[str, tuple[Attribute, ...]] = Factory(dict)
    """What is printed on the values of an enumeration."""
    decks: list[Deck] = Factory(list)
    boards: list[Board] = Factory(list)
    zones: list[Zone] = Factory(list)
    pieces: list[Piece] = Factory(list)
    variables: list[Variable] = Factory(list)
    positions: list[Position] = Factory(list)
    functions: list[Function] = Factory(list)
    phases: list[Phase] = Factory(list)
    entries: list[Entry] = Factory(list)
    texts: list[Entry] = Factory(list)
    topped: list[str] = Factory(list)
    """The zones on top of which some sentence puts cards."""
    lines: int = 30
    """How many lines may still be written."""
    nesting: int = 0
    """How many indices are being made inside each other."""
    endless: bool = False
    """Whether the match needs a longest time."""
    _named: int = field(default=0)

    def fresh(self, letter: str) -> str:
        """A new name."""
        self._named += 1
        return f"{letter}{self._named}"

    def chance(self, percent: int) -> bool:
        """Whether something happens that does so often."""
        return self.random.randrange(100) < percent

    def number(self, low: int, high: int) -> int:
        """A number in low..high."""
        return self.random.randint(low, high)

    def pick(self, among: Sequence[T]) -> T:
        """One of these."""
        return among[self.random.randrange(len(among))]

    def made(self, makers: Sequence[tuple[int, Callable[[], T | None]]]) -> T | None:
        """What one of the makers makes, drawn by weight, of those that can make anything; None where none can."""
        left = list(makers)
        while left:
            total = sum(weight for weight, _ in left)
            at = self.random.randrange(total)
            for number, (weight, make) in enumerate(left):
                at -= weight
                if at < 0:
                    found = make()
                    if found is not None:
                        return found
                    del left[number]
                    break
        return None

    def declare(self, section: str, name: str, **keys: Phrase | str) -> None:
        """Writes a declaration; a key with `_` is written with a blank."""
        for key, value in keys.items():
            text = value if isinstance(value, Phrase) else words(value)
            self.entries.append(Entry((section, name), words(key.replace("_", " ")), text))


def words(*pieces: str | Phrase, sort: str = "words", kind: str = "") -> Phrase:
    """These pieces as one phrase."""
    return Phrase(sort, pieces, kind)


def several(joint: str, pieces: Sequence[Phrase], sort: str = "words") -> Phrase:
    """These phrases as a list."""
    return Phrase(sort, tuple(pieces), "", joint)


def digits(number: int) -> Phrase:
    """A number as it stands in the rules."""
    return words(str(number), sort="number") if number >= 0 else words("-", words(str(-number), sort="number"), sort="number")
