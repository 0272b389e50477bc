"""Texts for sets that links lead to: all elements that are connected, and those around a set.

Where bitboards tell which elements pass, the words of a set are variables, and links are masks: a group grows by the masks of its
elements. Elsewhere a flag in working memory tells of each element whether it is in the set.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

from attrs import frozen

from ...interpreter.core import reasons
from ...program.ir import NOTHING, Around, Connected, Expr, Filtered, Listed, Number, Range, Set, Slot
from .bitboards import WORD, parts_of
from .context import Emission, at
from .selections import Held, Texts, selection

WIDEST = 8
"""A set of more words than this is told by flags."""

SEEN, FOUND = 1, 2
"""The flags of an element that was looked at, and of one that is in the set."""

Each = Callable[[Emission, Set, str], AbstractContextManager[str]]
"""A loop over a set, in which a variable is the element."""


@frozen
class Flood:
    """What writes such sets: the texts of expressions, and loops over other sets."""

    texts: Texts
    each: Each

    def held(self, em: Emission, source: Set, count: int) -> tuple[str, ...] | None:
        """The variables that hold the words of a set of elements below *count*; None where words do not tell it."""
        if not em.boards or words_of(count) > WIDEST:
            return None
        match source:
            case Connected(rows=rows) if len(em.program.rows[rows]) == count:
                return self._grown(em, source, count)
            case Around(rows=rows) if len(em.program.rows[rows]) == count:
                return self._touching(em, source, count)
            case Filtered(Range(Number(0), Number(last)) as every, slot, where) if last == count - 1:
                return self._told(em, every, slot, where, count)
            case _:
                return None

    def _told(self, em: Emission, every: Set, slot: int, where: Expr, count: int) -> tuple[str, ...] | None:
        """The words of the elements that pass a test, where bitboards tell which do."""
        with em.attempt() as undo, em.writer.aside() as lines:
            chosen = selection(em, every, Slot(slot), parts_of(where), self.texts)
            whole = chosen is not None and not chosen.rest and chosen.way is None
            if chosen is None or not whole or (chosen.board.start, chosen.board.size) != (0, count):
                undo()
                return None
            found = tuple([_variable(em, word) for word in chosen.every_word(em)])
        em.writer.paste(lines)
        return found

    def _members(self, em: Emission, source: Set, rows: Connected | Around, count: int) -> tuple[str, ...]:
        """The words of any set of elements that have links."""
        found = self.held(em, source, count)
        if found is not None:
            return found
        found = tuple([_variable(em, "U(0)") for _ in range(words_of(count))])
        match source:
            case Listed((item,)):
                name = em.atom(self.texts.value(em, item))
                with em.writer.block(f"if {name} != {NOTHING}:" if em.known.value(item).absent else "if True:"):
                    _must_have_links(em, rows, name)
                    _set(em, found, name)
            case _:
                name = em.writer.fresh("x")
                with self.each(em, source, name):
                    _must_have_links(em, rows, name)
                    _set(em, found, name)
        return found

    def _grown(self, em: Emission, source: Connected, count: int) -> tuple[str, ...] | None:
        """The words of all that is connected. *left* are those that pass and were not reached, *edge* those to go on from."""
        passing = self._told(em, Range(Number(0), Number(count - 1)), source.slot, source.where, count)
        if passing is None:
            return None
        begun = self._members(em, source.source, source, count)
        edge = tuple([_variable(em, f"{one} & {other}") for one, other in zip(begun, passing, strict=True)])
        left = tuple([_variable(em, f"{one} ^ {other}") for one, other in zip(passing, edge, strict=True)])
        name = em.writer.fresh("x")
        with each_variable_bit(em, edge, name):
            for word, (mask, more) in enumerate(zip(_links(em, source.rows, count, name), left, strict=True)):
                new = _variable(em, f"{mask} & {more}")
                em.writer.line(f"{more} ^= {new}")
                em.writer.line(f"{edge[word]} |= {new}")
        return tuple([_variable(em, f"{one} ^ {other}") for one, other in zip(passing, left, strict=True)])

    def _touching(self, em: Emission, source: Around, count: int) -> tuple[str, ...]:
        """The words of all that links from a set lead to, without the set itself."""
        inside = self._members(em, source.source, source, count)
        found = tuple([_variable(em, "U(0)") for _ in inside])
        todo = tuple([_variable(em, word) for word in inside])
        name = em.writer.fresh("x")
        with each_variable_bit(em, todo, name):
            for one, mask in zip(found, _links(em, source.rows, count, name), strict=True):
                em.writer.line(f"{one} |= {mask}")
        return tuple([_variable(em, f"{one} ^ ({one} & {other})") for one, other in zip(found, inside, strict=True)])

    # ---------------------------------------------------------------------------------------------------- flags

    def flagged(self, em: Emission, source: Connected | Around) -> int:
        """The first of the places of working memory with the flags of all elements: `FOUND` where one is in the set."""
        count = len(em.program.rows[source.rows])
        flags = em.room(count)
        with em.loop(f"for i in range({flags}, {flags + count}):"):
            em.writer.line("m[U(i)] = 0")
        match source:
            case Connected():
                self._flag_connected(em, source, flags, count)
            case Around():
                self._flag_around(em, source, flags, count)
        return flags

    def _flag_connected(self, em: Emission, source: Connected, flags: int, count: int) -> None:
        """Whoever waits is looked at in turn, and lets those wait that its links lead to, each once."""
        waiting, length, spot = em.room(count), _variable(em, "0", "c"), em.writer.fresh("i")
        first, element, other = (em.writer.fresh("x") for _ in range(3))

        def wait(name: str) -> None:
            with em.writer.block(f"if m[U({flags} + {name})] == 0:"):
                em.writer.line(f"m[U({flags} + {name})] = {SEEN}")
                em.writer.line(f"m[U({waiting} + {length})] = {name}")
                em.writer.line(f"{length} += 1")

        with self.each(em, source.source, first):
            _must_have_links(em, source, first)
            wait(first)
        em.writer.line(f"{spot} = 0")
        with em.loop(f"while {spot} < {length}:"):
            em.writer.line(f"{element} = m[U({waiting} + {spot})]")
            em.writer.line(f"{spot} += 1")
            with em.bound(source.slot, element, em.known.elements(source)):
                holds = self.texts.test(em, source.where)
            with em.writer.block(f"if {holds}:"):
                em.writer.line(f"m[U({flags} + {element})] = {FOUND}")
                with _each_link(em, source.rows, element, other):
                    wait(other)

    def _flag_around(self, em: Emission, source: Around, flags: int, count: int) -> None:
        first, element, other = (em.writer.fresh("x") for _ in range(3))
        with self.each(em, source.source, first):
            _must_have_links(em, source, first)
            em.writer.line(f"m[U({flags} + {first})] = {SEEN}")
        with (
            em.loop(f"for {element} in range({count}):"),
            em.writer.block(f"if m[U({flags} + {element})] == {SEEN}:"),
            _each_link(em, source.rows, element, other),
            em.writer.block(f"if m[U({flags} + {other})] == 0:"),
        ):
            em.writer.line(f"m[U({flags} + {other})] = {FOUND}")

    # --------------------------------------------------------------------------------------------- what is asked

    @contextmanager
    def elements(self, em: Emission, source: Connected | Around, name: str) -> Iterator[None]:
        """A loop in which the variable *name* is the element, ascending. `break` leaves the loop."""
        count = len(em.program.rows[source.rows])
        found = self.held(em, source, count)
        if found is not None:
            with each_variable_bit(em, tuple([_variable(em, word) for word in found]), name):
                yield
            return
        flags = self.flagged(em, source)
        with em.loop(f"for {name} in range({count}):"), em.writer.block(f"if m[U({flags} + {name})] == {FOUND}:"):
            yield

    def count(self, em: Emission, source: Connected | Around) -> str | None:
        """The text of how many elements there are; None where words do not tell it."""
        found = self.held(em, source, len(em.program.rows[source.rows]))
        return None if found is None else " + ".join(f"S(ones_in({word}))" for word in found)

    def contains(self, em: Emission, source: Connected | Around, text: str, sure: bool) -> str:
        """The text of whether the value is an element; *sure* tells that links lead from it."""
        count = len(em.program.rows[source.rows])
        text, found = em.atom(text), self.held(em, source, count)
        if found is None:
            holds = f"m[U({self.flagged(em, source)} + {text})] == {FOUND}"
        else:
            word, bit = "0", text
            if len(found) > 1:
                word, bit = em.atom(f"{text} // {WORD}"), f"{text} % {WORD}"
            holds = f"(({Held(found).text(em, word)}) >> U({bit})) & U(1) != U(0)"
        if sure:
            return f"({holds})"
        name = _variable(em, f"0 <= {text} < {count}", "x")
        with em.writer.block(f"if {name}:"):
            em.writer.line(f"{name} = {holds}")
        return name


def words_of(count: int) -> int:
    """How many words a set of elements below *count* has."""
    return -(-count // WORD)


def _variable(em: Emission, text: str, letter: str = "b") -> str:
    """A new variable with that value."""
    name = em.writer.fresh(letter)
    em.writer.line(f"{name} = {text}")
    return name


def _set(em: Emission, found: tuple[str, ...], name: str) -> None:
    """Writes that the bit of an element is set."""
    if len(found) == 1:
        em.writer.line(f"{found[0]} |= U(1) << U({name})")
        return
    bit = _variable(em, f"U(1) << U({name} % {WORD})")
    for at_, word in enumerate(found):
        with em.writer.block(f"if {name} // {WORD} == {at_}:"):
            em.writer.line(f"{word} |= {bit}")


def _links(em: Emission, rows: int, count: int, name: str) -> list[str]:
    """The texts of the words of all elements that the links of an element lead to."""
    width = words_of(count)
    masks = []
    for row in em.program.rows[rows]:
        bits = sum(1 << one for one in set(row))
        masks += [bits >> (WORD * word) & (2**WORD - 1) for word in range(width)]
    table = em.words(tuple(masks))
    return [f"{table}[{at(name if width == 1 else f'{name} * {width} + {word}')}]" for word in range(width)]


@contextmanager
def _each_link(em: Emission, rows: int, element: str, name: str) -> Iterator[None]:
    """A loop over the elements that the links of an element lead to, in their order."""
    starts, ends = [0], list[int]()
    for row in em.program.rows[rows]:
        ends += row
        starts.append(len(ends))
    spot, table, begin = em.writer.fresh("i"), em.table(tuple(ends) or (0,)), em.table(tuple(starts))
    with em.loop(f"for {spot} in range({begin}[{at(element)}], {begin}[{at(f'{element} + 1')}]):"):
        em.writer.line(f"{name} = {table}[{at(spot)}]")
        yield


@contextmanager
def each_variable_bit(em: Emission, words: tuple[str, ...], name: str) -> Iterator[None]:
    """A loop in which the variable *name* is the position of a bit that is set, ascending; the words are used up by it."""
    with em.loop(f"while ({' | '.join(words)}) != U(0):"):
        for number, word in enumerate(words):
            last = number + 1 == len(words)
            heading = f"{'elif' if number else 'if'} {word} != U(0):"
            with em.writer.block("if True:" if len(words) == 1 else "else:" if last else heading):
                em.writer.line(f"{name} = lowest({word})" + (f" + {number * WORD}" if number else ""))
                em.writer.line(f"{word} &= {word} - U(1)")
        yield


def _must_have_links(em: Emission, source: Connected | Around, name: str) -> None:
    """Writes that an element from which no links lead is a fault, where that can be."""
    count = len(em.program.rows[source.rows])
    if not em.proven(em.known.elements(source.source).within(0, count - 1)):
        em.fault_if(f"{name} < 0 or {name} >= {count}", source.sentence, reasons.misplaced(source.what), name)
