"""Interprets what a player types at the prompt."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from attrs import frozen

from ..table.labels import labels, lettered
from ..table.matching import matching, meant, plain, surely


class Request(Enum):
    """What a player may ask for besides choosing."""

    HELP = "?"
    WHY = "why"
    HINT = "hint"
    UNDO = "undo"
    SAVE = "save"
    QUIT = "quit"
    LOOK = "look"
    LOG = "log"


@frozen
class Choose:
    """The player chooses the option of that index."""

    index: int


@frozen
class Ask:
    """The player has a wish; *rest* is the text after it."""

    wish: Request
    rest: str


@frozen
class Unclear:
    """The line cannot be interpreted: it may stand for several options (*meant*) or for none; *limit* is the number of options
    where the number typed was too high.
    """

    typed: str
    meant: tuple[int, ...]
    limit: int | None


Reading = Choose | Ask | Unclear

WORDS = {
    "?": Request.HELP,
    "h": Request.HELP,
    "help": Request.HELP,
    "why": Request.WHY,
    "hint": Request.HINT,
    "undo": Request.UNDO,
    "save": Request.SAVE,
    "quit": Request.QUIT,
    "exit": Request.QUIT,
    "q": Request.QUIT,
    "look": Request.LOOK,
    "": Request.LOOK,
    "log": Request.LOG,
}


def understand(line: str, names: Sequence[Sequence[str]], ends: Sequence[Sequence[str]]) -> Reading:
    """What *line* means where the options have those *names* (each option may have several), and say that from one of their
    arguments on (*ends*).

    An empty line chooses an only option, and a word of `WORDS` after `/` or `:` is always a wish. Otherwise these are tried in
    order: numbers as labels, whole names, letters as labels, the words of `WORDS`, the numbers in names, beginnings of names, and
    their ends. `hint` with more behind it is only a wish where no name says so.
    """
    typed = plain(line)
    if typed.startswith(("/", ":")) and typed[1:].split(" ")[0] in WORDS:
        return requested(typed[1:]) or Unclear(line.strip(), (), None)
    if not typed and len(names) == 1:
        return Choose(0)
    signs = labels(names)
    if typed in signs and typed.isdecimal():
        return Choose(signs.index(typed))
    if typed.isdecimal() and not lettered(names):
        return Unclear(line.strip(), (), len(names))
    whole = matching(typed, names, exact=True)
    if len(whole) == 1:
        return Choose(whole[0])
    if typed in signs:
        return Choose(signs.index(typed))
    wish, begun = requested(typed), meant(typed, names)
    if wish is not None and not (wish.wish is Request.HINT and wish.rest and begun):
        return wish
    if len(begun) == 1 and surely(typed, names[begun[0]], ends[begun[0]]):
        return Choose(begun[0])
    return Unclear(line.strip(), begun, None)


def requested(typed: str) -> Ask | None:
    """The wish that the line begins with; None when there is none."""
    word, _, rest = typed.partition(" ")
    if typed.startswith("?") and len(typed) > 1:
        word, rest = "?", typed[1:]
    wish = WORDS.get(word)
    if wish is None or (rest and wish not in (Request.WHY, Request.HINT, Request.HELP, Request.LOOK)):
        return None
    return Ask(wish, rest.strip())
